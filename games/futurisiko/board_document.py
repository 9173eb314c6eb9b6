"""A club's board file, read with every defect named by its place, and the two boards that come with the program."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from importlib.resources import files
from types import MappingProxyType

from games.core.notation import Node, UnreadableCase, read_value
from games.futurisiko.board import Links, Place, SeaBoard, names_of, read_place

BUNDLED = MappingProxyType({"rulebook": "board.toml", "example": "example.toml"})
RULEBOOK, CLUB = "rulebook", "not from the rulebook"
LONGEST_FILE = 40_000
# 1.2
TERRITORIES = 36
SEAS = 8
# 1.2, 1.3: the places that the rulebook names, the links that it states
NAMED = (
    "giappone", "borneo", "nuova_guinea", "baffin", "victoria", "gran_bretagna", "groenlandia", "madagascar",
    "indocina", "california",
)  # fmt: skip
NAMED_SEAS = (
    "nord_pacifico", "sud_pacifico", "atlantico", "nord_atlantico", "sud_atlantico", "artico", "mediterraneo",
    "indiano",
)  # fmt: skip
LINKED_ISLANDS = ("giappone", "borneo", "nuova_guinea", "baffin", "victoria", "gran_bretagna")
TRUE_ISLANDS = frozenset({"groenlandia", "madagascar"})
STATED_LAND = (("borneo", "indocina"), ("borneo", "nuova_guinea"))
STATED_COASTS = (("nord_pacifico", "giappone"), ("nord_pacifico", "california"))
KEYS = ("title", "complete", "territories", "seas")
TERRITORY_KEYS = ("id", "name", "english", "source", "land", "seas")
SEA_KEYS = ("id", "name", "english", "source", "seas")


@lru_cache(maxsize=len(BUNDLED))
def bundled_board(name: str = "rulebook") -> SeaBoard:
    """A board that comes with the program: what the rulebook states, or an example that we made complete."""
    text = (files("games.futurisiko") / "data" / BUNDLED[name]).read_text(encoding="utf-8")
    return load_board(text)


def load_board(text: str) -> SeaBoard:
    """The board of a club's TOML file. Raises UnreadableCase with one message per defect, each with its place."""
    try:
        root = read_value(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise UnreadableCase([f"no TOML: {error}"]) from None
    board = read_board(root)
    root.errors.stop_if_any()
    if board is None:  # pragma: no cover  # a reader that gives None has noted why
        raise AssertionError("a defect without a message")
    return board


def read_board_option(node: Node) -> SeaBoard | None:
    """The board of a case: a bundled one by its name, the text of a file, or the same as an object."""
    if not isinstance(node.value, str):
        return read_board(node)
    if node.value in BUNDLED:
        return bundled_board(node.value)
    text = node.text(LONGEST_FILE)
    if text is None:
        return None
    try:
        return read_board(Node(tomllib.loads(text), node.path, node.errors))
    except tomllib.TOMLDecodeError as error:
        node.fail(f"neither {' nor '.join(BUNDLED)} nor TOML: {error}")
        return None


def read_board(node: Node) -> SeaBoard | None:
    """The board of a document; None after noted defects."""
    if not node.is_object():
        return None
    node.only(KEYS)
    before = len(node.errors.messages)
    complete = node.need("complete")
    whole = complete.boolean() if complete else None
    places = _places(node, "territories", TERRITORY_KEYS), _places(node, "seas", SEA_KEYS)
    board = _joined(node, *places, complete=whole is True) if all(places) else None
    if board is None or len(node.errors.messages) > before:
        return None
    for message in contradictions(board):
        node.fail(message)
    return board if len(node.errors.messages) == before else None


def contradictions(board: SeaBoard) -> Iterator[str]:
    """What the rulebook states and the board denies."""
    for what, found, wanted in (("territories", board.territories, TERRITORIES), ("seas", board.seas, SEAS)):
        if len(found) != wanted:
            yield f"{len(found)} {what}; the board has {wanted}"
    absent = [p for p in NAMED if p not in board.territories] + [p for p in NAMED_SEAS if p not in board.seas]
    if absent:
        yield f"places that the rulebook names are absent: {', '.join(absent)}"
        return
    yield from (f"{a} and {b} are joined by land (1.3)" for a, b in STATED_LAND if b not in board.land[a])
    yield from (f"{s} washes {t} (1.4)" for s, t in STATED_COASTS if t not in board.coasts[s])
    yield from (f"{t} has no link by land (1.3)" for t in sorted(TRUE_ISLANDS) if board.land[t])
    if board.complete:
        lonely = [t for t in LINKED_ISLANDS if not board.land[t]]
        yield from (f"{t} is joined by land to other territories (1.3)" for t in lonely)
        yield from (f"{sea} washes no territory" for sea, coast in board.coasts.items() if not coast)
    named = {*NAMED, *NAMED_SEAS}
    for place in (*board.territories.values(), *board.seas.values()):
        if place.from_rulebook and place.id not in named:
            yield f'{place.id} stands not in the rulebook: its source is "{CLUB}"'


def _places(node: Node, key: str, keys: tuple[str, ...]) -> dict[str, tuple[Place, Node]]:
    found: dict[str, tuple[Place, Node]] = {}
    listed = node.need(key)
    for entry in listed.elements() if listed else ():
        place = _place(entry, keys) if entry.is_object() else None
        if place is not None and place.id in found:
            entry.fail(f'"{place.id}" stands twice')
        elif place is not None:
            found[place.id] = place, entry
    return found


def _place(entry: Node, keys: tuple[str, ...]) -> Place | None:
    entry.only(keys)
    known = [text for key in ("id", "name", "english") if (part := entry.need(key)) and (text := part.text())]
    source = entry.given("source")
    word = source.one_of((RULEBOOK, CLUB), "source") if source else CLUB
    if len(known) < 3 or word is None:
        return None
    return Place(known[0], known[1], known[2], word == RULEBOOK)


def _joined(
    node: Node, land: dict[str, tuple[Place, Node]], sea: dict[str, tuple[Place, Node]], *, complete: bool
) -> SeaBoard:
    territories = {name: place for name, (place, _) in land.items()}
    seas = {name: place for name, (place, _) in sea.items()}
    everywhere = (*territories.values(), *seas.values())
    spelt = Counter(name for p in everywhere for name in names_of([p]))
    for name in [name for name, times in spelt.items() if times > 1]:
        node.fail(f'two places are called "{name}"')
    bare = SeaBoard(
        complete, territories, seas, {}, {}, {}, TRUE_ISLANDS & territories.keys(), names_of(everywhere)
    )
    by_land = _links(bare, "land", land, territories)
    coasts = _turned(_links(bare, "seas", land, seas), seas)
    return SeaBoard(
        complete=complete,
        territories=MappingProxyType(territories),
        seas=MappingProxyType(seas),
        land=_both_ways(by_land),
        coasts=coasts,
        waters=_both_ways(_links(bare, "seas", sea, seas)),
        cut_off=bare.cut_off,
        names=MappingProxyType(bare.names),
    )


def _links(
    board: SeaBoard, key: str, places: Mapping[str, tuple[Place, Node]], among: Mapping[str, Place]
) -> dict[str, set[str]]:
    links: dict[str, set[str]] = {name: set() for name in places}
    for name, (_, entry) in places.items():
        listed = entry.given(key)
        for one in listed.elements() if listed else ():
            other = read_place(one, board, among, "place")
            if other == name:
                one.fail("touches itself")
            elif other is not None:
                links[name].add(other)
    return links


def _both_ways(links: Mapping[str, set[str]]) -> Links:
    """It is enough that one of the two names the other."""
    return MappingProxyType({a: frozenset({*near, *_naming(a, links)}) for a, near in links.items()})


def _naming(place: str, links: Mapping[str, set[str]]) -> Iterable[str]:
    return (other for other, near in links.items() if place in near)


def _turned(links: Mapping[str, set[str]], seas: Mapping[str, Place]) -> Links:
    return MappingProxyType({sea: frozenset(_naming(sea, links)) for sea in seas})
