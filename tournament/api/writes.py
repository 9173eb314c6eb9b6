"""What a role may do: the same services as the pages, each write once (`Idempotency-Key`) and on what was seen (`If-Match`)."""

from typing import Any

from django.http import Http404, HttpResponse
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request

from tournament.api import documents, shapes
from tournament.api.access import expect, sight_of, table_for
from tournament.api.base import ApiView, read
from tournament.api.conditional import collection, expect_match
from tournament.api.examples import REPORT
from tournament.api.forms import (
    CloseForm,
    DrawForm,
    EntrantFilter,
    NewEntrantForm,
    PresenceForm,
    ReasonForm,
    ReportForm,
    report_of,
)
from tournament.api.idempotency import once
from tournament.api.reads import list_entrants, list_rounds, page_of, round_for
from tournament.api.responses import KEY, MATCH, NOT_FOUND, problems, read_responses, write_responses
from tournament.errors import InvalidInput
from tournament.models import Entrant, Round, Scope, Submission, Table, Tournament
from tournament.services.entrants import NewEntrant, add_entrant, mark_presence
from tournament.services.records import lock_tournament
from tournament.services.results import confirm_result, correct_result, reject_result, report_result
from tournament.services.rounds import close_round, reopen_round, start_round
from tournament.services.seating import draw_round, publish_round

WRITE = [KEY, MATCH]


