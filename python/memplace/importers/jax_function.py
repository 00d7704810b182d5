"""Converts JAX functions to StableHLO text."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from memplace.errors import MissingPartError
from memplace.extras import install_command


@dataclass(frozen=True)
class LoweredFunction:
    """A JAX function for given shapes of arguments, lowered to StableHLO for the
    CPU."""

    text: str
    """Includes source locations and the names of the arguments."""
    arguments: list[Any]
    """Shape and type of each leaf of the arguments."""
    kept: list[int]
    """Indices of the leaves that are arguments of `main`; JAX drops unused leaves."""
    results: Any
    """Shapes and types of the results, in the function's own tree of containers."""


def lower_jax_function(function: Callable[..., Any], *args: Any) -> LoweredFunction:
    """Returns `function` lowered, with all that a caller needs to call it."""
    lowered = trace(function, *args)
    import jax

    arguments = jax.tree.leaves(lowered.args_info)
    kept = sorted(lowered._lowering.compile_args["kept_var_idx"])
    text = lowered.as_text(debug_info=True)
    return LoweredFunction(text, arguments, kept, lowered.out_info)


def trace(function: Callable[..., Any], *args: Any) -> Any:
    """Lowers `function`, which may already be jitted, for the CPU.

    Raises MissingPartError if JAX is missing.
    """
    try:
        import jax
    except ImportError as error:
        raise MissingPartError(
            f"reading a JAX function needs jax ({error}); install the extra: "
            f"{install_command('stablehlo')}"
        ) from error
    exclude_own_lines()
    jitted = function if hasattr(function, "trace") else jax.jit(function)
    return jitted.trace(*args).lower(lowering_platforms=("cpu",))


@cache
def exclude_own_lines() -> None:
    """Keeps lines of this package out of JAX's source locations."""
    from jax._src import source_info_util

    source_info_util.register_exclusion(str(Path(__file__).parents[1]) + os.sep)


def jax_to_stablehlo(
    function: Callable[..., Any], *args: Any, locations: bool = False
) -> str:
    """Lowers `function`, called with `args`, to StableHLO text for the CPU.

    `function` may already be jitted. `args` are arrays or
    `jax.ShapeDtypeStruct`s, in any tree of containers. Each leaf becomes an
    argument of the module's `main`, so weights passed as arguments stay out of
    the text. With `locations`, the text contains the source location of each op
    and the names of the arguments. Raises MissingPartError if JAX is missing.
    """
    text: str = trace(function, *args).as_text(debug_info=locations)
    return text
