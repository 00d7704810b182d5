# memplace.xla: XLA's options for following a placement, and the estimate of a
# compilation. xla-compile.test compiles with these options.
#
# REQUIRES: python-bindings
# RUN: %core_python -W error %s

import functools
import random
import re
import sys
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).parent / "Inputs"))
import memplace
from memplace.errors import InputError
from memplace.xla import Text, harvest_text
from memplace.xla.compiler import DEFAULT_TOPOLOGY
from memplace.xla.following import (
    estimate_of,
    following_options,
    names_in,
    program_of,
)
from memplace.xla.naming import kind_of
from memplace.xla.origin import Origin, with_origin
from memplace.xla.overrides import ORDER, TENSORS, kept_slow, placed_first
from memplace.xla.rounds import harvest_in_rounds
from xla_cases import archive, read, remember_fits

CLOCK = 1.05e9
LIMIT = "xla_tpu_max_cmem_used_by_memory_space_assignment"


@functools.cache
def harvest():
    """A block of GPT-2 with 8 MiB of CMEM."""
    others = ("off", "maskw", "maska", "mask1", "mask2", "mask3", "cmem4M.noxp", "on")
    return harvest_text(
        read("gpt2_block_b1.cmem8M"),
        other=read("gpt2_block_b1.cmem8M.noxp"),
        calibration=[read(f"gpt2_block_b1.{tag}") for tag in others],
        capacity=8 << 20,
        name="gpt2_block_b1.cmem8M",
    )


def changed(**parts):
    """Returns its problem with other fields."""
    return memplace.Problem.from_dict(harvest().problem.to_dict() | parts)


class OptionsTest(unittest.TestCase):
    def test_names(self):
        # Special characters of regular expressions are escaped twice: for the expression
        # and for its text format.
        matcher = (
            'overrides { hlo_position_matcher { instruction_name_regex: "%s" } %s }'
        )
        self.assertEqual(
            kept_slow(["fusion.7", "a-b_c"]),
            matcher % (r"(fusion\\.7|a-b_c)", "keep_in_default_memory {}"),
        )
        first = "override_options { assign_first: true }"
        self.assertEqual(placed_first(["x"]), matcher % ("(x)", first))
        self.assertEqual(placed_first([]), "")

    def test_parts_of_tuples(self):
        # Each separately, since an index belongs to one instruction.
        found = kept_slow(["f.1{0}", "g", "f.1{1, 2}"])
        parts = found.split("overrides ")[1:]
        self.assertEqual(len(parts), 3)
        self.assertIn('instruction_name_regex: "(g)" }', parts[0])
        self.assertIn(r'"f\\.1" tuple_index { index: 0 } }', parts[1])
        self.assertIn(r'"f\\.1" tuple_index { index: 1 index: 2 } }', parts[2])

    def test_of_a_placement(self):
        problem = harvest().problem
        found = following_options(problem, harvest().solution)
        self.assertEqual(found[LIMIT], "8192")
        self.assertEqual(found["xla_enable_cross_program_prefetch"], "false")
        plan = harvest().solution.to_dict()
        fast = {
            each["buffer"] for each in plan["residencies"] if each["tier"] == "cmem"
        }
        self.assertTrue(0 < len(fast) < problem.num_buffers)
        for number, buffer in enumerate(problem.to_dict()["buffers"]):
            for option, is_in in (
                (ORDER, number in fast),
                (TENSORS, number not in fast),
            ):
                given = any(each in found[option] for each in spellings(buffer["name"]))
                self.assertEqual(given, is_in, (option, buffer["name"]))

    def test_of_all_or_nothing(self):
        problem = harvest().problem
        nothing = memplace.solve(problem, "default-tier").solution
        found = following_options(problem, nothing)
        self.assertNotIn(ORDER, found)
        self.assertIn(TENSORS, found)

    def test_other_chips(self):
        problem = harvest().problem
        default = memplace.solve(problem, "default-tier").solution
        with self.assertRaisesRegex(InputError, "has 'tpu-v5e-xla'; give --topology"):
            following_options(problem, default, "v5e:1x1")
        with self.assertRaisesRegex(InputError, "'v9:1x1'; known are v4 lite"):
            following_options(problem, default, "v9:1x1")

    def test_copy_speeds(self):
        problem = harvest().problem
        ours = harvest().solution
        found = following_options(problem, ours)
        self.assertEqual(following_options(problem, ours, copy_speed=1), found)
        faster = following_options(problem, ours, copy_speed=3)
        self.assertEqual(
            faster, found | {"xla_tpu_async_copy_bandwidth_scaling_factor": "3"}
        )
        with self.assertRaisesRegex(InputError, "copy_speed must be 1 or more, got 0"):
            following_options(problem, ours, copy_speed=0)

    def test_all_of_the_fast_memory(self):
        problem = changed(target="tpu-v4i")
        default = memplace.solve(problem, "default-tier").solution
        self.assertNotIn(LIMIT, following_options(problem, default))


