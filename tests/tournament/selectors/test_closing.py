"""The end of a game, told step by step as articles 9.1 to 9.4 want it."""

import pytest

from games.challenge.rulesets import CLOSING_VALUES
from tournament.models import Ending, Table
from tournament.selectors.closing import (
    Act,
    Closing,
    Phase,
    Step,
    after,
    closing_of,
    closing_throws,
    possible_acts,
)

FOUR = (1, 2, 3, 4)


def told(*steps: Step, players: tuple[int, ...] = FOUR) -> Closing:
    state = Closing(players)
    for step in steps:
        state = after(state, step)
    return state


def turns(*players: int) -> list[Step]:
    return [Step(Act.TURN_OVER, player) for player in players]


EXPIRED_AT_3 = Step(Act.EXPIRED, 3)
SDADATA = [EXPIRED_AT_3, *turns(3, 4, 1, 2, 3)]
"""The time expires in player 3's turn; two rounds later player 4 throws first."""


def missed(player: int) -> Step:
    return Step(Act.THROWN, player, dice=(6, 6))


def test_the_round_in_which_time_expires_is_the_last_but_one() -> None:
    state = told(EXPIRED_AT_3)
    assert (state.phase, state.turn, state.value) == (Phase.PENULTIMATE, 3, None)
    state = told(EXPIRED_AT_3, *turns(3, 4))
    assert (state.phase, state.turn) == (Phase.LAST, 1)


def test_sdadata_begins_with_the_last_turn_of_the_last_round_at_4() -> None:
    state = told(*SDADATA)
    assert (state.phase, state.turn, state.value) == (Phase.SDADATA, 4, 4)


def test_the_value_rises_with_each_lap_up_to_7_and_stays() -> None:
    state, seen = told(*SDADATA), []
    for _lap in range(5):
        seen.append(state.value)
        for player in (4, 1, 2, 3):
            assert state.turn == player
            state = after(state, missed(player))
    assert seen == [*CLOSING_VALUES, 7]


@pytest.mark.parametrize(("dice", "closes"), [((1, 3), True), ((2, 2), True), ((1, 4), False)])
def test_4_or_less_closes_in_the_first_lap(dice: tuple[int, int], closes: bool) -> None:
    state = told(*SDADATA, Step(Act.THROWN, 4, dice=dice, conquests=2))
    assert (state.phase is Phase.OVER, state.ending is Ending.CLOSING) == (closes, closes)
    assert state.ended_by == (4 if closes else None)


def test_more_than_two_conquests_exempt_and_the_game_goes_on() -> None:
    state = told(*SDADATA, Step(Act.EXEMPT, 4, conquests=3))
    assert (state.phase, state.turn, state.value) == (Phase.SDADATA, 1, 4)


def test_when_the_last_player_falls_sdadata_begins_with_the_one_before() -> None:
    state = told(EXPIRED_AT_3, *turns(3, 4, 1, 2), Step(Act.ELIMINATED, 4))
    assert (state.phase, state.turn, state.value) == (Phase.SDADATA, 3, 4)
    state = after(state, missed(3))
    assert (state.turn, state.value) == (1, 4)


def test_who_fell_in_time_is_passed_over_and_the_last_one_left_wins() -> None:
    state = told(Step(Act.ELIMINATED, 4), Step(Act.ELIMINATED, 1), Step(Act.EXPIRED, 3))
    assert (state.phase, state.turn) == (Phase.PENULTIMATE, 3)
    assert after(state, turns(3)[0]).turn == 2
    over = after(state, Step(Act.ELIMINATED, 2))
    assert (over.ending, over.ended_by) == (Ending.LAST_ONE, 3)


@pytest.mark.parametrize(
    ("before", "ending"),
    [([], Ending.OBJECTIVE_IN_TIME), (SDADATA, Ending.OBJECTIVE_LATE)],
)
def test_an_objective_ends_the_game_at_any_time(before: list[Step], ending: Ending) -> None:
    state = told(*before, Step(Act.OBJECTIVE, 2))
    assert (state.phase, state.ending, state.ended_by) == (Phase.OVER, ending, 2)
    assert possible_acts(state) == ()


@pytest.mark.parametrize(
    "steps",
    [
        [Step(Act.TURN_OVER, 1)],
        [EXPIRED_AT_3, Step(Act.THROWN, 3, dice=(1, 1))],
        [EXPIRED_AT_3, Step(Act.ELIMINATED, 3)],
        [EXPIRED_AT_3, Step(Act.ELIMINATED, 1), Step(Act.ELIMINATED, 1)],
        [EXPIRED_AT_3, Step(Act.OBJECTIVE, 9)],
        [*SDADATA, Step(Act.TURN_OVER, 4)],
    ],
)
def test_what_cannot_follow_is_refused(steps: list[Step]) -> None:
    with pytest.raises(ValueError, match="cannot follow"):
        told(*steps)


def test_notes_of_a_table_that_was_seated_anew_do_not_count() -> None:
    noted = [step.to_document() for step in [Step(Act.ELIMINATED, 5), Step(Act.EXPIRED, 2)]]
    table = Table(closing={"steps": noted})
    assert closing_of(table, (1, 2, 3, 4, 5)).phase is Phase.PENULTIMATE
    assert closing_of(table, FOUR) == Closing(FOUR)


def test_the_throws_are_told_with_the_value_of_their_lap() -> None:
    throws = [missed(4), missed(1), Step(Act.EXEMPT, 2, conquests=4), missed(3), missed(4)]
    told_throws = closing_throws(told(*SDADATA, *throws))
    assert [(step.turn, value) for step, value in told_throws] == [(4, 4), (1, 4), (2, 4), (3, 4), (4, 5)]


def test_a_step_is_kept_and_read_again() -> None:
    step = Step(Act.THROWN, 4, dice=(1, 3), conquests=2)
    assert Step.of(step.to_document()) == step
