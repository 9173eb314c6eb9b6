"""Lists of values say what the objects say."""

import pytest

from tests.factories import make_entrant, make_entrants, make_person, make_round, make_tournament
from tests.results import confirm
from tournament.selectors.laid import entered, laid_tables
from tournament.selectors.public import sight_of_public
from tournament.selectors.rounds import tables_for_round

pytestmark = pytest.mark.django_db


def test_tables_and_names_are_those_of_the_objects() -> None:
    tournament = make_tournament()
    entrants = [
        *make_entrants(tournament, 6),
        make_entrant(tournament, person=make_person(consent_name=False)),
        make_entrant(tournament, stand_in_name="Riserva"),
    ]
    entrants[7].person = None
    entrants[7].save()
    round_ = make_round(tournament, [entrants[:4], entrants[4:]])
    round_.tables.filter(number=2).update(name="Finale")
    confirm(round_, [(46, 30, 20, 10)], tables=[1])
    laid, objects = laid_tables(round_, figures=True), list(tables_for_round(round_))
    assert [table.title for table, _ in laid] == [table.title for table in objects] == ["Table 1", "Finale"]
    seats = [seat for table in objects for seat in table.seats.all()]
    assert [(seat.turn, seat.colour, *seat.name[:2]) for _, at_table in laid for seat in at_table] == [
        (seat.turn_order, seat.colour, seat.entrant.full_name, seat.entrant.public_name) for seat in seats
    ]
    assert [(seat.figures or {}).get("points") for seat in laid[0][1]] == [46, 30, 20, 10]
    assert [seat.figures for seat in laid[1][1]] == [None] * 4
    assert [table.id for table, _ in laid_tables(round_, figures=False, only=laid[1][0].id)] == [
        laid[1][0].id
    ]
    assert [(row.number, *row.name[:2]) for row in entered(tournament.pk)] == [
        (one.number, one.full_name, one.public_name) for one in tournament.entrants.order_by("number")
    ]


def test_round_titles_are_those_of_the_rounds() -> None:
    tournament = make_tournament()
    entrants = make_entrants(tournament, 4)
    make_round(tournament, [entrants])
    make_round(tournament, [entrants], number=2, name="Finale")
    sight = sight_of_public(tournament)
    assert [(one.number, one.title) for one in sight.round_titles()] == [
        (one.number, one.title) for one in sight.rounds()
    ]
    tournament.publish_seating = False
    assert (sight.round_titles(), sight.rounds()) == ([], [])
