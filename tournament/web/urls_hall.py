"""What hangs in the hall, and the personal pages."""

from django.urls import path

from tournament.web import hall, personal

urlpatterns = [
    path("tv/<slug:slug>/", hall.tv_page, name="tv"),
    path("t/<slug:slug>/clock/", hall.clock_page, name="clock"),
    path("t/<slug:slug>/knockout/", hall.knockout_page, name="knockout"),
    path("t/<slug:slug>/tables/<int:table_id>/call/", hall.call_page, name="call-referee"),
    path("me/<str:token>/", personal.personal_page, name="personal"),
    path("me/<str:token>/entry/", personal.personal_report, name="personal-report"),
    path("me/<str:token>/calendar.ics", personal.personal_calendar, name="personal-calendar"),
]
