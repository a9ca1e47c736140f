"""Users: costs from files, settings that mean nothing, graded gains, and that many topics cost little."""

from __future__ import annotations

import math
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cranfield as cf
from cranfield.errors import UsageError
from cranfield.measure import example, find, parse
from cranfield.measure.families.users import walk as walking
from cranfield.measure.families.users.models import REACH, READ_BY, STATIC, Model, User
from cranfield.measure.families.users.walk import walk
from tests.measure.drawn import PATIENT, TOPICS, Drawn, judged
from tests.measure.promises import TOLERANCE, bounded, promotions, same, topics_apart, value
from tests.oracles.users import rbp as textbook_rbp

# The four rankings of the Webis lecture: relevant ranks, n, and RBP at p = 0.8 from the specification.
WEBIS = {
    "A": ([1, 3, 4, 5, 6, 10], 6, 0.604700),
    "B": ([2, 5, 6, 7, 9, 10], 6, 0.420283),
    "C": ([1, 6, 10], 3, 0.292380),
    "D": ([2, 5, 7], 3, 0.294349),
}


@pytest.mark.parametrize("ranking", WEBIS)
def test_rbp_of_the_lectures_rankings(ranking: str) -> None:
    ranks, n, expected = WEBIS[ranking]
    assert find("RBP")(p=0.8).values(example(ranks=ranks, n=n))[0] == pytest.approx(expected, abs=5e-7)


@PATIENT
@given(topic=TOPICS, p=st.sampled_from([0.3, 0.8]))
def test_the_residual_of_rbp_has_two_names(topic: Drawn, p: float) -> None:
    """Also where nothing is relevant, to about p^1000."""
    one, other = find("Residual")(model="RBP", p=p, of="EU"), find("RBPResidual")(p=p)
    assert value(one, topic) == pytest.approx(value(other, topic), abs=1e-9)


def test_a_search_for_nothing_takes_its_time() -> None:
    nothing = example([0, 0, None])
    values = [
        bound.values(nothing)[0] for bound in parse("ED(model='RR')@7 ETC(model='RR', cost=2)@7 EU ETU")
    ]
    assert values == pytest.approx([7, 14, np.nan, np.nan], nan_ok=True)


def test_rbp_of_trec_covid_is_graded() -> None:
    [bound] = parse("RBP(p=0.5, top=2)")
    assert bound.values(example([2, 1, 0, 2]))[0] == 0.5 * (1 + 0.5 * 0.5 + 0.125)


@PATIENT
@given(topic=TOPICS, top=st.sampled_from([1, 2, 3]), k=st.sampled_from([None, 3]))
def test_graded_rbp_keeps_what_rbp_promises(topic: Drawn, top: float, k: int | None) -> None:
    """With `rel` at the lowest grade there is; the traits are tested for relevance that is binary."""
    bound = find("RBP")(top=top, rel=1, k=k)
    expected = textbook_rbp(topic.documents, topic.judgements, top=top, k=k)
    assert same(value(bound, topic), expected)
    assert bounded(bound, topic)
    graded = find("EU")(top=top)
    assert all(
        value(bound, better) >= value(bound, topic) - TOLERANCE
        for better in promotions(graded, topic)
        if not math.isnan(value(bound, topic))
    )


@PATIENT
@given(topic=TOPICS, p=st.sampled_from([0.3, 0.8, 0.95]))
def test_rbp_and_its_residual_are_lower_and_upper_bound(topic: Drawn, p: float) -> None:
    """Whatever unjudged documents and those below turn out to be."""
    hits = judged(topic)
    perfect = topic.ranked(1 if grade is None or grade < 0 else grade for grade in topic.ranking)
    all_the_rest = perfect.ranked([*perfect.ranking, *[1] * 400])
    rbp, residual = find("RBP").function, find("RBPResidual").function
    upper = rbp(judged(all_the_rest), p=p)[0]
    assert rbp(hits, p=p)[0] + residual(hits, p=p)[0] == pytest.approx(upper, abs=1e-8)


