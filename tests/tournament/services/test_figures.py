"""Results of the other games: places and figures as each game allows them; the Kingmaker cards by the rulebook."""

from typing import Any

import pytest

from scoring.presets import preset
from tests.factories import make_entrants, make_member, make_round, make_tournament
from tournament.api.forms import ReportForm, report_of
from tournament.errors import InvalidInput
from tournament.models import Ending, Role, SeatResult, Tournament
from tournament.selectors.standings import standings_for_stage
from tournament.services.confirmation import confirm_result
from tournament.services.figures import points_from_figures
from tournament.services.game_points import SeatPoints
from tournament.services.kingmaker import with_kingmaker
from tournament.services.results import Report, report_result

NAMES = {1: "Ada", 2: "Bruno", 3: "Carla", 4: "Dino"}
FULL = {1: 20, 2: 12, 3: 6, 4: 4}


def tournament_of(ruleset: str, format_: str, **fields: Any) -> Tournament:
    return Tournament(ruleset=ruleset, formula=preset(format_).to_document(), **fields)


RISK = tournament_of("risk-classic", "risk-places")
MISSION = tournament_of("risk-mission", "risk-territories")
FUTURE = tournament_of("futurisiko", "futurisiko", ruleset_options={"territories_to_win": 18})
CARDS = tournament_of("risikard", "risikard")


def report(**fields: Any) -> Report:
    return Report(**{"ending": Ending.TIME_OVER, **fields})


@pytest.mark.parametrize(
    ("tournament", "told", "places", "points"),
    [
        (RISK, {"places": [3, 1, 2, 4]}, [2, 3, 1, 4], [0, 0, 0, 0]),
        (RISK, {"totals": FULL}, [1, 2, 3, 4], [20, 12, 6, 4]),
        (RISK, {"totals": {2: 42}, "eliminated": [4, 1, 3], "ending": Ending.LAST_ONE}, [3, 1, 2, 4], [0, 42, 0, 0]),
        (RISK, {"totals": {1: 14, 2: 14, 3: 14}, "eliminated": [4], "places": [2, 3, 1, 4]}, [3, 1, 2, 4], [14, 14, 14, 0]),
        (MISSION, {"totals": FULL, "objective_reached": 3, "ending": Ending.OBJECTIVE_IN_TIME}, [2, 3, 1, 4], [20, 12, 6, 4]),
        (FUTURE, {"totals": {1: 9, 2: 18, 3: 5, 4: 2}, "ending": Ending.GOAL}, [2, 1, 3, 4], [9, 18, 5, 2]),
        (CARDS, {"totals": {1: 30, 2: 30, 3: 84, 4: 12}, "ending": Ending.GOAL}, [2, 2, 1, 4], [30, 30, 84, 12]),
        (CARDS, {"totals": {1: 41, 2: 41, 3: 35}, "eliminated": [4]}, [1, 1, 3, 4], [41, 41, 35, 0]),
    ],
)  # fmt: skip
def test_places_follow_from_what_is_told(
    tournament: Tournament, told: dict[str, Any], places: list[int], points: list[int]
) -> None:
    rows = points_from_figures(tournament, NAMES, report(**told))
    assert [rows[turn].place for turn in NAMES] == places
    assert [rows[turn].points for turn in NAMES] == points


