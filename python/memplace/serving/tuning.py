"""Chooses the kept weights by measurements: each candidate set is kept in a session of
its own, and calls of the session are timed.

A set is a whole-life map: in a program that runs repeatedly, each weight is always in
memory, or always in the file. So solvers of such maps search for the set. Their times
come from this machine's memory and disk instead of a model.
"""

import statistics
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from memplace import arguments
from memplace.errors import MemplaceError
from memplace.placement import Problem, Solution, solve, solvers
from memplace.serving.function import ServedFunction
from memplace.serving.placing import RAM, CallPlacer, with_capacity
from memplace.serving.planning import Plan
from memplace.serving.server import Server
from memplace.serving.skews import PAGE

__all__ = ["KeptResult", "tune_kept"]

# Returns the seconds of a call by a plan.
PlanClock = Callable[[Plan], float]
# Number of final measurements, of the chosen set and of the original plan.
NUM_COMPARISONS = 5


@dataclass(frozen=True)
class KeptResult:
    """Result of `tune_kept`.

    kept: names of the weights kept from now on.
    seconds: median time of a call in five measurements after the search, alternating
        with five of the original plan.
    seconds_range: minimum and maximum of the five measurements.
    planned_seconds, planned_seconds_range: the same for the original plan. If the
        original plan is faster, it remains in use.
    num_measurements: number of measurements, each in a session of its own.
    """

    kept: list[str]
    seconds: float
    seconds_range: tuple[float, float]
    planned_seconds: float
    planned_seconds_range: tuple[float, float]
    num_measurements: int


def problem_of_maps(placer: CallPlacer) -> Problem:
    """Returns the problem whose whole-life maps are sets of kept weights. An op may use
    a weight in the file, at the speed of reads. The capacity is the room left by a call
    without kept weights."""
    numbers = {buffer: number for number, buffer in enumerate(placer.weights)}
    fields = dict(placer.fields) | {"cyclic": True}
    steps = len(fields["ops"])
    fields["buffers"] = [
        {"name": placer.fields["buffers"][buffer]["name"], "home": "file"}
        | {"size": placer.size(buffer), "begin": 0, "end": steps, "live_in": True}
        for buffer in placer.weights
    ]
    fields["ops"] = [
        {
            "name": op["name"],
            "compute_ps": op["compute_ps"],
            "accesses": [
                {
                    "buffer": numbers[access["buffer"]],
                    "mode": "read",
                    "bytes": access["bytes"],
                }
                for access in op.get("accesses", [])
                if access["buffer"] in numbers
            ],
        }
        for op in fields["ops"]
    ]
    room = max(PAGE, placer.room - placer.smallest_room())
    fields["target"] = with_capacity(fields["target"], room)
    return Problem.from_dict(fields)


class KeptClock:
    """Measures a call with the weights that a map has in memory: the minimum over some
    calls of a session, after two calls without measurement. Other work on the machine
    only makes calls slower."""

    def __init__(self, server: Server, repeats: int, clock: PlanClock | None) -> None:
        self.server = server
        self.repeats = repeats
        self.clock = clock
        self.planner = server.planner(server.fields, server.overhead)
        self.inputs = server.random_inputs(server.options.seed)
        self.count = 0

    def kept_of(self, solution: Solution) -> frozenset[int]:
        """Returns the weights that a map has in memory."""
        rows = solution.residencies
        numbers = {int(row[0]) for row in rows if int(row[1]) == RAM}
        return frozenset(self.planner.placer.weights[number] for number in numbers)

    def plan_of(self, kept: frozenset[int]) -> Plan:
        """Returns the plan with these kept weights. If a call then lacks room, the
        smallest weights are dropped. Raises MemplaceError if even a call without kept
        weights lacks room."""
        placer = self.planner.placer
        while True:
            call = placer.place_call(kept)
            if call is not None:
                return self.planner.plan_of(kept, call)
            if not kept:
                raise MemplaceError("no placement of a call was found in the memory")
            kept -= {min(kept, key=lambda buffer: (placer.size(buffer), buffer))}

    def seconds(self, plan: Plan) -> float:
        """Returns the seconds of a call by a plan."""
        self.count += 1
        if self.clock is not None:
            return self.clock(plan)
        with self.server.start(plan) as session:
            # Reads the kept weights.
            session.call(self.inputs)
            session.call(self.inputs)
            return min(session.call(self.inputs).seconds for _ in range(self.repeats))

    def __call__(self, solution: Solution) -> float:
        return self.seconds(self.plan_of(self.kept_of(solution)))


def tune_kept(
    served: ServedFunction | Server,
    *,
    solver: str | None = None,
    budget: int = 20,
    repeats: int = 3,
    seed: int = 0,
    options: Mapping[str, object] | None = None,
    clock: PlanClock | None = None,
) -> KeptResult:
    """Searches for the kept weights with the fastest calls, by measuring calls, and
    keeps these weights from then on. The machine should be otherwise idle.

    served: result of `memplace.serve` with a limit on the memory.
    solver: "egrl" or "whole-life", with these `options`; by default "egrl" if
        available, otherwise "whole-life".
    budget: number of sets to try; each needs a compiled session.
    repeats: calls per measurement; the shortest counts.
    seed: of all randomness; measured times still vary.
    clock: returns the seconds of a call by a `Plan`, instead of a session.

    Raises MemplaceError if no measurement succeeds, and InputError for a bad argument.
    """
    server = served.server if isinstance(served, ServedFunction) else served
    count = arguments.integer("repeats", repeats, 1, 2**31)
    runner = KeptClock(server, count, clock)
    tries = arguments.integer("budget", budget, 1, 2**62)
    found = solve(
        problem_of_maps(runner.planner.placer),
        solver or ("egrl" if "egrl" in solvers() else "whole-life"),
        budget=tries,
        seed=seed,
        options=options,
        clock=runner,
    )
    if found.solution is None:
        raise MemplaceError(f"no weights to keep were found: {found.message}")
    best = runner.plan_of(runner.kept_of(found.solution))
    said: tuple[list[float], list[float]] = ([], [])
    for _ in range(NUM_COMPARISONS):
        for plan, seconds in zip((best, server.plan), said):
            seconds.append(runner.seconds(plan))
    chosen, planned = said
    if statistics.median(planned) < statistics.median(chosen):
        best, chosen = server.plan, planned
    server.serve_by(best)
    return KeptResult(
        kept=[server.model.names[buffer] for buffer in sorted(best.kept)],
        seconds=statistics.median(chosen),
        seconds_range=(min(chosen), max(chosen)),
        planned_seconds=statistics.median(planned),
        planned_seconds_range=(min(planned), max(planned)),
        num_measurements=runner.count,
    )
