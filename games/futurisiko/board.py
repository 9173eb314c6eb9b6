"""The board of futuRisiKo!: territories and seas, as far as the rulebook or a club's file tells.

A file (TOML, see data/board.toml) need not be complete. Where it is not, the questions asked here answer None for
"nobody said", and only what stands in the rulebook is denied or affirmed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from games.core.board import plain
from games.core.notation import Node

Links = Mapping[str, frozenset[str]]


@dataclass(frozen=True, slots=True)
class Place:
    """A territory or a sea; `from_rulebook` is False where the name is a club's or a placeholder."""

    id: str
    name: str
    english: str
    from_rulebook: bool = True


@dataclass(frozen=True, slots=True)
class SeaBoard:
    """A whole board. `land`: territory → territories joined by land; `coasts`: sea → territories; `waters`: sea → seas.

    `cut_off`: territories that have no link by land. `complete`: what is not listed does not touch.
    """

    complete: bool
    territories: Mapping[str, Place]
    seas: Mapping[str, Place]
    land: Links
    coasts: Links
    waters: Links
    cut_off: frozenset[str]
    names: Mapping[str, str]

    def place(self, place: str) -> Place:
        """The territory or sea of that id."""
        return self.territories[place] if place in self.territories else self.seas[place]

    def touch(self, one: str, other: str) -> bool | None:
        """Whether two territories are joined by land."""
        if other in self.land[one]:
            return True
        return False if self.cut_off & {one, other} else self._denied()

    def washes(self, sea: str, territory: str) -> bool | None:
        """Whether the sea borders the territory."""
        return True if territory in self.coasts[sea] else self._denied()

    def seas_touch(self, one: str, other: str) -> bool | None:
        """Whether two seas border each other."""
        return True if other in self.waters[one] else self._denied()

    def beside(self, territory: str, place: str) -> bool | None:
        """Whether a territory borders that territory or sea."""
        return self.washes(place, territory) if place in self.seas else self.touch(territory, place)

    def _denied(self) -> bool | None:
        return False if self.complete else None


def names_of(places: Iterable[Place]) -> Mapping[str, str]:
    """Plain spelling → id."""
    return {plain(name): p.id for p in places for name in (p.id, p.name, p.english)}


def read_place(node: Node, board: SeaBoard, among: Mapping[str, Place], what: str) -> str | None:
    """The id of a territory or a sea written here, in any case and accents."""
    name = node.text()
    return None if name is None else place_named(node, name, board, among, what)


def place_named(node: Node, name: str, board: SeaBoard, among: Mapping[str, Place], what: str) -> str | None:
    """The id that `name` means; an error at this place otherwise."""
    found = board.names.get(plain(name[:80]))
    if found in among:
        return found
    known = [name for place in among.values() for name in (place.name, place.english)]
    node.fail(f'unknown {what} "{name[:60]}"{node.errors.close_to(name, known)}')
    return None
