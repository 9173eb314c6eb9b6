"""The board picture: its geometry against the graph, and what it says and shows."""

import json
import re
from collections import Counter
from xml.etree import ElementTree as ET

import pytest
from django.template import Context, Template
from django.test import RequestFactory
from django.utils import translation

from deploy.board.check import faults, polygon
from deploy.board.facts import board_facts
from games.challenge import BOARD
from tournament.models import Colour
from tournament.templatetags.design import LETTERS, PIPS, army_letter, army_name, instant, pips, score_cell
from tournament.web.board_picture import (
    PATTERNS,
    Picture,
    Size,
    board_svg,
    describe,
    geometry_svg,
    objective_svg,
    shapes,
)


def elements(svg: str) -> list[ET.Element]:
    """All elements of a picture; fails when it is not well formed."""
    return list(ET.fromstring(svg).iter())  # noqa: S314  # our own text


def classes(svg: str) -> Counter[str]:
    return Counter(name for one in elements(svg) for name in one.get("class", "").split())


class TestGeometry:
    def test_land_borders_sea_lines_labels_and_sizes_are_those_of_the_graph(self) -> None:
        assert faults(shapes(), board_facts()) == []

    def test_a_territory_moved_away_is_found(self) -> None:
        moved = json.loads(json.dumps(shapes()))
        congo = next(one for one in moved["territories"] if one["id"] == "congo")
        congo["path"] = "M" + "10 10l50 0l0 50l-50 0z"
        found = faults(moved, board_facts())
        assert {
            f"no land border: {' - '.join(sorted(('congo', name)))}" for name in BOARD.neighbours["congo"]
        } <= set(found)

    def test_every_territory_of_the_graph_is_drawn_in_the_printed_order(self) -> None:
        assert [one["id"] for one in shapes()["territories"]] == list(BOARD.ids)

    def test_a_path_is_an_area(self) -> None:
        assert polygon("M0 0l10 0l0 10l-10 0z").area == 100

    def test_the_outlines_carry_an_id_for_each_territory_once(self) -> None:
        ids = [one.get("id") for one in elements(geometry_svg()) if one.get("id")]
        assert sorted(name for name in ids if not name.startswith("p-")) == sorted(
            [*(f"t-{name}" for name in BOARD.ids), "t-all", "t-lakes", "t-seaways"]
        )
        assert len(ids) == len(set(ids))

    def test_each_army_but_the_plain_one_has_a_pattern_in_two_sizes(self) -> None:
        patterns = {one.get("id") for one in elements(geometry_svg()) if one.tag == "pattern"}
        assert patterns == {f"p-{size}{colour}" for size in ("", "small-") for colour in PATTERNS}
        assert set(Colour.values) - set(PATTERNS) == {"yellow"}


class TestPicture:
    def test_an_empty_board_names_every_territory_and_prints_its_value(self) -> None:
        found = elements(board_svg(Picture()))
        said = [one.get("aria-label") for one in found if one.get("role") == "img"]
        assert said == [f"{one.name}, {one.value}" for one in BOARD.territories]
        values = [one.text for one in found if one.get("class") == "value"]
        assert values == [str(BOARD.value[one["id"]]) for one in shapes()["territories"]]

    def test_an_owner_shows_as_colour_letter_and_pattern(self) -> None:
        with translation.override("en"):
            found = elements(board_svg(Picture(owners={"congo": "green"})))
        land = next(one for one in found if one.get("aria-label") == "Congo, 3, Green")
        assert land.get("class") == "land africa green"
        assert [one.get("class") for one in land.iter("use")] == [None, "pattern"]
        assert [one.text for one in found if one.get("class") == "letter"] == ["G"]
        assert [one.get("href") for one in found if one.get("class") == "held"] == ["#t-congo"]

    def test_armies_stand_in_a_disc_in_place_of_the_value(self) -> None:
        with translation.override("en"):
            svg = board_svg(Picture(owners={"brasile": "red"}, armies={"brasile": 12}))
        counted = classes(svg)
        assert (counted["disc"], counted["armies"], counted["value"]) == (1, 1, 41)
        assert 'aria-label="Brasile, 4, Red, 12 armies"' in svg

    def test_one_army_is_singular(self) -> None:
        with translation.override("en"):
            assert describe(BOARD.territory("india"), armies=1) == "India, 3, 1 army"

    def test_an_objective_is_outlined_with_a_light_rim_beneath(self) -> None:
        wanted = BOARD.objectives[3].territories
        counted = classes(board_svg(Picture(objective=wanted)))
        assert counted["casing"] == counted["objective"] == len(wanted)

    def test_heat_and_texts(self) -> None:
        svg = board_svg(Picture(heat={"congo": 7}, texts={"congo": "<61%>"}))
        assert classes(svg)["heat-7"] == 1
        assert "&lt;61%&gt;" in svg

    def test_a_small_picture_has_no_words_but_its_label(self) -> None:
        found = elements(board_svg(Picture(owners={"congo": "red"}, size=Size.SMALL, label="Table 7")))
        assert found[0].get("role") == "img"
        assert found[0].get("aria-label") == "Table 7"
        assert not [one for one in found if one.tag in {"text", "title"}]

    def test_an_objective_card_marks_its_territories(self) -> None:
        found = elements(objective_svg(4, 'Objective "4"'))
        wanted = next(one for one in found if one.get("class") == "wanted")
        assert [one.get("href") for one in wanted] == [
            f"#t-{name}" for name in BOARD.objectives[4].territories
        ]
        assert found[0].get("aria-label") == 'Objective "4"'

    def test_an_interactive_board_tells_the_script_borders_values_and_objectives(self) -> None:
        svg = ET.fromstring(board_svg(Picture(interactive=True)))  # noqa: S314
        lands = {one.get("data-land"): one for one in svg.iter() if one.get("data-land")}
        assert list(lands) == list(BOARD.ids)
        assert {name: one.get("data-near", "").split() for name, one in lands.items()} == {
            name: list(near) for name, near in BOARD.neighbours.items()
        }
        assert sum(int(one.get("data-value", "0")) for one in lands.values()) == 164
        masks = json.loads(svg.get("data-objectives", ""))
        assert {int(number): int(mask, 16) for number, mask in masks.items()} == {
            number: one.mask for number, one in BOARD.objectives.items()
        }
        assert [one.get("data-label") for one in svg.iter() if one.get("data-label")] == list(BOARD.ids)

    @pytest.mark.parametrize("where", ["owners", "armies", "heat", "texts"])
    def test_an_unknown_territory_is_refused(self, where: str) -> None:
        with pytest.raises(KeyError, match="atlantide"):
            Picture(**{where: {"atlantide": 1}})

    def test_no_inline_style_and_no_script(self) -> None:
        svg = geometry_svg() + board_svg(Picture(owners={"congo": "red"}, interactive=True))
        assert re.findall(r"style=|<style|<script| on\w+=", svg) == []


