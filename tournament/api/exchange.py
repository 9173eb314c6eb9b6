"""Files and lists to exchange: entrants imported, the clubs' workbook, results for the national ranking and what they lack."""

from typing import Any

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers as s
from rest_framework.request import Request

from tournament.api import documents, shapes
from tournament.api.access import expect, sight_of
from tournament.api.base import ApiView, decoded, query
from tournament.api.conditional import single
from tournament.api.deeds import Deed, Where, described, reading
from tournament.api.responses import problems
from tournament.models import Entrant, Job, Scope, Tournament, User
from tournament.reports.clubs_workbook import usual_kind, workbook_of
from tournament.reports.national import national_results, readiness_of
from tournament.reports.tables import to_csv
from tournament.reports.workbook import TournamentKind, write_workbook
from tournament.selectors.public import Sight
from tournament.services.imports import DryRun, Notice, confirm_import, dry_run, keep_upload, upload_of
from tournament.services.self_check_in import room_code, seconds_left

TAG = "Exchange"
WORKBOOK = "application/vnd.ms-excel"
CSV = "text/csv"


class KindQuery(s.Serializer[None]):
    """The kind of tournament as the clubs call it; left out: the format's usual one."""

    kind = s.ChoiceField([(one.value, one.value) for one in TournamentKind], required=False)


class LackSerializer(s.Serializer[None]):
    """Something that is missing; `forbids`: nothing can be published without it."""

    text = s.CharField()
    forbids = s.BooleanField()


class LeftOutSerializer(s.Serializer[None]):
    """Somebody who is not in the results, and why."""

    name = s.CharField()
    reason = s.CharField()


class ReadinessSerializer(s.Serializer[None]):
    """Whether the results can be handed in for the national ranking."""

    ready = s.BooleanField()
    kind = s.CharField()
    lacks = LackSerializer(many=True)
    left_out = LeftOutSerializer(many=True)


class FileForm(s.Serializer[None]):
    """A file: CSV, XLSX, or a clubs' workbook; `content` is base64."""

    filename = s.CharField(max_length=120)
    content = s.CharField(trim_whitespace=True)


class NoticeSerializer(s.Serializer[None]):
    """Something about the file, with row and column where it has them."""

    text = s.CharField()
    is_error = s.BooleanField()
    row = s.IntegerField(allow_null=True)
    column = s.CharField(allow_blank=True)


class PlannedSerializer(s.Serializer[None]):
    """A row as it would be entered; `known` is the number of who is entered already."""

    row = s.IntegerField()
    name = s.CharField()
    club = s.CharField(allow_blank=True)
    known = s.IntegerField(allow_null=True)


class ImportSerializer(s.Serializer[None]):
    """A file that was tried; `importable`: somebody new, and no error."""

    id = s.IntegerField()
    filename = s.CharField()
    importable = s.BooleanField()
    entries = PlannedSerializer(many=True)
    notices = NoticeSerializer(many=True)


class RoomCodeSerializer(s.Serializer[None]):
    """The code for the hall's screen, by which players check in themselves."""

    code = s.CharField()
    seconds_left = s.IntegerField()


def _kind(request: Request, tournament: Tournament) -> TournamentKind:
    asked = query(KindQuery, request).get("kind")
    return TournamentKind(asked) if asked else usual_kind(tournament)


def _kept(request: Request, slug: str) -> Tournament:
    """The tournament, for the desk."""
    tournament = sight_of(request, slug).tournament
    expect(request, "tournament.keep_entrants", Scope.READ, tournament)
    return tournament


def _file(data: bytes, media_type: str, name: str) -> HttpResponse:
    return HttpResponse(
        data,
        content_type=media_type,
        headers={"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"},
    )


def _binary(media_type: str) -> dict[Any, Any]:
    return {(200, media_type): OpenApiResponse(OpenApiTypes.BINARY)} | problems(401, 403, 404, 422, 429)


