"""Standings as they follow from the confirmed games at this moment, and the versions that were issued.

`scoring/` computes; here the games, people and penalties of a stage are fetched and handed over.
"""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

from django.db.models import Q

from scoring.formulas import Formula
from scoring.sheet import Adjustments, Leaver, Penalty, Player, Policy, Sheet
from scoring.standings import Row, Standings, rank
from tournament.models import Entrant, EntrantState, SanctionEffect, Stage, StandingsVersion, Tournament
from tournament.models import Penalty as GivenPenalty
from tournament.selectors.games import PlayedGames, games_for_stage

Naming = Callable[[Entrant], str]


def public_name(entrant: Entrant) -> str:
    """The name that anybody may read."""
    return entrant.public_name


def full_name(entrant: Entrant) -> str:
    """The name that those who work in the hall read."""
    return entrant.full_name


@dataclass(frozen=True)
class StageStandings:
    """The standings of a stage with what is needed to show and explain them.

    `entrants` are keyed by id, as the rows' players are; `numbers` are the tournament's round numbers behind
    the columns; `closed_through` is the last round of an unbroken run of closed ones.
    """

    stage: Stage
    formula: Formula
    sheet: Sheet
    standings: Standings
    entrants: dict[int, Entrant]
    games: PlayedGames

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows, best first; without a rank at the end."""
        return self.standings.rows

    @property
    def numbers(self) -> tuple[int, ...]:
        """The round number of each column."""
        return tuple(played.number for played in self.games.rounds)

    @cached_property
    def decimals(self) -> int:
        """The decimals that the figures need: those of the formula, less those that are zero everywhere."""
        digits = self.formula.digits
        figures = {units for row in self.rows for units in (row.total, *row.games) if units is not None}
        while digits and all(units % 10 ** (self.formula.digits - digits + 1) == 0 for units in figures):
            digits -= 1
        return digits

    def figure(self, units: int) -> Decimal:
        """A total or a game as people read it, exactly, with as many decimals as the whole page needs."""
        return Decimal(units).scaleb(-self.formula.digits).quantize(Decimal(1).scaleb(-self.decimals))

    def entrant_of(self, row: Row) -> Entrant:
        """The entrant that a row is about."""
        return self.entrants[row.player.key]  # type: ignore[index]  # the keys handed over are entrant ids


def standings_for_stage(
    stage: Stage, *, after_round: int | None = None, name: Naming = public_name
) -> StageStandings:
    """The standings of a stage after a round of the tournament (None: all confirmed results so far).

    Six queries whatever the size.
    """
    tournament = stage.tournament
    games = games_for_stage(stage, through=after_round)
    entrants = {entrant.pk: entrant for entrant in _players(tournament)}
    formula = Formula.from_document(tournament.formula)
    adjustments = adjustments_for(tournament, entrants, after_round)
    sheet = games.sheet(formula, adjustments)
    players = [
        Player(
            key=entrant.pk,
            name=name(entrant),
            team=_team(entrant),
            takes_part=not entrant.is_out,
        )
        for entrant in entrants.values()
    ]
    return StageStandings(stage, formula, sheet, rank(sheet, players), entrants, games)


def _players(tournament: Tournament) -> list[Entrant]:
    """Everybody present or ever seated, once."""
    seated = Q(pk__in=tournament.rounds.exclude(state="draft").values("seats__entrant"))
    chosen = tournament.entrants.filter(Q(state=EntrantState.CHECKED_IN) | seated)
    return list(chosen.select_related("person", "club", "team"))


def _team(entrant: Entrant) -> str | None:
    if entrant.team:
        return entrant.team.name
    return entrant.club.name if entrant.club else None


def adjustments_for(
    tournament: Tournament, entrants: dict[int, Entrant], after_round: int | None
) -> Adjustments:
    """Penalties in force, and what becomes of those who left or stand outside the ranking."""
    given = GivenPenalty.objects.filter(
        tournament=tournament, revoked_at=None, effect=SanctionEffect.POINTS
    ).select_related("round")
    if after_round is not None:
        given = given.filter(Q(round=None) | Q(round__number__lte=after_round))
    leavers = (Leaver(pk, policy) for pk, entrant in entrants.items() if (policy := policy_for(entrant)))
    return Adjustments(
        penalties=tuple(Penalty(penalty.entrant_id, penalty.points, penalty.reason) for penalty in given),
        leavers=tuple(leavers),
    )


def policy_for(entrant: Entrant) -> Policy | None:
    """What becomes of the games of somebody who is out or plays outside the ranking; None for all others."""
    if entrant.games_void:
        return Policy.VOID
    if not entrant.in_ranking or entrant.state == EntrantState.DISQUALIFIED:
        return Policy.UNRANKED
    return None


def stage_for_standings(tournament: Tournament) -> Stage | None:
    """The stage whose standings are the tournament's: the ranked one, else the first."""
    return tournament.stages.order_by("-kind", "position").first()


def versions_for_stage(stage: Stage) -> list[StandingsVersion]:
    """Every issued version, newest first, without its rows."""
    return list(stage.standings_versions.defer("rows").order_by("-after_round", "-version"))


def document_of(standings: StageStandings) -> list[dict[str, object]]:
    """The rows as they are stored in an issued version: figures as exact decimal strings, people by id."""
    return [
        {
            "entrant": row.player.key,
            "rank": row.rank,
            "total": str(standings.figure(row.total)),
            "games": [None if game is None else str(standings.figure(game)) for game in row.games],
            "counted": list(row.counted),
            "wins": row.wins,
            "separated_by": row.separated_by.name if row.separated_by else None,
        }
        for row in standings.rows
    ]
