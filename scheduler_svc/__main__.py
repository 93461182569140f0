"""`python -m scheduler_svc`: serve, or say in one line what is wrong."""

from __future__ import annotations

import asyncio
import sys

from plotlane_kit.settings import SettingsError
from scheduler_svc.journal.base import JournalError
from scheduler_svc.server import main

if __name__ == "__main__":
    try:
        asyncio.run(main())
    except (SettingsError, JournalError, OSError) as error:
        sys.exit(f"scheduler: {error}")
