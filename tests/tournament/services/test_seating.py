"""Draws: idempotent, refused with ways out, repeatable from a seed whose hash was shown before."""

import hashlib
from collections import Counter
from itertools import chain

import pytest

from seating.effort import Watch
from tests.factories import (
    make_entrant,
    make_entrants,
    make_member,
    make_person,
    make_round,
    make_tournament,
)
from tests.results import close, confirm
from tournament.errors import InvalidInput
from tournament.models import KeepApart, Round, RoundState, Table, TournamentState
from tournament.selectors.editor import editor_for
from tournament.selectors.seating import (
    judge,
    layout_of,
    resting_entrants,
    split_choices,
    unseated_entrants,
)
from tournament.selectors.standings import standings_for_stage
from tournament.services.presence import mark_presence
from tournament.services.seating import (
    NoLegalTables,
    NotEditable,
    RoundIncomplete,
    discard_draft,
    draw_again,
    draw_round,
    hash_of,
    publish_round,
    seed_for,
)
from tournament.services.seating_edits import lock_table, swap_entrants

pytestmark = pytest.mark.django_db


def sizes(round_: Round) -> list[int]:
    return [len(table) for table in layout_of(round_)]


def test_a_second_press_finds_the_same_draft() -> None:
    tournament = make_tournament(state=TournamentState.OPEN)
    make_entrants(tournament, 13)
    first = draw_round(tournament_id=tournament.pk, actor=None)
    second = draw_round(tournament_id=tournament.pk, actor=None)
    tournament.refresh_from_db()
    assert (first, sizes(first), tournament.state) == (second, [4, 4, 5], TournamentState.RUNNING)
    assert tournament.events.filter(kind="round_drawn").count() == 1


def test_the_seed_is_fixed_before_and_shown_after() -> None:
    tournament = make_tournament()
    make_entrants(tournament, 8)
    promised = hash_of(seed_for(tournament, 1))
    draft = draw_round(tournament_id=tournament.pk, actor=None)
    published = publish_round(round_id=draft.pk, actor=None)
    event = tournament.events.get(kind="round_published")
    assert draft.seed_hash == promised == hashlib.sha256(str(published.seed).encode()).hexdigest()
    assert event.after["seed"] == published.seed
    assert str(published.seed) not in str(tournament.events.get(kind="round_drawn").after)


def test_the_same_seed_draws_the_same_tables() -> None:
    tournament = make_tournament()
    make_entrants(tournament, 17)
    first = draw_round(tournament_id=tournament.pk, actor=None, seed=7)
    tables = layout_of(first)
    discard_draft(round_id=first.pk, actor=None)
    again = draw_round(tournament_id=tournament.pk, actor=None, seed=7)
    assert layout_of(again) == tables


def test_a_new_draw_has_a_new_seed_and_keeps_locked_tables() -> None:
    tournament = make_tournament()
    make_entrants(tournament, 16)
    draft = draw_round(tournament_id=tournament.pk, actor=None)
    seed, before = draft.seed, layout_of(draft)
    lock_table(table_id=draft.tables.get(number=2).pk, locked=True, actor=None)
    again = draw_again(round_id=draft.pk, actor=None)
    assert again.seed != seed
    assert layout_of(again)[1] == before[1]
    assert sorted(chain(*layout_of(again))) == sorted(chain(*before))


@pytest.mark.rule("12.1")
@pytest.mark.parametrize("count", [3, 6, 7, 11])
def test_numbers_without_legal_tables_are_refused_with_ways_out(count: int) -> None:
    tournament = make_tournament()
    make_entrants(tournament, count)
    with pytest.raises(NoLegalTables) as refusal:
        draw_round(tournament_id=tournament.pk, actor=None)
    assert refusal.value.facts["count"] == count
    assert refusal.value.facts["proposals"].count(";") >= (0 if count == 3 else 2)
    assert tournament.rounds.count() == 0


def test_somebody_may_sit_out() -> None:
    tournament = make_tournament()
    entrants = make_entrants(tournament, 11)
    draft = draw_round(tournament_id=tournament.pk, actor=None, sit_out=[one.pk for one in entrants[:2]])
    assert (sizes(draft), resting_entrants(draft)) == ([4, 5], entrants[:2])
    assert unseated_entrants(draft) == []


def test_absent_and_standby_are_not_seated() -> None:
    tournament = make_tournament()
    make_entrants(tournament, 8)
    make_entrant(tournament, state="absent")
    make_entrant(tournament, is_standby=True)
    make_entrant(tournament, enters_in_round=2)
    assert sizes(draw_round(tournament_id=tournament.pk, actor=None)) == [4, 4]


