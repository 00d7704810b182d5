# Files of arrays: correct files are read correctly, and any other file gives one error,
# for any header. Small files never take much memory or time.
#
# REQUIRES: venv
# RUN: %venv_python %s

import io
import json
import os
import random
import struct
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).parent / "Inputs"))

import numpy as np
import safetensors.numpy
from any_names import any_names

from memplace import inputs
from memplace.arrayfiles import pack_npz, read_arrays
from memplace.errors import InputError, MemplaceError
from memplace.importers.weights import pack_weights
from memplace.mlirtext import clean_name
from memplace.serving.costs import CostCache
from memplace.serving.weights import read_layout

DTYPES = ("float32", "float64", "float16", "int8", "uint8", "int64", "uint32", "bool")


def random_array(source):
    shape = [source.randrange(4) for _ in range(source.randrange(4))]
    size = int(np.prod(shape, dtype=int))
    values = [source.randrange(2) for _ in range(size)]
    return np.array(values, source.choice(DTYPES)).reshape(shape)


def header_file(header, data):
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + data


def mutate(header, data, source):
    """Changes a part of a safetensors header, or the length of its data."""
    name = source.choice(list(header))
    entry = header[name]
    kind = source.randrange(8)
    if kind == 0:
        place = source.randrange(2)
        change = source.choice([-(2**63), -4, -1, 1, 4, 2**31, 2**64])
        entry["data_offsets"][place] += change
    elif kind == 1:
        entry["data_offsets"].reverse()
    elif kind == 2:
        entry["dtype"] = source.choice(["F32", "I8", "F64", "X", "", 4, None])
    elif kind == 3:
        entry["shape"] = source.choice([[], [2], [2.0], [-1], ["2"], [2**62, 4], None])
    elif kind == 4:
        del entry[source.choice(list(entry))]
    elif kind == 5:
        header[name] = source.choice([None, [], 1, "F32", {}])
    elif kind == 6:
        header["__metadata__"] = source.choice([{"a": "b"}, {"a": 1}, [], None, "x"])
    else:
        data = data[: -source.randrange(1, 9)] if source.random() < 0.5 else data + b"x"
    return header, data


