#!/usr/bin/env python3
# ===- iree_weights.py - IREE's weights resident and read per call --------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Compiles models of iree_models.py, with their weights as constants, by memplace-iree: with
resident weights, with weights read one step ahead like a double buffer, and as planned for arenas
of several sizes. Runs all modules, compares the results with JAX's, compares the peaks of IREE's
runtime with the arenas, and writes the table of benchmarks/iree/weights.md. Needs the packages of
memplace[iree] and memplace[stablehlo]."""

import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))  # benchmarks/

from iree_models import (
    MODELS,
    Model,
    expected,
    scanned_transformer,
    to_stablehlo,
    transformer,
    with_constants,
)
from iree_running import TARGET, read_results, run_module, save_arrays
from memplace.errors import MemplaceError
from memplace.iree import (
    PackOptions,
    Region,
    Tools,
    WeightOptions,
    compile_model,
    find_tools,
)

from support.command_line import page_parser, refuse_unknown, run_main, tell_checked
from support.placements import BenchmarkError
from support.written_part import WrittenPart

NAMES = (
    "mlp",
    "branchy-mlp",
    "unet",
    "transformer-block",
    "random-dag",
    "mobilenet-v2",
)
KNOWN: dict[str, Callable[[], Model]] = {name: MODELS[name] for name in NAMES}
KNOWN["transformer"] = transformer
KNOWN["transformer-scanned"] = scanned_transformer

# More than the need of any model.
PLENTY = 1 << 30

HEADER = (
    "| Model | Weights | Arena, at most | Arena | Runtime's peak | Read per call | Modelled time | |",
    "|---|---|--:|--:|--:|--:|--:|---|",
)

EPILOG = """\
A model fails if a result differs from JAX's on one of the devices local-sync and
local-task, or in one bit from that of the module that was compiled before, if the runtime's peak is more than the arena, the arguments and the results,
if a plan needs more than its arena, or if 64 bytes less than the smallest arena will do.

exit codes:
  0  all is as it should be
  1  a model fails; with --check, also if a row of the page is another now
