"""Seat a round: draw it once, edit it with the checker watching, publish it.

A round is drawn from the entrants present, the history, and the director's ordered criteria in the tournament's
plan. Drawing is idempotent: while the next round is a draft, drawing again gives that draft.
"""

import hashlib
import secrets
from collections.abc import Iterable, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

import seating
from tournament.errors import InvalidInput, TournamentError
from tournament.language import words
from tournament.models import (
    Colour,
    Entrant,
    EntrantState,
    Job,
    Round,
    RoundState,
    Seat,
    Stage,
    StageKind,
    Submission,
    SubmissionState,
    Table,
    Tournament,
    TournamentState,
    User,
)
from tournament.selectors.rounds import missing_results, seating_history, table_winners
from tournament.services.records import lock_tournament, record_event

Layout = list[list[int]]
"""Entrant ids by table, in turn order."""

DRAW_SECONDS = 8
"""Longest a draw may keep a director waiting; what is best by then is taken, and the report says so."""


class RoundIncomplete(TournamentError):
    """A result is missing or unconfirmed. Facts: `round`, `tables` (the tables by number)."""

    code = "round_incomplete"
    message = _("%(round)s is not complete: %(tables)s. Give a reason to go on without.")


class NoLegalTables(TournamentError):
    """6, 7 or 11 present, or fewer than 4. Facts: `count`, `proposals` (sentences)."""

    code = "no_legal_tables"
    message = _("%(count)s present: there are no legal tables of 4 and 5. %(proposals)s")


class NotEditable(TournamentError):
    """The seating can be changed only before the round is played. Facts: `round`, `state`."""

    code = "not_editable"
    message = _("%(round)s is “%(state)s”: its seating stays as it is.")


class TableLocked(TournamentError):
    """A locked table keeps its players. Facts: `table`."""

    code = "table_locked"
    message = _("%(table)s is locked.")


# --- the draw -------------------------------------------------------------------------------------------


@transaction.atomic
def draw_round(
    *,
    tournament_id: int,
    actor: User | None,
    split: str | None = None,
    seed: int | None = None,
    override_reason: str = "",
    starts_at: Any = None,
) -> Round:
    """Draw the next ranked round of the present entrants as a draft; again while it is a draft: the same draft.

    Raises RoundIncomplete (unless `override_reason`), NoLegalTables with the ways out, InvalidInput.
    """
    tournament = lock_tournament(tournament_id)
    latest = tournament.rounds.order_by("-number").first()
    if latest and latest.state == RoundState.DRAFT:
        return latest
    if latest:
        expect_complete(latest, override_reason)
    stage = ranked_stage(tournament)
    number = latest.number + 1 if latest else 1
    seed = secrets.randbits(53) if seed is None else seed
    request = request_for(tournament, number=number, seed=seed, split=split)
    drawing = drawn(request)
    new = Round.objects.create(
        tournament=tournament,
        stage=stage,
        number=number,
        seed=seed,
        seed_hash=hashlib.sha256(str(seed).encode()).hexdigest(),
        draw=[[int(who) for who in table] for table in drawing.rounds[0]],
        report=seating.drawing_document(drawing, request)["report"],
        time_limit_minutes=tournament.time_limit_minutes,
        starts_at=starts_at,
    )
    lay_tables(new, new.draw)
    if tournament.state in {TournamentState.DRAFT, TournamentState.OPEN}:
        tournament.state = TournamentState.RUNNING
        tournament.save(update_fields=["state"])
    record_event(
        tournament,
        "round_drawn",
        subject=new.title,
        actor=actor,
        after={
            "tables": len(new.draw),
            "seed_hash": new.seed_hash,
            "split": split or tournament.plan.get("split"),
        },
        reason=override_reason,
    )
    return new


def drawn(request: seating.Request) -> seating.Drawing:
    """The drawing, with the pure package's refusals worded for the director."""
    try:
        return seating.draw(request)
    except seating.Impossible as refusal:
        ways = "; ".join(words(proposal.words) for proposal in refusal.proposals)
        raise NoLegalTables(count=refusal.players, proposals=ways) from refusal
    except seating.InvalidRequest as refusal:
        raise InvalidInput(*(words(defect.words) for defect in refusal.defects)) from refusal


