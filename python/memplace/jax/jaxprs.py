"""Evaluation of jaxprs with nested functions inlined."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import jax
import numpy as np
from jax.extend import core as jex_core

# Primitives that call a jaxpr, with the name of the jaxpr's parameter. A function is not
# differentiated after `fit`, so rules of derivatives are not needed.
_CALLS = {
    "jit": "jaxpr",
    "pjit": "jaxpr",
    "closed_call": "call_jaxpr",
    "core_call": "call_jaxpr",
    "checkpoint": "jaxpr",
    "remat2": "jaxpr",
    "custom_jvp_call": "call_jaxpr",
    "custom_vjp_call": "call_jaxpr",
}

# Primitives without effects that give other results each time.
_STATEFUL = ("rng_uniform", "rng_bit_generator")

# Computes an equation's results from its operands.
Rule = Callable[[list[Any]], Sequence[Any]]


def bind(equation: Any, inputs: Sequence[Any]) -> Sequence[Any]:
    """Returns the results of an equation for these operands."""
    params = equation.primitive.get_bind_params(equation.params)
    with equation.ctx.manager:
        outputs = equation.primitive.bind(*inputs, **params)
    return outputs if equation.primitive.multiple_results else [outputs]


def _called(equation: Any) -> tuple[Any, Sequence[Any]] | None:
    """Returns the jaxpr that an equation calls, and its constants; None for another
    equation."""
    inner = equation.params.get(_CALLS.get(equation.primitive.name, ""))
    if isinstance(inner, jex_core.ClosedJaxpr):
        return inner.jaxpr, inner.consts
    return None if inner is None else (inner, ())


def _slices(operand: Any, sizes: Sequence[int], axis: int) -> list[Any]:
    """Returns the results of a `split`, each of which a reader may compute itself."""
    ends = np.cumsum(sizes).tolist()
    return [
        jax.lax.slice_in_dim(operand, end - size, end, axis=axis)
        for size, end in zip(sizes, ends)
    ]


def _identity(operand: Any) -> Any:
    """Returns what only equal operands have in common: the identity of an array, or
    type and bits of a scalar."""
    if isinstance(operand, jax.core.Tracer) or getattr(operand, "shape", ()):
        return id(operand)
    weak = bool(getattr(operand, "weak_type", False))
    content = np.asarray(operand)
    return type(operand), str(content.dtype), weak, content.tobytes()


class _Inliner:
    """Evaluates a jaxpr, and each equation once for equal operands.

    `jax.checkpoint` repeats equations on purpose. Inlined, the repetition would be
    merged by some compilers and not by others, so it is merged here for all.
    """

    def __init__(self) -> None:
        self.known: dict[Any, Sequence[Any]] = {}
        # Holds the operands, so that no identity is used twice.
        self.held: list[Any] = []

    def key(self, equation: Any, inputs: list[Any]) -> Any:
        """Returns what equal evaluations have in common, or None if an equation must be
        evaluated each time."""
        if equation.effects or equation.primitive.name in _STATEFUL:
            return None
        operands = tuple(map(_identity, inputs))
        params = tuple(
            (name, type(value), value) for name, value in sorted(equation.params.items())
        )
        key = (equation.primitive.name, params, equation.ctx, operands)
        try:
            hash(key)
        except TypeError:  # Some parameters have no hash.
            return None
        return key

    def bind(self, equation: Any, inputs: list[Any]) -> Sequence[Any]:
        """Returns the results of an equation, perhaps computed earlier."""
        key = self.key(equation, inputs)
        if key is None or key not in self.known:
            outputs = bind(equation, inputs)
            if key is None:
                return outputs
            self.known[key] = outputs
            self.held += inputs
        return self.known[key]

    def run(
        self, jaxpr: Any, consts: Sequence[Any], args: Sequence[Any]
    ) -> list[Any]:
        """Returns the results of a jaxpr."""
        values: dict[Any, Any] = dict(zip(jaxpr.constvars, consts))
        values.update(zip(jaxpr.invars, args))
        for equation in jaxpr.eqns:
            inputs = [read(values, atom) for atom in equation.invars]
            if called := _called(equation):
                outputs = self.run(*called, inputs)
            elif equation.primitive.name == "split":
                outputs = _slices(inputs[0], **equation.params)
            else:
                outputs = self.bind(equation, inputs)
            values.update(zip(equation.outvars, outputs))
        return [read(values, atom) for atom in jaxpr.outvars]


def read(values: Mapping[Any, Any], atom: Any) -> Any:
    """Returns the value of a variable or of a literal."""
    return atom.val if isinstance(atom, jex_core.Literal) else values[atom]


def abstract(avals: Sequence[Any]) -> list[Any]:
    """Returns arguments of these types for `jax.make_jaxpr`."""
    return [
        jax.ShapeDtypeStruct(
            aval.shape, aval.dtype, weak_type=getattr(aval, "weak_type", False)
        )
        for aval in avals
    ]


def inline(closed: Any) -> Any:
    """Returns a closed jaxpr without nested functions, each computation in it once, and
    only those that are needed. Loops and branches stay as they are."""

    def function(*args: Any) -> list[Any]:
        return _Inliner().run(closed.jaxpr, closed.consts, args)

    found = jax.make_jaxpr(function)(*abstract(closed.in_avals))
    jaxpr = found.jaxpr
    needed = set(map(id, jaxpr.outvars))
    live = []
    for equation in reversed(jaxpr.eqns):
        if equation.effects or not needed.isdisjoint(map(id, equation.outvars)):
            live.append(equation)
            needed.update(map(id, equation.invars))
    return found.replace(jaxpr=jaxpr.replace(eqns=live[::-1]))


def used_leaves(closed: Any) -> list[bool]:
    """Returns, for each argument of an inlined jaxpr, whether it is read or returned.
    JAX drops the others when it compiles."""
    used = {id(v) for equation in closed.jaxpr.eqns for v in equation.invars}
    used |= set(map(id, closed.jaxpr.outvars))
    return [id(variable) in used for variable in closed.jaxpr.invars]


def run_equations(values: dict[Any, Any], equations: Iterable[Any]) -> None:
    """Evaluates equations of a jaxpr; `values` has their operands, and gets their
    results. A variable that has a value keeps it."""
    for equation in equations:
        inputs = [read(values, atom) for atom in equation.invars]
        for variable, result in zip(equation.outvars, bind(equation, inputs)):
            values.setdefault(variable, result)


def run_step(step: Any, passed: dict[int, Any], read: Callable[[Any], Any]) -> None:
    """Evaluates the equations of a step of a program (program.py). Operands that are not
    in `passed` are read by `read`; `passed` gets all results, by value."""
    for member in step.equations:
        inputs = [
            (
                passed[operand]
                if isinstance(operand, int) and operand in passed
                else read(operand)
            )
            for operand in member.operands
        ]
        passed.update(zip(member.results, bind(member.equation, inputs)))


def evaluate(
    closed: Any, args: Sequence[Any], rules: Mapping[int, Rule]
) -> list[Any]:
    """Returns the results of a closed jaxpr. The equations whose positions are in
    `rules` are computed by these."""
    jaxpr = closed.jaxpr
    values: dict[Any, Any] = dict(zip(jaxpr.constvars, closed.consts))
    values.update(zip(jaxpr.invars, args))
    for position, equation in enumerate(jaxpr.eqns):
        inputs = [read(values, atom) for atom in equation.invars]
        rule = rules.get(position)
        outputs = rule(inputs) if rule else bind(equation, inputs)
        values.update(zip(equation.outvars, outputs))
    return [read(values, atom) for atom in jaxpr.outvars]
