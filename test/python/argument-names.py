# Arguments with any names: in MLIR's text, in files of arrays and in messages; arguments
# required by a run; and unsigned results.
#
# REQUIRES: venv
# RUN: %venv_python %s

import io
import os
import signal
import subprocess
import sys
import tempfile
import unittest
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).parent / "Inputs"))

import numpy as np
from any_names import HARD, any_names

from memplace import import_cli, inputs, run_cli
from memplace.arrayfiles import pack_npz, read_arrays
from memplace.errors import MemplaceError
from memplace.execution import RunOptions, find_memplace_opt, list_arguments
from memplace.importers import from_jax
from memplace.importers.weights import pack_weights
from memplace.mlirtext import clean_name, decode_name, quote, unquote
from memplace.serving.program import path_of
from memplace.tools import find_mlir_tool, run_tool

ADD = """
func.func @main({}) {{
  linalg.add ins(%a, %b : memref<2xf32>, memref<2xf32>) outs(%c : memref<2xf32>)
  return
}}
"""


def add_of(names, marks=("", "", "")):
    return ADD.format(
        ", ".join(
            f"%{letter}: memref<2xf32> {{memplace.buffer = {quote(name)}{mark}}}"
            for letter, name, mark in zip("abc", names, marks)
        )
    )


def names_of(text):
    return [buffer.name for buffer in list_arguments(text, RunOptions())]


def place(text):
    tool = find_memplace_opt(RunOptions())
    return run_tool([tool, "--memplace-default=target=tpu-v4i"], text)


class Tools(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name, content=b""):
        path = Path(self.folder.name, name)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return str(path)

    def run_tool(self, tool, *arguments):
        """Returns the exit code and standard error."""
        errors = io.StringIO()
        with redirect_stderr(errors), redirect_stdout(io.StringIO()):
            code = tool.main(list(arguments))
        return code, errors.getvalue()

    def run_on(self, text, *files):
        """Returns the output of memplace-run, or standard error."""
        output = str(Path(self.folder.name, "out.npz"))
        arguments = [self.path("net.mlir", text), "--output", output]
        for file in files:
            arguments += ["--input", file]
        code, errors = self.run_tool(run_cli, *arguments)
        return errors if code else read_arrays(output)


class Names(Tools):
    def test_names_come_back_from_text_that_mlir_has_written(self):
        names = any_names(300)
        arguments = ", ".join(
            f"%a{n}: memref<2xf32> {{x.y = {quote(name)}, memplace.buffer = {quote(name)}}}"
            for n, name in enumerate(names)
        )
        text = f"func.func @main({arguments}) {{\n  return\n}}\n"
        for printed in (text, run_tool([find_mlir_tool("mlir-opt")], text)):
            self.assertEqual(names_of(printed), list(map(clean_name, names)))

    def test_bytes_that_are_no_letters_are_escapes(self):
        for content in (b"a\xffb", b"\xe4\xb8", b"\xed\xa0\x80", bytes(range(256))):
            literal = '"' + "".join(f"\\{byte:02X}" for byte in content) + '"'
            self.assertEqual(unquote(literal), decode_name(content))
            unquote(literal).encode()
        self.assertEqual(unquote(r'"\"\\\n\t"'), '"\\\n\t')

    def test_functions_are_found_beside_comments_and_strings(self):
        text = """
// func.func @main(%x: memref<1xf32>) {
module attributes {a.b = "func.func @main(%y: memref<2xf32>"} { func.func @main(
    %a: memref<3xf32> {memplace.buffer = "(,//"}, // the first, "
    %b: memref<4xf32>) {
  return
} // }
} loc("}")
"""
        self.assertEqual(names_of(text), ["(,//", "arg1"])
        shapes = [buffer.shape for buffer in list_arguments(text, RunOptions())]
        self.assertEqual(shapes, [(3,), (4,)])

    def test_functions_of_any_name_can_run(self):
        text = add_of("abc").replace("@main", '@"my \\C3\\A9 net"')
        errors = self.run_tool(
            run_cli, self.path("n.mlir", text), "--entry", "my é net"
        )
        self.assertEqual(errors, (0, ""))

    def test_arrays_are_found_and_written_by_any_name(self):
        kind = "memref<2xf32>"
        arguments = [
            f"%{letter}{n}: {kind} {{memplace.buffer = {quote(start + name)}}}"
            for letter, start in (("x", ""), ("y", "y:"))
            for n, name in enumerate(HARD)
        ]
        ops = "\n".join(
            f"  linalg.exp ins(%x{n} : {kind}) outs(%y{n} : {kind})"
            for n in range(len(HARD))
        )
        text = f"func.func @main({', '.join(arguments)}) {{\n{ops}\n  return\n}}\n"
        given = {name: np.full(2, n, np.float32) for n, name in enumerate(HARD)}
        names = dict(zip(HARD, map(clean_name, HARD)))
        packed = pack_npz({names[name]: array for name, array in given.items()})
        for file in (
            self.path("in.npz", packed),
            self.path("in.safetensors", pack_weights(given)),
        ):
            found = self.run_on(text, file)
            self.assertEqual(set(found), {f"y:{name}" for name in names.values()})
            for name, array in given.items():
                expected = np.exp(array.astype("float64"))
                np.testing.assert_allclose(found[f"y:{names[name]}"], expected, 1e-6)

    def test_names_of_trees_lead_to_those_of_files(self):
        self.assertEqual(path_of("p['a\\'b']['é\\n'][3].kernel"), "a'b.é\n.3.kernel")

    def test_messages_have_no_control_characters(self):
        file = self.path("in.npz", pack_npz({"nowhere": np.float32([1, 2])}))
        errors = self.run_on(add_of(["\n", "\x1b[31m", "\u202e"]), file)
        self.assertEqual(errors.count("\n"), 1)
        self.assertTrue(errors[:-1].isprintable(), errors)
        error = MemplaceError("a\nb\x1b", "c\n\td\x1b\n")
        self.assertEqual(str(error), "a\\nb\\x1b\nc\n\td\\x1b")


