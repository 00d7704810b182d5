"""memplace-import: converts JAX, PyTorch, ONNX, TFLite, StableHLO or linalg to
memref."""

import argparse
import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from memplace import __version__
from memplace.command_line import (
    add_output_option,
    check_outputs,
    run_tool_main,
)
from memplace.errors import MemplaceError
from memplace.extras import install_command
from memplace.execution import RunOptions, find_memplace_opt
from memplace.importers import Fuse, load
from memplace.importers.loading import KINDS, STAGES, is_maker
from memplace.importers.onnx_model import parse_shape
from memplace.importers.weights import pack_weights
from memplace.mlirtext import location_options
from memplace.tools import run_tool, write_files

EPILOG = f"""\
input:
  StableHLO needs jaxlib: {install_command('stablehlo')}. The same holds for MLIR
  bytecode (.mlirbc), portable artifacts of StableHLO, and files of jax.export's
  serialize(). Text without a StableHLO or CHLO op is read as linalg.
  With --jax, MAKER is called without arguments and returns a pair: a function
  and the tuple of its arguments (arrays or jax.ShapeDtypeStructs).
  A .pt2 file, written by torch.export.save, needs torch and torch-mlir:
  {install_command('torch')}.
  A .onnx file needs onnx and jax: {install_command('onnx')}. --shape gives
  sizes that the file leaves open.
  A .tflite file, a network of 8-bit integers or floats, needs the package tflite:
  {install_command('tflite')}.

output:
  One module. Results of `main` become out-params behind its arguments, but a result
  that reuses a donated argument (jax.jit's donate_argnums) is in that argument;
  `main` only reads its other arguments. Buffers are allocated with memref.alloc and
  not deallocated: deallocate buffers after placement. Weights of a .pt2, .onnx or
  .tflite file become arguments with the names in the file; their values go to a
  safetensors file for memplace-run --input. Either all output files are written, or none.

exit codes:
  0  the output is written
  1  bad input, a missing tool or package, or an op that has no lowering: one
     error on standard error, nothing written
  2  bad command line

examples:
  memplace-import models/mlp.stablehlo.mlir -o mlp.memref.mlir
  memplace-import --jax models/make_models.py:mlp | memplace-opt --memplace-default
  memplace-import net.pt2 -o net.mlir               # and net.safetensors
"""
FUSIONS: dict[str, Fuse] = {"all": True, "once": "once", "none": False}


def make_parser() -> argparse.ArgumentParser:
    """Returns the parser of the command line."""
    parser = argparse.ArgumentParser(
        prog="memplace-import",
        description="Turn a JAX, PyTorch, ONNX, TFLite, StableHLO or linalg program into memref "
        "form, ready for memplace-opt to place.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"memplace {__version__}")
    parser.add_argument(
        "input",
        nargs="?",
        help="StableHLO or linalg, as text or bytecode ('-': standard input), a file "
        "of jax.export, a .pt2, .onnx or .tflite file, or FILE.py:MAKER as with --jax",
    )
    parser.add_argument(
        "--jax",
        metavar="MODULE:MAKER",
        help="read a JAX function instead; MODULE is the name of a module or a .py "
        "file",
    )
    add_output_option(parser)
    parser.add_argument(
        "--from",
        dest="source",
        choices=("auto", *KINDS),
        default="auto",
        help="kind of the input (default: auto, by content and suffix)",
    )
    parser.add_argument(
        "--shape",
        action="append",
        default=[],
        metavar="NAME=SIZExSIZE",
        help="shape of an input of a .onnx file, if the file leaves sizes open, e.g. "
        "image=1x3x224x224 (repeatable)",
    )
    parser.add_argument(
        "--weights",
        metavar="FILE",
        help="safetensors file for the weights, if the input has weights (default: "
        "beside the output, with suffix .safetensors)",
    )
    parser.add_argument(
        "--stop-after",
        choices=STAGES,
        default="memref",
        help="form of the program to write (default: memref)",
    )
    parser.add_argument(
        "--fuse",
        choices=FUSIONS,
        default="all",
        help="element-wise ops to fuse; all: leaves the fewest buffers; once: only if "
        "no value is computed twice, faster on a CPU; none: leaves several times as "
        "many buffers (default: all)",
    )
    parser.add_argument(
        "--home",
        action="append",
        default=[],
        type=home_of_slice,
        metavar="TIER=FIRST:LAST",
        help="home tier of arguments of @main, by default the target's default tier; "
        "FIRST:LAST is a slice as in Python: 'flash=0:-1' is all but the last "
        "(repeatable)",
    )
    return parser


def home_of_slice(text: str) -> str:
    """Returns `text`, the value of --home; argparse.ArgumentTypeError if it has not the
    form TIER=FIRST:LAST."""
    if not re.fullmatch(r"[^=]+=(-?\d+)?:(-?\d+)?", text):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not of the form TIER=FIRST:LAST; 'flash=0:-1' is all arguments "
            "but the last"
        )
    return text


def import_program(options: argparse.Namespace) -> tuple[str, dict[str, Any]]:
    """Returns the text that the command line asks for, and the weights by name."""
    if options.home and options.stop_after != "memref":
        raise MemplaceError("--home needs memref form; remove --stop-after")
    program = load(
        options.jax or options.input,
        "jax" if options.jax else options.source,
        options.stop_after,
        FUSIONS[options.fuse],
        dict(map(parse_shape, options.shape)),
    )
    if not options.home:
        return program.text, program.weights
    tool = find_memplace_opt(RunOptions())
    homes = f"--memplace-set-homes=homes={','.join(options.home)}"
    command = [tool, homes, *location_options(program.text)]
    return run_tool(command, program.text, program.name), program.weights


def weights_file(options: argparse.Namespace) -> str | None:
    """Returns the path to write weights to; None if they are not written."""
    if options.weights or options.output == "-" or not os.path.basename(options.output):
        return options.weights or None
    return str(Path(options.output).with_suffix(".safetensors"))


def convert(options: argparse.Namespace) -> None:
    """Imports a program; writes the files that the command line asks for."""
    source = options.jax.rpartition(":")[0] if options.jax else options.input
    outputs = {"-o": options.output}
    if options.weights:
        outputs["--weights"] = options.weights
    check_outputs([source], outputs)
    text, weights = import_program(options)
    files: list[tuple[str, bytes | Path]] = [(options.output, text.encode("utf-8"))]
    path = weights_file(options)
    if options.weights and not weights:
        raise MemplaceError(
            f"--weights: '{source}' has no weights outside of the program; remove "
            "--weights"
        )
    if weights and path:
        check_outputs([source], {"-o": options.output, "its weights": path})
        files.append((path, pack_weights(weights)))
    write_files(files)


def parse(argv: Sequence[str] | None) -> argparse.Namespace:
    """Returns the options of a command line; exits with 2 if it is wrong."""
    parser = make_parser()
    options = parser.parse_args(argv)
    if bool(options.input) == bool(options.jax):
        parser.error("give either an input file or --jax")
    if options.input and is_maker(options.input):
        options.input, options.jax = None, options.input
    return options


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the tool; returns its exit code."""
    # Tracing needs no device; searching for devices takes seconds and prints warnings.
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    return run_tool_main("memplace-import", lambda: convert(parse(argv)))


if __name__ == "__main__":
    sys.exit(main())
