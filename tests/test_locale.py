"""The catalogues: every string of the source, translated, with its places to fill, and compiled."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import polib
import pytest
from django.conf import settings
from django.test import Client
from django.utils.translation import to_locale
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parent.parent
CATALOGUES = sorted((ROOT / "locale").glob("*/LC_MESSAGES/django.po"))
EVERY = pytest.mark.parametrize(
    ("catalogue", "po"),
    [(one, polib.pofile(str(one))) for one in CATALOGUES],
    ids=[one.parts[-3] for one in CATALOGUES],
)
FUNCTIONS = {
    "_": ("msgid",),
    "gettext": ("msgid",),
    "gettext_lazy": ("msgid",),
    "gettext_noop": ("msgid",),
    "pgettext": ("context", "msgid"),
    "pgettext_lazy": ("context", "msgid"),
    "ngettext": ("msgid", "plural"),
    "ngettext_lazy": ("msgid", "plural"),
    "npgettext": ("context", "msgid", "plural"),
    "npgettext_lazy": ("context", "msgid", "plural"),
}
"""What marks a string for translation, and what its first arguments are."""
LITERAL = r"""u?(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
CALL = re.compile(rf"(?<!\w)({'|'.join(FUNCTIONS)})\(({LITERAL}(?:, ?{LITERAL})*)")
TO_FILL = re.compile(r"%\(\w+\)[sd]|%%|%s|%n|\{\w+\}|</?\w+[^>]*>")
WORD = re.compile(r"[^\W\d_]{2,}")

Message = tuple[str, str, str]
"""Context, singular, plural; empty where there is none."""


def _message(function: str, arguments: tuple[str, ...]) -> Message:
    given = dict(zip(FUNCTIONS[function], arguments, strict=False))
    return given.get("context", ""), given["msgid"], given.get("plural", "")


def _of_python(path: Path) -> Iterator[Message]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in FUNCTIONS:
            count = len(FUNCTIONS[node.func.id])
            strings = [one.value for one in node.args[:count] if isinstance(one, ast.Constant)]
            if len(strings) == count:
                yield _message(node.func.id, tuple(str(one) for one in strings))


def _of_template(path: Path) -> Iterator[Message]:
    for function, arguments in CALL.findall(templatize(path.read_text(encoding="utf-8"))):
        yield _message(function, ast.literal_eval(f"({arguments},)"))


@cache
def source_messages() -> set[Message]:
    """All strings that the product marks for translation."""
    found = {
        message
        for folder in ("config", "tournament", "deploy", "benchmarks")
        for path in sorted((ROOT / folder).rglob("*.py"))
        for message in _of_python(path)
    }
    for suffix in ("*.html", "*.txt"):
        for path in sorted((ROOT / "templates").rglob(suffix)):
            found.update(_of_template(path))
    return found


def _texts(entry: polib.POEntry) -> list[tuple[str, str]]:
    """Source and translation of an entry, each form of the plural apart."""
    if not entry.msgid_plural:
        return [(entry.msgid, entry.msgstr)]
    return [(entry.msgid, entry.msgstr_plural[0]), (entry.msgid_plural, entry.msgstr_plural[1])]


def _forms(file: polib.POFile | polib.MOFile) -> dict[Message, tuple[str, ...]]:
    return {
        (entry.msgctxt or "", entry.msgid, entry.msgid_plural or ""): tuple(ours for _, ours in _texts(entry))
        for entry in file
    }


def test_every_language_but_the_source_has_a_catalogue() -> None:
    assert {one.parts[-3] for one in CATALOGUES} == {to_locale(code) for code, _ in settings.LANGUAGES} - {
        "en"
    }


@EVERY
def test_the_catalogue_holds_the_strings_of_the_source_and_no_others(
    catalogue: Path, po: polib.POFile
) -> None:
    """`make messages` collects them."""
    # A word that is said alone and counted elsewhere is one entry: the plural belongs to the singular.
    held = {key[:2] for key in _forms(po)}
    wanted = {message[:2] for message in source_messages()}
    assert (sorted(wanted - held), sorted(held - wanted)) == ([], [])


def test_no_other_name_hides_a_string_from_gettext() -> None:
    """Its extractor knows the functions by name: under another name a string is never collected."""
    hidden = [
        (path.name, alias.asname)
        for folder in ("config", "tournament")
        for path in sorted((ROOT / folder).rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module == "django.utils.translation"
        for alias in node.names
        if alias.name in FUNCTIONS and alias.asname not in {None, "_"}
    ]
    assert hidden == []


@EVERY
def test_every_string_is_translated(catalogue: Path, po: polib.POFile) -> None:
    assert [entry.msgid for entry in po if entry.obsolete or entry.fuzzy or not entry.translated()] == []


@EVERY
def test_no_sentence_is_left_in_english(catalogue: Path, po: polib.POFile) -> None:
    same = [en for entry in po for en, ours in _texts(entry) if en == ours and len(WORD.findall(en)) > 2]
    assert same == []


@EVERY
def test_places_to_fill_are_those_of_the_source(catalogue: Path, po: polib.POFile) -> None:
    """A singular may say its one in words; every other form fills what the source fills."""
    differing = [
        (en, ours)
        for entry in po
        for number, (en, ours) in enumerate(_texts(entry))
        if (sorted(TO_FILL.findall(ours)) != sorted(TO_FILL.findall(en)))
        and (
            not entry.msgid_plural
            or number
            or set(TO_FILL.findall(ours)) - set(TO_FILL.findall(entry.msgid_plural))
        )
    ]
    assert differing == []


@EVERY
def test_every_string_ends_as_the_source_does(catalogue: Path, po: polib.POFile) -> None:
    """Sentences are put together on pages: a missing blank, stop or colon would show."""
    differing = [(en, ours) for entry in po for en, ours in _texts(entry) if _edges(en) != _edges(ours)]
    assert differing == []


def _edges(text: str) -> tuple[str, str, str]:
    stripped = text.rstrip()
    last = stripped[-1:] if stripped.endswith((".", ":", "?", "…")) else ""
    return text[: len(text) - len(text.lstrip())], text[len(stripped) :], last


@EVERY
def test_the_compiled_catalogue_is_that_of_the_text(catalogue: Path, po: polib.POFile) -> None:
    """It is committed: whoever starts the program needs no gettext."""
    assert _forms(polib.mofile(str(catalogue.with_suffix(".mo")))) == _forms(po)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("asked", "language", "title"),
    [
        ("it", "it", "Tornei"),
        ("en", "en", "Tournaments"),
        ("pt", "pt-br", "Torneios"),
        ("pt-BR,pt;q=0.9,en;q=0.8", "pt-br", "Torneios"),
        ("pt-PT", "pt-br", "Torneios"),
    ],
)
def test_pages_speak_the_language_of_the_browser(
    client: Client, asked: str, language: str, title: str
) -> None:
    response = client.get("/", headers={"accept-language": asked})
    page = response.content.decode()
    assert f'<html lang="{language}"' in page
    assert f"<h1>{title}</h1>" in page


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["it", "en", "pt-br"])
def test_the_chosen_language_is_remembered(client: Client, language: str) -> None:
    other = "it" if language == "en" else "en"
    client.post("/i18n/setlang/", {"language": language, "next": "/"})
    assert client.cookies[settings.LANGUAGE_COOKIE_NAME].value == language
    page = client.get("/", headers={"accept-language": other}).content.decode()
    assert f'<html lang="{language}"' in page
