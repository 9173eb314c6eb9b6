"""What the rulebook says to a stage as it is really played: its table sizes, time limits and number of games."""

from scoring.problems import Problem
from tournament.models import RoundState, StageKind, Table, Tournament
from tournament.selectors.formulas import formula_of

OF_PLAY = {"threes-mixed", "size", "different-times", "too-few-valid-scores"}
"""What depends on how the stage is played; the formula's own departures stand on the rule card."""


def departures_of_play(tournament: Tournament) -> list[Problem]:
    """The articles that the qualifying tables depart from (12.1, 12.2, 12.2.3); one query.

    Only RisiKo! Challenge has them.
    """
    if not tournament.game.is_challenge:
        return []
    played = Table.objects.filter(round__tournament=tournament, round__stage__kind=StageKind.RANKED)
    facts = set(
        played.exclude(round__state=RoundState.DRAFT).values_list("size", "round__time_limit_minutes")
    )
    formula = formula_of(tournament)
    problems = formula.validate(
        sizes={size for size, _minutes in facts},
        minutes={minutes for _size, minutes in facts},
        rounds=int(tournament.plan.get("rounds") or 0) or None,
    )
    own = {problem.code for problem in formula.validate()}
    return [one for one in problems if one.code in OF_PLAY - own]
