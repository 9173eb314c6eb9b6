"""From the first table after the cut to the crown: draw, ties, places given up (with a preview), corrections."""

from collections.abc import Callable
from typing import Any, ClassVar

from django.http import Http404, HttpResponse
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request
from rest_framework.serializers import Serializer

from scoring.cut import Remedy
from scoring.knockout_text import resolution_text, step_text
from tournament.api import documents, finals_shapes, shapes
from tournament.api.access import expect, sight_of
from tournament.api.base import ApiView
from tournament.api.conditional import single
from tournament.api.cut import numbers_of, remedy_of, tie_document
from tournament.api.deeds import Deed, Where, described, entrant_ids, knockout_of
from tournament.api.examples import RENUNCIATION
from tournament.api.forms import ActForm, PlaceForm, RenounceForm, SeedForm, SettleForm
from tournament.api.responses import NOT_FOUND, problems, read_responses
from tournament.language import words
from tournament.models import Round, Scope, Stage, StandingsVersion, Tournament, User
from tournament.selectors.cut import knockout_stage
from tournament.selectors.knockout import (
    advancement,
    final_ranking,
    final_round,
    knockout_rounds,
    moved_by_correction,
)
from tournament.selectors.knockout_plan import entrant_id, plan_of
from tournament.selectors.public import Sight
from tournament.selectors.seating import names_of
from tournament.services.corrections import consequences_in_words
from tournament.services.cut import CutTied
from tournament.services.knockout import crown_winner, draw_next_round, settle_best_remaining
from tournament.services.outlook import Outlook, outlook_of
from tournament.services.renunciations import (
    keep_as_played,
    leave_empty,
    renounce,
    replace_semifinalist,
    seat_as_results_say,
    take_back_act,
)

# --- what is shown ------------------------------------------------------------------------------------------


def finals_document(sight: Sight) -> dict[str, Any]:
    """Who goes on from each round, and what stands in the way."""
    stage = knockout_stage(sight.tournament)
    if stage is None or not plan_of(stage).confirmed:
        return {"rounds": [], "final": None, "ranking": []}
    final = final_round(stage)
    ranking = final_ranking(sight.tournament)
    return {
        "rounds": [_going_on(sight.tournament, stage, one) for one in knockout_rounds(stage) if one != final],
        "final": final.number if final else None,
        "ranking": [
            {"rank": place.rank, "entrant": one.number, "name": sight.name_of(one)}
            for place in (ranking.places if ranking else ())
            if ranking and (one := ranking.entrant_of(place))
        ],
    }


def _going_on(tournament: Tournament, stage: Stage, round_: Round) -> dict[str, Any]:
    result, decided, names = advancement(stage, round_), plan_of(stage), names_of(tournament)
    numbers = numbers_of(tournament)
    moved = moved_by_correction(stage, round_)
    return {
        "number": round_.number,
        "title": str(round_.title),
        "state": round_.state,
        "missing": result.missing,
        "going_on": [[numbers[who] for who in seats] for seats in result.seats],
        "steps": [words(step_text(one, names)) for one in (result.finals.steps if result.finals else ())],
        "tie": tie_document(tournament, result.tie),
        "settled": [words(resolution_text(one, names)) for one in decided.advancing.get(round_.number, ())],
        "acts": [
            {
                "entrant": numbers[entrant_id(one.act.player)],
                "leave_empty": one.act.leave_empty,
                "reason": one.reason,
                "by": one.by,
                "at": one.at,
            }
            for one in decided.acts.get(round_.number, ())
        ],
        "moved": [] if moved.is_empty else consequences_in_words(tournament, moved),
    }


def outlook_document(tournament: Tournament, outlook: Outlook, *, preview: bool) -> dict[str, Any]:
    """What an act changes, by number."""
    numbers = numbers_of(tournament)

    def shown(people: tuple[int, ...]) -> list[int]:
        return [numbers[who] for who in people]

    return {
        "preview": preview,
        "going": shown(outlook.going),
        "coming": shown(outlook.coming),
        "tables": [
            {
                "round": one.round.number,
                "title": str(one.title),
                "before": shown(one.before),
                "after": shown(one.after),
            }
            for one in outlook.tables
        ],
    }


