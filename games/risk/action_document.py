"""The readers of the actions of Risk, one for each word."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from games.core.acts import Action, CheckPosition, Move, Occupy, PlaceInitial, TakeCards
from games.core.envelope import read_placement, read_player
from games.core.notation import Node
from games.risk.actions import (
    Attack,
    ChooseCapital,
    ClaimTerritory,
    ClaimVictory,
    DealTerritory,
    DrawCard,
    PlaceAllied,
    Reinforce,
)
from games.risk.card_document import read_card, read_cards
from games.risk.geography import BOARD
from games.risk.position import Position
from games.risk.rulesets import ALLIED, DIE_FACES

Actors = tuple[str, ...]
Reader = Callable[[Node, Actors], Action | None]
REROLL = 2


def read_action(node: Node, position: Position, third: str | None, actions: tuple[str, ...]) -> Action | None:
    """The action of a case, by a player or by the third army; None after a noted defect."""
    kind = node.need("type")
    word = kind.one_of(actions, "action") if kind else None
    if word is None:
        return None
    node.only(ACTION_KEYS[word])
    actors = (*position.players, third) if third and position.players else position.players
    return READERS[word](node, actors)


def _actor(node: Node, actors: Actors, key: str = "player") -> str | None:
    entry = node.need(key)
    return read_player(entry, actors) if entry else None


def _on_territory(kind: type[ClaimTerritory] | type[ChooseCapital]) -> Reader:
    def read(node: Node, actors: Actors) -> Action | None:
        player, territory = _actor(node, actors), node.place("territory", BOARD)
        return kind(player, territory) if player and territory else None

    return read


def _deal(node: Node, actors: Actors) -> Action | None:
    to, territory = _actor(node, actors, "to"), node.place("territory", BOARD)
    return DealTerritory(to, territory) if to and territory else None


def _place_initial(node: Node, actors: Actors) -> Action | None:
    player, supply = _actor(node, actors), node.given("supply")
    armies = read_placement(node.need("armies"), BOARD)
    left = supply.integer() if supply else None
    return PlaceInitial(player, armies, left) if player else None


def _reinforce(node: Node, actors: Actors) -> Action | None:
    player, armies, bonus = _actor(node, actors), node.given("armies"), node.given("bonus")
    if armies is None and node.given("set") is None:
        node.need("armies")
    cards = read_cards(node.given("set"), {})
    place = bonus.territory(BOARD) if bonus else None
    return Reinforce(player, read_placement(armies, BOARD), cards, place) if player else None


def _attack(node: Node, actors: Actors) -> Action | None:
    player, command = _actor(node, actors), node.given("as_allied")
    source, target = node.place("from", BOARD), node.place("to", BOARD)
    attacker, defender = (_dice(node, key) for key in ("attacker_dice", "defender_dice"))
    again, turned = _dice(node, "reroll"), node.given("turned")
    if again is not None and len(again) != REROLL:
        node.at("reroll", None).fail("must be [old, new]")
    six = turned.integer(1, DIE_FACES) if turned else None
    reroll = (again[0], again[-1]) if again else None
    commanded = command is not None and command.boolean() is True
    if commanded and ALLIED not in actors:
        node.at("as_allied", None).fail("only where the Allied Army is in play")
    if player is None or source is None or target is None:
        return None
    return Attack(player, source, target, attacker, defender, reroll, six, commanded)


def _dice(node: Node, key: str) -> tuple[int, ...] | None:
    entry = node.given(key)
    return entry.dice(DIE_FACES) if entry else None


def _march(kind: type[Occupy] | type[Move]) -> Reader:
    def read(node: Node, actors: Actors) -> Action | None:
        player, armies = _actor(node, actors), node.number("armies")
        source, target = node.place("from", BOARD), node.place("to", BOARD)
        if player is None or armies is None or source is None or target is None:
            return None
        return kind(player, source, target, armies)

    return read


def _draw(node: Node, actors: Actors) -> Action | None:
    player, card = _actor(node, actors), node.given("card")
    drawn = read_card(card) if card else None
    return DrawCard(player, drawn) if player else None


def _take(node: Node, actors: Actors) -> Action | None:
    player, loser, cards = _actor(node, actors), _actor(node, actors, "from_player"), node.number("cards")
    return TakeCards(player, loser, cards) if player and loser and cards is not None else None


def _place_allied(node: Node, actors: Actors) -> Action | None:
    player, armies = _actor(node, actors), read_placement(node.need("armies"), BOARD)
    return PlaceAllied(player, armies) if player else None


def _claim_victory(node: Node, actors: Actors) -> Action | None:
    player = _actor(node, actors)
    return ClaimVictory(player) if player else None


def _check(_node: Node, _actors: Actors) -> Action | None:
    return CheckPosition()


READERS: Mapping[str, Reader] = {
    "claim_territory": _on_territory(ClaimTerritory),
    "deal_territory": _deal,
    "place_initial": _place_initial,
    "choose_capital": _on_territory(ChooseCapital),
    "reinforce": _reinforce,
    "attack": _attack,
    "occupy": _march(Occupy),
    "place_allied": _place_allied,
    "move": _march(Move),
    "draw_card": _draw,
    "take_cards": _take,
    "claim_victory": _claim_victory,
    "check_position": _check,
}
ACTION_KEYS: Mapping[str, tuple[str, ...]] = {
    "claim_territory": ("type", "player", "territory"),
    "deal_territory": ("type", "to", "territory"),
    "place_initial": ("type", "player", "armies", "supply"),
    "choose_capital": ("type", "player", "territory"),
    "reinforce": ("type", "player", "armies", "set", "bonus"),
    "attack": (
        "type", "player", "from", "to", "attacker_dice", "defender_dice", "reroll", "turned", "as_allied",
    ),
    "occupy": ("type", "player", "from", "to", "armies"),
    "place_allied": ("type", "player", "armies"),
    "move": ("type", "player", "from", "to", "armies"),
    "draw_card": ("type", "player", "card"),
    "take_cards": ("type", "player", "from_player", "cards"),
    "claim_victory": ("type", "player"),
    "check_position": ("type",),
}  # fmt: skip
