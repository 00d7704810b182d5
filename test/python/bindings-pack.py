# Packing from Python: arrays in, offsets out.
#
# REQUIRES: python-bindings
# RUN: %core_python %s

import unittest

import numpy as np

import memplace


class PackTest(unittest.TestCase):
    def test_buffers_that_are_never_live_together_share_bytes(self):
        result = memplace.pack([0, 2, 4], [2, 4, 6], [5, 6, 7])
        self.assertEqual((result.status, result.peak, result.bound), ("optimal", 7, 7))
        self.assertEqual(result.offsets.dtype, np.int64)
        np.testing.assert_array_equal(result.offsets, [0, 0, 0])

    def test_one_step_more_and_they_do_not(self):
        self.assertEqual(memplace.pack([0, 2], [3, 4], [5, 6]).peak, 11)

    def test_all_kinds_of_arrays_mean_the_same(self):
        lower, upper, size = [0, 1, 2, 2], [3, 4, 5, 6], [4, 2, 8, 2]
        expected = memplace.pack(lower, upper, size).offsets
        for kind in (np.int8, np.uint64, np.float32, np.int64):
            arrays = [np.array(each, kind) for each in (lower, upper, size)]
            np.testing.assert_array_equal(memplace.pack(*arrays).offsets, expected)
        strided = np.array([lower, upper, size]).T.copy().T
        np.testing.assert_array_equal(memplace.pack(*strided).offsets, expected)
        strided.flags.writeable = False
        np.testing.assert_array_equal(memplace.pack(*strided).offsets, expected)

    def test_alignment_of_all_or_of_each(self):
        offsets = memplace.pack([0, 0], [1, 1], [3, 3], alignment=8).offsets
        self.assertEqual(sorted(offsets), [0, 8])
        offsets = memplace.pack(
            [0, 0], [1, 1], [3, 3], alignment=[8, 1], fixed=[(1, 0)]
        ).offsets
        np.testing.assert_array_equal(offsets, [8, 0])

    def test_fixed_offsets_groups_and_gaps(self):
        lower, upper, size = [0, 0, 0], [9, 9, 9], [4, 4, 4]
        np.testing.assert_array_equal(
            memplace.pack(lower, upper, size, fixed=[(0, 4), (2, 12)]).offsets[[0, 2]],
            [4, 12],
        )
        result = memplace.pack(lower, upper, size, group=[-1, 7, 7])
        self.assertEqual(result.peak, 8)
        self.assertEqual(result.offsets[1], result.offsets[2])
        # Dead in the only steps in which the other buffer lives; in any order.
        gaps = [(0, 6, 8), (0, 2, 4)]
        self.assertEqual(memplace.pack([0, 2], [9, 4], [4, 4], gaps=gaps).peak, 4)
        self.assertEqual(memplace.pack([0, 2], [9, 5], [4, 4], gaps=gaps).peak, 8)

    def test_a_capacity_is_kept_or_is_proven_impossible(self):
        lower, upper, size = [0, 0], [1, 1], [3, 3]
        self.assertEqual(memplace.pack(lower, upper, size, capacity=6).peak, 6)
        result = memplace.pack(lower, upper, size, capacity=5)
        self.assertEqual(result.status, "infeasible")
        self.assertIsNone(result.offsets)
        self.assertIsNone(result.peak)
        self.assertTrue(result.message)

    def test_nothing_to_pack(self):
        result = memplace.pack([], [], [])
        self.assertEqual(
            (result.peak, result.bound, result.offsets.shape), (0, 0, (0,))
        )

    def test_each_packer_by_name(self):
        random = np.random.default_rng(0)
        lower = random.integers(0, 90, 200)
        upper = lower + random.integers(1, 10, 200)
        size = random.integers(1, 1000, 200)
        bound = memplace.packing_bound(lower, upper, size)
        for packer in memplace.packers():
            result = memplace.pack(lower, upper, size, packer=packer, time_limit=100)
            if result.offsets is None:
                continue
            self.assertEqual(result.packer, packer)
            self.assertGreaterEqual(result.peak, bound)
            self.assertEqual(result.peak, max(result.offsets + size))
        first = memplace.pack(lower, upper, size, nodes=1000, seed=1)
        again = memplace.pack(lower, upper, size, nodes=1000, seed=1)
        np.testing.assert_array_equal(first.offsets, again.offsets)
        self.assertEqual(first.bound, bound)


if __name__ == "__main__":
    unittest.main()
