"""The compiled tools and libraries that come inside of the package.

The wheel that `utils/package.sh` makes has memplace-opt and its like, MLIR's mlir-opt
and mlir-runner, and all their libraries in the folder `prefix` of this package.
Elsewhere there is no such folder: the tools are then found in PATH.
"""

import os
import sys
from pathlib import Path
from typing import NoReturn

PREFIX = Path(__file__).resolve().parent / "prefix"


def find_native_tool(name: str) -> str | None:
    """Returns the path of the tool `name` in the package; None if it is not there.

    >>> find_native_tool("no-such-tool") is None
    True
    """
    path = PREFIX / "bin" / name
    return str(path) if os.access(path, os.X_OK) else None


def main() -> NoReturn:
    """Becomes the compiled tool by whose name this is called."""
    name = os.path.basename(sys.argv[0])
    path = find_native_tool(name)
    if not path:
        sys.exit(f"{name}: error: '{PREFIX / 'bin' / name}' is missing; install anew")
    os.execv(path, [path, *sys.argv[1:]])
