"""The cut as it follows from the standing at this moment and from what the director has settled so far."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Exists, OuterRef

from scoring.bands import RipescatoCandidate, SemifinalPlan, choose_ripescati, plan_semifinals
from scoring.cut import Cut, Edge, Place, TieAtCut, cut, settle
from scoring.knockout import Structure, plan
from scoring.thresholds import THRESHOLD_TABLES, Selection, ThresholdTable, finals_for
from tournament.models import Entrant, EntrantState, Round, RoundState, Stage, StageKind, Tournament
from tournament.selectors.knockout_plan import KnockoutPlan, Way, entrant_id, plan_of
from tournament.selectors.standings import StageStandings, full_name, standings_for_stage

Outcome = SemifinalPlan | Cut | TieAtCut


def knockout_stage(tournament: Tournament) -> Stage | None:
    """The tournament's knockout stage, confirmed or still being prepared."""
    return tournament.stages.filter(kind=StageKind.KNOCKOUT).order_by("position").last()


def drawn_ranked_stage(tournament: Tournament) -> Stage | None:
    """The stage with the qualifying rounds, None when none of them was drawn."""
    drawn = Exists(Round.objects.filter(stage=OuterRef("pk")))
    return tournament.stages.filter(drawn, kind=StageKind.RANKED).select_related("tournament").first()


def last_ranked_round(stage: Stage) -> Round | None:
    """The last round of the ranked stage that is not a draft."""
    return stage.rounds.exclude(state=RoundState.DRAFT).order_by("-number").first()


def is_available(entrant: Entrant) -> bool:
    """Whether somebody can still be seated."""
    return not entrant.is_out and entrant.state != EntrantState.ABSENT


def groups_of(entrant: Entrant) -> frozenset[str]:
    """Club and family, which a draw keeps apart."""
    club = {f"club {entrant.club_id}"} if entrant.club_id else set()
    family = {f"family {entrant.group}"} if entrant.group else set()
    return frozenset(club | family)


def standing_of(standings: StageStandings, declined: Sequence[int] = ()) -> tuple[Place, ...]:
    """The ranked rows as the cut reads them; whoever withdrew or declined stays in, not available."""
    return tuple(
        Place(
            entrant.pk,
            row.rank,
            Fraction(standings.figure(row.total)),
            row.wins,
            groups_of(entrant),
            is_available(entrant) and entrant.pk not in declined,
        )
        for row in standings.rows
        if row.rank is not None and (entrant := standings.entrant_of(row))
    )


def players_of_last_round(standings: StageStandings) -> int:
    """How many played the last qualifying round: the number that the threshold tables ask about."""
    rounds = standings.games.rounds
    return sum(len(table.seats) for table in rounds[-1].tables) if rounds else 0


@dataclass(frozen=True)
class CutInPreparation:
    """The cut page's facts: the plan so far, the live standing, and what follows from both."""

    stage: Stage
    plan: KnockoutPlan
    standings: StageStandings | None
    standing: tuple[Place, ...]
    entrants: Mapping[int, Entrant]
    outcome: Outcome

    @property
    def tie(self) -> TieAtCut | None:
        """The tie that the director must settle before anything else, if there is one."""
        return self.outcome if isinstance(self.outcome, TieAtCut) else None


def cut_in_preparation(stage: Stage) -> CutInPreparation:
    """What the stage's plan gives on the standing as it is now (frozen once confirmed)."""
    decided = plan_of(stage)
    ranked = drawn_ranked_stage(stage.tournament)
    if ranked is None:
        entrants = {one.pk: one for one in _everybody_in(stage.tournament, decided)}
        standing = decided.standing or drawn_standing(entrants.values(), decided.declined)
        return CutInPreparation(stage, decided, None, standing, entrants, outcome_of(decided, standing))
    standings = standings_for_stage(ranked, after_round=decided.after_round or None, name=full_name)
    standing = decided.standing if decided.confirmed else standing_of(standings, decided.declined)
    outcome = outcome_of(decided, standing, ripescato_candidates(standings, standing))
    return CutInPreparation(stage, decided, standings, standing, standings.entrants, outcome)


