"""Standings, discards and the cut: shared places, games that fall away, ties that nobody settles in silence."""

from dataclasses import replace

import pytest
from playwright.sync_api import expect

from scoring.cut import by_lots
from scoring.formulas import Formula
from scoring.presets import preset
from tests.e2e.scenarios.acts import fill
from tests.e2e.scenarios.conftest import Sit
from tests.e2e.scenarios.knockouts import SEMIFINALS, in_semifinals, play, qualified
from tests.factories import make_entrants, make_member, make_round, make_tournament
from tests.results import close, confirm
from tournament.selectors.knockout_plan import plan_of
from tournament.services.cut import choose_shape

pytestmark = pytest.mark.django_db(transaction=True)


def test_37_four_share_place_39_and_the_next_is_43(sit: Sit) -> None:
    tournament, entrants = qualified(44, level=(38, 39, 40, 41))
    page = sit("phone")
    page.goto(f"/t/{tournament.slug}/standings/")
    places = page.locator(".standings .place").all_inner_texts()
    assert places[37:] == ["38", "39", "39", "39", "39", "43", "44"]
    page.goto(f"/t/{tournament.slug}/standings/why/{entrants[38].pk}/")
    expect(page.locator("[data-why]")).to_contain_text("stesso posto")


def test_38_the_best_two_of_four_add_up_by_hand(sit: Sit) -> None:
    formula = Formula.from_document(preset("raduno").to_document())
    rule = replace(formula.discards, keep=2, sit_out_points=15)
    formula = replace(formula, discards=rule, finals=None)
    tournament = make_tournament(formula=formula.to_document())
    who, *others = make_entrants(tournament, 5, clubs=5)
    for mine, resting in ((20, ()), (None, ()), (None, (who.pk,)), (30, ())):
        players = [who, *others[:3]] if mine else others
        round_ = make_round(tournament, [players], resting=list(resting))
        confirm(round_, [[mine or 35, 60, 10, 5]])
        close(round_)
    page = sit("desktop")
    page.goto(f"/t/{tournament.slug}/standings/")
    row = page.locator(".standings tbody tr").filter(has_text=who.full_name)
    expect(row.locator("td.folds")).to_have_text(["20", "– non giocato", "15 scartato", "30"])
    expect(row.locator("td.folds s")).to_have_text(["15"])
    expect(row.locator(".total")).to_have_text("50")
    page.goto(f"/t/{tournament.slug}/standings/why/{who.pk}/")
    story = page.locator("[data-why]")
    expect(story.locator("li")).to_contain_text(["20", "non giocato", "riposo: 15; scartato", "30"])
    expect(story.locator("b")).to_have_text("20 + 30 = 50")


def test_39_semifinals_leave_the_qualification_as_it_was(sit: Sit) -> None:
    round_, entrants = in_semifinals()
    tournament = round_.tournament
    page = sit("desktop", make_member(tournament))
    page.goto(f"/t/{tournament.slug}/standings/")
    before = page.locator(".standings").inner_text()
    assert entrants[2].full_name in before
    play(round_)
    page.goto(f"/t/{tournament.slug}/standings/")
    assert page.locator(".standings").inner_text() == before
    page.goto(f"/t/{tournament.slug}/direct/cut/")
    expect(page.locator("[aria-labelledby=line] .who")).to_have_text([one.full_name for one in entrants])


def test_40_those_who_played_count_and_a_tie_at_16_is_asked(sit: Sit) -> None:
    tournament, entrants = qualified(36, level=(15, 16))
    make_entrants(tournament, 1)  # the thirty-seventh, who did not play
    page = sit("desktop", make_member(tournament))
    page.goto(f"/t/{tournament.slug}/direct/cut/")
    page.get_by_role("button", name="raduno", exact=True).click()
    facts = page.locator(".tile-value")
    expect(facts).to_have_text(["36", "2", "2", "8"])  # 37 would have sent 16 to four semifinals
    page.get_by_text("Scegli altro").click()
    fill(page, {"direct": 0, "semifinals": 4, "semifinalists": 16, "winners": 1, "ripescati": 0})
    page.get_by_role("button", name="Usa questi numeri").click()
    expect(facts).to_have_text(["36", "4", "16"])
    tied = page.locator("[aria-labelledby=line] tr.is-me .who").all_inner_texts()
    assert sorted(tied) == sorted(one.full_name for one in entrants[15:17])
    expect(page.locator(".action-bar")).to_contain_text("Prima risolvere la parità")
    expect(page.locator(".action-bar button")).to_be_disabled()


def test_41_lots_are_drawn_once_and_kept_with_their_seed(sit: Sit) -> None:
    tournament, entrants = qualified(level=(9, 10))
    choose_shape(tournament_id=tournament.pk, actor=None, shape=SEMIFINALS)
    page = sit("desktop", make_member(tournament))
    page.goto(f"/t/{tournament.slug}/direct/cut/")
    confirm_it = page.locator("form[action$='/confirm/'] button")
    expect(confirm_it).to_be_disabled()
    expect(page.locator("#declines option")).to_have_count(11)
    page.locator("button[value=lots]").click()
    settled = page.locator("[aria-labelledby=settled] li")
    (lots,) = plan_of(tournament.stages.get(kind="knockout")).resolutions
    expect(settled).to_contain_text(str(lots.seed))
    expect(page.locator("button[value=lots]")).to_have_count(0)
    page.reload()
    expect(settled).to_contain_text(str(lots.seed))
    assert lots.seed is not None
    assert by_lots(lots.tie, lots.seed) == lots
    expect(confirm_it).to_be_enabled()
    drawn, left_out = (next(one for one in entrants if one.pk == who).full_name for who in lots.order)
    line = page.locator("[aria-labelledby=line] tbody tr")
    expect(line.nth(9)).to_contain_text(drawn)
    expect(line.nth(10)).to_have_class("cut-row")
    expect(line.nth(11)).to_contain_text(left_out)
