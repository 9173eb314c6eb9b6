"""Whom a director invites."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.models import Role


class InviteForm(forms.Form):
    """A role, the tables that limit a referee, and whom the link is for."""

    role = forms.ChoiceField(label=_("Role"), choices=Role.choices, initial=Role.REFEREE)
    tables = forms.RegexField(
        label=_("Only at tables"),
        regex=r"^\s*\d{1,3}(\s*[,; ]\s*\d{1,3})*\s*$",
        required=False,
        help_text=_("For a referee, for example 1, 2, 5. Empty: all tables."),
    )
    email = forms.EmailField(
        label=_("E-mail"), required=False, help_text=_("Only to recognise the link later.")
    )

    def table_numbers(self) -> list[int]:
        """The table numbers in order."""
        words = self.cleaned_data["tables"].replace(",", " ").replace(";", " ").split()
        return sorted({int(word) for word in words})
