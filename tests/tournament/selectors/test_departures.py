"""What the rulebook says to a stage as it is played: 12.1, 12.2 and 12.2.3, in sentences on the page of the rules."""

from dataclasses import replace

import pytest
from django.test import Client

from scoring.presets import preset
from tests.factories import make_entrants, make_member, make_round, make_tournament
from tournament.models import Round, Tournament
from tournament.selectors.departures import departures_of_play

pytestmark = pytest.mark.django_db


def codes(tournament: Tournament) -> list[tuple[str, str]]:
    return [(one.code, one.article) for one in departures_of_play(tournament)]


def test_a_stage_to_the_letter_departs_from_nothing() -> None:
    tournament = make_tournament()
    people = make_entrants(tournament, 9)
    make_round(tournament, [people[:4], people[4:]])
    assert codes(tournament) == []


def test_tables_of_three_among_others_and_two_time_limits(client: Client) -> None:
    tournament = make_tournament()
    people = make_entrants(tournament, 7)
    make_round(tournament, [people[:4], people[4:]])
    second = make_round(tournament, [people[:4], people[4:]])
    Round.objects.filter(pk=second.pk).update(time_limit_minutes=105)
    assert codes(tournament) == [("threes-mixed", "12.1"), ("different-times", "12.2")]
    client.force_login(make_member(tournament))
    page = client.get(f"/t/{tournament.slug}/direct/settings/")
    assert page.context["departures"] == [
        ("12.1", "Tables of 3 are mixed with tables of 4; 12.1 allows them only among themselves."),
        ("12.2", "The games of a stage last equally long (12.2), not 90, 105 minutes."),
    ]


def test_a_discard_that_leaves_less_than_two_thirds_of_the_planned_games() -> None:
    formula = preset("rulebook")
    best_two = replace(formula, discards=replace(formula.discards, keep=2))
    tournament = make_tournament(formula=best_two.to_document(), plan={"rounds": 4})
    assert codes(tournament) == [("too-few-valid-scores", "12.2.3")]


def test_other_games_have_no_article_12() -> None:
    assert codes(make_tournament(ruleset="risk-classic")) == []
