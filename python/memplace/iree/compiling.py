"""Compiles a model by IREE's tools, with offsets of transient buffers from memplace.

A single pass of IREE's stream phase decides the offsets of transients. So iree-compile
runs up to this phase, and `iree-opt` up to this pass. Then memplace-opt packs, and both
tools of IREE finish the compilation. The text between the tools is in generic form,
since the tools are built with different versions of MLIR. See docs/guide/iree.md.
"""

import json
import os
import re
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from memplace.errors import InputError, MemplaceError
from memplace.iree.ordering import ORDERS_REPORT, SCHEDULE_PASS, Order, read_orders
from memplace.iree.tools import (
    Flags,
    Tools,
    alignments_of,
    check_flags,
    check_no_export,
    find_tools,
    flags_of,
    sort_flags,
)
from memplace.iree.weights import (
    PLAN,
    PROBLEM,
    REPORT,
    Region,
    ResidentWeight,
    WeightOptions,
    check_options,
    check_scope,
    export_options,
    has_slices,
    pass_options,
    read_regions,
    read_resident,
)
from memplace.inputs import read_text
from memplace.tools import run_tool, write_bytes, write_files

# First passes of IREE's stream phase. ASYNC_PASSES make the ops that are ordered,
# ALLOCATION_PASSES those that are packed.
ASYNC_PASSES = """
  iree-stream-tensor-transformation-pipeline{options},
  iree-stream-async-transformation-pipeline{options}"""
ALLOCATION_PASSES = """
  iree-stream-schedule-allocation,
  iree-stream-emplace-transients,
  iree-stream-materialize-transient-size-queries"""
FIRST_PASSES = f"builtin.module({ASYNC_PASSES},{ALLOCATION_PASSES})"

# Last phase before IREE forms dispatches, and the pass that follows: it turns slices of
# weights into separate weights.
BEFORE_FLOW = "preprocessing"
SLICE_PASS = "memplace-slice-weights"

# Pass in front of FIRST_PASSES; moves constants to an archive.
EXPORT_PASS = "iree-io-export-parameters"

# Rest of the stream phase; its first pass would otherwise choose the offsets.
LAST_PASSES = """builtin.module(
  util.func(iree-stream-pack-constants,iree-stream-layout-slices,canonicalize),
  util.initializer(iree-stream-pack-constants,iree-stream-layout-slices,canonicalize),
  iree-util-propagate-subranges,
  iree-stream-cleanup-pipeline{options},
  iree-stream-automatic-reference-counting,
  iree-stream-annotate-constant-transient-size,
  iree-stream-verify-lowering-to-cmd,
  iree-stream-optimization-pipeline{options},
  iree-stream-cleanup-pipeline{options},
  symbol-dce)"""

# Files between the tools: the report of packing, and the archive.
PACKS_REPORT = "packs.json"
ARCHIVE = "weights.irpa"

GENERIC_FORM = ("--mlir-print-op-generic", "--mlir-print-local-scope")


@dataclass(frozen=True)
class Pack:
    """Result of packing a `stream.resource.pack`. Sizes are in bytes.

    The op holds the transients of a part of a function, a unit of execution.
    """

    function: str
    """Name of the function; "initializer" for code that runs when a module is
    loaded."""
    slices: int
    """Number of transients of static size."""
    dynamic_slices: int
    """Number of transients of dynamic size, which are left to IREE."""
    stock: int
    """Size of IREE's own packing of the transients of static size."""
    size: int
    """Size of memplace's packing."""
    bound: int
    """Proven lower bound on the size of any packing."""
    proven: bool
    """Whether `size` is proven minimal."""


@dataclass(frozen=True)
class PackOptions:
    """Options for packing transients."""

    nodes: int = 2_000_000
    """Limit on nodes of the search, per pack."""
    seed: int = 0
    """Seed of the search."""
    plan: str | None = None
    """File of `save_plan` to take offsets from, instead of solving. With `weights`, any
    solution of the placement problem."""
    save_plan: str | None = None
    """File to write sizes, bounds and offsets to. With `weights`, the solution of the
    placement problem."""
    save_temps: str | None = None
    """Folder to copy the text between the tools to."""
    weights: WeightOptions | None = None
    """Options for weights read per call; None: all weights are resident."""
    schedule: bool = False
    """Whether memplace chooses the order of the ops, for small transients."""


