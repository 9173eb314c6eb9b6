"""What a tournament is played by: game, format, formula, plan, thresholds, options; read by all, changed by directors."""

from dataclasses import asdict, replace
from typing import Any

from django.http import HttpResponse
from rest_framework import serializers as s
from rest_framework.request import Request

from games.options import written_option
from scoring.document import DocumentError
from scoring.formulas import Formula
from scoring.presets import preset_names
from scoring.problems import Level
from scoring.thresholds import THRESHOLD_TABLES, Choice, Condition, FinalsShape, ThresholdStep, ThresholdTable
from seating.criteria import CRITERIA
from seating.splits import SplitPolicy
from tournament.api.access import sight_of
from tournament.api.base import ApiView
from tournament.api.conditional import collection, single
from tournament.api.deeds import Deed, Where, described, reading
from tournament.api.forms import ShapeForm
from tournament.errors import InvalidInput
from tournament.language import words
from tournament.models import Scope, Tournament, User
from tournament.selectors.cut import threshold_table
from tournament.selectors.departures import departures_of_play
from tournament.selectors.formulas import formula_of
from tournament.selectors.public import Sight
from tournament.selectors.rule_cards import OWN_FORMULA
from tournament.selectors.rulebooks import rulebook_for
from tournament.selectors.thresholds import table_name
from tournament.services.composer import save_formula
from tournament.services.disputes import case_for
from tournament.services.formulas import formula_document
from tournament.services.game_options import set_game_options
from tournament.services.thresholds import save_threshold_table
from tournament.services.tournaments import update_rules, usual_plan

TAG = "Rules"
FACTS = ("name", "place", "organiser", "starts_on", "ends_on", "time_limit_minutes", "capacity", "fee_cents")


class RemarkSerializer(s.Serializer[None]):
    """What the rulebook says to the formula or to the tables played: the article, a sentence, whether it forbids."""

    article = s.CharField()
    text = s.CharField()
    forbids = s.BooleanField()


class ThresholdChoice(ShapeForm):
    """What is played; `when` names the conditions any of which selects it, the last choice has none."""

    when = s.ListField(child=s.ChoiceField([(one.value, one.value) for one in Condition]), default=list)


class ThresholdRow(s.Serializer[None]):
    """The choices from so many players on, in the order in which they are tried."""

    at_least = s.IntegerField(min_value=0, max_value=5000)
    choices = ThresholdChoice(many=True)


class ThresholdsForm(s.Serializer[None]):
    """A threshold table of the tournament's own."""

    name = s.CharField(max_length=60)
    steps = ThresholdRow(many=True)


class PlanSerializer(s.Serializer[None]):
    """How the rounds are seated and cut; `criteria` in the order of their weight, `cut` a ready-made table or `none`."""

    rounds = s.IntegerField(min_value=0, max_value=30, required=False)
    split = s.ChoiceField([(one.value, one.value) for one in SplitPolicy], required=False)
    criteria = s.ListField(child=s.ChoiceField([(one.value, one.value) for one in CRITERIA]), required=False)
    cut = s.ChoiceField([*THRESHOLD_TABLES, "none"], required=False)


class SeenPlanSerializer(s.Serializer[None]):
    """The plan; `cut` is the name of the table, empty where the standings decide."""

    rounds = s.IntegerField()
    split = s.CharField()
    criteria = s.ListField(child=s.CharField())
    cut = s.CharField(allow_blank=True)


class RulesSerializer(s.Serializer[None]):
    """What the tournament is played by. `formula` is a document as `standings/` takes it; `frozen`: it stays as it is."""

    game = s.CharField()
    preset = s.CharField()
    frozen = s.BooleanField()
    formula = s.DictField()
    remarks = RemarkSerializer(many=True)
    plan = SeenPlanSerializer()
    thresholds = ThresholdsForm()
    options = s.DictField()
    capacity = s.IntegerField(allow_null=True)
    fee_cents = s.IntegerField()
    version = s.IntegerField()


