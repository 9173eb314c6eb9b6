"""Seasons: the national formula to its last decimal, circuits, clubs, a player's years."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.season import (
    NATIONAL,
    Circuit,
    CountingRule,
    PlacePoints,
    SeasonResult,
    SeasonTournament,
    TournamentClass,
    Weighted,
    Year,
    career,
    circuit_ranking,
    club_ranking,
    own_points,
    tournaments_held,
)


def tournament(identity: int = 1, kind: str = "open", tables: int = 20, rounds: int = 3, year: int = 2025):
    return SeasonTournament(identity, kind, tables, rounds, year)


def result(player: str = "Aldebaran", place: int = 1, held: SeasonTournament | None = None, **values):
    return SeasonResult(player, held or tournament(), place, **values)


@pytest.mark.parametrize(
    ("kind", "tables", "rounds", "place", "worth"),
    [
        ("raduno", 20, 4, 1, "720"),
        ("master", 50, 2, 1, "720"),
        ("open", 6, 3, 1, "254.4"),
        ("interclub", 10, 3, 1, "198"),
        # 120 · 5 · exp(−1/10), 120 · 2 · exp(−1) and 106 · 4 · exp(−1/2), each rounded half up to 3 decimals
        ("raduno", 20, 4, 2, "542.902"),
        ("open", 20, 3, 20, "88.291"),
        ("master", 6, 2, 10, "257.169"),
        ("league", 20, 1, 1, "28.8"),
        ("league", 20, 2, 1, "28.8"),
        ("league", 20, 3, 1, "72"),
        ("league", 20, 4, 1, "100.8"),
        ("league", 20, 5, 1, "115.2"),
        ("league", 20, 6, 1, "144"),
        ("league", 20, 9, 1, "144"),
    ],
)
def test_national_formula(kind, tables, rounds, place, worth):
    assert NATIONAL(result(place=place, held=tournament(1, kind, tables, rounds))) == Fraction(worth)


def test_small_or_unknown_tournaments_do_not_count():
    assert NATIONAL(result(held=tournament(tables=5))) is None
    assert NATIONAL(result(held=tournament(kind="friendly"))) is None


def test_a_place_is_a_place():
    with pytest.raises(ValueError, match="1 or more"):
        NATIONAL(result(place=0))


def test_a_class_begins_somewhere():
    with pytest.raises(ValueError, match="2 rounds"):
        TournamentClass(((3, Decimal(1)),)).weight(2)


@given(st.integers(2, 300), st.integers(6, 500))
def test_a_better_place_is_never_worth_less(place, tables):
    better, worse = (NATIONAL(result(place=p, held=tournament(tables=tables))) for p in (place - 1, place))
    assert better is not None
    assert worse is not None
    assert better >= worse


@pytest.mark.parametrize(
    ("rule", "held", "counted"),
    [
        (CountingRule(), 7, 7),
        (CountingRule(0), 7, 0),
        (CountingRule(3), 2, 2),
        (CountingRule(3), 9, 3),
        (CountingRule(3, Fraction(1, 2)), 6, 3),
        (CountingRule(3, Fraction(1, 2)), 9, 5),
        (CountingRule(1, Fraction(2, 3)), 9, 6),
    ],
)
def test_the_larger_of_a_minimum_and_a_share_counts(rule, held, counted):
    assert rule.counted(held) == counted


def test_a_circuit_counts_the_best_of_each_type():
    opens = [tournament(n) for n in (1, 2, 3)]
    league = tournament(9, "league")
    results = [
        *(result("Ada", place, held) for place, held in zip((1, 3, 2), opens, strict=True)),
        result("Ada", 1, league),
        *(result("Bea", place, held) for place, held in zip((2, 1), opens, strict=False)),
        result("Cai", 2, league),
        result("Dan", 9, opens[2]),
    ]
    circuit = Circuit(PlacePoints((10, 8, 6), beyond=1), {"open": CountingRule(2)})
    rows = circuit_ranking(circuit, results)
    assert [(row.rank, row.key, row.total) for row in rows] == [
        (1, "Ada", 28),
        (2, "Bea", 18),
        (3, "Cai", 8),
        (4, "Dan", 1),
    ]
    assert [(one.result.tournament.id, one.worth, one.counted) for one in rows[0].results] == [
        (9, 10, True),
        (1, 10, True),
        (3, 8, True),
        (2, 6, False),
    ]


def test_level_totals_share_a_rank():
    rows = circuit_ranking(
        Circuit(own_points), [result(p, points=5) for p in "abc"] + [result("d", points=4)]
    )
    assert [row.rank for row in rows] == [1, 1, 1, 4]


def test_the_national_ranking_skips_what_does_not_count():
    rows = circuit_ranking(Circuit(NATIONAL), [result("a", 1), result("b", 1, tournament(2, tables=3))])
    assert [(row.key, row.total) for row in rows] == [("a", Fraction(288))]


def test_clubs_sum_the_best_of_their_members_at_each_tournament():
    results = [
        result("a", points=50, club="Lupi"),
        result("b", points=40, club="Lupi"),
        result("c", points=30, club="Lupi"),
        result("d", points=Decimal("70.5"), club="Gufi"),
        result("a", held=tournament(2), points=9, club="Gufi"),
        result("e", points=500),
    ]
    rows = club_ranking(results, own_points, best=2)
    assert [(row.rank, row.key, row.total) for row in rows] == [
        (1, "Lupi", 90),
        (2, "Gufi", Fraction(159, 2)),
    ]
    assert [one.counted for one in rows[0].results] == [True, True, False]
    assert club_ranking(results, own_points)[0].total == 120


results_of_a_season = st.lists(
    st.builds(
        result,
        st.sampled_from("abcdef"),
        st.integers(1, 30),
        st.builds(tournament, st.integers(1, 6), st.sampled_from(["open", "league"])),
        points=st.integers(0, 150),
    ),
    max_size=25,
)


@given(results_of_a_season, st.randoms(use_true_random=False))
def test_the_order_of_the_results_changes_no_rank(results, random):
    circuit = Circuit(own_points, {"open": CountingRule(2)})
    shuffled = random.sample(results, len(results))
    rows, others = circuit_ranking(circuit, results), circuit_ranking(circuit, shuffled)
    assert [(row.rank, row.key, row.total) for row in rows] == [
        (row.rank, row.key, row.total) for row in others
    ]


@given(results_of_a_season, st.integers(0, 150))
def test_one_more_result_never_lowers_a_best_of(results, points):
    circuit = Circuit(own_points, other=CountingRule(2))
    more = [*results, result("a", held=tournament(1), points=points)]
    before = {row.key: row.total for row in circuit_ranking(circuit, results)}
    after = {row.key: row.total for row in circuit_ranking(circuit, more)}
    assert after["a"] >= before.get("a", 0)


def test_a_career_year_by_year():
    results = [
        result(place=1, games=4, wins=3),
        result(place=3, held=tournament(2), games=2, wins=0),
        result(place=40, held=tournament(3, year=2024), games=3, wins=1),
    ]
    assert career(results) == (Year(2025, 2, 1, 2, 1, 6, 3), Year(2024, 1, 0, 0, 40, 3, 1))
    assert career([]) == ()


def test_weighted_worth_is_exact_and_an_unknown_type_does_not_count():
    worth = Weighted(
        PlacePoints((12, 7)), {"open": TournamentClass(((0, Decimal("0.5")), (4, Decimal("1.5"))))}
    )
    assert worth(result(place=2, held=tournament(rounds=3))) == Fraction(7, 2)
    assert worth(result(place=2, held=tournament(rounds=4))) == Fraction(21, 2)
    assert worth(result(held=tournament(kind="friendly"))) is None


def test_who_has_too_few_results_has_no_rank():
    first, second = tournament(1), tournament(2)
    results = [result("Once", 1, first, points=50), result("Twice", 2, first, points=10)]
    results += [result("Twice", 1, second, points=20)]
    rows = circuit_ranking(Circuit(own_points, minimum_results=2), results)
    assert [(row.rank, row.key, row.total) for row in rows] == [(1, "Twice", 30), (None, "Once", 50)]


def test_tournaments_held_leave_out_what_counts_for_nobody():
    results = [result(held=tournament(1)), result("Bruna", 2, tournament(1)), result(held=tournament(2))]
    results += [result(held=tournament(3, "master")), result(held=tournament(4, tables=5))]
    assert tournaments_held(NATIONAL, results) == {"open": 2, "master": 1}