def test_a_missing_result_stops_the_next_round_unless_a_reason_is_given() -> None:
    tournament = make_tournament()
    entrants = make_entrants(tournament, 8)
    round_ = make_round(tournament, [entrants[:4], entrants[4:]])
    confirm(round_, [[40, 30, 20, 10]], tables=[1])
    with pytest.raises(RoundIncomplete) as refusal:
        draw_round(tournament_id=tournament.pk, actor=None)
    assert refusal.value.facts["tables"] == str(round_.tables.get(number=2).title)
    new = draw_round(tournament_id=tournament.pk, actor=None, override_reason="slip lost")
    assert (new.number, tournament.events.get(kind="round_drawn").reason) == (2, "slip lost")


def test_second_round_avoids_whom_one_met() -> None:
    tournament = make_tournament()
    entrants = make_entrants(tournament, 16, clubs=16)
    round_ = make_round(tournament, [entrants[i : i + 4] for i in range(0, 16, 4)])
    confirm(round_, [[40, 30, 20, 10]] * 4)
    new = draw_round(tournament_id=tournament.pk, actor=None)
    met = {
        frozenset((one.pk, two.pk))
        for i in range(0, 16, 4)
        for one in entrants[i : i + 4]
        for two in entrants[i : i + 4]
    }
    again = [
        pair
        for table in layout_of(new)
        for one in table
        for two in table
        if one != two and (pair := {one, two}) in met
    ]
    assert again == []
    assert judge(new).flaws == ()


def test_the_choice_of_split_with_its_prizes() -> None:
    tournament = make_tournament()
    choices = split_choices(tournament, 20)
    assert [(choice.split.sizes, choice.prizes) for choice in choices] == [
        ((4,) * 5, ((4, "50"),)),
        ((5,) * 4, ((5, "50"),)),
    ]
    assert [len(split_choices(tournament, count)) for count in (11, 12, 19, 24, 25)] == [0, 1, 1, 2, 2]
    make_entrants(tournament, 20)
    assert sizes(draw_round(tournament_id=tournament.pk, actor=None, split="most-fives")) == [5, 5, 5, 5]


def test_the_checker_names_people_and_tables() -> None:
    tournament = make_tournament(plan={"split": "most-fours", "criteria": ["keep-apart", "clubs"]})
    entrants = make_entrants(tournament, 8, clubs=8)
    first, second = sorted(entrants[:2], key=lambda one: one.pk)
    KeepApart.objects.create(tournament=tournament, first=first, second=second)
    round_ = make_round(tournament, [entrants[:4], entrants[4:]], state=RoundState.DRAFT)
    (flaw,) = judge(round_).flaws
    assert (set(flaw.entrants), flaw.table, flaw.breach) == ({first.pk, second.pk}, 1, False)
    assert first.full_name in flaw.words.en


def test_publishing_twice_changes_nothing() -> None:
    tournament = make_tournament()
    make_entrants(tournament, 8)
    draft = draw_round(tournament_id=tournament.pk, actor=None)
    director = make_member(tournament)
    first = publish_round(round_id=draft.pk, actor=director)
    again = publish_round(round_id=draft.pk, actor=director)
    assert (again.published_at, again.version) == (first.published_at, first.version)
    with pytest.raises(NotEditable):
        discard_draft(round_id=draft.pk, actor=None)


def test_a_criterion_named_twice_is_refused() -> None:
    tournament = make_tournament(plan={"criteria": ["clubs", "clubs"]})
    make_entrants(tournament, 8)
    with pytest.raises(InvalidInput):
        draw_round(tournament_id=tournament.pk, actor=None)
    assert Table.objects.count() == 0


