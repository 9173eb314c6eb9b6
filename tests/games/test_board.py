"""The board: its data, its checks, and the names by which a territory is found."""

from __future__ import annotations

import pytest

from games.challenge import BOARD, geography
from games.core.board import Board, BoardError, BorderKind, UnknownTerritory, load_board

SMALL = """
[[continents]]
id = "c"
name = "C"
english = "C"
bonus = 2

[[territories]]
id = "a"
name = "A"
english = "One"
continent = "c"
value = 1

[[territories]]
id = "b"
name = "B"
english = "Two"
continent = "c"
value = 1

[borders]
land = [["a", "b"]]
"""


def test_values_are_the_numbers_of_borders() -> None:
    assert BOARD.values == tuple(len(near) for near in BOARD.adjacency)
    assert sum(BOARD.values) == 164


def test_continents_as_printed() -> None:
    printed = {c.id: (len(c.territories), c.bonus, c.value) for c in BOARD.continents.values()}
    assert printed == {
        "america_del_nord": (9, 5, 35),
        "america_del_sud": (4, 2, 12),
        "europa": (7, 5, 32),
        "africa": (6, 3, 23),
        "asia": (12, 7, 51),
        "oceania": (4, 2, 11),
    }


def test_borders_by_land_and_sea() -> None:
    assert [sum(b.kind is kind for b in BOARD.borders) for kind in BorderKind] == [59, 23]


def test_neighbours_masks_and_indices_agree() -> None:
    for territory in BOARD.ids:
        near = BOARD.neighbours[territory]
        assert BOARD.mask[territory] == sum(1 << BOARD.index[t] for t in near)
        assert all(territory in BOARD.neighbours[t] for t in near)


def test_cards_have_fourteen_of_each_symbol() -> None:
    symbols = [t.symbol for t in BOARD.territories]
    assert {symbol: symbols.count(symbol) for symbol in set(symbols)} == dict.fromkeys(set(symbols), 14)


def test_every_objective_is_worth_86_and_connected() -> None:
    for objective in BOARD.objectives.values():
        assert objective.value == 86
        reached = objective.mask & -objective.mask
        while True:
            beside = 0
            for i in range(len(BOARD)):
                if reached >> i & 1:
                    beside |= BOARD.masks[i]
            grown = (reached | beside) & objective.mask
            if grown == reached:
                break
            reached = grown
        assert reached == objective.mask


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("brasile", "brasile"),
        ("BRASILE", "brasile"),
        ("Brazil", "brasile"),
        ("Čita", "cita"),
        ("Chita", "cita"),
        ("Perù", "peru"),
        ("africa-del-nord", "africa_del_nord"),
        ("North Africa", "africa_del_nord"),
        ("  Medio   Oriente ", "medio_oriente"),
        ("Northwest Territory", "territori_del_nord_ovest"),
    ],
)
def test_names_are_found_whatever_their_spelling(written: str, meant: str) -> None:
    assert BOARD.find(written) == meant


@pytest.mark.parametrize(
    ("written", "candidates", "ambiguous"),
    [
        ("brasil", ("brasile", "urali"), False),
        ("Afrca del Nord", ("africa_del_nord", "africa_del_sud"), False),
        ("australia", ("australia_occidentale", "australia_orientale"), True),
        ("xyzzy", (), False),
        ("", (), False),
    ],
)
def test_unknown_names_list_what_was_meant(
    written: str, candidates: tuple[str, ...], ambiguous: bool
) -> None:
    with pytest.raises(UnknownTerritory) as unknown:
        BOARD.find(written)
    assert (unknown.value.candidates, unknown.value.ambiguous) == (candidates, ambiguous)


def test_a_board_may_be_small() -> None:
    board = load_board(SMALL, degree_is_value=True)
    assert (len(board), board.continents["c"].value, board.objectives) == (2, 2, {})


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('land = [["a", "b"]]', 'land = [["a", "b"], ["b", "a"]]', "border twice or with itself: b, a"),
        ('land = [["a", "b"]]', 'land = [["a", "a"]]', "border twice or with itself: a, a"),
        ("value = 1", "value = 3", "a has value 3 and 1 borders"),
        ('continent = "c"', 'continent = "d"', "a lies in no continent"),
        ('name = "B"', 'name = "A"', "two territories are called A"),
        ("bonus = 2", "bonus = 2\nvalue = 9", "c prints 9, its territories make 2"),
    ],
)
def test_data_that_contradict_each_other_are_refused(old: str, new: str, message: str) -> None:
    with pytest.raises(BoardError) as refused:
        load_board(SMALL.replace(old, new), degree_is_value=True)
    assert str(refused.value) == message


@pytest.mark.parametrize(
    ("objectives", "message"),
    [("", "the board of RisiKo! Challenge is incomplete"), (None, "objective 1 is worth 3")],
)
def test_an_incomplete_challenge_board_is_refused(
    monkeypatch: pytest.MonkeyPatch, objectives: str | None, message: str
) -> None:
    wrong = "\n".join(
        f'[[objectives]]\nnumber = {n}\nnames = ["x"]\ncontinents = []\nterritories = ["alaska"]'
        for n in range(1, 17)
    )

    def read(board: str, _objectives: str, *, degree_is_value: bool) -> Board:
        return load_board(board, wrong if objectives is None else objectives, degree_is_value=degree_is_value)

    monkeypatch.setattr(geography, "load_board", read)
    with pytest.raises(BoardError) as refused:
        geography.load()
    assert str(refused.value).startswith(message)
