"""Publication, privacy, permissions: what nobody outside may read, what each role is refused, what can be undone."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import FilePayload, Locator, Page, expect

from tests.e2e.conftest import Complaints
from tests.e2e.scenarios.acts import press, text_of
from tests.e2e.scenarios.conftest import Sit
from tests.factories import (
    make_entrant,
    make_entrants,
    make_member,
    make_person,
    make_round,
    make_tournament,
    make_user,
)
from tests.results import confirm
from tests.trust.test_archive import fixture
from tournament.models import Entrant, EntrantState, Person, Role, SeatResult, Tournament
from tournament.services.door import set_door
from tournament.services.rounds import close_round
from tournament.services.seating import draw_round
from tournament.services.seating_edits import swap_entrants
from tournament.services.tournaments import set_publishing

pytestmark = pytest.mark.django_db(transaction=True)


def played(rounds: int = 1, **fields: Any) -> Tournament:
    """Four people who played so many rounds, closed; the first to enter won them all."""
    tournament = make_tournament(**fields)
    entrants = make_entrants(tournament, 4)
    for _number in range(rounds):
        round_ = make_round(tournament, [entrants])
        confirm(round_, [(40, 30, 20, 10)])
        close_round(round_id=round_.pk, actor=None)
    return tournament


def known(entrant: Entrant) -> Person:
    """The person who is entered."""
    assert entrant.person is not None
    return entrant.person


def test_46_a_minor_without_consent_is_a_pseudonym_everywhere(sit: Sit) -> None:
    tournament = make_tournament()
    minor = make_person(first_name="Zeldamiro", last_name="Zampieri", consent_name=False)
    entrants = [make_entrant(tournament, person=minor), *make_entrants(tournament, 3)]
    round_ = make_round(tournament, [entrants], state="playing")
    confirm(round_, [(40, 30, 20, 10)])
    here, alias = f"/t/{tournament.slug}", f"Giocatore {minor.public_key[:4].upper()}"
    page = sit("phone")
    for path in ("standings/", "seats/", "entrants/", f"tables/{round_.tables.get().pk}/"):
        page.goto(f"{here}/{path}")
        expect(page.locator("main")).to_contain_text(alias)
        assert "Zeldamiro" not in page.content()
    page.goto(f"{here}/standings/why/{entrants[0].pk}/")
    assert alias in page.title()
    assert "Zeldamiro" not in page.content()
    page.goto(f"/tv/{tournament.slug}/")
    assert alias in page.content()
    assert "Zeldamiro" not in page.content()
    for path in (
        f"{here}/standings.csv",
        f"{here}/rounds/1/results.csv",
        f"/api/v1/tournaments/{tournament.slug}/standings/",
    ):
        text = page.request.get(path).text()
        assert (minor.public_key[:4].upper() in text, "Zeldamiro" in text) == (True, False), path
    director = sit("desktop", make_member(tournament))
    printed = text_of(director.request.get(f"{here}/paper/rounds/1/names.pdf").body())
    assert (minor.public_key[:4].upper() in printed, "Zeldamiro" in printed) == (True, False)


def test_47_person_pages_ask_not_to_be_indexed_and_events_do_not(sit: Sit) -> None:
    tournament = played(state="finished")
    page = sit("phone")
    page.goto(f"/t/{tournament.slug}/")
    expect(page.locator("meta[name=robots]")).to_have_count(0)
    expect(page.locator("meta[property='og:title']")).to_have_attribute("content", tournament.name)
    entrant = tournament.entrants.get(number=1)
    for path in (
        f"/people/{known(entrant).public_key}/",
        f"/t/{tournament.slug}/standings/why/{entrant.pk}/",
    ):
        page.goto(path)
        expect(page.locator("meta[name=robots]")).to_have_attribute("content", "noindex")


def test_48_a_secret_round_leaks_nowhere(sit: Sit) -> None:
    tournament = played(rounds=2)
    entrants = list(tournament.entrants.all())
    set_publishing(tournament_id=tournament.pk, actor=None, hidden_from_round=2)
    here = f"/t/{tournament.slug}"
    table = tournament.rounds.get(number=2).tables.get()
    page = sit("phone")
    page.goto(f"{here}/standings/")
    expect(page.locator(".standings .total")).to_have_text(["90", "30", "20", "10"])
    expect(page.locator("#versions li a")).to_have_count(1)
    for path in ("rounds/2/", f"tables/{table.pk}/"):
        page.goto(f"{here}/{path}")
        expect(page.locator("main")).to_contain_text(entrants[0].full_name)
        expect(page.locator("main .score, main tbody, a[href*='results.csv']")).to_have_count(0)
    page.goto(f"/tv/{tournament.slug}/")
    expect(page.locator("[data-slide] ol strong")).to_have_text(["90", "30", "20", "10"])
    for path in (f"{here}/standings.csv", f"/api/v1/tournaments/{tournament.slug}/standings/"):
        figures = re.findall(r"\b\d+\b", re.sub(r"[A-Z]\w+ \d+", "", page.request.get(path).text()))
        assert ("90" in figures, "180" in figures) == (True, False)  # of the names no number counts
    page = sit("phone", make_member(tournament, Role.REFEREE))
    page.goto(f"{here}/standings/")
    expect(page.locator(".standings .total").first).to_have_text("180")


def test_49_a_referee_changes_no_rules_and_adds_nobody(sit: Sit, complaints: Complaints) -> None:
    complaints.allowed_statuses.add(403)
    tournament = played()
    page = sit("phone", make_member(tournament, Role.REFEREE))
    here = f"/t/{tournament.slug}"
    page.goto(f"{here}/direct/corrections/")
    for room in ("settings", "people", "formula"):
        expect(page.locator(f"a[href='{here}/direct/{room}/']")).to_have_count(0)
        assert page.request.get(f"{here}/direct/{room}/").status == 403
    page.goto(f"{here}/direct/settings/")
    expect(page.locator("h1")).to_have_text("Il ruolo non apre questa pagina")
    page.goto(f"{here}/referee/tables/{tournament.rounds.get().tables.get().pk}/entry/")
    expect(page.locator("#reason")).to_be_visible()  # a correction, with its reason


def test_50_a_referee_of_tables_1_to_4_is_kept_off_table_7(sit: Sit, complaints: Complaints) -> None:
    complaints.allowed_statuses.add(403)
    tournament = make_tournament()
    people = make_entrants(tournament, 28)
    round_ = make_round(tournament, [people[n : n + 4] for n in range(0, 28, 4)])
    page = sit("phone", make_member(tournament, Role.REFEREE, tables=[1, 2, 3, 4]))
    page.goto(f"/t/{tournament.slug}/referee/")
    expect(page.locator(".card .table-number")).to_have_text([f"Tavolo {number}" for number in range(1, 5)])
    page.goto(f"/t/{tournament.slug}/referee/tables/{round_.tables.get(number=7).pk}/entry/")
    expect(page.locator("h1")).to_have_text("Il ruolo non apre questa pagina")
    expect(page.locator("main form")).to_have_count(0)


def test_51_who_moved_somebody_is_found_at_once(sit: Sit) -> None:
    tournament = make_tournament()
    make_entrants(tournament, 8)
    round_ = draw_round(tournament_id=tournament.pk, actor=None)
    moved, other = (table.seats.get(turn_order=1).entrant for table in round_.tables.order_by("number"))
    director = make_member(tournament, user={"first_name": "Dora"})
    swap_entrants(
        round_id=round_.pk, first_id=moved.pk, second_id=other.pk, actor=director, reason="fratelli"
    )
    page = sit("desktop", director)
    page.goto(f"/t/{tournament.slug}/direct/log/")
    page.fill("#q", known(moved).last_name)
    page.locator("main form .button-primary").click()
    rows = page.locator("main tbody tr")
    expect(rows).to_have_count(1)
    expect(rows.locator("td").nth(2)).to_contain_text(f"{moved.full_name}: 1 → 2")
    expect(rows.locator("em")).to_have_text("fratelli")
    expect(rows.locator("td").nth(3)).to_have_text("Dora")


def test_52_a_deleted_round_comes_back(sit: Sit, complaints: Complaints) -> None:
    complaints.allowed_statuses.add(422)
    tournament = played()
    page = sit("desktop", make_member(tournament))
    page.goto(f"/t/{tournament.slug}/direct/snapshots/")
    page.locator("#delete-round > summary").click()
    page.fill("#round-name", "Turno")
    page.fill("#round-reason", "prova")
    page.locator("#delete-round button").click()
    expect(page.locator("#delete-round [role=alert]")).to_contain_text("«Turno 1»")
    assert tournament.rounds.count() == 1
    expect(page.locator("#round-reason")).to_have_value("prova")
    page.fill("#round-name", "Turno 1")
    page.locator("#delete-round button").click()
    expect(page.locator(".flash-list")).to_be_visible()
    assert tournament.rounds.count() == 0
    press(page, ".undo-bar button", to="/direct/snapshots/")
    expect(page.locator(".flash-good")).to_contain_text("Il torneo è come prima")
    expect(page.locator(".undo-bar")).to_have_count(0)
    results = SeatResult.objects.filter(seat__round__tournament=tournament)
    assert [row.points for row in results.order_by("place")] == [40, 30, 20, 10]


def test_53_a_door_that_nobody_closed_is_closed_by_its_date_and_state(sit: Sit) -> None:
    day = timezone.localdate() + timedelta(days=9)
    tournament = make_tournament(state="open", starts_on=day, ends_on=day)
    page = sit("phone")
    link = page.locator("main a[href$='/register/']")
    for closes_at, shown in ((None, 1), (timezone.now() - timedelta(days=1), 0)):
        set_door(
            tournament_id=tournament.pk,
            actor=None,
            opens_at=None,
            closes_at=closes_at,
            questions=(),
            is_offered=True,
        )
        page.goto(f"/t/{tournament.slug}/")
        expect(link).to_have_count(shown)
    page.goto(f"/t/{tournament.slug}/register/")
    expect(page.locator("main")).to_contain_text("Le iscrizioni sono chiuse")
    expect(page.locator("main form")).to_have_count(0)


MOST_TABS = 60


def go(page: Page, there: Locator, *, past_the_menu: bool = True) -> None:
    """Get there by the keyboard alone, first past the menu by the link made for it, and press Enter."""
    if past_the_menu:
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
    for _press in range(MOST_TABS):
        page.keyboard.press("Tab")
        if there.evaluate("element => element === document.activeElement"):
            page.keyboard.press("Enter")
            return
    pytest.fail("The tabulator does not get there.")


def test_54_a_director_seats_a_round_by_keyboard(sit: Sit) -> None:
    tournament = make_tournament()
    make_entrants(tournament, 7)
    late = make_entrant(tournament, state=EntrantState.CONFIRMED)
    page = sit("desktop", make_member(tournament))
    here = f"/t/{tournament.slug}/direct"
    page.goto(f"{here}/roll-call/")
    go(page, page.get_by_role("button", name=f"{late.full_name}: in sala"))
    expect(page.locator(".tile-value").nth(1)).to_have_text("0")
    go(page, page.get_by_role("button", name="Chiudi l'appello"), past_the_menu=False)
    expect(page.locator(".banner")).to_contain_text("L'appello è stato chiuso")
    page.goto(f"{here}/draw/")
    go(page, page.locator("#draw .button-primary"))
    page.wait_for_url("**/seating/")
    go(page, page.locator("form[action$='/publish/'] button"))
    expect(page.locator(".action-bar a.button-primary")).to_be_visible()
    go(page, page.locator(".action-bar a.button-primary"))
    page.wait_for_url("**/board/")
    go(page, page.locator("form[action$='/start/'] button"))
    expect(page.locator("form[action$='/stop/'] button").first).to_be_visible()
    round_ = tournament.rounds.get()
    assert (round_.state, round_.seats.count()) == ("playing", 8)


FRESH = """() => {
  const old = document.querySelector("[data-slide]:not([hidden]) .tv-scroll");
  const fresh = old.cloneNode(true);
  old.replaceWith(fresh);
  fresh.dispatchEvent(new CustomEvent("fragment", { bubbles: true }));
}"""
"""Fresh content comes in while the list moves."""


def test_55_the_hall_reads_its_list_by_surname(sit: Sit) -> None:
    tournament = make_tournament()
    names = (("Maria", "De Luca"), ("Zeno", "Abate"), ("Aldo", "Zorzi"), ("Ugo", "Dalla Costa"))
    seated = [make_entrant(tournament, person=make_person(first_name=a, last_name=b)) for a, b in names]
    crowd = make_entrants(tournament, 56)
    make_round(tournament, [seated, *(crowd[n : n + 4] for n in range(0, 56, 4))])
    page = sit("desktop")
    page.clock.install(time=0)
    page.clock.pause_at(1000)  # its time goes on by our word only
    page.goto(f"/tv/{tournament.slug}/", wait_until="networkidle")  # until its scripts are there
    rows = page.locator("[data-slide]:visible .tv-list li span")
    shown = rows.all_inner_texts()
    assert shown == sorted(shown, key=str.casefold)
    assert {"Abate Zeno", "Dalla Costa Ugo", "De Luca Maria", "Zorzi Aldo"} < set(shown)
    assert rows.first.evaluate("row => parseFloat(getComputedStyle(row).fontSize)") >= 28  # of 800 lines
    expect(rows.last).not_to_be_in_viewport()
    beyond = page.locator("[data-slide]:visible .tv-scroll").evaluate(
        "list => list.scrollWidth - list.clientWidth"
    )
    half = 500 * beyond / 40  # in milliseconds, at its speed
    page.clock.run_for(2500 + half)  # it pauses first
    page.evaluate(FRESH)
    page.clock.run_for(half + 500)
    expect(rows.last).to_be_in_viewport()


HEADERS = {
    "standings/": ["rank,number,name,club,round_1,wins,total"],
    "entrants/": ["number,name,club,state"],
    "rounds/1/": [
        "round,table,venue,turn,colour,number,name,club",
        "round,table,number,name,club,place,points,objective,eliminated,shared",
    ],
}
"""The pages with a list, and the first line of each file that they offer."""


def test_56_each_list_comes_as_a_file_with_stable_headers(sit: Sit) -> None:
    tournament = played()
    page = sit("desktop")
    for path, headers in HEADERS.items():
        page.goto(f"/t/{tournament.slug}/{path}")
        files = [str(link.get_attribute("href")) for link in page.locator("main a", has_text="CSV").all()]
        lines = [page.request.get(file).text().lstrip("\ufeff").splitlines() for file in files]
        assert [line[0] for line in lines] == headers
        assert [len(line) for line in lines] == [5] * len(headers)


def test_57_the_national_report_says_who_was_left_out(sit: Sit) -> None:
    tournament = played()
    absent = make_entrant(tournament, state=EntrantState.ABSENT)
    page = sit("desktop", make_member(tournament))
    page.goto(f"/t/{tournament.slug}/direct/files/")
    expect(page.locator("main")).to_contain_text(f"{absent.full_name} – non ha giocato partite")
    file = page.get_by_role("link", name="Risultati (CSV)").get_attribute("href")
    rows = page.request.get(str(file)).text().splitlines()[1:]
    assert len(rows) == 4
    assert not any(known(absent).last_name in row for row in rows)


def test_60_an_archive_of_the_first_version_opens_with_its_scores(sit: Sit) -> None:
    page = sit("desktop", make_user())
    page.goto("/new/archive/")
    file = FilePayload(name="raduno.sdadata", mimeType="application/octet-stream", buffer=fixture(1))
    page.set_input_files("main input[type=file]", file)
    press(page, "main form .button-primary", to="/direct/")
    tournament = Tournament.objects.get()
    issued = tournament.standings_versions.filter(stage__kind="ranked").latest("after_round", "version")
    page.goto(f"/t/{tournament.slug}/standings/{issued.after_round}/")
    expect(page.locator(".standings .total")).to_have_text([row["total"] for row in issued.rows])
