"""Tags that change nothing but the time: `compiled` and `once`, of `tournament.web.compiled`, and `constant`."""

from collections.abc import Mapping
from typing import Any

from django import template
from django.template import Context, Engine, Node, NodeList, TemplateSyntaxError
from django.template.base import FilterExpression, Parser, Token, token_kwargs
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from tournament.web.compiled import OnceNode, Render, compile_nodes

register = template.Library()


class CompiledNode(Node):
    """A piece of a template, compiled when it is first shown."""

    def __init__(self, nodelist: NodeList, engine: Engine) -> None:
        self.nodelist, self.engine = nodelist, engine
        self._render: Render | None = None

    def render(self, context: Context) -> SafeString:
        """What the nodes between the tags render."""
        render = self._render
        if render is None:
            self._render = render = compile_nodes(self.nodelist, self.engine)
        pieces: list[str] = []
        render(context, pieces)
        return mark_safe("".join(pieces))  # noqa: S308  # every piece is text of the template or was escaped


@register.tag
def compiled(parser: Parser, _: Token) -> CompiledNode:
    """`{% compiled %} … {% endcompiled %}`: the same, in a tenth of the time."""
    nodes = parser.parse(("endcompiled",))
    parser.delete_first_token()
    return CompiledNode(nodes, Engine.get_default())


@register.tag
def once(parser: Parser, token: Token) -> OnceNode:
    """`{% once row %} … {% endonce %}` within a compiled loop: the same, but written once for a row that stays."""
    _, row = token.split_contents()
    nodes = parser.parse(("endonce",))
    parser.delete_first_token()
    return OnceNode(row, nodes)


class ConstantNode(Node):
    """A piece of a template that depends on the language and the values given to it alone: it sees no other variable.

    It is rendered once for equal values, which are plain: texts that are not marked as safe, whole numbers, yes or no,
    nothing, or lists of these.
    """

    def __init__(self, nodelist: NodeList, given: Mapping[str, FilterExpression]) -> None:
        self.nodelist, self.given = nodelist, given
        self._known: dict[tuple[str | None, str], SafeString] = {}

    def render(self, context: Context) -> SafeString:
        """What the nodes between the tags render in the active language, of these values."""
        values = {name: _plain(one.resolve(context)) for name, one in self.given.items()}
        key = (get_language(), repr(values) if values else "")
        known = self._known.get(key)
        if known is None:
            if len(self._known) >= CONSTANTS:
                self._known.clear()
            bare = Context(values, autoescape=context.autoescape)
            bare.template, bare.render_context = context.template, context.render_context
            known = self._known[key] = self.nodelist.render(bare)
        return known


PLAIN = frozenset({str, int, bool, type(None)})


def _plain(value: Any) -> Any:
    """The value, of which `repr` says all that a page can show. Raises TemplateSyntaxError for any other."""
    if isinstance(value, list | tuple):
        for one in value:
            _plain(one)
    elif type(value) not in PLAIN:
        raise TemplateSyntaxError(f"A constant piece is given plain values, not {type(value).__name__}.")
    return value


CONSTANTS = 1000
"""So many forms of a piece are remembered."""


@register.tag
def constant(parser: Parser, token: Token) -> ConstantNode:
    """`{% constant slug=tournament.slug … %} … {% endconstant %}`: the same, in no time, for what is alike on many pages."""
    nodes = parser.parse(("endconstant",))
    parser.delete_first_token()
    return ConstantNode(nodes, token_kwargs(token.split_contents()[1:], parser))
