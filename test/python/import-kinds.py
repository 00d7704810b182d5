# Kinds of files, detected by content: equivalent files give the same program, and for
# unsupported kinds the error names a supported one.
#
# REQUIRES: venv
# RUN: %venv_python %s

import gzip
import io
import pickle
import random
import subprocess
import tempfile
import unittest
import zipfile
from contextlib import redirect_stderr
from pathlib import Path

import jax
from jax import export
from jaxlib.mlir.dialects import stablehlo

from memplace import import_cli
from memplace.importers.kinds import kind_of
from memplace.tools import find_mlir_tool

LINALG = """
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %y = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
"""


def function(x, weights):
    return x @ weights["é"]


def shapes():
    return (
        jax.ShapeDtypeStruct((2, 3), "float32"),
        {"é": jax.ShapeDtypeStruct((3, 4), "float32")},
    )


class Kinds(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def import_file(self, name, content):
        """Returns the result, and standard error."""
        path = Path(self.folder.name, name)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        output, errors = Path(self.folder.name, "out.mlir"), io.StringIO()
        output.unlink(missing_ok=True)
        with redirect_stderr(errors):
            code = import_cli.main([str(path), "-o", str(output)])
        self.assertEqual(code, 1 if errors.getvalue() else 0)
        return output.read_text() if code == 0 else "", errors.getvalue()

    def test_programs_of_jax_are_the_same_from_text_bytecode_and_exports(self):
        exported = export.export(jax.jit(function))(*shapes())
        text = exported.mlir_module()
        expected, _ = self.import_file("a.mlir", text)
        self.assertIn("memplace.buffer = \"weights['\\C3\\A9']\"", expected)
        oldest = stablehlo.get_minimum_version()
        portable = stablehlo.serialize_portable_artifact_str(text, oldest)
        for name, content in (
            ("a.mlirbc", exported.mlir_module_serialized),
            ("a.jax", bytes(exported.serialize())),
            ("a", exported.mlir_module()),
        ):
            self.assertEqual(self.import_file(name, content), (expected, ""))
        found, errors = self.import_file("old.mlir.bc", portable)
        self.assertIn("linalg.matmul", found, errors)

    def test_bytecode_of_linalg_is_read(self):
        command = [find_mlir_tool("mlir-opt"), "--emit-bytecode"]
        content = subprocess.run(
            command, input=LINALG.encode(), capture_output=True, check=True
        ).stdout
        self.assertEqual(
            self.import_file("a.mlirbc", content), self.import_file("a.mlir", LINALG)
        )

    def test_an_export_for_several_platforms_is_refused(self):
        exported = export.export(jax.jit(function), platforms=["cpu", "tpu"])(*shapes())
        _, errors = self.import_file("a.jax", bytes(exported.serialize()))
        self.assertIn("was exported for cpu, tpu; export it for one", errors)

    def test_other_kinds_say_the_way_to_one_that_is_read(self):
        saved = io.BytesIO()
        with zipfile.ZipFile(saved, "w") as archive:
            archive.writestr("net/data.pkl", pickle.dumps({}))
        old = b"\x80\x02\x8a\nl\xfc\x9cF\xf9 j\xa8P\x19." + pickle.dumps({})
        torch = "%0 = torch.aten.tanh %a : !torch.vtensor<[2],f32>"
        for name, content, words in (
            ("a.pt", saved.getvalue(), "torch.export.save"),
            ("a", saved.getvalue(), "torch.export.save"),
            ("a.pth", old, "torch.export.save"),
            ("a.pt2", old, "torch.export.save"),
            ("a.mlir.gz", gzip.compress(LINALG.encode()), "gunzip"),
            ("a.tflite", gzip.compress(b"x"), "gunzip"),
            ("a.mlir", "// a\nHloModule m, x={}\n\nENTRY e {\n}", "StableHLO: jax.jit"),
            ("a.txt", "HloModule m", "StableHLO: jax.jit"),
            ("a.mlir", f"func.func @f() {{\n  {torch}\n}}", "torch-mlir-opt --torch-"),
            ("a.mlir", "func.func @f() {\n  tosa.add\n}", "tosa-to-linalg"),
            ("a.mlir", 'func.func @f() {\n  "tosa.add"()\n}', "tosa-to-linalg"),
        ):
            output, errors = self.import_file(name, content)
            self.assertEqual(output, "")
            self.assertEqual(errors.count("\n"), 1)
            self.assertIn(words, errors)
        # A name is not an op.
        found, _ = self.import_file("a.mlir", LINALG.replace("%x", "%tosa"))
        self.assertIn("linalg.exp", found)

    def test_tosa_becomes_linalg_by_the_passes_that_the_error_names(self):
        text = """
func.func @main(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tosa.add %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
"""
        _, errors = self.import_file("a.mlir", text)
        passes = errors.partition("--pass-pipeline='")[2].partition("'")[0]
        command = [find_mlir_tool("mlir-opt"), f"--pass-pipeline={passes}"]
        linalg = subprocess.run(
            command, input=text, text=True, capture_output=True, check=True
        ).stdout
        self.assertIn("arith.addf", self.import_file("a.mlir", linalg)[0])

    def test_cut_and_changed_bytecode_is_one_error_or_a_program(self):
        content = export.export(jax.jit(function))(*shapes()).mlir_module_serialized
        source = random.Random(1)
        for size in (4, 5, 20, len(content) // 2, len(content) - 1):
            output, errors = self.import_file("a.mlirbc", content[:size])
            self.assertEqual((output, errors.count("\n")), ("", 1), errors)
        for name in ("", "\x1b\n"):
            self.assertEqual(kind_of(source.randbytes(64) + b"\xff", "", name), "text")


if __name__ == "__main__":
    unittest.main()
