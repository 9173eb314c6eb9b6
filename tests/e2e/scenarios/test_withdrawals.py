"""Withdrawals: who leaves, who comes back, who leaves to be compensated twice, who is sent away."""

from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scoring.presets import preset
from tests.e2e.scenarios.conftest import Sit
from tests.e2e.scenarios.hall import direct, finish, play, press
from tests.factories import make_entrants, make_tournament
from tournament.models import Entrant, Tournament
from tournament.services.presence import withdraw_entrant
from tournament.services.seating import publish_round

pytestmark = pytest.mark.django_db(transaction=True)


def four_rounds(players: int, **discards: Any) -> tuple[Tournament, list[Entrant]]:
    """A tournament of four rounds by the open formula, discards as given."""
    formula = preset("open")
    formula = replace(formula, discards=replace(formula.discards, **discards))
    tournament = make_tournament(
        formula=formula.to_document(), preset="open", plan={"rounds": 4, "criteria": ["fives"]}
    )
    return tournament, make_entrants(tournament, players)


def standing(page: Page, tournament: Tournament) -> list[tuple[str, str, str]]:
    """Rank, name and total of each row as anybody reads them."""
    page.goto(f"/t/{tournament.slug}/standings/")
    rows = page.locator("table.standings tbody tr")
    return [
        (
            row.locator(".place").inner_text(),
            row.locator(".who").inner_text(),
            row.locator(".total").inner_text(),
        )
        for row in rows.all()
    ]


def row_of(page: Page, entrant: Entrant) -> Any:
    """The row of the standings on the page."""
    return page.locator("table.standings tbody tr", has_text=entrant.full_name)


def test_20_who_leaves_after_round_2_moves_nobody_and_is_not_seated(sit: Sit) -> None:
    tournament, people = four_rounds(13)
    play(tournament)
    play(tournament)
    gone = people[3]
    page = direct(sit, tournament)
    before = standing(page, tournament)
    page.goto(f"/t/{tournament.slug}/direct/entries/{gone.number}/")
    page.get_by_text("Ritira o squalifica").click()
    expect(page.locator("#after")).to_have_value("2")
    page.fill("#why", "malato")
    press(page, "Ritira")
    presence = page.locator("[aria-labelledby=presence-title]")
    expect(presence).to_contain_text("Ritirato dopo il turno 2")
    assert standing(page, tournament) == before
    expect(row_of(page, gone).locator(".badge")).to_have_text("ritirato")
    page.goto(f"/t/{tournament.slug}/direct/draw/")
    expect(page.locator(".next-step")).to_have_text("3 × 4")
    press(page, "Sorteggia il turno 3")
    expect(page.locator("[data-seat]")).to_have_count(12)
    expect(page.locator(f"#seat-{gone.pk}")).to_have_count(0)


def test_21_who_comes_back_in_round_4_has_missed_one_and_lost_nothing(sit: Sit) -> None:
    tournament, people = four_rounds(13)
    play(tournament)
    play(tournament)
    back = people[3]
    withdraw_entrant(entrant_id=back.pk, after_round=2, actor=None)
    play(tournament)
    page = direct(sit, tournament, f"entries/{back.number}/")
    played = page.locator("[aria-labelledby=games-title] tbody tr")
    expect(played).to_have_count(2)
    press(page, "Riammetti")
    expect(page.locator(".flash-good")).to_contain_text("Di nuovo nel torneo")
    expect(played).to_have_count(2)
    page.goto(f"/t/{tournament.slug}/direct/draw/")
    press(page, "Sorteggia il turno 4")
    expect(page.locator(f"#seat-{back.pk}")).to_have_count(1)
    page.goto(f"/t/{tournament.slug}/standings/why/{back.pk}/")
    expect(page.locator("[data-why] li").nth(2)).to_have_text("Turno 3: non giocato: 0")
    expect(page.locator("[data-why] .flash")).to_have_count(0)
    page.goto(f"/t/{tournament.slug}/direct/log/?q={back.full_name}")
    expect(page.locator("tbody th")).to_have_text(["Riammesso", "Ritirato"])


def test_22_leaving_and_coming_back_is_compensated_once(sit: Sit) -> None:
    tournament, people = four_rounds(13, sit_out_points=15)
    play(tournament)
    rests = people[3]
    page = direct(sit, tournament)
    for number in (2, 3):
        page.goto(f"/t/{tournament.slug}/direct/draw/")
        page.locator("#rests > summary").click()
        page.get_by_label(rests.full_name).check()
        press(page, f"Sorteggia il turno {number}")
        expect(page.get_by_text("In questo turno riposano:").locator("..")).to_contain_text(rests.full_name)
        finish(publish_round(round_id=tournament.rounds.get(number=number).pk, actor=None))
        if number == 2:
            withdraw_entrant(entrant_id=rests.pk, after_round=2, actor=None)
            page.goto(f"/t/{tournament.slug}/direct/entries/{rests.number}/")
            press(page, "Riammetti")
    page.goto(f"/t/{tournament.slug}/standings/why/{rests.pk}/")
    story = page.locator("[data-why] li").all_inner_texts()
    assert story[1:] == ["Turno 2: riposo: 15", "Turno 3: non giocato: 0"]


def test_23_the_leader_is_disqualified_after_a_look_at_what_it_changes(sit: Sit) -> None:
    tournament, people = four_rounds(12)
    play(tournament)
    play(tournament)
    page = direct(sit, tournament)
    before = standing(page, tournament)
    leader = next(one for one in people if one.full_name == before[0][1])
    page.goto(f"/t/{tournament.slug}/direct/entries/{leader.number}/")
    page.get_by_text("Ritira o squalifica").click()
    page.get_by_role("link", name="Che cosa cambierebbe in classifica").click()
    ways = page.locator("main .panel")
    expect(ways.locator(".panel-title")).to_have_text(
        [
            "Ritirato: le partite restano e valgono",
            "Squalificato: fuori classifica, le partite restano",
            "Squalificato: le partite valgono 0",
        ]
    )
    expect(ways.nth(0)).to_contain_text("Nessuna differenza")
    line = ways.nth(2).locator("tr", has_text=leader.full_name)
    expect(line).to_contain_text(f"{before[0][0]} → –")
    expect(line).to_contain_text(f"{before[0][2]} → 0")
    page.go_back()
    page.get_by_text("Ritira o squalifica").click()
    page.fill("#dq-why", "doppio gioco")
    page.check("[name=void_games]")
    press(page, "Squalifica")
    expect(page.locator("[aria-labelledby=presence-title]")).to_contain_text("le partite giocate valgono 0")
    after = standing(page, tournament)
    assert after[-1][:2] == ("–", leader.full_name)
    totals = {name: total for _rank, name, total in before}
    assert {name: total for _rank, name, total in after[:-1]} == {
        name: total for name, total in totals.items() if name != leader.full_name
    }
    expect(row_of(page, leader).locator(".badge")).to_have_text("squalificato")
    page.locator("#versions > summary").click()
    expect(page.locator("#versions li").first).to_contain_text(f"Squalificato: n. {leader.number}")
    page.goto(f"/t/{tournament.slug}/standings/why/{leader.pk}/")
    expect(page.locator("[data-why] .flash")).to_contain_text("Squalificato dopo il turno 2")
    expect(page.locator("main")).not_to_contain_text("doppio gioco")
