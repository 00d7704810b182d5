"""Problems, solutions, solvers and the simulator, as offered by `import memplace`.

A problem may be given as a `Problem`, as the path of a JSON file, possibly gzipped, or
as a dict with the fields of such a file. The same holds for a solution.
"""

import json
import math
import os
import warnings
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from memplace import arguments
from memplace.compiled import core
from memplace.errors import InputError

Problem = core.Problem
Solution = core.Solution

ProblemLike = core.Problem | str | os.PathLike[str] | dict[str, Any]
SolutionLike = core.Solution | str | os.PathLike[str] | dict[str, Any]
Progress = Callable[[float, float | None, float], object]
Clock = Callable[[core.Solution], float | None]


def as_problem(problem: ProblemLike) -> core.Problem:
    """Converts a problem in any accepted form to a `Problem`.

    Raises InputError, with file and field, if the problem is not well formed.

    >>> as_problem(problem.to_dict()) == problem
    True
    """
    if isinstance(problem, core.Problem):
        return problem
    if isinstance(problem, dict):
        return core.Problem.from_dict(problem)
    if isinstance(problem, (str, os.PathLike)):
        return core.Problem.load(problem)
    raise InputError(
        "a problem is a memplace.Problem, a path or a dict, not a "
        f"{type(problem).__name__}"
    )


def as_solution(problem: ProblemLike, solution: SolutionLike) -> core.Solution:
    """Converts a solution of `problem` in any accepted form to a `Solution`.

    Raises InputError if the solution does not fit `problem`. It need not be legal.

    >>> solution = solve(problem).solution
    >>> as_solution(problem, solution.to_dict()) == solution
    True
    """
    if isinstance(solution, core.Solution):
        given = as_problem(problem)
        if solution.problem != given:
            raise InputError(
                f"the solution is one of problem '{solution.problem.name}', which "
                f"differs from the given problem '{given.name}'"
            )
        return solution
    if isinstance(solution, dict):
        return core.Solution.from_dict(as_problem(problem), solution)
    if isinstance(solution, (str, os.PathLike)):
        return core.Solution.load(as_problem(problem), solution)
    hint = "; pass its `solution`" if isinstance(solution, SolveResult) else ""
    raise InputError(
        "a solution is a memplace.Solution, a path or a dict, not a "
        f"{type(solution).__name__}{hint}"
    )


@dataclass(frozen=True)
class Violation:
    """A violated rule of a placement.

    rule: "R1" to "R11" of docs/reference/problem.md; "form" if the solution does not
        fit the problem at all; "claim" if the solution claims a wrong makespan, bound
        or peak.
    message: one sentence with names and numbers.
    """

    rule: str
    message: str

    def __str__(self) -> str:
        return f"{self.rule}: {self.message}"


def verify(problem: ProblemLike, solution: SolutionLike) -> list[Violation]:
    """Checks a placement by code that shares nothing with the solvers.

    Returns an empty list if the placement is legal and its claims are true, else
    a list with the first violation found. Raises InputError if the problem or the
    solution cannot be read.

    >>> verify(problem, solve(problem).solution)
    []
    """
    found = core.find_violation(as_solution(problem, solution))
    return [Violation(*found)] if found else []


@dataclass(frozen=True)
class Simulation:
    """One simulated run of a placement (docs/reference/simulator.md).

    Times are seconds from the start of the program; each loop body is simulated
    once. N is the number of ops, S of stalls, X of transfers.

    makespan: Σ op durations × trips + Σ stalls × trips, seconds.
    op_seconds, stall_seconds: the two terms of `makespan`.
    bytes_transferred: Σ bytes × trips over all transfers.
    op_start, op_duration: [N] float64, by step.
    stall_step: [S] int64, the op before which compute waits; N: the end.
    stall_start, stall_duration: [S] float64.
    stall_transfer: [S] int64, index of the awaited transfer.
    stall_trips: [S] int64, the number of times that the stall counts.
    transfer_issued, transfer_flow_start, transfer_arrived: [X] float64, by index
        of the transfer. In a cyclic problem, a negative time lies in the previous
        invocation.
    """

    makespan: float
    op_seconds: float
    stall_seconds: float
    bytes_transferred: int
    op_start: NDArray[np.float64] = field(repr=False)
    op_duration: NDArray[np.float64] = field(repr=False)
    stall_step: NDArray[np.int64] = field(repr=False)
    stall_start: NDArray[np.float64] = field(repr=False)
    stall_duration: NDArray[np.float64] = field(repr=False)
    stall_transfer: NDArray[np.int64] = field(repr=False)
    stall_trips: NDArray[np.int64] = field(repr=False)
    transfer_issued: NDArray[np.float64] = field(repr=False)
    transfer_flow_start: NDArray[np.float64] = field(repr=False)
    transfer_arrived: NDArray[np.float64] = field(repr=False)


