"""The design itself: every piece on the style page, both themes equal, contrast, no inline code, little script."""

import re
from pathlib import Path

import pytest
from django.test import Client

from tournament.templatetags.design import instant
from tournament.web.style import MOMENT

ROOT = Path(__file__).resolve().parents[3]
TEMPLATES = ROOT / "templates"
SCRIPTS = ROOT / "static" / "js"
TOKENS = (ROOT / "static" / "css" / "tokens.css").read_text(encoding="utf-8")
LIMIT = 30_000
"""Bytes of script a page may load, before compression."""

TEXT = ["ink", "ink-soft", "link", "good", "warn", "bad"]
PAIRS = [
    *((name, ground, 4.5) for name in TEXT for ground in ("paper", "surface")),
    *((name, f"{name}-soft", 4.5) for name in ("good", "warn", "bad", "note")),
    *(("ink", ground, 7) for ground in ("paper", "surface", "sunken", "note-soft", "warn-soft", "bad-soft", "good-soft")),
    *(("map-ink", f"land-{name}", 4.5) for name in ("europa", "asia", "africa", "oceania", "america-del-nord", "america-del-sud")),
    ("on-signal", "signal", 4.5),
    ("on-deep", "deep", 7),
    ("on-deep-soft", "deep", 4.5),
    ("focus", "paper", 3),
    ("line-strong", "paper", 3),
]  # fmt: skip
"""Colour, ground, least contrast: AA for words, AAA for figures, 3 for what only has to be seen."""


def block(opening: str) -> dict[str, str]:
    """The custom properties set in the block that begins so."""
    body = TOKENS[TOKENS.index(opening) + len(opening) :].split("}")[0]
    return dict(re.findall(r"--([\w-]+): ([^;]+);", body))


LIGHT = block(":root {")
DARK = LIGHT | block(':root[data-theme="dark"] {')