@PATIENT
@given(topic=TOPICS)
def test_users_are_the_measures_that_they_are_named_after(topic: Drawn) -> None:
    # All relevant documents retrieved: AP's user cannot wait for others.
    topic = Drawn(topic.ranking, tuple(grade for grade in topic.missed if grade < 1))
    for user, name in {
        "EU(model='P')@7": "P@7",
        "EU(model='RBP')": "RBP",
        "EU(model='AP')": "AP",
        "EU(model='INST', T=2)": "INST(T=2)",
        "EU(model='INSQ', T=2)@9": "INSQ(T=2)@9",
        "EU(model='BPM-static', T=2, budget=8)": "BPM(T=2)@8",
        "Residual(model='RBP', of='EU')": "RBPResidual",
    }.items():
        [of_a_user], [plain] = parse(user), parse(name)
        expected = value(plain, topic)
        if not math.isnan(value(of_a_user, topic)):
            assert value(of_a_user, topic) == pytest.approx(expected, abs=1e-12), user
    assert same(value(parse("EU(model='RR')")[0], topic), value(find("RR")(), topic))


@pytest.mark.parametrize("model", REACH)
@PATIENT
@given(topic=TOPICS, k=st.sampled_from([1, 5, 60]))
def test_totals_are_rates_times_depth(model: Model, topic: Drawn, k: int) -> None:
    seen = walk(judged(topic), User(model, k=k, cost=3))
    assert seen.cost[0] == pytest.approx(3 * seen.depth[0])
    assert 1 <= seen.depth[0] <= k + TOLERANCE
    assert 0 <= seen.utility[0] <= seen.depth[0] + TOLERANCE


@pytest.mark.parametrize("model", REACH)
def test_topics_taken_some_at_a_time_are_the_same_topics(
    model: Model, monkeypatch: pytest.MonkeyPatch
) -> None:
    random = np.random.default_rng(5)
    topics = [Drawn(tuple(random.choice([0, 1, 1, 2], size=8).tolist())) for _ in range(11)]
    whole = walk(judged(*topics), User(model, k=12))
    monkeypatch.setattr(walking, "_CELLS", 40)
    parts = walk(judged(*topics), User(model, k=12))
    np.testing.assert_array_equal(whole, parts)


@pytest.mark.parametrize(
    "name, read_by",
    [("EU(model='P', p=0.3)", "'RBP'"), ("ED(model='RBP', T=2)", "'INST'"), ("ETU(model='U', halflife=9)", "'TBG'"),
     ("ETC(model='TBG', L=9)", "'U'"), ("Residual(hb=2)", "'BPM-dynamic'"), ("EU(budget=3)", "'BPM-static'"),
     ("NERR9(p=0.5)", "'NERR10'")],
)  # fmt: skip
def test_what_a_user_does_not_look_at_is_refused(name: str, read_by: str) -> None:
    with pytest.raises(UsageError, match="does not look at") as refused:
        parse(name)[0].values(example([1]))
    assert refused.value.slug == "measure-parameter"
    assert read_by in (refused.value.hint or "")


def test_every_setting_is_read_by_the_models_that_say_so() -> None:
    hits = example([1, 0, 1, 0, 1, 0])
    others: dict[str, Any] = {
        "p": 0.5,
        "T": 1,
        "budget": 1,
        "hb": 9,
        "hc": 9,
        "middle": 9,
        "halflife": 1,
        "L": 3,
    }
    assert others.keys() == READ_BY.keys()
    for name, models in READ_BY.items():
        for model in models:
            settings: dict[str, Any] = {"k": 9, "top": 2, **({"T": 3} if model in READ_BY["T"] else {})}
            usual, told = User(model, **settings), User(model, **settings | {name: others[name]})
            assert not np.array_equal(walk(hits, usual), walk(hits, told)), (name, model)


