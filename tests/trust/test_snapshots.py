"""Snapshots: taken by themselves before each risky act, restored whole or not at all, pruned."""

from typing import Any

import pytest

from tests.factories import make_entrants, make_member, make_round, make_tournament
from tests.results import confirm
from tests.trust.test_archive import fixture
from tournament.errors import InvalidInput
from tournament.models import Entrant, Membership, Person, Role, Round, Snapshot, Table, Tournament, User
from tournament.services.archive import export_tournament, import_tournament, tournament_sections
from tournament.services.archive_format import ArchiveDamaged, sections_of
from tournament.services.cut import choose_structure, take_back_cut
from tournament.services.deletions import NotTheLastRound, delete_round, delete_tournament
from tournament.services.entrants import NewEntrant, import_entrants
from tournament.services.knockout import confirm_cut
from tournament.services.links import LinkClosed, entrant_of_token, personal_token, revoke_personal_link
from tournament.services.penalties import give_penalty
from tournament.services.presence import mark_presence
from tournament.services.records import first_broken_event
from tournament.services.rounds import close_round, reopen_round
from tournament.services.seating import NoLegalTables, discard_draft, draw_again, draw_round, publish_round
from tournament.services.snapshots import (
    KEPT,
    Before,
    Difference,
    NameNotTyped,
    bring_back_tournament,
    compared_with_now,
    open_archive,
    prune_snapshots,
    reason_of,
    restore_snapshot,
    take_snapshot,
    take_snapshot_by_hand,
)
from tournament.services.tournaments import set_publishing

pytestmark = pytest.mark.django_db


def acts(tournament: Tournament) -> list[Before]:
    return [reason_of(one)[0] for one in tournament.snapshots.order_by("id")]


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament()


@pytest.fixture
def director(tournament: Tournament) -> User:
    return make_member(tournament)


def test_each_risky_act_is_preceded_by_a_snapshot(tournament: Tournament, director: User) -> None:
    people = [NewEntrant(first_name="P", last_name=str(number)) for number in range(16)]
    for entrant in import_entrants(tournament_id=tournament.pk, entries=people, actor=director):
        mark_presence(entrant_id=entrant.pk, present=True, actor=director)
    draft = draw_round(tournament_id=tournament.pk, actor=director)
    draw_again(round_id=draft.pk, actor=director)
    discard_draft(round_id=draft.pk, actor=director)
    round_ = draw_round(tournament_id=tournament.pk, actor=director)
    publish_round(round_id=round_.pk, actor=director)
    confirm(round_, [(40, 30, 20, 10)] * 4)
    close_round(round_id=round_.pk, actor=director)
    reopen_round(round_id=round_.pk, actor=director, reason="a slip")
    close_round(round_id=round_.pk, actor=director)
    stage = choose_structure(tournament_id=tournament.pk, actor=director, entrants=16, notation="4×4 → 4")
    confirm_cut(stage_id=stage.pk, actor=director)
    take_back_cut(stage_id=stage.pk, actor=director)
    assert acts(tournament) == [
        *(Before.IMPORT, Before.DRAW, Before.DRAW, Before.DELETE, Before.DRAW, Before.PUBLISH),
        *(Before.CLOSE, Before.REOPEN, Before.CLOSE, Before.CUT, Before.CUT),
    ]


def test_an_act_that_is_refused_leaves_no_snapshot(tournament: Tournament, director: User) -> None:
    make_entrants(tournament, 3)
    with pytest.raises(NoLegalTables):
        draw_round(tournament_id=tournament.pk, actor=director)
    assert acts(tournament) == []


def test_a_restore_puts_everything_back(tournament: Tournament, director: User) -> None:
    entrants = make_entrants(tournament, 8)
    round_ = make_round(tournament, [entrants[:4], entrants[4:]])
    confirm(round_, [(40, 30, 20, 10), (41, 31, 21, 11)])
    snapshot = take_snapshot_by_hand(tournament_id=tournament.pk, actor=director, subject="before lunch")
    before = tournament_sections(tournament)
    give_penalty(entrant_id=entrants[0].pk, effect="points", points=5, reason="late", actor=director)
    confirm(round_, [(90, 3, 2, 1), (91, 3, 2, 1)])
    mark_presence(entrant_id=entrants[7].pk, present=False, actor=director)
    restored, until_now = restore_snapshot(
        snapshot_id=snapshot.pk, typed_name=tournament.name, actor=director, reason="wrong button"
    )
    after = tournament_sections(restored)
    counters = {"version", "data_version"}
    for section in (
        "entrants",
        "rounds",
        "tables",
        "seats",
        "submissions",
        "results",
        "penalties",
        "standings",
    ):
        assert [without(row, counters) for row in after[section]] == [
            without(row, counters) for row in before[section]
        ], section
    # … and the restore is itself undone by what was kept of the moment before it.
    restore_snapshot(
        snapshot_id=until_now.pk, typed_name=tournament.name, actor=director, reason="it was right"
    )
    assert tournament.penalties.get().points == 5


def without(row: dict[str, Any], names: set[str]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name not in names}