@pytest.mark.parametrize(
    ("tournament", "told", "sentences"),
    [
        (RISK, {"board": {"congo": 1}}, ["This game has no board of RisiKo!: say the order of finish and what each player has."]),
        (RISK, {}, ["Ada, Bruno, Carla, Dino are level: say who comes first"]),
        (RISK, {"places": [1, 2, 3]}, ["The order at the table must name every player once."]),
        (RISK, {"totals": FULL | {4: 43}}, [
            "Dino: 43 is not possible, 0 to 42 is.", "Together they have 81 territories: there are 42.",
        ]),
        (RISK, {"totals": FULL | {4: 3}}, ["Together they have 41 territories; all 42 have an owner."]),
        (RISK, {"totals": FULL, "eliminated": [4]}, ["Dino was eliminated and has nothing."]),
        (RISK, {"totals": FULL, "ending": Ending.CLOSING}, ["“Closing throw” is no ending of this game."]),
        (RISK, {"totals": FULL, "objective_reached": 1}, ["This game has no objectives."]),
        (RISK, {"eliminated": [1, 2, 3, 4], "places": [4, 3, 2, 1]}, ["Somebody is left: not everybody was eliminated."]),
        (RISK, {"totals": FULL, "ending": Ending.LAST_ONE}, ["Only one player was left: mark all the others as eliminated."]),
        (RISK, {"eliminated": [4], "places": [4, 1, 2, 3]}, ["Who was eliminated comes last, who fell first at the very end."]),
        (MISSION, {"totals": {1: 42}, "places": [1, 2, 3, 4]}, ["Bruno: Territories missing", "Carla: Territories missing", "Dino: Territories missing"]),
        (MISSION, {"totals": FULL, "objective_reached": 1}, ["An objective that is reached ends the game, and the other way round: say who and how."]),
        (MISSION, {"totals": FULL, "objective_reached": 2, "ending": Ending.OBJECTIVE_IN_TIME, "places": [1, 2, 3, 4]}, ["Bruno has won and comes first."]),
        (FUTURE, {"totals": {1: 18, 2: 18, 3: 0, 4: 0}, "places": [1, 2, 3, 4]}, ["Ada, Bruno: only one can reach 18, for that ends the game."]),
        (FUTURE, {"totals": {1: 19, 2: 9, 3: 3, 4: 0}, "ending": Ending.GOAL}, ["Ada: nobody has more than 18, for that ends the game."]),
        (FUTURE, {"totals": {1: 17, 2: 9, 3: 3, 4: 0}, "ending": Ending.GOAL}, ["Nobody has the 18 that end the game."]),
        (FUTURE, {"totals": {1: 18, 2: 9, 3: 3, 4: 0}}, ["Ada has 18: that ended the game."]),
        (FUTURE, {"totals": {1: 9, 2: 18, 3: 3, 4: 0}, "ending": Ending.GOAL, "places": [1, 2, 3, 4]}, ["Bruno has won and comes first."]),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_in_words(
    tournament: Tournament, told: dict[str, Any], sentences: list[str]
) -> None:
    with pytest.raises(InvalidInput) as refused:
        points_from_figures(tournament, NAMES, report(**told))
    assert refused.value.problems == sentences


def test_two_leave_territories_to_the_third_army() -> None:
    rows = points_from_figures(RISK, {1: "Ada", 2: "Bruno"}, report(totals={1: 20, 2: 11}))
    assert [rows[1].place, rows[2].place] == [1, 2]


# --- Kingmaker ------------------------------------------------------------------------------------------

EXAMPLE = {1: 45, 2: 38, 3: 22, 4: 15}
REVEALED = {1: (2, 1), 2: (3, 3), 3: (1, 3), 4: (2, 2)}


def rows_of(points: dict[int, int]) -> dict[int, SeatPoints]:
    return {turn: SeatPoints(points=worth, outside=0, place=turn) for turn, worth in points.items()}


def test_the_rulebooks_example_of_kingmaker() -> None:
    rows = with_kingmaker(rows_of(EXAMPLE), NAMES, Report(kings=REVEALED))
    assert [rows[turn].points for turn in NAMES] == [54, 53, 55, 33]
    assert [rows[turn].place for turn in NAMES] == [2, 3, 1, 4]
    assert rows[3].details == {"game_points": 22, "chosen": 1, "cards": 3}


def test_level_totals_go_to_more_game_points_then_to_who_plays_later() -> None:
    kings = {1: (2, 1), 2: (1, 1), 3: (4, 1), 4: (3, 1)}
    rows = with_kingmaker(rows_of({1: 20, 2: 20, 3: 16, 4: 20}), NAMES, Report(kings=kings))
    assert [rows[turn].points for turn in NAMES] == [25, 25, 21, 24]
    assert [rows[turn].place for turn in NAMES] == [2, 1, 4, 3]


@pytest.mark.parametrize(
    ("kings", "sentence"),
    [
        ({4: None}, "Dino: which colour was revealed, on how many cards?"),
        ({1: (1, 2)}, "Ada reveals the colour of another player at this table."),
        ({1: (2, 5)}, "Ada reveals 1 to 4 cards, not 5."),
        ({1: (2, 3)}, "There are 4 cards of the colour of Bruno, and 5 were revealed."),
    ],
)
def test_cards_that_nobody_can_have_are_refused(kings: dict[int, Any], sentence: str) -> None:
    given = {turn: value for turn, value in (REVEALED | kings).items() if value}
    with pytest.raises(InvalidInput) as refused:
        with_kingmaker(rows_of(EXAMPLE), NAMES, Report(kings=given))
    assert sentence in refused.value.problems


@pytest.mark.django_db
def test_a_kingmaker_game_counts_in_the_standings_with_its_cards() -> None:
    tournament = make_tournament(
        ruleset="kingmaker", preset="kingmaker", formula=preset("kingmaker").to_document()
    )
    entrants = make_entrants(tournament, 4)
    table = make_round(tournament, [entrants]).tables.get()
    told = Report(totals=EXAMPLE, kings=REVEALED, objectives={}, ending=Ending.CLOSING)
    reported = report_result(table_id=table.pk, report=told)
    confirm_result(submission_id=reported.pk, referee=make_member(tournament, Role.REFEREE))
    rows = standings_for_stage(tournament.stages.get()).rows
    assert [(row.player.key, row.total) for row in rows] == [
        (entrants[2].pk, 5500),
        (entrants[0].pk, 5400),
        (entrants[1].pk, 5300),
        (entrants[3].pk, 3300),
    ]
    sent = [
        {"turn": turn, "points": worth, "reveals": REVEALED[turn][0], "cards": REVEALED[turn][1]}
        for turn, worth in EXAMPLE.items()
    ]
    form = ReportForm(data={"seats": sent})
    assert form.is_valid()
    assert report_of(form.validated_data).kings == REVEALED
    assert SeatResult.objects.get(seat__turn_order=3).decided_by == "kingmaker"
