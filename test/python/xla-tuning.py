# memplace.xla: trials of compiler options, their judge, and the tuner. The compiler is a
# fake; xla-compile.test has the real one.
#
# REQUIRES: python-bindings
# RUN: %core_python -W error %s

import collections
import contextlib
import functools
import io
import json
import os
import random
import re
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

INPUTS = Path(__file__).parent / "Inputs"
sys.path.insert(0, str(INPUTS))
import memplace
from memplace.errors import InputError, MemplaceError
from memplace.xla import Text, command_line, harvest_text, trials, tune
from memplace.xla.baseline import baseline_of
from memplace.xla.compiler import DEFAULT_TOPOLOGY
from memplace.xla.following import program_of
from memplace.xla.hints import COPY_SPEED, SLICES, Hints, Moves, hints_of
from memplace.xla.judge import Judge
from memplace.xla.naming import kind_of
from memplace.xla.observed import target_of
from memplace.xla.overrides import ORDER, STARTS, TENSORS, started_before
from memplace.xla.tiers import tiers_of
from memplace.xla.trials import Trials
from memplace.xla.tuned import Choice, Tuned
from memplace.xla.tuner import Limits
from xla_cases import archive, read, remember_fits
from xla_fake_compiler import CYCLES

CLOCK = 1.05e9
FAKE = (sys.executable, str(INPUTS / "xla_fake_compiler.py"))


@functools.cache
def problem():
    """A block of GPT-2 with all of the fast memory."""
    others = ("off", "maskw", "maska", "mask1", "mask2", "mask3", "cmem8M.noxp")
    return harvest_text(
        read("gpt2_block_b1.on"),
        other=read("gpt2_block_b1.on.noxp"),
        calibration=[read(f"gpt2_block_b1.{tag}") for tag in others],
        name="block",
    ).problem


def fake_trials(model="m:f", told=None):
    """Returns trials with the fake compiler. Notes are added to `told`."""
    progress = (lambda line: None) if told is None else told.append
    return Trials(model, None, DEFAULT_TOPOLOGY, progress, FAKE)


def cycles_of(text):
    return len(CYCLES.findall(text.text))


class TrialsTest(unittest.TestCase):
    def test_ends_with_the_placement_or_compiles_to_the_end(self):
        with fake_trials() as found:
            placed, same = found.compile([{}, {}])
            (whole,) = found.compile([{}], is_whole=True)
            self.assertEqual(placed, same)
            self.assertEqual(cycles_of(placed), 0)
            self.assertGreater(cycles_of(whole), 0)
            self.assertEqual(whole.text, archive()["gpt2_block_b1.cmem32M.noxp"])
            # Kept results need no process.
            found._process.kill()
            self.assertEqual(found.compile([{}]), [placed])
            self.assertEqual(os.listdir(found._folder.name), [])
            with self.assertRaisesRegex(MemplaceError, "process that compiles has end"):
                found.compile([{SLICES: "0"}])

    def test_drops_a_compilation_that_fails_crashes_or_hangs(self):
        with mock.patch.multiple(trials, _FIRST_SECONDS=1, _LEAST_SECONDS=1):
            with fake_trials() as found:
                bad = [{COPY_SPEED: "10"}, {"xla_hang": "1"}, {"xla_no_such": "1"}]
                texts = found.compile([*bad, {SLICES: "0"}])
                self.assertEqual(texts[:3], [None] * 3)
                self.assertIsNotNone(texts[3])
                self.assertEqual(found.num_dropped, 3)
                for options, message in zip(
                    bad,
                    (
                        "the compiler ended itself: Check failed: speed",
                        "the compiler took too long",
                        "the compiler failed: No such compile option: 'xla_no_such'",
                    ),
                ):
                    with self.assertRaisesRegex(MemplaceError, message):
                        found.compiled(options)

    def test_names_an_option_that_the_compiler_lacks(self):
        told = []
        with fake_trials(told=told) as found:
            found.compile([{"xla_no_such": "1"}, {"xla_no_such": "2"}])
        self.assertEqual(told, ["note: this libtpu lacks the option 'xla_no_such'"])

    def test_notes_a_compiler_without_dumps(self):
        told = []
        with mock.patch.dict(os.environ, FAKE_NO_DUMP="1"), fake_trials(told=told) as found:
            texts = found.compile([{}, {SLICES: "0"}])
        self.assertTrue(all(cycles_of(text) for text in texts))
        self.assertEqual(len(told), 1)
        self.assertIn("does not show a placement early", told[0])

    def test_reports_a_bad_model_and_a_full_disk(self):
        with fake_trials("nosuch:f") as found:
            with self.assertRaisesRegex(MemplaceError, "^cannot load 'nosuch'$"):
                found.compiled({})
        usage = collections.namedtuple("usage", "free")(5 << 20)
        with fake_trials() as found, mock.patch("shutil.disk_usage", return_value=usage):
            with self.assertRaisesRegex(MemplaceError, "has 5 MiB left .* set TMPDIR"):
                found.compile([{}])


