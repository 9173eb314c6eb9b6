"""The whole-game engine article by article: what is refused, and what follows from what is done."""

from dataclasses import replace

import pytest

from games.challenge import BOARD
from games.challenge.engine import (
    Dice,
    GameOptions,
    IncompleteAct,
    Phase,
    Reason,
    apply,
    defects,
    events,
    final_scores,
    legal_actions,
    new_game,
    outcome,
    resolve,
    verify,
)
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
from games.challenge.engine.geometry import entitled, set_yield
from games.challenge.engine.position import NOBODY, Result
from games.challenge.engine.tables import ALL_CARDS, BIT, CARD_SYMBOL, FIRST_JOKER, set_armies, sets_in
from tests.games.engine.tables import T, bits, table

SYMBOLS = {symbol: [card for card in range(42) if CARD_SYMBOL[card] == symbol] for symbol in range(3)}


def articles(position, action):
    return [found.article for found in verify(position, action)]


def cards(*numbers):
    return sum(BIT[number] for number in numbers)


def done(position, *acts):
    for act in acts:
        assert verify(position, act) == (), act
        position = apply(position, act)
    return position


@pytest.mark.rule("2.3")
def test_tied_players_throw_again():
    first = done(new_game(), ThrowForSeats((5, 3, 5, 2)))
    assert (first.phase, first.groups) == (Phase.SEATING, ((0, 2), (1,), (3,)))
    assert articles(first, ThrowForSeats((1, 2, 3))) == ["2.3"]
    again = done(first, ThrowForSeats((4, 4)))
    assert again.groups == ((0, 2), (1,), (3,))
    seated = done(again, ThrowForSeats((1, 6)))
    assert (seated.phase, seated.groups) == (Phase.DEALING, ((2,), (0,), (1,), (3,)))
    assert articles(seated, ThrowForSeats((1, 2))) == ["2.3"]


def seated(players=4):
    return done(new_game(GameOptions(players)), ThrowForSeats(tuple(range(players, 0, -1))))


@pytest.mark.rule("2.5")
def test_cards_go_round_anticlockwise_from_the_last_seat():
    position = seated()
    for territory, seat in zip(("alaska", "peru", "congo", "cina", "siam"), (3, 2, 1, 0, 3), strict=True):
        assert articles(position, Deal(T[territory], (seat + 1) % 4)) == ["2.7"]
        position = done(position, Deal(T[territory], seat))
    assert articles(position, Deal(T["alaska"], 2)) == ["2.5"]
    assert position.supply == (29, 29, 29, 28)


@pytest.mark.rule("2.7")
def test_half_of_a_continent_is_the_most():
    """Seat 4 holds two of South America; the third goes to its right, the fourth two places on; then it is due again."""
    position = seated()
    south = ("venezuela", "peru", "brasile", "argentina")
    for first, others in ((south[0], ("alaska", "congo", "cina")), (south[1], ("siam", "egitto", "india"))):
        position = done(position, Deal(T[first], 3), *(Deal(T[t], 2 - i) for i, t in enumerate(others)))
    position = done(position, Deal(T[south[2]], 2))
    assert articles(position, Deal(T[south[3]], 2)) == ["2.7"]
    position = done(position, Deal(T[south[3]], 1))
    assert done(position, Deal(T["madagascar"], 3), Deal(T["islanda"], 0)).held[3].bit_count() == 3


@pytest.mark.rule("2.9")
def test_each_seat_gets_its_own_objective():
    position = seated()._replace(phase=Phase.OBJECTIVES)
    assert articles(position, DealObjectives((1, 2, 3))) == ["2.9"]
    assert articles(position, DealObjectives((1, 2, 3, 3))) == ["2.9"]
    assert articles(position, DealObjectives((1, 2, 3, 17))) == ["2.9"]
    assert done(position, DealObjectives((1, 2, 3, 16))).phase is Phase.PLACING


