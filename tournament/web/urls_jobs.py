"""Long work and letters to everybody."""

from django.urls import path

from tournament.web import announcements, jobs

urlpatterns = [
    path("t/<slug:slug>/jobs/", jobs.jobs_page, name="jobs"),
    path("t/<slug:slug>/jobs/<int:job_id>/", jobs.job_page, name="job"),
    path("t/<slug:slug>/jobs/<int:job_id>/cancel/", jobs.cancel, name="job-cancel"),
    path("t/<slug:slug>/jobs/<int:job_id>/file/", jobs.job_file, name="job-file"),
    path("t/<slug:slug>/paper/rounds/<int:number>/prepare/", jobs.prepare_pack, name="paper-prepare"),
    path("t/<slug:slug>/direct/letters/", announcements.letters_page, name="direct-letters"),
]
