"""The cut for programs: choose what is played, settle the ties, confirm; a director's, as on the page."""

from dataclasses import asdict
from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request

from scoring.cut import Remedy, TieAtCut
from scoring.knockout_text import resolution_text, tie_text
from scoring.thresholds import CONDITION_TEXTS, FinalsShape
from tournament.api import documents, finals_shapes, shapes
from tournament.api.access import expect, sight_of
from tournament.api.conditional import single
from tournament.api.deeds import Deed, Where, described, entrant_ids, knockout_of
from tournament.api.examples import LOTS, SHAPE, STRUCTURE
from tournament.api.forms import CutForm, DeclineForm, SeedForm, TakeBackForm, TieForm
from tournament.api.responses import NOT_FOUND, problems, read_responses
from tournament.language import words
from tournament.models import Round, Scope, Stage, Tournament, User
from tournament.selectors.cut import cut_in_preparation, knockout_stage
from tournament.selectors.cut_page import CutRow, rows_of
from tournament.selectors.knockout_plan import entrant_id
from tournament.selectors.public import Sight
from tournament.selectors.seating import names_of
from tournament.services.cut import (
    choose_shape,
    choose_structure,
    choose_table,
    set_declined,
    settle_tie,
    take_back_cut,
    unsettle_tie,
)
from tournament.services.knockout import confirm_cut

NOTHING: dict[str, Any] = {
    "way": None,
    "confirmed": False,
    "source": "",
    "because": "",
    "after_round": 0,
    "players": 0,
    "shape": None,
    "rows": [],
    "tie": None,
    "settled": [],
}


def numbers_of(tournament: Tournament) -> dict[int, int]:
    """The number of every entrant by id."""
    return dict(tournament.entrants.values_list("pk", "number"))


def tie_document(tournament: Tournament, tie: TieAtCut | None) -> dict[str, Any] | None:
    """A tie with its people by number."""
    if tie is None:
        return None
    numbers = numbers_of(tournament)
    return {
        "words": words(tie_text(tie, names_of(tournament))),
        "edge": tie.edge.value,
        "tied": [numbers[entrant_id(key)] for key in tie.tied],
        "inside": tie.inside,
    }


def cut_document(sight: Sight) -> dict[str, Any]:
    """The cut as it follows from the standing at this moment."""
    stage = knockout_stage(sight.tournament)
    if stage is None:
        return NOTHING
    cut = cut_in_preparation(stage)
    names = names_of(sight.tournament)
    return {
        "way": cut.plan.way.value,
        "confirmed": cut.plan.confirmed,
        "source": cut.plan.source,
        "because": words(CONDITION_TEXTS[cut.plan.because]) if cut.plan.because else "",
        "after_round": cut.plan.after_round,
        "players": cut.plan.players,
        "shape": asdict(cut.plan.shape) if cut.plan.shape else None,
        "rows": [_row(sight, row) for row in rows_of(cut)],
        "tie": tie_document(sight.tournament, cut.tie),
        "settled": [words(resolution_text(one, names)) for one in cut.plan.resolutions],
    }


def _row(sight: Sight, row: CutRow) -> dict[str, Any]:
    return {
        "rank": row.rank,
        "entrant": row.entrant.number,
        "name": sight.name_of(row.entrant),
        "is_in": row.is_in,
        "is_tied": row.is_tied,
        "available": row.available,
        "declined": row.declined,
        "final": row.role.final if row.role else None,
        "band": row.role.band if row.role else None,
        "ripescato": bool(row.role and row.role.saved),
    }


class CutDeed(Deed):
    """One act of preparing the cut; `If-Match` takes the ETag of `cut/`."""

    permission = "tournament.seat"
    scope = Scope.ROUNDS

    def target(self, sight: Sight, where: Where) -> Any:  # noqa: ARG002  # one signature for all deeds
        """The knockout stage."""
        return knockout_of(sight.tournament)

    def seen(self, sight: Sight, target: object) -> Any:  # noqa: ARG002  # one signature for all deeds
        """The cut as `cut/` shows it."""
        return cut_document(sight)

    def answer(self, sight: Sight, done: Any, where: Where) -> Any:  # noqa: ARG002  # one signature for all deeds
        """The cut as it is now."""
        return cut_document(sight)


