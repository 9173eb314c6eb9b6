"""The cut: who goes on, and what happens when two are exactly level at its edge.

A standing is a sequence of `Place`, best first, in which players that no criterion separates share a rank. Whoever
is not available is skipped. A tie that matters is never settled in silence: every function here that would have to
choose returns a `TieAtCut` instead; the director settles it with a `Resolution` and asks again.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from typing import TypeAlias

from scoring.lots import Lots

Key: TypeAlias = int | str
Points: TypeAlias = int | Fraction | Decimal


@dataclass(frozen=True, slots=True)
class Place:
    """One row of a standing: a player, the rank (shared ranks skip), and what later stages ask about.

    `groups` are the clubs and families whose members are kept apart; `available` is false for whoever withdrew,
    was disqualified or declined.
    """

    player: Key
    rank: int
    total: Points = 0
    wins: int = 0
    groups: frozenset[str] = frozenset()
    available: bool = True


class Edge(StrEnum):
    """Which line in the standing a tie lies across."""

    DIRECT = "direct"
    BAND = "band"
    PARALLEL_SET = "parallel set"
    CUT = "cut"
    REMAINING = "best remaining"
    RIPESCATO = "ripescato"
    SUBSTITUTE = "substitute"


@dataclass(frozen=True, slots=True)
class TieAtCut:
    """Players exactly level across an edge: `inside` of the `tied` belong above it, which ones is undecided.

    `place` counts the available players above the edge.
    """

    edge: Edge
    place: int
    tied: tuple[Key, ...]
    inside: int

    @property
    def may_widen(self) -> bool:
        """Whether taking all the tied is a remedy: not where only the order of those already in is at stake."""
        return self.edge in {Edge.CUT, Edge.REMAINING, Edge.RIPESCATO}


class Remedy(StrEnum):
    """How a director settles a tie at the cut."""

    PLAY_OFF = "play-off table"
    LOTS = "lots"
    MORE_PLACES = "more places"


@dataclass(frozen=True, slots=True)
class Resolution:
    """A tie settled by the director: the order of the tied from now on, or so many places more."""

    remedy: Remedy
    tie: TieAtCut
    order: tuple[Key, ...]
    seed: int | None = None

    @property
    def extra_places(self) -> int:
        """How many go on beyond the planned number."""
        return len(self.tie.tied) - self.tie.inside if self.remedy is Remedy.MORE_PLACES else 0


@dataclass(frozen=True, slots=True)
class Cut:
    """The outcome of a cut: who is in, who was passed over because not available, who is the first left out."""

    qualified: tuple[Place, ...]
    skipped: tuple[Place, ...]
    first_out: Place | None


def by_play_off(tie: TieAtCut, order: Sequence[Key]) -> Resolution:
    """Settle by the result of an extra table. Raises ValueError unless `order` names exactly the tied."""
    if len(order) != len(tie.tied) or set(order) != set(tie.tied):
        raise ValueError(f"the play-off must rank exactly {tie.tied}, not {tuple(order)}")
    return Resolution(Remedy.PLAY_OFF, tie, tuple(order))


def by_lots(tie: TieAtCut, seed: int) -> Resolution:
    """Settle by lots from a seed that is stored; the order in which the tied were listed does not matter."""
    return Resolution(Remedy.LOTS, tie, Lots(seed).shuffled(sorted(tie.tied, key=_listed)), seed)


def by_more_places(tie: TieAtCut) -> Resolution:
    """Settle by taking all the tied. Raises ValueError where the tie is not about being in."""
    if not tie.may_widen:
        raise ValueError(f"more places cannot settle a tie at the {tie.edge} edge")
    return Resolution(Remedy.MORE_PLACES, tie, tie.tied)


def settle(standing: Sequence[Place], resolutions: Iterable[Resolution]) -> tuple[Place, ...]:
    """The standing with each tied group in its settled order, on distinct ranks.

    A resolution by more places changes no rank. Raises ValueError when one names a player twice or an unknown one.
    """
    settled = tuple(standing)
    for resolution in resolutions:
        if resolution.remedy is not Remedy.MORE_PLACES:
            settled = _reordered(settled, resolution.order)
    return settled


def cut(standing: Sequence[Place], places: int, *, edges: Mapping[int, Edge] | None = None) -> Cut | TieAtCut:
    """The first `places` available players, or the first tie across the cut or across one of the other `edges`.

    `edges` maps a place, counted among the available, to what ends after it. Raises ValueError for negative places
    or a standing that is not in order of rank.
    """
    if places < 0:
        raise ValueError(f"a cut takes 0 or more places, not {places}")
    check_order(standing)
    available = tuple(row for row in standing if row.available)
    lines = {**(edges or {}), places: Edge.CUT}
    for place in sorted(lines):
        if tie := tie_after(available, place, lines[place]):
            return tie
    qualified = available[:places]
    first_out = available[places] if places < len(available) else None
    return Cut(qualified, _skipped(standing, qualified), first_out)


def tie_after(rows: Sequence[Place], place: int, edge: Edge) -> TieAtCut | None:
    """The tie across the edge after the given place, if there is one."""
    if not 0 < place < len(rows) or rows[place - 1].rank != rows[place].rank:
        return None
    tied = tuple(row for row in rows if row.rank == rows[place].rank)
    first = next(index for index, row in enumerate(rows) if row.rank == tied[0].rank)
    return TieAtCut(edge, place, tuple(row.player for row in tied), place - first)


def check_order(standing: Sequence[Place]) -> None:
    """Raise ValueError when ranks fall or a player appears twice."""
    ranks = [row.rank for row in standing]
    if ranks != sorted(ranks):
        raise ValueError("a standing lists the best first: its ranks must not fall")
    if len({row.player for row in standing}) != len(standing):
        raise ValueError("a standing names each player once")


def _skipped(standing: Sequence[Place], qualified: Sequence[Place]) -> tuple[Place, ...]:
    """Those who stand above the last qualified but are not available."""
    if not qualified:
        return ()
    last = standing.index(qualified[-1])
    return tuple(row for row in standing[:last] if not row.available)


def _reordered(standing: tuple[Place, ...], order: tuple[Key, ...]) -> tuple[Place, ...]:
    """The named players, who share a rank, spread over the ranks from that one on; equal others follow them."""
    by_player = {row.player: row for row in standing}
    if len(set(order)) != len(order) or not by_player.keys() >= set(order):
        raise ValueError(f"a resolution names known players once each, not {order}")
    ranks = {by_player[player].rank for player in order}
    if len(ranks) != 1:
        raise ValueError("a resolution orders players who share one rank")
    shared = ranks.pop()
    named = [replace(by_player[player], rank=shared + shift) for shift, player in enumerate(order)]
    others = [
        replace(row, rank=shared + len(order))
        for row in standing
        if row.rank == shared and row.player not in order
    ]
    above = [row for row in standing if row.rank < shared]
    return (*above, *named, *others, *(row for row in standing if row.rank > shared))


def _listed(player: Key) -> tuple[bool, int, str]:
    """Numbers first, then names: one order for keys of either kind."""
    return (False, player, "") if isinstance(player, int) else (True, 0, player)
