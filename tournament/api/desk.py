"""The desk's work on one entrant: contacts, consents, fee, whom they are kept apart from, how they leave."""

from typing import Any

from django.core.validators import validate_email
from django.http import HttpResponse
from django.urls import reverse
from rest_framework import serializers as s
from rest_framework.request import Request

from scoring.standings import Row
from tournament.api import documents, shapes
from tournament.api.access import expect, sight_of
from tournament.api.base import ApiView
from tournament.api.conditional import single
from tournament.api.deeds import Deed, Where, described, entrant_ids, entrant_numbered, lock_all_of, reading
from tournament.api.entrants import EntrantDeed
from tournament.api.forms import LARGEST_NUMBER, ReasonForm
from tournament.models import Entrant, FeeState, Scope, Tournament, User
from tournament.selectors.entries import entrant_file
from tournament.selectors.leaving import Leaving, consequences_of_leaving
from tournament.selectors.public import Sight
from tournament.selectors.standings import StageStandings
from tournament.services.bans import let_in
from tournament.services.desk import ENTRY_FIELDS, PERSON_FIELDS, let_sit_together, save_entrant
from tournament.services.entrants import add_stand_in, keep_apart, set_fee
from tournament.services.links import personal_token, revoke_personal_link
from tournament.services.presence import disqualify_entrant

TAG = "Desk"


class DeskForm(s.Serializer[None]):
    """What the desk changes about a person and their entry; what is left out stays."""

    first_name = s.CharField(max_length=60, allow_blank=True, required=False)
    last_name = s.CharField(max_length=60, allow_blank=True, required=False)
    nickname = s.CharField(max_length=40, allow_blank=True, required=False)
    birth_date = s.DateField(allow_null=True, required=False)
    email = s.CharField(max_length=254, allow_blank=True, required=False, validators=[validate_email])
    phone = s.CharField(max_length=30, allow_blank=True, required=False)
    guardian = s.CharField(max_length=120, allow_blank=True, required=False)
    consent_data = s.BooleanField(required=False)
    consent_name = s.BooleanField(required=False)
    consent_results = s.BooleanField(required=False)
    club = s.CharField(max_length=80, allow_blank=True, required=False)
    group = s.CharField(max_length=60, allow_blank=True, required=False)
    region = s.CharField(max_length=40, allow_blank=True, required=False)
    enters_in_round = s.IntegerField(min_value=1, max_value=30, required=False)
    entry_credit = s.IntegerField(min_value=-1000, max_value=1000, required=False)
    in_ranking = s.BooleanField(required=False)
    is_standby = s.BooleanField(required=False)
    is_captain = s.BooleanField(required=False)
    notes = s.CharField(max_length=2000, allow_blank=True, required=False)


class DeskSerializer(DeskForm):
    """An entrant as the desk knows them; the person's fields are missing for a stand-in."""

    number = s.IntegerField()
    email = s.CharField(allow_blank=True, required=False)
    fee_state = s.ChoiceField(FeeState.choices)
    kept_apart_from = s.ListField(child=s.IntegerField())


class LinkSerializer(s.Serializer[None]):
    """The address of somebody's personal page: whoever holds it reports their results."""

    personal_link = s.CharField()


class FeeForm(s.Serializer[None]):
    """The fee: due, paid or waived."""

    fee_state = s.ChoiceField(FeeState.choices)


class DisqualifyForm(s.Serializer[None]):
    """Out from the round after `after_round`; `void_games` lets the games played count 0."""

    after_round = s.IntegerField(min_value=0, max_value=32767)
    void_games = s.BooleanField(default=False)
    reason = s.CharField(max_length=300)


class ApartForm(s.Serializer[None]):
    """Whether two are kept apart wherever the draw can."""

    other = s.IntegerField(min_value=1, max_value=LARGEST_NUMBER)
    apart = s.BooleanField(default=True)


class StandInForm(s.Serializer[None]):
    """Somebody who fills a table, by default outside the ranking."""

    name = s.CharField(max_length=80)
    in_ranking = s.BooleanField(default=False)


