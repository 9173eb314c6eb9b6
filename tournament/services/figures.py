"""Results of games without a board of RisiKo!: the order of finish and what each player has at the end.

What cannot be in that game is refused with a sentence for each thing; what its rulebook leaves open is not judged.
"""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from tournament.errors import InvalidInput
from tournament.models import Ending, Tournament
from tournament.rulesets import TournamentGame
from tournament.services.game_points import SeatPoints

if TYPE_CHECKING:
    from tournament.services.results import Report

Names = Mapping[int, str]


def points_from_figures(tournament: Tournament, names: Names, report: "Report") -> dict[int, SeatPoints]:
    """Each seat's figure and place. Raises InvalidInput with everything that cannot be in this game."""
    game = tournament.game
    needed = counts_figures(tournament)
    problems = [str(problem) for problem in _problems(game, names, report, needed=needed)]
    if problems:
        raise InvalidInput(*problems)
    figures = _figures(names, report)
    places = _places(game, names, report)
    return {
        turn: SeatPoints(
            points=figures[turn],
            outside=0,
            place=places[turn],
            decided_by="stated" if report.places else "points",
            objective_reached=turn == report.objective_reached,
            elimination=_fell(turn, report),
        )
        for turn in names
    }


def counts_figures(tournament: Tournament) -> bool:
    """Whether the tournament's formula counts what each player has, or places alone."""
    return any(part.get("kind") == "points" for part in tournament.formula.get("parts", ()))


def _figures(names: Names, report: "Report") -> dict[int, int]:
    """What each has; who was eliminated has nothing, and nobody has anything where only places are told."""
    return {turn: report.totals.get(turn, 0) for turn in names}


def _fell(turn: int, report: "Report") -> int | None:
    return list(report.eliminated).index(turn) + 1 if turn in report.eliminated else None


# --- what cannot be -------------------------------------------------------------------------------------


def _problems(game: TournamentGame, names: Names, report: "Report", *, needed: bool) -> Iterator[object]:
    if report.board or report.objectives:
        yield _("This game has no board of RisiKo!: say the order of finish and what each player has.")
        return
    yield from _figure_problems(game, names, report, needed=needed)
    yield from _sum_problems(game, names, report)
    yield from _ending_problems(game, names, report)
    yield from _order_problems(game, names, report)


def _figure_problems(
    game: TournamentGame, names: Names, report: "Report", *, needed: bool
) -> Iterator[object]:
    """Each figure by itself."""
    if needed or report.totals:
        for turn, name in names.items():
            if turn not in report.totals and turn not in report.eliminated:
                yield _("%(name)s: %(figure)s missing") % {"name": name, "figure": game.figure}
    for turn, figure in report.totals.items():
        facts = {"name": names[turn], "number": figure, "figure": game.figure, "most": game.most}
        if figure and turn in report.eliminated:
            yield _("%(name)s was eliminated and has nothing.") % facts
        elif not 0 <= figure <= game.most:
            yield _("%(name)s: %(number)s is not possible, 0 to %(most)s is.") % facts


def _sum_problems(game: TournamentGame, names: Names, report: "Report") -> Iterator[object]:
    """What the players have together."""
    held = sum(report.totals.values())
    facts = {"held": held, "total": game.total}
    if game.total and held > game.total:
        yield _("Together they have %(held)s territories: there are %(total)s.") % facts
    elif report.totals and game.whole and len(names) >= game.whole and held != game.total:
        yield _("Together they have %(held)s territories; all %(total)s have an owner.") % facts


def _ending_problems(game: TournamentGame, names: Names, report: "Report") -> Iterator[object]:
    """How it ended, against what each has."""
    ending, reached = report.ending, report.objective_reached
    if ending not in {*game.endings, Ending.UNKNOWN}:
        yield _("“%(ending)s” is no ending of this game.") % {"ending": Ending(ending).label}
    if reached is not None and not game.objective:
        yield _("This game has no objectives.")
    elif (reached is not None) != (ending == Ending.OBJECTIVE_IN_TIME) and ending != Ending.UNKNOWN:
        yield _("An objective that is reached ends the game, and the other way round: say who and how.")
    if len(report.eliminated) >= len(names):
        yield _("Somebody is left: not everybody was eliminated.")
    elif ending == Ending.LAST_ONE and len(report.eliminated) != len(names) - 1:
        yield _("Only one player was left: mark all the others as eliminated.")
    yield from _goal_problems(game, names, report)


def _goal_problems(game: TournamentGame, names: Names, report: "Report") -> Iterator[object]:
    """Reaching the goal ends the game: only one can be there, by one conquest at a time."""
    if game.goal is None:
        return
    there = [turn for turn, figure in report.totals.items() if figure >= game.goal]
    facts = {"names": ", ".join(names[turn] for turn in there), "goal": game.goal}
    if len(there) > 1:
        yield _("%(names)s: only one can reach %(goal)s, for that ends the game.") % facts
    elif game.goals and any(report.totals[turn] > game.goal for turn in there):
        yield _("%(names)s: nobody has more than %(goal)s, for that ends the game.") % facts
    elif report.ending == Ending.GOAL and not there:
        yield _("Nobody has the %(goal)s that end the game.") % facts
    elif there and report.ending == Ending.TIME_OVER:
        yield _("%(names)s has %(goal)s: that ended the game.") % facts


def _order_problems(game: TournamentGame, names: Names, report: "Report") -> Iterator[object]:
    """The stated order, against who won and who fell; where none is stated, the figures must tell it."""
    if not report.places:
        yield from _level_problems(game, names, report)
        return
    if sorted(report.places) != sorted(names):
        yield _("The order at the table must name every player once.")
        return
    fallen = [turn for turn in report.places if turn in report.eliminated]
    if list(report.places[len(names) - len(fallen) :]) != list(reversed(report.eliminated)):
        yield _("Who was eliminated comes last, who fell first at the very end.")
    winner = _winner(game, report)
    if winner is not None and report.places[0] != winner:
        yield _("%(name)s has won and comes first.") % {"name": names[winner]}


def _winner(game: TournamentGame, report: "Report") -> int | None:
    """Who has won by objective or goal, where somebody has."""
    if report.objective_reached is not None:
        return report.objective_reached
    there = [turn for turn, figure in report.totals.items() if game.goal and figure >= game.goal]
    return there[0] if there else None


def _level_problems(game: TournamentGame, names: Names, report: "Report") -> Iterator[object]:
    """Level players need an order, unless they share a place in this game."""
    if game.shared:
        return
    groups: dict[tuple[bool, int], list[str]] = {}
    figures = _figures(names, report)
    for turn in names:
        if turn not in report.eliminated:
            key = (turn == report.objective_reached, figures[turn])
            groups.setdefault(key, []).append(names[turn])
    for level in (members for members in groups.values() if len(members) > 1):
        yield _("%(names)s are level: say who comes first") % {"names": ", ".join(level)}


# --- places ---------------------------------------------------------------------------------------------


def _places(game: TournamentGame, names: Names, report: "Report") -> dict[int, int]:
    """Places as stated; else the winner, then by figures, then the fallen. Level ones share a place."""
    if report.places:
        return {turn: place for place, turn in enumerate(report.places, start=1)}
    keys = {turn: _strength(game, turn, report) for turn in names}
    return {turn: 1 + sum(other > own for other in keys.values()) for turn, own in keys.items()}


def _strength(game: TournamentGame, turn: int, report: "Report") -> tuple[bool, int, int]:
    fell = _fell(turn, report)
    standing = 0 if fell is None else fell - 1000
    return (turn == _winner(game, report), standing, report.totals.get(turn, 0))
