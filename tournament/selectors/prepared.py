"""Questions that are put into SQL once and asked often: composing one takes longer than answering it.

Only for what every visitor of a public page asks; everything else is a queryset, asked as it stands.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, TypeAlias, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import BooleanField, Model, QuerySet

Compose: TypeAlias = Callable[..., QuerySet[Any, Any]]
Convert: TypeAlias = Callable[[Any], Any]

MARKS: dict[type, Callable[[int], int | str]] = {int: lambda n: 31_001 + n, str: lambda n: f"mark {n}"}
"""What stands for a value while the question is composed: it fits every column and occurs nowhere else."""


M = TypeVar("M", bound=Model)


def names_of(model: type[Model]) -> list[str]:
    """What `values_list` needs to give all columns of a model."""
    return [one.attname for one in model._meta.concrete_fields]  # noqa: SLF001 – Django documents _meta


@dataclass(frozen=True, slots=True)
class Question:
    """SQL with its parameters; `places` says which of them is which value, `converters` what a column goes through."""

    sql: str
    parameters: tuple[Any, ...]
    places: tuple[tuple[int, int], ...]
    converters: dict[int, tuple[Sequence[Callable[..., Any]], Any]]


class Prepared:
    """A queryset of `values_list` as a function of its values, each an int or a str as `kinds` says."""

    def __init__(self, compose: Compose, *kinds: type) -> None:
        self._compose, self._kinds = compose, kinds

    def rows(self, *values: int | str) -> list[tuple[Any, ...]]:
        """The rows that the queryset has for these values."""
        question, connection = self._question, connections[DEFAULT_DB_ALIAS]
        parameters = list(question.parameters)
        for place, number in question.places:
            parameters[place] = values[number]
        with connection.cursor() as cursor:
            cursor.execute(question.sql, parameters)
            found: list[tuple[Any, ...]] = cursor.fetchall()
        if not (found and question.converters):
            return found
        columns: list[Sequence[Any]] = list(zip(*found, strict=True))
        for place, (converters, expression) in question.converters.items():
            for convert in converters:
                converted: Convert = partial(convert, expression=expression, connection=connection)
                if isinstance(expression.output_field, BooleanField):
                    converted = {value: converted(value) for value in set(columns[place])}.__getitem__
                columns[place] = list(map(converted, columns[place]))
        return list(zip(*columns, strict=True))

    def objects(self, model: type[M], *values: int | str) -> list[M]:
        """The rows as objects of a model, where they are made of its `names_of`."""
        names = names_of(model)
        return [model.from_db(DEFAULT_DB_ALIAS, names, row) for row in self.rows(*values)]

    @cached_property
    def _question(self) -> Question:
        """Raises ValueError when a value does not go into the question as it is."""
        marks = [MARKS[kind](number) for number, kind in enumerate(self._kinds)]
        compiler = self._compose(*marks).query.get_compiler(DEFAULT_DB_ALIAS)
        sql, parameters = compiler.as_sql()
        places = [(place, marks.index(value)) for place, value in enumerate(parameters) if value in marks]
        if {number for _, number in places} != set(range(len(marks))):
            raise ValueError(sql)
        converters = compiler.get_converters([column for column, *_ in compiler.select])
        return Question(sql, tuple(parameters), tuple(places), converters)
