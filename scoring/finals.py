"""From the semifinals to the final ranking: who takes the seats of the finals, who replaces whom, who ends where.

A seat of a final belongs to a semifinal or to a direct finalist. When its holder renounces, the second of that
semifinal takes it, then its third, its fourth; when nobody of that table is left, the best second of the other
semifinals of the same final, then the best third, and so on. Renunciations are acts in the order in which they
happened: whoever took a seat keeps it, and each step of each chain is recorded. Who is "best" is asked of the
standing at the time of the cut, which the semifinals never change.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

from scoring.cut import Edge, Key, Place, Points, Resolution, TieAtCut


@dataclass(frozen=True, slots=True)
class Semifinal:
    """A played semifinal: the final it leads to, its number, its players from first to last with their points."""

    final: int
    number: int
    order: tuple[Key, ...]
    points: tuple[Points, ...] = ()


class Via(StrEnum):
    """How a finalist came to the seat."""

    DIRECT = "direct finalist"
    WINNER = "winner of the semifinal"
    SAME_TABLE = "next at the same table"
    OTHER_TABLE = "best placed at another table"


@dataclass(frozen=True, slots=True)
class FinalSeat:
    """A seat of a final; `table` is the semifinal it belongs to, `player` is None when it stays empty."""

    final: int
    table: int | None
    player: Key | None
    via: Via | None


class StepOutcome(StrEnum):
    """What became of one candidate of a chain."""

    TAKES_SEAT = "takes the seat"
    NOT_AVAILABLE = "renounced or withdrew before"
    SEATED_ALREADY = "is a finalist already"
    NOBODY_LEFT = "nobody is left: the final has a player fewer"
    LEFT_EMPTY = "the director leaves the seat empty"
    HELD_NO_SEAT = "held no seat: will be passed over"


@dataclass(frozen=True, slots=True)
class ChainStep:
    """One step: the seat that `vacated_by` left is offered to `candidate`, who came `place` at semifinal `table`."""

    vacated_by: Key
    outcome: StepOutcome
    candidate: Key | None = None
    table: int | None = None
    place: int | None = None


class BestBy(StrEnum):
    """What makes one of several seconds the best."""

    CUT_STANDING = "place in the standing at the cut"
    SEMIFINAL_POINTS = "points in the semifinal, then place in the standing at the cut"


@dataclass(frozen=True, slots=True)
class Act:
    """Something that happened to a seat: a player renounced, or the director left the seat of one empty."""

    player: Key
    leave_empty: bool = False
    resolutions: tuple[Resolution, ...] = ()


@dataclass(frozen=True, slots=True)
class Finals:
    """The seats of all the finals with everything that explains them."""

    seats: tuple[FinalSeat, ...]
    semifinals: tuple[Semifinal, ...]
    standing: tuple[Place, ...]
    direct: tuple[tuple[int, Key], ...] = ()
    best_by: BestBy = BestBy.CUT_STANDING
    acts: tuple[Act, ...] = ()
    steps: tuple[ChainStep, ...] = ()

    def players(self, final: int) -> tuple[Key, ...]:
        """The finalists of one final, direct finalists first, then by number of semifinal."""
        return tuple(seat.player for seat in self.seats if seat.final == final and seat.player is not None)

    @property
    def gone(self) -> frozenset[Key]:
        """Whoever renounced, and whoever had withdrawn by the time of the cut."""
        return frozenset(act.player for act in self.acts) | {
            row.player for row in self.standing if not row.available
        }


def open_finals(
    semifinals: Sequence[Semifinal],
    standing: Sequence[Place],
    *,
    direct: Sequence[tuple[int, Key]] = (),
    best_by: BestBy = BestBy.CUT_STANDING,
) -> Finals:
    """Seat the direct finalists, given as (final, player), and the winners of the semifinals.

    `standing` is the one of the cut. Raises ValueError for a semifinal without players or a player named twice.
    """
    named = [key for semifinal in semifinals for key in semifinal.order] + [key for _, key in direct]
    if len(set(named)) != len(named) or not all(semifinal.order for semifinal in semifinals):
        raise ValueError(
            "each semifinal has players, and each player plays one semifinal or is a direct finalist"
        )
    seats = (
        *(FinalSeat(final, None, key, Via.DIRECT) for final, key in direct),
        *(FinalSeat(one.final, one.number, one.order[0], Via.WINNER) for one in semifinals),
    )
    return Finals(seats, tuple(semifinals), tuple(standing), tuple(direct), best_by)


def renounce(finals: Finals, player: Key, *, resolutions: Sequence[Resolution] = ()) -> Finals | TieAtCut:
    """The finals after a player renounces, was withdrawn or disqualified, at any time before the final is played.

    Whoever holds no seat yet is passed over from now on. When several are equally the best, the tie is returned:
    call again with its resolution. Raises ValueError when the player is gone already.
    """
    return _perform(finals, Act(player, resolutions=tuple(resolutions)))


def leave_empty(finals: Finals, player: Key) -> Finals:
    """The finals after a finalist does not show and the director plays the final with a player fewer.

    Raises ValueError when the player holds no seat.
    """
    seat = _seat_of(finals, player)
    if seat is None:
        raise ValueError(f"{player} holds no seat of a final")
    empty = ChainStep(player, StepOutcome.LEFT_EMPTY, table=seat.table)
    return _recorded(
        finals, Act(player, leave_empty=True), seat, replace(seat, player=None, via=None), (empty,)
    )


def recompute(finals: Finals, semifinals: Sequence[Semifinal]) -> Finals | TieAtCut:
    """The finals after semifinals were corrected: the same acts in the same order, on the same cut standing."""
    redone: Finals | TieAtCut = open_finals(
        semifinals, finals.standing, direct=finals.direct, best_by=finals.best_by
    )
    for act in finals.acts:
        if isinstance(redone, TieAtCut):
            break
        seated = act.leave_empty and _seat_of(redone, act.player) is not None
        redone = leave_empty(redone, act.player) if seated else _perform(redone, act)
    return redone


def _perform(finals: Finals, act: Act) -> Finals | TieAtCut:
    """Walk the chain of one renunciation."""
    if act.player in finals.gone:
        raise ValueError(f"{act.player} renounced or withdrew before")
    seat = _seat_of(finals, act.player)
    if seat is None:
        step = ChainStep(act.player, StepOutcome.HELD_NO_SEAT)
        return replace(finals, acts=(*finals.acts, act), steps=(*finals.steps, step))
    after = replace(finals, acts=(*finals.acts, act))
    steps: list[ChainStep] = []
    for offered in _chain(after, seat):
        candidate = _best_of(after, offered, act.resolutions)
        if isinstance(candidate, TieAtCut):
            return candidate
        steps.append(_step(after, act.player, candidate))
        if steps[-1].outcome is StepOutcome.TAKES_SEAT:
            via = Via.SAME_TABLE if candidate.table == seat.table else Via.OTHER_TABLE
            return _recorded(finals, act, seat, replace(seat, player=candidate.key, via=via), tuple(steps))
    steps.append(ChainStep(act.player, StepOutcome.NOBODY_LEFT, table=seat.table))
    return _recorded(finals, act, seat, replace(seat, player=None, via=None), tuple(steps))


@dataclass(frozen=True, slots=True)
class _Candidate:
    """Someone to whom a seat may be offered: the semifinal, the place there from 1, the points there."""

    key: Key
    table: int
    place: int
    points: Fraction


def _chain(finals: Finals, seat: FinalSeat) -> Iterator[tuple[_Candidate, ...]]:
    """To whom the seat is offered, in turn: single players of its own semifinal, then the others by place.

    Of the others, those not free are offered one by one (and so recorded), the free ones as a group that shrinks.
    """
    own = [one for one in finals.semifinals if one.final == seat.final and one.number == seat.table]
    others = [one for one in finals.semifinals if one.final == seat.final and one.number != seat.table]
    for semifinal in own:
        yield from ((candidate,) for candidate in _candidates(semifinal)[1:])
    for place in range(2, 1 + max((len(one.order) for one in others), default=0)):
        level = [_candidates(one)[place - 1] for one in others if len(one.order) >= place]
        free = tuple(candidate for candidate in level if _is_free(finals, candidate.key))
        yield from ((candidate,) for candidate in level if candidate not in free)
        if free:
            yield free


def _candidates(semifinal: Semifinal) -> tuple[_Candidate, ...]:
    """The players of a semifinal as candidates, from first to last."""
    points = semifinal.points or (0,) * len(semifinal.order)
    return tuple(
        _Candidate(key, semifinal.number, place, Fraction(value))
        for place, (key, value) in enumerate(zip(semifinal.order, points, strict=True), 1)
    )


def _best_of(
    finals: Finals, offered: Sequence[_Candidate], resolutions: Iterable[Resolution]
) -> _Candidate | TieAtCut:
    """The best of those offered, or the tie of the best that no resolution settles."""
    merits = {candidate: _merit(finals, candidate) for candidate in offered}
    best = [candidate for candidate in offered if merits[candidate] == min(merits.values())]
    if len(best) == 1:
        return best[0]
    for resolution in resolutions:
        if set(resolution.order) == {candidate.key for candidate in best}:
            return next(candidate for candidate in best if candidate.key == resolution.order[0])
    return TieAtCut(Edge.SUBSTITUTE, 1, tuple(candidate.key for candidate in best), 1)


def _merit(finals: Finals, candidate: _Candidate) -> tuple[Fraction, int]:
    """Smaller is better. Who is not in the standing of the cut comes after all who are."""
    points = -candidate.points if finals.best_by is BestBy.SEMIFINAL_POINTS else Fraction(0)
    ranks = {row.player: row.rank for row in finals.standing}
    return points, ranks.get(candidate.key, len(ranks) + 1)


def _step(finals: Finals, vacated_by: Key, candidate: _Candidate) -> ChainStep:
    """What becomes of the candidate."""
    outcome = StepOutcome.TAKES_SEAT
    if candidate.key in finals.gone:
        outcome = StepOutcome.NOT_AVAILABLE
    elif _seat_of(finals, candidate.key):
        outcome = StepOutcome.SEATED_ALREADY
    return ChainStep(vacated_by, outcome, candidate.key, candidate.table, candidate.place)


def _is_free(finals: Finals, key: Key) -> bool:
    return key not in finals.gone and _seat_of(finals, key) is None


def _seat_of(finals: Finals, player: Key) -> FinalSeat | None:
    """The seat that a player holds."""
    return next((seat for seat in finals.seats if seat.player == player), None)


def _recorded(
    finals: Finals, act: Act, old: FinalSeat, new: FinalSeat, steps: tuple[ChainStep, ...]
) -> Finals:
    """The finals with one seat changed and the act and its steps on record."""
    seats = tuple(new if seat is old else seat for seat in finals.seats)
    return replace(finals, seats=seats, acts=(*finals.acts, act), steps=(*finals.steps, *steps))


@dataclass(frozen=True, slots=True)
class Contender:
    """Someone who did not reach a final: qualifying points, points of a lost semifinal, rank at the cut."""

    player: Key
    qualifying: Points
    rank_at_cut: int
    semifinal: Points = 0

    @property
    def total(self) -> Fraction:
        """The points by which the final ranking orders the others."""
        return Fraction(self.qualifying) + Fraction(self.semifinal)


@dataclass(frozen=True, slots=True)
class FinalPlace:
    """A line of the final ranking; `total` is None for a finalist, whom the final alone ranks."""

    rank: int
    player: Key
    total: Fraction | None


def final_ranking(finals: Sequence[Sequence[Key]], others: Sequence[Contender]) -> tuple[FinalPlace, ...]:
    """The finalists first, equal places of parallel finals sharing a rank; then the others by total.

    Each final lists its players from first to last. Equal totals are ordered by rank at the cut, which the
    semifinals do not change; those level there too share the rank, and the next is skipped. Raises ValueError when a
    player is named twice.
    """
    named = [player for final in finals for player in final] + [one.player for one in others]
    if len(set(named)) != len(named):
        raise ValueError("the final ranking names each player once")
    ranking: list[FinalPlace] = []
    for place in range(max(map(len, finals), default=0)):
        level = [final[place] for final in finals if place < len(final)]
        ranking += [FinalPlace(len(ranking) + 1, player, None) for player in level]
    ordered = sorted(others, key=lambda one: (-one.total, one.rank_at_cut))
    merits = [(-one.total, one.rank_at_cut) for one in ordered]
    reached = len(ranking) + 1
    ranking += [
        FinalPlace(reached + merits.index(merit), one.player, one.total)
        for one, merit in zip(ordered, merits, strict=True)
    ]
    return tuple(ranking)
