"""trec_eval's command line where nobody recorded its output: options, exit codes, and where ours is the better one."""

from __future__ import annotations

import gzip
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import environment
from tests.compat.trec_eval.conftest import TrecEval

QRELS = "1 0 a 1\n1 0 b 0\n1 0 c 2\n2 0 d 1\n2 0 e -1\n3 0 f 1\n"
RUN = "1 Q0 b 1 3 tag\n1 Q0 a 2 2 tag\n1 Q0 x 3 1 tag\n2 Q0 d 1 1 tag\n9 Q0 z 1 1 tag\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "qrels").write_text(QRELS)
    (tmp_path / "run").write_text(RUN)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("CRANFIELD_TREC_EVAL", raising=False)
    return tmp_path


def values(out: str) -> dict[tuple[str, str], str]:
    lines = (line.split("\t") for line in out.splitlines())
    return {(name.rstrip(), topic): value for name, topic, value in lines}


MAP = "map                   \tall\t0.6250\n"


@pytest.mark.parametrize(
    "arguments",
    [
        "-m map qrels run",
        "qrels run -m map",
        "-mmap qrels run",
        "--measure=map qrels run",
        "--measure map qrels run",
        "--meas map qrels run",
        "qrels -m map -- run",
        "-o -T trec_results -D 5 -m map qrels run",
        "--compat 9.0.8 -m map qrels run",
        "-m map.5 qrels run",
    ],
)
def test_options_come_in_any_of_the_ways_of_getopt(trec_eval: TrecEval, arguments: str) -> None:
    assert trec_eval(*arguments.split()) == (0, MAP, "")


def test_of_several_parameters_the_first_counts_and_a_bare_name_has_none(trec_eval: TrecEval) -> None:
    assert values(trec_eval("-m", "P.2", "-m", "P.1", "qrels", "run").out).keys() == {("P_2", "all")}
    assert values(trec_eval("-m", "P", "-m", "P.1", "qrels", "run").out).keys() == {("P_1", "all")}


def test_measures_are_printed_in_its_order(trec_eval: TrecEval) -> None:
    out = trec_eval("-m", "unj", "-m", "ndcg", "-m", "map", "-c", "--compat", "10.0", "qrels", "run").out
    assert [name for name, _ in values(out)] == ["map", "ndcg", "unj_5", "unj_10", "unj_20"]


def test_without_a_summary_and_without_topics_nothing_is_left(trec_eval: TrecEval) -> None:
    assert trec_eval("-n", "qrels", "run") == (0, "", "")


def test_one_topic_is_chosen(trec_eval: TrecEval) -> None:
    out = trec_eval("-q", "-D", "1.2", "-m", "map", "qrels", "run").out
    assert values(out) == {("map", "2"): "1.0000", ("map", "all"): "1.0000"}


def test_c_counts_topics_without_results_as_0(trec_eval: TrecEval) -> None:
    nine = values(trec_eval("-c", "-q", "-m", "map", "-m", "num_q", "qrels", "run").out)
    ten = values(trec_eval("-c", "-q", "-m", "map", "-m", "num_q", "--compat=10.0", "qrels", "run").out)
    assert nine["map", "all"] == ten["map", "all"] == "0.4167"
    assert nine["num_q", "all"] == ten["num_q", "all"] == "3"
    assert ("map", "3") not in nine
    assert ten["map", "3"] == "0.0000"


