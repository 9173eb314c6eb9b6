"""What a desk is made of: fields, sentences with fields, lists of rows; where each stands in the case."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from string import Formatter
from typing import Any

from tournament.web.desk.readers import TEXT, Reader


class Form(StrEnum):
    """How a field is shown."""

    TEXT = "text"
    NUMBER = "number"
    PLAYER = "player"
    PLACE = "place"
    CHOICE = "choice"
    TICK = "tick"
    YES_NO = "yes_no"


class Among(StrEnum):
    """Which places a field offers."""

    LAND = "land"
    SEA = "sea"
    EVERYWHERE = "everywhere"


@dataclass(frozen=True, slots=True)
class Field:
    """One thing to fill in. `path`: its keys in the action or the position; its name when None.

    `choices`: what there is to choose from; to a text, suggestions. `each`: once for every player. `listed`: the ticked players as a list. `optional`: left empty in a sentence, the
    words before it are left out. `whole`: with a tick that nothing else is the case. `nothing`: what an empty field says.
    `shown`: False where something else on the page has the field.
    """

    name: str
    label: Any = ""
    form: Form = Form.TEXT
    reads: Reader = TEXT
    path: tuple[str, ...] | None = None
    choices: Mapping[str, Any] = field(default_factory=dict)
    among: Among = Among.LAND
    usual: Any = ""
    each: bool = False
    listed: bool = False
    optional: bool = False
    whole: bool = False
    nothing: Callable[[], Any] | None = None
    shown: bool = True

    @property
    def keys(self) -> tuple[str, ...]:
        """Where the value stands."""
        return (self.name,) if self.path is None else self.path


@dataclass(frozen=True, slots=True)
class Rows:
    """A list to fill in, row by row: the key of each (a place or a player), and its columns.

    A column without a path is the value itself. `whole`: with a tick that nothing else is the case. `every`: a row for
    each place of the board, instead of those chosen. `aside`: it stands with what else is known.
    """

    name: str
    title: Any
    path: tuple[str, ...]
    key: Field
    columns: tuple[Field, ...]
    whole: bool = False
    every: bool = False
    aside: bool = False


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of action: its sentence with places to fill, its yes-or-no facts, its lists, the phase it belongs to."""

    label: Any
    sentence: Any
    flags: tuple[str, ...] = ()
    phase: str = ""
    rows: tuple[Rows, ...] = ()


@dataclass(frozen=True, slots=True)
class Desk:
    """A game at the desk. `fields`: those of the sentences by name; `known`: those of the position.

    `players`: fewest, most; `third`: an army that nobody plays; `pictured`: the board is drawn, and tapped.
    """

    kinds: Mapping[str, Kind]
    fields: Mapping[str, Field]
    known: tuple[Field, ...]
    players: tuple[int, int]
    rows: tuple[Rows, ...] = ()
    third: str = ""
    pictured: bool = False
    objectives: bool = False

    def slots(self, kind: str) -> Iterator[tuple[str, Field | None]]:
        """The sentence as pairs of the words before a place and the place (None at the end)."""
        for words, name, _spec, _conversion in Formatter().parse(str(self.kinds[kind].sentence)):
            yield words, self.fields[name] if name else None

    def filled(self, kind: str) -> tuple[Field, ...]:
        """Everything that the sentence asks for, its yes-or-no facts last."""
        flags = (self.fields[name] for name in self.kinds[kind].flags)
        return (*(slot for _, slot in self.slots(kind) if slot), *flags)


def by_name(*fields: Field) -> Mapping[str, Field]:
    """A table of fields."""
    return {one.name: one for one in fields}


def put(document: dict[str, Any], path: tuple[str, ...], value: Any) -> None:
    """Set a value inside a document, making the objects on the way."""
    for key in path[:-1]:
        document = document.setdefault(key, {})
    document[path[-1]] = value


def got(document: Any, path: tuple[str, ...]) -> Any:
    """The value inside a document, None where there is none."""
    for key in path:
        document = document.get(key) if isinstance(document, Mapping) else None
    return document
