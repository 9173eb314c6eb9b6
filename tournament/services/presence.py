"""Who is there: the roll call, and entrants who withdraw, are disqualified or come back."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.errors import InvalidInput, TournamentError
from tournament.models import Entrant, EntrantState, Tournament, TournamentState, User
from tournament.selectors.standings import stage_for_standings
from tournament.services.bans import expect_free
from tournament.services.entrants import next_round_number
from tournament.services.records import lock_tournament, locked_entrant, record_event
from tournament.services.standings import reissue_standings

PRESENT_FROM = {EntrantState.REGISTERED, EntrantState.CONFIRMED, EntrantState.ABSENT, EntrantState.CHECKED_IN}


class NotExpected(TournamentError):
    """Somebody withdrawn, disqualified or waiting cannot simply be marked. Facts: `name`, `state`."""

    code = "not_expected"
    message = _("%(name)s is “%(state)s”: bring the entry back first.")


@transaction.atomic
def mark_presence(*, entrant_id: int, present: bool | None, actor: User | None) -> Entrant:
    """Roll call: present, absent, or (None) not called yet. The same tap twice changes nothing.

    Raises NotExpected, DirectorDecides.
    """
    tournament, entrant = locked_entrant(entrant_id)
    wanted = {True: EntrantState.CHECKED_IN, False: EntrantState.ABSENT, None: EntrantState.CONFIRMED}[
        present
    ]
    if entrant.state not in PRESENT_FROM:
        raise NotExpected(name=entrant.full_name, state=EntrantState(entrant.state).label)
    before = entrant.state
    if before == wanted:
        return entrant
    if present:
        expect_free(tournament, entrant.person)
    entrant.state = wanted
    entrant.checked_in_at = timezone.now() if present else None
    entrant.version += 1
    entrant.save(update_fields=["state", "checked_in_at", "version"])
    record_event(
        tournament,
        "presence_marked",
        subject=entrant.full_name,
        actor=actor,
        before={"state": before},
        after={"state": wanted},
    )
    return entrant


@transaction.atomic
def close_check_in(*, tournament_id: int, actor: User | None) -> list[Entrant]:
    """End the roll call: whoever was not called is absent. Returns those absent now, by name."""
    tournament = lock_tournament(tournament_id)
    missing = list(
        tournament.entrants.filter(
            state__in=(EntrantState.REGISTERED, EntrantState.CONFIRMED),
            enters_in_round__lte=next_round_number(tournament),
        ).select_related("person")
    )
    Entrant.objects.filter(pk__in=[entrant.pk for entrant in missing]).update(state=EntrantState.ABSENT)
    tournament.check_in_closed_at = timezone.now()
    if tournament.state in {TournamentState.DRAFT, TournamentState.OPEN}:
        tournament.state = TournamentState.RUNNING
    tournament.save(update_fields=["check_in_closed_at", "state", "updated_at"])
    record_event(
        tournament,
        "check_in_closed",
        actor=actor,
        after={"absent": [entrant.full_name for entrant in missing]},
    )
    return missing


@transaction.atomic
def reopen_check_in(*, tournament_id: int, actor: User | None) -> Tournament:
    """Call the roll again; nobody's mark changes."""
    tournament = lock_tournament(tournament_id)
    tournament.check_in_closed_at = None
    tournament.save(update_fields=["check_in_closed_at", "updated_at"])
    record_event(tournament, "check_in_reopened", actor=actor)
    return tournament


@transaction.atomic
def withdraw_entrant(*, entrant_id: int, after_round: int, actor: User | None, reason: str = "") -> Entrant:
    """Out after round `after_round` (0: before the first). Games played stay as they are, nobody's rank moves."""
    tournament, entrant = locked_entrant(entrant_id)
    before = {"state": entrant.state, "left_after_round": entrant.left_after_round}
    entrant.state = EntrantState.WITHDRAWN
    entrant.left_after_round = after_round
    entrant.version += 1
    entrant.save(update_fields=["state", "left_after_round", "version"])
    record_event(
        tournament,
        "entrant_withdrawn",
        subject=entrant.full_name,
        actor=actor,
        before=before,
        after={"left_after_round": after_round},
        reason=reason,
    )
    return entrant


@transaction.atomic
def disqualify_entrant(
    *, entrant_id: int, after_round: int, void_games: bool, actor: User | None, reason: str
) -> Entrant:
    """Disqualified from the round after `after_round`; the games are kept or void, as the director decides.

    Issued standings follow; the public reads there who it is by number, and never the reason.
    """
    if not reason.strip():
        raise InvalidInput(_("A disqualification needs a reason."))
    tournament, entrant = locked_entrant(entrant_id)
    before = {"state": entrant.state, "games_void": entrant.games_void}
    put_out(entrant, after_round=after_round, void_games=void_games)
    record_event(
        tournament,
        "entrant_disqualified",
        subject=entrant.full_name,
        actor=actor,
        before=before,
        after={"after_round": after_round, "games_void": void_games},
        reason=reason,
    )
    _reissue(tournament, actor, _("Disqualified: no. %(number)s") % {"number": entrant.number})
    return entrant


def put_out(entrant: Entrant, *, after_round: int, void_games: bool) -> None:
    """The disqualification itself, in the caller's transaction: by a director's decision or by a sanction."""
    entrant.state = EntrantState.DISQUALIFIED
    entrant.left_after_round = after_round
    entrant.games_void = void_games
    entrant.version += 1
    entrant.save(update_fields=["state", "left_after_round", "games_void", "version"])


def _reissue(tournament: Tournament, actor: User | None, reason: str) -> None:
    stage = stage_for_standings(tournament)
    if stage is not None:
        reissue_standings(tournament=tournament, stage=stage, from_round=1, actor=actor, reason=reason)


@transaction.atomic
def bring_back_entrant(*, entrant_id: int, actor: User | None, present: bool = True) -> Entrant:
    """Back in: rounds missed meanwhile are absences, the history stays. Raises DirectorDecides."""
    tournament, entrant = locked_entrant(entrant_id)
    expect_free(tournament, entrant.person)
    before = {"state": entrant.state, "left_after_round": entrant.left_after_round}
    entrant.state = EntrantState.CHECKED_IN if present else EntrantState.CONFIRMED
    entrant.checked_in_at = timezone.now() if present else None
    entrant.left_after_round = None
    entrant.games_void = False
    entrant.version += 1
    entrant.save()
    record_event(tournament, "entrant_returned", subject=entrant.full_name, actor=actor, before=before)
    if before["state"] == EntrantState.DISQUALIFIED:
        _reissue(tournament, actor, _("No longer disqualified: no. %(number)s") % {"number": entrant.number})
    return entrant
