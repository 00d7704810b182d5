"""Compares XLA's placement, memplace's re-implementation of XLA's algorithm, and
memplace's own placements."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace

from memplace.errors import InputError
from memplace.placement import (
    ProblemLike,
    Solution,
    SolutionLike,
    as_problem,
    as_solution,
    lower_bound,
    simulate,
    solve,
    solver_options,
)
from memplace.xla.origin import Word, origin_of


@dataclass(frozen=True)
class Row:
    """A placement of the problem.

    makespan, stalls: simulated, seconds; the makespan includes the stalls.
    xla_cycles, xla_stalls: XLA's own time of the placement, seconds: of the ops by its
        cycles, and simulated waits; None for a placement that is not XLA's.
    gap: (makespan - bound) / bound.
    peak_bytes: largest byte offset in use in the fast memory.
    bytes_moved: bytes moved by transfers; those in loops count once per trip.
    transfers: number of transfers.
    seconds: run time of the solver; None for a given placement.
    """

    solver: str
    makespan: float
    gap: float | None
    stalls: float
    peak_bytes: int
    bytes_moved: int
    transfers: int
    seconds: float | None = None
    xla_cycles: float | None = None
    xla_stalls: float | None = None


@dataclass(frozen=True)
class Comparison:
    """Placements of the same problem. bound: proven lower bound on the makespan,
    seconds."""

    problem: str
    bound: float
    rows: list[Row]

    def to_dict(self) -> dict[str, object]:
        """Returns the fields for a JSON file."""
        return asdict(self)

    def __str__(self) -> str:
        head = (
            f"{'solver':<12} {'makespan, us':>13} {'gap, %':>8} {'stalls, us':>11} "
            f"{'XLA cycles, us':>15} {'XLA stalls, us':>15} "
            f"{'peak, bytes':>13} {'moved, bytes':>14} {'transfers':>9}"
        )
        lines = [head]
        for row in self.rows:
            gap = "-" if row.gap is None else f"{row.gap * 100:.2f}"
            cycles, stalls = map(_microseconds, (row.xla_cycles, row.xla_stalls))
            lines.append(
                f"{row.solver:<12} {row.makespan * 1e6:>13.3f} {gap:>8} "
                f"{row.stalls * 1e6:>11.3f} {cycles:>15} {stalls:>15} "
                f"{row.peak_bytes:>13,} {row.bytes_moved:>14,} {row.transfers:>9}"
            )
        lines.append(f"{'bound':<12} {self.bound * 1e6:>13.3f}")
        return "\n".join(lines)


def _microseconds(seconds: float | None) -> str:
    return "-" if seconds is None else f"{seconds * 1e6:.3f}"


def _with_word(row: Row, word: Word | None) -> Row:
    """Returns XLA's row with XLA's own time, if the time is of this placement."""
    if word is None or round(row.makespan * 1e12) != word.makespan_ps:
        return row
    return replace(
        row, xla_cycles=word.cycles_ps * 1e-12, xla_stalls=word.stalls_ps * 1e-12
    )


def _row(name: str, solution: Solution, bound: float, seconds: float | None) -> Row:
    run = simulate(solution.problem, solution)
    return Row(
        name,
        run.makespan,
        (run.makespan - bound) / bound if bound > 0 else None,
        run.stall_seconds,
        int(solution.peak_bytes[0]),
        int(run.bytes_transferred),
        len(solution.transfers),
        seconds,
    )


def compare(
    problem: ProblemLike,
    xla: SolutionLike,
    *,
    solvers: Sequence[str] = ("msa", "search"),
    time_limit: float | None = 10,
    budget: int | None = None,
    seed: int = 0,
) -> Comparison:
    """Measures XLA's placement and the placements of some solvers.

    xla: XLA's placement, as `harvest` writes it.
    time_limit: seconds for each solver; None: until the solver is done.
    budget: number of placements to simulate, for solvers with such an option. Without a
        time limit, the result is then the same on every machine.

    Raises InputError for an illegal placement (with the broken rule), for an unknown
    solver, and for a solver without a result.

    >>> placed = solve(problem, "msa").solution
    >>> [row.solver for row in compare(problem, placed, solvers=["greedy"]).rows]
    ['msa', 'greedy']
    """
    given = as_problem(problem)
    theirs = as_solution(given, xla)
    bound = lower_bound(given)
    row = _row(theirs.solver or "given", theirs, bound, None)
    rows = [_with_word(row, origin_of(given).words.get(row.solver))]
    for solver in solvers:
        has_budget = "budget" in [option.name for option in solver_options(solver)]
        found = solve(
            given,
            solver,
            time_limit=time_limit,
            budget=budget if has_budget else None,
            seed=seed,
        )
        if found.solution is None:
            raise InputError(f"'{solver}' finds no placement: {found.message}")
        rows.append(_row(solver, found.solution, bound, found.seconds))
    return Comparison(given.name, bound, rows)
