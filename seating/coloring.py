"""Turn orders from the edges of a graph: when all rounds are drawn together, nobody's turn repeats needlessly.

People and tables are the two sides, a seat is an edge, its place in the turn order a colour. König: a bipartite
graph in which nobody has more than c edges can be coloured with c colours. People with more are split into
parts of c; where tables of two sizes occur, the last place of the larger ones is given away first, to those
whom it helps most (a cheapest flow), and what is left has one size.
"""

from collections import deque
from collections.abc import Sequence

from seating.frame import Seats

NONE = -1


def color_turns(seats: Seats, players: int) -> Seats | None:
    """Return the tables in turn orders whose repeats are the fewest possible for these tables.

    None when the table sizes are further apart than one: then this argument does not hold.
    """
    tables = [table for played in seats for table in played]
    largest = max(map(len, tables))
    smallest = min(map(len, tables))
    if largest - smallest > 1:
        return None
    last = _last_places(tables, players, largest) if smallest < largest else [NONE] * len(tables)
    rest = [[who for who in table if who != last[number]] for number, table in enumerate(tables)]
    ordered = _colored(rest, players, smallest)
    for number, who in enumerate(last):
        if who != NONE:
            ordered[number].append(who)
    whole = iter(ordered)
    return [[next(whole) for _ in played] for played in seats]


def _last_places(tables: Sequence[list[int]], players: int, largest: int) -> list[int]:
    """Give the last place of each larger table to the people whose other places it spreads best."""
    plays = [0] * players
    for table in tables:
        for who in table:
            plays[who] += 1
    taken = [0] * players
    last = [NONE] * len(tables)
    at: list[list[int]] = [[] for _ in range(players)]
    for number, table in enumerate(tables):
        if len(table) == largest:
            _give_last(tables, number, last, taken, at, plays)
    return last


def _give_last(
    tables: Sequence[list[int]],
    number: int,
    last: list[int],
    taken: list[int],
    at: list[list[int]],
    plays: list[int],
) -> None:
    """Find the cheapest taker that a chain of hand-overs reaches, and carry the chain out."""
    rest = len(tables[number]) - 1
    came: dict[int, tuple[int, int]] = {}
    queue = deque([number])
    while queue:
        table = queue.popleft()
        for who in tables[table]:
            if who in came:
                continue
            came[who] = (table, last[table])
            queue.extend(at[who])
    taker = min(came, key=lambda who: (taken[who] - (plays[who] - taken[who] - 1) // rest, who))
    taken[taker] += 1
    while taker != NONE:
        table, before = came[taker]
        last[table] = taker
        at[taker].append(table)
        if before != NONE:
            at[before].remove(table)
        taker = before


class _Colors:
    """Edge colours of people's parts and of tables: ``person[part][colour]`` is a table, and the other way."""

    def __init__(self, parts: int, tables: int, colors: int) -> None:
        self.colors = colors
        self.table_at = [[NONE] * colors for _ in range(parts)]
        self.part_at = [[NONE] * colors for _ in range(tables)]

    def add(self, part: int, table: int) -> None:
        """Color one more edge, changing others along one alternating path where need be."""
        free_of_part = self.table_at[part].index(NONE)
        free_of_table = self.part_at[table].index(NONE)
        if free_of_part != free_of_table:
            self._flip(table, free_of_part, free_of_table)
        self.table_at[part][free_of_part] = table
        self.part_at[table][free_of_part] = part

    def _flip(self, table: int, wanted: int, free: int) -> None:
        """Exchange two colours on the path that starts at the table with the wanted one."""
        path: list[tuple[int, int, int]] = []
        color, other = wanted, free
        while (part := self.part_at[table][color]) != NONE:
            path.append((part, table, color))
            table = self.table_at[part][other]
            if table == NONE:
                break
            path.append((part, table, other))
        for part, at, used in path:
            self.part_at[at][used] = NONE
            self.table_at[part][used] = NONE
        for part, at, used in path:
            turned = other if used == color else color
            self.part_at[at][turned] = part
            self.table_at[part][turned] = at


def _colored(tables: Sequence[list[int]], players: int, colors: int) -> list[list[int]]:
    """Return tables of one size in orders in which each person's places are spread as evenly as possible."""
    seen = [0] * players
    owner: list[int] = []
    current = [NONE] * players
    edges: list[tuple[int, int]] = []
    for number, table in enumerate(tables):
        for who in table:
            if seen[who] % colors == 0:
                current[who] = len(owner)
                owner.append(who)
            seen[who] += 1
            edges.append((current[who], number))
    graph = _Colors(len(owner), len(tables), colors)
    for part, number in edges:
        graph.add(part, number)
    return [[owner[part] for part in parts] for parts in graph.part_at]
