"""Circuits of tournaments."""

from django.urls import path

from tournament.web import circuits

urlpatterns = [
    path("circuits/", circuits.circuits_page, name="circuits"),
    path("circuits/new/", circuits.new_circuit, name="circuit-new"),
    path("circuits/<slug:slug>/", circuits.circuit_page, name="circuit"),
    path("circuits/<slug:slug>/why/<str:key>/", circuits.why_page, name="circuit-why"),
    path("circuits/<slug:slug>/<slug:table>.<slug:kind>", circuits.circuit_file, name="circuit-file"),
    path("circuits/<slug:slug>/rules/", circuits.rules_page, name="circuit-rules"),
    path("circuits/<slug:slug>/tournaments/", circuits.tournaments_page, name="circuit-tournaments"),
    path("circuits/<slug:slug>/keepers/", circuits.keepers_deed, name="circuit-keepers"),
    path("circuits/<slug:slug>/delete/", circuits.delete_deed, name="circuit-delete"),
]