def test_addresses_and_personal_links_still_open_after_a_restore(
    tournament: Tournament, director: User
) -> None:
    entrants = make_entrants(tournament, 4)
    round_ = make_round(tournament, [entrants])
    token = personal_token(entrants[0])
    snapshot = take_snapshot_by_hand(tournament_id=tournament.pk, actor=director)
    restore_snapshot(snapshot_id=snapshot.pk, typed_name=tournament.name, actor=director, reason="drill")
    assert entrant_of_token(token).pk == entrants[0].pk
    assert Round.objects.get(tournament=tournament).pk == round_.pk
    assert Table.objects.get(round=round_).seats.count() == 4
    assert Tournament.objects.get().slug == tournament.slug


def test_a_link_that_was_closed_stays_closed_after_a_restore(tournament: Tournament, director: User) -> None:
    entrant = make_entrants(tournament, 1)[0]
    token = personal_token(entrant)
    snapshot = take_snapshot_by_hand(tournament_id=tournament.pk, actor=director)
    revoked = revoke_personal_link(entrant_id=entrant.pk, actor=director)
    restore_snapshot(
        snapshot_id=snapshot.pk, typed_name=tournament.name, actor=director, reason="wrong button"
    )
    with pytest.raises(LinkClosed):
        entrant_of_token(token)
    assert entrant_of_token(personal_token(revoked)).pk == entrant.pk


def test_the_log_goes_on_and_roles_people_and_switches_stay(tournament: Tournament, director: User) -> None:
    entrant = make_entrants(tournament, 4)[0]
    referee = make_member(tournament, Role.REFEREE)
    snapshot = take_snapshot_by_hand(tournament_id=tournament.pk, actor=director)
    Membership.objects.filter(user=referee).delete()
    Person.objects.filter(pk=entrant.person_id).update(consent_name=False)
    set_publishing(tournament_id=tournament.pk, actor=director, publish_results=False, hidden_from_round=2)
    numbers = tournament.events.count()
    restored, _until_now = restore_snapshot(
        snapshot_id=snapshot.pk, typed_name=tournament.name, actor=director, reason="drill"
    )
    assert restored.memberships.filter(user=referee).count() == 0
    assert not restored.entrants.get(pk=entrant.pk).person.consent_name
    assert (restored.publish_results, restored.hidden_from_round) == (False, 2)
    assert list(restored.events.values_list("kind", flat=True)) == [
        *("snapshot_taken", "publishing_changed", "tournament_restored")
    ]
    assert restored.events.count() == numbers + 1
    assert first_broken_event(restored) is None


def test_forms_open_during_a_restore_count_as_changed_meanwhile(
    tournament: Tournament, director: User
) -> None:
    entrant = make_entrants(tournament, 4)[0]
    snapshot = take_snapshot_by_hand(tournament_id=tournament.pk, actor=director)
    versions = Entrant.objects.get(pk=entrant.pk).version, Tournament.objects.get().version
    seen = Tournament.objects.get().data_version
    restore_snapshot(snapshot_id=snapshot.pk, typed_name=tournament.name, actor=director, reason="drill")
    assert Entrant.objects.get(pk=entrant.pk).version > versions[0]
    assert Tournament.objects.get().version > versions[1]
    assert Tournament.objects.get().data_version > seen


def test_the_name_must_be_typed_and_a_reason_given(tournament: Tournament, director: User) -> None:
    snapshot = take_snapshot_by_hand(tournament_id=tournament.pk, actor=director)
    with pytest.raises(NameNotTyped):
        restore_snapshot(snapshot_id=snapshot.pk, typed_name="raduno", actor=director, reason="drill")
    with pytest.raises(InvalidInput):
        restore_snapshot(snapshot_id=snapshot.pk, typed_name=tournament.name, actor=director, reason=" ")
    assert acts(tournament) == [Before.BY_HAND]


def test_a_damaged_snapshot_changes_nothing(tournament: Tournament, director: User) -> None:
    make_entrants(tournament, 4)
    snapshot = take_snapshot_by_hand(tournament_id=tournament.pk, actor=director)
    other = export_tournament(make_tournament("Altro"))
    Snapshot.objects.filter(pk=snapshot.pk).update(archive=other)
    with pytest.raises(ArchiveDamaged):
        restore_snapshot(snapshot_id=snapshot.pk, typed_name=tournament.name, actor=director, reason="drill")
    assert tournament.entrants.count() == 4


def test_the_whole_fixture_survives_a_restore(director: User) -> None:
    imported = import_tournament(archive=fixture(), actor=director)
    snapshot = take_snapshot_by_hand(tournament_id=imported.pk, actor=director)
    restored, _until_now = restore_snapshot(
        snapshot_id=snapshot.pk, typed_name=imported.name, actor=director, reason="drill"
    )
    assert compared_with_now(snapshot, restored) == [
        Difference("entrants", 0, 0, 41),
        Difference("rounds", 0, 0, 3),
        Difference("tables", 0, 0, 24),
        Difference("disputes", 0, 0, 1),
    ]


