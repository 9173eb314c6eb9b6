"""What a compiled piece of a template calls while it is shown: texts, members of rows, filters, tags and sentences."""

from collections.abc import Callable, Sequence
from copy import copy
from datetime import date
from functools import cache, lru_cache
from html import escape
from typing import Any

from django.template import Context, Variable, VariableDoesNotExist
from django.template.base import FilterExpression, render_value_in_context
from django.template.library import SimpleNode
from django.templatetags.i18n import BlockTranslateNode
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString

REPEATED = frozenset({str, int, date, type(None)})
"""Types of which equal values are written alike; Decimals are not: 1.0 and 1.00."""


class Shown(dict[str, Any]):
    """A row that nobody changes any more; what a template writes of it `{% once %}` is kept in `written`."""

    __slots__ = ("written",)

    def __init__(self, **values: Any) -> None:
        super().__init__(values)
        self.written: dict[Any, str] = {}


ROWS = frozenset({dict, Shown})
"""The usual rows: their members are read in place."""

escaped = lru_cache(maxsize=20_000)(escape)
"""Names and figures stay the same from one page to the next; to find one takes a tenth of the time to write it."""


def texts(context: Context) -> Callable[[Any], str]:
    """Values as text of the page, escaped, as Django has it; equal ones are written once."""
    known: dict[Any, str] = {}

    def text(value: Any) -> str:
        kind = type(value)
        if kind is SafeString:
            safe: str = value
            return safe
        if kind not in REPEATED:
            return render_value_in_context(value, context)
        shown = known.get(value)
        if shown is None:
            if kind is not str or not context.autoescape:
                shown = render_value_in_context(value, context)
            else:
                shown = value if value.isalnum() else escaped(value)
            known[value] = shown
        return shown

    return text


def members(context: Context) -> Callable[[Any, str, str | None], Any]:
    """`thing.name` as templates have it, or what is absent where there is none."""

    def member(thing: Any, name: str, absent: str | None) -> Any:
        with context.push(it=thing):
            return outer(context, _member(name), absent)

    return member


@cache
def _member(name: str) -> Variable:
    return Variable(f"it.{name}")


class Repeated:
    """A filter, a tag or a sentence: called once for equal values."""

    __slots__ = ("_context", "_known", "_make")

    def __init__(self, make: Callable[..., Any], context: Context) -> None:
        self._make, self._context = make, context
        self._known: dict[tuple[Any, ...], Any] = {}

    def __call__(self, *values: Any) -> Any:
        """What it gives for the values."""
        if not REPEATED.issuperset(map(type, values)):
            return self._make(self._context, *values)
        found = self._known.get(values, self)
        if found is self:
            found = self._known[values] = self._make(self._context, *values)
        return found


def said(node: BlockTranslateNode, names: Sequence[str]) -> Callable[..., str]:
    """A sentence of the values that it names, the one that is counted among them."""
    bare = copy(node)
    bare.extra_context = {}
    if node.counter and node.countervar:
        bare.counter = copy(node.counter)
        bare.counter.var, bare.counter.filters = Variable(node.countervar), []

    def say(context: Context, *values: Any) -> str:
        with context.push(**dict(zip(names, values, strict=True))):
            return bare.render(context)

    return say


def tagged(node: SimpleNode) -> Callable[..., str]:
    """What a tag writes for values."""

    def write(_: Context, *values: Any) -> str:
        return conditional_escape(node.func(*values))

    return write


def filtered(expression: FilterExpression) -> Callable[..., Any]:
    """A value after its filters, of the value and those arguments that are names."""
    bare, names = copy(expression), ["it"]
    bare.var, bare.filters = Variable("it"), []
    for function, given in expression.filters:
        arguments = []
        for is_name, argument in given:
            if is_name:
                names.append(f"it{len(names)}")
            arguments.append((is_name, Variable(names[-1]) if is_name else argument))
        bare.filters.append((function, arguments))

    def value(context: Context, *values: Any) -> Any:
        with context.push(**dict(zip(names, values, strict=True))):
            return bare.resolve(context)

    return value


def outer(context: Context, variable: Variable, absent: str | None) -> Any:
    """A value of the page's context."""
    try:
        return variable.resolve(context)
    except VariableDoesNotExist:
        return absent