def spellings(name):
    """Returns the form of a buffer in an option."""
    matcher = kept_slow([name]).partition("{ ")[2].partition(" keep")[0]
    pattern = matcher.split('"')[1].strip("()")
    if "{" in name:
        return [matcher]
    return [f"{before}{pattern}{after}" for before in "(|" for after in ")|"]


class WordTest(unittest.TestCase):
    def test_on_its_own_placement(self):
        # XLA has all buffers in its own memories.
        problem, baseline = harvest().problem, harvest().baseline
        estimate = estimate_of(
            problem, baseline.solution, read("gpt2_block_b1.cmem8M.noxp"), CLOCK
        )
        self.assertAlmostEqual(
            estimate.baseline.total_seconds, baseline.total_seconds, delta=1e-12
        )
        self.assertGreater(estimate.agreement, 0.99)
        self.assertGreater(estimate.known, 0.95)
        self.assertLess(abs(estimate.xla_error), 0.01)
        self.assertEqual(memplace.verify(problem, estimate.baseline.solution), [])

    def test_on_what_is_never_in_the_fast_memory(self):
        problem = harvest().problem
        nothing = memplace.solve(problem, "default-tier").solution
        text = read("gpt2_block_b1.off")
        estimate = estimate_of(problem, nothing, text, CLOCK)
        self.assertEqual(estimate.agreement, 1)
        self.assertAlmostEqual(estimate.error, estimate.xla_error, delta=1e-12)
        program = program_of(problem, text)
        cycles = sum(op.cycles or 0 for op in program.ops)
        untold = sum(
            duration
            for op, duration in zip(
                program.ops, memplace.simulate(problem, nothing).op_duration
            )
            if op.cycles is None
        )
        self.assertAlmostEqual(
            estimate.baseline.total_seconds, cycles / CLOCK + untold, delta=1e-12
        )
        # In the other compilation XLA has many of the bytes in fast memory.
        other = estimate_of(problem, nothing, read("gpt2_block_b1.on"), CLOCK)
        self.assertLess(other.agreement, 0.8)
        self.assertLess(other.known, estimate.known)

    def test_all_texts_are_of_the_program(self):
        problem = harvest().problem
        names = [buffer["name"] for buffer in problem.to_dict()["buffers"]]
        for name in archive():
            program = program_of(problem, read(name))
            self.assertEqual([buffer.name for buffer in program.buffers], names)

    def test_other_texts(self):
        problem, solution = harvest().problem, harvest().solution
        with self.assertRaisesRegex(
            InputError, "scan.on: the program has other ops or buffers"
        ):
            estimate_of(problem, solution, read("scan.on"), CLOCK)
        text = read("gpt2_block_b1.off").text.replace('"estimated_cycles"', '"other"')
        with self.assertRaisesRegex(InputError, "no op has cycles estimated by XLA"):
            estimate_of(problem, solution, Text(text, "none"), CLOCK)


