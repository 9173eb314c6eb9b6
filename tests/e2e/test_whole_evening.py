"""A club's whole evening in real browsers: from an empty page to a winner, by the people who would do it.

The director sits at a desk, the referees have phones of 390 px, the public reads along. Boards are those of games
that the engine itself has played. In the end the same figures stand on the page, in the API, in the file, on paper.
"""

import csv
import io
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from tests.e2e.conftest import OpenPage
from tests.e2e.people import give_password, sign_in
from tests.factories import make_user
from tournament.models import Membership, Role, Round, Table, Tournament, User
from tournament.services.demo import played, report_of

pytestmark = pytest.mark.django_db(transaction=True)

LIST = Path(__file__).parents[1] / "fixtures" / "entrants-23.csv"
TYPE_BOARD = """(fields) => {
  for (const [name, value] of Object.entries(fields)) {
    const field = document.querySelector(`[name="${name}"]`);
    field.value = value;
    field.dispatchEvent(new Event("change", {bubbles: true}));
  }
}"""


class Evening:
    """The browsers of one evening and what each person does with theirs."""

    def __init__(self, open_page: OpenPage, base_url: str) -> None:
        self.desk = open_page("desktop", base_url=base_url)
        self.phone = open_page("phone", base_url=base_url)
        self.other_phone = open_page("phone", base_url=base_url)
        self.public = open_page("desktop", base_url=base_url)

    @property
    def tournament(self) -> Tournament:
        """The tournament as it stands."""
        return Tournament.objects.get()

    def go(self, page: Page, path: str) -> None:
        """Open a page of the tournament."""
        page.goto(f"/t/{self.tournament.slug}/{path}")

    def press(self, page: Page) -> None:
        """The page's one primary action."""
        with page.expect_navigation():
            page.locator(".action-bar .button-primary").last.click()

    def create(self) -> None:
        """A new Raduno of two rounds."""
        self.desk.goto("/new/")
        self.desk.fill("[name=name]", "Torneo del venerdì")
        self.desk.fill("[name=starts_on]", "2026-12-04")
        self.desk.check("[name=preset][value=raduno]")
        self.desk.fill("[name=rounds]", "2")
        self.desk.locator("form details summary").last.click()
        for place, wish in enumerate(("repeats", "fives", "clubs", "", "", "", ""), start=1):
            self.desk.select_option(f"[name=wish_{place}]", wish)
        self.press(self.desk)

    def enter(self) -> None:
        """The club's list: tried first, then entered."""
        self.go(self.desk, "direct/import/")
        self.desk.set_input_files("[type=file]", LIST)
        self.press(self.desk)
        assert not self.tournament.entrants.exists()
        self.press(self.desk)
        assert self.tournament.entrants.count() == 23

    def call_the_roll(self, present: int) -> None:
        """Tap the names of those who are here, then close."""
        self.go(self.desk, "direct/roll-call/")
        for entrant in self.tournament.entrants.order_by("number")[:present]:
            self.tap_name(entrant.number)
        with self.desk.expect_navigation():
            self.desk.locator("form[action$='/roll-call/close/'] button").click()

    def tap_name(self, number: int) -> None:
        """One tap on the row of a name."""
        row = self.desk.locator(f"form[action$='/roll-call/{number}/here/'] button")
        row.click()
        expect(row).to_have_count(0)

    def seat_and_publish(self) -> Round:
        """Draw, look, publish, start the clock."""
        self.go(self.desk, "direct/draw/")
        self.press(self.desk)
        self.press(self.desk)
        return self.start()

    def start(self) -> Round:
        """Start the clock of the newest round."""
        round_ = self.tournament.rounds.order_by("-number")[0]
        self.go(self.desk, f"direct/rounds/{round_.number}/board/")
        with self.desk.expect_navigation():
            self.desk.locator("form[action$='/start/'] button").click()
        return round_

    def play(self, round_: Round) -> None:
        """Every table's board, entered on one phone and confirmed on another; then the round is closed."""
        for table in round_.tables.order_by("number"):
            self.report(table)
            self.go(self.other_phone, f"referee/tables/{table.pk}/")
            with self.other_phone.expect_navigation():
                self.other_phone.locator("form[action$='/confirm/'] button").click()
        self.go(self.desk, f"direct/rounds/{round_.number}/board/")
        with self.desk.expect_navigation():
            self.desk.locator(".action-bar form[action$='/close/'] button").click()

    def report(self, table: Table) -> None:
        """Fill in the form of a table as its slip says."""
        report = report_of(played(100 * table.round.number + table.number, table.size))
        colours = dict(table.seats.values_list("turn_order", "colour"))
        self.go(self.phone, f"referee/tables/{table.pk}/entry/")
        expect(self.phone.locator("[data-remaining]")).to_contain_text("42")
        fields = {f"territory-{territory}": colours[turn] for territory, turn in report.board.items()}
        fields |= {f"objective-{colours[turn]}": str(number) for turn, number in report.objectives.items()}
        fields |= {f"eliminated-{turn}": str(place) for place, turn in enumerate(report.eliminated, start=1)}
        fields |= {"ending": report.ending.value, "reached": str(report.objective_reached or "")}
        self.phone.evaluate(TYPE_BOARD, fields)
        self.press(self.phone)
        self.phone.wait_for_url(f"**/referee/tables/{table.pk}/")

    def cut(self) -> None:
        """The line of a Raduno, exact ties settled by lots, the semifinals drawn."""
        self.go(self.desk, "direct/cut/")
        with self.desk.expect_navigation():
            self.desk.locator("form[action$='/cut/table/'] .button-primary").click()
        while self.desk.locator("#tie").count():
            with self.desk.expect_navigation():
                self.desk.locator("section[aria-labelledby=tie] button[value=lots]").click()
        self.press(self.desk)

    def publish(self) -> None:
        """Check and publish the tables that the finals drew."""
        number = self.tournament.rounds.order_by("-number")[0].number
        self.go(self.desk, f"direct/rounds/{number}/seating/")
        self.press(self.desk)


