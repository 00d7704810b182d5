# memplace.xla: times of ops, whole problems with XLA's placement, and what is said
# before anything is compiled. Compiling is in xla-compile.test.
#
# REQUIRES: python-bindings
# RUN: %core_python -W error %s

import sys
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).parent / "Inputs"))
import cases
import memplace
from memplace.errors import InputError, MissingPartError
from memplace.xla import Text, compare, compile_model, harvest_text
from memplace.xla.compiler import chip_of, limit_options, parse_options
from memplace.xla.harvest import times_of
from memplace.xla.hlo import parse_module
from memplace.xla.program import Access, Buffer, Op, Place, Program
from memplace.xla.schedule import read_schedule
from memplace.xla.times import Calibration, Machine
from memplace.xla.worker import Request, argument_type, function_and_arguments
from xla_cases import PREFETCH, module, read


def nameless(problem):
    """A problem's fields without names, accesses in one order."""
    fields = problem.to_dict()
    for op in fields["ops"]:
        del op["name"]
        op["accesses"].sort(key=lambda each: (each["buffer"], each["mode"]))
    for buffer in fields["buffers"]:
        del buffer["name"]
    return fields


class TimesTest(unittest.TestCase):
    """A clock of 1 GHz, 100 and 1000 bytes a ns: a cycle is a ns."""

    MACHINE = Machine(clock=1e9, fast=1e12, slow=1e11)

    def times(self, on, off, sizes, memories, modes=None):
        buffers = [Buffer(str(n), size, 0, 1) for n, size in enumerate(sizes)]
        places = [Place(n, memory == "f", 0) for n, memory in enumerate(memories)]
        modes = modes or ["read"] * (len(sizes) - 1) + ["write"]
        op = Op("op", on, [Access(place, mode) for place, mode in zip(places, modes)])
        found = Program("p", [op], buffers, places)
        return Calibration(found, off, self.MACHINE).times(op)

    def test_compute_bound(self):
        # 1000 ns although all is fast: bytes that take 200 ns stay.
        found = self.times(1000, {"op": 1000}, [10000, 10000], "ff")
        self.assertEqual((found.how, found.compute_ps), ("compute", 1000000))
        self.assertEqual(found.bytes, (10000, 10000))
        # Those that alone would take 2000 ns are scaled down to 1000.
        found = self.times(980, {"op": 1000}, [100000, 100000], "ff")
        self.assertEqual((found.how, found.compute_ps), ("compute", 980000))
        self.assertEqual(found.bytes, (50000, 50000))
        self.assertEqual(self.times(969, {"op": 1000}, [100000], "f").how, "memory")

    def test_memory_bound(self):
        # All slow 1000 ns; with a half of it fast 600, more than the traffic's 550.
        found = self.times(600, {"op": 1000}, [10000, 10000], "sf")
        self.assertEqual((found.how, found.compute_ps), ("memory", 600000))
        self.assertEqual(found.bytes, (50000, 50000))

    def test_split(self):
        # 300 ns with a half of it fast: slow bytes s, fast bytes f with
        # s / 100 + f / 100 = 1000 and s / 100 + f / 1000 = 300.
        found = self.times(300, {"op": 1000}, [10000, 10000], "sf")
        self.assertEqual(found.how, "split")
        slow, fast = found.bytes
        self.assertAlmostEqual(slow / 100 + fast / 100, 1000, delta=0.1)
        self.assertAlmostEqual(slow / 100 + fast / 1000, 300, delta=0.1)
        self.assertEqual(found.compute_ps, 125000)

    def test_hidden(self):
        # Nothing is fast: what it computes does not show.
        found = self.times(1000, {"op": 1000}, [100000, 100000], "ss")
        self.assertEqual((found.how, found.compute_ps), ("hidden", 125000))
        self.assertEqual(sum(found.bytes), 100000)
        # Its traffic is too little to be what takes the time.
        found = self.times(1000, {"op": 1000}, [20000, 20000], "ss")
        self.assertEqual((found.how, found.compute_ps), ("compute", 1000000))

    def test_what_is_not_known(self):
        found = self.times(None, {"op": 1000}, [100, 100], "ff")
        self.assertEqual(
            (found.how, found.compute_ps, found.bytes), ("bytes", 0, (100, 100))
        )
        for off in (None, {}, {"op": None}):
            found = self.times(70, off, [100, 100], "ff")
            self.assertEqual((found.how, found.compute_ps), ("single", 70000))

    def test_an_update_counts_twice(self):
        found = self.times(
            600, {"op": 1000}, [10000, 10000], "sf", ["update", "update"]
        )
        self.assertEqual(found.bytes, (25000, 25000))