class Missing(Tools):
    def setUp(self):
        super().setUp()
        one = np.float32([1, 2])
        self.a = self.path("a.npz", pack_npz({"a": one}))
        self.ab = self.path("ab.npz", pack_npz({"a": one, "b": one}))

    def test_an_array_that_is_read_must_be_given(self):
        for text in (add_of("abc"), place(add_of("abc"))):
            self.assertIn("array for argument 'b', which", self.run_on(text, self.a))
            self.assertEqual(self.run_on(text, self.ab)["c"].tolist(), [2, 4])
            self.assertEqual(self.run_on(text)["c"].tolist(), [0, 0])

    def test_what_is_only_written_needs_none(self):
        loop = """
func.func @main(%a: memref<2xf32> {memplace.buffer = "a"}, %c: memref<2xf32>, %unused: memref<2xf32>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  scf.for %i = %zero to %two step %one {
    %v = memref.load %a[%i] : memref<2xf32>
    memref.store %v, %c[%i] : memref<2xf32>
  }
  return
}
"""
        part = """
func.func @main(%a: memref<2xf32> {memplace.buffer = "a"}, %c: memref<4xf32>) {
  %left = memref.subview %c[0] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1]>>
  %right = memref.subview %c[2] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1], offset: 2>>
  memref.copy %a, %left : memref<2xf32> to memref<2xf32, strided<[1]>>
  linalg.exp ins(%a : memref<2xf32>) outs(%right : memref<2xf32, strided<[1], offset: 2>>)
  return
}
"""
        for text in (loop, place(loop), part, place(part)):
            self.assertIsInstance(self.run_on(text, self.a), dict, text)

    def test_what_is_updated_must_be_given_but_not_results(self):
        text = """
func.func @main(%a: memref<2xf32> {{memplace.buffer = "a"}}, %c: memref<2xf32> {{memplace.buffer = "c"{}}}) {{
  linalg.add ins(%a, %c : memref<2xf32>, memref<2xf32>) outs(%c : memref<2xf32>)
  return
}}
"""
        self.assertIn("argument 'c'", self.run_on(text.format(""), self.a))
        result = text.format(", bufferize.result")
        self.assertEqual(self.run_on(result, self.a)["c"].tolist(), [1, 2])

    def test_programs_that_free_memory_run(self):
        text = """
func.func @main(%a: memref<2xf32> {memplace.buffer = "a"}, %c: memref<2xf32>) {
  %true = arith.constant true
  %t = memref.alloc() : memref<2xf32>
  linalg.exp ins(%a : memref<2xf32>) outs(%t : memref<2xf32>)
  linalg.exp ins(%t : memref<2xf32>) outs(%c : memref<2xf32>)
  DEALLOC
  return
}
"""
        for way in (
            "memref.dealloc %t : memref<2xf32>",
            "bufferization.dealloc (%t : memref<2xf32>) if (%true)",
        ):
            found = self.run_on(text.replace("DEALLOC", way), self.a)
            np.testing.assert_allclose(found["arg1"], np.exp(np.exp([1, 2])), 1e-6)


