"""The rewriting: what somebody changes in a working form, as edits or as a whole file, outside the protected parts."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Final

from agent_svc.code.edits import Edit, EditRefusedError, apply_edits
from agent_svc.code.folding import folded, unfolded
from agent_svc.code.imports import added_imports
from agent_svc.code.regions import locate
from agent_svc.code.span import parse, splice

MAX_BYTES: Final = 24 * 1024  #: of all edits together, or of the whole file


@dataclass(frozen=True, slots=True)
class Rewriting:
    """A change of a folded working form: `edits`, or, when it is not empty, the `whole` file instead."""

    edits: tuple[Edit, ...] = ()
    whole: str = ""
    summary: str = ""  #: one sentence for people

    def applied_to(self, working_form: str) -> str:
        """The form with the change. Raises ScriptShapeError, mostly as EditRefusedError, which says what is wrong."""
        self._check_size()
        short, theme_block = folded(working_form)
        changed = _in_its_parts(self.whole, short) if self.whole else apply_edits(short, self.edits)
        return unfolded(changed, theme_block)

    def _check_size(self) -> None:
        texts = [self.whole, *(text for edit in self.edits for text in (edit.find, edit.replace))]
        size = sum(len(text.encode("utf-8", "surrogatepass")) for text in texts)
        if size > MAX_BYTES:
            raise EditRefusedError(f"the change has {size:,} bytes; {MAX_BYTES:,} are the most")
        if not self.whole and not self.edits:
            raise EditRefusedError("the change is empty")


def _in_its_parts(whole: str, short: str) -> str:
    """`whole` with the protected parts and the imports of `short`: whatever it says there is not taken."""
    new, old = locate(whole), locate(short)
    parts = [(new.data, old.data), (new.roles, old.roles), (new.options, old.options), (new.save, old.save)]
    needed = [ast.unparse(node) for node in parse(short).body if isinstance(node, ast.Import | ast.ImportFrom)]
    pieces = [(there, short[kept.start : kept.end]) for there, kept in parts]
    return splice(whole, [*pieces, *added_imports(whole, needed)])
