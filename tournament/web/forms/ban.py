"""A suspension or a ban to give."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.models import BanScope, Entrant, Person, Tournament
from tournament.services.entrants import NewEntrant, meant_by, person_like
from tournament.web.forms.tournament import DateField


class BanForm(forms.Form):
    """Whom (an entrant, or a name), from when to when, why; the operator chooses where it holds."""

    entrant = forms.ModelChoiceField(
        label=_("Player"),
        queryset=Entrant.objects.none(),
        to_field_name="number",
        empty_label=_("somebody who is not entered"),
        required=False,
    )
    first_name = forms.CharField(
        label=_("First name"), max_length=60, required=False, help_text=_("Only for somebody not entered.")
    )
    last_name = forms.CharField(label=_("Surname"), max_length=60, required=False)
    birth_date = DateField(label=_("Date of birth"), required=False)
    starts_on = DateField(label=_("From"))
    ends_on = DateField(
        label=_("Last day"), required=False, help_text=_("Empty: banned until somebody lifts it.")
    )
    scope = forms.ChoiceField(label=_("Holds at"), choices=BanScope, initial=BanScope.ORGANISER)
    reason = forms.CharField(
        label=_("Reason"), max_length=300, help_text=_("Only directors read it. It is never published.")
    )

    def __init__(self, *args: Any, tournament: Tournament, is_operator: bool, **options: Any) -> None:
        super().__init__(*args, **options)
        people = tournament.entrants.exclude(person=None).select_related("person")
        field = self.fields["entrant"]
        if isinstance(field, forms.ModelChoiceField):
            field.queryset = people.order_by("person__last_name", "number")
        if not is_operator:
            del self.fields["scope"]

    def clean(self) -> dict[str, Any]:
        """Somebody is named, in one way or the other."""
        data = super().clean() or {}
        if not data.get("entrant") and not (data.get("first_name") or data.get("last_name")):
            self.add_error("entrant", _("Choose a player, or type first name and surname."))
        return data

    def person(self) -> Person:
        """The person meant, stored when nobody of that name is known."""
        data = self.cleaned_data
        if data["entrant"]:
            person: Person = data["entrant"].person
            return person
        typed = NewEntrant(data["first_name"], data["last_name"], birth_date=data["birth_date"])
        known = person_like(typed)
        if known is None:
            known = meant_by(typed)
            known.save()
        return known
