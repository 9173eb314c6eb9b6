"""A person's record at the director's: handed out as a file, made one with another, taken apart again, erased."""

import json

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.models import Entrant, Person, Tournament
from tournament.selectors.same_person import likely_same, merge_preview, tournaments_of_others
from tournament.services.keeping import expect_keeps
from tournament.services.merging import merge_persons, separate_persons
from tournament.services.privacy import erase_person, person_document
from tournament.services.snapshots import expect_name_typed
from tournament.web.parsing import asked, text
from tournament.web.plumbing import act, signed_in, tournament_deed, tournament_page
from tournament.web.privacy import as_file


def _record(tournament: Tournament, number: int) -> tuple[Entrant, Person]:
    """An entrant with the person; a stand-in has no record."""
    entrant = get_object_or_404(tournament.entrants.select_related("person__club"), number=number)
    if entrant.person is None:
        raise Http404
    return entrant, entrant.person


def _other(person: Person, key: str) -> Person:
    """A record that could be the same person's."""
    return get_object_or_404(
        Person.objects.exclude(pk=person.pk), public_key=key, merged_into=None, erased_at=None
    )


def _page(
    request: HttpRequest, tournament: Tournament, entrant: Entrant, person: Person
) -> dict[str, object]:
    user = signed_in(request)
    words = asked(request, "q", 80)
    others = list(tournaments_of_others(user, person))
    return {
        "tournament": tournament,
        "nav_here": "direct",
        "room": "entries",
        "entrant": entrant,
        "person": person,
        "entries": person.entries.select_related("tournament").order_by("-tournament__starts_on"),
        "others": others,
        "words": words,
        "alike": [] if others or person.erased_at else likely_same(person, user, words=words),
        "merged": person.merged.order_by("pk"),
        "typed_reason": text(request, "reason"),
    }


def _url(tournament: Tournament, entrant: Entrant) -> str:
    return reverse("direct-person", args=[tournament.slug, entrant.number])


@tournament_page("tournament.direct")
def record_page(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Where the person plays, records that may be the same person's, and the end of the record."""
    entrant, person = _record(tournament, number)
    return render(request, "person/record.html", _page(request, tournament, entrant, person))


@tournament_page("tournament.direct")
def record_file(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Everything stored about the person where the user directs, to hand over."""
    _entrant, person = _record(tournament, number)
    document = person_document(person, reader=signed_in(request))
    return as_file(json.dumps(document, ensure_ascii=False, indent=1))


@tournament_page("tournament.direct")
def merge_page(request: HttpRequest, tournament: Tournament, number: int, key: str) -> HttpResponse:
    """What making the two records one would change, and the deed."""
    entrant, person = _record(tournament, number)
    other, user = _other(person, key), signed_in(request)
    expected = {
        "tournament": tournament,
        "nav_here": "direct",
        "room": "entries",
        "entrant": entrant,
        "person": person,
        "other": other,
        "typed_reason": text(request, "reason"),
    }
    others = tournaments_of_others(user, person, other).exists()
    if others:
        raise Http404
    expected["lines"] = merge_preview(person, other)
    expected["moving"] = list(other.entries.select_related("tournament"))
    if request.method != "POST":
        return render(request, "person/merge.html", expected)

    def merge() -> None:
        expect_name_typed(other.full_name, text(request, "name"))
        merge_persons(kept_id=person.pk, gone_id=other.pk, actor=user, reason=text(request, "reason"))

    done = _("One record now. “Take apart” undoes it.")
    return act(
        request, merge, then=_url(tournament, entrant), done=done, page="person/merge.html", **expected
    )


@tournament_deed("tournament.direct")
def separate(request: HttpRequest, tournament: Tournament, number: int, key: str) -> HttpResponse:
    """Give a record that was merged into this one its own entries back."""
    entrant, person = _record(tournament, number)
    gone, user = get_object_or_404(person.merged, public_key=key), signed_in(request)

    def take_apart() -> None:
        expect_keeps(user, person)
        separate_persons(gone_id=gone.pk, actor=user, reason=text(request, "reason"))

    done = _("Two records again.")
    return act(request, take_apart, then=_url(tournament, entrant), done=done)


@tournament_deed("tournament.direct")
def erase(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Put a pseudonym in the person's place everywhere; the name is typed, since nothing brings it back."""
    entrant, person = _record(tournament, number)
    user = signed_in(request)

    def forget() -> None:
        expect_name_typed(person.full_name, text(request, "name"))
        expect_keeps(user, person)
        erase_person(person_id=person.pk, actor=user, reason=text(request, "reason"))

    return act(
        request,
        forget,
        then=reverse("direct-entrant", args=[tournament.slug, entrant.number]),
        done=_("The personal data are erased; games and points stay."),
        page="person/record.html",
        **_page(request, tournament, entrant, person),
    )