# Fields of a solution that are claims about the problem, not parts of the placement.
_CLAIMS = ("makespan_ps", "lower_bound_ps", "proven_optimal")


def without_claims(solution: "Solution") -> dict[str, Any]:
    """Returns the fields of a solution that define the placement."""
    return {key: x for key, x in solution.to_dict().items() if key not in _CLAIMS}


def simulate(problem: ProblemLike, solution: SolutionLike) -> Simulation:
    """Simulates a placement. Raises InputError, with the rule, if it is illegal.

    >>> result = solve(problem)
    >>> run = simulate(problem, result.solution)
    >>> run.makespan == result.makespan, run.op_start.shape == (problem.num_ops,)
    (True, True)
    """
    return Simulation(**core.simulate(as_solution(problem, solution)))


def timeline(problem: ProblemLike, solution: SolutionLike) -> str:
    """Returns a simulated run as a table of ops, stalls, transfers and totals.

    Raises InputError, with the rule, if the placement is illegal.

    >>> timeline(problem, solve(problem).solution).splitlines()[0]
    'start, ms  duration, ms  trips  event'
    """
    return core.timeline_text(as_solution(problem, solution))


def chrome_trace(problem: ProblemLike, solution: SolutionLike) -> str:
    """Returns a simulated run as a Chrome trace (JSON) for Perfetto.

    Raises InputError, with the rule, if the placement is illegal.

    >>> sorted(json.loads(chrome_trace(problem, solve(problem).solution)))
    ['displayTimeUnit', 'traceEvents']
    """
    return core.chrome_trace(as_solution(problem, solution))


@dataclass(frozen=True)
class FrontPoint:
    """A placement on a Pareto front: no other point is at least as good in both values.

    makespan: simulated, seconds.
    slow_tier_bytes: bytes across the interface of the slowest tier in one run, the main
        part of the energy spent on memory (docs/guide/egrl.md).
    solution: verified.

    >>> point = solve(problem, "whole-life", budget=50, pareto=True).front[0]
    >>> verify(problem, point.solution)
    []
    """

    makespan: float
    slow_tier_bytes: int
    solution: core.Solution


@dataclass(frozen=True)
class SolveResult:
    """Result of a solver.

    status: "solved"; "optimal", proven; "infeasible", proven: there is no
        placement; "limit-reached": no placement was found within the limits.
    solution: verified; None with the last two statuses.
    makespan: simulated, seconds; None without a solution.
    bound: proven lower bound on the makespan of any placement, seconds.
    gap: (makespan - bound) / bound; None without a solution.
    seconds: duration of solving and checking.
    notes: reasons why the solver could not do everything it normally does.
    message: reason why there is no solution.
    cut_problem: the problem that the solution belongs to if `cut` was given, else None.
    front: with `pareto`, the Pareto front, fastest first; empty otherwise.
    """

    solver: str
    status: Literal["solved", "optimal", "infeasible", "limit-reached"]
    solution: core.Solution | None
    makespan: float | None
    bound: float
    gap: float | None
    seconds: float
    notes: list[str] = field(default_factory=list)
    message: str = ""
    cut_problem: core.Problem | None = None
    front: list[FrontPoint] = field(default_factory=list)

    @property
    def peak_bytes(self) -> NDArray[np.int64] | None:
        """Highest byte in use, by tier: [tiers] int64; None without a solution."""
        return None if self.solution is None else self.solution.peak_bytes

    def show(self, *others: "SolveResult | core.Solution") -> None:
        """Shows the placement beside other placements of the same problem.

        See `Solution.show`. Raises InputError if there is no placement.
        """
        plans: list[core.Solution] = []
        for each in (self, *others):
            plan = each.solution if isinstance(each, SolveResult) else each
            if plan is None:
                raise InputError("there is no placement to show: see `message`")
            plans.append(plan)
        plans[0].show(*plans[1:])


