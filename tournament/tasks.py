"""Celery tasks: each is idempotent, claims its Job first, and ends it with a result or a message."""

from celery import shared_task

from tournament.services.jobs import end_lost_jobs


@shared_task
def watch_jobs() -> int:
    """End the jobs whose worker was lost; the number of them."""
    return end_lost_jobs()
