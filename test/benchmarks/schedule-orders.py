"""benchmarks/schedule/orders.py on small programs: it accepts legal orders and repeated
ops, and finds each kind of difference."""

# RUN: %python %s

import copy
import pathlib
import random
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "benchmarks" / "schedule"))

from interpreter import Mismatch
from orders import compare

TARGET = {
    "tiers": [
        {
            "name": "memory",
            "capacity": 1 << 20,
            "alignment": 1,
            "read_bytes_per_second": 1e12,
            "write_bytes_per_second": 1e12,
        }
    ],
    "default_tier": "memory",
    "combine": "sum",
    "compute": {"launch_ps": 0},
}


def access(mode, buffer, size):
    return {"buffer": buffer, "mode": mode, "bytes": size}


def program(sizes, ops, results, loops=()):
    """Returns a problem. Buffer 0 is an argument; an op is a list of (mode, buffer)."""
    buffers = []
    for number, size in enumerate(sizes):
        steps = [at for at, op in enumerate(ops) for _, b in op if b == number]
        fields = {"name": f"b{number}", "size": size}
        fields |= {"begin": min(steps), "end": max(steps) + 1}
        if number == 0:
            fields |= {"begin": 0, "end": len(ops), "live_in": True}
        if number in results:
            fields |= {"end": len(ops), "live_out": True}
        buffers.append(fields)
    return {
        "name": "p",
        "target": TARGET,
        "buffers": buffers,
        "ops": [
            {
                "name": f"op{at}",
                "compute_ps": 100,
                "accesses": [access(mode, b, sizes[b]) for mode, b in op],
            }
            for at, op in enumerate(ops)
        ],
        "loops": [*loops],
    }


# Two large values that a third op each makes small; then a sum.
SIZES = [4, 100, 10, 100, 10, 4]
OPS = [
    [("read", 0), ("write", 1)],
    [("read", 0), ("write", 3)],
    [("read", 1), ("write", 2)],
    [("read", 3), ("write", 4)],
    [("read", 2), ("read", 4), ("write", 5)],
]
PLAIN = program(SIZES, OPS, {5})


def ordered(order, sizes=SIZES, ops=OPS, results=(5,)):
    """Returns PLAIN in another order, and the map."""
    mapping = {"ops": order, "buffers": [*range(len(sizes))]}
    return program(sizes, [ops[at] for at in order], results), mapping


