# memplace-serve checks its program, files and memory before it measures anything.
#
# REQUIRES: kernels, venv
# RUN: %venv_python %s

import contextlib
import io
import sys
import unittest
from pathlib import Path
from unittest import mock

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE / "Inputs"))

# First, since the import sets JAX's platform.
from serving_cases import LAYERS, SHAPES, TARGET, WIDTH, NetworkCase, network

# isort: split
import numpy as np
from memplace import serve_cli
from memplace.errors import MemplaceError
from memplace.serving import machine
from memplace.serving.server import GUESSED_OVERHEAD, LEAST_OVERHEAD, Server
from memplace.serving.session import Session
from safetensors.numpy import save_file

MODEL = """
import jax, jax.numpy as jnp
def network(x, weights):
    for w in weights:
        x = jnp.tanh(x @ w)
    return {"y": x}
def model():
    weight = jax.ShapeDtypeStruct((%d, %d), "float32")
    return network, (jax.ShapeDtypeStruct((3, %d), "float32"), [weight] * %d)
"""
# All that takes seconds: of the machine, and of the process that serves.
MEASUREMENTS = [
    (machine, "calibrate"),
    (machine, "calibrate_gpu"),
    (machine, "measure_writes"),
    (Server, "start"),
]


class MeasurementBegins(Exception):
    pass


@contextlib.contextmanager
def without_measurements():
    with contextlib.ExitStack() as stack:
        for owner, name in MEASUREMENTS:
            stop = mock.patch.object(owner, name, side_effect=MeasurementBegins)
            stack.enter_context(stop)
        yield


class Checks(NetworkCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.place = Path(cls.folder.name)
        cls.model = f"{cls.path('model.py')}:model"
        cls.path("model.py").write_text(MODEL % (WIDTH, WIDTH, WIDTH, LAYERS))

    @classmethod
    def path(cls, name):
        return cls.place / name

    def run_tool(self, *arguments, model=None, weights=None):
        """Runs memplace-serve without its measurements; returns its errors."""
        command = [model or self.model, "--weights", weights or self.file, *arguments]
        if "--costs" not in command:
            command += ["--costs", str(self.path("new-costs.json"))]
        with without_measurements():
            with contextlib.redirect_stderr(io.StringIO()) as errors:
                code = serve_cli.main(list(map(str, command)))
        self.assertEqual(code, 1)
        return errors.getvalue()

    def test_a_good_command_line_begins_to_measure(self):
        for arguments in ([], ["--memory=1GiB"], ["--scratch", self.place]):
            with self.assertRaises(MeasurementBegins):
                self.run_tool(*arguments)

    def test_files_and_the_program_are_checked_first(self):
        np.save(self.path("x.npy"), np.ones((4, WIDTH), np.float32))
        save_file({"w": np.ones(3, np.float32)}, self.path("other.safetensors"))
        self.path("bad.json").write_text("{}")
        for message, given in [
            ("'/nowhere.py'", {"model": "/nowhere.py:model"}),
            ("has no function 'other'", {"model": f"{self.path('model.py')}:other"}),
            ("'/nowhere'", {"weights": "/nowhere"}),
            (
                "no array has the name of an argument",
                {"weights": self.path("other.safetensors")},
            ),
        ]:
            self.assertIn(message, self.run_tool(**given), given)
        for message, arguments in [
            ("bad.json", ["--target", self.path("bad.json")]),
            ("must have the tiers", ["--target", "toy"]),
            ("is not a file of op costs", ["--costs", self.path("bad.json")]),
            ("model.py/c': Not a directory", ["--costs", self.path("model.py/c")]),
            ("to '/nowhere': not a folder", ["--scratch", "/nowhere"]),
            ("must be of shape (3, 256)", ["--input", self.path("x.npy")]),
            ("'/nowhere/y.npz': No such", ["--output", "/nowhere/y.npz"]),
            ("'/nowhere/y.svg': No such", ["--timeline", "/nowhere/y.svg"]),
        ]:
            self.assertIn(message, self.run_tool(*arguments), arguments)

    def test_too_little_memory_is_refused_first(self):
        said = self.run_tool("--memory=1MB")
        self.assertIn("smallest that surely works, before the process is measured", said)
        least = int(said.split("--memory=")[1].split(":")[0])
        too_few = least - GUESSED_OVERHEAD + LEAST_OVERHEAD - 1
        self.assertIn(f"{too_few} bytes", self.run_tool(f"--memory={too_few}"))
        with self.assertRaises(MeasurementBegins):
            self.run_tool(f"--memory={too_few + 1}")

    def test_a_process_that_was_measured_has_an_exact_limit(self):
        with self.serve(1 << 30) as served:
            self.assertGreater(served.server.overhead, LEAST_OVERHEAD)
        with without_measurements():
            with self.assertRaisesRegex(MemplaceError, "the smallest that works") as caught:
                self.serve(1 << 20)
            least = int(str(caught.exception).split("--memory=")[1].split(":")[0])
            with self.assertRaisesRegex(MemplaceError, f"is --memory={least}:"):
                self.serve(least - 1)
            with self.assertRaises(MeasurementBegins):
                self.serve(least)

    def test_the_first_call_tells_whether_the_process_has_room(self):
        said = self.run_tool("--memory=1MB")
        least = int(said.split("--memory=")[1].split(":")[0])
        between = least - GUESSED_OVERHEAD + LEAST_OVERHEAD
        new_costs = {"costs": str(self.path("new-costs.json"))}
        counted = mock.patch.object(
            Session, "call", autospec=True, side_effect=Session.call
        )
        with counted as calls, self.assertRaisesRegex(MemplaceError, "are too few"):
            self.serve_network(network, SHAPES, TARGET, memory=between, **new_costs)
        self.assertEqual(calls.call_count, 1)


if __name__ == "__main__":
    unittest.main()
