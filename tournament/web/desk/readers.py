"""How a field of the desk is read, and how a stored value is written into it again."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.core.board import plain
from tournament.errors import InvalidInput


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody in the position: the colour stands for the player in the case."""

    colour: str
    name: str


Players = Sequence[Player]
Read = Callable[[str, Players], Any]
Write = Callable[[Any], str]


def written(value: Any) -> str:
    """A value of a case as it would be typed."""
    if value is None:
        return ""
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {number}" for name, number in value.items())
    if isinstance(value, list):
        return (" " if all(isinstance(one, int) for one in value) else ", ").join(map(str, value))
    return str(value)


@dataclass(frozen=True, slots=True)
class Reader:
    """From what was typed (never empty) to the value of the case, and back."""

    read: Read
    write: Write = written


# --- what was typed ---------------------------------------------------------------------------------------------


def dice(text: str) -> list[int]:
    """“6 5 2” or “652”."""
    return [int(digit) for digit in re.findall(r"\d", text)]


def whole(text: str) -> int:
    """A number. Raises InvalidInput."""
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


def sets(text: str) -> list[list[str]]:
    """“Cina, India, Siam; Alaska, Alberta, Ontario”: lists of names, set by set."""
    return [names(one) for one in text.split(";") if names(one)]


def people(text: str, players: Players) -> list[str]:
    """Colours by their names or by those of the players; what is neither stays as it is."""
    known = {plain(one.name): one.colour for one in players} | {
        plain(one.colour): one.colour for one in players
    }
    return [known.get(plain(name), name) for name in names(text)]


def worded(words: Mapping[str, Sequence[str]]) -> Reader:
    """Names from a closed list by whatever the hall calls them, each perhaps with a mark after a slash.

    `words`: what the case writes → what people write. A name that is not in the list stays as it is.
    """
    known = {plain(spoken): word for word, called in words.items() for spoken in (word, *called)}

    def read(text: str, _players: Players) -> list[str]:
        return ["/".join(known.get(plain(part), part) for part in name.split("/")) for name in names(text)]

    return Reader(read, lambda value: ", ".join(map(str, value or ())))


TEXT = Reader(lambda text, _players: text)
NUMBER = Reader(lambda text, _players: whole(text))
DICE = Reader(lambda text, _players: dice(text) or None)
NAMES = Reader(lambda text, _players: names(text))
PLACEMENT = Reader(lambda text, _players: placement(text))
PEOPLE = Reader(people)
SETS = Reader(lambda text, _players: sets(text), lambda value: "; ".join(map(written, value or ())))
YES = Reader(lambda _text, _players: True, lambda value: "1" if value else "")
NOT = Reader(lambda _text, _players: False, lambda value: "1" if value is False else "")
YES_OR_NO = Reader(
    lambda text, _players: {"yes": True, "no": False}.get(text),
    lambda value: "" if value is None else "yes" if value else "no",
)
KNOWN = Reader(
    lambda text, _players: None if text == "unknown" else text,
    lambda value: str(value) if value else "unknown",
)
"""A choice whose empty answer stands for the usual one, so that not knowing needs a word of its own."""