def _everybody_in(tournament: Tournament, decided: KnockoutPlan) -> list[Entrant]:
    if not decided.confirmed:
        return present_for_knockout(tournament)
    playing = [entrant_id(place.player) for place in decided.standing]
    return list(
        tournament.entrants.filter(pk__in=playing).select_related("person", "club").order_by("number")
    )


def present_for_knockout(tournament: Tournament) -> list[Entrant]:
    """Those who play a knockout from the start."""
    present = tournament.entrants.filter(state=EntrantState.CHECKED_IN, is_standby=False)
    return list(present.select_related("person", "club").order_by("number"))


def drawn_standing(entrants: Iterable[Entrant], declined: Sequence[int]) -> tuple[Place, ...]:
    """A knockout from the start has no standing: everybody in, by number, on ranks of their own."""
    return tuple(
        Place(one.pk, rank, groups=groups_of(one), available=one.pk not in declined)
        for rank, one in enumerate(entrants, start=1)
    )


def outcome_of(
    decided: KnockoutPlan, standing: Sequence[Place], candidates: Sequence[RipescatoCandidate] = ()
) -> Outcome:
    """Who goes on, or the first tie that is not settled."""
    if decided.way is Way.ELIMINATION:
        places = decided.structure[0].entrants
        return cut(settle(standing, decided.resolutions), places)
    return _semifinal_outcome(decided, standing, candidates)


def _semifinal_outcome(
    decided: KnockoutPlan, standing: Sequence[Place], candidates: Sequence[RipescatoCandidate]
) -> SemifinalPlan | TieAtCut:
    shape = decided.shape
    if shape is None:
        raise ValueError("a plan with semifinals has a shape")
    saved = [one for one in decided.resolutions if one.tie.edge is Edge.RIPESCATO]
    settled = [one for one in decided.resolutions if one.tie.edge is not Edge.RIPESCATO]
    outcome = plan_semifinals(standing, shape, resolutions=settled)
    if isinstance(outcome, TieAtCut) or not shape.ripescati:
        return outcome
    qualified = {place.player for place in outcome.cut.qualified}
    rest = [one for one in candidates if one.place.player not in qualified]
    chosen = choose_ripescati(rest, shape.ripescati, minimum_games=decided.minimum_games, resolutions=saved)
    if isinstance(chosen, TieAtCut):
        return chosen
    known = {place.player: place for place in settle(standing, settled)}
    return plan_semifinals(
        standing, shape, resolutions=settled, ripescati=[known[one.player] for one in chosen]
    )


def ripescato_candidates(
    standings: StageStandings, standing: Sequence[Place]
) -> tuple[RipescatoCandidate, ...]:
    """Everybody in the standing with the best single game and the number of games played."""
    candidates = []
    for place in standing:
        games = [game for game in standings.standings.row_of(place.player).games if game is not None]
        best = Fraction(standings.figure(max(games, default=0)))
        candidates.append(RipescatoCandidate(place, best, len(games)))
    return tuple(candidates)


def threshold_table(tournament: Tournament) -> ThresholdTable:
    """The table of the tournament's plan: one by name, or its own document; else the raduno's."""
    chosen = tournament.plan.get("cut")
    if isinstance(chosen, dict):
        return ThresholdTable.from_document(chosen)
    return THRESHOLD_TABLES.get(str(chosen), THRESHOLD_TABLES["raduno"])


def selection_for(table: ThresholdTable, standings: StageStandings) -> Selection:
    """The shape that a threshold table gives for this standing. Raises ValueError for too few players."""
    return finals_for(table, players_of_last_round(standings), standing_of(standings))


def structures_for(entrants: int, limit: int = 8) -> tuple[Structure, ...]:
    """The knockouts by 12.3 for so many entrants, the most regular first."""
    return plan(entrants)[:limit]


def qualified_ids(outcome: SemifinalPlan | Cut) -> tuple[int, ...]:
    """Whoever goes on, best first, the ripescati last."""
    cut_made = outcome.cut if isinstance(outcome, SemifinalPlan) else outcome
    saved = outcome.ripescati if isinstance(outcome, SemifinalPlan) else ()
    return tuple(entrant_id(place.player) for place in (*cut_made.qualified, *saved))
