"""The form in which a director composes a formula."""

import re
from fractions import Fraction
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.criteria import CRITERION
from scoring.discards import Absence
from scoring.formulas import Formula
from scoring.measures import Direction
from scoring.parts import Sharing
from scoring.text import plain
from tournament.language import words
from tournament.services.composer import SIZES, Composition, composition_of

CRITERIA = 5
"""How many criteria can be put in order."""

MOST = 10_000
"""The largest figure that a formula may name."""

FIGURE = re.compile(r"-?\d{1,9}(?:[.,]\d{1,9}|/\d{1,9})?")

BOARD: dict[str, Promise] = {
    "all": _("count for everybody"),
    "winner": _("count for the winner only"),
    "others": _("count for all but the winner"),
    "": _("do not count"),
}
PEOPLE = {"all": _("everybody"), "winner": _("the winner"), "others": _("all but the winner")}
SHARING = {
    Sharing.SPLIT: _("is divided equally"),
    Sharing.SPLIT_IN_TWO: _("is halved between two; three or more have none"),
    Sharing.FULL: _("goes to each in full"),
}
TIES = {"best": _("all have the better place's points"), "mean": _("all have the mean of the places")}
DIRECTIONS = {
    Direction.HALF_UP: _("to the nearest, halves up"),
    Direction.UP: _("up"),
    Direction.DOWN: _("down"),
}
COUNTING = {
    "all": _("every game counts"),
    "best": _("the best games count"),
    "two-thirds": _("two thirds of the games count"),
    "compulsory": _("the worst games fall at the end"),
}
ABSENCES = {
    Absence.ZERO: _("counts 0, discarded first"),
    Absence.NOT_A_GAME: _("is no game"),
}
OFFERED = ("total", "wins", "best:1", "best:2", "best:3", "all-games", "best-win", "total-all", "direct", "previous",
           "after-round:1", "after-round:2", "games-played", "first-difference", "game-points", "lots")  # fmt: skip


def figure_of(text: str) -> Fraction:
    """`62,5`, `0.25` or `5/4` as an exact number. Raises ValidationError."""
    if not FIGURE.fullmatch(text) or text.endswith("/0"):
        raise forms.ValidationError(_("“%(text)s” is no number."), params={"text": text})
    value = Fraction(text.replace(",", "."))
    if abs(value) > MOST:
        raise forms.ValidationError(_("At most %(most)s."), params={"most": MOST})
    return value


class FigureField(forms.CharField):
    """An exact number, None when empty."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=24, widget=forms.TextInput(attrs={"inputmode": "decimal"}), **options)

    def clean(self, value: Any) -> Any:
        """The number. Raises ValidationError."""
        text = super().clean(value)
        return figure_of(text) if text else None

    def prepare_value(self, value: Any) -> Any:
        """A number without idle zeros; what was typed stays."""
        return plain(value) if isinstance(value, int | Fraction) else value


class FiguresField(forms.CharField):
    """Numbers with blanks or strokes between them, as a tuple."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=120, **options)

    def clean(self, value: Any) -> Any:
        """The numbers. Raises ValidationError."""
        typed = re.sub(r"\s+/\s+|[;\s]+", " ", super().clean(value)).split()
        return tuple(figure_of(one) for one in typed[:10])

    def prepare_value(self, value: Any) -> Any:
        """The numbers with blanks between them; what was typed stays."""
        return value if isinstance(value, str) else " ".join(plain(one) for one in value or ())


def _select(label: Any, choices: dict[Any, Any], *, required: bool = True) -> forms.ChoiceField:
    return forms.ChoiceField(
        label=label, choices=[(str(k), v) for k, v in choices.items()], required=required
    )


def _whole(label: Any, least: int, most: int, **options: Any) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=least, max_value=most, **options)


