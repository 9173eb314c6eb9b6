"""Addresses of API version 1."""

from django.urls import URLPattern, URLResolver, path, re_path

from tournament.api import (
    circuits,
    cut,
    direct,
    disputes,
    entrants,
    finals,
    openapi,
    penalties,
    problems,
    programs,
    reads,
    results,
    rounds,
    tools,
)

TOURNAMENT = "tournaments/<slug:slug>/"
ENTRANT = f"{TOURNAMENT}entrants/<int:number>/"
ROUND = f"{TOURNAMENT}rounds/<int:number>/"
TABLE = f"{TOURNAMENT}tables/<int:table_id>/"
SUBMISSION = f"{TABLE}submissions/<int:number>/"
CUT = f"{TOURNAMENT}cut/"
FINALS = f"{TOURNAMENT}finals/"
FINALS_ROUND = f"{FINALS}<int:number>/"
PENALTY = f"{TOURNAMENT}penalties/"
DISPUTE = f"{TOURNAMENT}disputes/<int:dispute_id>/"
WEBHOOK = f"{TOURNAMENT}webhooks/<int:webhook_id>/"

app_name = "api"
urlpatterns: list[URLPattern | URLResolver] = [
    path("", reads.Root.as_view(), name="root"),
    path("schema/", openapi.schema_page, name="schema"),
    path("docs/", openapi.docs_page, name="docs"),
    path("adjudications/", tools.Adjudications.as_view(), name="adjudications"),
    path("seatings/", tools.Seatings.as_view(), name="seatings"),
    path("standings/", tools.StandingsTool.as_view(), name="standings-tool"),
    path("odds/", tools.Odds.as_view(), name="odds"),
    path("tokens/", programs.Tokens.as_view(), name="tokens"),
    path("tokens/<int:token_id>/", programs.OneToken.as_view(), name="token"),
    path("circuits/", circuits.Circuits.as_view(), name="circuits"),
    path("circuits/<slug:circuit>/", circuits.OneCircuit.as_view(), name="circuit"),
    path("tournaments/", reads.Tournaments.as_view(), name="tournaments"),
    path(TOURNAMENT, reads.OneTournament.as_view(), name="tournament"),
    path(f"{TOURNAMENT}publishing/", direct.Publishing.as_view(), name="publishing"),
    path(f"{TOURNAMENT}state/", direct.State.as_view(), name="state"),
    path(f"{TOURNAMENT}events/", direct.Events.as_view(), name="events"),
    path(f"{TOURNAMENT}roll-call/", entrants.RollCall.as_view(), name="roll-call"),
    path(f"{TOURNAMENT}entrants/", entrants.Entrants.as_view(), name="entrants"),
    path(ENTRANT, reads.OneEntrant.as_view(), name="entrant"),
    path(f"{ENTRANT}presence/", entrants.Presence.as_view(), name="presence"),
    path(f"{ENTRANT}withdraw/", entrants.WithdrawEntrant.as_view(), name="withdraw-entrant"),
    path(f"{ENTRANT}bring-back/", entrants.BringBack.as_view(), name="bring-back"),
    path(f"{TOURNAMENT}rounds/", rounds.Rounds.as_view(), name="rounds"),
    path(ROUND, reads.OneRound.as_view(), name="round"),
    path(f"{ROUND}tables/", reads.Tables.as_view(), name="tables"),
    path(f"{ROUND}publish/", rounds.Publish.as_view(), name="publish"),
    path(f"{ROUND}start/", rounds.Start.as_view(), name="start"),
    path(f"{ROUND}close/", rounds.Close.as_view(), name="close"),
    path(f"{ROUND}reopen/", rounds.Reopen.as_view(), name="reopen"),
    path(f"{ROUND}clock/", rounds.RoomClock.as_view(), name="room-clock"),
    path(f"{ROUND}draw-again/", rounds.DrawAgain.as_view(), name="draw-again"),
    path(f"{ROUND}discard/", rounds.Discard.as_view(), name="discard"),
    path(f"{ROUND}seating/", rounds.Seating.as_view(), name="seating"),
    path(TABLE, reads.OneTable.as_view(), name="table"),
    path(f"{TABLE}clock/", rounds.TableClock.as_view(), name="table-clock"),
    path(f"{TABLE}minutes/", rounds.Minutes.as_view(), name="minutes"),
    path(f"{TABLE}submissions/", results.Submissions.as_view(), name="submissions"),
    path(f"{SUBMISSION}confirm/", results.Confirm.as_view(), name="confirm"),
    path(f"{SUBMISSION}reject/", results.Reject.as_view(), name="reject"),
    path(f"{TOURNAMENT}standings/", reads.Standings.as_view(), name="standings"),
    path(f"{TOURNAMENT}standings/versions/", reads.Versions.as_view(), name="versions"),
    path(f"{TOURNAMENT}standings/versions/<int:version_id>/", reads.OneVersion.as_view(), name="version"),
    path(f"{TOURNAMENT}knockout/", reads.Knockout.as_view(), name="knockout"),
    path(CUT, cut.TheCut.as_view(), name="cut"),
    path(f"{CUT}settle/", cut.SettleCut.as_view(), name="settle-cut"),
    path(f"{CUT}unsettle/", cut.UnsettleCut.as_view(), name="unsettle-cut"),
    path(f"{CUT}decline/", cut.Decline.as_view(), name="decline"),
    path(f"{CUT}take-back/", cut.TakeBackCut.as_view(), name="take-back-cut"),
    path(f"{CUT}confirm/", cut.ConfirmCut.as_view(), name="confirm-cut"),
    path(FINALS, finals.Finals.as_view(), name="finals"),
    path(f"{FINALS}draw/", finals.DrawFinals.as_view(), name="draw-finals"),
    path(f"{FINALS}crown/", finals.Crown.as_view(), name="crown"),
    path(f"{FINALS_ROUND}renounce/", finals.Renounce.as_view(), name="renounce"),
    path(f"{FINALS_ROUND}take-back/", finals.TakeBackRenunciation.as_view(), name="take-back-renunciation"),
    path(f"{FINALS_ROUND}replace/", finals.Replace.as_view(), name="replace"),
    path(f"{FINALS_ROUND}settle/", finals.SettleFinals.as_view(), name="settle-finals"),
    path(f"{FINALS_ROUND}seat-again/", finals.SeatAgain.as_view(), name="seat-again"),
    path(f"{FINALS_ROUND}keep/", finals.Keep.as_view(), name="keep"),
    path(PENALTY, penalties.Penalties.as_view(), name="penalties"),
    path(f"{PENALTY}<int:penalty_id>/revoke/", penalties.Revoke.as_view(), name="revoke"),
    path(f"{TOURNAMENT}sanctions/", penalties.Sanctions.as_view(), name="sanctions"),
    path(f"{TOURNAMENT}disputes/", disputes.Disputes.as_view(), name="disputes"),
    path(DISPUTE, disputes.OneDispute.as_view(), name="dispute"),
    path(f"{DISPUTE}decide/", disputes.Decide.as_view(), name="decide"),
    path(f"{DISPUTE}appeal/", disputes.Appeal.as_view(), name="appeal"),
    path(f"{DISPUTE}withdraw/", disputes.Withdraw.as_view(), name="withdraw"),
    path(f"{TOURNAMENT}webhooks/", programs.Webhooks.as_view(), name="webhooks"),
    path(WEBHOOK, programs.OneWebhook.as_view(), name="webhook"),
    path(f"{WEBHOOK}deliveries/", programs.Deliveries.as_view(), name="deliveries"),
    re_path(r"^.*$", problems.not_found),
]
