"""The smallest change to published tables when reality changes: somebody comes late, stays away, is swapped.

Tables already playing are locked and stay. Proposals come in the order of how many people must get up and move,
each with its cost by the criteria, and with every table whose size, and so its prize level, changes.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from seating.assessment import Assessment, assess_all
from seating.judge import Cost, Judge
from seating.proposals import Impossible, proposals_for
from seating.repair_search import Change, ChangeCode, Outcome, number_of, search_repairs
from seating.request import Defect, InvalidRequest, Request, Round
from seating.splits import FREE_POLICIES, Split
from seating.words import Words, counted


@dataclass(frozen=True, slots=True)
class TableChange:
    """A table whose size or share of the prize changes; size 0 is a table that does not exist."""

    number: int
    size_before: int
    size_after: int
    prize_before: Fraction
    prize_after: Fraction


@dataclass(frozen=True, slots=True)
class Repair:
    """One way to mend a round: its new tables (an empty one has been given up), and who must move."""

    tables: Round
    moved: tuple[str, ...]
    costs: tuple[Assessment, ...]
    table_changes: tuple[TableChange, ...]

    @property
    def words(self) -> Words:
        """Return the proposal in words."""
        move = counted(
            len(self.moved),
            Words("{n} person moves", "si sposta {n} persona", "{n} pessoa muda"),
            Words("{n} people move", "si spostano {n} persone", "{n} pessoas mudam"),
        )
        sizes = [
            _size_words(change) for change in self.table_changes if change.size_before != change.size_after
        ]
        parts = [move, *sizes, *_prize_words(self.table_changes)]
        return Words(
            "; ".join(part.en for part in parts),
            "; ".join(part.it for part in parts),
            "; ".join(part.pt for part in parts),
        )


def _size_words(change: TableChange) -> Words:
    return Words(
        "table {number}: {before} → {after} players",
        "tavolo {number}: {before} → {after} giocatori",
        "mesa {number}: {before} → {after} jogadores",
    ).format(number=change.number, before=change.size_before, after=change.size_after)


def _prize_words(changes: tuple[TableChange, ...]) -> Iterator[Words]:
    """Say once for each prize level which tables come to it."""
    levels: dict[tuple[Fraction, Fraction], list[int]] = {}
    for change in changes:
        if change.prize_before != change.prize_after and 0 not in (change.size_before, change.size_after):
            levels.setdefault((change.prize_before, change.prize_after), []).append(change.number)
    for (before, after), numbers in levels.items():
        yield Words(
            "prize {before}% → {after}% (tables {numbers})",
            "premio {before}% → {after}% (tavoli {numbers})",
            "prêmio {before}% → {after}% (mesas {numbers})",
        ).format(before=100 * before, after=100 * after, numbers=", ".join(map(str, numbers)))


def repair(
    request: Request,
    tables: Round,
    change: Change,
    *,
    locked: frozenset[int] = frozenset(),
    proposals: int = 5,
) -> tuple[Repair, ...]:
    """Return up to ``proposals`` repairs, the fewest people moved first, then the least cost.

    ``request`` is that of the round: its history does not hold ``tables``, its present are those before the
    change. ``locked`` are the numbers, from 1, of tables already playing. An empty answer means that only
    the locked tables could be changed. Raises InvalidRequest when the change names somebody impossible, and
    Impossible with proposals when the number of people left has no legal tables.
    """
    _verify(tables, change)
    after = _request_after(request, change)
    if change.code in (ChangeCode.SWAP, ChangeCode.WRONG_NAME):
        outcomes = _exchanges(tables, change, locked)
    else:
        outcomes = search_repairs(after, tables, change, locked, proposals)
    judge = Judge(after, len(tables))
    ranked = _distinct(sorted(((moved, judge.total(seats), seats) for seats, moved in outcomes), key=_rank))
    if not ranked and change.code is not ChangeCode.LATE_ARRIVAL:
        _refuse_impossible(after)
    return tuple(_finished(after, tables, seats, moved) for moved, _, seats in _chosen(ranked, proposals))


Ranked = tuple[tuple[str, ...], Cost, Round]


def _rank(ranked: Ranked) -> tuple[int, Cost, Round]:
    moved, cost, seats = ranked
    return len(moved), cost, seats


def _distinct(ranked: list[Ranked]) -> list[Ranked]:
    """Keep the best of those that move the same people away from the same tables."""
    best: dict[tuple[frozenset[str], tuple[int, ...]], Ranked] = {}
    for candidate in ranked:
        moved, _cost, seats = candidate
        best.setdefault((frozenset(moved), tuple(map(len, seats))), candidate)
    return list(best.values())


def _chosen(ranked: list[Ranked], wanted: int) -> list[Ranked]:
    """Choose the best for each number moved that buys something, then the next in order."""
    worth: list[Ranked] = []
    for candidate in ranked:
        if not worth or (len(candidate[0]) > len(worth[-1][0]) and candidate[1] < worth[-1][1]):
            worth.append(candidate)
    rest = [candidate for candidate in ranked if candidate not in worth]
    return sorted((worth[:wanted] + rest)[:wanted], key=_rank)


def _verify(tables: Round, change: Change) -> None:
    seated = {who for table in tables for who in table}
    arriving = change.code is ChangeCode.LATE_ARRIVAL
    if (change.player in seated) == arriving:
        words = (
            Words(
                "{who} already sits at a table.",
                "{who} siede già a un tavolo.",
                "{who} já senta em uma mesa.",
            )
            if arriving
            else _NO_SEAT
        )
        raise InvalidRequest((Defect("change", words.format(who=change.player)),))
    needs_other = change.code in (ChangeCode.SWAP, ChangeCode.WRONG_NAME)
    if needs_other and (change.other is None or change.other == change.player):
        words = Words(
            "A second person is needed.", "Serve una seconda persona.", "É preciso uma segunda pessoa."
        )
        raise InvalidRequest((Defect("change", words),))
    if change.code is ChangeCode.SWAP and change.other not in seated:
        raise InvalidRequest((Defect("change", _NO_SEAT.format(who=change.other)),))


_NO_SEAT = Words("{who} has no seat.", "{who} non ha posto.", "{who} não tem lugar.")


def _request_after(request: Request, change: Change) -> Request:
    """Return the request with those present after the change, as listed and newcomers last."""
    present = list(request.seated)
    arriving = {ChangeCode.LATE_ARRIVAL: change.player, ChangeCode.WRONG_NAME: change.other}.get(change.code)
    leaving = change.player if change.code is not ChangeCode.LATE_ARRIVAL else None
    if change.code is ChangeCode.SWAP or (arriving in present and change.code is ChangeCode.WRONG_NAME):
        return replace(request, present=tuple(present), rounds=1, sizes=None, sitting_out=())
    people = [who for who in present if who not in (leaving, arriving)] + ([arriving] if arriving else [])
    fixed = {who: table for who, table in request.fixed_tables.items() if who in people}
    return replace(request, present=tuple(people), rounds=1, fixed_tables=fixed, sizes=None, sitting_out=())


def _refuse_impossible(request: Request) -> None:
    count = len(request.seated)
    if request.split_in(0) is None:
        raise Impossible(count, request.split, proposals_for(count, request.split))


def _exchanges(tables: Round, change: Change, locked: frozenset[int]) -> Iterator[Outcome]:
    """A wrong name: the other's name goes there. A swap: leave both as they sit, or send both back."""
    names = {change.player: change.other or "", change.other or "": change.player}
    seated = {who for table in tables for who in table}
    exchanged = tuple(tuple(names.get(who, who) for who in table) for table in tables)
    yield exchanged, ()
    if change.code is ChangeCode.SWAP and change.other in seated:
        at = {number_of(tables, who) for who in names}
        if at.isdisjoint(locked):
            yield tables, tuple(sorted(names))


def _finished(request: Request, before: Round, after: Round, moved: tuple[str, ...]) -> Repair:
    """Return the repair with its costs and the tables that change."""
    filled = tuple(table for table in after if table)
    return Repair(after, moved, assess_all(request, (filled,)), tuple(_table_changes(request, before, after)))


def _table_changes(request: Request, before: Round, after: Round) -> Iterator[TableChange]:
    free = request.split in FREE_POLICIES
    split_before = Split(tuple(len(table) for table in before if table), free=free)
    split_after = Split(tuple(len(table) for table in after if table), free=free)
    for number in range(max(len(before), len(after))):
        old = len(before[number]) if number < len(before) else 0
        new = len(after[number]) if number < len(after) else 0
        prizes = split_before.prize_share(old), split_after.prize_share(new)
        if old != new or prizes[0] != prizes[1]:
            yield TableChange(number + 1, old, new, *prizes)
