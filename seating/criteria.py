"""The catalogue of criteria that a director puts in order, each with its words and its nature."""

from dataclasses import dataclass
from enum import StrEnum

from seating.words import Words


class CriterionCode(StrEnum):
    """Every criterion, by the name used in requests."""

    KEEP_APART = "keep-apart"
    CLUBS = "clubs"
    FAMILIES = "families"
    REGIONS = "regions"
    WINNERS = "winners"
    FIVES = "fives"
    THREES = "threes"
    REPEATS = "repeats"
    CLUB_MEETINGS = "club-meetings"
    PLAYER_CLUB_MEETINGS = "player-club-meetings"
    BANDS = "bands"
    STRENGTH = "strength"
    TURN_ORDER = "turn-order"
    NEIGHBOURS = "neighbours"
    TABLE_CHANGE = "table-change"


class Nature(StrEnum):
    """What a criterion looks at, which decides when the draw takes care of it."""

    APART = "two people who should not share a table"
    SIZE = "how often each sits at a table of one size"
    MEETINGS = "how often two people, or their clubs, meet"
    BALANCE = "how equal the tables are"
    ORDER = "the order of play within a table"
    NUMBER = "the number of the table"


@dataclass(frozen=True, slots=True)
class Criterion:
    """One thing to minimise. ``unit`` counts its value in words: ``one`` and ``many`` things."""

    code: CriterionCode
    nature: Nature
    title: Words
    one: Words
    many: Words


def _criterion(
    code: CriterionCode, nature: Nature, title: tuple[str, str], one: tuple[str, str], many: tuple[str, str]
) -> Criterion:
    return Criterion(code, nature, Words(*title), Words(*one), Words(*many))


_PAIR = ("{n} pair together", "{n} coppia allo stesso tavolo")
_PAIRS = ("{n} pairs together", "{n} coppie allo stesso tavolo")
_MEETING = ("{n} repeated meeting", "{n} incontro ripetuto")
_MEETINGS = ("{n} repeated meetings", "{n} incontri ripetuti")

