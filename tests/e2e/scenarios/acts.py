"""What several scenarios do on the pages: fill in the board, type totals, press a button and read what comes."""

import io
from collections.abc import Mapping, Sequence

import pypdf
from playwright.sync_api import Page

from games.challenge import BOARD

COLOURS = ("red", "blue", "green", "yellow")
FILL = """(fields) => {
  for (const [name, value] of Object.entries(fields)) {
    const field = document.querySelector(`main form [name="${name}"]`);
    field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }
}"""


def dealt(players: int = 4) -> dict[str, int]:
    """Every territory with the turn order of its owner, dealt out in printed order."""
    return {territory: index % players + 1 for index, territory in enumerate(BOARD.ids)}


def fill(page: Page, fields: Mapping[str, object]) -> None:
    """Give these fields their values in one go, as so many choices of a hand would."""
    page.evaluate(FILL, {name: str(value) for name, value in fields.items()})


def fill_board(page: Page, board: Mapping[str, int], objectives: Mapping[int, int] | None = None) -> None:
    """Choose the owner of each territory, and each player's objective: that of their turn order unless given."""
    chosen = objectives or {turn: turn for turn in sorted(set(board.values()))}
    fill(
        page,
        {f"territory-{territory}": COLOURS[turn - 1] for territory, turn in board.items()}
        | {f"objective-{COLOURS[turn - 1]}": number for turn, number in chosen.items()},
    )


def fill_totals(page: Page, points: Sequence[int]) -> None:
    """Open the part for totals and type one for each player, in turn order."""
    page.locator("#totals > summary").click()
    page.check("[name=mode]")
    fill(page, {f"points-{turn}": one for turn, one in enumerate(points, start=1)})


def press(page: Page, selector: str, *, to: str) -> None:
    """Press what leads to that address."""
    page.locator(selector).click()
    page.wait_for_url(f"**{to}")


def column(page: Page, rows: str, cell: str) -> list[str]:
    """What stands in that cell of each of the rows, as shown."""
    return [row.locator(cell).inner_text() for row in page.locator(rows).all()]


def text_of(pdf: bytes) -> str:
    """The words of all pages of a PDF, in one line."""
    return " ".join(" ".join(page.extract_text().split()) for page in pypdf.PdfReader(io.BytesIO(pdf)).pages)
