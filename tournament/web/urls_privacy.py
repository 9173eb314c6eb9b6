"""A person's own data, and a person's record at the director's."""

from django.urls import path

from tournament.web import person_records, privacy

RECORD = "t/<slug:slug>/direct/entries/<int:number>/person/"

urlpatterns = [
    path("me/<str:token>/data/", privacy.my_data, name="personal-data"),
    path(RECORD, person_records.record_page, name="direct-person"),
    path(f"{RECORD}file/", person_records.record_file, name="direct-person-file"),
    path(f"{RECORD}erase/", person_records.erase, name="direct-person-erase"),
    path(f"{RECORD}merge/<str:key>/", person_records.merge_page, name="direct-person-merge"),
    path(f"{RECORD}separate/<str:key>/", person_records.separate, name="direct-person-separate"),
]
