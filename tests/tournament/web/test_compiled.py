"""Compiled pieces of templates: the same text as Django's own nodes write, and nothing that they would write otherwise."""

from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from django.template import Context, Engine, TemplateSyntaxError
from django.template.loader import get_template
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.safestring import mark_safe

from tests.factories import make_entrants, make_round, make_tournament
from tests.results import confirm
from tournament.web.written import Shown

ENGINE = Engine.get_default()
TEMPLATES = Path(__file__).resolve().parents[3] / "templates"
TAGS = ("{% compiled %}", "{% endcompiled %}")


def both(piece: str, **context: Any) -> tuple[str, str]:
    """What a piece renders compiled, and as it is."""
    load = "{% load i18n design compiled %}"
    made = [ENGINE.from_string(load + source) for source in (piece.join(TAGS), piece)]
    return tuple(one.render(Context(context)) for one in made)


class Club:
    name = "Circolo <1>"

    def __init__(self, city: str) -> None:
        self.city = city

    def title(self) -> str:
        return f"{self.name}, {self.city}"


ROWS = [
    {"name": "Ada & Bo", "club": Club("Monza"), "points": Decimal("12.50"), "won": True, "colour": "red", "cells": [1, 2]},
    {"name": mark_safe("<b>Carla</b>"), "club": None, "points": Decimal("12.5"), "won": False, "cells": []},
    {"name": "Ada & Bo", "points": 1, "won": 1, "at": timezone.now(), "colour": "blue", "cells": ("x", None, True)},
    {"name": "", "points": True, "won": None, "colour": "", "cells": None, "who": Club},
]  # fmt: skip


@pytest.mark.parametrize(
    "piece",
    [
        "{% for row in rows %}{{ row.name }}|{{ row.club }}|{{ row.points }}|{{ row.missing }}{{ row.club.city }}{% endfor %}",
        "{% for row in rows %}{{ row.club.title }}{{ row.club.missing }}{{ row.who.name }}{{ row.items|length }}{% endfor %}",
        "{% for row in rows %}{{ row.name|default:'–'|upper }}{{ row.missing|default:row.name }}{{ row.at|date:'Y' }}{% endfor %}",
        "{% for row in rows %}{% if row.won and row.colour == 'red' %}a{% elif not row.won or row.points is None %}b{% else %}c{% endif %}{% endfor %}",
        "{% for row in rows %}{% if row.missing is not None and row.missing != '' %}a{% endif %}{% if row.won is True %}b{% endif %}{% endfor %}",
        "{% for row in rows %}{% for cell in row.cells %}{{ forloop.counter }}{{ forloop.counter0 }}{% if not forloop.first %}-{% endif %}{{ cell }}{% if forloop.last %};{% endif %}{% empty %}none{% endfor %}{% endfor %}",
        "{% for row in rows %}{% with a=row.name b=title %}{{ a }}{{ b }}{% endwith %}{{ rows|length|add:3 }}{{ 'x' }}{{ 7 }}{% endfor %}",
        "{% for row in rows %}{% translate 'Standings' %}{% blocktranslate with n=row.name %}turn {{ n }}{% endblocktranslate %}{% blocktranslate %}after {{ title }}{% endblocktranslate %}{% endfor %}",
        "{% for row in rows %}{% blocktranslate count n=row.cells|length %}entrant{% plural %}entrants{% endblocktranslate %}{% blocktranslate count n=row.cells|length %}{{ n }} {{ title }}{% plural %}{{ n }} {{ title }}s{% endblocktranslate %}{% endfor %}",
        "{% for row in rows %}{% score_cell row.points 'won' %}{% comment %}x{% endcomment %}{% endfor %}",
        "{% for row in rows %}{% include 'components/army.html' with colour=row.colour large=True %}{% include 'components/army.html' with colour='red' only %}{% endfor %}",
        "{% for row in rows %}{% once row %}{{ row.name }}{% for cell in row.cells %}{{ cell }}{% endfor %}{% translate 'Standings' %}{% endonce %}{{ row.points }}{% endfor %}",
        "{% for one, two in pairs %}{{ one }}={{ two }};{% endfor %}{% for row in nobody %}x{% empty %}{{ title }}{% endfor %}",
    ],
)
@pytest.mark.parametrize("language", ["en", "it"])
def test_a_compiled_piece_says_the_same(piece: str, language: str) -> None:
    for rows in (ROWS, [Shown(**row) for row in ROWS]):
        with translation.override(language):
            compiled, plain = both(piece, rows=rows, pairs=[(1, "a<"), (None, True)], title='"T"')
        assert (compiled, bool(plain)) == (plain, True)


@pytest.mark.parametrize(
    "piece",
    [
        "{% for row in rows reversed %}{% endfor %}",
        "{% for row in rows %}{{ forloop.parentloop.counter }}{% endfor %}",
        "{% if rows > 1 %}{% endif %}",
        "{% now 'Y' %}",
        "{% include name %}",
        "{% translate name %}",
        "{% translate 'Standings' as title %}",
        "{% for row in rows %}{% blocktranslate %}turn {{ row }}{% endblocktranslate %}{% endfor %}",
        "{% score_cell name as cell %}",
        "{% for row in rows %}{% once row %}{% blocktranslate %}after {{ title }}{% endblocktranslate %}{% endonce %}{% endfor %}",
    ],
)
def test_what_it_does_not_know_is_refused(piece: str) -> None:
    with pytest.raises(TemplateSyntaxError, match=r"[Cc]ompiled"):
        both(piece, rows=ROWS, name="x")


