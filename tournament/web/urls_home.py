"""The front page."""

from django.urls import path

from tournament.web.home import home_page, tournaments_page

urlpatterns = [
    path("", home_page, name="home"),
    path("tournaments/", tournaments_page, name="tournaments"),
]
