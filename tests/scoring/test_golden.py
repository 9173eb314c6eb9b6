"""The recorded standings of the clubs' program: every number, rank and win, exactly."""

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from scoring.exchange import answer

GOLDEN = sorted((Path(__file__).parent.parent / "golden").glob("incumbent-*.json"))


def read(path: Path) -> dict[str, Any]:
    return json.loads(path.read_text(encoding="utf-8"), parse_float=Decimal)


def exact(value: Any) -> Any:
    return None if value is None else Decimal(str(value))


def test_all_recorded_formulas_are_here() -> None:
    assert {path.stem.split("-")[1] for path in GOLDEN} == {
        "bgl", "campionatogufo", "masterrisiko", "nazionalerisiko", "open", "radunonazionale", "santeufemia",
        "torneoasquadre", "torneogufo", "victory",
    }  # fmt: skip


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_standings_are_those_of_the_program(path: Path) -> None:
    recorded = read(path)
    told = answer(recorded, options={"compatibility": "gestionetorneo"})
    computed = {
        row["player"]: (row["rank"], row["wins"], exact(row["total"]), [exact(game) for game in row["games"]])
        for row in told["standings"]
    }
    expected = {
        row["player"]: (
            row["exact_rank"],
            row["wins"],
            exact(row["total"]),
            [exact(game) for game in row["games"]],
        )
        for row in recorded["standings"]
    }
    assert computed == expected


@pytest.mark.parametrize(
    "path", [path for path in GOLDEN if "squadre" in path.stem], ids=lambda path: path.stem
)
def test_team_standings_are_those_of_the_program(path: Path) -> None:
    recorded = read(path)
    told = answer(recorded, options={"compatibility": "gestionetorneo"})

    def lines(rows: list[dict[str, Any]]) -> dict[str, Any]:
        return {
            row["team"]: (
                row["rank"],
                row["wins"],
                exact(row["total"]),
                exact(row["total_all"]),
                sorted(exact(game) for game in row["games"]),
            )
            for row in rows
        }

    assert lines(told["team_standings"]) == lines(recorded["team_standings"])


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_order_of_rows_never_contradicts_the_program(path: Path) -> None:
    recorded = read(path)
    told = answer(recorded, options={"compatibility": "gestionetorneo"})
    ranks = {row["player"]: row["exact_rank"] for row in recorded["standings"]}
    assert [ranks[row["player"]] for row in told["standings"]] == sorted(ranks.values())
