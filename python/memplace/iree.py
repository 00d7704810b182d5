"""IREE with memplace's packing: compiles a model by the tools of IREE's wheels, and
chooses the offsets of its transient buffers in between.

IREE decides where transients lie in one pass of its stream phase. So its compiler
runs up to that phase, `iree-opt` up to that pass, memplace-opt packs, and both finish
what they began. The text between them is in generic form: the tools are built with
different versions of MLIR. docs/iree.md tells more.
"""

import json
import os
import re
import shutil
import sysconfig
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from memplace.errors import InputError, MemplaceError
from memplace.execution import RunOptions, find_memplace_opt
from memplace.iree_weights import (
    PLAN,
    PROBLEM,
    REPORT,
    Region,
    ResidentWeight,
    WeightOptions,
    check_options,
    check_scope,
    export_options,
    install_archive,
    pass_options,
    read_regions,
    read_resident,
)
from memplace.tools import read_text, run_tool, write_bytes, write_text

SUPPORTED_VERSION = "3.13.0"
"""The version of IREE whose passes are known here."""

INSTALL_HINT = (
    f"pip install iree-base-compiler=={SUPPORTED_VERSION} "
    f"iree-base-runtime=={SUPPORTED_VERSION}"
)

# The first passes of IREE's stream phase, up to the one that makes the ops to pack.
FIRST_PASSES = """builtin.module(
  iree-stream-tensor-transformation-pipeline{options},
  iree-stream-async-transformation-pipeline{options},
  iree-stream-schedule-allocation,
  iree-stream-emplace-transients,
  iree-stream-materialize-transient-size-queries)"""

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

# Flags of iree-compile that are options of the passes above.
PASS_OPTIONS = {
    "iree-scheduling-initialization-mode": "initialization-mode",
    "iree-scheduling-optimize-bindings": "optimize-bindings",
}

# Flags of iree-compile that cannot be kept, each with the reason.
REFUSED_FLAGS = {
    "o": "the output is named once, by -o",
    "compile-from": "memplace-iree runs all phases",
    "compile-to": "memplace-iree runs all phases",
    "compile-mode": "memplace-iree compiles whole modules",
    "dump-compilation-phases-to": "see --save-temps",
    "emit-mlir-bytecode": "the output is a compiled module",
    "emit-mlir-bytecode-version": "the output is a compiled module",
    "iree-parameter-encoder-mode": "the encoder is not run",
    "iree-parameter-encoder-output-file": "the encoder is not run",
    "iree-parameter-encoder-output-scope": "the encoder is not run",
    "iree-scheduling-dump-statistics-file": "see --report",
    "iree-scheduling-dump-statistics-format": "see --report",
}

# Flags of iree-compile that move constants to an archive themselves.
EXPORT_FLAGS = (
    "iree-opt-export-parameters",
    "iree-opt-splat-parameters",
    "iree-parameter-export",
    "iree-parameter-splat",
)

# Execution models whose modules have no stream phase.
OTHER_MODELS = ("host-only", "inline-dynamic", "inline-static")


@dataclass(frozen=True)
class Tools:
    """Paths of the tools that compile."""

    iree_compile: str
    iree_opt: str
    memplace_opt: str


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
class Flags:
    """Flags of iree-compile, and which of them the parts of the pipeline get."""

    all: tuple[str, ...] = ()
    """For iree-compile: those of the user."""
    for_opt: tuple[str, ...] = ()
    """For iree-opt: those that it has as well."""
    pass_options: str = ""
    """The options of its stream pipelines, in braces, or nothing."""


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


def find_iree_tool(name: str, folder: str | None) -> str:
    """Returns the path of IREE's tool `name`: in `folder` if one is given, else
    beside this Python, else in PATH. Raises MemplaceError if there is none."""
    folders = [folder] if folder else [sysconfig.get_path("scripts")]
    path = shutil.which(name, path=os.pathsep.join(folders))
    if not path and not folder:
        path = shutil.which(name)
    if path:
        return path
    where = f"in '{folder}'" if folder else "installed"
    raise MemplaceError(f"IREE's '{name}' is not {where}; {INSTALL_HINT}")


