"""A knockout as it stands: who goes on from a round, who takes which seat, who ends where.

Everything is computed from the stage's plan and the confirmed results, so a correction shows at once.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from scoring.bands import SemifinalPlan
from scoring.consequences import Preview, preview_advance, preview_semifinals
from scoring.cut import Cut, Key, Place, Resolution, TieAtCut, settle
from scoring.finals import (
    BestBy,
    Contender,
    FinalPlace,
    Finals,
    Semifinal,
    open_finals,
    recompute,
)
from scoring.finals import final_ranking as rank_finals
from scoring.knockout import EliminationRound, TableOutcome, best_of_tables
from scoring.text import plain
from tournament.models import Entrant, Round, SeatResult, Stage, Tournament
from tournament.selectors.cut import (
    cut_in_preparation,
    drawn_ranked_stage,
    knockout_stage,
    outcome_of,
    qualified_ids,
    ripescato_candidates,
    standing_of,
)
from tournament.selectors.knockout_plan import KnockoutPlan, Way, entrant_id, plan_of
from tournament.selectors.standings import StageStandings, full_name, standings_for_stage


@dataclass(frozen=True, slots=True)
class PlayedTable:
    """A knockout table with its result: entrant ids from first to last and their game points; empty until confirmed."""

    number: int
    order: tuple[int, ...]
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Advancement:
    """Who goes on from a round. `finals` explains chains where winners alone go on; `tie` waits for the director.

    `missing` counts the tables without a confirmed result: while there are any, nobody is sent on.
    """

    seats: tuple[tuple[int, ...], ...] = ()
    finals: Finals | None = None
    tie: TieAtCut | None = None
    missing: int = 0

    @property
    def players(self) -> tuple[int, ...]:
        """All who go on, final by final."""
        return tuple(who for seats in self.seats for who in seats)


def knockout_rounds(stage: Stage) -> list[Round]:
    """The rounds of a knockout in order, drafts included."""
    return list(stage.rounds.order_by("number"))


def played_tables(round_: Round) -> list[PlayedTable]:
    """The round's tables by number, with the confirmed results in two queries."""
    rows: dict[int, list[tuple[int, int]]] = {
        number: [] for number in round_.tables.order_by("number").values_list("number", flat=True)
    }
    results = SeatResult.objects.filter(submission__effective=True, submission__table__round=round_)
    values = results.order_by("submission__table__number", "place").values_list(
        "submission__table__number", "seat__entrant_id", "points"
    )
    for number, entrant, points in values:
        rows[number].append((entrant, points))
    return [
        PlayedTable(number, tuple(who for who, _ in seats), tuple(points for _, points in seats))
        for number, seats in rows.items()
    ]


def final_of_table(decided: KnockoutPlan, number: int) -> int:
    """The final (from 1) to which a semifinal table leads: tables are numbered final by final."""
    if decided.shape is None:
        return 1
    return 1 + (number - 1) // max(1, decided.shape.semifinals // decided.shape.winners)


def direct_finalists(stage: Stage) -> tuple[tuple[int, Key], ...]:
    """The direct finalists of a confirmed cut as (final, player)."""
    outcome = cut_in_preparation(stage).outcome
    if not isinstance(outcome, SemifinalPlan):
        return ()
    return tuple((final.number, place.player) for final in outcome.sets for place in final.direct)


def advancement(stage: Stage, round_: Round) -> Advancement:
    """Who goes on from a round of the knockout, renunciations and settled ties included."""
    decided = plan_of(stage)
    tables = played_tables(round_)
    missing = sum(not table.order for table in tables)
    if missing:
        return Advancement(missing=missing)
    index = [one.pk for one in knockout_rounds(stage)].index(round_.pk)
    if decided.way is Way.SEMIFINALS:
        return _from_finals(semifinal_finals(stage, decided, round_.number, tables))
    step = decided.structure[index]
    if step.advancing == step.tables:
        return _from_finals(winners_on(decided, round_.number, tables))
    return _filled(decided, round_.number, tables, step)


def semifinal_finals(
    stage: Stage, decided: KnockoutPlan, round_number: int, tables: Sequence[PlayedTable]
) -> Finals | TieAtCut:
    """The seats of the finals after the semifinals."""
    semifinals = [
        Semifinal(final_of_table(decided, table.number), table.number, table.order, table.points)
        for table in tables
    ]
    standing = settle(decided.standing, decided.resolutions)
    opened = open_finals(semifinals, standing, direct=direct_finalists(stage))
    return _replayed(opened, decided, round_number)


