"""Results: ties, falls, figures that are everywhere the same, two pairs of eyes, corrections and their consequences."""

from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.challenge import BOARD
from scoring.formulas import Formula
from scoring.presets import preset
from scoring.thresholds import FinalsShape
from tests.e2e.conftest import Complaints
from tests.e2e.scenarios.acts import column, dealt, fill, fill_board, fill_totals, press, text_of
from tests.e2e.scenarios.conftest import Sit
from tests.factories import make_entrants, make_member, make_round, make_tournament
from tests.results import confirm
from tournament.models import Role, Round, Submission, Table, User
from tournament.services.cut import choose_shape
from tournament.services.links import personal_token
from tournament.services.results import Report, correct_result, report_result
from tournament.services.rounds import close_round, start_round

LINE = {1: 40, 2: 30, 3: 20, 4: 10}

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table() -> Table:
    """A table of four in play."""
    tournament = make_tournament()
    return make_round(tournament, [make_entrants(tournament, 4)]).tables.get()


def referee_of(table: Table, name: str) -> User:
    """A referee known by that name."""
    return make_member(table.round.tournament, Role.REFEREE, user={"username": name})


def room_of(table: Table) -> str:
    """The address of the referee's page of the table."""
    return f"/t/{table.round.tournament.slug}/referee/tables/{table.pk}/"


def save(page: Page, table: Table) -> None:
    """Save the entry form and stand in the table's room, told so."""
    press(page, ".action-bar button.button-primary", to=room_of(table))
    expect(page.locator(".flash-good")).to_contain_text("Conferma qualcun altro")


def expect_refusal(page: Page, *said: str) -> None:
    """Save what cannot be, and read why."""
    page.locator(".action-bar button.button-primary").click()
    for words in said:
        expect(page.locator(".flash-bad")).to_contain_text(words)


def names(table: Table) -> list[str]:
    """The players in turn order."""
    return [seat.entrant.full_name for seat in table.seats.order_by("turn_order")]


class Day:
    """Sixteen people who play some rounds; the better of two games counts. In each the first to enter has 80, the last 65.

    The result of the first table of round 1 waits to be turned round: its first and last change places.
    """

    def __init__(self, *, closed: int) -> None:
        formula = Formula.from_document(preset("raduno").to_document())
        best_of_two = replace(formula, discards=replace(formula.discards, keep=1))
        self.tournament = make_tournament(formula=best_of_two.to_document())
        self.here = f"/t/{self.tournament.slug}"
        self.director = make_member(self.tournament)
        self.referee = make_member(self.tournament, Role.REFEREE)
        self.entrants = make_entrants(self.tournament, 16, clubs=16)
        for _number in range(closed):
            round_ = self.play()
            confirm(round_, [[80 - 4 * turn - column for turn in range(4)] for column in range(4)])
            close_round(round_id=round_.pk, actor=self.director)
        self.table = self.tournament.rounds.get(number=1).tables.get(number=1)

    def play(self) -> Round:
        """Another round at the same four tables, published."""
        return make_round(self.tournament, [self.entrants[column::4] for column in range(4)])

    def correct(self) -> Submission:
        """The referee enters it the other way round."""
        turned = Report(totals={1: 68, 2: 76, 3: 72, 4: 80})
        return correct_result(
            table_id=self.table.pk, report=turned, reporter=self.referee, reason="riga sbagliata"
        )


def test_24_the_winner_of_two_at_44_is_asked_for(sit: Sit, table: Table, complaints: Complaints) -> None:
    complaints.allowed_statuses.add(422)
    first, second, third, fourth = names(table)
    phone = sit("phone", referee_of(table, "arbitro"))
    phone.goto(f"{room_of(table)}entry/")
    fill_totals(phone, (44, 44, 20, 10))
    expect_refusal(phone, f"{first}, {second} sono pari: indicare chi viene prima")
    fill(phone, {"place-1": 2, "place-2": 1, "place-3": 3, "place-4": 4})
    save(phone, table)
    expect(phone.locator(".panel tbody th")).to_contain_text([second, first, third, fourth])
    expect(phone.locator(".panel tbody td:nth-of-type(2)")).to_have_text(["44", "44", "20", "10"])
    stored = Submission.objects.get().results.order_by("place")
    assert [row.points for row in stored] == [44, 44, 20, 10]


