"""Draw all plots into docs/gallery, and write its page: python docs/gallery/make_gallery.py, or make gallery.

python docs/gallery/make_gallery.py table4.csv     also figures 5 to 7 of the PRES paper from its own table 4: 48 rows
                                                   under the heading run,map,recall,pres
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from samples import (
    COMMANDS,
    EDGES,
    LIST,
    STEPS,
    TOPIC_1,
    TREE,
    Sample,
    large,
    scores,
    small,
    table_1,
    table_2a,
    three,
    worse_and_worse,
)

import cranfield as cf
from cranfield.compare.agree import read_means
from cranfield.report.plots.plot import Plot
from cranfield.report.plots.register import NAMES, Kind, find

_TABLE_4 = "table-4"
_PLACES = re.compile(r'\b(?:d|transform|x|y|x1|x2|y1|y2|cx|cy|r|width|height)="[^"]*"')
_DECIMALS = re.compile(r"-?\d+\.\d{3,}")
HERE = Path(__file__).resolve().parent
INTRODUCTION = """\
# Gallery

One call, one figure: `cf.plot.<name>(...)` in Python, `cranfield plot <name> ...` on the command line. It takes the extra
`report`: `pip install 'cranfield[report]'`. The ending of the file chooses the format: `.svg`, `.png`, `.pdf`, `.html` (with
tooltips, works offline) or `.json` (Vega-Lite). `--dark` is for slides, `--width 240` for a narrow column.

    >>> import cranfield as cf
    >>> plot = cf.plot.discounts(k=3)
    >>> plot.data.curves[1].weights[1]
    0.6309297535714575
    >>> plot.save("discounts.svg")

`plot.data` are the numbers that are drawn, `plot.spec()` the Vega-Lite specification, `plot.chart()` an altair chart to change
as you like. In a notebook a plot shows itself. `cranfield plot --list` says what can be set for each plot.

Every figure here is drawn by [`make_gallery.py`](make_gallery.py) (`make gallery`), from simulated campaigns, and from worked
examples of the papers. The commands are for the campaign of `cranfield demo --keep campaign`.
"""
ENDING = """\
# Left out

