"""Pictures: right figures in the table, right places in the drawing, nothing that a strict page would refuse."""

import re
from decimal import Decimal
from fractions import Fraction
from xml.etree import ElementTree as ET

import pytest
from django.template import Context, Template
from hypothesis import given
from hypothesis import strategies as st

from tournament.reports.charts import (
    Chart,
    RankLine,
    WinCount,
    distribution,
    heat_map,
    score_by_round,
    wilson_interval,
    win_rates,
)

SVG = "{http://www.w3.org/2000/svg}"
NASTY = "<script>alert(\"1\")</script>\x00 & 'x'"


def texts(chart: Chart) -> list[str]:
    return [element.text or "" for element in ET.fromstring(chart.svg).iter(f"{SVG}text")]  # noqa: S314 - our own


def shapes(chart: Chart, name: str) -> list[dict[str, str]]:
    return [element.attrib for element in ET.fromstring(chart.svg).iter(f"{SVG}{name}")]  # noqa: S314 - our own


def charts() -> list[Chart]:
    return [
        score_by_round([RankLine(NASTY, (1,), (NASTY,))], [NASTY]),
        score_by_round([], []),
        distribution([1, 2], title=NASTY),
        distribution([]),
        win_rates([WinCount(NASTY, 1, 2)], title=NASTY, expected=Fraction(1, 4)),
        win_rates([], title="Nobody"),
    ]


@pytest.mark.parametrize("chart", charts())
def test_a_strict_page_lets_every_chart_pass(chart: Chart) -> None:
    assert "<script" not in chart.svg
    assert not re.search(r"<style|\sstyle=|\son\w+=|href|\x00", chart.svg)
    root = ET.fromstring(chart.svg)  # noqa: S314 - our own
    assert (root.tag, root.attrib["role"]) == (f"{SVG}svg", "img")
    assert root.attrib["aria-label"].startswith(chart.title.replace("\x00", ""))
    assert len(chart.headings) == len(chart.table.columns)


def test_a_template_shows_the_picture_unescaped() -> None:
    chart = distribution([1, 2, 3])
    assert Template("{{ chart }}").render(Context({"chart": chart})) == chart.svg


# -- bump --------------------------------------------------------------------------------------------------


def test_ranks_are_rows_and_names_stand_in_the_last_order() -> None:
    lines = [RankLine("Ada", (1, 2), ("50", "60")), RankLine("Bice", (2, 1), ("40", "90"))]
    chart = score_by_round(lines, ["R1", "R2"])
    assert texts(chart) == ["R1", "R2", "2", "1", "Bice", "90", "1", "2", "Ada", "60"]
    assert [(ring["cx"], ring["cy"]) for ring in shapes(chart, "circle")] == [
        ("24", "74"),
        ("340", "44"),
        ("24", "44"),
        ("340", "74"),
    ]
    assert chart.table.columns == ("name", "rank_1", "total_1", "rank_2", "total_2")
    assert chart.table.rows == (("Bice", 2, "40", 1, "90"), ("Ada", 1, "50", 2, "60"))
    assert chart.headings == ("Name", "Rank R1", "R1", "Rank R2", "R2")


def test_only_the_best_are_drawn_but_all_are_in_the_table() -> None:
    lines = [RankLine(f"P{rank}", (rank,), ("0",)) for rank in range(1, 31)]
    chart = score_by_round(lines, ["1"], top=5)
    assert len(shapes(chart, "circle")) == 5
    assert len(chart.table.rows) == 30


def test_a_round_without_rank_is_bridged_by_dots_and_the_unranked_come_last() -> None:
    lines = [RankLine("Ada", (1, None, 1), ("1", "", "2")), RankLine("Zoe", (None, None, None), ("", "", ""))]
    chart = score_by_round(lines, ["1", "2", "3"])
    assert [path["stroke-dasharray"] for path in shapes(chart, "path")] == ["1 6"]
    assert [row[0] for row in chart.table.rows] == ["Ada", "Zoe"]
    assert "Zoe" not in texts(chart)


@given(st.lists(st.lists(st.none() | st.integers(1, 40), min_size=3, max_size=3), max_size=20))
def test_no_circle_hides_another_nor_leaves_the_picture(ranks: list[list[int | None]]) -> None:
    lines = [RankLine(f"P{index}", tuple(row), ("", "", "")) for index, row in enumerate(ranks)]
    chart = score_by_round(lines, ["1", "2", "3"])
    places = [(ring["cx"], float(ring["cy"])) for ring in shapes(chart, "circle")]
    height = float(shapes(chart, "svg")[0]["height"])
    assert len(set(places)) == len(places)
    assert all(33 <= y <= height - 11 for _, y in places)