class Entrants(ApiView):
    """The entrants of a tournament."""

    @extend_schema(
        tags=["Entrants"],
        operation_id="list_entrants",
        summary="Who is entered, by number",
        parameters=[EntrantFilter],
        responses=read_responses(page_of(shapes.EntrantSerializer, "EntrantPage"), NOT_FOUND),
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """A page of them."""
        return list_entrants(request, slug)

    @extend_schema(
        tags=["Entrants"],
        operation_id="add_entrant",
        summary="Enter somebody",
        parameters=[KEY],
        request=NewEntrantForm,
        responses=write_responses(shapes.EntrantSerializer, 201),
    )
    def post(self, request: Request, slug: str) -> HttpResponse:
        """By name and club."""
        sight = sight_of(request, slug)
        actor = expect(request, "tournament.keep_entrants", Scope.ENTRANTS, sight.tournament)
        entry = NewEntrant(**read(NewEntrantForm, request))

        def deed() -> tuple[Any, int]:
            new = add_entrant(tournament_id=sight.tournament.pk, entry=entry, actor=actor)
            return documents.entrant_document(sight, new.number), 201

        return once(request, deed)


class Presence(ApiView):
    """The roll call."""

    @extend_schema(
        tags=["Entrants"],
        operation_id="mark_presence",
        summary="Mark an entrant as here, absent, or not called yet",
        parameters=WRITE,
        request=PresenceForm,
        responses=write_responses(shapes.EntrantSerializer),
    )
    def post(self, request: Request, slug: str, number: int) -> HttpResponse:
        """The same mark twice changes nothing."""
        sight = sight_of(request, slug)
        actor = expect(request, "tournament.check_in", Scope.ENTRANTS, sight.tournament)
        present = read(PresenceForm, request)["present"]

        def document() -> Any:
            return documents.entrant_document(sight, number)

        def deed() -> tuple[Any, int]:
            lock_tournament(sight.tournament.pk)
            entrant = Entrant.objects.filter(tournament=sight.tournament, number=number).first()
            if entrant is None:
                raise Http404
            expect_match(request, document)
            mark_presence(entrant_id=entrant.pk, present=present, actor=actor)
            return document(), 200

        return once(request, deed)


class Rounds(ApiView):
    """The rounds of a tournament."""

    @extend_schema(
        tags=["Rounds"],
        operation_id="list_rounds",
        summary="The published rounds, in order",
        responses=read_responses(shapes.RoundSerializer(many=True), NOT_FOUND),
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """All of them."""
        return list_rounds(request, slug)

    @extend_schema(
        tags=["Rounds"],
        operation_id="draw_round",
        summary="Draw the next round as a draft",
        description="While a draft exists it is answered again.",
        parameters=[KEY],
        request=DrawForm,
        responses=write_responses(shapes.RoundSerializer, 201),
    )
    def post(self, request: Request, slug: str) -> HttpResponse:
        """With whoever is present."""
        sight = sight_of(request, slug)
        actor = expect(request, "tournament.seat", Scope.ROUNDS, sight.tournament)
        asked = read(DrawForm, request)
        resting = _entrant_ids(sight.tournament, asked["sit_out"])

        def deed() -> tuple[Any, int]:
            drawn = draw_round(
                tournament_id=sight.tournament.pk,
                actor=actor,
                split=asked.get("split"),
                seed=asked.get("seed"),
                override_reason=asked["override_reason"],
                sit_out=resting,
            )
            return documents.round_document(_fresh(drawn)), 201

        return once(request, deed)


def _entrant_ids(tournament: Tournament, numbers: list[int]) -> list[int]:
    found = dict(tournament.entrants.filter(number__in=numbers).values_list("number", "pk"))
    missing = sorted(set(numbers) - set(found))
    if missing:
        raise InvalidInput(f"no entrant has number {', '.join(map(str, missing))}")
    return [found[number] for number in numbers]


def _fresh(round_: Round) -> Round:
    return Round.objects.select_related("stage").get(pk=round_.pk)


class RoundDeed(ApiView):
    """One step of a round."""

    permission = "tournament.seat"

    def carry_out(self, round_: Round, actor: Any, request: Request) -> Round:
        """The service behind the step."""
        raise NotImplementedError

    def act(self, request: Request, slug: str, number: int) -> HttpResponse:
        """Permit, match, act, answer."""
        sight = sight_of(request, slug)
        actor = expect(request, self.permission, Scope.ROUNDS, sight.tournament)

        def deed() -> tuple[Any, int]:
            lock_tournament(sight.tournament.pk)
            round_ = round_for(sight, number)
            expect_match(request, lambda: documents.round_document(round_))
            return documents.round_document(_fresh(self.carry_out(round_, actor, request))), 200

        return once(request, deed)


class Publish(RoundDeed):
    """Publishing."""

    permission = "tournament.publish"

    def carry_out(self, round_: Round, actor: Any, request: Request) -> Round:  # noqa: ARG002  # one signature for all steps
        """Show the seating."""
        return publish_round(round_id=round_.pk, actor=actor)

    @extend_schema(
        tags=["Rounds"],
        operation_id="publish_round",
        summary="Show the seating",
        parameters=WRITE,
        request=None,
        responses=write_responses(shapes.RoundSerializer),
    )
    def post(self, request: Request, slug: str, number: int) -> HttpResponse:
        """Twice changes nothing."""
        return self.act(request, slug, number)


class Start(RoundDeed):
    """The start."""

    permission = "tournament.run_clock"

    def carry_out(self, round_: Round, actor: Any, request: Request) -> Round:  # noqa: ARG002  # one signature for all steps
        """Start the clock of the room."""
        return start_round(round_id=round_.pk, actor=actor)

    @extend_schema(
        tags=["Rounds"],
        operation_id="start_round",
        summary="Start the clock of the room",
        parameters=WRITE,
        request=None,
        responses=write_responses(shapes.RoundSerializer),
    )
    def post(self, request: Request, slug: str, number: int) -> HttpResponse:
        """Pressed twice it runs from the first press."""
        return self.act(request, slug, number)


class Close(RoundDeed):
    """The close."""

    def carry_out(self, round_: Round, actor: Any, request: Request) -> Round:
        """End the round and issue its standings."""
        reason = read(CloseForm, request)["override_reason"]
        return close_round(round_id=round_.pk, actor=actor, override_reason=reason)

    @extend_schema(
        tags=["Rounds"],
        operation_id="close_round",
        summary="End the round and issue its standings",
        parameters=WRITE,
        request=CloseForm,
        responses=write_responses(shapes.RoundSerializer),
    )
    def post(self, request: Request, slug: str, number: int) -> HttpResponse:
        """409 names the tables without a confirmed result, unless a reason is given."""
        return self.act(request, slug, number)


class Reopen(RoundDeed):
    """The reopening."""

    def carry_out(self, round_: Round, actor: Any, request: Request) -> Round:
        """Open a closed round again."""
        return reopen_round(round_id=round_.pk, actor=actor, reason=read(ReasonForm, request)["reason"])

    @extend_schema(
        tags=["Rounds"],
        operation_id="reopen_round",
        summary="Open a closed round again, with the reason that the errata show",
        parameters=WRITE,
        request=ReasonForm,
        responses=write_responses(shapes.RoundSerializer),
    )
    def post(self, request: Request, slug: str, number: int) -> HttpResponse:
        """Only what is closed."""
        return self.act(request, slug, number)


# --- results ------------------------------------------------------------------------------------------------


class Submissions(ApiView):
    """The reports of a table."""

    @extend_schema(
        tags=["Results"],
        operation_id="list_submissions",
        summary="Every report of a table, for those who work in the tournament",
        responses=read_responses(shapes.SubmissionSerializer(many=True), NOT_FOUND) | problems(403),
    )
    def get(self, request: Request, slug: str, table_id: int) -> HttpResponse:
        """Oldest first."""
        sight = sight_of(request, slug)
        expect(request, "tournament.work_in", Scope.READ, sight.tournament)
        table = table_for(sight, table_id)
        return collection(
            request,
            sight,
            lambda: [
                documents.submission_document(one)
                for one in table.submissions.select_related("corrects").order_by("number")
            ],
        )

    @extend_schema(
        tags=["Results"],
        operation_id="report_result",
        summary="Report the result of a table, or correct it with a reason",
        description="It counts once somebody else confirmed it. `If-Match` takes the ETag of the table.",
        parameters=WRITE,
        request=ReportForm,
        responses=write_responses(shapes.SubmissionSerializer, 201),
        examples=[OpenApiExample("Totals typed by hand", REPORT, request_only=True)],
    )
    def post(self, request: Request, slug: str, table_id: int) -> HttpResponse:
        """By board or by totals."""
        sight = sight_of(request, slug)
        table = table_for(sight, table_id)
        reporter = expect(request, "tournament.enter_result", Scope.RESULTS, table)
        given = read(ReportForm, request)
        has_result = table.submissions.filter(effective=True).exists()
        if has_result:
            expect(request, "tournament.correct_result", Scope.RESULTS, table)

        def deed() -> tuple[Any, int]:
            _match_table(request, sight, table)
            common: dict[str, Any] = {
                "table_id": table.pk,
                "report": report_of(given),
                "reporter": reporter,
                "seen_number": given.get("seen_submission"),
            }
            if has_result:
                submission = correct_result(**common, reason=given["reason"])
            else:
                submission = report_result(**common, device="api")
            return documents.submission_document(submission), 201

        return once(request, deed)


def _match_table(request: Request, sight: Any, table: Table) -> None:
    lock_tournament(sight.tournament.pk)
    expect_match(request, lambda: documents.table_document(sight, table))


def _submission(table: Table, number: int) -> Submission:
    found = table.submissions.select_related("corrects").filter(number=number).first()
    if found is None:
        raise Http404
    return found


class Confirm(ApiView):
    """The second pair of eyes."""

    @extend_schema(
        tags=["Results"],
        operation_id="confirm_result",
        summary="Confirm a report that somebody else entered",
        parameters=WRITE,
        request=None,
        responses=write_responses(shapes.SubmissionSerializer),
    )
    def post(self, request: Request, slug: str, table_id: int, number: int) -> HttpResponse:
        """It counts from now on."""
        sight = sight_of(request, slug)
        table = table_for(sight, table_id)
        referee = expect(request, "tournament.confirm_result", Scope.RESULTS, table)

        def deed() -> tuple[Any, int]:
            _match_table(request, sight, table)
            confirm_result(submission_id=_submission(table, number).pk, referee=referee)
            return documents.submission_document(_submission(table, number)), 200

        return once(request, deed)


class Reject(ApiView):
    """Sending back."""

    @extend_schema(
        tags=["Results"],
        operation_id="reject_result",
        summary="Send a report back with a reason",
        parameters=WRITE,
        request=ReasonForm,
        responses=write_responses(shapes.SubmissionSerializer),
    )
    def post(self, request: Request, slug: str, table_id: int, number: int) -> HttpResponse:
        """The reporter reads the reason."""
        sight = sight_of(request, slug)
        table = table_for(sight, table_id)
        referee = expect(request, "tournament.confirm_result", Scope.RESULTS, table)
        reason = read(ReasonForm, request)["reason"]

        def deed() -> tuple[Any, int]:
            _match_table(request, sight, table)
            reject_result(submission_id=_submission(table, number).pk, referee=referee, reason=reason)
            return documents.submission_document(_submission(table, number)), 200

        return once(request, deed)
