"""Letters about a round to everybody at once: look at the first one, then send."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from tournament.errors import TournamentError
from tournament.models import Round, RoundState, Tournament
from tournament.queues import queue_letters
from tournament.services.notifications import ROUND_LETTERS, Letter, is_rehearsal, letters_of_round
from tournament.web.jobs import job_url
from tournament.web.letters import origin_of
from tournament.web.plumbing import actor_of, tournament_page


@tournament_page("tournament.direct")
def letters_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Choose the letter and the round; the page shows how many go and the first of them. POST sends."""
    asked = request.POST or request.GET
    rounds = list(
        tournament.rounds.exclude(state=RoundState.DRAFT)
        .select_related("stage", "tournament")
        .order_by("-number")
    )
    letter, round_ = _chosen_letter(asked.get("letter", "")), _chosen_round(rounds, asked.get("round", ""))
    error, letters = None, []
    if round_ is not None:
        try:
            letters = letters_of_round(letter, round_, origin_of(request))
        except TournamentError as refused:
            error = refused
    if request.method == "POST" and round_ is not None and letters:
        job = queue_letters(round_, letter, actor=actor_of(request), origin=origin_of(request))
        return redirect(job_url(tournament, job))
    context: dict[str, Any] = {
        "tournament": tournament,
        "nav_here": "direct",
        "room": "letters",
        "rounds": rounds,
        "round": round_,
        "kinds": [(one.value, title, one is letter) for one, title in ROUND_LETTERS.items()],
        "letter": letter.value,
        "first": letters[0] if letters else None,
        "count": len(letters),
        "error": error,
        "is_rehearsal": is_rehearsal(tournament),
    }
    return render(request, "jobs/letters.html", context, status=error.status if error else 200)


def _chosen_letter(word: str) -> Letter:
    if not word:
        return Letter.SEAT
    if word not in ROUND_LETTERS:
        raise Http404
    return Letter(word)


def _chosen_round(rounds: list[Round], number: str) -> Round | None:
    """The asked round, else the newest; None before the first."""
    if not number:
        return rounds[0] if rounds else None
    found = next((one for one in rounds if str(one.number) == number), None)
    if found is None:
        raise Http404
    return found
