"""Snapshots: listed, taken, compared, restored, handed out; and what is deleted with a way back."""

from typing import Any

from django.db.models import QuerySet
from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers as s
from rest_framework.request import Request

from tournament.api import documents, shapes
from tournament.api.access import expect, may_everywhere, sight_of
from tournament.api.base import ApiView, read
from tournament.api.conditional import single
from tournament.api.deeds import Deed, Where, described, reading, row_of
from tournament.api.forms import ReasonForm
from tournament.api.idempotency import once
from tournament.api.reads import round_for
from tournament.api.responses import KEY, problems, write_responses
from tournament.models import Round, Scope, Snapshot, Tournament, User
from tournament.selectors.public import Sight, sight_for
from tournament.services.deletions import delete_round, delete_tournament
from tournament.services.snapshots import (
    Before,
    bring_back_tournament,
    compared_with_now,
    reason_of,
    restore_snapshot,
    take_snapshot_by_hand,
    travelling,
)

TAG = "Snapshots"
ARCHIVE = "application/octet-stream"


class SnapshotSerializer(s.Serializer[None]):
    """The whole tournament as it was before an act."""

    id = s.IntegerField()
    before = s.ChoiceField([(one.value, one.value) for one in Before])
    subject = s.CharField(allow_blank=True)
    checksum = s.CharField()
    taken_by = s.CharField(allow_null=True)
    taken_at = s.DateTimeField()


class DifferenceSerializer(s.Serializer[None]):
    """One kind of rows that a restore would change."""

    section = s.CharField()
    comes_back = s.IntegerField()
    goes = s.IntegerField()
    changes = s.IntegerField()


class ComparedSerializer(SnapshotSerializer):
    """A snapshot with what restoring it would change."""

    differences = DifferenceSerializer(many=True)


class SnapshotForm(s.Serializer[None]):
    """What it is taken for."""

    note = s.CharField(max_length=100, allow_blank=True, default="")


class NameForm(s.Serializer[None]):
    """The name typed exactly as it stands."""

    name = s.CharField(max_length=160)


class RestoreForm(NameForm, ReasonForm):
    """The tournament's name typed exactly, and the reason."""


class DeleteRoundForm(NameForm, ReasonForm):
    """The round's title typed exactly, and the reason."""


def snapshot_document(one: Snapshot) -> dict[str, Any]:
    """A snapshot without its archive."""
    before, subject = reason_of(one)
    return {
        "id": one.pk,
        "before": before.value,
        "subject": subject,
        "checksum": one.checksum,
        "taken_by": one.taken_by.display_name if one.taken_by else None,
        "taken_at": one.created_at,
    }


def _kept(tournament: Tournament) -> QuerySet[Snapshot]:
    return tournament.snapshots.select_related("taken_by")


@described(TAG, "take_snapshot", "Keep the tournament as it is now", SnapshotSerializer)
class Snapshots(Deed):
    """Such a snapshot is never thrown away by itself."""

    permission = "tournament.restore"
    scope = Scope.RULES
    form = SnapshotForm
    answers = 201
    matches = False

    def carry_out(self, target: Tournament, given: dict[str, Any], actor: User) -> Snapshot:
        """Take it."""
        return take_snapshot_by_hand(tournament_id=target.pk, actor=actor, subject=given["note"])

    def answer(self, sight: Sight, done: Snapshot, where: Where) -> Any:  # noqa: ARG002  # one signature for all deeds
        """The new one."""
        return snapshot_document(done)

    @reading(TAG, "list_snapshots", "Every snapshot, the newest first", SnapshotSerializer(many=True))
    def get(self, request: Request, slug: str) -> HttpResponse:
        """For directors."""
        tournament = sight_of(request, slug).tournament
        expect(request, self.permission, Scope.READ, tournament)
        return single(request, [snapshot_document(one) for one in _kept(tournament).defer("archive")])


class OneSnapshot(ApiView):
    """A snapshot beside what is there now."""

    @reading(TAG, "compare_snapshot", "What restoring a snapshot would change", ComparedSerializer)
    def get(self, request: Request, slug: str, snapshot_id: int) -> HttpResponse:
        """409 names a damaged one."""
        tournament = sight_of(request, slug).tournament
        expect(request, "tournament.restore", Scope.READ, tournament)
        snapshot = row_of(_kept(tournament), pk=snapshot_id)
        differences = [
            {"section": one.section, "comes_back": one.comes_back, "goes": one.goes, "changes": one.changes}
            for one in compared_with_now(snapshot, tournament)
        ]
        return single(request, snapshot_document(snapshot) | {"differences": differences})


