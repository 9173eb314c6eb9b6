"""A formula: the whole of what turns games into standings, as one frozen, serialisable value made of cited parts."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple

from scoring.criteria import CRITERION, Code, Criterion
from scoring.discards import ALL_COUNT, Discards, two_thirds_of
from scoring.document import (
    EXACT,
    FLAG,
    INTEGER,
    STRING,
    TEXT,
    Codec,
    DocumentError,
    choice,
    many,
    optional,
    read_fields,
    record,
    write_fields,
)  # fmt: skip
from scoring.games import RULED, Game
from scoring.measures import Direction, Exact, stepped
from scoring.parts import PARTS, GamePoints, Part, VictoryPrize
from scoring.problems import (
    DIGITS,
    NO_CRITERIA,
    NO_PARTS,
    PRIZE_NEGATIVE,
    Level,
    Problem,
    different_times,
    prize_at_four,
    prize_too_high,
    strange_sizes,
    threes_mixed,
    too_few_scores,
)
from scoring.results import NO_GHOST, Ghost, SeatFacts, TableResult, seat_facts
from scoring.text import Text

MAXIMUM_PRIZE = 100


@dataclass(frozen=True, slots=True)
class Rounding:
    """How a score is rounded: to `digits` decimals, in the direction. Sums are exact after that."""

    codecs: ClassVar[Mapping[str, Codec]] = {"digits": INTEGER, "direction": choice(Direction)}

    digits: int = 2
    direction: Direction = Direction.HALF_UP

    def units(self, value: Exact) -> int:
        """The value as a whole number of 10**-digits."""
        return stepped(value, self.digits, self.direction)


TO_THE_CENT = Rounding()


class FinalPlaces(StrEnum):
    """How finalists of parallel finals share ranks: 1, 1, 3, 3 or, as the clubs' program, 1, 1, 2, 2."""

    SKIP = "skip"
    DENSE = "dense"


@dataclass(frozen=True, slots=True)
class Finals:
    """A round whose players stand above all others, by their place in it."""

    codecs: ClassVar[Mapping[str, Codec]] = {"round": INTEGER, "places": choice(FinalPlaces)}

    round: int
    places: FinalPlaces = FinalPlaces.SKIP


@dataclass(frozen=True, slots=True)
class TeamRule:
    """Team standings: the best `best` results of all members count (None: all).

    A team with fewer than `present` players at the tables of a round loses it: those results are worth nothing.
    """

    codecs: ClassVar[Mapping[str, Codec]] = {
        "best": optional(INTEGER),
        "criteria": many(CRITERION),
        "present": INTEGER,
    }

    best: int | None = None
    criteria: tuple[Criterion, ...] = (Criterion(Code.TOTAL), Criterion(Code.WINS))
    present: int = 0


class Contribution(NamedTuple):
    """What one part gave to a score, and how."""

    part: Part
    value: Exact
    text: Text


class _PartCodec:
    """A part as an object with its `kind`."""

    def write(self, value: Part) -> dict[str, Any]:
        """The part as JSON knows it."""
        return {"kind": value.kind, **write_fields(value, value.codecs)}

    def read(self, place: str, raw: Any) -> Part:
        """The part that stands at the place. Raises DocumentError."""
        kind = raw.get("kind") if isinstance(raw, Mapping) else None
        if not isinstance(kind, str) or kind not in PARTS:
            raise DocumentError(f"{place}.kind", f"{kind!r} is none of: {', '.join(PARTS)}")
        rest = {key: value for key, value in raw.items() if key != "kind"}
        part: Part = read_fields(PARTS[kind], PARTS[kind].codecs, place, rest)
        return part


_GHOST = record(Ghost, {"seated": FLAG, "share": optional(EXACT)})