class Unsigned(Tools):
    def test_results_of_unsigned_integers_are_unsigned(self):
        import jax

        def f(x, y):
            return {
                "sum": x["é"] + y,
                "wide": y.astype("uint32") * 2,
                "down": -y.astype("int8"),
            }

        shape = jax.ShapeDtypeStruct((3,), "uint8")
        text = from_jax(f, {"é": shape}, shape)
        self.assertEqual(text.count("memplace.unsigned"), 4)
        x, y = np.uint8([1, 2, 250]), np.uint8([255, 128, 10])
        file = self.path("in.npz", pack_npz({"x['é']": x, "y": y}))
        for program in (text, place(text)):
            found = self.run_on(program, file)
            for name, array in (
                ("sum", x + y),
                ("wide", y.astype("uint32") * 2),
                ("down", -y.astype("int8")),
            ):
                result = found[f"result['{name}']"]
                self.assertEqual(result.dtype, array.dtype)
                self.assertEqual(result.tolist(), array.tolist())
        signed = self.path("s.npz", pack_npz({"x['é']": x, "y": y.view("int8")}))
        self.assertIn(
            "must have elements of uint8, got int8", self.run_on(text, signed)
        )


class Imports(Tools):
    def test_control_characters_in_a_file_are_escaped(self):
        path = self.path("a\x1b\n.mlir", "func.func @main(\x1b[2J) {}\n")
        code, errors = self.run_tool(import_cli, path)
        self.assertEqual(code, 1)
        self.assertTrue(errors.replace("\n", "").isprintable(), errors)

    def test_ctrl_c_ends_a_tool_with_one_line(self):
        pipe = str(Path(self.folder.name, "pipe.mlir"))
        os.mkfifo(pipe)
        process = subprocess.Popen(
            [sys.executable, "-m", "memplace.import_cli", pipe],
            stderr=subprocess.PIPE,
            text=True,
            # lit starts tests with SIGINT ignored.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
        with open(pipe, "wb"):  # Once the tool reads the pipe.
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate()
        self.assertEqual(
            (process.returncode, errors), (130, "memplace-import: interrupted\n")
        )

    def test_a_fifo_without_a_writer_is_refused(self):
        pipe = str(Path(self.folder.name, "silent.mlir"))
        os.mkfifo(pipe)
        with mock.patch("memplace.inputs.MAX_WAIT", 0.1):
            code, errors = self.run_tool(import_cli, pipe)
        self.assertEqual(code, 1)
        self.assertIn("is a FIFO that got no bytes for 0.1 s", errors)

    def test_a_fifo_is_read_once_its_writer_comes(self):
        pipe = str(Path(self.folder.name, "late.mlir"))
        os.mkfifo(pipe)
        writer = subprocess.Popen(["sh", "-c", f"sleep 0.3; echo text > {pipe}"])
        self.addCleanup(writer.wait)
        self.addCleanup(writer.kill)
        self.assertEqual(inputs.read_text(pipe), "text\n")

    def test_calls_that_double_again_and_again_are_refused(self):
        kind = "(tensor<4xf32>) -> tensor<4xf32>"
        start = "func.func private @f{n}(%x: tensor<4xf32>) -> tensor<4xf32> {{\n"
        call = f"  %{{to}} = call @f{{m}}(%{{of}}) : {kind}\n"
        text = start.format(n=0) + "  return %x : tensor<4xf32>\n}\n"
        for n in range(1, 41):
            text += start.format(n=n)
            text += call.format(to="a", of="x", m=n - 1)
            text += call.format(to="b", of="a", m=n - 1)
            text += "  return %b : tensor<4xf32>\n}\n"
        code, errors = self.run_tool(import_cli, self.path("double.mlir", text))
        self.assertEqual(code, 1)
        self.assertRegex(errors, "has [0-9]+ lines with its callees inlined; .* 1000000")

    def test_text_that_is_nested_too_deep_is_one_error(self):
        for start in ("stablehlo.x ", ""):
            deep = "func.func @main() attributes {a = " + "[" * 20_000
            code, errors = self.run_tool(import_cli, self.path("d.mlir", start + deep))
            self.assertEqual(code, 1)
            self.assertIn("nested more than 1000 deep", errors)


if __name__ == "__main__":
    unittest.main()
