# IREE's stream phase in parts equals the whole phase; flags go to the right tools; the
# report describes IREE's own order.
#
# REQUIRES: iree
# RUN: %venv_python %s

import doctest
import json
import os
import re
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from memplace import iree
from memplace.errors import InputError
from memplace.iree import compiling, ordering, tools, weights
from memplace.tools import run_tool

MODEL = str(Path(__file__).parents[2] / "models" / "smallconv.stablehlo.mlir")
TARGET = [
    "--iree-hal-target-device=local",
    "--iree-hal-local-target-device-backends=llvm-cpu",
    "--iree-llvmcpu-target-cpu=generic",
]

# A chain of products, each in its own transient, in storage from the caller.
CALLER_OWNED = """
func.func @main(%x: tensor<32x64xf32>, %w: tensor<64x128xf32>,
    %v: tensor<128x64xf32>, %storage: !hal.buffer {iree.abi.transients})
    -> tensor<32x64xf32> {
  %zero = arith.constant 0.0 : f32
  %wide = tensor.empty() : tensor<32x128xf32>
  %0 = linalg.fill ins(%zero : f32) outs(%wide : tensor<32x128xf32>)
    -> tensor<32x128xf32>
  %narrow = tensor.empty() : tensor<32x64xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%narrow : tensor<32x64xf32>)
    -> tensor<32x64xf32>
  %2 = linalg.matmul ins(%x, %w : tensor<32x64xf32>, tensor<64x128xf32>)
    outs(%0 : tensor<32x128xf32>) -> tensor<32x128xf32>
  %3 = linalg.matmul ins(%2, %v : tensor<32x128xf32>, tensor<128x64xf32>)
    outs(%1 : tensor<32x64xf32>) -> tensor<32x64xf32>
  %4 = linalg.matmul ins(%3, %w : tensor<32x64xf32>, tensor<64x128xf32>)
    outs(%2 : tensor<32x128xf32>) -> tensor<32x128xf32>
  %5 = linalg.matmul ins(%4, %v : tensor<32x128xf32>, tensor<128x64xf32>)
    outs(%3 : tensor<32x64xf32>) -> tensor<32x64xf32>
  return %5 : tensor<32x64xf32>
}
"""