@pytest.mark.parametrize(
    ("count", "shapes"), [(6, [[4], [4], [4]]), (7, [[5], [5], [4]]), (11, [[4, 5], [4, 5], [4]])]
)
def test_in_three_staggered_rounds_everybody_plays_twice(count: int, shapes: list[list[int]]) -> None:
    tournament = make_tournament(plan={"rounds": 3, "criteria": ["repeats"]})
    everybody = {one.pk for one in make_entrants(tournament, count)}
    played, drawn = Counter[int](), []
    for number in range(3):
        round_ = draw_round(tournament_id=tournament.pk, actor=None, staggered=number == 0)
        seated = [who for table in layout_of(round_) for who in table]
        assert ({*seated, *round_.resting}, len(seated) + len(round_.resting)) == (everybody, count)
        assert ({one.pk for one in resting_entrants(round_)}, unseated_entrants(round_)) == (
            set(round_.resting),
            [],
        )
        with pytest.raises(
            InvalidInput, match="throw the draft away" if number == 0 else "stay while the same"
        ):
            draw_again(round_id=round_.pk, actor=None)
        played.update(seated)
        drawn.append(sorted(map(len, layout_of(round_))))
        publish_round(round_id=round_.pk, actor=None)
        confirm(round_, [[20, 15, 10, 5, 4][: table.size] for table in round_.tables.order_by("number")])
        close(round_)
    assert (drawn, set(played.values())) == (shapes, {2})
    rows = standings_for_stage(tournament.stages.get()).rows
    assert {sum(points is not None for points in row.games) for row in rows} == {2}
    with pytest.raises(NoLegalTables):
        draw_round(tournament_id=tournament.pk, actor=None)


def test_staggered_rounds_end_where_others_are_present() -> None:
    tournament = make_tournament(plan={"rounds": 3, "criteria": ["repeats"]})
    make_entrants(tournament, 11)
    first = draw_round(tournament_id=tournament.pk, actor=None, staggered=True)
    publish_round(round_id=first.pk, actor=None)
    confirm(first, [[20, 15, 10, 5], [20, 15, 10, 5, 4]])
    late = make_entrant(tournament, state="registered")
    planned = draw_round(tournament_id=tournament.pk, actor=None)
    mark_presence(entrant_id=late.pk, present=True, actor=None)
    with pytest.raises(InvalidInput, match="throw the draft away"):
        draw_again(round_id=planned.pk, actor=None)
    discard_draft(round_id=planned.pk, actor=None)
    second = draw_round(tournament_id=tournament.pk, actor=None)
    assert (sizes(second), second.resting, second.ahead) == ([4, 4, 4], [], [])
    with pytest.raises(InvalidInput, match="6, 7 or 11"):
        draw_round(tournament_id=make_tournament().pk, actor=None, staggered=True)


def test_siblings_sit_apart_in_every_tournament_unless_it_cannot_be() -> None:
    for count, together in ((8, 0), (4, 1)):
        tournament = make_tournament()
        siblings = [make_entrant(tournament, group="Rossi", person=make_person()) for _ in range(2)]
        make_entrants(tournament, count - 2)
        round_ = draw_round(tournament_id=tournament.pk, actor=None, seed=3)
        tables = [set(table) for table in layout_of(round_)]
        assert sum({one.pk for one in siblings} <= table for table in tables) == together
        (line,) = [line for line in round_.report["criteria"] if line["criterion"] == "families"]
        assert line["words"]["en"] == (
            "1 pair together, 1 of them unavoidable" if together else "0 pairs together"
        )


def test_thirteen_are_told_every_repeat_and_what_of_it_nobody_could_avoid() -> None:
    tournament = make_tournament(plan={"rounds": 2, "criteria": ["repeats"]})
    everybody = make_entrants(tournament, 13)
    make_round(tournament, [everybody[:4], everybody[4:8], everybody[8:]], state=RoundState.CLOSED)
    round_ = draw_round(tournament_id=tournament.pk, actor=None, override_reason="slips lost")
    editor = editor_for(round_, name=lambda words: words.en)
    assert [line[1:] for line in editor.drawn] == [("4 repeated meetings, 4 of them unavoidable", True)]
    repeats = [flaw for flaw in editor.flaws if len(flaw.entrants) == 2]
    assert len(repeats) == 4


def test_a_draw_that_runs_out_of_time_is_a_draft_that_a_hand_can_change(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Watch, "goes_on", stop_at_once)
    tournament = make_tournament(plan={"rounds": 2, "criteria": ["fives", "repeats"]})
    everybody = make_entrants(tournament, 13)
    make_round(tournament, [everybody[:4], everybody[4:8], everybody[8:]], state=RoundState.CLOSED)
    round_ = draw_round(tournament_id=tournament.pk, actor=None, override_reason="slips lost")
    assert (sizes(round_), round_.report["limit_reached"], round_.report["checked"]) == (
        [4, 4, 5],
        True,
        True,
    )
    one, other = layout_of(round_)[0][0], layout_of(round_)[1][0]
    swap_entrants(round_id=round_.pk, first_id=one, second_id=other, actor=None)
    assert layout_of(round_)[0][0] == other


def stop_at_once(watch: Watch, *_: object) -> bool:
    """A clock that has run out before the first block of steps."""
    watch.stopped = True
    return False
