"""Data steps: what a user does to the data without a model, each a checked change that can be shown as pandas.

Pure. `read_step` reads arguments, `apply_step` and `replay` apply them to a dataset; the modules hold one family each.
"""

from agent_svc.data.steps.chain import (
    MAX_STEPS,
    OPS,
    Applied,
    Step,
    Stepped,
    apply_step,
    read_step,
    replay,
    replay_table,
    unstepped,
)

__all__ = [
    "MAX_STEPS",
    "OPS",
    "Applied",
    "Step",
    "Stepped",
    "apply_step",
    "read_step",
    "replay",
    "replay_table",
    "unstepped",
]
