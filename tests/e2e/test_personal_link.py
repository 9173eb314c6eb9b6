"""A player without an account, on a phone, by personal link: what is sent from there arrives, and the link stays theirs."""

from typing import Any

import pytest
from playwright.sync_api import Page, Request

from tests.factories import make_entrant, make_entrants, make_round, make_tournament
from tournament.models import EntrantState, Submission
from tournament.services.links import personal_token

pytestmark = pytest.mark.django_db(transaction=True)


def test_what_a_player_sends_by_personal_link_arrives(phone: Page, live_server: Any) -> None:
    tournament = make_tournament()
    players = make_entrants(tournament, 4)
    make_round(tournament, [players])
    told: list[str] = []

    def listen(request: Request) -> None:
        told.append(request.headers.get("referer", ""))

    phone.on("request", listen)
    token = personal_token(players[0])
    phone.goto(f"/me/{token}/entry/")
    phone.locator("#totals > summary").click()
    phone.check("[name=mode][value=totals]")
    for turn, points in enumerate((40, 30, 20, 10), start=1):
        phone.fill(f"[name=points-{turn}]", str(points))
    phone.locator(".action-bar .button-primary").last.click()
    phone.wait_for_url(f"**/me/{token}/")
    assert Submission.objects.get().entered_by_entrant == players[0]
    guest = make_entrant(make_tournament(state="open"), state=EntrantState.CONFIRMED)
    phone.goto(f"/me/{personal_token(guest)}/registration/")
    phone.locator("#withdraw > summary").click()
    phone.locator("form[action$='/withdraw/'] button").click()
    phone.wait_for_load_state()
    guest.refresh_from_db()
    assert guest.state == EntrantState.WITHDRAWN
    assert [one for one in told if token in one] == []
