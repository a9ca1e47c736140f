"""Relevance without judges, for whole campaigns: what the systems say on average, and what enough of them retrieve."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cranfield.collect.pools import Pool
from cranfield.collect.rankings import Rankings
from cranfield.collect.teams import teams_of
from cranfield.collect.units import Scores, unit
from cranfield.errors import UsageError, count, did_you_mean

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def average_scores(runs: Rankings, scores: Scores = "as-is", *, leave_out: str | None = None) -> Pool:
    """Take for the relevance of a document what the systems say of it on average: `automatic_relevance`, for runs.

        URE(d) = mean over systems of SRE(d), 0 for a system that did not retrieve d

    The weights of what comes back are the UREs. The documents are those that any system retrieved, the one that is left
    out included.

    >>> from cranfield.collect.rankings import read_rankings
    >>> runs = read_rankings({"one": {"q": {"a": 1.0, "b": 0.5}}, "two": {"q": {"a": 0.5}}})
    >>> average_scores(runs).to_dict(), average_scores(runs, leave_out="one").to_dict()
    ({'q': {'a': 0.75, 'b': 0.25}}, {'q': {'a': 0.5, 'b': 0.0}})
    """
    if leave_out is not None and leave_out not in runs.names:
        raise UsageError(
            f"there is no run `{leave_out}` to leave out",
            slug="unknown-run",
            hint=did_you_mean(leave_out, runs.names),
        )
    voices = len(runs.names) - (leave_out is not None)
    if not voices:
        raise UsageError("no system is left to ask what is relevant", slug="no-run")
    said = unit(runs, scores)
    if leave_out is not None:
        said = np.where(runs.run == runs.names.index(leave_out), 0.0, said)
    return _best_first(runs, said, voices)


def votes(runs: Rankings) -> Pool:
    """Count for each document the runs that retrieved it, most votes first. Cut the runs first: within(100).

    >>> from cranfield.collect.rankings import read_rankings
    >>> votes(read_rankings({"one": {"q": ["a", "b"]}, "two": {"q": ["b", "c"]}})).to_dict()
    {'q': {'b': 2.0, 'a': 1.0, 'c': 1.0}}
    """
    return _best_first(runs, np.ones(len(runs)), 1)


def pseudo_judgements(runs: Rankings, least: int) -> dict[str, dict[str, float]]:
    """Call relevant what at least so many runs retrieved, and the rest of what any run retrieved not relevant.

    No judge is asked, so this estimates recall in the sense of "what many systems find": it tells the systems apart that
    find little, and takes what one system alone finds for worthless. Sources: Soboroff, Nicholas & Cahan, SIGIR 2001;
    Spoerri, IP&M 43(4), 2007.

    >>> from cranfield.collect.rankings import read_rankings
    >>> pseudo_judgements(read_rankings({"one": {"q": ["a", "b"]}, "two": {"q": ["b", "c"]}}), 2)
    {'q': {'b': 1.0, 'a': 0.0, 'c': 0.0}}
    """
    if not 1 <= least <= len(runs.names):
        raise UsageError(
            f"of {count(len(runs.names), 'run')}, {least} cannot vote for a document", slug="bad-pool"
        )
    found = votes(runs).to_dict()
    return {
        topic: {document: float(given >= least) for document, given in documents.items()}
        for topic, documents in found.items()
    }


def _best_first(runs: Rankings, values: Floats, voices: int) -> Pool:
    keys, pair = np.unique(runs.key, return_inverse=True)
    summed: Floats = np.bincount(pair, weights=values, minlength=len(keys)) / voices
    topic, doc = np.divmod(keys, max(len(runs.docs), 1))
    order = np.lexsort((doc, -summed, topic))
    return Pool(runs.topics, runs.docs, topic[order], doc[order], summed[order])


class AutomaticADM(NamedTuple):
    """ADM of each run (row) in each topic (column) against the average of all runs, and without its own team.

    NaN: no run has documents for the topic.
    """

    together: Floats
    without: Floats


def automatic_adm(
    runs: Rankings, scores: Scores = "as-is", *, teams: Mapping[str, str] | None = None
) -> AutomaticADM:
    """Evaluate every run by ADM against what all systems say on average, and against what all others say.

        ADM = 1 - mean over documents that any run retrieved of |SRE - URE|

    The documents are the same for all runs, with and without leaving one out, so the numbers can be compared. Against
    the average of all S systems, each is pulled towards itself: every distance is (S - 1) / S of what it is against the
    others. That is one factor for all, so to leave each run out alone never changes their order. To leave out its whole
    team does, and is the more honest: the runs of a team are much alike.

    Table 1 of the ADM paper, where the three systems are each other's judges:

    >>> from cranfield.collect.rankings import read_rankings
    >>> runs = read_rankings({
    ...     "IRS1": {"q": {"d1": 0.9, "d2": 0.5, "d3": 0.5, "d4": 0.1, "d5": 0.2}},
    ...     "IRS2": {"q": {"d1": 1.0, "d2": 0.4, "d3": 0.6, "d5": 0.3}},
    ...     "IRS3": {"q": {"d1": 0.8, "d2": 0.6, "d3": 0.4, "d4": 0.2, "d5": 1.0}},
    ... })
    >>> found = automatic_adm(runs)
    >>> found.together.round(2).T, found.without.round(2).T
    (array([[0.94, 0.88, 0.82]]), array([[0.91, 0.82, 0.73]]))
    """
    names, team_of = teams_of(runs.names, teams)
    if len(names) < 2:
        raise UsageError(
            "one system alone, or one team, cannot say what is relevant",
            slug="no-run",
            hint="name several runs: the more systems, the better",
        )
    said = unit(runs, scores)
    keys, document = np.unique(runs.key, return_inverse=True)
    said_of = _Said(runs, said, document, keys // max(len(runs.docs), 1))
    voices = np.bincount(team_of, minlength=len(names))
    total: Floats = np.bincount(document, weights=said, minlength=len(keys)).astype(np.float64)
    # what the team of a run says of each of its documents, all runs of the team together
    span = np.int64(len(names))
    cells, cell = np.unique(document * span + team_of[runs.run], return_inverse=True)
    of_team = np.bincount(cell, weights=said, minlength=len(cells))
    others = (total[cells // span] - of_team) / (len(runs.names) - voices[cells % span])
    everything = said_of.per_topic(total, said_of.topic)
    own = np.zeros((len(names), len(runs.topics)))
    np.add.at(own, (cells % span, said_of.topic[cells // span]), of_team)
    without = (everything - own) / (len(runs.names) - voices)[:, None]
    return AutomaticADM(
        together=said_of.adm(everything[None, :] / len(runs.names), (total / len(runs.names))[document]),
        without=said_of.adm(without[team_of], others[cell]),
    )


class _Said(NamedTuple):
    """What the runs say, each row of a document; and the topic of each document."""

    runs: Rankings
    said: Floats
    document: Ints
    topic: Ints

    def per_topic(self, values: Floats, topic: Ints) -> Floats:
        return np.bincount(topic, weights=values, minlength=len(self.runs.topics)).astype(np.float64)

    def adm(self, everything: Floats, ure: Floats) -> Floats:
        """Average |SRE - URE|, given the UREs of all documents summed, and the URE of each row.

        A document that a system did not retrieve adds its URE, so all UREs are summed once, and corrected where the
        system did retrieve it.
        """
        shape = len(self.runs.names), len(self.runs.topics)
        cell = self.runs.run * shape[1] + self.runs.topic
        more = np.bincount(cell, weights=np.abs(self.said - ure) - ure, minlength=shape[0] * shape[1])
        size = self.per_topic(np.ones(len(self.topic)), self.topic)
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(size > 0, 1 - (everything + more.reshape(shape)) / size, np.nan)
