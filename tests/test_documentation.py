"""The documents say what is there: every library has its decision, every link and folder exists."""

import re
from pathlib import Path

import polib
import pytest

from scoring.presets import preset, preset_names

ROOT = Path(__file__).resolve().parent.parent
DECISIONS = sorted((ROOT / "docs" / "adr").glob("[0-9]*.md"))
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), ROOT / "docs" / "adr" / "README.md"]
LABEL = re.compile(r"(?<!\*)\*([^*\n]+(?:\n[^*\n]+)?)\*(?!\*)")
NUMBERS = re.compile(r"\d+|%\(\w+\)s")
PARTS = ["Context", "Decision", "Consequences", "Rejected alternatives"]


def pins() -> dict[str, str]:
    """The pinned libraries of the product with their versions."""
    lines = (ROOT / "requirements.txt").read_text().splitlines()
    return dict(re.sub(r"\[.*?\]", "", line).split("==") for line in lines if line)


def test_every_library_has_a_decision_with_its_version() -> None:
    text = "\n".join(path.read_text() for path in DECISIONS)
    decided = dict(re.findall(r"^\| ([\w-]+) \| ([\d.]+) \|", text, re.MULTILINE))
    assert decided == pins()


@pytest.mark.parametrize("path", DECISIONS, ids=lambda path: path.stem)
def test_a_decision_is_one_page_in_four_parts(path: Path) -> None:
    text = path.read_text()
    assert text.startswith(f"# {path.name[:4]}. ")
    assert re.findall(r"^## (.+)$", text, re.MULTILINE) == PARTS
    assert len(text.splitlines()) <= 50


def test_every_decision_is_listed() -> None:
    listed = re.findall(r"\((\d{4}-[\w-]+\.md)\)", (ROOT / "docs" / "adr" / "README.md").read_text())
    assert listed == [path.name for path in DECISIONS]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_leads_somewhere(path: Path) -> None:
    # Pictures are taken by tests/e2e, which know which the README shows.
    links = re.findall(r"(?<!!)\[[^]]*\]\(([^)#\s]+)", path.read_text())
    local = [link for link in links if "://" not in link]
    assert [link for link in local if not (path.parent / link).exists()] == []


def test_every_folder_of_the_map_exists() -> None:
    readme = (ROOT / "README.md").read_text().split("## Where things are")[1].split("## Where to change")[0]
    folders = re.findall(r"`([\w/]+/)`", readme)
    assert len(folders) > 8
    inside_tests = {"cases/", "golden/"}
    assert [name for name in folders if not (ROOT / name).is_dir() and name not in inside_tests] == []


def test_every_scenario_is_held_by_tests_that_exist() -> None:
    rows = re.findall(
        r"^\| (\d+) \| .+ \| (.+) \|$", (ROOT / "docs" / "scenarios.md").read_text(), re.MULTILINE
    )
    assert [int(number) for number, _ in rows] == list(range(1, 61))
    named = {name for _, tests in rows for name in re.findall(r"`(.+?)`", tests)}
    assert sorted(name for name in named if not is_a_test(*name.split("::"))) == []


def is_a_test(path: str, *names: str) -> bool:
    """Whether the file under `tests/` holds that function, in that class where one is named."""
    text = (ROOT / "tests" / path).read_text(encoding="utf-8")
    return all(re.search(rf"^ *(?:def|class) {name}\b", text, re.MULTILINE) for name in names)


GUIDES = {
    "en": ("organiser", "referee", "player"),
    "it": ("organizzatore", "arbitro", "giocatore"),
    "pt_BR": ("organizador", "arbitragem", "jogador"),
}


def said_on_pages(language: str) -> set[str]:
    """All that pages say in a language, and the last sentence of each; numbers and what is filled in left out."""
    catalogue = polib.pofile(
        str(ROOT / "locale" / ("it" if language == "en" else language) / "LC_MESSAGES/django.po")
    )
    words = [entry.msgid if language == "en" else entry.msgstr for entry in catalogue]
    titles = [getattr(preset(name).title, language[:2]) for name in preset_names()]
    return {
        NUMBERS.sub("%", end).lower() for text in (*words, *titles) for end in (text, text.split("? ")[-1])
    }


@pytest.mark.parametrize("language", GUIDES)
def test_what_a_guide_says_to_press_stands_on_a_page(language: str) -> None:
    said = said_on_pages(language)
    for guide in GUIDES[language]:
        text = (ROOT / "docs" / "guide" / f"{guide}.md").read_text(encoding="utf-8").replace("**", "")
        labels = [part for way in LABEL.findall(text) for part in way.split("→")]
        named = {" ".join(label.split()).strip(" ,.") for label in labels}
        pressed = {label for label in named if label[0].isupper()}
        assert [one for one in sorted(pressed) if NUMBERS.sub("%", one).lower() not in said] == [], guide
