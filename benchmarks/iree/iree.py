#!/usr/bin/env python3
# ===- iree.py - IREE's memory with and without memplace ------------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Compiles the models of iree_models.py by iree-compile, by memplace-iree, and by memplace-iree
--schedule, runs the modules, compares the results with JAX's and with each other and the peaks with
those reported by IREE's runtime, and writes the table of benchmarks/iree/transients.md. The last
rows are larger programs, only compiled. Needs the packages of memplace[iree] and
memplace[stablehlo]."""

import sys
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))  # benchmarks/

from iree_models import MODELS, ORDERED, Model, expected, to_stablehlo
from iree_running import TARGET, read_results, run_module, save_arrays
from memplace.errors import MemplaceError
from memplace.iree import (
    Compiled,
    PackOptions,
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
A model fails if a result differs from JAX's, if the modules compute different bits, if
the runtime's peak does not fall by what the reports promise, if a pack is larger than
IREE's own, or with the chosen order than with IREE's, or if it is more than 1 % above
its bound and not proven least.

exit codes:
  0  all is as it should be
  1  a model fails; with --check, also if a row of the page is another now
"""


@dataclass(frozen=True)
class Measured:
    """One model, compiled in all ways; bytes."""

    name: str
    packed: Compiled
    """With IREE's order of ops."""
    ordered: Compiled
    """With the chosen order."""
    peaks: list[int]
    """Peak of the device's memory, as IREE's runtime tells: with IREE's own packing,
    with ours, and with the chosen order. Empty if the modules did not run."""

    def row(self) -> str:
        """Returns the model's line of the table."""
        packs, orders = self.packed.packs, self.ordered.orders
        stock, size, bound = (
            sum(getattr(pack, field) for pack in packs)
            for field in ("stock", "size", "bound")
        )
        last = sum(pack.size for pack in self.ordered.packs)
        least = last - sum(order.size - order.bound for order in orders)
        ops, moved, waves, kept = (
            sum(getattr(order, field) for order in orders)
            for field in ("ops", "moved_ops", "waves", "kept_waves")
        )
        left = sum(pack.dynamic_slices for pack in packs)
        cells = [
            self.name,
            str(sum(pack.slices for pack in packs)) + (f" + {left}" if left else ""),
            *(f"{bytes:,}" for bytes in (stock, size, bound)),
            f"{moved} of {ops}",
            f"{kept} of {waves}",
            *(f"{bytes:,}" for bytes in (last, least)),
            f"{100 * (1 - size / stock):.1f} %",
            f"{100 * (1 - last / stock):.1f} %",
            *([f"{peak:,}" for peak in self.peaks] or ["", "", ""]),
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


def check_orders(name: str, packed: Compiled, ordered: Compiled) -> None:
    """Raises BenchmarkError unless the packs are as large as the report of the orders
    says, and no larger than with IREE's order."""
    others = []  # Packs without ops to order, such as those of several results.
    for what, compiled in (("given", packed), ("size", ordered)):
        claimed = Counter(getattr(order, what) for order in ordered.orders)
        sizes = Counter(pack.size for pack in compiled.packs)
        del claimed[0]
        if not claimed <= sizes:
            raise BenchmarkError(f"{name}: packs of {sizes} bytes, not {claimed}")
        others.append(sizes - claimed)
    if others[0] != others[1]:
        raise BenchmarkError(f"{name}: other packs have {others[1]}, not {others[0]}")
    if any(order.size > order.given for order in ordered.orders):
        raise BenchmarkError(f"{name}: an order needs more than the given one")


def check_fall(name: str, what: str, saved: list[int], fall: int) -> None:
    """Raises BenchmarkError if the peak does not fall by the savings of the `what`: by
    exactly the savings of a single one, otherwise by the savings of one of them or by
    nothing, since other buffers may determine the peak."""
    allowed = set(saved) if len(saved) == 1 else {0, *saved}
    if fall not in allowed:
        raise BenchmarkError(
            f"{name}: the peak falls by {fall} bytes, the {what} by {saved}"
        )


def compile_both(
    name: str, source: Path, flags: tuple[str, ...], tools: Tools
) -> tuple[Compiled, Compiled]:
    """Compiles by memplace with IREE's order and with the chosen one."""
    packed = compile_model(str(source), flags, tools=tools)
    ordered = compile_model(str(source), flags, PackOptions(schedule=True), tools)
    check_packs(name, packed)
    check_packs(name, ordered)
    check_orders(name, packed, ordered)
    return packed, ordered


def measure(name: str, tools: Tools, folder: Path) -> Measured:
    """Compiles and runs the model in all ways."""
    model: Model = (MODELS | ORDERED)[name]()
    artifact, arguments = to_stablehlo(model)
    source = folder / f"{name}.mlirbc"
    source.write_bytes(artifact)
    inputs = save_arrays(folder, "argument", arguments)
    results = save_arrays(folder, "result", list(expected(model)))

    flags = (*TARGET, *model.flags)
    packed, ordered = compile_both(name, source, flags, tools)
    peaks, outputs = [], []
    for kind, vmfb in (
        ("stock", compile_stock(tools, source, flags)),
        ("packed", packed.vmfb),
        ("ordered", ordered.vmfb),
    ):
        file = folder / f"{name}.{kind}.vmfb"
        file.write_bytes(vmfb)
        peaks.append(run_module(file, inputs, results))
        outputs.append(read_results(file, inputs, len(results), ()))
    if outputs[1] != outputs[0] or outputs[2] != outputs[0]:
        raise BenchmarkError(f"{name}: the modules compute different bits")
    saved = [pack.stock - pack.size for pack in packed.packs]
    check_fall(name, "packs", saved, peaks[0] - peaks[1])
    saved = [order.given - order.size for order in ordered.orders] or [0]
    check_fall(name, "orders", saved, peaks[1] - peaks[2])
    return Measured(name, packed, ordered, peaks)


def measure_row(name: str, tools: Tools) -> str:
    """Returns the line of `name` in the table."""
    if name in PROGRAMS:
        source = ROOT / "models" / PROGRAMS[name]
        return Measured(name, *compile_both(name, source, TARGET, tools), []).row()
    with tempfile.TemporaryDirectory() as folder:
        return measure(name, tools, Path(folder)).row()


HEADER = (
    "| Model | Slices | IREE's bytes | Packed | Bound | Ops moved | Waves kept | Reordered "
    "| Bound | Saved, packed | Saved, reordered | Runtime's peak with IREE's | Packed "
    "| Reordered |",
    "|---|" + "--:|" * 13,
)


def main() -> int:
    """Runs the script; returns its exit code."""
    parser = page_parser(__doc__, EPILOG, "benchmarks/iree/transients.md")
    parser.add_argument(
        "models",
        nargs="*",
        help=f"with --check: only these of {' '.join([*MODELS, *ORDERED, *PROGRAMS])}",
    )
    options = parser.parse_args()
    known = [*MODELS, *ORDERED, *PROGRAMS]
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
    part.replace("\n".join([*HEADER, *rows]))
    return 0


if __name__ == "__main__":
    run_main(main)
