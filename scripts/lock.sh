#!/usr/bin/env bash
# Resolve pyproject.toml into the two lock files, for every Python from 3.11 on and every platform.
set -euo pipefail
cd "$(dirname "$0")/.."
.venv/bin/python -m pip install --quiet --disable-pip-version-check uv
compile() {
  .venv/bin/uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --quiet \
    --no-header --no-emit-index-url --no-emit-find-links --no-annotate \
    --extra libraries --extra files --extra models "$@"
}
compile --group build --output-file requirements.lock
compile --group build --group dev --constraint requirements.lock --output-file requirements-dev.lock
