"""What giving up a place changes at the tables, found by doing it; taken back where it is only a preview."""

from collections.abc import Callable
from dataclasses import dataclass

from django.db import transaction

from tournament.models import Round, Stage, Table
from tournament.selectors.knockout import advancement, knockout_rounds
from tournament.selectors.seating import Layout, layout_of
from tournament.services.cut import expect_knockout


@dataclass(frozen=True, slots=True)
class TableChange:
    """A table whose players change; entrant ids in turn order, none where there was or will be no table."""

    round: Round
    title: str
    before: tuple[int, ...]
    after: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Outlook:
    """Who would go and who would come, and which tables change; all others stay as they are."""

    going: tuple[int, ...]
    coming: tuple[int, ...]
    tables: tuple[TableChange, ...]


@dataclass(frozen=True, slots=True)
class _Picture:
    """Who is in the knockout from the round on, and its tables from there."""

    players: tuple[int, ...]
    layouts: tuple[tuple[Round, Layout], ...]


@transaction.atomic
def outlook_of(*, round_id: int, deed: Callable[[], object], keep: bool = False) -> Outlook:
    """What `deed` on that round of a knockout changes. Without `keep` nothing of it stays. Raises what the deed raises."""
    before = _picture(round_id)
    with transaction.atomic():
        deed()
        after = _picture(round_id)
        transaction.set_rollback(not keep)
    return Outlook(
        tuple(who for who in before.players if who not in after.players),
        tuple(who for who in after.players if who not in before.players),
        tuple(
            change
            for (round_, old), (_, new) in zip(before.layouts, after.layouts, strict=True)
            for change in _changes(round_, old, new)
        ),
    )


def _picture(round_id: int) -> _Picture:
    """The tables from this round on; whoever goes on from it, where its results are there, else its players."""
    round_ = Round.objects.select_related("stage__tournament").get(pk=round_id)
    stage = Stage.objects.select_related("tournament").get(pk=round_.stage_id)
    expect_knockout(stage)
    layouts = tuple((one, layout_of(one)) for one in knockout_rounds(stage) if one.number >= round_.number)
    players = advancement(stage, round_).players
    return _Picture(tuple(players) or tuple(who for table in layouts[0][1] for who in table), layouts)


def _changes(round_: Round, before: Layout, after: Layout) -> list[TableChange]:
    longest = max(len(before), len(after))
    titles = {table.number: table.title for table in round_.tables.all()}
    padded = [[*layout, *[[]] * (longest - len(layout))] for layout in (before, after)]
    return [
        TableChange(round_, titles.get(number, Table(number=number).title), tuple(old), tuple(new))
        for number, (old, new) in enumerate(zip(*padded, strict=True), start=1)
        if set(old) != set(new)
    ]
