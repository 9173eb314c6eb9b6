"""JSON documents in and out: text to plain values with every defect named by its place.

A Node is a value with its path; reading one gives the value or notes an error and gives None, so that
one pass reports all defects. Nothing here knows a game.
"""

from __future__ import annotations

import difflib
import json
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.core.board import Board, UnknownTerritory

ERRORS_SHOWN = 50
SUGGESTIONS_MADE = 20
NAME_LENGTH = 60
LARGEST = 100_000
LARGEST_TEXT = 2_000_000
MOST_CONTAINERS = 2_000
MOST_VALUES = 20_000
MOST_ENTRIES = 500


class UnreadableCase(ValueError):  # the contract's word
    """A document that is no case; `errors` has one message per defect, each with its place."""

    def __init__(self, errors: Sequence[str]) -> None:
        self.errors = tuple(errors)
        super().__init__("; ".join(self.errors))


class _Twice(dict[str, Any]):
    """A JSON object in which keys stood more than once."""

    twice: tuple[str, ...] = ()


@dataclass(slots=True)
class Errors:
    """The defects found so far; beyond ERRORS_SHOWN they are only counted."""

    messages: list[str] = field(default_factory=list)
    more: int = 0
    suggestions: int = 0

    def add(self, path: str, message: str) -> None:
        """Note one defect at its place."""
        if len(self.messages) < ERRORS_SHOWN:
            self.messages.append(f"{path}: {message}" if path else message)
        else:
            self.more += 1

    def stop_if_any(self) -> None:
        """Raise UnreadableCase if anything was noted."""
        if self.messages:
            rest = [f"… and {self.more} more"] if self.more else []
            raise UnreadableCase([*self.messages, *rest])

    def close_to(self, name: str, known: Collection[str]) -> str:
        """ "; did you mean …", at most SUGGESTIONS_MADE times (they are slow)."""
        if self.suggestions >= SUGGESTIONS_MADE:
            return ""
        self.suggestions += 1
        close = difflib.get_close_matches(name[:NAME_LENGTH].lower(), [k.lower() for k in known], n=1)
        found = next((k for k in known if close and k.lower() == close[0]), None)
        return f'; did you mean "{found}"?' if found else ""


@dataclass(frozen=True, slots=True)
class Node:
    """A value of the document and where it stands."""

    value: Any
    path: str
    errors: Errors

    def fail(self, message: str) -> None:
        """Note a defect here."""
        self.errors.add(self.path, message)

    def at(self, key: str | int, value: Any) -> Node:
        """A value below this one."""
        step = f"[{key}]" if isinstance(key, int) else _short(key)
        path = f"{self.path}{step}" if isinstance(key, int) or not self.path else f"{self.path}.{step}"
        return Node(value, path, self.errors)

    def get(self, key: str) -> Node | None:
        """The value of a key, or None where it is absent (null counts as given)."""
        if isinstance(self.value, dict) and key in self.value:
            return self.at(key, self.value[key])
        return None

    def given(self, key: str) -> Node | None:
        """The value of a key, or None where it is absent or null."""
        node = self.get(key)
        return None if node is None or node.value is None else node

    def need(self, key: str) -> Node | None:
        """The value of a key that must be there; notes an error otherwise."""
        node = self.given(key)
        if node is None:
            self.errors.add(f"{self.path}.{key}" if self.path else key, "missing")
        return node

    def flag(self, key: str) -> bool | None:
        """The true or false of a key; None where it is absent or null."""
        node = self.given(key)
        return node.boolean() if node else None

    def number(self, key: str) -> int | None:
        """The whole number of a key that must be there."""
        node = self.need(key)
        return node.integer() if node else None

    def place(self, key: str, board: Board) -> str | None:
        """The id of the territory of a key that must be there."""
        node = self.need(key)
        return node.territory(board) if node else None

    def is_object(self) -> bool:
        """Whether this is a JSON object; notes an error otherwise."""
        if isinstance(self.value, dict):
            return True
        self.fail(f"must be an object, not {_kind(self.value)}")
        return False

    def members(self) -> Iterator[tuple[str, Node]]:
        """Keys and values of an object; nothing, and an error, if it is none."""
        if self.is_object() and self._fits():
            for key, value in self.value.items():
                yield key, self.at(key, value)

    def elements(self) -> Iterator[Node]:
        """The elements of a list; nothing, and an error, if it is none."""
        if not isinstance(self.value, list):
            self.fail(f"must be a list, not {_kind(self.value)}")
        elif self._fits():
            for i, value in enumerate(self.value):
                yield self.at(i, value)

    def _fits(self) -> bool:
        if len(self.value) > MOST_ENTRIES:
            self.fail(f"more than {MOST_ENTRIES} entries")
        return len(self.value) <= MOST_ENTRIES

    def integer(self, least: int = 0, most: int = LARGEST) -> int | None:
        """An integer within the bounds."""
        value = self.value
        if isinstance(value, bool) or not isinstance(value, int):
            self.fail(f"must be a whole number, not {_kind(value)}")
        elif value < least:
            self.fail(f"must be at least {least}")
        elif value > most:
            self.fail(f"must be at most {most}")
        else:
            return int(value)
        return None

    def boolean(self) -> bool | None:
        """true or false."""
        if isinstance(self.value, bool):
            return self.value
        self.fail(f"must be true or false, not {_kind(self.value)}")
        return None

    def text(self, longest: int = NAME_LENGTH) -> str | None:
        """A text that is neither empty nor too long."""
        if not isinstance(self.value, str):
            self.fail(f"must be a text, not {_kind(self.value)}")
        elif not self.value.strip():
            self.fail("must not be empty")
        elif len(self.value) > longest:
            self.fail(f"must have at most {longest} characters")
        else:
            return self.value
        return None

    def one_of(self, known: Collection[str], what: str) -> str | None:
        """One of a closed set of words."""
        word = self.text()
        if word is None or word in known:
            return word
        meant = self.errors.close_to(word, known) or f"; one of {', '.join(known)}"
        self.fail(f'unknown {what} "{_short(word)}"{meant}')
        return None

    def territory(self, board: Board) -> str | None:
        """The id of a territory written here."""
        return None if self.text() is None else self.territory_named(self.value, board)

    def territory_named(self, name: str, board: Board) -> str | None:
        """The id that `name` means; an error at this place otherwise."""
        found = board.named(name)
        if found is not None:
            return found
        if self.errors.suggestions >= SUGGESTIONS_MADE:
            self.fail(f'unknown territory "{_short(name)}"')
            return None
        self.errors.suggestions += 1
        try:
            return board.find(name)
        except UnknownTerritory as unknown:
            self.fail(_meant(unknown))
            return None

    def dice(self, faces: int = 6) -> tuple[int, ...] | None:
        """At least one die, each from 1 to `faces`."""
        thrown = tuple(node.integer(1, faces) for node in self.elements())
        if isinstance(self.value, list) and not thrown:
            self.fail("no die")
        known = tuple(die for die in thrown if die is not None)
        return known if known and len(known) == len(thrown) else None

    def only(self, known: Collection[str]) -> None:
        """Note a key that looks like a known one that is absent: a slip of the pen would change the ruling."""
        absent = [k for k in known if k not in self.value]
        for key in [k for k in self.value if k not in known][:SUGGESTIONS_MADE]:
            close = difflib.get_close_matches(key[:NAME_LENGTH], absent, n=1, cutoff=0.84)
            if close:
                self.at(key, None).fail(f'unknown; did you mean "{close[0]}"?')