def winners_on(decided: KnockoutPlan, round_number: int, tables: Sequence[PlayedTable]) -> Finals | TieAtCut:
    """The winners of an elimination round; the best of the others take the place of a table that renounces.

    Where no standing was played for, nobody is better by entry number: equals are a tie.
    """
    semifinals = [Semifinal(1, table.number, table.order, table.points) for table in tables]
    standing = decided.standing
    if not decided.after_round:
        standing = tuple(replace(place, rank=1) for place in standing)
    opened = open_finals(semifinals, standing, best_by=BestBy.SEMIFINAL_POINTS)
    return _replayed(opened, decided, round_number)


def _replayed(opened: Finals, decided: KnockoutPlan, round_number: int) -> Finals | TieAtCut:
    acts = tuple(one.act for one in decided.acts.get(round_number, ()))
    return recompute(replace(opened, acts=acts), opened.semifinals) if acts else opened


def _from_finals(finals: Finals | TieAtCut) -> Advancement:
    if isinstance(finals, TieAtCut):
        return Advancement(tie=finals)
    numbers = sorted({seat.final for seat in finals.seats})
    seats = tuple(tuple(entrant_id(key) for key in finals.players(number)) for number in numbers)
    return Advancement(seats, finals)


def _filled(
    decided: KnockoutPlan, round_number: int, tables: Sequence[PlayedTable], step: EliminationRound
) -> Advancement:
    """The k best of each table and the best remaining; whoever renounced is passed over at the own table."""
    gone = {entrant_id(one.act.player) for one in decided.acts.get(round_number, ())}
    settled = decided.advancing.get(round_number, ())
    outcomes = [_decided(_outcome(table, gone), settled) for table in tables]
    through = best_of_tables(outcomes, step.advancing)
    if isinstance(through, TieAtCut):
        return Advancement(tie=through)
    return Advancement((tuple(entrant_id(key) for key in through if key not in gone),))


def _outcome(table: PlayedTable, gone: set[int]) -> TableOutcome:
    """The table with those who renounced behind the others."""
    seats = sorted(zip(table.order, table.points, strict=True), key=lambda seat: seat[0] in gone)
    return TableOutcome(table.number, tuple(who for who, _ in seats), tuple(points for _, points in seats))


def _decided(outcome: TableOutcome, settled: Iterable[Resolution]) -> TableOutcome:
    """Points with a settled tie's order in them: whoever was put first is ahead by less than any real point."""
    shift: dict[Key, Fraction] = {}
    for one in settled:
        shift |= {player: Fraction(len(one.order) - index, 1000) for index, player in enumerate(one.order)}
    points = tuple(
        Fraction(value) + shift.get(player, Fraction(0))
        for player, value in zip(outcome.order, outcome.points, strict=True)
    )
    return replace(outcome, points=points)


# --- the final ranking ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class FinalRanking:
    """The ranking of the whole tournament, the finalists first, with the people in it."""

    places: tuple[FinalPlace, ...]
    entrants: Mapping[int, Entrant]
    ranked: StageStandings | None

    def entrant_of(self, place: FinalPlace) -> Entrant:
        """The entrant of a line."""
        return self.entrants[entrant_id(place.player)]


def final_round(stage: Stage) -> Round | None:
    """The round in which the final is played, once it exists."""
    rounds, decided = knockout_rounds(stage), plan_of(stage)
    length = len(decided.structure) if decided.way is Way.ELIMINATION else 2 - (not _has_semifinals(decided))
    return rounds[length - 1] if len(rounds) >= length else None


def _has_semifinals(decided: KnockoutPlan) -> bool:
    return bool(decided.shape and decided.shape.semifinals)


def final_ranking(tournament: Tournament) -> FinalRanking | None:
    """Finalists by their final, then all others by qualifying total and lost semifinal; None before the final is decided.

    In a knockout by 12.3 the others follow by the round they reached, then by the points they made in it.
    """
    stage = knockout_stage(tournament)
    last = final_round(stage) if stage else None
    if stage is None or last is None:
        return None
    tables = played_tables(last)
    if not tables or not all(table.order for table in tables):
        return None
    finals = [table.order for table in tables]
    ranked = drawn_ranked_stage(tournament)
    standings = standings_for_stage(ranked, name=full_name) if ranked else None
    entrants = standings.entrants if standings else _entrants_of(tournament)
    if plan_of(stage).way is Way.ELIMINATION and standings is None:
        places = _by_round_reached(stage, last, finals)
    else:
        places = rank_finals(finals, _contenders(stage, standings, finals))
    return FinalRanking(places, entrants, standings)


def _entrants_of(tournament: Tournament) -> dict[int, Entrant]:
    return {one.pk: one for one in tournament.entrants.select_related("person", "club", "team")}


