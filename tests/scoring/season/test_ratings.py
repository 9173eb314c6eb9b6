"""Ratings: winners rise, the uncertainty falls, equal evidence gives equal ratings."""

from decimal import Decimal

import pytest

from scoring.ratings import RatedGame, Rating, rate


def test_one_game_of_four_with_a_shared_second_place():
    ratings = {row.player: row for row in rate([RatedGame(("a", "b", "c", "d"), (1, 2, 2, 4))])}
    assert ratings["a"] == Rating("a", Decimal("27.795"), Decimal("8.264"), Decimal("3.003"), 1)
    assert ratings["b"].mean == ratings["c"].mean == Decimal("24.689")
    assert ratings["d"].mean < ratings["c"].mean


def test_a_steady_winner_leads_and_grows_certain():
    games = [RatedGame((1, 2, 3, 4), (1, 2, 3, 4)), RatedGame((4, 1, 5), (3, 1, 2))] * 10
    ratings = rate(games)
    assert ratings[0].player == 1
    assert ratings[0].games == 20
    assert ratings[0].deviation < Decimal(8)
    assert [row.cautious for row in ratings] == sorted((row.cautious for row in ratings), reverse=True)


def test_no_games_no_ratings():
    assert rate([]) == ()


@pytest.mark.parametrize(
    ("game", "message"),
    [
        (RatedGame((1,), (1,)), "two or more players"),
        (RatedGame((1, 1), (1, 2)), "each once"),
        (RatedGame((1, 2), (1,)), "a rank for each"),
    ],
)
def test_games_that_cannot_be_rated(game, message):
    with pytest.raises(ValueError, match=message):
        rate([game])
