"""Conversion: where the agent's protobuf messages meet its domain, both ways."""

from agent_svc.convert.arguments import options_in, theme_in
from agent_svc.convert.charts import chart
from agent_svc.convert.datasets import binding_lines_in, bindings, dataset_change
from agent_svc.convert.plots import artifact, toggled
from agent_svc.convert.sessions import options, session, summary
from agent_svc.convert.signals import signal
from agent_svc.convert.turns import fan_out_event, turn_event

__all__ = [
    "artifact",
    "binding_lines_in",
    "bindings",
    "chart",
    "dataset_change",
    "fan_out_event",
    "options",
    "options_in",
    "session",
    "signal",
    "summary",
    "theme_in",
    "toggled",
    "turn_event",
]