# -- distribution ------------------------------------------------------------------------------------------


def test_points_fall_into_round_steps() -> None:
    chart = distribution([0, 4, 9, 10, 44, Decimal("44.5"), 100])
    assert chart.table.rows[:5] == ((0, 9, 3), (10, 19, 1), (20, 29, 0), (30, 39, 0), (40, 49, 2))
    assert chart.table.rows[-1] == (100, 109, 1)
    assert "median 10" in texts(chart)


def test_the_median_is_exact_between_two_games() -> None:
    assert "median 1.5" in texts(distribution([Fraction(1), 2]))


@given(st.lists(st.integers(-5, 12_000), min_size=1, max_size=60))
def test_every_game_is_in_one_bar_and_bars_are_few(points: list[int]) -> None:
    rows = distribution(points).table.rows
    assert sum(int(str(row[2])) for row in rows) == len(points)
    assert len(rows) <= 14


# -- win rates ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (5, 10, 0.2366, 0.7634),
        (1, 1, 0.2065, 1.0),
        (0, 0, 0.0, 1.0),
    ],
)
def test_wilson_intervals(wins: int, games: int, low: float, high: float) -> None:
    assert wilson_interval(wins, games) == (pytest.approx(low, abs=5e-5), pytest.approx(high, abs=5e-5))


@given(st.integers(1, 500).flatmap(lambda games: st.tuples(st.integers(0, games), st.just(games))))
def test_an_interval_holds_its_share(tally: tuple[int, int]) -> None:
    wins, games = tally
    low, high = wilson_interval(wins, games)
    assert 0 <= low <= wins / games <= high + 1e-12
    assert high <= 1


@pytest.mark.parametrize(("wins", "games"), [(-1, 2), (3, 2)])
def test_impossible_tallies(wins: int, games: int) -> None:
    with pytest.raises(ValueError, match=f"{wins} wins of {games} games"):
        wilson_interval(wins, games)


def test_shares_and_their_table() -> None:
    chart = win_rates([WinCount("7", 5, 10), WinCount("8", 0, 0)], title="Objective", expected=Fraction(1, 4))
    assert chart.table.rows == (
        ("7", 5, 10, Decimal("50.0"), Decimal("23.7"), Decimal("76.3")),
        ("8", 0, 0, None, Decimal("0.0"), Decimal("100.0")),
    )
    assert [dot["cx"] for dot in shapes(chart, "circle")] == ["319"]
    assert "chance 25.0 %" in texts(chart)
    assert "5 / 10" in texts(chart)


def test_long_labels_are_cut_in_the_picture_only() -> None:
    chart = win_rates([WinCount("A very long objective indeed", 1, 2)], title="t")
    assert "A very long objecti…" in texts(chart)
    assert chart.table.rows[0][0] == "A very long objective indeed"


# -- heat --------------------------------------------------------------------------------------------------


def test_heat_goes_from_the_least_to_the_most_often_held() -> None:
    names = {"a": "Alaska", "b": "Brasile", "c": "Cina", "d": "Digione"}
    found = heat_map({"a": 0, "b": 10, "c": 5, "d": 5}, 20, names=names)
    assert found.levels == {"a": 0, "b": 9, "c": 4, "d": 4}
    assert found.table.rows == (("Brasile", 10, 50), ("Cina", 5, 25), ("Digione", 5, 25), ("Alaska", 0, 0))
    assert found.legend[0] == (0, Fraction(0), Fraction(1, 20))
    assert found.legend[-1] == (9, Fraction(1, 2), Fraction(1, 2))


@pytest.mark.parametrize("held", [{}, {"a": 0}])
def test_a_board_without_games_is_cold(held: dict[str, int]) -> None:
    found = heat_map(held, 0, names={"a": "Alaska"})
    assert set(found.levels.values()) <= {0}
    assert found.legend == ((0, Fraction(0), Fraction(0)),)


@given(st.dictionaries(st.sampled_from("abcdefgh"), st.integers(0, 99), min_size=2))
def test_levels_keep_the_order(held: dict[str, int]) -> None:
    levels = heat_map(held, 99, names={name: name for name in "abcdefgh"}).levels
    assert all(0 <= level <= 9 for level in levels.values())
    assert all(levels[one] <= levels[two] for one in held for two in held if held[one] <= held[two])


def test_more_often_than_games_were_played() -> None:
    with pytest.raises(ValueError, match="more often than the 1 games"):
        heat_map({"a": 2}, 1, names={"a": "Alaska"})
