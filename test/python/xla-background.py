# memplace.xla: programs of which XLA runs copies and slices in the background in some
# compilations only. The compilations come from a generator.
#
# REQUIRES: python-bindings
# RUN: %core_python -W error %s

import random
import re
import sys
import unittest
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "Inputs"))
import memplace
from memplace.errors import InputError
from memplace.xla import Text, estimate_of, harvest_text
from memplace.xla.background import Outline, aligned
from memplace.xla.compilations import read_simply
from memplace.xla.hlo import parse_module
from xla_cases import FLAG, ROW, cycles, module

CLOCK = 1.05e9
SLOW = "f32[512,1024]{1,0:T(8,128)}"
FAST = "f32[512,1024]{1,0:T(8,128)S(3)}"
HALF = "f32[256,1024]{1,0:T(8,128)}"
HALF_FAST = "f32[256,1024]{1,0:T(8,128)S(3)}"


@dataclass(frozen=True)
class Own:
    """A copy or slice of the program. source, user: indices of works; source -1 is the
    argument. part: number of the slice."""

    name: str
    is_slice: bool
    source: int
    user: int
    part: int


def draw(seed):
    """Returns the number of works, and the copies and slices between the works. No work
    reads a copy together with its source, or two copies of a source."""
    drawn = random.Random(seed)
    works = drawn.randint(4, 8)
    owns = []
    for number in range(drawn.randint(1, 4)):
        source = drawn.randint(-1, works - 3)
        user = drawn.randint(source + 2, works - 1)
        is_slice = drawn.random() < 0.5
        same = [own for own in owns if (own.source, own.user) == (source, user)]
        if len(same) < 2 and all(is_slice and own.is_slice for own in same):
            kind = "slice" if is_slice else "copy"
            owns.append(Own(f"{kind}.{number + 30}", is_slice, source, user, len(same)))
    return works, owns


class Writer:
    """Writes a compilation. background: names of the copies and slices to run in the
    background; fast: works with the result in the fast memory."""

    def __init__(self, works, owns, background, fast, drawn):
        self.works, self.owns, self.background = works, owns, background
        self.fast, self.drawn = fast, drawn
        # Numbers of starts differ between compilations.
        self.numbers = drawn.sample(range(30, 60), 20)
        self.value = {-1: ("p", False)}
        self.lines = [f"%p = {SLOW} parameter(0)", f"%x = {ROW} parameter(1)"]
        self.waiting = {}

    def text(self, name):
        for work in range(-1, self.works):
            if work >= 0:
                self.work(work)
            for own in self.owns:
                if own.source == work:
                    self.begin(own)
        last, is_fast = self.value[self.works - 1]
        self.lines.append(
            f"ROOT %r = {ROW} fusion(%{last}), kind=kLoop, calls=%f, {cycles(50)}"
        )
        return Text(module(*self.lines), name)

    def work(self, work):
        operands = [self.value[work - 1][0], "x"]
        for own in self.owns:
            if own.user == work:
                operands.append(self.arrived(own))
        shape = FAST if work in self.fast else SLOW
        count = 9000 - 1000 * (work in self.fast) - 100 * len(self.background)
        self.lines.append(
            f"%work.{work} = {shape} fusion({', '.join('%' + one for one in operands)}), "
            f"kind=kLoop, calls=%f, {cycles(count)}"
        )
        self.value[work] = (f"work.{work}", work in self.fast)

    def begin(self, own):
        source, is_fast = self.value[own.source]
        shape = HALF if own.is_slice else SLOW
        where = f", slice={{[{256 * own.part}:{256 * own.part + 256}], [0:1024]}}"
        where = where if own.is_slice else ""
        kind = "slice" if own.is_slice else "copy"
        if own.name not in self.background:
            self.lines.append(
                f"%{own.name} = {shape} {kind}(%{source}){where}, {cycles(700)}"
            )
            return
        if is_fast and not own.is_slice and self.drawn.random() < 0.3:
            # The copy itself goes to the slow memory.
            number = self.numbers.pop()
            start = f"({SLOW}, {FAST}, {FLAG}) copy-start(%{source})"
            self.lines.append(f"%copy-start.{number} = {start}")
            done = f"{SLOW} copy-done(%copy-start.{number})"
            self.waiting[own.name] = (f"copy-done.{number}", done)
            return
        if is_fast:
            # XLA first moves the source to the slow memory.
            number = self.numbers.pop()
            self.lines += [
                f"%copy-start.{number} = ({SLOW}, {FAST}, {FLAG}) copy-start(%{source})",
                f"%copy-done.{number} = {SLOW} copy-done(%copy-start.{number})",
            ]
            source = f"copy-done.{number}"
        if not own.is_slice and self.drawn.random() < 0.3:
            # XLA copies at once, and has no cycles for the copy.
            self.lines.append(f"%{own.name} = {FAST} copy(%{source})")
            return
        number = self.numbers.pop()
        result = HALF_FAST if own.is_slice else FAST
        start = f"{kind}-start.{number}"
        whole = (
            f"(({SLOW}), {result}, {FLAG})"
            if own.is_slice
            else f"({FAST}, {SLOW}, {FLAG})"
        )
        self.lines.append(f"%{start} = {whole} {kind}-start(%{source}){where}")
        self.waiting[own.name] = (
            f"{kind}-done.{number}",
            f"{result} {kind}-done(%{start})",
        )

    def arrived(self, own):
        if own.name not in self.waiting:
            return own.name
        name, what = self.waiting[own.name]
        self.lines.append(f"%{name} = {what}")
        return name


