# Tuning the kept weights by a clock: with an artificial clock the result is known; with
# the real clock calls compute the same bits in the same memory, whatever is fastest.
#
# REQUIRES: kernels, venv
# RUN: %venv_python %s

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "Inputs"))

# First, since the import sets JAX's platform.
from serving_cases import WIDTH, NetworkCase, layers

# isort: split
import memplace
from memplace.errors import InputError
from memplace.serving.placing import CallPlacer
from memplace.serving.planning import Plan
from memplace.serving.tuning import problem_of_maps, tune_kept

WEIGHT = WIDTH * WIDTH * 4
MEGA = 1 << 20


class TuneKept(NetworkCase):
    def serve_half(self):
        return self.serve(self.overhead + 3 * WEIGHT + WEIGHT // 4)

    def check_calls(self, served):
        """Expects calls to give the bits of the program in memory, within the available
        memory."""
        self.assertEqual(served(self.x)["y"].tobytes(), self.expected.tobytes())
        served(self.x)
        self.assertEqual(served.last["prime_bytes"], 0)
        self.assertEqual(served.last["kept_bytes"], len(served.plan.kept) * WEIGHT)
        self.assertLessEqual(
            served.last["high_water_bytes"], served.last["memory_bytes"]
        )

    def test_a_clock_is_believed_and_not_the_model(self):
        with self.serve_half() as served:
            names = served.server.model.names
            wanted = {"weights[4]", "weights[5]"}

            def clock(plan: Plan) -> float:
                kept = {names[buffer] for buffer in plan.kept}
                return 1.0 - 0.1 * len(kept & wanted) + 0.01 * len(kept - wanted)

            found = tune_kept(served, solver="whole-life", budget=60, clock=clock)

            self.assertEqual(set(found.kept), wanted)
            self.assertAlmostEqual(found.seconds, 0.8)
            self.assertGreater(found.planned_seconds, found.seconds)
            self.assertEqual({names[buffer] for buffer in served.plan.kept}, wanted)
            self.check_calls(served)

    def test_where_the_plan_is_the_fastest_it_stays(self):
        with self.serve_half() as served:
            before = served.plan

            def clock(plan: Plan) -> float:
                return 1.0 if plan is before else 2.0

            found = tune_kept(served, solver="whole-life", budget=5, clock=clock)

            self.assertEqual(found.seconds, found.planned_seconds)
            self.assertIs(served.plan, before)
            self.check_calls(served)

    def test_the_real_clock_finds_weights_that_fit(self):
        with self.serve_half() as served:
            found = tune_kept(served, budget=1, repeats=1)

            self.assertGreater(found.seconds, 0)
            self.assertLessEqual(found.seconds, found.planned_seconds)
            self.assertLessEqual(found.seconds_range[0], found.seconds)
            self.assertEqual(len(found.kept), len(served.plan.kept))
            self.check_calls(served)

    def test_what_is_wrong_is_named(self):
        with self.serve_half() as served:
            for message, options in (
                ("budget must be from 1", {"budget": 0}),
                ("repeats must be from 1", {"repeats": 0}),
                ("cannot use a measured clock", {"solver": "search"}),
            ):
                with self.assertRaisesRegex(InputError, message):
                    tune_kept(served, **options)

    def test_maps_say_what_stays_beside_what_a_call_needs(self):
        sizes = [MEGA, 2 * MEGA, 3 * MEGA]
        placer = CallPlacer(layers(sizes, [0.001] * 3), [0, 1, 2], 5 * MEGA)
        problem = problem_of_maps(placer)
        # An op needs 3 MB for a weight that it reads.
        self.assertEqual(problem.to_dict()["target"]["tiers"][0]["capacity"], 2 * MEGA)
        native = memplace.solve(problem, "whole-life", options={"method": "native"})
        kept = [row[0] for row in native.solution.residencies if row[1] == 0]
        self.assertIn(kept, ([0], [1]))


if __name__ == "__main__":
    unittest.main()