@dataclass(frozen=True, slots=True)
class Formula:
    """What a game is worth and who stands where.

    `sizes` are the table sizes it is meant for; `official` asks for the rulebook to the letter; `rounds_counted`
    ignores later rounds; `only_taking_part` leaves out who does not take part; `single_winner` refuses tables
    with two at the top. `game` is the game it scores; `unprinted` says what in it the game's rulebook does not.
    """

    codecs: ClassVar[Mapping[str, Codec]] = {
        "code": STRING,
        "title": TEXT,
        "parts": many(_PartCodec()),
        "criteria": many(CRITERION),
        "rounding": record(Rounding, Rounding.codecs),
        "discards": record(Discards, Discards.codecs),
        "sizes": many(INTEGER),
        "official": FLAG,
        "single_winner": FLAG,
        "ghost": _GHOST,
        "finals": optional(record(Finals, Finals.codecs)),
        "rounds_counted": optional(INTEGER),
        "only_taking_part": FLAG,
        "teams": optional(record(TeamRule, TeamRule.codecs)),
        "compatibility": optional(STRING),
        "game": choice(Game),
        "unprinted": many(TEXT),
    }

    code: str
    title: Text
    parts: tuple[Part, ...]
    criteria: tuple[Criterion, ...] = (Criterion(Code.TOTAL),)
    rounding: Rounding = TO_THE_CENT
    discards: Discards = ALL_COUNT
    sizes: tuple[int, ...] = (4, 5)
    official: bool = False
    single_winner: bool = True
    ghost: Ghost = NO_GHOST
    finals: Finals | None = None
    rounds_counted: int | None = None
    only_taking_part: bool = False
    teams: TeamRule | None = None
    compatibility: str | None = None
    game: Game = Game.CHALLENGE
    unprinted: tuple[Text, ...] = ()

    @classmethod
    def from_document(cls, document: Any, place: str = "formula") -> "Formula":
        """The formula that a document describes. Raises DocumentError with the place of the mistake."""
        return read_fields(cls, cls.codecs, place, document)

    def to_document(self) -> dict[str, Any]:
        """The formula as JSON: reading it back gives an equal formula."""
        return write_fields(self, self.codecs)

    @property
    def digits(self) -> int:
        """How many decimals a score has."""
        return self.rounding.digits

    def units(self, seat: SeatFacts) -> int:
        """The score of a seat, as a whole number of 10**-digits."""
        value: Exact = 0
        for part in self.parts:
            value += part.value(seat)
        return self.rounding.units(value)

    def breakdown(self, seat: SeatFacts) -> tuple[Contribution, ...]:
        """What each part gave to the seat; parts that gave nothing are left out unless all did."""
        given = [(part, part.value(seat)) for part in self.parts]
        telling = [(part, value) for part, value in given if value] or given[:1]
        return tuple(Contribution(part, value, part.story(seat)) for part, value in telling)

    def prize(self) -> VictoryPrize | None:
        """The victory prize, where there is one."""
        return next((part for part in self.parts if isinstance(part, VictoryPrize)), None)

    def game_points(self) -> GamePoints | None:
        """The part that counts the points of the board, where there is one."""
        return next((part for part in self.parts if isinstance(part, GamePoints)), None)

    def with_part(self, new: Part) -> "Formula":
        """The formula with the part of this kind replaced, or added at the end."""
        kept = tuple(new if part.kind == new.kind else part for part in self.parts)
        return replace(self, parts=kept if new in kept else (*kept, new))

    def validate(
        self, *, sizes: Iterable[int] = (), minutes: Iterable[int] = (), rounds: int | None = None
    ) -> list[Problem]:
        """What the rulebook or good sense objects to, with the article.

        `sizes` and `minutes` are the table sizes and time limits of the games of one stage, `rounds` how many
        games each player is to play; without them only what the formula itself says is looked at. Article 12 is
        that of RisiKo! Challenge: other games have no rules on tournaments that a formula could break.
        """
        if self.game not in RULED:
            return self._structure_problems()
        found = set(sizes) or set(self.sizes)
        return [
            *self._structure_problems(),
            *self._prize_problems(found),
            *self._discard_problems(rounds),
            *self._table_problems(found),
            *self._time_problems(set(minutes)),
        ]

    def _structure_problems(self) -> list[Problem]:
        faults = (
            (not self.parts, NO_PARTS),
            (not 0 <= self.rounding.digits <= 9, DIGITS),
            (not self.criteria, NO_CRITERIA),
        )
        return [problem for wrong, problem in faults if wrong]

    def _level(self) -> Level:
        return Level.ERROR if self.official else Level.WARNING

    def _prize_problems(self, sizes: set[int]) -> list[Problem]:
        prize = self.prize()
        if prize is None:
            return []
        too_high = [prize.at(size) for size in sorted(sizes) if prize.at(size) > MAXIMUM_PRIZE]
        problems = [prize_too_high(value) for value in too_high[:1]]
        if any(prize.at(size) < 0 for size in sizes):
            problems.append(PRIZE_NEGATIVE)
        due = prize.at(5) * Fraction(4, 5)
        if {4, 5} <= sizes and prize.at(4) != due:
            problems.append(prize_at_four(prize, due, self._level()))
        return problems

    def _discard_problems(self, rounds: int | None) -> list[Problem]:
        rule = self.discards
        games = rounds if rounds is not None else rule.of
        if games is None or rule.discards_nothing or rule.two_thirds:
            return []
        valid, least = rule.valid_scores(games), two_thirds_of(games)
        return [too_few_scores(valid, games, least)] if valid < least else []

    def _table_problems(self, sizes: set[int]) -> list[Problem]:
        problems = []
        if 3 in sizes and len(sizes) > 1:
            problems.append(threes_mixed(sizes - {3}, self._level()))
        if strange := sizes - {3, 4, 5}:
            problems.append(strange_sizes(strange, self._level()))
        return problems

    def _time_problems(self, minutes: set[int]) -> list[Problem]:
        return [different_times(minutes, self._level())] if len(minutes) > 1 else []


class GameScore(NamedTuple):
    """What a game is worth to a seat: `units` of 10**-digits, and the facts it follows from.

    Equal seats share one value; who sat there is known to the table.
    """

    units: int
    facts: SeatFacts
    won: bool


def score_table(formula: Formula, table: TableResult) -> tuple[GameScore, ...]:
    """The score of every seat of a game, in the order of the seats; `formula.breakdown(score.facts)` explains it."""
    return tuple(
        GameScore(formula.units(facts), facts, facts.won) for facts in seat_facts(table, formula.ghost)
    )