def without_cycles(tag):
    text = read(f"gpt2_block_b1.{tag}")
    return type(text)(CYCLES.sub("", text.text), text.name)


class JudgeTest(unittest.TestCase):
    def test_takes_cycles_of_other_compilations(self):
        judge = Judge(problem(), CLOCK)
        whole = judge.learn(read("gpt2_block_b1.on.noxp"))
        placed = judge.read(without_cycles("on.noxp"))
        self.assertEqual(whole.tiers, placed.tiers)
        self.assertEqual(judge.total(whole), judge.total(placed))
        # Modelled at first, where the operands are in other memories.
        other = judge.read(without_cycles("cmem8M.noxp"))
        modelled = judge.total(other)
        exact = judge.total(judge.learn(read("gpt2_block_b1.cmem8M.noxp")))
        self.assertEqual(judge.total(other), exact)
        self.assertNotEqual(modelled, exact)
        self.assertLess(abs(modelled / exact - 1), 0.02)

    def test_ops_in_the_background(self):
        """XLA counts only the waits for these, also in a dump."""
        text = read("gpt2_block_b1.cmem8M.noxp")
        first = CYCLES.search(text.text)
        hidden = text.text.replace(first[0], '"estimated_cycles":"0",', 1)
        judge = Judge(problem(), CLOCK)
        whole = judge.learn(Text(hidden, "hidden"))
        self.assertIn(0, whole.cycles)
        dump = judge.read(Text(CYCLES.sub("", hidden), "dump"))
        self.assertEqual(judge.total(dump), judge.total(whole))
        program = program_of(problem(), Text(hidden, "hidden"))
        tiers = tiers_of(target_of(problem()))
        baseline = baseline_of(problem(), program, tiers, CLOCK, "xla")
        self.assertAlmostEqual(judge.total(whole), baseline.total_seconds, places=12)

    def test_hints_have_the_names_of_the_text(self):
        judge = Judge(problem(), CLOCK)
        text = read("gpt2_block_b1.cmem8M.noxp")
        names = [op["name"] for op in problem().to_dict()["ops"]]
        swapped = {}
        for name in names:
            swapped.setdefault(kind_of(name), []).append(name)
        old, new = next(each for each in swapped.values() if len(each) > 1)[:2]
        pair = {old: new, new: old}
        changed = re.sub(
            r"(?<=%)[\w.\-]+", lambda each: pair.get(each[0], each[0]), text.text
        )
        judge.learn(Text(changed, "changed"))
        self.assertEqual(judge.names, pair)
        step = names.index(old)
        found = Hints(starts={(step, 0): step}).options(judge.program, judge.names)
        self.assertEqual(found, {STARTS: started_before([(new, 0, new)])})

    def test_refuses_another_program(self):
        with self.assertRaisesRegex(InputError, "has other ops or buffers"):
            Judge(problem(), CLOCK).read(read("scan.on"))


class HintsTest(unittest.TestCase):
    def setUp(self):
        self.judge = Judge(problem(), CLOCK)
        self.placed = self.judge.learn(read("gpt2_block_b1.cmem8M.noxp"))
        solution = memplace.solve(problem(), "search", budget=500).solution
        self.plan = hints_of(problem(), self.judge.program, solution)

    def test_text_of_starts(self):
        self.assertEqual(
            started_before([("a.1", 2, "b")]),
            'overrides { hlo_operand_filter { instruction_name_regex: "a\\\\.1" '
            "operand_number: 2 } override_options { before_instruction { "
            'instruction_name_regex: "b" } } }',
        )

    def test_of_a_placement(self):
        self.assertEqual(self.plan.slow & self.plan.first, frozenset())
        self.assertTrue(self.plan.starts)
        for (use, operand), start in self.plan.starts.items():
            self.assertLessEqual(start, use)
            accesses = self.judge.program.ops[use].accesses
            self.assertIn(operand, [access.operand for access in accesses])
        found = self.plan.options(self.judge.program, {})
        self.assertLessEqual({ORDER, STARTS, TENSORS}, {*found, TENSORS})
        self.assertEqual(Hints().options(self.judge.program, {}), {})

    def test_moves_are_random_by_seed_and_legal(self):
        def moved(seed):
            moves = Moves(self.plan, self.judge.bytes_used(), random.Random(seed))
            hints = Hints()
            for _ in range(200):
                hints = moves.changed(hints, self.placed)
            return hints

        found = moved(1)
        self.assertEqual(found, moved(1))
        self.assertNotEqual(found, moved(2))
        self.assertEqual(found.slow & found.first, frozenset())
        self.assertTrue(found.slow and found.first and found.starts)
        self.assertTrue(all(0 <= at <= use for (use, _), at in found.starts.items()))


