"""What a seating costs, counted plainly from names: the figures of the report, the checker and the repair.

Counts only what the drawn rounds add to the past, and knows nothing of how they were drawn.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations

from seating.criteria import CriterionCode
from seating.request import Request, Round, Table

SHARES = 60  # every table size divides it


@dataclass(frozen=True, slots=True)
class Case:
    """One occurrence: the people (or clubs) concerned and the rounds, counted from 1 through the history."""

    players: tuple[str, ...]
    rounds: tuple[int, ...]
    clubs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Assessment:
    """The cost of one criterion, and its cases; ``span``: least and most often at a table of that size."""

    criterion: CriterionCode
    value: int
    cases: tuple[Case, ...] = ()
    span: tuple[int, int] | None = None


@dataclass(slots=True)
class Tally:
    """Where each thing has happened: thing -> rounds, oldest first."""

    past: int
    rounds: dict[Hashable, list[int]] = field(default_factory=dict)

    def add(self, thing: Hashable, number: int) -> None:
        """Note that a thing happened in a round."""
        self.rounds.setdefault(thing, []).append(number)

    @property
    def repeated(self) -> Iterator[tuple[Hashable, list[int]]]:
        """Yield what happened again in a drawn round."""
        for thing, numbers in self.rounds.items():
            if len(numbers) > 1 and numbers[-1] > self.past:
                yield thing, numbers

    @property
    def value(self) -> int:
        """Return the cost: each drawn occurrence costs the number of earlier ones."""
        return sum(
            earlier
            for _thing, numbers in self.repeated
            for earlier, number in enumerate(numbers)
            if number > self.past
        )


Things = Callable[[Table, int], Iterable[Hashable]]


def assess(request: Request, rounds: tuple[Round, ...], code: CriterionCode) -> Assessment:
    """Return what the drawn rounds cost by one criterion, with every case."""
    if code in _APART:
        return _assess_apart(request, rounds, code)
    if code is CriterionCode.STRENGTH:
        return Assessment(code, sum(_unevenness(request, tables) for tables in rounds))
    tally = Tally(len(request.history))
    things = _things(request, code)
    for number, tables in enumerate(request.history + rounds, start=1):
        for place, table in enumerate(tables, start=1):
            for thing in things(table, place):
                tally.add(thing, number)
    case = _CASES[code]
    cases = tuple(case(thing, numbers) for thing, numbers in tally.repeated)
    return Assessment(code, tally.value, cases, _span(request, code, tally))


def _span(request: Request, code: CriterionCode, tally: Tally) -> tuple[int, int] | None:
    if code not in (CriterionCode.FIVES, CriterionCode.THREES):
        return None
    times = [len(tally.rounds.get(who, ())) for who in request.seated]
    return min(times), max(times)


def assess_all(request: Request, rounds: tuple[Round, ...]) -> tuple[Assessment, ...]:
    """Return the assessments of the request's criteria, in their order."""
    return tuple(assess(request, rounds, code) for code in request.criteria)


