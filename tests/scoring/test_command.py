"""`manage.py standings`: files in, standings out, mistakes with status 2, and no database."""

import io
import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tournament.reports.entrant_file import EntrantRow
from tournament.reports.workbook import Workbook, WorkbookRound, WorkbookSeat, WorkbookTable, write_workbook

GOLDEN = Path(__file__).parent.parent / "golden" / "incumbent-open-2.json"
CSV = "round,table,player,points\n1,1,7,44\n1,1,8,20\n"


def told(*arguments: str) -> str:
    out = io.StringIO()
    call_command("standings", *arguments, stdout=out)
    return out.getvalue()


def refused(*arguments: str) -> str:
    with pytest.raises(CommandError) as mistake:
        told(*arguments)
    assert mistake.value.returncode == 2
    return str(mistake.value)


@pytest.fixture
def games(tmp_path: Path) -> Path:
    path = tmp_path / "games.csv"
    path.write_text(CSV, encoding="utf-8")
    return path


def test_json_of_a_recorded_tournament() -> None:
    answered: dict[str, Any] = json.loads(
        told(str(GOLDEN), "--json", "--option", "compatibility=gestionetorneo")
    )
    assert [(row["player"], row["total"]) for row in answered["standings"][:3]] == [
        (8, 330),
        (7, 270),
        (9, 247.5),
    ]


def test_a_table_for_people(games: Path) -> None:
    assert told(str(games), "--preset", "raduno", "--option", "team_best=1").splitlines() == [
        "Raduno Nazionale",
        "   1  7                                      94   1  94",
        "   2  8                                      20   0  20",
        "   1  –                                      94   1",
        "12.1: Tables have 4 or 5 players, not 2.",
    ]


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(CSV.encode())))
    assert told("-").startswith("Rulebook, ranked (12.2)\n   1  7")


def test_a_workbook(tmp_path: Path) -> None:
    seats = tuple(WorkbookSeat(n, Decimal(points)) for n, points in enumerate((44, 30, 20, 0), start=1))
    book = Workbook(
        entrants=tuple(EntrantRow(n + 3, f"First{n}", f"Last{n}", n) for n in range(1, 5)),
        rounds=(WorkbookRound(1, (WorkbookTable(1, seats),)),),
    )
    path = tmp_path / "games.xls"
    path.write_bytes(write_workbook(book))
    answered = json.loads(told(str(path), "--json", "--preset", "open"))
    assert [(row["name"], row["total"]) for row in answered["standings"]] == [
        ("First1 Last1", 94), ("First2 Last2", 30), ("First3 Last3", 20), ("First4 Last4", 0),
    ]  # fmt: skip


def test_a_damaged_workbook(tmp_path: Path) -> None:
    path = tmp_path / "games.xls"
    path.write_bytes(b"\xd0\xcf\x11\xe0" + b"\x00" * 600)
    assert refused(str(path)).startswith("workbook: ")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"\xff\xfe\x00", "byte 0: neither UTF-8 text nor an .xls workbook"),
        (b'{"rounds": [}', "line 1, column 13: Expecting value"),
        (b"[" * 100_000, "line 1: nested too deeply"),
        (b"[]", "an object with rounds is expected"),
        (b"a,b\n", "line 1: the column round is missing; found are: a, b"),
    ],
)
def test_files_that_cannot_be_read(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "games"
    path.write_bytes(content)
    assert refused(str(path)) == message


def test_a_missing_file(tmp_path: Path) -> None:
    assert refused(str(tmp_path / "none.json")).endswith("none.json: No such file or directory")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--preset", "briscola"), "formula: no preset is called 'briscola'"),
        (("--option", "digits"), "--option digits: KEY=VALUE is expected"),
        (("--option", "colour=red"), "options.colour: unknown; known are: compatibility"),
        (("--option", "best_of=3,5"), "12.2.3: Only 3 of 5 scores count; two thirds are 4 (12.2.3)."),
        (("--option", "victory_prize=120", "--option", "sizes=5"), "12.2.1: The victory prize is 120"),
    ],
)
def test_refusals_name_the_option_or_the_article(
    games: Path, arguments: tuple[str, ...], message: str
) -> None:
    assert refused(str(games), *arguments).startswith(message)
