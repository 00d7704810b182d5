"""Which weights stay in memory, by a clock: each set of them that is tried is kept in a
session of its own, which is called to see how long a call takes.

A set is a whole-life map: of the weights of a program that runs again and again, each is
in memory or in the file all the time. So solvers of such maps look for it, and what they
are told is what this machine's memory and disk say, not a model of them.
"""

import statistics
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from memplace import arguments
from memplace.errors import MemplaceError
from memplace.placement import Problem, Solution, solve, solvers
from memplace.serving.function import ServedFunction
from memplace.serving.planning import RAM, Plan, Planner, with_capacity
from memplace.serving.server import Server
from memplace.serving.skews import PAGE

__all__ = ["KeptResult", "tune_kept"]

# Says how long a call takes by a plan, seconds.
PlanClock = Callable[[Plan], float]
# Measurements of what was chosen and of the plan, once all is decided.
NUM_COMPARISONS = 5


@dataclass(frozen=True)
class KeptResult:
    """What `tune_kept` found.

    kept: names of the weights that stay now.
    seconds: of a call: the median of five measurements, made when all was decided, in
        turns with five of what the plan had kept.
    spread: the least and the most of the five.
    planned_seconds, planned_spread: likewise, of what the plan had kept. If that turned
        out to be faster, it stays.
    num_measurements: how often something was measured, each in a session of its own.
    """

    kept: list[str]
    seconds: float
    spread: tuple[float, float]
    planned_seconds: float
    planned_spread: tuple[float, float]
    num_measurements: int


def problem_of_maps(planner: Planner) -> Problem:
    """Returns the problem whose maps are the sets of weights that may stay: ops use a
    weight in the file, too, as slowly as it is read, and there is as much room for those
    that stay as a call leaves that keeps none."""
    numbers = {buffer: number for number, buffer in enumerate(planner.weights)}
    fields = dict(planner.fields) | {"cyclic": True}
    steps = len(fields["ops"])
    fields["buffers"] = [
        {"name": planner.fields["buffers"][buffer]["name"], "home": "file"}
        | {"size": planner.size(buffer), "begin": 0, "end": steps, "live_in": True}
        for buffer in planner.weights
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
    room = max(PAGE, planner.room - planner.smallest_room())
    fields["target"] = with_capacity(fields["target"], room)
    return Problem.from_dict(fields)


class KeptClock:
    """Says how long a call takes while what a map has in memory stays: the least of some
    calls of a session, after two that do not count. What else the machine does only ever
    makes them longer."""

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
        return frozenset(self.planner.weights[number] for number in numbers)

    def plan_of(self, kept: frozenset[int]) -> Plan:
        """Returns the plan that keeps them, or, as far as it takes room that a call
        needs, fewer, the smallest ones first."""
        while True:
            call = self.planner.place_call(kept)
            if call is not None:
                return self.planner.plan_of(kept, call)
            if not kept:
                raise MemplaceError("no placement of a call was found in the memory")
            kept -= {min(kept, key=lambda buffer: (self.planner.size(buffer), buffer))}

    def seconds(self, plan: Plan) -> float:
        """Returns what a call takes by a plan."""
        self.count += 1
        if self.clock is not None:
            return self.clock(plan)
        with self.server.start(plan) as session:
            session.call(self.inputs)  # It reads what stays.
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
    """Looks for the weights with which calls are fastest if they stay, by calling, and
    keeps them from then on. The rest of the machine should be idle meanwhile.

    served: what `memplace.serve` made with a limit of memory.
    solver: "egrl" or "whole-life", whose `options` are given; by default the first one
        if it is there.
    budget: sets to try; each takes a session, which has to be compiled.
    repeats: calls of a measurement, of which the shortest counts.
    seed: of all randomness; but times are no two times the same.
    clock: says the seconds of a call by a `Plan` instead.

    Raises MemplaceError if nothing could be measured, and InputError for a bad argument.
    """
    server = served.server if isinstance(served, ServedFunction) else served
    count = arguments.integer("repeats", repeats, 1, 2**31)
    runner = KeptClock(server, count, clock)
    tries = arguments.integer("budget", budget, 1, 2**62)
    found = solve(
        problem_of_maps(runner.planner),
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
        spread=(min(chosen), max(chosen)),
        planned_seconds=statistics.median(planned),
        planned_spread=(min(planned), max(planned)),
        num_measurements=runner.count,
    )
