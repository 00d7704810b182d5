"""How the tools of this package end: their exit codes and their errors."""

import os
import sys
from collections.abc import Callable

from memplace.errors import MemplaceError


def run_tool_main(tool: str, action: Callable[[], None]) -> int:
    """Runs `action`, which is what the tool of that name does; returns the exit code.

    It is 0, or 1 after a MemplaceError, which is printed on standard error. A reader
    of standard output who has had enough is no error.
    """
    try:
        action()
        sys.stdout.flush()
    except MemplaceError as error:
        sys.stdout.flush()
        print(f"{tool}: error: {error}", file=sys.stderr)
        return 1
    except BrokenPipeError:
        # Let nobody flush into it again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0
