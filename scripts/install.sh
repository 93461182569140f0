#!/usr/bin/env bash
# Make the virtual environment $2 with the Python $1 and install what the lock files pin. With `dev` as $3: the tools too.
set -euo pipefail
cd "$(dirname "$0")/.."
wanted=$1 venv=$2 group=${3:-}

find_python() {
  for candidate in "$wanted" python3 python3.11 python3.12 python3.13 python3.14; do
    if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
      echo "$candidate"
      return
    fi
  done
  echo "Plotlane needs Python 3.11 or newer; install it, or name one: make PYTHON=/path/to/python3.11 up" >&2
  exit 1
}

if ! [ -x "$venv/bin/python" ]; then
  python=$(find_python)
  echo "==> virtual environment $venv with $("$python" --version)"
  "$python" -m venv "$venv" || {
    echo "this Python has no venv module; on Debian: apt-get install python3-venv" >&2
    exit 1
  }
fi
lock=requirements.lock
[ "$group" = dev ] && lock=requirements-dev.lock
echo "==> packages of $lock ($(grep -c '==' "$lock") pinned)"
pip=("$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps)
"${pip[@]}" --no-compile --require-hashes -r "$lock"
"${pip[@]}" --no-build-isolation -e .
# Where processes write no bytecode (PYTHONDONTWRITEBYTECODE, a read-only folder), each start would compile everything.
# Here all cores share it, which pip does not; templates of other languages in a package may be no Python, and stay as they are.
packages=$("$venv/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
echo "==> bytecode"
"$venv/bin/python" -m compileall -qq -j 0 -x '[/\\]tests[/\\]' "$packages" || true
"$venv/bin/python" -m compileall -q agent_svc gateway plotlane_kit proto renderer_svc scheduler_svc

. scripts/system.sh
offer chromium-headless-shell "plotly and bokeh"
offer libcairo2 "pygal"
