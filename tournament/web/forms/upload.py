"""A handed file, and what a workbook does not say of itself."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.selectors.rule_cards import format_cards
from tournament.web.forms.tournament import DateField


class UploadForm(forms.Form):
    """One file."""

    file = forms.FileField(
        label=_("File"),
        widget=forms.ClearableFileInput(attrs={"accept": ".csv,.txt,.xlsx,.xls"}),
    )


class WorkbookForm(forms.Form):
    """Name and day of the tournament, and the formula, which no workbook names."""

    name = forms.CharField(label=_("Name"), max_length=120)
    starts_on = DateField(label=_("First day"))
    formula = forms.ChoiceField(label=_("Formula"))

    def __init__(self, *args: Any, fitting: tuple[tuple[str, bool], ...], **options: Any) -> None:
        super().__init__(*args, **options)
        titles = {card.code: card.title for card in format_cards()}
        choices = [
            (choice_of(code, as_clubs_program=True), self._title(titles[code], as_clubs_program=True))
            for code in titles
        ]
        choices += [
            (choice_of(code, as_clubs_program=False), self._title(titles[code], as_clubs_program=False))
            for code in titles
        ]
        fits = [choice_of(code, as_clubs_program=way) for code, way in fitting]
        best_first = sorted(choices, key=lambda one: fits.index(one[0]) if one[0] in fits else len(fits))
        named = [(value, f"✓ {title}" if value in fits else title) for value, title in best_first]
        field = self.fields["formula"]
        if isinstance(field, forms.ChoiceField):
            field.choices = named if fits else [("", "–"), *named]

    @staticmethod
    def _title(title: str, *, as_clubs_program: bool) -> str:
        if as_clubs_program:
            return str(_("%(formula)s, as the clubs' program computes it") % {"formula": title})
        return str(_("%(formula)s, by the rules") % {"formula": title})

    def chosen(self) -> dict[str, Any]:
        """Preset and way of computing, as the service takes them."""
        code, way = self.cleaned_data["formula"].split(":")
        return {"preset": code, "as_clubs_program": way == "program"}


def choice_of(code: str, *, as_clubs_program: bool) -> str:
    """The value of a formula in the list."""
    return f"{code}:{'program' if as_clubs_program else 'rules'}"
