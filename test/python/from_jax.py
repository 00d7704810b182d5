# The Python interface: from_jax and its errors.
#
# REQUIRES: venv
# RUN: %venv_python %s

import re
import unittest

import jax.numpy as jnp
from memplace.errors import MemplaceError
from memplace.importers import from_jax, from_linalg


def without_locations(text):
    return re.sub(r" loc\([^()]*\)", "", text)


class FromJax(unittest.TestCase):
    def test_takes_arrays_and_returns_memrefs(self):
        text = from_jax(
            lambda x, y: jnp.tanh(x) @ y, jnp.ones((2, 3)), jnp.ones((3, 5))
        )
        self.assertIn(
            '@main(%arg0: memref<2x3xf32> {memplace.buffer = "x"}, '
            '%arg1: memref<3x5xf32> {memplace.buffer = "y"}, '
            '%arg2: memref<2x5xf32> {bufferize.result, memplace.buffer = "result"})',
            without_locations(text),
        )
        self.assertIn("math.tanh", text)

    def test_several_results_are_several_out_params(self):
        text = from_jax(lambda x: (x + 1, x.sum()), jnp.ones((4,)))
        self.assertIn(
            '@main(%arg0: memref<4xf32> {memplace.buffer = "x"}, '
            '%arg1: memref<4xf32> {bufferize.result, memplace.buffer = "result[0]"}, '
            '%arg2: memref<f32> {bufferize.result, memplace.buffer = "result[1]"})',
            without_locations(text),
        )

    def test_an_op_without_a_lowering_is_named(self):
        with self.assertRaisesRegex(MemplaceError, "<eigvals>: 1 op has no lowering"):
            from_jax(jnp.linalg.eigvals, jnp.eye(4))

    def test_linalg_with_an_error_names_the_text(self):
        with self.assertRaisesRegex(MemplaceError, "mine:1:1: error"):
            from_linalg("nonsense", name="mine")


if __name__ == "__main__":
    unittest.main()
