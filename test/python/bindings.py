# Problems, solutions, solvers, simulator and bounds from Python.
#
# REQUIRES: python-bindings
# RUN: rm -rf %t && mkdir %t
# RUN: %core_python %s %t

import copy
import itertools
import json
import pickle
import sys
import threading
import unittest
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent / "Inputs"))
import cases

import memplace

FOLDER = Path(sys.argv.pop())
# More than any machine completes in a minute; then the test has failed.
ENDLESS = {"budget": 10**12, "time_limit": 60}


class ProblemTest(unittest.TestCase):
    def test_has_the_fields_of_the_dict_that_it_was_made_of(self):
        problem = memplace.Problem.from_dict(cases.problem_dict())
        self.assertEqual(
            (problem.name, problem.num_ops, problem.num_buffers), ("hand", 3, 1)
        )
        self.assertEqual(problem.tier_names, ["fast", "slow"])
        np.testing.assert_array_equal(problem.tier_capacities, [100, 1000])
        self.assertEqual(problem.op_names, ["A", "B", "C"])
        np.testing.assert_array_equal(problem.op_trips, [1, 1, 1])
        self.assertEqual(problem.buffer_names, ["w"])
        np.testing.assert_array_equal(problem.buffer_sizes, [50])
        np.testing.assert_array_equal(problem.buffer_ranges, [[0, 3]])
        self.assertEqual(problem.target["channels"][0]["name"], "in")
        self.assertFalse(problem.is_cyclic)
        for array in (problem.buffer_sizes, problem.op_trips, problem.tier_capacities):
            self.assertEqual(array.dtype, np.int64)

    def test_goes_through_files_text_dict_pickle_and_copy(self):
        problem = memplace.Problem.load(cases.LSTM)
        for name in ("copy.json", "copy.json.gz"):
            problem.save(FOLDER / name)
            self.assertEqual(memplace.Problem.load(str(FOLDER / name)), problem)
        self.assertEqual((FOLDER / "copy.json").read_text(), problem.to_json())
        self.assertEqual((FOLDER / "copy.json.gz").read_bytes()[:2], b"\x1f\x8b")
        self.assertEqual(memplace.Problem.from_json(problem.to_json()), problem)
        self.assertEqual(memplace.Problem.from_dict(problem.to_dict()), problem)
        self.assertEqual(pickle.loads(pickle.dumps(problem)), problem)
        self.assertEqual(copy.deepcopy(problem), problem)
        self.assertNotEqual(memplace.Problem.from_dict(cases.problem_dict()), problem)
        self.assertNotEqual(problem, "lstm")
        self.assertEqual(len({problem, copy.copy(problem), cases.LSTM}), 2)

    def test_says_overlap_efficiency_and_order(self):
        data = cases.problem_dict()
        data["target"]["channels"][0]["order"] = "deadline"
        data["ops"][2].update(compute_ps=10**11, overlap=0.25)
        data["ops"][2]["accesses"][0]["efficiency"] = 0.5
        problem = memplace.Problem.from_dict(data)
        self.assertEqual(memplace.Problem.from_dict(problem.to_dict()), problem)
        self.assertNotEqual(problem, memplace.Problem.from_dict(cases.problem_dict()))
        said = problem.to_dict()
        self.assertEqual(said["ops"][2], data["ops"][2])
        self.assertEqual(said["target"]["channels"][0]["order"], "deadline")
        self.assertEqual(problem.target["channels"][0]["order"], "deadline")
        # Every buffer at home: 1 s, 1 s, and max(0.1, 0.5 / 0.5) + 0.75 · 0.1 s.
        home = memplace.solve(problem, "default-tier")
        self.assertAlmostEqual(home.makespan, 3.075)

    def test_says_what_overlap_and_efficiency_may_be(self):
        for field, value, least in (
            ("overlap", 1.5, "0"), ("overlap", -0.5, "0"),
            ("efficiency", 0, "1e-12"), ("efficiency", 1.25, "1e-12"),
        ):  # fmt: skip
            data = cases.problem_dict()
            op = data["ops"][2]
            (op if field == "overlap" else op["accesses"][0])[field] = value
            with self.assertRaisesRegex(
                memplace.InputError,
                rf"ops\[2\].*{field}: must be from {least} to 1, got {value}$",
            ):
                memplace.Problem.from_dict(data)
        data = cases.problem_dict()
        data["target"]["op_defaults"] = {"overlap": 0.5}
        with self.assertRaisesRegex(
            memplace.InputError, "target.op_defaults: belongs in a target's own"
        ):
            memplace.Problem.from_dict(data)

    def test_takes_numbers_of_numpy(self):
        data = cases.problem_dict()
        data["buffers"][0]["size"] = np.int32(50)
        self.assertEqual(memplace.Problem.from_dict(data).buffer_sizes[0], 50)

    def test_an_array_outlives_its_problem_and_may_be_written_to(self):
        sizes = memplace.Problem.from_dict(cases.problem_dict()).buffer_sizes
        sizes[0] += 1
        self.assertEqual(sizes[0], 51)