def test_25_who_fell_first_is_chosen_and_said_in_words(sit: Sit, table: Table) -> None:
    phone = sit("phone", referee_of(table, "arbitro"))
    phone.goto(f"{room_of(table)}entry/")
    fill_board(phone, dealt(2))
    phone.select_option("[name=eliminated-3]", label="eliminato per secondo")
    phone.select_option("[name=eliminated-4]", label="eliminato per primo")
    save(phone, table)
    expect(phone.locator(".panel .badge-bad")).to_have_text(["eliminato per secondo", "eliminato per primo"])
    other = sit("desktop", referee_of(table, "arbitra"))
    other.goto(room_of(table))
    press(other, "form[action$='/confirm/'] button", to=room_of(table))
    other.goto(f"/t/{table.round.tournament.slug}/tables/{table.pk}/")
    expect(other.locator("main tbody tr").nth(3)).to_contain_text("eliminato per primo")


def test_26_what_was_confirmed_stands_in_every_view(sit: Sit, table: Table) -> None:
    tournament = table.round.tournament
    report_result(table_id=table.pk, report=Report(board=dealt(), objectives={n: n for n in range(1, 5)}))
    director = make_member(tournament)
    page = sit("desktop", director)
    page.goto(room_of(table))
    expect(page.locator(".panel tbody tr")).to_have_count(4)
    entered = column(page, ".panel tbody tr", "td b")
    press(page, "form[action$='/confirm/'] button", to=room_of(table))
    here = f"/t/{tournament.slug}"
    page.goto(f"{here}/tables/{table.pk}/")
    assert column(page, "main table tbody tr", "td b") == entered
    counted = [str(int(entered[0]) + 50), *entered[1:]]  # the winner's prize
    for sentence, score in zip(page.locator("main .check-list li").all_inner_texts(), counted, strict=True):
        assert sentence.split()[-1] == score
    page.goto(f"{here}/rounds/1/")
    assert sorted(page.locator("main .score").all_inner_texts(), reverse=True) == entered
    page.goto(f"{here}/standings/")
    assert column(page, ".standings tbody tr", ".total") == counted
    lines = page.request.get(f"{here}/rounds/1/results.csv").text().splitlines()[1:]
    assert [line.split(",")[6] for line in lines] == entered
    printed = text_of(page.request.get(f"{here}/paper/standings.pdf").body())
    assert [f" {score} " in printed for score in counted] == [True] * 4


def test_27_who_entered_it_is_named_and_does_not_confirm(sit: Sit, table: Table) -> None:
    referee, other = referee_of(table, "arbitro"), referee_of(table, "arbitra")
    report_result(table_id=table.pk, report=Report(totals=LINE), reporter=referee)
    page = sit("phone", referee)
    page.goto(room_of(table))
    expect(page.locator(".panel")).to_contain_text(f"Inserito da {referee.display_name}")
    expect(page.locator(".panel")).to_contain_text("Conferma qualcun altro")
    expect(page.locator("form[action$='/confirm/']")).to_have_count(0)
    page = sit("phone", other)
    page.goto(room_of(table))
    press(page, "form[action$='/confirm/'] button", to=room_of(table))
    expect(page.locator("details[open] summary")).to_contain_text(f"confermato da {other.display_name}")