class OrdersTest(unittest.TestCase):
    def assert_differs(self, text, problem, scheduled, mapping):
        with self.assertRaisesRegex(Mismatch, text):
            compare(problem, scheduled, mapping)

    def test_accepts_a_legal_order(self):
        result = compare(PLAIN, *ordered([0, 2, 1, 3, 4]))
        self.assertEqual((result["peak_before"], result["peak_after"]), (210, 120))
        self.assertEqual((result["repeated"], result["recomputed"]), (0, 0))

    def test_accepts_a_repeated_op_with_its_own_buffer(self):
        ops = [OPS[0], OPS[2], OPS[1], OPS[3], [("read", 0), ("write", 6)]]
        ops += [[("read", 6), ("write", 7)], [("read", 7), ("read", 4), ("write", 5)]]
        scheduled = program([*SIZES, 100, 10], ops, {5})
        mapping = {"ops": [0, 2, 1, 3, 0, 2, 4], "buffers": [0, 1, 2, 3, 4, 5, 1, 2]}
        result = compare(PLAIN, scheduled, mapping)
        self.assertEqual(result["repeated"], 2)
        # The repeated ops take 104 and 110 ps; the others also 104, 110, and 100 ps.
        self.assertAlmostEqual(
            result["recomputed"], 214 / (104 + 104 + 110 + 110 + 100)
        )

    def test_rejects_a_read_before_the_write(self):
        self.assert_differs("op 0 reads other values", PLAIN, *ordered([2, 0, 1, 3, 4]))

    def test_rejects_a_missing_op(self):
        scheduled, mapping = ordered([0, 2, 1, 4])
        self.assert_differs("op 3 is missing", PLAIN, scheduled, mapping)

    def test_rejects_other_sizes(self):
        scheduled, mapping = ordered([0, 2, 1, 3, 4])
        scheduled["buffers"][1]["size"] = 50
        self.assert_differs("buffer 1 has other fields", PLAIN, scheduled, mapping)

    def test_rejects_other_bytes(self):
        scheduled, mapping = ordered([0, 2, 1, 3, 4])
        scheduled["ops"][0]["accesses"][1]["bytes"] = 50
        self.assert_differs("op 0 has other accesses", PLAIN, scheduled, mapping)

    def test_rejects_the_time_of_another_op(self):
        scheduled, mapping = ordered([0, 2, 1, 3, 4])
        scheduled["ops"][0]["compute_ps"] = 1
        self.assert_differs("op 0 has other fields", PLAIN, scheduled, mapping)

    def test_rejects_a_short_live_range(self):
        scheduled, mapping = ordered([0, 1, 2, 3, 4])
        scheduled["buffers"][1]["end"] = 2
        self.assert_differs(r"needed in \[0, 3\)", PLAIN, scheduled, mapping)

    def test_rejects_an_allocation_of_the_caller(self):
        scheduled, mapping = ordered([0, 2, 1, 3, 4])
        scheduled["buffers"][1]["external"] = True
        self.assert_differs("buffer 1 is external", PLAIN, scheduled, mapping)

    def test_rejects_a_lost_result(self):
        scheduled, mapping = ordered([0, 2, 1, 3, 4])
        del scheduled["buffers"][5]["live_out"]
        self.assert_differs("'live_out' are others", PLAIN, scheduled, mapping)

    def test_rejects_a_map_of_another_length(self):
        scheduled, mapping = ordered([0, 2, 1, 3, 4])
        mapping["buffers"].pop()
        self.assert_differs("the map has 5 buffers", PLAIN, scheduled, mapping)

    def test_rejects_a_buffer_that_is_reused_too_early(self):
        ops = [
            [("read", 0), ("write", 1)],
            [("read", 1), ("write", 2)],
            [("read", 2), ("write", 1)],
            [("read", 1), ("read", 2), ("write", 3)],
        ]
        problem = program([4, 8, 8, 8], ops, {3})
        scheduled, mapping = ordered([0, 1, 2, 3], [4, 8, 8, 8], ops, (3,))
        compare(problem, scheduled, mapping)
        # The last op reads the first contents of buffer 1.
        ops = [ops[0], ops[1], [("read", 2), ("write", 4)], ops[3]]
        scheduled = program([4, 8, 8, 8, 8], ops, {3})
        mapping["buffers"].append(1)
        self.assert_differs("op 3 reads other values", problem, scheduled, mapping)

    def test_rejects_a_repeated_update(self):
        ops = [
            [("write", 1)],
            [("read", 0), ("update", 1)],
            [("read", 1), ("write", 2)],
        ]
        problem = program([4, 8, 8], ops, {2})
        order = [0, 1, 1, 2]
        scheduled, mapping = ordered(order, [4, 8, 8], ops, (2,))
        self.assert_differs("op 2 reads other values", problem, scheduled, mapping)

    def test_rejects_a_result_that_changes_after_its_op(self):
        ops = [[("read", 0), ("update", 0)], [("read", 0), ("write", 1)]]
        problem = program([4, 8], ops, {0, 1})
        scheduled, mapping = ordered([0, 1, 0], [4, 8], ops, (0, 1))
        self.assert_differs("op 2 reads other values", problem, scheduled, mapping)

    def test_keeps_ops_that_run_once(self):
        problem = copy.deepcopy(PLAIN)
        scheduled, mapping = ordered([1, 0, 2, 3, 4])
        compare(problem, scheduled, mapping)
        for at in (0, 1):
            problem["ops"][at]["once"] = True
            scheduled["ops"][1 - at]["once"] = True
        self.assert_differs("ops with 'once'", problem, scheduled, mapping)

    # A loop that carries buffer 1, with a temporary.
    LOOP_SIZES = [4, 8, 16, 16, 8]
    LOOP_OPS = [
        [("read", 0), ("write", 1)],
        [("read", 1), ("write", 2)],
        [("read", 0), ("write", 3)],
        [("read", 2), ("read", 3), ("update", 1)],
        [("read", 1), ("write", 4)],
    ]

    def loop(self, order, begin=1, end=4, **more):
        loop = {"begin": begin, "end": end, "trip_count": 9} | more
        ops = [self.LOOP_OPS[at] for at in order]
        scheduled = program(self.LOOP_SIZES, ops, {4}, [loop])
        return scheduled, {"ops": order, "buffers": [0, 1, 2, 3, 4]}

    def test_accepts_an_order_inside_a_loop(self):
        for more in ({}, {"may_skip": True}):
            problem, _ = self.loop([0, 1, 2, 3, 4], **more)
            compare(problem, *self.loop([0, 2, 1, 3, 4], **more))

    def test_rejects_an_op_outside_its_loop(self):
        problem, _ = self.loop([0, 1, 2, 3, 4])
        scheduled, mapping = self.loop([0, 2, 1, 3, 4], begin=2)
        self.assert_differs("no counterpart", problem, scheduled, mapping)

    def test_rejects_other_trips(self):
        problem, _ = self.loop([0, 1, 2, 3, 4])
        scheduled, mapping = self.loop([0, 1, 2, 3, 4], trip_count=8)
        self.assert_differs("no counterpart", problem, scheduled, mapping)

    def test_finds_a_carried_value_in_the_second_trip(self):
        problem, _ = self.loop([0, 1, 2, 3, 4])
        # Op 1 reads what the trip before wrote; a copy before the loop has it only once.
        ops = [*self.LOOP_OPS]
        ops[0] = [("read", 0), ("write", 1)]
        ops.insert(1, [("read", 0), ("write", 5)])
        ops[2] = [("read", 5), ("write", 2)]
        loop = {"begin": 2, "end": 5, "trip_count": 9}
        scheduled = program([*self.LOOP_SIZES, 8], ops, {4}, [loop])
        scheduled["buffers"][5]["end"] = 5
        mapping = {"ops": [0, 0, 1, 2, 3, 4], "buffers": [0, 1, 2, 3, 4, 1]}
        self.assert_differs("op 2 reads other values", problem, scheduled, mapping)

    def test_needs_a_carried_buffer_in_all_of_the_loop(self):
        problem, _ = self.loop([0, 1, 2, 3, 4])
        ops = [*self.LOOP_OPS]
        loop = {"begin": 1, "end": 4, "trip_count": 9}
        scheduled = program(self.LOOP_SIZES, ops, {4}, [loop])
        scheduled["buffers"][1]["begin"] = 3
        mapping = {"ops": [0, 1, 2, 3, 4], "buffers": [0, 1, 2, 3, 4]}
        self.assert_differs("is live in", problem, scheduled, mapping)

    def test_rejects_a_loop_that_may_not_be_skipped(self):
        problem, _ = self.loop([0, 1, 2, 3, 4], may_skip=True)
        scheduled, mapping = self.loop([0, 1, 2, 3, 4])
        self.assert_differs("no counterpart", problem, scheduled, mapping)


