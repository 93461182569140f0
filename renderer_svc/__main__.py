"""`python -m renderer_svc`."""

import sys

from renderer_svc.cli import main

sys.exit(main())