def groups_of(request: Request, code: CriterionCode, tables: int) -> Mapping[str, Hashable]:
    """Return the group of each person who has one, for a criterion that keeps groups apart."""
    if code is CriterionCode.WINNERS:
        return dict.fromkeys(request.winners, "winner")
    if code is CriterionCode.BANDS:
        here = set(request.seated)
        ranked = [who for who in request.standings if who in here]
        return {who: place // tables for place, who in enumerate(ranked)}
    names = {player.id: getattr(player, _APART[code]) for player in request.players}
    return {who: name for who, name in names.items() if name is not None}


_APART: dict[CriterionCode, str] = {
    CriterionCode.KEEP_APART: "",
    CriterionCode.CLUBS: "club",
    CriterionCode.FAMILIES: "family",
    CriterionCode.REGIONS: "region",
    CriterionCode.WINNERS: "",
    CriterionCode.BANDS: "",
}


def _assess_apart(request: Request, rounds: tuple[Round, ...], code: CriterionCode) -> Assessment:
    judged = rounds[:1] if code is CriterionCode.WINNERS else rounds
    past = len(request.history)
    together: dict[tuple[str, str], list[int]] = {}
    clash = _clash(request, code, max(map(len, rounds)))
    for number, tables in enumerate(judged, start=past + 1):
        for table in tables:
            for pair in filter(clash, combinations(sorted(table), 2)):
                together.setdefault(pair, []).append(number)
    cases = tuple(Case(pair, tuple(numbers)) for pair, numbers in together.items())
    return Assessment(code, sum(len(case.rounds) for case in cases), cases)


def _clash(request: Request, code: CriterionCode, tables: int) -> Callable[[tuple[str, str]], bool]:
    if code is CriterionCode.KEEP_APART:
        pairs = {frozenset(pair) for pair in request.keep_apart}
        return lambda pair: frozenset(pair) in pairs
    groups = groups_of(request, code, tables)
    return lambda pair: pair[0] in groups and groups[pair[0]] == groups.get(pair[1])


def _unevenness(request: Request, tables: Round) -> int:
    strength = {player.id: player.strength or 0 for player in request.players}
    sums = [(sum(strength[who] for who in table), len(table)) for table in tables]
    goal = SHARES * sum(total for total, _ in sums) // sum(size for _, size in sums)
    return sum((SHARES * total // size - goal) ** 2 for total, size in sums)


def _things(request: Request, code: CriterionCode) -> Things:
    here = set(request.seated)
    if code in (CriterionCode.CLUB_MEETINGS, CriterionCode.PLAYER_CLUB_MEETINGS):
        clubs = {player.id: player.club for player in request.players}
        rivals = _club_pairs if code is CriterionCode.CLUB_MEETINGS else _player_club_pairs
        return lambda table, _place: rivals(table, clubs)
    simple: dict[CriterionCode, Things] = {
        CriterionCode.FIVES: lambda table, _place: _at_size(table, here, 5),
        CriterionCode.THREES: lambda table, _place: _at_size(table, here, 3),
        CriterionCode.REPEATS: lambda table, _place: combinations(_present(table, here), 2),
        CriterionCode.TURN_ORDER: lambda table, _place: enumerate(table, start=1),
        CriterionCode.NEIGHBOURS: lambda table, _place: zip(table, table[1:] + table[:1], strict=True),
        CriterionCode.TABLE_CHANGE: lambda table, place: ((place, who) for who in table),
    }
    return simple[code]


def _present(table: Table, here: set[str]) -> list[str]:
    return sorted(who for who in table if who in here)


def _at_size(table: Table, here: set[str], size: int) -> Iterable[str]:
    return _present(table, here) if len(table) == size else ()


def _club_pairs(table: Table, clubs: Mapping[str, str | None]) -> Iterator[tuple[str, str]]:
    for one, two in combinations(table, 2):
        own, theirs = clubs[one], clubs[two]
        if own is not None and theirs is not None and own != theirs:
            yield (own, theirs) if own < theirs else (theirs, own)


def _player_club_pairs(table: Table, clubs: Mapping[str, str | None]) -> Iterator[tuple[str, str]]:
    for one in table:
        rivals = Counter(clubs[two] for two in table if clubs[two] != clubs[one])
        yield from ((one, theirs) for theirs in rivals.elements() if theirs is not None)


def _people_case(thing: Hashable, numbers: list[int]) -> Case:
    people = thing if isinstance(thing, tuple) else (thing,)
    return Case(tuple(str(who) for who in people), tuple(numbers))


def _club_case(thing: Hashable, numbers: list[int]) -> Case:
    return Case((), tuple(numbers), clubs=_people_case(thing, numbers).players)


def _player_club_case(thing: Hashable, numbers: list[int]) -> Case:
    who, club = _people_case(thing, numbers).players
    return Case((who,), tuple(numbers), clubs=(club,))


def _numbered_case(thing: Hashable, numbers: list[int]) -> Case:
    return Case((_people_case(thing, numbers).players[1],), tuple(numbers))


_CASES: dict[CriterionCode, Callable[[Hashable, list[int]], Case]] = {
    CriterionCode.FIVES: _people_case,
    CriterionCode.THREES: _people_case,
    CriterionCode.REPEATS: _people_case,
    CriterionCode.CLUB_MEETINGS: _club_case,
    CriterionCode.PLAYER_CLUB_MEETINGS: _player_club_case,
    CriterionCode.TURN_ORDER: _numbered_case,
    CriterionCode.NEIGHBOURS: _people_case,
    CriterionCode.TABLE_CHANGE: _numbered_case,
}
