"""The Celery application: a file-system broker in the hall, Redis in production, the same tasks."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("sdadata")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