def renumbered(text, seed):
    """Returns a text as after another call of `lower`, and the new names: instructions of
    a kind swap their names."""
    drawn = random.Random(seed)
    names = re.findall(r"^  (?:ROOT )?%([\w.\-]+) = ", text.text, re.MULTILINE)
    kinds = {}
    for name in names:
        if not name.startswith("params"):
            kinds.setdefault(kind_of(name), []).append(name)
    swapped = {}
    for kind in kinds.values():
        swapped |= zip(kind, drawn.sample(kind, len(kind)))
    pattern = re.compile(r"(?<=%)[\w.\-]+")
    changed = pattern.sub(lambda each: swapped.get(each[0], each[0]), text.text)
    return Text(changed, f"{text.name}.{seed}"), swapped


class NamesTest(unittest.TestCase):
    def test_equal_names(self):
        for name in archive():
            self.assertEqual(names_in(harvest().problem, read(name)), {})

    def test_other_numbers(self):
        problem, plan = harvest().problem, harvest().solution
        ours = {each["name"] for each in problem.to_dict()["buffers"]}
        for seed, tag in enumerate(("off", "cmem8M", "maska", "mask2")):
            text = read(f"gpt2_block_b1.{tag}")
            other, swapped = renumbered(text, seed)
            names = names_in(problem, other)
            self.assertGreater(len(names), 10)
            for old, new in names.items():
                self.assertEqual(swapped[old], new)
            for old in ours & swapped.keys() - names.keys():
                self.assertEqual(swapped[old], old)
            # The program is the same by all estimates.
            same, mine = (
                estimate_of(problem, plan, each, CLOCK) for each in (text, other)
            )
            self.assertEqual(
                (same.agreement, same.error, same.baseline.seconds),
                (mine.agreement, mine.error, mine.baseline.seconds),
            )
            # Options name the buffers as the text does.
            found = following_options(problem, plan, text=other)
            plain = following_options(problem, plan)
            self.assertNotEqual(found, plain)
            for option in (TENSORS, ORDER):
                self.assertEqual(
                    sorted(swapped.get(each, each) for each in named(plain[option])),
                    sorted(named(found[option])),
                )

    def test_options_given_at_harvest(self):
        problem = with_origin(harvest().problem, Origin("", {"xla_a": "1"}))
        found = following_options(problem, harvest().solution)
        plain = following_options(harvest().problem, harvest().solution)
        self.assertEqual(found, {"xla_a": "1"} | plain)


def named(option):
    """Returns the instructions in an option."""
    found = re.findall(r'instruction_name_regex: "\(?([^)"]*)', option)
    return [name.replace("\\\\", "") for each in found for name in each.split("|")]


@functools.cache
def slower():
    """Returns a text in which fast memory is slow."""
    pattern = r'(S\(3\).*"estimated_cycles":"\d)'
    text = read("gpt2_block_b1.mask2").text
    return Text(re.sub(pattern, r"\g<1>00", text), "slower")


def in_rounds(rounds, *answers, topology=DEFAULT_TOPOLOGY, copy_speeds=(1,)):
    """Harvests with these texts as XLA's answers."""
    few = [read(f"gpt2_block_b1.{tag}") for tag in ("off", "maskw", "mask1")]
    asked = []

    def make(more):
        return harvest_text(
            read("gpt2_block_b1.cmem8M.noxp"),
            calibration=[*few, *more],
            capacity=8 << 20,
            name="block",
        )

    def compiled(options):
        asked.append(options)
        return answers[len(asked) - 1]

    return harvest_in_rounds(make, compiled, rounds, topology, copy_speeds), asked


@functools.cache
def two_rounds():
    """Compilations to which no time was fitted, in place of XLA's answers."""
    return in_rounds(2, slower(), read("gpt2_block_b1.maska"))