@pytest.mark.rule("2.10", "2.11", "3.1")
def test_supplies_are_placed_three_by_three_and_the_first_turn_begins():
    position = table({1: {"alaska": 1}, 2: {"peru": 1}, 3: {"cina": 1}}, phase=Phase.PLACING, round=0)
    position = position._replace(supply=(4, 3, 0, 1), reserve=3)
    home = T["ontario"]
    assert articles(position, Place(home, 4)) == ["2.10"]
    assert articles(position, Place(T["alaska"], 1)) == ["2.10"]
    assert articles(position, Place(home, 0)) == ["2.10"]
    position = done(position, Place(home, 1), Place(T["quebec"], 2), Place(T["alaska"], 3))
    assert (position.seat, position.reserve) == (3, 1)
    position = done(position, Place(T["cina"], 1), Place(home, 1))
    assert (position.phase, position.round, position.seat) == (Phase.REINFORCEMENT, 1, 0)
    assert position.reserve == 13 + 5 + 3 + 2  # 39 territories; Europa, Africa and Oceania are whole


@pytest.mark.rule("3.1", "3.2")
def test_entitlement():
    assert entitled(bits("alaska", "cina")) == 0
    assert entitled(bits(*BOARD.ids[20:34])) == 14 // 3 + 3  # Africa is whole
    assert [entitled(continent.mask) - len(continent.territories) // 3 for continent in BOARD.continents.values()] == [
        5, 2, 5, 3, 7, 2,
    ]  # fmt: skip


@pytest.mark.rule("3.3", "3.4")
def test_sets():
    foot, horse, gun = (SYMBOLS[symbol] for symbol in range(3))
    joker = FIRST_JOKER
    assert [set_armies(cards(*same[:3])) for same in (foot, horse, gun)] == [8, 8, 8]
    assert set_armies(cards(foot[0], horse[0], gun[0])) == 10
    assert [set_armies(cards(joker, *same[:2])) for same in (foot, horse, gun)] == [12, 12, 12]
    assert set_armies(cards(joker, foot[0], horse[0])) == 0
    assert set_armies(cards(joker, joker + 1, horse[0])) == 0
    assert set_armies(cards(*foot[:2])) == 0
    assert set_yield(cards(*foot[:3]), cards(foot[0], foot[2])) == 12
    assert set_yield(cards(joker, foot[0], horse[0]), cards(foot[0])) == 0
    assert len(sets_in(cards(*foot[:3], joker))) == 4


@pytest.mark.rule("3.3", "3.5", "3.7")
def test_a_set_is_played_once_and_discarded():
    foot = SYMBOLS[0]
    hand = cards(*foot[:6])
    position = table(
        {1: {"alaska": 1}, 2: {"peru": 1}, 3: {"cina": 1}}, phase=Phase.REINFORCEMENT, hands=(hand, 0, 0, 0)
    )
    first, second = PlaySet(cards(*foot[:3])), PlaySet(cards(*foot[3:6]))
    played = done(position, first)
    bonus = 2 * (first.cards & position.held[0]).bit_count()
    assert (played.discards, played.hands[0], played.reserve) == (first.cards, second.cards, 8 + bonus)
    assert articles(played, second) == ["3.3"]
    assert articles(position._replace(phase=Phase.COMBAT), first) == ["3.7"]
    assert articles(position, PlaySet(cards(*foot[5:8]))) == ["3.3"]
    more = position._replace(options=replace(position.options, sets_per_turn=2))
    assert done(more, first, second).hands[0] == 0


