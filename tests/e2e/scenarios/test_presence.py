"""Presence: the roll call on a phone, opened again and again, who comes late, who is entered twice, who waits."""

from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from scoring.presets import preset
from tests.e2e.conftest import Complaints
from tests.e2e.scenarios.conftest import Sit
from tests.e2e.scenarios.hall import direct, play, press
from tests.factories import make_entrant, make_entrants, make_member, make_person, make_tournament
from tournament.models import Entrant, EntrantState, Role, Tournament, TournamentState

pytestmark = pytest.mark.django_db(transaction=True)

FINGER = 44
"""Pixels that a finger needs."""


def expected(tournament: Tournament, here: int, missing: int) -> list[Entrant]:
    """So many who are here, so many not called yet; those come last."""
    people = make_entrants(tournament, here + missing)
    not_called = [one.pk for one in people[here:]]
    Entrant.objects.filter(pk__in=not_called).update(state=EntrantState.CONFIRMED)
    return people


def counters(page: Page) -> list[str]:
    """Here, still missing, absent, as the roll call counts them."""
    return page.locator("#calling .tiles dd").all_inner_texts()


def test_14_the_neighbours_name_is_tapped_read_back_and_taken_back(sit: Sit) -> None:
    tournament = make_tournament(state=TournamentState.OPEN)
    people = expected(tournament, 0, 8)
    page = sit("phone", make_member(tournament, Role.DESK))
    page.goto(f"/t/{tournament.slug}/direct/roll-call/")
    rows = page.locator("[aria-labelledby=missing-title] .call-row")
    row, target = rows.nth(3).bounding_box(), rows.nth(3).locator(".call-name").bounding_box()
    assert row is not None
    assert target is not None
    assert (target["width"] > row["width"] * 2 / 3, target["height"] >= FINGER) == (True, True)
    neighbour = rows.nth(3).locator("strong").inner_text()
    rows.nth(3).locator(".call-name").tap()
    expect(page.locator(".undo-bar [role=status]")).to_have_text(f"{neighbour} è in sala.")
    expect(page.locator("[aria-labelledby=here-title] strong")).to_have_text([neighbour])
    bar = page.locator(".undo-bar").bounding_box()
    assert bar is not None
    assert bar["y"] > 844 / 2  # where the thumb is
    page.locator(".undo-bar button").tap()
    expect(rows).to_have_count(len(people))
    assert set(tournament.entrants.values_list("state", flat=True)) == {EntrantState.CONFIRMED}


def test_15_the_roll_call_opened_again_and_again_is_the_same_and_draws_nothing(sit: Sit) -> None:
    tournament = make_tournament(state=TournamentState.OPEN)
    expected(tournament, 9, 4)
    page = direct(sit, tournament, "roll-call/")
    assert counters(page) == ["9", "4", "0"]
    names = sorted(page.locator(".call-row strong").all_inner_texts())
    for _ in range(4):
        press(page, "Chiudi l'appello")
        expect(page.locator(".banner")).to_contain_text("L'appello è stato chiuso")
        assert counters(page) == ["9", "0", "4"]
        press(page, "Riaprilo")
        expect(page.locator(".banner")).to_have_count(0)
        assert counters(page) == ["9", "0", "4"]
        assert sorted(page.locator(".call-row strong").all_inner_texts()) == names
    assert tournament.rounds.count() == 0
    kinds = ["check_in_closed", "check_in_reopened"] * 4
    assert list(tournament.events.order_by("number").values_list("kind", flat=True)) == kinds


def test_16_it_is_closed_with_five_absent_by_name_and_one_press_brings_one_back(sit: Sit) -> None:
    tournament = make_tournament(state=TournamentState.OPEN)
    missing = expected(tournament, 8, 5)[8:]
    page = direct(sit, tournament, "roll-call/")
    closing = page.locator("[aria-labelledby=close-title]")
    named = closing.locator("strong").inner_text().split(", ")
    assert sorted(named) == sorted(one.full_name for one in missing)
    expect(closing).to_contain_text("Questi 5 sono segnati assenti")
    press(page, "Chiudi l'appello")
    expect(page.locator(".flash-good")).to_contain_text(f"Ora assenti: {', '.join(named)}")
    page.locator("[aria-labelledby=absent-title]").get_by_role("button", name=f"{named[0]}: in sala").click()
    expect(page.locator("[aria-labelledby=here-title] strong").filter(has_text=named[0])).to_have_count(1)
    assert counters(page) == ["9", "0", "4"]


