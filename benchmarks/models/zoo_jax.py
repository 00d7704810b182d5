# ===- zoo_jax.py - JAX functions as networks of the zoo ---------------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Imports a JAX function in the same way as `memplace.compile`, and computes the
expected results with JAX."""

from collections.abc import Callable
from typing import Any

import jax
import numpy as np
from memplace.importers import from_stablehlo, jax_to_stablehlo
from memplace.execution import RunOptions, list_arguments
from memplace.importers.donations import places_of_results
from memplace.importers.jax_function import lower_jax_function
from zoo_row import Imported, Network


def widen(array: Any) -> Any:
    """Returns floating-point arrays in 64 bits, other arrays unchanged."""
    if np.issubdtype(np.asarray(array).dtype, np.floating):
        return np.asarray(array, np.float64)
    return np.array(array)


def jax_network(
    function: Callable[..., Any], args: tuple[Any, ...], is_wide: bool
) -> Network:
    """Returns a JAX function on arrays as a network."""
    if is_wide:
        jax.config.update("jax_enable_x64", True)
    args = jax.tree.map(widen if is_wide else np.array, args)
    leaves = jax.tree.leaves(args)

    def bring_in() -> Imported:
        lowered = lower_jax_function(function, *args)
        text = from_stablehlo(lowered.text, f"<{function.__name__}>")
        results = len(jax.tree.leaves(lowered.results))
        arguments = list_arguments(text, RunOptions())
        places = places_of_results(lowered.text, arguments, len(lowered.kept), results)
        arrays = {place: leaves[index] for place, index in enumerate(lowered.kept)}
        source = jax_to_stablehlo(function, *args)
        return Imported(text, arrays, places, source)

    jitted = function if hasattr(function, "trace") else jax.jit(function)

    def expected() -> list[Any]:
        return [np.asarray(leaf) for leaf in jax.tree.leaves(jitted(*args))]

    return Network(bring_in, expected)
