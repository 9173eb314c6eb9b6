"""What anybody may read, within what is published: the same selectors as the pages."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from django.db.models import Exists, Q, QuerySet
from django.http import Http404, HttpResponse
from django.urls import reverse
from drf_spectacular.utils import extend_schema, inline_serializer
from rest_framework import serializers as s
from rest_framework.request import Request

from tournament.api import documents, shapes
from tournament.api.access import sight_of, table_for
from tournament.api.base import ApiView, query
from tournament.api.conditional import collection, single
from tournament.api.forms import EntrantFilter, StandingsQuery, TournamentFilter
from tournament.api.responses import NOT_FOUND, read_responses
from tournament.models import ApiToken, Round, Tournament
from tournament.selectors.cut import knockout_stage
from tournament.selectors.known import shown_entrants, standings_asked_for
from tournament.selectors.public import Part, Sight
from tournament.selectors.standings import StageStandings
from tournament.selectors.tournaments import PUBLIC, memberships_of


def page_of(shape: type[s.Serializer[Any]], name: str) -> Any:
    """The shape of a page of a list."""
    return inline_serializer(
        name,
        {
            "count": s.IntegerField(),
            "next": s.CharField(allow_null=True),
            "previous": s.CharField(allow_null=True),
            "results": shape(many=True),
        },
    )


def paged(
    request: Request, asked: dict[str, Any], chosen: QuerySet[Any] | Sequence[Any], rows: Any
) -> dict[str, Any]:
    """A page of a list: how many there are, where the neighbours are, the rows."""
    page, size = asked["page"], asked["page_size"]
    count, first = chosen.count() if isinstance(chosen, QuerySet) else len(chosen), (page - 1) * size
    if first and first >= count:
        raise Http404
    return {
        "count": count,
        "next": _neighbour(request, page + 1) if first + size < count else None,
        "previous": _neighbour(request, page - 1) if page > 1 else None,
        "results": rows(chosen[first : first + size]),
    }


def _neighbour(request: Request, page: int) -> str:
    parameters = request.query_params.dict() | {"page": str(page)}
    return f"{request.path}?{urlencode(parameters)}"


class Root(ApiView):
    """Where to begin."""

    @extend_schema(
        tags=["Start"], operation_id="start", summary="Where to begin", responses=shapes.LinksSerializer
    )
    def get(self, request: Request) -> HttpResponse:
        """Links to everything else."""
        tools = ("adjudications", "seatings", "standings-tool", "odds")
        links = {
            "documentation": reverse("api:docs"),
            "schema": reverse("api:schema"),
            "tournaments": reverse("api:tournaments"),
            "circuits": reverse("api:circuits"),
            "tools": [reverse(f"api:{name}") for name in tools],
        }
        return single(request, links)


class ReadTournaments(ApiView):
    """The list of tournaments."""

    @extend_schema(
        tags=["Tournaments"],
        operation_id="list_tournaments",
        summary="Tournaments, newest first",
        parameters=[TournamentFilter],
        responses=read_responses(page_of(shapes.TournamentRowSerializer, "TournamentPage")),
    )
    def get(self, request: Request) -> HttpResponse:
        """Published ones, and those the asker works in."""
        asked = query(TournamentFilter, request)
        chosen = _matching(_known_to(request), asked)
        return single(request, paged(request, asked, chosen, documents.tournament_rows))


def _known_to(request: Request) -> QuerySet[Tournament]:
    token = request.auth
    reads = not isinstance(token, ApiToken) or "read" in token.scopes
    if not request.user.is_authenticated or not reads:
        return Tournament.objects.filter(PUBLIC)
    member = Q(Exists(memberships_of(request.user.pk)))
    if isinstance(token, ApiToken) and token.tournament_id is not None:
        member &= Q(pk=token.tournament_id)
    return Tournament.objects.filter(PUBLIC | member)


def _matching(chosen: QuerySet[Tournament], asked: dict[str, Any]) -> QuerySet[Tournament]:
    if "state" in asked:
        chosen = chosen.filter(state=asked["state"])
    if asked.get("q"):
        chosen = chosen.filter(Q(name__icontains=asked["q"]) | Q(place__icontains=asked["q"]))
    if "starts_from" in asked:
        chosen = chosen.filter(starts_on__gte=asked["starts_from"])
    if "starts_to" in asked:
        chosen = chosen.filter(starts_on__lte=asked["starts_to"])
    return chosen


class OneTournament(ApiView):
    """A tournament."""

    @extend_schema(
        tags=["Tournaments"],
        operation_id="get_tournament",
        summary="A tournament",
        responses=read_responses(shapes.TournamentSerializer, NOT_FOUND),
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """What it is and what of it is published."""
        return single(request, documents.tournament_document(sight_of(request, slug)))


def seen_part(sight: Sight, part: Part) -> None:
    """404 while a part is not published."""
    if not sight.may_see(part):
        raise Http404


def list_entrants(request: Request, slug: str) -> HttpResponse:
    """A page of the entrants."""
    asked = query(EntrantFilter, request)
    sight = sight_of(request, slug)
    seen_part(sight, Part.ENTRANTS)

    def build() -> Any:
        if "state" not in asked and not asked.get("club"):
            everybody = shown_entrants(sight)
            return paged(request, asked, everybody, lambda rows: documents.entered_rows(sight, rows))
        chosen = sight.tournament.entrants.order_by("number")
        if "state" in asked:
            chosen = chosen.filter(state=asked["state"])
        if asked.get("club"):
            chosen = chosen.filter(club__name__iexact=asked["club"])
        return paged(request, asked, chosen, lambda rows: documents.entrant_rows(sight, rows))

    return collection(request, sight, build)


class OneEntrant(ApiView):
    """An entrant."""

    @extend_schema(
        tags=["Entrants"],
        operation_id="get_entrant",
        summary="An entrant, by number",
        responses=read_responses(shapes.EntrantSerializer, NOT_FOUND),
    )
    def get(self, request: Request, slug: str, number: int) -> HttpResponse:
        """Name, club, state."""
        sight = sight_of(request, slug)
        seen_part(sight, Part.ENTRANTS)
        document = documents.entrant_document(sight, number)
        if document is None:
            raise Http404
        return single(request, document)


def list_rounds(request: Request, slug: str) -> HttpResponse:
    """The rounds that may be shown; drafts to nobody."""
    sight = sight_of(request, slug)
    return collection(request, sight, lambda: [documents.round_document(one) for one in sight.rounds()])


def round_for(sight: Sight, number: int) -> Round:
    """The round, when this visitor may know of it; those who work here see drafts too."""
    if sight.works_here:
        found = sight.tournament.rounds.select_related("stage").filter(number=number).first()
    else:
        found = next((one for one in sight.rounds() if one.number == number), None)
    if found is None:
        raise Http404
    return found


class OneRound(ApiView):
    """A round."""

    @extend_schema(
        tags=["Rounds"],
        operation_id="get_round",
        summary="A round and its clock",
        responses=read_responses(shapes.RoundSerializer, NOT_FOUND),
    )
    def get(self, request: Request, slug: str, number: int) -> HttpResponse:
        """State, clock, seed."""
        return single(request, documents.round_document(round_for(sight_of(request, slug), number)))


class Tables(ApiView):
    """The tables of a round."""

    @extend_schema(
        tags=["Rounds"],
        operation_id="list_tables",
        summary="The tables of a round with seats and shown results",
        responses=read_responses(shapes.TableRowSerializer(many=True), NOT_FOUND),
    )
    def get(self, request: Request, slug: str, number: int) -> HttpResponse:
        """All of them: a round is one document."""
        sight = sight_of(request, slug)
        round_ = round_for(sight, number)
        return collection(request, sight, lambda: documents.table_rows(sight, round_))


class OneTable(ApiView):
    """A table."""

    @extend_schema(
        tags=["Tables"],
        operation_id="get_table",
        summary="A table with its effective result",
        responses=read_responses(shapes.TableSerializer, NOT_FOUND),
    )
    def get(self, request: Request, slug: str, table_id: int) -> HttpResponse:
        """Seats, figures, board."""
        sight = sight_of(request, slug)
        return single(request, documents.table_document(sight, table_for(sight, table_id)))


class Standings(ApiView):
    """The standings."""

    @extend_schema(
        tags=["Standings"],
        operation_id="get_standings",
        summary="The standings now, or after a round",
        parameters=[StandingsQuery],
        responses=read_responses(shapes.StandingsSerializer, NOT_FOUND),
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Ranks, totals, games."""
        asked = query(StandingsQuery, request)
        sight = sight_of(request, slug)
        seen_part(sight, Part.STANDINGS)
        return collection(
            request,
            sight,
            lambda: documents.standings_document(
                _standings(sight, asked.get("after")), explained=asked["explain"]
            ),
        )