"""


@dataclass(frozen=True)
class Case:
    """A model on disk, ready to compile."""

    name: str
    tools: Tools
    folder: Path
    source: Path
    arguments: list[Path]
    results: list[Path]
    outside: int
    """Bytes of arguments and results, each rounded up to 64."""
    computed: list[list[bytes]] = field(default_factory=list)
    """What the modules that ran returned."""

    @property
    def archive(self) -> Path:
        """Archive of the weights."""
        return self.folder / f"{self.name}.irpa"


def make_case(name: str, tools: Tools, folder: Path) -> Case:
    """Exports the model `name`, with its arguments and results, to `folder`."""
    model = with_constants(KNOWN[name]())
    artifact, arguments = to_stablehlo(model)
    source = folder / f"{name}.mlirbc"
    source.write_bytes(artifact)
    results = list(expected(model))
    outside = sum(-(-array.nbytes // 64) * 64 for array in [*arguments, *results])
    return Case(
        name,
        tools,
        folder,
        source,
        save_arrays(folder, "argument", arguments),
        save_arrays(folder, "result", results),
        outside,
    )


def compile_case(case: Case, arena: int | None, policy: str) -> tuple[Path, Region]:
    """Compiles the model with an arena, or with resident weights. Returns the module,
    and the report of its one region, which is empty for resident weights."""
    weights = None
    if arena is not None:
        weights = WeightOptions(arena=arena, archive=str(case.archive), policy=policy)
    compiled = compile_model(
        str(case.source), TARGET, PackOptions(weights=weights), case.tools
    )
    vmfb = case.folder / f"{case.name}.vmfb"
    vmfb.write_bytes(compiled.vmfb)
    if arena is None:
        return vmfb, Region("", 0, 0, 0, 0, 0, True, 0, "", 0, 0)
    if len(compiled.regions) != 1 or compiled.resident:
        raise BenchmarkError(f"{case.name}: not all weights are read per call")
    return vmfb, compiled.regions[0]


def run_case(case: Case, vmfb: Path, arena: int | None) -> int:
    """Runs the module with sequential and with concurrent execution; returns the peak of
    the former."""
    parameters = [] if arena is None else [f"weights={case.archive}"]
    files = case.arguments, case.results
    run_module(vmfb, *files, parameters, device="local-task")
    peak = run_module(vmfb, *files, parameters)
    case.computed.append(
        read_results(vmfb, case.arguments, len(case.results), parameters)
    )
    if case.computed[-1] != case.computed[0]:
        raise BenchmarkError(f"{case.name}: results of two plans differ")
    if arena is not None and peak > arena + case.outside:
        raise BenchmarkError(
            f"{case.name}: the peak of {peak} bytes is more than the arena of {arena} "
            f"and the {case.outside} of arguments and results"
        )
    return peak


def check_smallest(case: Case, smallest: int) -> None:
    """Raises BenchmarkError unless an arena below the smallest is refused."""
    try:
        compile_case(case, smallest - 64, "solver")
    except MemplaceError as error:
        if f"the smallest that would do has {smallest} bytes" in str(error):
            return
        raise
    raise BenchmarkError(f"{case.name}: {smallest - 64} bytes do, too")


def row(
    case: Case, what: str, arena: int | None, policy: str = "solver"
) -> tuple[str, Region]:
    """Compiles and runs one plan; returns its line of the table, and its region."""
    vmfb, region = compile_case(case, arena, policy)
    peak = run_case(case, vmfb, arena)
    if arena is not None and region.size > arena:
        raise BenchmarkError(f"{case.name}: {region.size} of {arena} bytes are used")
    limit = "" if arena in (None, PLENTY) else f"{arena:,}"
    cells = [
        case.name,
        what,
        limit,
        "" if arena is None else f"{region.size:,}",
        f"{peak:,}",
        "" if arena is None else f"{region.bytes_read:,}",
        "" if arena is None else f"{1e6 * region.makespan:.1f} µs",
        region.planner,
    ]
    return f"| {' | '.join(cells)} |", region


def measure(case: Case, quick: bool) -> list[str]:
    """Compiles and runs the model in all ways, or, if `quick`, with the double buffer
    and with the smallest arena; returns the lines of the table."""
    double_row, double = row(case, "double buffer", PLENTY, "double-buffer")
    check_smallest(case, double.smallest)
    if quick:
        return [double_row, row(case, "planned", double.smallest)[0]]
    middle = (double.smallest + double.size) // 128 * 64
    resident = row(case, "resident", None)[0].split(" | ")
    resident[6] = f"{1e6 * double.resident:.1f} µs"
    return [
        " | ".join(resident),
        double_row,
        *(
            row(case, "planned", arena)[0]
            for arena in (double.smallest, middle, double.size, PLENTY)
        ),
    ]


def main() -> int:
    """Runs the script; returns its exit code."""
    parser = page_parser(__doc__, EPILOG, "benchmarks/iree/weights.md")
    parser.add_argument(
        "models", nargs="*", help=f"with --check: only these of {' '.join(KNOWN)}"
    )
    parser.add_argument(
        "--quick", action="store_true", help="with --check: only two rows of each model"
    )
    options = parser.parse_args()
    refuse_unknown(parser, options.models, KNOWN, "benchmarks/iree/iree_weights.py")
    if (options.models or options.quick) and not options.check:
        parser.error("models and --quick are for --check; the page always has all")
    part = WrittenPart.read(options.page, "iree/iree_weights.py")
    rows = []
    try:
        tools = find_tools(memplace_opt=str(options.bin / "memplace-opt"))
        for name in options.models or KNOWN:
            with tempfile.TemporaryDirectory() as folder:
                case = make_case(name, tools, Path(folder))
                rows += measure(case, options.quick)
            print(f"{name}: done", flush=True)
    except MemplaceError as error:
        raise BenchmarkError(str(error)) from error
    if options.check:
        old = part.text.splitlines()
        missing = [f"the row is now {line}" for line in rows if line not in old]
        return tell_checked("iree/iree_weights.py", options.page, missing)
    table = "\n".join([*HEADER, *rows])
    part.replace(table)
    return 0


if __name__ == "__main__":
    run_main(main)
