"""Every address of the product: the hall's pages, accounts, the API, and what operators ask."""

from django.urls import URLPattern, URLResolver, include, path
from django.views.decorators.csrf import csrf_exempt
from django.views.i18n import set_language

urlpatterns: list[URLPattern | URLResolver] = [
    path("accounts/", include("allauth.urls")),
    # The language of a visitor needs no protection, and the form stands on pages that are the same for everybody.
    path("i18n/setlang/", csrf_exempt(set_language), name="set_language"),
    path("api/v1/", include("tournament.api.urls")),
    path("", include("tournament.web.urls")),
]