def solve(
    problem: ProblemLike,
    solver: str = "greedy",
    *,
    time_limit: float | None = None,
    budget: int | None = None,
    seed: int = 0,
    options: Mapping[str, object] | None = None,
    bound_iterations: int = 0,
    progress: Progress | bool | None = None,
    cut: str | int = "none",
    cut_budget: int = 300,
    start: SolutionLike | None = None,
    clock: Clock | None = None,
    pareto: bool = False,
) -> SolveResult:
    """Searches for a placement, and verifies it.

    solver: one of `solvers()`.
    time_limit: seconds; None: until the solver is done.
    budget: the solver's option `budget`, e.g. the number of placements that "search"
        simulates.
    seed: seed of all randomness, 0 to 2^64 - 1.
    options: options of the solver; see `solver_options(solver)`.
    bound_iterations: above 0 proves a stronger bound, with at most this many steps of
        improvement, which takes seconds on programs of some hundred ops.
    progress: called a few times per second as progress(seconds, makespan, fraction):
        seconds so far, best makespan (seconds, or None), and estimated fraction done.
        If it returns False, the solver stops with the best placement so far. True: a
        bar on standard error, which needs the package tqdm.
    cut: "auto" cuts ops and buffers into pieces if the program becomes faster; a number
        does the same, with so many pieces per cut. The solution then belongs to
        `cut_problem`, which is the problem itself if nothing is cut.
    cut_budget: number of cut problems that each search for cuts tries; with a time
        limit, as many as it permits.
    start: a legal placement as a warm start; the result is never slower. An
        error if the solver has no warm start (docs/guide/solvers.md).
    clock: called with a placement; returns its time in seconds, above 0, or None to
        stop. "whole-life" and "egrl" then optimise this time instead of the model's.
        `makespan` still comes from the model. Not with `cut`. See `tune`.
    pareto: also search for placements that trade time for traffic of the slowest tier;
        see `front`. Sets the solver's option `pareto`. Not with `cut`.

    A problem without a placement is a status, not an error. A target with a slower tier
    before a faster one gives a UserWarning. Other Python threads continue meanwhile.
    Ctrl-C stops the solver and raises KeyboardInterrupt.
    Raises InputError for an invalid problem, an unknown solver or an invalid option, and
    MissingPartError for progress=True without tqdm.

    >>> result = solve(problem, "search", budget=100)
    >>> result.status, result.makespan <= solve(problem, "greedy").makespan
    ('solved', True)
    >>> again = solve(problem, "search", budget=1, start=result.solution)
    >>> again.makespan <= result.makespan
    True
    >>> traded = solve(problem, "whole-life", budget=50, pareto=True)
    >>> traded.front[0].makespan == traded.makespan
    True
    """
    if not isinstance(solver, str):
        raise InputError(f"solver must be a name, got {solver!r}")
    if progress is not None and not callable(progress) and not _is_bool(progress):
        raise InputError(
            f"progress must be callable, True, False or None, got {progress!r}"
        )
    given = as_problem(problem)
    if given.tier_order_warning:
        warnings.warn(given.tier_order_warning, stacklevel=2)
    if not _is_bool(pareto):
        raise InputError(f"pareto must be True or False, got {pareto!r}")
    if pareto and str(cut) != "none":
        raise InputError("pareto is not for use with cut")
    chosen = arguments.solver_options(options, budget)
    if pareto:
        chosen.append(("pareto", "true"))
    values = (
        chosen,
        arguments.time_limit(time_limit),
        arguments.seed(seed),
        arguments.integer("bound_iterations", bound_iterations, 0, 2**62),
    )
    title = f"{solver} on {given.name}"
    cuts = (str(cut), arguments.integer("cut_budget", cut_budget, 0, 2**62))
    begin = None if start is None else as_solution(given, start)
    if clock is not None and (not callable(clock) or cuts[0] != "none"):
        raise InputError("clock must be callable, and is not for use with cut")
    ask = None if clock is None else checked_clock(clock)
    with _bar_or_call(progress, title, time_limit) as call:
        found = core.solve(given, solver, *values, call, *cuts, begin, ask)
        if call is not None and call is not progress:
            # A short solve may end before any progress was reported.
            call(found["seconds"], found["makespan"], 1.0)
    makespan = found["makespan"]
    gap = None if makespan is None else core.gap(makespan, found["bound"])
    found["front"] = [FrontPoint(*point) for point in found["front"]] if pareto else []
    return SolveResult(solver=solver, gap=gap, **found)


