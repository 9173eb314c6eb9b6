"""Mending a published seating through the pages."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import make_entrant, make_entrants, make_member, make_round, make_tournament
from tournament.models import Entrant, Role, Round
from tournament.selectors.seating import layout_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def seated(client: Client) -> tuple[Round, list[Entrant]]:
    """Nine at tables of 4 and 5, published; the director is logged in."""
    tournament = make_tournament()
    client.force_login(make_member(tournament))
    entrants = make_entrants(tournament, 9, clubs=9)
    return make_round(tournament, [entrants[:4], entrants[4:]]), entrants


def page(client: Client, round_: Round, **asked: int) -> Any:
    return client.get(reverse("direct-repair", args=[round_.tournament.slug, round_.number]), asked)


def test_a_late_arrival_is_seated(client: Client, seated: tuple[Round, list[Entrant]]) -> None:
    round_, _ = seated
    late = make_entrant(round_.tournament)
    shown = page(client, round_, add=late.pk)
    assert shown.context["proposals"][0]["moved"] == []
    answer = client.post(
        reverse("direct-repair-apply", args=[round_.tournament.slug, 1]),
        {"add": late.pk, "number": 1, "version": round_.version, "reason": "late train"},
    )
    assert answer.url == reverse("direct-board", args=[round_.tournament.slug, 1])
    assert [len(table) for table in layout_of(round_)] == [5, 5]


def test_what_cannot_be_is_said(client: Client, seated: tuple[Round, list[Entrant]]) -> None:
    round_, entrants = seated
    assert page(client, round_).context["refusal"] != ""
    assert page(client, round_, add=entrants[0].pk).context["refusal"] != ""
    late = make_entrant(round_.tournament)
    shown = page(client, round_, remove=entrants[0].pk)
    assert (shown.context["refusal"], shown.context["others"][0]) == ("", late)
    assert {one.pk for one in shown.context["others"][1:]} == {one.pk for one in entrants[4:]}
    wrong = page(client, round_, remove=entrants[0].pk, other=late.pk)
    assert wrong.context["other"] == late


def test_two_who_sat_down_at_each_others_table_stay_there(
    client: Client, seated: tuple[Round, list[Entrant]]
) -> None:
    round_, entrants = seated
    swapped = {"remove": entrants[0].pk, "other": entrants[4].pk}
    assert page(client, round_, **swapped).context["proposals"][0]["moved"] == []
    client.post(
        reverse("direct-repair-apply", args=[round_.tournament.slug, 1]),
        swapped | {"number": 1, "version": round_.version, "reason": "sat down wrongly"},
    )
    layout = layout_of(round_)
    assert (layout[0][0], layout[1][0]) == (entrants[4].pk, entrants[0].pk)
    entrants[0].refresh_from_db()
    assert entrants[0].state == "checked_in"


def test_a_referee_does_not_reseat(client: Client, seated: tuple[Round, list[Entrant]]) -> None:
    round_, entrants = seated
    client.force_login(make_member(round_.tournament, Role.REFEREE))
    assert page(client, round_, remove=entrants[0].pk).status_code == 403
