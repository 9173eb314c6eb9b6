"""Tournaments of other games through their pages: created, drawn, entered, shown, printed."""

import io
from datetime import date
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from scoring.presets import preset, preset_names
from tests.factories import make_entrants, make_member, make_round, make_tournament, make_user
from tournament.errors import InvalidInput
from tournament.models import Ending, Role, Round, Seat, Submission, Table, Tournament
from tournament.rulesets import GAMES
from tournament.selectors.seating import layout_of, split_choices
from tournament.selectors.standings import standings_for_stage
from tournament.services.confirmation import confirm_result
from tournament.services.cut import choose_structure
from tournament.services.links import personal_token
from tournament.services.results import Report, report_result
from tournament.services.seating import NoLegalTables, draw_round
from tournament.services.seating_edits import edit_seating
from tournament.services.tournaments import create_tournament, update_rules

pytestmark = pytest.mark.django_db

FORM = {
    "name": "Serata di prova",
    "starts_on": "2027-03-20",
    "rounds": "2",
    "time_limit_minutes": "120",
    "split": "even-4",
    "cut": "none",
}


def tournament_of(ruleset: str, **fields: Any) -> Tournament:
    """A tournament of a game with its first format."""
    name = preset_names(GAMES[ruleset].game)[-1]
    plan = {"rounds": 2, "split": "even-4", "criteria": ["clubs"], "cut": "none"}
    made = {"ruleset": ruleset, "preset": name, "formula": preset(name).to_document(), "plan": plan}
    return make_tournament(**(made | fields))


# --- creating -------------------------------------------------------------------------------------------


def test_each_game_offers_its_own_formats_and_tables(client: Client) -> None:
    client.force_login(make_user())
    for game in GAMES.values():
        context = client.get(f"/new/?game={game.ruleset}").context
        assert {card.code for card in context["cards"]} == set(preset_names(game.game))
        assert [code for code, _ in context["form"].fields["split"].choices] == list(game.policies)
        assert all(bool(card.unprinted) != game.is_challenge for card in context["cards"])


def test_a_goal_is_agreed_when_the_tournament_is_created_and_kept_with_other_options(client: Client) -> None:
    client.force_login(make_user())
    sent = {**FORM, "game": "futurisiko", "preset": "futurisiko", "goal": "16"}
    created = client.post("/new/", sent)["Location"]
    tournament = Tournament.objects.get()
    assert (tournament.ruleset, tournament.army_limit, tournament.game.goal) == ("futurisiko", None, 16)
    assert tournament.formula == preset("futurisiko").to_document()
    Tournament.objects.update(ruleset_options={"territories_to_win": 16, "special_cards": False})
    settings = f"{created}settings/"
    assert client.get(settings).context["form"]["goal"].value() == 16
    client.post(settings, {**sent, "goal": "18", "version": "1"})
    tournament.refresh_from_db()
    assert tournament.ruleset_options == {"territories_to_win": 18, "special_cards": False}


@pytest.mark.parametrize(
    ("preset_name", "plan", "sentence"),
    [
        ("raduno", {}, "This format is not one of Risk."),
        ("risk-places", {"split": "most-fours"}, "Risk is not played at such tables."),
    ],
)
def test_a_format_or_tables_of_another_game_are_refused(
    preset_name: str, plan: dict[str, str], sentence: str
) -> None:
    facts: dict[str, Any] = {"name": "T", "starts_on": date(2027, 3, 20), "director": None}
    with pytest.raises(InvalidInput) as refused:
        create_tournament(**facts, preset=preset_name, plan=plan, ruleset="risk-classic")
    assert refused.value.problems == [sentence]


def test_rules_stay_within_the_game() -> None:
    tournament = tournament_of("risikard")
    with pytest.raises(InvalidInput) as refused:
        update_rules(tournament_id=tournament.pk, actor=None, version=1, plan={"split": "threes"})
    assert refused.value.problems == ["Risikard! is not played at such tables."]


# --- tables ---------------------------------------------------------------------------------------------


def test_risk_is_drawn_at_even_tables_and_without_our_armies() -> None:
    tournament = tournament_of("risk-classic")
    make_entrants(tournament, 13)
    assert [choice.split.sizes for choice in split_choices(tournament, 13)] == [(4, 4, 5), (3, 3, 3, 4)]
    assert split_choices(tournament, 13)[0].prizes == ()
    draft = draw_round(tournament_id=tournament.pk, actor=None)
    assert list(draft.tables.values_list("size", "any_size")) == [(4, True), (4, True), (5, True)]
    assert set(Seat.objects.values_list("colour", flat=True)) == {""}
    layout = layout_of(draft)
    moved = [layout[0][:-2], layout[1], [*layout[2], *layout[0][-2:]]]
    with pytest.raises(InvalidInput) as refused:
        edit_seating(round_id=draft.pk, layout=moved, what="", actor=None)
    assert refused.value.problems == [
        "This would make a table of 7, which there is not in this tournament. Swap two people."
    ]