@pytest.mark.rule("3.6", "11.1")
def test_placing_armies():
    position = table(
        {1: {"alaska": 1}, 2: {"peru": 1}, 3: {"cina": 1}}, phase=Phase.REINFORCEMENT, reserve=5,
        options=GameOptions(4, army_limit=42),
    )  # fmt: skip
    home = T["ontario"]
    assert articles(position, Place(T["alaska"], 1)) == ["3.6"]
    assert articles(position, Place(home, 0)) == ["3.6"]
    assert articles(position, Place(home, 4)) == ["11.1"]
    assert articles(position, Place(home, 6)) == ["3.1", "11.1"]
    full = done(position, Place(home, 3))
    assert not [action for action in legal_actions(full) if isinstance(action, Place)]
    fighting = done(full, EndReinforcement())
    assert (fighting.phase, fighting.reserve) == (Phase.COMBAT, 0)
    assert articles(fighting, Place(home, 1))[0] == "3.6"
    assert articles(full, Attack(home, T["alaska"])) == ["4.1", "2.12", "4.4"]


@pytest.fixture
def battle():
    """Seat 1 in Brasile faces Africa del Nord of seat 2."""
    return table({1: {"africa_del_nord": 2, "alaska": 3}, 2: {"peru": 1}, 3: {"cina": 1}, 0: {"brasile": 4}})


@pytest.mark.rule("4.2", "4.3", "4.4", "4.5", "4.6", "4.10")
@pytest.mark.parametrize(
    ("source", "target", "cited"),
    [
        ("africa_del_nord", "brasile", ["4.2", "4.2"]),
        ("brasile", "venezuela", ["4.2"]),
        ("brasile", "alaska", ["4.4"]),
        ("kamchatka", "alaska", ["4.3"]),
        ("brasile", "brasile", ["4.2"]),
        ("cina", "cina", ["4.2", "4.4"]),
    ],
)
def test_attacks_refused(battle, source, target, cited):
    assert articles(battle, Attack(T[source], T[target])) == cited


@pytest.mark.rule("4.5", "4.6", "4.10")
def test_dice(battle):
    attack = Attack(T["brasile"], T["africa_del_nord"])
    assert articles(battle, attack) == []
    assert articles(battle, replace(attack, attacker_dice=(6, 6), defender_dice=(1, 1))) == ["4.5"]
    assert articles(battle, replace(attack, attacker_dice=(6, 6, 1), defender_dice=(1,))) == ["4.6"]
    two = battle._replace(armies=tuple(3 if t == T["brasile"] else a for t, a in enumerate(battle.armies)))
    assert articles(two, attack) == []
    one = battle._replace(armies=tuple(2 if t == T["brasile"] else a for t, a in enumerate(battle.armies)))
    assert articles(one, attack) == ["4.10"]


@pytest.mark.rule("4.7", "4.8", "4.9", "4.15", "4.16")
def test_losses_conquest_and_occupation(battle):
    attack = Attack(T["brasile"], T["africa_del_nord"], (6, 5, 2), (5, 5))
    fought = done(battle, attack)
    assert (fought.armies[attack.source], fought.armies[attack.target], fought.phase) == (3, 1, Phase.COMBAT)
    won = done(fought, replace(attack, attacker_dice=(6, 1), defender_dice=(5,)))
    assert (won.phase, won.owners[attack.target], won.armies[attack.target]) == (Phase.OCCUPATION, 0, 0)
    assert [articles(won, Occupy(n)) for n in (1, 2, 3)] == [["4.15"], [], ["4.3", "5.2"]]
    assert articles(won, EndTurn()) == ["4.15"]
    held = done(won, Occupy(2))
    assert (held.armies[attack.source], held.armies[attack.target]) == (1, 2)
    assert articles(held, Occupy(1)) == ["4.15"]


@pytest.mark.rule("5.2", "5.3")
def test_minimum_garrison_after_a_conquest():
    """Beside an enemy two stay, unless four attacked with three; with no enemy left beside it one may stay."""
    position = table(
        {1: {"africa_del_nord": 1, "venezuela": 1}, 2: {"peru": 1}, 3: {"cina": 1}, 0: {"brasile": 6}}
    )
    won = done(position, Attack(T["brasile"], T["africa_del_nord"], (6, 5, 2), (5,)))
    assert [articles(won, Occupy(n)) for n in (3, 4, 5)] == [[], [], ["5.2"]]
    quiet = table(
        {1: {"africa_del_nord": 1, "alaska": 1}, 2: {"ontario": 1}, 3: {"cina": 1}, 0: {"brasile": 6}}
    )
    won = done(quiet, Attack(T["brasile"], T["africa_del_nord"], (6, 5, 2), (5,)))
    assert [articles(won, Occupy(n)) for n in (5, 6)] == [[], ["4.3"]]


