# Upcard. `make` alone lists what there is to do.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
MAKEFLAGS += --no-builtin-rules

PYTHON  ?= python3
VENV    ?= .venv
HOST    ?= 127.0.0.1
PORT    ?= 8000
WORKERS ?= auto

BIN   := $(VENV)/bin
STAMP := $(VENV)/.installed
PARTS := node_modules/.installed

# Material prints a banner about MkDocs 2 unless told not to; we pin MkDocs below 2.
export NO_MKDOCS_2_WARNING := 1
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: help install parts no-parts serve build build-properdocs check fmt lint test test-slow coverage bench lock clean

help: ## list these targets
	@printf 'Upcard: card games whose rules run.\n\n'
	@sed -nE 's/^([a-z][a-z-]*):[^#]*## (.*)/  make \1|\2/p' $(firstword $(MAKEFILE_LIST)) \
	  | while IFS='|' read -r name what; do printf '%-23s %s\n' "$$name" "$$what"; done
	@printf '\n  e.g. make serve PORT=8080 · make install PYTHON=python3.12\n'

install: $(STAMP) parts ## put everything into .venv (does nothing when it is up to date)

# The finder tries $(PYTHON) first, then the versions by name: Debian and others keep several.
$(STAMP): requirements.lock pyproject.toml
	@found=; \
	for candidate in $(PYTHON) python3.13 python3.12 python3.11; do \
	  if "$$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	    found=$$candidate; break; \
	  fi; \
	done; \
	if [ -z "$$found" ]; then \
	  echo 'Upcard needs Python 3.11 or newer; "$(PYTHON)" is' \
	    "$$( { $(PYTHON) --version || echo missing; } 2>&1 | tail -n 1)." >&2; \
	  echo 'Install one and say which: make install PYTHON=/path/to/python3.11' >&2; exit 1; \
	fi; \
	if ! "$$found" -c 'import ensurepip, venv' 2>/dev/null; then \
	  echo "$$found cannot make a virtual environment. On Debian: apt install python3-venv" >&2; \
	  exit 1; \
	fi; \
	if ! $(BIN)/python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	  echo "Making $(VENV) with $$("$$found" --version)"; \
	  rm -rf $(VENV); "$$found" -m venv $(VENV); \
	fi
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation -e .
	@touch $@

# Parts from npm: the engine's runtime in the page. Without npm the site is whole but for that.
parts: $(if $(shell command -v npm 2>/dev/null),$(PARTS),no-parts)

$(PARTS): package-lock.json
	@npm ci --ignore-scripts --silent --no-progress && touch $@ \
	  || echo 'npm could not fetch its parts: the site is built without the engine in the page.'

no-parts:
	@echo 'No npm here: the site is built without the engine in the page (Debian: apt install npm).'

serve: install ## build the site and serve it, reloading on every save (HOST=, PORT=)
	$(BIN)/mkdocs serve --dev-addr $(HOST):$(PORT)

build: install ## build the site into site/, no warning allowed
	$(BIN)/mkdocs build --strict

build-properdocs: install ## the same with ProperDocs, the drop-in fork of MkDocs
	$(BIN)/properdocs build --strict --config-file mkdocs.yml --site-dir build/properdocs

check: install ## say everything that is wrong with the articles
	$(BIN)/upcard check

fmt: install ## format code
	$(BIN)/ruff check --fix-only --quiet .
	$(BIN)/ruff format --quiet .

lint: install ## ruff and mypy
	$(BIN)/ruff check --quiet .
	$(BIN)/ruff format --check --quiet .
	$(BIN)/mypy

coverage: install ## rules declared but never shown, and the reverse
	$(BIN)/upcard coverage

test: lint check coverage build ## all of the above, then the tests (slow ones apart)
	$(BIN)/pytest -n $(WORKERS) --dist worksteal

test-slow: install ## only the tests marked slow: full enumerations, long simulations
	$(BIN)/pytest -m slow

bench: install ## time what readers and contributors wait for
	$(BIN)/python tools/bench.py

# Compile with the oldest Python 3.11 at hand (Debian 12 has 3.11.2): some packages want a later one.
# Our extras name each other, so pip-compile would list "upcard @ <this folder>". Flatten them first.
define FLATTEN
import re, tomllib
project = tomllib.load(open("pyproject.toml", "rb"))["project"]
extras = project["optional-dependencies"]
def flat(name):
    for line in extras[name]:
        own = re.fullmatch(r"upcard\[(\w+)\]", line)
        yield from flat(own[1]) if own else [line]
print(*project["dependencies"], *flat("dev"), sep="\n")
endef
export FLATTEN

lock: ## pin every dependency anew (with the oldest Python we support)
	@test -x $(BIN)/pip-compile || $(MAKE) install
	@$(BIN)/python -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11))' \
	  || { echo 'Compile the lock with Python 3.11: make clean lock PYTHON=python3.11' >&2; exit 1; }
	$(BIN)/python -c "$$FLATTEN" | CUSTOM_COMPILE_COMMAND='make lock' \
	  $(BIN)/pip-compile --quiet --upgrade --generate-hashes --strip-extras --allow-unsafe \
	    --no-annotate --no-emit-index-url --no-emit-trusted-host --no-emit-find-links \
	    --output-file requirements.lock -

clean: ## remove all that was built or installed
	rm -rf $(VENV) node_modules .cache site build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
