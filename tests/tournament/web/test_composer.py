"""A formula of one's own: fields over a base, seen on sample tables, refused with its article, saved until frozen."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from scoring.formulas import Formula, score_table
from scoring.presets import preset, preset_names
from scoring.results import SeatResult, TableResult
from scoring.rulecard import sample_table
from tests.factories import make_member, make_tournament
from tournament.models import Event, Tournament
from tournament.services.composer import composed, composition_of
from tournament.web.forms.composer import ComposerForm, initial_of

pytestmark = pytest.mark.django_db


def typed(formula: Formula, **changed: str | list[str]) -> dict[str, Any]:
    """What a browser sends when the form shows a formula and these fields are changed."""
    form = ComposerForm(base=formula, initial=initial_of(formula, "La nostra"))
    shown = {name: form[name].value() for name in form.fields}
    return {
        name: value for name, value in (shown | changed).items() if value is not None and value is not False
    }


def page_of(tournament: Tournament, client: Client) -> str:
    client.force_login(make_member(tournament))
    return f"/t/{tournament.slug}/direct/formula/"


def samples() -> list[TableResult]:
    """Tables of 3, 4, 5: plain, a tie at the top, an objective, two eliminated."""
    tables = []
    for size in (3, 4, 5):
        plain = sample_table(size)
        first, second, *others = plain.seats
        level = (first, second._replace(points=first.points), *others)
        reached = (first._replace(points=100, objective=True), second, *others)
        fallen = (first, *others, second._replace(points=0, eliminated=1))
        tables += [plain, *(plain._replace(seats=seats) for seats in (level, reached, fallen))]
    return tables


@pytest.mark.parametrize("code", preset_names())
def test_the_fields_say_all_of_every_preset(code: str) -> None:
    formula = preset(code)
    form = ComposerForm(typed(formula), base=formula)
    assert form.errors == {}
    found = composed(formula, form.composition())
    assert [score_table(found, table) for table in samples()] == [
        score_table(formula, table) for table in samples()
    ]
    same = ("criteria", "discards", "rounding", "sizes", "official", "single_winner", "ghost", "teams")
    assert [getattr(found, name) for name in same] == [getattr(formula, name) for name in same]


def test_an_empty_prize_at_four_is_a_fifth_less() -> None:
    base = preset("rulebook")
    wanted = replace(composition_of(base), prizes={3: None, 4: None, 5: Fraction(100)})
    found = composed(base, wanted)
    prize = found.prize()
    assert prize is not None
    assert [prize.at(size) for size in (3, 4, 5)] == [100, 80, 100]
    assert found.validate() == []


def test_lots_draw_from_the_seed_that_is_handed_over() -> None:
    base = preset("raduno")
    found = composed(base, replace(composition_of(base), criteria=("total", "lots")), lots_seed=77)
    assert [(criterion.name, criterion.seed) for criterion in found.criteria] == [
        ("total", None),
        ("lots", 77),
    ]


def test_places_and_falling_are_parts_of_their_own() -> None:
    base = preset("rulebook")
    form = ComposerForm(
        typed(base, board="", places_4="10 6 3 1", places_5="12/8/5/2/1", elimination="0,5 1"), base=base
    )
    assert form.errors == {"places_5": ["“12/8/5/2/1” is no number."]}
    form = ComposerForm(
        typed(base, board="", places_4="10 6 3 1", places_5="12 / 8 / 5 / 2 / 1", elimination="0,5 1"),
        base=base,
    )
    assert form.errors == {}
    found = composed(base, form.composition())
    seats = tuple(SeatResult(number, points) for number, points in enumerate((40, 20, 10), start=1))
    table = TableResult(1, (*seats, SeatResult(4, 0, eliminated=1)))
    assert [score.units for score in score_table(found, table)] == [1000, 600, 300, 150]


# --- the page -------------------------------------------------------------------------------------------


def test_the_page_shows_the_tournaments_formula_on_tables_of_four_and_five(client: Client) -> None:
    answer = client.get(page_of(make_tournament(), client))
    assert [(one.size, one.objective) for one in answer.context["card"].examples] == [
        (4, False),
        (5, False),
        (4, True),
    ]
    assert answer.context["form"]["prize_5"].value() == "50"


def test_another_format_to_start_from(client: Client) -> None:
    answer = client.get(page_of(make_tournament(), client) + "?start=master")
    assert (answer.context["form"]["divisor"].value(), answer.context["start"]) == (1000, "master")


def test_show_changes_nothing_but_the_preview(client: Client) -> None:
    tournament = make_tournament()
    before = tournament.formula
    answer = client.post(page_of(tournament, client), {**typed(preset("raduno"), prize_5="90"), "show": "1"})
    tournament.refresh_from_db()
    assert (answer.status_code, tournament.formula) == (200, before)
    five = next(one for one in answer.context["card"].examples if one.size == 5)
    assert five.lines[0][:2] == (46, "136")
    assert [(one.article, one.forbids) for one in answer.context["remarks"]] == [("12.2.2", False)]


def test_save_makes_it_the_tournaments_and_writes_it_down(client: Client) -> None:
    tournament = make_tournament()
    sent = {**typed(preset("raduno"), prize_5="60", prize_4=""), "save": "1", "version": "1"}
    answer = client.post(page_of(tournament, client), sent)
    tournament.refresh_from_db()
    assert answer["Location"] == f"/t/{tournament.slug}/direct/settings/"
    assert (tournament.preset, tournament.formula["title"]["it"]) == ("own", "La nostra")
    prize = Formula.from_document(tournament.formula).prize()
    assert prize is not None
    assert (prize.at(4), prize.at(5)) == (48, 60)
    assert Event.objects.filter(tournament=tournament).latest("id").kind == "rules_changed"


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"prize_5": "101", "prize_4": ""}, "12.2.1"),
        ({"official": "on", "prize_5": "50", "prize_4": "50"}, "12.2.2"),
        ({"counting": "best", "games": "1", "of": "3"}, "12.2.3"),
        ({"official": "on", "prize_5": "", "prize_4": "", "prize_3": "", "sizes": ["3", "4"]}, "12.1"),
    ],
)
def test_what_the_rulebook_forbids_is_refused_with_its_article(
    client: Client, changed: dict[str, Any], says: str
) -> None:
    tournament = make_tournament()
    before = tournament.formula
    sent = {**typed(preset("raduno"), **changed), "save": "1", "version": "1"}
    answer = client.post(page_of(tournament, client), sent)
    tournament.refresh_from_db()
    assert (answer.status_code, tournament.formula) == (422, before)
    assert [one.article for one in answer.context["remarks"] if one.forbids] == [says]
    assert says in answer.context["form"].non_field_errors()[0]


@pytest.mark.parametrize(
    ("changed", "fields"),
    [
        ({"prize_5": "ten"}, ["prize_5"]),
        ({"cap": "1/0"}, ["cap"]),
        ({"factor_5": "20000"}, ["factor_5"]),
        ({"counting": "best"}, ["games", "of"]),
        ({"counting": "best", "games": "4", "of": "3"}, ["games"]),
        ({"criterion_1": "weather"}, ["criterion_1"]),
        ({"title": ""}, ["title"]),
    ],
)
def test_what_cannot_be_read_is_marked(client: Client, changed: dict[str, str], fields: list[str]) -> None:
    answer = client.post(page_of(make_tournament(), client), typed(preset("raduno"), **changed))
    assert (answer.status_code, list(answer.context["form"].errors)) == (422, fields)
    assert answer.context["card"] is None


def test_frozen_rules_are_refused(client: Client) -> None:
    tournament = make_tournament(frozen_at=timezone.now())
    sent = {**typed(preset("open")), "save": "1", "version": "1"}
    answer = client.post(page_of(tournament, client), sent)
    tournament.refresh_from_db()
    assert (answer.status_code, tournament.preset) == (422, "raduno")


def test_somebody_else_saved_meanwhile(client: Client) -> None:
    tournament = make_tournament(version=5)
    answer = client.post(page_of(tournament, client), {**typed(preset("open")), "save": "1", "version": "4"})
    assert answer.status_code == 422


# --- afterwards -----------------------------------------------------------------------------------------

SETTINGS = {"name": "Altro nome", "starts_on": "2027-03-20", "rounds": "3", "time_limit_minutes": "90",
            "split": "most-fives", "cut": "master"}  # fmt: skip


def with_own_formula() -> Tournament:
    base = preset("open")
    own = composed(base, replace(composition_of(base), title="La nostra", digits=1))
    return make_tournament(preset="own", formula=own.to_document())


def test_the_settings_keep_a_composed_formula(client: Client) -> None:
    tournament = with_own_formula()
    client.force_login(make_member(tournament))
    page = f"/t/{tournament.slug}/direct/settings/"
    cards = client.get(page).context["cards"]
    assert (cards[0].code, cards[0].title) == ("own", "La nostra")
    client.post(page, {**SETTINGS, "preset": "own", "version": "1"})
    after = Tournament.objects.get(pk=tournament.pk)
    assert (after.name, after.preset, after.formula) == ("Altro nome", "own", tournament.formula)


def test_the_settings_do_not_drop_a_prize_in_silence(client: Client) -> None:
    tournament = with_own_formula()
    client.force_login(make_member(tournament))
    page = f"/t/{tournament.slug}/direct/settings/"
    answer = client.post(page, {**SETTINGS, "preset": "own", "prize": "30", "version": "1"})
    assert (answer.status_code, list(answer.context["form"].errors)) == (422, ["prize"])
