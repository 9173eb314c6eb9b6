"""The parts of a case that every game shares: players, board, and who is meant by a name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from games.core.board import Board
from games.core.notation import Node

NAME_LONGEST = 40


def read_players(position: Node, least: int, most: int) -> tuple[str, ...]:
    """The players in the order of play: `least` to `most` different short names."""
    node = position.need("players")
    if node is None:
        return ()
    names = [name for entry in node.elements() if (name := entry.text(NAME_LONGEST)) is not None]
    if isinstance(node.value, list) and len(names) == len(node.value):
        if not least <= len(names) <= most:
            node.fail(f"{len(names)} players; this ruleset is for {least} to {most}")
        for name in [n for n, times in Counter(names).items() if times > 1]:
            node.fail(f'player "{name}" stands twice')
    return tuple(names[: 2 * most])


def read_player(node: Node, players: tuple[str, ...]) -> str | None:
    """A player written here."""
    name = node.text(NAME_LONGEST)
    if name is None or not players or name in players:
        return name
    return node.one_of(players, "player")


def read_board(position: Node, board: Board, players: tuple[str, ...]) -> dict[str, tuple[str, int]]:
    """Territory id → owner and armies; a territory written twice, in whatever spelling, is an error."""
    held: dict[str, tuple[str, int]] = {}
    node = position.need("board")
    for name, entry in node.members() if node else ():
        territory = entry.territory_named(name, board)
        if territory is not None and territory in held:
            entry.fail(f'territory "{territory}" stands twice')
        pair = _pair(entry, players)
        if territory is not None and pair is not None:
            held[territory] = pair
    return held


def read_placement(node: Node | None, board: Board) -> Mapping[str, int]:
    """Territory id → armies put there."""
    placed: dict[str, int] = {}
    for name, entry in node.members() if node else ():
        territory = entry.territory_named(name, board)
        number = entry.integer()
        if territory is not None and territory in placed:
            entry.fail(f'territory "{territory}" stands twice')
        elif territory is not None and number is not None:
            placed[territory] = number
    return placed


def read_territories(node: Node | None, board: Board) -> tuple[str, ...]:
    """A list of different territories."""
    found: list[str] = []
    for entry in node.elements() if node else ():
        territory = entry.territory(board)
        if territory in found:
            entry.fail(f'territory "{territory}" stands twice')
        elif territory is not None:
            found.append(territory)
    return tuple(found)


def _pair(entry: Node, players: tuple[str, ...]) -> tuple[str, int] | None:
    if not isinstance(entry.value, list) or len(entry.value) != 2:
        entry.fail("must be [owner, armies]")
        return None
    owner = read_player(entry.at(0, entry.value[0]), players)
    armies = entry.at(1, entry.value[1]).integer()
    return None if owner is None or armies is None else (owner, armies)