def ranked_stage(tournament: Tournament) -> Stage:
    """The tournament's ranked stage (every tournament begins with one)."""
    return tournament.stages.get(kind=StageKind.RANKED)


def expect_complete(latest: Round, override_reason: str) -> None:
    """Raise RoundIncomplete naming the tables without a confirmed result, unless a reason is given."""
    tables = missing_results(latest)
    if tables and not override_reason.strip():
        raise RoundIncomplete(round=latest.title, tables=", ".join(table.title for table in tables))


def present_entrants(tournament: Tournament, number: int) -> list[Entrant]:
    """Those to seat in round `number`, in order of their numbers; standby volunteers only when they were called."""
    present = tournament.entrants.filter(
        state=EntrantState.CHECKED_IN, enters_in_round__lte=number, is_standby=False
    )
    return list(present.select_related("person", "club"))


def request_for(
    tournament: Tournament, *, number: int, seed: int, split: str | None = None
) -> seating.Request:
    """What the solver is asked: the present, the past, the wishes of the plan in their order."""
    present = present_entrants(tournament, number)
    history = seating_history(tournament, before=number)
    here = {str(entrant.pk) for entrant in present}
    winners = table_winners(tournament, number - 1)
    plan = tournament.plan
    known = {who for played in history for table in played for who in table}
    absent = tournament.entrants.filter(pk__in=[int(who) for who in known - here]).select_related(
        "club", "person"
    )
    return seating.Request(
        players=tuple(_player(entrant) for entrant in (*present, *absent)),
        present=tuple(str(entrant.pk) for entrant in present),
        rounds=1,
        history=history,
        winners=tuple(str(pk) for pk in winners),
        split=seating.SplitPolicy(split or plan.get("split", "most-fours")),
        criteria=tuple(seating.CriterionCode(code) for code in plan.get("criteria", ())),
        keep_apart=tuple((str(pair.first_id), str(pair.second_id)) for pair in tournament.keep_apart.all()),
        seed=seed,
        time_limit_s=DRAW_SECONDS,
    )


def _player(entrant: Entrant) -> seating.Player:
    return seating.Player(
        id=str(entrant.pk),
        club=entrant.club.name if entrant.club else None,
        region=entrant.region or None,
        family=entrant.group or None,
    )


def lay_tables(round_: Round, layout: Sequence[Sequence[int]], *, any_size: bool = False) -> None:
    """Write the tables and seats of a layout, replacing those there were; table settings of equal numbers stay."""
    kept = {table.number: (table.venue, table.locked, table.name) for table in round_.tables.all()}
    round_.tables.all().delete()
    tables = Table.objects.bulk_create(
        Table(
            round=round_,
            number=number,
            size=len(players),
            any_size=any_size,
            venue=kept.get(number, ("", False, ""))[0],
            locked=kept.get(number, ("", False, ""))[1],
            name=kept.get(number, ("", False, ""))[2],
        )
        for number, players in enumerate(layout, start=1)
    )
    colours = list(Colour)
    Seat.objects.bulk_create(
        Seat(
            table=table,
            round=round_,
            entrant_id=entrant_id,
            turn_order=turn,
            colour=colours[turn - 1] if turn <= len(colours) else "",
        )
        for table, players in zip(tables, layout, strict=True)
        for turn, entrant_id in enumerate(players, start=1)
    )


def layout_of(round_: Round) -> Layout:
    """The seating as it stands: entrant ids by table, in turn order."""
    layout: dict[int, list[int]] = {}
    seats = Seat.objects.filter(round=round_).order_by("table__number", "turn_order")
    for table, entrant in seats.values_list("table__number", "entrant_id"):
        layout.setdefault(table, []).append(entrant)
    return [layout[number] for number in sorted(layout)]


# --- what the checker says ------------------------------------------------------------------------------


