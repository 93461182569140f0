"""`python -m tests.bench [area]`: measure, print the table, write bench-results.json; `--page` keeps it in docs/."""

from __future__ import annotations

import argparse
import asyncio
import sys
import traceback

from tests.bench.areas import AREAS
from tests.bench.measure import Area, Measure
from tests.bench.results import JSON_PATH, show, write_json, write_page


async def measure(names: list[str]) -> list[Measure]:
    """What the areas measure; one that breaks says why and does not stop the others."""
    measures: list[Measure] = []
    done: set[Area] = set()
    for name in names:
        for area in AREAS[name]:
            if area in done:  # it is a part of another as well
                continue
            done.add(area)
            try:
                async for found in area():
                    print(f"{found.name}  {found.value:.4g} {found.unit}  ratio {found.ratio:.3g}", flush=True)
                    measures.append(found)
            except Exception:
                traceback.print_exc()
                print(f"{name}: not measured", file=sys.stderr)
    return measures


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description="Measure Plotlane.")
    parser.add_argument("area", nargs="?", choices=AREAS, help="one area; all of them without it")
    parser.add_argument("--page", action="store_true", help="keep the table in docs/benchmarks.md")
    arguments = parser.parse_args()
    measures = asyncio.run(measure([arguments.area] if arguments.area else list(AREAS)))
    show(measures)
    write_json(measures)
    if arguments.page:
        write_page(measures)
    print(f"written: {JSON_PATH}")


main()
