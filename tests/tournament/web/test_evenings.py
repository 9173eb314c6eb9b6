"""Rounds weeks apart and tables in two venues: set once, shown wherever somebody looks for a seat."""

from typing import Any

import pytest
from django.test import Client

from tests.factories import make_entrants, make_member, make_round, make_tournament
from tournament.errors import InvalidInput
from tournament.models import EntrantState, Event, Round, RoundState
from tournament.services.evenings import RoundGoesOn, begin_evening, set_when_and_where
from tournament.services.links import personal_token

pytestmark = pytest.mark.django_db


@pytest.fixture
def round_() -> Round:
    tournament = make_tournament()
    entrants = make_entrants(tournament, 8)
    return make_round(tournament, [entrants[:4], entrants[4:]])


def test_time_and_venues_are_set_and_shown(client: Client, round_: Round) -> None:
    tournament = round_.tournament
    client.force_login(make_member(tournament))
    where = f"/t/{tournament.slug}/direct/rounds/1/place/"
    typed = {"starts_at": "2026-12-11T21:00", "venue-1": " Sala  Drago ", "venue-2": "Circolo"}
    assert client.post(where, typed)["Location"].endswith("?saved=1")
    assert 'value="Sala Drago"' in client.get(where).content.decode()
    round_.refresh_from_db()
    assert round_.starts_at is not None
    entrant = round_.seats.select_related("entrant").get(table__number=2, turn_order=1).entrant
    guest = Client()
    for page in (
        f"/t/{tournament.slug}/rounds/1/",
        f"/t/{tournament.slug}/seats/",
        f"/me/{personal_token(entrant)}/",
    ):
        assert "Circolo" in guest.get(page).content.decode(), page
    assert client.post(where, {"starts_at": "yesterday"}).status_code == 422
    assert Event.objects.filter(kind="round_placed").count() == 1
    with pytest.raises(InvalidInput):
        set_when_and_where(round_id=round_.pk, starts_at=None, venues={9: "x"}, actor=None)


def test_the_next_evening_calls_everybody_anew_but_those_who_left(client: Client, round_: Round) -> None:
    tournament = round_.tournament
    with pytest.raises(RoundGoesOn):
        begin_evening(tournament_id=tournament.pk, actor=None)
    Round.objects.update(state=RoundState.CLOSED)
    tournament.entrants.filter(number=1).update(state=EntrantState.WITHDRAWN, left_after_round=1)
    tournament.entrants.filter(number=2).update(state=EntrantState.ABSENT)
    client.force_login(make_member(tournament))
    page = client.post(f"/t/{tournament.slug}/direct/evening/")
    assert page["Location"] == f"/t/{tournament.slug}/direct/roll-call/"
    states: list[Any] = list(tournament.entrants.order_by("number").values_list("state", flat=True))
    assert states == [EntrantState.WITHDRAWN, *[EntrantState.CONFIRMED] * 7]
    assert tournament.snapshots.count() == 1
