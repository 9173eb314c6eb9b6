"""Bad input, drawn from a seed: values that forms and JSON documents do not expect, and whole requests of them."""

import copy
import random
from collections.abc import Mapping, Sequence
from html.parser import HTMLParser
from typing import Any

Field = tuple[str, str]

TEXTS = (
    *("", " ", "0", "-1", "1.5", "²", "٣", "1e309", "NaN", "Infinity", "true", "null", "[]", "{}", "on"),
    *("2147483648", "9223372036854775808", "99999999999999999999999999", "-9223372036854775809"),
    *("'; DROP TABLE tournament_entrant; --", "' OR '1'='1", "\\", "%s%n%00", "{{ 7|add:7 }}", "${7*7}"),
    *("<script>alert(1)</script>", "=HYPERLINK(1)", "../../../etc/passwd", "C:\\con", "\x00", "a\x00b"),
    *("\u202eabc", "𝕬🎲", "e\u0301", "\ufeff", "\r\nSet-Cookie: a=b", "x" * 5000),
    *("2026-02-30", "9999-12-31", "0001-01-01", "0000-00-00T99:99", "25:61", "10000-01-01"),
    *("https://evil.example/", "//evil.example/", "/\\evil.example", "javascript:alert(1)", "mailto:a@b"),
)
NUMBERS = (0, -1, 1, 7, 2**31, 2**63, 10**30, 1.5, 1e308, float("nan"), float("inf"))
PLAIN: tuple[Any, ...] = (None, True, False, *NUMBERS, *TEXTS, "\ud800")
FILES = (
    b"",
    b"PK\x03\x04",
    b"\x00\xff" * 40,
    b"a;b;c\n=1;2\n\n;;;;\n",
    b"<svg onload='alert(1)'/>",
    b"\x1f\x8b\x08",
)


def any_json(dice: random.Random, depth: int = 2) -> Any:
    """A JSON value of any kind."""
    kind = dice.random()
    if depth == 0 or kind < 0.6:
        return dice.choice(PLAIN)
    inner = [any_json(dice, depth - 1) for _one in range(dice.randrange(4))]
    return inner if kind < 0.8 else {str(dice.choice(PLAIN)): one for one in inner}


def broken(dice: random.Random, document: Any) -> Any:
    """The document with one part of it replaced, left out or doubled."""
    document = copy.deepcopy(document)
    inside = document
    while isinstance(inside, dict | list) and inside:
        key: Any = dice.choice(list(inside)) if isinstance(inside, dict) else dice.randrange(len(inside))
        if isinstance(inside[key], dict | list) and inside[key] and dice.random() < 0.7:
            inside = inside[key]
            continue
        deed = dice.randrange(4)
        if deed == 0:
            del inside[key]
        elif deed == 1 and isinstance(inside, list):
            inside.append(inside[key])
        else:
            inside[key] = any_json(dice)
        return document
    return any_json(dice)


def sample(dice: random.Random, schema: Mapping[str, Any], root: Mapping[str, Any], depth: int = 6) -> Any:
    """A document as an OpenAPI schema wants it, more or less."""
    if "$ref" in schema:
        schema = root["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    for several in ("oneOf", "anyOf", "allOf"):
        if several in schema:
            return sample(dice, dice.choice(schema[several]), root, depth)
    if "enum" in schema:
        return dice.choice(schema["enum"])
    if depth == 0:
        return None
    kinds = schema.get("type", "object")
    kind = dice.choice(kinds) if isinstance(kinds, list) else kinds
    if kind == "array":
        return [
            sample(dice, schema.get("items", {}), root, depth - 1) for _one in range(dice.randrange(1, 5))
        ]
    if kind == "object":
        parts = schema.get("properties", {})
        return {name: sample(dice, part, root, depth - 1) for name, part in parts.items()}
    return {
        "integer": dice.randrange(1, 9),
        "number": dice.randrange(1, 9),
        "boolean": dice.random() < 0.5,
        "null": None,
    }.get(kind, "Anna")


class Forms(HTMLParser):
    """The forms of a page: for every address and method the fields with a value each that a browser could send."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, str, list[Field]]] = []
        self._fields: list[Field] | None = None
        self._select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        name = given.get("name", "")
        if tag == "form":
            self._fields = []
            self.found.append((given.get("action", ""), given.get("method", "get").upper(), self._fields))
        elif self._fields is None:
            return
        elif tag == "select":
            self._select = name
        elif tag == "option" and self._select and given.get("value"):
            self._fields.append((self._select, given["value"]))
        elif tag in {"input", "textarea", "button"} and name:
            self._fields.append((name, given.get("value", "")))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._fields = None
        elif tag == "select":
            self._select = ""


def filled(dice: random.Random, fields: Sequence[Field], others: Sequence[str]) -> dict[str, Any]:
    """The form with one value for each field, some of them nasty, missing, doubled or of a strange name."""
    choices: dict[str, list[str]] = {}
    for name, value in fields:
        choices.setdefault(name, []).append(value)
    form: dict[str, Any] = {name: dice.choice(values) for name, values in choices.items()}
    names = sorted(form)
    for _change in range(dice.choice((0, 1, 1, 2, 5))):
        name = dice.choice(names) if names and dice.random() < 0.8 else dice.choice(others)
        deed = dice.random()
        if deed < 0.15:
            form.pop(name, None)
        elif deed < 0.3:
            form[name] = [dice.choice(TEXTS) for _value in range(3)]
        else:
            form[name] = dice.choice(TEXTS)
    return form
