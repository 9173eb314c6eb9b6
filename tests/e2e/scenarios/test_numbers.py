"""Numbers and seating: tables that do not come out even, draws and their faults, late arrivals and hands that change."""

from collections import Counter
from itertools import combinations

import pytest
from playwright.sync_api import Page, expect

from scoring.parts import VictoryPrize
from scoring.presets import preset
from seating.effort import Watch
from tests.e2e.scenarios.conftest import Sit
from tests.e2e.scenarios.hall import direct, finish, play, press
from tests.factories import make_entrant, make_entrants, make_round, make_tournament
from tests.results import confirm
from tournament.models import Entrant, RoundState, SanctionEffect, Seat, Submission
from tournament.selectors.seating import layout_of
from tournament.services.penalties import give_penalty
from tournament.services.seating import draw_round, publish_round

pytestmark = pytest.mark.django_db(transaction=True)

QUICK = {"rounds": 2, "criteria": ["fives"]}
"""A plan whose draw has little to weigh up, for what is not about how good a draw is."""


def tables_on(page: Page) -> list[list[int]]:
    """The entrants of each table of the editor, by their seats."""
    cards = page.locator("[data-table]")
    return [
        [int(str(seat.get_attribute("data-seat"))) for seat in card.locator("[data-seat]").all()]
        for card in cards.all()
    ]


def names(entrants: list[Entrant]) -> str:
    """Two or more as the checker names them: A to Z."""
    return ", ".join(sorted(one.full_name for one in entrants))


def test_1_eleven_are_offered_every_way_out_and_nothing_is_drawn(sit: Sit) -> None:
    tournament = make_tournament(plan=QUICK)
    make_entrants(tournament, 11)
    volunteer = make_entrant(tournament, is_standby=True)
    page = direct(sit, tournament)
    expect(page.locator("[aria-labelledby=look-title]")).to_contain_text("11 in sala: niente tavoli regolari")
    page.locator(".next-step + .row .button-primary").click()
    ways = page.locator("[aria-labelledby=no-tables] li")
    expect(ways).to_contain_text(
        [
            "Gioca 1 sostituto: 3 × 4",
            "1 giocatore riposa, prima chi si offre: 2 × 5",
            "9 + 9 + 4",
            "1 × 3 + 2 × 4",
        ]
    )
    assert ways.locator(".button").all_inner_texts() == [
        "Indica il sostituto",
        "Scegli chi riposa",
        "Sorteggia i tre turni",
    ]
    press(page, "Sorteggia il turno 1")
    expect(page.locator(".flash-bad").first).to_contain_text("11 in sala: non ci sono tavoli regolari")
    assert tournament.rounds.count() == 0
    expect(page.locator("[aria-labelledby=standby-title] li")).to_contain_text(volunteer.full_name)
    press(page, "Fai giocare")
    expect(page.locator(".next-step")).to_have_text("3 × 4")
    press(page, "Sorteggia il turno 1")
    assert [len(table) for table in tables_on(page)] == [4, 4, 4]


def test_2_in_staggered_rounds_everybody_plays_twice_and_nobody_twice_in_one(sit: Sit) -> None:
    tournament = make_tournament(plan={"rounds": 3, "criteria": ["repeats"]})
    everybody = {one.pk: one.full_name for one in make_entrants(tournament, 6)}
    page = direct(sit, tournament, "draw/")
    press(page, "Sorteggia i tre turni")
    played = Counter[int]()
    for number in (1, 2, 3):
        seated = [who for table in tables_on(page) for who in table]
        assert len(seated) == len(set(seated))
        resting = sorted(name for who, name in everybody.items() if who not in seated)
        said = page.get_by_text("In questo turno riposano:").locator("..").inner_text()
        assert sorted(said.split(": ")[1].split(", ")) == resting
        played.update(seated)
        round_ = publish_round(round_id=tournament.rounds.get(number=number).pk, actor=None)
        finish(round_)
        if number < 3:
            page.goto(f"/t/{tournament.slug}/direct/draw/")
            press(page, f"Sorteggia il turno {number + 1}")
    assert set(played.values()) == {2}


