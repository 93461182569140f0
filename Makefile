# Every chore is one command; `make help` lists them.
.DEFAULT_GOAL := help
SHELL := /bin/bash
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
DEV := $(VENV)/.ready-dev

help: ## list every target
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F':.*## ' '{printf "  make %-12s %s\n", $$1, $$2}'

install: $(READY) ## install what the lock file pins into .venv (the other targets do it when needed)

$(READY): requirements.lock pyproject.toml scripts/install.sh scripts/system.sh
	@bash scripts/install.sh $(PYTHON) $(VENV)
	@touch $@

$(DEV): requirements-dev.lock pyproject.toml scripts/install.sh scripts/system.sh
	@bash scripts/install.sh $(PYTHON) $(VENV) dev
	@touch $@

up: $(READY) ## start all four services and print the page's address; Ctrl-C stops them
	@$(BIN)/plotlane up

test: $(DEV) ## everything that must hold: checks, then all tests (installs what they need)
	@bash scripts/test.sh

test-full: $(DEV) ## as test, with what takes longer
	@bash scripts/test.sh --full

check: $(DEV) ## linters, types, import contracts, the proto lint, and stale generated code
	@bash scripts/check.sh

docs: $(DEV) ## rewrite the reference pages that are made from code
	@$(BIN)/python scripts/docs.py docs

thumbnails: $(DEV) ## draw the small pictures of docs/charts.md
	@mkdir -p build && $(BIN)/plotlane gallery build/gallery.html --library matplotlib --theme light --thumbnails docs/images/charts
	@$(BIN)/python scripts/docs.py docs

proto: $(DEV) ## regenerate proto/gen from the .proto files
	@bash scripts/proto.sh proto/gen

verify: $(DEV) ## prove that generated files are current
	@bash scripts/verify.sh

lock: $(DEV) ## resolve the newest versions that pyproject.toml allows into requirements.lock
	@bash scripts/lock.sh

format: $(DEV) ## format the Python and the protos
	@$(BIN)/ruff format . && $(BIN)/ruff check --fix . && $(BIN)/buf format -w

bench: $(DEV) ## measure; ONLY=area runs one area
	@$(BIN)/python -m tests.bench $(ONLY)

clean: ## remove what the other targets made
	rm -rf $(VENV) build .pytest_cache .mypy_cache .ruff_cache

.PHONY: help install up test test-full check docs thumbnails proto verify lock format bench clean
