"""memplace-iree: compiles models by IREE, with transients packed by memplace."""

import argparse
import os
import sys
from collections.abc import Sequence

from memplace.command_line import check_outputs, run_tool_main
from memplace.errors import InputError, MemplaceError
from memplace.iree import PackOptions, compile_model, format_packs, write_module
from memplace.iree.tools import SUPPORTED_VERSION, find_tools
from memplace.iree.weights import WeightOptions, format_regions, format_resident

EPILOG = f"""\
MODEL is what iree-compile takes: StableHLO, linalg and others, as text or
bytecode. Flags that are not listed above go to iree-compile (write them as
--NAME=VALUE), of the wheel iree-base-compiler {SUPPORTED_VERSION}.

exit codes:
  0  the module was written
  1  a tool is missing, of another version, or fails; nothing was written
  2  bad command line

examples:
  memplace-iree compile mlp.mlir -o mlp.vmfb --report \\
      --iree-hal-target-device=local --iree-hal-local-target-device-backends=llvm-cpu
  iree-run-module --module=mlp.vmfb --function=main --input=8x64xf32=1 --print_statistics
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
        "weights", "where constants are while the module is loaded"
    )
    group.add_argument(
        "--weights-tier",
        choices=("device", "host", "file"),
        default="device",
        help="device: resident in the device's memory (default); host: in an archive, "
        "read in each call; file: likewise, and how fast that is says --target",
    )
    group.add_argument(
        "--arena",
        type=number,
        metavar="BYTES",
        help="with host or file: what transients and weights may need together, of "
        "which no weight stays from call to call",
    )
    group.add_argument(
        "--memory",
        type=number,
        metavar="BYTES",
        help="with host or file, instead: what they and the weights that stay may need "
        "together; which stay is chosen",
    )
    group.add_argument(
        "--archive",
        metavar="FILE",
        help="the archive (default: the module's name with .irpa)",
    )
    group.add_argument(
        "--weights-scope",
        dest="scope",
        metavar="NAME",
        help=f"what iree-run-module calls it (default: {WeightOptions.scope})",
    )
    group.add_argument(
        "--target",
        metavar="NAME|FILE",
        help=f"the machine to plan for (default: {WeightOptions.target}); file needs "
        "one, as memplace-calibrate writes it",
    )
    group.add_argument(
        "--policy",
        choices=("solver", "on-demand", "double-buffer"),
        help="what plans; the last two are for comparison (default: solver)",
    )
    group.add_argument(
        "--solver",
        metavar="NAME",
        help=f"one of docs/guide/solvers.md (default: {WeightOptions.solver})",
    )
    group.add_argument(
        "--solver-options", metavar="NAME=VALUE,...", help="options of the solver"
    )
    group.add_argument(
        "--time-limit",
        type=seconds,
        metavar="SECONDS",
        help="most time for each region (default: as long as the solver wants)",
    )
    group.add_argument(
        "--loops",
        choices=("auto", "keep", "unroll"),
        help="auto: unroll those that take slices of weights, so that each is read when it "
        "is needed (default); keep: none; unroll: all whose number of trips is known",
    )
    group.add_argument(
        "--slices",
        choices=("loops", "all"),
        help="which slices of weights are read by themselves: those of unrolled loops "
        "(default), or all, which needs a smaller arena and more reads",
    )
    group.add_argument(
        "--save-problem",
        metavar="FILE",
        help="write the placement problem, for memplace-solve; --save-plan writes its "
        "solution then, and --plan takes one",
    )


def make_parser() -> argparse.ArgumentParser:
    """Returns the parser of the command line."""
    parser = argparse.ArgumentParser(
        prog="memplace-iree",
        description="Compile models by IREE, with the offsets of its transient "
        "buffers chosen by memplace's packing solvers, and weights read per call if asked for.",
    )
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser(
        "compile",
        help="compile a model to a module for IREE's runtime",
        description="Compile MODEL by iree-compile, and pack its transients in between.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    command.add_argument("model", metavar="MODEL", help="file to compile")
    command.add_argument(
        "-o", dest="output", required=True, metavar="FILE", help="module to write"
    )
    command.add_argument(
        "--report",
        action="store_true",
        help="print for each pack the bytes that IREE's order needs, ours, and the bound",
    )
    command.add_argument(
        "--save-plan",
        metavar="FILE",
        help="write sizes, bounds and offsets as JSON",
    )
    command.add_argument(
        "--plan",
        metavar="FILE",
        help="take the offsets from a file of --save-plan; they are checked",
    )
    command.add_argument(
        "--nodes",
        type=number,
        default=PackOptions.nodes,
        metavar="N",
        help="nodes of the search for each pack (default: %(default)s)",
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
        help="keep the text between the tools, also if one fails",
    )
    command.add_argument(
        "--iree-bin", metavar="FOLDER", help="where iree-compile and iree-opt are"
    )
    command.add_argument(
        "--memplace-opt", metavar="PATH", help="the memplace-opt that packs"
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
    )
    compiled = compile_model(options.model, flags, pack_options, tools)
    write_module(options.output, compiled)
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
    options, flags = make_parser().parse_known_args(argv)
    return run_tool_main("memplace-iree", lambda: run(options, flags))


if __name__ == "__main__":
    sys.exit(main())