class ArrayFiles(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name, content=b""):
        path = Path(self.folder.name, name)
        path.write_bytes(content)
        return str(path)

    def assert_one_line(self, action, *arguments):
        """Returns True if `action` succeeds or fails with a one-line error."""
        try:
            return action(*arguments)
        except MemplaceError as error:
            self.assertTrue(str(error).isprintable(), str(error))
            return None

    def test_headers_are_refused_as_by_the_package_after_any_change(self):
        source = random.Random(1)
        refused = 0
        for _ in range(400):
            arrays = {f"w{n}": random_array(source) for n in range(1, 4)}
            content = pack_weights(arrays)
            length = int.from_bytes(content[:8], "little")
            header = json.loads(content[8 : 8 + length])
            if source.random() < 0.9:
                mutated = mutate(header, content[8 + length :], source)
                content = header_file(*mutated)
            path = self.path("w.safetensors", content)
            try:
                expected = safetensors.numpy.load(content)
            except Exception:
                expected = None
            found = self.assert_one_line(read_arrays, path)
            self.assertEqual(found is None, expected is None, content)
            layout = self.assert_one_line(read_layout, path)
            self.assertEqual(layout is None, expected is None, content)
            refused += expected is None
            for name, array in (expected or {}).items():
                self.assertEqual(found[name].dtype, array.dtype)
                self.assertTrue(np.array_equal(found[name], array))
                place = layout[name]
                stored = content[place.offset : place.offset + place.bytes]
                self.assertEqual(stored, array.tobytes())
        self.assertGreater(refused, 200)

    def test_headers_with_a_name_twice_or_nested_too_deep_are_refused(self):
        entry = '"w": {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]}'
        twice = self.path(
            "w.safetensors", header_file(f"{{{entry}, {entry}}}".encode(), b"1234")
        )
        for read in (read_arrays, read_layout):
            with self.assertRaisesRegex(InputError, "'w' is there twice"):
                read(twice)
        deep = self.path("d.safetensors", header_file(b"[" * 200_000, b""))
        with self.assertRaisesRegex(InputError, "nested too deep"):
            read_layout(deep)
        infinite = b'{"w": {"dtype": "F32", "shape": [4], "data_offsets": [0, 1e400]}}'
        with self.assertRaisesRegex(InputError, "'1e400' is no whole number"):
            read_layout(self.path("i.safetensors", header_file(infinite, bytes(16))))

    def test_arrays_of_any_name_come_back_from_each_kind_of_file(self):
        names = [name for name in any_names(200) if "\0" not in name]
        arrays = {name: np.float32([n]) for n, name in enumerate(names)}
        for suffix, content in (
            (".npz", pack_npz(arrays)),
            (".safetensors", pack_weights(arrays)),
        ):
            found = read_arrays(self.path(f"w{suffix}", content))
            self.assertEqual(found.keys(), set(map(clean_name, names)))
            for number, name in enumerate(names):
                self.assertEqual(found[clean_name(name)], [number])
        with np.load(io.BytesIO(pack_npz(arrays))) as theirs:
            self.assertEqual(set(theirs.files), set(names))

    def test_npy_headers_after_any_change_give_the_array_or_one_error(self):
        source = random.Random(2)
        for _ in range(400):
            array = random_array(source)
            if source.random() < 0.5 and array.ndim:
                array = np.asfortranarray(array)
            if source.random() < 0.3:
                array = array.astype(array.dtype.newbyteorder(">"))
            file = io.BytesIO()
            np.save(file, array)
            content = bytearray(file.getvalue())
            whole = self.path("a.npy", bytes(content))
            found = read_arrays(whole)
            self.assertTrue(np.array_equal(found, array))
            self.assertTrue(found.dtype.isnative)
            for _ in range(source.randrange(1, 4)):
                content[source.randrange(min(128, len(content)))] = source.randrange(
                    256
                )
            changed = self.path("a.npy", bytes(content))
            self.assert_one_line(read_arrays, changed)
            self.assert_one_line(read_layout, changed)

    def test_npy_in_another_byte_order_is_not_served_as_other_numbers(self):
        path = self.path("w.npy")
        np.save(path, np.arange(4, dtype=">f4"))
        with self.assertRaisesRegex(InputError, "another byte order"):
            read_layout(path)
        self.assertEqual(read_arrays(path).tolist(), [0, 1, 2, 3])

    def test_headers_of_terabytes_are_refused_before_memory_is_taken(self):
        for shape in ("(1000000000000,)", "(4611686018427387904, 4)", "(" * 5000):
            text = f"{{'descr': '<f4', 'fortran_order': False, 'shape': {shape}, }}\n"
            head = b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text.encode()
            path = self.path("t.npy", head + bytes(16))
            for read in (read_arrays, read_layout):
                with self.assertRaises(InputError):
                    read(path)

    def test_archives_that_would_grow_are_refused(self):
        file = io.BytesIO()
        np.savez_compressed(file, zeros=np.zeros(1 << 18))
        path = self.path("z.npz", file.getvalue())
        self.assertEqual(read_arrays(path)["zeros"].size, 1 << 18)
        with mock.patch("memplace.arrayfiles.MAX_BYTES", 1 << 20):
            with self.assertRaisesRegex(InputError, "would have 2097"):
                read_arrays(path)
        # Arrays as large as their files may have any size.
        with mock.patch("memplace.arrayfiles.MAX_BYTES", 16):
            large = self.path("l.npz", pack_npz({"a": np.zeros(100)}))
            self.assertEqual(read_arrays(large)["a"].size, 100)

    def test_archives_after_any_change_give_arrays_or_one_error(self):
        source = random.Random(3)
        whole = pack_npz({"a": np.arange(4), "b": np.zeros((2, 2))})
        with zipfile.ZipFile(io.BytesIO(whole)) as archive:
            self.assertEqual(len(archive.namelist()), 2)
        for _ in range(300):
            content = bytearray(whole)
            for _ in range(source.randrange(1, 4)):
                content[source.randrange(len(content))] = source.randrange(256)
            self.assert_one_line(read_arrays, self.path("a.npz", bytes(content)))

    def test_pipes_are_not_waited_for(self):
        for suffix in (".npy", ".npz", ".safetensors", ".irpa", ".index.json"):
            path = str(Path(self.folder.name, f"p{suffix}"))
            os.mkfifo(path)
            with self.assertRaisesRegex(InputError, "a pipe or a device"):
                read_layout(path)
            with self.assertRaisesRegex(InputError, "a pipe or a device"):
                read_arrays(path)

    def test_an_index_leads_to_no_file_of_another_folder(self):
        inner = Path(self.folder.name, "inner")
        inner.mkdir()
        outside = self.path("w.safetensors", pack_weights({"w": np.ones(2)}))
        os.symlink(outside, inner / "link.safetensors")
        (inner / "own.safetensors").write_bytes(Path(outside).read_bytes())
        index = inner / "model.safetensors.index.json"
        for file in ("../w.safetensors", outside, "link.safetensors", "a\0b", "", ".."):
            index.write_text(json.dumps({"weight_map": {"w": file}}))
            with self.assertRaisesRegex(InputError, "is not an index of safetensors files"):
                read_layout(str(index))
        index.write_text(json.dumps({"weight_map": {"w": "own.safetensors"}}))
        self.assertEqual(set(read_layout(str(index))), {"w"})
        # As in a cache of downloads: all files are links into another folder.
        cache = Path(self.folder.name, "cache")
        cache.mkdir()
        for file in ("model.safetensors.index.json", "own.safetensors"):
            os.symlink(inner / file, cache / file)
        layout = read_layout(str(cache / "model.safetensors.index.json"))
        self.assertEqual(set(layout), {"w"})

    def test_what_is_no_index_and_no_file_of_costs_is_one_error(self):
        texts = [b"", b"[" * 100_000, b"null", b"[]", b"1e999", b"{}", b"\xff", b'"x"']
        texts += [b'{"weight_map": ' + text + b"}" for text in texts]
        start = b'{"format": "memplace-op-costs", "version": 2, "seconds": '
        rest = b', "overhead_bytes": {}, "read_bytes_per_second": {}}'
        costs = [b"1", b'{"a": -1}', b'{"a": 1e999}', b'{"a": NaN}', b'{"a": "1"}']
        texts += [start + text + rest for text in costs]
        for text in texts:
            with self.assertRaisesRegex(InputError, "is not an index"):
                read_layout(self.path("w.index.json", text))
            with self.assertRaisesRegex(InputError, "not a file of op costs"):
                CostCache(self.path("costs.json", text))
        known = CostCache(self.path("costs.json", start + b'{"a": 0.5}' + rest))
        self.assertEqual(known.seconds, {"a": 0.5})

    def test_archives_of_parameters_are_read_once(self):
        def archive(entries, table_at=88, names_at=None, following=0, names=b"w" * 16):
            table = b"".join(
                struct.pack("<QIQ2Q2QQ2Q4x", 80, 2, 0, at, size, 0, 0, 16, 0, 8)
                for at, size in entries
            )
            names_at = 88 + len(table) if names_at is None else names_at
            head = struct.pack("<4sHHQQQ", b"IRPA", 0, 0, 88, following, 0)
            ranges = (table_at, len(table), names_at, len(names), 88, 8)
            return head + struct.pack("<Q6Q", len(entries), *ranges) + table + names

        good = archive([(0, 3)])
        self.assertEqual(list(read_layout(self.path("a.irpa", good))), ["www"])
        for wrong, reason in (
            (archive([(0, 17)]), "table of names ends"),
            (archive([(0, 9), (0, 9)]), "table of names ends"),
            (archive([(0, 3), (0, 3)]), "'www' is there twice"),
            (archive([(0, 3)], table_at=1 << 63), "from byte 9223372036854775"),
            (archive([(0, 3)], table_at=(1 << 64) - 1), "would have 80 bytes"),
        ):
            with self.assertRaisesRegex(InputError, reason):
                read_layout(self.path("a.irpa", wrong))
        # Many headers that share one table.
        size = 88
        many = b"".join(
            archive([(0, 0)] * 400, size * (300 - n), 0, size, b"")[:size]
            for n in range(300)
        )
        table = archive([(0, 0)] * 400, names=b"")[size:]
        with self.assertRaisesRegex(InputError, "tables overlap|is there twice"):
            read_layout(self.path("a.irpa", many + table))
        source = random.Random(4)
        for _ in range(300):
            content = bytearray(good)
            content[source.randrange(len(content))] = source.randrange(256)
            self.assert_one_line(read_layout, self.path("a.irpa", bytes(content)))


