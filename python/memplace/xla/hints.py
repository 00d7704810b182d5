"""Hints to XLA's compiler about a placement, as the variables of a search.

A hint names a buffer that stays in the slow memory or gets the first choice of the fast
memory, or the preferred start of a copy. XLA is free to do otherwise.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from memplace.placement import Problem, Solution
from memplace.xla.following import EAGER
from memplace.xla.judge import Placed, Prefetch
from memplace.xla.naming import with_names
from memplace.xla.observed import target_of
from memplace.xla.overrides import (
    ORDER,
    STARTS,
    TENSORS,
    kept_slow,
    placed_first,
    started_before,
)
from memplace.xla.program import Program

COPY_SPEED = "xla_tpu_async_copy_bandwidth_scaling_factor"
SLICES = "xla_tpu_sliced_prefetch_max_slices"
# Values of public options that help on some programs. The options name no buffer.
PUBLIC: dict[str, tuple[str, ...]] = {
    COPY_SPEED: ("2", "3", "10"),
    SLICES: ("0",),
    "xla_msa_max_overlap_to_mem_size_async_copy_ratio": ("1",),
    "xla_msa_use_bundle_aware_cost_model": ("true",),
    "xla_msa_min_overlap_to_async_copy_ratio": ("0.1",),
    "xla_msa_preferred_overlap_to_async_copy_ratio": ("8",),
    "xla_msa_max_outstanding_prefetches": ("2",),
    "xla_tpu_msa_inefficient_use_to_copy_ratio": ("1",),
}
# Chance of another change after each change of a step.
_ANOTHER = 0.5
# Steps by which a start moves: 2 to a random power below this.
_MOST_DOUBLINGS = 5


@dataclass(frozen=True)
class Hints:
    """Options for one compilation.

    flags: options that name no buffer.
    slow: buffers kept in the slow memory.
    first: buffers with the first choice of the fast memory.
    starts: step before which a copy starts, by the step of its first use and the
        number of the operand.
    """

    flags: dict[str, str] = field(default_factory=dict)
    slow: frozenset[int] = frozenset()
    first: frozenset[int] = frozenset()
    starts: dict[tuple[int, int], int] = field(default_factory=dict)

    def options(self, program: Program, renamed: dict[str, str]) -> dict[str, str]:
        """Returns the options of the compiler.

        program: a program of the problem.
        renamed: names for the compiler by names in the problem, where these differ.
        """
        names = [with_names(buffer.name, renamed) for buffer in program.buffers]
        ops = [renamed.get(op.name, op.name) for op in program.ops]
        found = dict(sorted(self.flags.items()))
        if self.slow:
            found[TENSORS] = kept_slow(names[each] for each in sorted(self.slow))
        if self.first:
            found[ORDER] = placed_first(names[each] for each in sorted(self.first))
        if self.starts:
            found[STARTS] = started_before(
                (ops[use], operand, ops[start])
                for (use, operand), start in sorted(self.starts.items())
            )
        return found


def hints_of(problem: Problem, program: Program, solution: Solution) -> Hints:
    """Returns the hints for a placement."""
    plan = solution.to_dict()
    home = target_of(problem)["default_tier"]
    fast = {each["buffer"] for each in plan["residencies"] if each["tier"] != home}
    loops = [range(loop.begin, loop.end) for loop in program.loops]
    first_use: dict[int, tuple[int, int]] = {}
    for step, served in enumerate(plan["served"]):
        if any(step in loop for loop in loops):
            continue
        for access, residency in zip(program.ops[step].accesses, served, strict=True):
            if access.operand is not None:
                first_use.setdefault(residency, (step, access.operand))
    starts = {
        first_use[each["to"]]: each["start"]
        for each in plan["transfers"]
        if plan["residencies"][each["to"]]["tier"] != home and each["to"] in first_use
    }
    return Hints(
        dict(EAGER),
        frozenset(range(problem.num_buffers)) - fast,
        frozenset(fast),
        starts,
    )


class Moves:
    """Random changes of hints.

    plan: hints for a placement of ours, whose parts are adopted.
    weights: chance of a buffer to be chosen, by buffer.
    """

    def __init__(self, plan: Hints, weights: Sequence[float], generator: random.Random):
        self.plan = plan
        self.weights = weights
        self.random = generator

    def changed(self, hints: Hints, placed: Placed) -> Hints:
        """Returns hints after one or more random changes. placed: XLA's placement with
        `hints`."""
        moves = (
            self._choose_memory,
            self._choose_memory,
            self._move_start,
            self._move_start,
            self._adopt,
            self._set_flag,
        )
        found = hints
        while True:
            found = self.random.choice(moves)(found, placed)
            if found != hints and self.random.random() >= _ANOTHER:
                return found

    def _buffer(self) -> int:
        return self.random.choices(range(len(self.weights)), self.weights)[0]

    def _choose_memory(self, hints: Hints, placed: Placed) -> Hints:
        """Keeps a buffer in the slow memory, gives it the first choice, or leaves the
        choice to XLA."""
        one = frozenset([self._buffer()])
        to = self.random.choice(("slow", "first", "free"))
        return replace(
            hints,
            slow=hints.slow | one if to == "slow" else hints.slow - one,
            first=hints.first | one if to == "first" else hints.first - one,
        )

    def _move_start(self, hints: Hints, placed: Placed) -> Hints:
        """Moves the start of a copy, or removes the hint."""
        if not placed.prefetches:
            return hints
        each: Prefetch = self.random.choice(placed.prefetches)
        key = each.use, each.operand
        if key in hints.starts and self.random.random() < 0.2:
            return replace(
                hints, starts={k: v for k, v in hints.starts.items() if k != key}
            )
        far = 1 << self.random.randrange(_MOST_DOUBLINGS)
        start = each.start + self.random.choice((-far, far))
        start = min(max(start, 0), each.use)
        return replace(hints, starts=hints.starts | {key: start})

    def _adopt(self, hints: Hints, placed: Placed) -> Hints:
        """Adopts what the plan says of a buffer."""
        one = frozenset([self._buffer()])
        return replace(
            hints,
            slow=(hints.slow - one) | (self.plan.slow & one),
            first=(hints.first - one) | (self.plan.first & one),
        )

    def _set_flag(self, hints: Hints, placed: Placed) -> Hints:
        """Sets an option that names no buffer, or leaves it at its default."""
        name = self.random.choice(list(PUBLIC))
        value = self.random.choice((None, *PUBLIC[name]))
        rest = {k: v for k, v in hints.flags.items() if k != name}
        return replace(hints, flags=rest if value is None else rest | {name: value})
