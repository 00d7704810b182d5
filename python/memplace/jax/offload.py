"""`offload_plan`: chooses the arguments in the host's memory by memplace's solvers."""

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from memplace import arguments as checks
from memplace.compiled import core
from memplace.errors import InputError
from memplace.jax.costs import num_bytes
from memplace.machines import Machine, find_machine
from memplace.jax.plan import (
    DEVICE_KIND,
    HOST_KIND,
    MEMORY_KINDS,
    Argument,
    Arrival,
    OffloadPlan,
    Part,
    Schedule,
    lower,
    make_function,
)
from memplace.jax.problems import Choice, OffloadPlanner, Packed, issued_late
from memplace.jax.program import Program, Value, read_programs
from memplace.stages import stage
from memplace.placement import simulate, solve, solver_options, verify


def _fixed_kinds(program: Program, kinds: Mapping[str, str] | None) -> dict[int, str]:
    """Returns the memory kind of each argument named in `kinds`, by value. Raises
    InputError for an unknown kind or path."""
    if kinds is not None and not isinstance(kinds, Mapping):
        raise InputError(f"kinds must be a dict, got {kinds!r}")
    fixed = {}
    # Longer paths come last, because the longest match of a leaf counts.
    for path, kind in sorted((kinds or {}).items(), key=lambda item: len(str(item[0]))):
        if kind not in MEMORY_KINDS:
            raise InputError(
                f"no memory kind {kind!r} (for {path!r}), use one of "
                f"{', '.join(MEMORY_KINDS)}"
            )
        matches = [
            value
            for leaf, value in zip(program.paths, program.arguments)
            if leaf == path or leaf.startswith((f"{path}[", f"{path}."))
        ]
        if not matches:
            raise InputError(
                f"kinds names no argument by {path!r}; a path is written as "
                f"{program.paths[0]!r}"
                if program.paths
                else "there are no arguments"
            )
        fixed.update(dict.fromkeys(matches, kind))
    return fixed


def _sides(program: Program, fixed: dict[int, str]) -> tuple[list[int], list[int]]:
    """Returns the arguments free to live on either side, and the arguments fixed to the
    host. Split arguments are listed by their parts. Raises InputError if an argument
    fixed to the host is also a result."""
    movable, hosted = [], []
    for path, value in zip(program.paths, program.arguments):
        is_returned = any(
            known in program.results for known in (value, *program.parts_of(value))
        )
        if is_returned and fixed.get(value) == HOST_KIND:
            raise InputError(
                f"args{path} is a result as it is, so it must live on the device; "
                f"leave it out of kinds, or return a copy"
            )
        units = [p for p in program.units_of(value) if program.values[p].bytes]
        if is_returned:
            continue
        if value not in fixed:
            movable += units
        elif fixed[value] == HOST_KIND:
            hosted += units
    return movable, hosted


def _check_budget(planner: OffloadPlanner, packed: Packed, target: str) -> None:
    """Raises InputError with the smallest budget if no plan fits."""
    if planner.budget >= packed.peak:
        return
    step = planner.fullest_step(packed)
    word = "smallest possible" if packed.is_proven else "smallest that was found"
    raise InputError(
        f"a budget of {planner.budget} bytes is too small for {target}: the {word} is "
        f"{packed.peak} bytes ({packed.held} bytes of arguments and constants that "
        f"stay on the device, and what {step} needs); raise budget_bytes, or split that step"
    )


def _choose(planner: OffloadPlanner, seed: int) -> frozenset[int]:
    """Returns the arguments to keep on the device, the best of up to `evaluations`
    choices. Unused arguments stay on the host."""
    program = planner.program
    used = [v for v in planner.movable if program.first_use(v) is not None]

    def cost(
        chosen: list[int], limit: tuple[float, int, int]
    ) -> tuple[float, int, int]:
        choice = planner.evaluate(frozenset(used[number] for number in chosen))
        return (math.inf, 0, 0) if choice is None else choice.cost

    items = core.ResidentItems(
        sizes=[planner.held_size(value) for value in used],
        copies=[planner.copies(value) for value in used],
        others=planner.used_without(used),
        room=planner.budget,
    )
    chosen = items.choose(planner.evaluations, seed, cost) or []
    return frozenset(used[number] for number in chosen)


def _final(
    planner: OffloadPlanner,
    resident: frozenset[int],
    solver: str,
    options: dict[str, Any],
) -> Choice:
    """Returns the fastest placement for `resident`: by `solver`, by `evaluate`, or with
    all copies just in time if there is room."""
    found = [planner.evaluate(resident)]
    built = planner.build(resident)
    if built.held < planner.budget:
        solution = solve(built.problem, solver, **options).solution
        if solution is not None:
            choice = Choice(built, solution, simulate(built.problem, solution))
            found.append(issued_late(choice))
    packed = planner.pack(resident)
    if packed.peak <= planner.budget:
        found.append(planner.just_in_time(resident, packed))
    best = min((c for c in found if c is not None), key=lambda choice: choice.cost)
    violations = verify(best.built.problem, best.solution)
    assert not violations, f"every plan must be legal: {violations}"
    return best


