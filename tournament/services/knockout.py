"""The knockout from the confirmed cut to the crown: draw each round from those who go on, settle ties, rank all.

Every draw comes from a stored seed. Who goes on is never stored: it follows from results, plan and renunciations.
"""

from collections.abc import Sequence
from dataclasses import replace

from django.db import transaction
from django.utils import translation
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.cut import Cut, Remedy, Resolution, TieAtCut
from scoring.knockout_text import tie_text
from scoring.lots import Lots
from scoring.semifinals import SemifinalDraw, SemifinalTable, draw_semifinals
from tournament.errors import InvalidInput, TournamentError
from tournament.language import words
from tournament.models import (
    Round,
    RoundState,
    Stage,
    StandingsVersion,
    Tournament,
    TournamentState,
    User,
)
from tournament.selectors.cut import (
    cut_in_preparation,
    knockout_stage,
    qualified_ids,
)
from tournament.selectors.knockout import (
    advancement,
    final_ranking,
    final_round,
    knockout_rounds,
    ranking_document,
)
from tournament.selectors.knockout_plan import KnockoutPlan, Way, entrant_id, plan_of
from tournament.selectors.rounds import missing_results
from tournament.selectors.seating import KNOCKOUT_CRITERIA, Layout, names_of, request_for
from tournament.services.cut import (
    CutTied,
    NoTie,
    expect_up_to_date,
    locked_stage,
    resolved,
    save_plan,
    unconfirmed,
)
from tournament.services.records import lock_tournament, record_event
from tournament.services.seating import (
    RoundIncomplete,
    drawn,
    hash_of,
    lay_tables,
    ranked_stage,
    seed_for,
)
from tournament.services.snapshots import Before, take_snapshot
from tournament.services.standings import issue_standings
from tournament.services.tournaments import set_state

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
SMALLEST_LEGAL = 3
SMALLEST_FINAL = 2


class RoundNotClosed(TournamentError):
    """The winners go on when their round is closed. Facts: `round`."""

    code = "round_not_closed"
    message = _("%(round)s is not closed: close it, then the next tables can be drawn.")


class FinalDrawn(TournamentError):
    """There is nothing after the final."""

    code = "final_drawn"
    message = _("The final is drawn already.")


class NoWinnerYet(TournamentError):
    """The last round is not closed with all its results."""

    code = "no_winner_yet"
    message = _("There is no winner yet: confirm the results of the last round and close it.")


def tied(tournament: Tournament, tie: TieAtCut) -> CutTied:
    """The error that names those who are level."""
    return CutTied(tie=words(tie_text(tie, names_of(tournament))), tied=list(tie.tied))


# --- the first round ------------------------------------------------------------------------------------


@transaction.atomic
def confirm_cut(*, stage_id: int, actor: User | None, seed: int | None = None) -> Round:
    """Freeze the standing of the cut and draw the first tables after it, as a draft that can be edited.

    Raises CutTied while a tie is not settled, InvalidInput when too few are left for the tables, CutNotPossible and
    CutOutdated when the qualifying rounds went on meanwhile.
    """
    tournament, stage = locked_stage(stage_id)
    expect_up_to_date(tournament, unconfirmed(stage))
    cut = cut_in_preparation(stage)
    if isinstance(cut.outcome, TieAtCut):
        raise tied(tournament, cut.outcome)
    take_snapshot(tournament, before=Before.CUT, actor=actor, subject=stage.name)
    save_plan(stage, replace(cut.plan, confirmed=True, standing=cut.standing))
    record_event(
        tournament,
        "cut_confirmed",
        subject=stage.name,
        actor=actor,
        after={"qualified": list(qualified_ids(cut.outcome)), "plan": stage.plan},
    )
    if tournament.state in {TournamentState.DRAFT, TournamentState.OPEN}:
        tournament.state = TournamentState.RUNNING
        tournament.save(update_fields=["state"])
    number = next_number(tournament)
    seed = seed_for(tournament, number) if seed is None else seed
    if isinstance(cut.outcome, Cut):
        sizes = cut.plan.structure[0].sizes
        layout = elimination_layout(tournament, qualified_ids(cut.outcome), sizes, number, seed)
        return _new_round(tournament, stage, layout, seed, actor)
    if not cut.outcome.shape.semifinals:
        finals = [[entrant_id(place.player) for place in one.direct] for one in cut.outcome.sets]
        return _new_round(tournament, stage, in_drawn_order(finals, seed), seed, actor)
    draw = draw_semifinals(cut.outcome, seed)
    report: dict[str, object] = {"clashes": draw.clashes, "exhaustive": draw.exhaustive}
    return _new_round(tournament, stage, in_drawn_order(tables_of(draw), seed), seed, actor, report=report)


