"""Letters by e-mail: one text template a kind, in the tournament's language, with a rehearsal in which nothing leaves.

Rehearsal is the default (no mail server is configured: letters are written to `var/mail`) and, whatever is configured,
the only way of a demo tournament.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from smtplib import SMTPDataError, SMTPRecipientsRefused
from typing import Any
from urllib.parse import urljoin

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db.models import QuerySet
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from tournament.errors import InvalidInput, TournamentError
from tournament.models import Entrant, EntrantState, Invitation, Job, Round, Seat, SeatResult, Tournament
from tournament.selectors.public import Part, Sight, sight_of_public
from tournament.selectors.standings import StageStandings, standings_for_stage
from tournament.services.jobs import report_progress, round_of
from tournament.services.links import personal_token
from tournament.services.registration import email_token

FILES = "django.core.mail.backends.filebased.EmailBackend"
EVERY = 10
"""Letters between two reports of progress."""


class Letter(StrEnum):
    """The kinds of letters; each has `templates/mail/<kind>.txt`, its first line the subject."""

    REGISTERED = "registered"
    WAITING = "waiting"
    PLACE = "place"
    APPROVED = "approved"
    ASKED = "asked"
    REFUSED = "refused"
    LINK = "link"
    SEAT = "seat"
    RESULT = "result"
    STANDINGS = "standings"
    INVITATION = "invitation"


ROUND_LETTERS = {
    Letter.SEAT: _("Where you sit"),
    Letter.RESULT: _("The result of your table"),
    Letter.STANDINGS: _("Your place in the standings"),
}
"""Letters about a round, which the desk sends to everybody at once."""


@dataclass(frozen=True, slots=True)
class Written:
    """A letter ready to go."""

    to: str
    subject: str
    body: str


def is_rehearsal(tournament: Tournament) -> bool:
    """Whether letters of this tournament are only written to a folder."""
    return tournament.is_demo or settings.EMAIL_BACKEND == FILES


def mail_folder() -> Path:
    """Where letters of a rehearsal are written."""
    return Path(settings.VAR) / "mail"


# --- writing --------------------------------------------------------------------------------------------


def write_letter(
    letter: Letter, tournament: Tournament, to: str, origin: str, facts: Mapping[str, Any]
) -> Written:
    """A letter to an address. `origin` is the site's address, with which every link begins."""
    context = {
        "tournament": tournament,
        "page_url": urljoin(origin, tournament.get_absolute_url()),
        **facts,
    }
    with translation.override(tournament.language):
        text = render_to_string(f"mail/{letter}.txt", context)
    subject, _line, body = text.strip().partition("\n")
    return Written(to, " ".join(subject.split()), body.strip() + "\n")


def letter_to_entrant(
    letter: Letter, entrant: Entrant, origin: str, facts: Mapping[str, Any]
) -> Written | None:
    """A letter to an entrant with the personal link; None for somebody without an address."""
    if entrant.person is None or not entrant.person.email:
        return None
    links = {
        "entrant": entrant,
        "personal_url": urljoin(origin, reverse("personal", args=[personal_token(entrant)])),
        "registration_url": urljoin(origin, reverse("registration", args=[personal_token(entrant)])),
        "confirm_url": urljoin(origin, reverse("registration-email", args=[email_token(entrant)])),
    }
    return write_letter(letter, entrant.tournament, entrant.person.email, origin, {**links, **facts})


def letter_of_invitation(invitation: Invitation, link: str, origin: str) -> Written | None:
    """The letter with the link that gives a role; None without an address."""
    if not invitation.email:
        return None
    facts = {"invitation": invitation, "link": link}
    return write_letter(Letter.INVITATION, invitation.tournament, invitation.email, origin, facts)


# --- sending --------------------------------------------------------------------------------------------


def send(tournament: Tournament, letters: Iterable[Written]) -> int:
    """Send letters over one connection, or write them to a folder; how many there were.

    Raises OSError or smtplib.SMTPException when the mail server does not take them.
    """
    return _connection(tournament).send_messages([_message(one) for one in letters]) or 0


def _connection(tournament: Tournament) -> BaseEmailBackend:
    if is_rehearsal(tournament):
        return get_connection(FILES, file_path=str(mail_folder()))
    return get_connection()


def _message(letter: Written) -> EmailMessage:
    return EmailMessage(letter.subject, letter.body, to=[letter.to])


