# What a developer asks for most. `python3 start.py` needs none of this.
PYTHON := $(if $(wildcard .venv/Scripts/python.exe),.venv/Scripts/python.exe,.venv/bin/python)
HADOLINT := $(dir $(PYTHON))hadolint
PURE := games/*,scoring/*,seating/*
REST := tournament/*,config/*

.PHONY: help run test check gates lint types layers coverage coverage-pure coverage-rest messages migrations deployable audit docs docs-check bench screenshots faults trust

help:  ## say what can be made
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | sort

run:  ## start on this computer
	python3 start.py

test:  ## run every test, on SQLite and PostgreSQL
	python3 start.py test

check: gates coverage  ## every gate but the tests

gates: lint types layers migrations deployable docs-check audit  ## the gates that need no test to have run

lint:  ## formatting, lint, security patterns
	$(PYTHON) -m ruff format --check .
	$(PYTHON) -m ruff check .
	# The milder findings, and texts marked safe, are judged line by line by the S rules of ruff.
	$(PYTHON) -m bandit --quiet --severity-level high --skip B308,B703 --recursive games scoring seating tournament config deploy start.py
	@if [ -x $(HADOLINT) ]; then $(HADOLINT) Dockerfile; else echo "No hadolint for this system: the Dockerfile is not linted."; fi

types:  ## mypy, strict
	$(PYTHON) -m mypy

layers:  ## who may import whom
	$(PYTHON) -c "from importlinter.cli import lint_imports_command; lint_imports_command()"

messages:  ## collect the strings to translate and compile Italian and Portuguese (needs gettext)
	$(PYTHON) manage.py makemessages --locale it --locale pt_BR --no-location --no-obsolete --ignore .venv --ignore var --ignore tests
	$(PYTHON) manage.py compilemessages --locale it --locale pt_BR --ignore .venv

migrations:  ## models and migrations agree
	$(PYTHON) manage.py makemigrations --check --dry-run

deployable:  ## Django's own judgement of a production installation
	PRODUCTION=true ALLOWED_HOSTS=example.org SECRET_KEY=$$($(PYTHON) -c "import secrets; print(secrets.token_urlsafe(50))") \
		$(PYTHON) manage.py check --deploy --fail-level WARNING

# Reads what the last `make test` measured.
coverage: coverage-pure coverage-rest  ## branches the tests reached: pure packages all, the rest 95 in 100

coverage-pure:
	$(PYTHON) -m coverage report --include='$(PURE)' --skip-covered --fail-under=100

coverage-rest:
	$(PYTHON) -m coverage report --include='$(REST)' --skip-covered --fail-under=95

audit:  ## known holes in the libraries
	$(PYTHON) -m deploy.audit

docs:  ## write the generated pages anew
	$(PYTHON) -m deploy.pages

docs-check:  ## the generated pages are those committed
	$(PYTHON) -m deploy.pages --check

bench:  ## measure against a baseline of the same run
	$(PYTHON) -m benchmarks

screenshots:  ## take the pictures of the README
	SCREENSHOTS=docs/screenshots $(PYTHON) -m pytest tests/e2e -m browser -k screenshot

faults:  ## kill processes on purpose while results are entered
	$(PYTHON) -m pytest tests -m faults

trust: export TRUST_FIGURES = $(CURDIR)/var/trust.jsonl
trust: export TRUST_REQUESTS = 10000
trust: export TRUST_TOURNAMENTS = 60
trust: export TRUST_ACTS = 50
trust:  ## run the suites of trust on both databases and write their figures into docs/trust.md
	mkdir -p $(dir $(TRUST_FIGURES)) && rm -f $(TRUST_FIGURES)
	$(PYTHON) -m pytest tests/trust tests/faults -m "faults or not faults"
	$(PYTHON) -m tests.servers $(PYTHON) -m pytest tests/trust -m both_databases
	$(PYTHON) -m tests.trust.figures $(TRUST_FIGURES)
