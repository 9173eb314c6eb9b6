"""The editor of a seating: edits taken back and made again, the draw restored, the smallest changes when reality changes."""

from collections.abc import Callable
from typing import Any, ClassVar

from django.http import HttpResponse
from rest_framework import serializers as s
from rest_framework.request import Request

from tournament.api import documents, shapes
from tournament.api.access import expect, sight_of
from tournament.api.base import ApiView, query
from tournament.api.conditional import single
from tournament.api.deeds import Where, described, entrant_ids, reading
from tournament.api.forms import LARGEST_NUMBER, TakeBackForm
from tournament.api.reads import round_for
from tournament.api.rounds import RoundDeed
from tournament.language import words
from tournament.models import Round, Scope, Tournament, User
from tournament.selectors.public import Sight
from tournament.selectors.repairs import Proposal
from tournament.services.repairs import apply_repair, proposals_for_round
from tournament.services.seating_edits import redo_edit, restore_draw, undo_edit

TABLES = shapes.TableRowSerializer(many=True)


class EditDeed(RoundDeed):
    """An act on the seating as a whole; a published one needs a reason. The answer are the tables as they are now."""

    form = TakeBackForm
    act: ClassVar[Callable[..., Round]]

    def carry_out(self, target: Round, given: dict[str, Any], actor: User) -> Round:
        """Do it."""
        return type(self).act(round_id=target.pk, actor=actor, reason=given["reason"])

    def answer(self, sight: Sight, done: object, where: Where) -> Any:  # noqa: ARG002  # one signature for all deeds
        """The tables."""
        return documents.table_rows(sight, self.target(sight, where))


@described("Rounds", "undo_seating", "Take the last edit of the seating back", TABLES)
class Undo(EditDeed):
    """Without one nothing happens."""

    act = staticmethod(undo_edit)


@described("Rounds", "redo_seating", "Make the edit that was taken back again", TABLES)
class Redo(EditDeed):
    """Without one nothing happens."""

    act = staticmethod(redo_edit)


@described("Rounds", "restore_draw", "Put the engine's own draw back", TABLES)
class RestoreDraw(EditDeed):
    """As one more edit, so that it can be undone too."""

    act = staticmethod(restore_draw)


# --- late arrivals, no-shows, wrong names -------------------------------------------------------------------


class ChangeQuery(s.Serializer[None]):
    """What happened, by numbers of entrants: `add` came late; `remove` is not here, or `other` sits in that place."""

    add = s.IntegerField(min_value=1, max_value=LARGEST_NUMBER, required=False)
    remove = s.IntegerField(min_value=1, max_value=LARGEST_NUMBER, required=False)
    other = s.IntegerField(min_value=1, max_value=LARGEST_NUMBER, required=False)


class RepairForm(ChangeQuery):
    """The chosen proposal: what happened, its number, and the `version` under which it was proposed."""

    number = s.IntegerField(min_value=1, max_value=100)
    version = s.IntegerField(min_value=0, max_value=LARGEST_NUMBER)
    reason = s.CharField(max_length=300, allow_blank=True, default="")


class ResizedSerializer(s.Serializer[None]):
    """A table that gets another size; 0: there is none."""

    table = s.IntegerField()
    before = s.IntegerField()
    after = s.IntegerField()


class ProposalSerializer(s.Serializer[None]):
    """One way to mend the round; `costs` are the wishes that it cannot fully meet, in words."""

    number = s.IntegerField()
    tables = s.ListField(child=s.ListField(child=s.IntegerField()))
    resized = ResizedSerializer(many=True)
    moved = s.ListField(child=s.IntegerField())
    costs = s.ListField(child=s.CharField())


class ProposalsSerializer(s.Serializer[None]):
    """The ways to mend a round, fewest people moved first."""

    version = s.IntegerField()
    proposals = ProposalSerializer(many=True)


CHANGE = ("add", "remove", "other")


def _ids(tournament: Tournament, given: dict[str, Any]) -> dict[str, int]:
    """The ids behind the numbers that say what happened. Raises InvalidInput."""
    named = [name for name in CHANGE if name in given]
    found = entrant_ids(tournament, [given[name] for name in named])
    return {f"{name}_id": who for name, who in zip(named, found, strict=True)}


def _proposal(one: Proposal, numbers: dict[int, int]) -> dict[str, Any]:
    return {
        "number": one.number,
        "tables": [[numbers[who] for who in table] for table in one.layout],
        "resized": [
            {"table": size.number, "before": size.before, "after": size.after} for size in one.resized
        ],
        "moved": [who.number for who in one.moved],
        "costs": [words(cost) for cost in one.costs],
    }


class Repairs(ApiView):
    """The ways to mend a round."""

    @reading(
        "Rounds",
        "propose_repairs",
        "The smallest changes after a late arrival, a no-show, a wrong name",
        ProposalsSerializer,
        parameters=[ChangeQuery],
    )
    def get(self, request: Request, slug: str, number: int) -> HttpResponse:
        """422 says who cannot be meant, 409 that no lawful tables are left."""
        asked = query(ChangeQuery, request)
        sight = sight_of(request, slug)
        expect(request, "tournament.seat", Scope.READ, sight.tournament)
        round_ = round_for(sight, number)
        found = proposals_for_round(round_, **_ids(sight.tournament, asked))
        numbers = dict(sight.tournament.entrants.values_list("pk", "number"))
        document = {"version": round_.version, "proposals": [_proposal(one, numbers) for one in found]}
        return single(request, document)


@described("Rounds", "repair_seating", "Seat the round as a proposal says", TABLES)
class Repair(RoundDeed):
    """Whoever is not here is marked absent; tables that play stay. 409 when the seating was changed meanwhile."""

    form = RepairForm

    def carry_out(self, target: Round, given: dict[str, Any], actor: User) -> Round:
        """Seat it."""
        return apply_repair(
            round_id=target.pk,
            number=given["number"],
            version=given["version"],
            actor=actor,
            reason=given["reason"],
            **_ids(target.tournament, given),
        )

    def answer(self, sight: Sight, done: object, where: Where) -> Any:  # noqa: ARG002  # one signature for all deeds
        """The tables as they are now."""
        return documents.table_rows(sight, self.target(sight, where))
