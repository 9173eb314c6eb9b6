"""English dates that nobody mistakes: 1 Dec 2026 rather than 12/01/2026, which is January to half of the readers."""

DATE_FORMAT = "j F Y"
DATETIME_FORMAT = "j F Y H:i"
SHORT_DATE_FORMAT = "j M Y"
SHORT_DATETIME_FORMAT = "j M Y H:i"
MONTH_DAY_FORMAT = "j F"
TIME_FORMAT = "H:i"
