"""Prepare the cut: choose what is played after the qualifying rounds, settle exact ties, then confirm.

Until it is confirmed a cut is a plan on paper: it follows every correction of the standing, and nothing is drawn.
"""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from django.db import transaction
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.cut import Key, Remedy, Resolution, TieAtCut, by_lots, by_more_places, by_play_off
from scoring.knockout import Structure, plan
from scoring.thresholds import THRESHOLD_TABLES, FinalsShape
from tournament.errors import InvalidInput, TournamentError
from tournament.language import words
from tournament.models import Round, RoundState, Stage, StageKind, Tournament, User
from tournament.selectors.cut import (
    cut_in_preparation,
    drawn_ranked_stage,
    knockout_stage,
    last_ranked_round,
    players_of_last_round,
    present_for_knockout,
    selection_for,
    standing_of,
    threshold_table,
)
from tournament.selectors.knockout_plan import KnockoutPlan, Way, plan_of
from tournament.selectors.standings import StageStandings, full_name, standings_for_stage
from tournament.services.records import lock_tournament, record_event
from tournament.services.snapshots import Before, take_snapshot

MOST_AT_A_TABLE = 5


class CutNotPossible(TournamentError):
    """The cut comes after the last qualifying round is closed. Facts: `round`."""

    code = "cut_not_possible"
    message = _("%(round)s is not closed: close it, then make the cut.")


class CutOutdated(TournamentError):
    """The cut was prepared on the standing after another round. Facts: `round`, the last one."""

    code = "cut_outdated"
    message = _(
        "%(round)s is the last round now, and the cut was prepared after another: choose the cut again."
    )


class CutConfirmed(TournamentError):
    """The cut was made; it changes only by taking it back while nothing of it is played."""

    code = "cut_confirmed"
    message = _("The cut is confirmed already. Take it back first, while no game after it has a result.")


class NotInKnockout(TournamentError):
    """A round of the qualification has no way on to a next table that could be changed."""

    code = "not_in_knockout"
    message = _("This is a round before the cut: only rounds of the knockout can be changed like this.")


class CutTied(TournamentError):
    """Two or more are exactly level at a line that matters. Facts: `tie` (a sentence)."""

    code = "cut_tied"
    message = _("%(tie)s Settle the tie first.")


class NoTie(TournamentError):
    """Nothing is tied any more: somebody else settled it, or a correction did."""

    code = "no_tie"
    message = _("There is no tie to settle now. Look at the cut again.")


# --- what is played after the cut -----------------------------------------------------------------------


def choose_table(*, tournament_id: int, actor: User | None, name: str = "") -> Stage:
    """Let a threshold table say how many semifinals and finalists there are (without a name: the tournament's own)."""

    def chosen(tournament: Tournament) -> KnockoutPlan:
        if name and name not in THRESHOLD_TABLES:
            raise InvalidInput(_("There is no table called %(name)s.") % {"name": name})
        table = THRESHOLD_TABLES[name] if name else threshold_table(tournament)
        standings, last = qualifying(tournament)
        try:
            selection = selection_for(table, standings)
        except ValueError as refusal:
            raise InvalidInput(
                _("The table “%(name)s” has no entry for so few players.") % {"name": table.name}
            ) from refusal
        return KnockoutPlan(
            Way.SEMIFINALS,
            after_round=last.number,
            players=players_of_last_round(standings),
            source=table.name,
            shape=selection.shape,
            because=selection.because,
            minimum_games=int(tournament.plan.get("ripescato_minimum_games", 0)),
        )

    return _choose(tournament_id, actor, chosen)


def choose_shape(*, tournament_id: int, actor: User | None, shape: FinalsShape) -> Stage:
    """Set the numbers by hand. Raises InvalidInput naming what does not fit together."""

    def chosen(tournament: Tournament) -> KnockoutPlan:
        if problems := shape.problems():
            raise InvalidInput(*(words(problem) for problem in problems))
        if shape.by_standing < 1 or shape.finalists < 2:
            raise InvalidInput(_("A final needs at least two players."))
        standings, last = qualifying(tournament)
        return KnockoutPlan(
            Way.SEMIFINALS,
            after_round=last.number,
            players=players_of_last_round(standings),
            source="custom",
            shape=shape,
            minimum_games=int(tournament.plan.get("ripescato_minimum_games", 0)),
        )

    return _choose(tournament_id, actor, chosen)


