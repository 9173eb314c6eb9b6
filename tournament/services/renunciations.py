"""Somebody does not play on: who takes the seat, step by step, and what a correction moves afterwards.

An act belongs to the round whose winners it concerns. The next round is seated again only at the seats that
change, and only while nothing of it is reported; what was played stays as it is, by the director's decision.
"""

from collections.abc import Sequence
from dataclasses import replace

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.bands import SemifinalPlan
from scoring.cut import Remedy, TieAtCut
from scoring.finals import Act
from scoring.finals import leave_empty as leave_seat_empty
from scoring.finals import renounce as walk_chain
from scoring.semifinals import SemifinalTable, draw_semifinals
from tournament.errors import InvalidInput, TournamentError
from tournament.models import Round, RoundState, Stage, Tournament, User
from tournament.selectors.cut import outcome_of
from tournament.selectors.knockout import Advancement, advancement, final_of_table
from tournament.selectors.knockout_plan import KnockoutPlan, RecordedAct, entrant_id, plan_of
from tournament.selectors.seating import Layout, layout_of, names_of
from tournament.services.cut import locked_stage, resolved, save_plan
from tournament.services.knockout import SMALLEST_LEGAL, in_drawn_order, tables_of, tied
from tournament.services.records import record_event
from tournament.services.seating import hash_of, lay_tables, seed_for


class NextRoundPlayed(TournamentError):
    """The tables that would change have results. Facts: `round`."""

    code = "next_round_played"
    message = _("%(round)s has results already: its tables stay as they were played.")


class NotGoingOn(TournamentError):
    """The person holds no place in the next round, or renounced before. Facts: `name`."""

    code = "not_going_on"
    message = _("%(name)s has no place to give up: look at the finals again.")


@transaction.atomic
def renounce(
    *,
    round_id: int,
    entrant_id: int,
    reason: str,
    actor: User | None,
    remedy: Remedy | None = None,
    order: Sequence[int] = (),
    seed: int | None = None,
) -> Advancement:
    """Somebody who would go on from this round gives up the place; the next in the chain takes it.

    When several are equally the best to follow, CutTied names them: call again with the `remedy` that settles it
    (lots, or a play-off's `order`). Anybody else of the round may renounce too: they are passed over from now on.
    """
    tournament, stage, round_ = _complete_round(round_id)
    before = advancement(stage, round_)
    act = Act(entrant_id)
    if before.finals:
        after = _walked(tournament, before, act)
        if isinstance(after, TieAtCut):
            if remedy is None:
                raise tied(tournament, after)
            act = replace(act, resolutions=(resolved(after, remedy, order, seed),))
    elif entrant_id not in before.players:
        raise NotGoingOn(name=_name(tournament, entrant_id))
    return _record(tournament, stage, round_, before, act, reason, actor)


@transaction.atomic
def leave_empty(*, round_id: int, entrant_id: int, reason: str, actor: User | None) -> Advancement:
    """A finalist does not show and the director plays the final with one fewer."""
    tournament, stage, round_ = _complete_round(round_id)
    before = advancement(stage, round_)
    if before.finals is None or entrant_id not in before.players:
        raise NotGoingOn(name=_name(tournament, entrant_id))
    leave_seat_empty(before.finals, entrant_id)
    act = Act(entrant_id, leave_empty=True)
    return _record(tournament, stage, round_, before, act, reason, actor)


@transaction.atomic
def take_back_act(*, round_id: int, actor: User | None, reason: str = "") -> Advancement:
    """Take the last renunciation back: the seats are as if it had not happened."""
    tournament, stage, round_ = _complete_round(round_id)
    decided = plan_of(stage)
    acts = decided.acts.get(round_.number, ())
    if not acts:
        raise InvalidInput(_("There is no renunciation to take back."))
    before = advancement(stage, round_)
    save_plan(stage, replace(decided, acts={**decided.acts, round_.number: acts[:-1]}))
    after = advancement(stage, round_)
    _refill(stage, round_, before.players, after.players)
    record_event(
        tournament,
        "renunciation_taken_back",
        subject=_name(tournament, entrant_id(acts[-1].act.player)),
        actor=actor,
        before={"players": list(before.players)},
        after={"players": list(after.players)},
        reason=reason,
    )
    return after


