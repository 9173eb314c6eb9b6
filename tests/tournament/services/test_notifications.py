"""Letters: what each says, to whom, nothing that is not published, and a rehearsal in which nothing leaves."""

from pathlib import Path
from smtplib import SMTPRecipientsRefused, SMTPServerDisconnected
from typing import Any

import pytest
from django.conf import settings
from django.core.mail.backends.locmem import EmailBackend

from tests.factories import make_entrants, make_member, make_round, make_tournament
from tests.results import confirm
from tournament.errors import InvalidInput
from tournament.models import Job, JobState, Person, Role, Round, Tournament
from tournament.services.background import run_job
from tournament.services.invitations import invite
from tournament.services.jobs import queue_job
from tournament.services.notifications import (
    Letter,
    is_rehearsal,
    letter_of_invitation,
    letters_of_round,
    mail_folder,
    send,
    send_to_entrant,
)

pytestmark = pytest.mark.django_db

SITE = "https://risiko.example/"


@pytest.fixture
def round_() -> Round:
    """A round of four who left their addresses, Italian letters; the fourth left none."""
    tournament = make_tournament(language="en")
    entrants = make_entrants(tournament, 4)
    for entrant in entrants[:3]:
        assert entrant.person is not None
        entrant.person.email = f"e{entrant.number}@example.org"
        entrant.person.save()
    return make_round(tournament, [entrants])


def test_a_seat_letter_goes_to_everybody_with_an_address(round_: Round) -> None:
    letters = letters_of_round(Letter.SEAT, round_, SITE)
    assert [one.to for one in letters] == ["e1@example.org", "e2@example.org", "e3@example.org"]
    assert letters[1].subject == "Round 1: you sit at Table 1"
    assert "play in turn 2" in letters[1].body
    assert "https://risiko.example/me/" in letters[1].body
    assert letters[1].body.count("\n\n\n") == 0


def test_results_and_standings_are_told_only_when_published(round_: Round) -> None:
    confirm(round_, [[46, 30, 20, 10]])
    results = letters_of_round(Letter.RESULT, round_, SITE)
    assert "46 points, place 1 at the table" in results[0].body
    assert letters_of_round(Letter.STANDINGS, round_, SITE)[0].subject == "Standings after Round 1: place 1"
    round_.tournament.hidden_from_round = 1
    for letter in (Letter.RESULT, Letter.STANDINGS):
        with pytest.raises(InvalidInput):
            letters_of_round(letter, round_, SITE)
    round_.tournament.publish_seating = False
    with pytest.raises(InvalidInput):
        letters_of_round(Letter.SEAT, round_, SITE)


def test_an_invitation_says_the_role_and_carries_the_link() -> None:
    tournament = make_tournament(language="en")
    fresh = invite(tournament_id=tournament.pk, role=Role.REFEREE, actor=None, email="r@example.org")
    letter = letter_of_invitation(fresh.invitation, f"{SITE}invitation/x/", SITE)
    assert letter is not None
    assert letter.subject == "Raduno di Prova: will you be Referee?"
    assert f"{SITE}invitation/x/" in letter.body
    unaddressed = invite(tournament_id=tournament.pk, role=Role.REFEREE, actor=None)
    assert letter_of_invitation(unaddressed.invitation, "", SITE) is None


def test_nobody_without_an_address_is_written_to(round_: Round, mailoutbox: list[Any]) -> None:
    fourth = round_.tournament.entrants.get(number=4)
    assert send_to_entrant(letter="link", entrant_id=fourth.pk, origin=SITE, facts={}) == 0
    assert mailoutbox == []


def test_a_name_cannot_add_a_header(round_: Round, mailoutbox: list[Any]) -> None:
    round_.name = "Final\nBcc: all@example.org"
    letters = letters_of_round(Letter.SEAT, round_, SITE)
    assert letters[0].subject.startswith("Final")
    assert "\n" not in letters[0].subject
    assert send(round_.tournament, letters) == 3
    assert mailoutbox[0].recipients() == ["e1@example.org"]


