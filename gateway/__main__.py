"""`python -m gateway`: serve with the settings of the environment."""

from __future__ import annotations

import asyncio
import sys

from gateway.server import serve
from gateway.settings import GatewaySettings
from plotlane_kit.settings import SettingsError, load_settings


def main() -> int:
    """0 after a clean stop, 2 for wrong settings, 1 when the port is taken; one line says what is wrong."""
    try:
        asyncio.run(serve(load_settings(GatewaySettings)))
    except SettingsError as error:
        sys.stderr.write(f"gateway: {error}\n")
        return 2
    except OSError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