class LineSerializer(s.Serializer[None]):
    """Rank and total of a row; the total is an exact decimal."""

    rank = s.IntegerField(allow_null=True)
    total = s.CharField()


class MovedSerializer(s.Serializer[None]):
    """Somebody whose line would change."""

    name = s.CharField()
    before = LineSerializer(allow_null=True)
    after = LineSerializer(allow_null=True)


class LeavingSerializer(s.Serializer[None]):
    """One way to leave and what it would change."""

    way = s.ChoiceField([(one.value, one.value) for one in Leaving])
    changes = MovedSerializer(many=True)


def desk_document(entrant: Entrant) -> dict[str, Any]:
    """Everything that the desk may change."""
    person, apart = entrant.person, entrant_file(entrant).apart
    known = {name: getattr(person, name) for name in sorted(PERSON_FIELDS)} if person else {}
    return (
        known
        | {name: getattr(entrant, name) for name in ENTRY_FIELDS}
        | {
            "number": entrant.number,
            "club": entrant.club.name if entrant.club else "",
            "fee_state": entrant.fee_state,
            "kept_apart_from": sorted(other.number for _pair, other in apart),
        }
    )


class DeskDeed(EntrantDeed):
    """Something that the desk does for an entrant; `If-Match` takes the ETag of `entrants/<n>/desk/`."""

    def target(self, sight: Sight, where: Where) -> Entrant:
        """The entrant of that number."""
        return entrant_numbered(sight.tournament, where["number"])

    def seen(self, sight: Sight, target: Entrant) -> Any:  # noqa: ARG002  # one signature for all deeds
        """The entrant as the desk sees them."""
        return desk_document(target)


@described(TAG, "edit_entrant", "Change contacts, consents and the entry", DeskSerializer)
class TheDesk(DeskDeed):
    """The person's other tournaments show the new name and obey the new consents too."""

    form = DeskForm

    def lock(self, sight: Sight, where: Where) -> None:
        """A person's data concern every tournament of theirs."""
        lock_all_of(sight.tournament, entrant_numbered(sight.tournament, where["number"]).person_id)

    def carry_out(self, target: Entrant, given: dict[str, Any], actor: User) -> Entrant:
        """Save both together, or nothing."""
        return save_entrant(
            entrant_id=target.pk,
            version=target.version,
            actor=actor,
            entry={name: given[name] for name in (*ENTRY_FIELDS, "club") if name in given},
            person={name: given[name] for name in PERSON_FIELDS if name in given},
        )

    @reading(TAG, "get_desk", "An entrant as the desk knows them", DeskSerializer)
    def get(self, request: Request, slug: str, number: int) -> HttpResponse:
        """Contacts, consents, fee."""
        sight = sight_of(request, slug)
        expect(request, self.permission, Scope.READ, sight.tournament)
        return single(request, desk_document(entrant_numbered(sight.tournament, number)))


@described(TAG, "set_fee", "Mark the fee as due, paid or waived", DeskSerializer)
class Fee(DeskDeed):
    """As the desk is told."""

    form = FeeForm

    def carry_out(self, target: Entrant, given: dict[str, Any], actor: User) -> Entrant:
        """Mark it."""
        return set_fee(entrant_id=target.pk, fee_state=FeeState(given["fee_state"]), actor=actor)


@described(TAG, "keep_apart", "Keep two apart, or let them sit together again", DeskSerializer)
class Apart(DeskDeed):
    """Twice the same changes nothing."""

    form = ApartForm

    def carry_out(self, target: Entrant, given: dict[str, Any], actor: User) -> None:
        """Keep, or forget."""
        (other,) = entrant_ids(target.tournament, [given["other"]])
        pairs = {one.pk: pair for pair, one in entrant_file(target).apart}
        if given["apart"] and other not in pairs:
            keep_apart(first_id=target.pk, second_id=other, actor=actor)
        elif not given["apart"] and other in pairs:
            let_sit_together(pair_id=pairs[other].pk, actor=actor)