def written(path: Path, text: str) -> str:
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_costs_by_rank(tmp_path: Path) -> None:
    costs = written(tmp_path / "c.csv", "rank,cost\n1,5\n3,2.5\n1000000000,7\n")
    found = find("ETC").function(example([0, 0, 1]), model="RR", cost=2, costs=costs)
    assert found[0] == 5 + 2 + 2.5
    per_document = parse(f"EC(model='RR', cost=2, costs='{costs}')")[0]
    assert per_document.values(example([0, 0, 1]))[0] == (5 + 2 + 2.5) / 3


def test_costs_by_document(tmp_path: Path) -> None:
    # By hand, documents are called d1, d2, ...; the second is unjudged, and so not known by name.
    costs = written(tmp_path / "c.csv", "document,cost\nd3,2.5\nd2,9\nd1,5\n")
    reached: dict[str, list[float]] = {"RR": [1, 1, 1], "RBP": [1, 0.5, 0.25]}
    for model, reach in reached.items():
        told = {"p": 0.5} if model == "RBP" else {}
        with pytest.warns(cf.CranfieldWarning, match="names 1 document that nobody judged.*: `d2`"):
            found = find("ETC").function(example([0, None, 1]), model=model, k=3, cost=2, costs=costs, **told)
        assert found[0] == reach[0] * 5 + reach[1] * 2 + reach[2] * 2.5


def test_costs_reach_a_whole_evaluation(tmp_path: Path) -> None:
    costs = written(tmp_path / "c.csv", "document,cost\nénorme,10\nsmall,1\n")
    qrels = {"q": {"énorme": 0, "small": 1}}
    runs = {"good": {"q": ["small", "énorme"]}, "bad": {"q": ["énorme", "small"]}}
    scores = cf.evaluate(qrels, runs, f"ETC(model='RR', costs='{costs}')")
    assert [scores.mean(run, scores.measures[0]) for run in ("good", "bad")] == [1, 11]


@pytest.mark.parametrize("name", ["ETC(model='RR', costs='{}')", "TBG(lengths='{}')", "UMeasure(costs='{}')"])
def test_costs_of_unjudged_documents_are_told_of_once(name: str, tmp_path: Path) -> None:
    costs = written(tmp_path / "c.csv", "document,cost\na,1\nu,10\nv,10\n")
    qrels, runs = {"q": {"a": 1}}, {"one": {"q": ["a"]}, "other": {"q": {"a": 2}}}
    with pytest.warns(
        cf.CranfieldWarning, match="names 2 documents that nobody judged.*: `u`, `v`"
    ) as caught:
        cf.evaluate(qrels, runs, name.format(costs), threads=1)
    assert len(caught) == 1


def test_costs_are_read_again_when_the_file_changes(tmp_path: Path) -> None:
    costs = written(tmp_path / "c.csv", "document,cost\nd1,5\n")
    hits = example([1])
    etc = find("ETC").function
    assert etc(hits, model="P", k=1, costs=costs)[0] == 5
    written(tmp_path / "c.csv", "document,cost\nd1,6\n")
    os.utime(costs, ns=(1, 1))
    assert etc(hits, model="P", k=1, costs=costs)[0] == 6


@pytest.mark.parametrize(
    "text, told",
    [
        ("", "neither of the columns"),
        ("d1,5\n", "neither of the columns"),
        ("document,cost\nd1,5,6\n", ":2: the file has 3 columns instead of 2"),
        ("document,cost\nd1,5\n\nd2,much\n", ":4: the file has no number from 0 but `much`"),
        ("document,cost\nd1,-1\n", ":2: the file has no number from 0 but `-1`"),
        ("document,cost\nd1,nan\n", ":2: the file has no number from 0 but `nan`"),
        ("document,cost\nd1,inf\n", ":2: the file has no number from 0 but `inf`"),
        ("document,cost\nd1,1\nd1,2\n", ":3: the file names a document twice: d1"),
        ("rank,cost\n0,1\n", ":2: the file has no rank from 1 but `0`"),
        ("rank,cost\nfirst,1\n", ":2: the file has no rank from 1 but `first`"),
        ("rank,cost\n7,1\n07,2\n", ":3: the file names a rank twice: 07"),
    ],
)
def test_a_bad_file_of_costs_is_refused(text: str, told: str, tmp_path: Path) -> None:
    costs = written(tmp_path / "c.csv", text)
    with pytest.raises(UsageError) as refused:
        find("ETC").function(example([1]), costs=costs)
    assert told in refused.value.message
    assert refused.value.slug == "measure-parameter"


