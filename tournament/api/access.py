"""What a request may touch: the tournament of its address, by role and by the scope of its token."""

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import Http404
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request

from tournament.models import ApiToken, Scope, Table, Tournament, User
from tournament.selectors.public import Sight, sight_for
from tournament.selectors.tables import table_of
from tournament.selectors.tournaments import tournament_at


def tournament_for(request: Request, slug: str) -> Tournament:
    """The tournament, when this asker may know of it; else 404."""
    found = tournament_at(slug)
    if found is None or not (found.publish_page or works_in(request, found)):
        raise Http404
    return found


def works_in(request: Request, tournament: Tournament) -> bool:
    """Whether the asker sees what those who work in the tournament see: by membership, and by a token for reading."""
    return bool(request.user.has_perm("tournament.work_in", tournament)) and _opens(
        request, Scope.READ, tournament
    )


def sight_of(request: Request, slug: str) -> Sight:
    """What this asker may see of the tournament."""
    tournament = tournament_for(request, slug)
    return sight_for(request.user, tournament, as_public=not works_in(request, tournament))


def _opens(request: Request, scope: Scope, tournament: Tournament | None) -> bool:
    """Whether the token, if one was shown, has the scope here; a session has them all."""
    token = request.auth
    if not isinstance(token, ApiToken):
        return True
    elsewhere = token.tournament_id is not None and (
        tournament is None or token.tournament_id != tournament.pk
    )
    return scope in token.scopes and not elsewhere


def expect(request: Request, permission: str, scope: Scope, thing: Tournament | Table) -> User:
    """The user, who has the permission and whose token has the scope. Raises what answers 401 or 403."""
    tournament = thing.round.tournament if isinstance(thing, Table) else thing
    if not isinstance(request.user, User):
        raise NotAuthenticated
    if not request.user.has_perm(permission, thing) or not _opens(request, scope, tournament):
        raise PermissionDenied
    return request.user


def may_everywhere(request: Request, scope: Scope) -> User:
    """The user, whose token has the scope and is not limited to a tournament; for what belongs to none."""
    if not isinstance(request.user, User):
        raise NotAuthenticated
    if not _opens(request, scope, None):
        raise PermissionDenied
    return request.user


def reader_of(request: Request) -> User | AnonymousUser:
    """Who reads what belongs to no tournament: a token without the scope, or for one tournament, reads as the public."""
    user = request.user
    return user if isinstance(user, User) and _opens(request, Scope.READ, None) else AnonymousUser()


def table_for(sight: Sight, table_id: int) -> Table:
    """The table, when its round may be shown; else 404."""
    table = table_of(sight.tournament, table_id)
    if table is None or (not sight.works_here and table.round_id not in {one.pk for one in sight.rounds()}):
        raise Http404
    return table
