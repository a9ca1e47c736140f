"""All that is known about a measure, as plain values: the catalogue, the help and the reference pages show these."""

from __future__ import annotations

from typing import Any

from cranfield.measure.definition import Measure
from cranfield.measure.expectation import blind_to_order
from cranfield.measure.parameters import Parameter
from cranfield.measure.presets import PRESETS
from cranfield.measure.register import closed_form
from cranfield.measure.traits import NEEDS, RELEVANCE, RETRIEVAL, TRAITS
from cranfield.measure.worked import imports_of

_SHORT = 70  # characters: a longer list of measures tells nobody what a group is


def described(measure: Measure) -> dict[str, Any]:
    """Return what there is to say of a measure; `help` is its documentation as it stands in the source.

    `imports` are the lines that make the examples in it run.

    >>> from cranfield.measure import find
    >>> told = described(find("nDCG"))
    >>> told["name"], told["usage"], told["family"], told["trec_eval"]
    ('nDCG', 'nDCG@k', 'gains', ['ndcg', 'ndcg_cut_*'])
    """
    return {
        "name": measure.name,
        "usage": usage(measure),
        "family": measure.family,
        "summary": measure.summary,
        "help": measure.help,
        "imports": imports_of(measure),
        "parameters": [_parameter(each) for each in measure.parameters],
        "facts": facts(measure),
        "aggregate": measure.aggregate,
        "aliases": list(measure.aliases),
        "trec_eval": list(measure.trec_eval),
        "elsewhere": dict(measure.elsewhere),
        "differs": dict(measure.differs),
        "ties": ties(measure),
        "source": measure.source,
        "defined_in": measure.origin,
    }


def groups() -> dict[str, str]:
    """Return what `-m` takes for several measures, and what each is for; short ones with their measures.

    >>> groups()["web"]
    'for who looks at the first page: nDCG@10 nDCG@20 P@10 RR@10 Judged@10'
    """
    told = {}
    for name, group in PRESETS.items():
        measures = group.measures()
        told[name] = group.meaning + (f": {measures}" if len(measures) < _SHORT else "")
    return told


def usage(measure: Measure) -> str:
    """Return the name as it is usually written, with its cut-off.

    >>> from cranfield.measure import find
    >>> usage(find("nDCG"))
    'nDCG@k'
    """
    return measure.name + (f"@{measure.at.name}" if measure.at else "")


def facts(measure: Measure) -> list[str]:
    """Return what it looks at, what it promises and what it needs, a phrase each."""
    told = [RELEVANCE[measure.relevance], RETRIEVAL[measure.retrieval]]
    told += [text for trait, text in TRAITS.items() if trait in measure.traits]
    return told + [text for need, text in NEEDS.items() if need in measure.needs]


def ties(measure: Measure) -> str:
    """Say how its mean over all orders of tied documents is found."""
    if "passages" in measure.needs:
        return "elements are read in the order of the file, so none are tied"
    if closed_form(measure):
        return "a formula gives the mean over all orders of tied documents"
    if measure.at is None and blind_to_order(measure.bind({})):
        if measure.retrieval == "scores":
            return "the order of tied documents does not matter, but for scores='rank'"
        return "the order of documents does not matter"
    return "the mean over all orders of tied documents is sampled"


def _parameter(parameter: Parameter) -> dict[str, Any]:
    return {
        "name": parameter.name,
        "written": f"@{parameter.name}" if parameter.at else parameter.name,
        "type": " | ".join(map(repr, parameter.choices)) or parameter.kind.__name__,
        "required": parameter.required,
        "default": None if parameter.required else parameter.default,
        "meaning": parameter.meaning,
    }