class RulesForm(s.Serializer[None]):
    """What is to change; what is left out stays. `preset`, `prize` and `keep` only until the first confirmed result."""

    name = s.CharField(max_length=120, required=False)
    place = s.CharField(max_length=120, allow_blank=True, required=False)
    organiser = s.CharField(max_length=120, allow_blank=True, required=False)
    starts_on = s.DateField(required=False)
    ends_on = s.DateField(required=False)
    time_limit_minutes = s.IntegerField(min_value=1, max_value=1000, required=False)
    capacity = s.IntegerField(min_value=1, max_value=2000, required=False, allow_null=True)
    fee_cents = s.IntegerField(min_value=0, max_value=1_000_000, required=False)
    preset = s.CharField(max_length=40, required=False)
    prize = s.IntegerField(min_value=0, max_value=1000, required=False, allow_null=True)
    keep = s.IntegerField(min_value=1, max_value=30, required=False, allow_null=True)
    plan = PlanSerializer(required=False)


class FormulaForm(s.Serializer[None]):
    """A formula of the tournament's own; with `preview` it is judged and not kept."""

    formula = s.DictField()
    preview = s.BooleanField(default=False)


class OptionsForm(s.Serializer[None]):
    """The options of the game by name; those left out are as usual. Club files and documents as text."""

    options = s.DictField(child=s.JSONField(allow_null=True))


class ArticleSerializer(s.Serializer[None]):
    """An article, whether the adjudicator checks it (else why not), and the readings adopted."""

    number = s.CharField()
    title = s.CharField()
    text = s.CharField()
    is_checked = s.BooleanField()
    reason = s.CharField(allow_blank=True)
    readings = s.ListField(child=s.CharField())


class OptionSerializer(s.Serializer[None]):
    """A choice of the table: what it means, the usual one, the one made (null: the usual)."""

    name = s.CharField()
    meaning = s.CharField()
    default = s.CharField(allow_blank=True)
    chosen = s.JSONField()


class RulebookSerializer(s.Serializer[None]):
    """The rules of the game as the tournament plays it."""

    title = s.CharField()
    edition = s.DateField()
    articles = ArticleSerializer(many=True)
    options = OptionSerializer(many=True)
    club_data = s.ListField(child=s.CharField())
    questions = s.ListField(child=s.CharField())


def rules_document(tournament: Tournament, formula: Formula | None = None) -> dict[str, Any]:
    """The rules as they are; with a formula as they would be by it."""
    judged = formula or formula_of(tournament)
    plan = usual_plan(tournament.game) | tournament.plan
    return {
        "game": tournament.ruleset,
        "preset": tournament.preset,
        "frozen": tournament.is_frozen,
        "formula": judged.to_document(),
        "remarks": [
            {"article": one.article, "text": words(one.text), "forbids": one.level is Level.ERROR}
            for one in (*judged.validate(), *departures_of_play(tournament))
        ],
        "plan": {name: plan[name] for name in ("rounds", "split", "criteria")}
        | {"cut": table_name(tournament)},
        "thresholds": threshold_table(tournament).to_document(),
        "options": tournament.ruleset_options,
        "capacity": tournament.capacity,
        "fee_cents": tournament.fee_cents,
        "version": tournament.version,
    }


class RulesDeed(Deed):
    """A change of the rules; `If-Match` takes the ETag of `rules/`."""

    permission = "tournament.edit_rules"
    scope = Scope.RULES

    def seen(self, sight: Sight, target: object) -> Any:  # noqa: ARG002  # one signature for all deeds
        """The rules as `rules/` shows them."""
        return rules_document(sight.tournament)


