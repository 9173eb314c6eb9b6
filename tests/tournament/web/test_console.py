"""The console before the first round: every room opens, for whom it should, with a fixed number of queries."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.translation import override
from pytest_django import DjangoAssertNumQueries

from tests.factories import make_entrant, make_entrants, make_member, make_round, make_tournament
from tests.results import confirm
from tournament.models import (
    EntrantState,
    Event,
    Role,
    Round,
    RoundState,
    SanctionEffect,
    StageKind,
    Submission,
    Table,
    Tournament,
    TournamentState,
)
from tournament.selectors.now import NextStep, day_of
from tournament.services.penalties import give_penalty
from tournament.services.presence import withdraw_entrant
from tournament.web.direct_now import named
from tournament.web.log import change_of

pytestmark = pytest.mark.django_db

ROOMS = ("", "entries/", "import/", "roll-call/", "people/", "penalties/", "publishing/", "settings/", "log/")


def director_of(tournament: Tournament, client: Client) -> Client:
    client.force_login(make_member(tournament))
    return client


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("entrants", [0, 7])
def test_every_room_opens_for_the_director(client: Client, room: str, entrants: int) -> None:
    tournament = make_tournament(fee_cents=1000)
    make_entrants(tournament, entrants)
    director_of(tournament, client)
    assert client.get(f"/t/{tournament.slug}/direct/{room}").status_code == 200


@pytest.mark.parametrize("room", ROOMS)
def test_who_is_not_signed_in_is_asked_to(client: Client, room: str) -> None:
    tournament = make_tournament()
    answer = client.get(f"/t/{tournament.slug}/direct/{room}")
    assert (answer.status_code, answer["Location"].split("?")[0]) == (302, "/accounts/login/")


OPEN_TO = {
    Role.DESK: {"entries/", "import/", "roll-call/"},
    Role.REFEREE: {"roll-call/", "penalties/"},
    Role.SCOREKEEPER: {"roll-call/"},
}


@pytest.mark.parametrize("role", OPEN_TO)
def test_each_role_enters_its_own_rooms_only(client: Client, role: Role) -> None:
    tournament = make_tournament()
    client.force_login(make_member(tournament, role))
    opened = {room for room in ROOMS if client.get(f"/t/{tournament.slug}/direct/{room}").status_code == 200}
    assert opened == OPEN_TO[role]


def test_another_tournaments_director_finds_nothing_to_direct(client: Client) -> None:
    tournament = make_tournament()
    director_of(make_tournament(), client)
    assert client.get(f"/t/{tournament.slug}/direct/").status_code == 403


@pytest.mark.parametrize(
    ("room", "queries"),
    [("", 9), ("entries/", 9), ("roll-call/", 5), ("penalties/", 8), ("people/", 6), ("log/", 7)],
)
@pytest.mark.parametrize("rows", [1, 30])
def test_the_number_of_queries_does_not_grow(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, room: str, queries: int, rows: int
) -> None:
    tournament = make_tournament()
    for entrant in make_entrants(tournament, rows):
        give_penalty(entrant_id=entrant.pk, effect=SanctionEffect.WARNING, reason="Rumore", actor=None)
        make_member(tournament, Role.REFEREE)
    director_of(tournament, client)
    client.get(f"/t/{tournament.slug}/direct/{room}")
    with django_assert_num_queries(queries):
        client.get(f"/t/{tournament.slug}/direct/{room}")


# --- what comes next ------------------------------------------------------------------------------------


def with_round(state: RoundState, **fields: object) -> Tournament:
    """A tournament of two rounds whose newest is in that state."""
    tournament = make_tournament()
    make_round(tournament, [make_entrants(tournament, 4)], state=state, **fields)
    return tournament


def with_missing(here: int, missing: int) -> Tournament:
    tournament = make_tournament()
    make_entrants(tournament, here)
    for _ in range(missing):
        make_entrant(tournament, state=EntrantState.CONFIRMED)
    return tournament


@pytest.mark.parametrize(
    ("make", "step", "words"),
    [
        (lambda: with_missing(0, 0), NextStep.ENTER, "Enter the players"),
        (lambda: with_missing(0, 5), NextStep.CALL, "Call the roll"),
        (lambda: with_missing(2, 5), NextStep.CALL, "Call the roll"),
        (lambda: with_missing(9, 2), NextStep.SEAT, "Seat round 1 without them"),
        (lambda: with_missing(9, 0), NextStep.SEAT, "Seat round 1"),
        (lambda: with_round(RoundState.DRAFT), NextStep.PUBLISH, "Look at it and publish"),
        (lambda: with_round(RoundState.PUBLISHED), NextStep.START, "Start the clock"),
        (lambda: with_round(RoundState.PLAYING), NextStep.RESULTS, "To the round board"),
        (lambda: with_round(RoundState.CLOSED), NextStep.SEAT, "Seat round 2"),
        (lambda: with_round(RoundState.CLOSED, number=2), NextStep.CUT, "Make the cut"),
    ],
)
def test_the_one_thing_to_do_next(client: Client, make: object, step: NextStep, words: str) -> None:
    tournament = make()
    director_of(tournament, client)
    client.cookies["django_language"] = "en"
    page = client.get(f"/t/{tournament.slug}/direct/")
    assert (day_of(tournament).next_step(), page.context["proposal"].label) == (step, words)


def test_no_cut_ends_with_the_last_round_and_the_standings(client: Client) -> None:
    tournament = with_round(RoundState.CLOSED, number=2)
    tournament.plan["cut"] = "none"
    tournament.save()
    director_of(tournament, client)
    proposal = client.get(f"/t/{tournament.slug}/direct/").context["proposal"]
    assert (day_of(tournament).next_step(), proposal.posts) == (NextStep.FINISH, True)
    client.post(proposal.url)
    tournament.refresh_from_db()
    assert (tournament.state, day_of(tournament).next_step()) == ("finished", NextStep.FINISHED)
    assert client.get(f"/t/{tournament.slug}/direct/").status_code == 200


def test_a_knockout_from_the_first_game_on_starts_at_the_cut() -> None:
    tournament = with_missing(16, 0)
    tournament.plan["rounds"] = 0
    assert day_of(tournament).next_step() is NextStep.CUT


def test_what_is_wrong_stands_beside_it(client: Client) -> None:
    tournament = with_round(RoundState.PLAYING, started_at=timezone.now() - timedelta(minutes=200))
    make_entrant(tournament)
    make_entrant(tournament, state=EntrantState.WAITING)
    table = Table.objects.get()
    director_of(tournament, client)
    client.cookies["django_language"] = "en"
    page = f"/t/{tournament.slug}/direct/"
    texts = [check.text.split(":")[0] for check in client.get(page).context["checks"]]
    assert texts == ["Time is over, no report", "Here without a seat", "1 on the waiting list", "5 fees open"]
    Table.objects.update(called_at=timezone.now())
    assert client.get(page).context["checks"][0].text == f"A referee is called: {table.title}"


@pytest.mark.parametrize(("present", "kind"), [(6, "bad"), (12, "")])
def test_numbers_that_make_no_legal_tables_are_said_at_once(client: Client, present: int, kind: str) -> None:
    tournament = with_missing(present, 0)
    director_of(tournament, client)
    assert client.get(f"/t/{tournament.slug}/direct/").context["checks"][0].kind == kind


def test_an_open_page_is_told_when_nothing_changed(client: Client, still_clock: None) -> None:
    tournament = with_missing(4, 0)
    director_of(tournament, client)
    page = f"/t/{tournament.slug}/direct/"
    etag = client.get(page)["ETag"]
    again = {"If-None-Match": etag}
    assert client.get(page, headers=again).status_code == 200
    assert client.get(page, headers={**again, "X-Fragments": "1"}).status_code == 304
    withdraw_entrant(entrant_id=tournament.entrants.first().pk, after_round=0, actor=None)
    assert client.get(page, headers={**again, "X-Fragments": "1"}).status_code == 200


# --- states, publishing, log ----------------------------------------------------------------------------


def test_reopening_a_finished_tournament_needs_a_reason(client: Client) -> None:
    tournament = make_tournament(state=TournamentState.FINISHED)
    director_of(tournament, client)
    url = f"/t/{tournament.slug}/direct/state/running/"
    client.post(url)
    tournament.refresh_from_db()
    assert tournament.state == "finished"
    client.post(url, {"reason": "Un risultato era sbagliato"})
    tournament.refresh_from_db()
    assert tournament.state == "running"


def test_switches_are_set_as_the_form_shows_them(client: Client) -> None:
    tournament = make_tournament()
    director_of(tournament, client)
    sent = {"publish_page": "on", "publish_seating": "on", "hidden_from_round": "2"}
    client.post(f"/t/{tournament.slug}/direct/publishing/set/", sent)
    tournament.refresh_from_db()
    assert (tournament.publish_page, tournament.publish_standings, tournament.hidden_from_round) == (
        True,
        False,
        2,
    )
    for number in ("-1", "0", "40000"):
        wrong = sent | {"hidden_from_round": number}
        page = client.post(f"/t/{tournament.slug}/direct/publishing/set/", wrong, follow=True)
        assert f"No round can have the number {number}." in page.content.decode()


@pytest.mark.parametrize("what", ["page", "entrants", "seats", "standings"])
def test_the_preview_is_what_a_stranger_gets(client: Client, what: str) -> None:
    tournament = make_tournament()
    entrant = make_entrant(tournament)
    entrant.person.consent_name = False
    entrant.person.save()
    director_of(tournament, client)
    page = client.get(f"/t/{tournament.slug}/direct/publishing/preview/{what}/")
    assert (page.status_code, entrant.full_name in page.content.decode()) == (200, False)


def test_the_preview_says_when_the_public_sees_nothing(client: Client) -> None:
    tournament = make_tournament(publish_entrants=False)
    director_of(tournament, client)
    page = client.get(f"/t/{tournament.slug}/direct/publishing/preview/entrants/")
    assert (page.status_code, page.templates[0].name) == (404, "publishing/nothing.html")


def test_the_preview_shows_switches_before_they_are_saved(client: Client) -> None:
    tournament = make_tournament(publish_entrants=False)
    entrant = make_entrant(tournament)
    director_of(tournament, client)
    room = f"/t/{tournament.slug}/direct/publishing/"
    assert f'formaction="{room}preview/entrants/"' in client.get(room).content.decode()
    shown = client.post(f"{room}preview/entrants/", {"publish_page": "on", "publish_entrants": "on"})
    assert (shown.status_code, entrant.full_name in shown.content.decode()) == (200, True)
    hidden = client.post(f"{room}preview/page/", {"publish_entrants": "on", "hidden_from_round": "soon"})
    assert hidden.status_code == 404
    tournament.refresh_from_db()
    assert (tournament.publish_page, tournament.publish_entrants) == (True, False)
    assert client.get(f"{room}preview/entrants/").status_code == 404


def test_the_log_is_searched_by_person_and_reason_and_checked(client: Client) -> None:
    tournament = make_tournament()
    first, second = make_entrants(tournament, 2)
    withdraw_entrant(entrant_id=first.pk, after_round=0, actor=None, reason="Influenza")
    withdraw_entrant(entrant_id=second.pk, after_round=0, actor=None)
    director_of(tournament, client)
    client.cookies["django_language"] = "en"
    log = f"/t/{tournament.slug}/direct/log/"
    assert [row[0].subject for row in client.get(log, {"q": "influ"}).context["events"]] == [first.full_name]
    changes = [row[2] for row in client.get(log, {"kind": "entrant_withdrawn"}).context["events"]]
    assert changes == ["state: Present; last round played: – → 0"] * 2
    assert client.get(log, {"check": "1"}).context["broken"] is None
    assert client.get(log, {"q": "nessuno"}).context["events"] == []


def checks_of(client: Client, tournament: Tournament) -> list[str]:
    return [check.text for check in client.get(f"/t/{tournament.slug}/direct/").context["checks"]]


def test_reports_and_stopped_clocks_are_named(client: Client) -> None:
    tournament = with_round(RoundState.PLAYING)
    director_of(tournament, client)
    client.cookies["django_language"] = "en"
    title = Table.objects.get().title
    Submission.objects.create(table=Table.objects.get(), number=1)
    page = client.get(f"/t/{tournament.slug}/direct/")
    assert page.context["proposal"].label == "Confirm 1 result"
    assert f"To be confirmed: {title}" in checks_of(client, tournament)
    Table.objects.update(stopped_at=timezone.now())
    assert f"Clock stands still: {title}" in checks_of(client, tournament)


def test_a_round_with_every_result_is_closed_from_here(client: Client) -> None:
    tournament = with_round(RoundState.PLAYING)
    confirm(Round.objects.get(), [[40, 30, 20, 10]])
    director_of(tournament, client)
    proposal = client.get(f"/t/{tournament.slug}/direct/").context["proposal"]
    client.post(proposal.url)
    assert (proposal.posts, Round.objects.get().state) == (True, "closed")


def test_after_a_knockout_round_the_finals_go_on(client: Client) -> None:
    tournament = make_tournament()
    stage = tournament.stages.create(position=2, kind=StageKind.KNOCKOUT, name="Finals")
    make_round(tournament, [make_entrants(tournament, 4)], state=RoundState.CLOSED, stage=stage)
    director_of(tournament, client)
    proposal = client.get(f"/t/{tournament.slug}/direct/").context["proposal"]
    assert proposal.url == f"/t/{tournament.slug}/direct/finals/"


def test_a_knockout_from_the_first_game_on_is_planned_from_here(client: Client) -> None:
    tournament = with_missing(16, 0)
    tournament.plan["rounds"] = 0
    tournament.save()
    director_of(tournament, client)
    proposal = client.get(f"/t/{tournament.slug}/direct/").context["proposal"]
    assert proposal.url == f"/t/{tournament.slug}/direct/cut/"


def test_a_standby_is_here_and_not_yet_to_be_seated(client: Client) -> None:
    tournament = make_tournament()
    make_entrants(tournament, 11)
    make_entrant(tournament, is_standby=True)
    director_of(tournament, client)
    page = client.get(f"/t/{tournament.slug}/direct/")
    texts = [check.text for check in page.context["checks"]]
    assert texts[:2] == ["11 present: no legal tables of 4 and 5 (12.1)", "1 on standby"]


@pytest.mark.parametrize(("names", "text"), [("ABC", "A, B, C"), ("ABCDEFGH", "A, B, C, D, E, F and 2 more")])
def test_many_names_end_in_a_count(names: str, text: str) -> None:
    with override("en"):
        assert named(names) == text


@pytest.mark.parametrize(
    ("before", "after", "text"),
    [
        (None, None, ""),
        ({"fee": "due"}, {"fee": "paid"}, "fee: Due → Paid"),
        ({"plan": 1}, {"plan": 1}, ""),
        (None, {"absent": ["Aldo", "Bruna"], "facts": {}}, "absent: Aldo, Bruna; facts: –"),
        ([1], {"points": {"Aldo": 40}}, "points: Aldo 40"),
    ],
)
def test_a_change_is_one_line_in_the_log(before: object, after: object, text: str) -> None:
    with override("en"):
        assert change_of(Event(before=before, after=after)) == text
