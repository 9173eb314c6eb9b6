"""The form that creates a tournament and later changes its rules."""

from decimal import Decimal
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.presets import preset_names
from scoring.thresholds import THRESHOLD_TABLES
from seating.criteria import CRITERIA
from seating.splits import POLICY_TITLES
from tournament.language import words
from tournament.models import Tournament
from tournament.rulesets import CHALLENGE, GAMES, GOAL_OPTION, TournamentGame
from tournament.selectors.rule_cards import OWN_FORMULA
from tournament.services.tournaments import usual_plan

WISHES = 7
"""How many criteria can be put in order."""

OWN_TABLE = "own"
"""The choice of a tournament whose threshold table was edited."""

CUT_TITLES: dict[str, Promise] = {
    "raduno": _("as at a Raduno, by the number of players"),
    "master": _("as at a Master"),
    "league": _("as in a club league"),
    "none": _("no cut: the standings decide"),
    OWN_TABLE: _("by the tournament's own table"),
}


class DateField(forms.DateField):
    """A date with the browser's own calendar."""

    def __init__(self, **options: Any) -> None:
        widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
        super().__init__(widget=widget, **options)


class EuroField(forms.DecimalField):
    """An amount typed with comma or point, whatever the language of the page."""

    def clean(self, value: Any) -> Any:
        return super().clean(value.replace(",", ".") if isinstance(value, str) else value)