class Phases(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.tools = iree.find_tools()
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.temps = Path(cls.folder.name)
        options = iree.PackOptions(save_temps=cls.folder.name)
        cls.compiled = iree.compile_model(MODEL, TARGET, options, cls.tools)

    def opt(self, *arguments):
        return run_tool([self.tools.iree_opt, *arguments])

    def test_the_parts_without_packing_are_the_whole(self):
        whole = self.temps / "whole.mlir"
        command = [self.tools.iree_compile, MODEL, *TARGET, "--compile-to=stream"]
        run_tool([*command, "-o", str(whole)])
        last = iree.one_line(iree.LAST_PASSES, "")
        parts = self.opt(last, str(self.temps / "2.scheduled.mlir"))

        # iree-compile prints without aliases of attributes.
        self.assertEqual(parts, self.opt(str(whole)))
        self.assertNotEqual(parts, self.opt(str(self.temps / "4.stream.mlir")))

    def test_the_parts_around_ordering_are_the_first_passes(self):
        text = self.temps / "1.flow.mlir"
        for passes in (compiling.ASYNC_PASSES, compiling.ALLOCATION_PASSES):
            part = iree.one_line(f"builtin.module({passes})", "")
            written = self.opt(part, *iree.GENERIC_FORM, str(text))
            text = self.temps / "part.mlir"
            text.write_text(written)
        scheduled = self.temps / "2.scheduled.mlir"
        self.assertEqual(text.read_text(), scheduled.read_text())

    def test_the_report_tells_the_stock_size_of_iree(self):
        passes = "util.func(iree-stream-layout-slices,canonicalize)"
        text = self.opt(
            f"--pass-pipeline=builtin.module({passes})",
            str(self.temps / "2.scheduled.mlir"),
        )
        size = re.search(r"!stream.resource<transient>\{%c(\d+)\}", text)

        (pack,) = self.compiled.packs
        self.assertEqual(int(size[1]), pack.stock)
        self.assertEqual(pack.bound, pack.size)
        self.assertLess(0, pack.size)
        (entry,) = json.loads(self.compiled.plan)["packs"]
        top = max(s["offset"] + s["size"] for s in entry["slices"])
        self.assertEqual(-(-top // 64) * 64, pack.size)

    def test_alignment_is_asked_for_with_the_flags(self):
        known = iree.flags_in_help(self.opt("--help-list-hidden"))
        flag = "--iree-stream-resource-min-offset-alignment=256"
        self.assertIn("iree-stream-resource-min-offset-alignment", known)
        for flags, alignment in (([], 64), ([flag], 256)):
            sorted_flags = iree.sort_flags(flags, known)
            self.assertEqual(
                iree.alignments_of(self.tools, sorted_flags), (alignment, alignment)
            )
        packs = iree.compile_model(MODEL, [*TARGET, flag], tools=self.tools).packs
        self.assertEqual([pack.size % 256 for pack in packs], [0])

    def test_flags_go_where_they_are_known(self):
        known = {"iree-llvmcpu-target-cpu", "iree-stream-resource-max-range"}
        flags = [
            "--iree-llvmcpu-target-cpu=generic",
            "--iree-scheduling-optimize-bindings=false",
            "--iree-scheduling-initialization-mode=sync",
            "--iree-opt-level=O2",
        ]
        sorted_flags = iree.sort_flags(flags, known)
        self.assertEqual(sorted_flags.all, tuple(flags))
        self.assertEqual(sorted_flags.for_opt, (flags[0],))
        self.assertEqual(
            sorted_flags.pass_options,
            "{optimize-bindings=false initialization-mode=sync}",
        )
        packs = iree.compile_model(MODEL, [*TARGET, *flags], tools=self.tools).packs
        self.assertEqual([pack.proven for pack in packs], [True])

    def test_a_program_of_the_package_starts_without_its_script(self):
        program = iree.find_iree_tool("iree-opt", None)
        self.assertNotEqual(Path(program).read_bytes()[:2], b"#!")
        with mock.patch.dict(os.environ, {"IREE_TOOL_PATH": "/nowhere"}):
            script = iree.find_iree_tool("iree-opt", None)
        self.assertEqual(Path(script).read_bytes()[:2], b"#!")

    def test_what_cannot_be_kept_is_refused(self):
        for flag, reason in (
            ("--compile-to=stream", "runs all phases"),
            ("-compile-from=flow", "runs all phases"),
            ("--emit-mlir-bytecode", "compiled module"),
            ("--iree-parameter-encoder-mode=overlay", "encoder is not run"),
            ("--iree-execution-model=inline-static", "no transients"),
            ("local", "--NAME=VALUE"),
            ("--", "--NAME=VALUE"),
        ):
            with self.subTest(flag), self.assertRaisesRegex(InputError, reason):
                iree.check_flags([flag])
        iree.check_flags(["--iree-execution-model=async-external", "--iree-opt-level"])

    def test_the_caller_may_own_the_storage(self):
        with tempfile.TemporaryDirectory() as folder:
            model, module = Path(folder) / "model.mlir", Path(folder) / "model.vmfb"
            model.write_text(CALLER_OWNED)
            compiled = iree.compile_model(str(model), TARGET, tools=self.tools)
            iree.write_module(str(module), compiled)
            dump = run_tool(
                [iree.find_iree_tool("iree-dump-module", None), str(module)]
            )

        # The op for the whole storage has a slice as large as all others need.
        self.assertEqual({pack.dynamic_slices for pack in compiled.packs}, {0})
        (size,) = {pack.size for pack in compiled.packs}
        self.assertIn(f"iree.abi.transients.size.constant: {size}\n", dump)

    def test_examples(self):
        for module, least in (
            (compiling, 1),
            (ordering, 0),
            (tools, 3),
            (weights, 3),
        ):
            results = doctest.testmod(module)
            self.assertEqual(results.failed, 0)
            self.assertLess(least, results.attempted)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
