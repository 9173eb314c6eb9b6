"""A club's board file: what the rulebook states is kept, every defect is named, placeholders are marked."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files

import pytest

from games.adjudicator import adjudicate
from games.core.notation import UnreadableCase
from games.futurisiko.board_document import (
    CLUB,
    NAMED,
    NAMED_SEAS,
    STATED_COASTS,
    STATED_LAND,
    TRUE_ISLANDS,
    bundled_board,
    load_board,
)

DATA = files("games.futurisiko") / "data"
RULEBOOK = (DATA / "board.toml").read_text(encoding="utf-8")
EXAMPLE = (DATA / "example.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["rulebook", "example"])
def test_bundled_boards_hold_what_the_rulebook_states(name: str) -> None:
    board = bundled_board(name)
    assert (len(board.territories), len(board.seas)) == (36, 8)
    assert {p.id for p in board.territories.values() if p.from_rulebook} == set(NAMED)
    assert {p.id for p in board.seas.values() if p.from_rulebook} == set(NAMED_SEAS)
    assert all(board.touch(a, b) is True and board.touch(b, a) is True for a, b in STATED_LAND)
    assert all(board.washes(sea, territory) is True for sea, territory in STATED_COASTS)
    assert all(board.touch(island, "giappone") is False for island in TRUE_ISLANDS)


def test_placeholders_are_visibly_marked() -> None:
    for name in ("rulebook", "example"):
        unnamed = [p for p in bundled_board(name).territories.values() if not p.from_rulebook]
        assert len(unnamed) == 26
        assert all(CLUB in p.english and "non dal regolamento" in p.name for p in unnamed)
    assert "NOT FROM THE RULEBOOK" in EXAMPLE.splitlines()[0]


def test_what_nobody_said_is_unknown_until_the_board_is_complete() -> None:
    partial, whole = bundled_board(), bundled_board("example")
    assert (partial.touch("giappone", "california"), whole.touch("giappone", "california")) == (None, False)
    assert (partial.washes("artico", "california"), whole.washes("artico", "california")) == (None, False)
    assert (partial.seas_touch("artico", "indiano"), whole.seas_touch("artico", "indiano")) == (None, False)
    assert whole.seas_touch("artico", "nord_pacifico") is True


CHANGES = [
    ("complete = false\n", "", "complete: missing"),
    ('id = "giappone"', 'id = "japan"', "places that the rulebook names are absent: giappone"),
    ('land = ["borneo"]', 'land = ["borneo", "atlantis"]', 'unknown place "atlantis"'),
    ('land = ["borneo"]', 'land = ["indocina"]', "touches itself"),
    ('land = ["borneo"]', "land = 5", "must be a list, not a number"),
    ('english = "Japan"', 'english = "Borneo"', 'two places are called "borneo"'),
    ('id = "borneo"', 'id = "giappone"', '"giappone" stands twice'),
    ('english = "Japan"\n', "", "english: missing"),
    ('seas = ["nord_pacifico"]', 'sea = ["nord_pacifico"]', 'unknown; did you mean "seas"?'),
    ('land = ["indocina", "nuova_guinea"]', 'land = ["indocina"]', "borneo and nuova_guinea are joined"),
    ('seas = ["nord_pacifico"]', "seas = []", "nord_pacifico washes giappone"),
    ('id = "groenlandia"', 'land = ["baffin"]\nid = "groenlandia"', "groenlandia has no link by land"),
    ('source = "not from the rulebook"', 'source = "rulebook"', "segnaposto_11 stands not in the rulebook"),
    ('source = "not from the rulebook"', 'source = "memory"', 'unknown source "memory"'),
    ("complete = false", "complete = true", "baffin is joined by land to other territories"),
    ("complete = false", "complete = true", "mediterraneo washes no territory"),
    ("complete = false", 'complete = "no"', "must be true or false, not a text"),
    ("[[territories]]", "[territories]", "no TOML"),
    ('id = "giappone"', "id = 7", "must be a text, not a number"),
]


@pytest.mark.parametrize(("old", "new", "message"), CHANGES, ids=[m for _, _, m in CHANGES])
def test_every_defect_is_named(old: str, new: str, message: str) -> None:
    text = RULEBOOK.replace('id = "indocina"', 'land = ["borneo"]\nid = "indocina"')
    assert old in text
    with pytest.raises(UnreadableCase, match=re.escape(message)):
        load_board(text.replace(old, new, 1))


def test_a_source_may_be_left_out() -> None:
    board = load_board(RULEBOOK.replace('source = "not from the rulebook"\n', ""))
    assert board == bundled_board()


def test_names_of_a_club_are_understood_in_any_spelling() -> None:
    text = EXAMPLE.replace("Segnaposto 11 (non dal regolamento)", "Corea")
    answer = _move(text, "GIAPPONE", "còrea")
    assert answer["verdict"] == "legal"
    assert answer["effects"] == {"invades": True}


def test_a_board_may_be_given_as_an_object() -> None:
    assert _move(tomllib.loads(EXAMPLE), "japan", "segnaposto_11")["verdict"] == "legal"


@pytest.mark.parametrize(
    ("board", "message"),
    [
        ("elsewhere", "options.board: neither rulebook nor example nor TOML"),
        (" ", "options.board: must not be empty"),
        (5, "options.board: must be an object, not a number"),
        ('complete = false\nterritories = []\nseas = ["x"]', "seas[0]: must be an object"),
    ],
)
def test_a_board_that_is_none_is_refused(board: object, message: str) -> None:
    with pytest.raises(UnreadableCase, match=re.escape(message)):
        _move(board, "giappone", "california")


def _move(board: object, source: str, target: str) -> dict[str, object]:
    held = {source: {"owner": "red", "tanks": 1}, target: {"owner": "blue"}}
    turn = {"player": "red", "phase": "movement", "moved": {}, "sailed": {}}
    return adjudicate(
        {
            "ruleset": "futurisiko",
            "options": {"board": board},
            "position": {"players": ["red", "blue"], "board": held, "turn": turn},
            "action": {"type": "move", "player": "red", "unit": "tanks", "from": source, "to": target},
        }
    )
