# memplace.xla: times of ops, fitted to the compiler's estimates in several
# compilations.
#
# REQUIRES: python-bindings
# RUN: %core_python -W error %s

import itertools
import sys
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).parent / "Inputs"))
from memplace.errors import InputError, MissingPartError
from memplace.xla.fit import Machine, OpFit, fit_group, prior_cycles
from memplace.xla.grouping import Group, group_ops
from memplace.xla.hlo import parse_module
from memplace.xla.masks import MASKS, is_masked, mask_options
from memplace.xla.observations import Compile, Operand, observe, renumber
from memplace.xla.overrides import TENSORS
from memplace.xla.program import Access, Buffer, Op, Place, Program
from memplace.xla.schedule import read_schedule
from memplace.xla.shifting import OpGroup, by_op, shift_losses
from memplace.xla.texts import Text
from memplace.xla.times import charge_of, fitted
from memplace.xla.observed import observed_ops
from memplace.xla.validation import Errors, OpError, errors_of, is_held_out
from xla_cases import FAST, ROW, cycles, module, read

# A cycle is 1 ns; 1000 and 100 bytes per cycle.
MACHINE = Machine(1e9, 1e12, 1e12, 1e11, 1e11)
BIG = Operand("read", 1000000)
SMALL = Operand("write", 200000)


def group(operands, seen):
    """Fits one op. seen: cycles by tiers such as "sf"."""
    known = {tuple(c == "f" for c in tiers): n for tiers, n in seen.items()}
    order = tuple(range(len(operands)))
    return Group([0], [order], tuple(operands), known)


def all_tiers(count):
    return ["".join(each) for each in itertools.product("sf", repeat=count)]


class FitTest(unittest.TestCase):
    def fit(self, operands, seen, **arguments):
        known = group(operands, seen)
        return fit_group(known, MACHINE, max(seen.values()), **arguments)

    def assert_meets(self, found, seen, share=0.01):
        for tiers, count in seen.items():
            got = found.cycles(tuple(c == "f" for c in tiers))
            self.assertAlmostEqual(got / count, 1, delta=share, msg=tiers)

    def made(self, fit, count):
        return {
            tiers: fit.cycles(tuple(c == "f" for c in tiers))
            for tiers in all_tiers(count)
        }

    def test_what_made_the_numbers_is_found(self):
        for overlap in (0.0, 0.5, 1.0):
            truth = OpFit(6000, overlap, (12000, 4000), (0.1, 0.1), {}, (0, 0))
            seen = self.made(truth, 2)
            self.assert_meets(self.fit([BIG, SMALL], seen), seen, 0.02)

    def test_what_was_not_seen_is_as_expected(self):
        # The fit does not know the effect of either operand alone.
        found = self.fit([BIG, SMALL], {"ss": 20000, "ff": 5000})
        self.assert_meets(found, {"ss": 20000, "ff": 5000})
        big, small = found.slow
        self.assertGreater(big, 3 * small)
        alone = found.cycles((True, False)), found.cycles((False, True))
        self.assertLess(alone[0], alone[1])
        self.assertGreater(found.spread[0], 1000)

    def test_one_operand_alone_is_certain(self):
        seen = {"ss": 20000, "fs": 8000, "ff": 6000}
        found = self.fit([BIG, SMALL], seen)
        self.assert_meets(found, seen)
        self.assertLess(found.spread[0], 200)

    def test_slower_in_fast_memory(self):
        # An output in fast memory costs the op 10000 more cycles; a small increase is
        # ignored.
        for more in (10000, 300):
            seen = {"ss": 20000, "sf": 20000 + more, "fs": 12000, "ff": 12000 + more}
            found = self.fit([BIG, SMALL], seen)
            self.assertEqual(list(found.penalties), [1] if more == 10000 else [])
            self.assert_meets(found, seen, 0.03)
        self.assertTrue(found.is_expressible((True, True)))
        found = OpFit(100, 1, (10, 10), (0.1, 0.1), {1: 50}, (0, 0))
        self.assertFalse(found.is_expressible((True, True)))
        self.assertTrue(found.is_expressible((True, False)))
        self.assertEqual(found.cycles((True, True)), 150)

    def test_no_operands(self):
        found = self.fit([], {"": 700})
        self.assertEqual((found.compute, found.cycles(())), (700, 700))

    def test_unseen_is_charged(self):
        seen = {"sss": 30000, "fff": 10000}
        operands = [BIG, SMALL, Operand("read", 300000)]
        expected = self.fit(operands, seen)
        charged = self.fit(operands, seen, unseen="charge")
        self.assert_meets(charged, seen, 0.01)
        others = [tiers for tiers in all_tiers(3) if tiers not in seen]
        sums = [
            sum(each.cycles(tuple(c == "f" for c in tiers)) for tiers in others)
            for each in (expected, charged)
        ]
        self.assertGreater(sums[1], 1.02 * sums[0])

    def test_twice_the_same(self):
        seen = {"ss": 20000, "sf": 19000, "ff": 5000}
        again = dict(reversed(seen.items()))
        self.assertEqual(self.fit([BIG, SMALL], seen), self.fit([BIG, SMALL], again))

    def test_without_scipy(self):
        with (
            mock.patch.dict(sys.modules, {"scipy.optimize": None}),
            self.assertRaisesRegex(MissingPartError, "needs the package scipy"),
        ):
            self.fit([BIG], {"s": 10000})

    def test_bandwidths_of_reads_and_writes(self):
        machine = Machine(1e9, 4e12, 2e12, 2e11, 1e11)
        for mode, slow, ratio in (
            ("read", 5, 0.05),
            ("write", 10, 0.05),
            ("update", 15, 0.05),
        ):
            operand = Operand(mode, 1000)
            self.assertAlmostEqual(machine.seconds(operand, False) * 1e9, slow)
            self.assertAlmostEqual(machine.ratio(operand), ratio)
        self.assertAlmostEqual(prior_cycles(BIG, MACHINE), 60 + 1.35 * 10000)


