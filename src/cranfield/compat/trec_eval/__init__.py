"""trec_eval's own command line, to the byte: options, output, exit codes and messages of 9.0.8 or 10.0.

From its arguments to its output: `options` reads them, `asked` turns -m into measures of the `catalogue`,
`judgements` and `results` read the two files as C would, `values` asks the register for one number a topic, and
`printing` writes the lines. There is no formula here: all numbers are the register's.
"""

from cranfield.compat.trec_eval.program import run

__all__ = ["run"]
