"""Values as plain documents and back: exact, and with the place of every mistake.

A codec knows how to write one kind of value into JSON or TOML and how to read it again. Reading never guesses:
what it does not understand is a `DocumentError` that says where it stands and what was expected.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from decimal import Decimal, InvalidOperation
from enum import StrEnum
from fractions import Fraction
from typing import Any, Protocol, TypeVar

from scoring.text import Text, plain

Choice = TypeVar("Choice", bound=StrEnum)
Made = TypeVar("Made")


class DocumentError(ValueError):
    """A document that cannot be read: `place` is the path to the mistake, `message` what is wrong there."""

    def __init__(self, place: str, message: str) -> None:
        super().__init__(f"{place}: {message}" if place else message)
        self.place = place
        self.message = message


class Codec(Protocol):
    """Writes a value into a document and reads it back."""

    def write(self, value: Any) -> Any:
        """The value as JSON knows it."""

    def read(self, place: str, raw: Any) -> Any:
        """The value of what stands at the place. Raises DocumentError."""


@dataclass(frozen=True, slots=True)
class Plain:
    """A codec made of two functions."""

    writer: Callable[[Any], Any]
    reader: Callable[[str, Any], Any]

    def write(self, value: Any) -> Any:
        """The value as JSON knows it."""
        return self.writer(value)

    def read(self, place: str, raw: Any) -> Any:
        """The value of what stands at the place. Raises DocumentError."""
        return self.reader(place, raw)


def _read_integer(place: str, raw: Any) -> int:
    if isinstance(raw, bool):
        raise DocumentError(place, f"a whole number is expected, not {raw!r}")
    if isinstance(raw, int):
        return raw
    exact = _read_exact(place, raw)
    if exact.denominator != 1:
        raise DocumentError(place, f"a whole number is expected, not {plain(exact)}")
    return exact.numerator


def _read_exact(place: str, raw: Any) -> Fraction:
    if isinstance(raw, bool) or not isinstance(raw, int | float | Decimal | str | Fraction):
        raise DocumentError(place, f"a number is expected, not {raw!r}")
    try:
        if isinstance(raw, str) and "/" not in raw:
            return Fraction(Decimal(raw.strip()))
        return Fraction(repr(raw) if isinstance(raw, float) else raw)
    except (ValueError, OverflowError, InvalidOperation, ZeroDivisionError):
        raise DocumentError(place, f"a number is expected, not {raw!r}") from None


def _write_exact(value: Fraction | int) -> int | str:
    exact = Fraction(value)
    return exact.numerator if exact.denominator == 1 else plain(exact)


_WORDS_FOR_TRUTH = {"true": True, "yes": True, "1": True, "si": True, "sì": True}
_WORDS_FOR_UNTRUTH = {"false": False, "no": False, "0": False, "": False}


def _read_flag(place: str, raw: Any) -> bool:
    if isinstance(raw, bool):
        return raw
    word = str(raw).strip().lower() if isinstance(raw, int | str) else "?"
    answer = (_WORDS_FOR_TRUTH | _WORDS_FOR_UNTRUTH).get(word)
    if answer is None:
        raise DocumentError(place, f"true or false is expected, not {raw!r}")
    return answer


def _read_string(place: str, raw: Any) -> str:
    if not isinstance(raw, str):
        raise DocumentError(place, f"a text is expected, not {raw!r}")
    return raw


def _read_text(place: str, raw: Any) -> Text:
    if isinstance(raw, str):
        return Text(raw, raw, raw)
    if not isinstance(raw, Mapping) or "en" not in raw:
        raise DocumentError(place, "a text, or an object with en and it, is expected")
    return Text(str(raw["en"]), str(raw.get("it", raw["en"])), str(raw.get("pt", raw["en"])))


INTEGER = Plain(int, _read_integer)
EXACT = Plain(_write_exact, _read_exact)
FLAG = Plain(bool, _read_flag)
STRING = Plain(str, _read_string)
TEXT = Plain(lambda text: {"en": text.en, "it": text.it, "pt": text.pt}, _read_text)


def choice(kind: type[Choice]) -> Codec:
    """One word of a closed set."""

    def read(place: str, raw: Any) -> Choice:
        try:
            return kind(raw)
        except ValueError:
            allowed = ", ".join(kind)
            raise DocumentError(place, f"{raw!r} is none of: {allowed}") from None

    return Plain(str, read)


def optional(codec: Codec) -> Codec:
    """A value or null."""
    return Plain(
        lambda value: None if value is None else codec.write(value),
        lambda place, raw: None if raw is None else codec.read(place, raw),
    )


def many(codec: Codec) -> Codec:
    """A list of like values, read into a tuple."""

    def read(place: str, raw: Any) -> tuple[Any, ...]:
        if not isinstance(raw, list | tuple):
            raise DocumentError(place, f"a list is expected, not {raw!r}")
        return tuple(codec.read(f"{place}[{index}]", entry) for index, entry in enumerate(raw))

    return Plain(lambda values: [codec.write(value) for value in values], read)


def by_size(codec: Codec) -> Codec:
    """A value for each table size: an object with the sizes as keys, read into pairs in order of size."""

    def read(place: str, raw: Any) -> tuple[tuple[int, Any], ...]:
        if not isinstance(raw, Mapping):
            raise DocumentError(place, "an object from table size to value is expected")
        sizes = {_read_integer(f"{place}.{key}", key): value for key, value in raw.items()}
        return tuple((size, codec.read(f"{place}.{size}", sizes[size])) for size in sorted(sizes))

    return Plain(lambda pairs: {str(size): codec.write(value) for size, value in pairs}, read)


def record(kind: type[Made], codecs: Mapping[str, Codec]) -> Codec:
    """A frozen dataclass as an object; a field that the document leaves out keeps its default."""
    return Plain(
        lambda value: write_fields(value, codecs),
        lambda place, raw: read_fields(kind, codecs, place, raw),
    )


def write_fields(value: Any, codecs: Mapping[str, Codec]) -> dict[str, Any]:
    """The named fields of a value as an object."""
    return {name: codec.write(getattr(value, name)) for name, codec in codecs.items()}


def read_fields(kind: type[Made], codecs: Mapping[str, Codec], place: str, raw: Any) -> Made:
    """The value that an object describes. Raises DocumentError for unknown, missing or wrong fields."""
    if not isinstance(raw, Mapping):
        raise DocumentError(place, f"an object is expected, not {raw!r}")
    for key in raw:
        if key not in codecs:
            raise DocumentError(f"{place}.{key}".lstrip("."), f"unknown; known are: {', '.join(codecs)}")
    given = {
        name: codecs[name].read(f"{place}.{name}".lstrip("."), raw[name]) for name in codecs if name in raw
    }
    try:
        return kind(**given)
    except TypeError:
        needed = [field.name for field in fields(kind) if field.name not in given]  # type: ignore[arg-type]  # Made is a dataclass
        raise DocumentError(place, f"incomplete; needed are: {', '.join(needed)}") from None
