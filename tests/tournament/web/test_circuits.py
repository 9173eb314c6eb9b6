"""Circuits from the first form to the ranking that explains itself, and to whom which page is open."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client

from tests.factories import make_tournament, make_user
from tests.tournament.web.test_season import champion, finished
from tournament.models import Circuit, CircuitTournament, Person, Tournament, User
from tournament.services.circuits import TypeRule, choose_tournaments, create_circuit

pytestmark = pytest.mark.django_db

DAYS = {"starts_on": "2026-01-01", "ends_on": "2026-12-31"}
YEAR = {name: date.fromisoformat(day) for name, day in DAYS.items()}
FORM: dict[str, Any] = DAYS | {
    "name": "Circuito del Nord",
    "worth": "places",
    "place_points": "12 7 5 3",
    "minimum_tables": "2",
    "minimum_results": "1",
    "ranks_clubs": "on",
    "club_best": "1",
    "is_public": "on",
}


def signed_in(client: Client, **fields: Any) -> User:
    user = make_user(**fields)
    client.force_login(user)
    return user


def circuit_of(*tournaments: Tournament, keeper: User | None = None, **facts: Any) -> Circuit:
    """A circuit by place points in which these tournaments count, the best one of each player."""
    values: dict[str, Any] = (
        YEAR | {"name": "Prova", "worth": "places", "place_points": [12, 7, 5, 3]} | facts
    )
    types = values.pop("types", (TypeRule("Open", best=1),))
    circuit = create_circuit(keeper=keeper or make_user(), types=types, **values)
    kind = circuit.types.get().pk
    choose_tournaments(circuit_id=circuit.pk, chosen={one.pk: kind for one in tournaments})
    return circuit


def two_tournaments() -> tuple[Tournament, Tournament, Person]:
    """Two finished ones; the champion of the first was 21st to sign up, and first, in the second too."""
    first, second = finished(2, name="Aprile"), finished(2, name="Maggio")
    person = first.entrants.get(number=5).person
    assert person is not None
    second.entrants.filter(number=1).update(person=person)
    return first, second, person


def test_from_the_form_to_the_ranking(client: Client) -> None:
    keeper = signed_in(client)
    first, second, person = two_tournaments()
    Person.objects.filter(pk=person.pk).update(first_name="Elsa", last_name="Mori")
    made = client.post("/circuits/new/", FORM)
    circuit = Circuit.objects.get()
    assert (made["Location"], list(circuit.keepers.all())) == (
        "/circuits/circuito-del-nord/tournaments/",
        [keeper],
    )
    assert [(one.name, one.weights) for one in circuit.types.all()] == [("Tournament", [[0, "1"]])]
    kind = circuit.types.get()
    page = client.get(made["Location"])
    assert [chosen for _one, chosen in page.context["offered"]] == [None, None]
    client.post(made["Location"], {f"type-{first.pk}": kind.pk, f"type-{second.pk}": kind.pk})
    lines = {
        "types-TOTAL_FORMS": "2", "types-INITIAL_FORMS": "1", "version": circuit.version,
        "types-0-id": kind.pk, "types-0-name": "Open", "types-0-weights": "0.5; 2: 1,5", "types-0-best": "1",
        "types-0-share": "", "types-1-id": "", "types-1-name": "", "types-1-weights": "", "types-1-best": "",
        "types-1-share": "",
    }  # fmt: skip
    saved = client.post("/circuits/circuito-del-nord/rules/", FORM | lines)
    assert saved["Location"] == "/circuits/circuito-del-nord/"
    answer = client.get(saved["Location"])
    row = next(row for row in answer.context["rows"] if row["name"] == "Elsa Mori")
    assert (row["rank"], row["total"], [str(cell) for cell in row["scores"]]) == (
        1,
        Decimal("6.0"),
        [
            '<span class="score score-won">6.0<span class="only-sr"> winner</span></span>',
            '<span class="score score-dropped"><s>3.5</s><span class="only-sr"> discarded</span></span>',
        ],
    )
    assert answer.context["rules"] == ["Open: the best one counts."]
    why = client.get(row["why_url"]).context
    assert [(worth, counting) for _line, worth, counting in why["lines"]] == [
        ("place 1: 12 × 0.5 = 6", "counts: the best of “Open”"),
        ("place 2: 7 × 0.5 = 3.5", "dropped: number 2, and of “Open” the best one counts"),
    ]
    assert (why["sum"], why["total"]) == ("6.0", Decimal("6.0"))


def test_every_total_is_the_sum_of_what_the_page_shows(client: Client) -> None:
    first, second, _person = two_tournaments()
    answer = client.get(circuit_of(first, second, club_best=2).get_absolute_url())
    for row in answer.context["rows"]:
        counted = [cell for cell in row["scores"] if "score-dropped" not in cell and "score-none" not in cell]
        figures = [Decimal(str(cell).split(">")[1].split("<")[0]) for cell in counted]
        assert sum(figures) == row["total"]
    for _rank, _club, total, lines in answer.context["clubs"]:
        assert sum(line.worth for line in lines if line.counted) == total


def test_the_national_formula_begins_with_its_types(client: Client) -> None:
    signed_in(client)
    client.post("/circuits/new/", FORM | {"worth": "national", "place_points": "", "minimum_tables": "6"})
    circuit = Circuit.objects.get()
    types = [(one.name, one.weights) for one in circuit.types.all()]
    assert types[0] == ("Raduno", [[0, "5"]])
    assert types[-1] == ("Club league", [[0, "0.2"], [3, "0.5"], [4, "0.7"], [5, "0.8"], [6, "1"]])
    tournament = finished(6)
    choose_tournaments(circuit_id=circuit.pk, chosen={tournament.pk: circuit.types.all()[0].pk})
    row = client.get(circuit.get_absolute_url()).context["rows"][0]
    assert (row["name"], row["total"]) == (champion(tournament).full_name, Decimal("636.000"))
    text = client.get(f"{circuit.get_absolute_url()}rules/").content.decode()
    assert 'value="0.2; 3: 0.5; 4: 0.7; 5: 0.8; 6: 1"' in text


def test_a_tournament_says_why_it_does_not_count(client: Client) -> None:
    playing, secret = make_tournament("In corso"), finished(2, publish_standings=False)
    circuit = circuit_of(playing, secret, finished(2), finished(1), minimum_tables=2)
    held = client.get(circuit.get_absolute_url()).context["held"]
    assert {one.standing for one in held if one.tournament == playing} == {"not_finished"}
    assert sorted(one.standing for one in held) == ["counts", "not_finished", "not_public", "too_small"]


def test_only_keepers_read_the_name_of_a_tournament_that_nobody_else_knows_of(client: Client) -> None:
    draft, hidden = make_tournament("Bozza", state="draft"), finished(1, name="Serata", publish_page=False)
    circuit = circuit_of(draft, hidden, finished(1, name="Aprile"), keeper=signed_in(client))
    for page in (f"/circuits/{circuit.slug}/", f"/api/v1/circuits/{circuit.slug}/"):
        text = Client().get(page).content.decode()
        assert [name for name in ("Bozza", "Serata", "Aprile") if name in text] == ["Aprile"]
    assert len(client.get(circuit.get_absolute_url()).context["held"]) == 3


def test_consent_holds(client: Client) -> None:
    tournament = finished(2)
    circuit = circuit_of(tournament, types=(TypeRule("Open"),), minimum_results=2)
    person = tournament.entrants.get(number=5).person
    assert person is not None
    why = f"{circuit.get_absolute_url()}why/{person.public_key}/"
    Person.objects.filter(pk=person.pk).update(consent_name=False)
    pages = [client.get(path).content.decode() for path in (circuit.get_absolute_url(), why)]
    assert [person.pseudonym in page and person.last_name not in page for page in pages] == [True, True]
    Person.objects.filter(pk=person.pk).update(consent_results=False)
    assert client.get(why).status_code == 404
    rows = client.get(circuit.get_absolute_url()).context["rows"]
    assert [(row["rank"], row["note"]) for row in rows] == [("–", "1 more for a rank")] * 7


def test_files(client: Client) -> None:
    first, second, person = two_tournaments()
    url = circuit_of(first, second, club_best=1).get_absolute_url()
    lines = client.get(f"{url}players.csv").content.decode("utf-8-sig").split("\r\n")
    assert lines[0] == f"rank,name,club,{first.slug},{second.slug},total,dropped"
    assert f"1,{person.full_name},Club 1,12,7,12,{second.slug}" in lines
    assert client.get(f"{url}clubs.csv").content.decode("utf-8-sig").split("\r\n")[:2] == [
        "rank,club,total,results",
        "1,Club 1,24,2",
    ]
    assert client.get(f"{url}players.xlsx").content[:2] == b"PK"
    assert client.get(f"{url}everything.csv").status_code == 404


def test_who_may_do_what(client: Client) -> None:
    keeper = make_user("guardiana")
    circuit = circuit_of(finished(2), keeper=keeper)
    url = circuit.get_absolute_url()
    kept = [f"{url}{name}/" for name in ("rules", "tournaments")]
    deeds = [f"{url}{name}/" for name in ("keepers", "delete")]
    assert {client.get(path)["Location"].split("?")[0] for path in kept} == {"/accounts/login/"}
    assert {client.post(path)["Location"].split("?")[0] for path in deeds} == {"/accounts/login/"}
    other = signed_in(client, username="altra")
    assert [client.get(path).status_code for path in kept] == [403, 403]
    assert [client.post(path).status_code for path in deeds] == [403, 403]
    Circuit.objects.update(is_public=False)
    assert [client.get(path).status_code for path in (url, *kept, "/circuits/")] == [404, 404, 404, 200]
    client.force_login(keeper)
    assert [client.get(path).status_code for path in (url, *kept)] == [200] * 3
    client.post(deeds[0], {"username": "ALTRA"})
    assert set(circuit.keepers.all()) == {keeper, other}
    client.post(deeds[0], {"remove": keeper.pk})
    client.force_login(other)
    client.post(deeds[0], {"remove": other.pk})
    assert list(circuit.keepers.all()) == [other]
    client.post(deeds[1], {"name": "Altro"})
    assert Circuit.objects.count() == 1
    client.post(deeds[1], {"name": "prova"})
    assert (Circuit.objects.count(), CircuitTournament.objects.count()) == (0, 0)
    assert Tournament.objects.count() == 1


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("place_points", "12 sette"),
        ("place_points", ""),
        ("place_points", "3 5"),
        ("ends_on", "2025-01-01"),
        ("name", " "),
    ],
)
def test_a_wrong_form_is_shown_again(client: Client, field: str, value: str) -> None:
    signed_in(client)
    answer = client.post("/circuits/new/", FORM | {field: value})
    assert (answer.status_code, Circuit.objects.count()) == (422, 0)


@pytest.mark.parametrize(
    ("values", "status"),
    [
        ({"types-0-weights": "due"}, 422),
        ({"types-0-weights": "1; 2"}, 422),
        ({"types-0-weights": "1; 4: 2; 3: 1"}, 422),
        ({"types-0-weights": "1e9"}, 422),
        ({"types-0-weights": "-1"}, 422),
        ({"types-0-share": "3/0"}, 422),
        ({"types-0-share": "3/2"}, 422),
        ({"types-0-name": ""}, 422),
        ({"types-1-name": "OPEN"}, 422),
        ({"types-0-id": "", "types-0-name": "Altro"}, 422),
        ({"version": "9"}, 422),
        ({"types-0-share": "50%", "types-1-name": "Master", "types-1-share": "2/3"}, 302),
    ],
)
def test_rules_of_a_circuit(client: Client, values: dict[str, str], status: int) -> None:
    keeper = signed_in(client)
    circuit = circuit_of(make_tournament(), keeper=keeper)
    kind = circuit.types.get()
    form = FORM | {"types-TOTAL_FORMS": "2", "types-INITIAL_FORMS": "1", "version": "1"}
    form |= {"types-0-id": str(kind.pk), "types-0-name": "Open", "types-0-weights": "1"}
    answer = client.post(f"{circuit.get_absolute_url()}rules/", form | values)
    assert answer.status_code == status
    after = [(one.name, one.best, one.share) for one in circuit.types.all()]
    saved = [("Open", None, "1/2"), ("Master", None, "2/3")]
    assert after == (saved if status == 302 else [("Open", 1, "")])


def test_a_type_belongs_to_its_circuit(client: Client) -> None:
    keeper = signed_in(client)
    tournament = make_tournament()
    circuit, other = circuit_of(keeper=keeper), circuit_of(name="Altro")
    url = f"{circuit.get_absolute_url()}tournaments/"
    for kind in (other.types.get().pk, "x"):
        answer = client.post(url, {f"type-{tournament.pk}": kind}, follow=True)
        assert "belongs to another circuit" in answer.content.decode()
    assert CircuitTournament.objects.count() == 0


@pytest.mark.parametrize("held", [1, 4])
def test_queries_do_not_grow(client: Client, held: int, django_assert_num_queries: Any) -> None:
    url = circuit_of(*[finished(2) for _number in range(held)]).get_absolute_url()
    with django_assert_num_queries(8):
        client.get(url)


def test_programs_read_the_same(client: Client) -> None:
    first, second, person = two_tournaments()
    circuit = circuit_of(first, second)
    hidden = circuit_of(name="Segreto", is_public=False)
    assert [one["slug"] for one in client.get("/api/v1/circuits/").json()] == [circuit.slug]
    assert client.get(f"/api/v1/circuits/{hidden.slug}/").status_code == 404
    document = client.get(f"/api/v1/circuits/{circuit.slug}/").json()
    line = next(one for one in document["players"] if one["person"] == person.public_key)
    assert line == {
        "rank": 1,
        "person": person.public_key,
        "name": person.full_name,
        "club": "Club 1",
        "total": "12",
        "results": [
            {"tournament": first.slug, "place": 1, "worth": "12", "counted": True},
            {"tournament": second.slug, "place": 2, "worth": "7", "counted": False},
        ],
    }
    assert [one["standing"] for one in document["tournaments"]] == ["counts", "counts"]
    assert document["clubs"][0] == {"rank": 1, "club": "Club 1", "total": "38"}


def test_what_a_circuit_refuses(client: Client) -> None:
    keeper = signed_in(client)
    circuit = circuit_of(make_tournament(), keeper=keeper)
    url = circuit.get_absolute_url()
    assert "Nobody signs in" in client.post(f"{url}keepers/", {"username": "x"}, follow=True).content.decode()
    assert (
        "Somebody has to keep"
        in client.post(f"{url}keepers/", {"remove": keeper.pk}, follow=True).content.decode()
    )
    form = FORM | {"types-TOTAL_FORMS": "1", "types-INITIAL_FORMS": "0", "types-0-name": "A", "version": "1"}
    heavy = form | {"types-0-id": str(circuit.types.get().pk), "types-0-weights": "1001"}
    assert "from 0 to 1000" in client.post(f"{url}rules/", heavy).content.decode()
    again = create_circuit(keeper=keeper, name="Prova", **YEAR)
    assert (again.slug, again.types.count()) == ("prova-2", 5)
    choose_tournaments(circuit_id=again.pk, chosen={})
    assert client.get(again.get_absolute_url()).context["rules"][0] == "Raduno: all results count."
    own = circuit_of(finished(1), name="Punti", worth="own", place_points=[])
    assert client.get(own.get_absolute_url()).context["rows"][0]["total"] == Decimal(90)