def random_ops(draw, buffers):
    """Returns ops that read, write and update random buffers; buffer 0 is given."""
    filled, ops = [0], []
    for _ in range(draw.randint(3, 12)):
        op = [("read", draw.choice(filled)) for _ in range(draw.randint(0, 2))]
        op = [*dict.fromkeys(op)]
        target = draw.randrange(1, buffers)
        is_update = target in filled and draw.random() < 0.4
        op.append(("update" if is_update else "write", target))
        filled.append(target)
        ops.append(op)
    return ops


def depends(first, then):
    """Returns true if two ops must keep their order."""
    return any(
        one == other and not before == after == "read"
        for before, one in first
        for after, other in then
    )


def random_order(draw, ops):
    """Returns a random order that keeps all dependences."""
    left, order = [*range(len(ops))], []
    while left:
        ready = [
            at
            for at in left
            if not any(depends(ops[b], ops[at]) for b in left if b < at)
        ]
        order.append(draw.choice(ready))
        left.remove(order[-1])
    return order


class RandomProgramsTest(unittest.TestCase):
    def test_accepts_orders_that_keep_dependences(self):
        for seed in range(200):
            draw = random.Random(seed)
            ops = random_ops(draw, 5)
            used = sorted({b for op in ops for _, b in op} | {0})
            # Buffers without accesses are not in problems.
            names = {b: at for at, b in enumerate(used)}
            ops = [[(mode, names[b]) for mode, b in op] for op in ops]
            ops.insert(0, [("read", 0), ("write", len(used))])
            sizes = [8] * (len(used) + 1)
            results = {*range(1, len(sizes))}
            problem = program(sizes, ops, results)
            order = random_order(draw, ops)
            compare(problem, *ordered(order, sizes, ops, results))

    def test_rejects_a_swap_of_a_write_and_its_read(self):
        for seed in range(200):
            draw = random.Random(seed)
            ops = [[("read", 0), ("write", 1)]]
            for at in range(draw.randint(1, 8)):
                read = draw.randint(max(0, at), at + 1)
                ops.append([("read", read), ("write", at + 2)])
            sizes = [8] * (len(ops) + 1)
            results = {len(ops)}
            problem = program(sizes, ops, results)
            at = draw.randrange(len(ops) - 1)
            order = [*range(len(ops))]
            order[at], order[at + 1] = at + 1, at
            scheduled = ordered(order, sizes, ops, results)
            if ops[at + 1][0][1] != ops[at][1][1]:
                compare(problem, *scheduled)
                continue
            with self.assertRaisesRegex(Mismatch, "reads other values"):
                compare(problem, *scheduled)


if __name__ == "__main__":
    unittest.main()
