# memplace.xla without libtpu: reading XLA's text, and what becomes of it. What the
# command line does is in xla.test, compiling in xla-compile.test.
#
# REQUIRES: python-bindings
# RUN: %core_python -W error %s

import gzip
import random
import re
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
from memplace.xla.hlo import parse_module, split
from memplace.xla.program import Access, Buffer, Op, Place, Program
from memplace.xla.schedule import read_schedule
from memplace.xla.shapes import parse_shape
from memplace.xla.times import Calibration, Machine
from memplace.xla.values import trip_count
from memplace.xla.worker import Request, argument_type, function_and_arguments

TEXTS = Path(__file__).parent / "Inputs" / "xla"
# 4 KiB.
ROW = "f32[1024]{0:T(1024)}"
FAST = "f32[1024]{0:T(1024)S(3)}"
# 1 MiB.
BIG = "f32[256,1024]{1,0:T(8,128)}"
BIG_FAST = "f32[256,1024]{1,0:T(8,128)S(3)}"
FLAG = "u32[]{:S(2)}"


def cycles(number):
    """The attribute that tells of an op's cycles."""
    return f'backend_config={{"window_config":{{"estimated_cycles":"{number}"}}}}'


def module(*entry, before="", head="is_scheduled=true"):
    """The text of a module."""
    lines = "\n".join(f"  {line}" for line in entry)
    return f"HloModule m, {head}\n\n{before}\nENTRY %main (p: f32[]) -> f32[] {{\n{lines}\n}}\n"


def program(*entry, ways=None, **parts):
    return read_schedule(parse_module(module(*entry, **parts)), **(ways or {}))


def accesses(op, of):
    """Name of the buffer, mode and memory of what an op uses."""
    return [
        (
            of.buffers[each.place.buffer].name,
            each.mode,
            "fast" if each.place.fast else "slow",
        )
        for each in op.accesses
    ]


def ranges(of):
    return {each.name: (each.begin, each.end) for each in of.buffers}


def read(name):
    return Text(
        gzip.decompress((TEXTS / f"{name}.hlo.txt.gz").read_bytes()).decode(), name
    )


def nameless(problem):
    """A problem's fields without names, accesses in one order."""
    fields = problem.to_dict()
    for op in fields["ops"]:
        del op["name"]
        op["accesses"].sort(key=lambda each: (each["buffer"], each["mode"]))
    for buffer in fields["buffers"]:
        del buffer["name"]
    return fields


PREFETCH = (
    f"%p = {BIG} parameter(0)",
    f"%s = ({BIG_FAST}, {BIG}, {FLAG}) copy-start(%p)",
    f"%x = {ROW} parameter(1)",
    f"%a = {FAST} fusion(%x), kind=kLoop, calls=%f, {cycles(1000)}",
    f"%d = {BIG_FAST} copy-done(%s)",
    f"ROOT %b = {ROW} fusion(%d, %a), kind=kLoop, calls=%f, {cycles(2000)}",
)


class ShapesTest(unittest.TestCase):
    def test_sizes_of_tiled_layouts(self):
        for text, size in (
            ("f32[]{:T(128)}", 512),
            ("bf16[768]{0:T(1024)(128)(2,1)}", 2048),
            ("f32[12,1024]{1,0:T(8,128)}", 16 * 1024 * 4),
            ("bf16[12,64]{1,0:T(8,128)(2,1)}", 16 * 128 * 2),
            ("pred[1024,1024]{1,0:T(8,128)(4,1)}", 1024 * 1024),
            # The fastest dimension is the first: 8 are padded to 128.
            ("bf16[8,512]{0,1:T(8,128)(2,1)}", 512 * 128 * 2),
            ("bf16[13,1,16,256]{3,2,0,1:T(8,128)(2,1)}", 13 * 16 * 256 * 2),
            # A tile of more dimensions than there are.
            ("f32[1000]{0:T(8,128)}", 8 * 1024 * 4),
            ("s4[4096]{0:T(1024)E(4)}", 2048),
            ("f32[0,8]{1,0:T(8,128)}", 512),
            ("f32[300,5]", 6000),
            ("f8e4m3fn[2048]{0}", 2048),
        ):
            self.assertEqual(parse_shape(text).size, size, text)

    def test_tuples_spaces_and_comments(self):
        shape = parse_shape("(f32[8]{0:T(128)S(3)}, /*index=1*/(), (u32[]{:S(2)}))")
        self.assertEqual(shape[0].space, 3)
        self.assertEqual(shape[1], ())
        self.assertEqual(shape[2][0].space, 2)
        self.assertTrue(shape[0].is_same_but_space(parse_shape("f32[8]{0:T(128)}")))
        self.assertFalse(shape[0].is_same_but_space(parse_shape("f32[8]{0:T(256)}")))

    def test_what_is_no_shape(self):
        for text in (
            "",
            "f32",
            "f32[8",
            "f32[8]{1,0}",
            "f32[8]{0:Q}",
            "(f32[8]",
            "f32[8]x",
        ):
            with self.assertRaisesRegex(InputError, "is no shape"):
                parse_shape(text)
        with self.assertRaisesRegex(InputError, "unknown element type 'token8'|'q'"):
            print(parse_shape("q[8]").size)


