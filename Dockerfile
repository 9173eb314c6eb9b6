# syntax=docker/dockerfile:1
# Built in one stage, run in another: no compiler, no cache, no root, and a root file system that may be read-only.

FROM python:3.13-slim-bookworm AS build
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1 PYTHONUTF8=1
# Debian keeps no old versions: a pinned one would break the build instead of repeating it.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends gettext \
    && rm -rf /var/lib/apt/lists/*
RUN python -m venv /opt/sdadata/venv
ENV PATH=/opt/sdadata/venv/bin:$PATH
COPY requirements.txt /tmp/requirements.txt
RUN pip install --requirement /tmp/requirements.txt
WORKDIR /opt/sdadata/app
COPY . .
# The key signs nothing: it only lets Django start to collect the files.
RUN export SECRET_KEY=collecting PRODUCTION=true SDADATA_VAR=/tmp/var STATIC_ROOT=/opt/sdadata/static \
    && python manage.py compilemessages --verbosity 0 \
    && python manage.py collectstatic --noinput --verbosity 0 \
    && python -m compileall -q . \
    && rm -rf /tmp/var

FROM python:3.13-slim-bookworm
RUN useradd --system --uid 10001 --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin sdadata \
    && install --directory --owner sdadata --group sdadata --mode 0750 /var/lib/sdadata
COPY --from=build /opt/sdadata /opt/sdadata
WORKDIR /opt/sdadata/app
ENV PATH=/opt/sdadata/venv/bin:$PATH \
    PYTHONUTF8=1 PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 \
    PRODUCTION=true \
    SDADATA_VAR=/var/lib/sdadata STATIC_ROOT=/opt/sdadata/static NUMBA_CACHE_DIR=/tmp/numba \
    GRANIAN_HOST=0.0.0.0 GRANIAN_PORT=8000 GRANIAN_INTERFACE=wsgi GRANIAN_WEBSOCKETS=false \
    GRANIAN_WORKERS=2 GRANIAN_BLOCKING_THREADS=4 GRANIAN_LOG_LEVEL=warning \
    GRANIAN_RESPAWN_FAILED_WORKERS=true GRANIAN_WORKERS_KILL_TIMEOUT=10
USER 10001
VOLUME /var/lib/sdadata
EXPOSE 8000
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s --retries=3 CMD ["python", "-m", "deploy.health"]
STOPSIGNAL SIGTERM
CMD ["granian", "config.wsgi:application"]