def read_json(text: bytes | str) -> Node:
    """Parse a document. Raises UnreadableCase with the line and column of what is no JSON, or every key given twice."""
    if len(text) > LARGEST_TEXT:
        raise UnreadableCase([f"document: longer than {LARGEST_TEXT} characters"])
    twice: list[_Twice] = []
    try:
        decoded = text if isinstance(text, str) else text.decode("utf-8-sig")
        _guard_size(decoded)
        value = json.loads(decoded, object_pairs_hook=_pairs(twice), parse_constant=_no_constant)
    except UnreadableCase:
        raise
    except UnicodeDecodeError as error:
        raise UnreadableCase([f"document: not UTF-8 at byte {error.start}"]) from None
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise UnreadableCase([f"document: no JSON at {place}: {error.msg}"]) from None
    except RecursionError:
        raise UnreadableCase(["document: nested too deeply"]) from None
    except ValueError as error:
        raise UnreadableCase([f"document: {str(error)[:NAME_LENGTH]}"]) from None
    root = Node(value, "", Errors())
    if twice:
        _report_twice(root)
        root.errors.stop_if_any()
    return root


def read_value(document: object) -> Node:
    """The node of a document that is already parsed."""
    return Node(document, "", Errors())


def _pairs(twice: list[_Twice]) -> Callable[[list[tuple[str, Any]]], dict[str, Any]]:
    def build(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        once = dict(pairs)
        if len(once) == len(pairs):
            return once
        marked = _Twice(once)
        counts = Counter(key for key, _ in pairs)
        marked.twice = tuple(key for key, count in counts.items() if count > 1)[:ERRORS_SHOWN]
        twice.append(marked)
        return marked

    return build


def _report_twice(root: Node) -> None:
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node.value, _Twice):
            for key in node.value.twice:
                node.at(key, None).fail("given twice")
        if isinstance(node.value, dict):
            waiting.extend(node.at(k, v) for k, v in node.value.items() if isinstance(v, dict | list))
        else:
            waiting.extend(node.at(i, v) for i, v in enumerate(node.value) if isinstance(v, dict | list))


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not a number")


def _guard_size(text: str) -> None:
    """Refuse what no case can be before the parser spends time, or its stack, on it."""
    if text.count("{") + text.count("[") > MOST_CONTAINERS or text.count(",") > MOST_VALUES:
        raise UnreadableCase(["document: too many values for a case"])


def _meant(unknown: UnknownTerritory) -> str:
    quoted = [f'"{c}"' for c in unknown.candidates]
    if unknown.ambiguous:
        return f'ambiguous territory "{_short(unknown.name)}"; it may be {", ".join(quoted)}'
    meant = f"; did you mean {' or '.join(quoted)}?" if quoted else ""
    return f"unknown territory{meant}" if quoted else f'unknown territory "{_short(unknown.name)}"'


def _short(name: str) -> str:
    return name if len(name) <= NAME_LENGTH else name[: NAME_LENGTH - 1] + "…"


def _kind(value: object) -> str:
    kinds = {
        dict: "an object", _Twice: "an object", list: "a list", str: "a text", bool: "true or false", int: "a number",
        float: "a number with decimals", type(None): "null",
    }  # fmt: skip
    return kinds.get(type(value), type(value).__name__)
