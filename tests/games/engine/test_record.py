"""The game record: every act is a word and comes back; whatever else is a defect with its place."""

import json
import re
from contextlib import suppress
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from hypothesis import given, settings
from hypothesis import strategies as st

from games.challenge import BOARD
from games.challenge.engine import GameOptions, Phase
from games.challenge.engine.actions import (
    Attack,
    Claim,
    Deal,
    DealObjectives,
    DrawCard,
    EndReinforcement,
    EndTurn,
    Move,
    Occupy,
    Place,
    PlaySet,
    TakeCards,
    ThrowClosing,
    ThrowForSeats,
    TimeUp,
)
from games.challenge.engine.notation import CODES, NotationError, read_act, write_act
from games.play import greedy_player, play_game, random_player
from games.replay import RecordError, positions, read_record, record_of, replay, write_record

PLAYERS = ("Anna", "Bruno", "Carla", "Dario")
GOLDEN = Path(__file__).parent / "golden.game"

territories = st.integers(0, 41)
cards = st.integers(0, 43)
armies = st.integers(0, 999)
dice = st.lists(st.integers(1, 6), min_size=1, max_size=5).map(tuple)
decks = st.sets(cards, max_size=7).map(lambda held: sum(1 << card for card in held))
any_act = st.one_of(
    st.builds(ThrowForSeats, dice),
    st.builds(Deal, territories, st.integers(0, 4)),
    st.builds(DealObjectives, st.lists(st.integers(0, 999), min_size=1, max_size=5).map(tuple)),
    st.builds(Place, territories, armies),
    st.builds(PlaySet, decks),
    st.builds(Attack, territories, territories, dice, dice),
    st.builds(Occupy, armies),
    st.builds(TakeCards, decks),
    st.builds(Move, territories, territories, armies),
    st.builds(DrawCard, cards, st.booleans()),
    st.builds(ThrowClosing, dice),
    st.sampled_from([EndReinforcement(), EndTurn(), TimeUp(), Claim()]),
)


@given(any_act)
@settings(derandomize=True, deadline=None)
def test_every_act_comes_back(act):
    assert read_act(write_act(act)) == act


@given(st.text(max_size=70) | st.text("alabrperjo123456-=+@:/*<>!#SO,. ", max_size=20))
@settings(derandomize=True, deadline=None, max_examples=400)
def test_any_word_is_an_act_or_a_defect(word):
    act = None
    with suppress(NotationError):
        act = read_act(word)
    assert act is None or read_act(write_act(act)) == act


def test_codes_are_the_territories_in_order():
    assert len(set(CODES)) == 44
    for code, name in zip(CODES, BOARD.ids, strict=False):
        letters = iter(name.replace("_", ""))
        assert all(letter in letters for letter in code), (code, name)


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("bra-afn", "dice are missing"),
        ("bra-afn:652/", "dice are missing"),
        ("bra-afn:657/1", "'7' is no territory, card or die"),
        ("bra-xyz:6/1", "'xyz' is no territory, card or die"),
        ("bra-jo1:6/1", "is a Joker"),
        ("bra+", "'' is no number"),
        ("bra+1000", "no number up to 999"),
        ("bra+-1", "'-1' is no number"),
        ("bra+١", "is no number"),
        ("*ala,ala,per", "'ala' stands twice"),
        ("xyz", "no such act"),
        ("bra?", "no such act"),
        ("!", "'' is no territory, card or die"),
        ("a" * 65, "too long"),
    ],
)
def test_words_that_are_no_act(word, said):
    with pytest.raises(NotationError, match=re.escape(said)):
        read_act(word)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_whole_games_come_back(players):
    names = (*PLAYERS, "Elio")[:players]
    for seed in range(4):
        game = play_game(seed, [greedy_player, *[random_player] * (players - 1)], GameOptions(players))
        text = write_record(record_of(names, game.options, game.acts))
        record = read_record(text)
        assert (record.players, record.options) == (names, game.options)
        assert tuple(step.act for step in record.steps) == game.acts
        assert write_record(record) == text
        assert max(map(len, text.splitlines())) <= 100
        played = replay(record)
        assert (played.position, played.illegal, played.played) == (game.final, None, len(game.acts))


HEAD = "sdadata-game 1\nruleset: risiko-challenge\nplayers: A | B | C\n"


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("", ['line 1: must be "sdadata-game 1"']),
        ("sdadata-game 2\n", ['line 1: must be "sdadata-game 1"']),
        ("sdadata-game 1\nplayers: A | B | C\n", ['header: "ruleset: risiko-challenge" is missing']),
        (HEAD.replace("B", "A"), ["header: players must have names, each its own"]),
        (HEAD.replace("| C", ""), ["header: a game has 3 to 5 players, not 2"]),
        (HEAD + "army-limit: many\n", ["header: 'many' is no number"]),
        (HEAD + "sets-per-turn: none\n", ["header: a turn allows at least one set"]),
        (HEAD + "colour: red\nplayers: A | B | C\n", [
            "line 4: unknown or repeated 'colour'", "line 5: unknown or repeated 'players'",
        ]),
        (HEAD + "\nS123 zzz ; a remark zzz\nala@9 bra!\n", ["line 5: 'zzz': no such act", "line 6: 'bra!': no such act"]),
    ],
)  # fmt: skip
def test_defects_of_a_record(text, problems):
    with pytest.raises(RecordError) as refused:
        read_record(text)
    assert list(refused.value.problems) == problems


def test_at_most_about_twenty_defects():
    with pytest.raises(RecordError) as refused:
        read_record(HEAD + "\n" + "zzz\n" * 500)
    assert len(refused.value.problems) == 20
    with pytest.raises(RecordError, match="longer than"):
        read_record(HEAD + " " * 4_000_000)


