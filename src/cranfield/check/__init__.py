"""Everything that can be wrong with judgements and runs, found before anybody trusts a number."""

from cranfield.check.checking import check_files
from cranfield.check.finding import Finding, Report

__all__ = ["Finding", "Report", "check_files"]
