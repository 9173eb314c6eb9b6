"""Pieces of a template as Python: a loop over hundreds of rows takes a tenth of the time that Django's nodes take.

`{% compiled %} … {% endcompiled %}` changes nothing but the time: without the two tags the template says the same.
What stands between them is the language of templates itself, less what this module does not know; that is refused
when the template is first shown, never shown differently. Text is escaped and figures are written by Django's own
functions, once for all rows that share a value: of thousands of cells only a few dozen differ.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import singledispatchmethod
from typing import Any, TypeAlias, cast

from django.template import Context, Engine, Node, NodeList, TemplateSyntaxError, Variable
from django.template.base import FilterExpression, TextNode, TokenType, VariableNode
from django.template.defaulttags import CommentNode, ForNode, IfNode, LoadNode, TemplateLiteral, WithNode
from django.template.library import SimpleNode
from django.template.loader_tags import IncludeNode
from django.templatetags.i18n import BlockTranslateNode, TranslateNode
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from tournament.web.written import ROWS, Repeated, Shown, filtered, members, outer, said, tagged, texts

Render: TypeAlias = Callable[[Context, list[str]], None]

OPERATORS = {"and", "or", "==", "!=", "is", "is not"}
FORLOOP = {"counter": "{n} + 1", "counter0": "{n}", "first": "{n} == 0", "last": "{n} == len({items}) - 1"}
SILENT = (CommentNode, LoadNode)
BUILT_IN = {"True", "False", "None"}
OF_EVERY_DICT = frozenset(dir(dict))
ALONE = "What is written once sees “%s” alone, not “%s”."
FIRST = ("def render(context, out):", "    text, member = texts(context), members(context)")


def compile_nodes(nodes: NodeList, engine: Engine) -> Render:
    """The function that appends what the nodes render. Raises TemplateSyntaxError for what it does not know."""
    writer = Writer(engine)
    writer.write(nodes, Scope())
    return writer.function()


@dataclass(frozen=True, slots=True)
class Scope:
    """The template's names that are local variables here; `alone` where the page's own context is not seen.

    Where a piece is written `once`, that is the name of the row that it is of; any name from outside is refused.
    """

    names: Mapping[str, str] = field(default_factory=dict)
    loop: tuple[str, str] | None = None
    alone: bool = False
    once: str = ""

    def plus(self, names: Mapping[str, str]) -> "Scope":
        """With more names."""
        return replace(self, names={**self.names, **names})


class OnceNode(Node):
    """A piece of a compiled loop that depends on its row alone, and is written once for a row that stays."""

    def __init__(self, row: str, nodelist: NodeList) -> None:
        self.row, self.nodelist = row, nodelist

    def render(self, context: Context) -> SafeString:
        """The piece, outside a compiled loop."""
        return self.nodelist.render(context)


class Writer:
    """Writes the source of one function; what is the same for all rows is looked up before the first."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._before: list[str] = []
        self._lines: list[str] = []
        self._depth = 1
        self._count = 0
        self._texts: list[str] = []
        self._known: dict[str, Any] = {
            "texts": texts,
            "members": members,
            "outer": outer,
            "Repeated": Repeated,
            "SafeString": SafeString,
            "get_language": get_language,
            "ROWS": ROWS,
            "Shown": Shown,
        }
        self._outer: dict[tuple[str, str | None], str] = {}
        self._getters: dict[str, str] = {}
        self._counted: set[str] = set()

    def function(self) -> Render:
        """The function, compiled."""
        self._say()
        body = "\n".join([*FIRST, *self._before, *self._lines])
        exec(compile(body, "<compiled template>", "exec"), self._known)  # noqa: S102  # source made above, names made by _new, all else passed as repr
        return cast("Render", self._known["render"])

    # --- lines --------------------------------------------------------------------------------------------

    def _new(self, letter: str = "v") -> str:
        self._count += 1
        return f"{letter}{self._count}"

    def _line(self, code: str) -> None:
        self._say()
        self._lines.append("    " * self._depth + code)

    def _out(self, code: str) -> None:
        """Append a text; what stands side by side is appended together."""
        self._texts.append(code)

    def _say(self) -> None:
        if self._texts:
            self._lines.append("    " * self._depth + f"out += ({', '.join(self._texts)},)")
            self._texts = []

    def _hold(self, thing: object) -> str:
        """The name under which the function finds an object."""
        name = self._new("k")
        self._known[name] = thing
        return name

    def _first(self, code: str) -> str:
        """The name of a value that is computed before the first row."""
        name = self._new("o")
        self._before.append(f"    {name} = {code}")
        return name

    def _block(self, opening: str, nodes: NodeList, scope: Scope) -> None:
        self._line(opening)
        self._lines += self._indented(nodes, scope)

    def _indented(self, nodes: NodeList, scope: Scope) -> list[str]:
        """The lines of what stands within a block, which the caller opens."""
        self._say()
        around, self._lines = self._lines, []
        self._depth += 1
        self.write(nodes, scope)
        self._say()
        if not self._lines:
            self._line("pass")
        self._depth -= 1
        within, self._lines = self._lines, around
        return within

    # --- nodes --------------------------------------------------------------------------------------------

    def write(self, nodes: NodeList, scope: Scope) -> None:
        """Write lines for every node."""
        for node in nodes:
            if not isinstance(node, SILENT):
                self._write_node(node, scope)

    @singledispatchmethod
    def _write_node(self, node: Node, _: Scope) -> None:
        raise TemplateSyntaxError(f"{type(node).__name__} cannot stand in a compiled piece.")

    @_write_node.register
    def _text(self, node: TextNode, _: Scope) -> None:
        self._out(f"{node.s!r}")

    @_write_node.register
    def _variable(self, node: VariableNode, scope: Scope) -> None:
        value = self._value(node.filter_expression, scope, "")
        self._out(
            f"{value} if type({value}) is SafeString else text({value})"
            if value.isidentifier()
            else f"text({value})"
        )

    @_write_node.register
    def _if(self, node: IfNode, scope: Scope) -> None:
        word = "if"
        for condition, nodes in node.conditions_nodelists:
            self._block(
                f"{word} {self._condition(condition, scope)}:" if condition else "else:", nodes, scope
            )
            word = "elif"

    @_write_node.register
    def _for(self, node: ForNode, scope: Scope) -> None:
        if node.is_reversed:
            raise TemplateSyntaxError("A compiled loop runs forwards.")
        items, n = self._new("items"), self._new("n")
        self._line(
            f"{items} = list({self._value(cast('FilterExpression', node.sequence), scope, None)} or ())"
        )
        names = {name: self._new() for name in node.loopvars}
        inner = replace(scope.plus(names), loop=(n, items))
        target = ", ".join(names.values())
        each = f"({target})" if len(names) > 1 else target
        self._getters |= dict.fromkeys(names.values(), "")
        within = self._indented(cast("NodeList", node.nodelist_loop), inner)
        # What most loops do not ask for is not kept: the number of the row, and how its members are read.
        counted = f"{n}, {each} in enumerate({items})" if n in self._counted else f"{each} in {items}"
        self._line(f"for {counted}:")
        self._depth += 1
        for name in names.values():
            if get := self._getters.pop(name):
                self._line(f"{get} = {name}.get if type({name}) in ROWS else None")
        self._depth -= 1
        self._lines += within
        if node.nodelist_empty:
            self._block(f"if not {items}:", cast("NodeList", node.nodelist_empty), scope)

    @_write_node.register
    def _with(self, node: WithNode, scope: Scope) -> None:
        self.write(node.nodelist, scope.plus(self._assigned(node.extra_context, scope)))

    def _assigned(self, given: Mapping[str, FilterExpression], scope: Scope) -> dict[str, str]:
        names = {}
        for name, expression in given.items():
            names[name] = self._new()
            self._line(f"{names[name]} = {self._value(expression, scope, '')}")
        return names

    @_write_node.register
    def _include(self, node: IncludeNode, scope: Scope) -> None:
        names = self._assigned(node.extra_context, scope)
        inner = (
            replace(scope, names=names, loop=None, alone=True) if node.isolated_context else scope.plus(names)
        )
        if not isinstance(node.template.var, str):
            raise TemplateSyntaxError("A compiled piece includes templates by their names.")
        self.write(self._engine.get_template(node.template.var).nodelist, inner)

    @_write_node.register
    def _translate(self, node: TranslateNode, _: Scope) -> None:
        literal = node.filter_expression.var
        if node.asvar or not isinstance(literal, Variable) or literal.literal is None:
            raise TemplateSyntaxError("A compiled piece translates literals, in their place.")
        self._out(f"{self._first(f'{self._hold(node)}.render(context)')}")

    @_write_node.register
    def _block_translate(self, node: BlockTranslateNode, scope: Scope) -> None:
        tokens = [*node.singular, *(node.plural or ())]
        named = {token.contents.split(".")[0] for token in tokens if token.token_type == TokenType.VAR}
        given = dict(node.extra_context)
        if node.counter and node.countervar:
            given[node.countervar] = node.counter
        strange = named if scope.once or scope.alone else named & scope.names.keys()
        if node.asvar or strange - given.keys():
            raise TemplateSyntaxError(
                "A compiled sentence stands in its place, and names its variables by “with”."
            )
        values = [self._value(one, scope, "") for one in given.values()]
        self._out(f"{self._repeated(said(node, list(given)))}({', '.join(values)})")

    @_write_node.register
    def _simple(self, node: SimpleNode, scope: Scope) -> None:
        if node.takes_context or node.kwargs or node.target_var:
            raise TemplateSyntaxError("A compiled piece calls a tag with values only, in its place.")
        values = [self._value(one, scope, "") for one in node.args]
        self._out(f"{self._repeated(tagged(node))}({', '.join(values)})")

    @_write_node.register
    def _once(self, node: OnceNode, scope: Scope) -> None:
        if node.row not in scope.names:
            raise TemplateSyntaxError(ALONE % (node.row, node.row))
        row, written, start = scope.names[node.row], self._new("w"), self._new("start")
        piece = self._first(f"({self._hold(object())}, get_language())")
        self._line(f"{written} = {row}.written if type({row}) is Shown else {{}}")
        self._line(f"if {piece} in {written}: out.append({written}[{piece}])")
        self._line("else:")
        self._depth += 1
        self._line(f"{start} = len(out)")
        self.write(node.nodelist, Scope({node.row: row}, once=node.row))
        self._line(f"{written}[{piece}] = ''.join(out[{start}:])")
        self._depth -= 1

    # --- values -------------------------------------------------------------------------------------------

    def _condition(self, what: Any, scope: Scope) -> str:
        if isinstance(what, TemplateLiteral):
            return self._value(cast("FilterExpression", what.value), scope, None)
        if what.id == "not":
            return f"(not {self._condition(what.first, scope)})"
        if what.id not in OPERATORS:
            raise TemplateSyntaxError(f"A compiled condition does not know “{what.id}”.")
        return f"({self._condition(what.first, scope)} {what.id} {self._condition(what.second, scope)})"

    def _value(self, expression: FilterExpression, scope: Scope, absent: str | None) -> str:
        """The code of a value; `absent` where there is none: as Django has it, nothing in conditions, empty in text."""
        value = self._path(expression.var, scope, absent)
        if not expression.filters:
            return value
        named = [one for _, given in expression.filters for is_name, one in given if is_name]
        call = self._repeated(filtered(expression))
        return f"{call}({', '.join([value, *(self._path(one, scope, '') for one in named)])})"

    def _repeated(self, make: Callable[..., Any]) -> str:
        return self._first(f"Repeated({self._hold(make)}, context)")

    def _path(self, what: Any, scope: Scope, absent: str | None) -> str:
        if not isinstance(what, Variable) or what.lookups is None:
            return self._hold(what.resolve({}) if isinstance(what, Variable) else what)
        root, *members = what.lookups
        if root in BUILT_IN:
            return str(root)
        if root == "forloop" and scope.loop is not None:
            return self._loop(members, scope.loop)
        if root not in scope.names:
            if scope.once and not scope.alone:
                raise TemplateSyntaxError(ALONE % (scope.once, root))
            return repr(absent) if scope.alone else self._outer_value(str(what.var), absent)
        value = scope.names[root]
        for name in members:
            value = self._member(value, name, absent)
        return value

    def _member(self, value: str, name: str, absent: str | None) -> str:
        """The code of `value.name`; the usual row, a dict of values, is read in place.

        What a row is, is asked once a row: `_getters` has the name of its `get`, empty until a member is read.
        """
        if name in OF_EVERY_DICT:
            return f"member({value}, {name!r}, {absent!r})"
        if value in self._getters:
            get = self._getters[value] = self._getters[value] or self._new("get")
            found = self._new("m")
            plain = f"{get} and not callable({found} := {get}({name!r}, {absent!r}))"
            return f"({found} if {plain} else member({value}, {name!r}, {absent!r}))"
        it, found = self._new("m"), self._new("m")
        plain = f"type({it} := {value}) in ROWS and not callable({found} := {it}.get({name!r}, {absent!r}))"
        return f"({found} if {plain} else member({it}, {name!r}, {absent!r}))"

    def _loop(self, members: list[str], loop: tuple[str, str]) -> str:
        if len(members) != 1 or members[0] not in FORLOOP:
            raise TemplateSyntaxError(f"A compiled loop knows {', '.join(FORLOOP)}.")
        self._counted.add(loop[0])
        return f"({FORLOOP[members[0]].format(n=loop[0], items=loop[1])})"

    def _outer_value(self, path: str, absent: str | None) -> str:
        """A value of the page's own context, looked up once."""
        key = (path, absent)
        if key not in self._outer:
            self._outer[key] = self._first(f"outer(context, {self._hold(Variable(path))}, {absent!r})")
        return self._outer[key]