def test_the_version_may_come_from_the_environment(
    trec_eval: TrecEval, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CRANFIELD_TREC_EVAL", "10.0")
    assert trec_eval("qrels", "run").code == 4
    assert trec_eval("--compat", "9.0.8", "qrels", "run").code == 0


@pytest.mark.parametrize(
    "arguments, code, said",
    [
        ("-m nosuch qrels run", 1, "trec_eval: illegal measure 'nosuch'\n"),
        ("-m ndcg_cut_10 qrels run", 1, "'ndcg_cut_10'\nhint: cut-offs stand behind a dot: ndcg_cut.10\n"),
        ("-m nDCG@10 qrels run", 1, "'nDCG@10'\n"),
        ("-m ndcg@10 qrels run", 1, "hint: cut-offs stand behind a dot: ndcg_cut.10\n"),
        ("-m bperf qrels run", 1, "'bperf'\nhint: did you mean"),
        ("-m rbp qrels run", 1, "trec_eval: illegal measure 'rbp'\n"),
        ("-m map. qrels run", 1, "trec_eval: improper measure in parameter 'map.'\n"),
        ("--nonsense qrels run", 1, "trec_eval: option --nonsense not recognized"),
        ("-m", 1, "trec_eval: option -m requires argument"),
        ("qrels", 1, "Usage: trec_eval"),
        ("qrels run run", 1, "Usage: trec_eval"),
        ("--compat 8 qrels run", 1, "no version `8`"),
        ("-m P.0 qrels run", 2, "trec_eval: Negative cutoff detected\ntrec_eval: Cannot initialize measure 'P'\n"),
        ("-m P.5,5 qrels run", 2, "trec_eval: duplicate cutoffs detected\ntrec_eval: Cannot initialize measure 'P'\n"),
        ("-m iprec_at_recall.2 qrels run", 2, "trec_eval: the recall of IPrec is from 0 to 1"),
        ("-m set_F.-1 qrels run", 2, "Cannot initialize measure 'set_F'\n"),
        ("-m utility.1,2 qrels run", 2, "Cannot initialize measure 'utility'\n"),
        ("-m ndcg.1 qrels run", 2, "expected grade=gain, and not '1'\ntrec_eval: Cannot initialize measure 'ndcg'\n"),
        ("-R nosuch qrels run", 2, "trec_eval: illegal rel_info format 'nosuch'\n"),
        ("-T nosuch qrels run", 2, "trec_eval: illegal results format 'nosuch'\n"),
        ("-Z nosuch qrels run", 2, "trec_eval.get_zscores: Cannot read zscores file 'nosuch'\n"),
        ("nosuch run", 2, "trec_eval.get_qrels: Cannot read qrels file 'nosuch'\ntrec_eval: Quit in file 'nosuch'\n"),
        ("qrels nosuch", 2, "trec_eval.get_results: Cannot read results file 'nosuch'\n"),
        ("-m prefs_simp qrels run", 4, "rel_info format not prefs or qrels_prefs\ntrec_eval: Can't calculate"),
        ("-m map -R qrels_jg qrels run", 4, "map: rel_info format not qrels\n"),
        ("--compat 10.0 qrels run", 4, "trec_eval: result qid '3' not found in qrels\n"),
    ],
)  # fmt: skip
def test_it_gives_up_as_trec_eval_does(trec_eval: TrecEval, arguments: str, code: int, said: str) -> None:
    done = trec_eval(*arguments.split())
    assert (done.code, done.out) == (code, "")
    assert said in done.err


def test_no_topic_in_common(trec_eval: TrecEval) -> None:
    Path("run").write_text("9 Q0 z 1 1 tag\n")
    said = "trec_eval: No queries with both results and relevance info\n"
    assert trec_eval("qrels", "run") == (7, "", said)


def test_topics_before_a_duplicate_are_printed(trec_eval: TrecEval) -> None:
    Path("run").write_text("2 Q0 d 1 5 t\n2 Q0 d 2 4 t\n1 Q0 c 1 3 t\n")
    done = trec_eval("-q", "-m", "map", "qrels", "run")
    assert done.out == "map                   \t1\t0.5000\n"
    assert done.code == 4
    assert done.err == "trec_eval.form_res_qrels: duplicate docs dtrec_eval: Can't calculate measure 'map'\n"


@pytest.mark.usefixtures("core")
def test_a_duplicate_below_the_cut_is_never_seen(trec_eval: TrecEval) -> None:
    Path("run").write_text("1 Q0 c 1 3 t\n1 Q0 x 2 2 t\n1 Q0 c 9 1 t\n2 Q0 d 1 1 t\n")
    Path("once").write_text("1 Q0 c 1 3 t\n1 Q0 x 2 2 t\n2 Q0 d 1 1 t\n")
    assert trec_eval("-M2", "qrels", "run") == trec_eval("-M2", "qrels", "once")
    assert trec_eval("-M3", "qrels", "run").code == 4


@pytest.mark.usefixtures("core")
def test_nothing_is_left_above_a_cut_at_0(trec_eval: TrecEval) -> None:
    told = values(trec_eval("-M0", "-m", "official", "qrels", "run").out)
    assert (told["num_q", "all"], told["num_ret", "all"], told["map", "all"]) == ("2", "0", "0.0000")


@pytest.mark.usefixtures("core", "way")
@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace(" ", "\t"),
        lambda text: text.removesuffix("\n"),
        lambda text: text.replace("1 0 c 2", "1 0 c 2.9").replace("1 0 b 0", "1 0 b foo"),
        lambda text: text.replace("2 0 e -1", "2 0 e -1e9").replace("1 0 a 1", "1 0 a 1e5"),
        lambda text: text.replace("3 tag", "0x3 tag more columns").replace("2 tag", "2,9 tag"),
    ],
)
def test_files_are_read_as_c_reads_them(trec_eval: TrecEval, change: object) -> None:
    whole = trec_eval("-m", "all_trec", "-q", "qrels", "run")
    assert whole.code == 0
    for name in ("qrels", "run"):
        path = Path(name)
        path.write_text(change(path.read_text()), newline="")  # type: ignore[operator]
    assert trec_eval("-m", "all_trec", "-q", "qrels", "run") == whole


