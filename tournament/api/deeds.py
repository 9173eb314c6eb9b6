"""One mechanism for every write: permit, parse, match, act, answer; each deed says only what is its own."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, TypeVar

import orjson
from django.db.models import Model, QuerySet
from django.http import Http404, HttpResponse
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema, extend_schema_view
from rest_framework.request import Request
from rest_framework.serializers import Serializer

from tournament.api import shapes
from tournament.api.access import expect, sight_of
from tournament.api.base import ApiView, read
from tournament.api.conditional import expect_match
from tournament.api.documents import job_document
from tournament.api.idempotency import once
from tournament.api.responses import KEY, MATCH, NOT_FOUND, problems, read_responses, write_responses
from tournament.errors import InvalidInput
from tournament.models import Entrant, Job, Round, Scope, Stage, Table, Tournament, User
from tournament.selectors.cut import knockout_stage
from tournament.selectors.public import Sight
from tournament.services.records import lock_tournament, lock_tournaments_of

Where = Mapping[str, Any]
"""What the address names inside the tournament, such as `number`: whole numbers, and the keys of persons."""


class Deed(ApiView):
    """A write in a tournament, carried out once and on what was seen.

    `permission` and `scope` are asked before anything is read, on `place`; those of `needs` once the body is known.
    `matches` says whether `If-Match` guards it: what is new has no earlier version. A deed that hands its work to a
    worker gives the Job: the answer is 202 with the job, whose address stands in `Location`.
    """

    permission: ClassVar[str]
    scope: ClassVar[Scope]
    form: ClassVar[type[Serializer[Any]] | None] = None
    answers: ClassVar[int] = 200
    matches: ClassVar[bool] = True

    def place(self, sight: Sight, where: Where) -> Tournament | Table:  # noqa: ARG002  # one signature for all deeds
        """Where the permission is asked; 404 when it is not there."""
        return sight.tournament

    def lock(self, sight: Sight, where: Where) -> None:  # noqa: ARG002  # one signature for all deeds
        """Lock first; who needs several tournaments locks them here, in one order."""
        lock_tournament(sight.tournament.pk)

    def target(self, sight: Sight, where: Where) -> Any:  # noqa: ARG002  # one signature for all deeds
        """What it is done to, read under the lock; 404 when it is not there."""
        return sight.tournament

    def needs(self, target: Any, given: dict[str, Any]) -> tuple[str, ...]:  # noqa: ARG002  # one signature for all deeds
        """Permissions that this target or this body asks for beside its own."""
        return ()

    def seen(self, sight: Sight, target: Any) -> Any:
        """The document that `If-Match` names."""
        raise NotImplementedError

    def carry_out(self, target: Any, given: dict[str, Any], actor: User) -> Any:
        """The service behind it."""
        raise NotImplementedError

    def answer(self, sight: Sight, done: Any, where: Where) -> Any:  # noqa: ARG002  # one signature for all deeds
        """What is answered: what it was done to, as it is now."""
        return self.seen(sight, self.target(sight, where))

    def post(self, request: Request, slug: str, **where: Any) -> HttpResponse:
        """Permit, parse, match, act, answer."""
        sight = sight_of(request, slug)
        place = self.place(sight, where)
        actor = expect(request, self.permission, self.scope, place)
        given = read(self.form, request) if self.form else {}

        def deed() -> tuple[Any, int]:
            self.lock(sight, where)
            sight.tournament.refresh_from_db()
            target = self.target(sight, where)
            if self.matches:
                expect_match(request, lambda: self.seen(sight, target))
            for permission in self.needs(target, given):
                expect(request, permission, self.scope, place)
            done = self.carry_out(target, given, actor)
            sight.tournament.refresh_from_db()
            if isinstance(done, Job):
                return job_document(sight.tournament, done), 202
            return self.answer(sight, done, where), self.answers

        return _located(once(request, deed))


def _located(answer: HttpResponse) -> HttpResponse:
    """Work that goes on says where to follow it."""
    if answer.status_code == 202:
        answer["Location"] = orjson.loads(answer.content)["url"]
    return answer


D = TypeVar("D", bound=type[Deed])
V = TypeVar("V", bound=Callable[..., HttpResponse])
Row = TypeVar("Row", bound=Model)


def described(
    tag: str,
    operation_id: str,
    summary: str,
    shape: Any,
    examples: Sequence[OpenApiExample] = (),
    *,
    may_take_long: bool = False,
) -> Callable[[D], D]:
    """Put the deed into the OpenAPI document; its docstring is the description."""

    def wrap(view: D) -> D:
        responses = write_responses(shape, view.answers)
        schema = extend_schema(
            tags=[tag],
            operation_id=operation_id,
            summary=summary,
            description=view.__doc__,
            parameters=[KEY, MATCH] if view.matches else [KEY],
            request=view.form,
            responses=responses | ({202: shapes.JobSerializer} if may_take_long else {}),
            examples=list(examples),
        )
        return extend_schema_view(post=schema)(view)

    return wrap


def reading(
    tag: str,
    operation_id: str,
    summary: str,
    shape: Any,
    *,
    guarded: bool = True,
    parameters: Sequence[OpenApiParameter | type[Serializer[Any]]] = (),
) -> Callable[[V], V]:
    """Put a read into the OpenAPI document; `guarded`: a role is needed."""
    responses = read_responses(shape, NOT_FOUND) | (problems(403) if guarded else {})
    schema: Callable[[V], V] = extend_schema(
        tags=[tag],
        operation_id=operation_id,
        summary=summary,
        parameters=list(parameters),
        responses=responses,
    )
    return schema


def lock_all_of(tournament: Tournament, *person_ids: int | None) -> None:
    """Lock every tournament of these people and this one: what is done to a person concerns them all."""
    lock_tournaments_of(*(one for one in person_ids if one))
    lock_tournament(tournament.pk)


# --- what the address or the body names ---------------------------------------------------------------------


def entrant_ids(tournament: Tournament, numbers: Sequence[int]) -> list[int]:
    """The entrants of those numbers, in that order. Raises InvalidInput naming the numbers that nobody has."""
    found = dict(tournament.entrants.filter(number__in=numbers).values_list("number", "pk"))
    missing = sorted(set(numbers) - set(found))
    if missing:
        raise InvalidInput(f"no entrant has number {', '.join(map(str, missing))}")
    return [found[number] for number in numbers]


def entrant_numbered(tournament: Tournament, number: int) -> Entrant:
    """The entrant of the address, with person and club; else 404."""
    found = tournament.entrants.select_related("person__club", "club", "tournament", "team")
    entrant = found.filter(number=number).first()
    if entrant is None:
        raise Http404
    return entrant


def row_of(rows: QuerySet[Row], **named: Any) -> Row:
    """The row that the address names; else 404."""
    found = rows.filter(**named).first()
    if found is None:
        raise Http404
    return found


def round_numbered(tournament: Tournament, number: int) -> Round:
    """A round that the body names. Raises InvalidInput when there is none."""
    found = tournament.rounds.filter(number=number).first()
    if found is None:
        raise InvalidInput(f"there is no round {number}")
    return found


def knockout_of(tournament: Tournament) -> Stage:
    """The knockout stage, being prepared or confirmed; else 404."""
    stage = knockout_stage(tournament)
    if stage is None:
        raise Http404
    return stage
