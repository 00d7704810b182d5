# memplace.jax.offload_plan: arrays on the host, times of their copies, and equal
# results of the planned and the given function.
#
# REQUIRES: python-bindings, venv
# RUN: %core_python %s

import functools
import os
import random
import sys
import unittest
from pathlib import Path
from unittest import mock

sys.path.append(str(Path(__file__).parent / "Inputs"))
os.environ["JAX_PLATFORMS"] = "cpu"

import jax
import jax.numpy as jnp
import numpy as np

import memplace
import memplace.jax
from memplace.jax import offload_plan
from memplace.jax import program as program_module
from offload_cases import layer_arguments, layers, matrix

SMALL = 8 * 8 * 4  # Bytes of a small square matrix.


def by_path(plan):
    return {argument.path: argument for argument in plan.arguments}


class OffloadTest(unittest.TestCase):
    def check(self, f, args, **options):
        """Plans, checks the properties of all plans, and returns the plan."""
        plan = offload_plan(f, args, **options)
        self.assertEqual(memplace.verify(plan.problem, plan.solution), [])
        self.assertLessEqual(plan.peak_bytes, plan.budget_bytes)
        self.assertLessEqual(plan.smallest_budget_bytes, plan.budget_bytes)
        self.assertGreaterEqual(plan.seconds, plan.seconds_on_device * (1 - 1e-9))
        copies = sum(len(a.arrivals) for a in plan.arguments)
        self.assertEqual(plan.stablehlo.count("@annotate_device_placement"), copies)
        self.assertEqual(
            plan.stablehlo.count('_xla_buffer_placement = "device"'), copies
        )
        kinds = jax.tree.leaves(plan.memory_kinds)
        self.assertEqual(
            plan.stablehlo.count('mhlo.memory_kind = "pinned_host"'),
            kinds.count("pinned_host"),
        )
        for argument in plan.arguments:
            self.assertIn(argument.memory_kind, memplace.jax.MEMORY_KINDS)
            for arrival in argument.arrivals:
                self.assertEqual(argument.memory_kind, "pinned_host")
                self.assertLessEqual(arrival.issued, arrival.needed)
                self.assertLessEqual(arrival.needed, arrival.last_use)
                self.assertLess(arrival.issued_seconds, arrival.arrived_seconds)
        placed = plan.put(args)
        kinds = [leaf.sharding.memory_kind for leaf in jax.tree.leaves(placed)]
        self.assertEqual(kinds, jax.tree.leaves(plan.memory_kinds))
        self.same(jax.jit(plan.function)(*placed), jax.jit(f)(*args))
        in_shardings = jax.jit(plan.function, in_shardings=plan.shardings())
        self.same(in_shardings(*placed), jax.jit(f)(*args))
        return plan

    def same(self, got, expected):
        self.assertEqual(jax.tree.structure(got), jax.tree.structure(expected))
        for one, other in zip(jax.tree.leaves(got), jax.tree.leaves(expected)):
            self.assertEqual(one.sharding.memory_kind, other.sharding.memory_kind)
            np.testing.assert_array_equal(np.asarray(one), np.asarray(other))

    def test_what_fits_stays_on_the_device(self):
        for target in memplace.jax.TARGETS:
            plan = self.check(layers, layer_arguments(), target=target)
            self.assertEqual(plan.bytes_transferred, 0)
            self.assertEqual({a.memory_kind for a in plan.arguments}, {"device"})
            self.assertEqual(plan.seconds, plan.seconds_on_device)
            self.assertEqual(plan.peak_bytes, plan.peak_bytes_on_device)

    def test_a_budget_sends_weights_to_the_host_and_one_byte_decides(self):
        args = layer_arguments()
        for target in memplace.jax.TARGETS:
            whole = offload_plan(layers, args, target=target).peak_bytes
            fits = self.check(layers, args, target=target, budget_bytes=whole)
            self.assertEqual(fits.bytes_transferred, 0)
            less = self.check(layers, args, target=target, budget_bytes=whole - 1)
            self.assertGreater(less.bytes_transferred, 0)
            least = less.smallest_budget_bytes
            plan = self.check(layers, args, target=target, budget_bytes=least)
            self.assertEqual(plan.peak_bytes, least)
            # More memory never costs time.
            self.assertLessEqual(less.seconds, plan.seconds)
            with self.assertRaisesRegex(
                memplace.InputError,
                rf"^a budget of {least - 1} bytes is too small for {target}: the "
                rf"smallest possible is {least} bytes .* what step \d+, \w+, needs",
            ):
                offload_plan(layers, args, target=target, budget_bytes=least - 1)

    def test_the_smallest_budget_is_the_fullest_step(self):
        # One product: both operands and the result, 512-byte aligned.
        plan = self.check(lambda a, b: a @ b, (matrix(1, 16), matrix(2, 16)))
        self.assertEqual(plan.smallest_budget_bytes, 3 * 16 * 16 * 4)
        # The first operand is dead once the second product runs.
        plan = self.check(
            lambda a, b, c: (a @ b) @ c, tuple(matrix(i, 16) for i in range(3))
        )
        self.assertEqual(plan.smallest_budget_bytes, 3 * 16 * 16 * 4)
        self.assertEqual(plan.peak_bytes_on_device, 5 * 16 * 16 * 4)

    def test_the_copy_waits_for_the_step_before_its_issue(self):
        args = layer_arguments()
        least = offload_plan(layers, args).smallest_budget_bytes
        plan = self.check(layers, args, budget_bytes=least)
        late = [a for arg in plan.arguments for a in arg.arrivals if a.issued > 0]
        self.assertGreater(len(late), 2)
        barriers = plan.stablehlo.count("stablehlo.optimization_barrier")
        self.assertEqual(barriers, len(late))
        # The barrier takes the argument, and the copy takes the result of the barrier.
        self.assertRegex(
            plan.stablehlo,
            r"(%\d+):2 = stablehlo\.optimization_barrier %arg\d+, %\d+.*\n"
            r".*@annotate_device_placement\(\1#0\)",
        )

    def test_an_argument_may_come_twice(self):
        def f(x, w, first, second):
            x = x @ w
            x = (x @ first) @ second
            return x @ w

        args = tuple(matrix(i, 16) for i in range(4))
        least = offload_plan(f, args).smallest_budget_bytes
        plan = self.check(f, args, budget_bytes=least)
        arrivals = by_path(plan)["[1]"].arrivals
        self.assertEqual([(a.needed, a.last_use) for a in arrivals], [(0, 0), (3, 3)])
        self.assertEqual(plan.bytes_transferred, 5 * 16 * 16 * 4)

    def test_the_text_for_each_target_runs_on_the_cpu(self):
        args = layer_arguments()
        for target in memplace.jax.TARGETS:
            least = offload_plan(layers, args, target=target).smallest_budget_bytes
            plan = offload_plan(layers, args, target=target, budget_bytes=least)
            results = run_text(plan.stablehlo, jax.tree.leaves(plan.put(args)))
            for one, other in zip(results, jax.tree.leaves(jax.jit(layers)(*args))):
                np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-5)

    def test_loops_branches_constants_and_derivatives(self):
        constant = matrix(9)

        def f(x, stacked, flag, w):
            def body(carry, weight):
                return jnp.tanh(carry @ weight), carry.sum()

            x, sums = jax.lax.scan(body, x, stacked)
            x = jax.lax.cond(flag, lambda x: x @ w, lambda x: x - w, x)
            x = jax.lax.fori_loop(0, 3, lambda i, x: x * 0.5 + w, x) @ constant
            return {"x": x, "sums": sums, "grad": jax.grad(lambda w: (x @ w).sum())(w)}

        args = (matrix(), np.stack([matrix(i) for i in range(3)]), True, matrix(5))
        least = offload_plan(f, args).smallest_budget_bytes
        self.check(f, args)
        plan = self.check(f, args, budget_bytes=least)
        self.assertEqual(by_path(plan)["[1]"].memory_kind, "pinned_host")
        # The constant cannot leave the device.
        self.assertGreaterEqual(plan.peak_bytes, SMALL)

    def test_layers_of_a_scan_come_one_by_one(self):
        def rolled(x, stacked):
            def body(carry, layer):
                return jnp.tanh(carry @ layer["w"]) + layer["b"], carry.sum()

            return jax.lax.scan(body, x, stacked)

        def unrolled(x, layers):
            sums = []
            for layer in layers:
                sums.append(x.sum())
                x = jnp.tanh(x @ layer["w"]) + layer["b"]
            return x, jnp.stack(sums)

        x, layers = layer_arguments(8)
        stacked = jax.tree.map(lambda *leaves: np.stack(leaves), *layers)
        least = offload_plan(unrolled, (x, layers)).smallest_budget_bytes
        plan = self.check(rolled, (x, stacked), budget_bytes=2 * least)
        self.assertLess(plan.smallest_budget_bytes, 1.01 * least)
        (w,) = [a for a in plan.arguments if a.path == "[1]['w']"]
        self.assertEqual(w.memory_kind, "pinned_host")
        on_host = [p.position for p in w.parts if p.memory_kind == "pinned_host"]
        self.assertEqual([p.position for p in w.parts], [(i,) for i in range(8)])
        self.assertEqual([a.part for a in w.arrivals], on_host)
        self.assertIn(f"(part {list(on_host[-1])}, read in ", str(plan))
        # Never, so the whole stack must fit.
        with self.assertRaisesRegex(memplace.InputError, "too small"):
            offload_plan(rolled, (x, stacked), budget_bytes=2 * least, max_steps=0)
        # A loop that fits stays a loop.
        plan = self.check(rolled, (x, stacked))
        self.assertEqual(plan.stablehlo.count("stablehlo.while"), 1)

    def test_parts_of_a_stack_live_where_they_like(self):
        def f(x, stacked):
            return jax.lax.scan(lambda x, w: (jnp.tanh(x @ w), None), x, stacked)[0]

        x = matrix(0, 32)
        stacked = np.stack([matrix(i, 32) for i in range(8)])
        size = 32 * 32 * 4
        plan = self.check(f, (x, stacked), budget_bytes=7 * size)
        _, w = plan.arguments
        kinds = [part.memory_kind for part in w.parts]
        self.assertEqual(set(kinds), {"device", "pinned_host"})
        self.assertEqual(w.memory_kind, "pinned_host")
        everywhere = jax.tree.leaves(plan.memory_kinds)
        self.assertEqual(plan.bytes_transferred, everywhere.count("pinned_host") * size)
        self.assertIn(
            f"pinned_host ({kinds.count('pinned_host')} of 8 parts)", str(plan)
        )
        _, parts = plan.put((x, jnp.asarray(stacked)))
        self.assertIsInstance(parts, memplace.jax.Parts)
        for position, array in zip(parts.positions, parts.arrays):
            np.testing.assert_array_equal(array, stacked[position])
        # The result of `put` may be put again, also from host memory.
        self.same(plan.put((x, parts)), plan.put((x, stacked)))
        far = jax.sharding.SingleDeviceSharding(
            jax.devices()[0], memory_kind="pinned_host"
        )
        self.same(plan.put((x, jax.device_put(stacked, far))), plan.put((x, stacked)))
        # The whole stack is accepted in any memory; each call then slices it.
        self.same(jax.jit(plan.function)(x, stacked), jax.jit(f)(x, stacked))
        one = memplace.jax.Parts(parts.positions[1:], parts.arrays[1:])
        with self.assertRaisesRegex(
            memplace.InputError, r"^args\[1\] has other parts than planned$"
        ):
            plan.function(x, one)
        wide = [*parts.arrays[:-1], np.zeros((32, 16), np.float32)]
        with self.assertRaisesRegex(
            memplace.InputError,
            r"^part \[7\] of args\[1\] must be float32\[32, 32\] as planned, is f",
        ):
            plan.function(x, memplace.jax.Parts(parts.positions, tuple(wide)))

    def test_weights_of_a_derivative_stay_between_where_there_is_room(self):
        def f(x, weights):
            def loss(x):
                for w in weights:
                    x = jnp.tanh(x @ w)
                return x.sum()

            return jax.grad(loss)(x)

        size = 64 * 64 * 4
        args = (matrix(0, 64), [matrix(i, 64) for i in range(8)])
        least = offload_plan(f, args).smallest_budget_bytes
        twice = 2 * 8 * size  # Including x, once.
        copied = []
        for more in (0, 3, 6):
            plan = self.check(f, args, budget_bytes=least + more * size)
            copied.append(plan.bytes_transferred)
        self.assertEqual(sorted(copied, reverse=True), copied)
        self.assertLessEqual(copied[0], twice + size)
        # Each array that stays, or waits for its next use, saves one copy.
        self.assertLessEqual(copied[2], twice - 6 * size)

    def test_two_copies_are_under_way_at_most(self):
        x = jax.ShapeDtypeStruct((4096, 2048), "bfloat16")
        weights = [jax.ShapeDtypeStruct((2048, 2048), "bfloat16")] * 12

        def f(x, weights):
            for w in weights:
                x = jnp.tanh(x @ w)
            return x

        # There would be room for more copies in flight.
        kinds = {"[1]": "pinned_host"}
        plan = offload_plan(f, (x, weights), "h200-offload", kinds=kinds)
        copies = sorted(
            (a for argument in plan.arguments for a in argument.arrivals),
            key=lambda a: (a.issued, a.needed),
        )
        self.assertEqual(len(copies), 12)
        for oldest, copy in zip(copies, copies[2:]):
            self.assertTrue(
                copy.issued_seconds >= oldest.arrived_seconds * (1 - 1e-9)
                or copy.issued == copy.needed
            )

    def test_a_stack_that_is_also_read_whole_lives_in_one_place(self):
        def f(x, stacked):
            x = jax.lax.scan(lambda x, w: (jnp.tanh(x @ w), None), x, stacked)[0]
            return x + stacked.sum()

        args = (matrix(), np.stack([matrix(i) for i in range(4)]))
        least = offload_plan(f, args).smallest_budget_bytes
        plan = self.check(f, args, budget_bytes=least)
        self.assertEqual(by_path(plan)["[1]"].parts, ())

    def test_a_fixed_stack_is_fixed_in_all_its_parts(self):
        def f(x, stacked, more):
            def body(x, pair):
                return jnp.tanh(x @ pair[0]) @ pair[1], None

            return jax.lax.scan(body, x, (stacked, more))[0]

        stack = np.stack([matrix(i, 16) for i in range(4)])
        args = (matrix(0, 16), stack, stack + 1)
        size = 16 * 16 * 4
        for kind in memplace.jax.MEMORY_KINDS:
            plan = self.check(f, args, kinds={"[1]": kind}, budget_bytes=8 * size)
            kinds = {part.memory_kind for part in by_path(plan)["[1]"].parts}
            self.assertEqual(kinds, {kind})

    def test_what_kernels_pass_on_is_in_no_memory(self):
        def peak(f, *args):
            return offload_plan(f, args).peak_bytes_on_device

        m = matrix(0, 16)
        size = 16 * 16 * 4
        # One kernel: its inputs and its outputs.
        self.assertEqual(peak(lambda x: jnp.tanh(x * 2 + 1) - 3, m), 2 * size)
        # A reduction fuses the computation of its operand.
        self.assertEqual(peak(lambda x: jnp.sum(x * x), m), size + 4)
        # A product reads and writes memory.
        self.assertEqual(peak(lambda x: (x * 2) @ (x * 3), m), 4 * size)
        # One of two factors read twice by an op is written in between.
        plan = offload_plan(lambda x, y: (x + y) * (x - y), (m, m))
        self.assertEqual(plan.problem.num_ops, 2)  # Including the return.
        # A softmax is one kernel; softmax over columns is not.
        for axis, steps in ((-1, 1), (0, 3)):
            plan = offload_plan(lambda x: jax.nn.softmax(x, axis), (m,))
            self.assertEqual(plan.problem.num_ops, steps + 1)
        # Ops that take small slices of large arrays stay separate.
        large = [matrix(i, 64) for i in range(4)]
        plan = offload_plan(lambda many: sum(w[0, 0] for w in many), (large,))
        self.assertLess(plan.smallest_budget_bytes, 2 * 64 * 64 * 4)

    def test_a_loop_takes_as_long_as_its_trips_written_out(self):
        def layer(x, w):
            return jax.nn.softmax(jnp.tanh(x @ w) + x)

        def rolled(x, stacked):
            return jax.lax.scan(lambda x, w: (layer(x, w), None), x, stacked)[0]

        def unrolled(x, layers):
            for w in layers:
                x = layer(x, w)
            return x

        w = jax.ShapeDtypeStruct((4096, 4096), "bfloat16")
        stacked = jax.ShapeDtypeStruct((6, *w.shape), w.dtype)
        for target in memplace.jax.TARGETS:
            loop = offload_plan(rolled, (w, stacked), target)
            written = offload_plan(unrolled, (w, [w] * 6), target)
            self.assertAlmostEqual(loop.seconds / written.seconds, 1, delta=0.02)
            self.assertLess(loop.peak_bytes / written.peak_bytes, 1.02)

    def test_scans_of_other_versions_of_jax(self):
        class Tree:
            def unpack(self):
                return (None,) * 2, (None,), (None,) * 3

        self.assertEqual(program_module.scan_counts({"ft_in": Tree()}), (2, 1))

    def test_scans_in_scans_backwards_and_of_what_is_no_argument(self):
        def f(x, stacked, constants):
            def inner(carry, pair):
                weight, scale = pair
                return jnp.tanh(carry @ weight) * scale, weight[0]

            def outer(carry, weights):
                carry, rows = jax.lax.scan(
                    inner, carry, (weights, jnp.arange(1.0, 3.0))
                )
                return carry + constants, rows

            return jax.lax.scan(outer, x, stacked, reverse=True)

        args = (
            matrix(),
            np.stack([[matrix(i), matrix(i + 3)] for i in range(3)]),
            matrix(9),
        )
        least = offload_plan(f, args).smallest_budget_bytes
        plan = self.check(f, args, budget_bytes=least)
        parts = [a.part for a in by_path(plan)["[1]"].arrivals]
        self.assertEqual(set(parts), {(i, j) for i in range(3) for j in range(2)})

    def test_a_part_that_is_a_result_keeps_its_argument_on_the_device(self):
        def f(x, stacked):
            return jax.lax.scan(lambda carry, w: (w, None), x, stacked)[0]

        args = (matrix(), np.stack([matrix(i) for i in range(3)]))
        plan = self.check(f, args)
        self.assertEqual(by_path(plan)["[1]"].memory_kind, "device")

    def test_a_scan_of_no_trips(self):
        def f(x, stacked, w):
            x, rows = jax.lax.scan(lambda c, w: (c @ w, c[0]), x, stacked)
            return x @ w, rows

        args = (matrix(), np.zeros((0, 8, 8), np.float32), matrix(1))
        least = offload_plan(f, args).smallest_budget_bytes
        self.check(f, args, budget_bytes=least)

    def test_a_training_step_with_donation(self):
        def loss(weights, x):
            return (layers(x, weights)[0] ** 2).mean()

        def step(weights, x):
            grads = jax.grad(loss)(weights, x)
            return jax.tree.map(lambda w, g: w - 0.1 * g, weights, grads)

        x, weights = layer_arguments(2, 32)
        weights, x = jax.tree.map(jnp.asarray, (weights, x))
        jitted = jax.jit(step, donate_argnums=0)
        least = offload_plan(jitted, (weights, x)).smallest_budget_bytes
        plan = offload_plan(jitted, (weights, x), budget_bytes=least)
        got = jax.jit(plan.function)(*plan.put((weights, x)))
        for one, other in zip(
            jax.tree.leaves(got), jax.tree.leaves(jax.jit(step)(weights, x))
        ):
            np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-6)

    def test_derivatives_of_ones_own_keys_and_checkpoints(self):
        @jax.custom_vjp
        def twice(x):
            return x * 2

        twice.defvjp(lambda x: (twice(x), None), lambda _, g: (g * 2,))

        def f(scale, key, weights):
            first, second = jax.random.split(key)
            x = jax.random.normal(first, (16, 64)) * scale
            for w in weights:
                x = twice(jax.checkpoint(lambda x, w: jnp.sin(x @ w))(x, w))
            return x + jax.random.uniform(second, (16, 64)), jax.random.clone(second)

        weights = [matrix(i, 64).astype(np.float64) for i in range(4)]
        args = (jnp.float32(3), jax.random.key(1), weights)
        f = functools.partial(f, 2.0)
        least = offload_plan(f, args[1:]).smallest_budget_bytes
        plan = offload_plan(f, args[1:], budget_bytes=least)
        self.assertGreater(plan.bytes_transferred, 0)
        got, expected = jax.jit(plan.function)(*plan.put(args[1:])), jax.jit(f)(
            *args[1:]
        )
        np.testing.assert_allclose(got[0], expected[0], rtol=1e-5, atol=1e-5)
        self.assertEqual(got[1], expected[1])

    def test_results_that_are_arguments_unread_ones_scalars_and_empty_arrays(self):
        def f(kept, unread, scale, empty, key):
            return kept, empty.sum(), jax.random.normal(key, (8, 8)) * scale, 3.0

        args = (matrix(), matrix(1, 64), 2.0, np.zeros((0, 4), np.float32))
        args = (*args, jax.random.key(0))
        least = offload_plan(f, args).smallest_budget_bytes
        plan = self.check(f, args, budget_bytes=least)
        kinds = by_path(plan)
        self.assertEqual(kinds["[0]"].memory_kind, "device")
        self.assertEqual(kinds["[1]"].memory_kind, "pinned_host")
        self.assertEqual(kinds["[1]"].arrivals, ())
        self.assertEqual(kinds["[3]"].bytes, 0)
        # No step at all, and no argument at all.
        self.check(lambda a: a, (matrix(),))
        self.check(lambda: jnp.ones((8, 8)) @ jnp.ones((8, 8)), ())

    def test_shapes_alone_are_enough(self):
        specs = (
            jax.ShapeDtypeStruct((16, 4096), jnp.bfloat16),
            [jax.ShapeDtypeStruct((4096, 4096), jnp.bfloat16)] * 8,
        )
        plan = offload_plan(
            lambda x, weights: jax.lax.fori_loop(0, 1, lambda i, x: x, x @ weights[0])
            @ weights[7],
            specs,
            "h200-offload",
            budget_bytes=80_000_000,
        )
        self.assertEqual(plan.peak_bytes_on_device > 268_000_000, True)
        self.assertLess(plan.peak_bytes, 80_000_000)
        # Unread arrays leave first, at no cost.
        self.assertEqual(plan.bytes_transferred, 0)

    def test_kinds_fixes_leaves(self):
        args = layer_arguments()
        plan = self.check(layers, args, kinds={"[1]": "pinned_host"})
        kinds = {a.path: a.memory_kind for a in plan.arguments}
        self.assertEqual(kinds.pop("[0]"), "device")
        self.assertEqual(set(kinds.values()), {"pinned_host"})
        total = sum(a.bytes for a in plan.arguments if a.path != "[0]")
        self.assertEqual(plan.bytes_transferred, total)
        least = plan.smallest_budget_bytes
        fixed = {"[1][0]['w']": "device", "[1][1]['w']": "device"}
        plan = offload_plan(layers, args, kinds=fixed)
        self.assertGreater(plan.smallest_budget_bytes, least)
        plan = self.check(
            layers, args, kinds=fixed, budget_bytes=plan.smallest_budget_bytes
        )
        self.assertEqual(by_path(plan)["[1][0]['w']"].memory_kind, "device")

    def test_the_longest_path_in_kinds_counts(self):
        several, one = ("[1]", "pinned_host"), ("[1][0]['w']", "device")
        for kinds in (dict([several, one]), dict([one, several])):
            plan = self.check(layers, layer_arguments(), kinds=kinds)
            on_device = [a.path for a in plan.arguments if a.memory_kind == "device"]
            self.assertEqual(on_device, ["[0]", "[1][0]['w']"])

    def test_the_smallest_budget_can_be_given_even_if_nothing_is_needed(self):
        least = offload_plan(lambda x: None, (matrix(),)).smallest_budget_bytes
        self.assertEqual(least, 1)
        plan = offload_plan(lambda x: None, (matrix(),), budget_bytes=least)
        self.assertEqual(plan.peak_bytes, 0)

    def test_show_draws_the_placement(self):
        plan = offload_plan(layers, layer_arguments())
        with mock.patch("memplace.report.report.Report.show") as shown:
            plan.show()
        shown.assert_called_once_with()

    def test_what_lives_on_the_device_is_nearly_the_best_choice(self):
        ratios = []
        for seed in range(6):
            chance = random.Random(seed)
            count = chance.randint(2, 6)
            widths = [chance.choice([256, 512, 1024, 2048]) for _ in range(count + 1)]
            is_read_twice = chance.random() < 0.4

            def f(x, weights):
                for w in weights:
                    x = jnp.tanh(x @ w)
                for w in reversed(weights if is_read_twice else []):
                    x = jnp.tanh(x @ w.T)
                return x

            weights = [
                jax.ShapeDtypeStruct(pair, "float32")
                for pair in zip(widths, widths[1:])
            ]
            x = jax.ShapeDtypeStruct((chance.choice([16, 2048]), widths[0]), "float32")
            plan = offload_plan(f, (x, weights), evaluations=0)
            least, most = plan.smallest_budget_bytes, plan.peak_bytes
            budget = least + int((most - least) * chance.random())
            options = {"budget_bytes": budget, "solver": "greedy"}
            plan = offload_plan(f, (x, weights), **options)
            all_choices = offload_plan(f, (x, weights), **options, evaluations=2**10)
            ratios.append(plan.seconds / all_choices.seconds)
        self.assertGreaterEqual(min(ratios), 1 - 1e-9)
        self.assertLess(max(ratios), 1.12)
        self.assertLess(sum(ratios) / len(ratios), 1.01)

    def test_the_same_plan_each_time_and_more_evaluations_are_no_worse(self):
        args = layer_arguments()
        options = {"budget_bytes": 60_000, "target": "h200-offload"}
        plans = [offload_plan(layers, args, **options) for _ in range(2)]
        self.assertEqual(plans[0].arguments, plans[1].arguments)
        self.assertEqual(plans[0].stablehlo, plans[1].stablehlo)
        none = self.check(layers, args, evaluations=0, **options)
        self.assertEqual(
            {a.memory_kind for a in none.arguments if a.bytes}, {"pinned_host"}
        )
        self.assertLess(plans[0].seconds, none.seconds)

    def test_the_plan_as_text(self):
        args = layer_arguments()
        text = str(offload_plan(layers, args, budget_bytes=50_000))
        self.assertRegex(
            text, r"args\[1\]\[3\]\['w'\] +16,384  pinned_host  +\d+ \(read in 6\)"
        )
        self.assertRegex(
            text, r"peak on the device: [\d,]+ of 50,000 bytes; [\d,]+ with"
        )
        self.assertIn("modelled time on tpu-v5e", text)


def run_text(text, leaves):
    """Compiles StableHLO text with XLA's CPU back-end and runs it."""
    from jax._src import compiler, xla_bridge
    from jax._src.interpreters import mlir
    from jax._src.lib import xla_client
    from jax._src.lib.mlir import ir

    device = jax.devices()[0]
    with mlir.make_ir_context():
        module = ir.Module.parse(text)
        options = compiler.get_compile_options(num_replicas=1, num_partitions=1)
        executable = compiler.backend_compile_and_load(
            xla_bridge.get_backend("cpu"),
            module,
            xla_client.DeviceList((device,)),
            options,
            [],
        )
    outputs = executable.execute_sharded(leaves)
    arrays = outputs.disassemble_into_single_device_arrays()
    return [np.asarray(array[0]) for array in arrays]


if __name__ == "__main__":
    unittest.main()