def test_a_byte_order_mark_is_part_of_the_topic(trec_eval: TrecEval) -> None:
    Path("run").write_text("\ufeff" + RUN)
    with_mark = trec_eval("-q", "-m", "num_ret", "qrels", "run").out
    assert with_mark == trec_eval("-q", "-m", "num_ret", "qrels", "run").out
    assert values(with_mark)["num_ret", "1"] == "2"


def test_bytes_that_are_no_utf8_come_out_as_they_went_in(trec_eval: TrecEval) -> None:
    Path("qrels").write_bytes(b"\xff 0 d 1\n")
    Path("run").write_bytes(b"\xff Q0 d 1 1 t\xfe%s\n")
    out = trec_eval("-q", "-m", "runid", "-m", "map", "qrels", "run").out.encode("utf-8", "surrogateescape")
    assert (
        out
        == b"map                   \t\xff\t1.0000\nrunid                 \tall\tt\xfe%s\nmap                   \tall\t1.0000\n"
    )


def test_compressed_files_are_welcome(trec_eval: TrecEval) -> None:
    plain = trec_eval("qrels", "run")
    for name in ("qrels", "run"):
        Path(f"{name}.gz").write_bytes(gzip.compress(Path(name).read_bytes(), mtime=0))
    assert trec_eval("qrels.gz", "run.gz") == plain


def test_version_10_reads_standard_input() -> None:
    program = "import sys; from cranfield.cli import trec_eval; trec_eval()"
    command = [sys.executable, "-c", program, "--compat", "10.0", "-c", "-m", "map", "qrels", "-"]
    with Path("run").open("rb") as run:
        done = subprocess.run(command, stdin=run, capture_output=True, check=True, env=environment())
    assert done.stdout == b"map                   \tall\t0.4167\n"
    command[4] = "9.0.8"
    assert (
        subprocess.run(command, input=b"", capture_output=True, check=False, env=environment()).returncode
        == 2
    )


def test_neither_click_nor_rich_nor_scipy_is_waited_for() -> None:
    program = (
        "import sys, cranfield.cli as cli; "
        "code = cli.run(['trec-eval', '-m', 'all_trec', 'qrels', 'run']); "
        "sys.exit(code or str(sorted({'click', 'rich', 'scipy', 'narwhals'} & sys.modules.keys())))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, check=False, env=environment(), text=True
    )
    assert done.stderr == "[]\n"


