"""The front page's lists: newest first, so many of each and no more, counted in one query."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser

from tests.factories import make_entrants, make_member, make_round, make_tournament
from tournament.models import TournamentState
from tournament.selectors.tournaments import RECENT, tournaments_for_visitor

pytestmark = pytest.mark.django_db


def test_each_list_has_its_own_newest(django_assert_num_queries: Any) -> None:
    running = make_tournament()
    entrants = make_entrants(running, 4)
    make_round(running, [entrants])
    make_round(running, [entrants], state="draft")
    day = date(2027, 1, 1)
    for index in range(RECENT + 2):
        on = day + timedelta(days=index)
        make_tournament(state=TournamentState.FINISHED, starts_on=on, ends_on=on)
    with django_assert_num_queries(1):
        groups = tournaments_for_visitor(AnonymousUser())
    assert [(one.entrant_count, one.round_count) for one in groups.running] == [(4, 1)]
    assert [one.starts_on for one in groups.finished] == [
        day + timedelta(days=index) for index in range(RECENT + 1, 1, -1)
    ]


def test_a_draft_is_seen_by_those_who_work_in_it() -> None:
    draft = make_tournament(state=TournamentState.DRAFT)
    assert tournaments_for_visitor(AnonymousUser()).is_empty
    (seen,) = tournaments_for_visitor(make_member(draft)).coming
    assert (seen.slug, seen.works_here, seen.entrant_count) == (draft.slug, True, 0)