@pytest.mark.django_db
def test_every_long_list_says_the_same_without_the_tags(client: Client) -> None:
    tournament = make_tournament()
    entrants = make_entrants(tournament, 8)
    round_ = make_round(tournament, [entrants[:4], entrants[4:]])
    confirm(round_, [(40, 30, 20, 10)], tables=[1])
    addresses = [reverse(name, args=[tournament.slug]) for name in ("standings", "entrants", "find-seat")]
    for address in [*addresses, reverse("round", args=[tournament.slug, 1])]:
        answer = client.get(address)
        shown = [one.name for one in answer.templates if one.name and "{% compiled %}" in source_of(one.name)]
        for name in shown:
            context = Context({key: answer.context[key] for key in answer.context.keys()})  # noqa: SIM118  # a list of contexts
            plain = ENGINE.from_string(source_of(name).replace(TAGS[0], "").replace(TAGS[1], ""))
            assert plain.render(context) == get_template(name).template.render(context)
        assert shown, address


def source_of(name: str) -> str:
    """The source of a template of ours; empty for one of a library."""
    path = Path(f"{TEMPLATES}/{name}")
    return path.read_text(encoding="utf-8") if path.is_file() else ""


@pytest.mark.parametrize(
    "piece",
    [
        "{% for row in rows %}{% once row %}{{ name }}{% endonce %}{% endfor %}",
        "{% for row in rows %}{% once row %}{{ forloop.counter }}{% endonce %}{% endfor %}",
        "{% for row in rows %}{% once row %}{% if name %}x{% endif %}{% endonce %}{% endfor %}",
        "{% for row in rows %}{% once row %}{{ row.name|default:name }}{% endonce %}{% endfor %}",
        "{% once name %}{{ name }}{% endonce %}",
    ],
)
def test_what_is_written_once_sees_its_row_alone(piece: str) -> None:
    with pytest.raises(TemplateSyntaxError, match=r"sees “(row|name)” alone"):
        both(piece, rows=ROWS, name="x")


def test_a_row_that_stays_is_written_once_a_language() -> None:
    piece = ENGINE.from_string(
        "{% load i18n compiled %}{% compiled %}{% for row in rows %}{% once row %}{{ row.name }} {% translate 'Standings' %}"
        "{% endonce %} {{ row.name }} {% once row %}{{ row.name }}{% endonce %};{% endfor %}{% endcompiled %}"
    )
    rows: list[dict[str, Any]] = [Shown(name="<Ada>"), {"name": "Bo"}]
    texts = []
    for language in ("it", "it", "en"):
        with translation.override(language):
            texts.append(piece.render(Context({"rows": rows})))
        rows[0]["name"] = rows[1]["name"] = "changed"
    assert texts == [
        "&lt;Ada&gt; Classifica &lt;Ada&gt; &lt;Ada&gt;;Bo Classifica Bo Bo;",
        "&lt;Ada&gt; Classifica changed &lt;Ada&gt;;changed Classifica changed changed;",
        "changed Standings changed changed;changed Standings changed changed;",
    ]


def test_what_is_constant_is_written_once_for_equal_values() -> None:
    piece = ENGINE.from_string(
        "{% load compiled %}{% constant name=row.name n=3 %}{{ name }}{{ n }}{{ row.name }};{% endconstant %}"
    )
    names: tuple[Any, ...] = ("<Ada>", 1, True, "1", None, ["a", (1,)])
    shown = [piece.render(Context({"row": {"name": name}})) for name in (*names, *names)]
    assert shown[:6] == shown[6:]
    assert shown[:6] == ["&lt;Ada&gt;3;", "13;", "True3;", "13;", "None3;", "[&#x27;a&#x27;, (1,)]3;"]


@pytest.mark.parametrize("value", [mark_safe("<b>"), 1.0, Decimal(1), {"a": 1}, ("a", [object()])])
def test_a_constant_piece_is_refused_what_it_could_confuse(value: object) -> None:
    piece = ENGINE.from_string("{% load compiled %}{% constant it=value %}{{ it }}{% endconstant %}")
    with pytest.raises(TemplateSyntaxError, match="plain values"):
        piece.render(Context({"value": value}))


def test_what_is_constant_is_written_once_a_language_and_knows_no_variable() -> None:
    piece = ENGINE.from_string(
        "{% load i18n compiled %}{% constant %}{% translate 'Standings' %}{{ name }}{{ '<' }}{% endconstant %}{{ name }}"
    )
    for language, word in (("it", "Classifica"), ("en", "Standings"), ("it", "Classifica")):
        with translation.override(language):
            assert piece.render(Context({"name": "Ada"})) == f"{word}<Ada"