class HarvestTest(unittest.TestCase):
    def test_it_agrees_with_the_shipped_problems(self):
        # Texts of the same program; offsets are others.
        on, off = read("gpt2_block_b1.on"), read("gpt2_block_b1.off")
        limited = read("gpt2_block_b1.cmem8M")
        for name, found in (
            ("gpt2_block_b1", harvest_text(on, baseline=off, name="gpt2_block_b1")),
            (
                "gpt2_block_b1.cmem8M",
                harvest_text(
                    limited,
                    baseline=off,
                    calibration=on,
                    capacity=8 << 20,
                    name="gpt2_block_b1.cmem8M",
                ),
            ),
        ):
            path = cases.PROBLEMS / "tpu" / f"{name}.problem.json.gz"
            shipped = memplace.Problem.load(path)
            theirs = memplace.Solution.load(
                shipped, str(path).replace(".problem.", ".xla.solution.")
            )
            self.assertEqual(nameless(found.problem), nameless(shipped))
            self.assertEqual(memplace.verify(found.problem, found.solution), [])
            self.assertAlmostEqual(
                memplace.simulate(found.problem, found.solution).makespan,
                memplace.simulate(shipped, theirs).makespan,
                delta=1e-9,
            )
            self.assertEqual(len(found.solution.transfers), len(theirs.transfers))
            self.assertEqual(found.solution.solver, "xla-msa")
            self.assertLessEqual(
                found.solution.peak_bytes[0], found.problem.tier_capacities[0]
            )

    def test_what_does_not_fit_gives_way(self):
        # As if XLA had been told of less than it was.
        for kib in (64 << 10, 8 << 10, 1 << 10, 64, 1):
            found = harvest_text(read("gpt2_block_b1.on"), capacity=kib << 10)
            self.assertEqual(memplace.verify(found.problem, found.solution), [])
            self.assertLessEqual(found.solution.peak_bytes[0], kib << 10)
        self.assertTrue(any(note.startswith("given up") for note in found.notes))

    def test_another_schedule_is_not_calibrated_by(self):
        on = read("gpt2_block_b1.on")
        found = harvest_text(on, calibration=read("scan.on"), capacity=128 << 20)
        self.assertIn("not scheduled as with all", found.notes[0])
        machine = Machine(1e9, 1e12, 1e11)
        one, other, third = (
            read_schedule(parse_module(read(name).text))
            for name in ("scan.on", "scan.on", "gpt2_block_b1.on")
        )
        calibration = Calibration(one, None, machine)
        self.assertIsNone(times_of(third, one, calibration))
        found = times_of(other, one, calibration)
        self.assertEqual(found, [calibration.times(op) for op in one.ops])
        # Another size, another name, another access.
        other.buffers[3].size += 512
        self.assertIsNone(times_of(other, one, calibration))
        other.buffers[3].size -= 512
        other.ops[0].accesses.reverse()
        self.assertIsNone(times_of(other, one, calibration))
        other.ops[0].accesses.reverse()
        other.ops[0].name += "x"
        self.assertIsNone(times_of(other, one, calibration))

    def test_bad_arguments(self):
        text = module(*PREFETCH)
        for arguments, message in (
            ({"capacity": 0}, "capacity must be from 1 to 134217728"),
            ({"capacity": 1 << 40}, "capacity must be from 1 to 134217728"),
            ({"target_name": "nosuch"}, "nosuch"),
            ({"target_name": "nnpi-1000"}, "must have two tiers"),
            ({"target_name": "ethos-u55-deep"}, "must have two tiers"),
        ):
            with self.assertRaisesRegex(InputError, message):
                harvest_text(text, **arguments)

    def test_compare(self):
        found = harvest_text(
            read("gpt2_block_b1.cmem8M"),
            baseline=read("gpt2_block_b1.off"),
            capacity=8 << 20,
        )
        result = compare(found.problem, found.solution, solvers=["msa", "greedy"])
        self.assertEqual(
            [row.solver for row in result.rows], ["xla-msa", "msa", "greedy"]
        )
        xla = result.rows[0]
        run = memplace.simulate(found.problem, found.solution)
        self.assertEqual((xla.makespan, xla.stalls), (run.makespan, run.stall_seconds))
        self.assertEqual(xla.bytes_moved, run.bytes_transferred)
        self.assertLessEqual(result.bound, min(row.makespan for row in result.rows))
        self.assertEqual(
            result.to_dict()["rows"][0]["transfers"], len(found.solution.transfers)
        )
        with self.assertRaisesRegex(InputError, "nosuch"):
            compare(found.problem, found.solution, solvers=["nosuch"])


