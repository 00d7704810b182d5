# memplace.copies: places of copies between host and device in a scheduled program, and
# their times.
#
# REQUIRES: python-bindings
# RUN: %core_python %s

import random
import unittest

from memplace.copies import Timed, hide_copies, loads, makespan


class CopiesTest(unittest.TestCase):
    def test_releases(self):
        """Copies to the host keep their buffers until memory is needed."""
        ops = [
            Timed(1.0, "", (), (0,)),
            Timed(4.0, "out", (0,), (9,)),
            Timed(1.0, "", (), (1,)),
            Timed(1.0, "", (), (2,)),
            Timed(1.0, "", (1, 2), ()),
        ]
        sizes = [5, 3, 3, *[0] * 7]
        for enough, seconds in ((11, 5.0), (9, 7.0), (5, 8.0)):
            found, order = hide_copies(ops, sizes, enough)
            self.assertEqual(makespan(found, order), seconds)
            self.assertLessEqual(max(loads(found, order, sizes)), max(6, enough))
            self.assertEqual(order.count(5), 1)

    def test_random_copies(self):
        """Orders with copies keep accesses in order, and need at most the given bytes."""
        numbers = random.Random(2)
        faster = 0
        for _ in range(200):
            ops, sizes = [], [0]
            for _ in range(numbers.randint(2, 8)):
                made = len(sizes)
                sizes += [numbers.randint(1, 9), numbers.randint(0, 9)]
                ops.append(Timed(numbers.random(), "in", (0,), (made,)))
                ops.append(Timed(2 * numbers.random(), "", (made,), (made, made + 1)))
                ops.append(Timed(numbers.random(), "out", (made,), (0,)))
                ops.append(Timed(numbers.random(), "", (numbers.randrange(1, made + 2),), ()))
            peak = max(loads(ops, range(len(ops)), sizes))
            enough = peak + numbers.randint(0, 9)
            found, order = hide_copies(ops, sizes, enough)
            self.assertLessEqual(max(loads(found, order, sizes)), enough)
            self.assertEqual(sorted(order), list(range(len(found))))
            place = {index: position for position, index in enumerate(order)}
            computes = [k for k in order if k < len(ops) and not ops[k].direction]
            self.assertEqual(computes, sorted(computes))
            for k, op in enumerate(ops):
                if op.direction == "in":
                    self.assertLess(place[k], place[k + 1])
            given = [index for k in range(len(ops)) for index in released(ops, k)]
            faster += makespan(found, order) < makespan(found, given) - 1e-9
            self.assertLessEqual(makespan(found, order), makespan(found, given) + 1e-9)
        self.assertGreater(faster, 150)


def released(ops, k):
    """Returns an op, and its release if it is a copy to the host."""
    if ops[k].direction != "out":
        return [k]
    return [k, len(ops) + sum(op.direction == "out" for op in ops[:k])]


if __name__ == "__main__":
    unittest.main()
