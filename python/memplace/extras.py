"""Commands that install the optional packages of this copy of memplace."""

import functools
import tomllib
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

# In the repository and beside an installation by CMake; a wheel has metadata instead.
_PROJECT = Path(__file__).resolve().parents[1] / "pyproject.toml"


def _has_metadata() -> bool:
    """Returns true if pip knows this copy, so that it can add an extra to it."""
    try:
        found = distribution("memplace").locate_file("memplace")
    except PackageNotFoundError:
        return False
    return Path(str(found)).resolve() == Path(__file__).resolve().parent


@functools.cache
def install_command(extra: str) -> str:
    """Returns the command that installs the packages of an extra, such as `report`.

    >>> install_command("report")
    "pip install './python[report]'"
    """
    if _has_metadata():
        return f"pip install 'memplace[{extra}]'"
    if _PROJECT.with_name("CMakeLists.txt").is_file():
        return f"pip install './python[{extra}]'"
    project = tomllib.loads(_PROJECT.read_text("utf-8"))["project"]
    packages = project["optional-dependencies"][extra]
    return "pip install " + " ".join(f"'{package}'" for package in packages)
