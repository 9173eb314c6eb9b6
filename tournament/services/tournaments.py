"""Create a tournament, change its rules and switches, carry it from draft to finished."""

from datetime import date
from typing import Any

from django.db import transaction
from django.utils import translation
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from scoring.document import DocumentError
from scoring.formulas import Formula
from scoring.presets import UnknownPresetError
from scoring.presets import preset as preset_named
from scoring.problems import Level
from tournament.errors import ChangedMeanwhile, InvalidInput, TournamentError
from tournament.language import words
from tournament.models import (
    Membership,
    Role,
    Sanction,
    SanctionEffect,
    Stage,
    StageKind,
    Tournament,
    TournamentState,
    User,
)
from tournament.rulesets import CHALLENGE, TournamentGame, game_named
from tournament.services.days import expect_days
from tournament.services.records import lock_tournament, record_event

SWITCHES = ("publish_page", "publish_entrants", "publish_seating", "publish_results", "publish_standings")

DEFAULT_PLAN: dict[str, Any] = {
    "rounds": 2,
    "split": "most-fours",
    "criteria": ["keep-apart", "clubs", "fives", "repeats", "turn-order"],
    "discards": None,
    "cut": "raduno",
    "final_size": 4,
}
"""How the rounds are seated and cut, until the director says otherwise."""

GAME_PLAN: dict[str, Any] = {
    "split": "even-4",
    "criteria": ["keep-apart", "clubs", "repeats", "turn-order"],
    "cut": "none",
}
"""What is usual instead in games whose tables article 12.1 does not bind."""

DEFAULT_SANCTIONS = (
    ("warning", _("Warning"), SanctionEffect.WARNING, 0, False),
    ("behaviour", _("Behaviour, points off"), SanctionEffect.POINTS, 10, True),
    ("armies_declared", _("Armies above the limit, self-declared"), SanctionEffect.ARMIES, 1, False),
    ("armies_found", _("Armies above the limit, found by others"), SanctionEffect.ARMIES, 2, False),
    ("game_to_zero", _("Game to zero"), SanctionEffect.GAME_TO_ZERO, 0, False),
    ("disqualification", _("Disqualification"), SanctionEffect.DISQUALIFICATION, 0, False),
)


class RulesFrozen(TournamentError):
    """The formula does not change once a result is confirmed."""

    code = "rules_frozen"
    message = _("A result is confirmed already: the scoring rules can no longer be changed.")


class WrongState(TournamentError):
    """A step that the tournament's state does not allow. Facts: `state`."""

    code = "wrong_state"
    message = _("This is not possible while the tournament is “%(state)s”.")


@transaction.atomic
def create_tournament(
    *,
    name: str,
    preset: str,
    starts_on: date,
    director: User | None,
    ends_on: date | None = None,
    place: str = "",
    organiser: str = "",
    plan: dict[str, Any] | None = None,
    formula: dict[str, Any] | None = None,
    ruleset: str = CHALLENGE,
    **fields: Any,
) -> Tournament:
    """A new tournament with the formula of a preset (or a whole formula document), its first stage and sanctions.

    Raises InvalidInput with the article of the rulebook that the formula breaks, or for a formula or tables that are
    not of the game.
    """
    name = " ".join(name.split())
    if not name:
        raise InvalidInput(_("The tournament needs a name."))
    expect_days(starts_on, ends_on)
    game = game_named(ruleset)
    document = checked_formula(preset, formula)
    expect_fitting(game, document, plan or {})
    if not game.has_board:
        fields = {"army_limit": None} | fields
    tournament = Tournament.objects.create(
        name=name,
        slug=free_slug(name, starts_on),
        place=place,
        organiser=organiser,
        starts_on=starts_on,
        ends_on=ends_on or starts_on,
        preset=preset,
        ruleset=game.ruleset,
        formula=document,
        plan=usual_plan(game) | (plan or {}),
        created_by=director,
        **fields,
    )
    with translation.override(tournament.language):
        _add_stage_and_sanctions(tournament)
    if director:
        Membership.objects.create(tournament=tournament, user=director, role=Role.DIRECTOR)
    record_event(tournament, "tournament_created", subject=name, actor=director, after={"preset": preset})
    return tournament


def usual_plan(game: TournamentGame) -> dict[str, Any]:
    """How a tournament of the game is seated and cut, until the director says otherwise."""
    if game.has_board:
        return dict(DEFAULT_PLAN)
    split = DEFAULT_PLAN | GAME_PLAN
    return split if split["split"] in game.policies else split | {"split": game.policies[0]}


def expect_fitting(game: TournamentGame, formula: dict[str, Any], plan: dict[str, Any]) -> None:
    """Raise InvalidInput for a formula of another game, or tables at which the game is not played."""
    if formula["game"] != game.game:
        raise InvalidInput(_("This format is not one of %(game)s.") % {"game": game.title})
    if plan.get("split", game.policies[0]) not in game.policies:
        raise InvalidInput(_("%(game)s is not played at such tables.") % {"game": game.title})


def _add_stage_and_sanctions(tournament: Tournament) -> None:
    """Named in the active language."""
    Stage.objects.create(
        tournament=tournament, position=1, kind=StageKind.RANKED, name=str(_("Qualification"))
    )
    Sanction.objects.bulk_create(
        Sanction(
            tournament=tournament,
            code=code,
            name=str(label),
            effect=effect,
            amount=amount,
            doubled_for_captain=doubled,
            position=position,
        )
        for position, (code, label, effect, amount, doubled) in enumerate(DEFAULT_SANCTIONS)
    )


