"""Composing a formula."""

from django.urls import path

from tournament.web import composer

urlpatterns = [path("t/<slug:slug>/direct/formula/", composer.composer_page, name="direct-composer")]
