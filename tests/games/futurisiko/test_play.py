"""Whole games played at random through the adjudicator: pieces are conserved, positions can always be judged again."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from games.adjudicator import adjudicate
from games.futurisiko.board_document import bundled_board
from games.futurisiko.rulesets import COST, SUPPLY

BOARD = bundled_board("example")
OPTIONS = {"board": "example", "territories_to_win": 20, "special_cards": True}
TURNS = 5


class Table:
    """A table that acts through documents only; every act is judged before it counts."""

    def __init__(self, seed: int, players: int) -> None:
        self.lot = Random(seed)
        names = ["red", "blue", "green", "yellow", "black", "violet"][:players]
        self.position: dict[str, Any] = {
            "players": names,
            "board": {},
            "fleets": {},
            "turn": {"phase": "setup"},
        }
        self.position["hands"] = {name: [] for name in names}
        if players == 5:
            self.position["removed"] = "madagascar"
        self.legal = self.illegal = self.conquered = 0

    @property
    def turn(self) -> dict[str, Any]:
        found: dict[str, Any] = self.position["turn"]
        return found

    def act(self, **action: Any) -> dict[str, Any]:
        case = {"ruleset": "futurisiko", "options": OPTIONS, "position": self.position, "action": action}
        answer: dict[str, Any] = adjudicate(json.loads(json.dumps(case)))
        assert answer["verdict"] != "undetermined", answer["findings"]
        if answer["verdict"] == "legal":
            self.position = answer["position"]
        self.legal += answer["verdict"] == "legal"
        self.illegal += answer["verdict"] == "illegal"
        return answer

    def must(self, **action: Any) -> dict[str, Any]:
        answer = self.act(**action)
        assert answer["verdict"] == "legal", (action, answer["findings"])
        self.check()
        return answer

    def check(self) -> None:
        """Flags, supply and order hold after every act."""
        board = self.position["board"]
        assert set(board) <= set(BOARD.territories) - {self.position.get("removed")}
        for player in self.position["players"]:
            standing = dict.fromkeys(SUPPLY, 0)
            for holding in board.values():
                whole = [holding] * (holding["owner"] == player)
                whole += [holding.get("invaders", {})] * (self.turn.get("player") == player)
                for arm in ("tanks", "aircraft"):
                    standing[arm] += sum(units.get(arm, 0) for units in whole)
            assert all(0 <= number <= SUPPLY[arm] for arm, number in standing.items())
        assert all(n > 0 for fleet in self.position["fleets"].values() for n in fleet.values())

    def total(self) -> int:
        board = self.position["board"].values()
        units = [u for holding in board for u in (holding, holding.get("invaders", {}))]
        return sum(u.get("tanks", 0) + u.get("aircraft", 0) for u in units)

    def set_up(self) -> None:
        self.must(type="determine_sequence", cards=[self.lot.choice(self.position["players"])])
        while self.turn["phase"] == "setup":
            free = sorted(
                set(BOARD.territories) - set(self.position["board"]) - {self.position.get("removed")}
            )
            self.must(type="claim_territory", player=self.turn["player"], territory=self.lot.choice(free))

    def take_turn(self) -> bool:
        """A whole turn; False once somebody has won."""
        living = sorted({h["owner"] for h in self.position["board"].values()})
        self.must(type="determine_sequence", cards=[self.lot.choice(living)])
        for player in self.position["players"]:
            self._cards(player)
        while self.turn["phase"] == "production":
            self._produce(self.turn["player"])
        while self.turn["phase"] != "sequence":
            if not self._operate(self.turn["player"]):
                return False
        return True

    def _cards(self, player: str) -> None:
        hand, due = self.position["hands"][player], len(self._of(player)) // 3
        discard, draw = ["unknown"] * max(0, len(hand) - due), ["unknown"] * max(0, due - len(hand))
        assert self.act(type="take_cards", player=player, draw=[*draw, "unknown"])["verdict"] == "illegal"
        self.must(type="take_cards", player=player, discard=discard, draw=draw)

    def _produce(self, player: str) -> None:
        own, points = self._of(player), len(self._of(player))
        for _ in range(4 if own else 0):
            arm = self.lot.choice(list(SUPPLY))
            where = self.lot.choice(list(BOARD.seas) if arm == "submarines" else own)
            cost = COST[arm]
            number = max(1, points // cost // 2)
            answer = self.act(type="produce", player=player, pieces={where: {arm: number}})
            points -= cost * number if answer["verdict"] == "legal" else 0
            assert answer["effects"]["cost"] == cost * number
            assert points >= 0
        self.must(type="end_production", player=player)

    def _operate(self, player: str) -> bool:
        for _ in range(12):
            self._move(player)
        for territory in sorted(t for t, h in self.position["board"].items() if h.get("invaders")):
            self._fight(player, territory)
            if len(self._of(player)) >= OPTIONS["territories_to_win"]:
                self.must(type="claim_victory", player=player)
                assert self.act(type="end_operations", player=player)["verdict"] == "illegal"
                return False
        self.must(type="end_operations", player=player)
        return True

    def _move(self, player: str) -> None:
        before = self.total()
        arm = self.lot.choice(["tanks", "aircraft", "submarines"])
        board = self.position["board"]
        if arm == "submarines":
            places, vias = list(BOARD.seas), [None]
        else:
            places = [t for t in self._of(player) if board[t].get(arm)] or list(BOARD.territories)
            vias = [None, None, *BOARD.seas]
        source, via = self.lot.choice(places), self.lot.choice(vias)
        target = self.lot.choice(list(BOARD.seas if arm == "submarines" else self._near(source)))
        number = max(1, board[source].get(arm, 0)) if arm != "submarines" else 1
        self.act(
            type="move", player=player, unit=arm, number=number, **{"from": source, "to": target, "via": via}
        )
        assert self.total() == before
        self.check()

    def _near(self, territory: str) -> list[str]:
        return sorted(BOARD.land[territory] - {self.position.get("removed", "")}) or ["giappone"]

    def _fight(self, attacker: str, territory: str) -> None:
        defender = self.position["board"][territory]["owner"]
        asked = self.act(type="roll", player=attacker, territory=territory)["effects"]
        rolls = asked["first"] == "attacker"
        over = False
        while not over:
            player = attacker if rolls else defender
            wrong = defender if rolls else attacker
            assert self.act(type="roll", player=wrong, territory=territory)["verdict"] == "illegal"
            dice = self.act(type="roll", player=player, territory=territory)["effects"]["dice"]
            hits = sum(self.lot.randrange(3) == 0 for _ in range(dice))
            before = self.total()
            remove = self._removed(territory, hits, attacking=rolls)
            roll = {"territory": territory, "dice": dice, "explosions": hits, "remove": remove}
            effects = self.must(type="roll", player=player, **roll)["effects"]
            assert before - self.total() == remove["tanks"] + remove["aircraft"]
            over, rolls = effects["over"], not rolls
            self.conquered += effects["conquered"]
        assert "invaders" not in self.position["board"][territory]

    def _removed(self, territory: str, hits: int, *, attacking: bool) -> dict[str, Any]:
        holding = self.position["board"][territory]
        units = holding if attacking else holding["invaders"]
        tanks = min(hits, units.get("tanks", 0))
        aircraft = min(hits - tanks, units.get("aircraft", 0))
        return {"tanks": tanks, "aircraft": aircraft, "garrison": attacking and hits > tanks + aircraft}

    def _of(self, player: str) -> list[str]:
        return sorted(t for t, h in self.position["board"].items() if h["owner"] == player)


@pytest.mark.parametrize(("seed", "players"), [(1, 2), (2, 3), (3, 4), (4, 5), (5, 6)])
def test_random_games_keep_the_invariants(seed: int, players: int) -> None:
    table = Table(seed, players)
    table.set_up()
    assert len(table.position["board"]) == (35 if players == 5 else 36)
    for _ in range(TURNS):
        if not table.take_turn():
            break
        assert len(table.position["board"]) == (35 if players == 5 else 36)
    assert table.conquered > 0
    assert table.illegal > 0


def test_the_same_seed_plays_the_same_game() -> None:
    ends = []
    for _ in range(2):
        table = Table(9, 3)
        table.set_up()
        table.take_turn()
        ends.append(table.position)
    assert ends[0] == ends[1]
