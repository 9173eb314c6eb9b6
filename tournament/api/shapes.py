"""The shapes of answers, for the OpenAPI document; answers themselves are built from values in `documents`."""

from rest_framework import serializers as s

from tournament.models import (
    Colour,
    DisputeState,
    Ending,
    EntrantState,
    JobState,
    RoundState,
    SanctionEffect,
    Source,
    StageKind,
    SubmissionState,
    TournamentState,
)


class ProblemSerializer(s.Serializer[None]):
    """A problem (RFC 9457). `code` is stable; `errors` names every defect of what was sent."""

    type = s.CharField()
    title = s.CharField()
    status = s.IntegerField()
    code = s.CharField()
    detail = s.CharField()
    facts = s.DictField(required=False)
    errors = s.ListField(child=s.JSONField(), required=False)  # type: ignore[assignment]  # a field, not the property


class SwitchesSerializer(s.Serializer[None]):
    """What is published."""

    page = s.BooleanField()
    entrants = s.BooleanField()
    seating = s.BooleanField()
    results = s.BooleanField()
    standings = s.BooleanField()


class TournamentRowSerializer(s.Serializer[None]):
    """A tournament in a list."""

    slug = s.SlugField()
    name = s.CharField()
    place = s.CharField()
    organiser = s.CharField()
    starts_on = s.DateField()
    ends_on = s.DateField()
    language = s.CharField()
    description = s.CharField()
    state = s.ChoiceField(TournamentState.choices)
    ruleset = s.CharField()
    preset = s.CharField()
    time_limit_minutes = s.IntegerField()
    army_limit = s.IntegerField(allow_null=True)


class TournamentSerializer(TournamentRowSerializer):
    """One tournament. `data_version` grows with every change that can be seen."""

    entrants = s.IntegerField(allow_null=True)
    rounds = s.IntegerField()
    published = SwitchesSerializer()
    hidden_from_round = s.IntegerField(allow_null=True)
    data_version = s.IntegerField()


class EntrantSerializer(s.Serializer[None]):
    """Somebody in a tournament, by number; the name is a pseudonym where publication was refused."""

    number = s.IntegerField()
    name = s.CharField()
    club = s.CharField(allow_null=True)
    team = s.CharField(allow_null=True)
    state = s.ChoiceField(EntrantState.choices)
    in_ranking = s.BooleanField()
    enters_in_round = s.IntegerField()
    left_after_round = s.IntegerField(allow_null=True)


class RollCallSerializer(s.Serializer[None]):
    """The roll call: numbers of entrants by their mark."""

    open = s.BooleanField()
    closed_at = s.DateTimeField(allow_null=True)
    here = s.ListField(child=s.IntegerField())
    absent = s.ListField(child=s.IntegerField())
    not_called = s.ListField(child=s.IntegerField())


class StageSerializer(s.Serializer[None]):
    """The stage a round belongs to."""

    name = s.CharField()
    kind = s.ChoiceField(StageKind.choices)


class RoundSerializer(s.Serializer[None]):
    """A round and its clock."""

    number = s.IntegerField()
    title = s.CharField()
    stage = StageSerializer()
    state = s.ChoiceField(RoundState.choices)
    starts_at = s.DateTimeField(allow_null=True)
    published_at = s.DateTimeField(allow_null=True)
    started_at = s.DateTimeField(allow_null=True)
    stopped_at = s.DateTimeField(allow_null=True)
    stopped_seconds = s.IntegerField()
    time_limit_minutes = s.IntegerField()
    closed_at = s.DateTimeField(allow_null=True)
    seed_hash = s.CharField()
    seed = s.IntegerField(allow_null=True)


class FiguresSerializer(s.Serializer[None]):
    """What a game gave a player."""

    points = s.IntegerField()
    outside_points = s.IntegerField()
    place = s.IntegerField()
    objective = s.IntegerField(allow_null=True)
    objective_reached = s.BooleanField()
    elimination = s.IntegerField(allow_null=True)
    shares_victory = s.BooleanField()


class SeatSerializer(s.Serializer[None]):
    """A seat; `result` once it is confirmed and shown."""

    turn = s.IntegerField()
    colour = s.ChoiceField([*Colour.choices, ("", "–")])
    entrant = s.IntegerField()
    name = s.CharField()
    club = s.CharField(allow_null=True)
    result = FiguresSerializer(allow_null=True)


class TableRowSerializer(s.Serializer[None]):
    """A table in a list."""

    id = s.IntegerField()
    number = s.IntegerField()
    title = s.CharField()
    round = s.IntegerField()
    size = s.IntegerField()
    venue = s.CharField()
    stopped_at = s.DateTimeField(allow_null=True)
    returned_seconds = s.IntegerField()
    seats = SeatSerializer(many=True)


class TurnFiguresSerializer(FiguresSerializer):
    """Figures of a report, by turn order."""

    turn = s.IntegerField()


class SubmissionSerializer(s.Serializer[None]):
    """A report of a table: append-only, one of them effective."""

    number = s.IntegerField()
    state = s.ChoiceField(SubmissionState.choices)
    source = s.ChoiceField(Source.choices)  # type: ignore[assignment]  # a field, not the attribute
    ending = s.ChoiceField(Ending.choices)
    board = s.DictField(child=s.IntegerField())
    note = s.CharField()
    reason = s.CharField()
    corrects = s.IntegerField(allow_null=True)
    created_at = s.DateTimeField()
    confirmed_at = s.DateTimeField(allow_null=True)
    results = TurnFiguresSerializer(many=True)


class TableSerializer(TableRowSerializer):
    """A table with its effective result; `newest_submission` only for those who work in the tournament."""

    result = SubmissionSerializer(allow_null=True)
    newest_submission = s.IntegerField(required=False)


