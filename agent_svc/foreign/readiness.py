"""The readiness of a script that was written elsewhere: whether it can draw other data than its own, and why not."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from agent_svc.code.rules.allowed import PACKAGES
from agent_svc.foreign.column_names import columns_of
from agent_svc.foreign.coupling import literals_of_the_data, own_data
from agent_svc.foreign.dotted import dotted
from agent_svc.foreign.preparation import prepared
from agent_svc.foreign.reading import is_data_load
from agent_svc.foreign.shorthand import unreadable

MAX_BYTES: Final = 64 * 1024


class State(StrEnum):
    """What can be done with a script."""

    CLEAN = "clean"  #: it draws whatever table it is given
    COUPLED = "coupled"  #: it could run, but draws or presumes its own data: a model would have to adapt it
    BLOCKED = "blocked"  #: it cannot run here at all


class Reason(StrEnum):
    """Why a script is not clean. A closed set."""

    OTHER_LANGUAGE = "other_language"
    UNSUPPORTED_LIBRARY = "unsupported_library"
    TOO_LARGE = "too_large"
    UNREADABLE = "unreadable"
    UNSUPPORTED_IMPORT = "unsupported_import"
    NETWORK = "network"
    FILE_IO = "file_io"
    INTERACTIVE = "interactive"
    SEVERAL_FIGURES = "several_figures"
    MISSING_SAVE = "missing_save"
    REFUSED = "refused"
    OWN_DATA = "own_data"
    DATA_LITERALS = "data_literals"
    NO_COLUMNS = "no_columns"


#: What a reader is told, after "its script"; those in COUPLING a rewritten script would not have.
WORDS: Final[Mapping[Reason, str]] = {
    Reason.OTHER_LANGUAGE: "is written in a language that nothing here runs",
    Reason.UNSUPPORTED_LIBRARY: "draws with a library that foreign scripts cannot use here",
    Reason.TOO_LARGE: f"is longer than {MAX_BYTES // 1024} KiB",
    Reason.UNREADABLE: "cannot be read as Python",
    Reason.UNSUPPORTED_IMPORT: "imports what is not installed or not allowed here",
    Reason.NETWORK: "loads something from the network, which it would not have",
    Reason.FILE_IO: "reads or writes other files than data.csv and its picture",
    Reason.INTERACTIVE: "waits for somebody in front of it",
    Reason.SEVERAL_FIGURES: "makes more than one picture",
    Reason.MISSING_SAVE: "does not save its picture",
    Reason.REFUSED: "does what no plot needs",
    Reason.OWN_DATA: "brings its own data",
    Reason.DATA_LITERALS: "holds numbers or names of its own data",
    Reason.NO_COLUMNS: "does not say which columns it draws",
}
COUPLING: Final = frozenset({Reason.OWN_DATA, Reason.DATA_LITERALS, Reason.NO_COLUMNS})


def state_of(reason: Reason) -> State:
    """What a reason makes of its script: one state for one reason, whatever else is found in the script."""
    return State.COUPLED if reason in COUPLING else State.BLOCKED


#: How each library's figure is saved: the method, or the function, whose call is the last thing that a script does.
SAVING: Final[Mapping[str, str]] = {
    "matplotlib": "savefig",
    "seaborn": "savefig",
    "plotly": "write_image",
    "plotnine": "save",
    "altair": "save",
}
_NETWORK: Final = frozenset({"aiohttp", "ftplib", "http", "httpx", "requests", "socket", "urllib", "urllib3"})
_FILES: Final = frozenset({"glob", "io", "os", "pathlib", "pickle", "shutil", "sqlite3", "tempfile", "zipfile"})
_READERS: Final = frozenset({"imread", "load", "loadtxt", "genfromtxt", "open", "read_text", "fromfile", "memmap"})
_WRITERS: Final = frozenset({"savez", "savetxt", "write_text", "write_bytes", "write_html", "write_json", "tofile"})
_ASKING: Final = frozenset({"ginput", "input", "pause", "waitforbuttonpress", "breakpoint", "connect"})
_DOWNLOADS: Final = frozenset({"load_dataset", "fetch_openml", "fetch_california_housing"})
_FIGURE_LEVEL: Final = frozenset({"catplot", "clustermap", "displot", "jointplot", "lmplot", "pairplot", "relplot"})
_FIGURES: Final = frozenset({"figure", "subplots", "subplot_mosaic"})


@dataclass(frozen=True, slots=True, order=True)
class Obstacle:
    """One thing that keeps a script from being clean: where it stands (0: nowhere in particular) and what it is."""

    line: int
    reason: Reason
    what: str = ""

    @property
    def sentence(self) -> str:
        """For people, after "its script"."""
        line = f"line {self.line}" if self.line else ""
        where = ": ".join(part for part in (line, self.what) if part)
        return f"{WORDS[self.reason]} ({where})" if where else WORDS[self.reason]


@dataclass(frozen=True, slots=True)
class Readiness:
    """What a scan found; `columns` are those that the script reads of `df`, in the order of their first use."""

    obstacles: tuple[Obstacle, ...] = ()
    columns: tuple[str, ...] = ()

    @property
    def state(self) -> State:
        """The worst of the obstacles."""
        states = {state_of(obstacle.reason) for obstacle in self.obstacles}
        return next((state for state in (State.BLOCKED, State.COUPLED) if state in states), State.CLEAN)

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """The different reasons, those that block first."""
        found = dict.fromkeys(obstacle.reason for obstacle in self.obstacles)
        return tuple(sorted(found, key=lambda reason: (reason in COUPLING, list(Reason).index(reason))))


def scan(source: str, language: str, library: str) -> Readiness:
    """How ready a script of `library` is. Nothing runs; the validator looks at what becomes of it later."""
    if language != "python":
        return Readiness((Obstacle(0, Reason.OTHER_LANGUAGE, language),))
    if library not in SAVING:
        return Readiness((Obstacle(0, Reason.UNSUPPORTED_LIBRARY, library),))
    if len(source.encode("utf-8", "replace")) > MAX_BYTES:
        return Readiness((Obstacle(0, Reason.TOO_LARGE),))
    try:
        tree = prepared(source, SAVING[library])
        nodes = list(ast.walk(tree))
    except SyntaxError as error:
        return Readiness((Obstacle(error.lineno or 0, Reason.UNREADABLE),))
    except (ValueError, RecursionError, MemoryError):
        return Readiness((Obstacle(0, Reason.UNREADABLE, "nested too deeply"),))
    calls = [node for node in nodes if isinstance(node, ast.Call)]
    columns = columns_of(tree)
    found = [*_imports(nodes), *_calls(calls), *_pictures(calls, library)]
    found += [Obstacle(line, Reason.OWN_DATA, what) for line, what in own_data(tree)]
    found += [Obstacle(line, Reason.DATA_LITERALS, what) for line, what in literals_of_the_data(tree)]
    found += [Obstacle(line, Reason.NO_COLUMNS, what) for line, what in unreadable(tree)]
    if not columns and not any(obstacle.reason is Reason.OWN_DATA for obstacle in found):
        found.append(Obstacle(0, Reason.NO_COLUMNS))
    return Readiness(tuple(sorted(set(found))), columns)


def _imports(nodes: list[ast.AST]) -> Iterator[Obstacle]:
    for node in nodes:
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or "."]
        else:
            continue
        for name in names:
            package = name.split(".")[0]
            if package in _NETWORK:
                yield Obstacle(node.lineno, Reason.NETWORK, f"import {name}")
            elif package in _FILES:
                yield Obstacle(node.lineno, Reason.FILE_IO, f"import {name}")
            elif package not in PACKAGES and package not in ("random", "sklearn", "__future__"):
                yield Obstacle(node.lineno, Reason.UNSUPPORTED_IMPORT, name)
            elif package == "matplotlib" and name.split(".")[1:2] in (["animation"], ["widgets"]):
                yield Obstacle(node.lineno, Reason.INTERACTIVE, name)


def _calls(calls: list[ast.Call]) -> Iterator[Obstacle]:
    for node in calls:
        name = dotted(node.func)
        last = name.rsplit(".", 1)[-1]
        texts = [arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
        if last in _DOWNLOADS or any(text.startswith(("http://", "https://", "ftp://")) for text in texts):
            yield Obstacle(node.lineno, Reason.NETWORK, f"{last}()")
        elif (
            (last.startswith("read_") and not is_data_load(node))
            or last in _READERS
            or last in _WRITERS
            or (last.startswith("to_") and texts and "." in texts[0])
        ):
            yield Obstacle(node.lineno, Reason.FILE_IO, f"{last}()")
        elif any(word.arg == "trendline" and not _is_rolling(word.value) for word in node.keywords):
            yield Obstacle(node.lineno, Reason.UNSUPPORTED_IMPORT, "trendline= needs statsmodels")
        elif last in _ASKING:
            yield Obstacle(node.lineno, Reason.INTERACTIVE, f"{last}()")


def _is_rolling(node: ast.expr) -> bool:
    """Whether plotly computes the trend by itself."""
    return isinstance(node, ast.Constant) and node.value in (None, "rolling", "expanding", "ewm")


def _pictures(calls: list[ast.Call], library: str) -> Iterator[Obstacle]:
    saves = [node for node in calls if isinstance(node.func, ast.Attribute) and node.func.attr == SAVING[library]]
    if not saves:
        yield Obstacle(0, Reason.MISSING_SAVE, f"no {SAVING[library]}()")
    for node in saves[1:]:
        yield Obstacle(node.lineno, Reason.SEVERAL_FIGURES, f"a second {SAVING[library]}()")
    if library not in ("matplotlib", "seaborn"):
        return
    made = [node for node in calls if dotted(node.func).rsplit(".", 1)[-1] in _FIGURES and _is_pyplot(node)]
    made += [node for node in calls if dotted(node.func).rsplit(".", 1)[-1] in _FIGURE_LEVEL]
    for node in sorted(made, key=lambda node: node.lineno)[1:]:
        yield Obstacle(node.lineno, Reason.SEVERAL_FIGURES, f"a second {dotted(node.func)}()")


def _is_pyplot(node: ast.Call) -> bool:
    return dotted(node.func).split(".")[0] in ("plt", "pyplot", "matplotlib")
