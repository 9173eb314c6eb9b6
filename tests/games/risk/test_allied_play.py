"""The game for two with the Allied Army, played at random through the adjudicator: armies are conserved throughout."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.adjudicator import adjudicate
from games.risk.geography import BOARD

PLAYERS = ("red", "blue")
TURNS = 8
ATTACKS = 5


class Table:
    """Two players and the Allied Army, acting through documents only; every act is judged before it counts."""

    def __init__(self, seed: int) -> None:
        self.lot = Random(seed)
        self.position: dict[str, Any] = {"players": list(PLAYERS), "board": {}, "turn": {"phase": "setup"}}
        self.conquered = self.commanded = 0

    @property
    def board(self) -> dict[str, Any]:
        found: dict[str, Any] = self.position["board"]
        return found

    def armies(self) -> int:
        return sum(armies for _owner, armies in self.board.values())

    def of(self, owner: str, least: int = 1) -> list[str]:
        return sorted(t for t, (holder, armies) in self.board.items() if holder == owner and armies >= least)

    def must(self, more: int, **action: Any) -> dict[str, Any]:
        """Do it, for the act is legal; so many armies more stand on the board afterwards."""
        before = self.armies()
        answer: dict[str, Any] = adjudicate(
            {"ruleset": "risk-two-player", "position": self.position, "action": action}
        )
        assert answer["verdict"] == "legal", (action, answer["findings"])
        self.position = answer["position"]
        assert self.armies() == before + more
        assert {owner for owner, _armies in self.board.values()} <= {*PLAYERS, "allied"}
        assert all(armies > 0 for _owner, armies in self.board.values()) or answer["effects"]["conquered"]
        return answer

    def set_up(self) -> None:
        free = sorted(BOARD.ids)
        self.lot.shuffle(free)
        for number in range(28):
            self.must(1, type="claim_territory", player=PLAYERS[number % 2], territory=free.pop())
        self.board.update({territory: ["allied", 2] for territory in free})
        for number in range(52):
            player = PLAYERS[number % 2]
            where = self.lot.choice(self.of(player))
            self.must(1, type="place_initial", player=player, armies={where: 1}, supply=26 - number // 2)
        assert self.armies() == 2 * 40 + 28

    def fight(self, commander: str, owner: str, victims: set[str]) -> bool:
        """An attack from a territory of `owner`, and the armies moved in; False where none is possible."""
        ways = [
            (source, target)
            for source in self.of(owner, 2)
            for target in BOARD.neighbours[source]
            if self.board[target][0] in victims
        ]
        if not ways:
            return False
        source, target = self.lot.choice(sorted(ways))
        thrown = sorted(
            (self.lot.randint(1, 6) for _ in range(min(3, self.board[source][1] - 1))), reverse=True
        )
        against = sorted((self.lot.randint(1, 6) for _ in range(min(2, self.board[target][1]))), reverse=True)
        lost = min(len(thrown), len(against))
        act: dict[str, Any] = {"type": "attack", "player": commander, "from": source, "to": target}
        act |= {"attacker_dice": thrown, "defender_dice": against}
        act |= {"as_allied": True} if owner == "allied" else {}
        effects = self.must(-lost, **act)["effects"]
        if effects["conquered"]:
            self.conquered += 1
            armies = self.lot.randint(len(thrown), self.board[source][1] - 1)
            self.must(0, type="occupy", player=commander, armies=armies, **{"from": source, "to": target})
        return True

    def turn(self, player: str, other: str) -> None:
        facts = {"conquered": [], "moved": False, "card_drawn": False, "allied_over": False}
        self.position["turn"] = {"player": player, "phase": "reinforcement", **facts}
        self.position["sets_traded"] = 0
        probe = {"type": "reinforce", "player": player, "armies": {}}
        due: Any = adjudicate({"ruleset": "risk-two-player", "position": self.position, "action": probe})
        new = due["effects"]["remaining"]
        self.must(new, type="reinforce", player=player, armies={self.lot.choice(self.of(player)): new})
        for _ in range(ATTACKS):
            self.fight(player, player, {other, "allied"})
        if not self.of(other):
            return
        if self.of("allied"):
            self.must(new // 2, type="place_allied", player=other, armies={self.of("allied")[0]: new // 2})
            for _ in range(self.lot.randint(0, 2)):
                self.commanded += self.fight(other, "allied", {player})
        self.position["turn"]["allied_over"] = True
        self.fortify(player)

    def fortify(self, player: str) -> None:
        own = self.of(player)
        ways = [(s, t) for s in self.of(player, 2) for t in BOARD.neighbours[s] if t in own]
        if ways:
            source, target = self.lot.choice(sorted(ways))
            armies = self.lot.randint(1, self.board[source][1] - 1)
            self.must(0, type="move", player=player, armies=armies, **{"from": source, "to": target})


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_random_games_keep_the_invariants(seed: int) -> None:
    table = Table(seed)
    table.set_up()
    for number in range(TURNS):
        player, other = PLAYERS[number % 2], PLAYERS[1 - number % 2]
        table.turn(player, other)
        if not table.of(other) or not table.of(player):
            break
        table.must(0, type="check_position")
    assert table.conquered > 5
    assert table.commanded > 0
