"""The mixed-integer program of whole-life maps, on problems whose optimum is known by
counting, and on ResNet-50."""

# REQUIRES: venv
# RUN: %venv_python %s

import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path += [str(ROOT / "benchmarks"), str(ROOT / "benchmarks" / "agent")]

from egrl_bound import map_bound
from egrl_store import Results, read_store

from egrl import STORE, read_problem

MIB = 1 << 20
RATE = 10**12  # Bytes per second of the fast tier; the slow one has a tenth.


def weights(sizes, capacity):
    """A cyclic program that reads one weight in each step, and the target."""
    tiers = [
        {"name": "fast", "capacity": capacity, "alignment": 1},
        {"name": "slow", "capacity": 1 << 30, "alignment": 1},
    ]
    for tier, rate in zip(tiers, (RATE, RATE // 10)):
        tier |= {"read_bytes_per_second": rate, "write_bytes_per_second": rate}
    buffers = [
        {"name": f"w{i}", "size": size, "begin": 0, "end": len(sizes), "live_in": True}
        for i, size in enumerate(sizes)
    ]
    ops = [
        {
            "name": f"op{i}",
            "compute_ps": 0,
            "accesses": [{"buffer": i, "mode": "read", "bytes": size}],
        }
        for i, size in enumerate(sizes)
    ]
    problem = {"name": "weights", "buffers": buffers, "ops": ops, "cyclic": True}
    return problem, {"tiers": tiers, "default_tier": "slow", "combine": "sum"}


class MapBoundTest(unittest.TestCase):
    def test_the_best_weights_have_the_fast_tier(self):
        # 6 + 4 MiB fill 10 MiB; 5 MiB stay slow.
        bound = map_bound(*weights([5 * MIB, 6 * MIB, 4 * MIB], 10 * MIB), 10)
        self.assertTrue(bound.is_optimal)
        self.assertAlmostEqual(bound.bound * RATE / MIB, 6 + 4 + 50, places=3)

    def test_what_lives_at_other_times_shares_its_bytes(self):
        problem, target = weights([6 * MIB, 6 * MIB, 4 * MIB], 10 * MIB)
        for i in (0, 1):
            problem["buffers"][i] |= {"begin": i, "end": i + 1, "live_in": False}
        bound = map_bound(problem, target, 10)
        self.assertAlmostEqual(bound.bound * RATE / MIB, 6 + 6 + 4, places=3)

    def test_what_is_a_little_too_large_stays_slow(self):
        sizes = [6 * MIB, 4 * MIB + 1024]  # Numbers are exact to some bytes.
        bound = map_bound(*weights(sizes, 10 * MIB), 10)
        self.assertAlmostEqual(bound.bound * RATE / MIB, 6 + 40, places=1)

    def test_resnet50_has_the_optimum_that_is_stored(self):
        results = Results(read_store(STORE))
        stored = results.bound("resnet50")["bound"]
        bound = map_bound(*read_problem("resnet50"), 60)
        self.assertTrue(bound.is_optimal)
        self.assertAlmostEqual(bound.bound * 1e12 / stored, 1, places=4)
        self.assertLessEqual(stored, min(results.spans("resnet50", "EGRL", 4000)))

    def test_loops_are_refused(self):
        problem, target = weights([MIB], MIB)
        problem["loops"] = [{"begin": 0, "end": 1, "trips": 2}]
        with self.assertRaisesRegex(ValueError, "loops and 'max' are not modelled"):
            map_bound(problem, target, 1)


if __name__ == "__main__":
    unittest.main()
