"""The console: everything before the first round, people, rules, publishing, penalties, the log."""

from django.urls import path, register_converter

from tournament.models import TournamentState
from tournament.web import (
    create,
    direct_now,
    entries,
    importing,
    leaving,
    log,
    penalties,
    people,
    publishing,
    roll_call,
    settings_page,
    ties,
)
from tournament.web.converters import choice_converter

register_converter(choice_converter(entries.DEEDS), "entrant_deed")
register_converter(choice_converter(roll_call.MARKS), "mark")
register_converter(choice_converter(publishing.VIEWS), "public_view")
register_converter(choice_converter(TournamentState.values), "tournament_state")

urlpatterns = [
    path("new/", create.new_tournament, name="tournament-new"),
    path("new/workbook/", importing.workbook_page, name="tournament-from-workbook"),
    path("new/workbook/<int:job_id>/", importing.workbook_check, name="tournament-from-workbook-check"),
    path("invitation/<str:token>/", people.invitation_page, name="invitation"),
    path("invitation/<str:token>/accept/", people.accept, name="invitation-accept"),
    path("t/<slug:slug>/direct/", direct_now.now_page, name="direct"),
    path("t/<slug:slug>/direct/entries/", entries.entries_page, name="direct-entries"),
    path("t/<slug:slug>/direct/entries/<int:number>/", entries.entrant_page, name="direct-entrant"),
    path(
        "t/<slug:slug>/direct/entries/<int:number>/leaving/",
        leaving.leaving_page,
        name="direct-entrant-leaving",
    ),
    path(
        "t/<slug:slug>/direct/entries/<int:number>/<entrant_deed:deed>/",
        entries.entrant_deed,
        name="direct-entrant-deed",
    ),
    path("t/<slug:slug>/direct/ties/", ties.ties_page, name="direct-ties"),
    path("t/<slug:slug>/direct/ties/decide/", ties.decide_deed, name="direct-ties-decide"),
    path("t/<slug:slug>/direct/import/", importing.import_page, name="direct-import"),
    path("t/<slug:slug>/direct/import/<int:job_id>/", importing.check_page, name="direct-import-check"),
    path(
        "t/<slug:slug>/direct/import/<int:job_id>/confirm/", importing.confirm, name="direct-import-confirm"
    ),
    path("t/<slug:slug>/direct/roll-call/", roll_call.roll_call_page, name="direct-roll-call"),
    path("t/<slug:slug>/direct/roll-call/<int:number>/<mark:mark>/", roll_call.mark, name="direct-mark"),
    path("t/<slug:slug>/direct/roll-call/close/", roll_call.close, name="direct-roll-call-close"),
    path("t/<slug:slug>/direct/roll-call/reopen/", roll_call.reopen, name="direct-roll-call-reopen"),
    path("t/<slug:slug>/direct/people/", people.people_page, name="direct-people"),
    path(
        "t/<slug:slug>/direct/people/<int:membership_id>/remove/", people.remove, name="direct-people-remove"
    ),
    path(
        "t/<slug:slug>/direct/people/invitations/<int:invitation_id>/revoke/",
        people.revoke,
        name="direct-people-revoke",
    ),
    path("t/<slug:slug>/direct/penalties/", penalties.penalties_page, name="direct-penalties"),
    path(
        "t/<slug:slug>/direct/penalties/<int:penalty_id>/revoke/",
        penalties.revoke,
        name="direct-penalty-revoke",
    ),
    path("t/<slug:slug>/direct/publishing/", publishing.publishing_page, name="direct-publishing"),
    path("t/<slug:slug>/direct/publishing/set/", publishing.publish, name="direct-publish"),
    path(
        "t/<slug:slug>/direct/publishing/preview/<public_view:what>/",
        publishing.preview,
        name="direct-preview",
    ),
    path("t/<slug:slug>/direct/settings/", settings_page.settings_page, name="direct-settings"),
    path(
        "t/<slug:slug>/direct/state/<tournament_state:state>/",
        settings_page.change_state,
        name="direct-state",
    ),
    path("t/<slug:slug>/direct/log/", log.log_page, name="direct-log"),
]
