# Pieces of ops of XLA's programs compute the same as the whole op from the bytes that
# their cut touches: all other bytes are NaN here.
#
# REQUIRES: python-bindings
# RUN: %core_python %s

import sys
import unittest
from pathlib import Path

import numpy as np

sys.path.append(str(Path(__file__).parent / "Inputs"))

from hlo_evaluator import evaluate, offsets
from memplace.xla.cuts import add_cuts
from memplace.xla.hlo import parse_module
from memplace.xla.shapes import Array, element_bits

REDUCTIONS = """\
%plus (a: f32[], b: f32[]) -> f32[] {
  %a = f32[] parameter(0)
  %b = f32[] parameter(1)
  ROOT %c = f32[] add(%a, %b)
}

%most (a.1: f32[], b.1: f32[]) -> f32[] {
  %a.1 = f32[] parameter(0)
  %b.1 = f32[] parameter(1)
  ROOT %c.1 = f32[] maximum(%a.1, %b.1)
}
"""


def module_of(result, parameters, body):
    """Returns a program of one fusion. parameters: shapes; body: lines ending with the root, with
    operands %p0, %p1 and so on."""
    lines = [line.strip() for line in body.strip().splitlines()]
    inside = [f"%p{i} = {shape} parameter({i})" for i, shape in enumerate(parameters)]
    outside = [f"%x{i} = {shape} parameter({i})" for i, shape in enumerate(parameters)]
    names = ", ".join(f"%x{i}" for i in range(len(parameters)))
    text = [
        "HloModule m, is_scheduled=true\n",
        REDUCTIONS,
        "%body (p: f32[]) -> f32[] {",
        *inside,
        *lines[:-1],
        "ROOT " + lines[-1],
        "}\n",
        "ENTRY %main (x: f32[]) -> f32[] {",
        *outside,
        f"ROOT %op = {result} fusion({names}), kind=kOutput, calls=%body",
        "}",
    ]
    return parse_module("\n".join(text))


def problem_of(module):
    """Returns the fields that `add_cuts` reads, for its only op."""
    op = module.entry.root
    shapes = {each.name: each.shape for each in module.entry.instructions[:-1]}
    is_tuple = isinstance(op.shape, tuple)
    written = (
        {f"{op.name}{{{i}}}": part for i, part in enumerate(op.shape)}
        if is_tuple
        else {op.name: op.shape}
    )
    every = {**shapes, **written}
    accesses = [
        {"buffer": number, "mode": "read" if name in shapes else "write"}
        for number, name in enumerate(every)
    ]
    return {
        "buffers": [{"name": name, "size": every[name].size} for name in every],
        "ops": [{"name": op.name, "compute_ps": 10**12, "accesses": accesses}],
    }


def touched(array, entry, begin, end):
    """Returns a mask of the elements with a byte touched by indices [begin, end)."""
    if entry is None:
        return np.full(array.dimensions, True)
    width = entry.get("width", entry["stride"])
    first = entry.get("first", 0)
    low = first + begin * entry["stride"]
    high = first + (end - 1) * entry["stride"] + width
    size = element_bits(array.element) // 8
    at = offsets(array) * size % entry.get("period", array.size)
    return (low <= at) & (at < high)


class Pieces:
    """An op whose pieces are computed one by one."""

    def __init__(self, module):
        self.module = module
        self.problem = problem_of(module)
        add_cuts(self.problem, module)
        self.body = module.computations["body"]
        self.inputs = [each.shape for each in module.entry.instructions[:-1]]
        shape = module.entry.root.shape
        self.results = [shape] if isinstance(shape, Array) else [*shape]
        random = np.random.default_rng(0)
        self.values = [random.normal(size=each.dimensions) for each in self.inputs]

    def run(self, values):
        found = evaluate(self.module, self.body, values)
        return found if isinstance(found, tuple) else (found,)

    def cuts(self):
        return self.problem["ops"][0].get("cuts", [])

    def agree(self, cut, begin, end):
        """Returns True if a piece computes its part of the results, with the same bits."""
        entries = {each["access"]: each for each in cut["accesses"]}
        given = [
            np.where(touched(shape, entries.get(i), begin, end), value, np.nan)
            for i, (shape, value) in enumerate(zip(self.inputs, self.values))
        ]
        parts = [
            touched(shape, entries[len(given) + i], begin, end)
            for i, shape in enumerate(self.results)
        ]
        return all(
            np.array_equal(whole[part], piece[part])
            for whole, piece, part in zip(self.run(self.values), self.run(given), parts)
        )


