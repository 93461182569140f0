#!/usr/bin/env bash
# The whole promise: what tests need from the system, the checks, then the tests. --full adds what takes longer.
set -euo pipefail
cd "$(dirname "$0")/.."

# The tests start hundreds of processes; without bytecode each compiles what it imports, for longer than it works.
unset PYTHONDONTWRITEBYTECODE

. scripts/system.sh
need chromium "the test of the page"
need chromium-headless-shell "the test of plotly and bokeh"
need libcairo2 "the test of pygal"
need runsc "the test of the gvisor sandbox"
bash scripts/check.sh
mark="not full"
[ "${1:-}" = --full ] && mark=""
echo "==> tests (two at a time, the slow folders first)"
.venv/bin/python -m pytest -n 2 --dist loadscope --no-loadscope-reorder -q -m "$mark"
