"""Splits of n people into tables (rulebook 12.1, 12.2 and the clubs' formats)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seating import Split, SplitPolicy, split_for, splits_of
from seating.proposals import proposals_for
from seating.splits import EVEN, PREFERRED


def test_the_first_real_choice_is_at_twenty() -> None:
    choices = {count: [split.sizes for split in splits_of(count)] for count in (19, 20, 23, 24)}
    assert choices == {
        19: [(4, 5, 5, 5)],
        20: [(4,) * 5, (5,) * 4],
        23: [(4, 4, 5, 5, 5)],
        24: [(4,) * 6, (4, 5, 5, 5, 5)],
    }


def test_three_numbers_beyond_three_have_no_split() -> None:
    assert [count for count in range(60) if split_for(count) is None] == [0, 1, 2, 3, 6, 7, 11]


@pytest.mark.parametrize(
    ("count", "policy", "sizes"),
    [
        (22, "most-fours", (4, 4, 4, 5, 5)),
        (40, "most-fives", (5,) * 8),
        (43, "most-fives", (4, 4, 5, 5, 5, 5, 5, 5, 5)),
        (11, "fours-and-threes", (3, 4, 4)),
        (9, "fours-and-threes", (3, 3, 3)),
        (9, "fours-with-ghost", (4, 5)),
        (10, "fours-with-ghost", (3, 3, 4)),
        (11, "fours-with-ghost", (3, 4, 4)),
        (9, "threes", (3, 3, 3)),
        (2, "even-4", (2,)),
        (2, "prefer-6", (2,)),
        (6, "pairs", (2, 2, 2)),
        (12, "even-5", (6, 6)),
        (13, "even-4", (4, 4, 5)),
        (13, "even-3", (3, 3, 3, 4)),
        (13, "even-6", (4, 4, 5)),
        (13, "prefer-6", (3, 4, 6)),
        (14, "prefer-4", (4, 4, 6)),
        (15, "prefer-5", (5, 5, 5)),
        (5, "prefer-6", (5,)),
    ],
)
def test_policies_pick(count: int, policy: str, sizes: tuple[int, ...]) -> None:
    split = split_for(count, SplitPolicy(policy))
    assert split is not None
    assert split.sizes == sizes


@pytest.mark.parametrize(
    ("count", "policy"),
    [
        (5, "fours-and-threes"),
        (10, "threes"),
        (2, "fours-with-ghost"),
        (1, "even-4"),
        (0, "prefer-5"),
        (7, "pairs"),
    ],
)
def test_policies_refuse(count: int, policy: str) -> None:
    assert split_for(count, SplitPolicy(policy)) is None


def test_ghosts_fill_the_tables_of_three() -> None:
    split = split_for(10, SplitPolicy.FOURS_WITH_GHOST)
    assert split is not None
    assert (split.ghosts, split.words.en, split.words.it) == (
        2,
        "2 × 3 + 1 × 4, 2 ghosts",
        "2 × 3 + 1 × 4, 2 fantasmi",
    )
    single = split_for(11, SplitPolicy.FOURS_WITH_GHOST)
    assert single is not None
    assert (single.words.en, single.words.it) == ("1 × 3 + 2 × 4, 1 ghost", "1 × 3 + 2 × 4, 1 fantasma")


def test_a_table_of_four_pays_a_fifth_less_where_both_sizes_occur() -> None:
    mixed, even = Split((4, 5)), Split((4, 4))
    assert [mixed.prize_share(4), mixed.prize_share(5), even.prize_share(4)] == [Fraction(4, 5), 1, 1]
    assert mixed.words.en == "1 × 4 + 1 × 5; prize at tables of 4: 80%"


@given(st.integers(12, 400), st.sampled_from([SplitPolicy.MOST_FOURS, SplitPolicy.MOST_FIVES]))
def test_everybody_sits_and_the_policy_cannot_be_beaten(count: int, policy: SplitPolicy) -> None:
    split = split_for(count, policy)
    assert split is not None
    assert split.players == count
    wanted = 4 if policy is SplitPolicy.MOST_FOURS else 5
    assert split.count(wanted) == max(other.count(wanted) for other in splits_of(count))


def test_nobody_can_help_a_tournament_of_three_that_lacks_none() -> None:
    ways = [way.code.value for way in proposals_for(4, SplitPolicy.THREES)]
    assert ways == ["stand-in", "sit-out"]
    assert [way.code.value for way in proposals_for(0, SplitPolicy.MOST_FOURS)] == ["stand-in"]


@given(st.integers(3, 400), st.sampled_from(sorted({*EVEN, *PREFERRED})))
def test_free_tables_seat_everybody_at_three_to_six(count: int, policy: SplitPolicy) -> None:
    split = split_for(count, policy)
    assert split is not None
    assert (split.players, set(split.sizes) <= {3, 4, 5, 6}) == (count, True)
    assert policy in PREFERRED or max(split.sizes) - min(split.sizes) <= 1


def test_free_tables_of_four_and_five_know_no_prize() -> None:
    split = split_for(13, SplitPolicy.EVEN_FOUR)
    assert split is not None
    assert (split.prize_share(4), split.words.en) == (1, "2 × 4 + 1 × 5")


def test_tables_of_three_only_offer_no_way_out_with_other_tables() -> None:
    ways = [way.words.en for way in proposals_for(11, SplitPolicy.THREES)]
    assert ways == ["1 stand-in plays: 4 × 3", "2 players sit out, volunteers first: 3 × 3"]
