"""Gate R2: the picture is a picture, and only that."""

from __future__ import annotations

from agent_svc.gates.base import Evidence, Finding, Severity, Verdict
from agent_svc.gates.png import RefusedPicture, decode, is_blank


class PictureGate:
    """Decodes the PNG within bounds; blocks one that is damaged, oversized or blank. What goes on is pixels alone."""

    name = "picture"

    def judge(self, evidence: Evidence) -> Verdict:
        try:
            picture = decode(evidence.png)
        except RefusedPicture as refused:
            return self._block(f"{evidence.file} is no picture that can be shown: {refused}.")
        if is_blank(picture):
            return self._block(f"{evidence.file} is blank: all its pixels have one colour.")
        return Verdict(picture=picture)

    def _block(self, message: str) -> Verdict:
        return Verdict((Finding(self.name, Severity.BLOCK, message, "Draw on the figure that is saved."),))
