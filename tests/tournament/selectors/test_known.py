"""Standings that the public reads: computed once a version, and never those of another."""

from typing import Any

import pytest
from django.utils.translation import override

from tests.factories import make_entrants, make_member, make_round, make_tournament
from tests.results import confirm
from tournament.models import Person, Tournament
from tournament.selectors.known import KnownStandings, shown_standings
from tournament.selectors.public import sight_for, sight_of_public
from tournament.selectors.standings import stage_for_standings

pytestmark = pytest.mark.django_db


def test_a_version_is_computed_once_and_a_change_is_seen(django_assert_num_queries: Any) -> None:
    tournament = make_tournament()
    round_ = make_round(tournament, [make_entrants(tournament, 4)])
    stage = stage_for_standings(tournament)
    assert stage is not None
    first = shown_standings(sight_of_public(tournament), stage, None)
    with django_assert_num_queries(0):
        assert shown_standings(sight_of_public(tournament), stage, None) is first
    confirm(round_, [(46, 30, 20, 10)])
    Tournament.objects.filter(pk=tournament.pk).update(data_version=tournament.data_version + 1)
    tournament.refresh_from_db()
    again = shown_standings(sight_of_public(tournament), stage, None)
    assert (first.rows[0].wins, again.rows[0].wins) == (0, 1)
    director = sight_for(make_member(tournament), tournament)
    assert shown_standings(director, stage, None) is not again


def test_only_the_latest_are_remembered() -> None:
    tournament = make_tournament()
    make_round(tournament, [make_entrants(tournament, 4)])
    stage, sight, known = (
        stage_for_standings(tournament),
        sight_of_public(tournament),
        KnownStandings(limit=1),
    )
    assert stage is not None
    first = known.of(tournament, stage, None, sight)
    assert known.of(tournament, stage, None, sight) is first
    known.of(tournament, stage, 1, sight)
    assert known.of(tournament, stage, None, sight) is not first


def test_each_language_has_the_names_of_its_own() -> None:
    tournament = make_tournament()
    shy, *_others = entrants = make_entrants(tournament, 4)
    Person.objects.filter(pk=shy.person_id).update(consent_name=False)
    make_round(tournament, [entrants])
    stage, sight = stage_for_standings(tournament), sight_of_public(tournament)
    assert stage is not None
    for language, word in (("it", "Giocatore"), ("en", "Player")):
        with override(language):
            rows = shown_standings(sight, stage, None).rows
            named = {row.player.key: row.player.name for row in rows}
            assert named[shy.pk].startswith(word)