@described(TAG, "change_rules", "Change name, days, format, plan", RulesSerializer)
class Rules(RulesDeed):
    """409 `rules_frozen` where a confirmed result stands in the way."""

    form = RulesForm

    def carry_out(self, target: Tournament, given: dict[str, Any], actor: User) -> Tournament:
        """Save what differs."""
        facts = {name: given[name] for name in FACTS if name in given}
        first, last = (facts.get(name, getattr(target, name)) for name in ("starts_on", "ends_on"))
        if last < first:
            raise InvalidInput("the last day is before the first")
        plan = dict(given.get("plan", {}))
        preset, formula = _format(target, plan, given)
        return update_rules(
            tournament_id=target.pk,
            actor=actor,
            version=target.version,
            preset=preset,
            formula=formula,
            plan=plan or None,
            **facts,
        )

    @reading(TAG, "get_rules", "What the tournament is played by", RulesSerializer, guarded=False)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Format, formula, plan, thresholds, options."""
        return single(request, rules_document(sight_of(request, slug).tournament))


def _format(
    tournament: Tournament, plan: dict[str, Any], given: dict[str, Any]
) -> tuple[str | None, dict[str, Any] | None]:
    """The preset and its formula with the options turned, which are added to the plan; None where the format stays."""
    wished: dict[str, Any] = {name: given[name] for name in ("prize", "keep") if name in given}
    preset = given.get("preset", tournament.preset)
    if not wished and "preset" not in given and "rounds" not in plan:
        return None, None
    if preset == OWN_FORMULA or (tournament.is_frozen and not wished and "preset" not in given):
        return None, None
    if preset not in preset_names(tournament.game.game):
        raise InvalidInput(f"no format {preset} in this game")
    plan |= wished
    known = tournament.plan | plan
    formula = formula_document(
        preset, prize=known.get("prize"), keep=known.get("keep"), rounds=known.get("rounds")
    )
    return preset, formula


@described(TAG, "set_formula", "Score by a formula of your own, or let it be judged", RulesSerializer)
class FormulaOfOnesOwn(RulesDeed):
    """Until the first confirmed result. With `preview` the answer shows the remarks and nothing is kept."""

    form = FormulaForm

    def carry_out(self, target: Tournament, given: dict[str, Any], actor: User) -> Formula | None:
        """Save it, or only read it. Raises InvalidInput naming the place of a mistake."""
        try:
            formula = replace(Formula.from_document(given["formula"]), code=OWN_FORMULA)
        except DocumentError as error:
            raise InvalidInput(str(error)) from error
        if given["preview"]:
            return formula
        save_formula(tournament=target, formula=formula, actor=actor, version=target.version)
        return None

    def answer(self, sight: Sight, done: Formula | None, where: Where) -> Any:  # noqa: ARG002  # one signature for all deeds
        """The rules, as they are or would be."""
        return rules_document(sight.tournament, done)


@described(TAG, "set_thresholds", "Cut by a threshold table of your own", RulesSerializer)
class Thresholds(RulesDeed):
    """Until the cut is confirmed. 422 names every fault of the table."""

    form = ThresholdsForm

    def carry_out(self, target: Tournament, given: dict[str, Any], actor: User) -> Tournament:
        """Save it."""
        table = ThresholdTable(given["name"], tuple(_step(row) for row in given["steps"]))
        return save_threshold_table(tournament_id=target.pk, actor=actor, version=target.version, table=table)


def _step(row: dict[str, Any]) -> ThresholdStep:
    choices = []
    for one in row["choices"]:
        when = tuple(Condition(code) for code in one.pop("when"))
        choices.append(Choice(FinalsShape(**one), when))
    return ThresholdStep(row["at_least"], tuple(choices))


@described(TAG, "set_options", "Choose the options of the game", RulesSerializer)
class Options(RulesDeed):
    """Until the first confirmed result. 422 names every defect."""

    permission = "tournament.direct"
    form = OptionsForm

    def carry_out(self, target: Tournament, given: dict[str, Any], actor: User) -> Tournament:
        """Set them."""
        written = {name: written_option(value) for name, value in given["options"].items()}
        return set_game_options(tournament_id=target.pk, written=written, actor=actor)


class TheGame(ApiView):
    """The game's rulebook."""

    @reading(
        TAG,
        "get_game",
        "Every article of the game, with what the adjudicator makes of it",
        RulebookSerializer,
        guarded=False,
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """In the language asked for, with the options chosen."""
        sight = sight_of(request, slug)
        options = case_for(sight.tournament, position={}, action={})["options"]
        return collection(request, sight, lambda: asdict(rulebook_for(sight.tournament.ruleset, options)))
