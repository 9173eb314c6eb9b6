"""No row keeps a text longer than its column, on a database that would and on one that would not."""

import pytest
from django.apps import apps
from django.db.models import CharField
from django.db.models.signals import pre_save

from tests.factories import make_tournament
from tournament.errors import InvalidInput
from tournament.services.entrants import add_stand_in

COLUMNS = [
    (model, field)
    for model in apps.get_app_config("tournament").get_models()
    for field in model._meta.concrete_fields
    if isinstance(field, CharField) and field.max_length
]


@pytest.mark.parametrize(
    ("model", "field"), COLUMNS, ids=[f"{model.__name__}.{field.name}" for model, field in COLUMNS]
)
def test_a_text_that_fits_is_kept_and_one_letter_more_is_refused(
    model: type, field: "CharField[str, str]"
) -> None:
    longest = field.max_length or 0
    pre_save.send(model, instance=model(**{field.attname: "x" * longest}))
    with pytest.raises(InvalidInput, match=f"xxx.*{longest}"):
        pre_save.send(model, instance=model(**{field.attname: "x" * (longest + 1)}))


@pytest.mark.django_db
def test_nothing_of_a_refused_deed_is_kept() -> None:
    tournament = make_tournament()
    with pytest.raises(InvalidInput, match="Gino"):
        add_stand_in(tournament_id=tournament.pk, name="Gino " * 40, actor=None)
    assert not tournament.entrants.exists()