class StandingRowSerializer(s.Serializer[None]):
    """A row; figures are exact decimals, written as strings."""

    rank = s.IntegerField(allow_null=True)
    entrant = s.IntegerField(allow_null=True)
    name = s.CharField()
    club = s.CharField(allow_null=True, required=False)
    team = s.CharField(allow_null=True, required=False)
    total = s.CharField(allow_null=True)
    games = s.ListField(child=s.CharField(allow_null=True))
    counted = s.ListField(child=s.BooleanField())
    wins = s.IntegerField()
    separated_by = s.CharField(allow_null=True)
    why = s.CharField(required=False)
    finalist = s.BooleanField(required=False)


class StandingsSerializer(s.Serializer[None]):
    """Standings after a round; `rounds` are the numbers behind the columns of `games`."""

    stage = StageSerializer()
    after_round = s.IntegerField()
    rounds = s.ListField(child=s.IntegerField())
    rows = StandingRowSerializer(many=True)


class VersionSerializer(s.Serializer[None]):
    """An issued version of the standings."""

    id = s.IntegerField()
    after_round = s.IntegerField()
    version = s.IntegerField()
    stage = StageSerializer()
    reason = s.CharField()
    issued_at = s.DateTimeField()


class VersionRowsSerializer(VersionSerializer):
    """An issued version with its rows."""

    rows = StandingRowSerializer(many=True)


class KnockoutSeatSerializer(s.Serializer[None]):
    """Somebody at a table of the knockout."""

    entrant = s.IntegerField(allow_null=True)
    name = s.CharField()
    club = s.CharField(allow_null=True)
    turn = s.IntegerField()
    colour = s.CharField(allow_blank=True)
    points = s.IntegerField(allow_null=True)
    place = s.IntegerField(allow_null=True)
    goes_on = s.BooleanField()


class KnockoutTableSerializer(s.Serializer[None]):
    """A table of the knockout."""

    id = s.IntegerField()
    number = s.IntegerField()
    title = s.CharField()
    seats = KnockoutSeatSerializer(many=True)


class KnockoutRoundSerializer(s.Serializer[None]):
    """A round of the knockout."""

    number = s.IntegerField()
    title = s.CharField()
    state = s.ChoiceField(RoundState.choices)
    tables = KnockoutTableSerializer(many=True)


class KnockoutSerializer(s.Serializer[None]):
    """The knockout; no rounds before it is drawn and published."""

    rounds = KnockoutRoundSerializer(many=True)


class SanctionSerializer(s.Serializer[None]):
    """An entry of the tournament's catalogue of sanctions."""

    code = s.CharField()
    name = s.CharField()
    effect = s.ChoiceField(SanctionEffect.choices)
    amount = s.IntegerField()
    doubled_for_captain = s.BooleanField()


class PenaltySerializer(s.Serializer[None]):
    """A penalty: a line of its own, which stays when it is revoked."""

    id = s.IntegerField()
    entrant = s.IntegerField()
    round = s.IntegerField(allow_null=True)
    sanction = s.CharField(allow_null=True)
    effect = s.ChoiceField(SanctionEffect.choices)
    points = s.IntegerField()
    minutes = s.IntegerField()
    reason = s.CharField()
    given_by = s.CharField(allow_null=True)
    created_at = s.DateTimeField()
    revoked_at = s.DateTimeField(allow_null=True)
    revoked_reason = s.CharField(allow_blank=True)


class EventSerializer(s.Serializer[None]):
    """A line of the log: who did what to whom, when and why; `digest` chains it to the line before."""

    number = s.IntegerField()
    kind = s.CharField()
    subject = s.CharField(allow_blank=True)
    before = s.JSONField()
    after = s.JSONField()
    reason = s.CharField(allow_blank=True)
    actor_name = s.CharField(allow_blank=True)
    at = s.DateTimeField()
    digest = s.CharField()


class RulingSerializer(s.Serializer[None]):
    """The engine's answer to the case of a dispute, and the referee's decision on it."""

    ruleset = s.CharField()
    verdict = s.CharField()
    case = s.JSONField()
    document = s.JSONField()
    decision = s.CharField(allow_blank=True)
    reason = s.CharField(allow_blank=True)
    on_appeal = s.BooleanField()
    created_at = s.DateTimeField()
    decided_at = s.DateTimeField(allow_null=True)


class DisputeSerializer(s.Serializer[None]):
    """A question put to the referee."""

    id = s.IntegerField()
    state = s.ChoiceField(DisputeState.choices)
    question = s.CharField(allow_blank=True)
    table = s.IntegerField(allow_null=True)
    parties = s.ListField(child=s.IntegerField())
    opened_at = s.DateTimeField()
    clock_stopped_at = s.DateTimeField(allow_null=True)
    returned_seconds = s.IntegerField()
    appeal_until = s.DateTimeField(allow_null=True)
    closed_at = s.DateTimeField(allow_null=True)
    rulings = RulingSerializer(many=True)


class JobSerializer(s.Serializer[None]):
    """Work that a worker does. Ask `url` again while `state` is queued or running; `file` is what it made."""

    id = s.IntegerField()
    kind = s.CharField()
    state = s.ChoiceField(JobState.choices)
    done = s.IntegerField()
    total = s.IntegerField()
    message = s.CharField(allow_blank=True)
    created_at = s.DateTimeField()
    started_at = s.DateTimeField(allow_null=True)
    finished_at = s.DateTimeField(allow_null=True)
    url = s.CharField()
    result = s.JSONField()
    file = s.CharField(allow_null=True)


class LinksSerializer(s.Serializer[None]):
    """Where to begin."""

    documentation = s.CharField()
    schema = s.CharField()
    tournaments = s.CharField()
    circuits = s.CharField()
    tools = s.ListField(child=s.CharField())
