"""Italian dates: 1 dicembre 2026, not 01 Dicembre 2026. The months' small letters are in our own catalogue."""

from django.utils.translation import gettext_noop

DATE_FORMAT = "j F Y"
DATETIME_FORMAT = "j F Y H:i"
MONTH_DAY_FORMAT = "j F"

gettext_noop("January")
gettext_noop("February")
gettext_noop("March")
gettext_noop("April")
gettext_noop("May")
gettext_noop("June")
gettext_noop("July")
gettext_noop("August")
gettext_noop("September")
gettext_noop("October")
gettext_noop("November")
gettext_noop("December")
