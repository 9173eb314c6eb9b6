"""A formula of one's own: what a director chooses field by field, laid over the formula it starts from.

What the fields do not speak of (a ghost, a share of the pot, teams) stays as the first formula has it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, TypeVar

from scoring.criteria import CRITERION, Code, Criterion
from scoring.discards import Absence, Discards
from scoring.formulas import Formula, Rounding
from scoring.measures import BySize, Direction, Exact, Who, at_size
from scoring.parts import EliminationPoints, GamePoints, Part, PlacePoints, Sharing, Ties, VictoryPrize
from scoring.text import same
from tournament.models import Tournament, User
from tournament.selectors.rule_cards import OWN_FORMULA
from tournament.services.tournaments import update_rules

SIZES = (3, 4, 5)
"""The sizes that have a field of their own."""

OFFICIAL_SHARE = Fraction(4, 5)
"""What tables of 4 have of the prize of those of 5 (12.2.2)."""

BySizeOf = Mapping[int, Any]
P = TypeVar("P", bound=Part)


@dataclass(frozen=True, slots=True)
class Composition:
    """What a director chooses. Values by size hold for 3, 4 and 5; a part without any value is left out.

    `board` is whose game points count, None when nobody's. `counting` is `all`, `best`, `two-thirds` or
    `compulsory`; `games` so many of `of` count or fall. `criteria` are names as documents have them.
    """

    title: str
    sizes: tuple[int, ...]
    official: bool
    single_winner: bool
    board: str
    factors: BySizeOf
    cap: Exact | None
    cap_for: str
    divisor: int
    objective: int
    prizes: BySizeOf
    sharing: str
    places: BySizeOf
    places_eliminated: tuple[Exact, ...]
    ties: str
    elimination: tuple[Exact, ...]
    digits: int
    direction: str
    counting: str
    games: int | None
    of: int | None
    absence: str
    sit_out_points: Exact | None
    sit_out_always: bool
    minimum_games: int
    criteria: tuple[str, ...]


def composition_of(formula: Formula) -> Composition:
    """What the fields show for a formula; `composed` of it scores as the formula does."""
    points = formula.game_points()
    shown = points or GamePoints()
    prize = formula.prize()
    places = _part(formula, PlacePoints) or PlacePoints()
    fallen = _part(formula, EliminationPoints) or EliminationPoints()
    counting, games, of = _counting(formula.discards)
    return Composition(
        title="",
        sizes=tuple(size for size in formula.sizes if size in SIZES),
        official=formula.official,
        single_winner=formula.single_winner,
        board=shown.who if points else "",
        factors={size: at_size(shown.factors, size, 1) for size in SIZES},
        cap=shown.cap,
        cap_for=shown.cap_for,
        divisor=shown.divisor,
        objective=shown.objective,
        prizes={size: prize.at(size) if prize else None for size in SIZES},
        sharing=(prize or VictoryPrize()).sharing,
        places={size: at_size(places.sizes, size, places.values) for size in SIZES},
        places_eliminated=places.eliminated,
        ties=places.ties,
        elimination=fallen.values,
        digits=formula.digits,
        direction=formula.rounding.direction,
        counting=counting,
        games=games,
        of=of,
        absence=formula.discards.absence,
        sit_out_points=formula.discards.sit_out_points,
        sit_out_always=formula.discards.sit_out_always,
        minimum_games=formula.discards.minimum_games,
        criteria=tuple(criterion.name for criterion in formula.criteria),
    )


def _counting(rule: Discards) -> tuple[str, int | None, int | None]:
    if rule.two_thirds:
        return "two-thirds", None, None
    if rule.keep is not None:
        return "best", rule.keep, rule.of
    return ("compulsory", rule.compulsory, rule.of) if rule.compulsory else ("all", None, None)


def composed(base: Formula, wanted: Composition, *, lots_seed: int = 0) -> Formula:
    """The formula that the choices make of the base. Lots that the base did not have draw from `lots_seed`."""
    parts: tuple[Part, ...] = base.parts
    for kind, new in (
        (GamePoints, _game_points(base, wanted)),
        (VictoryPrize, _prize(wanted)),
        (PlacePoints, _places(base, wanted)),
        (EliminationPoints, EliminationPoints(wanted.elimination) if wanted.elimination else None),
    ):
        parts = _with(parts, kind, new)
    return replace(
        base,
        code=OWN_FORMULA,
        title=same(wanted.title),
        parts=parts,
        criteria=tuple(_criterion(base, name, lots_seed) for name in dict.fromkeys(wanted.criteria)),
        rounding=Rounding(wanted.digits, Direction(wanted.direction)),
        discards=_discards(base.discards, wanted),
        sizes=tuple(sorted({*wanted.sizes, *_other_sizes(base)})),
        official=wanted.official,
        single_winner=wanted.single_winner,
    )


def _other_sizes(formula: Formula) -> list[int]:
    """The sizes that have no field: those of other games."""
    return [size for size in formula.sizes if size not in SIZES]


def _part(formula: Formula, kind: type[P]) -> P | None:
    return next((part for part in formula.parts if isinstance(part, kind)), None)


def _with(parts: Iterable[Part], kind: type[Part], new: Part | None) -> tuple[Part, ...]:
    """The parts with the one of this kind replaced in its place, taken out, or added at the end."""
    known = tuple(parts)
    if new is None:
        return tuple(part for part in known if not isinstance(part, kind))
    if any(isinstance(part, kind) for part in known):
        return tuple(new if isinstance(part, kind) else part for part in known)
    return (*known, new)


def _game_points(base: Formula, wanted: Composition) -> GamePoints | None:
    if not wanted.board:
        return None
    before = base.game_points() or GamePoints()
    factors = {**dict(before.factors), **{size: value or 1 for size, value in wanted.factors.items()}}
    return replace(
        before,
        who=Who(wanted.board),
        factors=tuple(sorted((size, value) for size, value in factors.items() if value != 1)),
        cap=wanted.cap,
        cap_for=Who(wanted.cap_for),
        divisor=wanted.divisor,
        objective=wanted.objective,
    )


def _prize(wanted: Composition) -> VictoryPrize | None:
    """Without a prize of their own tables of 4 have 20% less than those of 5 (12.2.2), tables of 3 as those of 5."""
    given = {size: value for size, value in wanted.prizes.items() if value is not None}
    if not given:
        return None
    amount = given.get(5, next(iter(given.values())))
    at_four = amount * OFFICIAL_SHARE if 5 in given else amount
    prizes = {3: amount, 4: at_four, 5: amount} | given
    return VictoryPrize(amount, _by_size(prizes), Sharing(wanted.sharing))


def _places(base: Formula, wanted: Composition) -> PlacePoints | None:
    given = {size: values for size, values in wanted.places.items() if values}
    if not given and not wanted.places_eliminated:
        return None
    before = _part(base, PlacePoints) or PlacePoints()
    longest = max(given.values(), key=len, default=())
    others = {size: values for size, values in before.sizes if size not in SIZES}
    lists = _by_size({size: given.get(size, longest) for size in SIZES} | others)
    return replace(
        before,
        sizes=lists,
        values=() if lists else longest,
        eliminated=wanted.places_eliminated,
        ties=Ties(wanted.ties),
    )


def _by_size(values: BySizeOf) -> BySize:
    """Pairs in order of size; none when all sizes have the same."""
    return tuple(sorted(values.items())) if len(set(values.values())) > 1 else ()


def _criterion(base: Formula, name: str, lots_seed: int) -> Criterion:
    """The base's own criterion of that name, which may carry a seed or an order, else a fresh one."""
    own = next((criterion for criterion in base.criteria if criterion.name == name), None)
    if own is not None:
        return own
    fresh: Criterion = CRITERION.read("criteria", name)
    return replace(fresh, seed=lots_seed) if fresh.code is Code.LOTS else fresh


def _discards(before: Discards, wanted: Composition) -> Discards:
    counting = wanted.counting
    return replace(
        before,
        keep=wanted.games if counting == "best" else None,
        of=wanted.of if counting in {"best", "compulsory"} else None,
        two_thirds=counting == "two-thirds",
        compulsory=(wanted.games or 0) if counting == "compulsory" else 0,
        absence=Absence(wanted.absence),
        sit_out_points=wanted.sit_out_points,
        sit_out_always=wanted.sit_out_always,
        minimum_games=wanted.minimum_games,
    )


def save_formula(*, tournament: Tournament, formula: Formula, actor: User | None, version: int) -> Tournament:
    """Make a composed formula the tournament's own.

    Raises InvalidInput with the articles it breaks, RulesFrozen after a confirmed result, ChangedMeanwhile.
    """
    return update_rules(
        tournament_id=tournament.pk,
        actor=actor,
        version=version,
        preset=OWN_FORMULA,
        formula=formula.to_document(),
    )
