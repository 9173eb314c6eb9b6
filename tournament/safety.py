"""What is safe to do when: the state of a round × each act, as a table.

The services enforce it; a test tries every cell against them, and `manage.py safety` writes `docs/safety.md` from it.
"""

from enum import StrEnum
from typing import NamedTuple


class Standing(StrEnum):
    """Where a round stands, as far as it matters for what may be done."""

    DRAFT = "draft"
    PUBLISHED = "published"
    PLAYING = "playing"
    COMPLETE = "complete"
    CLOSED = "closed"
    FOLLOWED = "followed"


class Verdict(StrEnum):
    """What an act meets."""

    ALLOWED = "allowed"
    WARNED = "warned"
    REASON = "reason"
    IMPOSSIBLE = "impossible"
    SAME = "same"


class Act(StrEnum):
    """What somebody may want to do with a round."""

    DRAW_AGAIN = "draw_again"
    DISCARD = "discard"
    EDIT_SEATING = "edit_seating"
    REPAIR = "repair"
    PUBLISH = "publish"
    START = "start"
    STOP_CLOCK = "stop_clock"
    REPORT = "report"
    CORRECT = "correct"
    CLOSE = "close"
    REOPEN = "reopen"
    DRAW_NEXT = "draw_next"
    CHANGE_FORMULA = "change_formula"
    CHOOSE_CUT = "choose_cut"
    WITHDRAW = "withdraw"
    DELETE = "delete"


STANDING_WORDS = {
    Standing.DRAFT: "Draft: drawn, not shown",
    Standing.PUBLISHED: "Published: shown, not begun",
    Standing.PLAYING: "Playing, results missing",
    Standing.COMPLETE: "Playing, all results confirmed",
    Standing.CLOSED: "Closed, the last round",
    Standing.FOLLOWED: "Closed, the next round drawn",
}

VERDICT_WORDS = {
    Verdict.ALLOWED: ("allowed", "done at once"),
    Verdict.WARNED: (
        "warn",
        "possible with a reason, after all consequences were shown; a snapshot or version is kept",
    ),
    Verdict.REASON: ("with reason", "breaks the regular course: a reason is asked and recorded"),
    Verdict.IMPOSSIBLE: ("impossible", "refused with a sentence that says why"),
    Verdict.SAME: ("nothing", "has happened already; the second press changes nothing"),
}

ACT_WORDS = {
    Act.DRAW_AGAIN: "Draw the round again",
    Act.DISCARD: "Discard the draft",
    Act.EDIT_SEATING: "Swap or move players",
    Act.REPAIR: "Seat a late arrival, take out a no-show",
    Act.PUBLISH: "Publish the seating",
    Act.START: "Start the clock",
    Act.STOP_CLOCK: "Stop the room's clock",
    Act.REPORT: "Report a first result",
    Act.CORRECT: "Correct a result",
    Act.CLOSE: "Close the round",
    Act.REOPEN: "Open the round again",
    Act.DRAW_NEXT: "Draw the next round",
    Act.CHANGE_FORMULA: "Change the scoring formula",
    Act.CHOOSE_CUT: "Make the cut after it",
    Act.WITHDRAW: "Withdraw a player",
    Act.DELETE: "Delete the round",
}

_LETTERS = {
    "a": Verdict.ALLOWED,
    "w": Verdict.WARNED,
    "r": Verdict.REASON,
    "-": Verdict.IMPOSSIBLE,
    "=": Verdict.SAME,
}

# In the order of Standing: draft, published, playing, complete, closed, followed.
_ROWS = {
    Act.DRAW_AGAIN: "a - - - - -",
    Act.DISCARD: "a - - - - -",
    Act.EDIT_SEATING: "a r - - - -",
    Act.REPAIR: "a r r - - -",
    Act.PUBLISH: "a = = = = =",
    Act.START: "- a = = - -",
    Act.STOP_CLOCK: "- - a a - -",
    Act.REPORT: "- a a a - -",
    Act.CORRECT: "- r r r w w",
    Act.CLOSE: "- r r a = =",
    Act.REOPEN: "- - - - w w",
    Act.DRAW_NEXT: "= r r a a =",
    Act.CHANGE_FORMULA: "a a a - - -",
    Act.CHOOSE_CUT: "- - - - a -",
    Act.WITHDRAW: "a a a a a a",
    Act.DELETE: "w w w w w -",
}

MATRIX = {
    act: dict(zip(Standing, (_LETTERS[letter] for letter in row.split()), strict=True))
    for act, row in _ROWS.items()
}
"""Act → standing of the round → verdict."""


class Friction(NamedTuple):
    """What stands before an act that destroys, and the way back."""

    act: str
    typed: str
    reason: str
    kept: str
    undo: str


DESTRUCTION = (
    Friction("Delete a round with its results", "the round", "asked", "a snapshot", "restore the snapshot"),
    Friction(
        "Delete a tournament", "the tournament", "–", "a snapshot", "bring it back from “Open an archive”"
    ),
    Friction(
        "Restore a snapshot", "the tournament", "asked", "a snapshot of what was there", "restore that one"
    ),
    Friction(
        "Make two records of a person one", "the other record", "asked", "what was filled in", "take apart"
    ),
    Friction(
        "Erase a person's data", "the person", "asked", "nothing, on purpose", "none, and the page says so"
    ),
    Friction(
        "Delete a circuit", "the circuit", "–", "its tournaments, untouched", "none, and the page says so"
    ),
    Friction("Withdraw an entrant", "–", "–", "games and points stay", "bring back"),
    Friction("Disqualify an entrant", "–", "asked", "games and points stay", "bring back"),
    Friction(
        "Close all personal links of an entrant",
        "–",
        "–",
        "the log",
        "none needed: a new link is made at once",
    ),
    Friction("Discard a draft of a round", "–", "–", "a snapshot", "restore the snapshot"),
)
"""An entrant with games is never deleted: withdrawing keeps the row, so that every figure stays as it was."""


class Line(NamedTuple):
    """One act with what it meets in each standing."""

    act: Act
    verdicts: tuple[Verdict, ...]


def lines() -> list[Line]:
    """The matrix in the order in which it is printed."""
    return [Line(act, tuple(MATRIX[act].values())) for act in Act]


def page() -> str:
    """The matrix as the page docs/safety.md."""
    head = " | ".join(STANDING_WORDS.values())
    table = [
        f"| {ACT_WORDS[line.act]} | {' | '.join(VERDICT_WORDS[one][0] for one in line.verdicts)} |"
        for line in lines()
    ]
    legend = [f"- **{word}**: {meaning}." for word, meaning in VERDICT_WORDS.values()]
    return "\n".join(
        [
            "# What is safe when",
            "",
            "Generated from `tournament/safety.py` by `manage.py safety`; `tests/trust/test_safety.py` tries every cell.",
            "",
            *legend,
            "",
            f"| | {head} |",
            f"|---|{'---|' * len(STANDING_WORDS)}",
            *table,
            "",
            "## What cannot be done by mistake",
            "",
            "A name that is typed must be the one that stands there; a reason stands in the log. An entrant with games is never",
            "deleted: withdrawing keeps the row, so that every figure stays as it was.",
            "",
            "| act | name typed | reason | kept | the way back |",
            "|---|---|---|---|---|",
            *(f"| {one.act} | {one.typed} | {one.reason} | {one.kept} | {one.undo} |" for one in DESTRUCTION),
            "",
        ]
    )