class ChargeTest(unittest.TestCase):
    def test_longer_is_efficiency_shorter_is_bytes(self):
        found = charge_of(BIG, 20000, False, MACHINE)
        self.assertEqual((found.bytes, found.efficiency), (1000000, 0.5))
        found = charge_of(BIG, 5000, False, MACHINE)
        self.assertEqual((found.bytes, found.efficiency), (500000, 1))
        found = charge_of(BIG, 0, True, MACHINE)
        self.assertEqual((found.bytes, found.slow_only), (1, True))
        self.assertEqual(charge_of(BIG, 1e12, False, MACHINE).efficiency, 1e-6)

    def test_an_op(self):
        fit = OpFit(1500, 0.25, (20000, 2000), (0.1, 0.1), {1: 9}, (30, 40))
        found = fitted([SMALL, BIG], fit, (1, 0), MACHINE)
        self.assertEqual((found.compute_ps, found.overlap), (1500000, 0.25))
        self.assertEqual([each.slow_only for each in found.charges], [True, False])
        self.assertEqual([each.efficiency for each in found.charges], [1, 0.5])
        self.assertAlmostEqual(found.spread, 45e-9)


class CompilesTest(unittest.TestCase):
    """Two equal layers: a fusion of a weight and the previous result."""

    BODY = (
        "%body.N (p.N: f32[1024], q.N: f32[1024]) -> f32[1024] {\n"
        "  %p.N = f32[1024]{0:T(1024)} parameter(0)\n"
        "  %q.N = f32[1024]{0:T(1024)} parameter(1)\n"
        "  ROOT %r.N = f32[1024]{0:T(1024)} subtract(%A.N, %B.N)\n}\n"
    )

    def text(self, first, second, swap=False, name="b"):
        """first, second: memory of each layer's result, and its cycles."""
        (one, count), (two, more) = first, second
        operands = "%w, %a" if swap else "%a, %w"
        bodies = self.BODY.replace("A.N", "p.N").replace("B.N", "q.N")
        other = bodies.replace("N", "2")
        if swap:
            other = self.BODY.replace("A.N", "q.N").replace("B.N", "p.N")
            other = other.replace("N", "2")
        return module(
            f"%x = {ROW} parameter(0)",
            f"%w = {ROW} parameter(1)",
            f"%a = {one} fusion(%x, %w), kind=kLoop, calls=%body.1, {cycles(count)}",
            f"ROOT %{name} = {two} fusion({operands}), kind=kLoop, calls=%body.2, "
            f"{cycles(more)}",
            before=bodies.replace("N", "1") + other,
        )

    def compile(self, *arguments, tag="on", **more):
        parsed = parse_module(self.text(*arguments, **more))
        return parsed, Compile(f"net.{tag}", read_schedule(parsed))

    def test_equal_ops_are_one_group(self):
        # Also with the operands in another order.
        for swap in (False, True):
            parsed, off = self.compile((ROW, 50), (ROW, 50), swap=swap)
            _, on = self.compile((FAST, 40), (ROW, 45), swap=swap, tag="off")
            known = observe([off, on])
            self.assertEqual(known.num_placements, 2)
            (found,) = group_ops(parsed, known)
            self.assertEqual(found.ops, [0, 1])
            first, second = found.orders
            self.assertEqual(second[:2], first[1::-1] if swap else first[:2])
            is_first = tuple(at == 0 for at in first)
            self.assertEqual(
                found.cycles,
                {
                    (False, False, False): 50,
                    (False, False, True): 40,
                    is_first: 45,
                },
            )
            fit = fit_group(found, MACHINE, 100)
            truth = observed_ops(known.program.ops, by_op(known, [found], [fit]))
            self.assertEqual(truth[1].seen[False, False, True], 40)
            for tiers, count in truth[0].seen.items():
                self.assertAlmostEqual(truth[0].expected(tiers), count, delta=1)

    def test_other_cycles_are_another_group(self):
        parsed, off = self.compile((ROW, 50), (ROW, 51))
        self.assertEqual(len(group_ops(parsed, observe([off]))), 2)

    def test_the_shipped_program_has_groups(self):
        text = read("gpt2_block_b1.off")
        parsed = parse_module(text.text)
        known = observe([Compile("off", read_schedule(parsed))])
        names = [
            {known.program.ops[number].name for number in each.ops}
            for each in group_ops(parsed, known)
        ]
        self.assertIn({"copy.5", "copy.6", "copy.7"}, names)

    def test_ops_must_be_the_same(self):
        _, one = self.compile((ROW, 50), (ROW, 50))
        _, two = self.compile((ROW, 50), (ROW, 50), name="c", tag="off")
        with self.assertRaisesRegex(
            InputError,
            "net.off: the ops differ from those of net.on: 'b' is missing, 'c' is new; "
            "give texts",
        ):
            observe([one, two])
        two.program.ops[1].name = "b"
        two.program.ops[0].accesses.pop()
        with self.assertRaisesRegex(InputError, "'a' has other operands"):
            observe([one, two])

    def test_renumber(self):
        _, one = self.compile((ROW, 50), (ROW, 50))
        _, two = self.compile((ROW, 50), (ROW, 50))
        program = two.program
        # As if the parameters were in another order.
        program.buffers[0], program.buffers[1] = program.buffers[1], program.buffers[0]
        for place in program.places:
            place.buffer = {0: 1, 1: 0}.get(place.buffer, place.buffer)
        renumber(program, one.program)
        self.assertEqual(
            [place.buffer for place in program.places],
            [place.buffer for place in one.program.places],
        )
        program.ops.reverse()
        with self.assertRaisesRegex(InputError, "another order of ops"):
            renumber(program, one.program)
        program.ops.reverse()
        program.buffers = [*program.buffers]
        program.buffers[0] = Buffer("x", 512, 0, 1, live_in=True)
        with self.assertRaisesRegex(InputError, "other buffers"):
            renumber(program, one.program)


