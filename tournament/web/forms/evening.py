"""The form of a round's time and its tables' venues."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.models import Table
from tournament.services.evenings import LONGEST_VENUE
from tournament.web.forms.registration import MomentField

VENUE = "venue-"


class EveningForm(forms.Form):
    """A moment, and one field a table."""

    starts_at = MomentField(
        label=_("Begins"),
        required=False,
        help_text=_("It stands on personal pages, in letters and calendars."),
    )

    def __init__(self, data: Any = None, *, tables: Sequence[Table], **options: Any) -> None:
        super().__init__(data, **options)
        for table in tables:
            self.fields[f"{VENUE}{table.number}"] = forms.CharField(
                label=table.title,
                required=False,
                max_length=LONGEST_VENUE,
                initial=table.venue,
                widget=forms.TextInput(attrs={"list": "venues", "autocomplete": "off"}),
            )
        self.known_venues = sorted({table.venue for table in tables if table.venue})

    @property
    def venue_fields(self) -> list[forms.BoundField]:
        """The fields of the tables."""
        return [self[name] for name in self.fields if name.startswith(VENUE)]

    def venues(self) -> dict[int, str]:
        """The venue by table number."""
        return {
            int(name.removeprefix(VENUE)): value
            for name, value in self.cleaned_data.items()
            if name.startswith(VENUE)
        }
