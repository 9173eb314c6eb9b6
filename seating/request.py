"""What is asked of a draw: the people, the past, the wishes in order, and the seed."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from seating.criteria import DEFAULT_CRITERIA, CriterionCode
from seating.splits import FREE_POLICIES, Split, SplitPolicy, split_for
from seating.words import Words

Table = tuple[str, ...]
Round = tuple[Table, ...]


MOST_ROUNDS = 100  # with those of the history
MOST_PLAYERS = 12_000
MOST_SEATS = 120_000  # in all planned rounds
MOST_STRENGTH = 10_000  # either way from 0


class Scheme(StrEnum):
    """How people are put at tables: by the draw, or by a fixed pattern."""

    DRAW = "draw"
    SWISS = "swiss"
    GRECA = "greca"
    BANDS = "bands"
    FIXED = "fixed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """One entrant as the draw sees it. Groups that are None never clash; strength is any whole number."""

    id: str
    club: str | None = None
    region: str | None = None
    family: str | None = None
    strength: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A draw to make.

    ``rounds`` more rounds are planned together after ``history`` (rounds of tables of ids in turn order).
    ``fixed_tables`` pins a player to a table number, counted from 1. ``sizes`` overrides the split, one
    tuple of table sizes a planned round, and ``sitting_out`` says who rests in each (staggered rounds).
    ``horizon`` is the number of rounds of the whole event (5 where it is not known): a single round is drawn so
    that each criterion comes out best over all of them.
    The same request with the same seed gives the same drawing on every machine, unless
    ``time_limit_s`` cuts the search short, which the report says.
    """

    players: tuple[Player, ...]
    rounds: int = 1
    present: tuple[str, ...] | None = None
    history: tuple[Round, ...] = ()
    winners: tuple[str, ...] = ()
    standings: tuple[str, ...] = ()
    split: SplitPolicy = SplitPolicy.MOST_FOURS
    criteria: tuple[CriterionCode, ...] = DEFAULT_CRITERIA
    keep_apart: tuple[tuple[str, str], ...] = ()
    fixed_tables: Mapping[str, int] = field(default_factory=dict)
    scheme: Scheme = Scheme.DRAW
    seed: int = 0
    time_limit_s: int | None = None
    horizon: int | None = None
    sizes: tuple[tuple[int, ...], ...] | None = None
    sitting_out: tuple[tuple[str, ...], ...] = ()

    @property
    def seated(self) -> tuple[str, ...]:
        """Return the ids of those to seat, in the order in which the players are listed."""
        if self.present is None:
            return tuple(player.id for player in self.players)
        here = set(self.present)
        return tuple(player.id for player in self.players if player.id in here)

    def seated_in(self, planned: int) -> tuple[str, ...]:
        """Return who sits in planned round ``planned``, counted from 0."""
        resting = set(self.sitting_out[planned]) if self.sitting_out else set()
        return tuple(player for player in self.seated if player not in resting)

    def split_in(self, planned: int) -> Split | None:
        """Return the split of planned round ``planned``, or None where none is legal."""
        if self.sizes is not None:
            return Split(self.sizes[planned], free=self.split in FREE_POLICIES)
        return split_for(len(self.seated_in(planned)), self.split)


@dataclass(frozen=True, slots=True)
class Defect:
    """One thing that is wrong with a request; ``field`` where it is a field of its document."""

    code: str
    words: Words
    field: str | None = None


class InvalidRequest(Exception):
    """A request that makes no sense; ``defects`` names every reason."""

    def __init__(self, defects: tuple[Defect, ...]) -> None:
        super().__init__("; ".join(defect.words.en for defect in defects))
        self.defects = defects


