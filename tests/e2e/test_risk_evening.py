"""An evening of Risk in real browsers: another game than RisiKo!, three tables, a winner by territories."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import OpenPage
from tests.e2e.people import give_password, sign_in
from tests.e2e.test_whole_evening import Evening
from tests.factories import make_user
from tournament.models import Membership, Role, Table, User
from tournament.services.presence import mark_presence

pytestmark = pytest.mark.django_db(transaction=True)

PRESENT = 13
HELD = {1: (20, 13, 9, 0), 2: (12, 24, 6, 0), 3: (17, 13, 8, 4, 0)}
"""The territories of each player, by the number of the table; the last fell."""


class RiskEvening(Evening):
    """What differs from an evening of RisiKo!: the format, and results without a board."""

    def create(self) -> None:
        """Risk by territories, one round; the page of new tournaments says what no rulebook does."""
        self.desk.goto("/new/")
        self.desk.locator("nav a[href='?game=risk-classic']").click()
        expect(self.desk.locator(".format-card .badge-warn").first).to_be_visible()
        self.desk.fill("[name=name]", "Serata di Risk")
        self.desk.fill("[name=starts_on]", "2026-12-04")
        self.desk.check("[name=preset][value=risk-territories]")
        self.desk.fill("[name=rounds]", "1")
        self.press(self.desk)

    def report(self, table: Table) -> None:
        """The slip: what each has at the end, who fell, that the time was over."""
        self.go(self.phone, f"referee/tables/{table.pk}/entry/")
        assert self.phone.locator("[data-module=board-entry]").count() == 0
        for turn, held in enumerate(HELD[table.number], start=1):
            self.phone.fill(f"[name=points-{turn}]", str(held))
        self.phone.select_option(f"[name=eliminated-{table.size}]", "1")
        self.phone.select_option("[name=ending]", "time_over")
        self.press(self.phone)
        self.phone.wait_for_url(f"**/referee/tables/{table.pk}/")


@pytest.fixture
def evening(open_page: OpenPage, live_server: Any) -> RiskEvening:
    """The director and two referees logged in, the public without account."""
    started = RiskEvening(open_page, live_server.url)
    people = {"direttore": started.desk, "arbitro": started.phone, "arbitra": started.other_phone}
    for name, page in people.items():
        give_password(make_user(name))
        sign_in(page, name)
    return started


def test_an_evening_of_risk_at_three_tables(evening: RiskEvening) -> None:
    evening.create()
    tournament = evening.tournament
    assert (tournament.ruleset, tournament.preset, tournament.plan["cut"]) == (
        "risk-classic",
        "risk-territories",
        "none",
    )
    for name in ("arbitro", "arbitra"):
        Membership.objects.create(
            tournament=tournament, user=User.objects.get(username=name), role=Role.REFEREE
        )
    evening.enter()
    for entrant in tournament.entrants.order_by("number")[: PRESENT - 1]:
        mark_presence(entrant_id=entrant.pk, present=True, actor=None)
    evening.go(evening.desk, "direct/roll-call/")
    evening.tap_name(PRESENT)
    round_ = evening.seat_and_publish()
    assert sorted(round_.tables.values_list("size", flat=True)) == [4, 4, 5]
    evening.play(round_)
    evening.go(evening.public, "standings/")
    first = evening.public.locator("table.standings tbody tr").first
    winner = tournament.entrants.get(seats__results__points=24)
    assert [first.locator(one).inner_text() for one in (".who", ".total")] == [winner.full_name, "24"]
    evening.go(evening.public, f"tables/{round_.tables.get(number=2).pk}/")
    expect(evening.public.locator("main table thead th")).to_have_count(3)
    assert evening.public.locator("main figure svg").count() == 0
    evening.go(evening.desk, "direct/")
    with evening.desk.expect_navigation():
        evening.desk.locator("form[action$='/finished/'] button").first.click()
    assert evening.tournament.state == "finished"
