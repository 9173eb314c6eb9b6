"""The forms of a circuit: what it is, and a line for each type of tournament."""

from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.text import plain
from tournament.models import Circuit, CircuitType, CircuitWorth
from tournament.services.circuits import TypeRule
from tournament.web.forms.tournament import DateField

SPARE = 2
"""Empty lines for further types."""


class PlacePointsField(forms.CharField):
    """Whole numbers, the first place first: `12 7 5 3`."""

    def clean(self, value: Any) -> Any:
        words = super().clean(value).replace(",", " ").split()
        if not all(word.isascii() and word.isdecimal() and len(word) < 6 for word in words):
            raise forms.ValidationError(_("Whole numbers with spaces between them, like: 12 7 5 3"))
        return [int(word) for word in words]


class WeightsField(forms.CharField):
    """A weight, or weights by rounds: `2`, or `0.2; 3: 0.5; 6: 1` (from 3 rounds on 0.5)."""

    def clean(self, value: Any) -> Any:
        parts = [part for part in super().clean(value).split(";") if part.strip()]
        try:
            return tuple(self._weight(part, first=not index) for index, part in enumerate(parts))
        except (InvalidOperation, ValueError) as error:
            raise forms.ValidationError(
                _("A weight like 2 or 1.5, or weights by rounds like: 0.2; 3: 0.5; 6: 1")
            ) from error

    @staticmethod
    def _weight(part: str, *, first: bool) -> tuple[int, Decimal]:
        rounds, colon, weight = part.rpartition(":")
        written = Decimal(weight.strip().replace(",", "."))
        exponent = written.as_tuple().exponent
        if not isinstance(exponent, int) or not -4 <= exponent <= 3 or (not colon and not first):
            raise ValueError(part)
        return int(rounds) if colon else 0, written


class ShareField(forms.CharField):
    """A share of the tournaments held: `2/3`, `50%`, or nothing."""

    def clean(self, value: Any) -> Any:
        text = super().clean(value).replace(",", ".").strip()
        try:
            return Fraction(text[:-1]) / 100 if text.endswith("%") else Fraction(text or 0)
        except (ValueError, ZeroDivisionError) as error:
            raise forms.ValidationError(_("A share like 2/3 or 50%.")) from error


class CircuitForm(forms.Form):
    """What a circuit is and how it counts; the services check the rest."""

    name = forms.CharField(label=_("Name"), max_length=120)
    starts_on = DateField(label=_("First day"))
    ends_on = DateField(label=_("Last day"))
    description = forms.CharField(
        label=_("Description"), required=False, widget=forms.Textarea(attrs={"rows": 3})
    )
    worth = forms.ChoiceField(
        label=_("What a result is worth"), choices=CircuitWorth.choices, widget=forms.RadioSelect
    )
    place_points = PlacePointsField(
        label=_("Points by place, the first place first"), required=False, max_length=400
    )
    minimum_tables = forms.IntegerField(
        label=_("Fewest tables"), min_value=0, max_value=1000, help_text=_("For a tournament to count.")
    )
    minimum_results = forms.IntegerField(
        label=_("Fewest tournaments"),
        min_value=0,
        max_value=1000,
        help_text=_("For a player to have a rank."),
    )
    ranks_clubs = forms.BooleanField(label=_("Rank the clubs too"), required=False)
    club_best = forms.IntegerField(
        label=_("Members of a club who count"),
        required=False,
        min_value=1,
        max_value=1000,
        help_text=_("In each tournament. Empty: all."),
    )
    is_public = forms.BooleanField(label=_("Everybody may read it"), required=False)


def initial_of(circuit: Circuit) -> dict[str, Any]:
    """The circuit as the form shows it."""
    facts = {name: getattr(circuit, name) for name in CircuitForm.base_fields}
    return facts | {"place_points": " ".join(str(points) for points in circuit.place_points)}


class TypeForm(forms.Form):
    """One type; a line without a name is no type."""

    id = forms.IntegerField(required=False, widget=forms.HiddenInput)
    name = forms.CharField(
        label=_("Type"), max_length=60, required=False, help_text=_("As it is called here.")
    )
    weights = WeightsField(
        label=_("Weight"), max_length=80, required=False, help_text=_("By rounds: 0.2; 3: 0.5; 6: 1")
    )
    best = forms.IntegerField(
        label=_("Best that count"),
        required=False,
        min_value=0,
        max_value=1000,
        help_text=_("Empty: all."),
    )
    share = ShareField(
        label=_("or a share"), required=False, max_length=10, help_text=_("Of those held, like 2/3.")
    )

    def rule(self) -> TypeRule | None:
        """The type as the services want it, None for an empty line."""
        data = self.cleaned_data
        name = " ".join(data.get("name", "").split())
        if not name:
            return None
        weights = data["weights"] or ((0, Decimal(1)),)
        return TypeRule(name, weights, data["best"], data["share"], data["id"])


TypeForms = forms.formset_factory(TypeForm, extra=SPARE)


def initial_types(circuit: Circuit) -> list[dict[str, Any]]:
    """The circuit's types as lines."""
    return [
        {
            "id": one.pk,
            "name": one.name,
            "weights": written_weights(one),
            "best": one.best,
            "share": one.share,
        }
        for one in circuit.types.all()
    ]


def written_weights(kind: CircuitType) -> str:
    """Weights as they are typed."""
    parts = [(rounds, plain(Fraction(weight))) for rounds, weight in kind.weights]
    return "; ".join(weight if not rounds else f"{rounds}: {weight}" for rounds, weight in parts)