@pytest.mark.rule("5.1", "5.2", "5.4")
def test_movement(battle):
    brasile, venezuela = T["brasile"], T["venezuela"]
    assert articles(battle, Move(brasile, T["africa_del_nord"], 1)) == ["5.1"]
    assert articles(battle, Move(brasile, T["cina"], 1)) == ["5.1", "5.1"]
    assert articles(battle, Move(brasile, venezuela, 0)) == ["5.1"]
    assert articles(battle, Move(brasile, venezuela, 3)) == ["5.2"]
    assert articles(battle, Move(brasile, venezuela, 4)) == ["5.1", "5.2"]
    moved = done(battle, Move(brasile, venezuela, 2))
    assert moved.phase is Phase.CARD
    assert articles(moved, Move(venezuela, brasile, 1)) == ["5.1"]
    assert articles(moved, Attack(brasile, T["africa_del_nord"])) == ["5.4", "4.10"]
    assert articles(moved, DrawCard()) == ["6.1"]


@pytest.mark.rule("6.1", "6.2", "6.6", "6.7")
def test_cards(battle):
    conquered = battle._replace(turn=battle.turn._replace(conquered=bits("ontario")))
    drawn = done(conquered, DrawCard(T["siam"]))
    assert (drawn.hands[0], drawn.phase) == (BIT[T["siam"]], Phase.CARD)
    assert articles(drawn, DrawCard()) == ["6.2"]
    assert articles(drawn, Attack(T["brasile"], T["africa_del_nord"])) == ["2.12"]
    full = conquered._replace(hands=(cards(*range(7)), 0, 0, 0))
    assert articles(full, DrawCard()) == ["6.7"]
    assert articles(conquered._replace(discards=cards(3)), DrawCard(3)) == ["3.5"]


@pytest.mark.rule("3.5")
def test_an_empty_deck_is_made_anew(battle):
    everywhere = (cards(*range(1, 8)), cards(*range(8, 15)), cards(*range(15, 22)), cards(*range(22, 29)))
    position = battle._replace(
        hands=(everywhere[0] & ~BIT[1], *everywhere[1:]),
        discards=ALL_CARDS & ~sum(everywhere),
        turn=battle.turn._replace(conquered=bits("ontario")),
    )
    position = position._replace(discards=position.discards | BIT[1])
    after = done(position, DrawCard(1))
    assert (after.discards, after.hands[0]) == (0, everywhere[0])
    assert articles(position, DrawCard(2)) == ["3.5"]


@pytest.mark.rule("6.4")
def test_a_forgotten_card(battle):
    ended = done(battle._replace(turn=battle.turn._replace(conquered=bits("ontario"))), EndTurn())
    assert (ended.seat, ended.late) == (1, 0)
    drawn = done(ended, DrawCard(5, late=True))
    assert (drawn.hands[0], drawn.late) == (BIT[5], NOBODY)
    assert articles(drawn, DrawCard(6, late=True)) == ["6.4"]
    assert done(ended, EndReinforcement(), EndTurn()).late == NOBODY


@pytest.fixture
def last_stand():
    """Seat 2's only territory is Africa del Nord, with one army; it holds five cards."""
    position = table({1: {"africa_del_nord": 1}, 2: {"peru": 1}, 3: {"cina": 1}, 0: {"brasile": 4}})
    return position._replace(hands=(cards(0, 1, 2, 3), cards(4, 5, 6, 7, 8), 0, 0))