@described(
    "Cut and finals",
    "choose_cut",
    "Choose what is played after the qualifying rounds",
    finals_shapes.CutSerializer,
    [
        OpenApiExample("Semifinals by hand", SHAPE, request_only=True),
        OpenApiExample("Winner by winner", STRUCTURE, request_only=True),
    ],
)
class TheCut(CutDeed):
    """By a threshold table, by numbers, or winner by winner. It replaces what was chosen and is not confirmed."""

    form = CutForm

    def target(self, sight: Sight, where: Where) -> Tournament:  # noqa: ARG002  # one signature for all deeds
        """There may be nothing yet."""
        return sight.tournament

    def carry_out(self, target: Tournament, given: dict[str, Any], actor: User) -> Stage:
        """One of the three ways."""
        common: dict[str, Any] = {"tournament_id": target.pk, "actor": actor}
        if "shape" in given:
            return choose_shape(shape=FinalsShape(**given["shape"]), **common)
        if "structure" in given:
            return choose_structure(**given["structure"], **common)
        return choose_table(name=given["table"], **common)

    @extend_schema(
        tags=["Cut and finals"],
        operation_id="get_cut",
        summary="The cut: the line through the standing, the tie to settle",
        responses=read_responses(finals_shapes.CutSerializer, NOT_FOUND) | problems(403),
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """For those who may make it."""
        sight = sight_of(request, slug)
        expect(request, self.permission, Scope.READ, sight.tournament)
        return single(request, cut_document(sight))


@described(
    "Cut and finals",
    "settle_cut",
    "Settle the tie that the cut shows",
    finals_shapes.CutSerializer,
    [OpenApiExample("By lots", LOTS, request_only=True)],
)
class SettleCut(CutDeed):
    """By lots, by a play-off, by more places; 409 when the tie is another one by now."""

    form = TieForm

    def carry_out(self, target: Stage, given: dict[str, Any], actor: User) -> object:
        """Settle it."""
        return settle_tie(stage_id=target.pk, actor=actor, **remedy_of(target.tournament, given))


def remedy_of(tournament: Tournament, given: dict[str, Any]) -> dict[str, Any]:
    """What the services take of a settlement: the remedy, the tied, their order, the seed."""
    return {
        "remedy": Remedy(given["remedy"]),
        "tied": entrant_ids(tournament, given["tied"]),
        "order": entrant_ids(tournament, given["order"]),
        "seed": given.get("seed"),
    }


@described("Cut and finals", "unsettle_cut", "Take the last settlement back", finals_shapes.CutSerializer)
class UnsettleCut(CutDeed):
    """The tie is open again."""

    def carry_out(self, target: Stage, given: dict[str, Any], actor: User) -> None:  # noqa: ARG002  # one signature for all deeds
        """Open it."""
        unsettle_tie(stage_id=target.pk, actor=actor)


@described(
    "Cut and finals",
    "decline_place",
    "Pass somebody over, or count them in again",
    finals_shapes.CutSerializer,
)
class Decline(CutDeed):
    """Ties are looked at afresh."""

    form = DeclineForm

    def carry_out(self, target: Stage, given: dict[str, Any], actor: User) -> None:
        """Until the cut is confirmed."""
        (who,) = entrant_ids(target.tournament, [given["entrant"]])
        set_declined(stage_id=target.pk, entrant_id=who, declined=given["declined"], actor=actor)


@described(
    "Cut and finals", "take_back_cut", "Throw the cut away with its draws", finals_shapes.CutSerializer
)
class TakeBackCut(CutDeed):
    """As long as no table after it has a result; published tables need a reason."""

    form = TakeBackForm

    def carry_out(self, target: Stage, given: dict[str, Any], actor: User) -> None:
        """The log keeps it."""
        take_back_cut(stage_id=target.pk, actor=actor, reason=given["reason"])


@described(
    "Cut and finals",
    "confirm_cut",
    "Confirm the cut and draw the first tables after it",
    shapes.RoundSerializer,
)
class ConfirmCut(CutDeed):
    """As a draft. 409 while a tie is not settled."""

    form = SeedForm
    answers = 201

    def carry_out(self, target: Stage, given: dict[str, Any], actor: User) -> Round:
        """Freeze the standing and draw."""
        return confirm_cut(stage_id=target.pk, actor=actor, seed=given.get("seed"))

    def answer(self, sight: Sight, done: Round, where: Where) -> Any:  # noqa: ARG002  # one signature for all deeds
        """The draft."""
        return documents.round_document(done)