class SolveTest(unittest.TestCase):
    def setUp(self):
        self.problem = memplace.Problem.from_dict(cases.problem_dict())

    def test_finds_the_prefetch_that_hides_behind_two_ops(self):
        result = memplace.solve(self.problem, "exact-placement")
        self.assertEqual(result.status, "optimal")
        self.assertAlmostEqual(result.makespan, 2.05, places=12)
        self.assertAlmostEqual(result.bound, 2.05, places=12)
        self.assertAlmostEqual(result.gap, 0, places=12)
        np.testing.assert_array_equal(result.peak_bytes[0], 50)
        self.assertEqual(memplace.verify(self.problem, result.solution), [])

    def test_every_solver_is_legal_and_not_below_the_bound(self):
        bound = memplace.lower_bound(self.problem)
        for solver in memplace.solvers():
            # The agent is a separate library.
            if solver in ("egrl", "hybrid", "muzero"):
                continue
            with self.subTest(solver):
                result = memplace.solve(self.problem, solver)
                self.assertEqual(result.solver, solver)
                self.assertEqual(memplace.verify(self.problem, result.solution), [])
                self.assertGreaterEqual(result.makespan, bound)
                simulation = memplace.simulate(self.problem, result.solution)
                self.assertEqual(simulation.makespan, result.makespan)

    def test_a_problem_may_be_a_path_or_a_dict(self):
        self.assertEqual(
            memplace.solve(cases.problem_dict()).makespan,
            memplace.solve(self.problem).makespan,
        )
        self.problem.save(FOLDER / "hand.json")
        self.assertEqual(
            memplace.solve(FOLDER / "hand.json").makespan,
            memplace.solve(self.problem).makespan,
        )

    def test_a_target_with_a_slow_tier_first_gives_a_warning(self):
        fields = cases.problem_dict()
        self.assertIsNone(memplace.Problem.from_dict(fields).tier_order_warning)
        fields["target"]["tiers"].reverse()
        with self.assertWarnsRegex(UserWarning, "'slow' .* comes before 'fast'"):
            memplace.solve(fields)

    def test_options_budget_and_seed_reach_the_solver(self):
        problem = memplace.Problem.load(
            cases.PROBLEMS / "kinds" / "mlp_train.problem.json.gz"
        )

        def run(seed, **arguments):
            return memplace.solve(problem, "search", seed=seed, **arguments)

        few = [run(seed, budget=300).solution for seed in range(6)]
        self.assertTrue(any(solution != few[0] for solution in few))
        self.assertEqual(run(3, options={"budget": 300}).solution, few[3])
        self.assertNotEqual(
            memplace.solve(problem, "msa", options={"prefetch": False}).makespan,
            memplace.solve(problem, "msa").makespan,
        )
        self.assertIn("prefetch", [o.name for o in memplace.solver_options("msa")])

    def test_a_front_trades_time_for_traffic(self):
        problem = memplace.Problem.load(
            cases.PROBLEMS / "tpu" / "resnet50_b1.cmem8M.problem.json.gz"
        )
        options = {"method": "front"}
        result = memplace.solve(
            problem, "whole-life", budget=300, options=options, pareto=True
        )
        self.assertGreater(len(result.front), 1)
        self.assertEqual(result.front[0].makespan, result.makespan)
        for faster, thriftier in itertools.pairwise(result.front):
            self.assertLess(faster.makespan, thriftier.makespan)
            self.assertGreater(faster.slow_tier_bytes, thriftier.slow_tier_bytes)
        for point in result.front:
            self.assertEqual(memplace.verify(problem, point.solution), [])
        self.assertEqual(memplace.solve(problem, "whole-life", budget=20).front, [])
        short = memplace.solve(problem, "whole-life", time_limit=1e-9, pareto=True)
        self.assertEqual(len(short.front), 1)
        with self.assertRaisesRegex(memplace.InputError, "has no option 'pareto'"):
            memplace.solve(problem, "greedy", pareto=True)
        with self.assertRaisesRegex(memplace.InputError, "not for use with cut"):
            memplace.solve(problem, "whole-life", pareto=True, cut="auto")
        with self.assertRaisesRegex(memplace.InputError, "True or False"):
            memplace.solve(problem, "whole-life", pareto="front.json")

    def test_a_solution_with_cuts_is_one_of_the_cut_problem(self):
        chain = Path(__file__).parents[1] / "tools" / "memplace-solve" / "Inputs"
        path = chain / "chain.problem.json"
        whole = memplace.solve(path)
        result = memplace.solve(path, cut="auto", cut_budget=10)
        self.assertIsNone(whole.cut_problem)
        self.assertLess(result.makespan, whole.makespan / 2)
        memplace.verify(result.cut_problem, result.solution)
        four = memplace.solve(path, cut=4, cut_budget=5).cut_problem
        self.assertIn("A.piece 1/4", [op["name"] for op in four.to_dict()["ops"]])
        with self.assertRaisesRegex(memplace.InputError, "number of pieces"):
            memplace.solve(path, cut=1)

    def test_an_impossible_problem_is_a_status_with_a_message(self):
        data = cases.problem_dict()
        data["buffers"][0].update(size=1001, external=False)
        result = memplace.solve(data, "greedy")
        self.assertEqual(result.status, "infeasible")
        self.assertIsNone(result.solution)
        self.assertIsNone(result.makespan)
        self.assertIsNone(result.gap)
        self.assertIsNone(result.peak_bytes)
        self.assertIn("1001 bytes", result.message)

    def test_progress_is_called_and_may_stop_the_solver(self):
        seen = []

        def progress(seconds, makespan, fraction):
            seen.append((seconds, makespan, fraction))
            return len(seen) < 2

        result = memplace.solve(cases.LSTM, "search", **ENDLESS, progress=progress)
        self.assertEqual(result.status, "solved")
        self.assertEqual(len(seen), 2)
        self.assertLess(result.makespan, seen[0][1] * (1 + 1e-9))

    def test_what_progress_raises_ends_the_solve(self):
        def progress(*_):
            raise ZeroDivisionError

        with self.assertRaises(ZeroDivisionError):
            memplace.solve(cases.LSTM, "search", **ENDLESS, progress=progress)

    def test_other_threads_go_on_meanwhile(self):
        is_over = threading.Event()
        counted = []

        def count():
            for number in itertools.count():
                if is_over.is_set():
                    counted.append(number)
                    return

        thread = threading.Thread(target=count)
        thread.start()
        calls = itertools.count(1)
        memplace.solve(
            cases.LSTM, "search", **ENDLESS, progress=lambda *_: next(calls) < 4
        )
        is_over.set()
        thread.join()
        self.assertGreater(counted[0], 1000)


