# memplace.jax.fit: a function within a budget by XLA's own analysis, with equal bits.
#
# REQUIRES: python-bindings, venv
# RUN: %core_python %s FitTest
# XLA compiles in half of the time without LLVM's optimizations; only equal bits need them.
# RUN: env XLA_FLAGS=--xla_backend_optimization_level=0 %core_python %s UnoptimizedTest

import os
import random
import re
import sys
import unittest
from pathlib import Path

sys.path.append(str(Path(__file__).parent / "Inputs"))
os.environ["JAX_PLATFORMS"] = "cpu"

import jax
import jax.numpy as jnp
import numpy as np

import fit_cases
from memplace.errors import InputError
from memplace.jax import fit
from memplace.jax.jaxprs import inline
from memplace.jax.loops import _Cutter, find_cuts, find_pairs
from memplace.machines import find_machine


def compiled_plain(f, args, donated=()):
    return jax.jit(f, donate_argnums=donated).lower(*args).compile()


def bytes_by_xla(compiled):
    m = compiled.memory_analysis()
    held = m.argument_size_in_bytes + m.output_size_in_bytes - m.alias_size_in_bytes
    return held + m.temp_size_in_bytes


def same_bits(one, other):
    """Returns true if all leaves of two trees have the same types, shapes and bits."""
    pairs = zip(jax.tree.leaves(one), jax.tree.leaves(other), strict=True)
    return all(
        a.dtype == b.dtype
        and a.shape == b.shape
        and np.asarray(a).tobytes() == np.asarray(b).tobytes()
        for a, b in pairs
    )


