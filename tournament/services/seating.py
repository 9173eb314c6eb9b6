"""Seat a round: draw it once, draw it again, publish it.

A round is drawn from the entrants present, the history, and the director's ordered criteria in the tournament's
plan. Drawing is idempotent: while the next round is a draft, drawing again gives that draft.

The seed is fixed before anybody presses the button: it follows from the installation's secret, the round and how
often the round was drawn. Its hash can be shown beforehand; once the round is published the seed itself is.
"""

import hashlib
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from seating.draw import draw
from seating.proposals import STAGGERED, Impossible
from seating.report import Drawing
from seating.request import InvalidRequest, Request
from seating.resting import staggered as staggered_request
from seating.splits import SplitPolicy
from tournament.errors import InvalidInput, TournamentError
from tournament.language import words
from tournament.models import (
    Colour,
    Round,
    RoundState,
    Seat,
    Stage,
    StageKind,
    Table,
    Tournament,
    TournamentState,
    User,
)
from tournament.selectors.cut import knockout_stage
from tournament.selectors.drawing import drawn_before, is_staggered, without_seat
from tournament.selectors.knockout_plan import plan_of
from tournament.selectors.rounds import missing_results
from tournament.selectors.seating import (
    Layout,
    layout_of,
    present_entrants,
    report_document,
    request_for,
    resting_entrants,
)
from tournament.services.days import expect_days
from tournament.services.records import lock_tournament, record_event
from tournament.services.snapshots import Before, take_snapshot

SEED_BITS = 53
DRAWN_ANEW = ("draft_discarded", "round_drawn_again")


class RoundIncomplete(TournamentError):
    """A result is missing or unconfirmed. Facts: `round`, `tables` (the tables by number)."""

    code = "round_incomplete"
    message = _("%(round)s is not complete: %(tables)s. Give a reason to go on without.")


class NoLegalTables(TournamentError):
    """6, 7 or 11 present, or fewer than 4; other numbers for other tables. Facts: `count`, `proposals` (sentences)."""

    code = "no_legal_tables"
    message = _("%(count)s present: no legal tables hold them. %(proposals)s")


class NotEditable(TournamentError):
    """The seating can be changed only before the round is played. Facts: `round`, `state`."""

    code = "not_editable"
    message = _("%(round)s is “%(state)s”: its seating stays as it is.")


class QualifyingOver(TournamentError):
    """The cut was made, so no further qualifying round is drawn."""

    code = "qualifying_over"
    message = _("The cut is made: the next tables are those of the knockout.")


# --- the draw -------------------------------------------------------------------------------------------


@transaction.atomic
def draw_round(
    *,
    tournament_id: int,
    actor: User | None,
    split: str | None = None,
    seed: int | None = None,
    override_reason: str = "",
    starts_at: datetime | None = None,
    sit_out: Sequence[int] = (),
    staggered: bool = False,
) -> Round:
    """Draw the next ranked round of the present entrants as a draft; again while it is a draft: the same draft.

    `sit_out` are entrants who rest in this round. `staggered` draws three rounds in which 6, 7 or 11 people all play
    twice: this one now, the other two come with the next draws, as long as the same people are present.
    Raises RoundIncomplete (unless `override_reason`), NoLegalTables with the ways out, QualifyingOver, InvalidInput.
    """
    expect_days(starts_at)
    tournament = lock_tournament(tournament_id)
    latest = tournament.rounds.order_by("-number").first()
    if latest and latest.state == RoundState.DRAFT:
        return latest
    _expect_another_round(tournament, latest, override_reason)
    number = latest.number + 1 if latest else 1
    expect_policy(tournament, SplitPolicy.MOST_FOURS if staggered else split)
    fields = None if sit_out or split or staggered else drawn_before(latest)
    if fields is None:
        seed = seed_for(tournament, number) if seed is None else seed
        seated = [one for one in present_entrants(tournament, number) if one.pk not in set(sit_out)]
        request = request_for(tournament, number=number, seed=seed, seated=seated, split=split)
        fields = _draw_fields(drawn(in_three_rounds(request) if staggered else request), seed)
        fields["resting"] = [*sit_out, *without_seat(fields["draw"], seated)]
    take_snapshot(tournament, before=Before.DRAW, actor=actor)
    new = Round.objects.create(
        tournament=tournament,
        stage=ranked_stage(tournament),
        number=number,
        time_limit_minutes=tournament.time_limit_minutes,
        starts_at=starts_at,
        **fields,
    )
    lay_tables(new, new.draw)
    _let_it_run(tournament)
    after = _facts_of_the_draw(new, split)
    record_event(
        tournament, "round_drawn", subject=new.title, actor=actor, after=after, reason=override_reason
    )
    return new


