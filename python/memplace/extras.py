"""Commands that install the optional packages of this copy of memplace."""

import functools
from pathlib import Path

# In the repository and beside an installation by CMake; a wheel has metadata instead.
_PROJECT = Path(__file__).resolve().parents[1] / "pyproject.toml"


def _has_metadata() -> bool:
    """Returns true if pip knows this copy, so that it can add an extra to it."""
    # Imported here, as importing takes longer than the rest of a tool's help.
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        found = distribution("memplace").locate_file("memplace")
    except PackageNotFoundError:
        return False
    return Path(str(found)).resolve() == Path(__file__).resolve().parent


@functools.cache
def install_command(extra: str) -> str:
    """Returns the command that installs the packages of an extra, such as `report`.

    >>> install_command("report").endswith("[report]'")
    True
    """
    if _PROJECT.with_name("CMakeLists.txt").is_file():
        return f"pip install '{_PROJECT.parent}[{extra}]'"
    # Copies by hand have neither; pip's message then tells more.
    if _has_metadata() or not _PROJECT.is_file():
        return f"pip install 'memplace[{extra}]'"
    import tomllib

    project = tomllib.loads(_PROJECT.read_text("utf-8"))["project"]
    packages = project["optional-dependencies"][extra]
    return "pip install " + " ".join(f"'{package}'" for package in packages)