@given(st.text())
@settings(derandomize=True, deadline=None)
def test_any_text_is_a_record_or_a_defect(text):
    for candidate in (text, HEAD + text, HEAD + "\n" + text):
        record = None
        with suppress(RecordError):
            record = read_record(candidate)
        assert record is None or replay(record).played <= len(record.steps)


def test_no_limits_come_back():
    options = GameOptions(3, army_limit=None, time_limit=None)
    assert read_record(write_record(record_of("ABC", options, []))).options == options


@pytest.mark.parametrize("players", [("A|B", "C", "D"), ("A", "B"), ("A", "B\nC", "D"), ("A", " ", "C")])
def test_names_that_cannot_be_written(players):
    with pytest.raises(RecordError, match="players"):
        record_of(players, GameOptions(3), [])


def test_replay_stops_at_the_first_illegal_act():
    text = GOLDEN.read_text(encoding="utf-8")
    record = read_record(text.replace("1.1: ", "1.1: ala-kam:6/1 ", 1))
    played = replay(record)
    assert played.illegal.position == played.position
    assert played.illegal.step.word == "ala-kam:6/1"
    assert played.illegal.breaches[0].article == "4.1"
    assert played.illegal.number == played.played + 1
    assert len(list(positions(record))) == played.played + 1


def test_a_lost_turn_is_noticed():
    text = GOLDEN.read_text(encoding="utf-8")
    start, end = text.index("1.2: "), text.index("1.3: ")
    illegal = replay(read_record(text[:start] + text[end:])).illegal
    assert illegal.breaches[0].article == "2.12"
    assert illegal.step.label == (1, 2)


def test_positions_lead_to_the_end():
    record = read_record(GOLDEN.read_text(encoding="utf-8"))
    every = list(positions(record))
    assert len(every) == len(record.steps) + 1
    assert every[-1] == replay(record).position
    assert every[100] == replay(record, upto=100).position
    assert every[-1].phase is Phase.OVER


def run(*arguments):
    out = StringIO()
    call_command(*arguments, stdout=out)
    return out.getvalue()


def test_replay_command_shows_any_point():
    text = run("replay", str(GOLDEN), "--at", "0", "--lang", "it")
    assert text.splitlines()[0].startswith("0 atti su ")
    document = json.loads(run("replay", str(GOLDEN), "--json"))
    assert document["illegal"] is None
    assert document["outcome"]["reason"] == "closing"
    assert document["scores"][0]["player"] == document["outcome"]["winner"]
    assert sum(armies for _, armies in document["position"]["board"].values()) > 42
    assert "The game is over (closed by the sdadata)" in run("replay", str(GOLDEN))


def test_replay_command_names_the_article(tmp_path):
    file = tmp_path / "wrong.game"
    file.write_text(GOLDEN.read_text(encoding="utf-8").replace("1.1: ", "1.1: W ", 1), encoding="utf-8")
    illegal = json.loads(run("replay", str(file), "--json"))["illegal"]
    assert [found["article"] for found in illegal["breaches"]] == ["8.2"]
    assert "  8.2: Mancano territori dell'obiettivo." in run("replay", str(file), "--lang", "it").splitlines()
    assert "  8.2: Faltam territórios do objetivo." in run("replay", str(file), "--lang", "pt").splitlines()


@pytest.mark.parametrize("content", [b"nonsense", b"\xff\xfe", None])
def test_replay_command_refuses_what_is_no_record(tmp_path, content):
    file = tmp_path / "bad.game"
    if content is not None:
        file.write_bytes(content)
    for arguments in ([], ["--json"]):
        with pytest.raises(CommandError) as refused:
            run("replay", str(file), *arguments)
        assert refused.value.returncode == 2
    with pytest.raises(CommandError, match="from 0"):
        run("replay", str(GOLDEN), "--at", "-1")


def test_replay_command_reads_standard_input(monkeypatch):
    monkeypatch.setattr("sys.stdin", StringIO(GOLDEN.read_text(encoding="utf-8")))
    assert json.loads(run("replay", "-", "--json"))["played"] > 300


def test_play_command(tmp_path):
    file = tmp_path / "first.game"
    arguments = ("--games", "3", "--seed", "5", "--players", "greedy,random,random", "--rounds", "4")
    document = json.loads(run("play", *arguments, "--json", "--record", str(file)))
    assert document["games"] == 3
    assert sum(seat["wins"] for seat in document["seats"]) == 3
    assert json.loads(run("play", *arguments, "--json")) == document
    assert run("play", *arguments).splitlines()[0].startswith("3 games: objective ")
    record = read_record(file.read_text(encoding="utf-8"))
    assert replay(record).position.phase is Phase.OVER
    assert record.players == ("greedy 1", "random 2", "random 3")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--players", "genius,random,random"], "no such player: genius"),
        (["--players", "random,random"], "3 to 5 players"),
        (["--games", "0"], "--games must be"),
        (["--rounds", "0"], "--rounds must be"),
        (["--army-limit", "5"], "below the starting supply"),
    ],
)
def test_play_command_refuses(arguments, said):
    with pytest.raises(CommandError, match=said) as refused:
        run("play", *arguments)
    assert refused.value.returncode == 2


def test_documentation_names_every_code():
    text = (Path(__file__).parents[3] / "docs" / "record.md").read_text(encoding="utf-8")
    for code, name in zip(CODES, [territory.name for territory in BOARD.territories], strict=False):
        assert f"`{code}` {name}" in text
