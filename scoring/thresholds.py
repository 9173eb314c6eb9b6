"""Threshold tables: how many semifinals and finals a number of players deserves. Editable data, not branches.

A table is a list of steps by number of players, each with one or more choices; a choice has conditions on the head
of the standings, any of which selects it, and the last choice of a step has none. `RADUNO` and `MASTER` are the
tables in use among the clubs, `LEAGUE` is one club's; a director edits a copy through `to_document` and
`from_document`. Who counts as a player is the director's rule: among the clubs, those who played the last
qualifying round.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any

from scoring.cut import Place
from scoring.text import Text, joined

LARGEST_TABLE = 5


@dataclass(frozen=True, slots=True)
class FinalsShape:
    """What is played after the qualifying games.

    `direct` finalists skip the semifinals; `semifinalists` counts all who play them, the `ripescati` included;
    `winners` is the number of parallel finals, each with its own winner.
    """

    direct: int
    semifinals: int
    semifinalists: int
    winners: int
    ripescati: int = 0

    @property
    def by_standing(self) -> int:
        """How many the standing sends on: direct finalists and semifinalists without the ripescati."""
        return self.direct + self.semifinalists - self.ripescati

    @property
    def finalists(self) -> int:
        """Players in all the finals together."""
        return self.direct + self.semifinals

    def problems(self) -> tuple[Text, ...]:
        """Everything that does not fit together; empty when the shape can be played."""
        if min(asdict(self).values()) < 0 or self.winners < 1:
            return (
                Text(
                    "numbers are 0 or more, with one winner or more",
                    "i numeri partono da 0, i vincitori da 1",
                    "os números começam em 0, os vencedores em 1",
                ),
            )
        faults = (
            (
                self.semifinals % self.winners > 0 or self.direct % self.winners > 0,
                Text(
                    "each final has equally many semifinals and direct finalists",
                    "ogni finale ha altrettante semifinali e altrettanti finalisti diretti",
                    "cada final tem o mesmo número de semifinais e de finalistas diretos",
                ),
            ),
            (
                self.finalists > LARGEST_TABLE * self.winners,
                Text(
                    "a final has 5 players at most",
                    "una finale ha al massimo 5 giocatori",
                    "uma final tem no máximo 5 jogadores",
                ),
            ),
            (
                self.semifinalists > LARGEST_TABLE * self.semifinals,
                Text(
                    "a semifinal has 5 players at most",
                    "una semifinale ha al massimo 5 giocatori",
                    "uma semifinal tem no máximo 5 jogadores",
                ),
            ),
            (
                self.semifinalists < self.semifinals,
                Text(
                    "each semifinal has a player",
                    "ogni semifinale ha almeno un giocatore",
                    "cada semifinal tem um jogador",
                ),
            ),
            (
                self.ripescati > self.semifinalists,
                Text(
                    "the ripescati are semifinalists",
                    "i ripescati sono semifinalisti",
                    "os repescados são semifinalistas",
                ),
            ),
        )
        return tuple(text for wrong, text in faults if wrong)


class Condition(StrEnum):
    """What the head of the standings may look like; the text that explains each is in `CONDITION_TEXTS`."""

    LEADER_UNDER_TWO_WINS = "leader under two wins"
    FIRST_THREE_LEVEL = "first three level on points"
    ONE_OF_FIRST_TWO_WITHDREW = "one of the first two withdrew"
    ONLY_LEADER_TWO_WINS = "only the leader has two wins"
    SECOND_AND_THIRD_LEVEL = "second and third level on points"


CONDITION_TEXTS: Mapping[Condition, Text] = {
    Condition.LEADER_UNDER_TWO_WINS: Text(
        "the leader has fewer than two wins",
        "il primo ha meno di due vittorie",
        "o líder tem menos de duas vitórias",
    ),
    Condition.FIRST_THREE_LEVEL: Text(
        "the first three are level on points",
        "i primi tre sono a pari punti",
        "os três primeiros estão empatados em pontos",
    ),
    Condition.ONE_OF_FIRST_TWO_WITHDREW: Text(
        "one of the first two withdrew",
        "uno dei primi due si è ritirato",
        "um dos dois primeiros se retirou",
    ),
    Condition.ONLY_LEADER_TWO_WINS: Text(
        "only the leader has two wins",
        "solo il primo ha due vittorie",
        "só o líder tem duas vitórias",
    ),
    Condition.SECOND_AND_THIRD_LEVEL: Text(
        "second and third are level on points",
        "secondo e terzo sono a pari punti",
        "o segundo e o terceiro estão empatados em pontos",
    ),
}


@dataclass(frozen=True, slots=True)
class Choice:
    """A shape and the conditions any of which selects it; without conditions it is selected when reached."""

    shape: FinalsShape
    when: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True)
class ThresholdStep:
    """The choices from so many players on, in the order in which they are tried."""

    at_least: int
    choices: tuple[Choice, ...]


_LAST_CHOICE = Text(
    "the last choice, and only that one, has no condition",
    "solo l'ultima alternativa è senza condizioni",
    "só a última alternativa, e nenhuma outra, fica sem condição",
)


@dataclass(frozen=True, slots=True)
class ThresholdTable:
    """Steps in rising order of players; the last holds for any larger number."""

    name: str
    steps: tuple[ThresholdStep, ...]

    def problems(self) -> tuple[Text, ...]:
        """Everything wrong with the table, each with its step; empty when it can be used."""
        starts = [step.at_least for step in self.steps]
        rising = Text(
            "the steps rise by number of players",
            "gli scaglioni crescono per numero di giocatori",
            "as faixas crescem por número de jogadores",
        )
        faults = [] if starts and starts == sorted(set(starts)) else [rising]
        for step in self.steps:
            where = Text(
                f"from {step.at_least} players:",
                f"da {step.at_least} giocatori:",
                f"a partir de {step.at_least} jogadores:",
            )
            if (
                not step.choices
                or step.choices[-1].when
                or not all(choice.when for choice in step.choices[:-1])
            ):
                faults.append(joined((where, _LAST_CHOICE)))
            faults += [joined((where, text)) for choice in step.choices for text in choice.shape.problems()]
        return tuple(faults)

    def to_document(self) -> dict[str, Any]:
        """The table as plain JSON values."""
        return {
            "name": self.name,
            "steps": [
                {
                    "at_least": step.at_least,
                    "choices": [
                        {**asdict(choice.shape), "when": [condition.value for condition in choice.when]}
                        for choice in step.choices
                    ],
                }
                for step in self.steps
            ],
        }

    @classmethod
    def from_document(cls, document: Mapping[str, Any]) -> "ThresholdTable":
        """Read what `to_document` wrote. Raises KeyError, TypeError or ValueError for anything else."""
        steps = tuple(
            ThresholdStep(int(step["at_least"]), tuple(_choice(choice) for choice in step["choices"]))
            for step in document["steps"]
        )
        table = cls(str(document["name"]), steps)
        if problems := table.problems():
            raise ValueError("; ".join(text.en for text in problems))
        return table


@dataclass(frozen=True, slots=True)
class Selection:
    """The shape that a table gives, with the condition that decided among several, if one did."""

    shape: FinalsShape
    because: Condition | None


def finals_for(table: ThresholdTable, players: int, standing: Sequence[Place] = ()) -> Selection:
    """The shape for so many players; `standing`, withdrawn included, is asked where the table has conditions.

    Raises ValueError when there are fewer players than the first step asks for.
    """
    step = next((step for step in reversed(table.steps) if players >= step.at_least), None)
    if step is None:
        raise ValueError(
            f"the table {table.name} begins with {table.steps[0].at_least} players, not {players}"
        )
    for choice in step.choices[:-1]:
        for condition in choice.when:
            if _CONDITIONS[condition](standing):
                return Selection(choice.shape, condition)
    return Selection(step.choices[-1].shape, None)


def _choice(document: Mapping[str, Any]) -> Choice:
    numbers = {name: int(value) for name, value in document.items() if name != "when"}
    return Choice(
        FinalsShape(**numbers), tuple(Condition(condition) for condition in document.get("when", ()))
    )


def _level(standing: Sequence[Place], first: int, last: int) -> bool:
    """Whether the rows from place `first` to `last`, all present, have equal totals."""
    rows = standing[first - 1 : last]
    return len(rows) == last - first + 1 and len({Fraction(row.total) for row in rows}) == 1


_CONDITIONS: Mapping[Condition, Callable[[Sequence[Place]], bool]] = {
    Condition.LEADER_UNDER_TWO_WINS: lambda rows: not rows or rows[0].wins < 2,
    Condition.FIRST_THREE_LEVEL: lambda rows: _level(rows, 1, 3),
    Condition.ONE_OF_FIRST_TWO_WITHDREW: lambda rows: not all(row.available for row in rows[:2]),
    Condition.ONLY_LEADER_TWO_WINS: lambda rows: all(row.wins < 2 for row in rows[1:]),
    Condition.SECOND_AND_THIRD_LEVEL: lambda rows: _level(rows, 2, 3),
}


def _steps(*rows: tuple[int, int, int, int, int]) -> tuple[ThresholdStep, ...]:
    """Steps without conditions from (at least, direct, semifinals, semifinalists, winners)."""
    return tuple(ThresholdStep(at_least, (Choice(FinalsShape(*shape)),)) for at_least, *shape in rows)


RADUNO = ThresholdTable(
    "raduno",
    _steps(
        (0, 2, 2, 8, 1),
        (37, 0, 4, 16, 1),
        (77, 0, 8, 32, 2),
        (117, 0, 12, 48, 3),
        (157, 0, 16, 64, 4),
        (197, 0, 20, 80, 5),
    ),
)

MASTER = ThresholdTable(
    "master",
    (
        ThresholdStep(
            0,
            (
                Choice(
                    FinalsShape(0, 4, 16, 1),
                    (
                        Condition.LEADER_UNDER_TWO_WINS,
                        Condition.FIRST_THREE_LEVEL,
                        Condition.ONE_OF_FIRST_TWO_WITHDREW,
                    ),
                ),
                Choice(
                    FinalsShape(1, 3, 12, 1),
                    (Condition.ONLY_LEADER_TWO_WINS, Condition.SECOND_AND_THIRD_LEVEL),
                ),
                Choice(FinalsShape(2, 2, 8, 1)),
            ),
        ),
        *_steps((50, 0, 4, 16, 1), (100, 0, 8, 32, 2), (150, 0, 12, 48, 3), (200, 0, 16, 64, 4)),
    ),
)

LEAGUE = ThresholdTable(
    "league",
    (
        ThresholdStep(0, (Choice(FinalsShape(2, 2, 8, 1, ripescati=1)),)),
        ThresholdStep(25, (Choice(FinalsShape(1, 3, 13, 1, ripescati=1)),)),
    ),
)

THRESHOLD_TABLES: Mapping[str, ThresholdTable] = {table.name: table for table in (RADUNO, MASTER, LEAGUE)}