@dataclass(frozen=True)
class Compiled:
    """A compiled module, with reports."""

    vmfb: bytes
    """The module, as loaded by iree-run-module and IREE's Python runtime."""
    packs: list[Pack] = field(default_factory=list)
    """Results of packing, in the order of the text."""
    plan: str = ""
    """Contents for `PackOptions.save_plan`, as JSON."""
    regions: list[Region] = field(default_factory=list)
    """With `PackOptions.weights`: regions that read weights, in the order of the
    text."""
    resident: list[ResidentWeight] = field(default_factory=list)
    """With `PackOptions.weights`: weights that stay resident nevertheless."""
    orders: list[Order] = field(default_factory=list)
    """With `PackOptions.schedule`: orders of ops, in the order of the text."""


def pass_option(name: str, value: object) -> str:
    """Returns an option of a pass; braces protect separators in the value."""
    text = str(value)
    return f"{name}={{{text}}}" if re.search(r"[\s,'\"]", text) else f"{name}={text}"


def pass_text(name: str, values: dict[str, object]) -> str:
    """Returns a pass with its options, in the syntax of pipelines.

    >>> pass_text("some-pass", {"seed": 1, "file": "my file"})
    'some-pass{seed=1 file={my file}}'
    """
    options = " ".join(pass_option(option, value) for option, value in values.items())
    return f"{name}{{{options}}}"


def memplace_command(
    tools: Tools, passes: Sequence[tuple[str, dict[str, object]]]
) -> list[str]:
    """Returns the command that runs memplace's passes on IREE's text."""
    text = ",".join(pass_text(name, values) for name, values in passes)
    return [
        tools.memplace_opt,
        "--allow-unregistered-dialect",
        "--mlir-print-op-on-diagnostic=false",
        *GENERIC_FORM,
        f"--pass-pipeline=builtin.module({text})",
    ]


def search_options(
    options: PackOptions, alignments: tuple[int, int]
) -> dict[str, object]:
    """Returns the options that all packing passes have."""
    return {
        "offset-alignment": alignments[0],
        "range-alignment": alignments[1],
        "nodes": options.nodes,
        "seed": options.seed,
    }


def pack_command(
    tools: Tools, options: PackOptions, alignments: tuple[int, int], folder: Path
) -> list[str]:
    """Returns the command that plans and packs standard input.

    The passes write their reports to `folder`.
    """
    common = search_options(options, alignments)
    packing = common | {"report": folder / PACKS_REPORT}
    passes = [("memplace-pack-stream-resources", packing)]
    planned = packing
    if options.weights:
        planned = common | pass_options(options.weights, folder)
        passes.insert(0, ("memplace-stream-weights", planned))
        if options.save_plan:
            planned["save-plan"] = folder / PLAN
    if options.plan:
        planned["plan"] = options.plan
    return memplace_command(tools, passes)


def read_packs(text: str) -> list[Pack]:
    """Parses the packs in the report of memplace-pack-stream-resources."""
    return [
        Pack(
            function=entry["function"],
            slices=len(entry["slices"]),
            dynamic_slices=entry["dynamic_slices"],
            stock=entry["stock"],
            size=entry["size"],
            bound=entry["bound"],
            proven=entry["proven"],
        )
        for entry in json.loads(text)["packs"]
    ]


def one_line(passes: str, options: str) -> str:
    """Returns a pipeline as a flag; `options` are inserted into its stream
    pipelines."""
    return "--pass-pipeline=" + re.sub(r"\s+", "", passes).replace("{options}", options)


def run_step(folder: Path, command: Sequence[str]) -> None:
    """Runs a tool on files in the temporary `folder`; hides the folder in errors."""
    try:
        run_tool(command)
    except MemplaceError as error:
        message, *lines = str(error).replace(f"{folder}{os.sep}", "").split("\n")
        lines.append("--save-temps=FOLDER keeps the text between the tools")
        raise MemplaceError(message, "\n".join(lines)) from error


def first_passes(
    weights: WeightOptions | None,
    flags: Flags,
    archive: Path,
    passes: str = FIRST_PASSES,
) -> str:
    """Returns the flag of iree-opt with the first `passes` of the stream phase.

    If `weights` are read per call, constants are first moved to the file `archive`.
    """
    flag = one_line(passes, flags.pass_options)
    if not weights:
        return flag
    export = pass_text(EXPORT_PASS, export_options(weights, archive))
    return flag.replace("builtin.module(", f"builtin.module({export},", 1)