def tuned(limits, progress=lambda line: None, **given):
    """Tunes with the fake compiler."""
    made = functools.partial(Trials, command=FAKE)
    with mock.patch.multiple(trials, _FIRST_SECONDS=1, _LEAST_SECONDS=1):
        with mock.patch.multiple(
            "memplace.xla.tuner", Trials=made, check_installed=mock.DEFAULT
        ):
            return tune(
                "m:f", problem=problem(), limits=limits, progress=progress, **given
            )


class CommandTest(unittest.TestCase):
    def test_writes_options_and_prints_a_table(self):
        stock = Choice("stock", {}, 1e-3, 2e-4)
        hints = Choice("hints", {"a": "1"}, 9e-4, 0.0)
        choices = {"stock": stock, "hints": hints}
        found = Tuned("p", choices, {"stock": 2, "hints": 9}, 8e-4, 5e-4, 1)
        output = io.StringIO()
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "options.json"
            with mock.patch("memplace.xla.tuner.tune", return_value=found) as tune:
                with contextlib.redirect_stdout(output):
                    code = command_line.main(
                        ["tune", "m:f", "-o", str(path), "--budget=9", "--seed=3"]
                    )
            self.assertEqual((code, json.loads(path.read_text())), (0, {"a": "1"}))
        self.assertEqual(tune.call_args.kwargs["limits"], Limits(300, 9, 3))
        lines = output.getvalue().splitlines()
        self.assertRegex(lines[1], "^stock +1200.000 +1000.000 +200.000 +1.000 +2$")
        self.assertRegex(lines[2], "^hints +900.000 +900.000 +0.000 +0.750 +9$")
        self.assertRegex(lines[3], "^plan +800.000 +0.667$")
        self.assertEqual(
            lines[5],
            "'hints' saves 25.0 % of the time of stock; compilations dropped: 1",
        )
        self.assertRegex(lines[6], r"^to confirm with a clock.*options.json'\)\)\)$")


class TunerTest(unittest.TestCase):
    def test_finds_flags_and_hints_that_help(self):
        told = []
        found = tuned(Limits(tries=16), told.append)
        self.assertEqual([*found.choices], ["stock", "best flags", "hints"])
        stock, flags, hints = found.choices.values()
        self.assertLess(hints.seconds, flags.seconds)
        self.assertLess(flags.seconds, stock.seconds)
        self.assertIs(found.best, hints)
        self.assertIn(SLICES, flags.options)
        self.assertIn(STARTS, hints.options)
        self.assertNotIn(STARTS, flags.options)
        self.assertEqual(found.tried["hints"], 16)
        self.assertGreater(found.dropped, 0)
        self.assertLess(found.bound, found.plan)
        self.assertRegex(found.verdict, r"^'hints' saves \d+\.\d % .*; compilations dropped: \d+")
        self.assertEqual(str(found).count("\n"), 5)
        again = tuned(Limits(tries=16))
        self.assertEqual(found, again)

    def test_an_interrupt_leaves_the_best_so_far(self):
        def interrupt(line):
            if "sets of options tried" in line:
                raise KeyboardInterrupt

        found = tuned(Limits(tries=16), interrupt)
        self.assertEqual(found.best.name, "best flags")
        self.assertIsNone(found.plan)

    def test_time_that_is_over_leaves_the_flags(self):
        found = tuned(Limits(seconds=0.001))
        self.assertEqual(found.tried["hints"], 0)
        self.assertEqual(found.best.name, "best flags")

    def test_errors(self):
        with self.assertRaisesRegex(InputError, "'v9:1x1'"):
            tune("m:f", topology="v9:1x1")
        with self.assertRaisesRegex(InputError, "has target 'tpu-v4i', but topology"):
            tuned(Limits(), topology="v5e:1x1")

    def test_no_gain_is_reported(self):
        stock = Choice("stock", {}, 1.0, 0.25)
        same = Choice("best flags", {"a": "1"}, 1.25, 0.0)
        choices = {"stock": stock, "best flags": same}
        found = Tuned("p", choices, {"stock": 2, "best flags": 9}, None, 0.5, 0)
        self.assertIs(found.best, stock)
        self.assertRegex(found.verdict, "^nothing is gained")


if __name__ == "__main__":
    remember_fits()
    with tempfile.TemporaryDirectory() as folder:
        for name, text in archive().items():
            (Path(folder) / f"{name}.hlo.txt").write_text(text)
        os.environ["FAKE_TEXTS"] = folder
        os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, sys.path))
        unittest.main()