def test_tables_of_another_game_are_not_drawn() -> None:
    tournament = tournament_of("risk-two-player", plan={"rounds": 1, "split": "pairs"})
    make_entrants(tournament, 5)
    with pytest.raises(InvalidInput):
        draw_round(tournament_id=tournament.pk, actor=None, split="even-4")
    with pytest.raises(NoLegalTables) as refused:
        draw_round(tournament_id=tournament.pk, actor=None)
    assert str(refused.value) == (
        "5 present: no legal tables hold them. 1 stand-in plays: 3 × 2; "
        "1 player sits out, volunteers first: 2 × 2"
    )


def test_a_game_for_two_has_no_finals_of_four() -> None:
    tournament = tournament_of("risk-two-player", plan={"rounds": 1, "split": "pairs"})
    with pytest.raises(InvalidInput, match="not played at such tables"):
        choose_structure(tournament_id=tournament.pk, actor=None, entrants=16, notation="4×4 → 4")
    assert not tournament.stages.filter(kind="knockout").exists()


def test_a_tournament_of_threes_draws_threes_and_offers_nothing_else(client: Client) -> None:
    tournament = make_tournament(
        formula=preset("threes").to_document(), preset="threes", plan={"split": "threes"}
    )
    make_entrants(tournament, 8)
    client.force_login(make_member(tournament))
    page = client.get(reverse("direct-draw", args=[tournament.slug]))
    assert (page.context["splits"], len(page.context["ways"])) == ([], 2)
    assert "8 present: no tables hold them." in page.content.decode()
    assert "8 present: no tables hold them" in client.get(f"/t/{tournament.slug}/direct/").content.decode()
    make_entrants(tournament, 1)
    draft = draw_round(tournament_id=tournament.pk, actor=None)
    assert [len(table) for table in layout_of(draft)] == [3, 3, 3]


# --- results --------------------------------------------------------------------------------------------


@pytest.fixture
def mission() -> Round:
    """A round of one table of six in a tournament with secret missions, colours left to the table."""
    tournament = tournament_of("risk-mission")
    round_ = make_round(tournament, [make_entrants(tournament, 5)], state="playing")
    Seat.objects.update(colour="")
    Table.objects.update(any_size=True)
    return round_


SLIP = {
    **{f"points-{turn}": held for turn, held in enumerate(("9", "20", "8", "5", ""), start=1)},
    "eliminated-5": "1",
    "ending": "objective_in_time",
    "reached": "3",
    "mode": "totals",
    "seen_number": "0",
}


def test_a_mission_goes_from_the_slip_to_the_standings(client: Client, mission: Round) -> None:
    tournament, table = mission.tournament, mission.tables.get()
    client.force_login(make_member(tournament, Role.REFEREE))
    arguments = [tournament.slug, table.pk]
    page = client.get(reverse("referee-enter", args=arguments))
    assert [code for code, _ in page.context["endings"]] == list(tournament.game.endings)
    assert ('data-module="board-entry"' in page.content.decode(), page.context["seats"][0]["place"]) == (
        False,
        "",
    )
    wrong = client.post(reverse("referee-enter", args=arguments), SLIP | {"points-2": "21"})
    assert (wrong.status_code, wrong.context["error"].problems) == (
        422,
        ["Together they have 43 territories: there are 42."],
    )
    client.post(reverse("referee-enter", args=arguments), SLIP)
    confirm_result(submission_id=Submission.objects.get().pk, referee=make_user())
    standings = client.get(reverse("standings", args=[tournament.slug])).content.decode()
    winner = table.seats.get(turn_order=3).entrant
    assert standings.index(winner.full_name) < standings.index(
        table.seats.get(turn_order=2).entrant.full_name
    )
    shown = client.get(reverse("table", args=arguments))
    assert [(one["row"].place, one["row"].points) for one in shown.context["results"]] == [
        (1, 8), (2, 20), (3, 9), (4, 5), (5, 0),
    ]  # fmt: skip
    text = shown.content.decode()
    assert [
        word
        for word in ("Objective</th>", "Outside", '<svg class="board', "totals typed by hand")
        if word in text
    ] == []
    room = client.get(reverse("referee-table", args=arguments)).content.decode()
    assert [word for word in ("Objective</th>", "End of the game", "<figure>") if word in room] == []
    head = client.get(f"/t/{tournament.slug}/").content.decode()
    assert ("not from the rulebook" in head, tournament.game.title in head) == (True, True)


