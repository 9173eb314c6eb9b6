"""The seating as it stands: what is asked of a draw, what the checker says, which splits there are.

Players are named to `seating/` by their entrant id when a draw is made, so that a seed gives the same tables
whatever somebody is called, and by their name when a seating is judged, so that every sentence can be read out.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass

from scoring.cut import Key
from scoring.formulas import Formula
from scoring.text import plain
from seating.assessment import assess_all
from seating.checker import Violation, check
from seating.criteria import CRITERIA, CriterionCode
from seating.report import Drawing
from seating.request import Player, Request, Scheme
from seating.splits import EVEN, FREE_POLICIES, UNIFORM, Split, SplitPolicy, split_for
from seating.words import Words, counted
from tournament.models import Entrant, EntrantState, Round, Seat, Stage, StageKind, Tournament
from tournament.selectors.formulas import formula_of
from tournament.selectors.knockout_plan import entrant_id
from tournament.selectors.rounds import seating_history, table_winners
from tournament.selectors.standings import standings_for_stage

Layout = list[list[int]]
"""Entrant ids by table, in turn order; a table that was given up is empty, so that the others keep their numbers."""
Label = Callable[[int], str]

DRAW_SECONDS = 8
"""Longest a draw may keep a director waiting; what is best by then is taken, and the report says so."""
KNOCKOUT_CRITERIA = (CriterionCode.KEEP_APART, CriterionCode.FAMILIES, CriterionCode.CLUBS)


def layout_of(round_: Round) -> Layout:
    """The seating as it stands."""
    layout: dict[int, list[int]] = {}
    seats = Seat.objects.filter(round=round_).order_by("table__number", "turn_order")
    for table, entrant in seats.values_list("table__number", "entrant_id"):
        layout.setdefault(table, []).append(entrant)
    return [layout.get(number, []) for number in range(1, max(layout, default=0) + 1)]


def present_entrants(tournament: Tournament, number: int) -> list[Entrant]:
    """Those to seat in round `number`, in order of their numbers; standby volunteers only when they were called."""
    present = tournament.entrants.filter(
        state=EntrantState.CHECKED_IN, enters_in_round__lte=number, is_standby=False
    )
    return list(present.select_related("person", "club").order_by("number"))


def standby_entrants(tournament: Tournament, number: int) -> list[Entrant]:
    """Volunteers who are here and could be called in for round `number`, in order of their numbers."""
    waiting = tournament.entrants.filter(
        state=EntrantState.CHECKED_IN, enters_in_round__lte=number, is_standby=True
    )
    return list(waiting.select_related("person").order_by("number"))


def unseated_entrants(round_: Round) -> list[Entrant]:
    """Present, but without a seat in this round and not resting; nobody in a knockout, where only the qualified sit."""
    if round_.stage.kind == StageKind.KNOCKOUT:
        return []
    seated = {*round_.seats.values_list("entrant_id", flat=True), *round_.resting}
    return [one for one in present_entrants(round_.tournament, round_.number) if one.pk not in seated]


def resting_entrants(round_: Round) -> list[Entrant]:
    """Who sits this round out by the director's choice or by lot, and was not seated after all."""
    if not round_.resting:
        return []
    seated = round_.seats.values_list("entrant_id", flat=True)
    resting = round_.tournament.entrants.filter(pk__in=round_.resting).exclude(pk__in=seated)
    return list(resting.select_related("person").order_by("number"))


