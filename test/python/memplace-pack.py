# memplace_pack: packing in Python without dependencies, by the library of this build.
#
# UNSUPPORTED: sanitizer
# RUN: env PYTHONPATH=%src_root/python/pack MEMPLACE_PACK_LIBRARY=%build_root/lib/libmemplace_pack.so %python -S %s

import doctest
import itertools
import random
import threading
import unittest

import memplace_pack
from memplace_pack import Bank, PackError, pack, pack_banks


def overlaps(problem, offsets, banks):
    """Returns the pairs of buffers that share a byte of a bank at a step."""
    begins, ends, sizes = problem
    return [
        (i, j)
        for i, j in itertools.combinations(range(len(sizes)), 2)
        if banks[i] == banks[j]
        and max(begins[i], begins[j]) < min(ends[i], ends[j])
        and max(offsets[i], offsets[j]) < min(offsets[i] + sizes[i], offsets[j] + sizes[j])
    ]


def draw(generator, count):
    """Returns begins, ends and sizes of random buffers."""
    begins = [generator.randrange(count) for _ in range(count)]
    ends = [begin + generator.randint(1, 6) for begin in begins]
    return begins, ends, [generator.randint(0, 9) for _ in range(count)]


class PackTest(unittest.TestCase):
    def test_the_examples_of_the_documentation_hold(self):
        self.assertEqual(doctest.testmod(memplace_pack).failed, 0)

    def test_random_plans_are_legal_and_above_their_bound(self):
        generator = random.Random(1)
        for _ in range(100):
            problem = draw(generator, generator.randint(1, 40))
            alignments = [generator.choice([1, 2, 8]) for _ in problem[0]]
            plan = pack(*problem, alignments=alignments, deadline=0.05)
            self.assertEqual(overlaps(problem, plan.offsets, [0] * len(plan.offsets)), [])
            ends = [offset + size for offset, size in zip(plan.offsets, problem[2])]
            self.assertEqual(plan.peak, max(ends))
            self.assertLessEqual(plan.bound, plan.peak)
            self.assertEqual(plan.optimal, plan.bound == plan.peak)
            for offset, alignment in zip(plan.offsets, alignments):
                self.assertEqual(offset % alignment, 0)

    def test_no_buffers_need_no_bytes(self):
        self.assertEqual(pack([], [], []).peak, 0)
        self.assertEqual(pack_banks([], [], [], [], [Bank(0, 1)]).peaks, [0])

    def test_a_small_part_of_the_cost_counts(self):
        # The last buffer has no choice, and costs much more than all others.
        banks = [Bank(10, 1), Bank(None, 10)]
        accessed, allowed = [70, 50, 50, 10**12], [None, None, None, [1]]
        plan = pack_banks(
            [0, 0, 0, 5], [1, 1, 1, 6], [6, 5, 5, 4], accessed, banks, allowed=allowed
        )
        self.assertEqual(plan.banks, [1, 0, 0, 1])
        self.assertEqual(plan.cost, 10 * 10**12 + 70 * 10 + 100)

    def test_alignments_above_the_sizes(self):
        plan = pack([0, 0], [1, 1], [1, 1], alignments=2**62)
        self.assertEqual((sorted(plan.offsets), plan.peak), ([0, 2**62], 2**62 + 1))

    def test_integers_of_any_kind(self):
        class Index:
            def __index__(self):
                return 4

        plan = pack(range(2), iter([2, 2]), [1, 1], alignments=Index(), seed=2**64 - 1)
        self.assertEqual(sorted(plan.offsets), [0, 4])
        for arguments, message in [
            ({"begins": None}, "begins must be a sequence"),
            ({"begins": [10**5000]}, "begins.0. must fit in 64 bits, got a number beyond"),
            ({"alignments": 4.0}, "alignments must be a sequence"),
            ({"deadline": "1"}, "deadline must be a number"),
            ({"seed": 2**64}, "seed must be an integer from 0 to 2.64 - 1"),
        ]:
            given = {"begins": [0], "ends": [1], "sizes": [8], **arguments}
            with self.assertRaisesRegex(PackError, message):
                pack(**given)

    def test_wrong_arguments_are_named(self):
        for call, message in [
            (lambda: pack([0], [0], [1]), "the end of buffer 0 is 0, must be above its begin 0"),
            (lambda: pack([0], [1], [-1]), "the size of buffer 0 is -1"),
            (lambda: pack([0], [1], [1], alignments=6), "must be a power of two"),
            (lambda: pack([0], [1], [2**70]), r"sizes\[0\] must fit in 64 bits"),
            (lambda: pack([0.5], [1], [1]), r"begins\[0\] must be an integer, got 0.5"),
            (lambda: pack([0, 1], [1], [1]), "begins must have 1 entries as sizes has, got 2"),
            (lambda: pack([0], [1], [1], deadline=0), "deadline must be above 0 seconds"),
            (lambda: pack([0], [1], [1], seed=-1), "seed must be an integer from 0"),
        ]:
            with self.assertRaisesRegex(PackError, message) as raised:
                call()
            self.assertEqual(raised.exception.kind, "invalid")