@pytest.mark.rule("7.1")
def test_nobody_is_put_out_in_the_first_four_rounds(last_stand):
    attack = Attack(T["brasile"], T["africa_del_nord"])
    assert articles(last_stand, attack) == []
    assert articles(last_stand._replace(round=4), attack) == ["7.1"]
    armies = tuple(4 if t == attack.target else a for t, a in enumerate(last_stand.armies))
    assert articles(last_stand._replace(round=4, armies=armies), attack) == []


@pytest.mark.rule("7.1", "7.2")
def test_cards_of_the_eliminated(last_stand):
    won = done(last_stand, Attack(T["brasile"], T["africa_del_nord"], (6, 5, 2), (5,)), Occupy(3))
    assert (won.phase, won.eliminated) == (Phase.SPOILS, (1,))
    assert articles(won, TakeCards(cards(4, 5))) == ["7.2"]
    assert articles(won, TakeCards(cards(4, 5, 9))) == ["7.2"]
    assert articles(won, EndTurn()) == ["7.1"]
    taken = done(won, TakeCards(cards(4, 6, 8)))
    assert taken.hands[:2] == (cards(0, 1, 2, 3, 4, 6, 8), 0)
    assert (taken.discards, taken.phase) == (cards(5, 7), Phase.COMBAT)
    assert done(taken, EndTurn()).seat == 2
    assert articles(taken, TakeCards(0)) == ["7.1"]


@pytest.mark.rule("7.1")
def test_a_forgotten_card_is_lost_with_its_owner(last_stand):
    late = last_stand._replace(late=1, hands=(0, 0, 0, 0))
    won = done(late, Attack(T["brasile"], T["africa_del_nord"], (6, 5, 2), (5,)), Occupy(3))
    assert (won.phase, won.late) == (Phase.COMBAT, NOBODY)


@pytest.mark.rule("7.1", "8.2")
def test_the_last_one_left_has_won():
    position = table(
        {1: {"africa_del_nord": 1}, 0: {"brasile": 4}}, options=GameOptions(4), eliminated=(2, 3)
    )
    over = done(position, Attack(T["brasile"], T["africa_del_nord"], (6, 5, 2), (5,)), Occupy(3))
    assert over.result == Result(Reason.ALONE, 0, True)
    assert outcome(over).winner == 0
    assert [row.seat for row in final_scores(over)] == [0, 1, 3, 2]
    assert legal_actions(over) == []
    assert articles(over, EndTurn()) == ["8.2"]
    assert articles(over, TimeUp()) == ["8.2"]


@pytest.mark.rule("8.2", "10.5")
@pytest.mark.parametrize(("time_up", "points"), [(0, 100), (4, 86)])
def test_objective(time_up, points):
    """Objective 1 belongs to the first seat; before the time limit it gives 100 points, after it its own value."""
    objective = BOARD.objectives[1]
    others = {1: {"islanda": 1}, 2: {"cina": 1}, 3: {"siberia": 1}}
    position = table(others, time_up=time_up)
    over = done(position, Claim())
    assert outcome(over) == (Reason.OBJECTIVE, 0, not time_up)
    assert final_scores(over)[0][1] == points
    missing = table({1: {objective.territories[0]: 1}, 2: {"cina": 1}, 3: {"siberia": 1}})
    assert articles(missing, Claim()) == ["8.2"]


@pytest.mark.rule("8.1", "9.1")
def test_time_limit(battle):
    assert events(battle) == [TimeUp()]
    up = done(battle, TimeUp())
    assert (up.time_up, events(up)) == (5, [])
    assert articles(up, TimeUp()) == ["9.1"]
    untimed = battle._replace(options=replace(battle.options, time_limit=None))
    assert articles(untimed, TimeUp()) == ["8.1"]
    assert articles(new_game(), TimeUp()) == ["9.1"]
    assert (events(untimed), events(new_game())) == ([], [])


