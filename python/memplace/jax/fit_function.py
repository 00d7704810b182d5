"""A JAX function in the order of a schedule, with the steps that it repeats.

A compiler computes equal results once, and orders ops itself. So a repeated step reads
an operand that depends on the step before: `select` chooses the operand if a bit of
that step's result is 0. The bit is always 0, but a compiler does not know this. An
`optimization_barrier` is not enough: XLA drops the barrier on the CPU. Copies from the
host's memory need no more than a barrier, since a CPU has no such copies.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import jax
import jax.numpy as jnp
from memplace.jax.fit_copies import direction_of
from memplace.jax.jaxprs import run_step
from memplace.jax.program import Constant, Operand, Program
from memplace.scheduling import Schedule


@dataclass(frozen=True)
class Run:
    """One run of a step.

    step: index in the program.
    reads: by value, the buffer of the scheduled problem to read.
    writes: by value, the buffer to write.
    is_again: True if the step ran before.
    is_late: True if a compiler must not run the step earlier: it runs again, or reads
        only arguments, so that any place would do.
    """

    step: int
    reads: dict[int, int]
    writes: dict[int, int]
    is_again: bool
    is_late: bool


def runs_of(
    program: Program, schedule: Schedule, values: list[int], order: list[int]
) -> list[Run]:
    """Returns the runs of a schedule of the problem of `program`, with the ops in
    `order`; `values` are those of the problem's buffers (fit_problem.py)."""
    found: list[Run] = []
    seen: set[int] = set()
    given = {*program.arguments, *program.constants}
    ops = schedule.problem.to_dict()["ops"]
    for index in order:
        op, step = ops[index], int(schedule.ops[index])
        if step == len(program.steps):
            continue
        touched: dict[str, dict[int, int]] = {"read": {}, "write": {}}
        for access in op["accesses"]:
            value = values[int(schedule.buffers[access["buffer"]])]
            if value >= 0:
                touched[access["mode"]][value] = access["buffer"]
        is_late = step in seen or given.issuperset(touched["read"])
        found.append(Run(step, *touched.values(), step in seen, is_late))
        seen.add(step)
    return found


def _is_key(value: Any) -> bool:
    """Returns true for an array of keys of random numbers."""
    return bool(jax.dtypes.issubdtype(value.dtype, jax.dtypes.prng_key))


def _is_array(value: Any) -> bool:
    """Returns true for an array of numbers or keys that has elements."""
    aval = jax.typeof(value)
    if not isinstance(aval, jax.core.ShapedArray) or not aval.size:
        return False
    dtype = aval.dtype
    return _is_key(value) or not jax.dtypes.issubdtype(dtype, jax.dtypes.extended)


def _select(is_true: Any, array: Any) -> Any:
    """Returns `array`, read only once `is_true` is computed."""
    if _is_key(array):
        numbers = _select(is_true, jax.random.key_data(array))
        return jax.random.wrap_key_data(numbers, impl=jax.random.key_impl(array))
    other = jax.lax.broadcast(jnp.zeros((), array.dtype), array.shape)
    return jax.lax.select_n(is_true, other, array)


def _is_zero(token: Any) -> Any:
    """Returns a scalar that is always true, computed from an element of `token`."""
    one = jax.lax.slice(token, (0,) * token.ndim, (1,) * token.ndim).reshape(())
    if jnp.issubdtype(one.dtype, jnp.complexfloating):
        one = jnp.real(one)
    if jnp.issubdtype(one.dtype, jnp.floating):
        bits = jax.lax.bitcast_convert_type(one.astype(jnp.float32), jnp.uint32)
    else:
        bits = one.astype(jnp.uint32)
    high = jnp.uint32(31)
    return (jnp.bitwise_and(bits, jnp.uint32(2**31 - 1)) >> high) == 0


@dataclass
class _Evaluation:
    """One evaluation of the scheduled function.

    buffers: arrays by buffer of the scheduled problem.
    others: arrays by value, for arguments, constants, and values without bytes.
    newest: a result of the last step that ran for the first time.
    guarded: operands that depend on `newest`, by identity of the array.
    late: buffers that depend on `newest`.
    """

    program: Program
    others: dict[int, Any]
    buffers: dict[int, Any] = field(default_factory=dict)
    newest: Any = None
    is_true: Any = None
    guarded: dict[int, tuple[Any, Any]] = field(default_factory=dict)
    late: set[int] = field(default_factory=set)

    def read(self, run: Run, operand: Operand) -> Any:
        """Returns an operand of a run."""
        if isinstance(operand, Constant):
            return operand.value
        buffer = run.reads.get(operand)
        if buffer is not None and buffer in self.buffers:
            return self.buffers[buffer]
        return self.others[operand]

    def guard(self, array: Any) -> Any:
        """Returns an array that is available only after the newest result."""
        if id(array) not in self.guarded:
            if self.is_true is None:
                self.is_true = _is_zero(self.newest)
            self.guarded[id(array)] = (_select(self.is_true, array), array)
        return self.guarded[id(array)][0]

    def guards(self, run: Run) -> dict[int, Any]:
        """Returns the operands of a late run to replace, by value. A kernel of several
        equations could run early in part, so all its operands count; else the smallest
        is enough."""
        if not run.is_late or self.newest is None:
            return {}
        step = self.program.steps[run.step]
        if direction_of(step.equations[0].equation):
            (operand,) = step.equations[0].operands
            assert isinstance(operand, int), "a copied argument is a value"
            array = self.read(run, operand)
            return {operand: jax.lax.optimization_barrier((array, self.newest))[0]}
        operands = {
            value: array
            for value in run.reads
            if _is_array(array := self.read(run, value))
        }
        free = [v for v in operands if run.reads[v] not in self.late]
        if len(step.equations) == 1:
            if len(free) < len(operands):
                return {}
            free = sorted(free, key=lambda v: (self.program.values[v].bytes, v))[:1]
        return {value: self.guard(operands[value]) for value in free}

    def evaluate(self, run: Run) -> None:
        """Evaluates a run. Values inside of a kernel are computed in each step."""
        step = self.program.steps[run.step]
        passed: dict[int, Any] = self.guards(run)
        run_step(step, passed, lambda operand: self.read(run, operand))
        for value in step.results:
            self.others.setdefault(value, passed[value])
            if value in run.writes:
                self.buffers[run.writes[value]] = passed[value]
        if run.is_again:
            self.late.update(run.writes.values())
            return
        arrays = [passed[v] for v in step.results if _is_array(passed[v])]
        if newest := [array for array in arrays if not _is_key(array)]:
            self.newest, self.is_true = newest[0], None
            self.guarded, self.late = {}, set()


def make_function(program: Program, runs: list[Run]) -> Callable[..., Any]:
    """Returns a function of the arguments' leaves that returns the results' leaves."""

    def function(*leaves: Any) -> list[Any]:
        others = {**program.constants, **dict(zip(program.arguments, leaves))}
        evaluation = _Evaluation(program, others)
        for run in runs:
            evaluation.evaluate(run)
        end = Run(len(program.steps), {}, {}, False, False)
        return [evaluation.read(end, result) for result in program.results]

    return function