def test_3_sixteen_meet_nobody_twice_in_four_rounds(sit: Sit) -> None:
    tournament = make_tournament(plan={"rounds": 4, "criteria": ["repeats"]})
    people = make_entrants(tournament, 16)
    for by_row, by_column in ((1, 0), (0, 1), (1, 1)):  # three of the five rounds in which nobody meets again
        tables: list[list[Entrant]] = [[], [], [], []]
        for place, one in enumerate(people):
            tables[place // 4 * by_row ^ place % 4 * by_column].append(one)
        finish(make_round(tournament, tables))
    page = direct(sit, tournament, "draw/")
    press(page, "Sorteggia il turno 4")
    expect(page.locator("#flaws")).to_have_count(0)
    expect(page.locator("#report-title + .check-list li")).to_have_text(["Avversari nuovi"])
    rounds = [layout_of(round_) for round_ in tournament.rounds.all()]
    met = Counter(pair for tables in rounds for table in tables for pair in combinations(sorted(table), 2))
    assert (len(met), set(met.values())) == (4 * 4 * 6, {1})


def test_3_and_4_thirteen_read_every_repeat_and_how_the_tables_of_five_are_shared(sit: Sit) -> None:
    tournament = make_tournament(plan={"rounds": 3, "criteria": ["fives", "repeats"]})
    everybody = make_entrants(tournament, 13)
    layouts = [[range(4), range(4, 8), range(8, 13)], [(0, 4, 8, 10), (7, 9, 11, 12), (1, 2, 5, 6, 3)]]
    for layout in layouts:
        finish(make_round(tournament, [[everybody[place] for place in table] for table in layout]))
    at_five = {everybody[place].pk for layout in layouts for place in layout[2]}
    page = direct(sit, tournament, "draw/")
    press(page, "Sorteggia il turno 3")
    tables = tables_on(page)
    now_at_five = next(table for table in tables if len(table) == 5)
    assert {one.pk for one in everybody} == set(at_five) | set(
        now_at_five
    )  # nobody twice while somebody never
    found = page.locator("#flaws li").all_inner_texts()
    twice = [one.full_name for one in everybody if one.pk in at_five and one.pk in now_at_five]
    assert sorted(text.split(":")[0] for text in found if "a un tavolo da 5" in text) == sorted(twice)
    met = {
        frozenset((everybody[one].pk, everybody[other].pk))
        for layout in layouts
        for table in layout
        for one, other in combinations(table, 2)
    }
    again = [pair for table in tables for pair in combinations(table, 2) if frozenset(pair) in met]
    named = sorted(names([one for one in everybody if one.pk in pair]) for pair in again)
    assert sorted(text.split(":")[0] for text in found if "si incontrano di nuovo" in text) == named
    drawn = page.locator("#drawn li")
    expect(drawn.nth(0)).to_contain_text("ciascuno da 1 a 2 volte a un tavolo da 5")
    expect(drawn.nth(1)).to_contain_text(f"{len(again)} incontri ripetuti, di cui")


def test_5_the_director_chooses_between_fours_and_fives_and_the_log_says_so(sit: Sit) -> None:
    formula = preset("raduno").with_part(VictoryPrize(100, sizes=((4, 80),)))
    tournament = make_tournament(formula=formula.to_document(), plan=QUICK)
    make_entrants(tournament, 20)
    page = direct(sit, tournament, "draw/")
    expect(page.locator("#draw .choice:has([name=split])")).to_have_text(
        ["5 × 4 – premio 80 ai tavoli da 4", "4 × 5 – premio 100 ai tavoli da 5"]
    )
    page.check("[value=most-fives]")
    press(page, "Sorteggia il turno 1")
    expect(page.locator("[data-table] .card-head .small")).to_have_text(["premio 100"] * 4)
    assert [len(table) for table in tables_on(page)] == [5, 5, 5, 5]
    page.goto(f"/t/{tournament.slug}/direct/log/?kind=round_drawn")
    line = page.locator("tbody tr")
    expect(line).to_contain_text("grandezza dei tavoli: il maggior numero di tavoli da 5")
    expect(line).to_contain_text("Dora")


def test_6_two_presses_in_two_browsers_draw_once(sit: Sit) -> None:
    tournament = make_tournament(plan=QUICK)
    make_entrants(tournament, 13)
    first, second = direct(sit, tournament, "draw/"), direct(sit, tournament, "draw/")
    first.get_by_role("button", name="Sorteggia il turno 1").dblclick()
    press(second, "Sorteggia il turno 1")
    for page in (first, second):
        expect(page.locator("[data-table]")).to_have_count(3)
        expect(page.locator(".flash-bad")).to_have_count(0)
    assert tables_on(first) == tables_on(second) == layout_of(tournament.rounds.get())
    assert tournament.events.filter(kind="round_drawn").count() == 1


def test_7_a_late_arrival_is_seated_with_the_fewest_moves_and_the_prize_is_said(sit: Sit) -> None:
    formula = preset("raduno").with_part(VictoryPrize(100, sizes=((4, 80),)))
    tournament = make_tournament(formula=formula.to_document())
    entrants = make_entrants(tournament, 13, clubs=13)
    round_ = make_round(tournament, [entrants[:4], entrants[4:8], entrants[8:]])
    late = make_entrant(tournament)
    page = direct(sit, tournament, "rounds/1/board/")
    line = page.locator(".check-list li", has_text=f"{late.full_name} è in sala e non ha un posto")
    line.get_by_role("link", name="Trova un posto").click()
    offers = page.locator("fieldset .choice strong").all_inner_texts()
    assert offers == sorted(offers, key=lambda text: text.count(",") + text.startswith("Si sposta"))
    assert offers[0] == "Non si sposta nessuno"
    expect(page.locator("fieldset .choice").first).to_contain_text("4 → 5 giocatori, premio 80 → 100")
    page.fill("[name=reason]", "treno in ritardo")
    press(page, "Cambia i tavoli")
    expect(page.locator(".card", has_text=late.full_name)).to_have_count(1)
    assert sorted(map(len, layout_of(round_))) == [4, 5, 5]


def test_8_who_left_before_the_start_loses_the_seat_and_is_never_scored(sit: Sit) -> None:
    tournament = make_tournament()
    entrants = make_entrants(tournament, 13, clubs=13)
    make_round(tournament, [entrants[:4], entrants[4:8], entrants[8:]])
    gone = entrants[10]
    page = direct(sit, tournament, "rounds/1/board/")
    page.locator("#acts-3 > summary").click()
    page.select_option("#gone-3", str(gone.pk))
    page.locator("#acts-3").get_by_role("button", name="Mostra i cambi più piccoli").click()
    expect(page.locator("h1")).to_have_text(f"{gone.full_name} non c'è")
    expect(page.locator("fieldset .choice").first).to_contain_text("Tavolo 3: 5 → 4 giocatori")
    page.fill("[name=reason]", "non si trova")
    press(page, "Cambia i tavoli")
    expect(page.locator("#table-3")).not_to_contain_text(gone.full_name)
    assert not Seat.objects.filter(entrant=gone).exists()
    page.goto(f"/t/{tournament.slug}/direct/roll-call/")
    expect(page.locator("[aria-labelledby=absent-title] .call-row")).to_contain_text([gone.full_name])
    page.goto(f"/t/{tournament.slug}/seats/")
    expect(page.locator("main")).not_to_contain_text(gone.full_name)


def test_9_a_missing_result_stops_the_draw_until_a_reason_is_given(sit: Sit) -> None:
    tournament = make_tournament(plan={"rounds": 3, "criteria": ["repeats"]})
    entrants = make_entrants(tournament, 12)
    play(tournament)
    round_ = make_round(tournament, [entrants[:4], entrants[4:8], entrants[8:]], state=RoundState.PLAYING)
    Submission.objects.create(table=round_.tables.get(number=3), number=1, source="totals")
    confirm(round_, [[40, 30, 20, 10]], tables=[1])
    page = direct(sit, tournament, "draw/")
    expect(page.locator(".flash-warn")).to_contain_text(
        "Turno 2 non è completo: Tavolo 2, Tavolo 3 (da confermare)"
    )
    assert str(page.locator(".flash-warn a").first.get_attribute("href")).endswith("/rounds/2/board/#table-2")
    press(page, "Sorteggia il turno 3")
    expect(page.locator("#reason:invalid")).to_be_focused()
    assert tournament.rounds.count() == 2
    page.fill("#reason", "scheda persa")
    press(page, "Sorteggia il turno 3")
    page.wait_for_url("**/rounds/3/seating/")
    page.goto(f"/t/{tournament.slug}/direct/log/?kind=round_drawn")
    expect(page.locator("tbody tr").first).to_contain_text("scheda persa")


def test_10_a_swap_by_hand_is_judged_signed_and_taken_back(sit: Sit) -> None:
    tournament = make_tournament(plan={"rounds": 2, "criteria": ["clubs"]})
    make_entrants(tournament, 8, clubs=4)
    publish_round(round_id=draw_round(tournament_id=tournament.pk, actor=None).pk, actor=None)
    page = direct(sit, tournament, "rounds/1/seating/")
    drawn = tables_on(page)
    clubs = dict(tournament.entrants.values_list("pk", "club"))
    one = drawn[0][0]
    other = next(who for who in drawn[1] if clubs[who] != clubs[one])
    page.fill("#reason-of-change", "amici in visita")
    page.locator(f"#seat-{one}").click()
    expect(page.locator(f"#seat-{one}")).to_have_attribute("aria-pressed", "true")
    page.locator(f"#seat-{other}").click()
    expect(page.locator("#flaws li")).to_contain_text(["stesso club, allo stesso tavolo (turno 1)."] * 2)
    expect(page.locator(".seat-flawed")).to_have_count(4)
    expect(page.get_by_text("Ultima modifica:")).to_contain_text("si scambiano il posto")
    press(page, "Ripristina il sorteggio")
    expect(page.locator("#flaws")).to_have_count(0)
    assert tables_on(page) == drawn
    page.goto(f"/t/{tournament.slug}/direct/log/?kind=seating_edited")
    expect(page.locator("tbody tr")).to_contain_text(["ritorno al sorteggio", "amici in visita"])
    expect(page.locator("tbody tr td:nth-child(5)")).to_have_text(["Dora", "Dora"])


def test_11_siblings_sit_apart_or_the_page_says_that_it_cannot_be(sit: Sit) -> None:
    for count in (8, 4):
        tournament = make_tournament(plan={"rounds": 2, "criteria": ["families"]})
        siblings = [make_entrant(tournament, group="Rossi") for _ in range(2)]
        make_entrants(tournament, count - 2)
        page = direct(sit, tournament, "draw/")
        press(page, "Sorteggia il turno 1")
        tables = tables_on(page)
        together = any({one.pk for one in siblings} <= set(table) for table in tables)
        assert (len(tables), together) == ((2, False) if count == 8 else (1, True))
    said = f"{names(siblings)}: stessa famiglia, allo stesso tavolo (turno 1)."
    expect(page.locator("#flaws li")).to_have_text([said])
    expect(page.locator("#drawn li").first).to_contain_text(
        "1 coppia allo stesso tavolo, di cui 1 inevitabile"
    )


def test_12_a_draw_out_of_time_shows_its_faults_and_is_mended_by_hand(
    sit: Sit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Watch, "goes_on", stop_at_once)
    tournament = make_tournament(plan={"rounds": 2, "criteria": ["fives", "repeats"]})
    everybody = make_entrants(tournament, 13)
    make_round(tournament, [everybody[:4], everybody[4:8], everybody[8:]], state=RoundState.CLOSED)
    page = direct(sit, tournament, "draw/")
    page.fill("#reason", "schede perse")
    press(page, "Sorteggia il turno 2")
    expect(page.get_by_text("Il tempo per il sorteggio è finito")).to_be_visible()
    faults = page.locator("#flaws li").count()
    assert faults > 0
    tables = tables_on(page)
    page.get_by_text("Cambia scegliendo da elenchi").click()
    page.select_option("#list-first", str(tables[0][0]))
    page.select_option("#list-second", str(tables[1][0]))
    press(page, "Cambia i tavoli")
    expect(page.get_by_text("Ultima modifica:")).to_be_visible()
    press(page, "Pubblica i tavoli")
    expect(page.locator(".page-head .badge-good")).to_have_text("Pubblicato")
    assert layout_of(tournament.rounds.get(number=2))[0][0] == tables[1][0]


def stop_at_once(watch: Watch, *_: object) -> bool:
    """A clock that has run out before the first block of steps."""
    watch.stopped = True
    return False


def test_13_a_penalty_outlives_the_draft_that_is_thrown_away(sit: Sit) -> None:
    tournament = make_tournament(plan=QUICK)
    entrants = make_entrants(tournament, 8)
    give_penalty(
        entrant_id=entrants[0].pk, effect=SanctionEffect.POINTS, points=5, reason="Ritardo", actor=None
    )
    draw_round(tournament_id=tournament.pk, actor=None)
    page = direct(sit, tournament, "rounds/1/seating/")
    press(page, "Butta la bozza")
    expect(page.locator(".flash-good")).to_contain_text("Le penalità sono rimaste")
    assert (tournament.rounds.count(), Seat.objects.count()) == (0, 0)
    page.goto(f"/t/{tournament.slug}/direct/penalties/")
    expect(page.locator("[aria-labelledby=given-title] li")).to_contain_text(
        [f"{entrants[0].full_name} · Punti in meno · −5"]
    )
