# memplace.xla: whole problems with XLA's placements, and errors before compilation.
# xla-fit.py tests times of ops, and xla-compile.test compiles.
#
# REQUIRES: python-bindings
# RUN: %core_python -W error %s

import dataclasses
import functools
import sys
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).parent / "Inputs"))
import memplace
from memplace.errors import InputError, MissingPartError
from memplace.xla import (
    Text,
    Requested,
    check_placement,
    compare,
    compile_model,
    harvest_text,
    harvest_texts,
)
from memplace.xla.compiler import (
    capacity_tag,
    chip_of,
    limit_options,
    options_of,
    parse_options,
)
from memplace.xla.hlo import parse_module
from memplace.xla.origin import Origin, origin_of, with_origin, words_of
from memplace.xla.schedule import read_schedule
from memplace.xla.worker import (
    Request,
    argument_type,
    function_and_arguments,
    lower,
)
from xla_cases import PREFETCH, archive, module, read, remember_fits

CALIBRATION = ("off", "maskw", "maska", "mask1", "mask2", "mask3", "cmem4M.noxp")


class HarvestTest(unittest.TestCase):
    @staticmethod
    @functools.cache
    def harvest(tag, capacity=None):
        first, other = f"gpt2_block_b1.{tag}", f"gpt2_block_b1.{tag}.noxp"
        return harvest_text(
            read(first),
            other=read(other),
            calibration=[read(f"gpt2_block_b1.{each}") for each in CALIBRATION],
            capacity=capacity,
            name="block",
            validate=True,
        )

    def test_xla_at_its_best(self):
        # With 8 MiB XLA is faster without copies from the previous run, which occupy
        # most of the memory all the time.
        found = self.harvest("cmem8M", 8 << 20)
        self.assertEqual(found.solution.solver, "xla-msa-noxp")
        self.assertEqual(found.other.solution.solver, "xla-msa")
        self.assertLess(found.baseline.total_seconds, 0.9 * found.other.total_seconds)
        for baseline in (found.baseline, found.other):
            self.assertEqual(memplace.verify(found.problem, baseline.solution), [])
            self.assertLessEqual(baseline.solution.peak_bytes[0], 8 << 20)
            run = memplace.simulate(found.problem, baseline.solution)
            self.assertEqual(baseline.stall_seconds, run.stall_seconds)
            # The problem agrees with the compiler for these tiers.
            self.assertAlmostEqual(run.op_seconds / baseline.seconds, 1, delta=0.005)
        self.assertEqual(found.how, {"fit": 21, "bytes": 3})
        self.assertEqual(found.problem.target["channels"][0]["order"], "deadline")

    def test_an_op_that_is_slower_in_fast_memory(self):
        # XLA writes 48 MiB into fast memory, although its own estimate for the op is
        # then 229,964 cycles instead of 122,508.
        found = self.harvest("on")
        ops = {op["name"]: op for op in found.problem.to_dict()["ops"]}
        kept = [access.get("tiers") for access in ops["fusion.53"]["accesses"]]
        self.assertEqual(kept, [None, None, None, None, ["hbm"]])
        self.assertTrue(any("takes longer" in note for note in found.notes))
        run = memplace.simulate(found.problem, found.solution)
        self.assertLess(run.op_seconds, 0.95 * found.baseline.seconds)
        self.assertLess(max(abs(each.total) for each in found.fit), 0.01)
        held_out = [each.name for each in found.held_out]
        tags = ("maska", "mask2", "cmem4M.noxp")
        self.assertEqual(held_out, [f"gpt2_block_b1.{tag}" for tag in tags])

    def test_what_is_held_out_can_be_chosen(self):
        requested = Requested(read("gpt2_block_b1.on"), read("gpt2_block_b1.on.noxp"))
        texts = [read(f"gpt2_block_b1.{tag}") for tag in CALIBRATION]
        twin = dataclasses.replace(texts[0], name="gpt2_block_b1.twin")

        def harvest(calibration, **options):
            return harvest_texts([requested], calibration=calibration, **options)[0]

        def is_twin(tag):
            return tag == "twin"

        # Equal error as the identical text used for the fit.
        found = harvest([*texts, twin], validate=True, is_out=is_twin)
        fitted = {each.name: each.total for each in harvest(texts).fit}
        self.assertEqual([each.name for each in found.held_out], [twin.name])
        self.assertEqual(found.held_out[0].total, fitted[texts[0].name])
        self.assertEqual(harvest([*texts, twin], is_out=is_twin).held_out, [])

    def test_what_the_compiler_says_of_a_placement(self):
        found = self.harvest("cmem8M", 8 << 20)
        checked = check_placement(found.problem, found.solution, found.observed, 1.05e9)
        self.assertGreater(checked.known, 0.95)
        self.assertAlmostEqual(
            checked.total_seconds, found.baseline.total_seconds, delta=1e-9
        )
        default = memplace.solve(found.problem, "default-tier").solution
        checked = check_placement(found.problem, default, found.observed, 1.05e9)
        off = sum(
            op.cycles or 0
            for op in read_schedule(parse_module(read("gpt2_block_b1.off").text)).ops
        )
        self.assertAlmostEqual(checked.seconds, off / 1.05e9, delta=1e-12)
        self.assertLess(abs(checked.error), 0.01)

    def held_out_on(self, program, target_name):
        """Returns the largest held-out error of a program for a chip with VMEM,
        NAME.CHIP, with one of the chip's targets."""
        chip = chip_of(f"{program.partition('.')[2]}:1x1")
        texts = [Text(*each[::-1]) for each in archive(program).items()]
        first, other = (
            next(text for text in texts if text.tag == tag) for tag in ("on", "on.noxp")
        )
        found = harvest_text(
            first,
            other=other,
            calibration=texts,
            target_name=target_name or chip.target,
            clock=chip.clock,
            name=program,
            validate=True,
        )
        self.assertEqual(memplace.verify(found.problem, found.solution), [])
        self.assertGreaterEqual(len(found.held_out), 5)
        return max((each.total for each in found.held_out), key=abs)

    def test_a_chip_with_vmem(self):
        # By XLA's estimates VMEM speeds up ops more than by its bandwidth: the separate
        # target matches, the chip's target does not.
        self.assertLess(abs(self.held_out_on("alexnet_b1.v6e", None)), 0.01)
        self.assertGreater(abs(self.held_out_on("alexnet_b1.v6e", "tpu-v6e")), 0.03)

    def test_another_chip_with_vmem(self):
        # The largest error with the chip's bandwidth, as in docs/guide/xla.md.
        self.assertLess(abs(self.held_out_on("resnet50_b1.v5e", None)), 0.02)
        worst = self.held_out_on("resnet50_b1.v5e", "tpu-v5e")
        self.assertAlmostEqual(worst, -0.064, delta=0.0005)

    def test_several_problems_share_times(self):
        names = [f"gpt2_block_b1.{tag}" for tag in ("on", "on.noxp", "cmem8M")]
        requested = [
            Requested(read(names[0]), read(names[1]), None, "whole"),
            Requested(read(names[2]), None, 8 << 20, "limited"),
        ]
        off = read("gpt2_block_b1.off")
        whole, limited = harvest_texts(requested, calibration=[off])
        self.assertEqual([limited.problem.name, limited.other], ["limited", None])
        fields = [each.problem.to_dict() for each in (whole, limited)]
        # Cuts depend on the layouts of each compilation.
        for op in (*fields[0]["ops"], *fields[1]["ops"]):
            op.pop("cuts", None)
        self.assertEqual(fields[0]["ops"], fields[1]["ops"])
        self.assertEqual(fields[0]["buffers"], fields[1]["buffers"])
        self.assertEqual(whole.problem.target["name"], "tpu-v4i")

    def test_calibration_of_another_program(self):
        with self.assertRaisesRegex(
            InputError,
            "scan.on: the ops differ from those of gpt2_block_b1.on: '.*' is missing, .* "
            "and [0-9]+ more; give texts",
        ):
            harvest_text(read("gpt2_block_b1.on"), calibration=[read("scan.on")])

    def test_too_few_compilations(self):
        on, off = read("gpt2_block_b1.on"), read("gpt2_block_b1.off")
        same = Text(on.text, "gpt2_block_b1.again")
        with self.assertRaisesRegex(
            InputError,
            "too few compilations for a fit: 3 with 2 placements, but 3 are needed; "
            "uncertain ops: 'convert_reduce_fusion.1', .* and 16 more; give more texts",
        ):
            harvest_text(on, calibration=[off, same])
        with self.assertRaisesRegex(InputError, "two texts are called 'gpt2_block_b1"):
            harvest_text(on, calibration=[Text(off.text, on.name), off])
        found = harvest_text(on)
        self.assertEqual((found.how, found.fit), ({"single": 21, "bytes": 3}, []))

    def test_unseen(self):
        with self.assertRaisesRegex(InputError, "unseen must be one of expect, charge"):
            harvest_text(read("scan.on"), unseen="guess")

    def test_what_does_not_fit_gives_way(self):
        # As if XLA had been given smaller limits.
        for kib in (64 << 10, 8 << 10, 1 << 10, 64, 1):
            found = harvest_text(read("gpt2_block_b1.on"), capacity=kib << 10)
            self.assertEqual(memplace.verify(found.problem, found.solution), [])
            self.assertLessEqual(found.solution.peak_bytes[0], kib << 10)
        self.assertTrue(any(note.startswith("given up") for note in found.notes))

    def test_more_give_way_at_a_time_if_no_offsets_are_found(self):
        # As if no placement ever fitted: removing buffers one at a time would need a
        # search each.
        searches = []

        def search(begins, ends, sizes, *, capacity=None, **more):
            searches.append(more["nodes"])
            if capacity is not None:
                return mock.Mock(offsets=None)
            return memplace.pack(begins, ends, sizes, **more)

        with mock.patch("memplace.xla.plan.pack", search):
            found = harvest_text(read("gpt2_block_b1.on"))
        self.assertEqual(memplace.verify(found.problem, found.solution), [])
        self.assertEqual(found.solution.peak_bytes[0], 0)
        self.assertLess(len(searches), 100)
        self.assertLess(searches[-2], searches[0])

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
        found = harvest_text(read("gpt2_block_b1.cmem8M"), capacity=8 << 20)
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
        self.assertEqual((xla.xla_cycles, xla.xla_stalls), (None, None))
        with self.assertRaisesRegex(InputError, "nosuch"):
            compare(found.problem, found.solution, solvers=["nosuch"])

    def test_xla_own_time_beside_makespans(self):
        found = harvest_text(read("gpt2_block_b1.cmem8M"), capacity=8 << 20)
        origin = Origin("v4 lite:1x1", {"xla_a": "1"}, words_of([found.baseline]))
        problem = with_origin(found.problem, origin)
        self.assertEqual(origin_of(problem), origin)
        self.assertEqual(origin_of(found.problem), Origin())
        again = memplace.Problem.from_json(problem.to_json())
        self.assertEqual(origin_of(again), origin)
        solution = memplace.Solution.from_dict(problem, found.solution.to_dict())
        result = compare(problem, solution, solvers=["default-tier"])
        xla, default = result.rows
        self.assertAlmostEqual(xla.xla_cycles, found.baseline.seconds, delta=1e-12)
        self.assertAlmostEqual(
            xla.xla_stalls, found.baseline.stall_seconds, delta=1e-12
        )
        self.assertIsNone(default.xla_cycles)
        self.assertIn(f" {xla.xla_cycles * 1e6:.3f} ", str(result).splitlines()[1])
        # A placement of the same name, but not of the same time, is not XLA's.
        other = memplace.solve(problem, "default-tier").solution.to_dict()
        result = compare(problem, other | {"solver": "xla-msa"}, solvers=[])
        self.assertIsNone(result.rows[0].xla_cycles)
        fields = problem.to_dict()
        fields["target"]["sources"]["xla"]["source"] = "{}"
        with self.assertRaisesRegex(InputError, "source 'xla' of its target"):
            origin_of(memplace.Problem.from_dict(fields))


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
                memplace.MemplaceError, "is not an argument type"
            ):
                argument_type(text)

    def test_options(self):
        self.assertEqual(chip_of("v4 lite:1x1").target, "tpu-v4i")
        self.assertEqual(chip_of("v5e:1x1").target, "tpu-v5e-xla")
        self.assertIsNone(chip_of("v9:1x1"))
        self.assertEqual(list(limit_options("v4 lite:1x1", 8 << 20).values()), ["8192"])
        with self.assertRaisesRegex(memplace.MemplaceError, "needs a chip with CMEM"):
            limit_options("v5e:1x1", 8 << 20)
        with self.assertRaisesRegex(memplace.MemplaceError, "multiple of 1024"):
            limit_options("v4 lite:1x1", 1000)
        self.assertEqual(options_of("on", "v4 lite:1x1"), {})
        self.assertEqual(options_of("off", "v5e:1x1"), {"xla_msa_enable": "false"})
        fewer = {"xla_msa_max_outstanding_prefetches": "2"}
        self.assertEqual(options_of("prefetch2", "v6e:1x1"), fewer)
        self.assertEqual(
            sorted(options_of("cmem8M.noxp", "v4 lite:1x1")),
            [
                "xla_enable_cross_program_prefetch",
                "xla_max_cross_program_prefetches",
                "xla_msa_max_cross_program_prefetches",
                "xla_tpu_max_cmem_used_by_memory_space_assignment",
            ],
        )
        self.assertEqual(
            [capacity_tag(size) for size in (None, 8 << 20, 1536 << 10)],
            ["on", "cmem8M", "cmem1572864"],
        )
        self.assertEqual(parse_options(["--a=b", "c=d=e"]), {"a": "b", "c": "d=e"})
        with self.assertRaisesRegex(memplace.MemplaceError, "write it as NAME=VALUE"):
            parse_options(["a"])

    def test_another_version_is_told_of(self):
        said = []
        with (
            mock.patch("memplace.xla.compiler.check_installed"),
            mock.patch("memplace.xla.compiler.installed_version", lambda: "9.9"),
            mock.patch("memplace.xla.compiler._run", lambda *_: {"on": Text("", "on")}),
        ):
            compiled = compile_model("a:b", tags=["on"], progress=said.append)
        self.assertEqual(list(compiled), ["on"])
        self.assertEqual(said[0], "compiling a:b for v4 lite:1x1 once")
        self.assertIn("libtpu 9.9 is not 0.0.51", said[1])

    def test_a_missing_function_is_found_before_the_topology(self):
        request = Request("math:nosuch", None, "nosuch:1x1")
        with self.assertRaisesRegex(memplace.MemplaceError, "has no function 'nosuch'"):
            lower(request)

    def test_without_libtpu(self):
        before = sys.modules.get("libtpu")
        sys.modules["libtpu"] = None
        try:
            with self.assertRaisesRegex(
                MissingPartError, r"pip install '[^']*/python\[xla\]'"
            ):
                compile_model(self.model("maker"))
        finally:
            del sys.modules["libtpu"]
            if before:
                sys.modules["libtpu"] = before


if __name__ == "__main__":
    remember_fits()
    unittest.main()
