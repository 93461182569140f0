"""`python -m agent_svc`: serve the agent; `python -m agent_svc model`: say which model it has."""

from __future__ import annotations

import asyncio
import sys

from agent_svc.model_report import report
from agent_svc.server import build_app
from agent_svc.settings import AgentSettings
from plotlane_kit.serve import serve
from plotlane_kit.settings import SettingsError, load_settings


def main() -> int:
    """Serve until told to stop; 2 when a setting is wrong, 1 when it cannot listen."""
    try:
        if sys.argv[1:] == ["model"]:
            print(report())  # noqa: T201 a person asked
            return 0
        settings = load_settings(AgentSettings)
        asyncio.run(serve(build_app(settings), settings))
    except SettingsError as error:
        print(f"agent: {error}", file=sys.stderr)  # noqa: T201 a person started this
        return 2
    except OSError as error:
        print(f"agent: {error}", file=sys.stderr)  # noqa: T201 a person started this
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
