"""Long work on a page: progress, cancel, the file; letters to everybody with a look at the first."""

from typing import Any

import pytest
from django.test import Client

from tests.factories import make_entrants, make_member, make_round, make_tournament
from tournament.models import Job, JobState, Role, Round

pytestmark = pytest.mark.django_db


@pytest.fixture
def round_() -> Round:
    tournament = make_tournament(language="en")
    entrants = make_entrants(tournament, 8)
    for entrant in entrants[:2]:
        assert entrant.person is not None
        entrant.person.email = f"e{entrant.number}@example.org"
        entrant.person.save()
    return make_round(tournament, [entrants[:4], entrants[4:]])


@pytest.fixture
def director(client: Client, round_: Round) -> Client:
    client.force_login(make_member(round_.tournament))
    client.cookies["django_language"] = "en"
    return client


def room(round_: Round) -> str:
    return f"/t/{round_.tournament.slug}"


@pytest.mark.django_db(transaction=True)
def test_a_pack_is_printed_by_the_worker_once(director: Client, round_: Round) -> None:
    where = f"{room(round_)}/paper/rounds/1/prepare/"
    page = director.post(where)["Location"]
    assert "Open the file" in director.get(page).content.decode()
    file = director.get(f"{page}file/")
    assert (file["Content-Type"], file.content[:5]) == ("application/pdf", b"%PDF-")
    assert director.post(f"{room(round_)}/paper/rounds/9/prepare/").status_code == 404
    assert "Printing the paper pack" in director.get(f"{room(round_)}/jobs/").content.decode()


@pytest.mark.django_db(transaction=True)
def test_a_large_round_is_drawn_by_the_worker(
    director: Client, round_: Round, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = round_.tournament
    round_.delete()
    monkeypatch.setattr("tournament.queues.LARGE_DRAW", 7)
    page = director.post(f"{room(round_)}/direct/draw/now/")["Location"]
    assert page.startswith(f"{room(round_)}/jobs/")
    assert f"{room(round_)}/direct/rounds/1/seating/" in director.get(page).content.decode()
    assert tournament.rounds.get().tables.count() == 2


def test_a_job_shows_its_progress_and_is_cancelled(director: Client, round_: Round) -> None:
    running = Job.objects.create(
        tournament=round_.tournament, kind="letters", state=JobState.RUNNING, done=3, total=9
    )
    where = f"{room(round_)}/jobs/{running.pk}/"
    page = director.get(where)
    assert '<progress value="3" max="9">' in page.content.decode()
    headers = {"X-Fragments": "1", "If-None-Match": page["ETag"]}
    assert director.get(where, headers=headers).status_code == 304
    assert "stops at its next step" in director.post(f"{where}cancel/", follow=True).content.decode()
    assert director.get(f"{where}file/").status_code == 404
    queued = Job.objects.create(tournament=round_.tournament, kind="letters")
    where = f"{room(round_)}/jobs/{queued.pk}/"
    assert "It waits for the worker" in director.get(where).content.decode()
    assert "Cancelled." in director.post(f"{where}cancel/", follow=True).content.decode()


def test_helpers_see_only_their_own_jobs(client: Client, round_: Round) -> None:
    mine, theirs = make_member(round_.tournament, Role.REFEREE), make_member(round_.tournament)
    jobs = [
        Job.objects.create(tournament=round_.tournament, kind="letters", requested_by=by)
        for by in (mine, theirs)
    ]
    Job.objects.create(tournament=round_.tournament, kind="import")
    client.force_login(mine)
    assert [client.get(f"{room(round_)}/jobs/{job.pk}/").status_code for job in jobs] == [200, 404]
    assert [job.pk for job, _title, _kind in client.get(f"{room(round_)}/jobs/").context["rows"]] == [
        jobs[0].pk
    ]


@pytest.mark.django_db(transaction=True)
def test_the_director_looks_at_the_first_letter_and_sends_all(
    director: Client, round_: Round, mailoutbox: list[Any]
) -> None:
    where = f"{room(round_)}/direct/letters/"
    page = director.get(where).content.decode()
    assert ("Send 2 letters" in page, "e1@example.org" in page) == (True, True)
    done = director.post(where, {"letter": "seat", "round": "1"}, follow=True).content.decode()
    assert ("2 letters are written" in done, len(mailoutbox)) == (True, 2)
    assert "Nobody to write to" in director.get(f"{where}?letter=result").content.decode()


def test_letters_that_may_not_go_are_refused_in_words(director: Client, round_: Round) -> None:
    where = f"{room(round_)}/direct/letters/"
    round_.tournament.publish_results = False
    round_.tournament.save()
    assert director.get(f"{where}?letter=result").status_code == 422
    assert director.get(f"{where}?letter=nonsense").status_code == 404
    assert director.get(f"{where}?round=9").status_code == 404
    round_.delete()
    assert "No round yet" in director.get(where).content.decode()


@pytest.mark.parametrize("jobs", [1, 30])
def test_the_list_asks_the_same_for_1_and_30(
    director: Client, round_: Round, jobs: int, django_assert_num_queries: Any
) -> None:
    for _job in range(jobs):
        Job.objects.create(tournament=round_.tournament, kind="letters")
    with django_assert_num_queries(QUERIES):
        director.get(f"{room(round_)}/jobs/")


QUERIES = 5
