"""The readers of the actions of RisiKo! Challenge, one for each word of the contract."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.challenge.card_document import read_card, read_cards
from games.challenge.geography import BOARD
from games.challenge.position import (
    Attack,
    ClaimObjective,
    DealTerritory,
    DiscardCard,
    Distribute,
    DrawCard,
    KingmakerScore,
    PlayChallengeCard,
    Position,
    Reinforce,
    RollClosing,
    Score,
)
from games.challenge.rulesets import ATTACKER_DICE, DIE_FACES, GARRISON
from games.core.acts import Action, CheckPosition, Move, Occupy, PlaceInitial, TakeCards
from games.core.envelope import read_placement, read_player
from games.core.notation import Node

Reader = Callable[[Node, Position], Action | None]


def read_action(node: Node, position: Position | None, actions: tuple[str, ...]) -> Action | None:
    """The action of a case; None after a noted defect."""
    kind = node.need("type")
    word = kind.one_of(actions, "action") if kind else None
    if word is None or position is None:
        return None
    node.only(ACTION_KEYS[word])
    return READERS[word](node, position)


def _actor(node: Node, position: Position, key: str = "player") -> str | None:
    entry = node.need(key)
    return read_player(entry, position.players) if entry else None


def _deal(node: Node, position: Position) -> Action | None:
    to, territory, skipped = (
        _actor(node, position, "to"),
        node.place("territory", BOARD),
        node.given("skipped"),
    )
    if territory is not None and territory in position.board:
        node.at("territory", None).fail(f'"{territory}" has been dealt already')
    over = [read_player(entry, position.players) for entry in skipped.elements()] if skipped else None
    passed = None if over is None else tuple(p for p in over if p is not None)
    return DealTerritory(to, territory, passed) if to and territory else None


def _place_initial(node: Node, position: Position) -> Action | None:
    player, supply = _actor(node, position), node.given("supply")
    armies = read_placement(node.need("armies"), BOARD)
    left = supply.integer() if supply else None
    return PlaceInitial(player, armies, left) if player else None


def _reinforce(node: Node, position: Position) -> Action | None:
    player, armies = _actor(node, position), node.given("armies")
    if armies is None and node.given("set") is None:
        node.need("armies")
    cards = read_cards(node.given("set"), {})
    return Reinforce(player, read_placement(armies, BOARD), cards) if player else None


def _attack(node: Node, position: Position) -> Action | None:
    player, announced = _actor(node, position), node.flag("announced")
    source, target, implied = _places(node, position)
    card, due = (
        node.flag("challenge_card_active"),
        (node.given("attacker_dice"), node.given("defender_dice")),
    )
    attacker, defender = (entry.dice(DIE_FACES) if entry else None for entry in due)
    if player is None or source is None or target is None:
        return None
    return Attack(
        player, source, target, attacker, defender, announced is not False, card is True, implied=implied
    )


def _places(node: Node, position: Position) -> tuple[str | None, str | None, bool]:
    """From where to where, filled from the last attack where both or the target are left out (4.12, 4.13)."""
    source, target = node.given("from"), node.given("to")
    if source is not None and target is not None:
        return source.territory(BOARD), target.territory(BOARD), False
    if target is not None:
        node.need("from")
        return None, target.territory(BOARD), False
    named = source.territory(BOARD) if source else None
    last = position.turn.last_attack
    if last is None:
        node.at("to", None).fail("missing; it may be left out only where position.turn.last_attack is given")
        return None, None, True
    return named or last.source, last.target, True


def _march(kind: type[Occupy] | type[Move]) -> Reader:
    def read(node: Node, position: Position) -> Action | None:
        player, armies = _actor(node, position), node.number("armies")
        source, target = node.place("from", BOARD), node.place("to", BOARD)
        if player is None or armies is None or source is None or target is None:
            return None
        return kind(player, source, target, armies)

    return read


def _occupy(node: Node, position: Position) -> Action | None:
    action = _march(Occupy)(node, position)
    last = position.turn.last_attack
    if isinstance(action, Occupy) and last is not None and last.armies is not None:
        before = position.armies_on(action.source)
        same = (last.source, last.target) == (action.source, action.target)
        if same and before is not None and before > GARRISON:
            due = min(ATTACKER_DICE, before - GARRISON)
            if last.armies != due:
                place = Node(None, "position.turn.last_attack.armies", node.errors)
                place.fail(f"{last.armies} disagrees with {before} armies on {action.source}: {due} threw")
    return action


def _draw(node: Node, position: Position) -> Action | None:
    player, late, over = _actor(node, position), node.flag("late"), node.flag("next_turn_over")
    return DrawCard(player, late is True, over is True) if player else None


def _discard(node: Node, position: Position) -> Action | None:
    player, card = _actor(node, position), node.need("card")
    named = read_card(card) if card else None
    return DiscardCard(player, named) if player and named else None


def _take(node: Node, position: Position) -> Action | None:
    player, loser, cards = (
        _actor(node, position),
        _actor(node, position, "from_player"),
        node.number("cards"),
    )
    return TakeCards(player, loser, cards) if player and loser and cards is not None else None


def _roll_closing(node: Node, position: Position) -> Action | None:
    player, thrown = _actor(node, position), node.given("dice")
    if node.get("dice") is None:
        node.at("dice", None).fail("missing; null stands for not throwing")
    dice = thrown.dice(DIE_FACES) if thrown else None
    return RollClosing(player, dice) if player else None


def _claim(node: Node, position: Position) -> Action | None:
    player, expired = _actor(node, position), node.flag("time_expired")
    return ClaimObjective(player, expired) if player else None


def _score(node: Node, position: Position) -> Action | None:
    last = node.given("last_player")
    return Score(read_player(last, position.players) if last else None)


def _check(_node: Node, _position: Position) -> Action | None:
    return CheckPosition()


def _distribute(node: Node, position: Position) -> Action | None:
    player, give, keep = _actor(node, position), node.need("give"), node.need("keep")
    given = {}
    for name, entry in give.members() if give else ():
        to = read_player(Node(name, entry.path, entry.errors), position.players)
        colour = read_player(entry, position.players)
        if to is not None and colour is not None:
            given[to] = colour
    kept = read_player(keep, position.players) if keep else None
    return Distribute(player, given, kept) if player and kept else None


def _kingmaker_score(node: Node, position: Position) -> Action | None:
    points, cards, chosen = (node.given(key) for key in ("game_points", "cards", "chosen"))
    return KingmakerScore(
        game_points=_by_player(points, position, lambda entry: entry.integer()),
        cards=_by_player(cards, position, lambda entry: _colours(entry, position)),
        chosen=_by_player(chosen, position, lambda entry: read_player(entry, position.players)),
    )


def _by_player(node: Node | None, position: Position, read: Callable[[Node], Any]) -> dict[str, Any]:
    answers = {}
    for name, entry in node.members() if node else ():
        player = read_player(Node(name, entry.path, entry.errors), position.players)
        value = None if entry.value is None else read(entry)
        if player is not None and value is not None:
            answers[player] = value
    return answers


def _colours(node: Node, position: Position) -> tuple[str, ...]:
    read = [read_player(entry, position.players) for entry in node.elements()]
    return tuple(colour for colour in read if colour is not None)


def _challenge_card(node: Node, position: Position) -> Action | None:
    player = _actor(node, position)
    played, thrown = node.flag("already_played"), node.flag("dice_on_the_table")
    return PlayChallengeCard(player, played, thrown) if player else None


READERS: Mapping[str, Reader] = {
    "deal_territory": _deal,
    "place_initial": _place_initial,
    "reinforce": _reinforce,
    "attack": _attack,
    "occupy": _occupy,
    "move": _march(Move),
    "draw_card": _draw,
    "discard_card": _discard,
    "take_cards": _take,
    "roll_closing": _roll_closing,
    "claim_objective": _claim,
    "score": _score,
    "check_position": _check,
    "kingmaker_distribute": _distribute,
    "kingmaker_score": _kingmaker_score,
    "challenge_card": _challenge_card,
}
ACTION_KEYS: Mapping[str, tuple[str, ...]] = {
    "deal_territory": ("type", "to", "territory", "skipped"),
    "place_initial": ("type", "player", "armies", "supply"),
    "reinforce": ("type", "player", "armies", "set"),
    "attack": (
        "type", "player", "from", "to", "attacker_dice", "defender_dice", "announced", "challenge_card_active",
    ),
    "occupy": ("type", "player", "from", "to", "armies"),
    "move": ("type", "player", "from", "to", "armies"),
    "draw_card": ("type", "player", "late", "next_turn_over"),
    "discard_card": ("type", "player", "card"),
    "take_cards": ("type", "player", "from_player", "cards"),
    "roll_closing": ("type", "player", "dice"),
    "claim_objective": ("type", "player", "time_expired"),
    "score": ("type", "last_player"),
    "check_position": ("type",),
    "kingmaker_distribute": ("type", "player", "give", "keep"),
    "kingmaker_score": ("type", "game_points", "cards", "chosen"),
    "challenge_card": ("type", "player", "already_played", "dice_on_the_table"),
}  # fmt: skip