def schedule(
    folder: Path, flow: str, tools: Tools, flags: Flags, options: PackOptions
) -> None:
    """Runs the passes up to packing on the file `flow`; writes 2.scheduled.mlir.

    With `options.schedule`, memplace orders the ops in between.
    """
    opt = [tools.iree_opt, *flags.for_opt]
    archive = folder / ARCHIVE
    scheduled = ["-o", str(folder / "2.scheduled.mlir")]
    if not options.schedule:
        first = first_passes(options.weights, flags, archive)
        run_step(folder, [*opt, first, *GENERIC_FORM, flow, *scheduled])
        return
    given = folder / "1.async.mlir"
    ordered = str(folder / "1.ordered.mlir")
    passes = f"builtin.module({ASYNC_PASSES})"
    first = first_passes(options.weights, flags, archive, passes)
    run_step(folder, [*opt, first, *GENERIC_FORM, flow, "-o", str(given)])
    values = search_options(options, alignments_of(tools, flags))
    values["report"] = folder / ORDERS_REPORT
    order = memplace_command(tools, [(SCHEDULE_PASS, values)])
    run_tool([*order, "-", "-o", ordered], read_text(str(given)), given.name)
    keep_resources(flow, ordered)
    then = one_line(f"builtin.module({ALLOCATION_PASSES})", flags.pass_options)
    run_step(folder, [*opt, then, *GENERIC_FORM, ordered, *scheduled])


def check_flow(flow: str, weights: WeightOptions) -> None:
    """Raises InputError if the module in a file already uses the archive's scope."""
    with open(flow, encoding="utf-8", errors="replace") as lines:
        check_scope(weights, lines)


def keep_resources(flow: str, packed: str) -> None:
    """Copies the resources of the file `flow` to the file `packed`.

    Resources are, e.g., constants written by torch-mlir. The steps in
    between print text in local scope, to expand aliases in IREE's attributes. MLIR
    omits resources in local scope.
    """
    before = read_text(flow)
    begin = before.rfind("\n{-#")
    if begin == -1:
        return
    program = read_text(packed).rstrip()
    write_bytes(packed, f"{program}\n{before[begin:]}".encode("utf-8"))


def slice_weights(
    folder: Path, source: Path, tools: Tools, flags: Flags, weights: WeightOptions
) -> Path:
    """Turns slices of weights into separate weights, e.g. one slice per layer.

    The file `source` must have no dispatches yet. Returns the file with the result.
    """
    with open(source, encoding="utf-8", errors="replace") as lines:
        if not has_slices(lines, weights):
            return source
    generic = folder / "0.generic.mlir"
    sliced = folder / "0.sliced.mlir"
    copy = [tools.iree_opt, *flags.for_opt, *GENERIC_FORM]
    run_step(folder, [*copy, str(source), "-o", str(generic)])
    keep_resources(str(source), str(generic))
    values: dict[str, object] = {"loops": weights.loops, "slices": weights.slices}
    command = memplace_command(tools, [(SLICE_PASS, values)])
    run_tool([*command, "-", "-o", str(sliced)], read_text(str(generic)), generic.name)
    keep_resources(str(source), str(sliced))
    return sliced


def compile_to_flow(
    folder: Path,
    model: str,
    tools: Tools,
    flags: Flags,
    weights: WeightOptions | None,
) -> str:
    """Compiles `model` up to the formation of dispatches; returns the resulting
    file."""
    flow = str(folder / "1.flow.mlir")
    compile_ = [tools.iree_compile, *flags.all]
    if not weights:
        run_tool([*compile_, model, "--compile-to=flow", "-o", flow])
        return flow
    before = folder / "0.preprocessed.mlir"
    run_tool([*compile_, model, f"--compile-to={BEFORE_FLOW}", "-o", str(before)])
    source = slice_weights(folder, before, tools, flags, weights)
    phases = [f"--compile-from={BEFORE_FLOW}", "--compile-to=flow"]
    run_step(folder, [*compile_, str(source), *phases, "-o", flow])
    check_flow(flow, weights)
    return flow


