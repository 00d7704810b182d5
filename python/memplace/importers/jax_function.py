"""JAX functions to StableHLO text."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from memplace.errors import MissingPartError


@dataclass(frozen=True)
class LoweredFunction:
    """A function of JAX with its arguments' shapes, as StableHLO for the CPU."""

    text: str
    """With the places in the source and the names of the arguments."""
    arguments: list[Any]
    """Shape and type of each leaf of the arguments."""
    kept: list[int]
    """Leaves that are arguments of `main`; the function uses no other."""
    results: Any
    """Shapes and types of the results, in the function's own tree of containers."""


def lower_jax_function(function: Callable[..., Any], *args: Any) -> LoweredFunction:
    """Returns `function` with all that a caller has to know of it."""
    lowered = trace(function, *args)
    import jax

    arguments = jax.tree.leaves(lowered.args_info)
    kept = sorted(lowered._lowering.compile_args["kept_var_idx"])
    text = lowered.as_text(debug_info=True)
    return LoweredFunction(text, arguments, kept, lowered.out_info)


def trace(function: Callable[..., Any], *args: Any) -> Any:
    """Returns what JAX makes of `function`, which may be jitted already. Raises
    MissingPartError if JAX is missing."""
    try:
        import jax
    except ImportError as error:
        raise MissingPartError(
            f"reading a JAX function needs jax ({error}); install the extra: "
            "pip install './python[stablehlo]'"
        ) from error
    jitted = function if hasattr(function, "trace") else jax.jit(function)
    return jitted.trace(*args).lower(lowering_platforms=("cpu",))


def jax_to_stablehlo(
    function: Callable[..., Any], *args: Any, locations: bool = False
) -> str:
    """Returns `function`, called with `args`, as StableHLO text for the CPU.

    `function` may be jitted already. `args` are arrays or
    `jax.ShapeDtypeStruct`s, in any tree of containers; each leaf becomes an
    argument of the module's `main`, so weights passed as arguments stay out of
    the text. With `locations`, the text says where in the source each op comes from,
    and how the arguments are called. Raises MissingPartError if JAX is missing.
    """
    text: str = trace(function, *args).as_text(debug_info=locations)
    return text
