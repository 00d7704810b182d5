"""JAX functions to StableHLO text."""

from collections.abc import Callable
from typing import Any

from memplace.errors import MissingPartError


def jax_to_stablehlo(function: Callable[..., Any], *args: Any) -> str:
    """Returns `function`, called with `args`, as StableHLO text for the CPU.

    `function` may be jitted already. `args` are arrays or
    `jax.ShapeDtypeStruct`s, in any tree of containers; each leaf becomes an
    argument of the module's `main`, so weights passed as arguments stay out of
    the text. Raises MissingPartError if JAX is missing.
    """
    try:
        import jax
    except ImportError as error:
        raise MissingPartError(
            f"reading a JAX function needs jax ({error}); install the extra: "
            "pip install './python[stablehlo]'"
        ) from error
    jitted = function if hasattr(function, "trace") else jax.jit(function)
    text: str = jitted.trace(*args).lower(lowering_platforms=("cpu",)).as_text()
    return text
