# Cuts of ops of XLA's programs.
#
# REQUIRES: python-bindings
# RUN: %core_python %s

import unittest

import memplace
from memplace.xla.bytes_of_cuts import Blocks, blocks_of
from memplace.xla.cuts import add_cuts
from memplace.xla.hlo import parse_module
from memplace.xla.shapes import parse_shape

TILED = "{1,0:T(8,128)}"
# A product with a small bias, then a sum over each row.
TEXT = f"""\
HloModule m, is_scheduled=true

%body (p0: f32[32,256], p1: f32[256,512], p2: f32[512]) -> f32[32,512] {{
  %p0 = f32[32,256]{TILED} parameter(0)
  %p1 = f32[256,512]{TILED} parameter(1)
  %p2 = f32[512]{{0:T(512)}} parameter(2)
  %dot = f32[32,512]{TILED} convolution(%p0, %p1), dim_labels=bf_io->bf
  %wide = f32[32,512]{TILED} broadcast(%p2), dimensions={{1}}
  ROOT %sum = f32[32,512]{TILED} add(%dot, %wide)
}}

%plus (a: f32[], b: f32[]) -> f32[] {{
  %a = f32[] parameter(0)
  %b = f32[] parameter(1)
  ROOT %c = f32[] add(%a, %b)
}}

ENTRY %main (x: f32[32,256], w: f32[256,512], bias: f32[512]) -> f32[32] {{
  %x = f32[32,256]{TILED} parameter(0)
  %w = f32[256,512]{TILED} parameter(1)
  %bias = f32[512]{{0:T(512)}} parameter(2)
  %zero = f32[]{{:T(128)}} constant(0)
  %fusion.1 = f32[32,512]{TILED} fusion(%x, %w, %bias), kind=kOutput, calls=%body
  ROOT %total = f32[32]{{0:T(128)}} reduce(%fusion.1, %zero), dimensions={{1}}, to_apply=%plus
}}
"""


def problem():
    """Returns the fields of the harvest of TEXT, without times."""
    sizes = {
        "x": 32768,
        "w": 524288,
        "bias": 2048,
        "zero": 512,
        "fusion.1": 65536,
        "total": 512,
    }
    live_in = ("x", "w", "bias", "zero")
    numbers = {name: number for number, name in enumerate(sizes)}

    def op(name, reads):
        uses = [(each, "read") for each in reads] + [(name, "write")]
        return {
            "name": name,
            "compute_ps": 1,
            "accesses": [
                {"buffer": numbers[each], "mode": mode, "bytes": sizes[each]}
                for each, mode in uses
            ],
        }

    return {
        "format": "memplace-problem",
        "version": 1,
        "name": "m",
        "target": "tpu-v4i",
        "buffers": [
            {"name": name, "size": size, "begin": 0, "end": 2}
            | ({"live_in": True} if name in live_in else {})
            for name, size in sizes.items()
        ],
        "ops": [op("fusion.1", ("x", "w", "bias")), op("total", ("fusion.1", "zero"))],
        "loops": [],
    }


class CutsTest(unittest.TestCase):
    def test_rows_and_columns_are_blocks_of_tiles(self):
        array = parse_shape("bf16[16,32,1024]{2,1,0:T(8,128)(2,1)}")
        self.assertEqual(blocks_of(array, 0), Blocks(1, 65536, 1 << 20, 1 << 20))
        self.assertEqual(blocks_of(array, 1), Blocks(8, 16384, 65536, 1 << 20))
        self.assertEqual(blocks_of(array, 2), Blocks(128, 2048, 16384, 1 << 20))

    def test_a_product_is_cut_along_rows_or_along_columns_with_its_weights(self):
        fields = problem()
        self.assertEqual(add_cuts(fields, parse_module(TEXT)), 1)
        rows, columns = fields["ops"][0]["cuts"]
        self.assertEqual(rows["extent"], 4)
        self.assertEqual(
            rows["accesses"],
            # x is external and small.
            [{"access": 3, "stride": 16384}],
        )
        self.assertEqual(columns["extent"], 4)
        self.assertEqual(
            columns["accesses"],
            [
                {"access": 1, "stride": 4096, "period": 16384},
                {"access": 3, "stride": 4096, "period": 16384},
            ],
        )
        memplace.Problem.from_dict(fields)

    def test_a_result_of_one_tile_is_not_cut(self):
        fields = problem()
        add_cuts(fields, parse_module(TEXT))
        self.assertNotIn("cuts", fields["ops"][1])

    def test_a_name_that_is_not_in_the_text_is_not_cut(self):
        fields = problem()
        fields["ops"][0]["name"] = "other"
        self.assertEqual(add_cuts(fields, parse_module(TEXT)), 0)


if __name__ == "__main__":
    unittest.main()
