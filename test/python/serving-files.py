# Positions of weights in files of each kind, and the contents of the file of costs.
#
# REQUIRES: kernels, venv
# RUN: %venv_python %s

import json
import sys
import tempfile
import unittest
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "Inputs"))

from serving_cases import TARGET, has_iree, layers, write_archive

# isort: split
import numpy as np
from safetensors.numpy import save_file

import memplace
from memplace.errors import InputError, MemplaceError
from memplace.harness import ProgramArgument
from memplace.serving.costs import CostCache, apply_costs, is_settled, keys_of_ops
from memplace.serving.program import match_weights
from memplace.serving.session import Argument, ReadOptions, session_text
from memplace.serving.weights import Weight, read_layout


class Files(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name, content=b""):
        path = Path(self.folder.name, name)
        path.write_bytes(content)
        return str(path)

    def test_headers_say_where_arrays_are(self):
        arrays = {
            "a": np.arange(6, dtype=np.float32).reshape(2, 3),
            "b": np.arange(5, dtype=np.int8),
        }
        path = self.path("w.safetensors")
        save_file(arrays, path)
        for name, array in arrays.items():
            np.save(str(Path(self.folder.name, name)), array)
        for layout in (read_layout(path), read_layout(self.folder.name)):
            self.assertEqual(set(layout), {"a", "b"})
            for name, weight in layout.items():
                content = Path(weight.file).read_bytes()
                found = content[weight.offset : weight.offset + weight.bytes]
                self.assertEqual(found, arrays[name].tobytes())
                self.assertEqual(weight.shape, arrays[name].shape)
        self.assertEqual(read_layout(path)["b"].element, "i8")

    def test_what_is_no_file_of_weights_is_an_error(self):
        for content in (
            b"",
            b"\xff" * 20,
            b"\x02\0\0\0\0\0\0\0[]",
            b"\x02" + b"\0" * 9,
        ):
            with self.assertRaisesRegex(InputError, "not a safetensors file"):
                read_layout(self.path("w.safetensors", content))
        header = b'{"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}}'
        start = len(header).to_bytes(8, "little") + header
        read_layout(self.path("w.safetensors", start + bytes(8)))
        with self.assertRaisesRegex(InputError, "but the file has"):
            read_layout(self.path("w.safetensors", start + bytes(7)))
        with self.assertRaisesRegex(MemplaceError, "No such file"):
            read_layout("/nowhere.safetensors")
        with self.assertRaisesRegex(InputError, "not a .npy or .npz file"):
            read_layout(self.path("w.npy", b"x"))

    def test_several_safetensors_files_are_one(self):
        a, b = np.arange(6, dtype=np.float32), np.arange(5, dtype=np.int8)
        first, second = self.path("m-1.safetensors"), self.path("m-2.safetensors")
        save_file({"a": a}, first)
        save_file({"b": b}, second)
        names = {"a": "m-1.safetensors", "b": "m-2.safetensors"}
        index = json.dumps({"metadata": {}, "weight_map": names}).encode()
        index = self.path("model.safetensors.index.json", index)
        np.save(str(Path(self.folder.name, "c")), a)
        for path in (index, self.folder.name):
            layout = read_layout(path)
            self.assertEqual(set(layout), {"a", "b"})
            self.assertEqual([w.file for w in layout.values()], [first, second])
        # Files not named in an index are not read.
        save_file({"b": b}, self.path("other.safetensors"))
        self.assertEqual(set(read_layout(index)), {"a", "b"})
        with self.assertRaisesRegex(InputError, "'b' is in .*m-2.* and in .*other"):
            read_layout(self.folder.name)
        Path(second).unlink()
        with self.assertRaisesRegex(MemplaceError, "m-2.safetensors': No such file"):
            read_layout(index)
        for wrong in (b"{}", b"[", b'{"weight_map": 1}', b'{"weight_map": {"a": 1}}'):
            with self.assertRaisesRegex(InputError, "not an index of safetensors"):
                read_layout(self.path("wrong.index.json", wrong))
        with tempfile.TemporaryDirectory() as empty:
            with self.assertRaisesRegex(InputError, "no .safetensors and no .npy"):
                read_layout(empty)

    @unittest.skipUnless(has_iree(), "needs IREE's runtime, which writes archives")
    def test_archives_say_where_parameters_are_also_if_several_are_linked(self):
        arrays = {
            "a": np.arange(100, dtype=np.float32),
            "b": np.arange(5, dtype=np.int8),
        }
        first, path = self.path("first.irpa"), self.path("w.irpa")
        write_archive(first, {"a": arrays["a"]})
        write_archive(path, {"b": arrays["b"]})
        start = Path(first).read_bytes()
        # Byte 16 of a header has the distance to the next header.
        linked = start[:16] + len(start).to_bytes(8, "little") + start[24:]
        content = linked + Path(path).read_bytes()
        layout = read_layout(self.path("w.irpa", content))
        self.assertEqual(set(layout), {"a", "b"})
        for name, weight in layout.items():
            found = content[weight.offset : weight.offset + weight.bytes]
            self.assertEqual(found, arrays[name].tobytes())

        for wrong, reason in (
            (b"", "not an archive"),
            (b"JRPA" + start[4:], "not an archive"),
            (start[:4] + b"\1" + start[5:], "of version 0.0"),
            (start[:6] + b"\1" + start[7:], "of version 0.0"),
            (start[:8] + b"\1" + start[9:], "its header says that it has 1 bytes"),
            (start[:60], "not an archive"),
            # As many parameters, and as long a table, as 8 bytes can express.
            (start[:32] + b"\xff" * 8 + start[40:], "ends too early"),
            (start[:48] + b"\xff" * 8 + start[56:], "not an archive"),
            (start[:32] + bytes(8) + start[40:], "no parameters"),
            (start[: layout["a"].offset + 399], "but the file has"),
        ):
            with self.assertRaisesRegex(InputError, reason):
                read_layout(self.path("wrong.irpa", wrong))
        # The table of entries is behind the header; byte 8 of an entry has its kind.
        entry = int.from_bytes(start[40:48], "little")
        skipped = start[: entry + 8] + b"\0" + start[entry + 9 :]
        unknown = start[: entry + 8] + b"\7" + start[entry + 9 :]
        # The size of the data, and the end of the entry's metadata.
        shorter = start[:80] + (399).to_bytes(8, "little") + start[88:]
        far = start[: entry + 44] + b"\xff" + start[entry + 45 :]
        for wrong, reason in (
            (skipped, "no parameters"),
            (unknown, "'a' is of the unknown kind 7"),
            (shorter, "'a' ends at byte 400 of the archive's data, which has 399"),
            (far, "its table of names ends too early"),
            (start[:entry] + b"\x40" + start[entry + 1 :], "'a' has an entry of 64 bytes"),
        ):
            with self.assertRaisesRegex(InputError, reason):
                read_layout(self.path("wrong.irpa", wrong))
        # An entry without a range, in a linked archive that ends with it.
        content = linked + skipped
        self.assertEqual(set(read_layout(self.path("w.irpa", content))), {"a"})
        write_archive(path, arrays, [("s", b"\1", 64)])
        with self.assertRaisesRegex(InputError, "'s' is one number again and again"):
            read_layout(path)

    @unittest.skipUnless(has_iree(), "needs IREE's runtime, which writes archives")
    def test_a_session_knows_the_tables_of_all_linked_archives(self):
        path = self.path("w.irpa")
        write_archive(path, {"a": np.arange(100, dtype=np.float32)})
        start = Path(path).read_bytes()
        write_archive(path, {"b": np.arange(5, dtype=np.int8)})
        linked = start[:16] + len(start).to_bytes(8, "little") + start[24:]
        layout = read_layout(self.path("w.irpa", linked + Path(path).read_bytes()))
        arguments = [Argument(weight.bytes, weight=weight) for weight in layout.values()]
        lines = session_text(arguments, ReadOptions()).splitlines()
        tables = [line.split() for line in lines if line.startswith("argument table")]
        self.assertEqual(lines[-len(tables) :], [" ".join(words) for words in tables])
        covered = [int(words[3]) for words in tables]
        self.assertEqual(covered[0], 0)
        self.assertIn(len(start), covered)

    def test_two_arrays_for_one_argument_are_an_error(self):
        one = ProgramArgument("memref<2xf32>", "f32", (2,), "w[0].a")
        arguments = [one, replace(one, is_result=True)]
        weight = Weight("w.safetensors", 0, 8, "f32", (2,), "float32")
        # The result has the name of the weight, too.
        found = match_weights(arguments, {"w[0].a": weight}, "net")
        self.assertEqual(found, {0: weight})
        with self.assertRaisesRegex(MemplaceError, r"'w\[0\].a' and '0.a' in the file"):
            match_weights(arguments, {"w[0].a": weight, "0.a": weight}, "net")

    def test_costs_are_kept_by_kind_and_shape(self):
        texts = ["linalg.exp ins(%a : memref<4xf32>)", ""]
        texts += ['linalg.exp ins(%b : memref<4xf32, #memplace.tier<"ram">>)']
        texts += ["linalg.exp ins(%a : memref<8xf32>)"]
        keys = keys_of_ops(texts, "O2")
        self.assertEqual(keys[0], keys[2])
        self.assertEqual(keys[1], "")
        self.assertEqual(len(set(keys)), 3)
        self.assertNotEqual(keys_of_ops(texts, "O0")[0], keys[0])

        cache = CostCache(str(Path(self.folder.name, "new", "costs.json")))
        cache.add(keys, [[1.0, 3.0, 5.0], [1.0, 3.0, 7.0], [1.0, 3.0, 6.0]])
        cache.save()
        again = CostCache(cache.path)
        self.assertEqual(again.seconds, {keys[0]: 2.0, keys[3]: 6.0})
        self.assertTrue(again.knows(keys))
        self.assertFalse(again.knows(["other"]))
        with self.assertRaisesRegex(InputError, "not a file of op costs"):
            CostCache(self.path("bad.json", b"{}"))

    def test_what_interrupts_ops_now_here_now_there_is_in_their_costs(self):
        cache = CostCache(str(Path(self.folder.name, "new", "costs.json")))
        cache.add(["a", "b", "c"], [[1.0, 2.0, 6.0], [4.0, 2.0, 3.0], [1.0, 5.0, 3.0]])
        # Whole runs take 9; medians of ops alone sum to 6.
        self.assertEqual(cache.seconds, {"a": 1.5, "b": 3.0, "c": 4.5})
        cache.add(["", "null"], [[0.0], [0.0], [0.0]])
        self.assertEqual(cache.seconds["null"], 0.0)

    def test_calls_are_measured_until_they_agree_or_are_many(self):
        self.assertFalse(is_settled([]))
        self.assertFalse(is_settled([1.0, 1.0]))
        self.assertTrue(is_settled([1.0, 5.0, 1.0]))
        # Most runs were interrupted.
        self.assertFalse(is_settled([1.0, 2.0, 2.0, 1.2]))
        self.assertTrue(is_settled([2.0, 1.0, 2.0] * 4))

    def test_measured_ops_take_what_was_measured(self):
        fields = layers([10**9, 10**6], [1, 1])
        changed = apply_costs(fields, ["a", "b"], {"a": 0.05})
        problem = memplace.Problem.from_dict({**changed, "target": {**TARGET}})
        self.assertEqual(changed["ops"][0]["compute_ps"], 5 * 10**10)
        # The time includes traffic, which must not slow down concurrent reads a second
        # time.
        self.assertEqual(changed["ops"][0]["accesses"][0]["bytes"], 1)
        self.assertEqual(changed["ops"][1], fields["ops"][1])
        self.assertEqual(problem.num_ops, 2)
        # Measured with the buffer in the file, at a billion bytes per second.
        changed = apply_costs(fields, ["a", "b"], {"a": 0.05}, gathered=[0])
        self.assertEqual(changed["ops"][0]["accesses"][0]["bytes"], 5 * 10**7)
        self.assertEqual(changed["ops"][0]["compute_ps"], 0)


if __name__ == "__main__":
    unittest.main()