class PackBanksTest(unittest.TestCase):
    def test_random_plans_are_legal_and_cost_what_they_say(self):
        generator = random.Random(2)
        for _ in range(60):
            count = generator.randint(1, 40)
            problem = draw(generator, count)
            accessed = [generator.randrange(100) for _ in range(count)]
            allowed = [generator.choice([None, None, [1], [1, 2], [0, 2]]) for _ in range(count)]
            banks = [Bank(generator.randrange(30), 1), Bank(None, 2.5), Bank(None, 4)]
            plan = pack_banks(*problem, accessed, banks, allowed=allowed, deadline=0.05)
            self.assertEqual(overlaps(problem, plan.offsets, plan.banks), [])
            self.assertLessEqual(plan.peaks[0], banks[0].capacity)
            for bank, own in zip(plan.banks, allowed):
                self.assertTrue(own is None or bank in own)
            cost = sum(a * banks[b].cost for a, b in zip(accessed, plan.banks))
            self.assertAlmostEqual(plan.cost, cost)
            self.assertLessEqual(plan.cost_bound, plan.cost)

    def test_a_too_small_bank_is_named_with_its_least_capacity(self):
        with self.assertRaisesRegex(PackError, "least possible capacity is 16 bytes") as e:
            pack_banks([0, 0], [1, 1], [8, 8], [1, 1], [Bank(12, 1)])
        self.assertEqual(e.exception.kind, "infeasible")

    def test_wrong_arguments_are_named(self):
        for arguments, message in [
            ({"banks": []}, "the number of banks must be from 1 to 64, got 0"),
            ({"banks": [Bank(-1, 1)]}, "the capacity of bank 0 must not be negative"),
            ({"banks": [Bank(8, float("inf"))]}, "must be finite"),
            ({"banks": [Bank(8, "x")]}, "cost must be a number"),
            ({"accessed": [-1]}, "accessed of buffer 0 is -1"),
            ({"accessed": []}, "accessed must have 1 entries"),
            ({"allowed": [[]]}, "buffer 0 must be allowed in some bank"),
            ({"allowed": [[1]]}, "must hold banks from 0 to 0, got 1"),
            ({"allowed": []}, "allowed must have 1 entries"),
            ({"allowed": [[True]]}, "must hold numbers of banks, got True"),
            ({"allowed": [0]}, "allowed.0. must be a sequence"),
        ]:
            given = {"accessed": [1], "banks": [Bank(8, 1)], **arguments}
            with self.assertRaisesRegex(PackError, message):
                pack_banks([0], [1], [8], **given)

    def test_threads_and_repetitions_give_equal_plans(self):
        problem = draw(random.Random(3), 30)
        accessed = [7 * size % 11 for size in problem[2]]
        plans = []

        def run():
            banks = [Bank(20, 1), Bank(None, 3)]
            plans.append(pack_banks(*problem, accessed, banks, seed=5, deadline=60))

        threads = [threading.Thread(target=run) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(plans, [plans[0]] * 3)


if __name__ == "__main__":
    unittest.main()