def compilations(seed, count=5):
    """Returns compilations of a program; in the first, everything is synchronous."""
    works, owns = draw(seed)
    drawn = random.Random(1000 + seed)
    texts = []
    for number in range(count):
        background = {own.name for own in owns if number and drawn.random() < 0.6}
        fast = {work for work in range(works) if number and drawn.random() < 0.5}
        writer = Writer(works, owns, background, fast, drawn)
        texts.append(writer.text(f"net.t{number}.hlo.txt"))
    return owns, texts


class BackgroundTest(unittest.TestCase):
    def test_all_compilations_have_the_same_ops(self):
        changed = 0
        for seed in range(60):
            owns, texts = compilations(seed)
            modules = [parse_module(text.text, text.name) for text in texts]
            base = read_simply(modules[0])
            for text, found in zip(texts, modules):
                same = aligned(found, Outline.of_program(base), read_simply)
                changed += same is not found
                program = read_simply(same)
                self.assertEqual(
                    [op.name for op in program.ops],
                    [op.name for op in base.ops],
                    f"seed {seed}, {text.name}",
                )
                background = {op.name for op in program.ops if op.cycles == 0}
                starts = {
                    own.name
                    for own in owns
                    if not re.search(f"%{own.name} = .*cycles", text.text)
                }
                self.assertEqual(background, starts, f"seed {seed}, {text.name}")
        self.assertGreater(changed, 60)

    def test_harvests_have_legal_placements(self):
        for seed in range(4):
            _, texts = compilations(seed)
            first, *others = texts[::-1]
            found = harvest_text(first, calibration=others, name="net")
            self.assertEqual(memplace.verify(found.problem, found.solution), [])
            self.assertFalse(any(note.startswith("left out") for note in found.notes))
            self.assertRegex(
                found.notes[0], "^in the background in some comp.*: '(copy|sl)"
            )
            # XLA's own time has no time of ops in the background.
            program = read_simply(parse_module(first.text))
            known = sum(op.cycles or 0 for op in program.ops)
            self.assertAlmostEqual(found.baseline.seconds, known / CLOCK, delta=1e-12)
            for text in texts:
                estimate = estimate_of(found.problem, found.solution, text, CLOCK)
                self.assertEqual(
                    memplace.verify(found.problem, estimate.baseline.solution), []
                )

    def test_a_wait_for_a_copy_in_the_background_is_a_stall(self):
        # 2 MiB at 614 GB/s, during an op of 1000 cycles.
        def text(is_background):
            copied = (
                (
                    f"%s = ({FAST}, {SLOW}, {FLAG}) copy-start(%p)",
                    f"%a = {ROW} fusion(%x), kind=kLoop, calls=%f, {cycles(1000)}",
                    f"%c = {FAST} copy-done(%s)",
                )
                if is_background
                else (
                    f"%c = {SLOW} copy(%p), {cycles(7000)}",
                    f"%a = {ROW} fusion(%x), kind=kLoop, calls=%f, {cycles(1000)}",
                )
            )
            return module(
                f"%p = {SLOW} parameter(0)",
                f"%x = {ROW} parameter(1)",
                *copied,
                f"ROOT %b = {ROW} fusion(%c, %a), kind=kLoop, calls=%f, {cycles(50)}",
            )

        plain = harvest_text(text(False), name="net")
        copied = estimate_of(plain.problem, plain.solution, Text(text(True)), CLOCK)
        self.assertEqual(plain.baseline.stall_seconds, 0)
        self.assertAlmostEqual(copied.baseline.seconds, 1050 / CLOCK, delta=1e-12)
        wait = (2 << 20) / 614e9 - 1000 / CLOCK
        self.assertAlmostEqual(copied.baseline.stall_seconds, wait, delta=0.03e-6)

    def test_a_compilation_with_another_op_is_left_out(self):
        _, texts = compilations(3)
        line = f"%more = {ROW} negate(%x), {cycles(10)}\n  ROOT"
        other = Text(texts[1].text.replace("ROOT", line), "net.more.hlo.txt")
        found = harvest_text(texts[0], calibration=[*texts[1:], other])
        note = "left out: compilation net.more.hlo.txt, where 'more' is new"
        self.assertIn(note, found.notes)
        self.assertNotIn(other.name, [errors.name for errors in found.fit])
        # A slower placement is left out like a compilation for the fit.
        found = harvest_text(texts[0], other=other, calibration=texts[1:])
        self.assertIn(note, found.notes)
        self.assertIsNone(found.other)
        # The placement to write is never left out, nor are the last few others.
        with self.assertRaisesRegex(InputError, "'more' is missing; give texts of a"):
            harvest_text(other, calibration=texts)


if __name__ == "__main__":
    unittest.main()