@pytest.fixture
def evening(open_page: OpenPage, live_server: Any) -> Evening:
    """Everybody logged in: the director, two referees, and the public without account."""
    started = Evening(open_page, live_server.url)
    people = {"direttore": started.desk, "arbitro": started.phone, "arbitra": started.other_phone}
    for name, page in people.items():
        give_password(make_user(name))
        sign_in(page, name)
    return started


def test_a_whole_evening(evening: Evening) -> None:
    evening.create()
    for name in ("arbitro", "arbitra"):
        user = User.objects.get(username=name)
        Membership.objects.create(tournament=evening.tournament, user=user, role=Role.REFEREE)
    evening.enter()
    evening.call_the_roll(present=20)
    evening.go(evening.desk, "direct/roll-call/")
    evening.tap_name(21)
    first = evening.seat_and_publish()
    assert sorted(first.tables.values_list("size", flat=True)) == [4, 4, 4, 4, 5]
    evening.play(first)
    second = evening.seat_and_publish()
    assert repeated_pairs(first, second) == 0
    evening.play(second)
    assert_same_figures_everywhere(evening)
    evening.cut()
    evening.publish()
    semifinals = evening.start()
    evening.play(semifinals)
    evening.go(evening.desk, "direct/finals/")
    evening.press(evening.desk)
    evening.publish()
    evening.play(evening.start())
    evening.go(evening.desk, "direct/finals/")
    evening.press(evening.desk)
    assert evening.tournament.state == "finished"
    evening.go(evening.public, "knockout/")
    final = evening.tournament.rounds.order_by("-number")[0]
    winner = final.tables.get().submissions.get(effective=True).results.get(place=1).seat.entrant
    expect(evening.public.locator("main table tbody tr").first).to_contain_text(winner.full_name)


def repeated_pairs(first: Round, second: Round) -> int:
    """How many pairs sit together in both rounds."""
    return len(pairs_of(first) & pairs_of(second))


def pairs_of(round_: Round) -> set[frozenset[int]]:
    """The pairs who sit together."""
    tables = [list(table.seats.values_list("entrant_id", flat=True)) for table in round_.tables.all()]
    return {frozenset((one, other)) for table in tables for one in table for other in table if one != other}


def assert_same_figures_everywhere(evening: Evening) -> None:
    """Page, file, API and paper give every total alike."""
    evening.go(evening.public, "standings/")
    rows = evening.public.locator("table.standings tbody tr")
    page = {row.locator(".who").inner_text(): row.locator(".total").inner_text() for row in rows.all()}
    slug = evening.tournament.slug
    answer = evening.public.request.get(f"/t/{slug}/standings.csv")
    lines = csv.DictReader(io.StringIO(answer.body().decode("utf-8-sig")))
    assert {line["name"]: line["total"] for line in lines} == page
    answer = evening.public.request.get(f"/api/v1/tournaments/{slug}/standings/")
    assert {row["name"]: row["total"] for row in answer.json()["rows"]} == page
    answer = evening.desk.request.get(f"/t/{slug}/paper/standings.pdf")
    text = "\n".join(sheet.extract_text() for sheet in PdfReader(io.BytesIO(answer.body())).pages)
    printed = re.sub(r"\s+", " ", text)
    assert [name for name in page if name not in printed] == []
    assert [total for total in page.values() if total not in printed] == []
