"""Celery tasks: each is idempotent, claims its Job first, and ends it with a result or a message."""

from typing import Any

from celery import shared_task

import tournament.warm_up  # noqa: F401 – its signal belongs to every worker
from tournament.services.background import WORK, run_job
from tournament.services.backups import scheduled_backup
from tournament.services.fan_out import parts_to_do_again
from tournament.services.jobs import end_lost_jobs, overdue_jobs
from tournament.services.notifications import send_to_entrant
from tournament.services.privacy import forget_old_data
from tournament.services.ratings import refresh_ratings
from tournament.services.webhooks import collect, deliver, due


@shared_task
def watch_jobs() -> int:
    """End the jobs whose worker was lost, and queue anew those that a queue has lost; how many were ended.

    Of divided work only the parts that were lost are done again.
    """
    for job_id in (*overdue_jobs(kinds=WORK), *parts_to_do_again()):
        bulk_run_job.delay(job_id)
    return end_lost_jobs()


@shared_task
def tell_webhooks() -> int:
    """Hand every delivery that is due to a task of its own, new events first noted; how many there are."""
    collect()
    deliveries = due()
    for delivery_id in deliveries:
        bulk_deliver_webhook.delay(delivery_id)
    return len(deliveries)


@shared_task
def bulk_deliver_webhook(delivery_id: int) -> str:
    """Try one delivery; its state, or nothing when another worker has it."""
    delivery = deliver(delivery_id)
    return delivery.state if delivery else ""


@shared_task
def bulk_back_up() -> str:
    """Write the scheduled backup; the name of its file."""
    return scheduled_backup().path.name


@shared_task
def bulk_forget() -> dict[str, int]:
    """Delete what has served its time; how much of each."""
    return forget_old_data()


@shared_task
def bulk_rate_people() -> int:
    """Rate everybody anew when a public game has changed; how many ratings were written."""
    return refresh_ratings()


@shared_task(bind=True)
def bulk_run_job(self: Any, job_id: int) -> str:
    """Do a queued job of a kind that `services.background` knows, or a part of one; its last state."""
    delivered = self.request.delivery_info or {}
    return run_job(job_id, start=bulk_run_job.delay, again=bool(delivered.get("redelivered")))


@shared_task(autoretry_for=(OSError,), retry_backoff=10, retry_backoff_max=600, max_retries=6)
def bulk_send_letter(letter: str, entrant_id: int, origin: str, facts: dict[str, Any]) -> int:
    """Send one letter to one entrant; 0 when there is no address. While the mail server is away: later and later."""
    return send_to_entrant(letter=letter, entrant_id=entrant_id, origin=origin, facts=facts)
