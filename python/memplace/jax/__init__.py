"""Host offload for JAX: which arguments live in the host's memory (docs/jax-offload.md).

    import memplace.jax

    plan = memplace.jax.offload_plan(f, args, target="tpu-v5e", budget_bytes=2**30)
    print(plan)
    result = jax.jit(plan.function)(*plan.put(args))
"""

from memplace.errors import MissingPartError

try:
    import jax as _jax  # noqa: F401
except ImportError as error:
    raise MissingPartError(
        f"memplace.jax needs the package jax ({error}); install the extra: "
        "pip install './python[stablehlo]'"
    ) from error

from memplace.jax.machine import TARGETS
from memplace.jax.offload import offload_plan
from memplace.jax.plan import MEMORY_KINDS, Argument, Arrival, OffloadPlan

__all__ = [
    "MEMORY_KINDS",
    "TARGETS",
    "Argument",
    "Arrival",
    "OffloadPlan",
    "offload_plan",
]