def request_for(
    tournament: Tournament,
    *,
    number: int,
    seed: int,
    seated: Sequence[Entrant],
    split: str | None = None,
    criteria: Sequence[CriterionCode] | None = None,
    sizes: tuple[int, ...] | None = None,
    label: Label = str,
) -> Request:
    """What the solver or checker is asked: who sits, the past, the wishes of the plan in their order."""
    plan = tournament.plan
    past = seating_history(tournament, before=number)
    here = {entrant.pk for entrant in seated}
    winners = table_winners(tournament, number - 1)
    pairs = [(pair.first_id, pair.second_id) for pair in tournament.keep_apart.all()]
    known = {int(who) for tables in past for table in tables for who in table} | set(winners)
    known |= {who for pair in pairs for who in pair}
    absent = tournament.entrants.filter(pk__in=known - here).select_related("club", "person")
    wishes = tuple(criteria or (*_bonds(seated, pairs, plan), *criteria_of(plan, number)))
    scheme = (
        Scheme(plan.get("schemes", {}).get(str(number), Scheme.DRAW)) if criteria is None else Scheme.DRAW
    )
    ranked = scheme in {Scheme.SWISS, Scheme.BANDS} or CriterionCode.BANDS in wishes
    return Request(
        players=tuple(player_of(entrant, label) for entrant in (*seated, *absent)),
        present=tuple(label(entrant.pk) for entrant in seated),
        history=tuple(tuple(tuple(label(int(who)) for who in table) for table in tables) for tables in past),
        winners=tuple(label(pk) for pk in winners),
        standings=tuple(label(pk) for pk in _by_standing(tournament, seated)) if ranked else (),
        split=SplitPolicy(split) if split else policy_of(tournament),
        criteria=wishes,
        keep_apart=tuple((label(one), label(other)) for one, other in pairs),
        scheme=scheme,
        seed=seed,
        time_limit_s=DRAW_SECONDS,
        sizes=(sizes,) if sizes else None,
        horizon=int(str(plan.get("rounds") or 0)) or None,
    )


def _bonds(
    seated: Sequence[Entrant], pairs: Sequence[tuple[int, int]], plan: dict[str, object]
) -> list[CriterionCode]:
    """Who must be kept apart comes first, also where the plan does not name it: pairs, and people of one family group."""
    groups = Counter(entrant.group for entrant in seated if entrant.group)
    there = {
        CriterionCode.KEEP_APART: bool(pairs),
        CriterionCode.FAMILIES: max(groups.values(), default=0) > 1,
    }
    named = criteria_of(plan, 1)
    return [code for code, needed in there.items() if needed and code not in named]


def criteria_of(plan: dict[str, object], number: int) -> tuple[CriterionCode, ...]:
    """The plan's criteria in their order; those that look back or at a standing begin with the second round."""
    codes = plan.get("criteria", ())
    chosen = [CriterionCode(str(code)) for code in codes] if isinstance(codes, list | tuple) else []
    later = {CriterionCode.BANDS, CriterionCode.WINNERS}
    return tuple(code for code in chosen if number > 1 or code not in later)


def _by_standing(tournament: Tournament, seated: Sequence[Entrant]) -> list[int]:
    """Those to seat from first to last; whoever is not in the standing yet comes last."""
    stage = Stage.objects.select_related("tournament").get(tournament=tournament, kind=StageKind.RANKED)
    order = {row.player.key: index for index, row in enumerate(standings_for_stage(stage).rows)}
    return [one.pk for one in sorted(seated, key=lambda one: order.get(one.pk, len(order)))]


def player_of(entrant: Entrant, label: Label = str) -> Player:
    """An entrant as `seating` knows them."""
    return Player(
        id=label(entrant.pk),
        club=entrant.club.name if entrant.club else None,
        region=entrant.region or None,
        family=entrant.group or None,
    )


# --- what the checker says ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Line:
    """One criterion in words, for instance “2 repeated meetings”."""

    title: Words
    words: Words
    value: int


@dataclass(frozen=True, slots=True)
class Flaw:
    """One finding of the checker: its sentence, whom it names, whether it breaks a rule."""

    words: Words
    entrants: tuple[int, ...]
    table: int | None
    breach: bool


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the independent checker says of a seating: a line a criterion, then each flaw."""

    lines: tuple[Line, ...]
    flaws: tuple[Flaw, ...]


def judge(round_: Round, layout: Iterable[Sequence[int]] | None = None) -> Judgement:
    """Judge the round's seating, or another layout of it."""
    tables = [list(table) for table in (layout_of(round_) if layout is None else layout) if table]
    if not tables:
        return Judgement((), ())
    seated_ids = [who for table in tables for who in table]
    known = {
        one.pk: one
        for one in round_.tournament.entrants.filter(pk__in=seated_ids).select_related("person", "club")
    }
    names = names_of(round_.tournament)
    knockout = round_.stage.kind == StageKind.KNOCKOUT
    request = request_for(
        round_.tournament,
        number=round_.number,
        seed=round_.seed or 0,
        seated=[known[who] for who in dict.fromkeys(seated_ids)],
        criteria=KNOCKOUT_CRITERIA if knockout else None,
        sizes=tuple(len(table) for table in tables),
        label=names.__getitem__,
    )
    rounds = (tuple(tuple(names[who] for who in table) for table in tables),)
    by_name = {name: entrant_id(key) for key, name in names.items()}
    lines = tuple(_line(one.criterion, one.value) for one in assess_all(request, rounds))
    return Judgement(lines, tuple(_flaw(one, by_name) for one in check(request, rounds, warnings=True)))


