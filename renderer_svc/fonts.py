"""The fonts: one free, fixed set that every sandbox sees instead of the host's own."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

FONT_FOLDER: Final = "/usr/share/fonts/plotlane"

#: The families in the order in which a missing letter is looked for. matplotlib brings DejaVu itself.
FAMILIES: Final = (
    "DejaVu Sans",
    "Noto Sans",
    "Noto Sans CJK TC",
    "Noto Sans Arabic",
    "Noto Sans Devanagari",
    "Noto Sans Hebrew",
    "Noto Sans Thai",
    "Noto Sans Bengali",
    "Noto Sans Tamil",
    "Noto Sans Telugu",
    "Noto Sans Georgian",
    "Noto Sans Armenian",
    "Noto Sans Symbols",
    "Noto Emoji",
)
#: Named by libraries' own defaults, or by scripts out of habit; each is drawn with the family on the right.
_ALIASES: Final = {
    "sans-serif": "Noto Sans",
    "serif": "DejaVu Serif",
    "monospace": "DejaVu Sans Mono",
    **dict.fromkeys(("Arial", "Helvetica", "Verdana", "Open Sans", "Lucida Grande", "system-ui"), "Noto Sans"),
    **dict.fromkeys(("Consolas", "Courier", "Courier New", "Menlo", "Liberation Mono"), "DejaVu Sans Mono"),
}


@dataclass(frozen=True, slots=True)
class _Source:
    package: str  #: the package that holds the files
    folder: str
    pattern: str


_SOURCES: Final = (
    _Source("matplotlib", "mpl-data/fonts/ttf", "DejaVu*.ttf"),
    _Source("manimgx_fonts", "", "*.ttf"),
    _Source("cvttf_NotoSansCJK_Regular", "", "*.otf"),
)


def font_files() -> tuple[Path, ...]:
    """The font files on this machine, in a fixed order; those of a package that is not installed are left out."""
    return tuple(path for source in _SOURCES for path in sorted(_files(source), key=lambda path: path.name))


def missing_font_packages() -> tuple[str, ...]:
    """The packages of fonts that are not installed."""
    return tuple(source.package for source in _SOURCES if not any(_files(source)))


def fontconfig_text() -> str:
    """/etc/fonts/fonts.conf of a sandbox: our folder alone, our fallbacks, and nothing that depends on a screen."""
    aliases = "\n".join(
        f'  <alias binding="same"><family>{name}</family><prefer>{_family(first)}</prefer></alias>'
        for name, first in _ALIASES.items()
    )
    fallbacks = "\n".join(f'    <edit name="family" mode="append"><string>{name}</string></edit>' for name in FAMILIES)
    return f"""<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>{FONT_FOLDER}</dir>
  <cachedir>/job/.home/fontconfig</cachedir>
{aliases}
  <match target="pattern">
{fallbacks}
  </match>
  <match target="font">
    <edit name="antialias" mode="assign"><bool>true</bool></edit>
    <edit name="hinting" mode="assign"><bool>false</bool></edit>
    <edit name="hintstyle" mode="assign"><const>hintnone</const></edit>
    <edit name="rgba" mode="assign"><const>none</const></edit>
    <edit name="lcdfilter" mode="assign"><const>lcdnone</const></edit>
  </match>
</fontconfig>
"""


def matplotlibrc_text() -> str:
    """matplotlib's defaults in a sandbox: a letter that DejaVu lacks comes from the next family, so none is a box."""
    families = ", ".join(FAMILIES)
    return f"font.family: {families}\nfont.sans-serif: {families}\n"


def _family(name: str) -> str:
    return f"<family>{name}</family>"


def _files(source: _Source) -> Iterator[Path]:
    found = importlib.util.find_spec(source.package)
    if found is None or found.origin is None:
        return iter(())
    return Path(found.origin).parent.joinpath(source.folder).glob(source.pattern)
