"""Who shares a place, because no criterion separates them."""

from itertools import groupby

from tournament.models import Stage
from tournament.selectors.standings import full_name, standings_for_stage


def tied_groups(stage: Stage) -> tuple[int, list[list[int]]]:
    """The last round played, and the entrants of each place that several share, in the order of the standings."""
    shown = standings_for_stage(stage, name=full_name)
    ranked = [row for row in shown.rows if row.rank is not None]
    groups = [
        [int(str(row.player.key)) for row in level]
        for _rank, level in groupby(ranked, key=lambda row: row.rank)
    ]
    return shown.games.last_number, [group for group in groups if len(group) > 1]