class TestWhereItsOutputIsNotSensible:
    def test_scores_that_are_no_numbers_come_last(self, trec_eval: TrecEval) -> None:
        Path("run").write_text(RUN.replace("3 tag", "nan tag"))
        done = trec_eval("-m", "recip_rank", "-q", "qrels", "run")
        assert values(done.out)["recip_rank", "1"] == "1.0000"
        assert "run: 1 score not a number, such as that of b in topic 1" in done.err

    def test_a_topic_with_no_documents_left_has_0_and_not_nan(self, trec_eval: TrecEval) -> None:
        Path("run").write_text("1 Q0 x 1 1 t\n")
        done = trec_eval("-J", "-m", "11pt_avg", "qrels", "run")
        assert values(done.out)["11pt_avg", "all"] == "0.0000"
        assert "11pt_avg of a topic with no documents left: 0 here, nan in trec_eval" in done.err

    def test_a_topic_that_nobody_judged_does_not_crash(self, trec_eval: TrecEval) -> None:
        Path("qrels").write_text("1 0 a 1\n2 0 d -2\n")
        done = trec_eval("-m", "map", "-q", "qrels", "run")
        assert values(done.out)["map", "2"] == "0.0000"
        assert "all grades of topic 2 are -2 or less" in done.err

    def test_gains_less_than_1_apart_are_sorted(self, trec_eval: TrecEval) -> None:
        done = trec_eval("-m", "ndcg.1=0.4,2=0.9", "-q", "qrels", "run")
        assert values(done.out)["ndcg_1=0.4,2=0.9", "1"] == "0.2190"
        assert "ndcg.1=0.4,2=0.9: trec_eval cannot sort gains less than 1 apart" in done.err

    def test_rbp_takes_grades_for_gains(self, trec_eval: TrecEval) -> None:
        done = trec_eval("--compat", "10.0", "-c", "-q", "-m", "rbp", "-m", "rbp_resid", "qrels", "run")
        told = values(done.out)
        assert told["rbp", "1"] == "0.0450"  # (1 - .9) * .9 * 1/2, as topic 1 has a grade of 2
        assert told["rbp", "2"] == "0.1000"
        assert told["rbp_resid", "1"] == "0.8100"  # .9^3 for what is below, and .1 * .81 for x
        assert "rbp and rbp_resid: trec_eval 10.0 reads memory that it never set" in done.err
        given = trec_eval("--compat", "10.0", "-c", "-q", "-m", "rbp.p=0.5,1=1,2=1", "qrels", "run")
        assert values(given.out)["rbp_p=0.5,1=1,2=1", "1"] == "0.2500"

    def test_comments_may_follow_each_other_and_end_a_file(self, trec_eval: TrecEval) -> None:
        Path("commented").write_text(f"# one\n# two\n{QRELS}# end\n")
        plain = trec_eval("--compat", "10.0", "-c", "qrels", "run")
        done = trec_eval("--compat", "10.0", "-c", "commented", "run")
        assert done.out == plain.out
        assert "no two comment lines in a row" in done.err


class TestHelp:
    def test_the_options(self, trec_eval: TrecEval) -> None:
        done = trec_eval("-h")
        assert done.code == 0
        assert all(f"  -{letter}, --" in done.out for letter in "qmncJMNRTZDhv")
        assert max(map(len, done.out.splitlines())) <= 80

    def test_a_measure_a_group_and_the_formats(self, trec_eval: TrecEval) -> None:
        done = trec_eval("-h", "-m", "Rprec", "-m", "set", "-m", "relstring", "-m", "nosuch", "-R", "qrels")
        assert "Rprec\nPrecision, and recall," in done.out
        assert "set: runid num_q" in done.out
        assert "relstring\nThe grades" in done.out
        assert "nosuch: there is no such measure" in done.out
        assert "trec_results  topic  Q0" in done.out

    def test_the_version_goes_to_standard_error(self, trec_eval: TrecEval) -> None:
        done = trec_eval("-v", "--compat", "10.0")
        assert (done.code, done.out) == (0, "")
        assert done.err.startswith("trec_eval version 10.0")


def test_it_is_a_command_of_cranfield_too(cranfield_commands: list[str]) -> None:
    assert "trec-eval" in cranfield_commands


@pytest.fixture
def cranfield_commands() -> list[str]:
    from cranfield.cli.group import COMMANDS

    return list(COMMANDS)
