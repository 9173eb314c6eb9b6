"""A request in numbers: people, groups and tables by index, ready for the search."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from seating.criteria import CriterionCode
from seating.request import Request, Round

Group = int
NOBODY = -1
FIVE, THREE = 1, 2
SIZE_KIND: dict[int, int] = {5: FIVE, 3: THREE}
KIND_OF: dict[CriterionCode, int] = {CriterionCode.FIVES: FIVE, CriterionCode.THREES: THREE}

# People by index at each table, one list a table, one list of tables a round.
Seats = list[list[list[int]]]


@dataclass(frozen=True, slots=True)
class Frame:
    """What the search needs of a request. Indexes below ``players`` are the people to seat.

    ``ids`` lists the people to seat first and everyone else after them: the past of a club counts
    even where its people have gone home. ``sizes`` and ``seated`` have one entry a planned round,
    ``pinned`` maps a person to a table, counted from 0.
    """

    request: Request
    ids: tuple[str, ...]
    players: int
    sizes: tuple[tuple[int, ...], ...]
    seated: tuple[tuple[int, ...], ...]
    history: tuple[tuple[tuple[int, ...], ...], ...]
    groups: Mapping[CriterionCode, tuple[Group, ...]]
    apart: frozenset[tuple[int, int]]
    strength: tuple[int, ...]
    pinned: Mapping[int, int]

    @property
    def rounds(self) -> int:
        """Return how many rounds are planned."""
        return len(self.sizes)

    @property
    def slots(self) -> int:
        """Return how many seats are to be filled in all planned rounds."""
        return sum(map(sum, self.sizes))

    def named(self, seats: Seats) -> tuple[Round, ...]:
        """Return rounds of ids for rounds of indexes."""
        return tuple(tuple(tuple(self.ids[who] for who in table) for table in tables) for tables in seats)


def frame_for(request: Request, sizes: tuple[tuple[int, ...], ...]) -> Frame:
    """Return the frame of a valid request whose planned rounds have tables of those sizes."""
    here = request.seated
    present = set(here)
    ids = here + tuple(player.id for player in request.players if player.id not in present)
    index = {who: number for number, who in enumerate(ids)}
    return Frame(
        request=request,
        ids=ids,
        players=len(here),
        sizes=sizes,
        seated=tuple(
            tuple(index[who] for who in request.seated_in(planned)) for planned in range(len(sizes))
        ),
        history=tuple(
            tuple(tuple(index[who] for who in table) for table in played) for played in request.history
        ),
        groups=_groups(request, ids, max(map(len, sizes))),
        apart=frozenset(_ordered(index[one], index[two]) for one, two in request.keep_apart),
        strength=_strengths(request, ids),
        pinned={index[who]: table - 1 for who, table in request.fixed_tables.items()},
    )


def _ordered(one: int, two: int) -> tuple[int, int]:
    return (one, two) if one < two else (two, one)


def _strengths(request: Request, ids: Iterable[str]) -> tuple[int, ...]:
    strength = {player.id: player.strength or 0 for player in request.players}
    return tuple(strength[who] for who in ids)


def _groups(request: Request, ids: tuple[str, ...], tables: int) -> dict[CriterionCode, tuple[Group, ...]]:
    people = {player.id: player for player in request.players}
    winners = set(request.winners)
    place = {who: number for number, who in enumerate(_present_standings(request))}
    return {
        CriterionCode.CLUBS: _numbered(people[who].club for who in ids),
        CriterionCode.FAMILIES: _numbered(people[who].family for who in ids),
        CriterionCode.REGIONS: _numbered(people[who].region for who in ids),
        CriterionCode.WINNERS: tuple(0 if who in winners else NOBODY for who in ids),
        CriterionCode.BANDS: tuple(place[who] // tables if who in place else NOBODY for who in ids),
    }


def _present_standings(request: Request) -> list[str]:
    present = set(request.seated)
    return [who for who in request.standings if who in present]


def _numbered(names: Iterable[str | None]) -> tuple[Group, ...]:
    numbers: dict[str, int] = {}
    return tuple(NOBODY if name is None else numbers.setdefault(name, len(numbers)) for name in names)
