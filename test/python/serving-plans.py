# Kept weights, and times of reads of the others: plans are legal, at least as good as
# plans by hand, and exist for any sufficient memory.
#
# REQUIRES: venv, python-bindings
# RUN: %venv_python %s

import json
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "Inputs"))

from serving_cases import TARGET, layers

# isort: split
import numpy as np

import memplace
from memplace.compiled import core
from memplace.errors import InputError, MemplaceError
from memplace.serving.bounds import least_seconds
from memplace.serving.kept import KeptSearch
from memplace.serving.placing import CallPlacer
from memplace.serving.planning import Planner
from memplace.serving.skews import PAGE

MEGA = 1 << 20


def prefixes(placer):
    """Returns the sets of the first weights, as many as fit into the memory."""
    weights = placer.weights
    sets = [frozenset(weights[:count]) for count in range(len(weights) + 1)]
    return [kept for kept in sets if placer.left(kept) > 0]


class Plans(unittest.TestCase):
    def test_the_plan_is_no_worse_than_those_made_by_hand(self):
        sizes = [(i % 4 + 1) * MEGA for i in range(16)]
        seconds = [0.02 if i % 5 == 0 else 0.0005 for i in range(16)]
        placer = CallPlacer(layers(sizes, seconds), list(range(16)), sum(sizes) // 2)
        search = KeptSearch(placer)
        plan = Planner(placer).plan(budget=60)
        by_hand = min(map(search.cost, prefixes(placer)))
        self.assertLessEqual(search.cost(plan.kept), by_hand)
        self.assertLessEqual(plan.seconds, search.seconds(plan.kept))
        self.assertGreaterEqual(plan.seconds, plan.bound)
        self.assertEqual(memplace.verify(plan.steady.problem, plan.steady), [])
        self.assertLessEqual(
            placer.kept_bytes(plan.kept) + plan.arena_bytes, placer.room
        )

    def test_all_is_kept_where_there_is_room(self):
        placer = CallPlacer(layers([MEGA] * 4, [0.001] * 4), list(range(4)), 5 * MEGA)
        plan = Planner(placer).plan()
        self.assertEqual(plan.kept, frozenset(range(4)))
        self.assertEqual(plan.read_bytes, 0)

    def test_weights_begin_in_their_pages_as_in_the_file(self):
        skews = {0: 512, 2: 4088, 3: 64}
        fields = layers([MEGA] * 6, [0.001] * 6)
        fields["target"] = json.loads(json.dumps(TARGET))
        fields["target"]["tiers"][0]["alignment"] = 8
        for number, buffer in enumerate(fields["buffers"]):
            skew = skews.get(number, PAGE)
            buffer["alignment"] = skew & -skew
        placer = CallPlacer(fields, list(range(6)), 4 * MEGA, skews=skews)
        plan = Planner(placer).make_plan(frozenset([2]))
        by_solvers = [
            placer.place_by_solver(frozenset([2]), solver)
            for solver in ("greedy", "search")
        ]
        for solution in (plan.call, plan.steady, *by_solvers):
            self.assertEqual(memplace.verify(solution.problem, solution), [])
            places = [
                place
                for place in solution.to_dict()["residencies"]
                if "offset" in place
            ]
            self.assertLessEqual({0, 1, 3, 4, 5}, {p["buffer"] for p in places})
            for place in places:
                self.assertEqual(
                    place["offset"] % PAGE, skews.get(place["buffer"], 0), place
                )
        # Parts never share pages: a part with a skew takes one more page.
        self.assertEqual(placer.size(2), MEGA + PAGE)

    def test_the_smallest_room_is_what_the_largest_op_needs(self):
        placer = CallPlacer(layers([MEGA, 3 * MEGA], [0.1, 0.1]), [0, 1], 0)
        self.assertEqual(placer.smallest_room(), 3 * MEGA)
        placer.room = 3 * MEGA - PAGE
        with self.assertRaisesRegex(MemplaceError, "no placement"):
            Planner(placer).plan()

    def test_weights_of_all_sizes_are_read_in_order_in_any_room_that_is_enough(self):
        sizes = [(i * 7 % 5 + 1) * MEGA // 4 for i in range(20)]
        placer = CallPlacer(layers(sizes, [0.001] * 20), list(range(20)), 0)
        smallest = placer.smallest_room()
        self.assertEqual(smallest, max(sizes))
        before = float("inf")
        for room in range(smallest, 3 * smallest, smallest // 7 // 4096 * 4096):
            placer.room = room
            solution = placer.place_in_order(frozenset())
            self.assertEqual(memplace.verify(solution.problem, solution), [])
            seconds = memplace.simulate(solution.problem, solution).makespan
            self.assertLessEqual(seconds, before * 1.1)
            before = seconds
        self.assertIsNone(placer.place_in_order(frozenset(), smallest - 4096))

    def test_what_is_used_later_fills_the_room_that_is_too_small_for_what_comes_first(
        self,
    ):
        # An activation of 6 MiB is dead after the first op. Beside the activation there
        # is no room for the large weight, but for the small weights that come after it.
        sizes = [MEGA, 8 * MEGA, MEGA, MEGA]
        fields = layers(sizes, [0.004, 0.001, 0.001, 0.001])
        fields["buffers"].append(
            {"name": "a", "size": 6 * MEGA, "begin": 0, "end": 1, "tiers": ["ram"]}
        )
        placer = CallPlacer(fields, list(range(4)), 11 * MEGA)
        search = KeptSearch(placer)
        nothing: frozenset[int] = frozenset()
        begins = [
            {
                stay.item: stay.begin
                for stay in placer.stream.find(
                    nothing, 11 * MEGA, fill_gaps
                ).reads
            }
            for fill_gaps in (False, True)
        ]
        self.assertEqual(begins, [{0: 0, 1: 1, 2: 1, 3: 1}, {0: 0, 1: 1, 2: 0, 3: 0}])
        solution = placer.place_in_order(nothing)
        self.assertEqual(memplace.verify(solution.problem, solution), [])
        run = memplace.simulate(solution.problem, solution)
        self.assertEqual(run.makespan, search.seconds(nothing))
        self.assertLess(
            run.makespan,
            placer.seconds_of_reads(nothing, placer.stream.find(nothing, 11 * MEGA)),
        )

    def test_a_weight_that_is_used_again_much_later_is_read_again(self):
        fields = layers([MEGA, MEGA], [0.01] * 2)
        fields["ops"] = [fields["ops"][i] for i in (0, 0, 1, 1, 1, 1, 0)]
        for buffer in fields["buffers"]:
            buffer["end"] = 7
        placer = CallPlacer(fields, [0, 1], MEGA)
        transfers = placer.place_in_order(frozenset()).to_dict()["transfers"]
        self.assertEqual([t["from"] for t in transfers], [0, 1, 0])
        placer = CallPlacer(fields, [0, 1], 2 * MEGA + 4096)
        self.assertEqual(Planner(placer).plan().read_bytes, 0)

    def test_of_what_is_picked_as_much_stays_as_there_is_room_for(self):
        fields = layers([MEGA] * 8, [0.001] * 8)
        for op in fields["ops"][4:]:
            # A quarter of the weight is read, at its own position.
            op["accesses"][0] = {"buffer": op["accesses"][0]["buffer"], "mode": "read"}
            op["accesses"][0]["bytes"] = MEGA // 4
        gathered = frozenset(range(4, 8))
        placer = CallPlacer(fields, list(range(8)), 6 * MEGA + PAGE, gathered=gathered)
        plan = Planner(placer).plan(budget=30)
        # Whole weights come first.
        self.assertLessEqual(frozenset(range(4)), plan.kept)
        self.assertEqual(len(plan.kept), 6)
        self.assertEqual(plan.read_bytes, 0)
        placer = CallPlacer(fields, list(range(8)), MEGA, gathered=gathered)
        self.assertEqual(placer.smallest_room(), MEGA)
        transfers = placer.place_in_order(frozenset()).to_dict()["transfers"]
        self.assertEqual([t["from"] for t in transfers], [0, 1, 2, 3])

    def test_rows_of_a_table_are_picked_before_weights_are_read(self):
        fields = layers([MEGA] * 5, [0.001] * 5)
        row = {"buffer": 0, "mode": "read", "bytes": 4096}
        fields["ops"][0]["accesses"] = [row]
        gathered = frozenset([0])
        placer = CallPlacer(fields, list(range(5)), 3 * MEGA, gathered=gathered)
        transfers = placer.place_in_order(frozenset()).to_dict()["transfers"]
        self.assertEqual([t["start"] for t in transfers][:2], [1, 1])
        # If a weight is used before, reads do not wait for rows.
        fields["ops"] = [fields["ops"][i] for i in (1, 0, 2, 3, 4)]
        placer = CallPlacer(fields, list(range(5)), 3 * MEGA, gathered=gathered)
        transfers = placer.place_in_order(frozenset()).to_dict()["transfers"]
        self.assertEqual([t["start"] for t in transfers][:2], [0, 0])

    def test_ops_take_longer_whose_weights_stay(self):
        fields = layers([MEGA] * 4, [0.001] * 4)
        kept_seconds = {step: 0.003 for step in range(3)}
        weights = list(range(4))
        placer = CallPlacer(fields, weights, 5 * MEGA)
        planner = Planner(placer, kept_seconds)
        self.assertAlmostEqual(planner.plan().seconds, 3 * 0.003 + 0.001)
        plan = planner.make_plan(frozenset([1]))
        base = Planner(CallPlacer(fields, weights, 5 * MEGA)).make_plan(frozenset([1]))
        self.assertGreater(plan.seconds, base.seconds)
        self.assertLess(plan.seconds, base.seconds + 0.0021)
        # Costs of a plan that keeps other weights.
        self.assertEqual(plan.bound, base.bound)

    def test_no_plan_is_faster_than_the_bound(self):
        sizes = [MEGA // 4] * 6 + [3 * MEGA] * 4
        seconds = [0.01] * 6 + [0.0001] * 4
        fields, weights = layers(sizes, seconds), list(range(10))
        for room in (4 * MEGA, 6 * MEGA, 9 * MEGA, 20 * MEGA):
            bound = least_seconds(fields, weights, room)
            plan = Planner(CallPlacer(fields, weights, room)).plan(budget=30)
            self.assertGreaterEqual(plan.seconds, bound)
            # Reads of large weights that do not fit cannot be hidden.
            if room == 6 * MEGA:
                self.assertGreater(bound, 1.05 * sum(seconds))
                self.assertLess(plan.seconds, 1.2 * bound)
            if room == 20 * MEGA:
                self.assertAlmostEqual(bound, sum(seconds))

    def test_a_plan_that_breaks_a_rule_is_noticed(self):
        placer = CallPlacer(layers([MEGA] * 4, [0.001] * 4), list(range(4)), 3 * MEGA)
        call = placer.place_call(frozenset([0]))
        # Kept weights need room that is missing.
        placer.room = int(call.peak_bytes[0]) + MEGA - PAGE
        steady = Planner(placer).steady_state(frozenset([0]), call)
        self.assertEqual(memplace.verify(steady.problem, steady)[0].rule, "R2")

    def test_reads_take_as_long_without_offsets_as_with_them(self):
        sizes = [(i * 7 % 5 + 1) * MEGA // 4 for i in range(20)]
        seconds = [0.02 if i % 5 == 0 else 0.0005 for i in range(20)]
        placer = CallPlacer(layers(sizes, seconds), list(range(20)), sum(sizes) // 2)
        search = KeptSearch(placer)
        for kept in prefixes(placer):
            solution = placer.place_in_order(kept)
            if solution is not None:
                run = memplace.simulate(solution.problem, solution)
                self.assertEqual(search.seconds(kept), run.makespan)
                self.assertLessEqual(search.least_seconds(kept), run.makespan)
        problem, tiers = placer.problem, np.ones(20, np.int64)
        for stay, reason in (
            (core.ReadStay(20, 1, 2), "no read"),
            (core.ReadStay(0, 1, 2, 2), "no read"),
            (core.ReadStay(0, 1, 21), "no read"),
        ):
            with self.assertRaisesRegex(InputError, reason):
                core.makespan_of_stream(problem, tiers, [stay])
        for wrong, reason in ((tiers[1:], "for each"), (tiers + 1, "name tier 2")):
            with self.assertRaisesRegex(InputError, reason):
                core.makespan_of_stream(problem, wrong, [])

    def test_stays_and_copies_outside_of_the_program_are_refused(self):
        memory = core.StreamMemory([4], [(0, 2, 1)], 2, 8, 1)
        (stay,) = memory.schedule(core.stays_of([[1]]), 0, False)
        self.assertEqual(stay, core.ReadStay(0, 1, 2))
        for wrong, reason in (
            (core.ReadStay(1, 0, 1), "names item 1"),
            (core.ReadStay(0, 0, 3), "steps 0 to 3 are not in the program"),
        ):
            with self.assertRaisesRegex(InputError, reason):
                memory.plan([wrong], 0, False, 1, 10)
        with self.assertRaisesRegex(InputError, "steps 1 to 3 are not"):
            core.StreamMemory([], [(1, 3, 1)], 2, 8, 1)
        for copies, reason in (([[(2, 4)]], "steps 2 to 3"), ([], "for each item")):
            with self.assertRaisesRegex(InputError, reason):
                core.ResidentItems([4], copies, [0, 0], 8)

    def test_the_search_finds_what_it_finds_with_all_offsets(self):
        sizes = [(i * 7 % 5 + 1) * MEGA // 4 for i in range(24)]
        seconds = [0.01 if i % 7 == 0 else 0.0005 for i in range(24)]

        class Slow(KeptSearch):
            def least_seconds(self, kept):
                return self.seconds(kept)

        found = []
        placer = CallPlacer(layers(sizes, seconds), list(range(24)), sum(sizes) // 2)
        for kind in (Slow, KeptSearch):
            search = kind(placer)
            found.append((search.choose(60), len(search.tried)))
        self.assertEqual(found[0][0], found[1][0])
        # The search looks for offsets only of better plans.
        self.assertLess(found[1][1], found[0][1] // 2)


if __name__ == "__main__":
    unittest.main()
