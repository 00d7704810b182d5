"""XLA's own placement as a solution of the problem, with its time by XLA's estimate."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product

from memplace.errors import InputError
from memplace.placement import Problem, Simulation, Solution, simulate, verify
from memplace.xla.plan import Plan, PlanNotes
from memplace.xla.program import NoCounterpartError, Program
from memplace.xla.tiers import Tiers

SOLVER = "xla-msa"
# Without cross-program prefetches, i.e. copies made during the previous run.
SOLVER_ALONE = "xla-msa-noxp"


@dataclass(frozen=True)
class Baseline:
    """XLA's placement in a compilation.

    solution: a legal solution, with its makespan.
    seconds: total time of the ops by XLA's own estimates with its own tiers; ops
        without an estimate count as in the problem. None: no estimates at all.
    stall_seconds: simulated time spent on waiting for copies.
    notes: differences between the solution and XLA's placement.
    num_dropped: number of XLA's places for which no offsets were found.
    """

    solution: Solution
    seconds: float | None
    stall_seconds: float
    notes: list[str] = field(default_factory=list)
    num_dropped: int = 0

    @property
    def total_seconds(self) -> float:
        """Seconds by which XLA is compared: ops and stalls."""
        if self.seconds is None:
            return simulate(self.solution.problem, self.solution).makespan
        return self.seconds + self.stall_seconds


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _sentences(notes: PlanNotes, is_skipped: bool) -> list[str]:
    """Returns messages for the user about differences between the plan and XLA's."""
    messages = []
    if notes.later:
        messages.append(
            f"later than XLA's first slice: {_count(notes.later, 'transfer')}, since one "
            "needs all its space at once here"
        )
    if notes.dropped:
        messages.append(
            f"given up, since no offsets were found: {_count(notes.dropped, 'place')}"
        )
    if notes.slow_only:
        messages.append(
            f"in the slow memory: {_count(notes.slow_only, 'operand')} with which in the "
            "fast memory, where XLA has it, the op takes longer"
        )
    if notes.from_last_run:
        where = "left out, which is faster" if is_skipped else "done at the start"
        messages.append(
            f"{where}: {_count(notes.from_last_run, 'transfer')} that XLA lets the run "
            "before do"
        )
    return messages


def _solution_of(problem: Problem, plan: Plan, tiers: Tiers, solver: str) -> Solution:
    """Returns the solution of a plan, with makespan and peaks. Raises
    NoCounterpartError if it breaks a rule."""
    fields = plan.solution(problem.name, (tiers.fast, tiers.slow))
    fields["solver"] = solver
    for transfer in fields["transfers"]:
        into = transfer["channel"][1] == tiers.fast
        transfer["channel"] = tiers.into_fast if into else tiers.out_of_fast
    solution = Solution.from_dict(problem, fields)
    if violations := verify(problem, solution):
        raise NoCounterpartError(
            f"XLA's placement of '{problem.name}' has no legal counterpart: "
            f"{violations[0]}"
        )
    fields["makespan_ps"] = round(simulate(problem, solution).makespan * 1e12)
    fields["peak_bytes"] = dict(
        zip(problem.tier_names, map(int, solution.peak_bytes), strict=True)
    )
    return Solution.from_dict(problem, fields)


def baseline_of(
    problem: Problem, program: Program, tiers: Tiers, clock: float, solver: str
) -> Baseline:
    """Returns XLA's placement in a compilation, as the fastest legal counterpart. There
    are two choices for copies made during the previous run: at the start, or not at
    all. If an operand must stay in the slow memory, there are two choices for the
    buffer: a copy in the fast memory for the other ops, or no copy. An op that XLA runs
    in the background writes into the slow memory, before a transfer, or into the fast
    memory.

    Raises NoCounterpartError if no counterpart is legal.
    """
    found: list[tuple[float, Solution, Plan, list[str]]] = []
    failure: InputError | None = None
    runs_hidden = any(place.is_handed_on for place in program.places)
    for skip, keep, direct in product((False, True), (True, False), (False, True)):
        plan = Plan(program, tiers.capacity, tiers.alignment, skip, keep, direct)
        if skip and not plan.notes.from_last_run:
            continue
        if (not keep and not plan.notes.slow_only) or (direct and not runs_hidden):
            continue
        try:
            solution = _solution_of(problem, plan, tiers, solver)
        except InputError as error:
            failure = failure or error
            continue
        makespan = simulate(problem, solution).makespan
        found.append((makespan, solution, plan, _sentences(plan.notes, skip)))
    if not found:
        assert failure is not None
        raise failure
    _, solution, plan, messages = min(found, key=lambda each: each[0])
    # XLA's own time is that of XLA's transfers.
    own = [each for each in found if not each[2].direct] or found
    run = _run_of_xla(problem, min(own, key=lambda each: each[0])[1], program)
    seconds = _own_seconds(program, run.op_duration.tolist(), clock)
    dropped = plan.notes.dropped
    return Baseline(solution, seconds, run.stall_seconds, messages, dropped)


def _run_of_xla(problem: Problem, solution: Solution, program: Program) -> Simulation:
    """Returns the simulated run, in which XLA's ops in the background take no time."""
    if all(op.cycles != 0 for op in program.ops):
        return simulate(problem, solution)
    fields = problem.to_dict()
    for op, known in zip(fields["ops"], program.ops, strict=True):
        if known.cycles == 0:
            op["compute_ps"] = 0
            op.pop("cuts", None)
            for access in op["accesses"]:
                access["bytes"] = 0
    changed = Problem.from_dict(fields)
    return simulate(changed, Solution.from_dict(changed, solution.to_dict()))


def _own_seconds(
    program: Program, modelled: Sequence[float], clock: float
) -> float | None:
    """Returns the time of all ops by XLA's own estimates, with trips of loops; None
    without estimates. modelled: seconds of each op, for ops without an estimate."""
    if all(op.cycles is None for op in program.ops):
        return None
    total = 0.0
    for op, trips, known in zip(program.ops, program.trips, modelled, strict=True):
        seconds = known if op.cycles is None else op.cycles / clock
        total += trips * float(seconds)
    return total
