"""The catalogue of criteria that a director puts in order, each with its words and its nature."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

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


_Sentence: TypeAlias = tuple[str, str, str]
"""English, Italian, Portuguese."""


def _criterion(
    code: CriterionCode, nature: Nature, title: _Sentence, one: _Sentence, many: _Sentence
) -> Criterion:
    return Criterion(code, nature, Words(*title), Words(*one), Words(*many))


_PAIR = ("{n} pair together", "{n} coppia allo stesso tavolo", "{n} par na mesma mesa")
_PAIRS = ("{n} pairs together", "{n} coppie allo stesso tavolo", "{n} pares na mesma mesa")
_MEETING = ("{n} repeated meeting", "{n} incontro ripetuto", "{n} encontro repetido")
_MEETINGS = ("{n} repeated meetings", "{n} incontri ripetuti", "{n} encontros repetidos")

CRITERIA: dict[CriterionCode, Criterion] = {
    criterion.code: criterion
    for criterion in (
        _criterion(
            CriterionCode.KEEP_APART,
            Nature.APART,
            ("Pairs kept apart", "Coppie da separare", "Pares a separar"),
            _PAIR,
            _PAIRS,
        ),
        _criterion(
            CriterionCode.CLUBS,
            Nature.APART,
            ("Same club apart", "Stesso club separato", "Mesmo clube separado"),
            _PAIR,
            _PAIRS,
        ),
        _criterion(
            CriterionCode.FAMILIES,
            Nature.APART,
            ("Same family apart", "Stessa famiglia separata", "Mesma família separada"),
            _PAIR,
            _PAIRS,
        ),
        _criterion(
            CriterionCode.REGIONS,
            Nature.APART,
            ("Same region apart", "Stessa regione separata", "Mesma região separada"),
            _PAIR,
            _PAIRS,
        ),
        _criterion(
            CriterionCode.WINNERS,
            Nature.APART,
            ("Winners apart", "Vincitori separati", "Vencedores separados"),
            _PAIR,
            _PAIRS,
        ),
        _criterion(
            CriterionCode.BANDS,
            Nature.APART,
            ("One of each band", "Uno per fascia", "Um de cada pote"),
            _PAIR,
            _PAIRS,
        ),
        _criterion(
            CriterionCode.FIVES,
            Nature.SIZE,
            ("Tables of 5 shared out", "Tavoli da 5 ripartiti", "Mesas de 5 repartidas"),
            (
                "{n} repeated turn at a table of 5",
                "{n} ripetizione al tavolo da 5",
                "{n} repetição em mesa de 5",
            ),
            (
                "{n} repeated turns at a table of 5",
                "{n} ripetizioni al tavolo da 5",
                "{n} repetições em mesa de 5",
            ),
        ),
        _criterion(
            CriterionCode.THREES,
            Nature.SIZE,
            ("Tables of 3 shared out", "Tavoli da 3 ripartiti", "Mesas de 3 repartidas"),
            (
                "{n} repeated turn at a table of 3",
                "{n} ripetizione al tavolo da 3",
                "{n} repetição em mesa de 3",
            ),
            (
                "{n} repeated turns at a table of 3",
                "{n} ripetizioni al tavolo da 3",
                "{n} repetições em mesa de 3",
            ),
        ),
        _criterion(
            CriterionCode.REPEATS,
            Nature.MEETINGS,
            ("New opponents", "Avversari nuovi", "Adversários novos"),
            _MEETING,
            _MEETINGS,
        ),
        _criterion(
            CriterionCode.CLUB_MEETINGS,
            Nature.MEETINGS,
            ("Club against club evenly", "Club contro club in modo uniforme", "Clube contra clube por igual"),
            (
                "{n} repeated meeting of two clubs",
                "{n} incontro ripetuto fra due club",
                "{n} encontro repetido de dois clubes",
            ),
            (
                "{n} repeated meetings of two clubs",
                "{n} incontri ripetuti fra due club",
                "{n} encontros repetidos de dois clubes",
            ),
        ),
        _criterion(
            CriterionCode.PLAYER_CLUB_MEETINGS,
            Nature.MEETINGS,
            (
                "Player against club evenly",
                "Giocatore contro club in modo uniforme",
                "Jogador contra clube por igual",
            ),
            (
                "{n} repeated meeting of a player and a club",
                "{n} incontro ripetuto fra giocatore e club",
                "{n} encontro repetido de jogador e clube",
            ),
            (
                "{n} repeated meetings of a player and a club",
                "{n} incontri ripetuti fra giocatore e club",
                "{n} encontros repetidos de jogador e clube",
            ),
        ),
        _criterion(
            CriterionCode.STRENGTH,
            Nature.BALANCE,
            ("Tables of equal strength", "Tavoli di pari forza", "Mesas de força igual"),
            ("unevenness {n}", "squilibrio {n}", "desequilíbrio {n}"),
            ("unevenness {n}", "squilibrio {n}", "desequilíbrio {n}"),
        ),
        _criterion(
            CriterionCode.TURN_ORDER,
            Nature.ORDER,
            ("Turn order shared out", "Ordine di gioco ripartito", "Ordem de jogo repartida"),
            (
                "{n} repeated place in the turn order",
                "{n} posizione di gioco ripetuta",
                "{n} posição de jogo repetida",
            ),
            (
                "{n} repeated places in the turn order",
                "{n} posizioni di gioco ripetute",
                "{n} posições de jogo repetidas",
            ),
        ),
        _criterion(
            CriterionCode.NEIGHBOURS,
            Nature.ORDER,
            ("New left-hand neighbours", "Vicini di sinistra nuovi", "Vizinhos à esquerda novos"),
            (
                "{n} repeated left-hand neighbour",
                "{n} vicino di sinistra ripetuto",
                "{n} vizinho à esquerda repetido",
            ),
            (
                "{n} repeated left-hand neighbours",
                "{n} vicini di sinistra ripetuti",
                "{n} vizinhos à esquerda repetidos",
            ),
        ),
        _criterion(
            CriterionCode.TABLE_CHANGE,
            Nature.NUMBER,
            ("Another table each time", "Tavolo sempre diverso", "Sempre outra mesa"),
            ("{n} return to the same table", "{n} ritorno allo stesso tavolo", "{n} volta à mesma mesa"),
            ("{n} returns to the same table", "{n} ritorni allo stesso tavolo", "{n} voltas à mesma mesa"),
        ),
    )
}

FOUND: dict[CriterionCode, Words] = {
    CriterionCode.KEEP_APART: Words(
        "to be kept apart, at one table", "da separare, allo stesso tavolo", "a separar, na mesma mesa"
    ),
    CriterionCode.CLUBS: Words(
        "same club, at one table", "stesso club, allo stesso tavolo", "mesmo clube, na mesma mesa"
    ),
    CriterionCode.FAMILIES: Words(
        "same family, at one table", "stessa famiglia, allo stesso tavolo", "mesma família, na mesma mesa"
    ),
    CriterionCode.REGIONS: Words(
        "same region, at one table", "stessa regione, allo stesso tavolo", "mesma região, na mesma mesa"
    ),
    CriterionCode.WINNERS: Words(
        "winners, at one table", "vincitori, allo stesso tavolo", "vencedores, na mesma mesa"
    ),
    CriterionCode.BANDS: Words(
        "same band, at one table", "stessa fascia, allo stesso tavolo", "mesmo pote, na mesma mesa"
    ),
    CriterionCode.FIVES: Words(
        "again at a table of 5", "di nuovo a un tavolo da 5", "de novo em uma mesa de 5"
    ),
    CriterionCode.THREES: Words(
        "again at a table of 3", "di nuovo a un tavolo da 3", "de novo em uma mesa de 3"
    ),
    CriterionCode.REPEATS: Words("meet again", "si incontrano di nuovo", "se enfrentam de novo"),
    CriterionCode.CLUB_MEETINGS: Words(
        "these clubs meet again", "di nuovo questi due club", "de novo estes dois clubes"
    ),
    CriterionCode.PLAYER_CLUB_MEETINGS: Words(
        "this club once more", "di nuovo questo club", "de novo este clube"
    ),
    CriterionCode.STRENGTH: Words(
        "tables of unequal strength", "tavoli di forza diversa", "mesas de força diferente"
    ),
    CriterionCode.TURN_ORDER: Words("again the same turn", "di nuovo la stessa mano", "de novo a mesma vez"),
    CriterionCode.NEIGHBOURS: Words("again neighbours", "di nuovo vicini", "de novo vizinhos"),
    CriterionCode.TABLE_CHANGE: Words(
        "back at the same table", "di nuovo allo stesso tavolo", "de novo na mesma mesa"
    ),
}
"""What is said of the people in whom a criterion finds fault, after their names."""

DEFAULT_CRITERIA: tuple[CriterionCode, ...] = (
    CriterionCode.KEEP_APART,
    CriterionCode.CLUBS,
    CriterionCode.FIVES,
    CriterionCode.REPEATS,
    CriterionCode.TURN_ORDER,
)
