#!/usr/bin/env bash
# The whole promise: what tests need from the system, the checks, then the tests. --full adds what takes longer.
set -euo pipefail
cd "$(dirname "$0")/.."

need_chromium() {
  command -v chromium >/dev/null && return
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "==> chromium (for the browser tests)"
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium >/dev/null
    return
  fi
  echo "the browser tests need chromium: sudo apt-get install chromium" >&2
  exit 1
}

need_chromium
bash scripts/check.sh
mark="not full"
[ "${1:-}" = --full ] && mark=""
echo "==> tests (two at a time)"
.venv/bin/python -m pytest -n 2 --dist loadscope -q -m "$mark"
