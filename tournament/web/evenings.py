"""When and where a round is played, and the roll called anew for the next evening of a league."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.errors import TournamentError
from tournament.models import Round, Tournament
from tournament.services.evenings import begin_evening, set_when_and_where
from tournament.web.forms.evening import EveningForm
from tournament.web.plumbing import act, actor_of, tournament_deed, tournament_page
from tournament.web.roll_call import roll_call_url
from tournament.web.seating_editor import round_of


@tournament_page("tournament.seat")
def place_page(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The moment the round begins, and the venue of each table."""
    round_ = round_of(tournament, number)
    tables = list(round_.tables.order_by("number"))
    initial = {"starts_at": timezone.localtime(round_.starts_at) if round_.starts_at else None}
    form = EveningForm(request.POST or None, tables=tables, initial=initial)
    if request.method == "POST" and form.is_valid() and _saved(request, round_, form):
        return redirect(request.path + "?saved=1")
    context = {
        "tournament": tournament,
        "nav_here": "direct",
        "round": round_,
        "form": form,
        "is_saved": "saved" in request.GET,
    }
    return render(request, "evenings/place.html", context, status=422 if form.errors else 200)


def _saved(request: HttpRequest, round_: Round, form: EveningForm) -> bool:
    try:
        set_when_and_where(
            round_id=round_.pk,
            starts_at=form.cleaned_data["starts_at"],
            venues=form.venues(),
            actor=actor_of(request),
        )
    except TournamentError as error:
        form.add_error(None, str(error))
        return False
    return True


@tournament_deed("tournament.seat")
def begin(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Begin the next evening: everybody still in is expected again."""
    return act(
        request,
        lambda: begin_evening(tournament_id=tournament.pk, actor=actor_of(request)),
        then=roll_call_url(tournament),
        done=_("The roll is open again. The snapshot from before is under Snapshots."),
    )
