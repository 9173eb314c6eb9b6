"""Forms of the desk: a new entrant in one line, and all about one entrant."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.models import Entrant, EntrantState
from tournament.reports.names import proper_name, split_full_name
from tournament.services.desk import ENTRY_FIELDS
from tournament.services.entrants import NewEntrant
from tournament.web.forms.tournament import DateField

PERSON = (
    "first_name",
    "last_name",
    "nickname",
    "birth_date",
    "email",
    "phone",
    "guardian",
    "consent_data",
    "consent_name",
    "consent_results",
)


class AddForm(forms.Form):
    """Name and club in one line. “Rossi, Aldo” and “Aldo Rossi” are the same."""

    name = forms.CharField(
        label=_("Name and surname"),
        max_length=120,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "words"}),
    )
    club = forms.CharField(
        label=_("Club"),
        max_length=80,
        required=False,
        widget=forms.TextInput(attrs={"list": "clubs", "autocomplete": "off"}),
    )
    here = forms.BooleanField(label=_("Is here already"), required=False)
    credit = forms.IntegerField(
        label=_("Credit for the rounds missed"), min_value=-1000, max_value=1000, required=False
    )

    def entry(self) -> NewEntrant:
        """The new entrant as the service takes it."""
        text = self.cleaned_data["name"]
        if "," in text:
            last, first = (proper_name(part) for part in text.split(",", 1))
        else:
            first, last = split_full_name(proper_name(text), surname_first=False)
        return NewEntrant(
            first, last, club=self.cleaned_data["club"], credit=self.cleaned_data["credit"] or 0
        )

    def state(self) -> EntrantState:
        """Present at once, or expected."""
        return EntrantState.CHECKED_IN if self.cleaned_data["here"] else EntrantState.CONFIRMED


class EntrantForm(forms.Form):
    """What the desk changes about a person and their entry."""

    version = forms.IntegerField(widget=forms.HiddenInput)
    first_name = forms.CharField(label=_("First name"), max_length=60, required=False)
    last_name = forms.CharField(label=_("Surname"), max_length=60, required=False)
    nickname = forms.CharField(label=_("Nickname"), max_length=40, required=False)
    club = forms.CharField(
        label=_("Club"),
        max_length=80,
        required=False,
        widget=forms.TextInput(attrs={"list": "clubs", "autocomplete": "off"}),
    )
    group = forms.CharField(label=_("Family group"), max_length=60, required=False)
    region = forms.CharField(label=_("Region"), max_length=40, required=False)
    email = forms.EmailField(label=_("E-mail"), required=False)
    phone = forms.CharField(label=_("Phone"), max_length=30, required=False)
    birth_date = DateField(label=_("Date of birth"), required=False)
    guardian = forms.CharField(label=_("Guardian of a minor"), max_length=120, required=False)
    enters_in_round = forms.IntegerField(label=_("Plays from round"), min_value=1, max_value=30)
    entry_credit = forms.IntegerField(
        label=_("Credit for a late entry"), min_value=-1000, max_value=1000, required=False
    )
    in_ranking = forms.BooleanField(label=_("In the ranking"), required=False)
    is_standby = forms.BooleanField(label=_("Standby: plays only when called"), required=False)
    is_captain = forms.BooleanField(label=_("Captain of the team"), required=False)
    consent_data = forms.BooleanField(label=_("Consents to the processing of data"), required=False)
    consent_name = forms.BooleanField(label=_("The name may be published"), required=False)
    consent_results = forms.BooleanField(label=_("Results may be published"), required=False)
    notes = forms.CharField(
        label=_("Notes of the desk"),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 2}),
    )

    def __init__(self, data: Any = None, *, entrant: Entrant) -> None:
        super().__init__(data, initial=initial_of_entrant(entrant))
        if entrant.person is None:
            for name in PERSON:
                del self.fields[name]

    def person(self) -> dict[str, Any]:
        """The person's data."""
        return {name: self.cleaned_data[name] for name in PERSON if name in self.fields}

    def entry(self) -> dict[str, Any]:
        """The entry's data."""
        entry = {name: self.cleaned_data[name] for name in ("club", *ENTRY_FIELDS)}
        return entry | {"entry_credit": entry["entry_credit"] or 0}


def initial_of_entrant(entrant: Entrant) -> dict[str, Any]:
    """The form's values as they are stored."""
    person = {name: getattr(entrant.person, name) for name in PERSON} if entrant.person else {}
    entry = {name: getattr(entrant, name) for name in ("club", *ENTRY_FIELDS)}
    return {**person, **entry, "club": entrant.club or "", "version": entrant.version}