def _complete_round(round_id: int) -> tuple[Tournament, Stage, Round]:
    """The round of the knockout, locked, with all its results."""
    round_ = Round.objects.get(pk=round_id)
    tournament, stage = locked_stage(round_.stage_id)
    if advancement(stage, round_).missing:
        raise InvalidInput(_("First confirm all results of this round: then it is known who goes on."))
    return tournament, stage, round_


def _walked(tournament: Tournament, before: Advancement, act: Act) -> object:
    """The chain of one renunciation on the seats as they are, or the tie in it."""
    if before.finals is None:
        return before
    try:
        return walk_chain(before.finals, act.player)
    except ValueError as refusal:
        raise NotGoingOn(name=_name(tournament, entrant_id(act.player))) from refusal


def _name(tournament: Tournament, pk: int) -> str:
    return tournament.entrants.select_related("person").get(pk=pk).full_name


def _record(
    tournament: Tournament,
    stage: Stage,
    round_: Round,
    before: Advancement,
    act: Act,
    reason: str,
    actor: User | None,
) -> Advancement:
    recorded = RecordedAct(act, reason[:300], actor.display_name if actor else "", timezone.now().isoformat())
    save_plan(stage, plan_of(stage).with_act(round_.number, recorded))
    after = advancement(stage, round_)
    if after.tie:
        raise tied(tournament, after.tie)
    _refill(stage, round_, before.players, after.players)
    record_event(
        tournament,
        "seat_left_empty" if act.leave_empty else "place_renounced",
        subject=_name(tournament, entrant_id(act.player)),
        actor=actor,
        before={"players": list(before.players)},
        after={"players": list(after.players)},
        reason=reason,
    )
    return after


# --- the next round, where it is drawn already ----------------------------------------------------------


def _refill(stage: Stage, round_: Round, before: Sequence[int], after: Sequence[int]) -> None:
    """Seat those who come in at the seats of those who go out, if the next round is drawn and not yet played."""
    following = stage.rounds.filter(number__gt=round_.number).order_by("number").first()
    if following is None or set(before) == set(after):
        return
    reseat(following, after)


def reseat(round_: Round, players: Sequence[int]) -> None:
    """Give the seats of those who no longer belong in the round to those who do; without a follower it closes up."""
    if round_.state == RoundState.CLOSED or round_.tables.filter(submissions__isnull=False).exists():
        raise NextRoundPlayed(round=round_.title)
    layout = layout_of(round_)
    seated = [who for table in layout for who in table]
    coming = [who for who in players if who not in seated]
    follower = dict(zip([who for who in seated if who not in players], coming, strict=False))
    free = coming[len(follower) :]
    filled: Layout = [
        [follower.get(who, who) for who in table if who in players or who in follower] for table in layout
    ]
    for who in free:
        min(filled, key=len).append(who)
    lay_tables(round_, filled, any_size=min(map(len, filled)) < SMALLEST_LEGAL)
    round_.version += 1
    round_.save(update_fields=["version"])


@transaction.atomic
def seat_as_results_say(*, round_id: int, actor: User | None, reason: str) -> Round:
    """After a correction: put those in the round who belong there now. Only while it has no result."""
    tournament, stage, round_, previous = _following(round_id)
    if not reason.strip():
        raise InvalidInput(_("Say why the tables change: everybody will ask."))
    result = advancement(stage, previous)
    if result.tie:
        raise tied(tournament, result.tie)
    before = layout_of(round_)
    reseat(round_, result.players)
    record_event(
        tournament,
        "round_seated_again",
        subject=round_.title,
        actor=actor,
        before={"tables": before},
        after={"tables": layout_of(round_)},
        reason=reason,
    )
    return round_


