"""The tag of `tournament.web.compiled`."""

from django import template
from django.template import Context, Engine, Node, NodeList
from django.template.base import Parser, Token
from django.utils.safestring import SafeString, mark_safe

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