def version_of(iree_compile: str) -> str:
    """Returns the version that the compiler at this path tells, such as "3.13.0".
    Raises MemplaceError if it is none of IREE's."""
    text = run_tool([iree_compile, "--version"])
    match = re.search(r"IREE compiler version (\d+\.\d+\.\d+)", text)
    if not match:
        raise MemplaceError(
            f"'{iree_compile}' does not tell a version of IREE; {INSTALL_HINT}"
        )
    return match[1]


def find_tools(folder: str | None = None, memplace_opt: str | None = None) -> Tools:
    """Returns the tools, IREE's from `folder` if it is given. Raises MemplaceError
    if one is missing, or if IREE is of another version."""
    iree_compile = find_iree_tool("iree-compile", folder)
    version = version_of(iree_compile)
    if version != SUPPORTED_VERSION:
        raise MemplaceError(
            f"'{iree_compile}' is IREE {version}; memplace-iree knows the passes of "
            f"{SUPPORTED_VERSION} only; {INSTALL_HINT}"
        )
    beside = os.path.dirname(iree_compile)
    iree_opt = find_iree_tool("iree-opt", beside)
    return Tools(
        iree_compile, iree_opt, find_memplace_opt(RunOptions(memplace_opt=memplace_opt))
    )


def split_flag(flag: str) -> tuple[str, str]:
    """Returns name and value of a flag; the value is empty if it has none.

    >>> split_flag("--iree-opt-level=O2")
    ('iree-opt-level', 'O2')
    """
    name, _, value = flag.partition("=")
    return name.lstrip("-"), value


def flags_in_help(text: str) -> set[str]:
    """Returns the names of the flags that a tool's --help-list-hidden lists.

    >>> sorted(flags_in_help("  --a-flag=<int>  - text\\n    =value - text\\n  -o <file>"))
    ['a-flag', 'o']
    """
    return set(re.findall(r"^ *--?([A-Za-z0-9][\w-]*)", text, re.MULTILINE))


def check_flags(flags: Sequence[str]) -> None:
    """Raises InputError for a flag that compiling in parts cannot honour."""
    for flag in flags:
        name, value = split_flag(flag)
        if not flag.startswith("-") or not name:
            raise InputError(
                f"unexpected argument '{flag}'; write flags of iree-compile as "
                "--NAME=VALUE"
            )
        if reason := REFUSED_FLAGS.get(name):
            raise InputError(f"iree-compile's '{flag}' cannot be used here: {reason}")
        if name == "iree-execution-model" and value in OTHER_MODELS:
            raise InputError(
                f"'{flag}' has no transients to pack; use iree-compile itself"
            )


def check_no_export(flags: Sequence[str]) -> None:
    """Raises InputError for a flag that writes an archive besides ours."""
    for flag in flags:
        if split_flag(flag)[0] in EXPORT_FLAGS:
            raise InputError(
                f"iree-compile's '{flag}' cannot be used here: see --archive"
            )


def sort_flags(flags: Sequence[str], known_to_opt: set[str]) -> Flags:
    """Tells which flags iree-opt gets, and how. `flags` must pass `check_flags`.

    >>> sort_flags(["--iree-opt-level=O2", "--iree-scheduling-optimize-bindings"], set())
    Flags(all=('--iree-opt-level=O2', '--iree-scheduling-optimize-bindings'), for_opt=(), pass_options='{optimize-bindings=true}')
    """
    options = []
    for_opt = []
    for flag in flags:
        name, value = split_flag(flag)
        if name in PASS_OPTIONS:
            options.append(f"{PASS_OPTIONS[name]}={value or 'true'}")
        elif name in known_to_opt:
            for_opt.append(flag)
    text = "{" + " ".join(options) + "}" if options else ""
    return Flags(tuple(flags), tuple(for_opt), text)