CRITERIA: dict[CriterionCode, Criterion] = {
    criterion.code: criterion
    for criterion in (
        _criterion(
            CriterionCode.KEEP_APART, Nature.APART, ("Pairs kept apart", "Coppie da separare"), _PAIR, _PAIRS
        ),
        _criterion(
            CriterionCode.CLUBS, Nature.APART, ("Same club apart", "Stesso club separato"), _PAIR, _PAIRS
        ),
        _criterion(
            CriterionCode.FAMILIES,
            Nature.APART,
            ("Same family apart", "Stessa famiglia separata"),
            _PAIR,
            _PAIRS,
        ),
        _criterion(
            CriterionCode.REGIONS,
            Nature.APART,
            ("Same region apart", "Stessa regione separata"),
            _PAIR,
            _PAIRS,
        ),
        _criterion(
            CriterionCode.WINNERS, Nature.APART, ("Winners apart", "Vincitori separati"), _PAIR, _PAIRS
        ),
        _criterion(CriterionCode.BANDS, Nature.APART, ("One of each band", "Uno per fascia"), _PAIR, _PAIRS),
        _criterion(
            CriterionCode.FIVES,
            Nature.SIZE,
            ("Tables of 5 shared out", "Tavoli da 5 ripartiti"),
            ("{n} repeated turn at a table of 5", "{n} ripetizione al tavolo da 5"),
            ("{n} repeated turns at a table of 5", "{n} ripetizioni al tavolo da 5"),
        ),
        _criterion(
            CriterionCode.THREES,
            Nature.SIZE,
            ("Tables of 3 shared out", "Tavoli da 3 ripartiti"),
            ("{n} repeated turn at a table of 3", "{n} ripetizione al tavolo da 3"),
            ("{n} repeated turns at a table of 3", "{n} ripetizioni al tavolo da 3"),
        ),
        _criterion(
            CriterionCode.REPEATS,
            Nature.MEETINGS,
            ("New opponents", "Avversari nuovi"),
            _MEETING,
            _MEETINGS,
        ),
        _criterion(
            CriterionCode.CLUB_MEETINGS,
            Nature.MEETINGS,
            ("Club against club evenly", "Club contro club in modo uniforme"),
            ("{n} repeated meeting of two clubs", "{n} incontro ripetuto fra due club"),
            ("{n} repeated meetings of two clubs", "{n} incontri ripetuti fra due club"),
        ),
        _criterion(
            CriterionCode.PLAYER_CLUB_MEETINGS,
            Nature.MEETINGS,
            ("Player against club evenly", "Giocatore contro club in modo uniforme"),
            ("{n} repeated meeting of a player and a club", "{n} incontro ripetuto fra giocatore e club"),
            ("{n} repeated meetings of a player and a club", "{n} incontri ripetuti fra giocatore e club"),
        ),
        _criterion(
            CriterionCode.STRENGTH,
            Nature.BALANCE,
            ("Tables of equal strength", "Tavoli di pari forza"),
            ("unevenness {n}", "squilibrio {n}"),
            ("unevenness {n}", "squilibrio {n}"),
        ),
        _criterion(
            CriterionCode.TURN_ORDER,
            Nature.ORDER,
            ("Turn order shared out", "Ordine di gioco ripartito"),
            ("{n} repeated place in the turn order", "{n} posizione di gioco ripetuta"),
            ("{n} repeated places in the turn order", "{n} posizioni di gioco ripetute"),
        ),
        _criterion(
            CriterionCode.NEIGHBOURS,
            Nature.ORDER,
            ("New left-hand neighbours", "Vicini di sinistra nuovi"),
            ("{n} repeated left-hand neighbour", "{n} vicino di sinistra ripetuto"),
            ("{n} repeated left-hand neighbours", "{n} vicini di sinistra ripetuti"),
        ),
        _criterion(
            CriterionCode.TABLE_CHANGE,
            Nature.NUMBER,
            ("Another table each time", "Tavolo sempre diverso"),
            ("{n} return to the same table", "{n} ritorno allo stesso tavolo"),
            ("{n} returns to the same table", "{n} ritorni allo stesso tavolo"),
        ),
    )
}

FOUND: dict[CriterionCode, Words] = {
    CriterionCode.KEEP_APART: Words("to be kept apart, at one table", "da separare, allo stesso tavolo"),
    CriterionCode.CLUBS: Words("same club, at one table", "stesso club, allo stesso tavolo"),
    CriterionCode.FAMILIES: Words("same family, at one table", "stessa famiglia, allo stesso tavolo"),
    CriterionCode.REGIONS: Words("same region, at one table", "stessa regione, allo stesso tavolo"),
    CriterionCode.WINNERS: Words("winners, at one table", "vincitori, allo stesso tavolo"),
    CriterionCode.BANDS: Words("same band, at one table", "stessa fascia, allo stesso tavolo"),
    CriterionCode.FIVES: Words("again at a table of 5", "di nuovo a un tavolo da 5"),
    CriterionCode.THREES: Words("again at a table of 3", "di nuovo a un tavolo da 3"),
    CriterionCode.REPEATS: Words("meet again", "si incontrano di nuovo"),
    CriterionCode.CLUB_MEETINGS: Words("these clubs meet again", "di nuovo questi due club"),
    CriterionCode.PLAYER_CLUB_MEETINGS: Words("this club once more", "di nuovo questo club"),
    CriterionCode.STRENGTH: Words("tables of unequal strength", "tavoli di forza diversa"),
    CriterionCode.TURN_ORDER: Words("again the same turn", "di nuovo la stessa mano"),
    CriterionCode.NEIGHBOURS: Words("again neighbours", "di nuovo vicini"),
    CriterionCode.TABLE_CHANGE: Words("back at the same table", "di nuovo allo stesso tavolo"),
}
"""What is said of the people in whom a criterion finds fault, after their names."""

DEFAULT_CRITERIA: tuple[CriterionCode, ...] = (
    CriterionCode.KEEP_APART,
    CriterionCode.CLUBS,
    CriterionCode.FIVES,
    CriterionCode.REPEATS,
    CriterionCode.TURN_ORDER,
)