class ShiftingTest(unittest.TestCase):
    """A writes a buffer that B reads; with the buffer in fast memory B takes longer."""

    def fits(self, saved, lost):
        """Fits both: the savings of A, and the loss of B."""
        names = ("x", "b", "y")
        buffers = [Buffer(name, 100000, 0, 2) for name in names]
        places = [Place(number, False, 0) for number in range(3)]
        ops = [
            Op("A", 9000, [Access(places[0], "read"), Access(places[1], "write")]),
            Op("B", 9000, [Access(places[1], "read"), Access(places[2], "write")]),
        ]
        known = observe([Compile("off", Program("p", ops, buffers, places))])
        operands = known.operands
        seen = (
            {"ss": 20000, "sf": 20000 - saved, "fs": 19000, "ff": 19000 - saved},
            {"ss": 20000, "fs": 20000 + lost, "sf": 19000, "ff": 19000 + lost},
        )
        groups = [group(operand, cycles) for operand, cycles in zip(operands, seen)]
        groups[1].ops = [1]
        fits = [fit_group(each, MACHINE, 40000) for each in groups]
        self.assertEqual([list(each.penalties) for each in fits], [[], [0]])
        ops = by_op(known, groups, fits)
        return [each.fit for each in shift_losses(known, ops, MACHINE, "expect")]

    def test_what_one_loses_the_other_saves_less(self):
        first, second = self.fits(saved=9000, lost=3000)
        self.assertEqual(second.penalties, {})
        for a in (False, True):
            for b, total in ((False, 40000), (True, 34000)):
                sums = first.cycles((a, b)) + second.cycles((b, a))
                self.assertAlmostEqual(sums / (total - 2000 * a), 1, delta=0.01)
        # Different memories for A and B gain nothing.
        self.assertLessEqual(
            second.cycles((False, False)), second.cycles((True, False)) + 200
        )

    def test_where_the_other_saves_less_it_stays_in_the_slow_memory(self):
        first, second = self.fits(saved=2000, lost=3000)
        self.assertEqual(list(second.penalties), [0])
        self.assertAlmostEqual(first.cycles((False, True)) / 18000, 1, delta=0.01)