class RoundsTest(unittest.TestCase):
    def test_rounds(self):
        found, asked = two_rounds()
        names = [text.name for text in found.texts]
        self.assertEqual(names, ["block.following1", "block.following2"])
        self.assertEqual(found.numbers, [1, 2])
        self.assertNotEqual(*asked)
        self.assertEqual((found.notes, len(found.estimates)), ([], 2))
        # Times were not fitted to the answer of a round on its arrival; finally they
        # are.
        fit = {errors.name: errors.total for errors in found.harvest.fit}
        self.assertLess(found.estimates[0].xla_error, -0.5)
        self.assertGreater(fit["block.following1"], found.estimates[0].xla_error)

    def test_copy_speeds(self):
        # Three compilations per round, the last without news; no estimate of a round
        # uses times fitted to another of its compilations.
        speed = "xla_tpu_async_copy_bandwidth_scaling_factor"
        found, asked = in_rounds(
            1, read("gpt2_block_b1.maska"), slower(), slower(), copy_speeds=(1, 3, 10)
        )
        self.assertEqual([each.get(speed) for each in asked], [None, "3", "10"])
        names = [text.name for text in found.texts]
        self.assertEqual(names, ["block.following1", "block.following1x3"])
        self.assertEqual(found.numbers, [1, 1])
        alone, _ = two_rounds()
        self.assertEqual(found.estimates[1].xla_error, alone.estimates[0].xla_error)
        fitted = {errors.name for errors in found.harvest.fit}
        self.assertLessEqual(set(names), fitted)

    def test_equal_cycles_are_not_new(self):
        # A comment and another memory of a copy, but the same cycles.
        again = Text(slower().text + "\n// again", "again")
        found, asked = in_rounds(1, slower(), again, copy_speeds=(1, 3))
        self.assertEqual(len(asked), 2)
        self.assertEqual([text.name for text in found.texts], ["block.following1"])

    def test_a_foreign_text_beside_others(self):
        found, _ = in_rounds(1, read("scan.on"), slower(), copy_speeds=(1, 3))
        self.assertRegex(found.notes[0], "round 1 is ignored: block.following1: the pr")
        self.assertEqual([text.name for text in found.texts], ["block.following1x3"])

    def test_as_before(self):
        # A text without news leaves the placement, which is not followed again.
        found, asked = in_rounds(3, *[read("gpt2_block_b1.mask1")] * 3)
        self.assertEqual(len(asked), 1)
        self.assertRegex(
            found.notes[0], "round 2 would follow the placement of an earl"
        )
        # XLA makes the same of another placement.
        found, asked = in_rounds(3, *[slower()] * 3)
        self.assertEqual(len(asked), 2)
        self.assertRegex(found.notes[0], "round 2 compiled to cycles of an earlier")
        self.assertEqual(found.numbers, [1])

    def test_none(self):
        found, asked = in_rounds(0)
        self.assertEqual(
            (found.texts, found.estimates, found.notes, asked), ([], [], [], [])
        )
        self.assertEqual(found.harvest.problem.name, "block")

    def test_what_tells_nothing(self):
        found, _ = in_rounds(2, read("scan.on"))
        self.assertRegex(found.notes[0], "round 1 is ignored: .* other ops or buffers")
        self.assertEqual((found.texts, found.estimates, found.numbers), ([], [], []))
        found, asked = in_rounds(2, topology="v5e:1x1")
        self.assertRegex(found.notes[0], "no round 1: .* has 'tpu-v5e-xla'")
        self.assertEqual(asked, [])

    def test_no_placement_ends_the_rounds_with_a_note(self):
        error = InputError("'search' finds no placement: none")
        with mock.patch("memplace.xla.rounds.find_placement", side_effect=error):
            found, asked = in_rounds(2)
        self.assertEqual(found.notes, [f"no round 1: {error}"])
        self.assertEqual((found.texts, found.harvest.problem.name), ([], "block"))
        self.assertEqual(asked, [])


if __name__ == "__main__":
    remember_fits()
    unittest.main()
