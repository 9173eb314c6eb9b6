"""Mass play and stateful play: no act that is listed leads to an impossible position."""

import itertools

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from games.challenge.engine import (
    Dice,
    GameOptions,
    Phase,
    apply,
    defects,
    events,
    legal_actions,
    new_game,
    resolve,
    verify,
)
from games.challenge.engine.actions import (
    Action,
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
)
from games.challenge.engine.tables import ALL_CARDS, BIT, CARDS, TERRITORIES
from games.play import PLAYERS, PlayedGame, greedy_player, play, play_game, random_player

SETUP = {Phase.SEATING, Phase.DEALING, Phase.OBJECTIVES, Phase.PLACING}
TRIPLES = [BIT[a] | BIT[b] | BIT[c] for a, b, c in itertools.combinations(range(CARDS), 3)]
PAIRS = list(itertools.product(range(TERRITORIES), repeat=2))


def cheap_universe(position):
    """Every conceivable decision, with numbers a little beyond what can be legal."""
    yield from (ThrowForSeats(), Deal(), DealObjectives(), EndReinforcement(), TakeCards(), DrawCard())
    yield from (DrawCard(late=True), EndTurn(), ThrowClosing(), Claim())
    most = max(position.armies) + 2
    yield from (Occupy(n) for n in range(-1, most))
    yield from (Place(t, n) for t in range(TERRITORIES) for n in range(position.reserve + 3))
    yield from (Attack(*pair) for pair in PAIRS)
    yield from (
        Move(*pair, n)
        for pair in PAIRS
        for n in {0, 1, 2, position.armies[pair[0]] - 1, position.armies[pair[0]]}
    )


def universe(position):
    yield from cheap_universe(position)
    yield from map(PlaySet, TRIPLES)


def keys(actions):
    return {(type(action).__name__, action) for action in actions}


def sampled(position, legal):
    """The legal decisions that the universe holds: of movements only some numbers are tried."""
    tried = {0, 1, 2}
    return [
        action
        for action in legal
        if not isinstance(action, Move) or action.armies in tried | {position.armies[action.source] - 1}
    ]


def check_listed(position, candidates):
    legal = legal_actions(position)
    assert len(set(legal)) == len(legal)
    accepted = [action for action in candidates if not verify(position, action)]
    assert keys(accepted) == keys(sampled(position, legal))


def check_conserved(before, act, after):
    """Armies, cards and territories change only by what the act says."""
    assert defects(after) == []
    placed = act.armies if isinstance(act, Place) else 0
    lost = 0
    if isinstance(act, Attack):
        lost = min(len(act.attacker_dice), len(act.defender_dice))
    if isinstance(act, Deal):
        placed = 1
    assert sum(after.armies) == sum(before.armies) + placed - lost
    cards = [*after.hands, after.discards]
    assert sum(mask.bit_count() for mask in cards) + (ALL_CARDS & ~union(cards)).bit_count() == CARDS
    assert all(hand.bit_count() <= 7 for hand in after.hands)
    if after.phase not in SETUP:
        assert sum(held.bit_count() for held in after.held) == TERRITORIES
        limit = after.options.army_limit
        assert limit is None or all(after.on_board(seat) <= limit for seat in range(len(after.held)))


def union(masks):
    total = 0
    for mask in masks:
        assert not total & mask
        total |= mask
    return total


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("limit", [120, 130, None])
def test_random_games_stay_possible(players, limit):
    for seed in range(4):
        options = GameOptions(players, army_limit=limit)
        moments = list(play(seed, [random_player] * players, options, time_up_round=12))
        for (before, act), (after, _) in itertools.pairwise(moments):
            assert verify(before, act) == ()
            assert apply(before, act) == after
            check_conserved(before, act, after)
        assert apply(*moments[-1]).phase is Phase.OVER


