"""Results from the report to the second pair of eyes; `If-Match` takes the ETag of the table."""

from typing import Any

from django.http import Http404, HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiResponse, extend_schema
from rest_framework.request import Request

from tournament.api import documents, shapes
from tournament.api.access import expect, sight_of, table_for
from tournament.api.base import ApiView
from tournament.api.conditional import collection
from tournament.api.deeds import Where, described
from tournament.api.examples import REPORT
from tournament.api.forms import ConfirmForm, ReasonForm, ReportForm, report_of
from tournament.api.responses import NOT_FOUND, problems, read_responses
from tournament.api.rounds import TableDeed
from tournament.models import Scope, Submission, Table, User
from tournament.selectors.public import Sight
from tournament.services.confirmation import confirm_result, reject_result
from tournament.services.results import correct_result, report_result
from tournament.services.slip_photos import photo_of


@described(
    "Results",
    "report_result",
    "Report the result of a table, or correct it with a reason",
    shapes.SubmissionSerializer,
    [OpenApiExample("Totals typed by hand", REPORT, request_only=True)],
)
class Submissions(TableDeed):
    """By board or by totals. It counts once somebody else confirmed it. `If-Match` takes the ETag of the table."""

    permission = "tournament.enter_result"
    scope = Scope.RESULTS
    form = ReportForm
    answers = 201

    def needs(self, target: Table, given: dict[str, Any]) -> tuple[str, ...]:  # noqa: ARG002  # one signature for all deeds
        """What replaces a confirmed result is a correction."""
        return ("tournament.correct_result",) if _has_result(target) else ()

    def carry_out(self, target: Table, given: dict[str, Any], actor: User) -> Submission:
        """Report, or correct."""
        common: dict[str, Any] = {
            "table_id": target.pk,
            "report": report_of(given),
            "reporter": actor,
            "seen_number": given.get("seen_submission"),
        }
        if _has_result(target):
            return correct_result(**common, reason=given["reason"])
        return report_result(**common, device="api")

    def answer(self, sight: Sight, done: Submission, where: Where) -> Any:  # noqa: ARG002  # one signature for all deeds
        """The report."""
        return documents.submission_document(done)

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


def _has_result(table: Table) -> bool:
    return table.submissions.filter(effective=True).exists()


def _submission(table: Table, number: int) -> Submission:
    found = table.submissions.select_related("corrects").filter(number=number).first()
    if found is None:
        raise Http404
    return found


class SubmissionDeed(TableDeed):
    """Somebody else's look at a report."""

    permission = "tournament.confirm_result"
    scope = Scope.RESULTS

    def target(self, sight: Sight, where: Where) -> Submission:
        """The report of that number."""
        return _submission(table_for(sight, where["table_id"]), where["number"])

    def seen(self, sight: Sight, target: Submission) -> Any:
        """The table as `tables/<id>/` shows it."""
        return documents.table_document(sight, table_for(sight, target.table_id))

    def answer(self, sight: Sight, done: object, where: Where) -> Any:  # noqa: ARG002  # one signature for all deeds
        """The report as it is now."""
        return documents.submission_document(self.target(sight, where))


class SlipPhoto(ApiView):
    """The photo that came with a report."""

    @extend_schema(
        tags=["Results"],
        operation_id="get_slip_photo",
        summary="The photo of the slip that came with a report",
        responses={(200, "image/jpeg"): OpenApiResponse(OpenApiTypes.BINARY)} | problems(401, 403, 404, 429),
    )
    def get(self, request: Request, slug: str, table_id: int, number: int) -> HttpResponse:
        """For those who work at the table."""
        table = table_for(sight_of(request, slug), table_id)
        expect(request, "tournament.enter_result", Scope.READ, table)
        data = photo_of(_submission(table, number))
        if data is None:
            raise Http404
        return HttpResponse(data, content_type="image/jpeg", headers={"Cache-Control": "private, no-store"})


@described(
    "Results", "confirm_result", "Confirm a report that somebody else entered", shapes.SubmissionSerializer
)
class Confirm(SubmissionDeed):
    """It counts from now on. A late correction may stand on record only: `counts` false."""

    form = ConfirmForm

    def carry_out(self, target: Submission, given: dict[str, Any], actor: User) -> Submission:
        """Confirm it."""
        return confirm_result(submission_id=target.pk, referee=actor, counts=given["counts"])


@described("Results", "reject_result", "Send a report back with a reason", shapes.SubmissionSerializer)
class Reject(SubmissionDeed):
    """The reporter reads the reason."""

    form = ReasonForm

    def carry_out(self, target: Submission, given: dict[str, Any], actor: User) -> Submission:
        """Send it back."""
        return reject_result(submission_id=target.pk, referee=actor, reason=given["reason"])