def judge(round_: Round, layout: Iterable[Sequence[int]] | None = None) -> tuple[seating.Violation, ...]:
    """What the independent checker finds in the round's seating (or in another layout of it)."""
    tables = layout_of(round_) if layout is None else layout
    request = request_for(round_.tournament, number=round_.number, seed=round_.seed or 0)
    seated = tuple(str(who) for table in tables for who in table)
    known = {player.id for player in request.players}
    others = Entrant.objects.filter(pk__in=[int(who) for who in set(seated) - known]).select_related(
        "club", "person"
    )
    request = seating.Request(
        players=(*request.players, *(_player(entrant) for entrant in others)),
        present=seated,
        history=request.history,
        winners=request.winners,
        split=request.split,
        criteria=request.criteria,
        keep_apart=request.keep_apart,
        seed=request.seed,
    )
    return seating.check(request, (tuple(tuple(str(who) for who in table) for table in tables),))


# --- edits ----------------------------------------------------------------------------------------------


def _editable_round(round_id: int, reason: str) -> tuple[Tournament, Round]:
    """The round locked for an edit: drafts freely, a published one with a reason, a played one not at all."""
    tournament_id = Round.objects.values_list("tournament_id", flat=True).get(pk=round_id)
    tournament = lock_tournament(tournament_id)
    round_ = Round.objects.select_related("stage", "tournament").get(pk=round_id)
    started = Submission.objects.filter(table__round=round_).exclude(state=SubmissionState.REJECTED).exists()
    if round_.state not in {RoundState.DRAFT, RoundState.PUBLISHED} or started:
        raise NotEditable(round=round_.title, state=RoundState(round_.state).label)
    if round_.state == RoundState.PUBLISHED and not reason.strip():
        raise InvalidInput(_("The seating is published: changing it needs a reason."))
    return tournament, round_


def _expect_unlocked(round_: Round, before: Layout, after: Layout) -> None:
    for table in round_.tables.filter(locked=True):
        index = table.number - 1
        if index >= len(after) or index >= len(before) or set(before[index]) != set(after[index]):
            raise TableLocked(table=table.title)


@transaction.atomic
def edit_seating(
    *,
    round_id: int,
    layout: Layout,
    what: str,
    actor: User | None,
    reason: str = "",
    version: int | None = None,
) -> Round:
    """Set the whole layout of a round after a person's edit; every edit can be undone and redone.

    `what` says the edit in words. Raises NotEditable, TableLocked, InvalidInput when somebody would sit twice,
    leave the round in silence, or a table have a size it may not have.
    """
    tournament, round_ = _editable_round(round_id, reason)
    if version is not None and version != round_.version:
        raise InvalidInput(_("The seating was changed meanwhile: look at it again, then repeat your change."))
    before = layout_of(round_)
    _expect_whole(before, layout)
    _expect_unlocked(round_, before, layout)
    round_.edits = [
        *round_.edits[: round_.edit_position],
        {
            "before": before,
            "after": layout,
            "what": what,
            "by": actor.display_name if actor else "",
            "at": timezone.now().isoformat(),
            "reason": reason,
        },
    ]
    round_.edit_position = len(round_.edits)
    _apply(tournament, round_, layout, kind="seating_edited", what=what, actor=actor, reason=reason)
    return round_


def _expect_whole(before: Layout, after: Layout) -> None:
    old, new = (
        sorted(who for table in before for who in table),
        sorted(who for table in after for who in table),
    )
    if old != new:
        raise InvalidInput(_("An edit moves people between seats; it neither adds nor removes anybody."))
    sizes = [len(table) for table in after]
    allowed = {3, 4, 5} if 3 in [len(table) for table in before] else {4, 5}
    if not set(sizes) <= allowed:
        raise InvalidInput(
            _("A table seats 4 or 5 (12.1); this would make tables of %(sizes)s.") % {"sizes": sizes}
        )


def _apply(
    tournament: Tournament,
    round_: Round,
    layout: Layout,
    *,
    kind: str,
    what: str,
    actor: User | None,
    reason: str,
) -> None:
    before = layout_of(round_)
    lay_tables(round_, layout)
    round_.version += 1
    round_.save(update_fields=["edits", "edit_position", "version"])
    record_event(
        tournament,
        kind,
        subject=f"{round_.title}: {what}",
        actor=actor,
        before={"tables": before},
        after={"tables": layout},
        reason=reason,
    )


