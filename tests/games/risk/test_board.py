"""The board of Risk against what the article says of it."""

from __future__ import annotations

import pytest

from games.challenge.geography import BOARD as ITALIAN
from games.core.board import Board, BoardError
from games.risk.geography import ANNIVERSARY_BOARD, BOARD, DATA, PORTUGUESE, load

ROUTE = frozenset({"africa_orientale", "medio_oriente"})


def edges(board: Board) -> set[frozenset[str]]:
    return {frozenset({border.a, border.b}) for border in board.borders}


def test_continents_have_the_bonuses_of_the_article() -> None:
    assert {c.english: (c.bonus, len(c.territories)) for c in BOARD.continents.values()} == {
        "Asia": (7, 12),
        "North America": (5, 9),
        "Europe": (5, 7),
        "Africa": (3, 6),
        "Australia": (2, 4),
        "South America": (2, 4),
    }


def test_the_ways_into_the_continents_are_those_of_the_article() -> None:
    entrances = {
        c.english: sum(bool(set(BOARD.neighbours[t]) - set(c.territories)) for t in c.territories)
        for c in BOARD.continents.values()
    }
    assert entrances == {
        "South America": 2,
        "North America": 3,
        "Africa": 3,
        "Europe": 4,
        "Asia": 5,
        "Australia": 1,
    }


def test_the_anniversary_board_lacks_one_route() -> None:
    assert edges(BOARD) - edges(ANNIVERSARY_BOARD) == {ROUTE}
    assert edges(ANNIVERSARY_BOARD) < edges(BOARD)


def test_the_difference_from_the_italian_board() -> None:
    assert edges(BOARD) ^ edges(ITALIAN) == {
        ROUTE,
        frozenset({"afghanistan", "india"}),
        frozenset({"cina", "medio_oriente"}),
    }


def test_each_symbol_stands_on_fourteen_cards() -> None:
    symbols = [t.symbol for t in BOARD.territories]
    assert {symbol: symbols.count(symbol) for symbol in set(symbols)} == dict.fromkeys(set(symbols), 14)


@pytest.mark.parametrize(
    ("name", "territory"),
    [
        ("Great Britain & Ireland", "gran_bretagna"),
        ("Yakutsk", "jacuzia"),
        ("irkutsk", "cita"),
        ("Ural", "urali"),
        ("ESTADOS UNIDOS OCIDENTAIS", "stati_uniti_occidentali"),
        ("Sião", "siam"),
        ("Cina", "cina"),
    ],
)
def test_territories_go_by_english_italian_and_portuguese_names(name: str, territory: str) -> None:
    assert BOARD.find(name) == territory


def test_every_portuguese_name_is_found() -> None:
    assert set(PORTUGUESE) == set(BOARD.ids) | set(BOARD.continents)
    assert all(BOARD.find(PORTUGUESE[t]) == t for t in BOARD.ids)


def test_data_without_the_route_are_refused() -> None:
    with pytest.raises(BoardError, match="route"):
        load(DATA.replace('["africa_orientale", "medio_oriente"]', '["congo", "siam"]'), with_route=True)


def test_incomplete_data_are_refused() -> None:
    with pytest.raises(BoardError, match="incomplete"):
        load(DATA.replace('  ["alaska", "alberta"],\n', ""), with_route=True)
