"""All settings, one module: the hall's laptop by default, production by environment variables.

| variable | meaning | default |
|---|---|---|
| SDADATA_VAR | folder of everything that is not code | `var/` beside this project |
| SECRET_KEY | signing key | `var/secret_key`, else a development key that `check --deploy` refuses |
| PRODUCTION | true behind TLS: secure cookies, HSTS, no debug pages | false |
| ALLOWED_HOSTS | comma-separated host names | any host in the hall; must be named in production |
| CSRF_TRUSTED_ORIGINS | comma-separated origins behind a proxy | none |
| PROXIES | so many proxies of ours stand before us: `X-Forwarded-For` is believed so far | 1 in production, else 0 |
| DATABASE_URL | e.g. `postgres://user:password@host/name` | SQLite in `var/` |
| REDIS_URL | broker, cache and fan-out | file-system broker and local memory |
| STATIC_ROOT | folder of the collected static files | `static/` in SDADATA_VAR |
| EMAIL_URL | e.g. `smtp://host:25` | e-mails are written to `var/mail/` (rehearsal) |
| LANGUAGE_CODE | language when the browser asks for none of ours | it |
| TIME_ZONE | the hall's time zone | Europe/Rome |
| LOG_LEVEL, LOG_FORMAT | what is logged (INFO: every request); `line` or `json` | WARNING; json in production |
| METRICS_TOKEN | bearer token that opens `/metrics` | only this machine may read them |
| SENTRY_DSN | where errors are told, with `sentry-sdk` installed | nowhere |
"""

from pathlib import Path
from typing import Any

import environ
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from config import sentry

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()

PRODUCTION = env.bool("PRODUCTION", default=False)
DEBUG = env.bool("DEBUG", default=False)
VAR = Path(env.str("SDADATA_VAR", default=str(BASE_DIR / "var")))
VAR.mkdir(parents=True, exist_ok=True)


def _secret_key() -> str:
    """The key from the environment, or the one start.py keeps in var/."""
    kept = VAR / "secret_key"
    if kept.exists():
        return str(env.str("SECRET_KEY", default=kept.read_text(encoding="ascii").strip()))
    return str(env.str("SECRET_KEY", default="django-insecure-development-only"))


SECRET_KEY = _secret_key()
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=[] if PRODUCTION else ["*"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
PROXIES = env.int("PROXIES", default=1 if PRODUCTION else 0)
ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "axes",
    "rules.apps.AutodiscoverRulesConfig",
    "rest_framework",
    "drf_spectacular",
    "csp",
    "tournament",
]

MIDDLEWARE = [
    "tournament.web.proxy.visitor_address",
    "tournament.web.observe.observe",
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.gzip.GZipMiddleware",  # before the files, which a laptop has not packed beforehand
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "tournament.web.middleware.freshness",
    "csp.middleware.CSPMiddleware",  # a kept page has its policy with it
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "axes.middleware.AxesMiddleware",
    "tournament.web.refusals.in_words",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# --- what is kept -------------------------------------------------------------------------------------
SQLITE_OPTIONS: dict[str, Any] = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    # FULL: a result that was acknowledged survives a power cut.
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA cache_size=-20000;",
}
DATABASES: dict[str, dict[str, Any]] = {
    "default": env.db("DATABASE_URL", default=f"sqlite:///{VAR / 'sdadata.sqlite3'}"),
}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["OPTIONS"] = SQLITE_OPTIONS
    DATABASES["default"]["CONN_MAX_AGE"] = None  # opening the file anew costs more than most pages
else:
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
    if PRODUCTION:
        DATABASES["default"]["OPTIONS"] = {
            "pool": {"min_size": 1, "max_size": env.int("DATABASE_POOL", default=8)}
        }
    else:
        DATABASES["default"]["CONN_MAX_AGE"] = 60

REDIS_URL = env.str("REDIS_URL", default="")
CACHES: dict[str, dict[str, Any]] = {
    "default": (
        {
            "BACKEND": "config.cache.RedisOrMemory",
            "LOCATION": REDIS_URL,
            "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 2},
        }
        if REDIS_URL
        else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 2000}}
    ),
}
SESSION_ENGINE = "django.contrib.sessions.backends.db"

# --- work that may be done again ----------------------------------------------------------------------
if REDIS_URL:
    CELERY_BROKER_URL = REDIS_URL
    CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = {
        "visibility_timeout": 3600,
        "socket_connect_timeout": 1,
    }
else:
    BROKER_FOLDER = VAR / "broker"
    for _name in ("queue", "processed", "control"):
        (BROKER_FOLDER / _name).mkdir(parents=True, exist_ok=True)
    CELERY_BROKER_URL = "filesystem://localhost"
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": str(BROKER_FOLDER / "queue"),
        "data_folder_out": str(BROKER_FOLDER / "queue"),
        "processed_folder": str(BROKER_FOLDER / "processed"),
        "control_folder": str(BROKER_FOLDER / "control"),
        "store_processed": False,
    }
