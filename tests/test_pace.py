"""The measuring of coverage can be switched off, and the order of the tests loses none of them."""

import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.conftest import measuring
from tests.migrated import Migrated
from tests.pace import (
    HANDED_DOWN,
    LONGEST,
    ONE_DATABASE,
    QUICK,
    REPEATED,
    UNMEASURED,
    Measuring,
    in_stretches,
    is_unmeasured,
    lies_in,
)
from tests.test_documentation import ROOT


def test_a_paused_measurement_neither_traces_nor_is_handed_down() -> None:
    tracer, handed_down = type(sys.gettrace()), os.environ.get(HANDED_DOWN)
    measuring.pause()
    paused = sys.gettrace(), os.environ.get(HANDED_DOWN)
    measuring.resume()
    assert paused == (None, None)
    assert (type(sys.gettrace()), os.environ.get(HANDED_DOWN)) == (tracer, handed_down)


def test_pausing_twice_forgets_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HANDED_DOWN, "how to measure")
    twice = Measuring()
    twice.pause()
    twice.pause()
    assert HANDED_DOWN not in os.environ
    twice.resume()
    assert os.environ[HANDED_DOWN] == "how to measure"


@pytest.mark.parametrize("processes", [1, 2, 3, 5])
def test_no_test_is_lost_and_each_process_begins_with_long_ones(processes: int) -> None:
    places = [
        "tests/test_a.py",
        *("tests/games/test_b.py" for _ in range(40)),
        "tests/tournament/web/test_c.py",
    ]
    items: list[Any] = [
        SimpleNamespace(nodeid=f"{path}::test_{number}")
        for number, path in enumerate([*places, "tests/trust/test_d.py", "tests/e2e/test_e.py"])
    ]
    arranged = in_stretches(items, processes)
    assert sorted(item.nodeid for item in arranged) == sorted(item.nodeid for item in items)
    starts = [arranged[number * (len(items) // processes)] for number in range(min(processes, len(LONGEST)))]
    assert all(lies_in(start, places) for start, places in zip(starts, LONGEST, strict=False))
    assert lies_in(arranged[-1], QUICK)


def test_the_tables_name_what_is_there() -> None:
    places = {*UNMEASURED, *REPEATED, *ONE_DATABASE, *QUICK, *(place for row in LONGEST for place in row)}
    assert [place for place in sorted(places) if not is_there(place)] == []


def is_there(place: str) -> bool:
    """Tell whether there is a folder, a file or a test of that name."""
    path, *classes_and_test = place.split("::")
    if not classes_and_test:
        return (ROOT / path).exists()
    return f"def {classes_and_test[-1]}(" in (ROOT / path).read_text(encoding="utf-8")


def test_what_repeats_itself_is_measured_once() -> None:
    place, known = next(iter(REPEATED)), next(iter(UNMEASURED))

    def item(path: str, **indices: int) -> Any:
        return SimpleNamespace(nodeid=f"{path}::test_a[{indices}]", callspec=SimpleNamespace(indices=indices))

    asked = [item(place, seed=0), item(place, seed=1), item("tests/test_a.py", seed=1), item(known, seed=0)]
    assert [is_unmeasured(one) for one in asked] == [False, True, False, True]
    without_parameters: Any = SimpleNamespace(nodeid=f"{known}/test_b.py::test_c")
    assert is_unmeasured(without_parameters)


def test_the_first_makes_the_database_and_the_next_copies_it(tmp_path: Path) -> None:
    database = {"ENGINE": "sqlite3", "NAME": str(tmp_path / "own.sqlite3")}
    with closing(sqlite3.connect(database["NAME"])) as own:
        own.execute("CREATE TABLE gone_over (migration TEXT)")
    first, second = Migrated(tmp_path), Migrated(tmp_path)
    assert first.is_mine_to_make()
    first.offer(database)
    assert not second.is_mine_to_make()
    second.copy(tmp_path / "copy.sqlite3")
    with closing(sqlite3.connect(tmp_path / "copy.sqlite3")) as copy:
        assert copy.execute("SELECT name FROM sqlite_master").fetchall() == [("gone_over",)]


def test_a_first_that_comes_to_no_end_is_not_waited_for_forever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.migrated.WITHIN_SECONDS", 0)
    assert Migrated(tmp_path).is_mine_to_make()
    assert Migrated(tmp_path).is_mine_to_make()