def names_of(tournament: Tournament) -> dict[Key, str]:
    """Everybody's full name by entrant id; namesakes are told apart by their number."""
    entrants = list(tournament.entrants.select_related("person"))
    times = Counter(one.full_name for one in entrants)
    return {
        one.pk: one.full_name if times[one.full_name] == 1 else f"{one.full_name} ({one.number})"
        for one in entrants
    }


def _line(code: CriterionCode, value: int) -> Line:
    criterion = CRITERIA[code]
    return Line(criterion.title, counted(value, criterion.one, criterion.many), value)


def _flaw(violation: Violation, by_name: dict[str, int]) -> Flaw:
    entrants = tuple(by_name[name] for name in violation.players)
    return Flaw(violation.words, entrants, violation.table, violation.breach)


def report_document(drawing: Drawing) -> dict[str, object]:
    """A drawing's report as it is kept with the round: words, values and proven bounds; nobody is named."""
    return {
        "criteria": [
            {
                "criterion": line.criterion.value,
                "title": asdict(CRITERIA[line.criterion].title),
                "value": line.value,
                "lower_bound": line.lower_bound,
                "proven_optimal": line.proven_optimal,
                "words": asdict(line.words),
            }
            for line in drawing.report.criteria
        ],
        "checked": drawing.report.checked,
        "seconds": str(drawing.report.seconds),
        "limit_reached": drawing.report.limit_reached,
    }


# --- splits ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SplitChoice:
    """One way to split the present into tables, with what the winner of a table of each size receives."""

    split: Split
    policy: SplitPolicy
    prizes: tuple[tuple[int, str], ...]


def split_choices(tournament: Tournament, players: int) -> tuple[SplitChoice, ...]:
    """Every split that is offered: into tables of 4 and 5 two where there is a choice (20, 24, 25 …).

    Where all tables are of one size there is one at most; other games offer the plan's and the even ones.
    """
    formula = formula_of(tournament)
    picked: dict[Split, SplitPolicy] = {}
    for policy in _policies(tournament):
        split = split_for(players, policy)
        if split and all(map(tournament.game.allows, split.sizes)):
            picked.setdefault(split, policy)
    return tuple(SplitChoice(split, policy, _prizes(formula, split)) for split, policy in picked.items())


def policy_of(tournament: Tournament) -> SplitPolicy:
    """The plan's policy of splitting people into tables."""
    return SplitPolicy(tournament.plan.get("split", SplitPolicy.MOST_FOURS))


def has_fours_and_fives(tournament: Tournament) -> bool:
    """Whether the tables are those of article 12.1, of 4 and 5, where some numbers have none."""
    policy = policy_of(tournament)
    return policy not in FREE_POLICIES and policy not in UNIFORM


def _policies(tournament: Tournament) -> tuple[SplitPolicy, ...]:
    policy = policy_of(tournament)
    if has_fours_and_fives(tournament):
        return (SplitPolicy.MOST_FOURS, SplitPolicy.MOST_FIVES)
    if policy in UNIFORM:
        return (policy,)
    return (policy, *(one for one in tournament.game.policies if one in EVEN))


def _prizes(formula: Formula, split: Split) -> tuple[tuple[int, str], ...]:
    prize = formula.prize()
    if prize is None and split.free:
        return ()
    return tuple((size, plain(prize.at(size)) if prize else "0") for size in sorted(set(split.sizes)))