CELERY_TASK_IGNORE_RESULT = True  # what work leaves behind stands in its Job
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0, "interval_max": 0.2}
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_TIME_LIMIT = 900
CELERY_TASK_SOFT_TIME_LIMIT = 840
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_DEFAULT_QUEUE = "interactive"
CELERY_TASK_ROUTES = {"tournament.tasks.bulk_*": {"queue": "bulk"}}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # a worker outlives any absence of Redis
CELERY_BEAT_SCHEDULE: dict[str, Any] = {
    "watch-jobs": {"task": "tournament.tasks.watch_jobs", "schedule": 60.0, "options": {"expires": 50}},
    "tell-webhooks": {"task": "tournament.tasks.tell_webhooks", "schedule": 10.0, "options": {"expires": 9}},
    "rate-people": {
        "task": "tournament.tasks.bulk_rate_people",
        "schedule": 600.0,
        "options": {"expires": 590},
    },
    "back-up": {"task": "tournament.tasks.bulk_back_up", "schedule": 6 * 3600.0},
    "forget": {"task": "tournament.tasks.bulk_forget", "schedule": 24 * 3600.0},
}
CELERY_TIMEZONE = env.str("TIME_ZONE", default="Europe/Rome")

# --- who people are -----------------------------------------------------------------------------------
AUTH_USER_MODEL = "tournament.User"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "rules.permissions.ObjectPermissionBackend",
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "username*", "password1*"]
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_SESSION_REMEMBER = True
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_ALLOW_UNVERIFIED_EMAIL = True  # a laptop in the hall has no mail server to verify an address with
AXES_FAILURE_LIMIT = 8
AXES_COOLOFF_TIME = 0.25  # hours: a quarter of an hour
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_ON_SUCCESS = True
AXES_VERBOSE = False

# --- what browsers are told ---------------------------------------------------------------------------
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
X_FRAME_OPTIONS = "DENY"
if PRODUCTION:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = env.bool("SECURE_SSL_REDIRECT", default=True)
    SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
    SECURE_HSTS_SECONDS = 31536000
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:", "blob:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "worker-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
    },
}
DATA_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024
FILE_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024

# --- languages, files, mail ---------------------------------------------------------------------------
LANGUAGE_CODE = env.str("LANGUAGE_CODE", default="it")
LANGUAGES = [("it", _("Italian")), ("en", _("English")), ("pt-br", "Português")]
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = "config.formats"
USE_I18N = True
USE_TZ = True
TIME_ZONE = env.str("TIME_ZONE", default="Europe/Rome")
LANGUAGE_COOKIE_AGE = 31536000
LANGUAGE_COOKIE_SAMESITE = "Lax"

STATIC_URL = "static/"
STATIC_ROOT = Path(env.str("STATIC_ROOT", default=str(VAR / "static")))
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": (
            "whitenoise.storage.CompressedManifestStaticFilesStorage"
            if PRODUCTION
            else "django.contrib.staticfiles.storage.StaticFilesStorage"
        ),
    },
}
WHITENOISE_USE_FINDERS = not PRODUCTION
MEDIA_ROOT = VAR / "media"
EMAIL_FILE_PATH = str(VAR / "mail")
vars().update(env.email_url("EMAIL_URL", default="filemail:"))
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="sdadata@localhost")

# --- the API ------------------------------------------------------------------------------------------
REST_FRAMEWORK = {
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_PERMISSION_CLASSES": [],  # every view asks tournament.api.access
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "tournament.api.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_RENDERER_CLASSES": ["tournament.api.rendering.OrjsonRenderer"],
    "DEFAULT_PARSER_CLASSES": ["tournament.api.wire.StrictJSON"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "tournament.api.wire.AlwaysJSON",
    "EXCEPTION_HANDLER": "tournament.api.problems.on_error",
    "NUM_PROXIES": 0,  # tournament.web.proxy has put the visitor's address where it belongs
    "DEFAULT_THROTTLE_RATES": {"anon": "1200/min", "user": "6000/min", "tools": "1200/min"},
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Sdadata API",
    "DESCRIPTION": "Tournaments of RisiKo!: entrants, tables, results, standings and the adjudicator.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.1",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SCHEMA_PATH_PREFIX_INSERT": "",
    "COMPONENT_SPLIT_REQUEST": False,
    "ENUM_NAME_OVERRIDES": {
        "TournamentState": "tournament.models.TournamentState",
        "EntrantState": "tournament.models.EntrantState",
        "RoundState": "tournament.models.RoundState",
        "SubmissionState": "tournament.models.SubmissionState",
        "DisputeState": "tournament.models.DisputeState",
        "DeliveryState": "tournament.models.DeliveryState",
        "StageKind": "tournament.models.StageKind",
        "SanctionEffect": "tournament.models.SanctionEffect",
        "Scope": "tournament.models.Scope",
        "Role": "tournament.models.Role",
        "BanScope": "tournament.models.BanScope",
        "JobState": "tournament.models.JobState",
        "FeeState": "tournament.models.FeeState",
        "CircuitWorth": "tournament.models.CircuitWorth",
    },
}

METRICS_TOKEN = env.str("METRICS_TOKEN", default="")
if SENTRY_DSN := env.str("SENTRY_DSN", default=""):
    sentry.start(SENTRY_DSN)
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {
        "request": {"()": "tournament.web.observe.RequestFacts"},
        "links": {"()": "tournament.web.observe.WithoutLinks"},
    },
    "formatters": {
        "line": {"format": "{asctime} {levelname} {name} {request_id} {message}", "style": "{"},
        "json": {"()": "tournament.web.observe.JSONLines"},
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "filters": ["request", "links"],
            "formatter": "json"
            if env.str("LOG_FORMAT", default="json" if PRODUCTION else "line") == "json"
            else "line",
        }
    },
    "root": {"handlers": ["console"], "level": env.str("LOG_LEVEL", default="WARNING")},
}
