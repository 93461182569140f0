#!/usr/bin/env bash
# Every check that reads code instead of running it; each prints its name first, and the first that fails ends it.
set -euo pipefail
cd "$(dirname "$0")/.."
step() { echo "==> $1"; shift; "$@"; }
step "ruff format" .venv/bin/ruff format --check --quiet .
step "ruff check" .venv/bin/ruff check --quiet .
step "mypy strict" .venv/bin/mypy --num-workers auto
step "import-linter" .venv/bin/lint-imports --no-logo
step "buf lint" .venv/bin/buf lint
step "buf format" .venv/bin/buf format --diff --exit-code
step "generated code is current" bash scripts/verify.sh
