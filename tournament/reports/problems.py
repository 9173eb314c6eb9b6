"""What is wrong with a handed file, as values: where, what, how grave, and in words."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

from django.utils.translation import gettext, gettext_noop


class Level(StrEnum):
    """An error stops the import of the file; a warning is only shown."""

    ERROR = "error"
    WARNING = "warning"


_TEXTS: dict[str, str] = {
    # the file as a whole
    "file_empty": gettext_noop("The file is empty."),
    "file_too_large": gettext_noop("The file is larger than %(limit)s MB."),
    "file_not_a_table": gettext_noop(
        "This is not a table that can be read: hand over CSV, XLSX or a clubs' .xls workbook."
    ),
    "file_damaged": gettext_noop("The file cannot be opened: it is damaged, or protected by a password."),
    "sheet_missing": gettext_noop("No sheet holds a list of people. Sheets found: %(found)s."),
    "columns_missing": gettext_noop("Columns missing: %(missing)s. Columns found: %(found)s."),
    "columns_twice": gettext_noop("The column “%(value)s” repeats one further left and was not read."),
    "too_many_rows": gettext_noop("The list has more than %(limit)s rows. Nothing was taken from it."),
    "no_rows": gettext_noop("There are columns, but nobody below them."),
    "name_split": gettext_noop("Name and surname share one column: please check where they were split."),
    # one person
    "first_name_missing": gettext_noop("The name is missing."),
    "last_name_missing": gettext_noop("The surname is missing."),
    "text_too_long": gettext_noop("Longer than %(limit)s characters."),
    "formula": gettext_noop("A formula: write the value itself."),
    "formula_ignored": gettext_noop("A formula; it was not read."),
    "number_missing": gettext_noop("There is no ID; a free one will be given."),
    "number_unreadable": gettext_noop("The ID “%(value)s” is not a whole number from 1 to 32767."),
    "number_twice": gettext_noop("The ID %(value)s is already in row %(other)s."),
    "person_twice": gettext_noop("%(value)s is already in row %(other)s."),
    "same_name": gettext_noop("%(value)s bears the name of row %(other)s. Two people?"),
    "national_id_twice": gettext_noop("The national ID %(value)s is already in row %(other)s."),
    "club_unknown": gettext_noop("The club “%(value)s” is not known yet."),
    "club_similar": gettext_noop("The club “%(value)s” is not known. Did you mean “%(suggestion)s”?"),
    "yes_no_unclear": gettext_noop("“%(value)s” is neither yes nor no; taken as no."),
    "date_unreadable": gettext_noop("“%(value)s” is not a date (day/month/year); left empty."),
    "email_unreadable": gettext_noop("“%(value)s” is not an e-mail address; left empty."),
    "fee_unreadable": gettext_noop("“%(value)s” is not an amount; left empty."),
    "national_id_unreadable": gettext_noop("“%(value)s” is not a national ID; left empty."),
    # the clubs' workbook
    "not_a_workbook": gettext_noop("This is not a clubs' .xls workbook."),
    "entrant_unknown": gettext_noop("%(place)s: nobody has the ID %(value)s."),
    "seat_id_unreadable": gettext_noop("%(place)s: “%(value)s” is not an ID."),
    "points_unreadable": gettext_noop("%(place)s: the points of ID %(entrant)s are missing or not a number."),
    "seated_twice": gettext_noop("%(place)s: ID %(value)s already sits at table %(other)s."),
    "table_size": gettext_noop("%(place)s: a table of %(value)s."),
    "half_a_table": gettext_noop("%(place)s: the last row has no players below it."),
    "standing_unreadable": gettext_noop("The workbook's own standings cannot be read in row %(other)s."),
    "kind_unknown": gettext_noop("“%(value)s” is not a kind of tournament that the clubs publish."),
    "info_missing": gettext_noop("Not filled in: %(value)s."),
    "rounds_beyond_plan": gettext_noop("%(value)s rounds were played, %(other)s were planned."),
    "round_date_missing": gettext_noop("Round %(value)s has no date."),
    "round_dates_disordered": gettext_noop("The date of round %(value)s is before that of the round above."),
    "no_games": gettext_noop("No game has been played."),
    "standings_missing": gettext_noop("The last round is there, but no standings."),
    "standing_without_game": gettext_noop("%(value)s stands in the standings without a game."),
    "name_incomplete": gettext_noop("Name or surname is missing for ID %(value)s."),
    "birth_or_national_id_missing": gettext_noop("%(value)s has neither a date of birth nor a national ID."),
    "file_name_apostrophe": gettext_noop("The name of the file must not contain an apostrophe."),
}

CODES = frozenset(_TEXTS)


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong. `row` counts from 1 as in a spreadsheet, None = the whole file; `column` is the header."""

    code: str
    level: Level = Level.ERROR
    row: int | None = None
    column: str = ""
    value: str = ""
    facts: dict[str, str] = field(default_factory=dict, hash=False)

    @property
    def text(self) -> str:
        """One sentence in the reader's language."""
        return gettext(_TEXTS[self.code]) % {"value": self.value, **self.facts}

    @property
    def is_error(self) -> bool:
        return self.level is Level.ERROR


def has_errors(problems: Iterable[Problem]) -> bool:
    """Whether any problem forbids the import."""
    return any(problem.is_error for problem in problems)


def warning(code: str, *, row: int | None = None, column: str = "", value: str = "", **facts: str) -> Problem:
    """A problem that does not stop the import."""
    return Problem(code, Level.WARNING, row, column, value, facts)


def error(code: str, *, row: int | None = None, column: str = "", value: str = "", **facts: str) -> Problem:
    """A problem that stops the import."""
    return Problem(code, Level.ERROR, row, column, value, facts)