The grid of relevance by retrieval of Mizzaro's figure 1, the Venn diagram of the lectures and their sketches of clusters show
no data, and are not drawn.
"""

SAMPLES: dict[str, list[Sample]] = {
    "sorted": [
        Sample("sorted", lambda: cf.plot.sorted(large(), by="PRES@200"), "48 simulated systems."),
        Sample("sorted-table-4", lambda means: cf.plot.sorted(means, by="pres"), "The paper's own numbers (table 4). Its figure shows these three lines, recall on top and MAP far below: so does ours."),
    ],
    "bump": [
        Sample("bump", lambda: cf.plot.bump(large()), "48 simulated systems."),
        Sample("bump-table-4", lambda means: cf.plot.bump(means, highlight=["R12", "R18", "R21"]), "The paper's own numbers. It speaks of R12, R18 and R21: R12 is 19th by MAP, 28th by PRES, 24th by recall, and R21 first by all three, as ours shows."),
        Sample("bump-few", lambda: cf.plot.bump(scores("RR P@5 AP R@100")), "With few systems all are named."),
    ],
    "agreement": [
        Sample("agreement", lambda: cf.plot.agreement(large()), "48 simulated systems, by Wilcoxon tests."),
        Sample("agreement-table-4", lambda means: cf.plot.agreement(means, by="mean"), "The paper's own numbers, by the greater mean: it did not publish values by topic, on which its tests are. Both find that the three agree about most pairs, that PRES sides with recall rather than with MAP, and that MAP and recall agree against PRES about 1 % of the pairs."),
    ],
    "cutoffs": [
        Sample("cutoffs", lambda: cf.plot.cutoffs(small().qrels, three(), by="measure"), "The paper has these three panels for three of its runs: MAP hardly gains with the number of documents looked at, recall and PRES do. Its runs were not published; these are simulated, and show the same."),
        Sample("cutoffs-runs", lambda: cf.plot.cutoffs(small().qrels, three()), "The same numbers, run by run."),
    ],
    "judged": [
        Sample("judged", lambda: cf.plot.judged(small().qrels, small().runs, k=200), "All systems gave their first 30 documents to the judges. Behind these, only what another system had found was judged."),
    ],
    "steps": [
        Sample("steps-rnorm", lambda: cf.plot.steps(ranks=[2, 4, 5, 9, 14], n=5, collection=25), "Figure 1: Rnorm in a collection of 25 documents. The numbers of the paper's drawing are not printed; the construction is the same."),
        Sample("steps-rnorm-large", lambda: cf.plot.steps(ranks=[10, 12, 14], n=6, collection=50_000), "Figure 2: in a large collection with missing documents at its end, Rnorm is almost recall: 3 of 6 found give 0.4999, as the paper says (49.99 %)."),
        Sample("steps-pres", lambda: cf.plot.steps(ranks=[1, 98, 99, 100], n=4, k=100), "Figure 3, with system 4 of the paper's tables: PRES 0.28, as printed, although recall is 1."),
        Sample("steps-pres-few", lambda: cf.plot.steps(ranks=[2, 3, 5, 6, 9], n=14, k=10), "Figure 9: with more relevant documents than ranks, the grey part is out of reach, and PRES cannot be 1."),
    ],
    "pres_family": [
        Sample("pres_family", cf.plot.pres_family, "Figure 4: for each recall a straight line, which is what the formula says; and for one relevant document PRES falls evenly, while RR drops from 1 to 0.5 at rank 2."),
    ],
    "square": [
        Sample("square", lambda: cf.plot.square(*table_1(), sectors="none"), "Figures 2 and 3, with table 1: ADM 0.9, 0.8 and 0.82. The paper prints .9, .8 and .8, the last with one digit."),
        Sample("square-quarters", lambda: cf.plot.square(*table_1("IRS1"), sectors="quarters"), "Figure 4: the contingency table as quarters of the square."),
        Sample("square-table-2", lambda: cf.plot.square(*table_2a(), sectors="quarters"), "Figure 5: three systems that hardly differ, and fall into different quarters. ADM 0.8333, 0.8333, 0.8267; the paper prints .83, .83, .826."),
        Sample("square-band", lambda: cf.plot.square(*table_1(), sectors="band"), "Figure 6: the band in which documents count as right. The paper numbers nine sectors; its lines make ten."),
    ],
    "precision_recall": [
        Sample("precision_recall", lambda: cf.plot.precision_recall(*TOPIC_1), "Rankings A and B of the lectures: AP 0.775 and 0.5212, as on the slides (.78, .52). The interpolated area is 0.8222 where the slide has .82, the mean of 11 points."),
    ],
    "recall_curves": [
        Sample("recall_curves", lambda: cf.plot.recall_curves(small().qrels, small().runs), "The slides average two topics of two systems, whose curves cross at high recall; these systems are simulated, and do not."),
    ],
    "eprum": [
        Sample("eprum", worse_and_worse, "29 simulated topics of small trees. As in the paper, the perfect run is 1 everywhere, more moves make a run worse, and EP/GR lies below EPRUM. In the paper the worst runs (m from 0.7 on) are near 0 under EP/GR from a recall of 0.6 on, and not under EPRUM; here EP/GR gets there at 0.9, and EPRUM is little above it."),
    ],
    "gains": [
        Sample("gains", lambda: cf.plot.gains(small().qrels, small().runs), "The slides show one list and its ideal; the table of these slides is wrong in all 30 cells, see [the lectures](../seeds/lectures.md)."),
    ],
    "discounts": [
        Sample("discounts", cf.plot.discounts, "The slides discuss the discount in words; the lines are the formulas."),
    ],
    "f_curves": [
        Sample("f_curves", lambda: cf.plot.f_curves(scores("P@20 R@20")), "The slides compare systems in this plane. On one line F is the same."),
        Sample("f_curves-beta", lambda: cf.plot.f_curves(beta=2), "With beta = 2 the lines lean towards recall."),
    ],
    "navigation": [
        Sample("navigation", lambda: cf.plot.navigation(edges=EDGES), "From x the paper computes 0.536 for y and 0.7 for z; so does ours. The 0.12 is in its text only."),
    ],
    "reach": [
        Sample("reach", lambda: cf.plot.reach(table=LIST), "All users have seen a after three ranks, and 64 % have seen b: the paper's scenarios without b sum to 36 %."),
    ],
    "session": [
        Sample("session", lambda: cf.plot.session(parents=TREE, ideals="bfgh", steps=STEPS), "F is 0, 1, 2, 2, 4, as in the paper, which by a slip calls the last one F4."),
    ],
    "differences": [
        Sample("differences", lambda: cf.plot.differences(scores("nDCG@10"), run="oak", baseline="fir"), "Of two systems the better one is not better everywhere."),
    ],
    "topics": [Sample("topics", lambda: cf.plot.topics(scores("nDCG@10")), "Topics differ more than systems do.")],
    "heatmap": [
        Sample("heatmap", lambda: cf.plot.heatmap(large(), measure="AP"), "Columns that are dark throughout are easy topics."),
    ],
    "p_matrix": [
        Sample("p_matrix", lambda: cf.plot.p_matrix(scores("nDCG@10")), "With few systems p is written into the cells."),
        Sample("p_matrix-many", lambda: cf.plot.p_matrix(large(), measure="AP"), "With many, the pale diagonal shows how far apart two systems have to be."),
    ],
    "intervals": [
        Sample("intervals", lambda: cf.plot.intervals(scores("AP nDCG@10")), "Intervals of means overlap although systems differ on the same topics."),
        Sample("intervals-baseline", lambda: cf.plot.intervals(scores("AP nDCG@10"), baseline="ash"), "Those of differences tell."),
    ],
    "power": [
        Sample("power", lambda: cf.plot.power(scores("nDCG@10")), "A difference of 0.02 asks for hundreds of topics."),
    ],
    "strips": [
        Sample("strips", lambda: cf.plot.strips(small().qrels, small().runs, topic="101", k=40), "Four runs on one topic."),
        Sample("strips-lectures", lambda: cf.plot.strips(*TOPIC_1), "Rankings A and B of the lectures."),
    ],
    "beads": [
        Sample("beads", lambda: cf.plot.beads(small().qrels, small().runs, topic="101", reference="oak"), "The further systems differ, the more the colours are mixed."),
    ],
    "lorenz": [
        Sample("lorenz", lambda: cf.plot.lorenz(small().qrels, small().runs, k=20, collection=2000), "Simulated topics ask for documents at random, so that curves are alike."),
    ],
}  # fmt: skip


def page() -> str:
    """Write the page: all plots, each with its pictures."""
    contents = " · ".join(f"[{name}](#{name})" for name in NAMES)
    return "\n".join([INTRODUCTION, contents, "", *(_entry(find(name)) for name in NAMES), ENDING])


def _entry(kind: Kind) -> str:
    lines = [f"## `{kind.name}`", "", kind.__doc__, "", f"First drawn: {kind.figure}.", ""]
    command = COMMANDS[kind.name]
    lines += [f"    {' '.join(f'cranfield plot {kind.name} {command} -o {kind.name}.svg'.split())}", ""]
    for sample in SAMPLES[kind.name]:
        lines += [f"![{sample.file}]({sample.file}.svg)", "", sample.told, ""]
    return "\n".join(lines)


def draw() -> None:
    """Draw all samples."""
    for samples in SAMPLES.values():
        for sample in samples:
            if not sample.file.endswith(_TABLE_4):
                _write(sample.file, sample.make())


def _write(file: str, plot: Plot) -> None:
    target = HERE / f"{file}.svg"
    target.write_text(small_svg(plot.rendered("svg").decode("utf-8")), encoding="utf-8")
    print(f"{target.name}: {target.stat().st_size:,} bytes")


def small_svg(svg: str) -> str:
    """Round places to hundredths of a point, which nobody sees; no text is touched."""

    def rounded(attribute: re.Match[str]) -> str:
        return _DECIMALS.sub(lambda found: f"{float(found[0]):.2f}".rstrip("0").rstrip("."), attribute[0])

    return _PLACES.sub(rounded, svg) + "\n"


def table_4(path: Path) -> None:
    """Draw figures 5 to 7 of the PRES paper from its own numbers."""
    means = read_means(str(path), ["map", "pres", "recall"])
    for samples in SAMPLES.values():
        for sample in samples:
            if sample.file.endswith(_TABLE_4):
                _write(sample.file, sample.make(means))


if __name__ == "__main__":
    draw()
    if sys.argv[1:]:
        table_4(Path(sys.argv[1]))
    (HERE / "README.md").write_text(page(), encoding="utf-8")
