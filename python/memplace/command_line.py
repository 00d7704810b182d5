"""What the tools of this package share: how they end, what they don't overwrite, and
options that several have."""

import argparse
import os
import signal
import sys
from collections.abc import Callable, Iterable, Mapping

from memplace.errors import MemplaceError

# The exit code after Ctrl-C, as shells have it.
INTERRUPTED = 128 + signal.SIGINT


def run_tool_main(tool: str, action: Callable[[], None]) -> int:
    """Runs `action`, which is what the tool of that name does; returns the exit code.

    It is 0, or 1 after a MemplaceError, which is printed on standard error, or 130 after
    Ctrl-C. A reader of standard output who has had enough is no error.
    """
    try:
        action()
        sys.stdout.flush()
    except MemplaceError as error:
        return fail(tool, str(error))
    except MemoryError:
        return fail(tool, "there is not enough memory for this input")
    except RecursionError:
        return fail(tool, "the input is nested too deep")
    except KeyboardInterrupt:
        print(f"{tool}: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # Let nobody flush into it again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def fail(tool: str, message: str) -> int:
    """Says what is wrong; returns the exit code."""
    sys.stdout.flush()
    print(f"{tool}: error: {message}", file=sys.stderr)
    return 1


def check_outputs(inputs: Iterable[str], outputs: Mapping[str, str]) -> None:
    """Raises MemplaceError if an output would replace an input or another output.

    inputs: paths; outputs: paths by the option that names them.
    """
    taken = {os.path.realpath(path): "an input" for path in inputs if path != "-"}
    for option, path in outputs.items():
        # A device or a pipe can be written to by several.
        if os.path.exists(path) and not os.path.isfile(path):
            continue
        place = path if path == "-" else os.path.realpath(path)
        if place in taken:
            raise MemplaceError(f"{option} would overwrite '{path}', {taken[place]}")
        taken[place] = f"what {option} writes"


def add_output_option(parser: argparse.ArgumentParser) -> None:
    """Adds -o, standard output by default."""
    parser.add_argument(
        "-o",
        "--output",
        default="-",
        metavar="FILE",
        help="where to write (default: standard output)",
    )


def add_optimisation_option(
    parser: argparse.ArgumentParser, default: int, note: str = ""
) -> None:
    """Adds -O, how hard programs are optimised, from 0 to 3; `note` ends its help."""
    parser.add_argument(
        "-O",
        dest="optimisation",
        type=int,
        choices=range(4),
        default=default,
        help=f"how hard to optimise (default: {default}){note}",
    )
