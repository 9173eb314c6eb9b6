"""The readers of the actions of futuRisiKo!, one for each word."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from games.core.envelope import read_player
from games.core.notation import Node
from games.futurisiko.actions import (
    Action,
    ClaimTerritory,
    DetermineSequence,
    Move,
    PlayCard,
    Produce,
    Roll,
    TakeCards,
)
from games.futurisiko.board import Place, SeaBoard, place_named, read_place
from games.futurisiko.position import Position, Units
from games.futurisiko.rulesets import DECK, Card, Unit

Reader = Callable[[Node, Position, SeaBoard], Action | None]
MOST_PIECES = 200
ACTION_KEYS: Mapping[str, tuple[str, ...]] = {
    "determine_sequence": ("type", "cards"),
    "shuffle_deck": ("type",),
    "claim_territory": ("type", "player", "territory"),
    "take_cards": ("type", "player", "discard", "draw", "discard_after"),
    "play_card": ("type", "player", "card", "against", "shielded"),
    "produce": ("type", "player", "pieces", "carried"),
    "end_production": ("type", "player"),
    "move": ("type", "player", "unit", "number", "from", "to", "via"),
    "roll": ("type", "player", "territory", "dice", "explosions", "remove", "sea", "card"),
    "end_operations": ("type", "player"),
    "claim_victory": ("type", "player"),
    "check_position": ("type",),
}


def read_action(node: Node, position: Position, board: SeaBoard, actions: tuple[str, ...]) -> Action | None:
    """The action of a case; None after a noted defect."""
    kind = node.need("type")
    word = kind.one_of(actions, "action") if kind else None
    if word is None:
        return None
    node.only(ACTION_KEYS[word])
    return READERS.get(word, _plain)(node, position, board)


def read_units(node: Node) -> Units:
    """Tanks and aircraft written here; what is absent is none."""
    return Units(_number(node, "tanks"), _number(node, "aircraft")) if node.is_object() else Units()


def read_cards(node: Node) -> tuple[Card, ...]:
    """A list of cards."""
    words = [entry.one_of((*DECK, Card.UNKNOWN), "card") for entry in node.elements()]
    return tuple(Card(word) for word in words if word is not None)


def _number(node: Node, key: str, least: int = 0, default: int = 0) -> int:
    entry = node.given(key)
    number = entry.integer(least, MOST_PIECES) if entry else default
    return default if number is None else number


def _optional(node: Node, key: str) -> int | None:
    entry = node.given(key)
    return entry.integer(0, MOST_PIECES) if entry else None


def _flag(node: Node, key: str) -> bool:
    entry = node.given(key)
    return entry is not None and entry.boolean() is True


def _actor(node: Node, position: Position) -> str | None:
    entry = node.need("player")
    return read_player(entry, position.players) if entry else None


def _place(node: Node, key: str, board: SeaBoard, among: Mapping[str, Place]) -> str | None:
    entry = node.need(key)
    return read_place(entry, board, among, "place") if entry else None


def _cards(node: Node, key: str) -> tuple[Card, ...]:
    entry = node.given(key)
    return read_cards(entry) if entry else ()


def _plain(node: Node, position: Position, _board: SeaBoard) -> Action | None:
    kind = str(node.value["type"])
    if "player" not in ACTION_KEYS[kind]:
        return Action(kind)
    player = _actor(node, position)
    return Action(kind, player) if player else None


def _determine(node: Node, _position: Position, _board: SeaBoard) -> Action | None:
    entry = node.need("cards")
    colours = [colour for card in (entry.elements() if entry else ()) if (colour := card.text())]
    if entry is not None and not colours:
        entry.fail("no card")
    return DetermineSequence("determine_sequence", None, tuple(colours)) if colours else None


def _claim(node: Node, position: Position, board: SeaBoard) -> Action | None:
    player, territory = _actor(node, position), _place(node, "territory", board, board.territories)
    return ClaimTerritory("claim_territory", player, territory) if player and territory else None


def _take(node: Node, position: Position, _board: SeaBoard) -> Action | None:
    player = _actor(node, position)
    cards = (_cards(node, key) for key in ("discard", "draw", "discard_after"))
    return TakeCards("take_cards", player, *cards) if player else None


def _play(node: Node, position: Position, _board: SeaBoard) -> Action | None:
    player, entry, against = _actor(node, position), node.need("card"), node.given("against")
    word = entry.one_of(tuple(DECK), "card") if entry else None
    struck = read_player(against, position.players) if against else None
    shielded = _flag(node, "shielded")
    return PlayCard("play_card", player, Card(word), struck, shielded) if player and word else None


def _produce(node: Node, position: Position, board: SeaBoard) -> Action | None:
    player, listed = _actor(node, position), node.need("pieces")
    pieces: dict[str, dict[Unit, int]] = {}
    for name, entry in listed.members() if listed else ():
        place = place_named(entry, name, board, {**board.territories, **board.seas}, "place")
        if place in pieces:
            entry.fail(f'"{place}" stands twice')
        if place is not None:
            pieces[place] = _built(entry)
    pieces = {place: built for place, built in pieces.items() if built}
    return Produce("produce", player, pieces, _number(node, "carried")) if player else None


def _built(node: Node) -> dict[Unit, int]:
    built: dict[Unit, int] = {}
    for key, entry in node.members():
        number = entry.integer(0, MOST_PIECES)
        if key not in tuple(Unit):
            entry.fail(f"unknown; one of {', '.join(Unit)}")
        elif number:
            built[Unit(key)] = number
    return built


def _move(node: Node, position: Position, board: SeaBoard) -> Action | None:
    everywhere = {**board.territories, **board.seas}
    player, kind, via = _actor(node, position), node.need("unit"), node.given("via")
    unit = kind.one_of(tuple(Unit), "unit") if kind else None
    source, target = _place(node, "from", board, everywhere), _place(node, "to", board, everywhere)
    over = read_place(via, board, everywhere, "place") if via else None
    number = _number(node, "number", 1, 1)
    if player is None or unit is None or source is None or target is None:
        return None
    return Move("move", player, Unit(unit), number, source, target, over)


def _roll(node: Node, position: Position, board: SeaBoard) -> Action | None:
    player, territory = _actor(node, position), _place(node, "territory", board, board.territories)
    removed, sea, card = node.given("remove"), node.given("sea"), node.given("card")
    whole = removed if removed is not None and removed.is_object() else None
    if whole is not None:
        whole.only(("tanks", "aircraft", "garrison", "submarines"))
    word = card.one_of(tuple(DECK), "card") if card else None
    where = read_place(sea, board, board.seas, "sea") if sea else None
    if player is None or territory is None:
        return None
    return Roll(
        "roll",
        player,
        territory,
        dice=_optional(node, "dice"),
        explosions=_optional(node, "explosions"),
        remove=read_units(whole) if whole else Units(),
        remove_garrison=_flag(whole, "garrison") if whole else False,
        remove_submarines=_number(whole, "submarines") if whole else 0,
        sea=where,
        card=Card(word) if word else None,
    )


READERS: Mapping[str, Reader] = {
    "determine_sequence": _determine,
    "claim_territory": _claim,
    "take_cards": _take,
    "play_card": _play,
    "produce": _produce,
    "move": _move,
    "roll": _roll,
}
