"""Everything that a correction would change, found by trying it out and taking it back: nothing is estimated."""

from dataclasses import dataclass
from typing import Any

from django.db import transaction

from scoring.consequences import Preview
from tournament.models import Round, RoundState, Stage, StageKind, Submission, SubmissionState
from tournament.selectors.seating import names_of
from tournament.selectors.standings import document_of, standings_for_stage
from tournament.services.corrections import preview_correction


@dataclass(frozen=True, slots=True)
class Shift:
    """One player whose line in the standings after a round changes; totals are exact decimals as text."""

    after_round: int
    name: str
    total_before: str
    total_after: str
    rank_before: int | None
    rank_after: int | None


@dataclass(frozen=True, slots=True)
class Consequences:
    """What confirming a correction so that it counts would do.

    `shifts` are changed lines of standings issued already; `standing_seatings` are later rounds, whose tables stay
    as they were drawn; `knockout` is what moves in the cut or the next round of a knockout.
    """

    shifts: tuple[Shift, ...]
    standing_seatings: tuple[str, ...]
    knockout: Preview

    @property
    def is_late(self) -> bool:
        """A later round was drawn from the old figures: whether it counts is the director's choice."""
        return bool(self.standing_seatings)


def consequences_of(*, submission_id: int) -> Consequences:
    """The consequences of a reported correction, before anybody confirms it."""
    submission = Submission.objects.select_related("table__round__stage__tournament").get(pk=submission_id)
    round_ = submission.table.round
    later = round_.tournament.rounds.filter(number__gt=round_.number).order_by("number")
    return Consequences(
        shifts=_shifts(submission) if round_.stage.kind == StageKind.RANKED else (),
        standing_seatings=tuple(str(one.title) for one in later),
        knockout=preview_correction(submission_id=submission_id),
    )


def _shifts(submission: Submission) -> tuple[Shift, ...]:
    """The lines of all issued standings from this round on, as they are and as they would be."""
    stage, round_ = submission.table.round.stage, submission.table.round
    numbers = _closed_from(stage, round_)
    with transaction.atomic():
        before = {number: _lines(stage, number) for number in numbers}
        submission.table.submissions.filter(effective=True).update(
            effective=False, state=SubmissionState.SUPERSEDED
        )
        Submission.objects.filter(pk=submission.pk).update(
            effective=True, state=SubmissionState.CONFIRMED, confirmed_at=submission.created_at
        )
        after = {number: _lines(stage, number) for number in numbers}
        transaction.set_rollback(True)
    names = names_of(round_.tournament)
    return tuple(
        _shift(number, names[who], before[number][who], after[number][who])
        for number in numbers
        for who in before[number]
        if before[number][who] != after[number][who]
    )


def _closed_from(stage: Stage, round_: Round) -> list[int]:
    closed = stage.rounds.filter(number__gte=round_.number, state=RoundState.CLOSED)
    return list(closed.order_by("number").values_list("number", flat=True))


def _lines(stage: Stage, number: int) -> dict[Any, tuple[str, int | None]]:
    """Total and rank of each player after a round."""
    rows: list[dict[str, Any]] = document_of(standings_for_stage(stage, after_round=number))
    return {row["entrant"]: (row["total"], row["rank"]) for row in rows}


def _shift(number: int, name: str, before: tuple[str, int | None], after: tuple[str, int | None]) -> Shift:
    return Shift(number, name, before[0], after[0], before[1], after[1])