class SolutionTest(unittest.TestCase):
    def setUp(self):
        self.problem = memplace.Problem.from_dict(cases.problem_dict())
        self.solution = memplace.solve(self.problem, "exact-placement").solution

    def test_goes_through_files_text_dict_and_pickle(self):
        Solution = memplace.Solution
        self.solution.save(FOLDER / "solution.json.gz")
        for other in (
            Solution.load(self.problem, FOLDER / "solution.json.gz"),
            Solution.from_json(self.problem, self.solution.to_json()),
            Solution.from_dict(self.problem, self.solution.to_dict()),
            pickle.loads(pickle.dumps(self.solution)),
            copy.deepcopy(self.solution),
        ):
            self.assertEqual(other, self.solution)
            self.assertEqual(hash(other), hash(self.solution))
        self.assertEqual(self.solution.problem, self.problem)
        self.assertEqual(self.solution.solver, "exact-placement")
        self.assertEqual(memplace.verify(self.problem, FOLDER / "solution.json.gz"), [])

    def test_arrays_say_where_and_when(self):
        # The external home, and 50 bytes at the start of `fast`.
        home, fast = sorted(self.solution.residencies.tolist(), key=lambda row: -row[1])
        self.assertEqual(home, [0, 1, -1, 0, 3])
        self.assertEqual(fast[:3], [0, 0, 0])
        self.assertEqual(self.solution.transfers.shape, (1, 6))
        source, to, channel, start, done, size = self.solution.transfers[0]
        self.assertEqual(self.solution.residencies[source].tolist(), home)
        self.assertEqual(self.solution.residencies[to].tolist(), fast)
        self.assertEqual((channel, done, size), (0, 2, 50))
        self.assertLess(start, done)

    def test_a_broken_rule_is_found_and_cannot_be_simulated(self):
        data = self.solution.to_dict()
        for residency in data["residencies"]:
            if residency.get("offset") is not None:
                residency["offset"] = 51
        violations = memplace.verify(self.problem, data)
        self.assertEqual([violation.rule for violation in violations], ["R2"])
        self.assertIn("'fast'", str(violations[0]))
        with self.assertRaisesRegex(memplace.InputError, "R2: "):
            memplace.simulate(self.problem, data)
        with self.assertRaisesRegex(memplace.InputError, "R2: "):
            memplace.timeline(self.problem, data)

    def test_a_wrong_claim_is_found(self):
        data = self.solution.to_dict()
        data["makespan_ps"] += 10**9
        self.assertEqual(
            [v.rule for v in memplace.verify(self.problem, data)], ["claim"]
        )

    def test_a_solution_of_another_problem_is_refused(self):
        other = cases.problem_dict()
        other["buffers"][0]["size"] = 51
        with self.assertRaisesRegex(
            memplace.InputError, "problem 'hand', which differs"
        ):
            memplace.verify(other, self.solution)

    def test_the_simulation_says_when_ops_and_transfers_run(self):
        data = self.solution.to_dict()
        # Too late to hide: issued before op C, which waits for 50 bytes at 100 B/s of
        # `slow`.
        data["transfers"][0]["start"] = data["transfers"][0]["done"] = 2
        for residency in data["residencies"]:
            if residency.get("offset") is not None:
                residency["begin"] = 2
        for claim in ("makespan_ps", "lower_bound_ps", "proven_optimal"):
            data.pop(claim, None)
        simulation = memplace.simulate(self.problem, data)
        self.assertAlmostEqual(simulation.makespan, 2.55, places=12)
        self.assertAlmostEqual(simulation.stall_seconds, 0.5, places=12)
        np.testing.assert_allclose(simulation.op_start, [0, 1, 2.5])
        np.testing.assert_allclose(simulation.op_duration, [1, 1, 0.05])
        np.testing.assert_array_equal(simulation.stall_step, [2])
        np.testing.assert_allclose(simulation.stall_start, [2])
        np.testing.assert_allclose(simulation.stall_duration, [0.5])
        np.testing.assert_array_equal(simulation.stall_transfer, [0])
        np.testing.assert_array_equal(simulation.stall_trips, [1])
        np.testing.assert_allclose(simulation.transfer_issued, [2])
        np.testing.assert_allclose(simulation.transfer_flow_start, [2])
        np.testing.assert_allclose(simulation.transfer_arrived, [2.5])
        self.assertEqual(simulation.bytes_transferred, 50)
        self.assertIn('"C"', memplace.timeline(self.problem, data))
        self.assertIn("traceEvents", memplace.chrome_trace(self.problem, data))


