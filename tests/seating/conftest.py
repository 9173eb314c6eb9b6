"""Requests that the tests of seating start from."""

from collections.abc import Callable, Sequence

import pytest

from seating import CriterionCode, Player, Request, SplitPolicy
from seating.lottery import Lottery

MakeRequest = Callable[..., Request]


def clubs_of(count: int, seed: int = 1) -> list[str]:
    """Clubs of 3 to 8 people."""
    lottery, clubs = Lottery(seed, "clubs"), list[str]()
    while len(clubs) < count:
        clubs += [f"club {len(clubs)}"] * (3 + lottery.below(6))
    return clubs[:count]


def make_request(
    count: int,
    rounds: int = 1,
    criteria: str = "fives repeats turn-order",
    *,
    split: str = "most-fours",
    clubs: Sequence[str] = (),
    **wishes: object,
) -> Request:
    """A request of so many people, p00 and on."""
    names = list(clubs) or [None] * count
    return Request(
        players=tuple(Player(id=f"p{who:02}", club=names[who]) for who in range(count)),
        rounds=rounds,
        criteria=tuple(CriterionCode(code) for code in criteria.split()),
        split=SplitPolicy(split),
        **wishes,
    )


@pytest.fixture
def request_of() -> MakeRequest:
    """The maker of requests."""
    return make_request
