"""The last words of native code that was refused memory: it raises nothing, it prints a line and ends by a signal."""

from __future__ import annotations

import re
from typing import Final

_REFUSED: Final = re.compile(
    "|".join(
        (
            r"memory allocation of \d+ bytes failed",  # Rust
            r"\bstd::bad_alloc\b",  # C++, of either library
            r"\bout of memory\b",  # V8 (process, heap, JavaScript), Go, Kotlin's allocator
            r"failed to allocate \d+ bytes",  # GLib
            r"\bcannot allocate memory\b",  # the C library, of ENOMEM
        )
    ),
    re.IGNORECASE,
)


def tell_of_refused_memory(stderr: str) -> bool:
    """Whether some runtime says in `stderr` that it was refused memory. The script may have written it by itself."""
    return _REFUSED.search(stderr) is not None
