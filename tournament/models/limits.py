"""Texts that no column holds. SQLite would keep them all the same, and no other database could take them over."""

from functools import cache
from typing import Any

from django.db.models import CharField, Model
from django.utils.translation import gettext as _

from tournament.errors import InvalidInput

SHOWN = 30
"""So much of a text says which it is."""


def refuse_too_long(sender: type[Model], instance: Model, **_signal: Any) -> None:
    """Before a row is saved: raise InvalidInput for a text that is longer than its column."""
    for name, longest in _limits(sender):
        text = getattr(instance, name)
        if isinstance(text, str) and len(text) > longest:
            raise InvalidInput(
                _("“%(text)s…” is too long: %(longest)s characters at most.")
                % {"text": text[:SHOWN], "longest": longest}
            )


@cache
def _limits(model: type[Model]) -> tuple[tuple[str, int], ...]:
    """The texts of a model and how long they may be."""
    fields = model._meta.concrete_fields  # noqa: SLF001 – Django documents _meta
    return tuple(
        (one.attname, one.max_length) for one in fields if isinstance(one, CharField) and one.max_length
    )
