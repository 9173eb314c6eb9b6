"""A person's own data."""

from django.urls import path

from tournament.web import privacy

urlpatterns = [path("me/<str:token>/data/", privacy.my_data, name="personal-data")]
