"""A log that keeps its beginning and its end."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from renderer_svc.log import BoundedLog


@given(st.lists(st.text("abc", max_size=30), max_size=20), st.integers(2, 40))
def test_beginning_and_end_are_kept_however_the_text_arrives(pieces: list[str], keep: int) -> None:
    log = BoundedLog(keep)
    for piece in pieces:
        log.feed(piece.encode())
    whole = "".join(pieces)
    assert log.total == len(whole)
    if len(whole) <= keep:
        assert log.text() == whole
    else:
        gap = f"\n... {len(whole) - keep} bytes left out ...\n"
        assert log.text() == whole[: keep // 2] + gap + whole[-(keep - keep // 2) :]


def test_bytes_that_are_no_text_are_shown_as_such() -> None:
    log = BoundedLog(100)
    log.feed(b"a\xffb")
    assert log.text() == "a\N{REPLACEMENT CHARACTER}b"