_SENTENCES: dict[str, Words] = {
    "duplicate-player": Words(
        "{who} is listed twice.", "{who} compare due volte nell'elenco.", "{who} aparece duas vezes na lista."
    ),
    "unknown-player": Words(
        "{who} ({where}) is not among the players.",
        "{who} ({where}) non è fra i giocatori.",
        "{who} ({where}) não está entre os jogadores.",
    ),
    "present-twice": Words(
        "{who} is present twice.",
        "{who} risulta presente due volte.",
        "{who} consta como presente duas vezes.",
    ),
    "rounds": Words(
        "A tournament has from 1 to {most} rounds.",
        "Un torneo ha da 1 a {most} turni.",
        "Um torneio tem de 1 a {most} rodadas.",
    ),
    "too-large": Words(
        "At most {players} players and {seats} seats can be drawn at once.",
        "Si possono sorteggiare al massimo {players} giocatori e {seats} posti alla volta.",
        "Podem ser sorteados no máximo {players} jogadores e {seats} lugares de uma vez.",
    ),
    "strength": Words(
        "The strength of {who} is beyond ±{most}.",
        "La forza di {who} supera ±{most}.",
        "A força de {who} passa de ±{most}.",
    ),
    "seated-twice": Words(
        "{who} sits twice in round {round} of the history.",
        "{who} siede due volte nel turno {round} già giocato.",
        "{who} senta duas vezes na rodada {round}, já jogada.",
    ),
    "repeated-criterion": Words(
        "{who} is named twice as a criterion.",
        "{who} è indicato due volte come criterio.",
        "{who} está indicado duas vezes como critério.",
    ),
    "no-such-table": Words(
        "{who} is fixed at table {table}, which does not exist.",
        "{who} è fisso al tavolo {table}, che non esiste.",
        "{who} é fixo na mesa {table}, que não existe.",
    ),
    "table-overfull": Words(
        "{count} people are fixed at table {table}, which has {size} places.",
        "{count} persone sono fisse al tavolo {table}, che ha {size} posti.",
        "{count} pessoas são fixas na mesa {table}, que tem {size} lugares.",
    ),
    "absent-fixed": Words(
        "{who} is fixed at a table but not present.",
        "{who} ha un tavolo fisso ma non è presente.",
        "{who} tem uma mesa fixa mas não está presente.",
    ),
    "keep-apart-self": Words(
        "{who} cannot be kept apart from themselves.",
        "{who} non può essere separato da sé stesso.",
        "{who} não pode ser separado de si mesmo.",
    ),
    "keep-apart-fixed": Words(
        "{who} and {other} must be kept apart but are fixed at the same table.",
        "{who} e {other} vanno separati ma sono fissi allo stesso tavolo.",
        "{who} e {other} devem ficar separados mas são fixos na mesma mesa.",
    ),
    "no-standings": Words(
        "This scheme needs the standings of all present.",
        "Questo schema richiede la classifica di tutti i presenti.",
        "Este esquema precisa da classificação de todos os presentes.",
    ),
    "no-history": Words(
        "This scheme needs a round already played.",
        "Questo schema richiede un turno già giocato.",
        "Este esquema precisa de uma rodada já jogada.",
    ),
    "sizes": Words(
        "Round {round}: the table sizes do not hold {count} players.",
        "Turno {round}: i tavoli non contengono {count} giocatori.",
        "Rodada {round}: as mesas não comportam {count} jogadores.",
    ),
    "time-limit": Words(
        "The time limit must be above zero.",
        "Il limite di tempo deve essere maggiore di zero.",
        "O limite de tempo deve ser maior que zero.",
    ),
}


def _defect(code: str, **facts: object) -> Defect:
    return Defect(code, _SENTENCES[code].format(**facts))


def defects_of(request: Request) -> tuple[Defect, ...]:
    """Return everything that is wrong with a request."""
    checks = (_people, _past, _wishes, _sizes, _pins, _scheme)
    return tuple(defect for part in checks for defect in part(request))


def validate(request: Request) -> None:
    """Raise InvalidRequest with every defect of the request."""
    defects = defects_of(request)
    if defects:
        raise InvalidRequest(defects)


