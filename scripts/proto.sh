#!/usr/bin/env bash
# Generate the Python of every .proto into the folder $1.
set -euo pipefail
cd "$(dirname "$0")/.."
out=$1
mkdir -p "$out"
rm -rf "${out:?}/plotlane"
PATH="$PWD/.venv/bin:$PATH" .venv/bin/python -m grpc_tools.protoc -I proto \
  --python_out="$out" --grpc_python_out="$out" \
  --mypy_out="quiet:$out" --mypy_grpc_out="quiet,only_async,generate_concrete_servicer_stubs:$out" \
  $(cd proto && ls plotlane/*/v1/*.proto)
echo "generated $(find "$out" -name '*.py' | wc -l) modules"
