"""Days and moments that people type."""

from datetime import date

from django.utils.translation import gettext_lazy as _

from tournament.errors import InvalidInput

YEARS = range(1900, 3000)
"""Where time zones and days that follow can be computed; what lies outside was mistyped."""


def expect_days(*typed: date | None) -> None:
    """Raise InvalidInput for a day or moment in a year that cannot be meant; None is no day and stands."""
    for day in typed:
        if day is not None and day.year not in YEARS:
            raise InvalidInput(_("The year %(year)s cannot be meant: check the date.") % {"year": day.year})
