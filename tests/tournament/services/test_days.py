"""Days that cannot be meant are refused in words, wherever one is typed."""

from datetime import UTC, date, datetime

import pytest

from tests.factories import make_tournament
from tournament.errors import InvalidInput
from tournament.services.days import expect_days
from tournament.services.door import set_door
from tournament.services.tournaments import create_tournament, update_rules

YEAR_ONE, LAST_OF_ALL = datetime(1, 1, 1, tzinfo=UTC), date(9999, 12, 31)


def test_days_within_the_calendar_stand() -> None:
    expect_days(date(1900, 1, 1), None, datetime(2999, 12, 31, tzinfo=UTC))
    for day in (YEAR_ONE, LAST_OF_ALL, date(1899, 12, 31)):
        with pytest.raises(InvalidInput, match=f"The year {day.year} cannot be meant"):
            expect_days(date(2026, 1, 1), day)


@pytest.mark.django_db
def test_a_tournament_neither_begins_nor_opens_in_such_a_year() -> None:
    tournament = make_tournament()
    with pytest.raises(InvalidInput):
        set_door(tournament_id=tournament.pk, actor=None, opens_at=YEAR_ONE, closes_at=None, questions=())
    with pytest.raises(InvalidInput):
        create_tournament(name="Open", preset="open", starts_on=date(1, 1, 1), director=None)
    with pytest.raises(InvalidInput):
        update_rules(tournament_id=tournament.pk, version=tournament.version, actor=None, ends_on=LAST_OF_ALL)