def swap_entrants(
    *, round_id: int, first_id: int, second_id: int, actor: User | None, reason: str = ""
) -> Round:
    """Let two seated entrants change seats."""
    round_ = Round.objects.get(pk=round_id)
    layout = layout_of(round_)
    swap = {first_id: second_id, second_id: first_id}
    changed = [[swap.get(who, who) for who in table] for table in layout]
    names = {
        entrant.pk: entrant.full_name
        for entrant in Entrant.objects.filter(pk__in=swap).select_related("person")
    }
    what = str(_("%(one)s and %(other)s change seats") % {"one": names[first_id], "other": names[second_id]})
    return edit_seating(round_id=round_id, layout=changed, what=what, actor=actor, reason=reason)


def move_entrant(
    *, round_id: int, entrant_id: int, table_number: int, actor: User | None, reason: str = ""
) -> Round:
    """Move one entrant to the last seat of another table."""
    round_ = Round.objects.get(pk=round_id)
    layout = layout_of(round_)
    if not 1 <= table_number <= len(layout):
        raise InvalidInput(_("There is no table %(number)s.") % {"number": table_number})
    changed = [[who for who in table if who != entrant_id] for table in layout]
    changed[table_number - 1].append(entrant_id)
    name = Entrant.objects.select_related("person").get(pk=entrant_id).full_name
    what = str(_("%(name)s moves to table %(number)s") % {"name": name, "number": table_number})
    return edit_seating(round_id=round_id, layout=changed, what=what, actor=actor, reason=reason)


@transaction.atomic
def undo_edit(*, round_id: int, actor: User | None, reason: str = "") -> Round:
    """Take the last edit back."""
    tournament, round_ = _editable_round(round_id, reason)
    if round_.edit_position:
        round_.edit_position -= 1
        edit = round_.edits[round_.edit_position]
        _apply(
            tournament,
            round_,
            edit["before"],
            kind="seating_undone",
            what=edit["what"],
            actor=actor,
            reason=reason,
        )
    return round_


@transaction.atomic
def redo_edit(*, round_id: int, actor: User | None, reason: str = "") -> Round:
    """Make the edit that was taken back again."""
    tournament, round_ = _editable_round(round_id, reason)
    if round_.edit_position < len(round_.edits):
        edit = round_.edits[round_.edit_position]
        round_.edit_position += 1
        _apply(
            tournament,
            round_,
            edit["after"],
            kind="seating_redone",
            what=edit["what"],
            actor=actor,
            reason=reason,
        )
    return round_


def restore_draw(*, round_id: int, actor: User | None, reason: str = "") -> Round:
    """Back to the engine's own draw, as one more edit (so that it can be undone too)."""
    round_ = Round.objects.get(pk=round_id)
    return edit_seating(
        round_id=round_id,
        layout=round_.draw,
        what=str(_("the engine's draw restored")),
        actor=actor,
        reason=reason,
    )


@transaction.atomic
def lock_table(*, table_id: int, locked: bool, actor: User | None) -> Table:
    """Keep a table as it is through edits and redraws, or free it."""
    table = Table.objects.select_related("round").get(pk=table_id)
    tournament = lock_tournament(table.round.tournament_id)
    table.locked = locked
    table.save(update_fields=["locked"])
    record_event(tournament, "table_locked", subject=table.title, actor=actor, after={"locked": locked})
    return table


@transaction.atomic
def discard_draft(*, round_id: int, actor: User | None) -> None:
    """Throw a draft away (penalties stay, they hang on entrants); the next draw has a new seed."""
    tournament_id = Round.objects.values_list("tournament_id", flat=True).get(pk=round_id)
    tournament = lock_tournament(tournament_id)
    round_ = Round.objects.get(pk=round_id)
    if round_.state != RoundState.DRAFT:
        raise NotEditable(round=round_.title, state=RoundState(round_.state).label)
    before = {"tables": layout_of(round_), "seed": round_.seed}
    title = round_.title
    round_.delete()
    record_event(tournament, "draft_discarded", subject=title, actor=actor, before=before)


# --- when reality changes -------------------------------------------------------------------------------


