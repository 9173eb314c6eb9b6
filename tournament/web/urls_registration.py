"""The door: registering, the personal registration, the desk's answers."""

from django.urls import path, register_converter

from tournament.web import door, registration
from tournament.web.converters import choice_converter

register_converter(choice_converter(door.DEEDS), "door_deed")

urlpatterns = [
    path("join/", registration.join_page, name="join"),
    path("join/<str:code>/", registration.join_page, name="join-code"),
    path("t/<slug:slug>/register/", registration.register_page, name="register"),
    path("me/<str:token>/registration/", registration.own_registration, name="registration"),
    path("me/<str:token>/registration/withdraw/", registration.withdraw, name="registration-withdraw"),
    path("email/<str:token>/", registration.email_page, name="registration-email"),
    path("t/<slug:slug>/direct/registration/", door.door_page, name="direct-registration"),
    path("t/<slug:slug>/direct/registration/flyer.pdf", door.flyer, name="direct-flyer"),
    path("t/<slug:slug>/direct/registration/places/", door.give_places, name="direct-places"),
    path(
        "t/<slug:slug>/direct/registration/<int:number>/<door_deed:deed>/",
        door.answer_registration,
        name="direct-registration-answer",
    ),
]
