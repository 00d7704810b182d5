"""Compiled tools and libraries inside of the package.

The wheel made by `utils/package.sh` contains memplace's tools, MLIR's mlir-opt and
mlir-runner, and all their libraries, in the folder `prefix` of this package. Other
installations have no such folder, and find the tools in PATH.
"""

import os
import sys
from pathlib import Path
from typing import NoReturn

PREFIX = Path(__file__).resolve().parent / "prefix"


def find_native_tool(name: str) -> str | None:
    """Returns the path of the tool `name` in the package; None if there is no such
    tool.

    >>> find_native_tool("no-such-tool") is None
    True
    """
    path = PREFIX / "bin" / name
    return str(path) if os.access(path, os.X_OK) else None


def main() -> NoReturn:
    """Replaces this process by the compiled tool of the same name."""
    name = os.path.basename(sys.argv[0])
    path = find_native_tool(name)
    if not path:
        sys.exit(f"{name}: error: '{PREFIX / 'bin' / name}' is missing; install anew")
    os.execv(path, [path, *sys.argv[1:]])