def test_17_who_comes_from_round_3_on_has_not_played_before_and_drops_that_first(sit: Sit) -> None:
    formula = preset("open")
    formula = replace(formula, discards=replace(formula.discards, keep=3, of=5))
    tournament = make_tournament(
        formula=formula.to_document(), preset="open", plan={"rounds": 5, "criteria": ["fives"]}
    )
    make_entrants(tournament, 12)
    play(tournament)
    play(tournament)
    page = direct(sit, tournament, "entries/")
    expect(page.locator(".field:has(#id_credit) .field-help")).to_contain_text("gioca dal turno 3")
    page.fill("#id_name", "Zoe Tardi")
    page.check("[name=here]")
    press(page, "Aggiungi")
    expect(page.locator(".flash-good")).to_contain_text("Zoe Tardi: iscritto con il numero 13")
    zoe = tournament.entrants.get(number=13)
    for _ in range(3):
        assert play(tournament).seats.filter(entrant=zoe).count() == 1
    page.goto(f"/t/{tournament.slug}/standings/")
    cells = page.locator("tbody tr", has_text="Zoe Tardi").locator("td.folds")
    assert ["non giocato" in text for text in cells.all_inner_texts()] == [True, True, False, False, False]
    page.goto(f"/t/{tournament.slug}/standings/why/{zoe.pk}/")
    story = page.locator("[data-why] li").all_inner_texts()
    assert story[:2] == [f"Turno {n}: non giocato: uno 0, scartato per primo" for n in (1, 2)]
    assert [text for text in story[2:] if "scartat" in text] == []


def test_18_who_is_entered_already_is_refused_with_the_way_to_the_entry(
    sit: Sit, complaints: Complaints
) -> None:
    complaints.allowed_statuses.add(409)
    tournament = make_tournament()
    there = make_entrant(tournament, person=make_person(first_name="Maria Teresa", last_name="Rossi Bianchi"))
    page = direct(sit, tournament, "entries/")
    page.fill("#id_name", "maria teresa rossi bianchi")
    press(page, "Aggiungi")
    refusal = page.locator(".flash-bad")
    expect(refusal).to_contain_text(
        f"Maria Teresa Rossi Bianchi è già iscritto, con il numero {there.number}"
    )
    refusal.get_by_role("link").click()
    expect(page.locator("h1")).to_contain_text("Maria Teresa Rossi Bianchi")
    assert tournament.entrants.count() == 1


def test_19_after_the_roll_call_the_waiting_list_displaces_nobody(sit: Sit) -> None:
    tournament = make_tournament(state=TournamentState.OPEN, capacity=8)
    late = expected(tournament, 7, 1)[7]
    waits = make_entrant(tournament, state=EntrantState.WAITING)
    page = direct(sit, tournament, "roll-call/")
    press(page, "Chiudi l'appello")
    page.goto(f"/t/{tournament.slug}/direct/registration/")
    waiting = page.locator("[aria-labelledby=waiting-title]")
    expect(waiting).to_contain_text("gli assenti tengono il posto")
    expect(waiting).to_contain_text(waits.full_name)
    expect(waiting.get_by_role("button", name="Assegna i posti liberi")).to_have_count(0)
    page.goto(f"/t/{tournament.slug}/direct/roll-call/")
    page.get_by_role("button", name=f"{late.full_name}: in sala").click()
    expect(page.locator("[aria-labelledby=here-title] strong")).to_have_count(8)
    states = dict(tournament.entrants.values_list("pk", "state"))
    assert (states[late.pk], states[waits.pk]) == (EntrantState.CHECKED_IN, EntrantState.WAITING)
