"""The gallery's parts: examples as they are listed, small pictures, and a page that needs no other file."""

from __future__ import annotations

import io
import re
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from agent_svc.evals.report import CaseFinding
from agent_svc.gallery.example import ExamplesError, read_examples
from agent_svc.gallery.page import page
from agent_svc.gallery.picture import Drawn, small
from tests_support.shipped import shipped_catalogue

EXAMPLES = Path(__file__).resolve().parents[4] / "examples"


def png(width: int, height: int) -> bytes:
    target = io.BytesIO()
    noise = np.random.default_rng(3).integers(0, 255, (height, width, 3), dtype=np.uint8)
    Image.fromarray(noise).save(target, "PNG")
    return target.getvalue()


def test_the_shipped_examples_are_read_with_their_data() -> None:
    examples = read_examples(EXAMPLES / "plots.yaml")
    assert {example.chart for example in examples} <= set(shipped_catalogue().charts)
    assert all(example.data for example in examples)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("- {chart: bar}", "0.file"),
        ("- {chart: bar, file: nothing.csv}", "nothing.csv"),
        ("{", "is no YAML"),
    ],
)
def test_wrong_examples_are_refused_in_one_line(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "plots.yaml").write_text(text)
    with pytest.raises(ExamplesError, match=re.escape(said)):
        read_examples(tmp_path / "plots.yaml")


def test_examples_that_are_not_there_say_how_to_name_others(tmp_path: Path) -> None:
    with pytest.raises(ExamplesError, match="--plots"):
        read_examples(tmp_path / "plots.yaml")


def test_a_small_picture_keeps_its_shape() -> None:
    with Image.open(io.BytesIO(small(png(640, 360), 160))) as image:
        assert (image.size, image.format) == ((160, 90), "WEBP")


def test_a_thumbnail_gives_up_quality_before_it_is_too_large() -> None:
    fine = small(png(640, 360), 160)
    most = len(fine) // 2
    assert len(small(png(640, 360), 160, most)) <= most


def test_the_page_shows_each_picture_with_its_findings_and_needs_no_other_file() -> None:
    finding = CaseFinding(gate="contrast", severity="attention", message="A text is <pale>.")
    drawn = [
        Drawn("bar", "matplotlib", "light", "ok", webp=b"light"),
        Drawn("bar", "matplotlib", "dark", "needs_attention", "Look at it.", (finding,), b"dark"),
        Drawn("pie", "seaborn", "light", "error", "no <renderer>"),
    ]
    text = page(drawn, ["radar"])
    assert text.count("data:image/webp;base64,") == 2
    assert text.index("bar drawn with matplotlib, light") < text.index("bar drawn with matplotlib, dark")
    assert "contrast: A text is &lt;pale&gt;." in text
    assert "error: no &lt;renderer&gt;" in text
    assert "3 pictures of 2 charts; 1 are ok." in text
    assert "Without an example: radar." in text
    assert not re.search(r'(?:src|href)="(?!data:|#)', text)
