# Linear algebra is imported as calls of LAPACK, whose results are JAX's, with the signs
# of vectors, for all types and batches. Other calls of LAPACK are refused by name, with
# their source location. A program with such calls needs the library of kernels.
#
# REQUIRES: kernels, venv
# UNSUPPORTED: sanitizer
# RUN: %venv_python %s

import os
import shutil
import tempfile
import unittest

os.environ["JAX_PLATFORMS"] = "cpu"

import jax
import jax.numpy as jnp
import numpy as np
from memplace.callables import check, compile
from memplace.errors import MemplaceError
from memplace.execution import RunOptions, find_memplace_opt, find_runtime, run_program
from memplace.importers import from_jax

jax.config.update("jax_enable_x64", True)
TYPES = (np.float32, np.float64, np.complex64, np.complex128)


def numbers(kind, *shape):
    rng = np.random.default_rng(len(shape))
    parts = rng.uniform(-1, 1, (2, *shape))
    return (parts[0] + (1j * parts[1] if kind in TYPES[2:] else 0)).astype(kind)


def positive(matrix):
    adjoint = matrix.swapaxes(-1, -2).conj()
    return matrix @ adjoint + 5 * jnp.eye(matrix.shape[-1], dtype=matrix.dtype)


def factors(a):
    tall = jnp.concatenate([a, a[..., :2, :]], axis=-2)
    return (
        jnp.linalg.cholesky(positive(a)),
        jnp.linalg.solve(a, tall.mT),
        jnp.linalg.slogdet(a),
        jnp.linalg.qr(tall, mode="complete"),
        jnp.linalg.eigh(positive(a)),
        [jnp.linalg.svd(tall, full_matrices=full) for full in (True, False)],
        jnp.linalg.svd(tall.mT),
        jnp.linalg.svdvals(tall),
    )


def call(function, *arrays):
    with compile(function, arrays, target="tpu-v4i", optimisation=0) as compiled:
        return compiled(*arrays)


class LinearAlgebra(unittest.TestCase):
    def test_results_of_each_type_equal_those_of_jax(self):
        for kind in TYPES:
            with self.subTest(kind):
                # Vectors of an orthonormal basis that a matrix does not determine vary.
                result = check(factors, (numbers(kind, 3, 4, 4),), target="tpu-v4i")
                self.assertTrue(result.passed, result)

    def test_solutions_for_all_options_equal_those_of_jax(self):
        def solve(a, b):
            return [
                jax.lax.linalg.triangular_solve(
                    a,
                    b if left else b.mT,
                    left_side=left,
                    lower=lower,
                    transpose_a=transpose,
                    conjugate_a=transpose,
                    unit_diagonal=lower,
                )
                for left in (False, True)
                for lower in (False, True)
                for transpose in (False, True)
            ]

        arrays = positive(numbers(np.complex128, 4, 4)), numbers(np.complex128, 4, 2)
        result = check(solve, arrays, target="tpu-v4i")
        self.assertTrue(result.passed, result)

    def test_an_indefinite_matrix_of_a_batch_gives_nan(self):
        matrices = np.stack([np.eye(3), -np.eye(3)]).astype(np.float32)
        factor = call(jnp.linalg.cholesky, matrices)
        self.assertTrue((factor[0] == np.eye(3)).all())
        self.assertTrue(np.isnan(factor[1][np.tril_indices(3)]).all())

    def test_what_is_made_of_them_is_what_jax_computes(self):
        def solve(a, b):
            inverse = jax.grad(lambda a: jnp.linalg.inv(a[:4]).sum())
            return jnp.linalg.lstsq(a, b)[0], jnp.linalg.pinv(a), inverse(a)

        arrays = numbers(np.float32, 6, 4), numbers(np.float32, 6)
        result = check(solve, arrays, target="tpu-v4i")
        self.assertTrue(result.passed, result)

    def test_matrices_that_are_not_symmetric_are_refused(self):
        with self.assertRaisesRegex(
            MemplaceError, r"1 x 'stablehlo.custom_call @lapack_sgeev_ffi' \(.*py:\d+\)"
        ):
            call(lambda a: jnp.linalg.eigvals(a), numbers(np.float32, 3, 3))

    def test_a_program_without_the_library_is_an_error(self):
        text = from_jax(jnp.linalg.cholesky, numbers(np.float32, 3, 3))
        tool = find_memplace_opt(RunOptions())
        with tempfile.TemporaryDirectory() as folder:
            alone = shutil.copy(tool, os.path.join(folder, "memplace-opt"))
            runtime = find_runtime(RunOptions(), tool)
            options = RunOptions(memplace_opt=alone, runtime=runtime, kernels=False)
            with self.assertRaisesRegex(
                MemplaceError, "the program calls LAPACK, and there is no .*; install"
            ):
                run_program(text, "program", options)


if __name__ == "__main__":
    unittest.main()
