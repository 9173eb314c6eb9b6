"""The fast engine and the adjudicator are written apart: on the same cases they must come to the same verdict."""

import random
from collections import Counter
from pathlib import Path

import pytest

from games.adjudicator import adjudicate
from games.challenge.engine import Phase, apply, final_scores, verify
from games.challenge.engine.actions import Attack, Claim, DrawCard, Move, Occupy, Place, ThrowClosing
from games.challenge.engine.document import case_document, position_document, seat_names
from games.challenge.engine.tables import ADJACENCY
from games.play import greedy_player, play, random_player
from games.replay import positions, read_record

NAMES = ("Anna", "Bruno", "Carla", "Dario", "Elio")
COMPARED = {Phase.REINFORCEMENT, Phase.COMBAT, Phase.CARD}
# 3.2 is where the adjudicator puts armies for a continent that is nearly whole; the engine says 3.1.
SAME_MATTER = {"3.1": "3.2"}


def game(seed, every=1):
    """Positions of a game with the act done in each; players of both kinds, 3 to 5 of them."""
    players = [greedy_player if (seat + seed) % 2 else random_player for seat in range(3 + seed % 3)]
    for number, moment in enumerate(play(seed, players, time_up_round=9)):
        if number % every == 0:
            yield moment


def ruling(position, act):
    document = case_document(position, act, NAMES[: len(position.held)])
    return document and adjudicate(document)


def breaches(answer):
    return {found["article"] for found in answer["findings"] if found["outcome"] == "breach"}


@pytest.mark.parametrize("seed", range(6))
def test_every_act_of_a_game_is_legal_for_both(seed):
    for position, act in game(seed):
        answer = ruling(position, act)
        if answer is not None:
            assert verify(position, act) == ()
            assert answer["verdict"] == "legal", (act, answer)
            check_consequences(position, act, answer)


def test_the_recorded_game_is_legal_for_both():
    """It has an elimination with cards, a forgotten card, a movement, sets and the closing."""
    record = read_record((Path(__file__).parent / "golden.game").read_text(encoding="utf-8"))
    asked = Counter()
    for position, step in zip(positions(record), record.steps, strict=False):
        answer = ruling(position, step.act)
        if answer is not None:
            asked[type(step.act).__name__] += 1
            assert answer["verdict"] == "legal", (step, answer)
            check_consequences(position, step.act, answer)
    assert asked.keys() >= {
        "Deal",
        "Place",
        "PlaySet",
        "Attack",
        "Occupy",
        "TakeCards",
        "Move",
        "DrawCard",
        "ThrowClosing",
    }


def check_consequences(position, act, answer):
    after = apply(position, act)
    wanted = position_document(after, NAMES[: len(position.held)])
    effects, got = answer["effects"], answer["position"]
    assert {t: list(held) for t, held in got["board"].items()} == wanted["board"]
    if isinstance(act, Attack):
        assert effects["attacker_losses"] == position.armies[act.source] - after.armies[act.source]
        assert effects["defender_losses"] == position.armies[act.target] - after.armies[act.target]
        assert effects["conquered"] == (after.phase is Phase.OCCUPATION)
        assert bool(effects.get("eliminated")) == (len(after.eliminated) > len(position.eliminated))
    if isinstance(act, ThrowClosing):
        assert effects["closes"] == (after.phase is Phase.OVER)
        assert effects["value"] == position.closing
    if isinstance(act, Claim):
        assert effects["achieved"]


def attempts(position, dice):
    """Acts of which most are wrong, some nearly right."""
    source = dice.randrange(42)
    beside = dice.choice(ADJACENCY[source])
    anywhere, armies = dice.randrange(42), dice.randrange(1, 9)
    yield from (Attack(source, beside), Attack(source, anywhere), Attack(source, source))
    yield from (Move(source, beside, armies), Move(source, anywhere, armies), Place(source, armies))
    yield from (DrawCard(), Claim())


@pytest.mark.parametrize("seed", range(6))
def test_wrong_acts_are_wrong_for_both(seed):
    dice = random.Random(seed)
    for position, _ in game(seed, every=3):
        if position.phase not in COMPARED:
            continue
        for act in attempts(position, dice):
            answer, mine = ruling(position, act), {found.article for found in verify(position, act)}
            assert answer["verdict"] == ("illegal" if mine else "legal"), (act, answer)
            theirs = breaches(answer)
            assert {a for a in mine if not {a, SAME_MATTER.get(a)} & theirs} == set(), (act, answer)


@pytest.mark.parametrize("seed", range(4))
def test_occupations_are_judged_alike(seed):
    for position, _ in game(seed):
        if position.phase is Phase.OCCUPATION:
            for armies in range(position.armies[position.turn.source] + 2):
                answer, mine = ruling(position, Occupy(armies)), verify(position, Occupy(armies))
                assert answer["verdict"] == ("illegal" if mine else "legal")
                assert {found.article for found in mine} <= breaches(answer)


@pytest.mark.parametrize("seed", range(6))
def test_final_scores_agree(seed):
    position, act = list(game(seed))[-1]
    after = apply(position, act)
    names = seat_names(after, NAMES[: len(after.held)])
    document = position_document(after, NAMES[: len(after.held)])
    answer = adjudicate({"ruleset": "risiko-challenge", "position": document, "action": {"type": "score"}})
    rows = [
        (row["player"], row["points"], row["outside"], row["rank"]) for row in answer["effects"]["players"]
    ]
    assert rows == [(names[row.seat], row.points, row.outside, row.rank) for row in final_scores(after)]
