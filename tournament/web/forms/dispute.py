"""The question of a dispute as a sentence to fill in, one for each kind of action, and the case that it makes."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from string import Formatter
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.challenge import BOARD
from tournament.errors import InvalidInput


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody in the position: the colour stands for the player in the case."""

    colour: str
    name: str


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of action: its sentence with places to fill, its yes-or-no facts, the phase it belongs to."""

    label: Any
    sentence: Any
    flags: tuple[str, ...] = ()
    phase: str = "combat"


KINDS: Mapping[str, Kind] = {
    "attack": Kind(
        gettext_lazy("An attack"),
        gettext_lazy("{player} attacks from {from} to {to}, throws {attacker_dice} against {defender_dice}"),
        ("unannounced", "challenge_card_active"),
    ),
    "occupy": Kind(
        gettext_lazy("Moving into a conquered territory"),
        gettext_lazy("{player} moves {armies} armies from {from} into {to}, just conquered"),
    ),
    "move": Kind(
        gettext_lazy("The strategic movement"),
        gettext_lazy("{player} moves {armies} armies from {from} to {to}"),
    ),
    "reinforce": Kind(
        gettext_lazy("Reinforcements"),
        gettext_lazy("{player} places {placement} and plays the set {set}"),
        phase="reinforcement",
    ),
    "draw_card": Kind(
        gettext_lazy("Drawing a card"), gettext_lazy("{player} draws a card"), ("late", "next_turn_over")
    ),
    "discard_card": Kind(gettext_lazy("Discarding a card"), gettext_lazy("{player} discards {card}")),
    "take_cards": Kind(
        gettext_lazy("The cards of somebody eliminated"),
        gettext_lazy("{player} takes {cards} cards from {from_player}"),
    ),
    "roll_closing": Kind(
        gettext_lazy("The closing throw"), gettext_lazy("{player} throws {dice} to close"), phase="card"
    ),
    "claim_objective": Kind(
        gettext_lazy("Claiming the objective"),
        gettext_lazy("{player} claims the objective"),
        ("time_expired",),
    ),
    "place_initial": Kind(
        gettext_lazy("Placing the first armies"),
        gettext_lazy("{player} places {placement} of {supply} armies left"),
        phase="setup",
    ),
    "deal_territory": Kind(
        gettext_lazy("Dealing a territory"),
        gettext_lazy("{territory} is dealt to {to_player}"),
        phase="setup",
    ),
    "challenge_card": Kind(
        gettext_lazy("The Challenge card"),
        gettext_lazy("{player} plays the Challenge card"),
        ("already_played", "dice_on_the_table"),
    ),
    "check_position": Kind(gettext_lazy("The position itself"), gettext_lazy("Is this position possible?")),
    "score": Kind(gettext_lazy("The final score"), gettext_lazy("What does everybody score?"), phase="over"),
}
FLAGS: Mapping[str, Any] = {
    "unannounced": gettext_lazy("It was not announced"),
    "challenge_card_active": gettext_lazy("The Challenge card is in force"),
    "late": gettext_lazy("After the end of the own turn"),
    "next_turn_over": gettext_lazy("The next player's turn is over too"),
    "time_expired": gettext_lazy("After the time limit"),
    "already_played": gettext_lazy("One was played before"),
    "dice_on_the_table": gettext_lazy("The dice were thrown already"),
}
HINTS: Mapping[str, Any] = {
    "attacker_dice": gettext_lazy("dice, as 6 5 2"),
    "defender_dice": gettext_lazy("dice, as 5 5"),
    "dice": gettext_lazy("two dice, as 3 1; empty: no throw"),
    "placement": gettext_lazy("as Congo 2, Egitto 1"),
    "set": gettext_lazy("as Alaska, Perù, joker; empty: none"),
    "card": gettext_lazy("a card, as Alaska"),
    "armies": gettext_lazy("number"),
    "cards": gettext_lazy("number"),
    "supply": gettext_lazy("number"),
}
PHASES: Mapping[str, Any] = {
    "setup": gettext_lazy("Setup"),
    "reinforcement": gettext_lazy("Reinforcement"),
    "combat": gettext_lazy("Combat"),
    "movement": gettext_lazy("Movement"),
    "card": gettext_lazy("Card"),
    "over": gettext_lazy("The game is over"),
}
PLAYERS = {"player", "from_player", "to_player"}
PLACES = {"from", "to", "territory"}
OPTIONAL = {"attacker_dice", "defender_dice", "set"}
"""Places that, left empty, leave the sentence with the words before them."""
KEYS = {"to_player": "to", "placement": "armies"}
"""Places whose name in the case is another one."""


# --- reading what was typed ---------------------------------------------------------------------------------


def dice(text: str) -> list[int] | None:
    """“6 5 2” or “652”. None for nothing."""
    found = [int(digit) for digit in re.findall(r"\d", text)]
    return found or None


def whole(text: str) -> int | None:
    """A number. Raises InvalidInput."""
    if not text:
        return None
    if not re.fullmatch(r"-?\d{1,6}", text):
        raise InvalidInput(_("“%(text)s” is not a number.") % {"text": text})
    return int(text)


def names(text: str) -> list[str]:
    """“Alaska, Perù, joker”."""
    return [part.strip() for part in re.split(r"[,;\n]", text) if part.strip()]


def placement(text: str) -> dict[str, int]:
    """“Congo 2, Egitto 1”. Raises InvalidInput."""
    placed = {}
    for part in names(text):
        match = re.fullmatch(r"(.+?)\s*[:=]?\s*(-?\d{1,6})", part)
        if match is None:
            raise InvalidInput(
                _("“%(text)s”: write the territory and the number, as Congo 2.") % {"text": part}
            )
        placed[match[1]] = int(match[2])
    return placed


READERS: Mapping[str, Callable[[str], Any]] = {
    "attacker_dice": dice,
    "defender_dice": dice,
    "dice": dice,
    "placement": placement,
    "set": names,
    "armies": whole,
    "cards": whole,
    "supply": whole,
}
"""How a place is read; a text as it is for all others."""


def parts_of(kind: str) -> Iterator[tuple[str, str]]:
    """The sentence as pairs of the words before a place and the place ("" at the end)."""
    for words, place, _spec, _conversion in Formatter().parse(str(KINDS[kind].sentence)):
        yield words, place or ""


@dataclass(frozen=True, slots=True)
class Question:
    """What the page sends, understood: the kind, the action, the position, the sentence."""

    data: Mapping[str, Any]
    players: Sequence[Player]

    @property
    def kind(self) -> str:
        """The kind of action. Raises InvalidInput for none."""
        kind = self.text("kind")
        if kind not in KINDS:
            raise InvalidInput(_("Choose what was done."))
        return kind

    def text(self, name: str) -> str:
        """A field without spaces around it."""
        return str(self.data.get(name, "")).strip()

    def action(self) -> dict[str, Any]:
        """The action of the case. Raises InvalidInput naming what cannot be read."""
        kind = self.kind
        action: dict[str, Any] = {"type": kind}
        for _words, place in parts_of(kind):
            typed = self.text(f"{kind}-{place}") if place else ""
            value = READERS.get(place, str)(typed) if typed else None
            if place == "dice":
                action["dice"] = value
            elif value is not None:
                action[KEYS.get(place, place)] = value
        for flag in KINDS[kind].flags:
            if self.text(f"{kind}-{flag}"):
                action |= {"announced": False} if flag == "unannounced" else {flag: True}
        return action

    def position(self) -> dict[str, Any]:
        """The position of the case: only what is known."""
        position: dict[str, Any] = {
            "players": [one.colour for one in self.players],
            "board": dict(self._board()),
        }
        known = {
            "round": whole(self.text("round")),
            "turn": self._turn(),
            "closing": self._closing(),
            "hands": {
                one.colour: names(hand) for one in self.players if (hand := self.text(f"hand-{one.colour}"))
            },
            "objectives": {
                one.colour: whole(number)
                for one in self.players
                if (number := self.text(f"objective-{one.colour}"))
            },
            "eliminated": [one.colour for one in self.players if self.text(f"out-{one.colour}")],
        }
        return position | {name: value for name, value in known.items() if value}

    def _board(self) -> Iterator[tuple[str, list[Any]]]:
        for territory in BOARD.ids:
            owner = self.text(f"territory-{territory}")
            if owner:
                armies = whole(self.text(f"armies-{territory}"))
                yield territory, [owner, 1 if armies is None else armies]

    def _turn(self) -> dict[str, Any]:
        player = self.text("turn-player") or self.text(f"{self.kind}-player")
        turn: dict[str, Any] = {"player": player} if player else {}
        phase = self.text("phase") or KINDS[self.kind].phase
        if phase in PHASES:
            turn["phase"] = phase
        if self.text("conquered-known"):
            turn["conquered"] = names(self.text("conquered"))
        for flag in ("set_played", "moved", "card_drawn"):
            if self.text(flag) in {"yes", "no"}:
                turn[flag] = self.text(flag) == "yes"
        last = {"from": self.text("last-from"), "to": self.text("last-to")}
        if all(last.values()):
            turn["last_attack"] = last
        return turn if player else {}

    def _closing(self) -> dict[str, int] | None:
        value = whole(self.text("closing"))
        return None if value is None else {"value": value}

    def sentence(self) -> str:
        """What is asked, in words."""
        called = {one.colour: one.name for one in self.players}
        told = []
        for words, place in parts_of(self.kind):
            typed = self.text(f"{self.kind}-{place}") if place else ""
            if place in PLAYERS:
                typed = called.get(typed, typed)
            elif typed in BOARD.index:
                typed = BOARD.territory(typed).name
            if typed or place not in OPTIONAL:
                told.append(words + (typed or "–" if place else ""))
        return "".join(told)[:300]


def typed_from(case: Mapping[str, Any]) -> QueryDict:
    """A stored case as the form would have sent it, so that it can be amended; other games' boards do not fit the form."""
    typed = QueryDict(mutable=True)
    position, action = case.get("position", {}), case.get("action", {})
    kind = str(action.get("type", ""))
    typed["kind"] = kind
    if kind in KINDS:
        for _words, place in parts_of(kind):
            typed[f"{kind}-{place}"] = _written(action.get(KEYS.get(place, place)))
        for flag in KINDS[kind].flags:
            given = action.get("announced") is False if flag == "unannounced" else action.get(flag)
            typed[f"{kind}-{flag}"] = "1" if given else ""
    boards = position.get("board", {}).items()
    for territory, held in ((name, held) for name, held in boards if isinstance(held, list)):
        typed[f"territory-{territory}"], typed[f"armies-{territory}"] = str(held[0]), str(held[1])
    for name, prefix in (("hands", "hand"), ("objectives", "objective")):
        for colour, value in (position.get(name) or {}).items():
            typed[f"{prefix}-{colour}"] = _written(value)
    for colour in position.get("eliminated") or []:
        typed[f"out-{colour}"] = "1"
    _type_turn(typed, position)
    return typed


def _type_turn(typed: QueryDict, position: Mapping[str, Any]) -> None:
    turn, last = position.get("turn") or {}, (position.get("turn") or {}).get("last_attack") or {}
    typed["round"] = _written(position.get("round"))
    typed["turn-player"], typed["phase"] = _written(turn.get("player")), _written(turn.get("phase"))
    typed["conquered"], typed["conquered-known"] = (
        _written(turn.get("conquered")),
        "1" if "conquered" in turn else "",
    )
    for flag in ("set_played", "moved", "card_drawn"):
        typed[flag] = ("yes" if turn[flag] else "no") if turn.get(flag) is not None else ""
    typed["last-from"], typed["last-to"] = _written(last.get("from")), _written(last.get("to"))
    typed["closing"] = _written((position.get("closing") or {}).get("value"))


def _written(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {number}" for name, number in value.items())
    if isinstance(value, list):
        return (" " if all(isinstance(one, int) for one in value) else ", ").join(map(str, value))
    return str(value)
