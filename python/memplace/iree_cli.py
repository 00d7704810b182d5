"""memplace-iree: compiles models by IREE, with transients packed by memplace."""

import argparse
import os
import sys
from collections.abc import Sequence

from memplace import __version__
from memplace.command_line import check_outputs, run_tool_main
from memplace.errors import InputError, MemplaceError
from memplace.iree import (
    PackOptions,
    compile_model,
    format_orders,
    format_packs,
    write_module,
)
from memplace.iree.tools import SUPPORTED_VERSION, find_tools
from memplace.iree.weights import WeightOptions, format_regions, format_resident

EPILOG = f"""\
MODEL is any input of iree-compile (StableHLO, linalg, ...), as text or bytecode.
Other flags of the form --NAME=VALUE go to iree-compile, which must be of the wheel
iree-base-compiler {SUPPORTED_VERSION}.

exit codes:
  0  the module is written
  1  a tool is missing, has another version, or failed: one error on standard error,
     nothing written
  2  bad command line

examples:
  memplace-iree compile mlp.mlir -o mlp.vmfb --report \\
      --iree-hal-target-device=local --iree-hal-local-target-device-backends=llvm-cpu
  iree-run-module --module=mlp.vmfb --function=main --input=8x64xf32=1 --print_statistics
  memplace-iree compile unet.mlir -o unet.vmfb --schedule --report \\
      --iree-hal-target-device=local --iree-hal-local-target-device-backends=llvm-cpu
  memplace-iree compile mlp.mlir -o mlp.vmfb --weights-tier=host --arena=600000 \\
      --iree-hal-target-device=local --iree-hal-local-target-device-backends=llvm-cpu
  iree-run-module --module=mlp.vmfb --parameters=weights=mlp.irpa --function=main \\
      --input=8x64xf32=1 --print_statistics
  memplace-iree compile llama.mlir -o llama.vmfb --weights-tier=file --memory=2000000000 \\
      --target=here.target.json --report \\
      --iree-hal-target-device=local --iree-hal-local-target-device-backends=llvm-cpu
"""

# Options that require weights to be read per call, by their name in `WeightOptions`.
WEIGHT_OPTIONS = {
    "arena": "--arena",
    "memory": "--memory",
    "archive": "--archive",
    "scope": "--weights-scope",
    "target": "--target",
    "policy": "--policy",
    "solver": "--solver",
    "solver_options": "--solver-options",
    "time_limit": "--time-limit",
    "loops": "--loops",
    "slices": "--slices",
    "save_problem": "--save-problem",
}


def number(text: str) -> int:
    """Parses a non-negative integer, for argparse."""
    value = int(text)
    if not 0 <= value < 2**63:
        raise ValueError
    return value


def seconds(text: str) -> float:
    """Parses a non-negative time in seconds, for argparse."""
    value = float(text)
    if not 0 <= value < float("inf"):
        raise ValueError
    return value


def add_weight_options(command: argparse.ArgumentParser) -> None:
    """Adds the options for weights that are read per call."""
    group = command.add_argument_group(
        "weights", "place of the constants while the module is loaded"
    )
    group.add_argument(
        "--weights-tier",
        choices=("device", "host", "file"),
        default="device",
        help="device: resident in the device's memory (default); host: in an archive "
        "in main memory, read in each call; file: in an archive on a disk, whose "
        "speed is in --target",
    )
    group.add_argument(
        "--arena",
        type=number,
        metavar="BYTES",
        help="with host or file: limit for transients and weights together; no weight "
        "stays in memory from call to call",
    )
    group.add_argument(
        "--memory",
        type=number,
        metavar="BYTES",
        help="with host or file, instead of --arena: limit for transients and "
        "all weights in memory; the planner chooses weights that stay from call to "
        "call",
    )
    group.add_argument(
        "--archive",
        metavar="FILE",
        help="archive to write (default: the module's name with suffix .irpa)",
    )
    group.add_argument(
        "--weights-scope",
        dest="scope",
        metavar="NAME",
        help="scope of the archive's parameters, as in iree-run-module "
        f"--parameters=SCOPE=FILE (default: {WeightOptions.scope})",
    )
    group.add_argument(
        "--target",
        metavar="NAME|FILE",
        help=f"machine to plan for (default: {WeightOptions.target}); "
        "--weights-tier=file needs a target written by memplace-calibrate",
    )
    group.add_argument(
        "--policy",
        choices=("solver", "on-demand", "double-buffer"),
        help="planner of the reads; on-demand and double-buffer are for comparison "
        "(default: solver)",
    )
    group.add_argument(
        "--solver",
        metavar="NAME",
        help=f"solver, see docs/guide/solvers.md (default: {WeightOptions.solver})",
    )
    group.add_argument(
        "--solver-options", metavar="NAME=VALUE,...", help="options of the solver"
    )
    group.add_argument(
        "--time-limit",
        type=seconds,
        metavar="SECONDS",
        help="time limit of the solver for each region (default: none)",
    )
    group.add_argument(
        "--loops",
        choices=("auto", "keep", "unroll"),
        help="loops to unroll; auto: loops over slices of weights, so that each slice "
        "is read just in time (default); keep: none; unroll: all loops with a known "
        "number of trips",
    )
    group.add_argument(
        "--slices",
        choices=("loops", "all"),
        help="slices of weights that are read separately; loops: slices in unrolled "
        "loops (default); all: needs a smaller arena and more reads",
    )
    group.add_argument(
        "--save-problem",
        metavar="FILE",
        help="write the placement problem for memplace-solve; --save-plan then writes "
        "its solution, and --plan reads a solution",
    )


