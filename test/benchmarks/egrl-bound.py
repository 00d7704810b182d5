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

    def test_an_op_in_a_loop_counts_for_each_trip(self):
        problem, target = weights([MIB, 3 * MIB, 2 * MIB], 3 * MIB)
        problem["loops"] = [{"begin": 0, "end": 1, "trip_count": 5}]
        problem["loops"] += [{"begin": 2, "end": 3, "trip_count": 2}]
        bound = map_bound(problem, target, 10)
        # 1 and 2 MiB, of which 9 MiB are read, are fast.
        self.assertAlmostEqual(bound.bound * RATE / MIB, 5 + 4 + 30, places=3)

    def test_tiers_work_side_by_side_where_a_target_says_so(self):
        problem, target = weights([MIB, MIB], MIB)
        problem["ops"] = [
            {"name": "op", "compute_ps": 0, "accesses": problem["ops"][0]["accesses"]}
        ]
        problem["ops"][0]["accesses"].append(
            {"buffer": 1, "mode": "read", "bytes": MIB}
        )
        for buffer in problem["buffers"]:
            buffer["end"] = 1
        for combine, expected in (("sum", 11), ("max", 10)):
            bound = map_bound(problem, target | {"combine": combine}, 10)
            self.assertAlmostEqual(bound.bound * RATE / MIB, expected, places=3)

    def test_copies_of_a_program_that_runs_once_take_time(self):
        problem, target = weights([MIB, MIB], 2 * MIB)
        del problem["cyclic"]
        target["channels"] = [
            {"from": "slow", "to": "fast", "bytes_per_second": RATE // 2}
        ]
        # Nothing hides the reading of the slow tier, for the ops or for a copy.
        bound = map_bound(problem, target, 10)
        self.assertAlmostEqual(bound.bound * RATE / MIB, 10 + 10, places=3)
        # An op that computes hides the copy of the second weight, all but 2 of 10.
        problem["ops"][0] |= {"compute_ps": 8 * MIB, "accesses": []}
        bound = map_bound(problem, target, 10)
        self.assertAlmostEqual(bound.bound * RATE / MIB, 8 + 2 + 1, places=3)

    def test_what_is_written_is_copied_back(self):
        problem, target = weights([MIB], MIB)
        del problem["cyclic"]
        problem["buffers"][0] |= {"live_in": False, "live_out": True}
        problem["ops"][0]["accesses"][0]["mode"] = "write"
        target["channels"] = [
            {"from": "fast", "to": "slow", "bytes_per_second": RATE // 20}
        ]
        bound = map_bound(problem, target, 10)
        self.assertAlmostEqual(bound.bound * RATE / MIB, 10, places=3)
        problem["ops"][0]["accesses"] *= 3
        bound = map_bound(problem, target, 10)
        self.assertAlmostEqual(bound.bound * RATE / MIB, 3 + 20, places=3)

    def test_no_map_of_other_kinds_is_below_the_bound(self):
        results = Results(read_store(STORE))
        for network in ("kinds/kv_decode", "kinds/resnet8_int8", "kinds/mlp_train"):
            bound = map_bound(*read_problem(network), 30)
            least = min(results.spans(network, "EGRL", 4000))
            self.assertLessEqual(bound.bound * 1e12, least)
            self.assertLessEqual(
                bound.bound * 1e12, results.bound(network)["bound"] * 1.001
            )


if __name__ == "__main__":
    unittest.main()