def next_number(tournament: Tournament) -> int:
    """Rounds count through the whole tournament."""
    latest = tournament.rounds.order_by("-number").first()
    return latest.number + 1 if latest else 1


def tables_of(draw: SemifinalDraw) -> Layout:
    """The drawn semifinal tables final by final, as they are numbered."""
    ordered: list[SemifinalTable] = sorted(draw.tables, key=lambda table: (table.final, table.number))
    return [[entrant_id(key) for key in table.keys] for table in ordered]


def in_drawn_order(layout: Sequence[Sequence[int]], seed: int) -> Layout:
    """The same tables with the turn order drawn, from the number after the seed."""
    lots = Lots(seed + 1)
    return [list(lots.shuffled(table)) for table in layout]


def elimination_layout(
    tournament: Tournament, players: Sequence[int], sizes: Sequence[int], number: int, seed: int
) -> Layout:
    """Draw a round of a 12.3 knockout: clubs and families apart wherever it can be."""
    found = {
        one.pk: one for one in tournament.entrants.filter(pk__in=players).select_related("person", "club")
    }
    if len(players) <= max(sizes, default=0):
        return in_drawn_order([players], seed)
    request = request_for(
        tournament,
        number=number,
        seed=seed,
        seated=[found[who] for who in players],
        criteria=KNOCKOUT_CRITERIA,
        sizes=tuple(sizes),
    )
    return [[int(who) for who in table] for table in drawn(request).rounds[0]]


def evenly(players: int, tables: int) -> tuple[int, ...]:
    """Table sizes that differ by one at most, the smaller first: for a round that lost players."""
    small, larger = divmod(players, tables)
    return (small,) * (tables - larger) + (small + 1,) * larger


def _new_round(
    tournament: Tournament,
    stage: Stage,
    layout: Layout,
    seed: int,
    actor: User | None,
    *,
    report: dict[str, object] | None = None,
) -> Round:
    if min((len(table) for table in layout), default=0) < SMALLEST_FINAL:
        raise InvalidInput(_("There are too few players for these tables: two at least at each."))
    index = stage.rounds.count()
    with translation.override(tournament.language):
        name, names = round_names(plan_of(stage), index, len(layout))
    new = Round.objects.create(
        tournament=tournament,
        stage=stage,
        number=next_number(tournament),
        name=name,
        seed=seed,
        seed_hash=hash_of(seed),
        draw=layout,
        report=report or {},
        time_limit_minutes=tournament.time_limit_minutes,
    )
    small = min(len(table) for table in layout) < SMALLEST_LEGAL
    lay_tables(new, layout, names=names, any_size=small)
    record_event(
        tournament,
        "round_drawn",
        subject=new.title,
        actor=actor,
        after={"tables": len(layout), "seed_hash": new.seed_hash},
    )
    return new


def round_names(decided: KnockoutPlan, index: int, tables: int) -> tuple[str, list[str]]:
    """What the round and its tables are called: “Semifinals”, “Semifinal B”; “Final”."""
    rounds = len(decided.structure) if decided.way is Way.ELIMINATION else 2
    last = index == rounds - 1 or (
        decided.way is Way.SEMIFINALS and bool(decided.shape) and not _semifinals(decided)
    )
    if last and tables == 1:
        return gettext("Final"), [gettext("Final")]
    if last:
        titles = [gettext("Final %(number)s") % {"number": one} for one in range(1, tables + 1)]
        return gettext("Finals"), titles
    if index == rounds - 2 and tables <= len(LETTERS):
        titles = [gettext("Semifinal %(letter)s") % {"letter": LETTERS[one]} for one in range(tables)]
        return gettext("Semifinals"), titles
    return gettext("Knockout round %(number)s") % {"number": index + 1}, [""] * tables


def _semifinals(decided: KnockoutPlan) -> int:
    return decided.shape.semifinals if decided.shape else 0


