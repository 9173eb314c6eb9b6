"""Options: what a director turns in a formula, by name and value, from a form, a document or the command line."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from scoring.criteria import CRITERION, Code, Criterion
from scoring.discards import Absence, Discards
from scoring.document import EXACT, FLAG, INTEGER, DocumentError, choice, many
from scoring.formulas import FinalPlaces, Finals, Formula, TeamRule
from scoring.measures import Direction, Who
from scoring.parts import GamePoints, Sharing, VictoryPrize
from scoring.presets import COMPATIBILITY, UnknownPresetError, preset
from scoring.results import Ghost

Setter = Callable[[Formula, str, Any], Formula]


def resolve(formula: Any, options: Mapping[str, Any], *, best_of: Any = None) -> Formula:
    """The formula of a preset's name or of a whole document, with the options applied.

    `best_of` is [k, n], "k of n" or "two-thirds". Raises DocumentError with the place of a mistake.
    """
    compatibility = _compatibility(options.get("compatibility"))
    found = _named(formula, compatibility) if isinstance(formula, str) else Formula.from_document(formula)
    wanted = {key: value for key, value in options.items() if key != "compatibility" and value is not None}
    if best_of is not None:
        wanted["best_of"] = best_of
    for key in wanted:
        if key not in SETTERS:
            raise DocumentError(f"options.{key}", f"unknown; known are: compatibility, {', '.join(SETTERS)}")
    for key in (key for key in SETTERS if key in wanted):
        place = "best_of" if key == "best_of" else f"options.{key}"
        found = SETTERS[key](found, place, wanted[key])
    return found


def _compatibility(value: Any) -> str | None:
    if value is None or value in ("", "none", "null"):
        return None
    if value != COMPATIBILITY:
        raise DocumentError("options.compatibility", f"{value!r} is not known; {COMPATIBILITY!r} is")
    return COMPATIBILITY


def _named(name: str, compatibility: str | None) -> Formula:
    try:
        return preset(name, compatibility=compatibility)
    except UnknownPresetError as unknown:
        raise DocumentError("formula", str(unknown)) from None


def _single_winner(formula: Formula, place: str, value: Any) -> Formula:
    wanted: bool = FLAG.read(place, value)
    if (
        formula.compatibility is not None
    ):  # the clubs' program never asks in the formulas that share victories
        wanted = wanted and formula.single_winner
    return replace(formula, single_winner=wanted)


def _sizes(formula: Formula, place: str, value: Any) -> Formula:
    return replace(formula, sizes=many(INTEGER).read(place, _parts_of(value)))


def _victory_prize(formula: Formula, place: str, value: Any) -> Formula:
    """12.2.2: where tables of 5 may occur, those of 4 get 20% less."""
    amount: Fraction = EXACT.read(place, value)
    sharing = (formula.prize() or VictoryPrize()).sharing
    if not formula.official:
        return formula.with_part(VictoryPrize(amount, sharing=sharing))
    at_four = amount * Fraction(4, 5) if 5 in formula.sizes else amount
    prizes = {3: amount, 4: at_four, 5: amount}
    pairs = tuple((size, prizes[size]) for size in sorted(formula.sizes) if size in prizes)
    return formula.with_part(VictoryPrize(amount, pairs, sharing))


def _sharing(formula: Formula, place: str, value: Any) -> Formula:
    how: Sharing = choice(Sharing).read(place, value)
    return formula.with_part(replace(formula.prize() or VictoryPrize(), sharing=how))


def _objective(formula: Formula, place: str, value: Any) -> Formula:
    """What an objective gives in all where the winner's base is a prize, else what it counts as game points."""
    worth: int = INTEGER.read(place, value)
    points, prize = _points_of(formula, place), formula.prize()
    if points.who is Who.WINNER and prize is not None:
        worth -= int(prize.at(4))
    return formula.with_part(replace(points, objective=worth, objective_scaled_at=()))


def _factor(size: int) -> Setter:
    def set_factor(formula: Formula, place: str, value: Any) -> Formula:
        points = _points_of(formula, place)
        factors = dict(points.factors) | {size: EXACT.read(place, value)}
        return formula.with_part(replace(points, factors=tuple(sorted(factors.items()))))

    return set_factor


