"""A referee on a phone of 390 px: a whole board entered by touch, confirmed on another device, read by everybody."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.challenge import BOARD
from tests.e2e.conftest import OpenPage
from tests.e2e.people import give_password, sign_in
from tests.factories import make_entrants, make_member, make_round, make_tournament
from tournament.models import Role, Submission

pytestmark = pytest.mark.django_db(transaction=True)

COLOURS = ("red", "blue", "green", "yellow")
PASSWORD = "a long pass phrase"


def member(tournament: Any, name: str, role: Role = Role.REFEREE) -> str:
    """A member with a password."""
    user = make_member(tournament, role, user={"username": name})
    give_password(user)
    return name


def fill_board_list(page: Page, owners: dict[str, str]) -> None:
    """Give every territory its owner through the list."""
    expect(page.locator("[data-remaining]")).to_contain_text("42")
    page.locator("[data-board-list] > summary").click()
    for territory, colour in owners.items():
        page.select_option(f"#territory-{territory}", colour)


def test_a_board_is_entered_on_a_phone_and_confirmed_by_another(
    open_page: OpenPage, live_server: Any
) -> None:
    tournament = make_tournament()
    table = make_round(tournament, [make_entrants(tournament, 4)]).tables.get()
    member(tournament, "arbitro")
    member(tournament, "arbitra")
    phone = open_page("phone", base_url=live_server.url)
    sign_in(phone, "arbitro")
    phone.goto(f"/t/{tournament.slug}/referee/")
    expect(phone.locator(".site-nav [aria-current]")).to_be_in_viewport(ratio=1)
    phone.locator(f"a[href$='/referee/tables/{table.pk}/']").first.click()
    phone.locator(".page-head a.button-primary").click()
    owners = {territory: COLOURS[index % 4] for index, territory in enumerate(BOARD.ids)}
    fill_board_list(phone, owners)
    expect(phone.locator("[data-territories-of=red]").first).to_have_text("11")
    for number, colour in enumerate(COLOURS, start=1):
        phone.select_option(f"#objective-{colour}", str(number))
    phone.locator(".action-bar .button-primary").last.click()
    phone.wait_for_url(f"**/referee/tables/{table.pk}/")
    other = open_page("desktop", base_url=live_server.url)
    sign_in(other, "arbitra")
    other.goto(f"/t/{tournament.slug}/referee/tables/{table.pk}/")
    other.locator("form[action$='/confirm/'] button").click()
    other.wait_for_url(f"**/referee/tables/{table.pk}/")
    submission = Submission.objects.get()
    assert submission.effective
    visitor = open_page("desktop", base_url=live_server.url)
    visitor.goto(f"/t/{tournament.slug}/tables/{table.pk}/")
    shown = visitor.locator("main table tbody tr td:nth-child(3)").all_inner_texts()
    assert [int(text) for text in shown] == [row.points for row in submission.results.order_by("place")]