def test_places_alone_are_corrected_with_the_places_that_stood(client: Client) -> None:
    tournament = tournament_of(
        "risk-classic", formula=preset("risk-places").to_document(), preset="risk-places"
    )
    table = make_round(tournament, [make_entrants(tournament, 3)]).tables.get()
    client.force_login(make_member(tournament))
    enter = reverse("referee-enter", args=[tournament.slug, table.pk])
    slip = {
        "place-1": "2",
        "place-2": "3",
        "place-3": "1",
        "ending": "time_over",
        "seen_number": "0",
        "mode": "totals",
    }
    client.post(enter, slip)
    confirm_result(submission_id=Submission.objects.get().pk, referee=make_user())
    page = client.get(enter)
    assert [seat["place"] for seat in page.context["seats"]] == [2, 3, 1]
    shown = client.get(reverse("table", args=[tournament.slug, table.pk]))
    assert ("Territories" in shown.content.decode(), shown.context["has_figures"]) == (False, False)


def test_a_player_reports_figures_and_no_needs_are_reckoned(client: Client, mission: Round) -> None:
    tournament = mission.tournament
    Tournament.objects.update(plan=tournament.plan | {"rounds": 1, "cut": "raduno"})
    token = personal_token(mission.seats.get(turn_order=1).entrant)
    page = client.get(reverse("personal", args=[token]))
    assert (page.context["view"].needs, "End of the game" in page.content.decode()) == ((), False)
    assert client.get(reverse("personal-report", args=[token])).context["game"].ruleset == "risk-mission"
    client.post(reverse("personal-report", args=[token]), SLIP)
    assert Submission.objects.get().results.get(place=1).objective_reached


def test_level_players_of_risikard_share_the_victory() -> None:
    tournament = tournament_of("risikard")
    entrants = make_entrants(tournament, 3)
    table = make_round(tournament, [entrants]).tables.get()
    told = Report(totals={1: 41, 2: 41, 3: 12}, ending=Ending.TIME_OVER)
    reported = report_result(table_id=table.pk, report=told)
    confirm_result(submission_id=reported.pk, referee=make_user())
    rows = standings_for_stage(tournament.stages.get()).rows
    assert [(row.rank, row.wins, row.total) for row in rows] == [(1, 1, 4100), (1, 1, 4100), (3, 0, 1200)]


def test_kingmaker_cards_are_typed_beside_the_totals(client: Client) -> None:
    tournament = tournament_of("kingmaker", plan={"split": "most-fours"})
    table = make_round(tournament, [make_entrants(tournament, 4)]).tables.get()
    client.force_login(make_member(tournament))
    enter = reverse("referee-enter", args=[tournament.slug, table.pk])
    slip = {"mode": "totals", "ending": "closing", "seen_number": "0"}
    for turn, (points, king, cards) in enumerate(((45, 2, 1), (38, 3, 3), (22, 1, 3), (15, 2, 2)), start=1):
        slip |= {f"points-{turn}": str(points), f"king-{turn}": str(king), f"cards-{turn}": str(cards)}
    client.post(enter, slip)
    confirm_result(submission_id=Submission.objects.get().pk, referee=make_user())
    shown = client.get(reverse("table", args=[tournament.slug, table.pk]))
    assert [one["row"].points for one in shown.context["results"]] == [55, 54, 53, 33]
    assert "22 and 3 Kingmaker cards" in shown.content.decode()
    again = client.get(enter).context["seats"]
    assert [(seat["points"], seat["king"], seat["cards"]) for seat in again] == [
        (45, 2, 1), (38, 3, 3), (22, 1, 3), (15, 2, 2),
    ]  # fmt: skip


def test_paper_has_the_columns_of_the_game(client: Client, mission: Round) -> None:
    client.force_login(make_member(mission.tournament, Role.DESK))
    sheets = {}
    for kind in ("slips", "pack"):
        answer = client.get(reverse("paper-round", args=[mission.tournament.slug, 1, kind]))
        sheets[kind] = "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(answer.content)).pages)
    assert all("Territories" in text and "Mission fulfilled by" in text for text in sheets.values())
    assert [
        word for text in sheets.values() for word in ("Objective", "Outside", "Army") if word in text
    ] == []
