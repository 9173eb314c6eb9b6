"""A threshold table in words, and what it gives for as many as there are now."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.cut import Place
from scoring.thresholds import (
    CONDITION_TEXTS,
    RADUNO,
    Choice,
    FinalsShape,
    ThresholdStep,
    ThresholdTable,
    finals_for,
)
from tournament.language import words
from tournament.models import EntrantState, Tournament
from tournament.selectors.cut import (
    drawn_ranked_stage,
    knockout_stage,
    players_of_last_round,
    standing_of,
    threshold_table,
)
from tournament.selectors.knockout_plan import plan_of
from tournament.selectors.standings import full_name, standings_for_stage

COUNTED = (EntrantState.REGISTERED, EntrantState.CONFIRMED, EntrantState.CHECKED_IN)
"""Who counts as a player before the first round is drawn."""


@dataclass(frozen=True, slots=True)
class TableLine:
    """One choice of a table: from how many players on, what is played, and when (empty: in every other case)."""

    at_least: int
    shape: str
    when: str


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a table gives now: the number it is asked with, the lines that may come, why the one was taken.

    `begins` is the smallest number that the table knows, where there are fewer players; else None.
    """

    players: int
    lines: tuple[TableLine, ...]
    because: str = ""
    begins: int | None = None


def shape_words(shape: FinalsShape) -> str:
    """What is played after the qualifying rounds, in one line."""
    said = []
    if shape.direct:
        said.append(
            ngettext("%(n)s straight to the final", "%(n)s straight to the final", shape.direct)
            % {"n": shape.direct}
        )
    if shape.semifinals:
        said.append(
            ngettext("%(n)s semifinal for %(who)s", "%(n)s semifinals for %(who)s", shape.semifinals)
            % {"n": shape.semifinals, "who": shape.semifinalists}
        )
    if shape.ripescati:
        said.append(
            ngettext("%(n)s of them ripescato", "%(n)s of them ripescati", shape.ripescati)
            % {"n": shape.ripescati}
        )
    said.append(
        ngettext("%(n)s final of %(each)s", "%(n)s finals of %(each)s", shape.winners)
        % {"n": shape.winners, "each": shape.finalists // max(shape.winners, 1)}
    )
    return ", ".join(said)


def lines_of(steps: Sequence[ThresholdStep]) -> tuple[TableLine, ...]:
    """Every choice of these steps in its order."""
    return tuple(_line(step.at_least, choice) for step in steps for choice in step.choices)


def _line(at_least: int, choice: Choice) -> TableLine:
    when = (words(CONDITION_TEXTS[condition]) for condition in choice.when)
    return TableLine(at_least, shape_words(choice.shape), _(" or ").join(when))


def outlook(tournament: Tournament, table: ThresholdTable) -> Outlook:
    """What the table gives for those who played the last round; before the first, for those who are entered."""
    players, standing = _present(tournament)
    step = next((one for one in reversed(table.steps) if players >= one.at_least), None)
    if step is None:
        return Outlook(players, (), begins=table.steps[0].at_least)
    if not standing:
        return Outlook(players, lines_of((step,)))
    selection = finals_for(table, players, standing)
    because = words(CONDITION_TEXTS[selection.because]) if selection.because else ""
    return Outlook(players, (_line(step.at_least, Choice(selection.shape)),), because)


def _present(tournament: Tournament) -> tuple[int, tuple[Place, ...]]:
    ranked = drawn_ranked_stage(tournament)
    if ranked is not None:
        standings = standings_for_stage(ranked, name=full_name)
        if players := players_of_last_round(standings):
            return players, standing_of(standings)
    entered = tournament.entrants.filter(state__in=COUNTED, is_standby=False)
    return entered.count(), ()


def is_own_table(tournament: Tournament) -> bool:
    """Whether the tournament has a table of its own, none of those in use among the clubs."""
    return isinstance(tournament.plan.get("cut"), dict)


def table_name(tournament: Tournament) -> str:
    """The name of the table that the plan chooses; empty when the standings decide without a cut."""
    return "" if tournament.plan.get("cut", RADUNO.name) == "none" else threshold_table(tournament).name


def cut_is_made(tournament: Tournament) -> bool:
    """Whether the cut is confirmed: its table stays as it was."""
    stage = knockout_stage(tournament)
    return stage is not None and plan_of(stage).confirmed
