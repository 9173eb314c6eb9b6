"""Addresses of API version 1."""

from django.urls import URLPattern, URLResolver

app_name = "api"
urlpatterns: list[URLPattern | URLResolver] = []
