"""Compiles a model by the tools of IREE's wheels, and chooses the offsets of its transient
buffers in between.

IREE decides where transients lie in one pass of its stream phase. So its compiler
runs up to that phase, `iree-opt` up to that pass, memplace-opt packs, and both finish
what they began. The text between them is in generic form: the tools are built with
different versions of MLIR. docs/guide/iree.md tells more.
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

# The first passes of IREE's stream phase, up to the one that makes the ops to pack.
FIRST_PASSES = """builtin.module(
  iree-stream-tensor-transformation-pipeline{options},
  iree-stream-async-transformation-pipeline{options},
  iree-stream-schedule-allocation,
  iree-stream-emplace-transients,
  iree-stream-materialize-transient-size-queries)"""

# The last phase before IREE forms dispatches, and what makes slices of weights weights
# behind it.
BEFORE_FLOW = "preprocessing"
SLICE_PASS = "memplace-slice-weights"

# What goes before them so that constants come from an archive.
EXPORT_PASS = "iree-io-export-parameters"

# The rest of the phase, which starts with the pass that would choose the offsets.
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

# Files between the tools that tell what the passes did.
PACKS_REPORT = "packs.json"
ARCHIVE = "weights.irpa"

GENERIC_FORM = ("--mlir-print-op-generic", "--mlir-print-local-scope")


@dataclass(frozen=True)
class Pack:
    """What became of one `stream.resource.pack`: the transients of a part of a
    function that runs as one. Bytes."""

    function: str
    """Name of the function; "initializer" for code that runs at loading."""
    slices: int
    """Transients of a size that is known."""
    dynamic_slices: int
    """Transients that are left to IREE, since only a run tells their size."""
    stock: int
    """What IREE's own order needs for those of known size."""
    size: int
    """What they need now."""
    bound: int
    """Proven: they need no less."""
    proven: bool
    """Whether `size` is proven to be the least."""


@dataclass(frozen=True)
class PackOptions:
    """How to pack."""

    nodes: int = 2_000_000
    """Nodes of the search, for each pack."""
    seed: int = 0
    """Seed of the search."""
    plan: str | None = None
    """A file of `save_plan` to take the offsets from, instead of solving; with
    `weights` any solution of their problem."""
    save_plan: str | None = None
    """File to write sizes, bounds and offsets to; with `weights` the solution of
    their problem."""
    save_temps: str | None = None
    """Folder that gets the text between the tools."""
    weights: WeightOptions | None = None
    """How weights are read per call; without it they are resident."""


@dataclass(frozen=True)
class Compiled:
    """A compiled module."""

    vmfb: bytes
    """What iree-run-module and IREE's Python runtime load."""
    packs: list[Pack] = field(default_factory=list)
    """Its packs, in the order of the text."""
    plan: str = ""
    """What `PackOptions.save_plan` gets, as JSON."""
    regions: list[Region] = field(default_factory=list)
    """With `PackOptions.weights`: what reads weights, in the order of the text."""
    resident: list[ResidentWeight] = field(default_factory=list)
    """With `PackOptions.weights`: weights that are resident all the same."""


def pass_option(name: str, value: object) -> str:
    """One option of a pass; braces keep what the parser would take apart."""
    text = str(value)
    return f"{name}={{{text}}}" if re.search(r"[\s,'\"]", text) else f"{name}={text}"


def pass_text(name: str, values: dict[str, object]) -> str:
    """A pass with its options, as a pipeline has it.

    >>> pass_text("some-pass", {"seed": 1, "file": "my file"})
    'some-pass{seed=1 file={my file}}'
    """
    options = " ".join(pass_option(option, value) for option, value in values.items())
    return f"{name}{{{options}}}"


def memplace_command(
    tools: Tools, passes: Sequence[tuple[str, dict[str, object]]]
) -> list[str]:
    """The command that runs passes of memplace, with their options, on IREE's text."""
    text = ",".join(pass_text(name, values) for name, values in passes)
    return [
        tools.memplace_opt,
        "--allow-unregistered-dialect",
        "--mlir-print-op-on-diagnostic=false",
        *GENERIC_FORM,
        f"--pass-pipeline=builtin.module({text})",
    ]


