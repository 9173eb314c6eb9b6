"""Who rests: when one or two too many are present, and in three staggered rounds in which all play twice."""

from collections import Counter
from dataclasses import replace

from seating.lottery import Lottery
from seating.proposals import STAGGERED
from seating.request import Request
from seating.splits import split_for


def choose_resting(request: Request, count: int, volunteers: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Return who sits out the next round: volunteers in the order of their offer, then by lot.

    The lot falls among those who have played most of the rounds so far, so that nobody rests twice while
    others never did. Volunteers who are not present are passed over.
    """
    here = request.seated
    willing = [who for who in dict.fromkeys(volunteers) if who in set(here)][:count]
    played = Counter(who for tables in request.history for table in tables for who in table)
    others = Lottery(request.seed, "resting").shuffled([who for who in here if who not in willing])
    others.sort(key=lambda who: -played[who])
    return tuple(willing + others[: count - len(willing)])


def staggered(request: Request) -> Request:
    """Return the request for three rounds in which 6, 7 or 11 people all play exactly twice.

    Raises KeyError for any other number of people present.
    """
    here = request.seated
    resting = iter(Lottery(request.seed, "staggered").shuffled(here))
    numbers = STAGGERED[len(here)]
    splits = [split for number in numbers if (split := split_for(number))]
    return replace(
        request,
        rounds=len(numbers),
        sizes=tuple(split.sizes for split in splits),
        sitting_out=tuple(tuple(next(resting) for _ in range(len(here) - number)) for number in numbers),
    )
