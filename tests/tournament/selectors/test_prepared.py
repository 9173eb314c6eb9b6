"""Prepared questions: the rows and objects of the querysets that they were made of."""

import pytest

from tests.factories import make_entrants, make_round, make_tournament
from tournament.models import Entrant, Round, Tournament
from tournament.selectors.prepared import Prepared, names_of
from tournament.selectors.tournaments import tournament_at

pytestmark = pytest.mark.django_db


def test_rows_are_those_of_the_queryset() -> None:
    tournament, other = make_tournament(), make_tournament("Altro")
    make_round(tournament, [make_entrants(tournament, 4)])
    make_entrants(other, 3)
    shown = ("number", "in_ranking", "person__public_key", "person__created_at", "club__name")
    prepared = Prepared(
        lambda slug, upto: (
            Entrant.objects.filter(tournament__slug=slug, number__lte=upto)
            .order_by("number")
            .values_list(*shown)
        ),
        str,
        int,
    )
    for slug, upto in ((tournament.slug, 3), (other.slug, 2), (other.slug, 0), ("nowhere", 9)):
        asked = Entrant.objects.filter(tournament__slug=slug, number__lte=upto).order_by("number")
        assert prepared.rows(slug, upto) == list(asked.values_list(*shown))
    plain = Prepared(lambda one: Round.objects.filter(tournament=one).values_list("number"), int)
    assert plain.rows(tournament.pk) == [(1,)]


def test_objects_are_those_of_the_queryset() -> None:
    tournament = make_tournament(ruleset_options={"a": [1]})
    found = tournament_at(tournament.slug)
    expected = Tournament.objects.get(pk=tournament.pk)
    assert found is not None
    assert [getattr(found, name) for name in names_of(Tournament)] == [
        getattr(expected, name) for name in names_of(Tournament)
    ]
    assert tournament_at("nowhere") is None


def test_a_value_that_is_computed_with_is_refused() -> None:
    prepared = Prepared(lambda one: Round.objects.filter(number=one + 1).values_list("pk"), int)
    with pytest.raises(ValueError, match="SELECT"):
        prepared.rows(1)
