"""The mixed-integer program of whole-life maps, on problems with an optimum found by
counting, on random problems beside the best of all maps, and on networks."""

# REQUIRES: venv
# RUN: %venv_python %s %build_root/bin %t

import json
import pathlib
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path += [str(ROOT / "benchmarks"), str(ROOT / "benchmarks" / "agent")]
sys.path.append(str(pathlib.Path(__file__).parent / "Inputs"))

from egrl_bound import map_bound
from egrl_store import UNSEEN, Results, read_store
from random_maps import random_problem

from egrl import STORE, read_problem

MIB = 1 << 20
BIN, SCRATCH = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
RATE = 10**12  # Bytes per second of the fast tier; the slow tier has a tenth.


def weights(sizes, capacity):
    """Returns a cyclic program that reads one weight in each step, and the target."""
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
        sizes = [6 * MIB, 4 * MIB + 1024]  # Numbers are exact to a few bytes.
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
        # The weights of 1 and 2 MiB, with 9 MiB of reads, are fast.
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
        # No op hides the slow reads, or a copy.
        bound = map_bound(problem, target, 10)
        self.assertAlmostEqual(bound.bound * RATE / MIB, 10 + 10, places=3)
        # A computing op hides the copy of the second weight, except 2 of 10.
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

    def with_made(self, life, compute):
        """A buffer of 8 MiB that an op writes and reads, a weight of 4 MiB read by the
        last of three ops, and room for 10 MiB in the fast tier."""
        problem, target = weights([8 * MIB, 4 * MIB], 10 * MIB)
        del problem["cyclic"]
        problem["buffers"][0] |= {"live_in": False, "begin": life, "end": life + 1}
        problem["buffers"][1] |= {"end": 3}
        accesses = [
            {"buffer": 0, "mode": mode, "bytes": 8 * MIB} for mode in ("write", "read")
        ]
        weight = [{"buffer": 1, "mode": "read", "bytes": 8 * MIB}]
        problem["ops"] = [
            {"name": f"op{i}", "compute_ps": each * MIB, "accesses": []}
            for i, each in enumerate(compute)
        ]
        problem["ops"][life]["accesses"] = accesses
        problem["ops"][2]["accesses"] = weight
        target["channels"] = [
            {"from": "slow", "to": "fast", "bytes_per_second": RATE // 10}
        ]
        return map_bound(problem, target, 10).bound * RATE / MIB

    def test_what_is_fetched_early_needs_room(self):
        # The copy takes 40: in op 1, which hides the copy, or in op 0, beside 8 MiB
        # that leave only 2 MiB.
        self.assertAlmostEqual(self.with_made(0, [50, 40, 0]), 50 + 40 + 8, places=3)
        # 2 MiB arrive before, if a part needs no more room than itself.
        self.assertAlmostEqual(self.with_made(0, [50, 0, 0]), 50 + 20 + 8, places=3)
        # Bytes that arrive in op 0 stay for op 1.
        self.assertAlmostEqual(self.with_made(1, [40, 16, 0]), 40 + 16 + 28, places=0)

    def test_what_is_not_yet_copied_back_needs_room(self):
        problem, target = weights([4 * MIB, 8 * MIB], 10 * MIB)
        del problem["cyclic"]
        problem["buffers"][0] |= {"live_in": False, "live_out": True}
        problem["buffers"][1] |= {"live_in": False, "begin": 1}
        writes = {"buffer": 0, "mode": "write", "bytes": 40 * MIB}
        made = {"buffer": 1, "mode": "write", "bytes": 80 * MIB}
        problem["ops"] = [
            {"name": "op0", "compute_ps": 0, "accesses": [writes]},
            {"name": "op1", "compute_ps": 100 * MIB, "accesses": [made]},
        ]
        target["channels"] = [
            {"from": "fast", "to": "slow", "bytes_per_second": RATE // 10}
        ]
        # 4 MiB take 40 to return home, and 2 MiB must be home before 8 MiB have room.
        bound = map_bound(problem, target, 10).bound * RATE / MIB
        self.assertAlmostEqual(bound, 40 + 20 + 100, places=3)
        # An op in between hides the whole copy.
        problem["ops"].insert(1, {"name": "op", "compute_ps": 40 * MIB, "accesses": []})
        problem["buffers"][0]["end"] = problem["buffers"][1]["end"] = 3
        problem["buffers"][1]["begin"] = 2
        bound = map_bound(problem, target, 10).bound * RATE / MIB
        self.assertAlmostEqual(bound, 40 + 40 + 100, places=3)

    def test_a_result_of_a_cyclic_program_has_room_while_it_is_used(self):
        problem, target = weights([6 * MIB, 6 * MIB], 10 * MIB)
        problem["buffers"][0] |= {"live_in": False, "live_out": True}
        problem["buffers"][1] |= {"live_in": False, "begin": 1}
        bound = map_bound(problem, target, 10).bound * RATE / MIB
        # In op 1 the first buffer may be home again.
        self.assertAlmostEqual(bound, 6 + 6, places=3)

    def test_no_map_of_random_problems_is_below_the_bound(self):
        SCRATCH.mkdir(parents=True, exist_ok=True)
        file, tight = SCRATCH / "problem.json", 0
        for seed in range(80):
            problem = random_problem(seed)
            file.write_text(json.dumps(problem), encoding="utf-8")
            command = [BIN / "memplace-solve", file, "--solver=whole-life"]
            # Problems have at most 3^6 maps, most some tens.
            command += ["--option=method=random", "--option=budget=5000"]
            out = subprocess.run(command, capture_output=True, check=True)
            best = json.loads(out.stdout)["makespan_ps"]
            bound = map_bound(problem, problem["target"], 60).bound * 1e12
            with self.subTest(seed=seed):
                self.assertLessEqual(bound, best * (1 + 1e-6) + 1)
            tight += bound >= best * (1 - 1e-4)
        # The bound often equals the optimum, so a bound of 0 would fail.
        self.assertGreaterEqual(tight, 20)

    def test_no_map_of_other_kinds_is_below_the_bound(self):
        results = Results(read_store(STORE))
        for network in ("kinds/lstm", "kinds/resnet8_int8", "kinds/mlp_train"):
            bound = map_bound(*read_problem(network), 30).bound * 1e12
            least = min(results.spans(network, "EGRL", 4000))
            self.assertLessEqual(bound, least * (1 + 1e-6))
            self.assertLessEqual(bound, results.bound(network)["bound"] * 1.001)
            if network != "kinds/mlp_train":
                self.assertAlmostEqual(bound / least, 1, places=4)

    def test_no_map_that_is_stored_is_below_the_bound(self):
        results = Results(read_store(STORE))
        for network in UNSEEN:
            best, bound = results.best(network)[0], results.bound(network)["bound"]
            self.assertLessEqual(bound, best * (1 + 1e-6), network)

    def test_a_map_may_not_gain_28_percent_where_the_page_says_so(self):
        network, results = "kinds/transformer_train", Results(read_store(STORE))
        bound = map_bound(*read_problem(network), 600, may_split=True)
        self.assertLess(results.native(network) / (bound.bound * 1e12), 1.28)
        self.assertLessEqual(bound.bound * 1e12, results.bound(network)["bound"])

    def test_what_may_be_split_is_bounded_by_less(self):
        problem = weights([5 * MIB, 6 * MIB, 4 * MIB], 10 * MIB)
        bound = map_bound(*problem, 10, may_split=True)
        self.assertFalse(bound.is_optimal)
        # All weights but 5 MiB are fast.
        self.assertAlmostEqual(bound.bound * RATE / MIB, 10 + 50, places=3)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