def choose_structure(*, tournament_id: int, actor: User | None, entrants: int, notation: str) -> Stage:
    """Play winner by winner (12.3): the structure is named as `scoring.knockout.plan` writes it, `8×4 → 8 …`."""

    def chosen(tournament: Tournament) -> KnockoutPlan:
        last_number, players = 0, len(present_for_knockout(tournament))
        if drawn_ranked_stage(tournament):
            standings, last = qualifying(tournament)
            last_number = last.number
            players = sum(place.available for place in standing_of(standings))
        if entrants > players:
            raise InvalidInput(
                _("%(wanted)s are to play, but only %(count)s can.") % {"wanted": entrants, "count": players}
            )
        structure = _structure(entrants, notation)
        return KnockoutPlan(
            Way.ELIMINATION,
            after_round=last_number,
            players=players,
            source=structure.notation,
            structure=structure.rounds,
        )

    return _choose(tournament_id, actor, chosen)


def _structure(entrants: int, notation: str) -> Structure:
    for structure in plan(entrants):
        if structure.notation == notation:
            return structure
    raise InvalidInput(
        _("There is no knockout “%(notation)s” for %(count)s.") % {"notation": notation, "count": entrants}
    )


def qualifying(tournament: Tournament) -> tuple[StageStandings, Round]:
    """The standing after the last qualifying round, which must be closed."""
    ranked = drawn_ranked_stage(tournament)
    last = last_ranked_round(ranked) if ranked else None
    if ranked is None or last is None:
        raise InvalidInput(_("No qualifying round was played yet."))
    open_round = ranked.rounds.exclude(state=RoundState.CLOSED).order_by("number").first()
    if open_round:
        raise CutNotPossible(round=open_round.title)
    return standings_for_stage(ranked, after_round=last.number, name=full_name), last


def expect_up_to_date(tournament: Tournament, decided: KnockoutPlan) -> None:
    """The plan must stand on the last qualifying round, closed. Raises CutNotPossible, CutOutdated."""
    if drawn_ranked_stage(tournament) is None:
        return
    _standings, last = qualifying(tournament)
    if last.number != decided.after_round:
        raise CutOutdated(round=last.title)


SMALLEST_FINAL = 4
"""Players at the tables of every knockout; a game for two has none."""


@transaction.atomic
def _choose(tournament_id: int, actor: User | None, chosen: Callable[[Tournament], KnockoutPlan]) -> Stage:
    """Store the plan that was chosen, in place of an unconfirmed one."""
    tournament = lock_tournament(tournament_id)
    stage = knockout_stage(tournament)
    if stage and plan_of(stage).confirmed:
        raise CutConfirmed
    if max(tournament.game.sizes) < SMALLEST_FINAL:
        raise InvalidInput(_("%(game)s is not played at such tables.") % {"game": tournament.game.title})
    decided = chosen(tournament)
    if stage:
        decided = replace(decided, declined=plan_of(stage).declined)
    else:
        position = 1 + max(tournament.stages.values_list("position", flat=True), default=0)
        name = gettext("Finals")
        stage = Stage(tournament=tournament, kind=StageKind.KNOCKOUT, position=position, name=name)
    stage.plan = decided.to_document()
    stage.save()
    record_event(
        tournament, "cut_chosen", subject=decided.source, actor=actor, after={"plan": _summary(decided)}
    )
    return stage


def _summary(decided: KnockoutPlan) -> dict[str, Any]:
    document = decided.to_document()
    return {key: document[key] for key in ("way", "source", "players", "shape", "because", "structure")}


# --- settling what stands in the way --------------------------------------------------------------------


def locked_stage(stage_id: int) -> tuple[Tournament, Stage]:
    """The tournament locked, and its knockout stage. Raises NotInKnockout for any other stage."""
    tournament_id = Stage.objects.values_list("tournament_id", flat=True).get(pk=stage_id)
    tournament = lock_tournament(tournament_id)
    stage = Stage.objects.select_related("tournament").get(pk=stage_id)
    expect_knockout(stage)
    return tournament, stage


def expect_knockout(stage: Stage) -> None:
    """Raise NotInKnockout unless the stage is one."""
    if stage.kind != StageKind.KNOCKOUT:
        raise NotInKnockout


def save_plan(stage: Stage, decided: KnockoutPlan) -> None:
    """Keep the plan in the stage."""
    stage.plan = decided.to_document()
    stage.save(update_fields=["plan"])


