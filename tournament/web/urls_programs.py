"""Other programs: keys and webhooks."""

from django.urls import path

from tournament.web import programs

urlpatterns = [
    path("t/<slug:slug>/direct/programs/", programs.programs_page, name="direct-programs"),
    path("t/<slug:slug>/direct/programs/tokens/", programs.new_token, name="direct-token-new"),
    path(
        "t/<slug:slug>/direct/programs/tokens/<int:token_id>/end/",
        programs.end_token,
        name="direct-token-end",
    ),
    path("t/<slug:slug>/direct/programs/webhooks/", programs.new_webhook, name="direct-webhook-new"),
    path(
        "t/<slug:slug>/direct/programs/webhooks/<int:webhook_id>/switch/",
        programs.switch_webhook,
        name="direct-webhook-switch",
    ),
]
