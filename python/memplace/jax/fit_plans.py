"""Plans of a function with few bytes: cuts of loops, an order of the steps, repeated steps,
and arguments in the host's memory."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from memplace.copies import Timed, issue_early, loads, makespan, timed_ops
from memplace.jax.costs import num_bytes
from memplace.jax.fit_copies import direction_of, with_copies
from memplace.jax.fit_function import make_function, runs_of
from memplace.jax.fit_problem import make_problem
from memplace.jax.jaxprs import used_leaves
from memplace.jax.loops import Cut, Pair, find_cuts, find_pairs, rewrite
from memplace.machines import Machine
from memplace.jax.program import Program, read_program
from memplace.placement import Problem
from memplace.scheduling import Schedule, schedule

# Time that repeated steps may take, in percent of the time of the program.
_RECOMPUTE_PERCENT = 100.0
# Numbers of arguments in the host's memory to try, beside none.
_HOST_LEVELS = 4
# Levels of cuts to combine with repeated steps, between none and enough without.
_LEVELS = 6


@dataclass(frozen=True)
class Variant:
    """The function with some cuts, and with some arguments in the host's memory.

    values: by buffer of the problem, its value.
    cuts: the cut of each pair of scans.
    hosted: leaves of the arguments in the host's memory.
    held: bytes of arguments, results and constants in the device's memory.
    """

    program: Program
    problem: Problem
    values: list[int]
    cuts: Mapping[Pair, Cut]
    hosted: frozenset[int]
    held: int

    @cached_property
    def in_order(self) -> Schedule:
        """The schedule without repeated steps."""
        return schedule(self.problem)

    def timed(self, found: Schedule, fields: dict[str, Any]) -> list[Timed]:
        """Returns the ops of a schedule with their times; `fields` are those of its
        problem."""
        steps = self.program.steps
        directions = [
            direction_of(steps[step].equations[-1].equation) if step < len(steps) else ""
            for step in found.ops.tolist()
        ]
        return timed_ops(fields, directions)

    def plan(self, found: Schedule, enough: int) -> "Plan":
        """Returns the plan of a schedule. Copies are issued early, where at most
        `enough` bytes of temporaries are then live."""
        fields = found.problem.to_dict()
        ops = self.timed(found, fields)
        order = list(range(len(ops)))
        if self.hosted:
            sizes = [
                0 if b.get("live_in") or b.get("live_out") else b["size"]
                for b in fields["buffers"]
            ]
            order = issue_early(ops, order, sizes, max(enough, found.peak_bytes))
            peak = max(loads(ops, order, sizes))
        else:
            peak = found.peak_bytes
        return Plan(self, found, order, self.held + peak, makespan(ops, order))


@dataclass(frozen=True)
class Plan:
    """A schedule of a variant.

    order: the ops of the scheduled problem, copies issued early.
    peak: predicted bytes of the device's memory, without XLA's excess.
    seconds: modelled time of a call.
    """

    variant: Variant
    schedule: Schedule
    order: list[int]
    peak: int
    seconds: float

    @property
    def key(self) -> Any:
        """Equal for plans that become the same function."""
        steps = self.schedule.ops[self.order].tolist()
        cuts = tuple(cut.kept for cut in self.variant.cuts.values())
        return cuts, self.variant.hosted, tuple(steps)

    @cached_property
    def function(self) -> Callable[..., Any]:
        """Returns the leaves of the results for the leaves of the arguments."""
        variant = self.variant
        runs = runs_of(variant.program, self.schedule, variant.values, self.order)
        return make_function(variant.program, runs)


@dataclass
class Planner:
    """Makes plans of a function with few bytes.

    closed: the function's jaxpr, inlined.
    aliases: by leaf of a donated argument, the leaf of the results in its place.
    has_host: True if arguments may live in the host's memory.
    rewritten: jaxprs with the cuts of a level.
    missed: by level and number of arguments on the host, the most bytes of temporaries
        that no schedule reached, and the schedule with the fewest.
    """

    closed: Any
    args: tuple[Any, ...]
    out_tree: Any
    machine: Machine
    aliases: dict[int, int]
    has_host: bool
    rewritten: dict[int, Any] = field(default_factory=dict)
    missed: dict[tuple[int, int], tuple[int, Schedule]] = field(default_factory=dict)
    variants: dict[tuple[int, int], Variant] = field(default_factory=dict)

    @cached_property
    def levels(self) -> list[dict[Pair, Cut]]:
        """Cuts of the pairs, with ever fewer bytes in stacks. Each level changes the
        cut that costs the least time for the bytes it saves."""
        chains: dict[Pair, list[tuple[Cut | None, int, float]]] = {}
        for pair in find_pairs(self.closed):
            cuts = [(cut, cut.bytes, cut.seconds) for cut in find_cuts(pair, self.machine)]
            chains[pair] = [(None, pair.bytes, 0.0), *cuts]
        at = dict.fromkeys(chains, 0)
        levels: list[dict[Pair, Cut]] = [{}]
        while steps := [
            (
                (chain[at[pair] + 1][2] - chain[at[pair]][2])
                / max(1, chain[at[pair]][1] - chain[at[pair] + 1][1]),
                number,
                pair,
            )
            for number, (pair, chain) in enumerate(chains.items())
            if at[pair] + 1 < len(chain)
        ]:
            _, _, pair = min(steps, key=lambda step: step[:2])
            at[pair] += 1
            cut = chains[pair][at[pair]][0]
            assert cut is not None, "only the first entry keeps all links"
            levels.append({**levels[-1], pair: cut})
        return levels

    @cached_property
    def hostable(self) -> list[int]:
        """Leaves of the arguments that may move to the host's memory, in this order:
        donated arguments whose results take their place. Leaves with the shortest time
        of use are first, such as an optimizer's state. Empty if the back-end has no
        such memory."""
        if not self.has_host:
            return []
        program = self.variant(0, 0).program
        spans = {}
        for leaf, value in enumerate(program.arguments):
            uses = program.values[value].uses
            if leaf in self.aliases and uses and program.values[value].bytes:
                spans[leaf] = uses[-1] - uses[0], -program.values[value].bytes, leaf
        return sorted(spans, key=lambda leaf: spans[leaf])

    @cached_property
    def host_levels(self) -> list[int]:
        """Numbers of `hostable` arguments to try in the host's memory: none, all, and
        some between, with about equal bytes from each to the next."""
        sizes = [num_bytes(self.closed.in_avals[leaf]) for leaf in self.hostable]
        levels, total = [0], 0
        for count, size in enumerate(sizes, 1):
            total += size
            if total * _HOST_LEVELS >= sum(sizes) * len(levels):
                levels.append(count)
        return levels

    def variant(self, level: int, num_hosted: int) -> Variant:
        """Returns the function with the cuts of a level, and with the first
        `num_hosted` of `hostable` in the host's memory."""
        key = level, num_hosted
        if key not in self.variants:
            hosted = frozenset(self.hostable[:num_hosted] if num_hosted else ())
            if level not in self.rewritten:
                self.rewritten[level] = rewrite(self.closed, self.levels[level])
            closed = self.rewritten[level]
            closed = with_copies(closed, hosted, {self.aliases[k] for k in hosted})
            program = read_program(closed, self.args, self.out_tree, unrolls=False)
            for leaf in hosted:
                program.values[program.arguments[leaf]].bytes = 0
            held = self.held_bytes(program)
            problem, values = make_problem(program, self.machine)
            cuts = self.levels[level]
            self.variants[key] = Variant(program, problem, values, cuts, hosted, held)
        return self.variants[key]

    def held_bytes(self, program: Program) -> int:
        """Returns the bytes of the device's memory for arguments, constants and results
        of a variant. Results that take the place of an argument count once."""
        values = program.values
        arguments = zip(program.arguments, used_leaves(self.closed))
        read = [value for value, is_used in arguments if is_used]
        held = sum(values[value].bytes for value in [*read, *program.constants])
        held += sum(map(num_bytes, program.out_avals))
        return held - sum(
            values[program.arguments[leaf]].bytes for leaf in self.aliases
        )

    def plan(self, level: int, num_hosted: int, enough: int) -> Plan:
        """Returns a plan with at most `enough` bytes, or with the fewest found."""
        variant = self.variant(level, num_hosted)
        room = max(enough - variant.held, 0)
        found = variant.in_order
        missed, smallest = self.missed.get((level, num_hosted), (-1, found))
        if room <= missed:
            return variant.plan(smallest, room)
        if found.peak_bytes > room:
            found = schedule(
                variant.problem, recompute_percent=_RECOMPUTE_PERCENT, enough_bytes=room
            )
        if found.peak_bytes > room:
            found = min(found, smallest, key=lambda one: one.peak_bytes)
            self.missed[level, num_hosted] = room, found
        return variant.plan(found, room)

    def fits(self, level: int, num_hosted: int, enough: int) -> bool:
        """Returns true if a level needs no repeated steps."""
        variant = self.variant(level, num_hosted)
        return variant.held + variant.in_order.peak_bytes <= enough

    def tried_levels(self, num_hosted: int, enough: int) -> list[int]:
        """Returns levels to combine with repeated steps: from none to the first that
        needs no such steps, or the last ones if all need some."""
        low, high = 0, len(self.levels) - 1
        if not self.fits(high, num_hosted, enough):
            return sorted({high * (_LEVELS - 1) // _LEVELS, high})
        while low < high:
            middle = (low + high) // 2
            if self.fits(middle, num_hosted, enough):
                high = middle
            else:
                low = middle + 1
        return sorted({low * k // _LEVELS for k in range(_LEVELS + 1)})

    def best(self, enough: int) -> Plan:
        """Returns the fastest plan found with at most `enough` bytes, or the plan with
        the fewest."""
        plans = [
            self.plan(level, num_hosted, enough)
            for num_hosted in self.host_levels
            for level in self.tried_levels(num_hosted, enough)
        ]
        fitting = [plan for plan in plans if plan.peak <= enough]
        if fitting:
            return min(fitting, key=lambda plan: plan.seconds)
        return min(plans, key=lambda plan: plan.peak)
