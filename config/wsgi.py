"""WSGI entry point, served by granian."""

import gc
import os
import sys

from django.core.wsgi import get_wsgi_application

from config.content_types import with_readable_content_types

ASKS_AFTER_SECONDS = 0.0005
"""After so long another thread may have the interpreter. Entering a result asks the database some twenty times and each
time gives the interpreter away: with Python's own 5 ms it would wait a tenth of a second behind one long page."""

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
sys.setswitchinterval(ASKS_AFTER_SECONDS)
application = with_readable_content_types(get_wsgi_application())

# What is loaded by now stays until the end: looking through it for garbage would hold everybody up for a tenth of a second.
gc.collect()
gc.freeze()
gc.set_threshold(20_000, 20, 50)
