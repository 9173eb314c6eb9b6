"""What comes before and between the clicks: a director at the console, rounds that were played."""

from playwright.sync_api import Page

from tests.e2e.scenarios.conftest import Sit
from tests.factories import make_member
from tests.results import confirm
from tournament.models import Round, Tournament
from tournament.services.rounds import close_round
from tournament.services.seating import draw_round, publish_round

POINTS = (20, 15, 10, 5, 4)
"""On the board, in turn order."""


def direct(sit: Sit, tournament: Tournament, path: str = "") -> Page:
    """Dora, who directs the tournament, at a page of the console."""
    page = sit("desktop", make_member(tournament, user={"first_name": "Dora"}))
    page.goto(f"/t/{tournament.slug}/direct/{path}")
    return page


def press(page: Page, name: str) -> None:
    """Press the button of that name."""
    page.get_by_role("button", name=name, exact=True).click()


def finish(round_: Round) -> Round:
    """Give each table a result and close the round, which issues its standings."""
    confirm(round_, [POINTS[: table.size] for table in round_.tables.order_by("number")])
    return close_round(round_id=round_.pk, actor=None)


def play(tournament: Tournament) -> Round:
    """Draw, publish and finish the next round."""
    return finish(publish_round(round_id=draw_round(tournament_id=tournament.pk, actor=None).pk, actor=None))
