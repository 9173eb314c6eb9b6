"""Long work: asked for, followed, stopped, and the file that it made."""

from typing import Any

from django.http import Http404, HttpResponse
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers as s
from rest_framework.request import Request

from tournament.api import shapes
from tournament.api.access import expect, sight_of
from tournament.api.base import ApiView
from tournament.api.conditional import single
from tournament.api.deeds import Deed, Where, described, reading, row_of
from tournament.api.documents import job_document
from tournament.api.reads import round_for
from tournament.api.responses import problems
from tournament.models import Job, Round, RoundState, Scope, User
from tournament.queues import jobs_seen_by, queue_letters, queue_pack
from tournament.selectors.public import Sight
from tournament.services.jobs import cancel_job
from tournament.services.notifications import ROUND_LETTERS, Letter

NEWEST = 20
TAG = "Jobs"


class LetterForm(s.Serializer[None]):
    """Which letter goes to everybody who gave an address."""

    letter = s.ChoiceField([(one.value, one.value) for one in ROUND_LETTERS], default=Letter.SEAT.value)


class Jobs(ApiView):
    """The newest jobs."""

    @reading(
        TAG,
        "list_jobs",
        "Your newest jobs; a director's list holds everybody's",
        shapes.JobSerializer(many=True),
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """At most 20."""
        tournament = sight_of(request, slug).tournament
        expect(request, "tournament.work_in", Scope.READ, tournament)
        newest = jobs_seen_by(request.user, tournament)[:NEWEST]
        return single(request, [job_document(tournament, one) for one in newest])


class OneJob(ApiView):
    """A job."""

    @reading(TAG, "get_job", "How far a job is, and what came of it", shapes.JobSerializer)
    def get(self, request: Request, slug: str, job_id: int) -> HttpResponse:
        """Ask again with `If-None-Match` until it has ended."""
        tournament = sight_of(request, slug).tournament
        expect(request, "tournament.work_in", Scope.READ, tournament)
        job = row_of(jobs_seen_by(request.user, tournament), pk=job_id)
        return single(request, job_document(tournament, job))


class JobFile(ApiView):
    """What a job made."""

    @extend_schema(
        tags=[TAG],
        operation_id="get_job_file",
        summary="The file that a job made",
        responses={(200, "application/pdf"): OpenApiResponse(OpenApiTypes.BINARY)}
        | problems(401, 403, 404, 429),
    )
    def get(self, request: Request, slug: str, job_id: int) -> HttpResponse:
        """Once it is done."""
        tournament = sight_of(request, slug).tournament
        expect(request, "tournament.work_in", Scope.READ, tournament)
        job = row_of(jobs_seen_by(request.user, tournament), pk=job_id)
        if job.output is None or not job.result:
            raise Http404
        name = job.result["file"]
        return HttpResponse(
            bytes(job.output),
            content_type=job.result["type"],
            headers={"Content-Disposition": f'inline; filename="{name}"'},
        )


@described(TAG, "cancel_job", "Stop a job", shapes.JobSerializer)
class CancelJob(Deed):
    """At once while it waits, at its next step otherwise."""

    permission = "tournament.work_in"
    scope = Scope.ROUNDS

    def target(self, sight: Sight, where: Where) -> Job:
        """A job that the asker may see."""
        return row_of(jobs_seen_by(self.request.user, sight.tournament), pk=where["job_id"])

    def seen(self, sight: Sight, target: Job) -> Any:
        """The job as its address shows it."""
        return job_document(sight.tournament, target)

    def carry_out(self, target: Job, given: dict[str, Any], actor: User) -> None:  # noqa: ARG002  # one signature for all deeds
        """Ask it to stop."""
        cancel_job(job_id=target.pk)


class RoundJob(Deed):
    """Work on a round that a worker does."""

    answers = 202
    matches = False

    def target(self, sight: Sight, where: Where) -> Round:
        """The round of that number."""
        return round_for(sight, where["number"])


@described(TAG, "print_pack", "Print the paper pack of a round", shapes.JobSerializer)
class PrintPack(RoundJob):
    """Slips, seats and standings in one file, made by a worker. Asked twice, it is printed once."""

    permission = "tournament.work_in"
    scope = Scope.ROUNDS

    def carry_out(self, target: Round, given: dict[str, Any], actor: User) -> Job:  # noqa: ARG002  # one signature for all deeds
        """Queue it."""
        tournament = target.tournament
        entry = self.request.build_absolute_uri(reverse("referee-enter", args=[tournament.slug, 0]))
        return queue_pack(
            target,
            actor=actor,
            address=self.request.build_absolute_uri(tournament.get_absolute_url()),
            entry_address=entry.replace("/0/", "/{table}/"),
        )


@described(TAG, "send_letters", "Write to everybody about a round", shapes.JobSerializer)
class SendLetters(RoundJob):
    """Seats, results or standings, to those who gave an address. Asked twice, they go once."""

    permission = "tournament.direct"
    scope = Scope.ROUNDS
    form = LetterForm

    def target(self, sight: Sight, where: Where) -> Round:
        """A round that is published; else 404."""
        found = super().target(sight, where)
        if found.state == RoundState.DRAFT:
            raise Http404
        return found

    def carry_out(self, target: Round, given: dict[str, Any], actor: User) -> Job:
        """Queue them."""
        origin = self.request.build_absolute_uri("/")
        return queue_letters(target, Letter(given["letter"]), actor=actor, origin=origin)
