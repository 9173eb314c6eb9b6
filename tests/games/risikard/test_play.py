"""Whole games played at random through the adjudicator: every act is judged, cards and territories are conserved."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from games.adjudicator import adjudicate
from games.risikard.deck import bundled_deck

DECK = bundled_deck()
OPTIONS = {"rotations": 2, "both_jokers": "defender", "set_kind": "either"}
SYMBOLS = ("infantry", "cavalry", "cannon")
TURNS = 30


class Table:
    """A table that acts through documents only; the hands are open, so that every card is told."""

    def __init__(self, seed: int, players: int) -> None:
        self.lot = Random(seed)
        names = ["red", "blue", "green", "yellow", "black", "violet"][:players]
        order = self.lot.sample(list(DECK.territories), len(DECK.territories))
        self.position: dict[str, Any] = {
            "players": names,
            "board": {territory: names[i % players] for i, territory in enumerate(order)},
            "hands": {name: [self.card() for _ in range(3)] for name in names},
        }
        self.winners = {"attacker": 0, "defender": 0}

    def card(self) -> str:
        value = self.lot.randrange(20)
        return "joker" if value == 0 else f"{value % 6 + 1}/{self.lot.choice(SYMBOLS)}"

    def act(self, **action: Any) -> dict[str, Any]:
        case = {"ruleset": "risikard", "options": OPTIONS, "position": self.position, "action": action}
        answer: dict[str, Any] = adjudicate(json.loads(json.dumps(case)))
        if answer["verdict"] == "legal":
            self.position = answer["position"]
            for hand in self.position["hands"].values():
                hand[:] = [self.card() if card == "unknown" else card for card in hand]
        return answer

    def must(self, **action: Any) -> dict[str, Any]:
        answer = self.act(**action)
        assert answer["verdict"] == "legal", (action, answer["findings"])
        assert set(self.position["board"]) == set(DECK.territories)
        assert set(self.position["board"].values()).isdisjoint(self.position["eliminated"])
        assert set(self.position["hands"]) == set(self.position["players"]) - set(self.position["eliminated"])
        return answer

    def take_turn(self) -> bool:
        """A whole turn; False once one player is left."""
        player = self.position["turn"]["player"]
        for _ in range(self.lot.randrange(1, 3)):
            if len(self.position["hands"][player]) >= 3 and not self._attack(player):
                return len(set(self.position["board"].values())) > 1
        able = len(self.position["hands"][player]) >= 3
        if self.position["turn"]["attacks"] == 0:
            assert (self.act(type="skip_turn", player=player)["verdict"] == "legal") is not able
            return True
        asked = self.act(type="muster", player=player, draw=99)
        assert asked["verdict"] == "illegal"
        due, hand = asked["effects"], self.position["hands"][player]
        self.must(type="muster", player=player, draw=due["draw"], discard=hand[: due["discard"]])
        assert len(self.position["hands"][player]) == due["strength"]
        return True

    def _attack(self, player: str) -> bool:
        """An attack to its end; False where the turn or the game ends with it."""
        source, target = self._pair(player)
        if not source or not target:
            return False
        defender = self.position["board"][target]
        before = {p: len(hand) for p, hand in self.position["hands"].items()}
        mine, theirs = self.position["hands"][player][:3], self.position["hands"][defender][:3]
        for fights in (1, 2, 3):
            laid = {"attacker_cards": mine[:fights], "defender_cards": theirs[:fights]}
            answer = self.act(type="attack", player=player, **{"from": source, "to": target}, **laid)
            assert answer["verdict"] in ("legal", "undetermined"), answer["findings"]
            if answer["verdict"] == "legal":
                break
        effects = answer["effects"]
        self.winners[effects["winner"]] += 1
        assert effects["fights"].count(effects["winner"]) in (1, 2)
        out, hands = effects["eliminated"], self.position["hands"]
        assert self.position["board"][effects["taken"]] == (
            player if effects["winner"] == "attacker" else defender
        )
        if out is None:
            assert (len(hands[player]), len(hands[defender])) == (before[player] - fights, before[defender])
        else:
            assert sum(map(len, hands.values())) == sum(before.values()) - fights
        return out is None

    def _pair(self, player: str) -> tuple[str, str]:
        board = self.position["board"]
        own = sorted(t for t, owner in board.items() if owner == player)
        others = sorted(t for t, owner in board.items() if owner != player)
        return (self.lot.choice(own), self.lot.choice(others)) if others else ("", "")


@pytest.mark.parametrize(("seed", "players"), [(1, 2), (2, 3), (3, 4), (4, 5), (5, 6)])
def test_random_games_keep_the_invariants(seed: int, players: int) -> None:
    table = Table(seed, players)
    called = table.lot.choice(list(DECK.territories))
    table.must(type="begin", player=table.position["board"][called], called=called)
    for _ in range(TURNS):
        if not table.take_turn():
            break
    assert all(table.winners.values())
    assert table.act(type="final_count")["verdict"] == "illegal"
    table.must(type="reshuffle")
    table.must(type="reshuffle")
    assert table.act(type="reshuffle")["verdict"] == "illegal"
    ranking = table.must(type="final_count")["effects"]["ranking"]
    assert sum(line["points"] for line in ranking) == 164