def free_slug(name: str, starts_on: date) -> str:
    """An address nobody has: the name, then the year, then a count."""
    base = slugify(name)[:48] or "torneo"
    taken = set(Tournament.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    candidates = [
        base,
        f"{base}-{starts_on.year}",
        *(f"{base}-{starts_on.year}-{n}" for n in range(2, len(taken) + 3)),
    ]
    return next(slug for slug in candidates if slug not in taken)


def checked_formula(preset: str, document: dict[str, Any] | None = None) -> dict[str, Any]:
    """The formula as a document, refused with the article it breaks (12.2.1, 12.2.2, 12.2.3)."""
    try:
        formula = Formula.from_document(document) if document else preset_named(preset)
    except (UnknownPresetError, DocumentError) as error:
        raise InvalidInput(_("Unknown format or formula: %(what)s") % {"what": error}) from error
    problems = [problem for problem in formula.validate() if problem.level is Level.ERROR]
    if problems:
        raise InvalidInput(*(words(problem.text) for problem in problems))
    return formula.to_document()


@transaction.atomic
def update_rules(
    *,
    tournament_id: int,
    actor: User | None,
    version: int,
    preset: str | None = None,
    formula: dict[str, Any] | None = None,
    plan: dict[str, Any] | None = None,
    **fields: Any,
) -> Tournament:
    """Change what the settings form edits. Formula and preset only until the first confirmed result.

    Raises ChangedMeanwhile when `version` is not the one that the form showed, RulesFrozen, InvalidInput.
    """
    tournament = lock_tournament(tournament_id)
    if tournament.version != version:
        raise ChangedMeanwhile(
            what=tournament.name, theirs=tournament.preset, yours=preset or tournament.preset
        )
    before = {
        "preset": tournament.preset,
        "plan": tournament.plan,
        **{k: str(getattr(tournament, k)) for k in fields},
    }
    if preset is not None or formula is not None:
        _set_formula(tournament, preset or tournament.preset, formula)
    if plan is not None:
        expect_fitting(tournament.game, {"game": tournament.game.game}, plan)
        tournament.plan = tournament.plan | plan
    for field, value in fields.items():
        setattr(tournament, field, value)
    tournament.version += 1
    tournament.full_clean(exclude=["formula", "plan", "created_by", "ruleset_options", "registration"])
    expect_days(tournament.starts_on, tournament.ends_on)
    tournament.save()
    after = {"preset": tournament.preset, "plan": tournament.plan, **{k: str(v) for k, v in fields.items()}}
    record_event(
        tournament, "rules_changed", subject=tournament.name, actor=actor, before=before, after=after
    )
    return tournament


def _set_formula(tournament: Tournament, preset: str, formula: dict[str, Any] | None) -> None:
    """Another formula, unsaved; the same one may always be set. Raises RulesFrozen, InvalidInput."""
    wanted = checked_formula(preset, formula)
    if tournament.is_frozen and wanted != tournament.formula:
        raise RulesFrozen
    expect_fitting(tournament.game, wanted, {})
    tournament.preset, tournament.formula = preset, wanted


ROUND_NUMBERS = range(1, 1000)


@transaction.atomic
def set_publishing(
    *, tournament_id: int, actor: User | None, hidden_from_round: int | None = None, **switches: bool
) -> Tournament:
    """Set what the public sees: the five switches, and from which round on results stay secret. Raises InvalidInput."""
    if hidden_from_round is not None and hidden_from_round not in ROUND_NUMBERS:
        raise InvalidInput(_("No round can have the number %(number)s.") % {"number": hidden_from_round})
    tournament = lock_tournament(tournament_id)
    before = {name: getattr(tournament, name) for name in (*SWITCHES, "hidden_from_round")}
    for name, value in switches.items():
        if name not in SWITCHES:
            raise InvalidInput(_("Unknown switch: %(name)s") % {"name": name})
        setattr(tournament, name, value)
    tournament.hidden_from_round = hidden_from_round
    tournament.save()
    after = {name: getattr(tournament, name) for name in before}
    record_event(tournament, "publishing_changed", actor=actor, before=before, after=after)
    return tournament


NEXT_STATES = {
    TournamentState.DRAFT: {TournamentState.OPEN, TournamentState.RUNNING},
    TournamentState.OPEN: {TournamentState.DRAFT, TournamentState.RUNNING},
    TournamentState.RUNNING: {TournamentState.FINISHED},
    TournamentState.FINISHED: {TournamentState.RUNNING},
}
"""From each state the ones that may follow; a finished tournament is reopened with a reason."""


@transaction.atomic
def set_state(
    *, tournament_id: int, state: TournamentState, actor: User | None, reason: str = ""
) -> Tournament:
    """Carry the tournament to its next state. Reopening a finished one needs a reason."""
    tournament = lock_tournament(tournament_id)
    before = TournamentState(tournament.state)
    if state == before:
        return tournament
    if state not in NEXT_STATES[before]:
        raise WrongState(state=before.label)
    if before is TournamentState.FINISHED and not reason:
        raise InvalidInput(_("Reopening a finished tournament needs a reason."))
    tournament.state = state
    tournament.save(update_fields=["state", "updated_at"])
    record_event(
        tournament,
        "state_changed",
        actor=actor,
        before={"state": before},
        after={"state": state},
        reason=reason,
    )
    return tournament
