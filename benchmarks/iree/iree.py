#!/usr/bin/env python3
# ===- iree.py - IREE's memory with and without memplace ------------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Compiles the models of iree_models.py by iree-compile and by memplace-iree, runs both modules,
compares the results with JAX's and the peaks with those reported by IREE's runtime, and writes the
tables of docs/guide/iree.md. The second table has larger programs, only compiled. Needs the
packages of memplace[iree] and memplace[stablehlo]."""

import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))  # benchmarks/

from iree_models import MODELS, Model, expected, to_stablehlo
from iree_running import TARGET, run_module, save_arrays
from memplace.errors import MemplaceError
from memplace.iree import (
    Compiled,
    Pack,
    Tools,
    compile_model,
    find_tools,
)
from memplace.tools import run_tool

from support.command_line import page_parser, refuse_unknown, run_main, tell_checked
from support.placements import ROOT, BenchmarkError
from support.written_part import WrittenPart

# Larger programs: name, and the text below models/.
PROGRAMS = {
    "resnet50-32": "resnet50_32.stablehlo.mlir",
    "resnet50-224": "resnet50.stablehlo.mlir",
    "bert-base": "bert.stablehlo.mlir",
    "unet-large": "kinds/unet.stablehlo.mlir",
    "mlp-train": "kinds/mlp_train.stablehlo.mlir",
    "transformer-train": "kinds/transformer_train.stablehlo.mlir",
}

EPILOG = """\
A model fails if a result differs from JAX's, if the runtime's peak does not fall by
what the packs promise, if a pack is larger than IREE's own, or if it is more than
1 % above its bound and not proven least.

exit codes:
  0  all is as it should be
  1  a model fails; with --check, also if a row of the page is another now
"""


@dataclass(frozen=True)
class Measured:
    """One model, compiled and run in both ways; bytes."""

    name: str
    packs: list[Pack]
    stock_peak: int
    """Peak of the device's memory with IREE's own packing, as its runtime tells."""
    peak: int
    """Likewise with ours."""

    def row(self) -> str:
        """Returns the model's line of the first table."""
        peaks = f"{self.stock_peak:,} | {self.peak:,}"
        return f"{row_of_packs(self.name, self.packs)} {peaks} |"


def row_of_packs(name: str, packs: list[Pack]) -> str:
    """Returns the packs of a model as a line of a table."""
    stock = sum(pack.stock for pack in packs)
    size = sum(pack.size for pack in packs)
    bound = sum(pack.bound for pack in packs)
    left = sum(pack.dynamic_slices for pack in packs)
    cells = [
        name,
        str(len(packs)),
        str(sum(pack.slices for pack in packs)) + (f" + {left}" if left else ""),
        *(f"{bytes:,}" for bytes in (stock, size, bound)),
        f"{100 * (1 - size / stock):.1f} %" if stock else "",
    ]
    return f"| {' | '.join(cells)} |"


def compile_stock(tools: Tools, source: Path, flags: tuple[str, ...]) -> bytes:
    """Compiles by iree-compile alone."""
    vmfb = source.with_suffix(".stock.vmfb")
    run_tool([tools.iree_compile, str(source), *flags, "-o", str(vmfb)])
    return vmfb.read_bytes()


def check_packs(name: str, compiled: Compiled) -> None:
    """Raises BenchmarkError if a pack is larger than promised."""
    for index, pack in enumerate(compiled.packs):
        if pack.size > pack.stock:
            raise BenchmarkError(
                f"{name}: pack {index} has {pack.size} bytes, more than IREE's {pack.stock}"
            )
        if not pack.proven and pack.size > 1.01 * pack.bound:
            raise BenchmarkError(
                f"{name}: pack {index} has {pack.size} bytes, and only {pack.bound} "
                "are proven to be needed"
            )


def check_fall(measured: Measured) -> None:
    """Raises BenchmarkError if the peak does not fall by the savings of the packs: by
    exactly the savings of a single pack, otherwise by the savings of one of the packs
    or by nothing, since other buffers may determine the peak."""
    saved = [pack.stock - pack.size for pack in measured.packs]
    fall = measured.stock_peak - measured.peak
    allowed = set(saved) if len(saved) == 1 else {0, *saved}
    if fall not in allowed:
        raise BenchmarkError(
            f"{measured.name}: the peak falls by {fall} bytes, the packs by {saved}"
        )


def measure(name: str, tools: Tools, folder: Path) -> Measured:
    """Compiles and runs the model in both ways."""
    model: Model = MODELS[name]()
    artifact, arguments = to_stablehlo(model)
    source = folder / f"{name}.mlirbc"
    source.write_bytes(artifact)
    inputs = save_arrays(folder, "argument", arguments)
    results = save_arrays(folder, "result", list(expected(model)))

    flags = (*TARGET, *model.flags)
    compiled = compile_model(str(source), flags, tools=tools)
    peaks = []
    for kind, vmfb in (
        ("stock", compile_stock(tools, source, flags)),
        ("memplace", compiled.vmfb),
    ):
        file = folder / f"{name}.{kind}.vmfb"
        file.write_bytes(vmfb)
        peaks.append(run_module(file, inputs, results))
    check_packs(name, compiled)
    measured = Measured(name, compiled.packs, *peaks)
    check_fall(measured)
    return measured


def measure_program(name: str, tools: Tools) -> str:
    """Compiles one of PROGRAMS; returns its line of the second table."""
    source = ROOT / "models" / PROGRAMS[name]
    compiled = compile_model(str(source), TARGET, tools=tools)
    check_packs(name, compiled)
    return row_of_packs(name, compiled.packs)


def measure_row(name: str, tools: Tools) -> str:
    """Returns the line of `name` in its table."""
    if name in PROGRAMS:
        return measure_program(name, tools)
    with tempfile.TemporaryDirectory() as folder:
        return measure(name, tools, Path(folder)).row()


PROGRAMS_HEADER = (
    "| Program | Packs | Slices | IREE's bytes | Ours | Bound | Saved |",
    "|---|--:|--:|--:|--:|--:|--:|",
)
HEADER = (
    "| Model | Packs | Slices | IREE's bytes | Ours | Bound | Saved | Runtime's peak with IREE's | With ours |",
    "|---|--:|--:|--:|--:|--:|--:|--:|--:|",
)


def main() -> int:
    """Runs the script; returns its exit code."""
    parser = page_parser(__doc__, EPILOG, "docs/guide/iree.md")
    parser.add_argument(
        "models",
        nargs="*",
        help=f"with --check: only these of {' '.join([*MODELS, *PROGRAMS])}",
    )
    options = parser.parse_args()
    known = [*MODELS, *PROGRAMS]
    refuse_unknown(parser, options.models, known, "benchmarks/iree/iree.py")
    if options.models and not options.check:
        parser.error("models are for --check; the page always has all of them")
    part = WrittenPart.read(options.page, "iree/iree.py")
    rows = []
    try:
        tools = find_tools(memplace_opt=str(options.bin / "memplace-opt"))
        for name in options.models or known:
            rows.append(measure_row(name, tools))
            print(rows[-1], flush=True)
    except MemplaceError as error:
        raise BenchmarkError(str(error)) from error
    if options.check:
        old = part.text.splitlines()
        missing = [f"the row is now {row}" for row in rows if row not in old]
        return tell_checked("iree/iree.py", options.page, missing)
    count = len(MODELS)
    table = "\n".join([*HEADER, *rows[:count], "", *PROGRAMS_HEADER, *rows[count:]])
    part.replace(table)
    return 0


if __name__ == "__main__":
    run_main(main)