def repair_proposals(
    *, round_id: int, add: int | None = None, remove: int | None = None, limit: int = 5
) -> tuple[seating.Repair, ...]:
    """The smallest changes that let one entrant in or out, cheapest first; tables with results or locks stay."""
    round_ = Round.objects.select_related("tournament").get(pk=round_id)
    layout = layout_of(round_)
    request = request_for(round_.tournament, number=round_.number, seed=round_.seed or 0)
    kept = locked_numbers(round_)
    change = (
        seating.Change(code=seating.ChangeCode.ARRIVAL, player=str(add))
        if add is not None
        else seating.Change(code=seating.ChangeCode.NO_SHOW, player=str(remove))
    )
    tables = tuple(tuple(str(who) for who in table) for table in layout)
    return seating.repair(request, tables, change, locked=kept, limit=limit)


def locked_numbers(round_: Round) -> frozenset[int]:
    """Numbers of the tables that a repair must not touch: locked, or with a result."""
    locked = round_.tables.filter(locked=True).values_list("number", flat=True)
    played = Submission.objects.filter(table__round=round_).exclude(state=SubmissionState.REJECTED)
    return frozenset(locked) | frozenset(played.values_list("table__number", flat=True))


@transaction.atomic
def apply_repair(*, round_id: int, layout: Layout, what: str, actor: User | None, reason: str) -> Round:
    """Seat the round as a proposal says; unlike an edit it adds or removes people. Tables that play stay."""
    tournament_id = Round.objects.values_list("tournament_id", flat=True).get(pk=round_id)
    tournament = lock_tournament(tournament_id)
    round_ = Round.objects.select_related("tournament").get(pk=round_id)
    if round_.state == RoundState.CLOSED:
        raise NotEditable(round=round_.title, state=RoundState(round_.state).label)
    before = layout_of(round_)
    for number in locked_numbers(round_):
        if number > len(layout) or layout[number - 1] != before[number - 1]:
            raise TableLocked(table=str(_("Table %(number)s") % {"number": number}))
    changed = [
        number
        for number, players in enumerate(layout, 1)
        if number > len(before) or players != before[number - 1]
    ]
    _replace_tables(round_, before, layout, changed)
    round_.version += 1
    round_.save(update_fields=["version"])
    record_event(
        tournament,
        "seating_repaired",
        subject=f"{round_.title}: {what}",
        actor=actor,
        before={"tables": before},
        after={"tables": layout},
        reason=reason,
    )
    return round_


def _replace_tables(round_: Round, before: Layout, layout: Layout, changed: Sequence[int]) -> None:
    """Write only the tables that change, so that those that play keep their rows."""
    gone = range(len(layout) + 1, len(before) + 1)
    Seat.objects.filter(round=round_, table__number__in=[*changed, *gone]).delete()
    round_.tables.filter(number__in=gone).delete()
    colours = list(Colour)
    for number in changed:
        players = layout[number - 1]
        table, _created = Table.objects.update_or_create(
            round=round_,
            number=number,
            defaults={"size": len(players)},
            create_defaults={"size": len(players)},
        )
        Seat.objects.bulk_create(
            Seat(
                table=table,
                round=round_,
                entrant_id=who,
                turn_order=turn,
                colour=colours[turn - 1] if turn <= len(colours) else "",
            )
            for turn, who in enumerate(players, start=1)
        )


# --- publishing -----------------------------------------------------------------------------------------


@transaction.atomic
def publish_round(*, round_id: int, actor: User | None) -> Round:
    """Show the seating. The same press twice changes nothing; the seed is public from now on."""
    tournament_id = Round.objects.values_list("tournament_id", flat=True).get(pk=round_id)
    tournament = lock_tournament(tournament_id)
    round_ = Round.objects.select_related("stage").get(pk=round_id)
    if round_.state != RoundState.DRAFT:
        return round_
    round_.state = RoundState.PUBLISHED
    round_.published_at = timezone.now()
    round_.version += 1
    round_.save(update_fields=["state", "published_at", "version"])
    record_event(
        tournament,
        "round_published",
        subject=round_.title,
        actor=actor,
        after={"seed": round_.seed, "tables": layout_of(round_)},
    )
    return round_


def pending_job(tournament: Tournament, kind: str) -> Job | None:
    """The unfinished job of that kind, if there is one: a second press finds it instead of starting another."""
    return tournament.jobs.filter(kind=kind, state__in=("queued", "running")).first()
