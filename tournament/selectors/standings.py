"""Standings as they follow from the confirmed games at this moment, and the versions that were issued.

`scoring/` computes; here the games, people and penalties of a stage are fetched and handed over.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from functools import cached_property
from math import gcd
from typing import NamedTuple

from django.db.models import Q

from scoring.adjustments import Adjustments, Leaver, Penalty, Policy, SitOut
from scoring.criteria import Code, Criterion
from scoring.formulas import Formula
from scoring.sheet import Player, Sheet
from scoring.standings import Row, Standings, rank
from tournament.models import (
    Entrant,
    EntrantState,
    Person,
    RoundState,
    SanctionEffect,
    Seat,
    Stage,
    StandingsVersion,
    Tournament,
)
from tournament.models import Penalty as GivenPenalty
from tournament.selectors.formulas import formula_of
from tournament.selectors.games import LAST, PlayedGames, games_for_stage
from tournament.selectors.prepared import Prepared, names_of
from tournament.selectors.public import Named

Naming = Callable[[Named], str]


def public_name(entrant: Named) -> str:
    """The name that anybody may read."""
    return entrant.public_name


def full_name(entrant: Named) -> str:
    """The name that those who work in the hall read."""
    return entrant.full_name


class Competitor(NamedTuple):
    """What a standing shows of an entrant, as it is read: whole rows of 300 people would cost more than all the rest."""

    pk: int
    person_id: int | None
    first_name: str
    last_name: str
    public_key: str
    consent_name: bool
    number: int
    stand_in_name: str
    club_name: str | None
    team_name: str | None
    state: str
    in_ranking: bool
    games_void: bool
    entry_credit: int

    @property
    def full_name(self) -> str:
        """The real name; that of a stand-in without a person is its own."""
        return self.stand_in_name if self.person_id is None else f"{self.first_name} {self.last_name}".strip()

    @property
    def public_name(self) -> str:
        """The name on every public surface."""
        if self.consent_name or self.person_id is None:
            return self.full_name
        return Person(public_key=self.public_key).pseudonym

    @property
    def club(self) -> str:
        """The club's name, empty without one."""
        return self.club_name or ""

    @property
    def team(self) -> str:
        """The team's name, empty without one."""
        return self.team_name or ""

    @property
    def is_out(self) -> bool:
        """True when withdrawn or disqualified."""
        return self.state in OUT


OUT = {EntrantState.WITHDRAWN, EntrantState.DISQUALIFIED}


@dataclass(frozen=True)
class StageStandings:
    """The standings of a stage with what is needed to show and explain them.

    `competitors` and `entrants` are keyed by id, as the rows' players are; `players` are the competitors as `scoring/`
    knows them; `numbers` are the tournament's round numbers behind the columns; `version_beside_results` is the
    tournament's, as it was.
    """

    stage: Stage
    formula: Formula
    sheet: Sheet
    standings: Standings
    competitors: dict[int, Competitor]
    players: list[Player]
    games: PlayedGames
    version_beside_results: int

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
        figures = {row.tally.total for row in self.rows}.union(*[row.tally.games for row in self.rows])
        common = gcd(*[units for units in figures if units])
        while digits and common % 10 ** (self.formula.digits - digits + 1) == 0:
            digits -= 1
        return digits

    @cached_property
    def _figures(self) -> dict[int, Decimal]:
        return {}

    def figure(self, units: int) -> Decimal:
        """A total or a game as people read it, exactly, with as many decimals as the whole page needs."""
        known = self._figures.get(units)
        if known is None:
            whole = Decimal(units).scaleb(-self.formula.digits)
            known = self._figures[units] = whole.quantize(Decimal(1).scaleb(-self.decimals))
        return known

    @cached_property
    def texts(self) -> "Texts":
        """Figures as exact decimal strings, by their units."""
        return Texts(self.formula.digits, self.decimals)

    def competitor_of(self, row: Row) -> Competitor:
        """What a page shows of the one that a row is about."""
        return self.competitors[row.player.key]  # type: ignore[index]  # the keys handed over are entrant ids

    @cached_property
    def entrants(self) -> dict[int, Entrant]:
        """The entrants themselves, for those who act on them; one query more."""
        chosen = self.stage.tournament.entrants.filter(pk__in=self.competitors)
        return {entrant.pk: entrant for entrant in chosen.select_related("person", "club", "team")}

    def entrant_of(self, row: Row) -> Entrant:
        """The entrant that a row is about."""
        return self.entrants[row.player.key]  # type: ignore[index]  # the keys handed over are entrant ids


