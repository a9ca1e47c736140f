"""The measures themselves, one package a family; whatever module stands in one is found by the register."""
