"""A full disk and a power cut on SQLite: what was acknowledged is there, what was not is not half there."""

import contextlib
import random
import shutil
import sqlite3
from pathlib import Path

import pytest
from django.db import OperationalError, connection

from tests.factories import make_entrants, make_member, make_round, make_tournament
from tests.trust.figures import record
from tournament.models import SeatResult, Submission, Table
from tournament.services.records import first_broken_event
from tournament.services.results import Report, report_result

pytestmark = [pytest.mark.faults, pytest.mark.django_db(transaction=True)]

REPORTS = 40


@pytest.fixture
def table() -> Table:
    if connection.vendor != "sqlite":
        pytest.skip("the pages of a file and its log are SQLite's")
    tournament = make_tournament()
    return make_round(tournament, [make_entrants(tournament, 4)]).tables.get()


def report(table: Table, number: int) -> Submission:
    totals = {1: 40, 2: 30, 3: 20, 4: number % 20}
    return report_result(table_id=table.pk, report=Report(totals=totals, note="x" * 300), reporter=None)


def pragma(statement: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA {statement}")
        return int(cursor.fetchone()[0])


def test_a_full_disk_refuses_whole_results_only(table: Table) -> None:
    pragma(f"max_page_count={pragma('page_count') + 12}")
    acknowledged: list[int] = []
    reports = (report(table, number).pk for number in range(5000))
    with pytest.raises(OperationalError, match="full"):
        acknowledged.extend(reports)
    pragma("max_page_count=1073741823")
    assert list(Submission.objects.order_by("pk").values_list("pk", flat=True)) == acknowledged
    assert SeatResult.objects.count() == 4 * len(acknowledged)
    assert first_broken_event(table.round.tournament) is None
    # There is room again: it goes on where it stopped.
    assert report(table, 1).number == len(acknowledged) + 1
    record("The disk becomes full", acknowledged=len(acknowledged), half_written=0, lost=0)


def test_a_power_cut_at_any_moment_keeps_what_was_acknowledged(table: Table, tmp_path: Path) -> None:
    make_member(table.round.tournament)
    assert pragma("synchronous") == 2, (
        "FULL: the disk has an acknowledged result before the phone hears of it"
    )
    pragma("wal_autocheckpoint=0")
    database = Path(str(connection.settings_dict["NAME"]))
    pragma("wal_checkpoint(TRUNCATE)")
    shutil.copy(database, tmp_path / "before")
    on_disk = []
    for number in range(REPORTS):
        report(table, number)
        on_disk.append(Path(f"{database}-wal").stat().st_size)
    log = Path(f"{database}-wal").read_bytes()
    chance = random.Random(7)
    for acknowledged, size in enumerate(on_disk, start=1):
        # What had reached the disk when the power went: all that was acknowledged, and a torn piece of the next.
        following = on_disk[acknowledged] if acknowledged < len(on_disk) else size
        torn = size + chance.randrange(max(1, following - size))
        copy = tmp_path / f"cut-{acknowledged}"
        shutil.copy(tmp_path / "before", copy)
        Path(f"{copy}-wal").write_bytes(log[:torn])
        with contextlib.closing(sqlite3.connect(copy)) as found:
            assert found.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            submissions = found.execute("SELECT count(*) FROM tournament_submission").fetchone()[0]
            results = found.execute("SELECT count(*) FROM tournament_seatresult").fetchone()[0]
        assert (submissions, results) == (acknowledged, 4 * acknowledged)
    pragma("wal_autocheckpoint=1000")
    record("The power is cut, at every result once", cuts=len(on_disk), half_written=0, lost=0)