# Two slices of a byte, live together, show what is rounded up to what.
ALIGNMENT_PROBE = """module {
  util.func public @probe() -> (index, index, index) {
    %size = arith.constant 1 : index
    %pack:3 = stream.resource.pack slices({[0, 0] = %size, [0, 0] = %size}) : index
    util.return %pack#0, %pack#1, %pack#2 : index, index, index
  }
}
"""


def read_probe(text: str) -> tuple[int, int]:
    """Returns alignments of offsets and sizes from the probe as IREE packed it.

    >>> read_probe('''%c0 = arith.constant 0 : index
    ... %c64 = arith.constant 64 : index
    ... %c80 = arith.constant 80 : index
    ... util.return %c80, %c0, %c64 : index, index, index''')
    (64, 16)
    """
    constants = dict(re.findall(r"(%\w+) = arith\.constant (\d+) : index", text))
    match = re.search(r"util\.return (%\w+), (%\w+), (%\w+) :", text)
    offsets = (
        sorted(int(constants.get(name, -1)) for name in match.groups()[1:])
        if match
        else []
    )
    size = int(constants.get(match[1], -1)) if match else -1
    if not offsets or offsets[0] != 0 or not 0 < offsets[1] < size:
        raise MemplaceError(
            f"iree-opt packed the probe in a way that is not known:\n{text}"
        )
    return offsets[1], size - offsets[1]


def alignments_of(tools: Tools, flags: Flags) -> tuple[int, int]:
    """Asks IREE what it aligns offsets to, and sizes, with these flags. Bytes."""
    passes = "builtin.module(util.func(iree-stream-layout-slices,canonicalize))"
    command = [tools.iree_opt, *flags.for_opt, f"--pass-pipeline={passes}"]
    return read_probe(run_tool(command, ALIGNMENT_PROBE))


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
    text = ",".join(pass_text(name, values) for name, values in passes)
    return [
        tools.memplace_opt,
        "--allow-unregistered-dialect",
        "--mlir-print-op-on-diagnostic=false",
        *GENERIC_FORM,
        f"--pass-pipeline=builtin.module({text})",
    ]


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
        message = str(error).replace(f"{folder}{os.sep}", "")
        raise MemplaceError(
            f"{message}\n--save-temps=FOLDER keeps the text between the tools"
        ) from error


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


def compile_in(
    folder: Path, model: str, tools: Tools, flags: Flags, options: PackOptions
) -> Compiled:
    """Compiles, with all files between the tools in `folder`."""
    flow = str(folder / "1.flow.mlir")
    scheduled = folder / "2.scheduled.mlir"
    packed = str(folder / "3.packed.mlir")
    stream = str(folder / "4.stream.mlir")
    archive = folder / ARCHIVE
    vmfb = folder / "module.vmfb"
    opt = [tools.iree_opt, *flags.for_opt]
    first = first_passes(options.weights, flags, archive)
    last = one_line(LAST_PASSES, flags.pass_options)
    pack = pack_command(tools, options, alignments_of(tools, flags), folder)

    run_tool([tools.iree_compile, model, *flags.all, "--compile-to=flow", "-o", flow])
    if options.weights:
        check_flow(flow, options.weights)
    run_step(folder, [*opt, first, *GENERIC_FORM, flow, "-o", str(scheduled)])
    run_tool([*pack, "-", "-o", packed], read_text(str(scheduled)), scheduled.name)
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
    weights = options.weights
    if weights and (folder / ARCHIVE).exists():
        install_archive(folder / ARCHIVE, weights.archive)
    if weights and weights.save_problem:
        write_text(weights.save_problem, read_text(str(folder / PROBLEM)))
    if options.save_plan:
        write_text(options.save_plan, compiled.plan)


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
    known = flags_in_help(run_tool([tools.iree_opt, "--help-list-hidden"]))
    sorted_flags = sort_flags(flags, known)
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
