"""The program from its arguments to its exit code."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from cranfield.compat.trec_eval.asked import Asked, asked, columns
from cranfield.compat.trec_eval.options import Options, parse, usage
from cranfield.compat.trec_eval.quit import BAD_INPUT, CANNOT_CALCULATE, NO_TOPICS, QuitError
from cranfield.errors import CranfieldError

if TYPE_CHECKING:
    from cranfield.compat.trec_eval.judgements import ReadJudgements
    from cranfield.compat.trec_eval.printing import Evaluated
    from cranfield.compat.trec_eval.results import JudgedResults


class Case(NamedTuple):
    """Everything that was read, and which topics are to be evaluated (as numbers, in order)."""

    options: Options
    measures: list[Asked]
    judgements: ReadJudgements
    results: JudgedResults
    wanted: list[int]


def run(arguments: Sequence[str]) -> int:
    """Do what trec_eval does; return its exit code."""
    try:
        options = parse(arguments)
        if options.help or options.show_version:
            _tell(options)
            return 0
        for text in _output(options):
            _write(text)
    except QuitError as end:
        sys.stdout.flush()
        _complain(end.words)
        return end.code
    except CranfieldError as wrong:  # a parameter out of range, judges who contradict themselves
        _complain(f"trec_eval: {wrong}\n".encode("utf-8", "surrogateescape"))
        return BAD_INPUT
    return 0


def _tell(options: Options) -> None:
    from cranfield.compat.trec_eval.help import help_text, version

    if options.show_version:
        _complain(version(options).encode())
    else:
        _write(help_text(options))


def _write(text: str) -> None:
    sys.stdout.buffer.write(text.encode("utf-8", "surrogateescape"))


def _complain(words: bytes) -> None:
    sys.stderr.flush()
    sys.stderr.buffer.write(words)
    sys.stderr.buffer.flush()


def _output(options: Options) -> Iterator[str]:
    """Yield the lines; what goes wrong comes after those of the topics that went right."""
    measures = asked(options)
    if len(options.files) != 2:
        raise usage()
    if options.bad_format:
        raise QuitError(BAD_INPUT, options.bad_format)
    case = _read(options, measures)
    stumble = _first_stumble(case)
    told = _evaluated(case, case.wanted if stumble is None else case.wanted[: stumble[0]])
    yield from _lines(case, told, stumble)
    _remark(case)


def _read(options: Options, measures: list[Asked]) -> Case:
    from cranfield.compat.trec_eval.judgements import read_judgements
    from cranfield.compat.trec_eval.results import judge_results

    judgements = read_judgements(options.files[0], options)
    results = judge_results(options.files[1], judgements.qrels, options)
    return Case(options, measures, judgements, results, _wanted(options, judgements, results))


def _wanted(options: Options, judgements: ReadJudgements, results: JudgedResults) -> list[int]:
    """Choose the topics: version 9 goes through those of the results, 10 through those that have judgements."""
    answered = results.answered.tolist()
    wanted = [number for number, there in enumerate(answered) if there or options.tenth]
    if options.only is None:
        return wanted
    only = options.only.encode("utf-8", "surrogateescape")
    return [number for number in wanted if judgements.qrels.topics.raw(number) == only]


def _first_stumble(case: Case) -> tuple[int, bytes] | None:
    """Return how many topics go well before one that ends the program, and what is said of it."""
    first = next((each.entry.name for each in case.measures if each.entry.looks_at_documents), None)
    cannot = f"trec_eval: Can't calculate measure '{first}'\n".encode()
    wrong = _wrong_format(case)
    topics, answered = case.judgements.qrels.topics, case.results.answered.tolist()
    sound = wrong is None and not case.results.twice and not case.judgements.twice
    looked_at = case.wanted[:1] if sound and not case.options.tenth else case.wanted
    for place, number in enumerate(looked_at):
        if case.options.tenth and not case.options.complete and not answered[number]:
            return place, b"trec_eval: result qid '" + topics.raw(number) + b"' not found in qrels\n"
        said = None if first is None else wrong or _twice(case, topics.raw(number))
        if said is None and first and place == 0 and _never_judged(case, number):
            said = b""
        if said is not None:
            return place, said + cannot
    return None


def _twice(case: Case, topic: bytes) -> bytes | None:
    if topic in case.results.twice:  # without a line feed, as trec_eval prints it
        return b"trec_eval.form_res_qrels: duplicate docs " + case.results.twice[topic]
    if topic in case.judgements.twice:
        return b"trec_eval.form_res_rels: duplicate docs " + case.judgements.twice[topic] + b"\n"
    return None


def _wrong_format(case: Case) -> bytes | None:
    """Say so when a measure asks for judgements in another format than the file has."""
    formats = {"qrels": ("qrels",), "prefs": ("prefs", "qrels_prefs"), "qrels_jg": ("qrels_jg",)}
    for entry, _ in case.measures:
        fitting = formats[entry.judgements]
        if entry.looks_at_documents and case.options.qrels_format not in fitting:
            return f"trec_eval: {entry.name}: rel_info format not {' or '.join(fitting)}\n".encode()
    return None


def _never_judged(case: Case, number: int) -> bool:
    """Tell whether a topic has negative grades only, which trec_eval does not survive at its first topic."""
    qrels = case.judgements.qrels
    of_topic = qrels.grades[qrels.starts[number] : qrels.starts[number + 1]]
    return case.options.qrels_format == "qrels" and bool((of_topic < 0).all())


def _evaluated(case: Case, shown: list[int]) -> Evaluated:
    from cranfield.compat.trec_eval.printing import Evaluated
    from cranfield.compat.trec_eval.values import as_evaluated, values, words

    options, results = case.options, case.results
    wanted = columns(case.measures, options)
    judged = as_evaluated(results.judged, results.answered, options)
    named = options.per_topic or options.zscores  # else nobody asks what a topic is called
    return Evaluated(
        columns=wanted,
        table=values(wanted, judged, results.answered, options),
        topics=list(case.judgements.qrels.topics) if named else [],
        shown=shown,
        words=words(wanted, judged, results.answered) if options.per_topic else {},
        tag=results.tag.decode("utf-8", "surrogateescape"),
        num_topics=judged.num_topics if options.complete else len(shown),
        above_zero=case.judgements.above_zero,
    )


def _lines(case: Case, told: Evaluated, stumble: tuple[int, bytes] | None) -> Iterator[str]:
    from cranfield.compat.trec_eval.printing import summary_lines, topic_lines
    from cranfield.compat.trec_eval.zscores import read_norms

    options = case.options
    norms = read_norms(options.zscores) if options.zscores else None
    if options.per_topic:
        yield from topic_lines(told, norms)
    if stumble is not None:
        raise QuitError(CANNOT_CALCULATE, stumble[1])
    if not case.wanted:
        raise QuitError(NO_TOPICS, "trec_eval: No queries with both results and relevance info\n")
    if options.summary:
        yield from summary_lines(told, norms, options)


def _remark(case: Case) -> None:
    """Say where trec_eval would have crashed, printed nan, or printed a number that is wrong."""
    from cranfield.compat.trec_eval.remarks import remarks

    for remark in remarks(case):
        _complain(f"cranfield-trec-eval: note: {remark}\n".encode("utf-8", "surrogateescape"))
