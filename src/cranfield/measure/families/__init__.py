"""The measures themselves, one package a family; whatever module stands in one is found by the register."""

ORDER = (
    "sets",
    "ranks",
    "gains",
    "recall",
    "preference",
    "distance",
    "users",
    "diversity",
    "passages",
    "structured",
)
"""In which they are shown: from what is there to where it stands, to how good and how far off it is, to whom it serves."""
