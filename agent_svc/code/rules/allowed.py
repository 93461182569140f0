"""The modules that a script may use, and which of their attributes: the way into a module is through its own import."""

from __future__ import annotations

import sys
from typing import Final

from agent_svc.code.rules.libraries import LIBRARIES, LIBRARY_MODULES, LIBRARY_NOT, LIBRARY_ONLY, LIBRARY_PATHS
from agent_svc.code.rules.words import words

PACKAGES: Final = frozenset({"matplotlib", "numpy", "pandas", "math", "datetime", "textwrap"}) | LIBRARIES

_MATPLOTLIB: Final = (
    "cm collections colors container dates font_manager gridspec legend legend_handler lines markers mlab offsetbox "
    "patches path patheffects pyplot scale text textpath ticker transforms tri"
)
MODULES: Final = PACKAGES | {
    *(f"matplotlib.{name}" for name in _MATPLOTLIB.split()),
    *(f"numpy.{name}" for name in ("random", "linalg", "ma", "fft", "polynomial")),
    *(f"pandas.{name}" for name in ("api", "api.types", "offsets")),
    *LIBRARY_MODULES,
}

#: Modules of which only these attributes may be used (beside the submodules above).
ONLY: Final = {
    "matplotlib": frozenset({"color_sequences", "colormaps", "cycler", "rcParams", "rcdefaults"}),
    "matplotlib.font_manager": frozenset({"FontProperties"}),
    "matplotlib.mlab": frozenset({"GaussianKDE"}),
    "matplotlib.textpath": frozenset({"TextPath", "text_to_path"}),
    "matplotlib.tri": frozenset(
        {"Triangulation", "LinearTriInterpolator", "CubicTriInterpolator", "UniformTriRefiner"}
    ),
    "pandas.api": frozenset[str](),
    **LIBRARY_ONLY,
}

#: What hangs off an allowed module and is another module, or reads, writes, runs or reconfigures.
NOT: Final = {
    "matplotlib.pyplot": words(
        """
        connect disconnect draw_if_interactive get_current_fig_manager get_plot_commands ginput
        install_repl_displayhook new_figure_manager rc rc_context rcParamsDefault rcParamsOrig set_loglevel style
        switch_backend uninstall_repl_displayhook waitforbuttonpress
        """
    ),
    "numpy": words(
        """
        char core ctypeslib dtypes emath exceptions f2py getbufsize info lib rec seterrcall setbufsize show_config
        show_runtime strings test testing typing
        """
    ),
    "numpy.ma": words("core extras"),
    "numpy.random": words("bit_generator mtrand"),
    "numpy.polynomial": words("chebyshev hermite hermite_e laguerre legendre polynomial polyutils"),
    "pandas": words(
        """
        arrays compat core describe_option errors get_option io option_context options pandas plotting reset_option
        set_eng_float_format set_option show_versions test testing tseries util
        """
    ),
    **LIBRARY_NOT,
}

#: Attributes named like a module of the standard library that are something else.
_NAMESAKES: Final = {
    "numpy": frozenset({"array", "copy", "select", "random", "trace"}),
    "pandas": frozenset({"array"}),
    "datetime": frozenset({"datetime", "time"}),
}
#: Other modules, as the allowed ones import them.
_FOREIGN: Final = words(
    """
    artist cbook colors cm dateutil dviread ft2font legend_handler martist matplotlib mcoll mcolorizer mcolors
    mhatch mlab mlines mpatches mpath mpl mtext mtransforms np numpy offsetbox pandas pd plt rcsetup scale
    ticker transforms units Image
    """
)


def why_not(module: str, attributes: tuple[str, ...]) -> str | None:
    """Why `module.attributes` may not be used as a value; None when it may."""
    for name in attributes:
        if is_module(f"{module}.{name}"):
            module = f"{module}.{name}"
            continue
        if (module, name) in LIBRARY_PATHS:
            return _why_not_on(module, name, attributes)
        return _why_not_in(module, name)
    return f"the module {module} may only be used with a name after it, as in {module}.name"


def _why_not_on(module: str, name: str, attributes: tuple[str, ...]) -> str | None:
    """Why an object of a module may not be used as it is: only named methods of it may."""
    used = attributes[attributes.index(name) + 1 :][:1]
    allowed = LIBRARY_PATHS[(module, name)]
    if used and used[0] in allowed:
        return None
    return f"of {module}.{name} only {', '.join(sorted(allowed))} may be used"


def is_module(path: str) -> bool:
    """Whether `path` is a module that may be used."""
    return path in MODULES


def _why_not_in(module: str, name: str) -> str | None:
    if module not in MODULES:
        return None  # the import itself is refused
    refusal = f"{module}.{name} may not be used"
    if module in ONLY:
        return None if name in ONLY[module] else refusal
    if name in _NAMESAKES.get(module, ()):
        return None
    foreign = name in _FOREIGN or name in sys.stdlib_module_names
    return refusal if foreign or name in NOT.get(module, ()) else None