class ErrorsTest(unittest.TestCase):
    def test_a_compilation(self):
        place = Place(0, True, 0)
        op = Op("op", 120, [Access(place, "read")])
        program = Program("p", [op], [Buffer("b", 1000, 0, 1)], [place])
        known = observe([Compile("on", program)])
        fit = OpFit(90, 1, (100,), (0.1,), {}, (0,))
        seen = Group([0], [(0,)], (Operand("read", 1000),), {(False,): 100.0})
        found = errors_of("on", known, [OpGroup(seen, (0,), fit, fit)])
        self.assertEqual(found.ops, (OpError(0, 90, 120, True, True),))
        self.assertAlmostEqual(found.total, -0.25)
        self.assertAlmostEqual(found.new_total, -0.25)
        self.assertEqual((found.new_share, found.inexpressible_share), (1, 0))

    def test_shares(self):
        found = Errors(
            "x",
            (OpError(0, 110, 100, False, True), OpError(1, 450, 300, True, False)),
        )
        self.assertAlmostEqual(found.total, 0.4)
        self.assertAlmostEqual(found.total_of_expressible, 0.1)
        self.assertAlmostEqual(found.new_total, 0.5)
        self.assertAlmostEqual(found.inexpressible_share, 0.75)
        self.assertAlmostEqual(found.median_op, 0.3)

    def test_what_is_held_out(self):
        # The rule depends on the tag alone, and holds out a third of the shipped
        # programs' tags.
        held_out = [tag for tag in ("on", "off", *MASKS) if is_held_out(tag)]
        self.assertEqual(held_out, ["maska", "mask2", "mask4"])
        self.assertTrue(is_held_out("cmem8M") and not is_held_out("cmem32M"))

    def test_tags(self):
        for name, tag in (
            ("a/net.cmem8M.noxp.hlo.txt.gz", "cmem8M.noxp"),
            ("net.on.hlo.txt", "on"),
            ("net.txt", "net"),
            ("<hlo>", "<hlo>"),
        ):
            self.assertEqual(Text("", name).tag, tag)


class MasksTest(unittest.TestCase):
    def test_masks(self):
        self.assertTrue(is_masked("maskw", "x", True))
        self.assertFalse(is_masked("maskw", "x", False))
        self.assertTrue(is_masked("maska", "x", False))
        names = [f"fusion.{number}" for number in range(1000)]
        drawn = [[is_masked(tag, name, True) for name in names] for tag in MASKS[2:]]
        for one, other in itertools.combinations(drawn, 2):
            both = sum(a and b for a, b in zip(one, other))
            self.assertTrue(400 < sum(one) < 600 and 200 < both < 300)
        for tag in ("mask", "maskx", "on"):
            with self.assertRaisesRegex(InputError, "is not a mask"):
                is_masked(tag, "x", True)

    def test_options(self):
        buffers = [Buffer("a.1{0}", 1, 0), Buffer("a.1{1}", 1, 0), Buffer("b", 1, 0)]
        program = Program("p", [], [*buffers, Buffer("w", 1, 0, live_in=True)], [])
        self.assertIn(
            r'instruction_name_regex: "(a\\.1|b)"',
            mask_options(program, "maska")[TENSORS],
        )
        self.assertEqual(mask_options(Program("p", [], [], []), "maskw"), {})


if __name__ == "__main__":
    unittest.main()