class Texts(dict[int, str]):
    """Figures in units of 10**-digits as text with so many decimals; of thousands only some hundred differ."""

    def __init__(self, digits: int, decimals: int) -> None:
        super().__init__()
        self._decimals = decimals
        self._step: int = 10 ** (digits - decimals)

    def __missing__(self, units: int) -> str:
        self[units] = text = decimal_text(units // self._step, self._decimals)
        return text


def decimal_text(units: int, decimals: int) -> str:
    """So many units of 10**-decimals as an exact decimal string, as `str` has the Decimal."""
    if not decimals:
        return str(units)
    whole, part = divmod(abs(units), 10**decimals)
    return f"{'-' if units < 0 else ''}{whole}.{part:0{decimals}}"


def standings_for_stage(
    stage: Stage,
    *,
    after_round: int | None = None,
    name: Naming = public_name,
    before: StageStandings | None = None,
) -> StageStandings:
    """The standings of a stage after a round of the tournament (None: all confirmed results so far).

    Four queries whatever the size, one more where the formula makes a sit-out worth something. Of earlier standings
    of the stage after the same round with the same names, given as `before`, what no change touches is taken over:
    the same standings in less time, with two queries where nothing but results has changed, one where no result has.
    """
    tournament = stage.tournament
    version = tournament.version_beside_results
    same = before if before and before.version_beside_results == version else None
    games = games_for_stage(stage, through=after_round, known=same.games if same else None)
    if same and not games.players <= same.competitors.keys():
        # More than a result was saved since the tournament was read: nothing of what was before is sure.
        return standings_for_stage(stage, after_round=after_round, name=name)
    formula = _with_decision(formula_of(tournament), stage, games)
    if same:
        competitors, players, adjustments = same.competitors, same.players, same.sheet.adjustments
    else:
        competitors = {one.pk: one for one in _competitors(tournament)}
        players = _players(competitors.values(), name)
        adjustments = adjustments_for(tournament, competitors, after_round)
    if formula.discards.sit_out_points is not None:
        adjustments = replace(adjustments, sit_outs=sit_outs_of(stage, formula, games))
    sheet = games.sheet(formula, adjustments, (before.games, before.sheet) if before else None)
    return StageStandings(stage, formula, sheet, rank(sheet, players), competitors, players, games, version)


BY_HAND = "by_hand"
"""Where a stage's plan keeps what a director decided between level players: `after_round`, `order`, `reason`."""


def _with_decision(formula: Formula, stage: Stage, games: PlayedGames) -> Formula:
    """The formula with the director's decision as its last criterion, in the standings that it was made for."""
    decision = stage.plan.get(BY_HAND)
    if not decision or decision["after_round"] != games.last_number:
        return formula
    order = tuple(str(who) for who in decision["order"])
    return replace(
        formula, criteria=(*formula.criteria, Criterion(Code.MANUAL, order=order, reason=decision["reason"]))
    )


def _players(competitors: Iterable[Competitor], name: Naming) -> list[Player]:
    return [
        Player(one.pk, name(one), one.team_name or one.club_name or None, one.state not in OUT)
        for one in competitors
    ]


def standings_as_if(shown: StageStandings, changed: Competitor, *, name: Naming = full_name) -> Standings:
    """The standings shown, all results so far, as they would be if a competitor were another; one or two queries."""
    competitors = shown.competitors | {changed.pk: changed}
    adjustments = adjustments_for(shown.stage.tournament, competitors, None)
    if shown.formula.discards.sit_out_points is not None:
        adjustments = replace(adjustments, sit_outs=sit_outs_of(shown.stage, shown.formula, shown.games))
    sheet = shown.games.sheet(shown.formula, adjustments)
    return rank(sheet, _players(competitors.values(), name))


def _competitors(tournament: Tournament) -> list[Competitor]:
    """Everybody present or ever seated, once."""
    return list(map(Competitor._make, COMPETITORS.rows(tournament.pk, tournament.pk)))


COLUMNS = {
    "first_name": "person__first_name",
    "last_name": "person__last_name",
    "public_key": "person__public_key",
    "consent_name": "person__consent_name",
    "club_name": "club__name",
    "team_name": "team__name",
}
"""Where a competitor's fields are read that are not the entrant's own."""

COMPETITORS = Prepared(
    lambda tournament, same: Entrant.objects.filter(
        Q(state=EntrantState.CHECKED_IN)
        | Q(
            pk__in=Seat.objects.filter(round__tournament=same)
            .exclude(round__state=RoundState.DRAFT)
            .values("entrant")
        ),
        tournament=tournament,
    ).values_list(*[COLUMNS.get(name, name) for name in Competitor._fields]),
    int,
    int,
)


def adjustments_for(
    tournament: Tournament, competitors: dict[int, Competitor], after_round: int | None
) -> Adjustments:
    """Penalties in force, credits for late entries, and what becomes of those who left or stand outside the ranking."""
    given = PENALTIES.rows(tournament.pk, LAST if after_round is None else after_round)
    apart = [one for one in competitors.values() if one.games_void or not one.in_ranking or one.state in OUT]
    leavers = (Leaver(one.pk, policy) for one in apart if (policy := policy_for(one)))
    penalties = [Penalty(*penalty) for penalty in given]
    credits_ = [Penalty(pk, -one.entry_credit) for pk, one in competitors.items() if one.entry_credit]
    return Adjustments(
        penalties=(*penalties, *credits_),
        leavers=tuple(leavers),
    )


PENALTIES = Prepared(
    lambda tournament, last: (
        GivenPenalty.objects.filter(tournament=tournament, revoked_at=None, effect=SanctionEffect.POINTS)
        .filter(Q(round=None) | Q(round__number__lte=last))
        .values_list("entrant_id", "points", "reason")
    ),
    int,
    int,
)


def sit_outs_of(stage: Stage, formula: Formula, games: PlayedGames) -> tuple[SitOut, ...]:
    """Who was made to sit out a closed round, and what the formula gives for it."""
    resting = dict(stage.rounds.filter(state=RoundState.CLOSED).values_list("number", "resting"))
    points = formula.discards.sit_out_points or 0
    rounds = enumerate(games.rounds, start=1)
    return tuple(SitOut(who, column, points) for column, one in rounds for who in resting.get(one.number, ()))


def policy_for(one: Competitor) -> Policy | None:
    """What becomes of the games of somebody who is out or plays outside the ranking; None for all others."""
    if one.games_void:
        return Policy.VOID
    if not one.in_ranking or one.state == EntrantState.DISQUALIFIED:
        return Policy.UNRANKED
    return None


def stage_for_standings(tournament: Tournament) -> Stage | None:
    """The stage whose standings are the tournament's: the ranked one, else the first."""
    found = STAGES.objects(Stage, tournament.pk)
    for stage in found:
        stage.tournament = tournament
    return found[0] if found else None


def stage_of_round(tournament: Tournament, number: int) -> Stage | None:
    """The stage of the round of this number."""
    found = Stage.objects.filter(tournament=tournament, rounds__number=number).first()
    if found:
        found.tournament = tournament
    return found


STAGES = Prepared(
    lambda tournament: (
        Stage.objects.filter(tournament=tournament)
        .order_by("-kind", "position")
        .values_list(*names_of(Stage))
    ),
    int,
)


class IssuedVersion(NamedTuple):
    """An issued version without its rows."""

    pk: int
    after_round: int
    version: int
    created_at: datetime
    reason: str


def versions_for_stage(stage: Stage) -> list[IssuedVersion]:
    """Every issued version, newest first."""
    return [IssuedVersion(*row) for row in VERSIONS.rows(stage.pk)]


VERSIONS = Prepared(
    lambda stage: (
        StandingsVersion.objects.filter(stage=stage)
        .order_by("-after_round", "-version")
        .values_list(*IssuedVersion._fields)
    ),
    int,
)


def document_of(standings: StageStandings) -> list[dict[str, object]]:
    """The rows as they are stored in an issued version: figures as exact decimal strings, people by id."""
    return [row_document(row, standings.texts) for row in standings.rows]


def row_document(row: Row, texts: Texts) -> dict[str, object]:
    """One row of `document_of`."""
    rank_, player, tally, separated_by = row
    return {
        "entrant": player.key,
        "rank": rank_,
        "total": texts[tally.total],
        "games": [None if game is None else texts[game] for game in tally.games],
        "counted": list(tally.counted),
        "wins": tally.wins,
        "separated_by": separated_by.name if separated_by else None,
    }
