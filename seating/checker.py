"""The checker: judges any seating, drawn, edited or imported, and knows nothing of how it was made.

It counts from the names alone. Breaches make a seating illegal; warnings name what a criterion would have
avoided. Every violation names the round, the table and the people.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from seating.assessment import Assessment, assess_all
from seating.criteria import FOUND, CriterionCode
from seating.request import Request, Round, Table
from seating.splits import FREE_POLICIES, LARGEST, SplitPolicy
from seating.words import Words


class ViolationCode(StrEnum):
    """What can be wrong with a seating."""

    SEATED_TWICE = "seated-twice"
    NOT_SEATED = "not-seated"
    STRANGER = "stranger"
    RESTING = "resting"
    TABLE_SIZE = "table-size"
    EMPTY_TABLE = "empty-table"
    WRONG_TABLE = "wrong-table"
    ROUND_COUNT = "round-count"
    CRITERION = "criterion"


@dataclass(frozen=True, slots=True)
class Violation:
    """One finding. ``round`` counts from 1 through the history; ``breach`` is False for a mere warning."""

    code: ViolationCode
    round: int
    players: tuple[str, ...]
    words: Words
    table: int | None = None
    criterion: CriterionCode | None = None
    breach: bool = True


SIZES: dict[SplitPolicy, frozenset[int]] = {
    SplitPolicy.MOST_FOURS: frozenset({4, 5}),
    SplitPolicy.MOST_FIVES: frozenset({4, 5}),
    SplitPolicy.FOURS_AND_THREES: frozenset({3, 4}),
    SplitPolicy.FOURS_WITH_GHOST: frozenset({3, 4, 5}),
    SplitPolicy.THREES: frozenset({3}),
    **dict.fromkeys(FREE_POLICIES, frozenset(range(2, LARGEST + 1))),
    SplitPolicy.PAIRS: frozenset({2}),
}
"""The sizes that a policy allows."""

COMMON_SIZES = {
    policy: sizes if policy is SplitPolicy.PAIRS else sizes - {2} for policy, sizes in SIZES.items()
}
"""The sizes that a repair makes: a table of 2 only where such tables are wanted."""

_SENTENCES: dict[ViolationCode, Words] = {
    ViolationCode.SEATED_TWICE: Words(
        "Round {round}: {who} sits more than once.",
        "Turno {round}: {who} siede più di una volta.",
        "Rodada {round}: {who} senta mais de uma vez.",
    ),
    ViolationCode.NOT_SEATED: Words(
        "Round {round}: {who} is present and has no seat.",
        "Turno {round}: {who} è presente e non ha posto.",
        "Rodada {round}: {who} está presente e não tem lugar.",
    ),
    ViolationCode.STRANGER: Words(
        "Round {round}, table {table}: {who} is not present.",
        "Turno {round}, tavolo {table}: {who} non è presente.",
        "Rodada {round}, mesa {table}: {who} não está presente.",
    ),
    ViolationCode.RESTING: Words(
        "Round {round}, table {table}: {who} rests in this round.",
        "Turno {round}, tavolo {table}: {who} riposa in questo turno.",
        "Rodada {round}, mesa {table}: {who} descansa nesta rodada.",
    ),
    ViolationCode.TABLE_SIZE: Words(
        "Round {round}, table {table}: {count} players are not allowed here.",
        "Turno {round}, tavolo {table}: {count} giocatori non sono ammessi.",
        "Rodada {round}, mesa {table}: {count} jogadores não são permitidos.",
    ),
    ViolationCode.EMPTY_TABLE: Words(
        "Round {round}, table {table}: nobody sits here.",
        "Turno {round}, tavolo {table}: non siede nessuno.",
        "Rodada {round}, mesa {table}: ninguém senta.",
    ),
    ViolationCode.WRONG_TABLE: Words(
        "Round {round}: {who} is fixed at table {fixed} but sits at table {table}.",
        "Turno {round}: {who} è fisso al tavolo {fixed} ma siede al tavolo {table}.",
        "Rodada {round}: {who} é fixo na mesa {fixed} mas senta na mesa {table}.",
    ),
    ViolationCode.ROUND_COUNT: Words(
        "{found} rounds instead of {count}.",
        "{found} turni invece di {count}.",
        "{found} rodadas em vez de {count}.",
    ),
}


def check(request: Request, rounds: tuple[Round, ...], *, warnings: bool = False) -> tuple[Violation, ...]:
    """Return every breach of a seating, and with ``warnings`` what each criterion finds as well.

    ``rounds`` are those after the request's history. An empty answer means that nothing is wrong.
    """
    breaches = tuple(_breaches(request, rounds))
    if not warnings or breaches:
        return breaches
    return tuple(_warnings(request, rounds))


def _breaches(request: Request, rounds: tuple[Round, ...]) -> Iterator[Violation]:
    if len(rounds) != request.rounds:
        yield _violation(
            ViolationCode.ROUND_COUNT, len(request.history) + 1, found=len(rounds), count=request.rounds
        )
        return
    for planned, tables in enumerate(rounds):
        number = len(request.history) + planned + 1
        yield from _seats(request, planned, number, tables)
        yield from _tables(request, planned, number, tables)
        yield from _fixed(request, number, tables)


def _violation(
    code: ViolationCode, number: int, people: Iterable[str] = (), table: int | None = None, **facts: object
) -> Violation:
    who = tuple(people)
    words = _SENTENCES[code].format(round=number, who=", ".join(who), table=table, **facts)
    return Violation(code, number, who, words, table)


def _seats(request: Request, planned: int, number: int, tables: Round) -> Iterator[Violation]:
    """Everyone present sits exactly once, and nobody else does."""
    seats = Counter(who for table in tables for who in table)
    expected = request.seated_in(planned)
    present = set(request.seated)
    welcome = set(expected)
    for who, times in seats.items():
        if times > 1:
            yield _violation(ViolationCode.SEATED_TWICE, number, [who])
    for who in expected:
        if who not in seats:
            yield _violation(ViolationCode.NOT_SEATED, number, [who])
    for place, table in enumerate(tables, start=1):
        for who in table:
            if who not in present:
                yield _violation(ViolationCode.STRANGER, number, [who], place)
            elif who not in welcome:
                yield _violation(ViolationCode.RESTING, number, [who], place)


def _tables(request: Request, planned: int, number: int, tables: Round) -> Iterator[Violation]:
    """Each table has a size that the format allows."""
    allowed = SIZES[request.split] if request.sizes is None else frozenset(request.sizes[planned])
    for place, table in enumerate(tables, start=1):
        if not table:
            yield _violation(ViolationCode.EMPTY_TABLE, number, table=place)
        elif len(table) not in allowed:
            yield _violation(ViolationCode.TABLE_SIZE, number, table, place, count=len(table))


def _fixed(request: Request, number: int, tables: Round) -> Iterator[Violation]:
    """Everyone with a fixed table sits there."""
    for place, table in enumerate(tables, start=1):
        for who in table:
            fixed = request.fixed_tables.get(who, place)
            if fixed != place:
                yield _violation(ViolationCode.WRONG_TABLE, number, [who], place, fixed=fixed)


def _warnings(request: Request, rounds: tuple[Round, ...]) -> Iterator[Violation]:
    for assessment in assess_all(request, rounds):
        yield from _cases(request, assessment, rounds)


def _cases(request: Request, assessment: Assessment, rounds: tuple[Round, ...]) -> Iterator[Violation]:
    for case in assessment.cases:
        words = _found(assessment.criterion, case.players + case.clubs, sorted(set(case.rounds)))
        number = case.rounds[-1]
        yield Violation(
            ViolationCode.CRITERION,
            number,
            case.players,
            words,
            _table_of(case.players, rounds[number - len(request.history) - 1]),
            assessment.criterion,
            breach=False,
        )


def _found(criterion: CriterionCode, names: Iterable[str], rounds: Sequence[int]) -> Words:
    """Return who is concerned, in what, and in which rounds it was so."""
    found, who = FOUND[criterion], ", ".join(names)
    when = ", ".join(map(str, rounds))
    en, it, pt = ("round", "turno", "rodada") if len(rounds) == 1 else ("rounds", "turni", "rodadas")
    return Words(
        f"{who}: {found.en} ({en} {when}).",
        f"{who}: {found.it} ({it} {when}).",
        f"{who}: {found.pt} ({pt} {when}).",
    )


def _table_of(people: tuple[str, ...], tables: Round) -> int | None:
    """Return the number of the table at which all of them sit, if they do."""

    def holds(table: Table) -> bool:
        return bool(people) and set(people) <= set(table)

    return next((place for place, table in enumerate(tables, start=1) if holds(table)), None)
