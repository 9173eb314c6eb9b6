"""A person's record at the director's: handed out, made one with another, taken apart again, erased."""

from typing import Any

from django.http import Http404, HttpResponse
from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers as s
from rest_framework.request import Request

from tournament.api.access import expect, sight_of
from tournament.api.base import ApiView
from tournament.api.conditional import single
from tournament.api.deeds import Deed, Where, described, entrant_numbered, lock_all_of, reading, row_of
from tournament.api.forms import ReasonForm
from tournament.models import Entrant, Person, Scope, User
from tournament.selectors.public import Sight
from tournament.selectors.same_person import likely_same, merge_preview, tournaments_of_others
from tournament.services.keeping import expect_keeps
from tournament.services.merging import merge_persons, separate_persons
from tournament.services.privacy import erase_person, person_document
from tournament.services.snapshots import expect_name_typed

TAG = "Persons"


class SomebodySerializer(s.Serializer[None]):
    """A record: its key, the name, the club."""

    person = s.CharField()
    name = s.CharField()
    club = s.CharField(allow_null=True)


class EntrySerializer(s.Serializer[None]):
    """Where the person plays."""

    tournament = s.SlugField()
    name = s.CharField()
    number = s.IntegerField()


class RecordSerializer(SomebodySerializer):
    """A person's record. `others`: tournaments that you do not direct, which bar merging and erasing."""

    erased_at = s.DateTimeField(allow_null=True)
    entries = EntrySerializer(many=True)
    others = s.ListField(child=s.SlugField())
    alike = SomebodySerializer(many=True)
    merged = SomebodySerializer(many=True)


class RecordQuery(s.Serializer[None]):
    """Words of a name to look for instead of who looks alike."""

    q = s.CharField(required=False, max_length=80)


class MergedFieldSerializer(s.Serializer[None]):
    """One line of a record: what either says, and what will be said."""

    title = s.CharField()
    kept = s.CharField()
    gone = s.CharField()
    becomes = s.CharField()


class MergePreviewSerializer(s.Serializer[None]):
    """What making two records one would change."""

    lines = MergedFieldSerializer(many=True)
    moving = s.ListField(child=s.SlugField())


class TypedForm(ReasonForm):
    """The name typed exactly, and the reason."""

    name = s.CharField(max_length=160)


def _somebody(person: Person) -> dict[str, Any]:
    club = person.club.name if person.club else None
    return {"person": person.public_key, "name": person.full_name, "club": club}


def record_document(person: Person, user: User, words: str = "") -> dict[str, Any]:
    """The record as its director sees it."""
    others = list(tournaments_of_others(user, person).values_list("slug", flat=True))
    alike = [] if others or person.erased_at else likely_same(person, user, words=words)
    return _somebody(person) | {
        "erased_at": person.erased_at,
        "entries": [
            {"tournament": one.tournament.slug, "name": one.tournament.name, "number": one.number}
            for one in person.entries.select_related("tournament").order_by("-tournament__starts_on", "-id")
        ],
        "others": others,
        "alike": [_somebody(one) for one in alike],
        "merged": [_somebody(one) for one in person.merged.select_related("club").order_by("pk")],
    }


def _person(entrant: Entrant) -> Person:
    """The person of an entrant; 404 for a stand-in, who has no record."""
    if entrant.person is None:
        raise Http404
    return entrant.person


def _other(person: Person, key: str) -> Person:
    """A record that could be the same person's; else 404."""
    living = Person.objects.exclude(pk=person.pk).filter(merged_into=None, erased_at=None)
    return row_of(living, public_key=key)


class OneRecord(ApiView):
    """The record of an entrant's person."""

    @reading(
        TAG,
        "get_record",
        "A person's record, and who may be the same",
        RecordSerializer,
        parameters=[RecordQuery],
    )
    def get(self, request: Request, slug: str, number: int) -> HttpResponse:
        """For directors."""
        tournament = sight_of(request, slug).tournament
        user = expect(request, "tournament.direct", Scope.READ, tournament)
        person = _person(entrant_numbered(tournament, number))
        return single(request, record_document(person, user, request.query_params.get("q", "")[:80]))


class RecordFile(ApiView):
    """Everything stored about a person."""

    @reading(
        TAG, "get_personal_data", "Everything stored about the person, to hand over", OpenApiTypes.OBJECT
    )
    def get(self, request: Request, slug: str, number: int) -> HttpResponse:
        """Where the user directs; the person's own link gives all. Not kept by any cache."""
        tournament = sight_of(request, slug).tournament
        user = expect(request, "tournament.direct", Scope.PEOPLE, tournament)
        person = _person(entrant_numbered(tournament, number))
        answer = single(request, person_document(person, reader=user))
        answer["Cache-Control"] = "no-store"
        return answer


