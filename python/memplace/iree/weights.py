"""Weights of IREE's modules in an archive, read per call: the options of
`memplace-iree compile --weights-tier=host` or `file`, and what became of them.

memplace.iree.compiling runs the tools; docs/guide/iree.md tells how it works.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from memplace.errors import InputError

REPORT = "weights.json"
PROBLEM = "problem.json"
PLAN = "plan.json"
"""Files between the tools that the pass writes."""

PARAMETER = "#flow.parameter.named<"
"""How IREE's text names a parameter, before its scope."""


@dataclass(frozen=True, kw_only=True)
class WeightOptions:
    """Which weights are read per call, from where, and how that is planned. One of
    `arena` and `memory` must be given."""

    arena: int | None = None
    """What transients and weights that are read may need together, bytes; no weight
    stays that need not."""
    memory: int | None = None
    """What they and the weights that stay resident may need together, bytes; which
    stay is chosen."""
    archive: str
    """File to write the weights to: what --parameters=SCOPE=FILE names."""
    scope: str = "weights"
    """The scope that the module reads them from."""
    target: str = "h200-offload"
    """The machine that the plan is made for: a built-in target or a file."""
    policy: str = "solver"
    """What makes the plan: "solver", "on-demand" or "double-buffer"."""
    solver: str = "search"
    """The solver, of docs/guide/solvers.md."""
    solver_options: str = ""
    """Its options, NAME=VALUE,NAME=VALUE."""
    time_limit: float = 0.0
    """Most seconds for each region; 0: as long as the solver wants."""
    loops: str = "auto"
    """Which loops are unrolled, so that the weights of each trip are read by themselves:
    "auto" those that take slices of weights, "keep" none, "unroll" all that can be."""
    slices: str = "loops"
    """Which slices of weights are weights of their own: "loops" those of unrolled loops,
    "all" the others, too."""
    save_problem: str | None = None
    """File to write the placement problem of the one region with weights to."""


@dataclass(frozen=True)
class Region:
    """A part of a function that runs as one, with the weights that it reads in each
    call. Bytes, and seconds by the model of the target."""

    function: str
    """Name of the function."""
    weights: int
    """How many weights it reads."""
    weight_bytes: int
    """What they have together."""
    arena: int
    """What the arena may have."""
    size: int
    """What it has: transients, and the weights that are there at one time."""
    smallest: int
    """No plan is known for a smaller arena."""
    smallest_proven: bool
    """Whether none exists."""
    bytes_read: int
    """What is read in each call."""
    planner: str
    """What made the plan: a solver, "on-demand" or "double-buffer"."""
    makespan: float
    """What a call takes."""
    resident: float
    """What it would take with all weights in the device's memory."""


@dataclass(frozen=True)
class ResidentWeight:
    """A weight that is not read per call."""

    key: str
    """Its name in the archive."""
    size: int
    """Bytes."""
    reason: str
    """Why."""


def check_options(options: WeightOptions) -> None:
    """Raises InputError for options that no compilation can honour."""
    if (options.arena is None) == (options.memory is None):
        raise InputError("one of 'arena' and 'memory' must be given, the other not")
    for what, size in (("arena", options.arena), ("memory", options.memory)):
        if size is not None and size < 1:
            raise InputError(f"the {what} must have at least 1 byte, got {size}")
    if not options.scope or not options.scope.isidentifier():
        raise InputError(
            f"the scope '{options.scope}' must be a name of letters, digits and '_'"
        )


def has_slices(lines: Iterable[str], options: WeightOptions) -> bool:
    """Whether the module's text may have loops, or slices that are to be weights.

    >>> options = WeightOptions(arena=64, archive="w.irpa")
    >>> has_slices(["%c0 = arith.constant 0 : index"], options)
    False
    >>> has_slices(["%1 = scf.for %i = %c0 to %c4 step %c1"], options)
    True
    """
    ops = ["scf."] if options.slices == "loops" else ["scf.", "tensor.extract_slice"]
    return any(op in line for line in lines for op in ops)


def export_options(options: WeightOptions, archive: Path) -> dict[str, object]:
    """The options of IREE's pass that moves constants to the file `archive`."""
    return {"path": f"{options.scope}={archive}", "minimum-size": 0}