@described(
    TAG, "renew_link", "Close the personal links given out; the answer holds the new one", LinkSerializer
)
class PersonalLink(DeskDeed):
    """For a link that came into wrong hands."""

    def carry_out(self, target: Entrant, given: dict[str, Any], actor: User) -> Entrant:  # noqa: ARG002  # one signature for all deeds
        """Close them."""
        return revoke_personal_link(entrant_id=target.pk, actor=actor)

    def answer(self, sight: Sight, done: Entrant, where: Where) -> Any:  # noqa: ARG002  # one signature for all deeds
        """The new one."""
        return self.link_of(done)

    def link_of(self, entrant: Entrant) -> dict[str, str]:
        """The address of the personal page; it is signed anew each time, and all of them open it."""
        address = reverse("personal", args=[personal_token(entrant)])
        return {"personal_link": self.request.build_absolute_uri(address)}

    @reading(TAG, "get_link", "The personal link of an entrant, to hand over", LinkSerializer)
    def get(self, request: Request, slug: str, number: int) -> HttpResponse:
        """For the desk."""
        tournament = sight_of(request, slug).tournament
        expect(request, self.permission, self.scope, tournament)
        return single(request, self.link_of(entrant_numbered(tournament, number)))


@described(TAG, "disqualify_entrant", "Disqualify somebody, with a reason", shapes.EntrantSerializer)
class Disqualify(EntrantDeed):
    """By directors. `bring-back/` undoes it."""

    permission = "tournament.direct"
    form = DisqualifyForm

    def carry_out(self, target: Entrant, given: dict[str, Any], actor: User) -> Entrant:
        """Out."""
        return disqualify_entrant(entrant_id=target.pk, actor=actor, **given)


@described(TAG, "let_in", "Let somebody play here although they are suspended", shapes.EntrantSerializer)
class LetIn(EntrantDeed):
    """By directors, with the reason."""

    permission = "tournament.direct"
    form = ReasonForm

    def carry_out(self, target: Entrant, given: dict[str, Any], actor: User) -> Entrant:
        """Decide so."""
        return let_in(entrant_id=target.pk, reason=given["reason"], actor=actor)


@described(
    TAG, "add_stand_in", "Let somebody nameless to the rankings fill a table", shapes.EntrantSerializer
)
class StandIns(Deed):
    """Present at once."""

    permission = "tournament.keep_entrants"
    scope = Scope.ENTRANTS
    form = StandInForm
    answers = 201
    matches = False

    def carry_out(self, target: Tournament, given: dict[str, Any], actor: User) -> Entrant:
        """Enter them."""
        return add_stand_in(tournament_id=target.pk, actor=actor, **given)

    def answer(self, sight: Sight, done: Entrant, where: Where) -> Any:  # noqa: ARG002  # one signature for all deeds
        """The new entrant."""
        return documents.entrant_document(sight, done.number)


class LeavingPreview(ApiView):
    """What becomes of the standings."""

    @reading(
        TAG,
        "preview_leaving",
        "What each way to leave would change in the standings",
        LeavingSerializer(many=True),
    )
    def get(self, request: Request, slug: str, number: int) -> HttpResponse:
        """Withdrawn, disqualified, disqualified with games that count 0; nothing before there are standings."""
        tournament = sight_of(request, slug).tournament
        expect(request, "tournament.keep_entrants", Scope.READ, tournament)
        shown, ways = consequences_of_leaving(entrant_numbered(tournament, number))
        return single(
            request,
            [
                {
                    "way": one.way.value,
                    "changes": [
                        {
                            "name": change.player.name,
                            "before": _line(shown, change.before),
                            "after": _line(shown, change.after),
                        }
                        for change in one.changes
                    ],
                }
                for one in ways
            ],
        )


def _line(shown: StageStandings | None, row: Row | None) -> dict[str, Any] | None:
    """Rank and total of a row, None where there is none."""
    if row is None or shown is None:
        return None
    return {"rank": row.rank, "total": str(shown.figure(row.total))}