def unconfirmed(stage: Stage) -> KnockoutPlan:
    """The plan, which must not be confirmed yet."""
    decided = plan_of(stage)
    if decided.confirmed:
        raise CutConfirmed
    return decided


@transaction.atomic
def settle_tie(
    *,
    stage_id: int,
    remedy: Remedy,
    tied: Sequence[int],
    actor: User | None,
    order: Sequence[int] = (),
    seed: int | None = None,
) -> Resolution:
    """Settle the tie that the cut page shows: by a play-off's order, by lots from a stored seed, by more places.

    `tied` are the players whom the page named: NoTie when the tie is another one by now.
    """
    tournament, stage = locked_stage(stage_id)
    decided = unconfirmed(stage)
    tie = cut_in_preparation(stage).tie
    if tie is None or set(tie.tied) != set(tied):
        raise NoTie
    if remedy is Remedy.MORE_PLACES:
        _expect_room(decided, tie)
    resolution = resolved(tie, remedy, order, seed)
    save_plan(stage, replace(decided, resolutions=(*decided.resolutions, resolution)))
    record_event(
        tournament,
        "tie_settled",
        subject=stage.name,
        actor=actor,
        after={"remedy": remedy, "order": list(resolution.order), "seed": resolution.seed},
    )
    return resolution


def resolved(tie: TieAtCut, remedy: Remedy, order: Sequence[Key], seed: int | None) -> Resolution:
    """The director's settlement of a tie. Raises InvalidInput for an order that does not name exactly the tied."""
    try:
        if remedy is Remedy.PLAY_OFF:
            return by_play_off(tie, order)
        if remedy is Remedy.LOTS:
            return by_lots(tie, secrets.randbits(53) if seed is None else seed)
        return by_more_places(tie)
    except ValueError as refusal:
        raise InvalidInput(_("Give every tied player a place of their own.")) from refusal


def _expect_room(decided: KnockoutPlan, tie: TieAtCut) -> None:
    extra = len(tie.tied) - tie.inside
    already = sum(resolution.extra_places for resolution in decided.resolutions)
    shape = decided.shape
    if shape is None or shape.semifinalists + already + extra > MOST_AT_A_TABLE * shape.semifinals:
        raise InvalidInput(_("There are not enough seats for all of them: settle it by play-off or lots."))


@transaction.atomic
def unsettle_tie(*, stage_id: int, actor: User | None) -> None:
    """Take the last settlement back. The log keeps it."""
    tournament, stage = locked_stage(stage_id)
    decided = unconfirmed(stage)
    if not decided.resolutions:
        raise NoTie
    save_plan(stage, replace(decided, resolutions=decided.resolutions[:-1]))
    record_event(tournament, "tie_reopened", subject=stage.name, actor=actor)


@transaction.atomic
def set_declined(*, stage_id: int, entrant_id: int, declined: bool, actor: User | None) -> None:
    """Pass somebody over who does not play on, or count them in again; ties are looked at afresh."""
    tournament, stage = locked_stage(stage_id)
    decided = unconfirmed(stage)
    others = tuple(who for who in decided.declined if who != entrant_id)
    entrant = tournament.entrants.select_related("person").get(pk=entrant_id)
    save_plan(
        stage,
        replace(decided, declined=(*others, entrant_id) if declined else others, resolutions=()),
    )
    record_event(
        tournament,
        "place_declined" if declined else "place_taken_again",
        subject=entrant.full_name,
        actor=actor,
    )


@transaction.atomic
def take_back_cut(*, stage_id: int, actor: User | None, reason: str = "") -> None:
    """Throw the cut away with its draws, as long as no table after it has a result."""
    tournament, stage = locked_stage(stage_id)
    decided = plan_of(stage)
    if decided.confirmed and stage.rounds.filter(tables__submissions__isnull=False).exists():
        raise CutConfirmed
    if stage.rounds.exclude(state=RoundState.DRAFT).exists() and not reason.strip():
        raise InvalidInput(_("The tables after the cut are published: taking it back needs a reason."))
    take_snapshot(tournament, before=Before.CUT, actor=actor, subject=stage.name)
    record_event(
        tournament,
        "cut_taken_back",
        subject=stage.name,
        actor=actor,
        before={"plan": stage.plan},
        reason=reason,
    )
    stage.rounds.all().delete()
    stage.delete()
