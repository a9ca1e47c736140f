"""What travels from room to room: frozen columns of judgements, runs, judged hits and scores."""

from cranfield.model.ids import Ids
from cranfield.model.judged import Hits, Judged
from cranfield.model.passages import Passages, Reading
from cranfield.model.reached import Reached
from cranfield.model.recipe import Policies, Recipe, Source
from cranfield.model.scores import Scores
from cranfield.model.tables import Aspects, Qrels, Run

__all__ = [
    "Aspects",
    "Hits",
    "Ids",
    "Judged",
    "Passages",
    "Policies",
    "Qrels",
    "Reached",
    "Reading",
    "Recipe",
    "Run",
    "Scores",
    "Source",
]
