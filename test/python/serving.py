# A model with weights in a file computes the same bits with any sufficient memory, and
# reports insufficient memory and unreadable files.
#
# REQUIRES: kernels, venv
# RUN: %venv_python %s

import doctest
import importlib
import os
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "Inputs"))

# First, since the import sets JAX's platform.
from serving_cases import (
    LAYERS,
    SHAPES,
    TARGET,
    WIDTH,
    NetworkCase,
    has_iree,
    network,
    write_archive,
)

# isort: split
import jax
import jax.numpy as jnp
import numpy as np
from safetensors.numpy import save_file

import memplace
from memplace.errors import InputError, MemplaceError
from memplace.serving.skews import PAGE

MEGA = 1 << 20


class Serve(NetworkCase):
    def test_the_bits_are_those_of_the_program_in_memory(self):
        with memplace.compile(network, SHAPES, optimisation=2) as compiled:
            in_memory = compiled(self.x, self.weights)["y"]
        self.assertEqual(self.expected.tobytes(), in_memory.tobytes())

        with self.serve(self.overhead + 3 * WIDTH * WIDTH * 4) as served:
            # Ops measured on a busy machine hide all reads; nothing is kept then.
            self.assertLess(len(served.plan.kept), LAYERS)
            for _ in range(3):
                y = served(self.x)["y"]
                self.assertEqual(y.tobytes(), in_memory.tobytes())
            # Only the first call read kept weights.
            self.assertEqual(served.last["prime_bytes"], 0)
            streamed = (LAYERS - len(served.plan.kept)) * WIDTH * WIDTH * 4
            self.assertGreaterEqual(served.last["read_bytes"], streamed)
            self.assertLess(served.last["read_bytes"], streamed + LAYERS * 2 * PAGE)
            # No weight begins at a page of this file; only the ends of weights are
            # copied.
            self.assertGreater(served.last["copied_bytes"], 0)
            self.assertLess(served.last["copied_bytes"], LAYERS * 2 * PAGE)
            self.assertLessEqual(
                served.last["high_water_bytes"], served.last["memory_bytes"]
            )

    def test_too_little_memory_names_what_is_enough(self):
        with self.assertRaisesRegex(MemplaceError, r"--memory=\d+: ") as caught:
            self.serve(MEGA)
        least = int(str(caught.exception).split("--memory=")[1].split(":")[0])
        with self.assertRaises(MemplaceError):
            self.serve(least - PAGE)
        with self.serve(least) as served:
            self.assertEqual(served(self.x)["y"].tobytes(), self.expected.tobytes())
            self.assertLessEqual(served.last["high_water_bytes"], least)

    def test_a_truncated_file_is_an_error_and_the_next_call_works(self):
        with self.serve(self.overhead + 2 * WIDTH * WIDTH * 4) as served:
            content = Path(self.file).read_bytes()
            try:
                Path(self.file).write_bytes(content[: len(content) // 2])
                with self.assertRaisesRegex(MemplaceError, "w.safetensors' has"):
                    served(self.x)
                os.unlink(self.file)
                with self.assertRaisesRegex(MemplaceError, "No such file"):
                    served(self.x)
            finally:
                Path(self.file).write_bytes(content)
            self.assertEqual(served(self.x)["y"].tobytes(), self.expected.tobytes())

    def test_other_values_of_the_same_layout_are_read_anew(self):
        with self.serve(self.overhead + 3 * WIDTH * WIDTH * 4) as served:
            served(self.x)
            try:
                self.weights[0] = -self.weights[0]
                self.write(self.weights)
                other = served(self.x)["y"]
            finally:
                self.weights[0] = -self.weights[0]
                self.write(self.weights)
            self.assertFalse(np.array_equal(other, self.expected))
            self.assertEqual(served(self.x)["y"].tobytes(), self.expected.tobytes())

    def test_closing_ends_the_process_also_during_a_call(self):
        served = self.serve(self.overhead + 2 * WIDTH * WIDTH * 4)
        process = served.server.session.process
        errors = []

        def call():
            try:
                while True:
                    served(self.x)
            except (MemplaceError, ValueError) as error:
                errors.append(error)

        thread = threading.Thread(target=call)
        thread.start()
        time.sleep(0.05)
        served.close()
        thread.join(20)
        self.assertFalse(thread.is_alive())
        self.assertIsNotNone(process.poll())
        self.assertEqual(len(errors), 1)
        with self.assertRaisesRegex(MemplaceError, "closed"):
            served(self.x)

    def test_weights_cut_in_pieces_give_the_same_bits_in_less_memory(self):
        random = np.random.default_rng(3)
        arrays = {
            "terms": random.standard_normal((3000, 300), np.float32),
            "columns": random.standard_normal((1000, 300), np.float32),
            "b": random.standard_normal(1000, np.float32),
        }

        def wide(x, p):
            h = jnp.tanh(x @ p["terms"])
            return {"h": h, "y": jnp.einsum("bk,nk->bn", h, p["columns"]) + p["b"]}

        file = str(Path(self.folder.name, "wide.safetensors"))
        save_file({f"p['{name}']": array for name, array in arrays.items()}, file)
        options = {"weights": file, "target": TARGET, "costs": self.costs}
        for rows in (1, 32):
            x = random.standard_normal((rows, 3000), np.float32)
            with memplace.serve(wide, (x, arrays), **options) as served:
                self.assertEqual(len(served.plan.kept), 3)
                expected = served(x)
                memory = served.server.overhead + served.server.model.caller_bytes()
            memory += 5 * MEGA // 2
            # Not enough for a whole array.
            options |= {"memory": memory, "budget": 10}
            with self.assertRaisesRegex(MemplaceError, "smallest that works"):
                memplace.serve(wide, (x, arrays), piece_bytes=0, **options)
            with memplace.serve(wide, (x, arrays), piece_bytes=1 << 18, **options) as s:
                self.assertEqual(s.inputs, ["x"])
                self.assertIn("p['terms'].piece 2/12", s.server.model.names)
                self.assertIn("p['columns'].piece 2/2", s.server.model.names)
                self.assertGreater(len(s.plan.kept), 0)
                for _ in range(2):
                    y = s(x)
                    for name, array in expected.items():
                        self.assertEqual(y[name].tobytes(), array.tobytes(), name)
                self.assertLessEqual(s.last["high_water_bytes"], memory)
            del options["memory"], options["budget"]

    def test_bf16_is_read_as_it_is_and_summed_in_f32(self):
        random = np.random.default_rng(4)
        dtype = jnp.bfloat16.dtype
        ws = [random.standard_normal((512, 512)).astype(dtype) for _ in range(3)]
        x = random.standard_normal((1, 512)).astype(dtype)

        def narrow(x, ws):
            for w in ws:
                x = jnp.tanh(x @ w / 16)
            return x

        file = str(Path(self.folder.name, "narrow.safetensors"))
        save_file({f"ws[{i}]": w for i, w in enumerate(ws)}, file)
        options = {"weights": file, "target": TARGET, "costs": self.costs}
        with memplace.serve(narrow, (x, ws), **options) as served:
            expected = served(x)
            memory = served.server.overhead + MEGA + 16 * PAGE
        with memplace.serve(narrow, (x, ws), memory=memory, **options) as served:
            self.assertEqual(served(x).tobytes(), expected.tobytes())
            streamed = (3 - len(served.plan.kept)) * 512 * 512 * 2
            self.assertLess(served.last["read_bytes"], streamed + 3 * 2 * PAGE)
        exact = x.astype(np.float64)
        for w in ws:
            exact = np.tanh(exact @ w.astype(np.float64) / 16)
        error = np.abs(expected.astype(np.float64) - exact).max()
        self.assertLess(error, 0.03)

    def test_int8_is_read_as_it_is_and_widened_a_piece_at_a_time(self):
        random = np.random.default_rng(5)
        width = 1024
        ws = [random.integers(-127, 128, (width, width), np.int8) for _ in range(3)]
        scales = [np.full(width, 1 / 2048, np.float32) for _ in range(3)]
        x = random.standard_normal((2, width), np.float32)

        def quantised(x, ws, scales):
            for w, scale in zip(ws, scales):
                x = jnp.tanh(x @ (w.astype(jnp.float32) * scale))
            return x

        file = str(Path(self.folder.name, "int8.safetensors"))
        save_file({f"ws[{i}]": w for i, w in enumerate(ws)}, file)
        args = (x, ws, scales)
        options = {"weights": file, "target": TARGET, "costs": self.costs}
        with memplace.serve(quantised, args, **options) as served:
            expected = served(x, *scales)
            overhead = served.server.overhead
        # A quarter of an f32 copy of each weight at a time.
        options |= {"memory": overhead + 3 * MEGA, "piece_bytes": 256 * width}
        with memplace.serve(quantised, args, **options) as served:
            for _ in range(2):
                self.assertEqual(served(x, *scales).tobytes(), expected.tobytes())
            streamed = served.plan.read_bytes
            self.assertLessEqual(streamed, 3 * width * width)
            self.assertLess(served.last["read_bytes"], streamed + 12 * 2 * PAGE)
            self.assertLess(served.last["arena_bytes"], 3 * MEGA)
            self.assertLessEqual(
                served.last["high_water_bytes"], served.last["memory_bytes"]
            )

    def test_a_loop_and_a_weight_larger_than_what_is_left_for_the_rest(self):
        def scanned(x, p):
            def body(carry, w):
                return jnp.tanh(carry @ w), None

            return jax.lax.scan(body, x, p["ws"])[0] + p["b"]

        file = str(Path(self.folder.name, "scanned.safetensors"))
        arrays = {"ws": np.stack(self.weights), "b": np.ones(WIDTH, np.float32)}
        save_file({f"p['{name}']": array for name, array in arrays.items()}, file)
        options = {"weights": file, "target": TARGET, "costs": self.costs}
        options["piece_bytes"] = 1 << 22
        args = (self.x, arrays)
        with memplace.serve(scanned, args, **options) as served:
            expected = served(self.x)
            memory = served.server.overhead + arrays["ws"].nbytes + 16 * PAGE
        with memplace.serve(scanned, args, memory=memory, **options) as served:
            self.assertEqual(served(self.x).tobytes(), expected.tobytes())
            # The largest array stays, and no array of its size fits beside it.
            self.assertEqual(len(served.plan.kept), 2)
            self.assertEqual(served(self.x).tobytes(), expected.tobytes())
            self.assertEqual(served.last["read_bytes"], 0)

    def test_arrays_may_have_the_paths_of_arguments_in_several_files(self):
        def named(x, params):
            for layer in params["model"]:
                x = jnp.tanh(x @ layer["w"])
            return {"y": x}

        folder = Path(self.folder.name, "shards")
        folder.mkdir()
        arrays = {f"model.{i}.w": w for i, w in enumerate(self.weights)}
        names = list(arrays)
        for part in (names[:2], names[2:]):
            file = str(folder / f"{part[0]}.safetensors")
            save_file({name: arrays[name] for name in part}, file)
        params = {"model": [{"w": w} for w in self.weights]}
        memory = self.overhead + 3 * WIDTH * WIDTH * 4
        options = {"weights": str(folder), "target": TARGET, "costs": self.costs}
        with memplace.serve(named, (self.x, params), memory=memory, **options) as served:
            self.assertEqual(served.inputs, ["x"])
            self.assertLess(len(served.plan.kept), LAYERS)
            for _ in range(2):
                y = served(self.x)["y"]
                self.assertEqual(y.tobytes(), self.expected.tobytes())

    def test_stacked_weights_are_read_a_layer_at_a_time(self):
        def scanned(x, p):
            def body(carry, w):
                return jnp.tanh(carry @ w), None

            return jax.lax.scan(body, x, p["ws"])[0]

        file = str(Path(self.folder.name, "stacked.safetensors"))
        stack = np.stack(self.weights)
        save_file({"p['ws']": stack}, file)
        options = {"weights": file, "target": TARGET, "costs": self.costs}
        args = (self.x, {"ws": stack})
        with memplace.serve(scanned, args, **options) as served:
            expected = served(self.x)
            # The overhead of two processes differs by some tens of pages.
            memory = served.server.overhead + 4 * stack[0].nbytes + 64 * PAGE
        options["piece_bytes"] = stack[0].nbytes
        with memplace.serve(scanned, args, memory=memory, **options) as served:
            for _ in range(2):
                self.assertEqual(served(self.x).tobytes(), expected.tobytes())
            self.assertGreater(served.last["read_bytes"], 0)
            self.assertLessEqual(served.last["read_bytes"], stack.nbytes + LAYERS * PAGE)
            # In the file the weights begin in the middle of a page.
            self.assertLess(served.last["copied_bytes"], LAYERS * 2 * PAGE)

    def test_of_tables_and_experts_only_what_is_chosen_is_read(self):
        random = np.random.default_rng(5)
        arrays = {
            "words": random.standard_normal((2048, WIDTH), np.float32),
            "router": random.standard_normal((4, WIDTH), np.float32),
            "experts": random.standard_normal((4, 3 * WIDTH, WIDTH), np.float32),
        }

        def mixture(token, p):
            x = p["words"][token]
            expert = jnp.argmax(p["router"] @ x[0])
            return x @ p["experts"][expert].T

        file = str(Path(self.folder.name, "mixture.safetensors"))
        save_file({f"p['{name}']": array for name, array in arrays.items()}, file)
        args = (np.zeros(3, np.int32), arrays)
        options = {"weights": file, "target": TARGET, "costs": self.costs}
        calls = [random.integers(0, 2048, 3).astype(np.int32) for _ in range(6)]
        with memplace.serve(mixture, args, **options) as served:
            expected = [served(token) for token in calls]
            memory = served.server.overhead
        expert, row = 3 * WIDTH * WIDTH * 4, WIDTH * 4
        # Some of the four experts, one copied expert, and no part of the table.
        memory += 4 * expert
        with memplace.serve(mixture, args, memory=memory, **options) as served:
            names = served.server.model.names
            self.assertIn("p['words'].picked 1/1", names)
            self.assertIn("p['experts'].picked 4/4", names)
            kept = {names[weight] for weight in served.plan.kept}
            self.assertIn(sum("experts" in name for name in kept), (1, 2, 3))
            read = []
            for token, result in zip(calls, expected):
                self.assertEqual(served(token).tobytes(), result.tobytes())
                read.append(served.last["read_bytes"])
                self.assertLessEqual(served.last["high_water_bytes"], memory)
            # The first call also reads kept weights.
            most = expert + 3 * row + 5 * 2 * PAGE
            self.assertLessEqual(max(read), most)

    @unittest.skipUnless(has_iree(), "needs IREE's runtime, which writes archives")
    def test_an_archive_of_parameters_gives_the_same_bits(self):
        arrays = {f"weights[{i}]": w for i, w in enumerate(self.weights)}
        path = str(Path(self.folder.name, "w.irpa"))
        write_archive(path, arrays)
        memory = self.overhead + 3 * WIDTH * WIDTH * 4
        options = {
            "target": TARGET,
            "costs": self.costs,
            "memory": memory,
            "budget": 20,
        }
        with memplace.serve(network, SHAPES, weights=path, **options) as served:
            self.assertGreater(served.plan.read_bytes, 0)
            self.assertEqual(served(self.x)["y"].tobytes(), self.expected.tobytes())

        write_archive(path, arrays | {"weights[0]": np.ones(7, np.float32)})
        with self.assertRaisesRegex(MemplaceError, "262144 bytes, but has 28 in"):
            memplace.serve(network, SHAPES, weights=path, **options)

    def test_wrong_arrays_and_arguments_are_errors(self):
        with self.serve(None) as served:
            self.assertEqual(served.inputs, ["x"])
            with self.assertRaisesRegex(InputError, "takes 1 arrays"):
                served(self.x, self.x)
            with self.assertRaisesRegex(InputError, "'x' must be float32"):
                served(self.x[:2])
        with self.assertRaisesRegex(InputError, "memory must be bytes"):
            self.serve(0)
        other = str(Path(self.folder.name, "other.safetensors"))
        save_file({"weights[0]": np.zeros((2, 2), np.float32)}, other)
        with self.assertRaisesRegex(
            MemplaceError, r"is f32\[256, 256\], but f32\[2, 2\]"
        ):
            memplace.serve(network, SHAPES, weights=other, target=TARGET)
        save_file({"v": np.zeros((2, 2), np.float32)}, other)
        with self.assertRaisesRegex(MemplaceError, "no array has the name"):
            memplace.serve(network, SHAPES, weights=other, target=TARGET)


class Examples(unittest.TestCase):
    def test_examples_of_docstrings_print_what_they_say(self):
        with tempfile.TemporaryDirectory() as folder:
            w = np.ones((512, 512), np.float32)
            names = {"x": w[:4], "w": w, "here": TARGET}
            names["file"] = str(Path(folder, "w.safetensors"))
            save_file({"w": w}, names["file"])
            os.environ["XDG_CACHE_HOME"] = folder
            for name in (
                "bounds",
                "calibrate",
                "costs",
                "function",
                "program",
                "session",
                "timeline",
            ):
                module = importlib.import_module(f"memplace.serving.{name}")
                results = doctest.testmod(module, extraglobs=names)
                self.assertEqual(results.failed, 0, name)
            results = doctest.testmod(importlib.import_module("memplace.serve_cli"))
            self.assertEqual((results.failed, results.attempted), (0, 2))


if __name__ == "__main__":
    unittest.main()
