# benchmarks/xla/xla_pieces.py on a compiler's text and on a harvested op; its programs
# compute the ops they are named for. Nothing is compiled for a TPU.
#
# REQUIRES: python-bindings
# RUN: %core_python -W error %s %src_root

import json
import os
import sys
import unittest

os.environ["JAX_PLATFORMS"] = "cpu"
SOURCE = sys.argv.pop()
sys.path[:0] = [SOURCE + "/benchmarks/xla", SOURCE + "/benchmarks"]

import jax
import xla_piece_programs as programs
import xla_pieces
from support.pieces import ESTIMATED_PS, PieceWord, median_cost, piece_ps_of, read_words
from xla_piece_programs import COPIES, KINDS, Part

TARGET = {
    "tiers": [
        {"read_bytes_per_second": 4e12, "write_bytes_per_second": 4e12},
        {"read_bytes_per_second": 1e12, "write_bytes_per_second": 1e12},
    ]
}
# 8 us of products; 2 MB read in 4 us at half of the bandwidth, and 1 MB written in 1 us.
OP = {
    "name": "product",
    "compute_ps": 8_000_000,
    "overlap": 0.5,
    "accesses": [
        {"buffer": 0, "mode": "read", "bytes": 2_000_000, "efficiency": 0.5},
        {"buffer": 1, "mode": "write", "bytes": 1_000_000},
    ],
    "cuts": [
        {"extent": 8, "again_ps": 1_000_000, "accesses": [{"access": 1, "stride": 1}]},
        {
            "extent": 4,
            "accesses": [
                {"access": 0, "stride": 2, "period": 8},
                {"access": 1, "stride": 2, "period": 8},
            ],
        },
    ],
}
SLOW, FAST = (False, False), (True, False)


def problem(op=OP):
    buffers = [{"name": "operands_4_.1"}, {"name": "product"}]
    return {"target": TARGET, "buffers": buffers, "ops": [op]}


class Words(unittest.TestCase):
    def test_charges_an_op_by_where_its_operands_are(self):
        self.assertAlmostEqual(xla_pieces.seconds_of(OP, TARGET, SLOW), 10.5e-6)
        self.assertAlmostEqual(xla_pieces.seconds_of(OP, TARGET, FAST), 9e-6)

    def test_counts_what_pieces_read_and_compute_again(self):
        # By rows: 4 + 0.5 us of memory beside 4 us, and then beside 5 us.
        rows = xla_pieces.modelled(problem(), Part("x", "rows", 2), SLOW)
        self.assertAlmostEqual(rows, (4.5 + 2) * 1e-6 + (5 + 2.25) * 1e-6)
        features = xla_pieces.modelled(problem(), Part("x", "features", 4), SLOW)
        self.assertAlmostEqual(features, 10.5e-6)

    def test_says_where_nothing_is_known(self):
        op = {**OP, "cuts": OP["cuts"][:1]}
        part = Part("x", "features", 2)
        self.assertIsNone(xla_pieces.modelled(problem(op), part, SLOW))

    def test_finds_operands_by_their_numbers(self):
        names = ["operands_5_.1", "fusion.3", "operands_3_.1", "operands_4_.1"]
        self.assertEqual(xla_pieces.in_order(names, 3), [2, 3, 0, 1])
        self.assertEqual(xla_pieces.in_order(names[1:], 3), [])
        self.assertEqual(xla_pieces.in_order([*names, "other"], 3), [])

    def test_takes_one_op_out_of_a_problem(self):
        whole = problem()
        whole["buffers"].reverse()
        op = {**OP, "accesses": [{**each} for each in reversed(OP["accesses"])]}
        for number, access in enumerate(op["accesses"]):
            access["buffer"] = number
        op["cuts"] = [{"extent": 4, "accesses": [{"access": 0, "stride": 2}]}]
        single = xla_pieces.single_op(whole, op, 1)
        self.assertEqual(
            [each["name"] for each in single["buffers"]], ["operands_4_.1", "product"]
        )
        self.assertEqual(
            [each["mode"] for each in single["ops"][0]["accesses"]], ["read", "write"]
        )
        self.assertEqual(single["ops"][0]["cuts"][0]["accesses"][0]["access"], 1)
        with self.assertRaisesRegex(
            xla_pieces.BenchmarkError, "'product' has other operands"
        ):
            xla_pieces.single_op(whole, op, 2)

    def test_a_piece_costs_what_the_model_does_not_know(self):
        word = PieceWord("x", "rows", 3, (False,), 10e-6, 22e-6, 9e-6, 12e-6)
        self.assertAlmostEqual(word.piece_cost, 4.5e-6)
        unknown = PieceWord("x", "rows", 3, (False,), 10e-6, 22e-6, 9e-6, None)
        self.assertIsNone(unknown.piece_cost)
        self.assertAlmostEqual(median_cost([unknown, word]), 4.5e-6)

    def test_is_what_the_target_says(self):
        with open(
            SOURCE + "/lib/Target/Catalogue/tpu-v4i.json", encoding="utf-8"
        ) as file:
            target = json.load(file)
        cost = round(1e12 * median_cost(read_words("v4i")))
        self.assertEqual(target["compute"]["piece_ps"], cost)

    def test_goes_by_the_target_where_no_compiler_says(self):
        folder = SOURCE + "/lib/Target/Catalogue/"
        with open(folder + "h200-offload.json", encoding="utf-8") as file:
            told = json.load(file)["compute"]["piece_ps"]
        self.assertEqual(piece_ps_of("h200-offload"), told)
        self.assertEqual(piece_ps_of("nnpi-1000"), ESTIMATED_PS)
        self.assertEqual(piece_ps_of("no-such-target"), ESTIMATED_PS)


class Programs(unittest.TestCase):
    def test_pieces_make_equal_parts_of_the_result(self):
        for kind, what in KINDS.items():
            for along, numbers in what.along.items():
                whole = self.results(Part(kind, along, 1))
                for pieces in numbers:
                    part = self.results(Part(kind, along, pieces))
                    with self.subTest(kind=kind, along=along, pieces=pieces):
                        self.assertEqual(whole.size, pieces * part.size)
                        self.assertEqual(whole.dtype, part.dtype)

    def test_knows_its_programs_only(self):
        for name in ("softmax", "softmax__rows__two", "nothing__rows__2"):
            with self.assertRaises(AttributeError):
                getattr(programs, name)

    def results(self, part):
        program, arguments = getattr(programs, part.function)()
        self.assertEqual(len(arguments), COPIES * programs.operands_of(part.kind))
        found = jax.eval_shape(program, *arguments)
        self.assertEqual(len(found), COPIES)
        return found[0]


unittest.main()