class NumericTest(unittest.TestCase):
    def check(self, extents, result, parameters, body):
        """Checks that all pieces of the op, cut along dimensions of the given extents, have
        the inputs they need. Returns the cuts."""
        pieces = Pieces(module_of(result, parameters, body))
        self.assertEqual([cut["extent"] for cut in pieces.cuts()], extents)
        for cut in pieces.cuts():
            extent = cut["extent"]
            for begin, end in {(0, 1), (extent // 2, extent), (extent - 1, extent)}:
                self.assertTrue(pieces.agree(cut, begin, end), (cut, begin, end))
        return pieces.cuts()

    def test_windows_of_a_convolution_have_halos(self):
        cuts = self.check(
            [4, 4],
            "f32[2,4,4,16]{3,0,2,1:T(2,128)}",
            ["f32[2,8,8,16]{3,0,2,1:T(2,128)}", "f32[3,3,16,16]{3,2,1,0:T(8,128)}"],
            """%r = f32[2,8,8,16]{3,0,2,1:T(2,128)} maximum(%p0, %p0)
            %y = f32[2,4,4,16]{3,0,2,1:T(2,128)} convolution(%r, %p1), window={size=3x3 stride=2x2 pad=1_1x1_1}, dim_labels=b01f_01io->b01f""",
        )
        rows = cuts[0]["accesses"][0]
        self.assertEqual((rows["width"], rows["first"]), (24576, -8192))
        self.assertGreater(cuts[0]["again_ps"], 0)

    def test_a_product_of_each_head_is_cut_by_heads(self):
        self.check(
            [4],
            "f32[4,8,128]{2,1,0:T(8,128)}",
            ["f32[4,8,128]{2,1,0:T(8,128)}", "f32[4,128,128]{2,1,0:T(8,128)}"],
            """%y = f32[4,8,128]{2,1,0:T(8,128)} convolution(%p0, %p1), window={size=4 stride=3 lhs_dilate=4}, dim_labels=0bf_0io->0bf""",
        )

    def test_heads_are_found_among_features(self):
        # As a reshape, and as the same bytes.
        for opcode in ("reshape", "bitcast"):
            cuts = self.check(
                [4],
                "f32[4,16,128]{2,1,0:T(8,128)}",
                ["f32[64,128]{1,0:T(8,128)}"],
                f"""%e = f32[64,128]{{1,0:T(8,128)}} exponential(%p0)
                %y = f32[4,16,128]{{2,1,0:T(8,128)}} {opcode}(%e)""",
            )[:1]
            self.assertEqual(cuts[0]["accesses"][0]["stride"], 8192)

    def test_results_of_a_tuple_are_cut_together(self):
        cuts = self.check(
            [4],
            "(f32[512]{0:T(512)}, f32[512,256]{0,1:T(8,128)})",
            ["f32[512,256]{0,1:T(8,128)}", "f32[256]{0:T(256)}"],
            """%b = f32[512,256]{0,1:T(8,128)} broadcast(%p1), dimensions={1}
            %m = f32[512,256]{0,1:T(8,128)} multiply(%p0, %b)
            %zero = f32[] constant(0)
            %sum = f32[512]{0:T(512)} reduce(%m, %zero), dimensions={1}, to_apply=%plus
            %y = (f32[512]{0:T(512)}, f32[512,256]{0,1:T(8,128)}) tuple(%sum, %m)""",
        )
        self.assertEqual([each["access"] for each in cuts[0]["accesses"]], [0, 2, 3])

    def test_what_is_normalized_before_a_product_is_computed_again_for_columns(self):
        cuts = self.check(
            [4, 2],
            "f32[32,256]{1,0:T(8,128)}",
            ["f32[32,128]{1,0:T(8,128)}", "f32[128,256]{1,0:T(8,128)}"],
            """%e = f32[32,128]{1,0:T(8,128)} exponential(%p0)
            %y = f32[32,256]{1,0:T(8,128)} convolution(%e, %p1), dim_labels=bf_io->bf""",
        )
        self.assertNotIn("again_ps", cuts[0])
        # 4096 elements, 10 operations each, 2 x 1024 at once, 1.05 GHz.
        self.assertEqual(cuts[1]["again_ps"], 19048)

    def test_slices_and_padding_shift_what_is_needed(self):
        self.check(
            [8],
            "f32[8,8,128]{2,1,0:T(8,128)}",
            ["f32[12,8,128]{2,1,0:T(8,128)}", "f32[7,8,128]{2,1,0:T(8,128)}"],
            """%s = f32[8,8,128]{2,1,0:T(8,128)} slice(%p0), slice={[3:11], [0:8], [0:128]}
            %zero = f32[] constant(0)
            %w = f32[8,8,128]{2,1,0:T(8,128)} pad(%p1, %zero), padding=0_1x0_0x0_0
            %y = f32[8,8,128]{2,1,0:T(8,128)} add(%s, %w)""",
        )

    def test_a_reduction_over_windows_has_halos(self):
        self.check(
            [7],
            "f32[7,8,128]{2,1,0:T(8,128)}",
            ["f32[15,8,128]{2,1,0:T(8,128)}"],
            """%low = f32[] constant(-inf)
            %y = f32[7,8,128]{2,1,0:T(8,128)} reduce-window(%p0, %low), window={size=3x1x1 stride=2x1x1}, to_apply=%most""",
        )

    def test_features_in_groups_are_cut_with_theirs(self):
        self.check(
            [6, 2],
            "f32[1,6,1,256]{3,2,1,0:T(1,128)}",
            ["f32[1,6,1,256]{3,2,1,0:T(1,128)}", "f32[3,1,1,256]{3,2,1,0:T(1,128)}"],
            """%y = f32[1,6,1,256]{3,2,1,0:T(1,128)} convolution(%p0, %p1), window={size=3x1 pad=1_1x0_0}, dim_labels=b01f_01io->b01f, feature_group_count=256""",
        )

    def test_columns_of_a_concatenation_of_columns_read_all(self):
        cuts = self.check(
            [2],
            "f32[8,256]{1,0:T(8,128)}",
            ["f32[8,128]{1,0:T(8,128)}", "f32[8,128]{1,0:T(8,128)}"],
            """%y = f32[8,256]{1,0:T(8,128)} concatenate(%p0, %p1), dimensions={1}""",
        )
        self.assertEqual([each["access"] for each in cuts[0]["accesses"]], [2])

    def test_what_is_not_known_is_not_cut(self):
        self.check(
            [],
            "f32[256]{0:T(256)}",
            ["f32[8,256]{1,0:T(8,128)}"],
            """%zero = f32[] constant(0)
            %r = f32[256]{0:T(256)} reduce(%p0, %zero), dimensions={0}, to_apply=%plus
            %y = f32[256]{0:T(256)} sort(%r), dimensions={0}""",
        )


if __name__ == "__main__":
    unittest.main()