def maker():
    return (lambda x: x), [1.0]


def raising():
    raise ValueError("no luck")


class CompilerTest(unittest.TestCase):
    def model(self, name):
        return f"{Path(__file__)}:{name}"

    def test_models(self):
        request = Request(self.model("maker"), None, "")
        self.assertEqual(function_and_arguments(request)[1], (1.0,))
        request = Request("jax.numpy:tanh", ["f32[8,128]", "bf16[]"], "")
        _, arguments = function_and_arguments(request)
        self.assertEqual([each.shape for each in arguments], [(8, 128), ()])
        self.assertEqual(
            [str(each.dtype) for each in arguments], ["float32", "bfloat16"]
        )

    def test_bad_models(self):
        for model, message in (
            ("maker", "is not of the form MODULE:FUNCTION"),
            ("nosuchmodule:f", "cannot load 'nosuchmodule'"),
            ("nosuch.py:f", "cannot load 'nosuch.py'"),
            ("math:nosuch", "'math' has no function 'nosuch'"),
            ("math:pi", "'math' has no function 'pi'"),
            ("os:getpid", "raised TypeError: .*; it must return a function"),
        ):
            with self.assertRaisesRegex(memplace.MemplaceError, message):
                function_and_arguments(Request(model, None, ""))
        for text in ("f32", "f32[a]", "q[8]", "f32[8] x"):
            with self.assertRaisesRegex(
                memplace.MemplaceError, "is no argument's type"
            ):
                argument_type(text)

    def test_options(self):
        self.assertEqual(chip_of("v4 lite:1x1").target, "tpu-v4i")
        self.assertIsNone(chip_of("v9:1x1"))
        self.assertEqual(list(limit_options("v4 lite:1x1", 8 << 20).values()), ["8192"])
        with self.assertRaisesRegex(memplace.MemplaceError, "needs a chip with CMEM"):
            limit_options("v5e:1x1", 8 << 20)
        with self.assertRaisesRegex(memplace.MemplaceError, "multiple of 1024"):
            limit_options("v4 lite:1x1", 1000)
        self.assertEqual(parse_options(["--a=b", "c=d=e"]), {"a": "b", "c": "d=e"})
        with self.assertRaisesRegex(memplace.MemplaceError, "write it as NAME=VALUE"):
            parse_options(["a"])

    def test_another_version_is_told_of(self):
        said = []
        with (
            mock.patch("memplace.xla.compiler.check_installed"),
            mock.patch("memplace.xla.compiler.installed_version", lambda: "9.9"),
            mock.patch(
                "memplace.xla.compiler._run", lambda *_: {"full": Text("", "full")}
            ),
        ):
            compiled = compile_model("a:b", baseline=False, progress=said.append)
        self.assertEqual((compiled.off, compiled.limited), (None, None))
        self.assertEqual(said[0], "compiling a:b for v4 lite:1x1, once")
        self.assertIn("libtpu 9.9 is not 0.0.51", said[1])

    def test_without_libtpu(self):
        before = sys.modules.get("libtpu")
        sys.modules["libtpu"] = None
        try:
            with self.assertRaisesRegex(
                MissingPartError, r"pip install './python\[xla\]'"
            ):
                compile_model(self.model("maker"))
        finally:
            del sys.modules["libtpu"]
            if before:
                sys.modules["libtpu"] = before


if __name__ == "__main__":
    unittest.main()