@pytest.mark.parametrize("players", [3, 5])
def test_greedy_games_stay_possible(players):
    for seed in range(3):
        for before, act in play(seed, [greedy_player] * players, GameOptions(players, army_limit=None)):
            assert verify(before, act) == ()
            check_conserved(before, act, apply(before, act))


@pytest.mark.parametrize("seed", range(6))
def test_what_verify_accepts_is_what_is_listed(seed):
    """Every 40th position of a game, every conceivable decision; the sets of three every 400th."""
    for number, (position, _) in enumerate(play(seed, [greedy_player, random_player, random_player])):
        if number % 400 == 0:
            check_listed(position, universe(position))
        elif number % 40 == 0:
            check_listed(position, [*cheap_universe(position), *hand_sets(position)])


def hand_sets(position):
    """Three cards from the own hand, a set or not."""
    hand = [card for card in range(CARDS) if position.hands[position.seat] & BIT[card]]
    return [PlaySet(BIT[a] | BIT[b] | BIT[c]) for a, b, c in itertools.combinations(hand, 3)]


def test_same_seed_same_game():
    first = play_game(11, [greedy_player, random_player, greedy_player, random_player])
    again = play_game(11, [greedy_player, random_player, greedy_player, random_player])
    other = play_game(12, [greedy_player, random_player, greedy_player, random_player])
    assert first == again
    assert first.acts != other.acts


def test_a_player_for_each_seat():
    with pytest.raises(ValueError, match="4 players are needed, not 3"):
        play_game(1, [random_player] * 3, GameOptions(4))


def test_a_game_that_is_not_over_has_no_outcome():
    options = GameOptions(3)
    with pytest.raises(ValueError, match="not over"):
        PlayedGame(1, options, (), new_game(options)).outcome  # noqa: B018  # the property raises


class AnyGame(RuleBasedStateMachine):
    """Hypothesis chooses every decision; half of the time the listed one, half of the time one that may be wrong."""

    @initialize(
        seed=st.integers(0, 2**32),
        players=st.sampled_from([3, 4, 5]),
        limit=st.sampled_from([120, 130, None]),
    )
    def start(self, seed, players, limit):
        self.dice = Dice(seed)
        self.position = new_game(GameOptions(players, army_limit=limit))
        while self.position.phase in SETUP:
            self.step(random_player(self.position, legal_actions(self.position), self.dice))

    def step(self, decision: Action):
        act = resolve(self.position, decision, self.dice)
        assert verify(self.position, act) == ()
        after = apply(self.position, act)
        check_conserved(self.position, act, after)
        self.position = after

    @precondition(lambda self: self.position.phase is not Phase.OVER)
    @rule(share=st.integers(0, 10**6))
    def decide(self, share):
        legal = legal_actions(self.position)
        self.step(legal[share * len(legal) // (10**6 + 1)])

    @precondition(lambda self: self.position.phase is not Phase.OVER)
    @rule(name=st.sampled_from(sorted(PLAYERS)), times=st.integers(1, 60))
    def let_play(self, name, times):
        for _ in range(times):
            if self.position.phase is not Phase.OVER:
                self.step(PLAYERS[name](self.position, legal_actions(self.position), self.dice))

    @precondition(lambda self: events(self.position))
    @rule()
    def time_up(self):
        self.step(events(self.position)[0])

    @rule(source=st.integers(0, 41), to=st.integers(0, 41), armies=st.integers(-1, 200))
    def wrong_unless_listed(self, source, to, armies):
        legal = keys(legal_actions(self.position))
        for action in (
            Attack(source, to),
            Move(source, to, armies),
            Place(source, armies),
            Occupy(armies),
        ):
            assert (verify(self.position, action) == ()) == ((type(action).__name__, action) in legal)

    @invariant()
    def possible(self):
        if hasattr(self, "position"):
            assert defects(self.position) == []


TestAnyGame = AnyGame.TestCase
TestAnyGame.settings = settings(
    max_examples=15,
    stateful_step_count=40,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
