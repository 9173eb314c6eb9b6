"""Standings: players in order, with the criterion that separates each from the next.

Players are ordered by the first criterion; those it leaves level go to the next one, and so on. Whoever the last
criterion leaves level shares a rank, and the ranks they fill are skipped: 39, 39, 39, 39, 43.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from scoring.adjustments import NO_ADJUSTMENTS, Adjustments
from scoring.criteria import Criterion
from scoring.formulas import FinalPlaces, Formula
from scoring.ordering import Group, Ordering, Separated, natural
from scoring.results import PlayerKey, TableResult
from scoring.sheet import Player, Sheet, Tally


class Row(NamedTuple):
    """A player's line. `rank` is None without a rank; `separated_by` is what puts it above the next line, None
    for the last, for a line without a rank and for one that shares its rank with the next."""

    rank: int | None
    player: Player
    tally: Tally
    separated_by: Criterion | None = None

    @property
    def total(self) -> int:
        """The total, in units of 10**-digits of the formula."""
        return self.tally.total

    @property
    def games(self) -> tuple[int | None, ...]:
        """The score of each round in units; None for a round not played."""
        return self.tally.games

    @property
    def counted(self) -> tuple[bool, ...]:
        """Whether each round counts in the total."""
        return self.tally.counted

    @property
    def wins(self) -> int:
        """How many games were won or shared."""
        return self.tally.wins


@dataclass(frozen=True, slots=True)
class Standings:
    """Everybody in order after `rounds` rounds; rows of equal rank are in the order of their names."""

    formula: Formula
    rounds: int
    rows: tuple[Row, ...]

    def row_of(self, player: PlayerKey) -> Row:
        """The player's row. Raises KeyError."""
        for row in self.rows:
            if row.player.key == player:
                return row
        raise KeyError(player)


@dataclass(frozen=True, slots=True)
class Change:
    """A player whose line differs between two standings; None where the player is missing."""

    player: Player
    before: Row | None
    after: Row | None


def standings(
    formula: Formula,
    rounds: Iterable[Iterable[TableResult]],
    players: Iterable[Player] = (),
    adjustments: Adjustments = NO_ADJUSTMENTS,
) -> Standings:
    """The standings of the rounds, in order; players without a game stand at the end with 0."""
    return rank(Sheet.of(formula, rounds, adjustments), players)


def rank(sheet: Sheet, players: Iterable[Player] = (), *, rounds: int | None = None) -> Standings:
    """The standings of a sheet after its first rounds (None: all).

    Those who have a game but are not among the players stand there by their key alone.
    """
    upto = sheet.rounds if rounds is None else min(rounds, sheet.rounds)
    people = _people(sheet, players)
    sheet.tallies(people, upto)
    ranked = sheet.ranked(people)
    ordered = Ordering(sheet, upto).ordered(ranked)
    rows = [*_ranked_rows(sheet, upto, people, ordered), *_unranked_rows(sheet, upto, people, set(ranked))]
    return Standings(sheet.formula, upto, tuple(rows))


def difference(before: Standings, after: Standings) -> tuple[Change, ...]:
    """Whose rank, total or games differ between two standings, in the order of the later ones."""
    earlier = {row.player.key: row for row in before.rows}
    later = {row.player.key for row in after.rows}
    changes = [Change(row.player, earlier.get(row.player.key), row) for row in after.rows]
    gone = [Change(row.player, row, None) for row in before.rows if row.player.key not in later]
    return tuple(change for change in (*changes, *gone) if _differs(change.before, change.after))


def _differs(before: Row | None, after: Row | None) -> bool:
    if before is None or after is None:
        return True
    return (before.rank, before.total, before.games, before.counted) != (
        after.rank,
        after.total,
        after.games,
        after.counted,
    )


def _people(sheet: Sheet, players: Iterable[Player]) -> dict[PlayerKey, Player]:
    everybody = {player.key: player for player in players}
    everybody |= {key: Player(key) for key in sheet.players_beside(everybody)}
    if sheet.formula.only_taking_part:
        return {key: player for key, player in everybody.items() if player.takes_part}
    return everybody


def _by_name(people: Mapping[PlayerKey, Player], group: Group) -> Group:
    return sorted(group, key=lambda key: (people[key].name.casefold(), natural(key)))


def _ranked_rows(
    sheet: Sheet, upto: int, people: Mapping[PlayerKey, Player], ordered: Separated
) -> Iterable[Row]:
    finals = sheet.formula.finals
    dense = finals.round if finals is not None and finals.places is FinalPlaces.DENSE else None
    tallies = sheet.tallies(people, upto)
    position = 1
    for number, (group, separated_by) in enumerate(ordered, start=1):
        place = position if dense is None or not _played(tallies[group[0]], dense) else number
        if len(group) == 1:
            yield Row(place, people[group[0]], tallies[group[0]], separated_by)
        else:
            *level, last = _by_name(people, group)
            yield from [Row(place, people[key], tallies[key]) for key in level]
            yield Row(place, people[last], tallies[last], separated_by)
        position += len(group)


def _played(tally: Tally, number: int) -> bool:
    return number <= len(tally.scores) and tally.scores[number - 1] is not None


def _unranked_rows(
    sheet: Sheet, upto: int, people: Mapping[PlayerKey, Player], ranked: set[PlayerKey]
) -> Iterable[Row]:
    left = [key for key in people if key not in ranked]
    for key in sorted(
        left, key=lambda key: (-sheet.tally(key, upto).total, people[key].name.casefold(), natural(key))
    ):
        yield Row(None, people[key], sheet.tally(key, upto))
