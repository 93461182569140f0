"""What the catalogue refuses: a chart that is not there, and a chart that is broken."""

from __future__ import annotations

from plotlane_kit.errors import PlotlaneError, Reason


class UnknownChartError(PlotlaneError):
    """There is no such chart; metadata `nearest` names those that are called alike.

    Metadata: `chart` and `nearest` (comma-separated ids).
    """

    reason = Reason.NOT_FOUND


class BrokenChartError(PlotlaneError):
    """A file of the catalogue is not valid; the message names the file and every field that is wrong."""

    reason = Reason.INTERNAL
