"""What every page shares: the tournament by its address, the permission, and errors worded for people."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from tournament.errors import TournamentError
from tournament.models import Tournament, User
from tournament.selectors.tournaments import tournament_at

P = ParamSpec("P")
Page = Callable[Concatenate[HttpRequest, Tournament, P], HttpResponseBase]


def address_before(name: str, *args: Any) -> str:
    """The address of a page without the last of its arguments, for lists that link to hundreds of them."""
    return reverse(name, args=[*args, 0]).removesuffix("0/")


def tournament_page(
    permission: str = "tournament.view",
) -> Callable[[Page[P]], Callable[..., HttpResponseBase]]:
    """Give the view the tournament of its `slug` when the user has the permission.

    Who may not even see it gets a 404, who is not logged in a login page, who lacks the role a 403.
    """

    def decorate(view: Page[P]) -> Callable[..., HttpResponseBase]:
        @wraps(view)
        def page(request: HttpRequest, slug: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
            tournament = tournament_at(slug)
            if tournament is not None:
                _apply_unsaved(request, tournament)
            if tournament is None or not request.user.has_perm("tournament.view", tournament):
                raise Http404
            if not request.user.has_perm(permission, tournament):
                if not request.user.is_authenticated:
                    return redirect_to_login(request.get_full_path())
                raise PermissionDenied
            return view(request, tournament, *args, **kwargs)

        # The grid of docs/permissions.md is read off the addresses.
        page.permission = permission  # type: ignore[attr-defined]
        return page

    return decorate


AS_IF = "sdadata.as_if"
"""What a preview puts into `request.META`: fields of the tournament as they would be. No header can have this name."""


def _apply_unsaved(request: HttpRequest, tournament: Tournament) -> None:
    """Show the page as it would be; nothing is saved."""
    for name, value in request.META.get(AS_IF, {}).items():
        setattr(tournament, name, value)


def signed_in(request: HttpRequest) -> User:
    """Whoever acts. Raises PermissionDenied for nobody."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user


def actor_of(request: HttpRequest) -> User | None:
    """Who acts, for the log; None for somebody with a personal link or none."""
    return request.user if isinstance(request.user, User) else None


def private(response: HttpResponse) -> HttpResponse:
    """A personal page leaves no trace: not in referrers, not in caches, not in search engines.

    Referrers name the site without the page. With none at all a browser would not say either where a form comes from,
    and the protection against forged forms would refuse it.
    """
    response["Referrer-Policy"] = "strict-origin"
    response["Cache-Control"] = "private, no-store"
    response["X-Robots-Tag"] = "noindex"
    return response


def act(
    request: HttpRequest,
    deed: Callable[[], Any],
    *,
    then: str,
    done: Any = "",
    page: str = "",
    **context: Any,
) -> HttpResponse:
    """Carry out a service call of a form and go to `then`; a TournamentError becomes a message there.

    With `page`, an error shows that template again with `error` and the context, status 409 or 422, so that
    nothing typed is lost.
    """
    try:
        deed()
    except TournamentError as error:
        if page:
            return render(request, page, {**context, "error": error}, status=error.status)
        messages.error(request, str(error))
        return redirect(then)
    if done:
        messages.success(request, str(done))
    return redirect(then)


def tournament_deed(permission: str) -> Callable[[Page[P]], Callable[..., HttpResponseBase]]:
    """A page that only takes POST: one act of somebody with the permission."""

    def decorate(view: Page[P]) -> Callable[..., HttpResponseBase]:
        return require_POST(tournament_page(permission)(view))

    return decorate
