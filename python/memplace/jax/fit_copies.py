"""Copies between the host's memory and the device's as equations of JAX."""

from typing import Any

import jax
from memplace.jax.jaxprs import abstract, evaluate

# Primitive of a copy, and of the step and the op that it becomes.
COPY = "device_put"


def direction_of(equation: Any) -> str:
    """Returns "in" for a copy to the device's memory, "out" for one to the host's, and ""
    for another equation."""
    if equation.primitive.name != COPY:
        return ""
    spaces = {jax.memory.Space.Device: "in", jax.memory.Space.Host: "out"}
    return spaces.get(equation.params["devices"][0], "")


def with_copies(closed: Any, hosted: frozenset[int], results: set[int]) -> Any:
    """Returns a closed jaxpr whose arguments `hosted` are copied to the device, and whose
    `results` are copied to the host."""
    if not hosted:
        return closed

    def function(*args: Any) -> list[Any]:
        device, host = jax.memory.Space.Device, jax.memory.Space.Host
        found = evaluate(
            closed,
            [jax.device_put(a, device) if k in hosted else a for k, a in enumerate(args)],
            {},
        )
        return [
            jax.device_put(r, host) if k in results else r for k, r in enumerate(found)
        ]

    return jax.make_jaxpr(function)(*abstract(closed.in_avals))