class TournamentForm(forms.Form):
    """Name, days, format and plan; `plan()` and `facts()` give what the services want."""

    name = forms.CharField(label=_("Name"), max_length=120)
    starts_on = DateField(label=_("First day"))
    ends_on = DateField(label=_("Last day, if it is another"), required=False)
    place = forms.CharField(
        label=pgettext_lazy("where it is played", "Place"), max_length=120, required=False
    )
    organiser = forms.CharField(label=_("Organiser"), max_length=120, required=False)
    preset = forms.ChoiceField(label=_("Format"), widget=forms.RadioSelect)
    prize = forms.IntegerField(
        label=_("Prize for a victory, if other than the format's"),
        required=False,
        min_value=0,
        max_value=1000,
    )
    rounds = forms.IntegerField(
        label=_("Qualifying rounds"),
        min_value=0,
        max_value=30,
        help_text=_("0: knockout from the first game on."),
    )
    keep = forms.IntegerField(
        label=_("How many of them count"),
        required=False,
        min_value=1,
        max_value=30,
        help_text=_("Empty: as the format has it."),
    )
    time_limit_minutes = forms.IntegerField(label=_("Time limit, minutes"), min_value=1, max_value=1000)
    split = forms.ChoiceField(label=_("Tables"))
    cut = forms.ChoiceField(label=_("Cut"))
    goal = forms.ChoiceField(
        label=_("Territories that win"), help_text=_("Agreed before the first game, the same for all tables.")
    )
    capacity = forms.IntegerField(
        label=_("Places"), required=False, min_value=1, max_value=2000, help_text=_("Empty: no limit.")
    )
    fee = EuroField(
        label=_("Entry fee, euros"),
        required=False,
        min_value=0,
        max_value=10000,
        decimal_places=2,
        localize=True,
        widget=forms.TextInput(attrs={"inputmode": "decimal"}),
    )

    def __init__(
        self,
        *args: Any,
        game: TournamentGame = GAMES[CHALLENGE],
        frozen: bool = False,
        own: bool = False,
        **options: Any,
    ) -> None:
        super().__init__(*args, **options)
        formats = (*preset_names(game.game), *([OWN_FORMULA] if own else ()))
        self._choose("preset", [(code, code) for code in formats])
        self._choose("split", [(code.value, words(POLICY_TITLES[code])) for code in game.policies])
        if game.goals:
            self._choose("goal", [(str(goal), str(goal)) for goal in game.goals])
        else:
            del self.fields["goal"]
        own_table = (OWN_TABLE,) if self.initial.get("cut") == OWN_TABLE else ()
        cuts = (*own_table, *THRESHOLD_TABLES, "none")
        self._choose("cut", [(code, CUT_TITLES[code]) for code in cuts])
        wishes = [("", "–"), *((code.value, words(one.title)) for code, one in CRITERIA.items())]
        for place in range(1, WISHES + 1):
            self.fields[f"wish_{place}"] = forms.ChoiceField(
                label=_("Wish %(place)s") % {"place": place}, choices=wishes, required=False
            )
        if frozen:
            for name in {"preset", "prize", "keep", "goal"} & self.fields.keys():
                self.fields[name].disabled = True

    def _choose(self, name: str, choices: list[tuple[str, Any]]) -> None:
        field = self.fields[name]
        if isinstance(field, forms.ChoiceField):
            field.choices = choices

    @property
    def wishes(self) -> list[forms.BoundField]:
        """The fields that put the criteria in order."""
        return [self[f"wish_{place}"] for place in range(1, WISHES + 1)]

    def clean(self) -> dict[str, Any]:
        """The last day is not before the first."""
        data = super().clean() or {}
        first, last = data.get("starts_on"), data.get("ends_on")
        if first and last and last < first:
            self.add_error("ends_on", _("The last day is before the first."))
        for name in ("prize", "keep"):
            if data.get("preset") == OWN_FORMULA and data.get(name) is not None:
                self.add_error(name, _("Your own formula says this itself: leave it empty."))
        return data

    def plan(self) -> dict[str, Any]:
        """The plan: rounds, split, criteria in their order, cut (left as it is when it is a table of one's own)."""
        data = self.cleaned_data
        chosen = (data[f"wish_{place}"] for place in range(1, WISHES + 1))
        criteria = list(dict.fromkeys(code for code in chosen if code))
        return {
            "rounds": data["rounds"],
            "split": data["split"],
            "criteria": criteria,
            **({} if data["cut"] == OWN_TABLE else {"cut": data["cut"]}),
            "prize": data["prize"],
            "keep": data["keep"],
        }

    def agreed(self, options: dict[str, Any] | None = None) -> dict[str, Any]:
        """The options of the game with what is agreed here; nothing where its rulebook leaves nothing to agree."""
        goal = self.cleaned_data.get("goal")
        return {"ruleset_options": {**(options or {}), GOAL_OPTION: int(goal)}} if goal else {}

    def facts(self) -> dict[str, Any]:
        """The plain fields of the tournament."""
        data = self.cleaned_data
        return {
            "name": data["name"],
            "starts_on": data["starts_on"],
            "ends_on": data["ends_on"] or data["starts_on"],
            "place": data["place"],
            "organiser": data["organiser"],
            "time_limit_minutes": data["time_limit_minutes"],
            "capacity": data["capacity"],
            "fee_cents": int((data["fee"] or 0) * 100),
        }


def initial_of(game: TournamentGame, tournament: Tournament | None = None) -> dict[str, Any]:
    """What the form shows first: the tournament's own settings, or the usual ones of the game."""
    plan = usual_plan(game) | (tournament.plan if tournament else {})
    usual = "raduno" if game.is_challenge else preset_names(game.game)[0]
    first: dict[str, Any] = {"preset": usual, "time_limit_minutes": game.minutes, "goal": game.goal}
    if tournament:
        plain = (
            "name",
            "starts_on",
            "ends_on",
            "place",
            "organiser",
            "preset",
            "time_limit_minutes",
            "capacity",
        )
        first |= {name: getattr(tournament, name) for name in plain}
        first["fee"] = Decimal(tournament.fee_cents) / 100 if tournament.fee_cents else None
    if isinstance(plan.get("cut"), dict):
        plan |= {"cut": OWN_TABLE}
    if first["preset"] == OWN_FORMULA:
        plan |= {"prize": None, "keep": None}
    wishes = {f"wish_{place}": code for place, code in enumerate(plan["criteria"][:WISHES], start=1)}
    return {
        **{name: plan.get(name) for name in ("rounds", "split", "cut", "prize", "keep")},
        **first,
        **wishes,
    }
