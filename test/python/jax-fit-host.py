# memplace.jax.fit: arguments in the host's memory. XLA's CPU counts that memory as the
# device's, so plans are made here for a GPU, and their functions run on the CPU.
#
# REQUIRES: python-bindings, venv
# RUN: %core_python %s

import os
import random
import sys
import unittest
from pathlib import Path

sys.path.append(str(Path(__file__).parent / "Inputs"))
os.environ["JAX_PLATFORMS"] = "cpu"

import jax
import numpy as np

import fit_cases
from memplace.copies import Timed, issue_early, loads, makespan
from memplace.jax.fit_plans import Planner
from memplace.jax.fitting import Compiler, _aliases, fit_by
from memplace.jax.jaxprs import inline
from memplace.machines import find_machine
from memplace.jax.program import trace


class WithHost(Compiler):
    """Compiles for the CPU, as if XLA counted the host's memory for itself."""

    def has_host(self):
        return True

    def compile(self, function, hosted):
        compiled = super().compile(function, hosted)
        leaves = [self.avals[leaf] for leaf in hosted]
        saved = sum(int(np.prod(a.shape)) * a.dtype.itemsize for a in leaves)
        return Counted(compiled, saved)


class Counted:
    """A compiled function that takes fewer bytes of the device's memory."""

    def __init__(self, compiled, saved):
        self.compiled, self.saved = compiled, saved
        self.input_shardings = compiled.input_shardings

    def __call__(self, *args):
        return self.compiled(*args)

    def memory_analysis(self):
        found = self.compiled.memory_analysis()
        found.argument_size_in_bytes -= self.saved
        return found


def planner_of(case):
    f, args, donated = case
    closed, out_tree = trace(f, args)
    closed = inline(closed)
    count = len(jax.tree.leaves(args[:2]))
    aliases = {leaf: leaf for leaf in range(count)}
    machine = find_machine("h200-offload")
    planner = Planner(closed, args, out_tree, machine, aliases, True)
    compiler = Compiler(
        jax.tree.structure(args), out_tree, tuple(closed.in_avals), donated
    )
    return planner, compiler


class HostTest(unittest.TestCase):
    def test_results_are_equal(self):
        case = fit_cases.scanned()
        f, args, donated = case
        expected = jax.jit(f)(*fit_cases.arrays(args))
        planner, compiler = planner_of(case)
        given = planner.plan(0, 0, 2**40)
        self.assertEqual(planner.host_levels[0], 0)
        for num_hosted in planner.host_levels[1:]:
            plan = planner.plan(3, num_hosted, 2 * given.variant.held)
            self.assertLess(plan.variant.held, given.variant.held)
            self.assertGreaterEqual(plan.seconds, given.seconds)
            hosted = plan.variant.hosted
            text = compiler.jitted(plan.function, hosted).lower(
                lowering_platforms=("cuda",)
            )
            text = text.as_text()
            self.assertEqual(text.count('mhlo.memory_kind = "pinned_host"'), 2 * num_hosted)
            self.assertEqual(
                text.count('_xla_buffer_placement = "device"'), num_hosted
            )
            compiled = compiler.compile(plan.function, hosted)
            places = jax.tree.leaves(compiled.output_shardings)
            kinds = [place.memory_kind for place in places]
            self.assertEqual(kinds.count("pinned_host"), num_hosted)
            results = compiled(*fit_cases.arrays(args))
            for a, b in zip(jax.tree.leaves(results), jax.tree.leaves(expected)):
                np.testing.assert_allclose(a, b, rtol=1e-5, atol=1e-6)

    def test_state_moves_to_the_host_before_parameters(self):
        planner, _ = planner_of(fit_cases.scanned())
        # Leaves 0 and 1 are parameters, 2 and 3 are momenta.
        self.assertEqual(set(planner.hostable[:2]), {2, 3})

    def test_an_unused_argument_takes_no_result_s_place(self):
        weight = jax.ShapeDtypeStruct((64, 64), "float32")
        f = lambda unused, ws: [w + 1 for w in ws]
        closed = inline(jax.make_jaxpr(f)(weight, [weight] * 2))
        self.assertEqual(_aliases(closed, [True] * 3), {1: 0, 2: 1})

    def test_calls_move_arguments(self):
        given, args, donated = fit_cases.scanned()
        # JAX drops unused arguments.
        f = lambda p, m, x, unused=None: given(p, m, x)
        step = fit_by(WithHost, f, (*args, args[2]), 1_870_000, donated)
        self.assertTrue(step.hosted)
        self.assertIn(f"in the host's memory: {step.hosted[0]}\n", str(step))
        self.assertLessEqual(step.measured_peak_bytes, 1_870_000)
        p, m, x = fit_cases.arrays(args)
        given_m = jax.tree.leaves(m)
        q, n, _ = fit_cases.arrays(args)
        for _ in range(2):
            p, m, _ = step(p, m, x, x)
            q, n, _ = jax.jit(f)(q, n, x)
        self.assertTrue(any(leaf.is_deleted() for leaf in given_m))
        for a, b in zip(jax.tree.leaves((p, m)), jax.tree.leaves((q, n))):
            np.testing.assert_allclose(a, b, rtol=1e-5, atol=1e-6)

    def test_copies_are_issued_early_within_the_memory(self):
        numbers = random.Random(1)
        earlier = 0
        for _ in range(200):
            ops, sizes = [], []
            for _ in range(numbers.randint(2, 8)):
                ops.append(Timed(numbers.random(), "in", (), (len(sizes),)))
                sizes.append(numbers.randint(1, 9))
                for _ in range(numbers.randint(0, 2)):
                    ops.append(Timed(numbers.random(), "", (), (len(sizes),)))
                    sizes.append(numbers.randint(0, 9))
                ops.append(Timed(numbers.random(), "", (numbers.randrange(len(sizes)),), ()))
            order = list(range(len(ops)))
            peak = max(loads(ops, order, sizes))
            enough = peak + numbers.randint(0, 5)
            found = issue_early(ops, order, sizes, enough)
            self.assertEqual(sorted(found), order)
            self.assertLessEqual(max(loads(ops, found, sizes)), enough)
            for direction in ("in", ""):
                kept = [k for k in found if ops[k].direction == direction]
                self.assertEqual(kept, sorted(kept))
            self.assertLessEqual(
                makespan(ops, found), makespan(ops, order) + 1e-9
            )
            earlier += makespan(ops, found) < makespan(ops, order) - 1e-9
        self.assertGreater(earlier, 50)

    def test_time_of_copies(self):
        ops = [
            Timed(2.0, "in", (), (0,)),
            Timed(1.0, "", (), (1,)),
            Timed(1.0, "", (0, 1), (2,)),
            Timed(3.0, "out", (2,), ()),
        ]
        self.assertEqual(makespan(ops, [0, 1, 2, 3]), 6.0)
        self.assertEqual(makespan(ops, [1, 0, 2, 3]), 7.0)
        self.assertEqual(loads(ops, [0, 1, 2, 3], [5, 7, 1]), [5, 12, 13, 1])


if __name__ == "__main__":
    unittest.main()
