"""A board: territories, borders, continents and objectives, read once from data and checked.

Positions of territories are bits and small integers in the printed order, so that "is there an enemy
beside it" is one `&`. Nothing here knows a rule; the numbers are those that a board prints.
"""

from __future__ import annotations

import difflib
import tomllib
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType
from typing import Any


class BoardError(ValueError):
    """The data of a board contradict each other."""


class UnknownTerritory(ValueError):  # an answer about a name, not a failure of the program
    """A name that no territory, or more than one, goes by; `candidates` holds what may have been meant."""

    def __init__(self, name: str, candidates: tuple[str, ...], *, ambiguous: bool) -> None:
        self.name, self.candidates, self.ambiguous = name, candidates, ambiguous
        super().__init__(f"{'ambiguous' if ambiguous else 'unknown'} territory {name!r}")


class Symbol(StrEnum):
    """The picture on a territory card."""

    INFANTRY = "infantry"
    CAVALRY = "cavalry"
    CANNON = "cannon"


class BorderKind(StrEnum):
    """How two territories touch."""

    LAND = "land"
    SEA = "sea"


@dataclass(frozen=True, slots=True)
class Territory:
    """One territory as printed: `name` Italian, `english` ours; `value` is 0 where a game prints none."""

    id: str
    name: str
    english: str
    continent: str
    value: int
    symbol: Symbol | None
    index: int
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Border:
    """An undirected border between two territory ids."""

    a: str
    b: str
    kind: BorderKind


@dataclass(frozen=True, slots=True)
class Continent:
    """A continent: `bonus` in armies, `value` the printed total, `mask` the bits of its territories."""

    id: str
    name: str
    english: str
    bonus: int
    value: int
    territories: tuple[str, ...]
    mask: int


@dataclass(frozen=True, slots=True)
class Objective:
    """An objective card: its territories, their bits and what they are worth together."""

    number: int
    names: tuple[str, ...]
    territories: tuple[str, ...]
    mask: int
    value: int


@dataclass(frozen=True, slots=True)
class Board:
    """A whole board. Mappings are keyed by territory id; tuples run in the printed order.

    `index` id → position; `value` id → printed value; `mask` id → bits of the neighbours; `neighbours`
    id → ids. `values`, `masks`, `adjacency` say the same by position, for engines.
    """

    territories: tuple[Territory, ...]
    borders: tuple[Border, ...]
    continents: Mapping[str, Continent]
    objectives: Mapping[int, Objective]
    ids: tuple[str, ...]
    index: Mapping[str, int]
    value: Mapping[str, int]
    neighbours: Mapping[str, tuple[str, ...]]
    mask: Mapping[str, int]
    values: tuple[int, ...]
    masks: tuple[int, ...]
    adjacency: tuple[tuple[int, ...], ...]
    names: Mapping[str, str]

    def __len__(self) -> int:
        return len(self.territories)

    def territory(self, territory: str) -> Territory:
        """The territory of that id."""
        return self.territories[self.index[territory]]

    def find(self, name: str) -> str:
        """The id that a written name means, whatever its case, accents and spacing.

        Raises UnknownTerritory with the likely ids when there is none or more than one.
        """
        found = self.named(name)
        if found is None:
            raise self._not_found(name, plain(name[:80]))
        return found

    def named(self, name: str) -> str | None:
        """The id that a written name means, or None."""
        return name if name in self.index else self.names.get(plain(name[:80]))

    def _not_found(self, name: str, key: str) -> UnknownTerritory:
        partial = {found for full, found in self.names.items() if len(key) >= 3 and key in full}
        if len(partial) > 1:
            return UnknownTerritory(name, self._in_order(partial), ambiguous=True)
        close = difflib.get_close_matches(key, self.names, n=4, cutoff=0.6)
        meant = dict.fromkeys([*partial, *(self.names[c] for c in close)])
        return UnknownTerritory(name, tuple(meant)[:3], ambiguous=False)

    def _in_order(self, territories: Iterable[str]) -> tuple[str, ...]:
        return tuple(sorted(territories, key=self.index.__getitem__))


@lru_cache(maxsize=4096)
def plain(name: str) -> str:
    """A name without case, accents, blanks and signs: "Čita" and "cita" are one."""
    decomposed = unicodedata.normalize("NFKD", name.casefold())
    return "".join(c for c in decomposed if c.isalnum())