def _people(request: Request) -> Iterator[Defect]:
    known = Counter(player.id for player in request.players)
    yield from (_defect("duplicate-player", who=who) for who, times in known.items() if times > 1)
    yield from (
        _defect("strength", who=player.id, most=MOST_STRENGTH)
        for player in request.players
        if abs(player.strength or 0) > MOST_STRENGTH
    )
    if len(known) > MOST_PLAYERS or len(known) * request.rounds > MOST_SEATS:
        yield _defect("too-large", players=MOST_PLAYERS, seats=MOST_SEATS)
    here = Counter(request.present or ())
    yield from (_defect("present-twice", who=who) for who, times in here.items() if times > 1)
    named: tuple[tuple[str, tuple[str, ...]], ...] = (
        ("present", request.present or ()),
        ("winners", request.winners),
        ("standings", request.standings),
        ("keep_apart", tuple(who for pair in request.keep_apart for who in pair)),
        ("fixed_tables", tuple(request.fixed_tables)),
        ("history", tuple(who for played in request.history for table in played for who in table)),
        ("sitting_out", tuple(who for resting in request.sitting_out for who in resting)),
    )
    for where, ids in named:
        strangers = dict.fromkeys(who for who in ids if who not in known)
        yield from (_defect("unknown-player", who=who, where=where) for who in strangers)


def _past(request: Request) -> Iterator[Defect]:
    for number, played in enumerate(request.history, start=1):
        seats = Counter(who for table in played for who in table)
        yield from (
            _defect("seated-twice", who=who, round=number) for who, times in seats.items() if times > 1
        )


def _wishes(request: Request) -> Iterator[Defect]:
    if request.rounds < 1 or request.rounds + len(request.history) > MOST_ROUNDS:
        yield _defect("rounds", most=MOST_ROUNDS)
    if request.time_limit_s is not None and request.time_limit_s <= 0:
        yield _defect("time-limit")
    named = Counter(request.criteria)
    yield from (_defect("repeated-criterion", who=code) for code, times in named.items() if times > 1)
    yield from (_defect("keep-apart-self", who=one) for one, other in request.keep_apart if one == other)


def _sizes(request: Request) -> Iterator[Defect]:
    if request.sizes is None:
        return
    if len(request.sizes) != request.rounds or len(request.sitting_out) not in (0, request.rounds):
        yield _defect("sizes", round=len(request.sizes), count=len(request.seated))
        return
    for planned, sizes in enumerate(request.sizes):
        count = len(request.seated_in(planned))
        if sum(sizes) != count:
            yield _defect("sizes", round=planned + 1, count=count)


def _pins(request: Request) -> Iterator[Defect]:
    here = set(request.seated)
    yield from (_defect("absent-fixed", who=who) for who in request.fixed_tables if who not in here)
    yield from (
        _defect("keep-apart-fixed", who=one, other=other)
        for one, other in request.keep_apart
        if one != other and _same_pin(request.fixed_tables, one, other)
    )
    split = request.split_in(0) if request.rounds > 0 and not any(_sizes(request)) else None
    if split is not None:
        yield from _pins_fit(request.fixed_tables, split)


def _same_pin(fixed: Mapping[str, int], one: str, other: str) -> bool:
    return one in fixed and fixed[one] == fixed.get(other)


def _pins_fit(fixed: Mapping[str, int], split: Split) -> Iterator[Defect]:
    for who, table in fixed.items():
        if not 1 <= table <= len(split.sizes):
            yield _defect("no-such-table", who=who, table=table)
    for table, count in Counter(fixed.values()).items():
        if 1 <= table <= len(split.sizes) and count > split.sizes[table - 1]:
            yield _defect("table-overfull", count=count, table=table, size=split.sizes[table - 1])


def _scheme(request: Request) -> Iterator[Defect]:
    ranked = set(request.seated) <= set(request.standings)
    needs_ranks = request.scheme in (Scheme.SWISS, Scheme.BANDS) or CriterionCode.BANDS in request.criteria
    if needs_ranks and not ranked:
        yield _defect("no-standings")
    if request.scheme is Scheme.GRECA and not request.history:
        yield _defect("no-history")