def quiet_table(**fields):
    holdings = {1: {"islanda": 1}, 2: {"cina": 1}, 3: {"siberia": 1, "alaska": 2}}
    return table(holdings, **{"objectives": (16, 2, 3, 4), **fields})


def pass_turn(position, dice=None):
    """End the turn, throwing if it is due; the next player is past its reinforcements."""
    position = done(position, EndTurn())
    if position.phase is Phase.CLOSING:
        position = done(position, ThrowClosing(dice or (6, 6)))
    return done(position, EndReinforcement())


@pytest.mark.rule("9.1", "9.2", "9.4")
def test_closing_runs_from_the_last_player_of_the_last_round_in_laps_of_4_5_6_7():
    position = done(quiet_table(round=7), TimeUp())
    thrown = []
    while len(thrown) < 14:
        ended = done(position, EndTurn())
        if ended.phase is Phase.CLOSING:
            thrown.append((ended.round, ended.seat, ended.closing))
        position = pass_turn(position)
    laps = [(seat, value) for _, seat, value in thrown]
    assert thrown[0][:2] == (8, 3)
    assert laps == [
        (3, 4), (0, 4), (1, 4), (2, 4), (3, 5), (0, 5), (1, 5), (2, 5),
        (3, 6), (0, 6), (1, 6), (2, 6), (3, 7), (0, 7),
    ]  # fmt: skip


@pytest.mark.rule("9.2")
def test_value_stays_at_seven_and_a_low_throw_closes():
    position = quiet_table(round=9, time_up=5, closing=7, closing_seat=3, seat=2)
    raised = pass_turn(position)
    assert (raised.seat, raised.closing) == (3, 7)
    due = done(position, EndTurn())
    assert articles(due, ThrowClosing((1, 2, 3))) == ["9.2"]
    assert done(due, ThrowClosing((4, 4))).phase is Phase.REINFORCEMENT
    over = done(due, ThrowClosing((3, 4)))
    assert over.result == Result(Reason.CLOSING, 2, in_time=False)


@pytest.mark.rule("9.3")
@pytest.mark.parametrize(("conquests", "throws"), [(2, True), (3, False)])
def test_more_than_two_conquests_exempt_from_the_throw(conquests, throws):
    taken = bits("ontario", "quebec", "peru") if conquests == 3 else bits("ontario", "quebec")
    position = quiet_table(round=9, time_up=5, closing=4, turn={"conquered": taken, "card_drawn": True})
    ended = done(position, EndTurn())
    assert (ended.phase is Phase.CLOSING) == throws
    assert articles(position, ThrowClosing((1, 1))) == ["9.2"]


@pytest.mark.rule("9.2", "9.4")
def test_without_the_last_seat_the_next_before_it_begins():
    holdings = {1: {"islanda": 1}, 2: {"cina": 1, "alaska": 2}}
    position = table(holdings, objectives=(16, 2, 3, 4), round=8, time_up=7, seat=2)
    assert position.eliminated == (3,)
    ended = done(position, EndTurn())
    assert (ended.phase, ended.closing) == (Phase.CLOSING, 4)
    after = pass_turn(pass_turn(done(ended, ThrowClosing((6, 6)), EndReinforcement())))
    assert (after.seat, after.closing) == (2, 5)


@pytest.mark.rule("9.2")
@pytest.mark.parametrize("out", [(3,), (2,)])
def test_everyone_has_one_turn_at_each_value_whoever_goes_out(out):
    """The first to throw, or another, is out in the middle of a lap: nobody has two turns at one value, or none."""
    holdings = {seat: {t: 1} for seat, t in ((1, "islanda"), (2, "cina"), (3, "siberia")) if seat not in out}
    position = table(
        holdings, objectives=(16, 2, 3, 4), round=9, time_up=5, closing=4, closing_seat=3, eliminated=out
    )
    turns = []
    for _ in range(9):
        turns.append((position.seat, position.closing))
        position = pass_turn(position)
    seats = [seat for seat in range(4) if seat not in out]
    laps = [
        (seat, value)
        for value in (4, 5, 6, 7)
        for seat in ([3, 0, 1, 2] if out == (2,) else seats)
        if seat in seats
    ]
    assert turns == laps[laps.index((0, 4)) :][:9]