class FitTest(unittest.TestCase):
    def check(self, case, share):
        """Fits a case to a share of its memory; checks memory and results."""
        f, args, donated = case
        plain = compiled_plain(f, args, donated)
        budget = int(bytes_by_xla(plain) * share)
        step = fit(f, args, budget, donate_argnums=donated)
        self.assertTrue(step.is_changed)
        self.assertEqual(step.measured_peak_bytes, bytes_by_xla(step.compiled))
        self.assertLessEqual(step.measured_peak_bytes, budget)
        self.assertEqual(step.unchanged_peak_bytes, bytes_by_xla(plain))
        self.assertGreaterEqual(step.predicted_seconds, step.bound_seconds)
        best = min(
            (a for a in step.attempts if a.measured_peak_bytes <= budget),
            key=lambda a: a.seconds,
        )
        self.assertEqual(step.predicted_seconds, best.seconds)
        self.assertEqual(step.predicted_peak_bytes, best.predicted_peak_bytes)
        # Both calls may take their arguments' memory.
        expected = plain(*fit_cases.arrays(args))
        self.assertTrue(same_bits(step(*fit_cases.arrays(args)), expected))
        return step

    def test_unrolled_layers(self):
        step = self.check(fit_cases.chain(), 0.4)
        self.assertIn("dot_general", {one.name for one in step.repeated})
        self.assertIn(f"{step.measured_peak_bytes:,} of {step.budget_bytes:,}", str(step))
        loose = self.check(fit_cases.chain(), 0.9)
        self.assertLess(loose.predicted_seconds, step.predicted_seconds)

    def test_scanned_layers_stay_a_loop(self):
        step = self.check(fit_cases.scanned(), 0.5)
        self.assertEqual(step.repeated[0].name, "scan of 6 trips")
        self.assertEqual(step.compiled.as_text().count(" while("), 2)

    def test_other_networks(self):
        for make in (fit_cases.recurrent, fit_cases.dropout, fit_cases.checkpointed):
            with self.subTest(make.__name__):
                self.check(make(), 0.5)

    def test_a_program_without_room_names_donation(self):
        f = lambda x: jnp.tanh(x) * 2
        args = (jax.ShapeDtypeStruct((256, 256), "float32"),)
        with self.assertRaisesRegex(InputError, "donate_argnums would save up to 262144"):
            fit(f, args, 300_000)
        for position in (0, -1, np.int64(0), [0]):
            step = fit(f, args, 300_000, donate_argnums=position)
            self.assertFalse(step.is_changed)

    def test_effects_happen_once_and_in_order(self):
        seen = []

        def loss(layers, x):
            for number, w in enumerate(layers):
                x = jnp.tanh(x @ w)
                jax.debug.callback(lambda n: seen.append(int(n)), number, ordered=True)
            return (x**2).mean()

        layers = [jax.ShapeDtypeStruct((32, 32), "float32")] * 8
        args = layers, jax.ShapeDtypeStruct((2048, 32), "float32")
        f = jax.grad(loss)
        budget = int(bytes_by_xla(compiled_plain(f, args)) * 0.95)
        step = fit(f, args, budget)
        self.assertTrue(step.is_changed)
        jax.block_until_ready(step(*fit_cases.arrays(args)))
        jax.effects_barrier()
        self.assertEqual(seen, list(range(8)))

    def check_plan(self, f, args):
        """Compiles a plan with few bytes, whatever it saves; compares the results."""
        with self.assertRaisesRegex(InputError, "plans need") as caught:
            fit(f, args, 1)
        enough = int(re.findall(r"plans need (\d+) bytes", str(caught.exception))[0])
        step = fit(f, args, enough)
        self.assertLessEqual(step.measured_peak_bytes, enough)
        values = fit_cases.arrays(args)
        self.assertTrue(same_bits(step(*values), jax.jit(f)(*values)))

    def test_equal_literals_of_several_types(self):
        def f(x):
            halves = jnp.zeros(4, jnp.float16), jnp.zeros(4, jnp.float32)
            small, large = jnp.full(3, 100, jnp.int8), jnp.full(3, 100, jnp.int32)
            return x @ x, halves, jnp.full(2, True), small * small, large * large

        self.check_plan(f, (jax.ShapeDtypeStruct((64, 64), "float32"),))

    def test_values_without_bytes_keep_their_order(self):
        def loss(weights, x):
            for w in weights:
                x = jnp.concatenate([jnp.tanh(x @ w), x @ w[:, :0]], 1)
            return x.sum()

        weights = [jax.ShapeDtypeStruct((32, 32), "float32")] * 4
        self.check_plan(
            jax.grad(loss), (weights, jax.ShapeDtypeStruct((512, 32), "float32"))
        )

    def test_references(self):
        def f(x):
            ref = jax.new_ref(jnp.zeros_like(x))
            ref[...] = jnp.sin(x)
            return (jnp.cos(x) @ ref[...].T).sum()

        self.check_plan(f, (jax.ShapeDtypeStruct((128, 128), "float32"),))

    def test_a_scan_stacks_a_literal(self):
        def f(ws, x):
            x, ones = jax.lax.scan(lambda x, w: (jnp.tanh(x @ w), 1.0), x, ws)
            return jax.lax.scan(lambda x, one: (jnp.sin(x) * one, x.sum()), x, ones)

        shapes = (4, 32, 32), (512, 32)
        self.check_plan(f, tuple(jax.ShapeDtypeStruct(s, "float32") for s in shapes))

    def test_unused_and_returned_arguments(self):
        f = lambda unused, x, y: (y, jnp.sin(x) @ y, y)
        shapes = (100, 100), (50, 60), (60, 70)
        args = tuple(jax.ShapeDtypeStruct(s, "float32") for s in shapes)
        step = fit(f, args, "1GB")
        self.assertLess(abs(step.predicted_peak_bytes - step.measured_peak_bytes), 13_000)
        nothing = fit(lambda x: x, args[:1], "1GB")
        self.assertLessEqual(nothing.bound_seconds, nothing.predicted_seconds)

    def test_long_bodies_of_scans_are_cut_quickly(self):
        def f(ws, x):
            def body(x, w):
                for k in range(100):
                    x = jnp.sin(x @ w) + k
                return x, None

            return jax.lax.scan(body, x, ws)[0].sum()

        shapes = (3, 16, 16), (64, 16)
        args = tuple(jax.ShapeDtypeStruct(s, "float32") for s in shapes)
        (pair,) = find_pairs(inline(jax.make_jaxpr(jax.grad(f))(*args)))
        calls = 0

        class Counting(_Cutter):
            def cut(self, kept):
                nonlocal calls
                calls += 1
                return super().cut(kept)

        cuts = Counting(pair, find_machine("h200-offload")).cuts()
        self.assertGreater(len(cuts), 50)
        self.assertLess(calls, 20 * len(cuts))

    def test_cuts_save_bytes_for_time(self):
        f, args, _ = fit_cases.scanned()
        (pair,) = find_pairs(inline(jax.make_jaxpr(f)(*args)))
        cuts = find_cuts(pair, find_machine("h200-offload"))
        self.assertGreater(len(cuts), 3)
        for before, after in zip(cuts, cuts[1:]):
            self.assertLess(after.bytes, before.bytes)
            self.assertGreater(after.seconds, before.seconds)
        # At the end only the carried value is kept.
        self.assertEqual(cuts[-1].bytes, 6 * 512 * 32 * 4)

    def test_bad_arguments(self):
        f, args, _ = fit_cases.chain()
        several = [
            (dict(memory="lots"), "positive size such as 4096, 500MB .*, got 'lots'"),
            (dict(memory=0), "memory must be from 1"),
            (dict(memory=1e6), "memory must be an integer"),
            (dict(args={}), "args must be the tuple"),
            (dict(f=3), "f must be a function"),
            (dict(memory=True), "memory must be an integer, got True"),
            (dict(memory="1.5"), "memory must be a positive size"),
            (dict(memory="9" * 5000), "got '9{40}...'"),
            (dict(memory=10**5000), "got a number beyond 2\\^128"),
            (dict(donate_argnums=7), "donate_argnums must be from -2 to 1"),
            (dict(donate_argnums=1.5), "donate_argnums must be an integer"),
            (dict(f=lambda x, y: x["no"]), "JAX cannot trace the function"),
        ]
        for changed, message in several:
            with self.subTest(message), self.assertRaisesRegex(InputError, message):
                fit(**{"f": f, "args": args, "memory": 10**9, **changed})


