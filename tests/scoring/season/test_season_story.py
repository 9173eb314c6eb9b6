"""A season in words: every figure of a worth, and why a result counts."""

from decimal import Decimal
from fractions import Fraction

import pytest

from scoring.season import (
    NATIONAL,
    Circuit,
    CountingRule,
    PlacePoints,
    SeasonResult,
    SeasonTournament,
    TournamentClass,
    Weighted,
    circuit_ranking,
    own_points,
    tournaments_held,
)
from scoring.season_story import counting_story, counting_words, worth_story
from scoring.text import Text

ONE = {"open": TournamentClass(((0, Decimal("1.5")),))}


def result(place: int = 1, number: int = 1, kind: str = "open", points: int = 0) -> SeasonResult:
    return SeasonResult("Aldebaran", SeasonTournament(number, kind, 20, 3, 2026), place, points)


@pytest.mark.parametrize(
    ("worth", "place", "story"),
    [
        (NATIONAL, 1, "(100 + 20 tables) × 2 × 1.2 (1st place) = 288"),
        (NATIONAL, 20, "(100 + 20 tables) × 2 × 0.3678794 (e^(−20/20), place 20) = 88.291"),
        (Weighted(PlacePoints((12, 7)), ONE), 2, "place 2: 7 × 1.5 = 10.5"),
        (Weighted(own_points, ONE), 2, "points of the tournament: 91 × 1.5 = 136.5"),
        (own_points, 2, "points of the tournament: 91 = 91"),
        (Weighted(own_points, {}), 2, "It does not count in this ranking."),
    ],
)
def test_the_worth_of_a_result(worth, place, story):
    assert worth_story(worth, result(place, points=91)).en == story


def test_the_worth_in_italian():
    assert worth_story(NATIONAL, result(2)).it == (
        "(100 + 20 tavoli) × 2 × 0,9048374 (e^(−2/20), 2º posto) = 217,161"
    )
    assert worth_story(NATIONAL, result(1)).it == "(100 + 20 tavoli) × 2 × 1,2 (1º posto) = 288"


def stories(rule: CountingRule) -> list[str]:
    circuit = Circuit(own_points, {"open": rule})
    results = [result(number=number, points=points) for number, points in ((1, 30), (2, 50), (3, 40))]
    (row,) = circuit_ranking(circuit, results)
    held = tournaments_held(own_points, results)
    return [counting_story(circuit, held, row, one).en for one in row.results]


def test_why_a_result_counts():
    assert stories(CountingRule(2)) == [
        "counts: number 1 of the best 2 of “open”",
        "counts: number 2 of the best 2 of “open”",
        "dropped: number 3, and of “open” the best 2 count",
    ]
    assert stories(CountingRule(1)) == [
        "counts: the best of “open”",
        "dropped: number 2, and of “open” the best one counts",
        "dropped: number 3, and of “open” the best one counts",
    ]
    assert stories(CountingRule()) == ["counts: every result of “open” does"] * 3


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        (
            CountingRule(),
            Text(
                "Open: all results count.",
                "Open: contano tutti i risultati.",
                "Open: valem todos os resultados.",
            ),
        ),
        (
            CountingRule(1),
            Text("Open: the best one counts.", "Open: conta il migliore.", "Open: vale o melhor."),
        ),
        (
            CountingRule(3),
            Text("Open: the best 3 count.", "Open: contano i migliori 3.", "Open: valem os 3 melhores."),
        ),
        (
            CountingRule(0, Fraction(2, 3)),
            Text(
                "Open: the best 2/3 of those held count, rounded up.",
                "Open: contano i migliori 2/3 di quelli disputati, per eccesso.",
                "Open: valem os melhores 2/3 dos realizados, arredondados para cima.",
            ),
        ),
        (
            CountingRule(2, Fraction(1, 2)),
            Text(
                "Open: the best 2 count, or 1/2 of those held where that is more.",
                "Open: contano i migliori 2, o 1/2 di quelli disputati se sono di più.",
                "Open: valem os 2 melhores, ou 1/2 dos realizados se forem mais.",
            ),
        ),
    ],
)
def test_how_many_count_in_words(rule, words):
    assert counting_words("Open", rule) == words
