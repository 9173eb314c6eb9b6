"""Corrections: what waits for a second person, all that one would change, and the errata for everybody."""

from typing import Any

from django.http import Http404, HttpResponse
from rest_framework import serializers as s
from rest_framework.request import Request

from tournament.api import documents, shapes
from tournament.api.access import expect, sight_of
from tournament.api.base import ApiView
from tournament.api.conditional import collection, single
from tournament.api.deeds import reading, row_of
from tournament.models import Scope, Submission
from tournament.selectors.errata import Erratum, errata_of, waiting_corrections
from tournament.services.corrections import Consequences, consequences_in_words, consequences_of

TAG = "Corrections"


class ChangedSerializer(s.Serializer[None]):
    """One seat's points before and after."""

    name = s.CharField()
    before = s.IntegerField()
    after = s.IntegerField()


class ErratumSerializer(s.Serializer[None]):
    """A confirmed correction; `counts` false: on record only."""

    round = s.CharField()
    table = s.CharField()
    confirmed_at = s.DateTimeField(allow_null=True)
    reason = s.CharField(allow_blank=True)
    counts = s.BooleanField()
    changes = ChangedSerializer(many=True)


class CorrectionSerializer(s.Serializer[None]):
    """A reported correction that nobody has confirmed or sent back yet; `submission` is its number at the table."""

    id = s.IntegerField()
    round = s.IntegerField()
    table_id = s.IntegerField()
    table = s.CharField()
    submission = s.IntegerField()
    reason = s.CharField(allow_blank=True)
    entered_by = s.CharField(allow_null=True)
    created_at = s.DateTimeField()


class ShiftSerializer(s.Serializer[None]):
    """A player whose line in issued standings would change; totals are exact decimals."""

    after_round = s.IntegerField()
    name = s.CharField()
    total_before = s.CharField()
    total_after = s.CharField()
    rank_before = s.IntegerField(allow_null=True)
    rank_after = s.IntegerField(allow_null=True)


class ConsequencesSerializer(CorrectionSerializer):
    """A correction with all its consequences.

    `standing_seatings` are later rounds, which stay as drawn: with them whether it counts is the director's choice
    (`counts` of the confirmation). `knockout` says what moves in the cut or the next round of a knockout.
    """

    report = shapes.SubmissionSerializer()
    is_late = s.BooleanField()
    shifts = ShiftSerializer(many=True)
    standing_seatings = s.ListField(child=s.CharField())
    knockout = s.ListField(child=s.CharField())


def _erratum(one: Erratum) -> dict[str, Any]:
    return {
        "round": one.round_title,
        "table": one.table_title,
        "confirmed_at": one.when,
        "reason": one.reason,
        "counts": one.counts,
        "changes": [{"name": row.name, "before": row.before, "after": row.after} for row in one.changes],
    }


def correction_document(one: Submission) -> dict[str, Any]:
    """A correction that waits."""
    return {
        "id": one.pk,
        "round": one.table.round.number,
        "table_id": one.table_id,
        "table": str(one.table.title),
        "submission": one.number,
        "reason": one.reason,
        "entered_by": one.entered_by.display_name if one.entered_by else None,
        "created_at": one.created_at,
    }


SHIFT = ("after_round", "name", "total_before", "total_after", "rank_before", "rank_after")


def _consequences(one: Submission, found: Consequences) -> dict[str, Any]:
    return correction_document(one) | {
        "report": documents.submission_document(one),
        "is_late": found.is_late,
        "shifts": [{name: getattr(shift, name) for name in SHIFT} for shift in found.shifts],
        "standing_seatings": list(found.standing_seatings),
        "knockout": consequences_in_words(one.table.round.tournament, found.knockout),
    }


class Errata(ApiView):
    """What was corrected."""

    @reading(
        TAG,
        "list_errata",
        "What was corrected, the newest first",
        ErratumSerializer(many=True),
        guarded=False,
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """For everybody who may see the results."""
        sight = sight_of(request, slug)
        return collection(request, sight, lambda: [_erratum(one) for one in errata_of(sight)])


class Corrections(ApiView):
    """What waits."""

    @reading(
        TAG, "list_corrections", "Corrections that wait for a second person", CorrectionSerializer(many=True)
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """The oldest first."""
        sight = sight_of(request, slug)
        expect(request, "tournament.correct_result", Scope.READ, sight.tournament)
        waiting = waiting_corrections(sight.tournament)
        return collection(request, sight, lambda: [correction_document(one) for one in waiting])


class OneCorrection(ApiView):
    """A correction and what it would do."""

    @reading(
        TAG,
        "preview_correction",
        "Everything that confirming a correction would change",
        ConsequencesSerializer,
    )
    def get(self, request: Request, slug: str, correction_id: int) -> HttpResponse:
        """Tried out and taken back: nothing is estimated. Confirm it at its table, with or without `counts`."""
        tournament = sight_of(request, slug).tournament
        expect(request, "tournament.correct_result", Scope.READ, tournament)
        one = row_of(
            waiting_corrections(tournament).select_related("table__round__tournament"), pk=correction_id
        )
        if not request.user.has_perm("tournament.correct_result", one.table):
            raise Http404
        return single(request, _consequences(one, consequences_of(submission_id=one.pk)))
