# Problems of programs: memplace.problem_from_* agrees with the tools.
#
# REQUIRES: python-bindings
# RUN: rm -rf %t && mkdir %t
# RUN: memplace-opt %src_root/examples/pin-and-cost.mlir --memplace-extract-problem="target=tpu-v4i file=%t/problem.json" -o /dev/null
# RUN: %core_python %s %src_root/examples/pin-and-cost.mlir %t/problem.json

import contextlib
import io
import sys
import unittest
from pathlib import Path
from unittest import mock

import jax
import jax.numpy as jnp

import memplace
from memplace.importers import from_jax, jax_to_stablehlo

EXPECTED, SOURCE = (Path(sys.argv.pop()) for _ in range(2))
COPY = """
func.func @main(%a: memref<16xf32>, %b: memref<16xf32>) {
  memref.copy %a, %b : memref<16xf32> to memref<16xf32>
  return
}
func.func @"other"(%a: memref<SIZExf32>, %b: memref<32xf32>) {
  linalg.exp ins(%a : memref<SIZExf32>) outs(%b : memref<32xf32>)
  return
}
"""


def floats(*shape):
    return jax.ShapeDtypeStruct(shape, jnp.float32)


def affine(x, weights):
    return jnp.tanh(x @ weights["w"] + weights["b"])


ARGUMENTS = (floats(8, 16), {"b": floats(32), "w": floats(16, 32)})


class FromMlirTest(unittest.TestCase):
    def test_it_is_what_the_pass_writes(self):
        self.assertEqual(
            memplace.problem_from_mlir(SOURCE.read_text(), "tpu-v4i"),
            memplace.Problem.load(EXPECTED),
        )

    def test_the_function_may_be_named(self):
        text = COPY.replace("SIZE", "32")
        problem = memplace.problem_from_mlir(text, "toy", function="other")
        self.assertEqual(problem.op_names, ["linalg.exp"])
        self.assertEqual(problem.buffer_sizes.tolist(), [128, 128])
        with self.assertRaisesRegex(memplace.MemplaceError, "no function 'third'"):
            memplace.problem_from_mlir(text, "toy", function="third")
        for wrong in ("", "main file=/tmp/x", "@main"):
            with self.assertRaisesRegex(memplace.InputError, "a function's name"):
                memplace.problem_from_mlir(text, "toy", function=wrong)

    def test_a_target_is_a_name_a_path_or_a_dict(self):
        text = COPY.replace("SIZE", "32")
        machine = Path(__file__).parents[2] / "examples" / "microcontroller.json"
        by_path = memplace.problem_from_mlir(text, machine)
        self.assertEqual(by_path.target["name"], "microcontroller")
        fields = memplace.target(machine)
        self.assertEqual(memplace.problem_from_mlir(text, fields), by_path)
        fields["tiers"][0]["capacity"] = 1000
        smaller = memplace.problem_from_mlir(text, fields)
        self.assertEqual(smaller.tier_capacities[0], 1000)

    def test_a_bad_target_is_refused(self):
        fields = memplace.target("toy")
        fields["tiers"] = []
        for target, words in (
            ("nowhere", "nowhere"),
            (fields, "<dict>: default_tier: unknown tier"),
            ({"name": object()}, "can't be written as JSON"),
            (
                7,
                "a target is a name, a path or a dict with a target's fields, not a int",
            ),
        ):
            with self.assertRaisesRegex(memplace.InputError, words):
                memplace.problem_from_mlir(COPY.replace("SIZE", "32"), target)

    def test_what_cannot_be_placed_is_a_remark(self):
        with contextlib.redirect_stderr(io.StringIO()) as stream:
            memplace.problem_from_mlir(
                COPY.replace("SIZE", "?"), "toy", function="other", name="mine"
            )
        self.assertIn("mine:6:", stream.getvalue())
        self.assertIn("'arg0' is not placed: has no static size", stream.getvalue())

    def test_a_wrong_program_is_named_in_the_tools_words(self):
        with self.assertRaisesRegex(memplace.MemplaceError, "mine:1:1: error"):
            memplace.problem_from_mlir("no program", "toy", name="mine")

    def test_a_missing_tool_says_so(self):
        with self.assertRaisesRegex(memplace.MemplaceError, "cannot run '/nowhere/it'"):
            memplace.problem_from_mlir(
                SOURCE.read_text(), "toy", memplace_opt="/nowhere/it"
            )


class FromModelsTest(unittest.TestCase):
    def test_the_three_ways_agree(self):
        first = memplace.problem_from_jax(affine, *ARGUMENTS, target="toy")
        text = jax_to_stablehlo(affine, *ARGUMENTS, locations=True)
        self.assertEqual(memplace.problem_from_stablehlo(text, "toy"), first)
        program = from_jax(affine, *ARGUMENTS)
        self.assertEqual(memplace.problem_from_mlir(program, "toy"), first)
        self.assertEqual(first.name, "jit_affine/main")
        # x, b, w, the result, and the buffer between the product and the other ops.
        sizes = first.buffer_sizes.tolist()
        self.assertEqual(sizes[:4], [4 * n for n in (8 * 16, 32, 16 * 32, 8 * 32)])
        result = memplace.solve(first)
        self.assertEqual(memplace.verify(first, result.solution), [])

    def test_without_fusion_there_are_more_ops(self):
        fused = memplace.problem_from_jax(affine, *ARGUMENTS, target="toy")
        not_fused = memplace.problem_from_jax(
            affine, *ARGUMENTS, target="toy", fuse=False
        )
        self.assertGreater(not_fused.num_ops, fused.num_ops)

    def test_an_op_without_a_lowering_is_named(self):
        with self.assertRaisesRegex(memplace.MemplaceError, "<eigvals>: .* no lower"):
            memplace.problem_from_jax(jnp.linalg.eigvals, floats(4, 4), target="toy")

    def test_a_missing_jax_says_how_to_get_it(self):
        with mock.patch.dict(sys.modules, {"jax": None}):
            with self.assertRaisesRegex(memplace.MemplaceError, r"python\[stablehlo\]"):
                memplace.problem_from_jax(affine, *ARGUMENTS, target="toy")


if __name__ == "__main__":
    unittest.main()
