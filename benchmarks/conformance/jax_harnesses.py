"""JAX's own harnesses of primitives: calls of each primitive in the variants that JAX
tests. All harnesses that JAX can run on a CPU are cases, with 64-bit types.

  python benchmarks/conformance/jax_harnesses.py --output results.jsonl
"""

import os
import sys
import zlib
from collections.abc import Callable
from typing import Any

import numpy as np

os.environ.setdefault("JAX_PLATFORMS", "cpu")

import jax
from memplace.importers import from_stablehlo
from memplace.importers.jax_function import lower_jax_function
from suite import Case, LeftOut, main

jax.config.update("jax_enable_x64", True)


def tolerance(arrays: list[Any]) -> float:
    """Returns JAX's own tolerance for these results, as in `jax.test_util.check_close`:
    the tolerance of the element type."""
    from jax._src.public_test_util import tolerance as of_type

    return max([float(of_type(each.dtype)) * each.size for each in arrays], default=0.0)


def as_arrays(tree: Any) -> list[Any]:
    """Returns the leaves of a tree as NumPy arrays; of a random key, its data."""

    def convert(leaf: Any) -> Any:
        leaf = jax.numpy.asarray(leaf)
        if jax.dtypes.issubdtype(leaf.dtype, jax.dtypes.prng_key):
            leaf = jax.random.key_data(leaf)
        return np.asarray(leaf)

    return [convert(leaf) for leaf in jax.tree.leaves(tree)]


def widen(leaf: Any) -> Any:
    """Returns a floating-point number or array in 64 bits, other values unchanged."""
    array = np.asarray(leaf)
    if array.dtype.kind in "biu" or not isinstance(leaf, (np.ndarray, jax.Array)):
        return leaf
    return array.astype(np.complex128 if array.dtype.kind == "c" else np.float64)


def singular_values(s: Any, u: Any = None, vt: Any = None) -> Any:
    """Returns the invariants of singular value decompositions of a matrix, whose
    vectors may differ in sign."""
    if u is None:
        return s
    count = s.shape[-1]
    product = (u[..., :count] * s[..., None, :].astype(u.dtype)) @ vt[..., :count, :]
    return s, product, u.swapaxes(-1, -2).conj() @ u, vt @ vt.swapaxes(-1, -2).conj()


def eigenvalues(v: Any, w: Any) -> Any:
    """Returns the invariants of eigendecompositions of symmetric matrices."""
    adjoint = v.swapaxes(-1, -2).conj()
    return w, (v * w[..., None, :].astype(v.dtype)) @ adjoint, adjoint @ v


def unstable_sort(harness: Any) -> Callable[..., Any]:
    """Returns a function that makes sorted results comparable if elements with equal
    keys may come in any order."""

    def canonical(*results: Any) -> Any:
        keys = harness.params["num_keys"]
        dimension = harness.params["dimension"]
        rest = [jax.lax.sort(each, dimension=dimension) for each in results[keys:]]
        return *results[:keys], *rest

    return canonical


def top_elements(operand: Any) -> Callable[..., Any]:
    """Returns a function that makes lists of largest elements comparable if equal
    elements may come in any order."""
    return lambda values, places: (
        values,
        jax.numpy.take_along_axis(operand, places, axis=-1),
    )


def unique_form(harness: Any, arguments: tuple[Any, ...]) -> Callable[..., Any] | None:
    """Returns a function that maps all correct results of a harness to the same value."""
    if harness.group_name == "sort" and not harness.params["is_stable"]:
        return unstable_sort(harness)
    if harness.group_name == "approx_top_k":
        return top_elements(arguments[0])
    return {"svd": singular_values, "eigh": eigenvalues}.get(harness.group_name)


class Harnesses:
    """The suite."""

    def __init__(self) -> None:
        from jax._src.internal_test_util.test_harnesses import all_harnesses

        self.harnesses = {
            harness.fullname: harness
            for harness in all_harnesses
            if harness.filter("cpu")
        }

    def names(self) -> list[str]:
        """Returns the names of all cases."""
        return list(self.harnesses)

    def load(self, name: str) -> Case:
        """Makes a case: its arguments are random, the same each time."""
        harness = self.harnesses[name]

        def function(*arguments: Any) -> Any:
            results = harness.dyn_fun(*arguments)
            if unique := unique_form(harness, arguments):
                several = isinstance(results, (list, tuple))
                return unique(*(results if several else [results]))
            return results

        rng = np.random.RandomState(zlib.crc32(name.encode()))
        try:
            arguments = harness.dyn_args_maker(rng)
            expected = as_arrays(jax.jit(function)(*arguments))
        except Exception as error:
            raise LeftOut(f"{type(error).__name__}: {error}") from error
        lowered = lower_jax_function(function, *arguments)
        leaves = as_arrays(arguments)
        close = tolerance(expected)
        return Case(
            importer=lambda: (from_stablehlo(lowered.text, name), {}),
            inputs=[leaves[index] for index in lowered.kept],
            expected=expected,
            relative=close,
            absolute=close,
            exact=exact_results(function, arguments),
        )


def exact_results(
    function: Callable[..., Any], arguments: list[Any]
) -> Callable[[], list[Any]]:
    """Returns a function that computes the results with 64-bit numbers."""

    def call() -> list[Any]:
        wide = [widen(argument) for argument in arguments]
        return as_arrays(jax.jit(function)(*wide))

    return call


if __name__ == "__main__":
    sys.exit(main(Harnesses))
