# Eigenvalues of symmetric matrices and singular values are imported as loops: values
# equal LAPACK's, vectors are orthonormal and reconstruct the matrix. Other calls of
# LAPACK are refused by name, with their source location.
#
# REQUIRES: venv
# RUN: %venv_python %s

import os
import unittest

os.environ["JAX_PLATFORMS"] = "cpu"

import jax.numpy as jnp
import numpy as np
from memplace.callables import check, compile
from memplace.errors import MemplaceError

TOLERANCE = 2e-5


def numbers(*shape):
    return np.random.default_rng(len(shape)).uniform(-1, 1, shape).astype(np.float32)


def call(function, matrix):
    with compile(function, (matrix,), target="tpu-v4i", optimisation=0) as compiled:
        return compiled(matrix)


class Spectral(unittest.TestCase):
    def near(self, left, right):
        self.assertLess(np.abs(left - right).max(), TOLERANCE)

    def orthonormal(self, columns):
        product = np.swapaxes(columns, -1, -2) @ columns
        self.near(product, np.eye(product.shape[-1]))

    def test_eigenvectors_of_a_batch(self):
        matrix = numbers(4, 7, 7)
        matrix = matrix + np.swapaxes(matrix, -1, -2)
        # All eigenvalues equal, then two distinct eigenvalues.
        matrix[0], matrix[1] = 0, 1
        values, vectors = call(jnp.linalg.eigh, matrix)
        self.near(values, np.linalg.eigvalsh(matrix))
        self.near(matrix @ vectors, vectors * values[:, None])
        self.orthonormal(vectors)

    def test_singular_vectors_wide_tall_and_without_rank(self):
        def decompose(a):
            return [jnp.linalg.svd(a, full_matrices=full) for full in (True, False)]

        matrices = [numbers(6, 3), numbers(3, 6), np.ones((4, 3), np.float32)]
        matrices.append(np.zeros((1, 1), np.float32))
        for matrix in matrices:
            for u, s, vt in call(decompose, matrix):
                self.near(s, np.linalg.svd(matrix, compute_uv=False))
                self.orthonormal(u)
                self.orthonormal(vt.T)
                self.near(u[:, : len(s)] * s @ vt[: len(s)], matrix)

    def test_what_is_made_of_them_is_what_jax_computes(self):
        def solve(a, b):
            return jnp.linalg.lstsq(a, b)[0], jnp.linalg.pinv(a)

        result = check(solve, (numbers(6, 4), numbers(6)), target="tpu-v4i")
        self.assertTrue(result.passed, result)

    def test_matrices_that_are_not_symmetric_are_refused(self):
        with self.assertRaisesRegex(
            MemplaceError, r"1 x 'stablehlo.custom_call @lapack_sgeev_ffi' \(.*py:\d+\)"
        ):
            call(lambda a: jnp.linalg.eigvals(a), numbers(3, 3))


if __name__ == "__main__":
    unittest.main()