class SnapshotArchive(ApiView):
    """A snapshot as a file."""

    @extend_schema(
        tags=[TAG],
        operation_id="get_archive",
        summary="A snapshot as an archive that opens on any installation",
        responses={(200, ARCHIVE): OpenApiResponse(OpenApiTypes.BINARY)} | problems(401, 403, 404, 409, 429),
    )
    def get(self, request: Request, slug: str, snapshot_id: int) -> HttpResponse:
        """With its photos."""
        tournament = sight_of(request, slug).tournament
        expect(request, "tournament.restore", Scope.RULES, tournament)
        snapshot = row_of(_kept(tournament), pk=snapshot_id)
        name = f"{tournament.slug}-{snapshot.created_at:%Y%m%d-%H%M}.sdadata"
        return HttpResponse(
            travelling(snapshot),
            content_type=ARCHIVE,
            headers={"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"},
        )


@described(TAG, "restore_snapshot", "Put the tournament back to a snapshot", shapes.TournamentSerializer)
class Restore(Deed):
    """The log goes on; a snapshot of what was there until now takes it forward again."""

    permission = "tournament.restore"
    scope = Scope.RULES
    form = RestoreForm

    def target(self, sight: Sight, where: Where) -> Snapshot:
        """The snapshot; else 404."""
        return row_of(_kept(sight.tournament), pk=where["snapshot_id"])

    def seen(self, sight: Sight, target: object) -> Any:  # noqa: ARG002  # one signature for all deeds
        """The tournament: what is put back."""
        return documents.tournament_document(sight)

    def carry_out(self, target: Snapshot, given: dict[str, Any], actor: User) -> None:
        """Put it back."""
        restore_snapshot(snapshot_id=target.pk, typed_name=given["name"], actor=actor, reason=given["reason"])

    def answer(self, sight: Sight, done: object, where: Where) -> Any:  # noqa: ARG002  # one signature for all deeds
        """The tournament as it is again."""
        return documents.tournament_document(sight)


@described(
    TAG,
    "delete_round",
    "Delete the last round; the snapshot in the answer brings it back",
    SnapshotSerializer,
)
class DeleteRound(Deed):
    """With its tables and results. Penalties stay."""

    permission = "tournament.restore"
    scope = Scope.RULES
    form = DeleteRoundForm

    def target(self, sight: Sight, where: Where) -> Round:
        """The round of that number."""
        return round_for(sight, where["number"])

    def seen(self, sight: Sight, target: Round) -> Any:  # noqa: ARG002  # one signature for all deeds
        """The round as `rounds/<number>/` shows it."""
        return documents.round_document(target)

    def carry_out(self, target: Round, given: dict[str, Any], actor: User) -> Snapshot:
        """Delete it."""
        return delete_round(round_id=target.pk, typed_name=given["name"], actor=actor, reason=given["reason"])

    def answer(self, sight: Sight, done: Snapshot, where: Where) -> Any:  # noqa: ARG002  # one signature for all deeds
        """The way back."""
        return snapshot_document(done)


class DeleteTournament(ApiView):
    """The end of a tournament."""

    @extend_schema(
        tags=[TAG],
        operation_id="delete_tournament",
        summary="Delete the tournament; the snapshot in the answer brings it back",
        parameters=[KEY],
        request=NameForm,
        responses=write_responses(SnapshotSerializer),
    )
    def post(self, request: Request, slug: str) -> HttpResponse:
        """With everything in it but its people."""
        tournament = sight_of(request, slug).tournament
        actor = expect(request, "tournament.restore", Scope.RULES, tournament)
        given = read(NameForm, request)

        def deed() -> tuple[Any, int]:
            gone = delete_tournament(tournament_id=tournament.pk, typed_name=given["name"], actor=actor)
            return snapshot_document(gone), 200

        return once(request, deed)


class BringBack(ApiView):
    """A deleted tournament."""

    @extend_schema(
        tags=[TAG],
        operation_id="bring_back_tournament",
        summary="Bring a tournament back that you deleted",
        parameters=[KEY],
        request=None,
        responses=write_responses(shapes.TournamentSerializer, 201),
    )
    def post(self, request: Request, snapshot_id: int) -> HttpResponse:
        """From the snapshot that its deletion answered."""
        user = may_everywhere(request, Scope.RULES)

        def deed() -> tuple[Any, int]:
            row_of(Snapshot.objects.filter(tournament=None, taken_by=user), pk=snapshot_id)
            tournament = bring_back_tournament(snapshot_id=snapshot_id, actor=user)
            return documents.tournament_document(sight_for(user, tournament)), 201

        return once(request, deed)
