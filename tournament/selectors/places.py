"""The places of a game's board by their names: for the fields of the dispute desk, and for what a ruling says."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.challenge import BOARD
from games.core.notation import Errors, Node
from games.futurisiko.document import read_options as read_futurisiko
from games.risikard.document import read_options as read_risikard
from tournament.language import spoken

Group = tuple[str, tuple[tuple[str, str], ...]]
"""A heading, and its places: id and name."""


@dataclass(frozen=True, slots=True)
class Places:
    """Territories by continent (under one heading where a game has none), and seas."""

    land: tuple[Group, ...]
    sea: tuple[Group, ...] = ()

    @property
    def names(self) -> Mapping[str, str]:
        """Id → name."""
        return {place: name for _heading, places in (*self.land, *self.sea) for place, name in places}


def places_for(ruleset: str, options: Mapping[str, Any]) -> Places:
    """The board that a case of this ruleset, with these options, is played on; that of RisiKo! where none is known.

    A club's board or deck that cannot be read gives way to the one that comes with the program: the ruling names its
    defects.
    """
    readers = {"futurisiko": _sea_board, "risikard": _deck}
    return readers[ruleset](options) if ruleset in readers else _printed()


def _printed() -> Places:
    """The board of RisiKo! and of Risk, with its names as printed."""
    return Places(
        tuple(
            (continent.name, tuple((name, BOARD.territory(name).name) for name in continent.territories))
            for continent in BOARD.continents.values()
        )
    )


def _sea_board(options: Mapping[str, Any]) -> Places:
    given = {"board": options["board"]} if "board" in options else {}
    board = read_futurisiko(Node(given, "options", Errors())).board
    land = tuple((one.id, _called(one)) for one in board.territories.values())
    seas = tuple((one.id, _called(one)) for one in board.seas.values())
    return Places(((_("Territories"), land),), ((_("Seas"), seas),))


def _deck(options: Mapping[str, Any]) -> Places:
    given = {"deck": options["deck"]} if "deck" in options else {}
    deck = read_risikard(Node(given, "options", Errors())).deck
    return Places(
        tuple(
            (
                _called(continent),
                tuple((t.id, _called(t)) for t in deck.territories.values() if t.continent == continent.id),
            )
            for continent in deck.continents.values()
        )
    )


def _called(place: Any) -> str:
    """The English name on English pages, on all others the one that is printed on the board."""
    return str(place.english if spoken() == "en" else place.name)
