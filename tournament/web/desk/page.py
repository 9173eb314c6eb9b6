"""A desk as its page shows it: every field with its words, what was typed, and what there is to choose from."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from tournament.selectors.places import Group, Places
from tournament.web.desk.fields import Among, Desk, Field, Form, Rows
from tournament.web.desk.readers import Player
from tournament.web.desk.shared import YES_AND_NO

EMPTY_ROWS = 3
"""Lines left to fill in below those that are filled."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """Fields with what was typed into them."""

    desk: Desk
    typed: Mapping[str, Any]
    players: Sequence[Player]
    places: Places

    def sentences(self) -> list[dict[str, Any]]:
        """Every sentence: words and fields in turn, then its lists and its yes-or-no facts."""
        return [
            {
                "kind": kind,
                "parts": [
                    {"words": words, "fields": self.shown(slot, f"{kind}-") if slot else []}
                    for words, slot in self.desk.slots(kind)
                ],
                "lists": [self.listed(rows, f"{kind}-") for rows in one.rows],
                "flags": [self.shown(self.desk.fields[name], f"{kind}-")[0] for name in one.flags],
            }
            for kind, one in self.desk.kinds.items()
        ]

    def known(self) -> dict[str, list[dict[str, Any]]]:
        """What else is known of the position: of the game, and of each player."""
        asked = [one for one in self.desk.known if one.shown]
        of_each = [self.shown(one) for one in asked if one.each]
        return {
            "game": list(chain.from_iterable(self.shown(one) for one in asked if not one.each)),
            "players": [
                {"colour": one.colour, "name": one.name, "fields": [fields[at] for fields in of_each]}
                for at, one in enumerate(self.players)
                if of_each
            ],
        }

    def lists(self, *, aside: bool) -> list[dict[str, Any]]:
        """The lists of the position: those beside the sentence, or those that stand with what else is known."""
        return [self.listed(rows) for rows in self.desk.rows if rows.aside is aside]

    def shown(self, field: Field, prefix: str = "") -> list[dict[str, Any]]:
        """The field, or one for each player."""
        if not field.each:
            return [self._one(field, prefix + field.name, str(field.label))]
        return [
            self._one(field, f"{prefix}{field.name}-{one.colour}", str(field.label) % {"name": one.name})
            for one in self.players
        ]

    def _one(self, field: Field, name: str, label: str) -> dict[str, Any]:
        value = str(self.typed.get(name, ""))
        return {
            "name": name,
            "label": label,
            "form": field.form.value,
            "value": value,
            "groups": list(self._groups(field)),
            "usual": str(field.usual) or ("…" if field.form is Form.PLACE else ""),
            "whole": field.whole,
            "is_whole": bool(self.typed.get(f"{name}-known")),
        }

    def _groups(self, field: Field) -> Iterator[Group]:
        """What there is to choose from, under headings."""
        if field.form is Form.PLAYER:
            yield "", tuple((one.colour, one.name) for one in self.players)
            yield "", tuple((value, str(label)) for value, label in field.choices.items())
        elif field.form in (Form.CHOICE, Form.YES_NO) or field.choices:
            choices = YES_AND_NO if field.form is Form.YES_NO else field.choices
            yield "", tuple((value, str(label)) for value, label in choices.items())
        elif field.form is Form.PLACE:
            yield from self.places.land if field.among is not Among.SEA else ()
            yield from self.places.sea if field.among is not Among.LAND else ()

    def listed(self, rows: Rows, prefix: str = "") -> dict[str, Any]:
        """A list with its lines; every line has its key (hidden where there is a line for each place)."""
        start = prefix + rows.name
        return {
            "name": start,
            "title": str(rows.title),
            "every": rows.every,
            "whole": rows.whole,
            "is_whole": bool(self.typed.get(f"{start}-known")),
            "groups": self._each_place(rows, start) if rows.every else [("", self._lines(rows, start))],
        }

    def _lines(self, rows: Rows, start: str) -> list[dict[str, Any]]:
        filled = 0
        while self.typed.get(f"{start}-{filled}-{rows.key.name}"):
            filled += 1
        return [
            {
                "fields": list(
                    chain.from_iterable(
                        self.shown(one, f"{start}-{number}-") for one in (rows.key, *rows.columns)
                    )
                )
            }
            for number in range(filled + EMPTY_ROWS)
        ]

    def _each_place(self, rows: Rows, start: str) -> list[tuple[str, list[dict[str, Any]]]]:
        """A line for each place. What was typed for it may stand under another number."""
        sheet = Sheet(self.desk, self._by_place(rows, start), self.players, self.places)
        numbers = iter(range(len(self.places.names)))
        return [
            (heading, [sheet._line(rows, start, place, name, next(numbers)) for place, name in places])
            for heading, places in self.places.land
        ]

    def _line(self, rows: Rows, start: str, place: str, name: str, number: int) -> dict[str, Any]:
        fields = [self._one(one, f"{start}-{number}-{one.name}", name) for one in rows.columns]
        return {"key": f"{start}-{number}-{rows.key.name}", "place": place, "fields": fields}

    def _by_place(self, rows: Rows, start: str) -> dict[str, Any]:
        """What was typed, under the number of its place."""
        order = {place: number for number, place in enumerate(self.places.names)}
        again: dict[str, Any] = {}
        for number in range(len(order)):
            place = str(self.typed.get(f"{start}-{number}-{rows.key.name}", ""))
            for one in rows.columns:
                if place in order:
                    again[f"{start}-{order[place]}-{one.name}"] = self.typed.get(
                        f"{start}-{number}-{one.name}", ""
                    )
        return again