def _all_on_device(planner: OffloadPlanner) -> tuple[Choice, int]:
    """Returns the placement with all arguments on the device, whatever the budget, and
    its peak in bytes."""
    everything = [*planner.movable, *planner.hosted]
    full = replace(planner, movable=everything, hosted=[], tried={})
    packed = full.pack(frozenset(everything))
    full.budget = packed.peak
    return full.just_in_time(frozenset(everything), packed), packed.peak


def _copies(
    choice: Choice, arrays: list[Value]
) -> tuple[dict[int, list[Arrival]], Schedule]:
    """Returns the copies by argument, and the same copies as the function needs them.
    `arrays` are the program's values. Copies without a reader are left out."""
    rows = choice.solution.residencies.tolist()
    transfers = choice.solution.transfers.tolist()
    of_residency = {row[1]: copy for copy, row in enumerate(transfers)}
    reads: dict[int, list[int]] = {}
    served = {}
    table = choice.solution.to_dict()["served"]
    for step, values in enumerate(choice.built.accesses):
        for value, residency in zip(values, table[step]):
            if value >= 0 and residency in of_residency:
                copy = of_residency[residency]
                served[step, value] = copy
                reads.setdefault(copy, []).append(step)
    arrivals: dict[int, list[Arrival]] = {}
    issues: dict[int, list[tuple[int, int]]] = {}
    issued = choice.simulation.transfer_issued.tolist()
    arrived = choice.simulation.transfer_arrived.tolist()
    for copy, (_, to, _, start, *_) in enumerate(transfers):
        if copy not in reads:
            continue
        value = choice.built.values[rows[to][0]]
        steps = reads[copy]
        issues.setdefault(start, []).append((copy, value))
        part = arrays[value].part
        arrivals.setdefault(part.argument if part else value, []).append(
            Arrival(
                start,
                steps[0],
                steps[-1],
                issued[copy],
                arrived[copy],
                part.position if part else (),
            )
        )
    for copies in arrivals.values():
        copies.sort(key=lambda arrival: arrival.issued)
    return arrivals, Schedule(issues, served)


def _arguments(
    planner: OffloadPlanner,
    resident: frozenset[int],
    arrivals: dict[int, list[Arrival]],
) -> tuple[Argument, ...]:
    """Returns the leaves of the arguments, with their memory kinds and copies."""
    program = planner.program
    on_host = planner.on_host(resident)

    def kind_of(value: int) -> str:
        return HOST_KIND if value in on_host else DEVICE_KIND

    arguments = []
    for path, aval, value in zip(program.paths, program.in_avals, program.arguments):
        parts = [
            Part(part.position, kind_of(v))
            for v in program.units_of(value)
            if value in program.split and (part := program.values[v].part)
        ]
        kinds = {part.memory_kind for part in parts} or {kind_of(value)}
        arguments.append(
            Argument(
                path=path,
                shape=tuple(aval.shape),
                dtype=str(aval.dtype),
                bytes=num_bytes(aval),
                memory_kind=HOST_KIND if HOST_KIND in kinds else DEVICE_KIND,
                arrivals=tuple(arrivals.get(value, ())),
                parts=tuple(sorted(parts, key=lambda part: part.position)),
            )
        )
    return tuple(arguments)


def _check_host(planner: OffloadPlanner, resident: frozenset[int], target: str) -> None:
    """Raises InputError if the host's memory is too small."""
    values = planner.program.values
    on_host = planner.on_host(resident)
    size = sum(values[v].bytes for v in planner.program.units if v in on_host)
    if size > planner.machine.host_bytes:
        raise InputError(
            f"{size} bytes of arguments would have to live on the host, which has only "
            f"{planner.machine.host_bytes} bytes on {target}; raise budget_bytes"
        )


def _budget(budget_bytes: int | None, machine: Machine, target: str) -> int:
    """Returns the budget in bytes, checked; by default all of the device's memory."""
    if budget_bytes is None:
        return machine.device_bytes
    budget = checks.integer("budget_bytes", budget_bytes, 1, 2**62)
    if budget > machine.device_bytes:
        raise InputError(
            f"budget_bytes is {budget}, but the device's memory of {target} has only "
            f"{machine.device_bytes} bytes"
        )
    return budget


@stage("planning copies")
def _plan(
    planner: OffloadPlanner,
    fits: bool,
    target: str,
    solver: str,
    options: dict[str, Any],
) -> tuple[OffloadPlanner, frozenset[int], Choice]:
    """Returns the planner, the arguments on the device, and the fastest placement
    found. `fits` is true if all movable arguments fit on the device."""
    everything = frozenset(planner.movable)
    resident = everything if fits else _choose(planner, options["seed"])
    _check_host(planner, resident, target)
    return planner, resident, _final(planner, resident, solver, options)


