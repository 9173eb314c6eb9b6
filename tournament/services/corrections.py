"""Everything that a correction would change, found by trying it out and taking it back: nothing is estimated."""

from dataclasses import dataclass
from typing import Any

from django.db import transaction

from scoring.consequences import Preview, preview_advance
from scoring.cut import TieAtCut
from scoring.knockout_text import consequence_text, tie_text
from tournament.language import words
from tournament.models import Round, RoundState, Stage, StageKind, Submission, SubmissionState, Tournament
from tournament.selectors.cut import knockout_stage
from tournament.selectors.knockout import Advancement, advancement, has_begun, moved_at_cut
from tournament.selectors.knockout_plan import plan_of
from tournament.selectors.seating import names_of
from tournament.selectors.standings import document_of, standings_for_stage


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
        _try_out(submission)
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


def preview_correction(*, submission_id: int) -> Preview:
    """The consequences for the cut or the next round if this submission became the effective one.

    Tried out in the database and taken back at once, so that every rule is the one that will hold.
    """
    submission = Submission.objects.select_related("table__round__stage__tournament").get(pk=submission_id)
    round_ = submission.table.round
    stage = knockout_stage(round_.stage.tournament)
    if stage is None or not plan_of(stage).confirmed:
        return Preview()
    with transaction.atomic():
        before = _standing_now(round_)
        _try_out(submission)
        preview = _compared(round_, before)
        transaction.set_rollback(True)
    return preview


def _try_out(submission: Submission) -> None:
    """Let it count, in the caller's transaction, which is taken back."""
    submission.table.submissions.filter(effective=True).update(
        effective=False, state=SubmissionState.SUPERSEDED
    )
    Submission.objects.filter(pk=submission.pk).update(
        effective=True, state=SubmissionState.CONFIRMED, confirmed_at=submission.created_at
    )


def _standing_now(round_: Round) -> Advancement:
    return Advancement() if round_.stage.kind == StageKind.RANKED else advancement(round_.stage, round_)


def _compared(round_: Round, before: Advancement) -> Preview:
    """What follows, with the submission already in place."""
    stage = knockout_stage(round_.stage.tournament)
    if round_.stage.kind == StageKind.RANKED and stage:
        return moved_at_cut(stage, stage.rounds.order_by("number").first())
    after = advancement(round_.stage, round_)
    following = round_.stage.rounds.filter(number__gt=round_.number).order_by("number").first()
    begun = following is not None and has_begun(following)
    touched = {*before.players, *after.players} if begun else set()
    going: TieAtCut | tuple[int, ...] = after.tie or after.players
    return preview_advance(before.players, going, started=touched)


def consequences_in_words(tournament: Tournament, preview: Preview) -> list[str]:
    """The preview as sentences in the language of the page."""
    names = names_of(tournament)
    sentences = [words(consequence_text(one, names)) for one in preview.consequences]
    return [words(tie_text(preview.tie, names)), *sentences] if preview.tie else sentences
