"""The measures themselves, one module a family; whatever module stands here is found by the register."""