def compile_in(
    folder: Path, model: str, tools: Tools, flags: Flags, options: PackOptions
) -> Compiled:
    """Compiles a model, with all intermediate files in `folder`."""
    scheduled = folder / "2.scheduled.mlir"
    packed = str(folder / "3.packed.mlir")
    stream = str(folder / "4.stream.mlir")
    vmfb = folder / "module.vmfb"
    opt = [tools.iree_opt, *flags.for_opt]
    last = one_line(LAST_PASSES, flags.pass_options)
    pack = pack_command(tools, options, alignments_of(tools, flags), folder)

    flow = compile_to_flow(folder, model, tools, flags, options.weights)
    schedule(folder, flow, tools, flags, options)
    run_tool([*pack, "-", "-o", packed], read_text(str(scheduled)), scheduled.name)
    keep_resources(flow, packed)
    run_step(folder, [*opt, last, packed, "-o", stream])
    finish = [tools.iree_compile, stream, *flags.all, "--compile-from=stream"]
    run_step(folder, [*finish, "-o", str(vmfb)])
    plan = read_text(str(folder / PACKS_REPORT))
    packs = read_packs(plan)
    orders = (
        read_orders(read_text(str(folder / ORDERS_REPORT))) if options.schedule else []
    )
    if not options.weights:
        return Compiled(vmfb.read_bytes(), packs, plan, orders=orders)
    report = read_text(str(folder / REPORT))
    return Compiled(
        vmfb.read_bytes(),
        packs,
        read_text(str(folder / PLAN)) if options.save_plan else "",
        read_regions(report),
        read_resident(report),
        orders,
    )


def install_files(folder: Path, options: PackOptions, compiled: Compiled) -> None:
    """Writes the output files named by `options`, except for the module."""
    files: list[tuple[str, bytes | Path]] = []
    weights = options.weights
    if weights and (folder / ARCHIVE).exists():
        files.append((weights.archive, folder / ARCHIVE))
    if weights and weights.save_problem:
        files.append((weights.save_problem, folder / PROBLEM))
    if options.save_plan:
        files.append((options.save_plan, compiled.plan.encode("utf-8")))
    write_files(files)


def compile_model(
    model: str,
    flags: Sequence[str] = (),
    options: PackOptions = PackOptions(),
    tools: Tools | None = None,
) -> Compiled:
    """Compiles the file `model` with flags of iree-compile; returns the module.

    Writes only files named by `options`, and only if compilation succeeds. Raises
    MemplaceError, with the tool's own diagnostics, if a tool fails.
    """
    check_flags(flags)
    if options.weights:
        check_options(options.weights)
        check_no_export(flags)
    if not os.path.isfile(model):
        raise InputError(f"cannot read '{model}': no such file")
    if options.plan and not os.path.isfile(options.plan):
        raise InputError(f"cannot read '{options.plan}': no such file")
    tools = tools or find_tools()
    sorted_flags = sort_flags(flags, flags_of(tools.iree_opt))
    with tempfile.TemporaryDirectory(prefix="memplace-iree-") as name:
        folder = Path(name)
        try:
            compiled = compile_in(folder, model, tools, sorted_flags, options)
        finally:
            if options.save_temps:
                save_files(folder, Path(options.save_temps))
        install_files(folder, options, compiled)
    return compiled


def save_files(source: Path, destination: Path) -> None:
    """Copies the files in the folder `source` to `destination`."""
    try:
        destination.mkdir(parents=True, exist_ok=True)
        for file in source.iterdir():
            shutil.copyfile(file, destination / file.name)
    except OSError as error:
        raise MemplaceError(
            f"cannot write '{destination}': {error.strerror}"
        ) from error


def format_packs(packs: Sequence[Pack]) -> str:
    """Returns a table of the packs: sizes by IREE and by memplace, and proven bounds.

    >>> print(format_packs([Pack("main", 3, 1, 8192, 4096, 4096, True)]))
    function  slices  left to IREE     stock      ours     bound
    main           3             1      8192      4096      4096  proven least
    """
    width = max([len("function"), *(len(pack.function) for pack in packs)])
    lines = [
        f"{'function':{width}}  slices  left to IREE     stock      ours     bound"
    ]
    for pack in packs:
        note = "  proven least" if pack.proven else ""
        lines.append(
            f"{pack.function:{width}}  {pack.slices:6}  {pack.dynamic_slices:12}  "
            f"{pack.stock:8}  {pack.size:8}  {pack.bound:8}{note}"
        )
    return "\n".join(lines)


def write_module(path: str, compiled: Compiled) -> None:
    """Writes the module to the file `path`, atomically."""
    write_bytes(path, compiled.vmfb)
