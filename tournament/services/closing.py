"""The closing assistant: what a table notes between the time limit and the end of its game, each step with an undo."""

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.utils.formats import time_format
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _

from games.challenge.ending import CLOSING_DICE
from games.challenge.rulesets import DIE_FACES, EXEMPTING_CONQUESTS
from tournament.errors import InvalidInput, TournamentError
from tournament.models import Entrant, RoundState, Table, Tournament, User
from tournament.selectors.closing import (
    RULESET,
    Act,
    Closing,
    Phase,
    Step,
    after,
    closing_of,
    must_throw,
)
from tournament.selectors.round_clock import clock_of
from tournament.services.records import lock_tournament, record_event


class NoAssistant(TournamentError):
    """Only games of RisiKo! Challenge in a round that is being played are closed with the assistant."""

    code = "no_assistant"
    message = _("The assistant works while the round is being played.")


class TimeNotOver(TournamentError):
    """The clock still runs. Facts: `at` (the time when it will be over)."""

    code = "time_not_over"
    message = _("The time is not over: it ends at %(at)s. A referee can begin earlier.")


class NotedMeanwhile(TournamentError):
    """Another phone at the table noted something first."""

    code = "noted_meanwhile"
    message = _("Another phone noted something meanwhile: look at where the game stands now.")


class CannotFollow(TournamentError):
    """The step does not fit where the game stands."""

    code = "cannot_follow"
    status = 422
    message = _("This cannot follow here. Look at whose turn it is.")


@transaction.atomic
def note_step(
    *,
    table_id: int,
    act: Act,
    turn: int,
    seen: int,
    dice: Sequence[int] = (),
    conquests: int = 0,
    actor: User | None = None,
    entrant: Entrant | None = None,
) -> Closing:
    """Note one act at a table; `seen` is how many acts the form knew of. Where the game stands then.

    Raises NoAssistant, NotedMeanwhile, CannotFollow, TimeNotOver (for players before the clock is over), InvalidInput.
    """
    tournament, table, state = _locked(table_id, seen)
    if act is Act.EXPIRED and actor is None:
        _expect_time_over(table)
    if act in {Act.THROWN, Act.EXEMPT}:
        _expect_lawful_throw(act, dice, conquests)
        if turn != state.turn:
            raise CannotFollow
    try:
        follow = after(state, Step(act, turn, tuple(dice), conquests))
    except ValueError as error:
        raise CannotFollow from error
    _keep(table, follow)
    record_event(
        tournament,
        "closing_noted",
        subject=f"{table.round.title}, {table.title}",
        actor=actor,
        after=_facts(follow, entrant),
    )
    return follow


@transaction.atomic
def take_back_step(
    *, table_id: int, seen: int, actor: User | None = None, entrant: Entrant | None = None
) -> Closing:
    """Take the newest act back; with none noted, nothing happens. Raises NoAssistant, NotedMeanwhile."""
    tournament, table, state = _locked(table_id, seen)
    if not state.steps:
        return state
    table.closing = {"steps": [step.to_document() for step in state.steps[:-1]]}
    follow = closing_of(table, state.players)
    _keep(table, follow)
    record_event(
        tournament,
        "closing_taken_back",
        subject=f"{table.round.title}, {table.title}",
        actor=actor,
        before=_facts(state, entrant),
    )
    return follow


def _locked(table_id: int, seen: int) -> tuple[Tournament, Table, Closing]:
    tournament_id = Table.objects.values_list("round__tournament_id", flat=True).get(pk=table_id)
    tournament = lock_tournament(tournament_id)
    table = Table.objects.select_related("round").get(pk=table_id)
    if tournament.ruleset != RULESET or table.round.state != RoundState.PLAYING:
        raise NoAssistant
    players = table.seats.order_by("turn_order").values_list("turn_order", flat=True)
    state = closing_of(table, list(players))
    if len(state.steps) != seen:
        raise NotedMeanwhile
    return tournament, table, state


def _expect_time_over(table: Table) -> None:
    clock = clock_of(table.round, table)
    if clock is not None and not clock.is_over():
        raise TimeNotOver(at=time_format(localtime(clock.ends_at), "H:i"))


def _expect_lawful_throw(act: Act, dice: Sequence[int], conquests: int) -> None:
    """9.2 and 9.3: two dice, unless more than two territories were conquered in the turn."""
    if conquests < 0 or must_throw(conquests) != (act is Act.THROWN):
        raise InvalidInput(
            _("With %(most)s conquests or fewer the throw is due, with more there is none (9.3).")
            % {"most": EXEMPTING_CONQUESTS}
        )
    if act is Act.THROWN and (len(dice) != CLOSING_DICE or any(not 1 <= face <= DIE_FACES for face in dice)):
        raise InvalidInput(_("Choose both dice."))


def _keep(table: Table, state: Closing) -> None:
    table.closing = {
        "steps": [step.to_document() for step in state.steps],
        "ending": state.ending.value if state.phase is Phase.OVER and state.ending else "",
        "ended_by": state.ended_by,
    }
    table.save(update_fields=["closing"])


def _facts(state: Closing, entrant: Entrant | None) -> dict[str, Any]:
    """What the log keeps of the newest act."""
    facts: dict[str, Any] = {**state.steps[-1].to_document(), "phase": state.phase.value}
    if state.value is not None:
        facts["value"] = state.value
    if entrant is not None:
        facts["noted_by"] = entrant.full_name
    return facts