class BoundTest(unittest.TestCase):
    def test_the_strong_bound_is_not_below_the_simple_one(self):
        simple = memplace.lower_bound(cases.LSTM)
        strong = memplace.lower_bound(cases.LSTM, iterations=200)
        best = memplace.solve(cases.LSTM, "search", budget=100)
        self.assertGreater(strong, simple)
        self.assertLessEqual(strong, best.makespan)
        self.assertAlmostEqual(best.bound, simple, places=12)
        with_bound = memplace.solve(cases.LSTM, "msa", bound_iterations=200)
        self.assertGreater(with_bound.bound, simple)
        self.assertEqual(memplace.verify(cases.LSTM, with_bound.solution), [])

    def test_the_bound_on_the_peak_counts_what_lives_together(self):
        data = cases.problem_dict()
        self.assertEqual(memplace.lower_bound_on_peak(data), 0)
        data["buffers"][0]["external"] = False
        self.assertEqual(memplace.lower_bound_on_peak(data), 50)


class TargetTest(unittest.TestCase):
    def test_every_built_in_target_is_a_dict_that_a_problem_takes(self):
        self.assertIn("toy", memplace.targets())
        for name in memplace.targets():
            target = memplace.target(name)
            self.assertEqual(target["name"], name)

    def test_a_file_may_have_defaults_for_ops(self):
        fields = memplace.target("toy")
        fields["op_defaults"] = {"overlap": 0.5, "efficiency": 0.75}
        path = FOLDER / "target.json"
        path.write_text(json.dumps(fields))
        self.assertEqual(memplace.target(path), fields)
        fields["op_defaults"]["overlap"] = 2
        path.write_text(json.dumps(fields))
        with self.assertRaisesRegex(
            memplace.InputError, "op_defaults.overlap: must be from 0 to 1, got 2"
        ):
            memplace.target(path)


if __name__ == "__main__":
    unittest.main()
