"""A club's file of cards: every defect is named, the bundled one says that it is not from the rulebook."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files

import pytest

from games.adjudicator import adjudicate
from games.challenge.geography import BOARD
from games.core.board import Symbol
from games.core.notation import UnreadableCase
from games.risikard.deck import bundled_deck, load_deck
from games.risikard.rulesets import SetKind
from games.risikard.strength import sets_among

TEXT = (files("games.risikard") / "data" / "deck.toml").read_text(encoding="utf-8")


def test_the_bundled_deck_borrows_the_territories_of_risiko_and_says_so() -> None:
    deck = bundled_deck()
    assert "NOT FROM THE RULEBOOK" in TEXT.splitlines()[0]
    assert tomllib.loads(TEXT)["source"] == "not from the rulebook"
    assert deck.army_cards == {}
    borrowed = {t.id: (t.name, t.continent, t.symbol, t.points) for t in deck.territories.values()}
    assert borrowed == {t.id: (t.name, t.continent, t.symbol, t.value) for t in BOARD.territories}


CHANGES = [
    ('english = "Alaska"', 'english = "Peru"', 'two territories are called "peru"'),
    ('id = "alaska"', 'id = "brasile"', 'two territories are called "brasile"'),
    ('id = "alaska"\n', "", "id: missing"),
    ('name = "Alaska"', "name = 3", "must be a text, not a number"),
    ('symbol = "cavalry"', 'symbol = "tank"', 'unknown symbol "tank"'),
    ("points = ", "points = -", "must be at least 0"),
    ("points = ", "score = ", "points: missing"),
    ('continent = "africa"', 'continent = "atlantis"', 'unknown continent "atlantis"'),
    ("[[continents]]", "[[continents", "no TOML"),
    (
        "[[continents]]",
        "[army_cards]\n7 = 3\n\n[[continents]]",
        "unknown card; one of 1, 2, 3, 4, 5, 6, joker",
    ),
    ("[[continents]]", "[army_cards]\n1 = -3\n\n[[continents]]", "army_cards.1: must be at least 0"),
]


@pytest.mark.parametrize(("old", "new", "message"), CHANGES, ids=[m for _, _, m in CHANGES])
def test_every_defect_is_named(old: str, new: str, message: str) -> None:
    assert old in TEXT
    with pytest.raises(UnreadableCase, match=re.escape(message)):
        load_deck(TEXT.replace(old, new, 1))


@pytest.mark.parametrize(
    ("deck", "message"),
    [
        ("elsewhere", "options.deck: neither bundled nor TOML"),
        (" ", "options.deck: must not be empty"),
        (5, "options.deck: must be an object, not a number"),
        ({"continents": [], "territories": []}, "options.deck.continents: must not be empty"),
        ({"continents": []}, "options.deck.territories: missing"),
        ({"continents": [{"id": "a"}], "territories": [3]}, "options.deck.continents[0].name: missing"),
    ],
)
def test_a_deck_that_is_none_is_refused(deck: object, message: str) -> None:
    with pytest.raises(UnreadableCase, match=re.escape(message)):
        _count(deck)


@pytest.mark.parametrize("deck", ["bundled", TEXT, tomllib.loads(TEXT)], ids=["name", "text", "object"])
def test_a_deck_is_given_by_name_as_text_or_as_an_object(deck: object) -> None:
    effects = _count(deck)["effects"]
    assert effects == {
        "ranking": [{"player": "a", "points": 164, "rank": 1}, {"player": "b", "points": 0, "rank": 2}]
    }


def _count(deck: object) -> dict[str, object]:
    board = dict.fromkeys(bundled_deck().territories, "a")
    return adjudicate(
        {
            "ruleset": "risikard",
            "options": {"deck": deck, "rotations": 0},
            "position": {"players": ["a", "b"], "board": board, "rotation": 0},
            "action": {"type": "final_count"},
        }
    )


@pytest.mark.parametrize(
    ("infantry", "cavalry", "cannon", "expected"),
    [
        (1, 1, 1, (1, 0, 1)),
        (3, 0, 0, (0, 1, 1)),
        (2, 1, 1, (1, 0, 1)),
        (3, 2, 2, (2, 1, 2)),
        (4, 1, 1, (1, 1, 2)),
        (3, 3, 1, (1, 2, 2)),
        (4, 4, 1, (1, 2, 3)),
        (0, 0, 0, (0, 0, 0)),
    ],
)
def test_sets_of_one_continent(infantry: int, cavalry: int, cannon: int, expected: tuple[int, ...]) -> None:
    counts = {Symbol.INFANTRY: infantry, Symbol.CAVALRY: cavalry, Symbol.CANNON: cannon}
    asia = [
        f'[[territories]]\nid = "{s}{i}"\nname = "{s}{i}"\nenglish = "{s}{i}"\ncontinent = "asia"\nsymbol = "{s}"\npoints = 1'
        for s, count in counts.items()
        for i in range(count)
    ]
    far = '[[territories]]\nid = "x"\nname = "x"\nenglish = "x"\ncontinent = "africa"\nsymbol = "cannon"\npoints = 1'
    heads = [f'[[continents]]\nid = "{c}"\nname = "{c}"\nenglish = "{c}"' for c in ("asia", "africa")]
    deck = load_deck("\n".join([*heads, *asia, far]))
    assert tuple(sets_among(deck.territories, deck, kind) for kind in SetKind) == expected