def _standings(sight: Sight, after: int | None) -> StageStandings:
    found = standings_asked_for(sight, after)
    if found is None:
        raise Http404
    return found


class Versions(ApiView):
    """Issued versions of the standings."""

    @extend_schema(
        tags=["Standings"],
        operation_id="list_versions",
        summary="Every issued version, with the reason of each re-issue",
        responses=read_responses(shapes.VersionSerializer(many=True), NOT_FOUND),
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """In the order of issue."""
        sight = sight_of(request, slug)
        seen_part(sight, Part.STANDINGS)
        return collection(
            request, sight, lambda: [documents.version_document(one) for one in _versions(sight)]
        )


def _versions(sight: Sight) -> QuerySet[Any]:
    chosen = sight.tournament.standings_versions.select_related("stage").order_by("id")
    limit = sight.through_round
    return chosen if limit is None else chosen.filter(after_round__lte=limit)


class OneVersion(ApiView):
    """An issued version."""

    @extend_schema(
        tags=["Standings"],
        operation_id="get_version",
        summary="An issued version as it was",
        responses=read_responses(shapes.VersionRowsSerializer, NOT_FOUND),
    )
    def get(self, request: Request, slug: str, version_id: int) -> HttpResponse:
        """With its rows."""
        sight = sight_of(request, slug)
        seen_part(sight, Part.STANDINGS)
        version = _versions(sight).filter(pk=version_id).first()
        if version is None:
            raise Http404
        rows = documents.version_rows(sight, version)
        return single(request, documents.version_document(version) | {"rows": rows})


class Knockout(ApiView):
    """The knockout."""

    @extend_schema(
        tags=["Standings"],
        operation_id="get_knockout",
        summary="The knockout: who sat where, who went on",
        responses=read_responses(shapes.KnockoutSerializer, NOT_FOUND),
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Round by round."""
        sight = sight_of(request, slug)
        return collection(
            request, sight, lambda: documents.knockout_document(sight, knockout_stage(sight.tournament))
        )
