"""The rows of a threshold table: one for each choice, those of one step by the same number of players."""

from itertools import groupby
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.thresholds import (
    CONDITION_TEXTS,
    Choice,
    Condition,
    FinalsShape,
    ThresholdStep,
    ThresholdTable,
)
from tournament.language import words
from tournament.selectors.thresholds import shape_words

BLANK_ROWS = 2
MOST_ROWS = 40
MOST = 2000
"""The largest number that a row may name."""

NUMBERS = ("direct", "semifinals", "semifinalists", "ripescati", "winners")


def _number(label: Any, *, required: bool = True, least: int = 0) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=least, max_value=MOST, required=required)


class TableNameForm(forms.Form):
    """What the table is called where the cut says what it was made by."""

    title = forms.CharField(label=_("Name of the table"), max_length=60)


class RowForm(forms.Form):
    """One choice: from how many players, what is played, and the conditions any of which selects it."""

    at_least = _number(_("From so many players"))
    direct = _number(_("Straight to the final"), required=False)
    semifinals = _number(_("Semifinals"), required=False)
    semifinalists = _number(_("Players in the semifinals"), required=False)
    ripescati = _number(_("Of the semifinalists, ripescati"), required=False)
    winners = _number(_("Finals, each with a winner"), least=1)
    when = forms.MultipleChoiceField(label=_("Only if"), widget=forms.CheckboxSelectMultiple, required=False)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        field = self.fields["when"]
        if isinstance(field, forms.MultipleChoiceField):
            field.choices = [(one.value, words(text)) for one, text in CONDITION_TEXTS.items()]

    @property
    def numbers(self) -> list[forms.BoundField]:
        """The fields of a row that are numbers, in their order."""
        return [self[name] for name in ("at_least", *NUMBERS)]

    @property
    def conditions(self) -> int:
        """How many conditions are ticked."""
        return len(self["when"].value() or ())

    @property
    def said(self) -> tuple[int, str] | None:
        """From how many players what is played, as typed, else as first shown; None for a row that says nothing."""
        values = self.cleaned_data if self.is_bound and self.is_valid() else self.initial
        if not values:
            return None
        return values["at_least"], shape_words(FinalsShape(**{name: values[name] or 0 for name in NUMBERS}))

    def choice(self) -> Choice:
        """What the row says."""
        numbers = {name: self.cleaned_data[name] or 0 for name in NUMBERS}
        return Choice(FinalsShape(**numbers), tuple(Condition(one) for one in self.cleaned_data["when"]))


RowFormSet = forms.formset_factory(
    RowForm,
    extra=BLANK_ROWS,
    can_delete=True,
    max_num=MOST_ROWS,
    absolute_max=MOST_ROWS,
    validate_max=True,
)


def rows_of(table: ThresholdTable) -> list[dict[str, Any]]:
    """What the rows show first."""
    return [
        {"at_least": step.at_least, "when": [one.value for one in choice.when]}
        | {name: getattr(choice.shape, name) for name in NUMBERS}
        for step in table.steps
        for choice in step.choices
    ]


def table_of(name: str, rows: Any) -> ThresholdTable:
    """The table that valid rows make, whatever their order: steps by number of players, choices as they stand."""
    filled = [row for row in rows if row.cleaned_data and not row.cleaned_data.get("DELETE")]
    filled.sort(key=_players)
    steps = (
        ThresholdStep(players, tuple(row.choice() for row in same))
        for players, same in groupby(filled, key=_players)
    )
    return ThresholdTable(name, tuple(steps))


def _players(row: RowForm) -> int:
    return int(row.cleaned_data["at_least"])
