"""Forms of the door: the public registration with the organiser's own questions, and the director's plan of it."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from tournament.models import Entrant, Tournament
from tournament.reports.names import proper_name
from tournament.selectors.registration import DoorPlan, Question
from tournament.services.registration import PERSONAL, Registration
from tournament.web.forms.tournament import DateField

QUESTION = "question-"
SWITCHES = ("is_offered", "needs_approval", "by_code_only", "late_entries", "takes_standby", "self_check_in")
MOST_QUESTIONS = 12


def _line(label: Any, limit: int, autocomplete: str = "off", **options: Any) -> forms.CharField:
    widget = forms.TextInput(attrs={"autocomplete": autocomplete})
    return forms.CharField(label=label, max_length=limit, widget=widget, **options)


class RegistrationForm(forms.Form):
    """What somebody says of themselves; `registration()` gives what the service wants."""

    first_name = _line(_("First name"), 60, "given-name")
    last_name = _line(_("Surname"), 60, "family-name")
    nickname = _line(_("Nickname"), 40, required=False)
    email = forms.EmailField(
        label=_("E-mail"),
        required=False,
        help_text=_("For your personal link and your seats. Never shown to anybody but the desk."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    phone = _line(_("Phone"), 30, "tel", required=False)
    club = _line(_("Club"), 80, required=False)
    group = _line(
        _("Family group"),
        60,
        required=False,
        help_text=_("One word that you and your family type alike: you will not sit at one table."),
    )
    birth_date = DateField(label=_("Date of birth"), required=False)
    is_minor = forms.BooleanField(label=_("The player is under 18 on the day"), required=False)
    guardian = _line(
        _("Guardian, for a player under 18"),
        120,
        required=False,
        help_text=_("Name and phone of a parent; the consents below are then given by the guardian."),
    )
    is_standby = forms.BooleanField(
        label=_("I come as a standby"),
        required=False,
        help_text=_("You play only when somebody is missing, to complete a table."),
    )
    consent_data = forms.BooleanField(
        label=_("I consent to the processing of these data for this tournament"),
        error_messages={"required": _("Without this consent nobody can be entered.")},
    )
    consent_name = forms.BooleanField(
        label=_("My name may be published"),
        required=False,
        help_text=_("Otherwise the public reads “Player” and a code."),
    )
    consent_results = forms.BooleanField(
        label=_("My results may be published in rankings beyond this tournament"), required=False
    )

    def __init__(
        self,
        data: Any = None,
        *,
        questions: Sequence[Question],
        takes_standby: bool = False,
        **options: Any,
    ) -> None:
        super().__init__(data, **options)
        if not takes_standby:
            del self.fields["is_standby"]
        self.questions = tuple(questions)
        for question in self.questions:
            self.fields[QUESTION + question.code] = _field_of(question)
        last = ("consent_data", "consent_name", "consent_results")
        self.order_fields([name for name in self.fields if name not in last] + list(last))

    def registration(self) -> Registration:
        """The form as the service takes it, names with proper capitals."""
        data = self.cleaned_data
        told: dict[str, Any] = {name: data[name] for name in PERSONAL}
        told |= {name: proper_name(data[name]) for name in ("first_name", "last_name")}
        answers = {one.code: data[QUESTION + one.code] for one in self.questions}
        return Registration(
            **told,
            club=data["club"],
            group=data["group"],
            is_minor=data["is_minor"],
            is_standby=data.get("is_standby", self.initial.get("is_standby", False)),
            answers=answers,
        )


def _field_of(question: Question) -> forms.Field:
    if not question.choices:
        return _line(question.label, 300, required=question.is_required)
    choices = [(one, one) for one in question.choices]
    if not question.is_required:
        choices.insert(0, ("", "–"))
    return forms.ChoiceField(label=question.label, choices=choices, required=question.is_required)


def initial_of_registration(entrant: Entrant) -> dict[str, Any]:
    """An entrant's registration as it is stored."""
    person = {name: getattr(entrant.person, name) for name in PERSONAL}
    given = entrant.answers.get("questions", {})
    answers = {QUESTION + code: answer for code, answer in given.items()}
    return {
        **person,
        **answers,
        "club": entrant.club or "",
        "group": entrant.group,
        "is_minor": bool(person["guardian"]),
        "is_standby": entrant.is_standby,
    }


