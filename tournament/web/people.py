"""Who works here: roles, invitations that expire, and the page where one is accepted."""

import logging
from smtplib import SMTPException

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournament.errors import TournamentError
from tournament.models import Role, Tournament
from tournament.selectors.people import members_of, open_invitations
from tournament.services.invitations import (
    FreshInvitation,
    InvitationClosed,
    accept_invitation,
    invite,
    open_invitation,
    remove_member,
    revoke_invitation,
)
from tournament.services.notifications import is_rehearsal, letter_of_invitation, send
from tournament.web.forms.people import InviteForm
from tournament.web.letters import origin_of
from tournament.web.plumbing import act, actor_of, signed_in, tournament_deed, tournament_page
from tournament.web.qr import qr_of

logger = logging.getLogger(__name__)

FRESH = "fresh_invitation"
"""Session key of the link that is shown this once."""


@tournament_page("tournament.invite")
def people_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Members and open invitations; a fresh link is shown once, with its QR code."""
    form = InviteForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            fresh = invite(
                tournament_id=tournament.pk,
                role=Role(form.cleaned_data["role"]),
                actor=actor_of(request),
                email=form.cleaned_data["email"],
                tables=form.table_numbers(),
            )
        except TournamentError as error:
            form.add_error(None, str(error))
        else:
            request.session[FRESH] = [fresh.invitation.pk, fresh.token]
            _post(request, fresh)
            return redirect("direct-people", tournament.slug)
    link = _fresh_link(request, tournament)
    context = {
        "tournament": tournament,
        "nav_here": "direct",
        "room": "people",
        "form": form,
        "members": members_of(tournament),
        "invitations": open_invitations(tournament),
        "link": link,
        "link_qr": qr_of(link) if link else "",
    }
    return render(request, "people/people.html", context, status=422 if form.errors else 200)


def _post(request: HttpRequest, fresh: FreshInvitation) -> None:
    """Send the link to the address that was given; without one, or when the server refuses, the page shows it."""
    link = request.build_absolute_uri(reverse("invitation", args=[fresh.token]))
    letter = letter_of_invitation(fresh.invitation, link, origin_of(request))
    if letter is None:
        return
    tournament = fresh.invitation.tournament
    try:
        send(tournament, [letter])
    except (OSError, SMTPException):
        logger.exception("the letter of invitation %s did not go", fresh.invitation.pk)
        messages.warning(request, _("The letter could not be sent: hand the link over yourself."))
        return
    if is_rehearsal(tournament):
        messages.info(request, _("Rehearsal: the letter was written to a folder on this machine."))
    else:
        messages.success(request, _("The link was sent to %(email)s.") % {"email": letter.to})


def _fresh_link(request: HttpRequest, tournament: Tournament) -> str:
    """The link that was just made for this tournament, taken out of the session; empty when there is none."""
    kept = request.session.pop(FRESH, None)
    if not kept or not tournament.invitations.filter(pk=kept[0]).exists():
        return ""
    return request.build_absolute_uri(reverse("invitation", args=[kept[1]]))


@tournament_deed("tournament.invite")
def revoke(request: HttpRequest, tournament: Tournament, invitation_id: int) -> HttpResponse:
    """Close an open link."""
    invitation = get_object_or_404(tournament.invitations, pk=invitation_id)
    return act(
        request,
        lambda: revoke_invitation(invitation_id=invitation.pk, actor=actor_of(request)),
        then=reverse("direct-people", args=[tournament.slug]),
        done=_("The link is closed."),
    )


@tournament_deed("tournament.invite")
def remove(request: HttpRequest, tournament: Tournament, membership_id: int) -> HttpResponse:
    """Take a role away; the last director stays."""
    membership = get_object_or_404(tournament.memberships, pk=membership_id)
    return act(
        request,
        lambda: remove_member(membership_id=membership.pk, actor=actor_of(request)),
        then=reverse("direct-people", args=[tournament.slug]),
        done=_("The role is taken away. A new invitation gives it back."),
    )


def invitation_page(request: HttpRequest, token: str) -> HttpResponse:
    """What the link gives, and a button to take it; who has no account makes one on the way."""
    try:
        invitation = open_invitation(token)
    except InvitationClosed as error:
        return _private(render(request, "people/closed.html", {"error": error}, status=error.status))
    context = {"invitation": invitation, "token": token, "here": request.get_full_path()}
    return _private(render(request, "people/invitation.html", context))


def _private(response: HttpResponse) -> HttpResponse:
    """The address is a secret: it is not passed on to other sites."""
    response["Referrer-Policy"] = "strict-origin"
    response["X-Robots-Tag"] = "noindex"
    return response


@require_POST
@login_required
def accept(request: HttpRequest, token: str) -> HttpResponse:
    """Take the role and go where it works."""
    try:
        membership = accept_invitation(token=token, user=signed_in(request))
    except TournamentError as error:
        return _private(render(request, "people/closed.html", {"error": error}, status=error.status))
    slug = membership.tournament.slug
    messages.success(
        request, _("You are %(role)s of this tournament now.") % {"role": membership.get_role_display()}
    )
    return redirect(FIRST_PAGES[Role(membership.role)], slug)


FIRST_PAGES = {
    Role.DIRECTOR: "direct",
    Role.REFEREE: "referee",
    Role.SCOREKEEPER: "referee",
    Role.DESK: "direct-entries",
}
"""Where each role begins."""
