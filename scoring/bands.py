"""Bands and semifinals: one player of each band at every table, in as many parallel sets as there are finals.

With d direct finalists and s semifinals to a set, the bands are the next s places, the s after them and so on: with
four semifinals places 1–4, 5–8, 9–12, 13–16; with three 2–4, 5–7, 8–10, 11–13; with two 3–4, 5–6, 7–8, 9–10. With k
winners the standing is first split into k sets by place modulo k.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scoring.cut import Cut, Edge, Key, Place, Points, Resolution, TieAtCut, cut, settle, tie_after
from scoring.thresholds import FinalsShape

Band = tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class FinalSet:
    """The way to one final: who is there already, and the bands from which its semifinals are drawn."""

    number: int
    direct: tuple[Place, ...]
    semifinals: int
    bands: tuple[Band, ...]


@dataclass(frozen=True, slots=True)
class SemifinalPlan:
    """Who plays what after the cut. `cut` is kept: substitutes are chosen on the standing of this moment."""

    shape: FinalsShape
    sets: tuple[FinalSet, ...]
    cut: Cut
    ripescati: tuple[Place, ...] = ()


def plan_semifinals(
    standing: Sequence[Place],
    shape: FinalsShape,
    *,
    resolutions: Sequence[Resolution] = (),
    ripescati: Sequence[Place] = (),
) -> SemifinalPlan | TieAtCut:
    """Cut the standing into direct finalists and bands; the first tie that matters is returned instead.

    `resolutions` settle earlier ties; those with more places lengthen the last band, which the ripescati close. With fewer available players than places the bands are shorter. Raises ValueError for a shape that cannot
    be played, or for a ripescato who is qualified already.
    """
    if problems := shape.problems():
        raise ValueError("; ".join(text.en for text in problems))
    places = shape.by_standing + sum(resolution.extra_places for resolution in resolutions)
    outcome = cut(settle(standing, resolutions), places, edges=edges_of(shape, places))
    if isinstance(outcome, TieAtCut):
        return outcome
    if set(ripescati) & set(outcome.qualified):
        raise ValueError("a ripescato is chosen among those whom the standing did not qualify")
    line = (*outcome.qualified, *ripescati)
    sets = tuple(_final_set(line[first :: shape.winners], first + 1, shape) for first in range(shape.winners))
    return SemifinalPlan(shape, sets, outcome, tuple(ripescati))


def edges_of(shape: FinalsShape, places: int) -> Mapping[int, Edge]:
    """The places after which it matters who stands where: every one when there are parallel sets."""
    if shape.winners > 1:
        return dict.fromkeys(range(1, places), Edge.PARALLEL_SET)
    ends = (shape.direct + shape.semifinals * band for band in range(1, _bands(shape)))
    return {**dict.fromkeys(ends, Edge.BAND), **({shape.direct: Edge.DIRECT} if shape.direct else {})}


def _bands(shape: FinalsShape) -> int:
    """How many bands there are; the last may be longer than there are tables."""
    return shape.semifinalists // shape.semifinals if shape.semifinals else 0


def _final_set(line: Sequence[Place], number: int, shape: FinalsShape) -> FinalSet:
    """One set of the line-up: its direct finalists, then bands as wide as it has semifinals; the last takes the rest."""
    direct = shape.direct // shape.winners
    width = shape.semifinals // shape.winners
    starts = [direct + width * band for band in range(_bands(shape))]
    ends = (*starts[1:], None)[: len(starts)]
    bands = (line[start:end] for start, end in zip(starts, ends, strict=True))
    return FinalSet(number, tuple(line[:direct]), width, tuple(tuple(band) for band in bands if band))


@dataclass(frozen=True, slots=True)
class RipescatoCandidate:
    """A player outside the cut with the best single game and the number of games played."""

    place: Place
    best_game: Points
    games: int


def choose_ripescati(
    candidates: Sequence[RipescatoCandidate],
    places: int,
    *,
    minimum_games: int = 0,
    resolutions: Sequence[Resolution] = (),
) -> tuple[Place, ...] | TieAtCut:
    """The best single games among the rest who played enough; equal games are a tie that must be settled."""
    eligible = sorted(
        (one for one in candidates if one.games >= minimum_games and one.place.available),
        key=lambda one: -Fraction(one.best_game),
    )
    ranked = settle(
        tuple(
            Place(one.place.player, 1 + sum(other.best_game > one.best_game for other in eligible))
            for one in eligible
        ),
        resolutions,
    )
    places += sum(resolution.extra_places for resolution in resolutions)
    if tie := tie_after(ranked, places, Edge.RIPESCATO):
        return tie
    known: dict[Key, Place] = {one.place.player: one.place for one in eligible}
    return tuple(known[row.player] for row in ranked[:places])