def test_a_missing_file_of_costs_is_refused(tmp_path: Path) -> None:
    for name in ("none.csv", "."):
        with pytest.raises(UsageError, match="cannot be read"):
            find("ETC").function(example([1]), costs=str(tmp_path / name))


def test_lengths_for_tbg_are_by_document(tmp_path: Path) -> None:
    ranks = written(tmp_path / "r.csv", "rank,words\n1,5\n")
    with pytest.raises(UsageError, match="about ranks"):
        find("TBG").function(example([1]), lengths=ranks)


def test_lengths_move_what_is_below_a_long_document(tmp_path: Path) -> None:
    lengths = written(tmp_path / "l.csv", "document,words\nd1,1000\nd2,100\n")
    found = find("TBG").function(example([0, 1, 1]), lengths=lengths, words=0, halflife=100)[0]
    second = 4.4 + 0.39 * (18 + 7.8)
    third = second + 4.4 + 0.64 * (1.8 + 7.8)
    assert found == pytest.approx(0.4928 * (2 ** (-second / 100) + 2 ** (-third / 100)))


def test_characters_by_document_for_the_u_measure(tmp_path: Path) -> None:
    costs = written(tmp_path / "c.csv", "document,characters\nd1,300\nd3,100\n")
    found = find("UMeasure").function(example([1, None, 1]), costs=costs, L=1000)[0]
    assert found == pytest.approx((1 - 0.3) + (1 - 0.3 - 0.2 - 0.1))


@pytest.mark.filterwarnings("ignore:.*nobody judged:cranfield.CranfieldWarning")
@PATIENT
@given(topics=st.lists(TOPICS, min_size=2, max_size=4))
def test_topics_are_measured_apart_with_lengths_of_documents(
    topics: list[Drawn], tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.getbasetemp() / "lengths.csv"
    if not path.exists():
        written(path, "document,words\n" + "".join(f"d{rank},{rank / 7}\n" for rank in range(1, 26)))
    for name in (f"TBG(lengths='{path}')", f"UMeasure(costs='{path}')", f"ETC(costs='{path}')"):
        assert topics_apart(parse(name)[0], topics), name


@pytest.mark.parametrize(
    "wrong",
    [
        "RBP(p=0)", "RBP(p=1)", "RBPResidual(p=1.5)", "RBP(top=0)", "INST(T=0.4)", "INSQ(T=0)", "INST(top=-1)",
        "EU(cost=0)", "UMeasure(cost=-3)", "TBG(words=-5)", "TBG(halflife=0)", "UMeasure(cost=1e13)", "UMeasure(L=0)", "EU(model='TBG', halflife=-1)", "BPM(T=0)@3",
    ],
)  # fmt: skip
def test_settings_that_mean_nothing_are_refused(wrong: str) -> None:
    with pytest.raises(UsageError) as refused:
        parse(wrong)[0].values(example([1]))
    assert refused.value.slug == "measure-parameter"


def test_nobody_reads_on_for_ever() -> None:
    with pytest.raises(UsageError, match="rank 1,000,000 at most") as refused:
        parse("EU@1000001")[0].values(example([1]))
    assert refused.value.slug == "measure-cutoff"


def test_static_users_are_followed_over_a_million_ranks_of_thousands_of_topics() -> None:
    """Only hits are looked at: a table of all ranks of all topics would not fit into memory."""
    hits = judged(*[Drawn((0, 1))] * 3000)
    at_the_second: dict[Model, float] = {"P": 1, "RBP": 0.8, "INSQ": (2 / 3) ** 2, "SDCG": 1 / math.log2(3)}
    assert at_the_second.keys() == STATIC
    for model, reach in at_the_second.items():
        seen = walk(hits, User(model, k=1_000_000))
        np.testing.assert_allclose(seen.utility, reach)