def test_28_two_players_differ_and_neither_counts(sit: Sit, table: Table) -> None:
    players = [seat.entrant for seat in table.seats.order_by("turn_order")[:2]]
    pages = [sit("phone"), sit("phone")]
    for page, player in zip(pages, players, strict=True):
        page.goto(f"/me/{personal_token(player)}/entry/")
    for turn, page in enumerate(pages, start=1):
        fill_board(page, dealt() | {"congo": turn})
        press(page, ".action-bar button.button-primary", to="/me/*/")
        expect(page.locator(".flash-good")).to_contain_text("Lo conferma un arbitro")
    assert Submission.objects.filter(effective=False).count() == 2
    referee = sit("phone", referee_of(table, "arbitro"))
    referee.goto(f"/t/{table.round.tournament.slug}/referee/")
    expect(referee.locator(".check-list .badge-warn")).to_have_text(["più di un referto"] * 2)
    referee.goto(room_of(table))
    said = [player.full_name for player in players]
    differing = referee.locator("[aria-labelledby=differences-title] tbody tr")
    expect(differing.first.locator("th, td")).to_contain_text(["Congo", *said])
    press(referee, "form[action$='/reports/2/confirm/'] button", to=room_of(table))
    assert Submission.objects.get(effective=True).entered_by_entrant == players[1]


def test_29_what_cannot_be_is_refused_with_the_territory(
    sit: Sit, table: Table, complaints: Complaints
) -> None:
    complaints.allowed_statuses.add(422)
    phone = sit("phone", referee_of(table, "arbitro"))
    phone.goto(f"{room_of(table)}entry/")
    board = dealt()
    fill_board(phone, {name: turn for name, turn in board.items() if name != "congo"})
    expect_refusal(phone, "1 territorio senza proprietario: Congo")
    lacking = [BOARD.territory(one).name for one in BOARD.objectives[1].territories if board[one] != 1]
    fill_board(phone, board)
    phone.select_option("#reached", "1")
    expect_refusal(phone, names(table)[0], *lacking)
    fill_totals(phone, (87, 20, 10, 5))
    expect_refusal(phone, "87")
    assert not Submission.objects.exists()


def test_30_a_game_of_round_1_changes_everything_at_once_or_nothing(sit: Sit) -> None:
    day = Day(closed=2)
    choose_shape(tournament_id=day.tournament.pk, actor=day.director, shape=FinalsShape(2, 2, 8, 1))
    correction, page = day.correct(), sit("desktop", day.director)

    def views() -> list[Any]:
        page.goto(f"{day.here}/tables/{day.table.pk}/")
        game = page.locator("main tbody th").all_inner_texts()
        page.goto(f"{day.here}/standings/")
        standing = page.locator(".standings .who").all_inner_texts()
        scores = page.locator(".standings td.folds").evaluate_all("cells => cells.map(one => one.innerHTML)")
        page.goto(f"{day.here}/direct/cut/")
        cut = page.locator("main").inner_text()
        return [game, scores, standing, cut, page.request.get(f"{day.here}/standings.csv").text()]

    before = views()
    page.goto(f"{day.here}/direct/corrections/{correction.pk}/")
    expect(page.locator("main")).to_contain_text(day.entrants[12].full_name)
    assert "<s>" in "".join(before[1])
    assert views() == before
    page.goto(f"{day.here}/direct/corrections/{correction.pk}/")
    press(page, "button[value=yes]", to="/direct/corrections/")
    assert [one == other for one, other in zip(views(), before, strict=True)] == [False] * 5


def test_31_a_game_says_how_its_score_was_computed(sit: Sit) -> None:
    day = Day(closed=1)
    page = sit("phone")
    page.goto(f"{day.here}/tables/{day.table.pk}/")
    stories = page.locator("[aria-labelledby=stories-title] li")
    winner = day.entrants[0].full_name
    expect(stories.first).to_have_text(f"{winner}: 80 + 50 (premio vittoria) = 130")
    page.locator("a[href$='#rules']").click()
    page.wait_for_url("**/#rules")
    rules = page.locator("#rules")
    rules.locator("#example-4 > summary").click()
    expect(rules.locator("#example-4 tr").first).to_contain_text("premio vittoria")
    page.goto(f"{day.here}/tables/{day.table.pk}/")
    page.get_by_role("link", name=winner).click()
    expect(page.locator("[data-why]")).to_contain_text("130")


