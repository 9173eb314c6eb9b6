"""A new tournament: name, day, format from its rule card, plan; later its rules, until they freeze."""

from datetime import date

import pytest
from django.test import Client
from django.utils import timezone

from scoring.games import Game
from scoring.presets import preset, preset_names
from tests.factories import make_member, make_tournament, make_user
from tournament.models import Tournament
from tournament.selectors.rule_cards import format_cards

pytestmark = pytest.mark.django_db

FORM = {
    "name": "Raduno di Primavera",
    "starts_on": "2027-03-20",
    "place": "Bologna",
    "preset": "raduno",
    "rounds": "3",
    "time_limit_minutes": "90",
    "split": "most-fives",
    "cut": "master",
    "wish_1": "repeats",
    "wish_2": "clubs",
    "wish_3": "repeats",
    "fee": "12,50",
    "capacity": "60",
}


@pytest.fixture
def organiser(client: Client) -> Client:
    client.force_login(make_user())
    client.cookies["django_language"] = "it"
    return client


@pytest.mark.parametrize(("typed", "cents"), [("12,50", 1250), ("12.5", 1250), ("", 0)])
def test_a_fee_is_typed_with_comma_or_point(organiser: Client, typed: str, cents: int) -> None:
    organiser.post("/new/", {**FORM, "fee": typed})
    assert Tournament.objects.get().fee_cents == cents


def test_only_who_is_signed_in_creates(client: Client) -> None:
    assert client.get("/new/")["Location"] == "/accounts/login/?next=/new/"


def test_every_format_shows_its_rule_card_with_an_example(organiser: Client) -> None:
    cards = organiser.get("/new/").context["cards"]
    assert sorted(card.code for card in cards) == sorted(preset_names(Game.CHALLENGE))
    assert [card.code for card in cards if not (card.sentences and card.examples)] == []


def test_one_form_makes_the_tournament_and_its_director(organiser: Client) -> None:
    answer = organiser.post("/new/", FORM)
    tournament = Tournament.objects.get()
    assert answer["Location"] == f"/t/{tournament.slug}/direct/"
    assert (tournament.starts_on, tournament.ends_on) == (date(2027, 3, 20), date(2027, 3, 20))
    assert (tournament.fee_cents, tournament.capacity, tournament.language) == (1250, 60, "it")
    assert {name: tournament.plan[name] for name in ("rounds", "split", "cut", "criteria")} == {
        "rounds": 3,
        "split": "most-fives",
        "cut": "master",
        "criteria": ["repeats", "clubs"],
    }
    assert tournament.formula == preset("raduno").to_document()
    assert organiser.get(answer["Location"]).status_code == 200


def test_prize_and_discards_change_the_formula(organiser: Client) -> None:
    organiser.post("/new/", {**FORM, "preset": "open", "prize": "30", "keep": "2"})
    formula = Tournament.objects.get().formula
    assert (formula["discards"]["keep"], formula["discards"]["of"]) == (2, 3)
    assert [part["amount"] for part in formula["parts"] if part["kind"] == "prize"] == [30]


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"name": ""}, "name"),
        ({"starts_on": "31/02/2027"}, "starts_on"),
        ({"ends_on": "2027-03-19"}, "ends_on"),
        ({"preset": "scopone"}, "preset"),
        ({"rounds": "99"}, "rounds"),
        ({"wish_1": "weather"}, "wish_1"),
        ({"preset": "rulebook", "prize": "900"}, "__all__"),
    ],
)
def test_what_is_wrong_is_marked_and_nothing_is_made(
    organiser: Client, wrong: dict[str, str], field: str
) -> None:
    answer = organiser.post("/new/", {**FORM, **wrong})
    assert (answer.status_code, list(answer.context["form"].errors)) == (422, [field])
    assert not Tournament.objects.exists()


# --- later ----------------------------------------------------------------------------------------------


def settings_of(tournament: Tournament, client: Client) -> str:
    client.force_login(make_member(tournament))
    return f"/t/{tournament.slug}/direct/settings/"


def test_rules_are_changed_until_a_result_is_confirmed(client: Client) -> None:
    tournament = make_tournament()
    page = settings_of(tournament, client)
    client.post(page, {**FORM, "preset": "open", "version": "1"})
    tournament.refresh_from_db()
    assert (tournament.preset, tournament.formula, tournament.name) == (
        "open",
        preset("open").to_document(),
        "Raduno di Primavera",
    )


def test_a_frozen_formula_stays_while_the_plan_can_change(client: Client) -> None:
    tournament = make_tournament(frozen_at=timezone.now())
    page = settings_of(tournament, client)
    assert client.get(page).context["locked"] is True
    client.post(page, {**FORM, "preset": "open", "version": "1"})
    tournament.refresh_from_db()
    assert (tournament.preset, tournament.formula, tournament.plan["cut"]) == (
        "raduno",
        preset("raduno").to_document(),
        "master",
    )


@pytest.mark.parametrize("wrong", [{"version": "7"}, {"version": "x"}, {"version": "1", "name": ""}])
def test_a_form_that_somebody_overtook_saves_nothing(client: Client, wrong: dict[str, str]) -> None:
    tournament = make_tournament()
    answer = client.post(settings_of(tournament, client), {**FORM, **wrong})
    tournament.refresh_from_db()
    assert (answer.status_code, tournament.name) == (422, "Raduno di Prova")


def test_the_usual_formats_come_first() -> None:
    assert [card.code for card in format_cards()][:2] == ["raduno", "rulebook"]
