"""Checking in alone: a code on the hall's screen that changes shows that somebody is in the room.

The code follows from the installation's secret, the tournament and the minute (a time-window HMAC, as RFC 6238 has
it), so nothing is stored and every process shows the same.
"""

import hmac
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext_lazy as _

from tournament.errors import TournamentError
from tournament.models import Entrant, EntrantState
from tournament.selectors.registration import DoorPlan
from tournament.services.presence import mark_presence
from tournament.services.records import lock_tournament, record_event

WINDOW_SECONDS = 60
LATER_WINDOWS = 1
"""How many windows a code holds after it left the screen: time to type it."""
SIGNS = "ACDEFGHJKLMNPQRTUVWXY34679"
LENGTH = 5


class WrongRoomCode(TournamentError):
    """The code is not, or no longer, on the screen."""

    code = "wrong_room_code"
    status = 422
    message = _("This code is not on the screen any more. Type the one that stands there now.")


class NoSelfCheckIn(TournamentError):
    """The roll call is closed, or the director calls it in person."""

    code = "no_self_check_in"
    message = _("The roll call is closed or held by voice: please go to the desk.")


def room_code(tournament_id: int, now: datetime | None = None, *, windows_ago: int = 0) -> str:
    """The code that the screen shows now, or showed some windows ago."""
    window = int((now or timezone.now()).timestamp()) // WINDOW_SECONDS - windows_ago
    digest: hmac.HMAC = salted_hmac("tournament.room-code", f"{tournament_id}:{window}", algorithm="sha256")
    number = int.from_bytes(digest.digest()[:8])
    signs = []
    for _place in range(LENGTH):
        number, index = divmod(number, len(SIGNS))
        signs.append(SIGNS[index])
    return "".join(signs)


def seconds_left(now: datetime | None = None) -> int:
    """How long the code on the screen still stands."""
    return WINDOW_SECONDS - int((now or timezone.now()).timestamp()) % WINDOW_SECONDS


def is_room_code(tournament_id: int, typed: str, now: datetime | None = None) -> bool:
    """Whether somebody typed the code of the screen, whatever its case and spaces."""
    wanted = "".join(typed.split()).upper()
    return any(
        constant_time_compare(wanted, room_code(tournament_id, now, windows_ago=ago))
        for ago in range(LATER_WINDOWS + 1)
    )


@transaction.atomic
def check_in_alone(*, entrant_id: int, typed: str) -> Entrant:
    """Mark oneself present. Twice changes nothing. Raises NoSelfCheckIn, WrongRoomCode, NotExpected."""
    tournament_id = Entrant.objects.values_list("tournament_id", flat=True).get(pk=entrant_id)
    tournament = lock_tournament(tournament_id)
    if not DoorPlan.of(tournament).self_check_in or tournament.check_in_closed_at is not None:
        raise NoSelfCheckIn
    if not is_room_code(tournament.pk, typed):
        raise WrongRoomCode
    was = Entrant.objects.get(pk=entrant_id).state
    entrant = mark_presence(entrant_id=entrant_id, present=True, actor=None)
    if was != EntrantState.CHECKED_IN:
        record_event(tournament, "checked_in_alone", subject=entrant.full_name)
    return entrant