def test_32_the_standings_of_rounds_1_to_3_are_issued_again(sit: Sit) -> None:
    day = Day(closed=3)
    day.play()
    correction = day.correct()
    page = sit("phone", day.director)
    page.goto(f"{day.here}/direct/corrections/{correction.pk}/")
    press(page, "button[value=yes]", to="/direct/corrections/")
    page.goto(f"{day.here}/standings/")
    page.locator("#versions > summary").click()
    versions = page.locator("#versions li")
    assert sorted(versions.locator("a").all_inner_texts()) == sorted(
        f"Dopo il turno {number}, versione {version}" for number in (1, 2, 3) for version in (1, 2)
    )
    assert versions.filter(has_text="riga sbagliata").count() == 3
    page.get_by_role("link", name="Dopo il turno 1, versione 1", exact=True).click()
    expect(page.locator("main tbody th").first).to_have_text(day.entrants[0].full_name)
    expect(page.locator("main tbody td b").first).to_have_text("130")


def test_33_after_the_next_draw_it_counts_from_now_or_stands_on_record(sit: Sit) -> None:
    day = Day(closed=1)
    drawn = day.play()
    seats = list(drawn.seats.values_list("entrant_id", "table_id"))
    correction, page = day.correct(), sit("desktop", day.director)
    issued = list(day.tournament.standings_versions.values_list("after_round", "version"))
    page.goto(f"{day.here}/direct/corrections/{correction.pk}/")
    expect(page.locator("main")).to_contain_text("restano come sono: Turno 2")
    expect(page.locator(".action-bar button")).to_have_text(
        ["Conferma: vale da subito", "Conferma solo agli atti"]
    )
    press(page, "button[value=no]", to="/direct/corrections/")
    expect(page.locator(".call-list .badge")).to_have_text("solo agli atti")
    page.goto(f"{day.here}/standings/")
    expect(page.locator(".standings .who").first).to_have_text(day.entrants[0].full_name)
    assert list(day.tournament.standings_versions.values_list("after_round", "version")) == issued
    assert list(drawn.seats.values_list("entrant_id", "table_id")) == seats


def test_34_a_table_that_did_not_close_is_ended_with_a_reason(sit: Sit, table: Table) -> None:
    start_round(round_id=table.round_id, actor=None)
    referee = referee_of(table, "arbitro")
    page = sit("phone", referee)
    page.goto(f"/t/{table.round.tournament.slug}/direct/rounds/1/board/")
    page.locator(f"#acts-{table.number} > summary").click()
    page.fill("form[action$='/finish/'] [name=reason]", "la sala chiude")
    page.locator("form[action$='/finish/'] button").click()
    ended = "Terminata da arbitro: la sala chiude"
    expect(page.locator(f"#table-{table.number}")).to_contain_text(ended)
    page.goto(f"{room_of(table)}entry/")
    expect(page.locator("main")).to_contain_text(ended)
    expect(page.locator("#ending")).to_have_value("referee")
    fill_board(page, dealt())
    save(page, table)
    expect(page.locator("main")).to_contain_text(ended)
    assert Submission.objects.get().ending == "referee"


def test_36_the_second_referee_sees_what_changed_meanwhile(
    sit: Sit, table: Table, complaints: Complaints
) -> None:
    complaints.allowed_statuses.add(409)
    referees = [referee_of(table, name) for name in ("arbitro", "arbitra")]
    phones = [sit("phone", one) for one in referees]
    for phone, points in zip(phones, ((40, 30, 20, 10), (41, 30, 20, 10)), strict=True):
        phone.goto(f"{room_of(table)}entry/")
        fill_totals(phone, points)
    save(phones[0], table)
    second = phones[1]
    expect_refusal(second, "nel frattempo", referees[0].display_name)
    expect(second.locator("section.panel")).to_contain_text("40")
    expect(second.locator("#points-1")).to_have_value("41")
    assert Submission.objects.count() == 1
    save(second, table)
    assert sorted(Submission.objects.values_list("number", "effective")) == [(1, False), (2, False)]
    expect(second.locator("[aria-labelledby=differences-title] tbody tr").first).to_contain_text("40")
