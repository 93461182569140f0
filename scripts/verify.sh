#!/usr/bin/env bash
# Prove that proto/gen is what the .proto files generate.
set -euo pipefail
cd "$(dirname "$0")/.."
fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
bash scripts/proto.sh "$fresh" >/dev/null
if ! diff -r --exclude=__pycache__ "$fresh/plotlane" proto/gen/plotlane; then
  echo "proto/gen is stale: run 'make proto' and commit the result" >&2
  exit 1
fi
mkdir "$fresh/docs"
.venv/bin/python scripts/docs.py "$fresh/docs"
for page in "$fresh"/docs/*.md; do
  if ! diff "$page" "docs/$(basename "$page")"; then
    echo "docs/$(basename "$page") is stale: run 'make docs' and commit the result" >&2
    exit 1
  fi
done