def test_a_demo_only_rehearses(round_: Round, mailoutbox: list[Any]) -> None:
    tournament = round_.tournament
    assert not is_rehearsal(tournament)
    tournament.is_demo = True
    assert send(tournament, letters_of_round(Letter.SEAT, round_, SITE)) == 3
    assert mailoutbox == []
    assert mail_folder() == Path(settings.VAR) / "mail"
    assert sum("you sit at" in path.read_text() for path in mail_folder().iterdir()) >= 1


def test_the_letters_of_a_round_are_a_job(round_: Round, mailoutbox: list[Any]) -> None:
    job = _queued("letters", round_.tournament, round_id=round_.pk, letter="seat", origin=SITE)
    assert run_job(job.pk) == JobState.DONE
    job.refresh_from_db()
    assert (job.done, job.total, job.result, len(mailoutbox)) == (3, 3, {"sent": 3, "rehearsal": False}, 3)
    assert run_job(job.pk) == ""


class Choosy(EmailBackend):
    """A mail server that knows nobody of one address, and is gone when it comes to another."""

    def send_messages(self, messages: Any) -> int:
        (to,) = messages[0].to
        if to == "e2@example.org":
            raise SMTPRecipientsRefused({to: (550, b"no such user")})
        if to == "gone@example.org":
            raise SMTPServerDisconnected("away")
        return super().send_messages(messages)


def test_a_refused_address_stops_nobody_elses_letter(
    round_: Round, mailoutbox: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournament.services.notifications.get_connection", Choosy)
    facts = {"round_id": round_.pk, "letter": "seat", "origin": SITE, "language": "en"}
    job = _queued("letters", round_.tournament, **facts)
    assert run_job(job.pk) == JobState.DONE
    job.refresh_from_db()
    assert job.result == {"sent": 2, "rehearsal": False, "refused": ["e2@example.org"]}
    assert [one.to for one in mailoutbox] == [["e1@example.org"], ["e3@example.org"]]
    Person.objects.filter(email="e3@example.org").update(email="gone@example.org")
    job = _queued("letters", round_.tournament, **facts)
    assert run_job(job.pk) == JobState.FAILED
    job.refresh_from_db()
    assert job.message == "After 1 of 3 letters no more could be sent (away): those have gone."


def test_a_cancelled_job_sends_nothing_more(round_: Round, mailoutbox: list[Any]) -> None:
    job = _queued("letters", round_.tournament, round_id=round_.pk, letter="seat", origin=SITE)
    Job.objects.filter(pk=job.pk).update(cancel_requested=True)
    assert (run_job(job.pk), mailoutbox) == (JobState.CANCELLED, [])


def test_work_that_cannot_be_done_ends_with_a_sentence(round_: Round) -> None:
    round_.tournament.publish_seating = False
    round_.tournament.save()
    job = _queued("letters", round_.tournament, round_id=round_.pk, letter="seat", origin=SITE, language="en")
    assert run_job(job.pk) == JobState.FAILED
    job.refresh_from_db()
    assert "The seating of Round 1 is not published." in job.message
    broken = _queued(
        "letters", round_.tournament, round_id=round_.pk, letter="smoke", origin=SITE, language="en"
    )
    with pytest.raises(ValueError, match="smoke"):
        run_job(broken.pk)
    broken.refresh_from_db()
    assert broken.message.startswith("Something went wrong")


def test_a_round_is_seated_and_a_pack_printed_by_the_worker() -> None:
    tournament = make_tournament()
    make_entrants(tournament, 8)
    director = make_member(tournament)
    job = _queued("seating", tournament, split=None, reason="", sit_out=[], by=director)
    assert run_job(job.pk) == JobState.DONE
    round_ = tournament.rounds.get(number=1)
    assert round_.tables.count() == 2
    facts = {"entry_address": f"{SITE}{{table}}/", "address": SITE, "language": "it"}
    pack = _queued("paper-pack", tournament, round_id=round_.pk, by=director, **facts)
    assert run_job(pack.pk) == JobState.DONE
    pack.refresh_from_db()
    assert pack.output is not None
    assert bytes(pack.output)[:5] == b"%PDF-"
    assert pack.result == {"file": f"{tournament.slug}-1-pack.pdf", "type": "application/pdf"}


def _queued(kind: str, tournament: Tournament, *, by: Any = None, **arguments: Any) -> Job:
    return queue_job(
        kind=kind, start=lambda _job_id: None, tournament=tournament, requested_by=by, **arguments
    )
