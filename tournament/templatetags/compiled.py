"""Tags that change nothing but the time: `compiled`, of `tournament.web.compiled`, and `constant`."""

from django import template
from django.template import Context, Engine, Node, NodeList
from django.template.base import Parser, Token
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from tournament.web.compiled import Render, compile_nodes

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


class ConstantNode(Node):
    """A piece of a template that depends on the language alone: it sees no variable, and is rendered once a language."""

    def __init__(self, nodelist: NodeList) -> None:
        self.nodelist = nodelist
        self._known: dict[str | None, SafeString] = {}

    def render(self, context: Context) -> SafeString:
        """What the nodes between the tags render in the active language."""
        language = get_language()
        known = self._known.get(language)
        if known is None:
            bare = Context(autoescape=context.autoescape)
            bare.template, bare.render_context = context.template, context.render_context
            known = self._known[language] = self.nodelist.render(bare)
        return known


@register.tag
def constant(parser: Parser, _: Token) -> ConstantNode:
    """`{% constant %} … {% endconstant %}`: the same, in no time, for what is alike on all pages of a language."""
    nodes = parser.parse(("endconstant",))
    parser.delete_first_token()
    return ConstantNode(nodes)