def luminance(colour: str) -> float:
    digits = colour.lstrip("#")
    full = "".join(2 * digit for digit in digits) if len(digits) == 3 else digits
    channels = [int(full[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    linear = [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(first: str, second: str) -> float:
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


class TestColours:
    def test_dark_by_wish_of_the_system_and_by_hand_are_the_same(self) -> None:
        assert block(':root:not([data-theme="light"]) {') == block(':root[data-theme="dark"] {')

    @pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
    def test_words_and_figures_stand_out(self, theme: dict[str, str]) -> None:
        weak = {
            f"{name} on {ground}": round(contrast(theme[name], theme[ground]), 2)
            for name, ground, least in PAIRS
            if contrast(theme[name], theme[ground]) < least
        }
        assert weak == {}

    def test_the_letter_of_each_army_stands_out(self) -> None:
        letters = dict.fromkeys(("red", "blue", "green", "black"), "on-army") | {"yellow": "on-yellow"}
        weak = [c for c, letter in letters.items() if contrast(LIGHT[letter], LIGHT[f"army-{c}"]) < 4.5]
        assert weak == []

    def test_black_on_white_is_21(self) -> None:
        assert round(contrast("#000", "#fff")) == 21


class TestTemplates:
    def test_no_inline_style_or_script_anywhere(self) -> None:
        inline = re.compile(
            r"<style|\sstyle=|\son(?:click|change|submit|load|input)=|<script(?![^>]*\ssrc=)|javascript:"
        )
        found = [
            str(path.relative_to(TEMPLATES))
            for path in TEMPLATES.rglob("*.html")
            if inline.search(path.read_text(encoding="utf-8"))
        ]
        assert found == []

    def test_every_class_has_a_style(self) -> None:
        sheets = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "static" / "css").glob("*.css"))
        defined = set(re.findall(r"\.([a-z][\w-]*)", sheets))
        unknown = {
            f"{path.relative_to(TEMPLATES)}: {name}"
            for path in TEMPLATES.rglob("*.html")
            for value in re.findall(r'class="([^"{]*)"', path.read_text(encoding="utf-8"))
            for name in value.split()
            if name not in defined
        }
        assert unknown == set()

    def test_each_component_says_what_it_wants(self) -> None:
        silent = [
            path.name
            for path in (TEMPLATES / "components").glob("*.html")
            if "{% comment %}" not in path.read_text(encoding="utf-8").splitlines()[0]
        ]
        assert silent == []

    @pytest.mark.django_db
    def test_the_style_page_shows_each_component(self, client: Client) -> None:
        response = client.get("/style/")
        shown = {template.name for template in response.templates}
        components = {f"components/{path.name}" for path in (TEMPLATES / "components").glob("*.html")}
        assert response.status_code == 200
        assert components - shown == set()

    @pytest.mark.django_db
    @pytest.mark.parametrize(("cookie", "attribute"), [("dark", ' data-theme="dark"'), ("x onload=", "")])
    def test_the_theme_of_the_cookie_is_painted_by_the_server(
        self, client: Client, cookie: str, attribute: str
    ) -> None:
        client.cookies["theme"] = cookie
        page = client.get("/style/").content.decode()
        assert re.search(r'<html lang="\w+"([^>]*)>', page).group(1) == attribute


class TestScripts:
    def closure(self, name: str, found: set[str] | None = None) -> set[str]:
        """A module and what it imports, by file name."""
        found = set() if found is None else found
        if name not in found:
            found.add(name)
            text = (SCRIPTS / name).read_text(encoding="utf-8")
            for other in re.findall(r'(?:from|import\() ?"\./([\w-]+\.js)"', text):
                self.closure(other, found)
        return found

    def size(self, *modules: str) -> int:
        files = set().union(*(self.closure(name) for name in ("main.js", *modules)))
        return sum((SCRIPTS / name).stat().st_size for name in files)

    @pytest.mark.parametrize(
        "modules",
        [
            ("board-entry.js", "objective-picker.js", "outbox.js", "undo.js"),
            ("drag-seats.js", "live.js", "filter.js", "undo.js", "sheet.js", "auto-submit.js"),
            ("live.js", "unfold.js", "filter.js", "clock.js", "board-view.js"),
            ("tv.js", "live.js", "clock.js"),
        ],
        ids=["entry", "seating", "public", "display"],
    )
    def test_no_page_has_more_than_30_kilobytes_of_script(self, modules: tuple[str, ...]) -> None:
        assert self.size(*modules) < LIMIT

    def test_every_module_that_main_knows_exists_and_starts(self) -> None:
        listed = re.search(
            r"new Set\(\[(.*?)\]\)", (SCRIPTS / "main.js").read_text(encoding="utf-8"), re.DOTALL
        )
        names = re.findall(r'"([\w-]+)"', listed.group(1))
        without = [
            n
            for n in names
            if "export function start(" not in (SCRIPTS / f"{n}.js").read_text(encoding="utf-8")
        ]
        assert without == []

    def test_every_module_a_template_asks_for_is_known(self) -> None:
        known = set(
            re.findall(r'^  "([\w-]+)",$', (SCRIPTS / "main.js").read_text(encoding="utf-8"), re.MULTILINE)
        )
        asked = {
            name
            for path in TEMPLATES.rglob("*.html")
            for value in re.findall(r'data-module="([\w -]+)"', path.read_text(encoding="utf-8"))
            for name in value.split()
        }
        assert asked - known == set()


class TestAppFiles:
    def test_the_manifest_names_icons_that_exist(self, client: Client) -> None:
        manifest = client.get("/manifest.webmanifest")
        assert manifest["Content-Type"] == "application/manifest+json"
        missing = [
            one["src"] for one in manifest.json()["icons"] if not (ROOT / one["src"].lstrip("/")).exists()
        ]
        assert missing == []

    def test_the_service_worker_reaches_the_whole_site_and_is_never_stale(self, client: Client) -> None:
        worker = client.get("/service-worker.js")
        assert worker["Content-Type"] == "text/javascript"
        assert worker["Cache-Control"] == "no-cache"
        assert worker.content == (SCRIPTS / "service-worker.js").read_bytes()

    def test_an_instant_is_in_milliseconds(self) -> None:
        assert instant(MOMENT) == "1773499327000"
