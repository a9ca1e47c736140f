"""What -h and -v print."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cranfield import __version__
from cranfield.compat.trec_eval.catalogue import NICKNAMES, entries

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cranfield.compat.trec_eval.options import Options

_OPTIONS = """\
Usage: cranfield-trec-eval [options] QRELS RESULTS
       cranfield trec-eval [options] QRELS RESULTS

Evaluates the results of a system as trec_eval does, with the same options,
output and exit codes. All else is said on standard error.

  -q, --query_eval_wanted       print the values of every topic, too
  -m, --measure NAME[.PARAMS]   a measure or a group of them; may be repeated.
                                Without it: official. P.5,10 sets cut-offs,
                                ndcg.1=3,2=9 gains, utility.2,-1,0,0 weights
  -n, --nosummary               no lines for all topics together
  -c, --complete_rel_info_wanted
                                average over all topics with judgements; a topic
                                without results counts 0
  -l, --level_for_rel N         the least grade that is relevant  [1]
  -J, --Judged_docs_only        drop documents without a judgement first
  -M, --Max_retrieved_per_topic N
                                cut every ranking at N
  -N, --Number_docs_in_coll N   documents in the collection (utility)  [0]
  -R, --Rel_info_format NAME    qrels, prefs, qrels_prefs or qrels_jg  [qrels]
  -T, --Results_format NAME     trec_results
  -Z, --Zscore FILE             print distances from the means in this file
  -D, --Debug_level N[.TOPIC]   evaluate this topic only
  -o                            nothing, as ever
      --compat 9.0.8|10.0       whose output  [CRANFIELD_TREC_EVAL, or 9.0.8]
  -h, --help                    this; with -m, -R or -T about that
  -v, --version

Exit codes: 0 fine, 1 usage, 2 a file or parameter that cannot be used,
4 a measure that cannot be computed, 7 no topic has both results and judgements.
"""

_FORMATS = {
    "qrels": "topic  iteration  document  grade",
    "prefs": "topic  judgement-group  part-of-group  document  grade",
    "qrels_prefs": "topic  judgement-group  document  grade, read as preferences within each group",
    "qrels_jg": "topic  judgement-group  document  grade, each group on its own",
}
_RESULTS = "topic  Q0  document  rank  score  runid; rank is not looked at"


def version(options: Options) -> str:
    """Return the line of -v."""
    return f"trec_eval version {options.version}, as cranfield {__version__} follows it\n"


def help_text(options: Options) -> str:
    """Return the options, or what there is to say about the measures and formats that were named with -h."""
    about = [*_about_measures(options)]
    if options.formats_named:
        about.append("Judgements (-R):\n")
        about += [f"  {name:<12}  {columns}\n" for name, columns in _FORMATS.items()]
        about.append(f"Results (-T):\n  trec_results  {_RESULTS}\n")
    return "".join(about) or _OPTIONS


def _about_measures(options: Options) -> Iterator[str]:
    known = {entry.name for entry in entries(options.version)}
    for spoken in options.measures:
        name = spoken.partition(".")[0]
        if name in NICKNAMES:
            yield f"{name}: {' '.join(each for each in NICKNAMES[name].split() if each in known)}\n\n"
        elif name in known:
            yield f"{name}\n{_said_of(name)}\n\n"
        else:
            yield f"{name}: there is no such measure. All: {' '.join(sorted(known | NICKNAMES.keys()))}\n\n"


def _said_of(name: str) -> str:
    if name == "runid":
        return "The name of the results: the last column of the last line."
    if name == "relstring":
        return "The grades of the first documents as a word, 10 letters or as many as .N says."
    from cranfield.measure.register import find

    return find(name).help