def checked_clock(clock: Clock) -> Clock:
    """Wraps a clock; any answer except None and seconds above 0 raises InputError."""

    def ask(solution: core.Solution) -> float | None:
        seconds = clock(solution)
        if seconds is None:
            return None
        try:
            number = float(seconds)
        except (TypeError, ValueError):
            number = math.nan
        if not 0 < number < math.inf:
            raise InputError(
                f"the clock must return seconds above 0, or None, got {seconds!r}"
            )
        return number

    return ask


def _is_bool(value: object) -> bool:
    return isinstance(value, (bool, np.bool_))


def _bar_or_call(
    progress: Progress | bool | None, title: str, time_limit: float | None
) -> AbstractContextManager[Progress | None]:
    """Returns a context with the function that the solver reports progress to."""
    if progress is None or callable(progress):
        return nullcontext(progress)
    if not progress:
        return nullcontext(None)
    from memplace.progress import ProgressBar

    return ProgressBar(title, time_limit)


def solvers() -> dict[str, str]:
    """Returns the solvers: descriptions by name. Loads the agent if there is one.

    >>> solvers()["greedy"]
    'best benefit for its size first, with prefetch and evict'
    """
    return dict(core.solvers())


@dataclass(frozen=True)
class SolverOption:
    """An option of a solver, with its default, as text, and a description."""

    name: str
    default: str
    description: str


def solver_options(solver: str) -> list[SolverOption]:
    """Returns the options of a solver. Raises InputError for an unknown solver.

    >>> [option.name for option in solver_options("search")][:3]
    ['budget', 'force', 'give-way']
    """
    if not isinstance(solver, str):
        raise InputError(f"solver must be a name, got {solver!r}")
    return [SolverOption(*option) for option in core.solver_options(solver)]


def lower_bound(
    problem: ProblemLike, *, iterations: int = 0, target: float | None = None
) -> float:
    """Returns a proven lower bound on the makespan of any legal placement, in seconds.

    iterations: above 0 proves a stronger bound (docs/reference/bounds.md), with at most
        this many steps of improvement.
    target: makespan of the best known placement, seconds; improves the stronger bound.

    Ctrl-C takes effect only at the end. Raises InputError for an invalid problem, a
    negative number of iterations, or a target that is not above 0.

    >>> lower_bound(problem) <= lower_bound(problem, iterations=50)
    True
    """
    return core.lower_bound(
        as_problem(problem),
        arguments.integer("iterations", iterations, 0, 2**62),
        math.inf if target is None else arguments.seconds("target", target),
    )


def lower_bound_on_peak(problem: ProblemLike) -> int:
    """Returns the largest total size of buffers live at one step, in bytes.

    External buffers, whose storage belongs to the caller, do not count. Raises
    InputError for an invalid problem.

    >>> 0 < lower_bound_on_peak(problem) <= problem.buffer_sizes.sum()
    np.True_
    """
    return core.lower_bound_on_peak(as_problem(problem))


def targets() -> list[str]:
    """Returns the names of the built-in targets (docs/reference/targets.md).

    >>> "tpu-v4i" in targets()
    True
    """
    return core.target_names()


def target(name_or_path: str | os.PathLike[str]) -> dict[str, Any]:
    """Returns a target by name, or from a file.

    A path contains a "/", or ends in .json or .json.gz. Raises InputError for an
    unknown name or an invalid file.

    >>> target("tpu-v4i")["tiers"][0]["name"]
    'cmem'
    """
    fields: dict[str, Any] = json.loads(core.target_json(os.fspath(name_or_path)))
    return fields
