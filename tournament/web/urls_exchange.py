"""Files of a tournament."""

from django.urls import path

from tournament.web import exchange

urlpatterns = [
    path("t/<slug:slug>/direct/files/", exchange.exchange_page, name="direct-exchange"),
    path("t/<slug:slug>/direct/files/workbook.xls", exchange.workbook_file, name="direct-workbook"),
    path("t/<slug:slug>/direct/files/national.<str:kind>", exchange.national_file, name="direct-national"),
    path("t/<slug:slug>/entrants.<str:kind>", exchange.entrants_file, name="entrants-file"),
    path("t/<slug:slug>/rounds/<int:number>/seating.<str:kind>", exchange.seats_file, name="seats-file"),
    path("t/<slug:slug>/rounds/<int:number>/results.<str:kind>", exchange.results_file, name="results-file"),
    path("t/<slug:slug>/calendar.ics", exchange.calendar_file, name="calendar"),
]
