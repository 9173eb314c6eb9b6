"""What a correction would move further on: shown before anybody confirms it."""

from django.db import transaction

from scoring.consequences import Preview, preview_advance
from scoring.cut import TieAtCut
from scoring.knockout_text import consequence_text, tie_text
from tournament.language import words
from tournament.models import Round, StageKind, Submission, SubmissionState, Tournament
from tournament.selectors.cut import knockout_stage
from tournament.selectors.knockout import Advancement, advancement, has_begun, moved_at_cut
from tournament.selectors.knockout_plan import plan_of
from tournament.selectors.seating import names_of


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
        submission.table.submissions.filter(effective=True).update(
            effective=False, state=SubmissionState.SUPERSEDED
        )
        Submission.objects.filter(pk=submission.pk).update(
            effective=True, state=SubmissionState.CONFIRMED, confirmed_at=submission.created_at
        )
        preview = _compared(round_, before)
        transaction.set_rollback(True)
    return preview


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
