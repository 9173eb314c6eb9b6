"""Games played at random: what holds after every act, and the two readings of the rules against each other."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace

import pytest

from games.adjudicator import adjudicate_json
from games.challenge.engine.rng import Dice
from games.core.acts import Move, Occupy
from games.core.board import Symbol
from games.risk.actions import Attack, ClaimVictory, Reinforce
from games.risk.card_document import write_card
from games.risk.document import write_position
from games.risk.engine import Assault, EndTurn, IllegalAct, Table, choices, new_table, play, play_at_random
from games.risk.engine.table import FULL_DECK, fresh_turn
from games.risk.geography import BOARD
from games.risk.judge import judge_case
from games.risk.position import Card, Holding, LastAttack, Phase
from games.risk.rulebook import CLASSIC
from games.risk.rulesets import SUPPLY, DefenderDice, Options, Reach, Setup, SetWorth

COLOURS = ("red", "blue", "green", "yellow", "black", "violet")
VARIANTS = {
    "standard": Options(),
    "dealt": Options(setup=Setup.DEAL, set_worth=SetWorth.RESET, fortify=Reach.CONNECTED),
    "anniversary": Options(east_africa_middle_east=False, set_worth=SetWorth.EMBLEM),
    "by one": Options(set_worth=SetWorth.BY_ONE, defender_dice=DefenderDice.MOST),
}


def cards_at(table: Table) -> Counter[Card]:
    hands = (card for hand in table.position.hands.values() for card in hand)
    return Counter((*table.deck, *table.discards, *hands))


def bold(table: Table, dice: Dice) -> Table:
    """One decision, attacks with the most dice first, so that games have conquests."""
    open_to = choices(table)
    attacks = [d for d in open_to if isinstance(d, Assault) and d.attacker > 1]
    trades = [d for d in open_to if isinstance(d, Reinforce) and d.set]
    liked = trades or attacks or [d for d in open_to if not isinstance(d, Move)]
    return play(table, liked[dice.below(len(liked))], dice)


def conquering(table: Table, dice: Dice) -> Table:
    """One decision of a player who gathers its armies and attacks while it can, so that games end."""
    board = table.position.board

    def zeal(decision: object) -> int:
        match decision:
            case Assault(source, target, attacker, defender):
                return 1000 * attacker + board[source].armies - board[target].armies + defender
            case Occupy():
                return decision.armies
            case Reinforce() if decision.set:
                return 10_000
            case Reinforce():
                (territory,) = decision.armies
                enemies = any(board[t].owner != table.player for t in table.board.neighbours[territory])
                return 5_000 + board[territory].armies if enemies else 1
            case _:
                return 0

    return play(table, max(choices(table), key=zeal), dice)


def assert_sound(before: Table, after: Table) -> None:
    position = after.position
    assert cards_at(after) == Counter(FULL_DECK)
    empty = [t for t, held in position.board.items() if held.armies < 1]
    assert empty in ([], [position.unoccupied()])
    assert all(not position.territories_of(player) for player in position.eliminated)
    assert set(before.position.eliminated) <= set(position.eliminated)
    assert before.position.sets_traded <= position.sets_traded
    if position.turn.phase is not Phase.SETUP:
        assert len(position.board) == len(BOARD)


@pytest.mark.parametrize("options", VARIANTS.values(), ids=VARIANTS)
@pytest.mark.parametrize("players", range(2, 7))
def test_what_holds_after_every_act(players: int, options: Options) -> None:
    dice, table = Dice(players), new_table(COLOURS[:players], options)
    for _ in range(420):
        if not choices(table):
            break
        before, table = table, bold(table, dice)
        assert_sound(before, table)


def test_setup_uses_the_whole_supply() -> None:
    for players in range(2, 7):
        dice, table = Dice(7), new_table(COLOURS[:players])
        while table.position.turn.phase is Phase.SETUP:
            table = bold(table, dice)
        assert {table.position.armies_of(a) for a in table.armies} == {SUPPLY[players]}
        assert table.player == "red"


def test_the_same_seed_plays_the_same_game() -> None:
    one, other = (play_at_random(new_table(COLOURS[:4]), 11, 300) for _ in range(2))
    assert one == other
    assert one != play_at_random(new_table(COLOURS[:4]), 12, 300)


def test_a_game_ends_with_one_player_left() -> None:
    dice, table = Dice(5), new_table(COLOURS[:3], Options(setup=Setup.DEAL))
    for _ in range(5_000):
        if not choices(table):
            break
        before, table = table, conquering(table, dice)
        assert_sound(before, table)
    assert table.is_over
    assert table.position.territories_of(table.player) == tuple(table.position.board)
    assert len(table.position.eliminated) == 2
    assert play_at_random(table, 1, 5) == table


@pytest.mark.parametrize("options", VARIANTS.values(), ids=VARIANTS)
def test_choices_and_the_adjudicator_agree(options: Options) -> None:
    """Every attack, manoeuvre and occupation on the board is legal exactly when it is among the choices."""
    dice, table, seen = Dice(3), new_table(COLOURS[:3], options), Counter[Phase]()
    while sum(seen.values()) < 4:
        phase = table.position.turn.phase
        if phase in (Phase.REINFORCEMENT, Phase.COMBAT) and seen[phase] < 2 and dice.below(9) == 0:
            seen[phase] += 1
            assert legal_by_judge(table) == legal_by_choices(table)
        table = bold(table, dice)


def legal_by_choices(table: Table) -> set[tuple[str, str, str]]:
    kinds = {Assault: "attack", Move: "move", Occupy: "occupy"}
    return {(kinds[type(d)], d.source, d.target) for d in choices(table) if type(d) in kinds}


def legal_by_judge(table: Table) -> set[tuple[str, str, str]]:
    last = table.position.turn.last_attack or LastAttack("", "")
    legal = set()
    for source in BOARD.ids:
        for target in BOARD.ids:
            acts = [Attack(table.player, source, target), Move(table.player, source, target, 1)]
            if (source, target) == (last.source, last.target):
                acts.append(Occupy(table.player, source, target, last.armies))
            for act in acts:
                if judge_case(CLASSIC, table.case(act)).verdict.value == "legal":
                    legal.add((act.type, source, target))
    return legal


def test_positions_are_judged_alike_as_documents() -> None:
    dice, table, compared = Dice(9), new_table(COLOURS[:3]), 0
    for _ in range(260):
        table = bold(table, dice)
        if table.position.turn.phase is Phase.COMBAT and table.position.unoccupied() is None:
            compared += 1
            act = {"type": "attack", "player": table.player, "from": "siam", "to": "indonesia"}
            document = {
                "ruleset": "risk-classic",
                "position": write_position(table.position),
                "action": act,
            }
            case = table.case(Attack(table.player, "siam", "indonesia"))
            answer = adjudicate_json(json.dumps(document))
            assert answer["verdict"] == judge_case(CLASSIC, case).verdict
    assert compared > 10


def world(**armies: tuple[str, int]) -> dict[str, Holding]:
    return {t: Holding(*armies.get(t, ("blue", 1))) for t in BOARD.ids}


def at(table: Table, phase: Phase, **facts: object) -> Table:
    turn = replace(fresh_turn("red", phase), **facts)
    return replace(table, position=replace(table.position, turn=turn))


def test_elimination_hands_over_cards_and_forces_sets() -> None:
    board = world(brasile=("red", 9), argentina=("green", 1))
    cards = FULL_DECK[:6]
    table = new_table(("red", "blue", "green"))
    hands = {"red": cards[:3], "blue": (), "green": cards[3:]}
    table = replace(table, position=replace(table.position, board=board, hands=hands), deck=FULL_DECK[6:])
    table = at(table, Phase.COMBAT)
    dice = Dice(2)
    while table.position.unoccupied() is None:
        table = play(table, Assault("brasile", "argentina", 3, 1), dice)
    assert table.position.eliminated == ("green",)
    assert {type(d).__name__ for d in choices(table)} == {"Occupy"}
    table = play(table, choices(table)[0], dice)
    (take,) = choices(table)
    table = play(table, take, dice)
    assert table.position.hands["green"] == ()
    trades = choices(table)
    assert all(isinstance(d, Reinforce) and d.set for d in trades)
    table = play(table, trades[0], dice)
    assert len(table.position.hands["red"]) == 3
    assert table.discards == trades[0].set
    assert {type(d).__name__ for d in choices(table)} == {"Reinforce"}


def test_an_illegal_act_is_refused_with_its_rules() -> None:
    table = at(new_table(("red", "blue", "green")), Phase.COMBAT)
    table = replace(table, position=replace(table.position, board=world(brasile=("red", 2))))
    with pytest.raises(IllegalAct, match=r"move: 5\.1") as refused:
        play(table, Move("red", "brasile", "peru", 1), Dice(1))
    assert refused.value.articles == ("5.1",)
    assert refused.value.act == Move("red", "brasile", "peru", 1)


def test_the_traded_cards_become_the_deck_again() -> None:
    table = at(new_table(("red", "blue", "green")), Phase.COMBAT, conquered=("brasile",))
    table = replace(table, deck=(), discards=FULL_DECK)
    table = replace(
        table, position=replace(table.position, board=world(brasile=("red", 2), siam=("green", 1)))
    )
    after = play(table, EndTurn(), Dice(1))
    assert len(after.deck) == len(FULL_DECK) - 1
    assert after.discards == ()
    assert after.player == "blue"
    assert len(after.position.hands["red"]) == 1


def test_no_card_is_drawn_where_all_are_in_hands() -> None:
    table = at(new_table(("red", "blue", "green")), Phase.COMBAT, conquered=("brasile",))
    table = replace(table, deck=(), discards=())
    table = replace(table, position=replace(table.position, board=world(brasile=("red", 2))))
    assert play(table, EndTurn(), Dice(1)).position.hands["red"] == ()


def test_the_winner_may_say_so() -> None:
    table = at(new_table(("red", "blue")), Phase.COMBAT)
    board = dict.fromkeys(BOARD.ids, Holding("red", 2))
    table = replace(table, position=replace(table.position, board=board))
    assert choices(table) == (ClaimVictory("red"),)
    over = play(table, ClaimVictory("red"), Dice(1))
    assert over.is_over
    assert play_at_random(over, 1, 5) == over


@pytest.mark.parametrize(
    ("fortify", "reached"), [(Reach.ADJACENT, {"peru"}), (Reach.CONNECTED, {"peru", "argentina"})]
)
def test_armies_move_as_far_as_is_agreed(fortify: Reach, reached: set[str]) -> None:
    table = at(new_table(("red", "blue", "green"), Options(fortify=fortify)), Phase.COMBAT)
    board = world(venezuela=("red", 3), peru=("red", 1), argentina=("red", 1), siam=("green", 1))
    table = replace(table, position=replace(table.position, board=board))
    moves = [decision for decision in choices(table) if isinstance(decision, Move)]
    assert {move.target for move in moves if move.source == "venezuela"} == reached


def test_cards_are_written_as_they_are_read() -> None:
    assert [
        write_card(card)
        for card in (FULL_DECK[0], Card(None), Card(None, None, 2), Card("alaska", Symbol.CANNON, 1))
    ] == [
        "alaska",
        "wild",
        "wild/2",
        "alaska/cannon/1",
    ]