def _expect_another_round(tournament: Tournament, latest: Round | None, override_reason: str) -> None:
    knockout = knockout_stage(tournament)
    if knockout and plan_of(knockout).confirmed:
        raise QualifyingOver
    if latest:
        expect_complete(latest, override_reason)


def _facts_of_the_draw(new: Round, split: str | None) -> dict[str, Any]:
    """What the log keeps of a draw; its seed as a hash until the round is published."""
    facts: dict[str, Any] = {"tables": len(new.draw), "seed_hash": new.seed_hash}
    facts |= {"split": split} if split else {}
    return facts | ({"sit_out": [one.full_name for one in resting_entrants(new)]} if new.resting else {})


def expect_policy(tournament: Tournament, split: str | None) -> None:
    """Raise InvalidInput for tables that the tournament's game does not know."""
    if split and split not in tournament.game.policies:
        raise InvalidInput(_("%(game)s is not played at such tables.") % {"game": tournament.game.title})


def _draw_fields(drawing: Drawing, seed: int) -> dict[str, Any]:
    """What a round keeps of the draw it came from, and the rounds that were drawn with it."""
    plans = [[[int(who) for who in table] for table in tables] for tables in drawing.rounds]
    return {
        "seed": seed,
        "seed_hash": hash_of(seed),
        "draw": plans[0],
        "ahead": plans[1:],
        "report": report_document(drawing) | {"rounds": len(plans)},
    }


def in_three_rounds(request: Request) -> Request:
    """The request for three staggered rounds. Raises InvalidInput where nobody needs them."""
    if len(request.seated) not in STAGGERED:
        raise InvalidInput(_("Three staggered rounds are for 6, 7 or 11 players."))
    return staggered_request(request)


def _let_it_run(tournament: Tournament) -> None:
    if tournament.state in {TournamentState.DRAFT, TournamentState.OPEN}:
        tournament.state = TournamentState.RUNNING
        tournament.save(update_fields=["state"])


def seed_for(tournament: Tournament, number: int) -> int:
    """The seed that the next draw of round `number` will use: settled before the draw, unknown until published."""
    attempt = tournament.events.filter(kind__in=DRAWN_ANEW).count()
    secret = salted_hmac("tournament.draw", f"{tournament.pk}:{number}:{attempt}", algorithm="sha256")
    return int.from_bytes(secret.digest()) >> (256 - SEED_BITS)


def hash_of(seed: int) -> str:
    """What may be shown before the draw: SHA-256 of the seed's decimal digits."""
    return hashlib.sha256(str(seed).encode()).hexdigest()


def drawn(request: Request) -> Drawing:
    """The drawing, with the pure package's refusals worded for the director."""
    try:
        return draw(request)
    except Impossible as refusal:
        ways = "; ".join(words(proposal.words) for proposal in refusal.proposals)
        raise NoLegalTables(count=refusal.players, proposals=ways) from refusal
    except InvalidRequest as refusal:
        raise InvalidInput(*(words(defect.words) for defect in refusal.defects)) from refusal


def ranked_stage(tournament: Tournament) -> Stage:
    """The tournament's ranked stage (every tournament begins with one)."""
    return tournament.stages.get(kind=StageKind.RANKED)


def expect_complete(latest: Round, override_reason: str) -> None:
    """Raise RoundIncomplete naming the tables without a confirmed result, unless a reason is given."""
    tables = missing_results(latest)
    if tables and not override_reason.strip():
        raise RoundIncomplete(round=latest.title, tables=", ".join(table.title for table in tables))


def lay_tables(
    round_: Round,
    layout: Sequence[Sequence[int]],
    *,
    names: Sequence[str] = (),
    any_size: bool = False,
) -> list[int]:
    """Seat the round as the layout says and return the numbers of the tables that changed.

    Tables that stay as they are keep their rows, and with them clock, venue and lock. An empty table is given up.
    Armies have the colours of the box by turn order; games without our board leave them to the table.
    """
    before = layout_of(round_)
    has_board = round_.tournament.game.has_board
    changed = [
        number
        for number, players in enumerate(layout, start=1)
        if number > len(before) or list(players) != before[number - 1]
    ]
    gone = [*range(len(layout) + 1, len(before) + 1), *(n for n in changed if not layout[n - 1])]
    Seat.objects.filter(round=round_, table__number__in=[*changed, *gone]).delete()
    round_.tables.filter(number__in=gone).delete()
    for number in (one for one in changed if layout[one - 1]):
        name = names[number - 1] if names else ""
        colours = list(Colour) if has_board else []
        size = {"size": len(layout[number - 1]), "any_size": any_size or not has_board}
        _seat_table(round_, number, layout[number - 1], size, name, colours)
    return changed