# --- from round to round ------------------------------------------------------------------------------------


class FinalsDeed(Deed):
    """Something done to a confirmed knockout; `If-Match` takes the ETag of `finals/`."""

    permission = "tournament.seat"
    scope = Scope.ROUNDS

    def target(self, sight: Sight, where: Where) -> Any:  # noqa: ARG002  # one signature for all deeds
        """The stage, once its cut is confirmed; else 404."""
        stage = knockout_of(sight.tournament)
        if not plan_of(stage).confirmed:
            raise Http404
        return stage

    def seen(self, sight: Sight, target: object) -> Any:  # noqa: ARG002  # one signature for all deeds
        """The knockout as `finals/` shows it."""
        return finals_document(sight)


class Finals(ApiView):
    """The knockout for the director."""

    @extend_schema(
        tags=["Cut and finals"],
        operation_id="get_finals",
        summary="Who goes on from each round of the knockout, and what stands in the way",
        responses=read_responses(finals_shapes.FinalsSerializer, NOT_FOUND) | problems(403),
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """For those who may draw it; `knockout/` is what everybody sees."""
        sight = sight_of(request, slug)
        expect(request, "tournament.seat", Scope.READ, sight.tournament)
        return single(request, finals_document(sight))


@described("Cut and finals", "draw_finals", "Draw those who go on", shapes.RoundSerializer)
class DrawFinals(FinalsDeed):
    """As a draft; while there is one it is answered again. 409 names what is missing or tied."""

    form = SeedForm
    answers = 201

    def carry_out(self, target: Stage, given: dict[str, Any], actor: User) -> Round:
        """Draw the next tables."""
        return draw_next_round(stage_id=target.pk, actor=actor, seed=given.get("seed"))

    def answer(self, sight: Sight, done: Round, where: Where) -> Any:  # noqa: ARG002  # one signature for all deeds
        """The draft."""
        return documents.round_document(done)


@described(
    "Cut and finals", "crown_winner", "Crown the winner and finish the tournament", shapes.VersionSerializer
)
class Crown(FinalsDeed):
    """The final ranking is issued as the last standings; without a knockout it is the qualifying standing."""

    permission = "tournament.direct"
    answers = 201

    def target(self, sight: Sight, where: Where) -> Tournament:  # noqa: ARG002  # one signature for all deeds
        """A tournament without a knockout has a winner too."""
        return sight.tournament

    def carry_out(self, target: Tournament, given: dict[str, Any], actor: User) -> StandingsVersion:  # noqa: ARG002  # one signature for all deeds
        """Crown."""
        return crown_winner(tournament_id=target.pk, actor=actor)

    def answer(self, sight: Sight, done: StandingsVersion, where: Where) -> Any:  # noqa: ARG002  # one signature for all deeds
        """The version."""
        return documents.version_document(done)


# --- one round ----------------------------------------------------------------------------------------------


class RoundAct(FinalsDeed):
    """An act on a round of the knockout: what it changes is the answer, and with `preview` nothing of it is kept."""

    form: ClassVar[type[Serializer[Any]] | None] = ActForm

    def target(self, sight: Sight, where: Where) -> Round:
        """A round of the knockout; else 404."""
        stage = super().target(sight, where)
        found: Round | None = stage.rounds.select_related("tournament").filter(number=where["number"]).first()
        if found is None:
            raise Http404
        return found

    def deed(self, target: Round, given: dict[str, Any], actor: User) -> Callable[[], object]:
        """The service behind it, ready to be called."""
        raise NotImplementedError

    def carry_out(self, target: Round, given: dict[str, Any], actor: User) -> dict[str, Any]:
        """Do it, or try it out; whoever is level is named by number."""
        deed = self.deed(target, given, actor)
        try:
            outlook = outlook_of(round_id=target.pk, deed=deed, keep=not given["preview"])
        except CutTied as tie:
            numbers = numbers_of(target.tournament)
            tie.facts["tied"] = [numbers[who] for who in tie.facts["tied"]]
            raise
        return outlook_document(target.tournament, outlook, preview=given["preview"])

    def answer(self, sight: Sight, done: Any, where: Where) -> Any:  # noqa: ARG002  # one signature for all deeds
        """What changes."""
        return done


@described(
    "Cut and finals",
    "renounce",
    "Somebody gives up a place in the next round",
    finals_shapes.OutlookSerializer,
    [OpenApiExample("What it would change", RENUNCIATION, request_only=True)],
)
class Renounce(RoundAct):
    """The next in the chain follows, or the seat stays empty. 409 `cut_tied` names those who could follow equally."""

    form = RenounceForm

    def deed(self, target: Round, given: dict[str, Any], actor: User) -> Callable[[], object]:
        """With or without a follower."""
        (who,) = entrant_ids(target.tournament, [given["entrant"]])
        common: dict[str, Any] = {
            "round_id": target.pk, "entrant_id": who, "reason": given["reason"], "actor": actor,
        }  # fmt: skip
        if given["leave_empty"]:
            return lambda: leave_empty(**common)
        remedy = Remedy(given["remedy"]) if "remedy" in given else None
        order = entrant_ids(target.tournament, given["order"])
        return lambda: renounce(**common, remedy=remedy, order=order, seed=given.get("seed"))


@described(
    "Cut and finals",
    "take_back_renunciation",
    "Take the last renunciation back",
    finals_shapes.OutlookSerializer,
)
class TakeBackRenunciation(RoundAct):
    """The seats are as if it had not happened."""

    def deed(self, target: Round, given: dict[str, Any], actor: User) -> Callable[[], object]:
        """The last one."""
        return lambda: take_back_act(round_id=target.pk, actor=actor, reason=given["reason"])


@described(
    "Cut and finals",
    "replace_semifinalist",
    "Pass over a semifinalist who drops out",
    finals_shapes.OutlookSerializer,
)
class Replace(RoundAct):
    """The standing moves up; tables with a result stay as they were. It needs a reason."""

    form = PlaceForm

    def deed(self, target: Round, given: dict[str, Any], actor: User) -> Callable[[], object]:
        """Before the semifinal."""
        (who,) = entrant_ids(target.tournament, [given["entrant"]])
        reason = given["reason"]
        return lambda: replace_semifinalist(
            stage_id=target.stage_id, entrant_id=who, actor=actor, reason=reason
        )


@described(
    "Cut and finals",
    "settle_finals",
    "Settle a tie among the best who would go on",
    finals_shapes.OutlookSerializer,
)
class SettleFinals(RoundAct):
    """By lots or a play-off: the next round has so many seats and no more."""

    form = SettleForm

    def deed(self, target: Round, given: dict[str, Any], actor: User) -> Callable[[], object]:
        """The tie that `finals/` shows."""
        remedy = remedy_of(target.tournament, given)
        tied = remedy.pop("tied")
        return lambda: settle_best_remaining(round_id=target.pk, tied_ids=tied, actor=actor, **remedy)


@described(
    "Cut and finals",
    "seat_again",
    "After a correction: seat the round as the results say",
    finals_shapes.OutlookSerializer,
)
class SeatAgain(RoundAct):
    """Only while it has no result. It needs a reason."""

    def deed(self, target: Round, given: dict[str, Any], actor: User) -> Callable[[], object]:
        """Those who belong there now."""
        return lambda: seat_as_results_say(round_id=target.pk, actor=actor, reason=given["reason"])


@described(
    "Cut and finals",
    "keep_as_played",
    "After a correction: the round stays as it is",
    finals_shapes.OutlookSerializer,
)
class Keep(RoundAct):
    """The errata say why. It needs a reason."""

    def deed(self, target: Round, given: dict[str, Any], actor: User) -> Callable[[], object]:
        """By the director's decision."""
        return lambda: keep_as_played(round_id=target.pk, actor=actor, reason=given["reason"])
