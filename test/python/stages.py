# Long operations of Python show their stage on a terminal, and nothing elsewhere.
#
# REQUIRES: kernels, venv
# RUN: %venv_python -W error::UserWarning %s

import contextlib
import io
import os
import pty
import re
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).parent / "Inputs"))

# First, since the import sets JAX's platform.
import serving_cases

# isort: split
import jax
import jax.numpy as jnp
import memplace
from memplace import import_cli, run_cli, stages
from memplace.jax import fit, offload_plan
from memplace.stages import stage


@contextlib.contextmanager
def terminal():
    """Makes standard error a pseudo terminal; yields a function that ends it and returns
    its text. Lines appear at once."""
    leader, follower = pty.openpty()
    found = []

    def read():
        with contextlib.suppress(OSError):  # At the end of the terminal.
            while content := os.read(leader, 4096):
                found.append(content.decode())

    reader = threading.Thread(target=read)
    reader.start()

    def text():
        reader.join()
        return "".join(found)

    with mock.patch.multiple(stages, DELAY=0.0, REFRESH=0.0005):
        with open(follower, "w") as stream, contextlib.redirect_stderr(stream):
            yield text
    reader.join()
    os.close(leader)


@contextlib.contextmanager
def named_stages():
    """Yields the names of all stages on a terminal, whatever their length."""
    names = set()

    class Texts(list):
        def append(self, name):
            names.add(name)
            super().append(name)

    class Line(stages._Line):
        def __init__(self):
            super().__init__()
            self.texts = Texts()

    with terminal(), mock.patch.object(stages, "_Line", Line):
        yield names


def stages_in(text):
    return set(re.findall(r"\r([^\r\x1b]+): \d+ s\x1b\[K", text))


def until(condition):
    while not condition():
        time.sleep(0.001)


class StagesTest(unittest.TestCase):
    def test_the_innermost_stage_is_shown_and_removed_at_the_end(self):
        with terminal() as text:
            writes = []
            write = sys.stderr.write
            with mock.patch.object(
                sys, "stderr", mock.Mock(wraps=sys.stderr, isatty=lambda: True)
            ) as stream:
                stream.write.side_effect = lambda said: (writes.append(said), write(said))
                seen = lambda name: any(name in said for said in writes)
                with stage("outer"):
                    until(lambda: seen("outer: "))
                    with stage("inner"):
                        until(lambda: seen("inner: "))
                    del writes[:]
                    until(lambda: seen("outer: "))
        said = text()
        self.assertEqual(stages_in(said), {"outer", "inner"})
        self.assertTrue(said.endswith("\r\x1b[K\r"), said[-40:])

    def test_an_error_ends_the_line(self):
        with terminal():
            with self.assertRaises(ZeroDivisionError), stage("work"):
                1 / 0
        self.assertIsNone(stages._line)

    def test_other_threads_leave_the_line_alone(self):
        with terminal():
            with stage("mine"):

                def work():
                    with stage("theirs"):
                        self.assertEqual(stages._line.texts, ["mine"])

                thread = threading.Thread(target=work)
                thread.start()
                thread.join()

    def test_nothing_is_written_elsewhere(self):
        with mock.patch.object(stages, "DELAY", 0.0):
            with contextlib.redirect_stderr(io.StringIO()) as stream, stage("work"):
                self.assertIsNone(stages._line)
        self.assertEqual(stream.getvalue(), "")


class Served(serving_cases.NetworkCase):
    def test_the_set_up_of_serve(self):
        with named_stages() as names:
            self.serve_network(
                serving_cases.network,
                serving_cases.SHAPES,
                serving_cases.TARGET,
                memory=1 << 30,
                costs=str(Path(self.folder.name, "other.json")),
            ).close()
        expected = {"measuring ops", "compiling", "planning the reads of weights"}
        self.assertLessEqual(expected, names)


class LongOperations(unittest.TestCase):
    def test_an_import(self):
        with tempfile.TemporaryDirectory() as folder:
            maker = Path(folder, "net.py")
            maker.write_text(
                "import jax, jax.numpy as jnp\n"
                "def make():\n"
                "    return jnp.tanh, (jax.ShapeDtypeStruct((4,), 'float32'),)\n"
            )
            with named_stages() as names:
                command = [f"{maker}:make", "-o", str(Path(folder, "net.mlir"))]
                self.assertEqual(import_cli.main(command), 0)
        self.assertEqual(names, {f"importing {maker}:make"})

    def test_runs_of_programs(self):
        text = (
            "func.func @main(%x: memref<16xf32>, %out: memref<16xf32>) {\n"
            "  memref.copy %x, %out : memref<16xf32> to memref<16xf32>\n  return\n}\n"
        )
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder, "copy.mlir")
            program.write_text(text)
            with named_stages() as names, contextlib.redirect_stdout(io.StringIO()):
                self.assertEqual(run_cli.main([str(program)]), 0)
        self.assertEqual(names, {"compiling and running the program"})
        with named_stages() as names:
            memplace.tune(text, "tpu-v4i", clock=lambda s: 1.0)
        self.assertEqual(names, {"running placements"})

    def test_plans_of_jax_functions(self):
        weight = jax.ShapeDtypeStruct((64, 64), "float32")

        def chain(x, first, second):
            return x @ first @ second

        with named_stages() as names:
            offload_plan(chain, (weight,) * 3, budget_bytes=70_000)
        self.assertEqual(names, {"planning copies"})

        def deep(x):
            for _ in range(8):
                x = jnp.sin(x)
            return x.sum()

        with named_stages() as names:
            fit(jax.grad(deep), (jax.ShapeDtypeStruct((1 << 16,), "float32"),), 3 << 20)
        self.assertIn("compiling the function itself", names)


if __name__ == "__main__":
    unittest.main()