class UnoptimizedTest(unittest.TestCase):
    def test_nothing_changes_where_everything_fits(self):
        f, args, donated = fit_cases.scanned()
        step = fit(jax.jit(f, donate_argnums=donated), args, "1GB")
        self.assertFalse(step.is_changed)
        self.assertEqual(step.measured_peak_bytes, step.unchanged_peak_bytes)
        # Donation is taken over from `jax.jit`.
        self.assertGreater(step.compiled.memory_analysis().alias_size_in_bytes, 0)
        self.assertRegex(str(step), r"^nothing is changed: [\d,]+ of 1,000,000,000 bytes")

    def test_the_least_memory_of_an_error_is_enough(self):
        f, args, _ = fit_cases.chain()
        with self.assertRaisesRegex(InputError, "plans need") as caught:
            fit(f, args, 1000)
        least = int(re.findall(r"plans need (\d+) bytes", str(caught.exception))[0])
        self.assertLessEqual(fit(f, args, least).measured_peak_bytes, least)

    def test_the_same_plan_each_time(self):
        f, args, _ = fit_cases.chain()
        one, other = (fit(f, args, "3MB") for _ in range(2))
        self.assertEqual(one.attempts, other.attempts)
        self.assertEqual(one.compiled.as_text(), other.compiled.as_text())

    def test_random_programs(self):
        random_numbers = random.Random(5)
        fitted = 0
        for number in range(6):
            f, args, _ = fit_cases.random_program(random_numbers)
            plain = compiled_plain(f, args)
            with self.subTest(number):
                try:
                    step = fit(f, args, int(bytes_by_xla(plain) * 0.8))
                except InputError as error:
                    self.assertIn("plans need", str(error))
                    continue
                fitted += step.is_changed
                self.assertLessEqual(step.measured_peak_bytes, step.budget_bytes)
                got = step(*fit_cases.arrays(args, number))
                expected = plain(*fit_cases.arrays(args, number))
                for a, b in zip(jax.tree.leaves(got), jax.tree.leaves(expected)):
                    np.testing.assert_allclose(a, b, rtol=1e-5, atol=1e-6)
        self.assertGreater(fitted, 2)


if __name__ == "__main__":
    unittest.main()
