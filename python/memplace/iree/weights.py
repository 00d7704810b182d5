"""Weights of IREE's modules, stored in an archive and read in each call.

This module has the options of `memplace-iree compile --weights-tier=host` (or `file`),
and the results. memplace.iree.compiling runs the tools; see docs/guide/iree.md.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from memplace.errors import InputError

REPORT = "weights.json"
PROBLEM = "problem.json"
PLAN = "plan.json"
"""Names of files that memplace's pass writes and reads."""

PARAMETER = "#flow.parameter.named<"
"""Prefix of a named parameter in IREE's text, in front of the scope."""


@dataclass(frozen=True, kw_only=True)
class WeightOptions:
    """Selects the weights that are read per call, and says how to plan the reads.

    Exactly one of `arena` and `memory` must be given.
    """

    arena: int | None = None
    """Limit on transients plus weights read per call, in bytes. No weight stays
    resident unless it has to."""
    memory: int | None = None
    """Limit on the arena plus resident weights, in bytes. The plan chooses the weights
    that stay resident."""
    archive: str
    """File to write the weights to, for --parameters=SCOPE=FILE."""
    scope: str = "weights"
    """Scope of the parameters in the module."""
    target: str = "h200-offload"
    """Machine to plan for: a built-in target or a file."""
    policy: str = "solver"
    """Planner: "solver", "on-demand" or "double-buffer"."""
    solver: str = "search"
    """Name of the solver; see docs/guide/solvers.md."""
    solver_options: str = ""
    """Options of the solver: NAME=VALUE,NAME=VALUE."""
    time_limit: float = 0.0
    """Limit per region in seconds; 0: no limit."""
    loops: str = "auto"
    """Loops to unroll, so that each trip reads only its own weights: "auto" unrolls
    loops that take slices of weights, "unroll" every loop with a known trip count, and
    "keep" none."""
    slices: str = "loops"
    """Slices of weights that become separate weights: "loops" only slices in unrolled
    loops, "all" other slices, too."""
    save_problem: str | None = None
    """File to write the placement problem to; requires a single region with weights."""


@dataclass(frozen=True)
class Region:
    """A part of a function, run as a unit, with the weights to read per call.

    Sizes are in bytes. Times are in seconds, by the target's model.
    """

    function: str
    """Name of the function."""
    weights: int
    """Number of weights that the region reads."""
    weight_bytes: int
    """Total size of these weights."""
    arena: int
    """Limit on the arena."""
    size: int
    """Size of the arena: transients, and the weights present at the same time."""
    smallest: int
    """Size of the smallest arena for which a plan is known."""
    smallest_proven: bool
    """Whether a smaller arena is proven impossible."""
    bytes_read: int
    """Bytes read per call."""
    planner: str
    """Origin of the plan: a solver, "on-demand" or "double-buffer"."""
    makespan: float
    """Time of a call."""
    resident: float
    """Time of a call if all weights were in the device's memory."""


@dataclass(frozen=True)
class ResidentWeight:
    """A weight that is not read per call."""

    key: str
    """Name in the archive."""
    size: int
    """Size in bytes."""
    reason: str
    """Reason why the weight stays resident."""


def check_options(options: WeightOptions) -> None:
    """Raises InputError for contradictory or invalid options."""
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
    """Says whether a module's text may contain loops, or slices to make weights of.

    >>> options = WeightOptions(arena=64, archive="w.irpa")
    >>> has_slices(["%c0 = arith.constant 0 : index"], options)
    False
    >>> has_slices(["%1 = scf.for %i = %c0 to %c4 step %c1"], options)
    True
    """
    ops = ["scf."] if options.slices == "loops" else ["scf.", "tensor.extract_slice"]
    return any(op in line for line in lines for op in ops)


def export_options(options: WeightOptions, archive: Path) -> dict[str, object]:
    """Returns the options of IREE's pass that moves constants to the file `archive`."""
    return {"path": f"{options.scope}={archive}", "minimum-size": 0}


def check_scope(options: WeightOptions, lines: Iterable[str]) -> None:
    """Raises InputError if the module's text already uses the scope of the archive.

    iree-run-module takes a single archive per scope.

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
    """Returns the options of memplace-stream-weights that concern weights only.

    The pass writes its report to `folder`.
    """
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
    """Parses the regions in the report of memplace-stream-weights."""
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
    """Parses the resident weights in the report of memplace-stream-weights."""
    return [
        ResidentWeight(entry["key"], entry["size"], entry["reason"])
        for entry in json.loads(text)["resident"]
    ]


def format_resident(resident: Sequence[ResidentWeight]) -> list[str]:
    """Returns a line for each reason for weights to stay resident.

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