def pack_command(
    tools: Tools, options: PackOptions, alignments: tuple[int, int], folder: Path
) -> list[str]:
    """The command that plans and packs standard input, and writes reports to
    `folder`."""
    common: dict[str, object] = {
        "offset-alignment": alignments[0],
        "range-alignment": alignments[1],
        "nodes": options.nodes,
        "seed": options.seed,
    }
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
    """Returns the packs of a file that the pass wrote."""
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
    """A pipeline as a flag; `options` are those of its pipelines."""
    return "--pass-pipeline=" + re.sub(r"\s+", "", passes).replace("{options}", options)


def run_step(folder: Path, command: Sequence[str]) -> None:
    """Runs one tool on files in `folder`, which is not for long."""
    try:
        run_tool(command)
    except MemplaceError as error:
        message, *lines = str(error).replace(f"{folder}{os.sep}", "").split("\n")
        lines.append("--save-temps=FOLDER keeps the text between the tools")
        raise MemplaceError(message, "\n".join(lines)) from error


def first_passes(weights: WeightOptions | None, flags: Flags, archive: Path) -> str:
    """The flag of iree-opt with the passes up to packing; if `weights` are read per
    call, constants go to the file `archive` first."""
    flag = one_line(FIRST_PASSES, flags.pass_options)
    if not weights:
        return flag
    export = pass_text(EXPORT_PASS, export_options(weights, archive))
    return flag.replace("builtin.module(", f"builtin.module({export},", 1)


def check_flow(flow: str, weights: WeightOptions) -> None:
    """Raises InputError if the text of the file cannot get an archive."""
    with open(flow, encoding="utf-8", errors="replace") as lines:
        check_scope(weights, lines)


def keep_resources(flow: str, packed: str) -> None:
    """Gives the file `packed` the resources of the file `flow`, such as the constants
    that torch-mlir writes. Text in local scope, which the steps between them print so that
    aliases in IREE's attributes are spelled out, has none.
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
    """Makes slices of weights in the file `source`, which has no dispatches yet, weights of
    their own, as those of layers of a loop; returns the file with that."""
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
    """Compiles `model` as far as dispatches are formed; returns the file with that."""
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
    """Compiles, with all files between the tools in `folder`."""
    scheduled = folder / "2.scheduled.mlir"
    packed = str(folder / "3.packed.mlir")
    stream = str(folder / "4.stream.mlir")
    archive = folder / ARCHIVE
    vmfb = folder / "module.vmfb"
    opt = [tools.iree_opt, *flags.for_opt]
    first = first_passes(options.weights, flags, archive)
    last = one_line(LAST_PASSES, flags.pass_options)
    pack = pack_command(tools, options, alignments_of(tools, flags), folder)

    flow = compile_to_flow(folder, model, tools, flags, options.weights)
    run_step(folder, [*opt, first, *GENERIC_FORM, flow, "-o", str(scheduled)])
    run_tool([*pack, "-", "-o", packed], read_text(str(scheduled)), scheduled.name)
    keep_resources(flow, packed)
    run_step(folder, [*opt, last, packed, "-o", stream])
    finish = [tools.iree_compile, stream, *flags.all, "--compile-from=stream"]
    run_step(folder, [*finish, "-o", str(vmfb)])
    plan = read_text(str(folder / PACKS_REPORT))
    if not options.weights:
        return Compiled(vmfb.read_bytes(), read_packs(plan), plan)
    report = read_text(str(folder / REPORT))
    return Compiled(
        vmfb.read_bytes(),
        read_packs(plan),
        read_text(str(folder / PLAN)) if options.save_plan else "",
        read_regions(report),
        read_resident(report),
    )


def install_files(folder: Path, options: PackOptions, compiled: Compiled) -> None:
    """Puts what `options` name, besides the module, to where they say."""
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

    Writes no file but those that `options` name, and those only if all went well.
    Raises MemplaceError, with the tool's own diagnostics, if a tool fails.
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
    """Returns a table of the packs: bytes as IREE packs them, as packed now, and the
    proven bound.

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
    """Writes the module to the file `path`, whole or not at all."""
    write_bytes(path, compiled.vmfb)
