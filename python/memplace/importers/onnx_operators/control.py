"""Branches and loops: If, Loop and Scan."""

from collections.abc import Sequence
from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import lax

from memplace.importers.onnx_operators.shapes import axis_of
from memplace.importers.onnx_operators.table import (
    Array,
    MaybeConstant,
    Unsupported,
    operator,
)

def as_values(node: Any, arrays: Sequence[Any]) -> list[Any]:
    """Wraps arrays as values of the graph."""
    return node.interpreter.wrap(list(arrays), None)


def run_body(node: Any, graph: Any, inputs: Sequence[Any]) -> list[Any]:
    """Runs a subgraph in the node's scope; returns its outputs."""
    if len(inputs) != len(graph.input):
        raise Unsupported(
            f"'{graph.name}' has {len(graph.input)} inputs, not {len(inputs)}"
        )
    return node.interpreter.run_graph(graph, inputs, node.scope)


def arrays_of(values: Sequence[Any]) -> tuple[Array, ...]:
    """Returns the arrays of values; raises Unsupported for sequences."""
    if any(not hasattr(value, "array") for value in values):
        raise Unsupported("its body makes sequences")
    return tuple(value.array() for value in values)


def check_same(before: Sequence[Array], after: Sequence[Array]) -> None:
    """Raises Unsupported if a loop-carried value changes its shape or type."""
    for number, (a, b) in enumerate(zip(before, after)):
        if a.shape != b.shape or a.dtype != b.dtype:
            raise Unsupported(
                f"loop-carried value {number + 1} changes from {a.dtype} of "
                f"{list(a.shape)} to {b.dtype} of {list(b.shape)}"
            )


@operator("If", since=11)
def choose(
    node: Any, condition: MaybeConstant, *, then_branch: Any, else_branch: Any
) -> Any:
    """Selects one of two graphs; a condition unknown at import becomes `lax.cond`."""
    if isinstance(condition, np.ndarray):
        return run_body(node, then_branch if condition.all() else else_branch, [])

    def branch(graph: Any) -> Any:
        return lambda: arrays_of(run_body(node, graph, []))

    try:
        return list(
            lax.cond(condition.reshape(()), branch(then_branch), branch(else_branch))
        )
    except TypeError as error:
        raise Unsupported(
            "its branches have results of different shapes or types"
        ) from error


@operator("Loop", since=11)
def loop(
    node: Any,
    count: MaybeConstant = None,
    condition: MaybeConstant = None,
    *carried: Array,
    body: Any,
) -> list[Any]:
    """A loop with a known trip count, or without outputs per iteration."""
    others = len(body.output) - 1 - len(carried)
    if others < 0:
        raise Unsupported("its body has too few outputs")
    if isinstance(condition, np.ndarray) and not condition.all():
        count, condition = np.zeros((), np.int64), None
    if isinstance(condition, np.ndarray):
        condition = None
    if isinstance(count, np.ndarray) and condition is None:
        rounds = max(int(count.reshape(())), 0)
        found = counted(node, rounds, carried, body, others)
        if found is not None:
            return found
    if others:
        raise Unsupported("its number of iterations, and so a size, depends on data")
    return conditional(node, count, condition, carried, body)


def counted(
    node: Any, rounds: int, carried: Sequence[Array], body: Any, others: int
) -> list[Any] | None:
    """Returns the results of a loop that runs for all `rounds` iterations.

    Returns None if the body's condition may end the loop early.
    """
    goes_on = True

    def step(state: tuple[Array, ...], number: Array) -> Any:
        nonlocal goes_on
        true = node.interpreter.known(np.ones((), bool))
        inputs = as_values(node, [number, *state])
        results = run_body(node, body, [inputs[0], true, *inputs[1:]])
        again = results[0].numbers()
        goes_on = again is not None and bool(again.all())
        arrays = arrays_of(results[1:])
        check_same(state, arrays[: len(state)])
        return arrays[: len(state)], arrays[len(state) :]

    last, each = lax.scan(step, tuple(carried), np.arange(rounds, dtype=np.int64))
    return [*last, *each] if goes_on else None


def conditional(
    node: Any, count: Any, condition: Any, carried: Sequence[Array], body: Any
) -> list[Any]:
    """Returns the results of a loop that tests its condition before each iteration."""

    def goes_on(state: tuple[Array, ...]) -> Array:
        number, again = state[:2]
        return again if count is None else again & (number < jnp.reshape(count, ()))

    def step(state: tuple[Array, ...]) -> tuple[Array, ...]:
        results = arrays_of(run_body(node, body, as_values(node, [*state])))
        check_same(state[2:], results[1:])
        return (state[0] + 1, results[0].reshape(()), *results[1:])

    again = jnp.asarray(True if condition is None else condition).reshape(())
    begin = (jnp.zeros((), np.int64), again, *carried)
    return list(lax.while_loop(goes_on, step, begin)[2:])


@operator("Scan", since=9)
def scan(
    node: Any,
    *arrays: Array,
    body: Any,
    num_scan_inputs: int,
    scan_input_axes: list[int] | None = None,
    scan_input_directions: list[int] | None = None,
    scan_output_axes: list[int] | None = None,
    scan_output_directions: list[int] | None = None,
) -> list[Any]:
    """A loop over slices of arrays."""
    states = len(arrays) - num_scan_inputs
    others = len(body.output) - states
    if states < 0 or others < 0 or num_scan_inputs < 1:
        raise Unsupported("its body does not fit its inputs")
    axes = scan_input_axes or [0] * num_scan_inputs
    backwards = scan_input_directions or [0] * num_scan_inputs
    scanned = []
    for array, axis, backward in zip(arrays[states:], axes, backwards):
        moved = jnp.moveaxis(array, axis_of(axis, array.ndim), 0)
        scanned.append(lax.rev(moved, (0,)) if backward else moved)
    if len({array.shape[0] for array in scanned}) != 1:
        raise Unsupported("its scan inputs have different lengths")

    def step(state: tuple[Array, ...], now: tuple[Array, ...]) -> Any:
        results = arrays_of(run_body(node, body, as_values(node, [*state, *now])))
        check_same(state, results[:states])
        return results[:states], results[states:]

    last, each = lax.scan(step, tuple(arrays[:states]), tuple(scanned))
    results = list(last)
    out_axes = scan_output_axes or [0] * others
    out_backwards = scan_output_directions or [0] * others
    for array, axis, backward in zip(each, out_axes, out_backwards):
        array = lax.rev(array, (0,)) if backward else array
        results.append(jnp.moveaxis(array, 0, axis_of(axis, array.ndim)))
    return results
