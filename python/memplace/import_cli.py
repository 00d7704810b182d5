"""memplace-import: from JAX, StableHLO or linalg to memref form."""

import argparse
import importlib
import importlib.util
import os
import re
import sys
from collections.abc import Sequence
from types import ModuleType

from memplace.command_line import check_outputs, run_tool_main
from memplace.errors import MemplaceError
from memplace.importers import (
    jax_to_stablehlo,
    linalg_to_memref,
    stablehlo_to_linalg,
)
from memplace.importers.arguments import Home, set_homes
from memplace.tools import read_text, write_text

EPILOG = """\
input:
  StableHLO text needs jaxlib: pip install './python[stablehlo]'. Text without a
  StableHLO or CHLO op is read as linalg and needs Debian's mlir-22-tools only.
  With --jax, MAKER is called without arguments and returns a pair: a function
  and the tuple of its arguments (arrays or jax.ShapeDtypeStructs).

output:
  One module. Results of `main` become out-params behind its arguments, but a result
  that takes the place of a donated argument (jax.jit's donate_argnums) is found
  there; other arguments are only read. Buffers are allocated with memref.alloc and
  not deallocated: placement comes first, buffer deallocation after it. The output
  file is written whole or not at all.

exit codes:
  0  the output is written
  1  bad input, a missing tool or package, or an op that has no lowering: one
     error on standard error, nothing written
  2  bad command line

examples:
  memplace-import models/mlp.stablehlo.mlir -o mlp.memref.mlir
  memplace-import --jax models/make_models.py:mlp | memplace-opt --memplace-default
"""
STAGES = ("stablehlo", "linalg", "memref")


def make_parser() -> argparse.ArgumentParser:
    """Returns the parser of the command line."""
    parser = argparse.ArgumentParser(
        prog="memplace-import",
        description="Turn a JAX, StableHLO or linalg program into memref form, "
        "ready for memplace-opt to place.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "input",
        nargs="?",
        help="a file of StableHLO or linalg text; '-' is standard input",
    )
    parser.add_argument(
        "--jax",
        metavar="MODULE:MAKER",
        help="read a JAX function instead; MODULE is a module's name or a .py file",
    )
    parser.add_argument(
        "-o",
        "--output",
        default="-",
        metavar="FILE",
        help="where to write (default: standard output)",
    )
    parser.add_argument(
        "--from",
        dest="source",
        choices=("auto", "stablehlo", "linalg"),
        default="auto",
        help="what the input text is (default: auto, by the ops in it)",
    )
    parser.add_argument(
        "--stop-after",
        choices=STAGES,
        default="memref",
        help="write this form instead (default: memref)",
    )
    parser.add_argument(
        "--no-fuse",
        action="store_true",
        help="do not fuse element-wise ops; leaves several times as many buffers",
    )
    parser.add_argument(
        "--home",
        action="append",
        default=[],
        metavar="TIER=FIRST:LAST",
        help="the tier where these arguments of @main live, if not in the target's "
        "default tier; a slice as in Python: 'flash=0:-1' is all but the last; may be "
        "given more than once",
    )
    parser.add_argument(
        "--opt-tool",
        metavar="PATH",
        help="the mlir-opt to use (default: mlir-opt-22, as Debian names it)",
    )
    return parser


def load_module(name: str) -> ModuleType:
    """Returns the Python module of that name, or of that .py file."""
    try:
        if not name.endswith(".py"):
            sys.path.insert(0, os.getcwd())
            return importlib.import_module(name)
        spec = importlib.util.spec_from_file_location("memplace_jax_input", name)
        if spec is None or spec.loader is None:
            raise MemplaceError(f"cannot load '{name}' as a Python module")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module
    except (ImportError, OSError, SyntaxError) as error:
        raise MemplaceError(f"cannot load '{name}': {error}") from error


def lower_jax(reference: str, locations: bool) -> str:
    """Returns the StableHLO text of the function that `reference` makes, if asked
    with places in the source."""
    module_name, separator, maker_name = reference.rpartition(":")
    if not separator or not module_name or not maker_name:
        raise MemplaceError(f"'{reference}' is not of the form MODULE:MAKER")
    maker = getattr(load_module(module_name), maker_name, None)
    if not callable(maker):
        raise MemplaceError(f"'{module_name}' has no function '{maker_name}'")
    try:
        function, args = maker()
        return jax_to_stablehlo(function, *args, locations=locations)
    except MemplaceError:
        raise
    except Exception as error:  # The maker is the user's code: it may raise anything.
        raise MemplaceError(
            f"'{reference}' raised {type(error).__name__}: {error}; it must return "
            "a function that JAX can trace and a tuple of its arguments"
        ) from error


def source_of(text: str) -> str:
    """Returns which form the text is in, "stablehlo" or "linalg"."""
    return "stablehlo" if re.search(r"\b(stablehlo|chlo)\.\w", text) else "linalg"


def import_program(options: argparse.Namespace) -> str:
    """Returns the text that the command line asks for."""
    name = "<stdin>" if options.input == "-" else options.input
    homes = [Home.parse(home) for home in options.home]
    if homes and options.stop_after != "memref":
        raise MemplaceError("--home needs memref form; leave --stop-after away")
    if options.jax:
        name = f"<{options.jax}>"
        wants_text = options.stop_after == "stablehlo"
        text, source = lower_jax(options.jax, not wants_text), "stablehlo"
    else:
        text = read_text(options.input)
        source = source_of(text) if options.source == "auto" else options.source
    if STAGES.index(options.stop_after) < STAGES.index(source):
        raise MemplaceError(f"{name} is already past '{options.stop_after}'")
    if options.stop_after == source:
        return text
    if source == "stablehlo":
        text = stablehlo_to_linalg(text, name, not options.no_fuse)
        name = f"<linalg of {name}>"
    if options.stop_after == "linalg":
        return text
    text = linalg_to_memref(text, name, not options.no_fuse, options.opt_tool)
    return set_homes(text, homes, name) if homes else text


def convert(options: argparse.Namespace) -> None:
    """Writes what the command line asks for."""
    source = options.jax.rpartition(":")[0] if options.jax else options.input
    check_outputs([source], {"-o": options.output})
    write_text(options.output, import_program(options))


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the tool; returns its exit code."""
    parser = make_parser()
    options = parser.parse_args(argv)
    if bool(options.input) == bool(options.jax):
        parser.error("give either an input file or --jax")
    # Tracing needs no device; looking for one takes seconds and prints warnings.
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    return run_tool_main("memplace-import", lambda: convert(options))


if __name__ == "__main__":
    sys.exit(main())