def load_board(board: str, objectives: str = "", *, degree_is_value: bool = False) -> Board:
    """Build a board from its TOML texts and check it.

    With `degree_is_value` each printed value must be the number of borders. Raises BoardError.
    """
    data = tomllib.loads(board)
    territories = tuple(_territory(i, t) for i, t in enumerate(data["territories"]))
    borders = tuple(Border(a, b, kind) for kind in BorderKind for a, b in data["borders"].get(kind, ()))
    index = {t.id: t.index for t in territories}
    adjacency = _adjacency(index, borders)
    continents = _continents(data["continents"], territories)
    masks = tuple(sum(1 << n for n in near) for near in adjacency)
    ids = tuple(index)
    built = Board(
        territories=territories,
        borders=borders,
        continents=MappingProxyType(continents),
        objectives=MappingProxyType(_objectives(objectives, continents, territories)),
        ids=ids,
        index=MappingProxyType(index),
        value=MappingProxyType({t.id: t.value for t in territories}),
        neighbours=MappingProxyType({i: tuple(ids[n] for n in adjacency[index[i]]) for i in ids}),
        mask=MappingProxyType(dict(zip(ids, masks, strict=True))),
        values=tuple(t.value for t in territories),
        masks=masks,
        adjacency=adjacency,
        names=MappingProxyType(_names(territories)),
    )
    _check(built, degree_is_value=degree_is_value)
    return built


def _territory(index: int, data: dict[str, Any]) -> Territory:
    symbol = data.get("symbol")
    return Territory(
        id=data["id"],
        name=data["name"],
        english=data["english"],
        continent=data["continent"],
        value=data.get("value", 0),
        symbol=Symbol(symbol) if symbol else None,
        index=index,
        aliases=tuple(data.get("aliases", ())),
    )


def _adjacency(index: Mapping[str, int], borders: Iterable[Border]) -> tuple[tuple[int, ...], ...]:
    near: list[set[int]] = [set() for _ in index]
    for border in borders:
        a, b = index[border.a], index[border.b]
        if a == b or b in near[a]:
            raise BoardError(f"border twice or with itself: {border.a}, {border.b}")
        near[a].add(b)
        near[b].add(a)
    return tuple(tuple(sorted(n)) for n in near)


def _continents(data: list[dict[str, Any]], territories: tuple[Territory, ...]) -> dict[str, Continent]:
    continents = {}
    for entry in data:
        members = tuple(t for t in territories if t.continent == entry["id"])
        continents[entry["id"]] = Continent(
            id=entry["id"],
            name=entry["name"],
            english=entry["english"],
            bonus=entry["bonus"],
            value=entry.get("value", sum(t.value for t in members)),
            territories=tuple(t.id for t in members),
            mask=sum(1 << t.index for t in members),
        )
    return continents


def _objectives(
    text: str, continents: Mapping[str, Continent], territories: tuple[Territory, ...]
) -> dict[int, Objective]:
    bit = {t.id: 1 << t.index for t in territories}
    objectives = {}
    for entry in tomllib.loads(text).get("objectives", ()):
        mask = sum(bit[name] for name in entry["territories"])
        mask |= sum(continents[name].mask for name in entry["continents"])
        wanted = [t for t in territories if mask >> t.index & 1]
        objectives[entry["number"]] = Objective(
            number=entry["number"],
            names=tuple(entry["names"]),
            territories=tuple(t.id for t in wanted),
            mask=mask,
            value=sum(t.value for t in wanted),
        )
    return objectives


def _names(territories: Iterable[Territory]) -> dict[str, str]:
    names: dict[str, str] = {}
    for t in territories:
        for name in (t.id, t.name, t.english, *t.aliases):
            if names.setdefault(plain(name), t.id) != t.id:
                raise BoardError(f"two territories are called {name}")
    return names


def _check(board: Board, *, degree_is_value: bool) -> None:
    for t in board.territories:
        if t.continent not in board.continents:
            raise BoardError(f"{t.id} lies in no continent")
        if degree_is_value and t.value != len(board.adjacency[t.index]):
            raise BoardError(f"{t.id} has value {t.value} and {len(board.adjacency[t.index])} borders")
    for continent in board.continents.values():
        total = sum(board.value[t] for t in continent.territories)
        if continent.value != total:
            raise BoardError(f"{continent.id} prints {continent.value}, its territories make {total}")
