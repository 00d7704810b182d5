"""Host offload: keeps some arguments of a JAX function in the host's memory.

    import memplace.jax

    plan = memplace.jax.offload_plan(f, args, target="tpu-v5e", budget_bytes=2**30)
    print(plan)
    result = jax.jit(plan.function)(*plan.put(args))

docs/guide/jax-offload.md is the guide. Times are seconds and sizes bytes.
"""

from memplace.errors import MissingPartError
from memplace.extras import install_command

_JAX_VERSIONS = ("0.10", "0.11")  # program.py and plan.py read the jaxprs of these.

try:
    import jax as _jax
except ImportError as error:
    raise MissingPartError(
        f"memplace.jax needs the package jax ({error}); install the extra: "
        f"{install_command('stablehlo')}"
    ) from error
if not _jax.__version__.startswith(tuple(f"{version}." for version in _JAX_VERSIONS)):
    raise MissingPartError(
        f"memplace.jax needs jax {' or '.join(_JAX_VERSIONS)}, this is jax {_jax.__version__}; "
        f"install the extra: {install_command('stablehlo')}"
    )

from memplace.jax.fitting import Attempt, FittedFunction, Repeated, fit  # noqa: E402
from memplace.machines import TARGETS  # noqa: E402
from memplace.jax.offload import offload_plan  # noqa: E402
from memplace.jax.plan import (  # noqa: E402
    MEMORY_KINDS,
    Argument,
    Arrival,
    OffloadPlan,
    Part,
    Parts,
)

__all__ = [
    "MEMORY_KINDS",
    "TARGETS",
    "Argument",
    "Arrival",
    "Attempt",
    "FittedFunction",
    "OffloadPlan",
    "Part",
    "Parts",
    "Repeated",
    "fit",
    "offload_plan",
]