@pytest.mark.rule("10.2", "10.4")
def test_ties_by_points_outside_then_by_the_later_seat():
    """Two seats without anything inside their objectives: what lies outside decides, then the later seat."""
    outside = {
        number: set(BOARD.ids) - set(objective.territories) for number, objective in BOARD.objectives.items()
    }
    pairs = [
        (a, b)
        for a in sorted(outside[1])
        for b in sorted(outside[2])
        if BOARD.value[a] == BOARD.value[b] and a != b
    ]
    a, b = pairs[0]
    position = table({0: {a: 1}, 1: {b: 1}, 2: {}, 3: {}}, rest=2)
    rows = final_scores(position)
    assert [row.seat for row in rows] == [2, 1, 0, 3]
    assert (rows[1].points, rows[2].points, rows[1].outside) == (0, 0, rows[2].outside)
    unequal = next(t for t in sorted(outside[1]) if BOARD.value[t] > BOARD.value[b] and t != b)
    assert [row.seat for row in final_scores(table({0: {unequal: 1}, 1: {b: 1}}, rest=2))] == [2, 0, 1, 3]


def test_no_score_before_the_objectives():
    with pytest.raises(ValueError, match="objectives"):
        final_scores(new_game())


@pytest.mark.parametrize(
    "act", [ThrowForSeats(), Deal(), DealObjectives(), Attack(0, 1), TakeCards(), DrawCard(), ThrowClosing()]
)
def test_incomplete_acts_cannot_be_applied(act, battle):
    with pytest.raises(IncompleteAct):
        apply(battle, act)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"players": 2}, "3 to 5 players"),
        ({"players": 6}, "3 to 5 players"),
        ({"army_limit": 20}, "below the starting supply"),
        ({"time_limit": 0}, "at least a minute"),
        ({"sets_per_turn": 0}, "at least one set"),
    ],
)
def test_impossible_options(options, said):
    with pytest.raises(ValueError, match=said):
        GameOptions(**options)


def broken():
    sound = quiet_table()
    armies = list(sound.armies)
    armies[0] = 0
    return [
        (sound._replace(held=(0, *sound.held[1:])), {"2.6", "7.1", "2.8"}),
        (sound._replace(armies=tuple(armies)), {"4.3"}),
        (sound._replace(options=GameOptions(4, army_limit=30)), {"11.1"}),
        (new_game()._replace(supply=(30, 30, 30, 29)), {"2.4"}),
        (sound._replace(hands=(1, 1, 0, 0)), {"3.5"}),
        (sound._replace(hands=(255, 0, 0, 0)), {"6.6"}),
        (table({1: {"peru": 1}, 2: {"cina": 1}}, hands=(0, 0, 0, 1)), {"7.1"}),
        (sound._replace(objectives=(1, 1, 2, 3)), {"2.9"}),
        (table({1: {"peru": 1}, 2: {"cina": 1}}, round=3), {"7.1"}),
        (table({1: {"peru": 1}, 2: {"cina": 1}}, seat=3), {"7.1"}),
        (sound._replace(closing=4), {"9.2"}),
        (sound._replace(turn=sound.turn._replace(conquered=bits("islanda"))), {"6.1"}),
    ]


@pytest.mark.parametrize(("position", "cited"), broken())
def test_defects(position, cited):
    found = defects(position)
    assert {defect.article for defect in found} == cited
    assert all(defect.en and defect.it for defect in found)
    assert defects(quiet_table()) == []


def test_resolve_leaves_decisions_without_chance_alone(battle):
    assert resolve(battle, EndTurn(), Dice(1)) == EndTurn()