class PersonDeed(Deed):
    """Something done to a person's record; `If-Match` takes the ETag of `entrants/<n>/person/`."""

    permission = "tournament.direct"
    scope = Scope.PEOPLE

    def lock(self, sight: Sight, where: Where) -> None:
        """Every tournament of the people it concerns."""
        person = _person(entrant_numbered(sight.tournament, where["number"]))
        named = Person.objects.filter(public_key=where.get("key", "")).values_list("pk", flat=True)
        lock_all_of(sight.tournament, person.pk, *named)

    def target(self, sight: Sight, where: Where) -> Any:
        """The person, read under the lock."""
        return _person(entrant_numbered(sight.tournament, where["number"]))

    def seen(self, sight: Sight, target: Any) -> Any:
        """The record as its address shows it."""
        return record_document(target[0] if isinstance(target, tuple) else target, self.asker(sight))

    def asker(self, sight: Sight) -> User:
        """Whoever asks: what may be done depends on what else they direct."""
        return expect(self.request, self.permission, self.scope, sight.tournament)


@described(TAG, "merge_person", "Make another record one with this one", RecordSerializer)
class Merge(PersonDeed):
    """All entries of the other are this person's from now on. `name` is the other's. `separate/` undoes it."""

    form = TypedForm

    def target(self, sight: Sight, where: Where) -> tuple[Person, Person]:
        """This one and the other."""
        kept = super().target(sight, where)
        return kept, _other(kept, where["key"])

    def carry_out(self, target: tuple[Person, Person], given: dict[str, Any], actor: User) -> Person:
        """Make them one."""
        kept, gone = target
        expect_keeps(actor, kept, gone)
        expect_name_typed(gone.full_name, given["name"])
        return merge_persons(kept_id=kept.pk, gone_id=gone.pk, actor=actor, reason=given["reason"])

    def answer(self, sight: Sight, done: Person, where: Where) -> Any:  # noqa: ARG002  # one signature for all deeds
        """The record that stays."""
        return record_document(done, self.asker(sight))

    @reading(TAG, "preview_merge", "What making the two records one would change", MergePreviewSerializer)
    def get(self, request: Request, slug: str, number: int, key: str) -> HttpResponse:
        """Nothing is changed."""
        tournament = sight_of(request, slug).tournament
        user = expect(request, self.permission, Scope.READ, tournament)
        kept = _person(entrant_numbered(tournament, number))
        gone = _other(kept, key)
        if tournaments_of_others(user, kept, gone).exists():
            raise Http404
        lines = [
            {"title": one.title, "kept": one.kept, "gone": one.gone, "becomes": one.becomes}
            for one in merge_preview(kept, gone)
        ]
        moving = list(gone.entries.values_list("tournament__slug", flat=True))
        return single(request, {"lines": lines, "moving": moving})


@described(TAG, "separate_person", "Give a merged record its own entries back", RecordSerializer)
class Separate(PersonDeed):
    """With a reason. What the merge had filled in is emptied again."""

    form = ReasonForm

    def target(self, sight: Sight, where: Where) -> tuple[Person, Person]:
        """This one and the one merged into it."""
        kept = super().target(sight, where)
        return kept, row_of(kept.merged.all(), public_key=where["key"])

    def carry_out(self, target: tuple[Person, Person], given: dict[str, Any], actor: User) -> None:
        """Take them apart."""
        kept, gone = target
        expect_keeps(actor, kept)
        separate_persons(gone_id=gone.pk, actor=actor, reason=given["reason"])

    def answer(self, sight: Sight, done: object, where: Where) -> Any:  # noqa: ARG002  # one signature for all deeds
        """The record that the entrant has now."""
        return record_document(super().target(sight, where), self.asker(sight))


@described(TAG, "erase_person", "Put a pseudonym in the person's place everywhere", RecordSerializer)
class Erase(PersonDeed):
    """Games and points stay. Nothing brings the data back, so the name is typed."""

    form = TypedForm

    def carry_out(self, target: Person, given: dict[str, Any], actor: User) -> Person:
        """Forget them."""
        expect_name_typed(target.full_name, given["name"])
        expect_keeps(actor, target)
        return erase_person(person_id=target.pk, actor=actor, reason=given["reason"])
