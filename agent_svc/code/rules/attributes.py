"""The attributes of a script: none that reads or writes files, runs text, or leads behind an object."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import Final

from agent_svc.code.regions import SAVE
from agent_svc.code.rules.names import BY_NAME
from agent_svc.code.rules.program import Problem, Program, line_of
from agent_svc.code.rules.words import words
from agent_svc.code.saves import SAVERS, is_save

_BEHIND: Final = words(
    """
    ag_await ag_code ag_frame ag_running co_code co_consts co_names cr_await cr_code cr_frame cr_origin f_back
    f_builtins f_code f_globals f_lineno f_locals f_trace func_code func_globals gi_code gi_frame gi_running
    gi_yieldfrom mro obj tb_frame tb_lasti tb_next with_traceback ctypes as_strided
    """
)
_RUNS: Final = words(
    """
    eval exec query format_map Formatter vformat get_field runstring rundocs system popen spawn fork environ os
    sys subprocess importlib builtins shutil ctypeslib inspect pathlib socket pickle tempfile threading
    multiprocessing asyncio signal atexit gc linecache mapping model_class_reverse_map set_fontconfig_pattern strides
    """
)
_FILES: Final = words(
    """
    DataSource ExcelFile ExcelWriter HDFStore addfont dump dumps fontManager fromfile fromregex genfromtxt
    get_sample_data imread imsave load loads loadtxt memmap open open_memmap save savez savez_compressed savetxt
    set_file style tofile write writelines write_png rc_file rc_file_defaults rc_params_from_file set_usetex
    recfromcsv recfromtxt from_json add_layout_image update_layout_images add_image image_url add_tile css js
    add_choropleth add_choroplethmap add_choroplethmapbox add_densitymap add_densitymapbox add_scattergeo add_scattermap
    add_scattermapbox add_root clear_extensions on_change on_event lookup js_on_change js_on_event js_link stylesheets
    html_attributes usermeta
    embed full_figure_for_development serve show sign_in open_editor open_html
    print_figure savefig_handler switch_backends get_configdir get_cachedir get_data_path
    """
)
_TO: Final = words(
    """
    to_bytes to_datetime to_datetime64 to_dict to_flat_index to_frame to_hex to_julian_date to_list to_numeric
    to_numpy to_offset to_period to_pydatetime to_pytimedelta to_records to_rgb to_rgba to_rgba_array to_series
    to_timedelta to_timedelta64 to_timestamp to_tuple to_polygons to_values to_filled to_title
    """
)
#: Beginnings of methods that write, serve or fetch: write_html, render_to_file, output_file.
_WRITES: Final = ("write_", "render_", "output_", "fetch_", "download_", "upload_")
_KEYWORDS: Final = words("backend css engine fname html_attributes js renderer styles stylesheets url usermeta usetex")


def attributes(program: Program) -> Iterator[Problem]:
    """Every attribute by name, whatever it hangs on, read, written or asked for by `getattr`."""
    allowed = _protected(program)
    for node in program.nodes:
        if isinstance(node, ast.Attribute) and node not in allowed and (message := why_not(node.attr)):
            yield Problem(line_of(node), "attribute", message)
        elif isinstance(node, ast.Attribute) and node.attr == "from_dict" and _may_be_altair(program, node):
            yield Problem(
                line_of(node), "attribute", "charts of altair are not made from mappings, which hold addresses"
            )
        elif isinstance(node, ast.Name) and node.id in SAVERS and node not in allowed:
            yield Problem(
                line_of(node), "attribute", f"{node.id} writes a file and may only stand in the last statement"
            )
        elif isinstance(node, ast.Call) and node not in allowed:
            yield from _call(node)


def why_not(name: str) -> str | None:
    """Why the attribute `name` may not be used; None when it may."""
    if name.startswith("_"):
        return f".{name} may not be used; attributes that begin with an underscore are private"
    if name in _BEHIND or name in _RUNS:
        return f".{name} may not be used"
    if name == "savefig":
        return f"the picture is written once, by the last statement: {SAVE}"
    if name.startswith("read_"):
        return f".{name} may not be used; the data is read once, by the statement that makes df"
    if name in SAVERS or name.startswith(_WRITES):
        return f".{name} may not be used; the picture is written once, by the last statement"
    if name in _FILES or name.startswith("print_") or (name.startswith("to_") and name not in _TO):
        return f".{name} may not be used; a script reads data.csv and writes its picture, nothing else"
    return None


def _may_be_altair(program: Program, node: ast.Attribute) -> bool:
    chain = program.module_chain(node)
    return "altair" in program.modules.values() and not (chain is not None and chain[0] == "pandas")


def _protected(program: Program) -> frozenset[ast.AST]:
    last = program.tree.body[-1] if program.tree.body else None
    own: list[ast.AST] = [node for node in (program.load,) if node]
    if last is not None and is_save(last):
        own.append(last)
    return frozenset(node for owner in own for node in ast.walk(owner))


def _call(node: ast.Call) -> Iterator[Problem]:
    for name in _arguments(node):
        if name in _KEYWORDS:
            yield Problem(line_of(node), "attribute", f"the argument {name} may not be used")
    for keyword in node.keywords:
        if keyword.arg == "data" and _is_text(keyword.value, "Chart") and not _is_nothing(keyword.value):
            yield Problem(line_of(node), "attribute", "data= is given a table; a text or a mapping may be an address")
    called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    if called == "FontProperties" and node.args:
        yield Problem(line_of(node), "attribute", "FontProperties takes its arguments by name; one of them is a file")
    if called in ("StrMethodFormatter", "Chart", "LookupData") and node.args and _is_text(node.args[0], called):
        yield Problem(line_of(node), "attribute", f"{called} may not be given a text that is not written here as it is")
    if isinstance(node.func, ast.Name) and node.func.id in BY_NAME and len(node.args) > 1:
        named = node.args[1]
        if isinstance(named, ast.Constant) and isinstance(named.value, str) and (message := by_text(named.value)):
            yield Problem(line_of(node), "attribute", message)


def _is_text(value: ast.expr, called: str) -> bool:
    """Whether it may be a format that reaches into objects, or for a chart the address of its data."""
    computed = isinstance(value, ast.JoinedStr | ast.BinOp)
    if called == "StrMethodFormatter":
        return computed
    if isinstance(value, ast.Dict):  # of columns, or {"url": ...}
        return any(isinstance(part, ast.Constant | ast.JoinedStr | ast.BinOp) for part in value.values)
    return computed or isinstance(value, ast.Constant)


def _is_nothing(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and value.value is None


def _arguments(node: ast.Call) -> Iterator[str]:
    """The names of arguments, spelled out, in a mapping, or as texts, as `setp` takes them."""
    for keyword in node.keywords:
        if keyword.arg is not None:
            yield keyword.arg
        elif isinstance(keyword.value, ast.Dict):
            yield from _literals(keyword.value.keys)
    if isinstance(node.func, ast.Attribute) and node.func.attr == "setp":
        yield from _literals(node.args)


def _literals(nodes: Iterable[ast.expr | None]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def by_text(name: str) -> str | None:
    """Why an attribute named by a text may not be used: as why_not, and not in a form that only a text can have."""
    return why_not(name) if name.isidentifier() and name.isascii() else "an attribute's name must be a plain identifier"