def test_comparing_says_what_a_restore_would_change(tournament: Tournament, director: User) -> None:
    entrants = make_entrants(tournament, 9)
    round_ = make_round(tournament, [entrants[:4], entrants[4:]])
    confirm(round_, [(40, 30, 20, 10)], tables=[1])
    snapshot = take_snapshot_by_hand(tournament_id=tournament.pk, actor=director)
    assert compared_with_now(snapshot, tournament) == []
    confirm(round_, [(5, 4, 3, 2, 1)], tables=[2])
    give_penalty(entrant_id=entrants[0].pk, effect="points", points=5, reason="late", actor=director)
    mark_presence(entrant_id=entrants[7].pk, present=False, actor=director)
    assert compared_with_now(snapshot, tournament) == [
        Difference("entrants", 0, 0, 1),
        Difference("submissions", 0, 1, 0),
        Difference("results", 0, 5, 0),
        Difference("penalties", 0, 1, 0),
    ]


def test_old_automatic_snapshots_are_forgotten_and_those_by_hand_stay(
    tournament: Tournament, director: User
) -> None:
    by_hand = take_snapshot_by_hand(tournament_id=tournament.pk, actor=director)
    kept = take_snapshot(tournament, before=Before.DRAW, actor=director)
    Snapshot.objects.bulk_create(
        Snapshot(
            tournament=tournament,
            tournament_name=tournament.name,
            reason="close: Round 1",
            archive=b"",
            checksum=kept.checksum,
        )
        for _number in range(KEPT)
    )
    assert prune_snapshots(tournament) == 1
    assert tournament.snapshots.count() == KEPT + 1
    assert tournament.snapshots.filter(pk=by_hand.pk).exists()
    assert not tournament.snapshots.filter(pk=kept.pk).exists()


# --- deleting -------------------------------------------------------------------------------------------


def test_a_round_with_results_is_deleted_and_comes_back(tournament: Tournament, director: User) -> None:
    entrants = make_entrants(tournament, 4)
    round_ = make_round(tournament, [entrants])
    confirm(round_, [(40, 30, 20, 10)])
    close_round(round_id=round_.pk, actor=director)
    give_penalty(
        entrant_id=entrants[0].pk,
        round_id=round_.pk,
        effect="points",
        points=5,
        reason="late",
        actor=director,
    )
    snapshot = delete_round(
        round_id=round_.pk, typed_name=round_.title, actor=director, reason="played in the wrong hall"
    )
    assert (tournament.rounds.count(), tournament.standings_versions.count()) == (0, 0)
    assert tournament.penalties.get().round is None
    restore_snapshot(
        snapshot_id=snapshot.pk, typed_name=tournament.name, actor=director, reason="it was right"
    )
    back = Round.objects.get(tournament=tournament)
    assert (back.number, back.state, back.seats.count()) == (1, "closed", 4)
    assert tournament.standings_versions.count() == 2
    assert tournament.penalties.get().round == back


def test_only_the_last_round_goes_and_only_with_its_name_and_a_reason(
    tournament: Tournament, director: User
) -> None:
    entrants = make_entrants(tournament, 4)
    first, second = make_round(tournament, [entrants]), make_round(tournament, [entrants])
    with pytest.raises(NotTheLastRound):
        delete_round(round_id=first.pk, typed_name=first.title, actor=director, reason="no")
    with pytest.raises(NameNotTyped):
        delete_round(round_id=second.pk, typed_name="", actor=director, reason="no")
    with pytest.raises(InvalidInput):
        delete_round(round_id=second.pk, typed_name=second.title, actor=director, reason="")
    assert tournament.rounds.count() == 2


def test_a_deleted_tournament_is_brought_back_by_who_deleted_it(director: User) -> None:
    imported = import_tournament(archive=fixture(), actor=director)
    before = tournament_sections(imported)
    with pytest.raises(NameNotTyped):
        delete_tournament(tournament_id=imported.pk, typed_name="", actor=director)
    snapshot = delete_tournament(tournament_id=imported.pk, typed_name=imported.name, actor=director)
    assert not Tournament.objects.filter(pk=imported.pk).exists()
    with pytest.raises(InvalidInput):
        restore_snapshot(snapshot_id=snapshot.pk, typed_name=imported.name, actor=director, reason="drill")
    back = bring_back_tournament(snapshot_id=snapshot.pk, actor=director)
    after = tournament_sections(back)
    assert {name: after[name] for name in after if name not in {"tournament", "events"}} == {
        name: before[name] for name in before if name not in {"tournament", "events"}
    }
    assert back.slug == imported.slug
    assert back.snapshots.get() == snapshot
    assert first_broken_event(back) is None


def test_an_archive_from_elsewhere_opens_as_a_tournament_of_its_own(director: User) -> None:
    opened = open_archive(archive=fixture(), actor=director)
    assert opened.events.order_by("number").last().kind == "archive_imported"
    assert first_broken_event(opened) is None
    assert sections_of(export_tournament(opened))["entrants"] == sections_of(fixture())["entrants"]
