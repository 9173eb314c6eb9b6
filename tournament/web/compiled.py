"""Pieces of a template as Python: a loop over hundreds of rows takes a tenth of the time that Django's nodes take.

`{% compiled %} … {% endcompiled %}` changes nothing but the time: without the two tags the template says the same.
What stands between them is the language of templates itself, less what this module does not know; that is refused
when the template is first shown, never shown differently. Text is escaped and figures are written by Django's own
functions, once for all rows that share a value: of thousands of cells only a few dozen differ.
"""

from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import dataclass, field
from functools import cache, lru_cache, singledispatchmethod
from html import escape
from typing import Any, TypeAlias, cast

from django.template import (
    Context,
    Engine,
    Node,
    NodeList,
    TemplateSyntaxError,
    Variable,
    VariableDoesNotExist,
)
from django.template.base import FilterExpression, TextNode, TokenType, VariableNode, render_value_in_context
from django.template.defaulttags import CommentNode, ForNode, IfNode, LoadNode, TemplateLiteral, WithNode
from django.template.library import SimpleNode
from django.template.loader_tags import IncludeNode
from django.templatetags.i18n import BlockTranslateNode, TranslateNode
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString

Render: TypeAlias = Callable[[Context, list[str]], None]

OPERATORS = {"and", "or", "==", "!=", "is", "is not"}
FORLOOP = {"counter": "{n} + 1", "counter0": "{n}", "first": "{n} == 0", "last": "{n} == len({items}) - 1"}
SILENT = (CommentNode, LoadNode)
BUILT_IN = {"True", "False", "None"}
OF_EVERY_DICT = frozenset(dir(dict))
FIRST = ("def render(context, out):", "    text, member = texts(context), members(context)")
REPEATED = frozenset({str, int, type(None)})
"""Types of which equal values are written alike; Decimals are not: 1.0 and 1.00."""


def compile_nodes(nodes: NodeList, engine: Engine) -> Render:
    """The function that appends what the nodes render. Raises TemplateSyntaxError for what it does not know."""
    writer = Writer(engine)
    writer.write(nodes, Scope())
    return writer.function()


@dataclass(frozen=True, slots=True)
class Scope:
    """The template's names that are local variables here; `alone` where the page's own context is not seen."""

    names: Mapping[str, str] = field(default_factory=dict)
    loop: tuple[str, str] | None = None
    alone: bool = False

    def plus(self, names: Mapping[str, str]) -> "Scope":
        """With more names."""
        return Scope({**self.names, **names}, self.loop, self.alone)


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
        inner = Scope({**scope.names, **names}, (n, items), scope.alone)
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
                self._line(f"{get} = {name}.get if type({name}) is dict else None")
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
        inner = Scope(names, None, alone=True) if node.isolated_context else scope.plus(names)
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
        said = {token.contents.split(".")[0] for token in node.singular if token.token_type == TokenType.VAR}
        if node.plural or node.asvar or said & scope.names.keys() - node.extra_context.keys():
            raise TemplateSyntaxError("A compiled sentence has no plural, and names its variables by “with”.")
        values = [self._value(one, scope, "") for one in node.extra_context.values()]
        self._out(f"{self._repeated(_said(node))}({', '.join(values)})")

    @_write_node.register
    def _simple(self, node: SimpleNode, scope: Scope) -> None:
        if node.takes_context or node.kwargs or node.target_var:
            raise TemplateSyntaxError("A compiled piece calls a tag with values only, in its place.")
        values = [self._value(one, scope, "") for one in node.args]
        self._out(f"{self._repeated(_tagged(node))}({', '.join(values)})")

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
        call = self._repeated(_filtered(expression))
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
        plain = f"type({it} := {value}) is dict and not callable({found} := {it}.get({name!r}, {absent!r}))"
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


# --- what the function calls ------------------------------------------------------------------------------------


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


def _said(node: BlockTranslateNode) -> Callable[..., str]:
    """A sentence of the values that it names."""
    names, bare = list(node.extra_context), copy(node)
    bare.extra_context = {}

    def say(context: Context, *values: Any) -> str:
        with context.push(**dict(zip(names, values, strict=True))):
            return bare.render(context)

    return say


def _tagged(node: SimpleNode) -> Callable[..., str]:
    """What a tag writes for values."""

    def write(_: Context, *values: Any) -> str:
        return conditional_escape(node.func(*values))

    return write


def _filtered(expression: FilterExpression) -> Callable[..., Any]:
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

    def filtered(context: Context, *values: Any) -> Any:
        with context.push(**dict(zip(names, values, strict=True))):
            return bare.resolve(context)

    return filtered


def outer(context: Context, variable: Variable, absent: str | None) -> Any:
    """A value of the page's context."""
    try:
        return variable.resolve(context)
    except VariableDoesNotExist:
        return absent