def send_to_entrant(*, letter: str, entrant_id: int, origin: str, facts: Mapping[str, Any]) -> int:
    """One letter to one entrant; 0 when there is no address."""
    entrant = Entrant.objects.select_related("person", "tournament").get(pk=entrant_id)
    written = letter_to_entrant(Letter(letter), entrant, origin, facts)
    return send(entrant.tournament, [written]) if written else 0


# --- to everybody of a round ----------------------------------------------------------------------------


def letters_of_round(letter: Letter, round_: Round, origin: str) -> list[Written]:
    """The letters about a round, in order of the entrants' numbers. Raises InvalidInput for what is not published.

    A letter says what the public page says: a hidden round, an unpublished standing is told to nobody.
    """
    sight = sight_of_public(round_.tournament)
    facts = FACTS[letter](round_, sight)
    entrants = round_.tournament.entrants.filter(pk__in=facts).exclude(person__email="")
    letters = []
    for entrant in _with_people(entrants):
        written = letter_to_entrant(letter, entrant, origin, {"round": round_, **facts[entrant.pk]})
        if written is not None:
            letters.append(written)
    return letters


def _with_people(entrants: QuerySet[Entrant]) -> QuerySet[Entrant]:
    gone = (EntrantState.WITHDRAWN, EntrantState.DISQUALIFIED)
    return entrants.exclude(state__in=gone).select_related("person", "tournament").order_by("number")


Facts = dict[int, dict[str, Any]]


def _seats(round_: Round, sight: Sight) -> Facts:
    if round_.pk not in {one.pk for one in sight.rounds()}:
        raise InvalidInput(_("The seating of %(round)s is not published.") % {"round": round_.title})
    seats = Seat.objects.filter(round=round_).select_related("table")
    return {seat.entrant_id: {"seat": seat, "table": seat.table} for seat in seats}


def _results(round_: Round, sight: Sight) -> Facts:
    if not sight.may_see_results_of(round_):
        raise InvalidInput(_("The results of %(round)s are not published.") % {"round": round_.title})
    results = SeatResult.objects.filter(submission__effective=True, seat__round=round_)
    rows = results.select_related("seat__table")
    return {row.seat.entrant_id: {"result": row, "table": row.seat.table} for row in rows}


def _places(round_: Round, sight: Sight) -> Facts:
    last = sight.through_round
    if not sight.may_see(Part.STANDINGS) or (last is not None and round_.number > last):
        raise InvalidInput(_("The standings after %(round)s are not published.") % {"round": round_.title})
    standings: StageStandings = standings_for_stage(round_.stage, after_round=round_.number)
    return {
        standings.entrant_of(row).pk: {"rank": row.rank, "total": standings.figure(row.total)}
        for row in standings.rows
        if row.rank is not None
    }


FACTS = {Letter.SEAT: _seats, Letter.RESULT: _results, Letter.STANDINGS: _places}


def send_letters_of_round(job: Job) -> dict[str, Any]:
    """The work of a job: send the letters about a round; how many went, and the addresses that were refused.

    Raises LettersStopped when the mail server takes no more.
    """
    round_ = round_of(job)
    letters = letters_of_round(Letter(job.arguments["letter"]), round_, job.arguments["origin"])
    refused = _send_each(job, letters, _connection(round_.tournament))
    report_progress(job, len(letters), len(letters))
    facts = {"sent": len(letters) - len(refused), "rehearsal": is_rehearsal(round_.tournament)}
    return facts | ({"refused": refused} if refused else {})


class LettersStopped(TournamentError):
    """The mail server took no more. Facts: `done`, `total`, `why`."""

    code = "letters_stopped"
    message = _("After %(done)s of %(total)s letters no more could be sent (%(why)s): those have gone.")


REFUSED = (SMTPRecipientsRefused, SMTPDataError, ValueError)
"""What a single letter can meet; the next one may go."""


def _send_each(job: Job, letters: Sequence[Written], connection: BaseEmailBackend) -> list[str]:
    """Send letter by letter over one connection: an address that is refused stops nobody else's."""
    refused = []
    number = 0
    try:
        connection.open()
        for number, letter in enumerate(letters):
            if number % EVERY == 0:
                report_progress(job, number, len(letters))
            try:
                connection.send_messages([_message(letter)])
            except REFUSED:
                refused.append(letter.to)
    except OSError as error:
        raise LettersStopped(done=number - len(refused), total=len(letters), why=error) from error
    finally:
        connection.close()
    return refused