class ParserTest(unittest.TestCase):
    def test_what_an_instruction_has(self):
        text = module(
            '%p.1 = f32[] parameter(0), metadata={op_name="a{b,(c\\""}',
            "  q = f32[2,2] constant({ { 1, 2 },",
            "    { 3, 4 } })",
            "ROOT %r = (f32[], f32[]) fusion(f32[] %p.1, /*index=1*/p.1), kind=kLoop,"
            f" calls=%f, {cycles(7)}, x={{1,2}}",
        )
        entry = parse_module(text).entry
        self.assertEqual([each.name for each in entry.instructions], ["p.1", "q", "r"])
        self.assertEqual(entry.root.operands, ("p.1", "p.1"))
        self.assertEqual(entry.root.cycles, 7)
        self.assertEqual(entry.root.called("calls"), ["f"])
        self.assertEqual(entry.root.attributes["x"], "{1,2}")
        self.assertEqual(entry.instructions[0].literal, "0")
        self.assertEqual(entry.instructions[1].operands, ())
        self.assertIsNone(entry.instructions[0].cycles)
        self.assertEqual(
            split('a{b,c}, "d,(e", f(g, h)'), ["a{b,c}", '"d,(e"', "f(g, h)"]
        )

    def test_cycles_that_are_not_known(self):
        entry = parse_module(
            module(
                f"%p = f32[] parameter(0), {cycles(2**63 - 1)}",
                "ROOT %r = f32[] negate(%p), backend_config={",
                "}",
            )
        ).entry
        self.assertEqual([each.cycles for each in entry.instructions], [None, None])

    def test_a_root_that_is_not_last_and_aliases(self):
        found = parse_module(
            module(
                "%p = f32[] parameter(0)",
                "ROOT %r = f32[] negate(%p)",
                "%s = f32[] negate(%p)",
                head="is_scheduled=true, input_output_alias={ {0}: (1, {}, may-alias), "
                "{1, 2}: (0, {3}, must-alias) }",
            )
        )
        self.assertEqual(found.entry.root.name, "r")
        self.assertEqual(found.aliases, [((0,), 1, ()), ((1, 2), 0, (3,))])

    def test_bad_text(self):
        good = module("%p = f32[] parameter(0)", "ROOT %r = f32[] negate(%p)")
        for text, message in (
            ("", "no HLO text"),
            ("module @m {}", "no HLO text"),
            ("HloModule m\n", "there is no ENTRY"),
            (good.replace("ENTRY ", ""), "there is no ENTRY"),
            (good[: good.rindex("}")], "cut off in computation 'main'"),
            (good.replace("negate(%p)", "negate(%p"), "cut off"),
            (good.replace("negate(%p)", ""), "m.txt:6: instruction 'r' is cut off"),
            (good.replace("negate(%p)", "negate(%q)"), "m.txt:6: 'r' has operand 'q'"),
            (good.replace("%r", "%p"), "'p' is defined twice"),
            (good.replace("f32[] negate", "f32[ negate"), "m.txt:6: "),
            (good.replace("f32[] negate", "<no> negate"), "is no shape"),
            (good.replace("  %p = f32[] parameter(0)\n", ""), "has operand 'p'"),
            (
                good.replace("%p = f32[] parameter(0)", "what is this"),
                "expected '%name =",
            ),
        ):
            with self.assertRaisesRegex(InputError, message):
                parse_module(text, "m.txt")

    def test_numbers_that_can_not_be(self):
        for line, message in (
            ("%p = f32[] parameter()", "'p' must be a parameter with a number"),
            ("%p = f32[] parameter(99999999999)", "must be a parameter with a number"),
            ("%p = f32[8,8]{1,1} parameter(0)", "is no shape"),
            ("%p = f32[8]{0:T(0)} parameter(0)", "is no shape"),
            (f"%p = {'(' * 5000}f32[]{')' * 5000} parameter(0)", "is no shape"),
        ):
            with self.assertRaisesRegex(InputError, message):
                parse_module(module(line, "ROOT %r = f32[] negate(%p)"))
        text = module(
            f"%p = {ROW} parameter(0)",
            f"ROOT %r = {ROW} call(%p), to_apply=%f",
            before=f"%f (x: f32[]) -> f32[] {{\n  %x = {ROW} parameter(0)\n"
            f"  ROOT %y = {ROW} call(%x), to_apply=%f\n}}\n",
        )
        with self.assertRaisesRegex(InputError, "a computation calls itself"):
            harvest_text(text)

    def test_broken_anywhere_it_is_refused_or_legal(self):
        text = read("scan.on").text
        names = re.findall(r"%[\w.\-]+", text)
        generator = random.Random(1)
        num_refused = 0
        for _ in range(150):
            at = generator.randrange(text.index("ENTRY") // 2, len(text))
            broken = generator.choice(
                (
                    text[:at] + text[at + generator.randrange(1, 30) :],
                    text[:at] + generator.choice('(){}[],:=%"S07') + text[at + 1 :],
                    re.sub(r"\d+", "7", text[at : at + 90]).join(
                        (text[:at], text[at + 90 :])
                    ),
                    text[:at] + text[at:].replace(*generator.choices(names, k=2), 1),
                )
            )
            try:
                found = harvest_text(broken)
            except InputError:
                num_refused += 1
                continue
            self.assertEqual(memplace.verify(found.problem, found.solution), [])
        self.assertGreater(num_refused, 30)

    def test_every_prefix_is_refused(self):
        text = module(*PREFETCH).rstrip()
        for end in range(len(text)):
            with self.assertRaises(InputError):
                harvest_text(text[:end])
        self.assertEqual(harvest_text(text).problem.num_ops, 2)

    def test_without_any_line_it_is_refused_or_legal(self):
        lines = read("gpt2_block_b1.on").text.splitlines()
        begin = next(at for at, line in enumerate(lines) if line.startswith("ENTRY"))
        for at in range(begin + 1, len(lines), 7):
            text = "\n".join(lines[:at] + lines[at + 1 :])
            try:
                found = harvest_text(text)
            except InputError:
                continue
            self.assertEqual(memplace.verify(found.problem, found.solution), [])


class ScheduleTest(unittest.TestCase):
    def test_a_prefetch_is_no_op_but_a_place(self):
        found = program(*PREFETCH)
        self.assertEqual([op.name for op in found.ops], ["a", "b"])
        self.assertEqual([op.cycles for op in found.ops], [1000, 2000])
        self.assertEqual(
            accesses(found.ops[1], found),
            [("p", "read", "fast"), ("a", "read", "fast"), ("b", "write", "slow")],
        )
        self.assertEqual(
            ranges(found), {"p": (0, 2), "x": (0, 1), "a": (0, 2), "b": (1, 2)}
        )
        copied = [place for place in found.places if place.source]
        self.assertEqual([(each.starts, each.done) for each in copied], [([0], 1)])
        flags = [(each.live_in, each.live_out) for each in found.buffers]
        self.assertEqual(
            flags, [(True, False), (True, False), (False, False), (False, True)]
        )

    def test_slices_that_are_put_together(self):
        half = "f32[128,1024]{1,0:T(8,128)S(3)}"
        found = program(
            f"%p = {BIG} parameter(0)",
            f"%x = {ROW} parameter(1)",
            f"%s.1 = (({BIG}), {half}, s32[]{{:S(2)}}) slice-start(%p), slice={{[0:128], [0:1024]}}",
            f"%a = {FAST} negate(%x)",
            f"%s.2 = (({BIG}), {half}, s32[]{{:S(2)}}) slice-start(%p), slice={{[128:256], [0:1024]}}",
            f"%b = {FAST} negate(%a)",
            f"%d.2 = {half} slice-done(%s.2)",
            f"%d.1 = {half} slice-done(%s.1)",
            f'%j = {BIG_FAST} custom-call(%d.1, %d.2), custom_call_target="ConcatBitcast"',
            f"ROOT %c = {ROW} fusion(%j, %b), kind=kLoop, calls=%f",
        )
        self.assertEqual([op.name for op in found.ops], ["a", "b", "c"])
        copied = [place for place in found.places if place.source]
        self.assertEqual([(each.starts, each.done) for each in copied], [([0, 1], 2)])

    def test_a_slice_that_is_used_by_itself_is_an_op(self):
        half = "f32[128,1024]{1,0:T(8,128)S(3)}"
        found = program(
            f"%p = {BIG} parameter(0)",
            f"%s = (({BIG}), {half}, s32[]{{:S(2)}}) slice-start(%p), slice={{[0:128], [0:1024]}}",
            f"%x = {ROW} parameter(1)",
            f"%a = {FAST} negate(%x)",
            f"%d = {half} slice-done(%s)",
            f"ROOT %c = {ROW} fusion(%d, %a), kind=kLoop, calls=%f",
        )
        self.assertEqual([op.name for op in found.ops], ["s", "a", "c"])
        # The source must not go before it is done.
        self.assertEqual(found.places[0].uses, [0, 1])

    def test_names_are_no_ops(self):
        found = program(
            f"%p = ({BIG}, {ROW}) parameter(0)",
            f"%g = {BIG} get-tuple-element(%p), index=0",
            "%v = f32[1024,256]{1,0:T(8,128)} bitcast(%g)",
            f"%a = ({FAST}, {BIG_FAST}) fusion(%v), kind=kLoop, calls=%f",
            f"%a.0 = {FAST} get-tuple-element(%a), index=0",
            f"%a.1 = {BIG_FAST} get-tuple-element(%a), index=1",
            f"%h = {ROW} get-tuple-element(%p), index=1",
            f"%b = {ROW} fusion(%a.1, %a.0, %h, %g), kind=kLoop, calls=%f",
            f"ROOT %r = ({ROW}, {BIG}) tuple(%b, %g)",
        )
        self.assertEqual([op.name for op in found.ops], ["a", "b"])
        names = [each.name for each in found.buffers]
        self.assertEqual(names, ["p{0}", "p{1}", "a{0}", "a{1}", "b"])
        argument = found.buffers[0]
        self.assertTrue(argument.live_in and argument.live_out)
        self.assertEqual(argument.end, 2)
        self.assertEqual(len(found.ops[1].accesses), 5)

    def test_an_eviction(self):
        found = harvest_text(
            module(
                f"%x = {ROW} parameter(0)",
                f"%a = {BIG_FAST} fusion(%x), kind=kLoop, calls=%f, {cycles(1000)}",
                f"%s = ({BIG}, {BIG_FAST}, {FLAG}) copy-start(%a)",
                f"%b = {ROW} fusion(%a), kind=kLoop, calls=%f, {cycles(1000)}",
                f"%d = {BIG} copy-done(%s)",
                f"%c = {ROW} fusion(%d, %b), kind=kLoop, calls=%f, {cycles(1000)}",
                f"ROOT %r = ({BIG}, {ROW}) tuple(%d, %c)",
            )
        )
        self.assertEqual(memplace.verify(found.problem, found.solution), [])
        fields = found.solution.to_dict()
        self.assertEqual([t["channel"] for t in fields["transfers"]], ["out"])
        self.assertEqual(
            [(t["start"], t["done"]) for t in fields["transfers"]], [(1, 2)]
        )

    def test_nobody_waits_for_a_copy(self):
        found = program(
            *PREFETCH[:-1],
            f"%b = {ROW} fusion(%d, %a), kind=kLoop, calls=%f",
            f"%s.2 = ({BIG_FAST}, {BIG}, {FLAG}) copy-start(%p), cross_program_prefetch_index=0",
            f"%d.2 = {BIG_FAST} copy-done(%s.2)",
            f"ROOT %r = ({ROW}) tuple(%b)",
        )
        self.assertEqual(found.num_transfers, 1)

    def test_what_a_copy_between_memories_is(self):
        for attributes, number in (("", 2), (f", {cycles(50)}", 3)):
            found = program(
                f"%p = {BIG} parameter(0)",
                f"%a = {BIG} negate(%p)",
                f"%c = {BIG_FAST} copy(%a){attributes}",
                f"ROOT %b = {BIG} negate(%c)",
            )
            self.assertEqual(len(found.ops), number)

    def test_constants_and_scalars(self):
        found = program(
            "%c = f32[4]{0:T(128)} constant({1, 2, 3, 4})",
            "%p = s32[]{:T(128)} parameter(0)",
            "%k = s32[]{:T(128)S(6)} copy(%p)",
            "%k.2 = s32[]{:T(128)S(6)} add(%k, %k)",
            f"ROOT %b = {ROW} fusion(%c, %k.2), kind=kLoop, calls=%f",
        )
        self.assertEqual([op.name for op in found.ops], ["k", "b"])
        self.assertEqual([each.name for each in found.buffers], ["c", "p", "b"])
        self.assertTrue(found.buffers[0].live_in)
        with self.assertRaisesRegex(InputError, "<hlo>:5: 'p' is in memory space 5"):
            program("ROOT %p = f32[8]{0:T(128)S(5)} parameter(0)")

    def test_gathers_read_what_they_write(self):
        body = (
            f"%f (t: f32[], i: s32[]) -> f32[] {{\n  %t = {BIG} parameter(0)\n"
            "  %i = s32[1]{0} parameter(1)\n  %g = f32[1,1024] gather(%t, %i)\n"
            f"  ROOT %r = {ROW} bitcast(%g)\n}}\n"
        )
        entry = (
            f"%p = {BIG} parameter(0)",
            "%i = s32[1]{0:T(128)} parameter(1)",
            f"ROOT %b = {ROW} fusion(%p, %i), kind=kCustom, calls=%f",
        )
        found = harvest_text(module(*entry, before=body)).problem.to_dict()
        self.assertEqual(
            [a["bytes"] for a in found["ops"][0]["accesses"]], [4096, 512, 4096]
        )
        body = body.replace("gather(%t, %i)", "add(%t, %i)")
        found = harvest_text(module(*entry, before=body)).problem.to_dict()
        self.assertEqual(
            [a["bytes"] for a in found["ops"][0]["accesses"]], [2**20, 512, 4096]
        )

    def test_a_branch_is_one_op(self):
        branches = "".join(
            f"%{name} (x: f32[]) -> f32[] {{\n  %x.{name} = {ROW} parameter(0)\n"
            f"  ROOT %r.{name} = {ROW} negate(%x.{name}), {cycles(number)}\n}}\n"
            for name, number in (("one", 10), ("two", 300))
        )
        found = program(
            "%p = s32[]{:T(128)} parameter(0)",
            f"%x = {ROW} parameter(1)",
            f"ROOT %b = {FAST} conditional(%p, %x, %x), branch_computations={{%one, %two}}",
            before=branches,
        )
        self.assertEqual([(op.name, op.cycles) for op in found.ops], [("b", 300)])
        self.assertEqual(len(found.ops[0].accesses), 3)

    def test_what_is_asynchronous_lasts(self):
        found = program(
            f"%p = {BIG} parameter(0)",
            f"%a = {BIG_FAST} negate(%p)",
            f"%s = (({BIG_FAST}), {BIG_FAST}, s32[]{{:S(2)}}) async-start(%a), calls=%f",
            f"%u = (({BIG_FAST}), {BIG_FAST}, s32[]{{:S(2)}}) async-update(%s)",
            f"%b = {FAST} negate(%p)",
            f"%d = {BIG_FAST} async-done(%u)",
            f"ROOT %c = {ROW} fusion(%d, %b), kind=kLoop, calls=%f",
        )
        self.assertEqual([op.name for op in found.ops], ["a", "s", "b", "c"])
        self.assertEqual(found.places[1].uses, [0, 1, 2])

    def test_what_can_not_be_read(self):
        for line, message in (
            (
                f"ROOT %b = {ROW} get-tuple-element(%p), index=0",
                "takes an element of what is no tuple",
            ),
            (f"ROOT %b = {ROW} get-tuple-element(%t), index=4", "takes element 4 of 1"),
            (f"ROOT %b = {ROW} copy-done(%p)", "waits for what was never started"),
            (
                f'ROOT %b = {ROW} custom-call(%p), custom_call_target="ConcatBitcast"',
                "puts together slices of several",
            ),
        ):
            with self.assertRaisesRegex(InputError, f"<hlo>:7: 'b' {message}"):
                program(f"%p = {ROW} parameter(0)", f"%t = ({ROW}) tuple(%p)", line)
        with self.assertRaisesRegex(InputError, "'m' is not scheduled"):
            program(f"ROOT %p = {ROW} parameter(0)", head="x=1")


UPDATE = (
    f"%c = {BIG} parameter(0)",
    "%n = f32[1,1024]{1,0:T(1,128)} parameter(1)",
    "%i = s32[]{:T(128)} parameter(2)",
    f"%u = {BIG} dynamic-update-slice(%c, %n, %i, %i)",
    f"%b = {ROW} fusion(%u), kind=kLoop, calls=%f",
    f"ROOT %r = ({BIG}, {ROW}) tuple(%u, %b)",
)
DONATED = "is_scheduled=true, input_output_alias={ {0}: (0, {}, may-alias) }"


class InPlaceTest(unittest.TestCase):
    def test_a_donated_argument_is_updated(self):
        found = harvest_text(module(*UPDATE, head=DONATED))
        fields = found.problem.to_dict()
        self.assertEqual([b["name"] for b in fields["buffers"]], ["c", "n", "i", "b"])
        cache = fields["buffers"][0]
        self.assertTrue(cache["live_in"] and cache["live_out"])
        self.assertIn(
            {"buffer": 0, "mode": "update", "bytes": 4096}, fields["ops"][0]["accesses"]
        )
        self.assertEqual(memplace.verify(found.problem, found.solution), [])

    def test_another_argument_stays_as_it_is(self):
        fields = harvest_text(module(*UPDATE)).problem.to_dict()
        self.assertEqual(
            [b["name"] for b in fields["buffers"]], ["c", "n", "i", "u", "b"]
        )
        self.assertNotIn("live_out", fields["buffers"][0])

    def test_an_updated_copy_goes_home(self):
        found = harvest_text(
            module(
                f"%x = {ROW} parameter(0)",
                "%n = f32[1,1024]{1,0:T(1,128)} parameter(1)",
                "%i = s32[]{:T(128)} parameter(2)",
                f"%a = {BIG_FAST} fusion(%x), kind=kLoop, calls=%f",
                f"%s = ({BIG}, {BIG_FAST}, {FLAG}) copy-start(%a)",
                f"%d = {BIG} copy-done(%s)",
                f"%e = {ROW} fusion(%d), kind=kLoop, calls=%f",
                f"%u = {BIG_FAST} dynamic-update-slice(%a, %n, %i, %i)",
                f"%s.2 = ({BIG}, {BIG_FAST}, {FLAG}) copy-start(%u)",
                f"%d.2 = {BIG} copy-done(%s.2)",
                f"ROOT %r = ({BIG}, {ROW}) tuple(%d.2, %e)",
            )
        )
        self.assertEqual(memplace.verify(found.problem, found.solution), [])
        self.assertEqual(len(found.solution.transfers), 2)
        self.assertEqual(found.problem.num_buffers, 5)

    def test_what_is_still_needed_is_not_written_over(self):
        # %d is read as it was before the update: no legal placement has one buffer.
        found = harvest_text(
            module(
                f"%x = {ROW} parameter(0)",
                "%n = f32[1,1024]{1,0:T(1,128)} parameter(1)",
                "%i = s32[]{:T(128)} parameter(2)",
                f"%a = {BIG_FAST} fusion(%x), kind=kLoop, calls=%f",
                f"%s = ({BIG}, {BIG_FAST}, {FLAG}) copy-start(%a)",
                f"%d = {BIG} copy-done(%s)",
                f"%u = {BIG_FAST} dynamic-update-slice(%a, %n, %i, %i)",
                f"%e = {ROW} fusion(%d, %u), kind=kLoop, calls=%f",
                f"ROOT %f.2 = {ROW} fusion(%d, %e), kind=kLoop, calls=%f",
            )
        )
        self.assertEqual(memplace.verify(found.problem, found.solution), [])
        self.assertIn("u", found.problem.buffer_names)

    def test_fusions_update_if_asked(self):
        alias = 'backend_config={"aliasing_operands":{"lists":[{"indices":["0","2"]}]}}'
        text = module(
            f"%x = {ROW} parameter(0)",
            f"%a = {FAST} negate(%x)",
            f"%b = {FAST} fusion(%a, %x), kind=kLoop, calls=%f, {alias}",
            f"ROOT %c = {ROW} negate(%b)",
        )
        self.assertEqual(harvest_text(text).problem.num_buffers, 4)
        merged = harvest_text(text, merge_updates=True)
        self.assertEqual(merged.problem.num_buffers, 3)
        self.assertEqual(memplace.verify(merged.problem, merged.solution), [])


def loop_text(limit="constant(10)", direction="LT", step="constant(2)"):
    """A loop with an invariant and a carried array in the fast memory."""
    state = f"(s32[]{{:T(128)}}, {BIG_FAST}, {FAST})"
    before = f"""
%cond (c: s32[]) -> pred[] {{
  %c = {state} parameter(0)
  %k = s32[]{{:T(128)}} get-tuple-element(%c), index=0
  %n = s32[]{{:T(128)}} {limit}
  ROOT %t = pred[]{{:T(512)}} compare(%k, %n), direction={direction}
}}

%body (c: s32[]) -> f32[] {{
  %b = {state} parameter(0)
  %bk = s32[]{{:T(128)}} get-tuple-element(%b), index=0
  %one = s32[]{{:T(128)}} {step}
  %next = s32[]{{:T(128)}} add(%bk, %one)
  %w = {BIG_FAST} get-tuple-element(%b), index=1
  %v = {FAST} get-tuple-element(%b), index=2
  %half = {FAST} fusion(%w, %v), kind=kLoop, calls=%f, {cycles(1000)}
  %new = {FAST} fusion(%half), kind=kLoop, calls=%f, {cycles(500)}
  ROOT %out = {state} tuple(%next, %w, %new)
}}
"""
    return module(
        f"%p = {BIG} parameter(0)",
        f"%s = ({BIG_FAST}, {BIG}, {FLAG}) copy-start(%p)",
        f"%x = {ROW} parameter(1)",
        f"%v.0 = {FAST} negate(%x), {cycles(100)}",
        "%zero = s32[]{:T(128)} constant(0)",
        "%first = s32[]{:T(128)} copy(%zero)",
        f"%d = {BIG_FAST} copy-done(%s)",
        f"%init = {state} tuple(%first, %d, %v.0)",
        f"%loop = {state} while(%init), condition=%cond, body=%body",
        f"%v.1 = {FAST} get-tuple-element(%loop), index=2",
        f"ROOT %r = {ROW} negate(%v.1), {cycles(100)}",
        before=before,
    )


class LoopTest(unittest.TestCase):
    def test_trip_counts(self):
        for parts, trips in (
            ({}, 5),
            ({"step": "constant(3)"}, 4),
            ({"direction": "GT"}, None),
            ({"limit": "parameter(0)"}, None),
            ({"limit": "constant(0)"}, None),
            ({"step": "constant(-1)"}, None),
        ):
            found = parse_module(loop_text(**parts))
            loop = next(i for i in found.entry.instructions if i.opcode == "while")
            self.assertEqual(trip_count(found, loop, found.entry), trips, parts)
            config = 'backend_config={"known_trip_count":{"n":"17"}}'
            loop.attributes["backend_config"] = config.partition("=")[2]
            self.assertEqual(trip_count(found, loop, found.entry), 17)

    def test_a_body_stands_where_the_loop_is(self):
        found = harvest_text(loop_text())
        fields = found.problem.to_dict()
        names = [op["name"] for op in fields["ops"]]
        self.assertEqual(
            names, ["v.0", "first", "loop", "t", "next", "half", "new", "r"]
        )
        self.assertEqual(
            [
                {k: each[k] for k in ("begin", "end", "trip_count")}
                for each in fields["loops"]
            ],
            [{"begin": 3, "end": 7, "trip_count": 5}],
        )
        self.assertEqual(memplace.verify(found.problem, found.solution), [])
        # What is carried is one buffer, written in each trip.
        carried = next(b for b in fields["buffers"] if b["name"] == "v.0")
        self.assertEqual((carried["begin"], carried["end"]), (0, 8))
        self.assertNotIn("new", found.problem.buffer_names)
        # The prefetch is before the loop, and lasts through it.
        transfer = found.solution.to_dict()["transfers"][0]
        self.assertEqual((transfer["start"], transfer["done"]), (0, 2))

    def test_a_loop_that_does_not_count_is_one_op(self):
        found = harvest_text(loop_text(direction="GT"))
        self.assertIn("loop", found.problem.op_names)
        self.assertEqual(found.problem.to_dict()["loops"], [])
        self.assertIn("one op, for one trip: loop 'loop'", found.notes[0])
        self.assertEqual(memplace.verify(found.problem, found.solution), [])

    def test_what_a_loop_carries_elsewhere_makes_it_one_op(self):
        # A copy in the other memory; a copy of the same buffer, which is still there.
        for result, num_loops in (("%next, %w, %there", 0), ("%next, %again, %new", 1)):
            text = loop_text().replace("tuple(%next, %w, %new)", f"tuple({result})")
            text = text.replace(
                "  ROOT %out",
                f"  %st = ({ROW}, {FAST}, {FLAG}) copy-start(%new)\n"
                f"  %there = {ROW} copy-done(%st)\n"
                f"  %sa = ({BIG}, {BIG_FAST}, {FLAG}) copy-start(%w)\n"
                f"  %slow = {BIG} copy-done(%sa)\n"
                f"  %sb = ({BIG_FAST}, {BIG}, {FLAG}) copy-start(%slow)\n"
                f"  %again = {BIG_FAST} copy-done(%sb)\n"
                "  ROOT %out",
            )
            found = harvest_text(text)
            self.assertEqual(memplace.verify(found.problem, found.solution), [])
            self.assertEqual(len(found.problem.to_dict()["loops"]), num_loops)
            self.assertIn("loop", found.problem.op_names)

    def test_a_loop_that_swaps_is_one_op(self):
        text = loop_text().replace("%new = ", "%other = ", 1)
        text = text.replace(f"{BIG_FAST}, {FAST})", f"{FAST}, {FAST})")
        text = text.replace(f"{BIG_FAST} get-tuple", f"{FAST} get-tuple")
        text = text.replace("tuple(%next, %w, %new)", "tuple(%next, %v, %w)")
        text = text.replace("tuple(%first, %d, %v.0)", "tuple(%first, %q, %v.0)")
        text = text.replace(f"%d = {BIG_FAST} copy-done(%s)", f"%q = {FAST} negate(%x)")
        found = harvest_text(text)
        self.assertEqual(memplace.verify(found.problem, found.solution), [])
        self.assertEqual(found.problem.to_dict()["loops"], [])

    def test_an_argument_in_the_fast_memory(self):
        found = harvest_text(
            module(
                f"%p = {BIG_FAST} parameter(0)",
                f"%a = {FAST} fusion(%p), kind=kLoop, calls=%f",
                f"ROOT %b = {FAST} negate(%a)",
            )
        )
        self.assertEqual(memplace.verify(found.problem, found.solution), [])
        self.assertEqual(len(found.solution.transfers), 2)

    def test_a_prefetched_argument_is_not_written_over(self):
        # It is the caller's; the loop gets a copy.
        text = loop_text().replace(
            f"%v.0 = {FAST} negate(%x), {cycles(100)}",
            f"%xs = ({FAST}, {ROW}, {FLAG}) copy-start(%x)\n  %v.0 = {FAST} copy-done(%xs)",
        )
        found = harvest_text(text)
        self.assertEqual(memplace.verify(found.problem, found.solution), [])
        fields = found.problem.to_dict()
        copied = next(op for op in fields["ops"] if op["name"] == "loop")
        self.assertEqual([a["mode"] for a in copied["accesses"]], ["read", "write"])
        written = {
            a["buffer"]
            for op in fields["ops"]
            for a in op["accesses"]
            if a["mode"] != "read"
        }
        self.assertNotIn(found.problem.buffer_names.index("x"), written)

    def test_a_scan_of_jax(self):
        found = harvest_text(read("scan.on"), baseline=read("scan.off"))
        self.assertEqual(memplace.verify(found.problem, found.solution), [])
        loops = found.problem.to_dict()["loops"]
        self.assertEqual([each["trip_count"] for each in loops], [8])
        self.assertAlmostEqual(found.fit, 0, places=3)


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
