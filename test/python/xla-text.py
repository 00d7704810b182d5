# memplace.xla: parsing XLA's text, and broken texts.
#
# REQUIRES: python-bindings
# RUN: %core_python -W error %s

import random
import re
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "Inputs"))
import memplace
from memplace.errors import InputError
from memplace.xla import harvest_text
from memplace.xla.hlo import parse_module, split
from memplace.xla.shapes import parse_shape
from xla_cases import PREFETCH, ROW, cycles, module, read


class ShapesTest(unittest.TestCase):
    def test_sizes_of_tiled_layouts(self):
        for text, size in (
            ("f32[]{:T(128)}", 512),
            ("bf16[768]{0:T(1024)(128)(2,1)}", 2048),
            ("f32[12,1024]{1,0:T(8,128)}", 16 * 1024 * 4),
            ("bf16[12,64]{1,0:T(8,128)(2,1)}", 16 * 128 * 2),
            ("pred[1024,1024]{1,0:T(8,128)(4,1)}", 1024 * 1024),
            # The first dimension is the fastest: 8 is padded to 128.
            ("bf16[8,512]{0,1:T(8,128)(2,1)}", 512 * 128 * 2),
            ("bf16[13,1,16,256]{3,2,0,1:T(8,128)(2,1)}", 13 * 16 * 256 * 2),
            # A tile with more dimensions than the array.
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
            ("", "not HLO text"),
            ("module @m {}", "not HLO text"),
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


if __name__ == "__main__":
    unittest.main()