class TestTags:
    def render(self, source: str, **values: object) -> str:
        context = Context({"request": RequestFactory().get("/"), **values})
        return Template("{% load board %}" + source).render(context)

    def test_the_outlines_stand_once_on_a_page(self) -> None:
        page = self.render("{% board %}{% board small=True %}{% objective_card 4 %}{% board_geometry %}")
        assert page.count('id="t-congo"') == 1
        assert page.count('<svg class="board ') == 3

    def test_without_a_request_each_picture_stands_alone(self) -> None:
        page = Template("{% load board %}{% board %}{% board %}").render(Context())
        assert page.count('id="t-congo"') == 2

    def test_an_objective_may_be_a_number_or_territories(self) -> None:
        by_number = self.render("{% board objective=4 %}")
        by_names = self.render("{% board objective=names %}", names=BOARD.objectives[4].territories)
        assert by_number == by_names

    def test_the_entry_works_as_a_list_of_selects(self) -> None:
        seats = [
            {"colour": "red", "name": "Aldo", "objective": 4},
            {"colour": "blue", "name": "Bruna", "objective": ""},
        ]
        page = self.render("{% board_entry seats owners %}", seats=seats, owners={"congo": "blue"})
        names = re.findall(r'<select[^>]* name="([^"]+)"', page)
        assert sorted(names) == sorted(
            ["objective-red", "objective-blue", *(f"territory-{name}" for name in BOARD.ids)]
        )
        congo = page[page.index('name="territory-congo"') :].split("</select>")[0]
        assert re.findall(r'value="(\w*)"( selected)?', congo) == [
            ("", ""),
            ("red", ""),
            ("blue", " selected"),
        ]
        objective = page[page.index('name="objective-red"') :].split("</select>")[0]
        assert re.findall(r'value="(\d+)" selected', objective) == ["4"]


class TestDesignFilters:
    def test_every_army_has_a_letter_of_its_own_and_a_name(self) -> None:
        assert set(LETTERS) == set(Colour.values)
        with translation.override("en"):
            assert "".join(army_letter(colour) for colour in Colour.values) == "RBGYK"
            assert army_name("black") == "Black"

    def test_no_army_has_neither(self) -> None:
        assert (army_letter(""), army_name("")) == ("", "")

    def test_a_die_shows_as_many_pips_as_it_says(self) -> None:
        assert {face: len(pips(face)) for face in PIPS} == {face: face for face in range(1, 7)}
        assert pips("7") == pips("?") == ()

    def test_no_moment_is_empty(self) -> None:
        assert instant(None) == ""

    @pytest.mark.parametrize(
        ("given", "shown"),
        [
            (("98",), '<span class="score">98</span>'),
            (("131", "won"), '<span class="score score-won">131<span class="only-sr"> winner</span></span>'),
            (
                ("62", "dropped-won"),
                '<span class="score score-dropped score-won"><s>62</s><span class="only-sr"> discarded, winner</span></span>',
            ),
            (
                ("", "none", "ill"),
                '<span class="score score-none" title="ill">–<span class="only-sr"> ill</span></span>',
            ),
            (
                ("9<", "changed"),
                '<span class="score score-changed">9&lt;<span class="only-sr"> corrected</span></span>',
            ),
        ],
    )
    def test_a_score_says_what_became_of_it(self, given: tuple[str, ...], shown: str) -> None:
        with translation.override("en"):
            assert score_cell(*given) == shown
