"""The shapes of answers about the cut and the finals, for the OpenAPI document."""

from rest_framework import serializers as s

from tournament.models import RoundState


class ShapeSerializer(s.Serializer[None]):
    """Semifinals and finals in numbers."""

    direct = s.IntegerField()
    semifinals = s.IntegerField()
    semifinalists = s.IntegerField()
    winners = s.IntegerField()
    ripescati = s.IntegerField()


class TieSerializer(s.Serializer[None]):
    """Entrants, by number, exactly level at a line that matters; `inside` of them belong above it."""

    words = s.CharField()
    edge = s.CharField()
    tied = s.ListField(child=s.IntegerField())
    inside = s.IntegerField()


class CutRowSerializer(s.Serializer[None]):
    """A row of the standing with what it would play: a final, and a band of its semifinals (null: straight to it)."""

    rank = s.IntegerField()
    entrant = s.IntegerField()
    name = s.CharField()
    is_in = s.BooleanField()
    is_tied = s.BooleanField()
    available = s.BooleanField()
    declined = s.BooleanField()
    final = s.IntegerField(allow_null=True)
    band = s.IntegerField(allow_null=True)
    ripescato = s.BooleanField()


class CutSerializer(s.Serializer[None]):
    """The cut as it is prepared or confirmed; `way` is null until something is chosen."""

    way = s.CharField(allow_null=True)
    confirmed = s.BooleanField()
    source = s.CharField(allow_blank=True)  # type: ignore[assignment]  # a field, not the attribute
    because = s.CharField(allow_blank=True)
    after_round = s.IntegerField()
    players = s.IntegerField()
    shape = ShapeSerializer(allow_null=True)
    rows = CutRowSerializer(many=True)
    tie = TieSerializer(allow_null=True)
    settled = s.ListField(child=s.CharField())


class ActSerializer(s.Serializer[None]):
    """A place that was given up."""

    entrant = s.IntegerField()
    leave_empty = s.BooleanField()
    reason = s.CharField(allow_blank=True)
    by = s.CharField(allow_blank=True)
    at = s.CharField()


class GoingOnSerializer(s.Serializer[None]):
    """A round of the knockout and who goes on from it, final by final; `moved` is what a correction moved behind it."""

    number = s.IntegerField()
    title = s.CharField()
    state = s.ChoiceField(RoundState.choices)
    missing = s.IntegerField()
    going_on = s.ListField(child=s.ListField(child=s.IntegerField()))
    steps = s.ListField(child=s.CharField())
    tie = TieSerializer(allow_null=True)
    settled = s.ListField(child=s.CharField())
    acts = ActSerializer(many=True)
    moved = s.ListField(child=s.CharField())


class FinalRankSerializer(s.Serializer[None]):
    """A line of the final ranking."""

    rank = s.IntegerField()
    entrant = s.IntegerField()
    name = s.CharField()


class FinalsSerializer(s.Serializer[None]):
    """The knockout for the director: empty until the cut is confirmed; a ranking once the final is decided."""

    rounds = GoingOnSerializer(many=True)
    final = s.IntegerField(allow_null=True)
    ranking = FinalRankSerializer(many=True)


class TableChangeSerializer(s.Serializer[None]):
    """A table whose players change, by number in turn order."""

    round = s.IntegerField()
    title = s.CharField()
    before = s.ListField(child=s.IntegerField())
    after = s.ListField(child=s.IntegerField())


class OutlookSerializer(s.Serializer[None]):
    """What an act changes, or in a preview would change: all other tables stay."""

    preview = s.BooleanField()
    going = s.ListField(child=s.IntegerField())
    coming = s.ListField(child=s.IntegerField())
    tables = TableChangeSerializer(many=True)
