"""Navigation models: with which probability a user who consults an item of the list reaches an element from there.

A model is anything that can be called with a topic, items of a run and the ideal elements, and that returns
(number of the item, number of the ideal, probability):

>>> def next_door(topic, items, ideals):
...     numbers = {ideal: number for number, ideal in enumerate(ideals)}
...     for number, item in enumerate(items):
...         if item in numbers:
...             yield number, numbers[item], 1.0
...         if item + "a" in numbers:
...             yield number, numbers[item + "a"], 0.5
>>> import cranfield as cf
>>> run = {"q1": {"p7": 2.0, "p1": 1.0}}
>>> cf.evaluate({"q1": {"p7a": 1}}, run, "EPRUM", navigation=next_door).mean("run", "EPRUM")
0.5

Docs: docs/navigation.md. A model may also have the methods of `Choosing` and `WithPossible`, and a name for the command
line (`@named`).
"""

from cranfield.judge.navigation.classical import classical
from cranfield.judge.navigation.containment import LengthRatio
from cranfield.judge.navigation.distance import Distance, fit_theta
from cranfield.judge.navigation.graph import Links
from cranfield.judge.navigation.items import BestListed, ComplexItems
from cranfield.judge.navigation.join import Navigator, reached_from
from cranfield.judge.navigation.model import NavigationModel, Steps
from cranfield.judge.navigation.reading_on import ReadingOn
from cranfield.judge.navigation.siblings import Siblings
from cranfield.judge.navigation.spec import Navigation, model_of, named, navigation_of, navigator_of
from cranfield.judge.navigation.table import Table, from_logs
from cranfield.judge.navigation.tree import Forest, Tree, XmlTree

__all__ = [
    "BestListed",
    "ComplexItems",
    "Distance",
    "Forest",
    "LengthRatio",
    "Links",
    "Navigation",
    "NavigationModel",
    "Navigator",
    "ReadingOn",
    "Siblings",
    "Steps",
    "Table",
    "Tree",
    "XmlTree",
    "classical",
    "fit_theta",
    "from_logs",
    "model_of",
    "named",
    "navigation_of",
    "navigator_of",
    "reached_from",
]
