"""New tournaments: from what a form asks for, or from an archive."""

from typing import Any

from django.http import HttpResponse
from django.utils.translation import get_language
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers as s
from rest_framework.request import Request

from tournament.api import documents, shapes
from tournament.api.access import may_everywhere
from tournament.api.base import ApiView, decoded, read
from tournament.api.examples import TOURNAMENT
from tournament.api.exchange import FileForm, NoticeSerializer, notice_document
from tournament.api.idempotency import once
from tournament.api.reads import ReadTournaments
from tournament.api.responses import KEY, write_responses
from tournament.api.rulebook import PlanSerializer
from tournament.errors import InvalidInput
from tournament.models import Job, Scope, Tournament, User
from tournament.rulesets import CHALLENGE, GAMES, game_named
from tournament.selectors.public import sight_for
from tournament.services.formulas import formula_document
from tournament.services.imports import keep_upload, upload_of
from tournament.services.snapshots import open_archive
from tournament.services.tournaments import create_tournament
from tournament.services.workbook_import import WorkbookDryRun, import_workbook, workbook_dry_run

TAG = "Tournaments"


class TournamentForm(s.Serializer[None]):
    """A tournament to make. `preset` is a format of the game; `prize` and `keep` turn its options."""

    name = s.CharField(max_length=120)
    game = s.ChoiceField([(code, code) for code in GAMES], default=CHALLENGE)
    preset = s.CharField(max_length=40)
    starts_on = s.DateField()
    ends_on = s.DateField(required=False)
    place = s.CharField(max_length=120, allow_blank=True, default="")
    organiser = s.CharField(max_length=120, allow_blank=True, default="")
    time_limit_minutes = s.IntegerField(min_value=1, max_value=1000, required=False)
    capacity = s.IntegerField(min_value=1, max_value=2000, required=False, allow_null=True)
    fee_cents = s.IntegerField(min_value=0, max_value=1_000_000, default=0)
    prize = s.IntegerField(min_value=0, max_value=1000, required=False, allow_null=True)
    keep = s.IntegerField(min_value=1, max_value=30, required=False, allow_null=True)
    plan = PlanSerializer(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """The last day is not before the first."""
        if attrs.get("ends_on", attrs["starts_on"]) < attrs["starts_on"]:
            raise s.ValidationError("the last day is before the first")
        return attrs


class ArchiveForm(s.Serializer[None]):
    """An archive as base64; larger ones go through the page."""

    content = s.CharField()


def _create(given: dict[str, Any], director: User) -> Tournament:
    """Make it. Raises InvalidInput for a format that is not one of the game."""
    game = game_named(given.pop("game"))
    plan = dict(given.pop("plan", {}))
    options = {name: given.pop(name, None) for name in ("prize", "keep")}
    formula = formula_document(given["preset"], **options, rounds=plan.get("rounds"))
    if formula["game"] != game.game:
        raise InvalidInput(f"no format {given['preset']} in this game")
    given.setdefault("time_limit_minutes", game.minutes)
    return create_tournament(
        **given,
        ruleset=game.ruleset,
        formula=formula,
        plan=plan | {name: value for name, value in options.items() if value is not None},
        director=director,
        language=get_language() or "it",
    )


class Tournaments(ReadTournaments):
    """Tournaments, and a new one."""

    @extend_schema(
        tags=[TAG],
        operation_id="create_tournament",
        summary="Make a tournament that you direct",
        parameters=[KEY],
        request=TournamentForm,
        responses=write_responses(shapes.TournamentSerializer, 201),
        examples=[OpenApiExample("A raduno", TOURNAMENT, request_only=True)],
    )
    def post(self, request: Request) -> HttpResponse:
        """A draft, not shown to the public before it is opened."""
        director = may_everywhere(request, Scope.RULES)
        given = read(TournamentForm, request)

        def deed() -> tuple[Any, int]:
            made = _create(given, director)
            return documents.tournament_document(sight_for(director, made)), 201

        return once(request, deed)


# --- a clubs' workbook as a tournament -----------------------------------------------------------------------


class FittingSerializer(s.Serializer[None]):
    """A format that gives the standings written in the workbook."""

    preset = s.CharField()
    as_clubs_program = s.BooleanField()


class WorkbookSerializer(s.Serializer[None]):
    """What a workbook holds; `fitting` are the formats that give its standings."""

    id = s.IntegerField()
    name = s.CharField(allow_blank=True)
    importable = s.BooleanField()
    entrants = s.IntegerField()
    rounds = s.IntegerField()
    fitting = FittingSerializer(many=True)
    notices = NoticeSerializer(many=True)


class MakeForm(s.Serializer[None]):
    """Name, day and format, which no workbook names; `as_clubs_program`: figures as that program computes them."""

    name = s.CharField(max_length=120)
    starts_on = s.DateField()
    preset = s.CharField(max_length=40)
    as_clubs_program = s.BooleanField(default=False)


def workbook_document(job: Job, planned: WorkbookDryRun) -> dict[str, Any]:
    """What the workbook would become."""
    book = planned.workbook
    return {
        "id": job.pk,
        "name": book.info.name if book.info else "",
        "importable": planned.importable,
        "entrants": len(book.entrants),
        "rounds": len(book.rounds),
        "fitting": [{"preset": code, "as_clubs_program": way} for code, way in planned.fitting],
        "notices": [notice_document(one) for one in planned.notices],
    }


class Workbooks(ApiView):
    """A workbook handed over."""

    @extend_schema(
        tags=["Exchange"],
        operation_id="try_workbook",
        summary="Try a clubs' workbook: what it holds, what is wrong, which formats give its standings",
        parameters=[KEY],
        request=FileForm,
        responses=write_responses(WorkbookSerializer, 201),
    )
    def post(self, request: Request) -> HttpResponse:
        """It is kept until it is confirmed, for you alone."""
        user = may_everywhere(request, Scope.RULES)
        given = read(FileForm, request)
        data = decoded(given["content"])

        def deed() -> tuple[Any, int]:
            job = keep_upload(tournament=None, filename=given["filename"], data=data, actor=user)
            return workbook_document(job, workbook_dry_run(job)), 201

        return once(request, deed)


class ConfirmWorkbook(ApiView):
    """A workbook becomes a tournament."""

    @extend_schema(
        tags=["Exchange"],
        operation_id="confirm_workbook",
        summary="Make a running tournament of a tried workbook, with every game confirmed",
        parameters=[KEY],
        request=MakeForm,
        responses=write_responses(shapes.TournamentSerializer, 201),
    )
    def post(self, request: Request, import_id: int) -> HttpResponse:
        """All or nothing; the file is forgotten."""
        user = may_everywhere(request, Scope.RULES)
        given = read(MakeForm, request)

        def deed() -> tuple[Any, int]:
            job = upload_of(import_id, tournament=None, actor=user)
            made = import_workbook(job=job, director=user, **given)
            return documents.tournament_document(sight_for(user, made)), 201

        return once(request, deed)


class Archives(ApiView):
    """Archives from elsewhere."""

    @extend_schema(
        tags=["Snapshots"],
        operation_id="open_archive",
        summary="Open an archive as a tournament of its own that you direct",
        parameters=[KEY],
        request=ArchiveForm,
        responses=write_responses(shapes.TournamentSerializer, 201),
    )
    def post(self, request: Request) -> HttpResponse:
        """422 says what is damaged."""
        user = may_everywhere(request, Scope.RULES)
        archive = decoded(read(ArchiveForm, request)["content"])

        def deed() -> tuple[Any, int]:
            opened = open_archive(archive=archive, actor=user)
            return documents.tournament_document(sight_for(user, opened)), 201

        return once(request, deed)
