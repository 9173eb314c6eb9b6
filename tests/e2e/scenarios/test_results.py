"""Results: ties, falls, figures that are everywhere the same, two pairs of eyes, corrections and their consequences."""

import pytest
from playwright.sync_api import Page, expect

from games.challenge import BOARD
from tests.e2e.conftest import Complaints
from tests.e2e.scenarios.acts import dealt, fill, fill_board, fill_totals, press
from tests.e2e.scenarios.conftest import Sit
from tests.factories import make_entrants, make_member, make_round, make_tournament
from tournament.models import Role, Submission, Table, User
from tournament.services.links import personal_token

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table() -> Table:
    """A table of four in play."""
    tournament = make_tournament()
    return make_round(tournament, [make_entrants(tournament, 4)], state="playing").tables.get()


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
    expect(phone.locator(".panel tbody td:nth-of-type(3)")).to_have_text(["44", "44", "20", "10"])
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
