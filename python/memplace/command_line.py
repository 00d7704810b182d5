"""Shared parts of this package's tools: exit codes, protection of files from being
overwritten, and common options."""

import argparse
import os
import signal
import sys
from collections.abc import Callable, Iterable, Mapping

from memplace import arguments
from memplace.errors import InputError, MemplaceError
from memplace.tools import check_writable

# Exit code after Ctrl-C, as in shells.
INTERRUPTED = 128 + signal.SIGINT


def run_tool_main(tool: str, action: Callable[[], None]) -> int:
    """Runs `action`, the work of the tool called `tool`; returns the exit code.

    The exit code is 0 on success, 1 after a MemplaceError, which is printed to standard
    error, and 130 after Ctrl-C. If the reader of standard output closes it early, the
    exit code is 0.
    """
    try:
        try:
            action()
        except SystemExit:
            # After --help, the output must reach its file, too.
            sys.stdout.flush()
            raise
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
        drop_output()
    except OSError as error:
        if error.filename is not None:
            raise
        drop_output()
        reason = error.strerror
        print(f"{tool}: error: standard output: cannot write: {reason}", file=sys.stderr)
        return 1
    return 0


def drop_output() -> None:
    """Redirects standard output to nowhere. The interpreter flushes it at the end, which
    would fail."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def parse_bytes(text: str) -> int:
    """Parses a number of bytes, such as 2GiB, for argparse."""
    try:
        return arguments.size("the value", text)
    except InputError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def fail(tool: str, message: str) -> int:
    """Prints an error message; returns the exit code."""
    sys.stdout.flush()
    print(f"{tool}: error: {message}", file=sys.stderr)
    return 1


def check_outputs(inputs: Iterable[str], outputs: Mapping[str, str]) -> None:
    """Raises MemplaceError if an output would replace an input or another output, or has
    no folder to be written to.

    inputs: paths; outputs: paths by the option that names them.
    """
    taken = {os.path.realpath(path): "an input" for path in inputs if path != "-"}
    for option, path in outputs.items():
        # Devices and pipes may be written to by several options.
        if os.path.exists(path) and not os.path.isfile(path):
            continue
        if path != "-":
            check_writable(path)
        place = path if path == "-" else os.path.realpath(path)
        if place in taken:
            raise MemplaceError(f"{option} would overwrite '{path}', {taken[place]}")
        taken[place] = f"what {option} writes"


def add_output_option(parser: argparse.ArgumentParser) -> None:
    """Adds -o, which is standard output by default."""
    parser.add_argument(
        "-o",
        "--output",
        default="-",
        metavar="FILE",
        help="file to write (default: standard output)",
    )


def add_optimisation_option(
    parser: argparse.ArgumentParser, default: int, note: str = ""
) -> None:
    """Adds -O, the level of optimisation from 0 to 3; `note` ends its help text."""
    parser.add_argument(
        "-O",
        dest="optimisation",
        type=int,
        choices=range(4),
        default=default,
        help=f"optimisation level of the generated code (default: {default}){note}",
    )
