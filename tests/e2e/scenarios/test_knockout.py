"""Knockout: places that are given up, seeds that were wrong, finals with empty seats, corrections behind the draw."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.scenarios.acts import press
from tests.e2e.scenarios.conftest import Sit
from tests.e2e.scenarios.knockouts import in_semifinals, play
from tests.factories import make_member
from tests.results import confirm_table
from tournament.models import Entrant, Role, Round
from tournament.selectors.seating import layout_of
from tournament.services.confirmation import confirm_result
from tournament.services.knockout import draw_next_round
from tournament.services.renunciations import renounce
from tournament.services.results import Report, correct_result
from tournament.services.rounds import start_round
from tournament.services.seating import publish_round

pytestmark = pytest.mark.django_db(transaction=True)


def name_of(entrant_id: int) -> str:
    """The name of an entrant."""
    return Entrant.objects.get(pk=entrant_id).full_name


def finals_of(sit: Sit, round_: Round) -> Page:
    """The director's page of the finals."""
    page = sit("desktop", make_member(round_.tournament))
    page.goto(f"/t/{round_.tournament.slug}/direct/finals/")
    return page


def turn_round(round_: Round) -> None:
    """The result of the round's first table is corrected: the last was the first."""
    tournament = round_.tournament
    referees = [make_member(tournament, Role.REFEREE) for _number in range(2)]
    correction = correct_result(
        table_id=round_.tables.get(number=1).pk,
        report=Report(totals={1: 25, 2: 30, 3: 35, 4: 40}),
        reporter=referees[0],
        reason="foglio letto male",
    )
    confirm_result(submission_id=correction.pk, referee=referees[1])


def give_up(page: Page, who: str, button: str) -> None:
    """Ask for a preview of what becomes of somebody's seat in the final."""
    page.get_by_text("Qualcuno rinuncia al posto").click()
    page.select_option("[name=entrant]", label=who)
    page.fill("[name=reason]", "treno")
    page.get_by_role("button", name=button).click()


def test_42_a_winner_renounces_after_a_correction_and_the_chain_runs(sit: Sit) -> None:
    round_, _entrants = in_semifinals()
    first, second = play(round_)
    turn_round(round_)
    page = finals_of(sit, round_)
    going_on = page.locator(f"[aria-labelledby=on-{round_.number}]")
    give_up(page, name_of(first[3]), "Mostra chi prende il posto")
    expect(page.locator(".next-step")).to_have_text(f"Gioca invece {name_of(first[2])}.")
    press(page, ".action-bar .button-primary", to="/direct/finals/")
    expect(going_on.locator(".next-step")).to_contain_text(name_of(first[2]))
    for who in (first[2], first[1]):
        renounce(round_id=round_.pk, entrant_id=who, reason="treno", actor=None)
    page.reload()
    give_up(page, name_of(first[0]), "Mostra chi prende il posto")
    expect(page.locator(".next-step")).to_have_text(f"Gioca invece {name_of(second[1])}.")
    press(page, ".action-bar .button-primary", to="/direct/finals/")
    chain = going_on.locator("ol").inner_text()
    said = [chain.index(name_of(who)) for who in (*reversed(first), second[1])]
    assert said == sorted(said)


def test_43_a_wrong_seed_changes_only_tables_without_a_result(sit: Sit) -> None:
    round_, entrants = in_semifinals()
    confirm_table(round_.tables.get(number=1), [40, 30, 20, 10])
    played, drawn = layout_of(round_)
    page = finals_of(sit, round_)
    page.get_by_text("Un semifinalista non gioca").click()
    page.select_option("#replace-who", label=name_of(drawn[0]))
    page.fill("#replace-reason", "doveva restare fuori")
    page.get_by_role("button", name="Mostra che cosa cambia").click()
    changed = page.locator(".grid .card")
    expect(changed).to_have_count(1)
    expect(changed.locator("p")).to_contain_text(
        [f"Esce: {name_of(drawn[0])}", f"Entra: {entrants[10].full_name}", ""]
    )
    assert layout_of(round_) == [played, drawn]
    press(page, ".action-bar .button-primary", to="/direct/finals/")
    expect(page.locator(".knockout .card").nth(1)).to_contain_text(entrants[10].full_name)
    after = layout_of(round_)
    assert after[0] == played
    assert set(after[1]) == {*drawn[1:], entrants[10].pk}


def test_44_two_finalists_do_not_show_and_the_final_is_played(sit: Sit) -> None:
    round_, entrants = in_semifinals()
    semis = play(round_)
    final = draw_next_round(stage_id=round_.stage_id, actor=None)
    page = finals_of(sit, round_)
    for table in semis:
        give_up(page, name_of(table[0]), "Lascia il posto vuoto")
        expect(page.locator(".card p").first).to_have_text(f"Esce: {name_of(table[0])}")
        press(page, ".action-bar .button-primary", to="/direct/finals/")
    there = [one.full_name for one in entrants[:2]]
    seats = page.locator(".knockout-round").last.locator(".seat")
    expect(seats).to_have_count(2)
    assert all(any(name in seat for seat in seats.all_inner_texts()) for name in there)
    play(publish_round(round_id=final.pk, actor=None))
    page.reload()
    press(page, "form[action$='/crown/'] button", to="/direct/finals/")
    ranking = page.locator("[aria-labelledby=ranking] .who").all_inner_texts()
    assert set(ranking[:2]) == set(there)


def test_45_a_semifinal_corrected_during_the_final_is_decided_by_the_director(sit: Sit) -> None:
    round_, _entrants = in_semifinals()
    first, _second = play(round_)
    final = draw_next_round(stage_id=round_.stage_id, actor=None)
    start_round(round_id=publish_round(round_id=final.pk, actor=None).pk, actor=None)
    turn_round(round_)
    page = finals_of(sit, round_)
    moved = page.locator(f"[aria-labelledby=moved-{final.number}]")
    expect(moved.locator("li")).to_contain_text([f"{name_of(first[0])} esce", f"{name_of(first[3])} entra"])
    page.fill(f"#moved-reason-{final.number}", "la finale è in corso")
    moved.get_by_role("button", name="Tieni i tavoli come sono").click()
    expect(moved).to_have_count(0)
    assert first[0] in layout_of(final)[0]
    page.goto(f"/t/{round_.tournament.slug}/errata/")
    expect(page.locator(".call-list")).to_contain_text(["foglio letto male", "la finale è in corso"])
