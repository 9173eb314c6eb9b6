"""The tournament's game: its rules to read, its options and a club's own board, the command that checks a file."""

from importlib.resources import files
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.adjudicator import HOMES, UnreadableCase
from games.options import LONGEST, read_option, written_option
from tests.factories import make_member, make_tournament
from tournament.models import Event, Tournament
from tournament.selectors.rulebooks import rulebook_for
from tournament.web.game import CLUB_FILES

BOARD = (files("games.futurisiko") / "data" / "example.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize("ruleset", HOMES)
def test_every_game_has_its_rules_to_read(ruleset: str) -> None:
    book = rulebook_for(ruleset, {})
    assert all(one.is_checked or one.reason for one in book.articles)
    assert all(one.chosen is None for one in book.options)
    assert bool(book.questions) is not ruleset.startswith(("risiko", "kingmaker"))


@pytest.mark.django_db
def test_options_are_read_as_people_say_them(client: Client) -> None:
    page = client.get(f"/t/{make_tournament().slug}/game/", headers={"accept-language": "en"})
    shown = {one["value"] for one in page.context["options"]}
    assert {"no", "–", "130"} <= shown
    assert shown.isdisjoint({"true", "false", "null"})


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("reroll", "true", True),
        ("territories_to_win", " 18 ", 18),
        ("fortify", "connected", "connected"),
        ("board", "complete = true", "complete = true"),
        ("card_effects", "[truce]\ntext = 'x'", {"truce": {"text": "x"}}),
        ("own_missions", "[[own_missions]]\nid = 'a'", [{"id": "a"}]),
    ],
)
def test_an_option_is_read_as_it_is_meant(name: str, text: str, value: Any) -> None:
    assert read_option(name, text) == value
    assert read_option(name, written_option(value)) == value


def test_what_is_no_document_is_refused() -> None:
    assert written_option(None) == ""
    with pytest.raises(UnreadableCase):
        read_option("card_effects", "a = = 1")
    with pytest.raises(UnreadableCase):
        read_option("board", "x" * (LONGEST + 1))


@pytest.mark.django_db
def test_a_club_gives_its_board_until_the_first_result(client: Client) -> None:
    tournament = make_tournament(ruleset="futurisiko")
    client.force_login(make_member(tournament))
    page = reverse("direct-game", args=[tournament.slug])
    assert "futurisiko-board.toml" in client.get(page).content.decode()
    refused = client.post(page, {"board": "complete = true", "territories_to_win": "17"})
    assert [refused.status_code, len(refused.context["error"].problems)] == [422, 3]
    assert refused.context["fields"][0]["value"] == "17"
    assert client.post(page, {"card_effects": "a = = 1"}).status_code == 422
    client.post(page, {"board": BOARD, "territories_to_win": "18", "special_cards": ""})
    tournament.refresh_from_db()
    assert tournament.ruleset_options == {"board": BOARD.strip(), "territories_to_win": 18}
    assert Event.objects.filter(tournament=tournament, kind="rules_changed").count() == 1
    shown = client.get(reverse("game", args=[tournament.slug])).context["book"]
    assert [one.chosen for one in shown.options if one.name == "territories_to_win"] == [18]
    Tournament.objects.filter(pk=tournament.pk).update(frozen_at=timezone.now())
    assert client.post(page, {"territories_to_win": "16"}).status_code == 409
    assert client.get(page).status_code == 200


@pytest.mark.django_db
def test_a_clubs_file_is_copied(client: Client) -> None:
    tournament = make_tournament(ruleset="risikard")
    client.force_login(make_member(tournament))
    for name in CLUB_FILES:
        answer = client.get(reverse("direct-game-file", args=[tournament.slug, name]))
        assert answer.content.startswith(b"#")
    assert client.get(reverse("direct-game-file", args=[tournament.slug, "x"])).status_code == 404


def test_the_command_checks_a_clubs_file(tmp_path: Path) -> None:
    file, said = tmp_path / "board.toml", StringIO()
    file.write_text(BOARD, encoding="utf-8")
    call_command("rules", "check", str(file), stdout=said)
    assert said.getvalue() == f"{file} can be used: option board of futurisiko.\n"
    file.write_text(BOARD.replace('id = "borneo"', 'id = "elsewhere"'), encoding="utf-8")
    with pytest.raises(CommandError, match="borneo"):
        call_command("rules", "check", str(file))
    with pytest.raises(CommandError):
        call_command("rules", "check", str(tmp_path / "none.toml"))
