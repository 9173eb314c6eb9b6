"""What anybody may see, and nothing else: pages, switches, pseudonyms, freshness, files, query counts."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import (
    make_entrant,
    make_entrants,
    make_member,
    make_person,
    make_round,
    make_tournament,
)
from tests.tournament.selectors.test_standings import confirm
from tournament.models import Person, Round, RoundState, Tournament
from tournament.services.links import personal_token
from tournament.services.standings import issue_standings
from tournament.services.tournaments import set_publishing
from tournament.web import hall

pytestmark = pytest.mark.django_db


@pytest.fixture
def played() -> Tournament:
    """Eight entrants, one closed round, standings issued."""
    tournament = make_tournament()
    entrants = make_entrants(tournament, 8)
    round_ = make_round(tournament, [entrants[:4], entrants[4:]])
    confirm(round_, [[46, 30, 20, 10], [40, 39, 38, 0]])
    Round.objects.filter(pk=round_.pk).update(state=RoundState.CLOSED)
    issue_standings(tournament=tournament, stage=round_.stage, after_round=1, actor=None)
    return tournament


def addresses(tournament: Tournament) -> dict[str, str]:
    slug = tournament.slug
    entrant, table = tournament.entrants.first(), tournament.rounds.get().tables.first()
    version = tournament.standings_versions.get()
    assert entrant is not None
    assert table is not None
    return {
        "home": reverse("home"),
        "tournament": reverse("tournament", args=[slug]),
        "entrants": reverse("entrants", args=[slug]),
        "find-seat": reverse("find-seat", args=[slug]),
        "round": reverse("round", args=[slug, 1]),
        "table": reverse("table", args=[slug, table.pk]),
        "standings": reverse("standings", args=[slug]),
        "after": reverse("standings-after", args=[slug, 1]),
        "why": reverse("standings-why", args=[slug, entrant.pk]),
        "version": reverse("standings-version", args=[slug, version.pk]),
        "csv": reverse("standings-file", args=[slug, "csv"]),
        "xlsx": reverse("standings-file-after", args=[slug, 1, "xlsx"]),
        "knockout": reverse("knockout", args=[slug]),
        "clock": reverse("clock", args=[slug]),
        "tv": reverse("tv", args=[slug]),
        "me": reverse("personal", args=[personal_token(entrant)]),
        "calendar": reverse("personal-calendar", args=[personal_token(entrant)]),
    }


def test_every_public_page_answers(client: Client, played: Tournament) -> None:
    assert {name: client.get(url).status_code for name, url in addresses(played).items()} == dict.fromkeys(
        addresses(played), 200
    )


def test_a_person_without_consent_is_a_pseudonym_everywhere(client: Client, played: Tournament) -> None:
    person = Person.objects.get(entries=played.entrants.get(number=1))
    person.last_name, person.consent_name = "Innominati", False
    person.save()
    pages = {name: url for name, url in addresses(played).items() if name not in {"me", "calendar"}}
    for name, url in pages.items():
        assert b"Innominati" not in client.get(url).content, name
    assert person.pseudonym.encode() in client.get(pages["standings"]).content


@pytest.mark.parametrize(
    ("switch", "closed"),
    [
        ("publish_entrants", {"entrants": 404}),
        ("publish_seating", {"round": 404, "table": 404}),
        ("publish_standings", {"why": 404, "version": 404, "csv": 404, "xlsx": 404}),
        ("publish_page", dict.fromkeys(["tournament", "standings", "round", "table", "csv", "clock"], 404)),
    ],
)
def test_switches_close_pages_to_the_public_only(
    client: Client, played: Tournament, switch: str, closed: dict[str, int]
) -> None:
    pages = addresses(played)
    set_publishing(tournament_id=played.pk, actor=None, **{switch: False})
    assert {name: client.get(pages[name]).status_code for name in closed} == closed
    client.force_login(make_member(played))
    assert {name: client.get(pages[name]).status_code for name in closed} == dict.fromkeys(closed, 200)


def test_a_round_to_come_is_kept_secret_ahead(client: Client, played: Tournament) -> None:
    pages = addresses(played)
    shown = {name: client.get(pages[name]).status_code for name in pages}
    set_publishing(tournament_id=played.pk, actor=None, hidden_from_round=7)
    assert {name: client.get(pages[name]).status_code for name in pages} == shown
    assert client.get(f"/api/v1/tournaments/{played.slug}/standings/").json()["rows"]


def test_a_secret_round_leaks_nowhere(client: Client, played: Tournament) -> None:
    set_publishing(tournament_id=played.pk, actor=None, hidden_from_round=1)
    pages = addresses(played)
    for name in ("tournament", "standings", "after", "round", "table", "tv", "me", "csv"):
        text = re.sub(r"<details.*?</details>", "", client.get(pages[name]).content.decode(), flags=re.DOTALL)
        # Rows have numbers of their own, in addresses and in these names; the page says at what time it was made.
        text = re.sub(r'(href|src|action|id|for)="[^"]*"|Greco \d+|\d\d(:\d\d)+', "", text)
        assert re.search(r"\b(96|46)\b", text) is None, name
    assert client.get(pages["version"]).status_code == 404


def test_a_page_is_sent_once_a_version(client: Client, played: Tournament) -> None:
    url = reverse("standings", args=[played.slug])
    etag = client.get(url).headers["ETag"]
    assert client.get(url, headers={"If-None-Match": etag}).status_code == 304
    set_publishing(tournament_id=played.pk, actor=None, publish_entrants=False)
    assert client.get(url, headers={"If-None-Match": etag}).status_code == 200


def test_the_file_says_what_the_page_says(client: Client, played: Tournament) -> None:
    page = client.get(reverse("standings", args=[played.slug]))
    lines = (
        client.get(reverse("standings-file", args=[played.slug, "csv"]))
        .content.decode("utf-8-sig")
        .splitlines()
    )
    assert lines[0] == "rank,number,name,club,round_1,wins,total"
    assert [line.split(",")[-1] for line in lines[1:]] == [str(row["total"]) for row in page.context["rows"]]


def test_three_letters_find_a_seat(client: Client, played: Tournament) -> None:
    Person.objects.filter(entries=played.entrants.get(number=3)).update(last_name="Zanzibar")
    rows = client.get(reverse("find-seat", args=[played.slug]), {"q": "zanz"}).context["rows"]
    assert [row["table"]["title"] for row in rows] == ["Table 1"]


def test_the_display_never_shows_an_error(client: Client) -> None:
    assert client.get(reverse("tv", args=["no-such-tournament"])).status_code == 200
    assert client.get(reverse("tv", args=[make_tournament().slug])).status_code == 200


def test_the_hall_display_outlives_a_fault_and_tries_again(
    client: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(_tournament: Tournament) -> dict[str, Any]:
        raise RuntimeError("a fault")

    monkeypatch.setattr(hall, "_slides", fails)
    shown = client.get(reverse("tv", args=[make_tournament(slug="raduno").slug]))
    assert (shown.status_code, b'http-equiv="refresh"' in shown.content) == (200, True)
    assert [one.getMessage() for one in caplog.records] == ["The hall display of raduno failed."]


@pytest.mark.parametrize("name", ["tournament", "standings", "find-seat"])
def test_a_link_in_a_chat_shows_the_tournament_and_nobody(client: Client, name: str) -> None:
    tournament = make_tournament(place="Ravenna")
    page = client.get(reverse(name, args=[tournament.slug])).content.decode()
    (title,) = re.findall(r'property="og:title" content="([^"]+)"', page)
    (about,) = re.findall(r'property="og:description" content="([^"]+)"', page)
    assert (title.endswith(tournament.name), about) == (True, "Ravenna 28 Nov 2026")


def test_a_table_calls_the_referee_and_is_not_sent_elsewhere(client: Client) -> None:
    tournament = make_tournament()
    table = make_round(tournament, [make_entrants(tournament, 4)]).tables.get()
    url = reverse("call-referee", args=[tournament.slug, table.pk])
    answer = client.post(url, headers={"Referer": "https://elsewhere.example/"})
    assert answer.headers["Location"] == tournament.get_absolute_url()
    table.refresh_from_db()
    assert table.called_at is not None
    assert client.get(url).status_code == 405


def test_a_player_reports_the_own_table(client: Client) -> None:
    tournament = make_tournament()
    entrants = make_entrants(tournament, 4)
    make_round(tournament, [entrants], starts_at=timezone.now())
    token = personal_token(entrants[0])
    assert b"noindex" in client.get(reverse("personal", args=[token])).content
    fields = {"mode": "totals", "ending": "closing"} | {f"points-{turn}": 40 - turn for turn in (1, 2, 3, 4)}
    answer = client.post(reverse("personal-report", args=[token]), fields)
    assert answer.headers["Location"] == reverse("personal", args=[token])
    submission = tournament.rounds.get().tables.get().submissions.get()
    assert (submission.entered_by_entrant, submission.state) == (entrants[0], "reported")
    assert client.get(reverse("personal", args=["nonsense"])).status_code == 404
    assert b"BEGIN:VEVENT" in client.get(reverse("personal-calendar", args=[token])).content


@pytest.mark.parametrize("tables", [1, 8])
def test_queries_do_not_grow_with_the_hall(
    client: Client, tables: int, django_assert_num_queries: Any
) -> None:
    tournament = make_tournament()
    entrants = make_entrants(tournament, 4 * tables)
    round_ = make_round(tournament, [entrants[4 * i : 4 * i + 4] for i in range(tables)])
    confirm(round_, [[46, 30, 20, 10]] * tables)
    expected = {"standings": 9, "find-seat": 5, "entrants": 3}  # one of them asks for the data version
    for name, count in expected.items():
        with django_assert_num_queries(count):
            client.get(reverse(name, args=[tournament.slug]))
    with django_assert_num_queries(6):
        client.get(reverse("round", args=[tournament.slug, 1]))


def test_lists_go_by_surname_and_a_pseudonym_by_itself(client: Client) -> None:
    tournament = make_tournament()
    named = [("Ada", "Zeni"), ("Zoe", "Abate"), ("Bruno", "De Luca"), ("Carlo", "Eco")]
    people = [make_person(first_name=first, last_name=last) for first, last in named]
    people.append(make_person(first_name="Dora", last_name="Aaron", consent_name=False))
    make_round(tournament, [[make_entrant(tournament, person=person) for person in people]])
    pseudonym = people[-1].pseudonym
    for page in ("find-seat", "entrants"):
        rows = client.get(reverse(page, args=[tournament.slug])).context["rows"]
        names = [row["name"] for row in rows]
        assert names == ["Zoe Abate", "Bruno De Luca", "Carlo Eco", pseudonym, "Ada Zeni"], page
    for asked, found in (("zoé", ["Zoe Abate"]), ("luca bru", ["Bruno De Luca"]), ("uca", [])):
        page = client.get(reverse("find-seat", args=[tournament.slug]), {"q": asked})
        assert [row["name"] for row in page.context["rows"]] == found, asked
    client.force_login(make_member(tournament))
    rows = client.get(reverse("find-seat", args=[tournament.slug])).context["rows"]
    assert [row["name"] for row in rows][:2] == ["Dora Aaron", "Zoe Abate"]