def initial_of_companion(entrant: Entrant) -> dict[str, Any]:
    """What somebody of the same family or club is likely to type too."""
    person = entrant.person
    return {
        "club": entrant.club or "",
        "group": entrant.group,
        "email": person.email if person else "",
        "phone": person.phone if person else "",
    }


class MomentField(forms.DateTimeField):
    """Day and time with the browser's own picker."""

    def __init__(self, **options: Any) -> None:
        widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
        super().__init__(widget=widget, **options)


class DoorForm(forms.Form):
    """How registrations are taken; questions are typed one a line."""

    is_offered = forms.BooleanField(label=_("Anybody may register on the public page"), required=False)
    needs_approval = forms.BooleanField(label=_("The desk approves each registration"), required=False)
    by_code_only = forms.BooleanField(label=_("Only with the join code of the flyer"), required=False)
    late_entries = forms.BooleanField(
        label=_("Also after the first round, as in a league"),
        required=False,
        help_text=_("Whoever registers late plays from the next round that is seated."),
    )
    takes_standby = forms.BooleanField(
        label=_("People may register as standby, to complete tables"), required=False
    )
    self_check_in = forms.BooleanField(
        label=_("Players check in themselves with the code on the screen"), required=False
    )
    opens_at = MomentField(label=_("Opens"), required=False)
    closes_at = MomentField(
        label=_("Closes"), required=False, help_text=_("Empty: at the end of the first day.")
    )
    note = forms.CharField(
        label=_("What people read above the form"),
        required=False,
        max_length=600,
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    questions = forms.CharField(
        label=_("Your own questions, one a line"),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("A star makes it compulsory, bars give answers: Dinner? * | yes | no"),
    )

    def clean_questions(self) -> tuple[Question, ...]:
        """The questions; each line must hold one."""
        lines = [line.strip() for line in self.cleaned_data["questions"].splitlines() if line.strip()]
        if len(lines) > MOST_QUESTIONS:
            raise forms.ValidationError(_("At most %(most)s questions.") % {"most": MOST_QUESTIONS})
        asked = [question_of(line, number) for number, line in enumerate(lines, start=1)]
        if not all(one.label for one in asked):
            raise forms.ValidationError(_("A line holds answers but no question."))
        if len({one.code for one in asked}) < len(asked):
            raise forms.ValidationError(_("Two questions read the same."))
        return tuple(asked)

    def switches(self) -> dict[str, bool]:
        """The plain switches of the plan."""
        return {name: self.cleaned_data[name] for name in SWITCHES}


def question_of(line: str, number: int) -> Question:
    """A typed line as a question; its code follows from its words, so that answers survive another order."""
    label, *choices = (part.strip() for part in line.split("|"))
    is_required = label.endswith("*")
    label = label.rstrip("* ")
    code = slugify(label)[:40] or f"question-{number}"
    return Question(code, label[:200], is_required, tuple(one for one in choices if one))


def line_of(question: Question) -> str:
    """A question as it is typed."""
    star = " *" if question.is_required else ""
    return " | ".join((question.label + star, *question.choices))


def initial_of_door(tournament: Tournament) -> dict[str, Any]:
    """The plan as it is stored."""
    plan = DoorPlan.of(tournament)
    moments = {
        "opens_at": tournament.registration_opens_at,
        "closes_at": tournament.registration_closes_at,
    }
    return {
        **{name: getattr(plan, name) for name in SWITCHES},
        **{name: timezone.localtime(at) if at else None for name, at in moments.items()},
        "note": plan.note,
        "questions": "\n".join(line_of(one) for one in plan.questions),
    }
