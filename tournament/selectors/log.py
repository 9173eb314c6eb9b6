"""The action log, the newest first, searched by who, whom, what and why."""

from django.db.models import Q, QuerySet

from tournament.models import Event, Tournament


def events_for_log(tournament: Tournament, *, words: str = "", kind: str = "") -> QuerySet[Event]:
    """The events that hold every word in subject, person or reason; of one kind where it is given."""
    events = tournament.events.order_by("-number")
    for word in words.split():
        events = events.filter(
            Q(subject__icontains=word) | Q(actor_name__icontains=word) | Q(reason__icontains=word)
        )
    return events.filter(kind=kind) if kind else events


def kinds_in_log(tournament: Tournament) -> list[str]:
    """The kinds of events there are."""
    return sorted(set(tournament.events.order_by().values_list("kind", flat=True)))
