# Compiled functions compute the same with kernels and with loops, even if arrays change
# between calls.
#
# REQUIRES: kernels, venv
# RUN: %venv_python %s

import os
import unittest

os.environ["JAX_PLATFORMS"] = "cpu"

import jax
import jax.numpy as jnp
import numpy as np
from memplace.callables import check, compile
from memplace.errors import InputError, MemplaceError
from memplace.importers import from_stablehlo
from memplace.importers.masks import masks_as_bits, masks_as_bytes


def dense(w, x):
    return jnp.tanh(x @ w)


def numbers(*shape):
    return np.random.default_rng(len(shape)).uniform(-1, 1, shape).astype(np.float32)


class Compile(unittest.TestCase):
    def test_kernels_and_loops_agree_up_to_rounding(self):
        w, x = numbers(200, 48), numbers(33, 200)
        results = []
        for kernels in (True, False):
            with compile(dense, (w, x), kernels=kernels, optimisation=0) as compiled:
                results.append(compiled(w, x))
        self.assertTrue(np.allclose(*results, rtol=0, atol=1e-5))
        # Equal bits would mean that the option `kernels` had no effect.
        self.assertTrue((results[0] != results[1]).any())

    def test_masks_that_are_printed_as_digits_keep_their_bits(self):
        # JAX's MLIR and LLVM's print more than a hundred elements with different
        # digits; 187 bits are not a whole number of bytes.
        mask = np.random.default_rng(0).random((11, 17)) < 0.5
        x = numbers(11, 17)
        select = lambda x: jnp.where(jnp.asarray(mask), x, 2.0)
        with compile(select, (x,), optimisation=0) as compiled:
            np.testing.assert_array_equal(compiled(x), np.where(mask, x, 2.0))

        text = str(jax.jit(select).lower(x).compiler_ir())
        packed = masks_as_bits(text)
        self.assertNotEqual(packed, text)
        self.assertEqual(masks_as_bytes(packed), text)
        self.assertEqual(from_stablehlo(packed), from_stablehlo(text))

    def test_narrow_sums_are_rounded_once(self):
        w, x = numbers(300, 48), numbers(33, 300)
        for kind, last_bit in ((jnp.bfloat16, 2**-8), (jnp.float16, 2**-11)):
            product = lambda a, b: (b.astype(kind) @ a.astype(kind)).astype(jnp.float32)
            narrow = [np.asarray(jnp.asarray(a, kind), np.float64) for a in (w, x)]
            exact = narrow[1] @ narrow[0]
            with compile(product, (w, x), target="tpu-v4i", optimisation=0) as placed:
                error = np.abs(placed(w, x) - exact).max()
            # Relative to the largest number; a loop that rounds each sum is off by several
            # times as much.
            self.assertLess(error, 1.01 * last_bit * np.abs(exact).max())
            result = check(product, (w, x), target="tpu-v4i", tolerance=2 * last_bit)
            self.assertTrue(result.passed, result)

    def test_tolerance_is_that_of_the_narrowest_type(self):
        half = lambda a: a.astype(jnp.bfloat16) * 3
        self.assertEqual(check(half, (numbers(4),)).tolerance, 2**-6)
        self.assertEqual(check(jnp.sin, (numbers(4),)).tolerance, 1e-5)

    def test_64_bits_are_taken_where_jax_has_32(self):
        x = np.linspace(0, 1, 4)
        with compile(jnp.sin, (x,), optimisation=0) as compiled:
            self.assertLess(np.abs(compiled(x) - np.sin(x)).max(), 1e-6)
            with self.assertRaisesRegex(InputError, r"must be float32\[4\]"):
                compiled(np.arange(4))

    def test_elements_that_a_cpu_has_no_code_for_are_named(self):
        narrow = lambda a: a.astype(jnp.float8_e4m3fn).astype(jnp.float32)
        with self.assertRaisesRegex(MemplaceError, "no code for the CPU computes with 'f8E4"):
            compile(narrow, (numbers(4),), optimisation=0)

    def test_placed_and_not_give_the_same_bits(self):
        args = numbers(200, 48), numbers(33, 200)
        for kernels in (True, False):
            result = check(dense, args, target="tpu-v4i", kernels=kernels)
            self.assertTrue(result.passed, result)

    def test_each_call_sees_its_own_arrays(self):
        w, other = jnp.asarray(numbers(20, 8)), jnp.asarray(numbers(20, 8) * 2)
        x = numbers(4, 20)
        with compile(dense, (w, x), optimisation=0) as compiled:
            for weights in (w, w, other, w, np.asarray(other), other):
                expected = np.tanh(x @ np.asarray(weights))
                error = np.abs(compiled(weights, x) - expected).max()
                self.assertLess(error, 1e-5)
                x += 0.1  # In place: the array is the same object.

    def test_an_array_that_the_program_overwrites_is_copied_each_time(self):
        add = jax.jit(lambda a, b: a + b, donate_argnums=0)
        one = jnp.ones((8,), jnp.float32)
        with compile(add, (one, one), optimisation=0) as compiled:
            for _ in range(3):
                self.assertEqual(compiled(one, one).tolist(), [2.0] * 8)


if __name__ == "__main__":
    unittest.main()