def _seat_table(
    round_: Round,
    number: int,
    players: Sequence[int],
    size: dict[str, Any],
    name: str,
    colours: Sequence[Colour],
) -> None:
    table, _created = Table.objects.update_or_create(
        round=round_, number=number, defaults=size, create_defaults={**size, "name": name}
    )
    Seat.objects.bulk_create(
        Seat(
            table=table,
            round=round_,
            entrant_id=entrant_id,
            turn_order=turn,
            colour=colours[turn - 1] if turn <= len(colours) else "",
        )
        for turn, entrant_id in enumerate(players, start=1)
    )


# --- again, or not at all -------------------------------------------------------------------------------


def locked_draft(round_id: int) -> tuple[Tournament, Round]:
    """The tournament locked, and the round, which must be a draft."""
    tournament_id = Round.objects.values_list("tournament_id", flat=True).get(pk=round_id)
    tournament = lock_tournament(tournament_id)
    round_ = Round.objects.select_related("stage", "tournament").get(pk=round_id)
    if round_.state != RoundState.DRAFT:
        raise NotEditable(round=round_.title, state=RoundState(round_.state).label)
    return tournament, round_


def _why_not_again(tournament: Tournament, round_: Round) -> Any:
    """A staggered round is not drawn alone; those after the first come as they were planned, whenever drawn."""
    if drawn_before(tournament.rounds.filter(number=round_.number - 1).first()) is None:
        return _(
            "This round was drawn together with the other staggered ones: throw the draft away to draw anew."
        )
    return _(
        "The tables of this round were fixed with the first staggered one and stay while the same people are present: move people by hand."
    )


@transaction.atomic
def draw_again(*, round_id: int, actor: User | None, split: str | None = None) -> Round:
    """Draw a draft anew from the next seed, with whoever is present now; locked tables stay as they are."""
    tournament, round_ = locked_draft(round_id)
    if round_.stage.kind != StageKind.RANKED:
        raise NotEditable(round=round_.title, state=RoundState(round_.state).label)
    if is_staggered(round_):
        raise InvalidInput(_why_not_again(tournament, round_))
    take_snapshot(tournament, before=Before.DRAW, actor=actor, subject=round_.title)
    expect_policy(tournament, split)
    before = layout_of(round_)
    kept = {
        number: before[number - 1]
        for number in round_.tables.filter(locked=True).values_list("number", flat=True)
    }
    record_event(
        tournament, "round_drawn_again", subject=round_.title, actor=actor, before={"tables": before}
    )
    seed = seed_for(tournament, round_.number)
    sitting = {who for table in kept.values() for who in table}
    others = [one for one in present_entrants(tournament, round_.number) if one.pk not in sitting]
    drawing = drawn(request_for(tournament, number=round_.number, seed=seed, seated=others, split=split))
    for field, value in _draw_fields(drawing, seed).items():
        setattr(round_, field, value)
    round_.resting = []
    round_.draw = _around(kept, round_.draw)
    round_.edits, round_.edit_position = [], 0
    round_.version += 1
    round_.save()
    lay_tables(round_, round_.draw)
    return round_


def _around(kept: dict[int, list[int]], tables: Layout) -> Layout:
    """The drawn tables in order, with those that were kept at their own numbers."""
    layout, rest = [], list(tables)
    for number in range(1, len(kept) + len(tables) + 1):
        if number in kept or not rest:
            layout.append(kept.pop(number) if number in kept else kept.pop(min(kept)))
        else:
            layout.append(rest.pop(0))
    return layout


@transaction.atomic
def discard_draft(*, round_id: int, actor: User | None) -> None:
    """Throw a draft away (penalties stay, they hang on entrants); the next draw has a new seed."""
    tournament, round_ = locked_draft(round_id)
    take_snapshot(tournament, before=Before.DELETE, actor=actor, subject=round_.title)
    before = {"tables": layout_of(round_), "seed": round_.seed}
    title = round_.title
    round_.delete()
    record_event(tournament, "draft_discarded", subject=title, actor=actor, before=before)


# --- publishing -----------------------------------------------------------------------------------------


@transaction.atomic
def publish_round(*, round_id: int, actor: User | None) -> Round:
    """Show the seating. The same press twice changes nothing; the seed is public from now on."""
    tournament_id = Round.objects.values_list("tournament_id", flat=True).get(pk=round_id)
    tournament = lock_tournament(tournament_id)
    round_ = Round.objects.select_related("stage").get(pk=round_id)
    if round_.state != RoundState.DRAFT:
        return round_
    take_snapshot(tournament, before=Before.PUBLISH, actor=actor, subject=round_.title)
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
