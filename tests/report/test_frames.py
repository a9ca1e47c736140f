"""Tables as data frames, of whichever library there is."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from cranfield.errors import MissingPackageError
from cranfield.report.table import leaderboard, long_table

if TYPE_CHECKING:
    from cranfield.model import Scores


def test_pandas(two_runs: Scores) -> None:
    pytest.importorskip("pandas")
    frame = long_table(two_runs).to_pandas()
    assert list(frame.columns) == ["run", "topic", "measure", "value"]
    assert frame["value"].dtype == "float64"
    assert int(frame["value"].isna().sum()) == 4


def test_polars(two_runs: Scores) -> None:
    pytest.importorskip("polars")
    frame = long_table(two_runs).to_polars()
    assert frame.shape == (24, 4)
    assert frame["value"].null_count() == 4
    assert leaderboard(two_runs).to_polars()["NumRet"].to_list() == [3998, 3000]


def test_arrow(two_runs: Scores) -> None:
    pytest.importorskip("pyarrow")
    table = long_table(two_runs).to_arrow()
    assert table.num_rows == 24
    assert table["value"].null_count == 4


def test_a_library_that_is_not_there(two_runs: Scores, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(MissingPackageError, match="pip install 'polars'"):
        long_table(two_runs).to_polars()
