"""Discards and absences: 12.2.3 and the clubs' ways."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.discards import Absence, Discards, two_thirds_of
from scoring.presets import preset
from scoring.problems import Level


@pytest.mark.rule("12.2.3")
@pytest.mark.parametrize(
    ("games", "valid"), [(1, 1), (2, 2), (3, 2), (4, 3), (5, 4), (6, 4), (9, 6), (10, 7)]
)
def test_two_thirds_are_rounded_up(games: int, valid: int) -> None:
    assert two_thirds_of(games) == valid
    assert Discards(two_thirds=True).valid_scores(games) == valid


@pytest.mark.parametrize(
    ("rule", "games", "expected"),
    [
        (Discards(), (5, None, 0), (True, False, True)),
        (Discards(keep=2, of=3), (5, 9, 7), (False, True, True)),
        (Discards(keep=2, of=3), (5, 9), (True, True)),
        (Discards(keep=2, of=3), (7, 7, 7), (True, True, False)),
        (Discards(keep=2, of=3), (0, None, 7), (True, False, True)),
        (Discards(keep=2, of=3), (None, None, 7), (False, False, True)),
        (Discards(two_thirds=True), (1, 2, 3, 4), (False, True, True, True)),
        (Discards(two_thirds=True), (1, None, 3, 4), (True, False, True, True)),
        (Discards(two_thirds=True, absence=Absence.NOT_A_GAME), (1, None, 3, 4), (False, False, True, True)),
        (Discards(compulsory=1, of=4), (1, 2, 3), (True, True, True)),
        (Discards(compulsory=1, of=4), (1, 2, 3, 4), (False, True, True, True)),
        (Discards(compulsory=2), (1, 2, 3), (False, False, True)),
    ],
)
def test_which_games_count(rule: Discards, games: tuple[int | None, ...], expected: tuple[bool, ...]) -> None:
    assert rule.counted(games) == expected


GAMES = st.lists(st.none() | st.integers(0, 150), max_size=12)


@given(GAMES, st.integers(1, 12), st.integers(0, 150))
def test_a_further_game_never_lowers_a_best_of_total(
    games: list[int | None], keep: int, further: int
) -> None:
    rule = Discards(keep=keep)

    def total(played: list[int | None]) -> int:
        return sum(game or 0 for game, counts in zip(played, rule.counted(played), strict=True) if counts)

    assert total([*games, further]) >= total(games)


@given(GAMES, st.integers(1, 12))
def test_the_games_that_count_are_the_best(games: list[int | None], keep: int) -> None:
    counted = Discards(keep=keep).counted(games)
    inside = [game for game, counts in zip(games, counted, strict=True) if counts and game is not None]
    outside = [game for game, counts in zip(games, counted, strict=True) if not counts and game is not None]
    assert len(inside) == min(keep, sum(game is not None for game in games))
    assert min(inside, default=0) >= max(outside, default=0)


@given(GAMES, st.integers(1, 12))
def test_a_discard_never_helps_twice(games: list[int | None], keep: int) -> None:
    rule = Discards(keep=keep)
    kept = [game if counts else None for game, counts in zip(games, rule.counted(games), strict=True)]
    assert [rule.counted(kept)[index] for index, game in enumerate(kept) if game is not None] == [
        True for game in kept if game is not None
    ]


@pytest.mark.rule("12.2.3")
@pytest.mark.parametrize(
    ("rule", "rounds", "refused"),
    [
        (Discards(keep=2, of=3), None, False),
        (Discards(keep=3, of=5), None, True),
        (Discards(keep=4, of=6), 7, True),
        (Discards(keep=6, of=9), 9, False),
        (Discards(compulsory=2, of=4), None, True),
        (Discards(compulsory=1, of=4), None, False),
        (Discards(two_thirds=True), 4, False),
        (Discards(keep=3), None, False),
    ],
)
def test_fewer_than_two_thirds_are_refused(rule: Discards, rounds: int | None, refused: bool) -> None:
    problems = replace(preset("open"), discards=rule).validate(rounds=rounds)
    found = [
        (problem.code, problem.article, problem.level) for problem in problems if problem.article == "12.2.3"
    ]
    assert found == ([("too-few-valid-scores", "12.2.3", Level.ERROR)] if refused else [])


@pytest.mark.parametrize(
    ("rule", "english"),
    [
        (Discards(), "Every game counts."),
        (Discards(keep=3), "The best 3 games count."),
        (Discards(keep=6, of=9), "The best 6 of 9 games count (12.2.3)."),
        (
            Discards(two_thirds=True),
            "Two thirds of the games held count, rounded up; the worst fall (12.2.3).",
        ),
        (Discards(compulsory=1, of=4), "After the last of 4 rounds the worst 1 fall."),
    ],
)
def test_words(rule: Discards, english: str) -> None:
    assert rule.words().en == english