def check_scope(options: WeightOptions, lines: Iterable[str]) -> None:
    """Raises InputError if the module's text has parameters in the scope of the
    archive already: iree-run-module knows one archive by a scope.

    >>> options = WeightOptions(arena=64, archive="w.irpa", scope="model")
    >>> check_scope(options, ['#flow.parameter.named<"other"::"model">'])
    >>> check_scope(options, ['= #flow.parameter.named<"model"::"w"> : f32'])
    Traceback (most recent call last):
    memplace.errors.InputError: the model has parameters of scope 'model' already; choose another by --weights-scope
    """
    name = f'{PARAMETER}"{options.scope}"::'
    if any(name in line for line in lines):
        raise InputError(
            f"the model has parameters of scope '{options.scope}' already; choose "
            "another by --weights-scope"
        )


def pass_options(options: WeightOptions, folder: Path) -> dict[str, object]:
    """The options of memplace-stream-weights that are about weights only; it writes
    its report to `folder`."""
    bound = "arena" if options.memory is None else "memory"
    values: dict[str, object] = {
        bound: getattr(options, bound),
        "target": options.target,
        "policy": options.policy,
        "solver": options.solver,
        "time-limit": options.time_limit,
        "report": folder / REPORT,
    }
    if options.solver_options:
        values["solver-options"] = options.solver_options
    if options.save_problem:
        values["save-problem"] = folder / PROBLEM
    return values


def read_regions(text: str) -> list[Region]:
    """Returns the regions of a file that the pass wrote."""
    return [
        Region(
            function=entry["function"],
            weights=entry["weights"],
            weight_bytes=entry["weight_bytes"],
            arena=entry["arena"],
            size=entry["size"],
            smallest=entry["smallest"],
            smallest_proven=entry["smallest_proven"],
            bytes_read=entry["bytes_read"],
            planner=entry["planner"],
            makespan=entry["makespan_ps"] / 1e12,
            resident=entry["resident_ps"] / 1e12,
        )
        for entry in json.loads(text)["regions"]
    ]


def read_resident(text: str) -> list[ResidentWeight]:
    """Returns the weights that stay resident, of a file that the pass wrote."""
    return [
        ResidentWeight(entry["key"], entry["size"], entry["reason"])
        for entry in json.loads(text)["resident"]
    ]


def format_resident(resident: Sequence[ResidentWeight]) -> list[str]:
    """Returns a line for each reason why weights stay.

    >>> weights = [ResidentWeight("a", 64, "it is returned"), ResidentWeight("b", 64, "it is returned")]
    >>> format_resident(weights)
    ['2 weights of 128 bytes stay resident: it is returned']
    """
    sizes: dict[str, list[int]] = {}
    for weight in resident:
        sizes.setdefault(weight.reason, []).append(weight.size)
    return [
        f"{len(bytes_of)} weights of {sum(bytes_of)} bytes stay resident: {reason}"
        for reason, bytes_of in sizes.items()
    ]


def format_regions(regions: Sequence[Region]) -> str:
    """Returns a table of the regions.

    >>> region = Region("main", 4, 857088, 600000, 598016, 548864, True, 857088,
    ...                 "shift", 29.71e-6, 7.791e-6)
    >>> print(format_regions([region]))
    function  weights       bytes       arena        used    smallest   read/call   modelled   resident  plan
    main            4      857088      600000      598016      548864      857088    29.7 us     7.8 us  shift
    """
    width = max([len("function"), *(len(region.function) for region in regions)])
    lines = [
        f"{'function':{width}}  weights       bytes       arena        used    smallest"
        "   read/call   modelled   resident  plan"
    ]
    for region in regions:
        numbers = (
            region.weight_bytes,
            region.arena,
            region.size,
            region.smallest,
            region.bytes_read,
        )
        lines.append(
            f"{region.function:{width}}  {region.weights:7}"
            + "".join(f"  {number:10}" for number in numbers)
            + f"  {1e6 * region.makespan:6.1f} us  {1e6 * region.resident:6.1f} us"
            f"  {region.planner}"
        )
    return "\n".join(lines)
