"""A penalty to give."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.models import Entrant, Round, Sanction, Tournament


class PenaltyForm(forms.Form):
    """Whom, what, in which round, why. The entrant is named by number in the address."""

    entrant = forms.ModelChoiceField(
        label=_("Player"), queryset=Entrant.objects.none(), to_field_name="number", empty_label="–"
    )
    sanction = forms.ModelChoiceField(label=_("Sanction"), queryset=Sanction.objects.none(), empty_label="–")
    points = forms.IntegerField(
        label=_("Points off"),
        required=False,
        min_value=0,
        max_value=1000,
        help_text=_("Empty: as the catalogue says."),
    )
    minutes = forms.IntegerField(label=_("Minutes off"), required=False, min_value=0, max_value=90)
    round = forms.ModelChoiceField(
        label=_("Round"), queryset=Round.objects.none(), required=False, empty_label=_("the whole tournament")
    )
    reason = forms.CharField(label=_("Reason"), max_length=300)

    def __init__(self, *args: Any, tournament: Tournament, **options: Any) -> None:
        super().__init__(*args, **options)
        self.tournament = tournament
        entrants = tournament.entrants.select_related("person").order_by("person__last_name", "number")
        querysets = {
            "entrant": entrants,
            "sanction": tournament.sanctions.all(),
            "round": tournament.rounds.order_by("number"),
        }
        for name, queryset in querysets.items():
            field = self.fields[name]
            if isinstance(field, forms.ModelChoiceField):
                field.queryset = queryset
