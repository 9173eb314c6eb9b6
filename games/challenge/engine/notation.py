"""One act of a game as one word, and back: the alphabet of the game record (docs/record.md).

A word that starts with a territory's three letters is told apart by its fourth sign; every other word by its first.
"""

from collections.abc import Callable
from typing import Any, Final

from games.challenge.engine.actions import (
    Action,
    Attack,
    Claim,
    Deal,
    DealObjectives,
    DrawCard,
    EndReinforcement,
    EndTurn,
    Move,
    Occupy,
    Place,
    PlaySet,
    TakeCards,
    ThrowClosing,
    ThrowForSeats,
    TimeUp,
)
from games.challenge.engine.tables import BIT, FIRST_JOKER, bits

# In the printed order of the board; the Jokers last.
CODES: Final = (
    *("ala", "tno", "gro", "alb", "ont", "que", "suo", "sue", "amc", "ven", "per", "bra", "arg"),
    *("isl", "gbr", "sca", "eus", "euo", "eum", "ucr"),
    *("afn", "egi", "afo", "con", "afs", "mad"),
    *("ura", "sib", "jac", "kam", "cit", "mon", "gia", "afg", "mor", "ind", "cin", "sia"),
    *("ids", "ngu", "auo", "aue"),
    *("jo1", "jo2"),
)
NUMBER: Final = {code: number for number, code in enumerate(CODES)}
_DICE: Final = {str(face): face for face in range(1, 7)}
LONGEST: Final = 64


class NotationError(ValueError):
    """A word that is no act; the message says why."""


def write_act(action: Action) -> str:
    """The word of a complete act."""
    return _WRITERS[type(action)](action)


def read_act(word: str) -> Action:
    """The act of a word. NotationError if it is none."""
    if len(word) > LONGEST:
        raise NotationError("too long")
    plain = _PLAIN.get(word)
    if plain is not None:
        return plain
    try:
        reader = _BY_SIGN.get(word[3:4]) if word[:3] in NUMBER else _BY_FIRST.get(word[:1])
        if reader is None:
            raise NotationError("no such act")
        return reader(word)
    except KeyError as error:
        raise NotationError(f"{error.args[0]!r} is no territory, card or die") from None


def _dice(text: str) -> tuple[int, ...]:
    if not text:
        raise NotationError("dice are missing")
    return tuple([_DICE[face] for face in text])


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 3):
        raise NotationError(f"{text!r} is no number up to 999")
    return int(text)


def _territory(code: str) -> int:
    number = NUMBER[code]
    if number >= FIRST_JOKER:
        raise NotationError(f"{code!r} is a Joker, not a territory")
    return number


def _cards(text: str) -> int:
    mask = 0
    for code in text.split(",") if text else ():
        if mask & BIT[NUMBER[code]]:
            raise NotationError(f"{code!r} stands twice")
        mask |= BIT[NUMBER[code]]
    return mask


def _codes(mask: int) -> str:
    return ",".join([CODES[card] for card in bits(mask)])


def _faces(dice: tuple[int, ...]) -> str:
    return "".join(map(str, dice))


def _read_attack(word: str) -> Action:
    places, _, thrown = word.partition(":")
    attacker, _, defender = thrown.partition("/")
    return Attack(_territory(places[:3]), _territory(places[4:]), _dice(attacker), _dice(defender))


def _read_move(word: str) -> Action:
    places, _, armies = word.partition(":")
    return Move(_territory(places[:3]), _territory(places[4:]), _number(armies))


def _read_deal(word: str) -> Action:
    return Deal(_territory(word[:3]), _number(word[4:]) - 1)


def _read_place(word: str) -> Action:
    return Place(_territory(word[:3]), _number(word[4:]))


def _read_objectives(word: str) -> Action:
    return DealObjectives(tuple([_number(number) for number in word[1:].split(",")]))


def _read_card(word: str) -> Action:
    late = word.startswith("!!")
    return DrawCard(NUMBER[word[2:] if late else word[1:]], late)


_PLAIN: Final[dict[str, Action]] = {"/": EndReinforcement(), ".": EndTurn(), "T": TimeUp(), "W": Claim()}
_BY_SIGN: Final[dict[str, Callable[[str], Action]]] = {
    "-": _read_attack,
    "=": _read_move,
    "+": _read_place,
    "@": _read_deal,
}
_BY_FIRST: Final[dict[str, Callable[[str], Action]]] = {
    "S": lambda word: ThrowForSeats(_dice(word[1:])),
    "O": _read_objectives,
    "*": lambda word: PlaySet(_cards(word[1:])),
    ">": lambda word: Occupy(_number(word[1:])),
    "<": lambda word: TakeCards(_cards(word[1:])),
    "!": _read_card,
    "#": lambda word: ThrowClosing(_dice(word[1:])),
}
_WRITERS: Final[dict[type[Any], Callable[[Any], str]]] = {
    ThrowForSeats: lambda act: f"S{_faces(act.dice)}",
    Deal: lambda act: f"{CODES[act.territory]}@{act.seat + 1}",
    DealObjectives: lambda act: "O" + ",".join(map(str, act.objectives)),
    Place: lambda act: f"{CODES[act.territory]}+{act.armies}",
    PlaySet: lambda act: f"*{_codes(act.cards)}",
    EndReinforcement: lambda _: "/",
    Attack: lambda act: (
        f"{CODES[act.source]}-{CODES[act.target]}:{_faces(act.attacker_dice)}/{_faces(act.defender_dice)}"
    ),
    Occupy: lambda act: f">{act.armies}",
    TakeCards: lambda act: f"<{_codes(act.cards)}",
    Move: lambda act: f"{CODES[act.source]}={CODES[act.target]}:{act.armies}",
    DrawCard: lambda act: f"{'!!' if act.late else '!'}{CODES[act.card]}",
    EndTurn: lambda _: ".",
    ThrowClosing: lambda act: f"#{_faces(act.dice)}",
    TimeUp: lambda _: "T",
    Claim: lambda _: "W",
}
