"""Random tournaments, played through draw and checker: late comers, drop-outs, clubs; and the figures."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from seating.checker import check
from seating.criteria import CriterionCode
from seating.draw import draw
from seating.lottery import Lottery
from seating.proposals import Impossible
from seating.report import Drawing
from seating.request import Player, Request, Round
from seating.splits import SplitPolicy

CRITERIA_SETS: tuple[tuple[CriterionCode, ...], ...] = (
    (CriterionCode.CLUBS, CriterionCode.FIVES, CriterionCode.REPEATS, CriterionCode.TURN_ORDER),
    (CriterionCode.FIVES, CriterionCode.CLUBS, CriterionCode.REPEATS, CriterionCode.TURN_ORDER),
    (CriterionCode.FIVES, CriterionCode.REPEATS, CriterionCode.TURN_ORDER, CriterionCode.TABLE_CHANGE),
)


@dataclass(slots=True)
class Figures:
    """What one criterion came to over all drawn rounds."""

    rounds: int = 0
    value: int = 0
    bound: int = 0
    optimal: int = 0


@dataclass(slots=True)
class Outcome:
    """Figures of many tournaments. ``violations`` must stay 0; ``impossible`` counts rounds without legal tables."""

    tournaments: int = 0
    rounds: int = 0
    seats: int = 0
    violations: int = 0
    impossible: int = 0
    slowest: float = 0.0
    criteria: dict[CriterionCode, Figures] = field(default_factory=dict)

    def add(self, drawing: Drawing, violations: int) -> None:
        """Add one drawn round."""
        self.rounds += 1
        self.seats += sum(len(table) for tables in drawing.rounds for table in tables)
        self.violations += violations
        self.slowest = max(self.slowest, drawing.report.seconds)
        for line in drawing.report.criteria:
            figures = self.criteria.setdefault(line.criterion, Figures())
            figures.rounds += 1
            figures.value += line.value
            figures.bound += line.lower_bound
            figures.optimal += line.proven_optimal


def simulate(tournaments: int, seed: int, *, largest: int = 60) -> Iterator[Outcome]:
    """Play random tournaments and yield the outcome so far after each; the same seed plays the same ones."""
    outcome = Outcome()
    for number in range(tournaments):
        _play(outcome, Lottery(seed, f"tournament {number}"), largest)
        outcome.tournaments += 1
        yield outcome


def _play(outcome: Outcome, lottery: Lottery, largest: int) -> None:
    """Play one tournament of 3 to 6 rounds; each round somebody may leave and somebody come."""
    players = _people(lottery, 8 + lottery.below(largest - 7))
    request = Request(
        players=players,
        split=(SplitPolicy.MOST_FOURS, SplitPolicy.MOST_FIVES)[lottery.below(2)],
        criteria=CRITERIA_SETS[lottery.below(len(CRITERIA_SETS))],
    )
    rounds = 3 + lottery.below(4)
    present = [player.id for player in players[: len(players) - lottery.below(4)]]
    history: tuple[Round, ...] = ()
    for played in range(rounds):
        present = _come_and_go(lottery, players, present) if played else present
        upcoming = replace(
            request, present=tuple(present), history=history, horizon=played + 1, seed=lottery.word()
        )
        try:
            drawing = draw(upcoming)
        except Impossible:
            outcome.impossible += 1
            return
        outcome.add(drawing, len(check(upcoming, drawing.rounds)))
        history += drawing.rounds


def _people(lottery: Lottery, count: int) -> tuple[Player, ...]:
    """Return people of clubs of 3 to 8."""
    clubs: list[int] = []
    while len(clubs) < count:
        clubs += [len(clubs)] * (3 + lottery.below(6))
    return tuple(Player(id=f"p{who:03}", club=f"club {clubs[who]}") for who in range(count))


def _come_and_go(lottery: Lottery, players: tuple[Player, ...], present: list[str]) -> list[str]:
    """Let nobody, one or two people leave, and nobody or one come or come back."""
    staying = lottery.shuffled(present)[lottery.below(3) :]
    absent = [player.id for player in players if player.id not in set(staying)]
    arriving = lottery.shuffled(absent)[: lottery.below(2)]
    return sorted(staying + arriving)
