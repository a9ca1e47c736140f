"""What travels from room to room: frozen columns of judgements, runs, judged hits and scores."""

from cranfield.model.ids import Ids
from cranfield.model.judged import Hits, Judged
from cranfield.model.recipe import Policies, Recipe, Source
from cranfield.model.scores import Scores
from cranfield.model.tables import Aspects, Qrels, Run

__all__ = ["Aspects", "Hits", "Ids", "Judged", "Policies", "Qrels", "Recipe", "Run", "Scores", "Source"]
