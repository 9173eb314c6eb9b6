"""The question of a dispute as the page sends it: the case that it makes, its words, and back from case to page."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from games.challenge import BOARD
from tournament.errors import InvalidInput
from tournament.web.desk.fields import Desk, Field, Form, Rows, got, put
from tournament.web.desk.readers import Player, whole

MOST_ROWS = 80
"""Rows that are read of a list; no board has so many places."""


@dataclass(frozen=True, slots=True)
class Question:
    """What the page sends, understood: the kind, the action, the position, the sentence.

    `places`: names of territories and seas by their ids, for the sentence.
    """

    data: Mapping[str, Any]
    players: Sequence[Player]
    desk: Desk
    places: Mapping[str, str]

    @property
    def kind(self) -> str:
        """The kind of action. Raises InvalidInput for none."""
        kind = self.text("kind")
        if kind not in self.desk.kinds:
            raise InvalidInput(_("Choose what was done."))
        return kind

    def text(self, name: str) -> str:
        """A field without spaces around it."""
        return str(self.data.get(name, "")).strip()

    def action(self) -> dict[str, Any]:
        """The action of the case. Raises InvalidInput naming what cannot be read."""
        kind = self.kind
        action: dict[str, Any] = {"type": kind}
        for slot in self.desk.filled(kind):
            self._fill(action, slot, f"{kind}-")
        for rows in self.desk.kinds[kind].rows:
            self._list(action, rows, f"{kind}-")
        return action

    def position(self) -> dict[str, Any]:
        """The position of the case: only what is known."""
        board = dict(self._pictured()) if self.desk.pictured else {}
        position: dict[str, Any] = {"players": [one.colour for one in self.players], "board": board}
        for one in self.desk.known:
            self._fill(position, one, "")
        for rows in self.desk.rows:
            self._list(position, rows, "")
        return position

    def _pictured(self) -> Iterator[tuple[str, list[Any]]]:
        for territory in BOARD.ids:
            owner, armies = self.text(f"territory-{territory}"), self.text(f"armies-{territory}")
            if owner:
                yield territory, [owner, whole(armies) if armies else 1]

    def _fill(self, document: dict[str, Any], field: Field, prefix: str, above: tuple[str, ...] = ()) -> None:
        """Put what was typed where the case has it; nothing for nothing."""
        keys, name = (*above, *field.keys), prefix + field.name
        if field.each:
            told = ((one.colour, self._value(field, f"{name}-{one.colour}")) for one in self.players)
            read = {colour: value for colour, value in told if value is not None}
            if read:
                put(document, keys, list(read) if field.listed else {**(got(document, keys) or {}), **read})
            return
        value = self._value(field, name)
        if value is not None:
            put(document, keys, value)
        elif field.nothing is not None:
            put(document, keys, field.nothing())

    def _value(self, field: Field, name: str) -> Any:
        """What was typed, understood; None for nothing. Raises InvalidInput."""
        text = self.text(name) or self._usual(name)
        value = field.reads.read(text, self.players) if text else None
        return [] if value is None and field.whole and self.text(f"{name}-known") else value

    def _usual(self, name: str) -> str:
        """Whose turn it is and which part of it, unless something else is said: the action tells."""
        if name == "turn-player":
            return self.text(f"{self.kind}-player")
        return self.desk.kinds[self.kind].phase if name == "phase" else ""

    def _list(self, document: dict[str, Any], rows: Rows, prefix: str) -> None:
        """Put a list where the case has it. Raises InvalidInput for a row without its place, or a place twice."""
        found: dict[str, Any] = {}
        for number in self._numbers(f"{prefix}{rows.name}-"):
            row: dict[str, Any] = {}
            start = f"{prefix}{rows.name}-{number}-"
            for column in rows.columns:
                self._fill(row, column, start, ("value",))
            key = self.text(start + rows.key.name)
            if (row and not key) or key in found:
                facts = {"list": rows.title, "place": self.places.get(key, key) or "–"}
                raise InvalidInput(
                    _("“%(list)s”: a line has no name, or one stands twice (%(place)s).") % facts
                )
            if row or (key and not rows.every):
                found[key] = row.get("value", {})
        if found or (rows.whole and self.text(f"{prefix}{rows.name}-known")):
            put(document, rows.path, found)

    def _numbers(self, start: str) -> list[int]:
        """The lines that were sent of a list."""
        sent = {name.removeprefix(start).partition("-")[0] for name in self.data if name.startswith(start)}
        return sorted(int(number) for number in sent if number.isdecimal() and len(number) < 4)[:MOST_ROWS]

    def sentence(self) -> str:
        """What is asked, in words."""
        told = []
        for words, slot in self.desk.slots(self.kind):
            typed = self._spoken(slot) if slot else ""
            if typed or slot is None or not slot.optional:
                told.append(words + (typed or "–" if slot else ""))
        return "".join(told)[:300]

    def _spoken(self, slot: Field) -> str:
        start = f"{self.kind}-{slot.name}"
        if slot.each:
            typed = [(one.name, self.text(f"{start}-{one.colour}")) for one in self.players]
            return ", ".join(f"{name}: {self._named(slot, text)}" for name, text in typed if text)
        return self._named(slot, self.text(start))

    def _named(self, slot: Field, typed: str) -> str:
        """A player, a place or a choice by its name, anything else as it was typed."""
        called = {one.colour: one.name for one in self.players}
        known: Mapping[Form, Mapping[str, Any]] = {
            Form.PLAYER: called,
            Form.PLACE: self.places,
            Form.CHOICE: slot.choices,
        }
        return str(known.get(slot.form, {}).get(typed, typed))


# --- back from the case to the page -----------------------------------------------------------------------------


def typed_from(case: Mapping[str, Any], desk: Desk) -> QueryDict:
    """A stored case as the form would have sent it, so that it can be amended."""
    typed = QueryDict(mutable=True)
    position, action = case.get("position", {}), case.get("action", {})
    kind = str(action.get("type", ""))
    typed["kind"] = kind
    if kind in desk.kinds:
        for slot in desk.filled(kind):
            _type(typed, slot, action, f"{kind}-")
        for rows in desk.kinds[kind].rows:
            _type_list(typed, rows, action, f"{kind}-")
    for one in desk.known:
        _type(typed, one, position, "")
    for rows in desk.rows:
        _type_list(typed, rows, position, "")
    if desk.pictured:
        for territory, held in position.get("board", {}).items():
            name = BOARD.named(territory) or territory
            typed[f"territory-{name}"], typed[f"armies-{name}"] = str(held[0]), str(held[1])
    return typed


def _type(
    typed: QueryDict, field: Field, document: Mapping[str, Any], prefix: str, above: tuple[str, ...] = ()
) -> None:
    value = got(document, (*above, *field.keys))
    if not field.each:
        _type_value(typed, field, prefix + field.name, value)
        return
    each = dict.fromkeys(value or (), True) if field.listed else value or {}
    for colour, one in each.items():
        _type_value(typed, field, f"{prefix}{field.name}-{colour}", one)


def _type_value(typed: QueryDict, field: Field, name: str, value: Any) -> None:
    typed[name] = field.reads.write(value)
    if field.whole:
        typed[f"{name}-known"] = "1" if isinstance(value, list) else ""


def _type_list(typed: QueryDict, rows: Rows, document: Mapping[str, Any], prefix: str) -> None:
    listed = got(document, rows.path)
    for number, (key, row) in enumerate((listed or {}).items()):
        start = f"{prefix}{rows.name}-{number}-"
        typed[start + rows.key.name] = key
        for column in rows.columns:
            _type(typed, column, {"value": row}, start, ("value",))
    if rows.whole:
        typed[f"{prefix}{rows.name}-known"] = "1" if listed is not None else ""