class ComposerForm(forms.Form):
    """A formula field by field; `composition()` gives what the service wants."""

    title = forms.CharField(label=_("Name of the formula"), max_length=60)
    sizes = forms.TypedMultipleChoiceField(
        label=_("Tables of"),
        coerce=int,
        choices=[(size, str(size)) for size in SIZES],
        widget=forms.CheckboxSelectMultiple,
    )
    official = forms.BooleanField(
        label=_("To the letter of the rulebook: no departure from it is accepted"), required=False
    )
    single_winner = forms.BooleanField(label=_("Every table has one winner"), required=False)
    board = _select(_("The points of the game"), BOARD, required=False)
    factor_3 = FigureField(label=_("times, at tables of 3"), required=False)
    factor_4 = FigureField(label=_("times, at tables of 4"), required=False)
    factor_5 = FigureField(label=_("times, at tables of 5"), required=False)
    divisor = _whole(_("divided by"), 1, MOST)
    objective = _whole(_("An objective in time counts"), 0, MOST)
    cap = FigureField(label=_("At most"), required=False)
    cap_for = _select(_("This limit holds for"), PEOPLE)
    prize_3 = FigureField(label=_("at tables of 3"), required=False)
    prize_4 = FigureField(
        label=_("at tables of 4"), required=False, help_text=_("Empty: a fifth less than at 5.")
    )
    prize_5 = FigureField(label=_("at tables of 5"), required=False)
    sharing = _select(_("A shared victory: the prize"), SHARING)
    places_3 = FiguresField(label=_("at tables of 3"), required=False)
    places_4 = FiguresField(label=_("at tables of 4"), required=False)
    places_5 = FiguresField(label=_("at tables of 5"), required=False)
    ties = _select(_("Equal places"), TIES)
    places_eliminated = FiguresField(
        label=_("Who was eliminated, by place"), required=False, help_text=_("Empty: as the others.")
    )
    elimination = FiguresField(
        label=_("By order of falling"), required=False, help_text=_("The first to fall first.")
    )
    digits = _whole(_("Decimals"), 0, 6)
    direction = _select(_("Rounded"), DIRECTIONS)
    counting = _select(_("Which games count"), COUNTING)
    games = _whole(_("How many count, or fall"), 1, 60, required=False)
    of = _whole(_("Of how many games"), 1, 60, required=False)
    absence = _select(_("A round not played"), ABSENCES)
    sit_out_points = FigureField(
        label=_("A round that one is made to sit out"), required=False, help_text=_("Empty: no points.")
    )
    sit_out_always = forms.BooleanField(
        label=_("Points for every round that one is made to sit out, not only the first"), required=False
    )
    minimum_games = _whole(_("Games needed for a rank"), 0, 60)

    def __init__(self, *args: Any, base: Formula, **options: Any) -> None:
        super().__init__(*args, **options)
        own = {criterion.name: criterion for criterion in base.criteria}
        offered = own | {name: own.get(name) or CRITERION.read("criteria", name) for name in OFFERED}
        choices = [("", "–"), *((name, words(one.title())) for name, one in offered.items())]
        for place in range(1, CRITERIA + 1):
            self.fields[f"criterion_{place}"] = forms.ChoiceField(
                label=_("Criterion %(place)s") % {"place": place}, choices=choices, required=False
            )

    @property
    def criteria(self) -> list[forms.BoundField]:
        """The fields that put the criteria in order."""
        return [self[f"criterion_{place}"] for place in range(1, CRITERIA + 1)]

    def clean(self) -> dict[str, Any]:
        """Which games count is told in full."""
        data = super().clean() or {}
        if data.get("counting") in {"best", "compulsory"}:
            for name in ("games", "of"):
                if data.get(name) is None and name not in self.errors:
                    self.add_error(name, _("Needed for this choice."))
            if (data.get("games") or 0) > (data.get("of") or 0) and not self.errors:
                self.add_error("games", _("More than there are games."))
        return data

    def composition(self) -> Composition:
        """The choices, once the form is valid."""
        data = self.cleaned_data
        plain_fields = {name: data[name] for name in Composition.__slots__ if name in data}
        return Composition(
            **plain_fields,
            factors=_by_size(data, "factor"),
            prizes=_by_size(data, "prize"),
            places=_by_size(data, "places"),
            criteria=tuple(data[field.name] for field in self.criteria if data[field.name]),
        )


def _by_size(data: dict[str, Any], name: str) -> dict[int, Any]:
    return {size: data[f"{name}_{size}"] for size in SIZES}


def initial_of(formula: Formula, title: str) -> dict[str, Any]:
    """What the form shows first for a formula."""
    shown = composition_of(formula)
    by_size = {"factor": shown.factors, "prize": shown.prizes, "places": shown.places}
    named = {f"{name}_{size}": value for name, values in by_size.items() for size, value in values.items()}
    criteria = {f"criterion_{place}": name for place, name in enumerate(shown.criteria[:CRITERIA], start=1)}
    plain_fields = {name: getattr(shown, name) for name in Composition.__slots__}
    return {**plain_fields, **named, **criteria, "title": title}