@transaction.atomic
def keep_as_played(*, round_id: int, actor: User | None, reason: str) -> Round:
    """After a correction: the round stays as it is by the director's decision, and the errata say why."""
    if not reason.strip():
        raise InvalidInput(_("Say why the tables stay: everybody will ask."))
    round_ = Round.objects.get(pk=round_id)
    tournament, stage = locked_stage(round_.stage_id)
    decided = plan_of(stage)
    save_plan(stage, replace(decided, accepted={**decided.accepted, round_.number: reason[:300]}))
    record_event(tournament, "round_kept_as_played", subject=round_.title, actor=actor, reason=reason)
    return round_


def _following(round_id: int) -> tuple[Tournament, Stage, Round, Round]:
    """A round of the knockout and the one before it."""
    round_ = Round.objects.get(pk=round_id)
    tournament, stage = locked_stage(round_.stage_id)
    previous = stage.rounds.filter(number__lt=round_.number).order_by("-number").first()
    if previous is None:
        raise InvalidInput(_("This is the first round after the cut: change it in the seating editor."))
    return tournament, stage, round_, previous


# --- a semifinalist drops out before the semifinal ------------------------------------------------------


def replacement(stage: Stage, entrant_id: int) -> tuple[KnockoutPlan, SemifinalPlan | TieAtCut]:
    """The plan without one semifinalist: the standing moves up, as it stood at the cut."""
    decided = plan_of(stage)
    standing = tuple(
        replace(place, available=place.available and place.player != entrant_id) for place in decided.standing
    )
    without = replace(decided, standing=standing, declined=(*decided.declined, entrant_id))
    outcome = outcome_of(without, standing)
    if not isinstance(outcome, SemifinalPlan | TieAtCut):
        raise InvalidInput(_("In a knockout by 12.3 a missing player is replaced at the table."))
    return without, outcome


@transaction.atomic
def replace_semifinalist(*, stage_id: int, entrant_id: int, actor: User | None, reason: str) -> Round:
    """Pass over a semifinalist who drops out and draw the tables without a result again; the others stay."""
    tournament, stage = locked_stage(stage_id)
    if not reason.strip():
        raise InvalidInput(_("Say why this semifinalist does not play."))
    round_ = stage.rounds.order_by("number").first()
    if round_ is None or round_.state == RoundState.CLOSED or stage.rounds.count() > 1:
        raise InvalidInput(
            _("The semifinals are not open: a finalist gives up the place on the finals page.")
        )
    without, outcome = replacement(stage, entrant_id)
    if isinstance(outcome, TieAtCut):
        raise tied(tournament, outcome)
    kept = _kept_tables(without, round_)
    if any(entrant_id in table.keys for table in kept):
        raise NextRoundPlayed(round=round_.title)
    seed = seed_for(tournament, round_.number) ^ round_.version
    draw = draw_semifinals(outcome, seed, keep=kept)
    save_plan(stage, without)
    before = layout_of(round_)
    fresh = in_drawn_order(tables_of(draw), seed)
    played = {table.number + (table.final - 1) * _width(without) for table in kept}
    layout = [
        before[number - 1] if number in played else table for number, table in enumerate(fresh, start=1)
    ]
    lay_tables(round_, layout)
    round_.seed, round_.seed_hash = seed, hash_of(seed)
    round_.draw, round_.edits, round_.edit_position = layout, [], 0
    round_.version += 1
    round_.save()
    record_event(
        tournament,
        "semifinalist_replaced",
        subject=names_of(tournament)[entrant_id],
        actor=actor,
        before={"tables": before},
        after={"tables": layout, "unseated": [place.player for place in draw.unseated]},
        reason=reason,
    )
    return round_


def _width(decided: KnockoutPlan) -> int:
    return decided.shape.semifinals // decided.shape.winners if decided.shape else 1


def _kept_tables(decided: KnockoutPlan, round_: Round) -> list[SemifinalTable]:
    """The tables that have a report, as the draw knows them."""
    places = {place.player: place for place in decided.standing}
    numbers = round_.tables.filter(submissions__isnull=False).values_list("number", flat=True).distinct()
    layout = layout_of(round_)
    return [
        SemifinalTable(
            final_of_table(decided, number),
            1 + (number - 1) % _width(decided),
            tuple(places[who] for who in layout[number - 1]),
        )
        for number in numbers
    ]
