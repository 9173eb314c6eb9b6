"""Proven lower bounds: what no seating whatever could avoid.

Three arguments, all elementary. *Pigeonhole*: k people of a group at t tables share at least
``fewest_pairs(k, t)`` of them, and the s people of one table meet again at least ``fewest_pairs(s, t)`` times
in a later round of t tables. *Even spread*: things that must happen m times cost least when each happens
equally often. *Turn order*: each person's places cost least when spread over the seats, and the last seat of
the larger tables must be taken by somebody. A bound for a criterion takes those above it as achieved.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from itertools import combinations

from seating.criteria import CriterionCode
from seating.frame import KIND_OF, NOBODY, SIZE_KIND, Frame


def fewest_pairs(things: int, bins: int) -> int:
    """Return the fewest pairs sharing a bin when things go into bins."""
    quotient, rest = divmod(things, bins)
    return rest * (quotient + 1) * quotient // 2 + (bins - rest) * quotient * (quotient - 1) // 2


def even_spread(counts: Mapping[int, int], more: int, most: int) -> int:
    """Return the least cost of ``more`` further occurrences, each costing how often its thing has happened.

    ``counts`` says how many things have happened how often; no thing may happen more than ``most`` times more.
    """
    offered: Counter[int] = Counter()
    for already, things in counts.items():
        for extra in range(most):
            offered[already + extra] += things
    cost = 0
    for price in sorted(offered):
        taken = min(more, offered[price])
        cost += price * taken
        more -= taken
    return cost


def lower_bound(frame: Frame, code: CriterionCode, achieved: Mapping[CriterionCode, int]) -> int:
    """Return the proven least cost of a criterion; ``achieved`` holds the costs of those above it."""
    if code in KIND_OF:
        return _size_bound(frame, KIND_OF[code])
    if code in frame.groups:
        return _group_bound(frame, code)
    bound = _BOUNDS.get(code)
    if bound is not None:
        return bound(frame)
    if code in (CriterionCode.CLUB_MEETINGS, CriterionCode.PLAYER_CLUB_MEETINGS):
        return _club_bound(frame, code, achieved)
    return 0


def _group_bound(frame: Frame, code: CriterionCode) -> int:
    """Pigeonhole: the members of a group over the tables of each round."""
    groups = frame.groups[code]
    judged = 1 if code is CriterionCode.WINNERS else frame.rounds
    return sum(
        fewest_pairs(members, len(sizes))
        for seated, sizes in zip(frame.seated[:judged], frame.sizes, strict=False)
        for members in Counter(groups[who] for who in seated if groups[who] != NOBODY).values()
    )


def _apart_bound(frame: Frame) -> int:
    """Pigeonhole over people of whom every two must be kept apart (found greedily, none counted twice)."""
    cliques = _cliques(frame.apart)
    return sum(
        fewest_pairs(len(clique.intersection(seated)), len(sizes))
        for seated, sizes in zip(frame.seated, frame.sizes, strict=True)
        for clique in cliques
    )


def _cliques(pairs: Iterable[tuple[int, int]]) -> list[set[int]]:
    friends: dict[int, set[int]] = {}
    for one, two in pairs:
        friends.setdefault(one, set()).add(two)
        friends.setdefault(two, set()).add(one)
    cliques: list[set[int]] = []
    free = sorted(friends, key=lambda who: (-len(friends[who]), who))
    while free:
        clique: set[int] = set()
        for who in free:
            if clique <= friends[who]:
                clique.add(who)
        cliques.append(clique)
        free = [who for who in free if who not in clique]
    return cliques


def _size_bound(frame: Frame, kind: int) -> int:
    """Even spread of the seats at tables of one size over the people."""
    already: Counter[int] = Counter()
    for played in frame.history:
        for table in played:
            if SIZE_KIND.get(len(table)) == kind:
                already.update(table)
    seats = sum(size for sizes in frame.sizes for size in sizes if SIZE_KIND.get(size) == kind)
    return even_spread(Counter(already[who] for who in range(frame.players)), seats, frame.rounds)


def _repeat_bound(frame: Frame) -> int:
    return max(_spread_of_meetings(frame), _coincidences(frame))


def _spread_of_meetings(frame: Frame) -> int:
    """Even spread of the meetings over all pairs, those of the past counted."""
    players = frame.players
    met = Counter(
        pair
        for played in frame.history
        for table in played
        for pair in combinations(sorted(who for who in table if who < players), 2)
    )
    counts = Counter(met.values())
    counts[0] = players * (players - 1) // 2 - len(met)
    meetings = sum(size * (size - 1) // 2 for sizes in frame.sizes for size in sizes)
    return even_spread(counts, meetings, frame.rounds)


def _coincidences(frame: Frame) -> int:
    """Pigeonhole for each two rounds: how many pairs must share a table in both."""
    everyone = all(len(seated) == frame.players for seated in frame.seated)
    total = 0
    for number, sizes in enumerate(frame.sizes):
        for later in frame.sizes[number + 1 :]:
            total += _forced(sizes, later) if everyone else 0
        seated = set(frame.seated[number])
        for played in frame.history:
            total += sum(fewest_pairs(len(seated.intersection(table)), len(sizes)) for table in played)
    return total


def _forced(sizes: tuple[int, ...], later: tuple[int, ...]) -> int:
    return max(
        sum(fewest_pairs(size, len(later)) for size in sizes),
        sum(fewest_pairs(size, len(sizes)) for size in later),
    )


def _club_bound(frame: Frame, code: CriterionCode, achieved: Mapping[CriterionCode, int]) -> int:
    """Even spread of the meetings of clubs, where everybody has one and the clubs above are kept apart."""
    clubs = frame.groups[CriterionCode.CLUBS]
    if CriterionCode.CLUBS not in achieved or NOBODY in clubs:
        return 0
    seated_pairs = sum(size * (size - 1) // 2 for sizes in frame.sizes for size in sizes)
    meetings = seated_pairs - achieved[CriterionCode.CLUBS]
    past = _past_club_meetings(frame, clubs)
    kinds = max(clubs) + 1
    if code is CriterionCode.CLUB_MEETINGS:
        counts = Counter(past[one, two] for one, two in combinations(range(kinds), 2))
        return even_spread(counts, meetings, meetings)
    counts = Counter(
        past[~who, club] for who in range(frame.players) for club in range(kinds) if clubs[who] != club
    )
    return even_spread(counts, 2 * meetings, 2 * meetings)


def _past_club_meetings(frame: Frame, clubs: tuple[int, ...]) -> Counter[tuple[int, int]]:
    """Count past meetings of clubs, and of people (as ~person) with clubs."""
    past: Counter[tuple[int, int]] = Counter()
    for played in frame.history:
        for table in played:
            for one, two in combinations(table, 2):
                own, theirs = clubs[one], clubs[two]
                if own != theirs:
                    past[min(own, theirs), max(own, theirs)] += 1
                    past[~one, theirs] += 1
                    past[~two, own] += 1
    return past


def _turn_bound(frame: Frame) -> int:
    """The best turn orders conceivable: by person, by seat, and (without a past) by both together."""
    places = _counted(
        frame, (seat for played in frame.history for table in played for seat in enumerate(table))
    )
    largest = max(max(sizes) for sizes in frame.sizes)
    plays = Counter(who for seated in frame.seated for who in seated)
    by_person = sum(
        even_spread(Counter(places[who][place] for place in range(largest)), plays[who], plays[who])
        for who in range(frame.players)
    )
    by_seat = sum(
        even_spread(
            Counter(seen[place] for seen in places),
            sum(size > place for sizes in frame.sizes for size in sizes),
            frame.rounds,
        )
        for place in range(largest)
    )
    return max(by_person, by_seat, 0 if frame.history else _last_seat_bound(frame, largest, plays))


def _counted(frame: Frame, past: Iterable[tuple[int, int]]) -> list[Counter[int]]:
    """How often each player of the frame had each place, or each table, before."""
    counts = [Counter[int]() for _ in range(frame.players)]
    for place, who in past:
        if who < frame.players:
            counts[who][place] += 1
    return counts


def _last_seat_bound(frame: Frame, largest: int, plays: Mapping[int, int]) -> int:
    """Somebody takes each last seat of the larger tables; everyone's other places spread over the rest."""
    lasts = sum(size == largest for sizes in frame.sizes for size in sizes)
    rest = largest - 1
    cost = sum(fewest_pairs(plays[who], rest) for who in range(frame.players))
    prices = sorted(
        taken - (plays[who] - taken - 1) // rest
        for who in range(frame.players)
        for taken in range(plays[who])
    )
    return cost + sum(prices[:lasts])


def _number_bound(frame: Frame) -> int:
    """Even spread of each person's rounds over the table numbers."""
    been = _counted(
        frame,
        ((number, who) for played in frame.history for number, table in enumerate(played) for who in table),
    )
    tables = max(map(len, frame.sizes))
    plays = Counter(who for seated in frame.seated for who in seated)
    return sum(
        even_spread(Counter(been[who][number] for number in range(tables)), plays[who], plays[who])
        for who in range(frame.players)
    )


_BOUNDS: dict[CriterionCode, Callable[[Frame], int]] = {
    CriterionCode.KEEP_APART: _apart_bound,
    CriterionCode.REPEATS: _repeat_bound,
    CriterionCode.TURN_ORDER: _turn_bound,
    CriterionCode.TABLE_CHANGE: _number_bound,
}
