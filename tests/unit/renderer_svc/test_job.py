"""What makes two jobs the same."""

from __future__ import annotations

from dataclasses import replace

import pytest

from renderer_svc.job import Job, ThemedScript

SCRIPT = ThemedScript("light", "print(1)")
JOB = Job("id", "matplotlib", b"a,b\n", (SCRIPT,), timeout_s=10)


def test_the_same_content_has_the_same_digest_whatever_its_timeout_and_neighbours() -> None:
    other = replace(JOB, timeout_s=20, scripts=(SCRIPT, ThemedScript("dark", "x")))
    assert other.content_of(SCRIPT) == JOB.content_of(SCRIPT)


@pytest.mark.parametrize(
    ("job", "script"),
    [
        (replace(JOB, library="seaborn"), SCRIPT),
        (replace(JOB, data=b"a,c\n"), SCRIPT),
        (JOB, replace(SCRIPT, theme="dark")),
        (JOB, replace(SCRIPT, source="print(2)")),
        (replace(JOB, data=b""), replace(SCRIPT, source="print(1)a,b\n")),
    ],
)
def test_anything_that_decides_the_picture_changes_the_digest(job: Job, script: ThemedScript) -> None:
    assert job.content_of(script) != JOB.content_of(SCRIPT)
