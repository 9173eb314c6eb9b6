"""Standings that are issued: one immutable version after every closed round, re-issued with a reason."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Max

from tournament.models import RoundState, Stage, StageKind, StandingsVersion, Tournament, User
from tournament.selectors.knockout import final_ranking, ranking_document
from tournament.selectors.standings import document_of, standings_for_stage
from tournament.services.records import record_event


def issue_standings(
    *,
    tournament: Tournament,
    stage: Stage,
    after_round: int,
    actor: User | None,
    reason: str = "",
    rows: Sequence[dict[str, Any]] | None = None,
) -> StandingsVersion:
    """Store the standings after a round as the next version, in the caller's transaction.

    `rows` are given for a final ranking; else they are the stage's standings. Nothing is stored when the figures
    are those of the newest version: that one is returned.
    """
    issued = stage.standings_versions.filter(after_round=after_round)
    latest = issued.order_by("-version").first()
    rows = document_of(standings_for_stage(stage, after_round=after_round)) if rows is None else list(rows)
    if latest and latest.rows == rows:
        return latest
    number = (issued.aggregate(newest=Max("version"))["newest"] or 0) + 1
    version = StandingsVersion.objects.create(
        tournament=tournament,
        stage=stage,
        after_round=after_round,
        version=number,
        rows=rows,
        reason=(reason or "–") if number > 1 else reason,
        issued_by=actor,
    )
    record_event(
        tournament,
        "standings_issued" if number == 1 else "standings_reissued",
        subject=f"{stage.name}, {after_round}.{number}",
        actor=actor,
        after={"after_round": after_round, "version": number},
        reason=reason,
    )
    return version


def reissue_standings(
    *, tournament: Tournament, stage: Stage, from_round: int, actor: User | None, reason: str
) -> list[StandingsVersion]:
    """Re-issue the standings of every closed round from `from_round` on that a change reaches.

    A final ranking that was issued follows; rounds of a knockout have no standings of their own.
    """
    issued = []
    if stage.kind == StageKind.RANKED:
        closed = stage.rounds.filter(number__gte=from_round, state=RoundState.CLOSED).order_by("number")
        issued = [
            issue_standings(
                tournament=tournament, stage=stage, after_round=number, actor=actor, reason=reason
            )
            for number in closed.values_list("number", flat=True)
        ]
    return issued + _reissue_ranking(tournament, actor, reason)


def _reissue_ranking(tournament: Tournament, actor: User | None, reason: str) -> list[StandingsVersion]:
    """The final ranking again, where one was issued and is still decided."""
    last = (
        StandingsVersion.objects.filter(tournament=tournament, stage__kind=StageKind.KNOCKOUT)
        .select_related("stage")
        .last()
    )
    ranking = final_ranking(tournament) if last else None
    if last is None or ranking is None:
        return []
    return [
        issue_standings(
            tournament=tournament,
            stage=last.stage,
            after_round=last.after_round,
            actor=actor,
            reason=reason,
            rows=ranking_document(ranking),
        )
    ]
