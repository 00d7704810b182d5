"""memplace-run: runs memref programs on the CPU and hashes their results."""

import argparse
import sys
from collections.abc import Sequence

from memplace import __version__
from memplace.command_line import (
    add_optimisation_option,
    check_outputs,
    run_tool_main,
)
from memplace.errors import MemplaceError, printable
from memplace.execution import BufferResult, RunOptions, differences, run_program
from memplace.run_arrays import run_on_arrays
from memplace.inputs import check_nesting, read_text
from memplace.stages import stage

EPILOG = """\
The seed determines the arguments: small non-negative integers; floats in [0.5, 1.5) for
scalars and vectors; floats around 0 for larger arrays, so that the activations of a
network stay in range. The command prints a line for each buffer that the program
wrote: argument, hash of all bits, first element. If there are several programs, each
must give the same bits as the first.

With --input and --output, a single program runs on your arrays. Each .npy file is the
next argument; a .npz or .safetensors file has arrays by the names of arguments, as in
reports. Give an array for each argument that the program reads; other arguments start
as zeros, as do all arguments without --input. The output has, by name, all arguments
without input and all arguments that the program changed; bfloat16 as float32.

exit codes:
  0  the programs ran, wrote only finite numbers, and agree
  1  a program does not lower or crashes, a tool is missing, a buffer holds an
     infinity or NaN, or the programs differ: one error on standard error
  2  bad command line

examples:
  memplace-run mlp.memref.mlir
  memplace-run mlp.memref.mlir mlp.placed.mlir     # before and after placement
  memplace-run mlp.placed.mlir --input weights.npz --input x.npy --output y.npz
  memplace-run net.mlir --input net.safetensors --input x.npy --output y.npz
  memplace-run --kernels net.mlir net.placed.mlir  # large: matrix products by OpenBLAS
"""


def make_parser() -> argparse.ArgumentParser:
    """Returns the parser of the command line."""
    parser = argparse.ArgumentParser(
        prog="memplace-run",
        description="Run memref programs, placed or not, on the CPU, and compare "
        "their results bit for bit.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"memplace {__version__}")
    parser.add_argument(
        "programs",
        nargs="+",
        metavar="PROGRAM",
        help="memref text; '-': standard input",
    )
    parser.add_argument(
        "--entry",
        default="main",
        metavar="NAME",
        help="function to call (default: main)",
    )
    parser.add_argument(
        "--seed",
        type=int,
        default=0,
        metavar="N",
        help="random seed of the arguments (default: 0)",
    )
    parser.add_argument(
        "--input",
        action="append",
        default=[],
        metavar="FILE",
        help="array (.npy) or arrays (.npz, .safetensors) for the arguments; needs "
        "--output (repeatable)",
    )
    parser.add_argument("--output", metavar="FILE", help=".npz file for the results")
    parser.add_argument(
        "--allow-not-finite",
        action="store_true",
        help="accept infinities and NaNs",
    )
    parser.add_argument(
        "--checked",
        action="store_true",
        help="stop a placed program at its first access to a slot with a transfer in "
        "flight or an ended residency; needs a program placed with "
        "slot-alignment=4096",
    )
    parser.add_argument(
        "--kernels",
        action=argparse.BooleanOptionalAction,
        help="compute matrix products and convolutions by OpenBLAS; without, by "
        "loops, which are slower and give the same bits on every machine (default: "
        "OpenBLAS with --output, else loops)",
    )
    add_optimisation_option(parser, 0, "; every level gives the same bits")
    parser.add_argument(
        "--memplace-opt",
        metavar="PATH",
        help="memplace-opt to lower programs with",
    )
    parser.add_argument(
        "--runtime",
        metavar="PATH",
        help="libmemplace_runtime.so, which calls programs",
    )
    return parser


def read_program(path: str, name: str) -> str:
    """Returns the text of a program."""
    text = read_text(path)
    check_nesting(text, name)
    return text


def report(name: str, results: Sequence[BufferResult]) -> None:
    """Prints a line for each buffer that one run wrote."""
    for result in results:
        if result.is_written:
            print(
                f"{name}: argument {result.argument}: hash {result.hash_after:016x}, first {result.first}"
            )


def check_finite(name: str, results: Sequence[BufferResult]) -> None:
    """Raises MemplaceError if a buffer holds an infinity or NaN."""
    for result in results:
        if result.not_finite:
            raise MemplaceError(
                f"{name}: argument {result.argument} has {result.not_finite} elements "
                "that are infinite or NaN, so equal bits prove little; try another --seed, or "
                "pass --allow-not-finite"
            )


def run_all(options: argparse.Namespace) -> None:
    """Runs and compares the programs of the command line."""
    run_options = RunOptions(
        entry=options.entry,
        seed=options.seed,
        memplace_opt=options.memplace_opt,
        runtime=options.runtime,
        checked=options.checked,
        kernels=bool(options.output) if options.kernels is None else options.kernels,
        optimisation=options.optimisation,
    )
    if options.output:
        run_with_arrays(options, run_options)
        return
    reference: list[BufferResult] | None = None
    for path in options.programs:
        name = "<stdin>" if path == "-" else path
        results = run_program(read_program(path, name), name, run_options)
        report(name, results)
        if not options.allow_not_finite:
            check_finite(name, results)
        if reference is None:
            reference = results
        elif changed := differences(reference, results):
            arguments = ", ".join(str(argument) for argument in changed)
            raise MemplaceError(
                f"{name} differs from {options.programs[0]} in argument {arguments}"
            )
    if len(options.programs) > 1:
        print("bit-identical")


@stage("compiling and running the program")
def run_with_arrays(options: argparse.Namespace, run_options: RunOptions) -> None:
    """Runs the program of the command line on the user's arrays."""
    (path,) = options.programs
    name = "<stdin>" if path == "-" else path
    check_outputs([path, *options.input], {"--output": options.output})
    finite = not options.allow_not_finite
    written = run_on_arrays(
        read_program(path, name),
        name,
        options.input,
        options.output,
        run_options,
        finite,
    )
    print(printable(f"{options.output}: {', '.join(written)}"))


def parse(argv: Sequence[str] | None) -> argparse.Namespace:
    """Returns the options of a command line; exits with 2 if it is wrong."""
    parser = make_parser()
    options = parser.parse_args(argv)
    if options.input and not options.output:
        parser.error("--input needs --output, a file for the results")
    if options.output and len(options.programs) != 1:
        parser.error("--output takes one program")
    return options


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the tool; returns its exit code."""
    return run_tool_main("memplace-run", lambda: run_all(parse(argv)))


if __name__ == "__main__":
    sys.exit(main())