class Inputs(unittest.TestCase):
    def test_a_device_that_never_ends_is_read_up_to_a_limit(self):
        with mock.patch.object(inputs, "MAX_STREAMED", 1 << 20):
            with self.assertRaisesRegex(InputError, "has more than 1048576 bytes"):
                inputs.read_bytes("/dev/zero")
        self.assertEqual(inputs.read_text("/dev/null"), "")

    def test_a_large_file_of_holes_is_refused(self):
        with tempfile.NamedTemporaryFile(suffix=".mlir") as file:
            os.truncate(file.name, 1 << 40)
            with self.assertRaisesRegex(
                InputError, "has 1099511627776 bytes, of which"
            ):
                inputs.read_bytes(file.name)

    def test_brackets_are_counted_outside_of_strings(self):
        inputs.check_nesting("[" * 1000 + "]" * 1000, "a")
        inputs.check_nesting("[]" * 30_000 + '"' + "[" * 30_000 + '"', "a")
        inputs.check_nesting("// " + "[" * 30_000, "a")
        for letter in "([{<":
            with self.assertRaisesRegex(InputError, "^a:2: .* more than 1000 deep"):
                inputs.check_nesting("\n" + f"{letter} " * 20_000, "a")


if __name__ == "__main__":
    unittest.main()