def _points_of(formula: Formula, place: str) -> GamePoints:
    points = formula.game_points()
    if points is None:
        raise DocumentError(place, f"{formula.code} does not count game points")
    return points


def _best_of(formula: Formula, place: str, value: Any) -> Formula:
    if value == "two-thirds":
        return replace(
            formula, discards=replace(formula.discards, keep=None, of=None, two_thirds=True, compulsory=0)
        )
    keep, of = _pair(place, value)
    return replace(
        formula, discards=replace(formula.discards, keep=keep, of=of, two_thirds=False, compulsory=0)
    )


def _compulsory(formula: Formula, place: str, value: Any) -> Formula:
    fallen, of = _pair(place, value)
    return replace(
        formula, discards=replace(formula.discards, keep=None, of=of, two_thirds=False, compulsory=fallen)
    )


def _pair(place: str, value: Any) -> tuple[int, int]:
    numbers: tuple[int, ...] = many(INTEGER).read(place, _parts_of(value))
    if len(numbers) != 2 or not 0 < numbers[0] <= numbers[1]:
        raise DocumentError(place, f"two numbers k and n, 0 < k ≤ n, are expected, not {value!r}")
    return numbers[0], numbers[1]


def _parts_of(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    for separator in ("[", "]", ",", "/", " of ", ";"):
        value = value.replace(separator, " ")
    return value.split()


def _discards(**codecs: Any) -> Setter:
    ((field, codec),) = codecs.items()

    def set_field(formula: Formula, place: str, value: Any) -> Formula:
        changed: Discards = replace(formula.discards, **{field: codec.read(place, value)})
        return replace(formula, discards=changed)

    return set_field


def _final_round(formula: Formula, place: str, value: Any) -> Formula:
    number: int = INTEGER.read(place, value)
    places = formula.finals.places if formula.finals is not None else FinalPlaces.SKIP
    return replace(formula, finals=Finals(number, places) if number > 0 else None)


def _criteria(formula: Formula, place: str, value: Any) -> Formula:
    names = value.replace(" ", "").split(",") if isinstance(value, str) else value
    return replace(formula, criteria=many(CRITERION).read(place, names))


def _lots_seed(formula: Formula, place: str, value: Any) -> Formula:
    lots = Criterion(Code.LOTS, seed=INTEGER.read(place, value))
    kept = tuple(criterion for criterion in formula.criteria if criterion.code is not Code.LOTS)
    return replace(formula, criteria=(*kept, lots))


def _digits(formula: Formula, place: str, value: Any) -> Formula:
    return replace(formula, rounding=replace(formula.rounding, digits=INTEGER.read(place, value)))


def _rounding(formula: Formula, place: str, value: Any) -> Formula:
    return replace(
        formula, rounding=replace(formula.rounding, direction=choice(Direction).read(place, value))
    )


def _ghost(formula: Formula, place: str, value: Any) -> Formula:
    named = {"none": Ghost(), "seated": Ghost(seated=True)}
    return replace(formula, ghost=named.get(value) or Ghost(share=EXACT.read(place, value)))


def _team_best(formula: Formula, place: str, value: Any) -> Formula:
    return replace(formula, teams=replace(formula.teams or TeamRule(), best=INTEGER.read(place, value)))


def _team_present(formula: Formula, place: str, value: Any) -> Formula:
    return replace(formula, teams=replace(formula.teams or TeamRule(), present=INTEGER.read(place, value)))


SETTERS: Mapping[str, Setter] = {
    "single_winner": _single_winner,
    "sizes": _sizes,
    "victory_prize": _victory_prize,
    "sharing": _sharing,
    "objective": _objective,
    "factor_3": _factor(3),
    "factor_4": _factor(4),
    "factor_5": _factor(5),
    "best_of": _best_of,
    "compulsory_discard": _compulsory,
    "absence": _discards(absence=choice(Absence)),
    "minimum_games": _discards(minimum_games=INTEGER),
    "sit_out_points": _discards(sit_out_points=EXACT),
    "sit_out_always": _discards(sit_out_always=FLAG),
    "final_round": _final_round,
    "criteria": _criteria,
    "lots_seed": _lots_seed,
    "digits": _digits,
    "rounding": _rounding,
    "ghost": _ghost,
    "team_best": _team_best,
    "team_present": _team_present,
}
"""Every option with what it sets, in the order in which they are applied."""
