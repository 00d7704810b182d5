# Tuning a program by a clock: with an artificial clock the result is known; with the
# real clock the fastest is a placement of the same program.
#
# REQUIRES: kernels, venv, python-bindings
# RUN: %core_python %s

import os
import random
import tempfile
import unittest

# Threads wait for each other on a busy machine.
os.environ["OPENBLAS_NUM_THREADS"] = "1"

import memplace
from memplace.execution import RunOptions, differences, is_placed, run_program

PROGRAM = """
func.func @main(%x: memref<8x8xf32>, %w: memref<8x8xf32>, %y: memref<8x8xf32>) {
  %a = memref.alloc() : memref<8x8xf32>
  %b = memref.alloc() : memref<8x8xf32>
  linalg.exp ins(%x : memref<8x8xf32>) outs(%a : memref<8x8xf32>)
  linalg.mul ins(%a, %w : memref<8x8xf32>, memref<8x8xf32>) outs(%b : memref<8x8xf32>)
  linalg.add ins(%b, %w : memref<8x8xf32>, memref<8x8xf32>) outs(%y : memref<8x8xf32>)
  memref.dealloc %a : memref<8x8xf32>
  memref.dealloc %b : memref<8x8xf32>
  return
}
"""
TARGET = "tpu-v4i"  # Its tiers are 'cmem', fast, and 'hbm', home.


def num_fast(solution: memplace.Solution) -> int:
    """Returns the number of residencies in the fast tier."""
    return int((solution.residencies[:, 1] == 0).sum())


def slow_fast_tier(solution: memplace.Solution) -> float:
    """A machine opposite to the model's."""
    return 1e-3 * (1 + num_fast(solution))


class TuneTest(unittest.TestCase):
    def test_a_clock_is_believed_and_not_the_model(self) -> None:
        problem = memplace.problem_from_mlir(PROGRAM, TARGET)
        modelled = memplace.solve(problem, "whole-life")
        self.assertGreater(num_fast(modelled.solution), 0)

        best = memplace.tune(PROGRAM, TARGET, budget=12, clock=slow_fast_tier)

        self.assertEqual(num_fast(best.solution), 0)
        self.assertEqual(best.seconds, 1e-3)
        self.assertGreater(best.native_seconds, best.seconds)
        self.assertEqual(memplace.verify(problem, best.solution), [])
        self.assertTrue(is_placed(best.placed) or num_fast(best.solution) == 0)

    def test_the_same_seed_and_answers_give_the_same(self) -> None:
        def noisy() -> memplace.tuning.TuneResult:
            noise = random.Random(7)
            return memplace.tune(
                PROGRAM,
                TARGET,
                budget=5,
                seed=3,
                clock=lambda s: slow_fast_tier(s) * (1 + noise.random() / 10),
            )

        self.assertEqual(noisy(), noisy())

    def test_the_real_clock_finds_a_placement_of_the_same_program(self) -> None:
        best = memplace.tune(PROGRAM, TARGET, budget=1, repeats=1)

        self.assertGreater(best.seconds, 0)
        self.assertLessEqual(best.seconds_range[0], best.seconds)
        self.assertLessEqual(best.seconds, best.native_seconds)
        before, after = run_program(PROGRAM), run_program(best.placed)
        self.assertEqual(differences(before, after), [])

    def test_a_throttled_channel_takes_its_time(self) -> None:
        # 256 bytes of each weight at 2,560 B/s: a copy takes 0.1 s.
        clock = memplace.tuning.ProgramClock(
            PROGRAM, TARGET, 1, RunOptions(), bytes_per_second=2560.0
        )
        problem = memplace.problem_from_mlir(PROGRAM, TARGET)
        copying = memplace.solve(problem, "first-fit").solution
        self.assertGreater(len(copying.transfers), 0)
        self.assertGreaterEqual(clock(copying), 0.1)

    def test_what_is_wrong_is_named(self) -> None:
        def error(**options: object) -> str:
            with self.assertRaises(memplace.InputError) as caught:
                memplace.tune(PROGRAM, TARGET, **{"budget": 2, **options})
            return str(caught.exception)

        self.assertIn("seconds above 0, or None, got -1", error(clock=lambda s: -1))
        self.assertIn("got 'x'", error(clock=lambda s: "x"))
        self.assertIn("the clock measured no placement", error(clock=lambda s: None))
        self.assertIn("bytes_per_second must be above 0", error(bytes_per_second=0))
        self.assertIn("budget must be from 1", error(budget=0))
        self.assertIn("repeats must be from 1", error(repeats=0))
        self.assertIn("cannot use a measured clock", error(solver="search"))
        with self.assertRaises(ZeroDivisionError):
            memplace.tune(PROGRAM, TARGET, clock=lambda s: 1 / 0)
        problem = memplace.problem_from_mlir(PROGRAM, TARGET)
        with self.assertRaisesRegex(memplace.InputError, "not for use with cut"):
            memplace.solve(problem, "whole-life", clock=slow_fast_tier, cut="auto")

    def test_a_clock_that_ends_early_leaves_the_native_map(self) -> None:
        problem = memplace.problem_from_mlir(PROGRAM, TARGET)
        native = memplace.solve(problem, "whole-life", options={"method": "native"})
        left = [3]

        def ends(solution: memplace.Solution) -> float | None:
            left[0] -= 1
            return 1.0 if left[0] >= 0 else None

        found = memplace.solve(problem, "whole-life", clock=ends)

        self.assertEqual(found.makespan, native.makespan)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        unittest.main()