# --- from round to round --------------------------------------------------------------------------------


@transaction.atomic
def draw_next_round(*, stage_id: int, actor: User | None, seed: int | None = None) -> Round:
    """Draw those who go on from the last closed round; while that draw is a draft: the same draft.

    Raises RoundNotClosed, RoundIncomplete naming tables without a result, CutTied, FinalDrawn.
    """
    tournament, stage = locked_stage(stage_id)
    rounds = knockout_rounds(stage)
    if not rounds:
        raise InvalidInput(_("Confirm the cut first: then its tables can be drawn."))
    latest = rounds[-1]
    if latest.state == RoundState.DRAFT:
        return latest
    if final_round(stage):
        raise FinalDrawn
    players = going_on(tournament, stage, latest)
    number = next_number(tournament)
    seed = seed_for(tournament, number) if seed is None else seed
    decided = plan_of(stage)
    take_snapshot(tournament, before=Before.DRAW, actor=actor, subject=stage.name)
    if decided.way is Way.SEMIFINALS:
        return _new_round(tournament, stage, in_drawn_order(players, seed), seed, actor)
    everybody = [who for seats in players for who in seats]
    step = decided.structure[stage.rounds.count()]
    sizes = step.sizes if step.entrants == len(everybody) else evenly(len(everybody), step.tables)
    layout = elimination_layout(tournament, everybody, sizes, number, seed)
    return _new_round(tournament, stage, layout, seed, actor)


def going_on(tournament: Tournament, stage: Stage, latest: Round) -> tuple[tuple[int, ...], ...]:
    """Who goes on from a closed round, final by final."""
    if latest.state != RoundState.CLOSED:
        raise RoundNotClosed(round=latest.title)
    result = advancement(stage, latest)
    if result.missing:
        tables = ", ".join(table.title for table in missing_results(latest))
        raise RoundIncomplete(round=latest.title, tables=tables)
    if result.tie:
        raise tied(tournament, result.tie)
    return result.seats


@transaction.atomic
def settle_best_remaining(
    *,
    round_id: int,
    remedy: Remedy,
    tied_ids: Sequence[int],
    actor: User | None,
    order: Sequence[int] = (),
    seed: int | None = None,
) -> Resolution:
    """Settle a tie among those who would go on by points alone. Places are fixed by the structure: no more places."""
    round_ = Round.objects.get(pk=round_id)
    tournament, stage = locked_stage(round_.stage_id)
    tie = advancement(stage, round_).tie
    if tie is None or set(tie.tied) != set(tied_ids):
        raise NoTie
    if remedy is Remedy.MORE_PLACES:
        raise InvalidInput(_("The next round has so many seats and no more: settle it by play-off or lots."))
    resolution = resolved(tie, remedy, order, seed)
    decided = plan_of(stage)
    settled = (*decided.advancing.get(round_.number, ()), resolution)
    save_plan(stage, replace(decided, advancing={**decided.advancing, round_.number: settled}))
    record_event(
        tournament,
        "tie_settled",
        subject=round_.title,
        actor=actor,
        after={"remedy": remedy, "order": list(resolution.order), "seed": resolution.seed},
    )
    return resolution


# --- the crown ------------------------------------------------------------------------------------------


@transaction.atomic
def crown_winner(*, tournament_id: int, actor: User | None) -> StandingsVersion:
    """Store the final ranking as the last standings of the tournament and finish it.

    Without a knockout the last qualifying standing is the final ranking. Raises NoWinnerYet.
    """
    tournament = lock_tournament(tournament_id)
    latest = tournament.rounds.order_by("-number").first()
    if latest is None or latest.state != RoundState.CLOSED:
        raise NoWinnerYet
    stage = knockout_stage(tournament)
    if stage is None:
        version = issue_standings(
            tournament=tournament, stage=ranked_stage(tournament), after_round=latest.number, actor=actor
        )
    else:
        ranking = final_ranking(tournament)
        if ranking is None:
            raise NoWinnerYet
        rows = ranking_document(ranking)
        version = issue_standings(
            tournament=tournament, stage=stage, after_round=latest.number, actor=actor, rows=rows
        )
    set_state(tournament_id=tournament_id, state=TournamentState.FINISHED, actor=actor)
    return version