def offload_plan(
    f: Callable[..., Any],
    args: tuple[Any, ...],
    target: str = "tpu-v5e",
    budget_bytes: int | None = None,
    *,
    kinds: Mapping[str, str] | None = None,
    solver: str = "search",
    evaluations: int = 100,
    budget: int = 1000,
    seed: int = 0,
    max_steps: int = 2000,
) -> OffloadPlan:
    """Chooses the arguments of `f` to keep in the host's memory, and the times of their
    copies to the device, so that a call is fast and fits.

    f: a function traceable by JAX; may be jitted. Results stay on the device.
    args: positional arguments of `f`, arrays or `jax.ShapeDtypeStruct`s in any tree of
        containers; only shapes and types matter.
    target: one of `TARGETS`.
    budget_bytes: limit on the device's memory; None: all of it.
    kinds: fixes the places of leaves: one of `MEMORY_KINDS` by the leaf's path, as
        `jax.tree_util.keystr` writes it ("[1]['w']" for `args[1]["w"]`), or by a common
        prefix of several paths ("[1]"); the longest match of a leaf counts.
    solver: one of `memplace.solvers()`, for the copies of the final choice.
    evaluations: largest number of choices to try, with solver greedy; 0: only all
        arguments on the host.
    budget: placements to simulate, if the solver has an option `budget`.
    seed: of all randomness, 0 to 2^64 - 1.
    max_steps: largest number of equations after unrolling. If not all arguments fit on
        the device, scans over arguments are also tried unrolled; each trip's part then
        has a copy of its own. 0: never.

    Raises InputError for an unknown target, memory kind, path or solver; for a function
    JAX can't trace or lower; for arrays of dynamic shape or on several devices; for a
    budget in which no plan fits (the message has the smallest possible budget); and if
    JAX's first device has no memory of kind "pinned_host".

    >>> import jax
    >>> w = jax.ShapeDtypeStruct((64, 64), "float32")    # 16,384 bytes
    >>> chain = lambda x, first, second: x @ first @ second
    >>> plan = offload_plan(chain, (w, w, w), budget_bytes=70_000)
    >>> plan.memory_kinds
    ('pinned_host', 'device', 'device')
    >>> plan.peak_bytes, plan.smallest_budget_bytes
    (65536, 49152)
    """
    if not callable(f):
        raise InputError(f"f must be a function, got {f!r}")
    if not isinstance(args, (tuple, list)):
        raise InputError(
            f"args must be the tuple of f's arguments, got a {type(args).__name__}"
        )
    machine = find_machine(target)
    capacity = _budget(budget_bytes, machine, target)
    limit = checks.integer("evaluations", evaluations, 0, 2**31)
    most = checks.integer("max_steps", max_steps, 0, 2**31)
    options: dict[str, Any] = {"seed": seed}
    if any(option.name == "budget" for option in solver_options(solver)):
        options["budget"] = budget
    planners = []
    for program in read_programs(f, tuple(args), most):
        movable, hosted = _sides(program, _fixed_kinds(program, kinds))
        planner = OffloadPlanner(program, machine, capacity, movable, hosted, limit)
        fits = planner.pack(frozenset(movable)).peak <= capacity
        planners.append((planner, planner.pack(frozenset()), fits))
    least = min(planners, key=lambda entry: entry[1].peak)
    _check_budget(least[0], least[1], target)
    # Loops are not unrolled if all arguments fit on the device.
    planned = [
        _plan(planner, fits, target, solver, options)
        for planner, packed, fits in (planners[:1] if planners[0][2] else planners)
        if packed.peak <= capacity
    ]
    planner, resident, choice = min(planned, key=lambda found: found[2].cost)
    program = planner.program
    arrivals, schedule = _copies(choice, program.values)
    arguments = _arguments(planner, resident, arrivals)
    function = make_function(f, program, arguments, schedule)
    on_device, peak_on_device = _all_on_device(planner)
    return OffloadPlan(
        function=function,
        stablehlo=lower(function, program, arguments, machine.platform),
        arguments=arguments,
        target=target,
        budget_bytes=capacity,
        smallest_budget_bytes=max(1, least[1].peak),
        peak_bytes=choice.peak,
        peak_bytes_on_device=peak_on_device,
        seconds=choice.simulation.makespan,
        seconds_on_device=on_device.simulation.makespan,
        stall_seconds=choice.simulation.stall_seconds,
        bytes_transferred=choice.simulation.bytes_transferred,
        solver=choice.solution.solver,
        problem=choice.built.problem,
        solution=choice.solution,
        in_tree=program.in_tree,
    )
