"""`python -m agent_svc`: serve the agent."""

from __future__ import annotations

import asyncio
import sys

from agent_svc.server import build_app
from agent_svc.settings import AgentSettings
from plotlane_kit.serve import serve
from plotlane_kit.settings import SettingsError, load_settings


def main() -> int:
    """Serve until told to stop; 2 when a setting is wrong, 1 when it cannot listen."""
    try:
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