def _contenders(
    stage: Stage, standings: StageStandings | None, finals: Sequence[Sequence[int]]
) -> list[Contender]:
    """Everybody else in the ranking: the qualifying total, the rank at the cut, the points of a lost game."""
    if standings is None:
        return []
    finalists = {who for final in finals for who in final}
    ranks = {place.player: place.rank for place in plan_of(stage).standing}
    lost = _knockout_points(stage)
    return [
        Contender(
            who, Fraction(standings.figure(row.total)), ranks.get(who, row.rank), lost.get(who, Fraction(0))
        )
        for row in standings.rows
        if row.rank is not None and (who := entrant_id(row.player.key)) not in finalists
    ]


def _knockout_points(stage: Stage) -> dict[int, Fraction]:
    """What each player's knockout games are worth by the formula."""
    standings = standings_for_stage(stage, name=full_name)
    return {
        entrant_id(row.player.key): sum(
            (Fraction(standings.figure(game)) for game in row.games if game is not None), Fraction(0)
        )
        for row in standings.rows
    }


def _by_round_reached(stage: Stage, last: Round, finals: Sequence[Sequence[int]]) -> tuple[FinalPlace, ...]:
    """The final in front, then round by round backwards; level players share the rank."""
    places = list(rank_finals(finals, ()))
    named = {place.player for place in places}
    for round_ in reversed([one for one in knockout_rounds(stage) if one.number < last.number]):
        points = {
            who: value
            for table in played_tables(round_)
            for who, value in zip(table.order, table.points, strict=True)
        }
        out = [Contender(who, value, 0) for who, value in points.items() if who not in named]
        offset = len(places)
        places += [replace(place, rank=place.rank + offset) for place in rank_finals((), out)]
        named |= {one.player for one in out}
    return tuple(places)


def ranking_document(ranking: FinalRanking) -> list[dict[str, object]]:
    """The ranking as an issued version stores it: like other standings, with `finalist` beside."""
    ranked = ranking.ranked
    rows: list[dict[str, object]] = []
    for place in ranking.places:
        row = ranked.standings.row_of(place.player) if ranked else None
        rows.append(
            {
                "entrant": place.player,
                "rank": place.rank,
                "total": None if place.total is None else plain(place.total),
                "games": [
                    None if game is None or not ranked else str(ranked.figure(game)) for game in row.games
                ]
                if row
                else [],
                "counted": list(row.counted) if row else [],
                "wins": row.wins if row else 0,
                "separated_by": None,
                "finalist": place.total is None,
            }
        )
    return rows


# --- what a correction has moved ------------------------------------------------------------------------


def moved_by_correction(stage: Stage, round_: Round) -> Preview:
    """Who sits in a drawn round but no longer belongs there, and who belongs there but does not sit; empty if none.

    For the first round after the cut the standing as it is now is compared with the frozen one.
    """
    if round_.number in plan_of(stage).accepted:
        return Preview()
    earlier = [one for one in knockout_rounds(stage) if one.number < round_.number]
    if not earlier:
        return moved_at_cut(stage, round_)
    result = advancement(stage, earlier[-1])
    if result.tie or result.missing:
        return Preview(tie=result.tie)
    seated = tuple(round_.seats.order_by("table__number", "turn_order").values_list("entrant_id", flat=True))
    return preview_advance(seated, result.players, started=seated if has_begun(round_) else ())


def has_begun(round_: Round) -> bool:
    """Whether a table of the round has a report."""
    return round_.tables.filter(submissions__isnull=False).exists()


def moved_at_cut(stage: Stage, round_: Round | None) -> Preview:
    """What the cut would be on the standing as it is now, against what it was when it was confirmed."""
    decided, ranked = plan_of(stage), drawn_ranked_stage(stage.tournament)
    if ranked is None or not decided.confirmed:
        return Preview()
    standings = standings_for_stage(ranked, after_round=decided.after_round, name=full_name)
    now = frozen_availability(standing_of(standings, decided.declined), decided)
    before = outcome_of(decided, decided.standing, ripescato_candidates(standings, decided.standing))
    after = outcome_of(decided, now, ripescato_candidates(standings, now))
    begun = set(round_.seats.values_list("entrant_id", flat=True)) if round_ and has_begun(round_) else set()
    if isinstance(before, SemifinalPlan) and not isinstance(after, Cut):
        return preview_semifinals(before, after, started=begun)
    if isinstance(before, TieAtCut):
        return Preview(tie=before)
    going = after if isinstance(after, TieAtCut) else qualified_ids(after)
    return preview_advance(qualified_ids(before), going, started=begun)


def frozen_availability(standing: Sequence[Place], decided: KnockoutPlan) -> tuple[Place, ...]:
    """The standing with everybody as available as at the cut: who leaves later is a renunciation, not a correction."""
    then = {place.player: place.available for place in decided.standing}
    return tuple(replace(place, available=then.get(place.player, place.available)) for place in standing)
