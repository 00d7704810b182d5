"""Searches for the weights to keep in memory between calls.

`ResidentItems` of memplace's core proposes sets of weights. The cost of a set is mainly
the time of a call that reads the other weights, as placed by `CallPlacer`.
"""

from dataclasses import dataclass, field

from memplace.compiled import core
from memplace.errors import MemplaceError
from memplace.placement import simulate
from memplace.serving.placing import WINDOW_WEIGHTS, CallPlacer
from memplace.serving.streaming import uses_of

# A plan without reads counts as equal to a plan that reads all weights if it is slower
# by at most this share of the time.
READ_WORTH = 0.01
# Cost of weights in flight without room for WINDOW_WEIGHTS, as a share of the time. The
# number is an estimate.
NARROW_WINDOW_COST = 0.1


@dataclass
class KeptSearch:
    """Search for the weights of one program to keep in one room."""

    placer: CallPlacer
    tried: dict[frozenset[int], float] = field(default_factory=dict)
    """Seconds of a call by kept weights."""
    lower_bounds: dict[frozenset[int], float] = field(default_factory=dict)
    """Seconds of a call by kept weights, if offsets exist for all reads ahead."""

    def choose(self, budget: int) -> frozenset[int]:
        """Returns the best set found of about `budget` sets. Raises MemplaceError if no
        set has a placement."""
        placer = self.placer
        stream, uses = placer.stream, uses_of(placer.fields)

        def cost(
            chosen: list[int], limit: tuple[float, int, int]
        ) -> tuple[float, int, int]:
            kept = frozenset(placer.weights[number] for number in chosen)
            is_worse = self.least_cost(kept) >= limit[0]
            return float("inf") if is_worse else self.cost(kept), 0, 0

        items = core.ResidentItems(
            sizes=[placer.size(weight) for weight in placer.weights],
            copies=[
                [(step, placer.size(weight)) for step in uses.get(weight, [])]
                * (weight not in placer.gathered)
                for weight in placer.weights
            ],
            others=stream.unmovable if stream else [0] * len(placer.fields["ops"]),
            room=placer.room,
        )
        chosen = items.choose(budget, placer.seed, cost)
        if chosen is None:
            raise MemplaceError("no placement of a call was found in the memory")
        return frozenset(placer.weights[number] for number in chosen)

    def seconds(self, kept: frozenset[int]) -> float:
        """Returns the seconds of a call, infinite if there is no placement."""
        if kept not in self.tried:
            self.tried[kept] = self.find_seconds(kept)
        return self.tried[kept]

    def find_seconds(self, kept: frozenset[int]) -> float:
        """Computes `seconds` for a new set."""
        found = self.placer.place_reads(kept, self.placer.left(kept))
        if found and not found[0].spills:
            return found[1]
        solution = self.placer.place_call(kept)
        if solution is None:
            return float("inf")
        return float(simulate(solution.problem, solution).makespan)

    def least_seconds(self, kept: frozenset[int]) -> float:
        """Returns the seconds of a call if offsets exist for all reads ahead. The
        search for offsets, which is slow, may force shorter reads ahead."""
        if kept in self.tried:
            return self.tried[kept]
        if kept not in self.lower_bounds:
            found = self.placer.place_reads(kept, self.placer.left(kept), anywhere=True)
            self.lower_bounds[kept] = (
                found[1] if found and not found[0].spills else self.seconds(kept)
            )
        return self.lower_bounds[kept]

    def cost(self, kept: frozenset[int]) -> float:
        """Returns the objective of the search: seconds, with a penalty of up to
        READ_WORTH for bytes read, and another for a narrow window of weights in flight.
        """
        return self.cost_of(kept, self.seconds(kept))

    def least_cost(self, kept: frozenset[int]) -> float:
        """Returns a lower bound of `cost`, which is faster to compute."""
        return self.cost_of(kept, self.least_seconds(kept))

    def cost_of(self, kept: frozenset[int], seconds: float) -> float:
        """Returns the cost of a call of this duration."""
        placer = self.placer
        if seconds == float("inf") or len(kept) == len(placer.weights):
            return seconds
        total = placer.kept_bytes(placer.weights)
        read = total - placer.kept_bytes(kept)
        inner = placer.stream.inner_bytes if placer.stream else 0
        on_way = [
            placer.size(weight) for weight in placer.streamed if weight not in kept
        ]
        wanted = WINDOW_WEIGHTS * max(on_way, default=0)
        left = placer.left(kept) - inner
        missing = min(1.0, max(0.0, 1 - left / wanted)) if wanted else 0.0
        return (
            seconds
            * (1 + READ_WORTH * read / total)
            * (1 + NARROW_WINDOW_COST * missing)
        )
