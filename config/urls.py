"""Every address of the product: the hall's pages, accounts, the API, and what operators ask."""

from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [
    path("accounts/", include("allauth.urls")),
    path("i18n/", include("django.conf.urls.i18n")),
    path("api/v1/", include("tournament.api.urls")),
    path("", include("tournament.web.urls")),
]
