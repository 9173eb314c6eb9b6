"""Addresses of API version 1."""

from django.urls import URLPattern, URLResolver, path, re_path

from tournament.api import circuits, disputes, openapi, problems, programs, reads, tools, writes

TOURNAMENT = "tournaments/<slug:slug>/"
ROUND = f"{TOURNAMENT}rounds/<int:number>/"
TABLE = f"{TOURNAMENT}tables/<int:table_id>/"
SUBMISSION = f"{TABLE}submissions/<int:number>/"
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
    path(f"{TOURNAMENT}entrants/", writes.Entrants.as_view(), name="entrants"),
    path(f"{TOURNAMENT}entrants/<int:number>/", reads.OneEntrant.as_view(), name="entrant"),
    path(f"{TOURNAMENT}entrants/<int:number>/presence/", writes.Presence.as_view(), name="presence"),
    path(f"{TOURNAMENT}rounds/", writes.Rounds.as_view(), name="rounds"),
    path(ROUND, reads.OneRound.as_view(), name="round"),
    path(f"{ROUND}tables/", reads.Tables.as_view(), name="tables"),
    path(f"{ROUND}publish/", writes.Publish.as_view(), name="publish"),
    path(f"{ROUND}start/", writes.Start.as_view(), name="start"),
    path(f"{ROUND}close/", writes.Close.as_view(), name="close"),
    path(f"{ROUND}reopen/", writes.Reopen.as_view(), name="reopen"),
    path(TABLE, reads.OneTable.as_view(), name="table"),
    path(f"{TABLE}submissions/", writes.Submissions.as_view(), name="submissions"),
    path(f"{SUBMISSION}confirm/", writes.Confirm.as_view(), name="confirm"),
    path(f"{SUBMISSION}reject/", writes.Reject.as_view(), name="reject"),
    path(f"{TOURNAMENT}standings/", reads.Standings.as_view(), name="standings"),
    path(f"{TOURNAMENT}standings/versions/", reads.Versions.as_view(), name="versions"),
    path(f"{TOURNAMENT}standings/versions/<int:version_id>/", reads.OneVersion.as_view(), name="version"),
    path(f"{TOURNAMENT}knockout/", reads.Knockout.as_view(), name="knockout"),
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