def make_parser() -> argparse.ArgumentParser:
    """Returns the parser of the command line."""
    parser = argparse.ArgumentParser(
        prog="memplace-iree",
        description="Compile models by IREE. The packing solvers of memplace choose "
        "the offsets of transient buffers; weights can be read in each call instead "
        "of staying in memory.",
    )
    parser.add_argument("--version", action="version", version=f"memplace {__version__}")
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser(
        "compile",
        help="compile a model to a module for IREE's runtime",
        description="Compile MODEL by iree-compile, and pack its transients by "
        "memplace.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    command.add_argument("model", metavar="MODEL", help="file to compile")
    command.add_argument(
        "-o", dest="output", required=True, metavar="FILE", help="module to write"
    )
    command.add_argument(
        "--schedule",
        action="store_true",
        help="choose the order of the ops, for small transients; ops that IREE lets "
        "run at the same time may then run one after another",
    )
    command.add_argument(
        "--report",
        action="store_true",
        help="print for each pack the bytes of IREE's packing, of memplace's packing, "
        "and a lower bound; with --schedule, also of IREE's order and the chosen one",
    )
    command.add_argument(
        "--save-plan",
        metavar="FILE",
        help="write sizes, bounds and offsets as JSON",
    )
    command.add_argument(
        "--plan",
        metavar="FILE",
        help="read and check the offsets from a file written by --save-plan",
    )
    command.add_argument(
        "--nodes",
        type=number,
        default=PackOptions.nodes,
        metavar="N",
        help="search nodes for each pack (default: %(default)s)",
    )
    command.add_argument(
        "--seed",
        type=number,
        default=0,
        metavar="N",
        help="seed of the search (default: 0)",
    )
    command.add_argument(
        "--save-temps",
        metavar="FOLDER",
        help="keep intermediate files in FOLDER, also on failure",
    )
    command.add_argument(
        "--iree-bin", metavar="FOLDER", help="folder of iree-compile and iree-opt"
    )
    command.add_argument(
        "--memplace-opt", metavar="PATH", help="memplace-opt to pack with"
    )
    add_weight_options(command)
    return parser


def weight_options(options: argparse.Namespace) -> WeightOptions | None:
    """Returns the options for weights read per call; None if weights are resident."""
    given = {
        name: value
        for name in WEIGHT_OPTIONS
        if (value := getattr(options, name)) is not None
    }
    tier = options.weights_tier
    if tier == "device":
        if given:
            flag = WEIGHT_OPTIONS[next(iter(given))]
            raise InputError(f"'{flag}' is for --weights-tier=host or file")
        return None
    if options.arena is None and options.memory is None:
        raise InputError(f"--weights-tier={tier} needs --arena=BYTES or --memory=BYTES")
    if tier == "file" and options.target is None:
        raise InputError(
            "--weights-tier=file needs --target=FILE, with how fast the file is: "
            "'memplace-calibrate -o FILE' measures that"
        )
    given.setdefault("archive", os.path.splitext(options.output)[0] + ".irpa")
    return WeightOptions(**given)


def check_output(path: str) -> None:
    """Raises MemplaceError early if a file cannot be written, since compiling is
    slow."""
    folder = os.path.dirname(os.path.abspath(path))
    if not os.path.isdir(folder):
        raise MemplaceError(f"cannot write '{path}': there is no folder '{folder}'")
    if os.path.isdir(path):
        raise MemplaceError(f"cannot write '{path}': it is a folder")


def run(options: argparse.Namespace, flags: Sequence[str]) -> None:
    """Compiles a model as the command line asks for."""
    weights = weight_options(options)
    outputs = {"-o": options.output, "--save-plan": options.save_plan}
    if weights:
        outputs["--archive"] = weights.archive
        outputs["--save-problem"] = weights.save_problem
    outputs = {option: path for option, path in outputs.items() if path}
    for path in outputs.values():
        check_output(path)
    check_outputs([options.model, *([options.plan] if options.plan else [])], outputs)
    tools = find_tools(options.iree_bin, options.memplace_opt)
    pack_options = PackOptions(
        nodes=options.nodes,
        seed=options.seed,
        plan=options.plan,
        save_plan=options.save_plan,
        save_temps=options.save_temps,
        weights=weights,
        schedule=options.schedule,
    )
    compiled = compile_model(options.model, flags, pack_options, tools)
    write_module(options.output, compiled)
    if options.report and compiled.orders:
        print(format_orders(compiled.orders))
    if options.report and compiled.packs:
        print(format_packs(compiled.packs))
    if options.report and weights:
        if compiled.regions:
            print(format_regions(compiled.regions))
        for line in format_resident(compiled.resident):
            print(line)
        print(f"run it with --parameters={weights.scope}={weights.archive}")


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the tool; returns its exit code."""
    return run_tool_main(
        "memplace-iree", lambda: run(*make_parser().parse_known_args(argv))
    )


if __name__ == "__main__":
    sys.exit(main())