class NationalReadiness(ApiView):
    """What is missing."""

    @reading(
        TAG,
        "get_readiness",
        "Whether the results can be handed in for the national ranking, and what is missing",
        ReadinessSerializer,
        parameters=[KindQuery],
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """For the desk."""
        tournament = _kept(request, slug)
        kind = _kind(request, tournament)
        found = readiness_of(tournament, kind=kind, filename=f"{tournament.slug}.xls")
        document = {
            "ready": found.is_ready,
            "kind": kind.value,
            "lacks": [{"text": one.text, "forbids": one.forbids} for one in found.lacks],
            "left_out": [{"name": one.name, "reason": one.reason} for one in found.left_out],
        }
        return single(request, document)


class Workbook(ApiView):
    """The clubs' workbook."""

    @extend_schema(
        tags=[TAG],
        operation_id="get_workbook",
        summary="The clubs' workbook",
        parameters=[KindQuery],
        responses=_binary(WORKBOOK),
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """As the clubs' program reads it."""
        tournament = _kept(request, slug)
        data = write_workbook(workbook_of(tournament, kind=_kind(request, tournament)))
        return _file(data, WORKBOOK, f"{tournament.slug}.xls")


class NationalResults(ApiView):
    """Results for the national ranking."""

    @extend_schema(
        tags=[TAG],
        operation_id="get_national_results",
        summary="The results for the national ranking, as CSV",
        parameters=[KindQuery],
        responses=_binary(CSV),
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """A line for each person in the results."""
        tournament = _kept(request, slug)
        table = national_results(tournament, kind=_kind(request, tournament))
        return _file(to_csv(table), f"{CSV}; charset=utf-8", f"{tournament.slug}-national.csv")


class RoomCode(ApiView):
    """The code of the screen."""

    @reading("Entrants", "get_room_code", "The code by which players check in themselves", RoomCodeSerializer)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """It changes by itself."""
        tournament = sight_of(request, slug).tournament
        expect(request, "tournament.check_in", Scope.READ, tournament)
        now = timezone.now()
        return single(request, {"code": room_code(tournament.pk, now), "seconds_left": seconds_left(now)})


# --- importing ----------------------------------------------------------------------------------------------


def import_document(job: Job, planned: DryRun) -> dict[str, Any]:
    """What importing the file would do."""
    return {
        "id": job.pk,
        "filename": planned.filename,
        "importable": planned.importable,
        "entries": [
            {
                "row": one.row.row,
                "name": one.entry.full_name,
                "club": one.entry.club,
                "known": one.known.number if one.known else None,
            }
            for one in planned.entries
        ],
        "notices": [notice_document(one) for one in planned.notices],
    }


def notice_document(one: Notice) -> dict[str, Any]:
    """Something about a file."""
    return {"text": str(one.text), "is_error": one.is_error, "row": one.row, "column": one.column or ""}


@described(
    TAG, "try_import", "Try a list of entrants: every row, every problem, nothing entered", ImportSerializer
)
class Imports(Deed):
    """The file is kept until it is confirmed, for you alone."""

    permission = "tournament.keep_entrants"
    scope = Scope.ENTRANTS
    form = FileForm
    answers = 201
    matches = False

    def carry_out(self, target: Tournament, given: dict[str, Any], actor: User) -> tuple[Job, DryRun]:
        """Keep it and try it."""
        data = decoded(given["content"])
        job = keep_upload(tournament=target, filename=given["filename"], data=data, actor=actor)
        return job, dry_run(target, job)

    def answer(self, sight: Sight, done: tuple[Job, DryRun], where: Where) -> Any:  # noqa: ARG002  # one signature for all deeds
        """What it would do."""
        return import_document(*done)


@described(
    TAG, "confirm_import", "Enter everybody of a tried file who is new", shapes.EntrantSerializer(many=True)
)
class ConfirmImport(Deed):
    """All or nobody; the file is forgotten."""

    permission = "tournament.keep_entrants"
    scope = Scope.ENTRANTS
    answers = 201
    matches = False

    def target(self, sight: Sight, where: Where) -> Job:
        """The file, tried by the same user."""
        actor = expect(self.request, self.permission, self.scope, sight.tournament)
        return upload_of(where["import_id"], tournament=sight.tournament, actor=actor)

    def carry_out(self, target: Job, given: dict[str, Any], actor: User) -> list[Entrant]:  # noqa: ARG002  # one signature for all deeds
        """Enter them."""
        return confirm_import(tournament_id=int(target.tournament_id or 0), job_id=target.pk, actor=actor)

    def answer(self, sight: Sight, done: list[Entrant], where: Where) -> Any:  # noqa: ARG002  # one signature for all deeds
        """Those entered."""
        entered = sight.tournament.entrants.filter(pk__in=[one.pk for one in done]).order_by("number")
        return documents.entrant_rows(sight, entered)
