# memplace.xla: ops, buffers and copies of a scheduled text.
#
# REQUIRES: python-bindings
# RUN: %core_python -W error %s

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "Inputs"))
import memplace
from memplace.errors import InputError
from memplace.xla import Text, harvest_text
from memplace.xla.hlo import parse_module
from memplace.xla.schedule import read_schedule
from xla_cases import (
    BIG,
    BIG_FAST,
    FAST,
    FLAG,
    PREFETCH,
    ROW,
    cycles,
    module,
    program,
    read,
)


def accesses(op, of):
    """Returns buffer name, mode and memory of each access of an op."""
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
        # The source must stay until the copy is done.
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

    def test_a_start_that_returns_nothing(self):
        for opcode in ("copy-start", "slice-start", "async-start"):
            found = program(
                f"%p = {BIG} parameter(0)",
                f"%s = () {opcode}(%p)",
                f"ROOT %b = {ROW} fusion(%p), kind=kLoop, calls=%f",
            )
            self.assertEqual([op.name for op in found.ops], ["s", "b"])

    def test_bad_instructions_are_errors(self):
        for line, message in (
            (
                f"ROOT %b = {ROW} get-tuple-element(%p), index=0",
                "must have a tuple as operand",
            ),
            (f"ROOT %b = {ROW} get-tuple-element(%t), index=4", "takes element 4 of a tuple of 1"),
            (f"ROOT %b = {ROW} copy-done(%p)", "ends an operation that was never started"),
            (
                f'ROOT %b = {ROW} custom-call(%p), custom_call_target="ConcatBitcast"',
                "joins slices of several buffers",
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
# A result in fast memory, with a copy in slow memory, and a slice to insert.
EVICTED = (
    f"%x = {ROW} parameter(0)",
    "%n = f32[1,1024]{1,0:T(1,128)} parameter(1)",
    "%i = s32[]{:T(128)} parameter(2)",
    f"%a = {BIG_FAST} fusion(%x), kind=kLoop, calls=%f",
    f"%s = ({BIG}, {BIG_FAST}, {FLAG}) copy-start(%a)",
    f"%d = {BIG} copy-done(%s)",
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

    def test_an_alias_of_what_is_not_there(self):
        head = DONATED.replace("(0, {}", "(0, {1}")
        entry = (
            f"%t = ({BIG}) parameter(0)",
            f"%c = {BIG} get-tuple-element(%t), index=0",
            *UPDATE[1:],
        )
        found = harvest_text(module(*entry, head=head))
        self.assertIn("u", found.problem.buffer_names)

    def test_another_argument_stays_as_it_is(self):
        fields = harvest_text(module(*UPDATE)).problem.to_dict()
        self.assertEqual(
            [b["name"] for b in fields["buffers"]], ["c", "n", "i", "u", "b"]
        )
        self.assertNotIn("live_out", fields["buffers"][0])

    def test_an_updated_copy_goes_home(self):
        found = harvest_text(
            module(
                *EVICTED,
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
        # %d is read with its contents before the update: a single buffer has no legal
        # placement.
        found = harvest_text(
            module(
                *EVICTED,
                f"%u = {BIG_FAST} dynamic-update-slice(%a, %n, %i, %i)",
                f"%e = {ROW} fusion(%d, %u), kind=kLoop, calls=%f",
                f"ROOT %f.2 = {ROW} fusion(%d, %e), kind=kLoop, calls=%f",
            )
        )
        self.assertEqual(memplace.verify(found.problem, found.solution), [])
        self.assertIn("u", found.problem.buffer_names)

    def slice_fusion(self, alias='"0","2"', inside="", kind="dynamic-update-slice"):
        """A fusion that inserts a row into an array, and negates the array with
        `inside`."""
        before = f"""
%into (p: f32[]) -> f32[] {{
  %p.0 = {BIG} parameter(0)
  %p.1 = {ROW} parameter(1)
  %v = f32[1,1024]{{1,0:T(1,128)}} bitcast(%p.1)
  %zero = s32[]{{:T(128)}} constant(0)
  {inside}
  ROOT %u = {BIG} {kind}(%p.0, %v, %zero, %zero)
}}
"""
        return harvest_text(
            module(
                f"%x = {ROW} parameter(0)",
                f"%a = {BIG} fusion(%x), kind=kLoop, calls=%f",
                f"%b = {BIG} fusion(%a, %x), kind=kLoop, calls=%into, backend_config="
                f'{{"aliasing_operands":{{"lists":[{{"indices":[{alias}]}}]}}}}',
                f"ROOT %c = {ROW} fusion(%b), kind=kLoop, calls=%f",
                before=before,
            )
        )

    def test_a_fusion_that_ends_with_a_slice_updates_just_that(self):
        found = self.slice_fusion()
        self.assertEqual(found.problem.buffer_names, ["x", "a", "c"])
        self.assertIn(
            {"buffer": 1, "mode": "update", "bytes": 4096},
            found.problem.to_dict()["ops"][1]["accesses"],
        )
        self.assertEqual(memplace.verify(found.problem, found.solution), [])

    def test_other_fusions_do_not(self):
        for change in (
            # Not unless XLA declares the alias, or if XLA declares the alias of another
            # operand.
            {"alias": ""},
            {"alias": '"1","2"'},
            # The array of the insertion is read in another way, too.
            {"inside": f"%n = {BIG} negate(%p.0)"},
            {"kind": "add"},
        ):
            with self.subTest(change):
                found = self.slice_fusion(**change)
                self.assertEqual(found.problem.buffer_names, ["x", "a", "b", "c"])

    def test_one_of_two_results_is_a_slice_in_place(self):
        before = f"""
%into (p: f32[]) -> f32[] {{
  %p.0 = {BIG} parameter(0)
  %p.1 = {ROW} parameter(1)
  %n = {ROW} negate(%p.1)
  %v = f32[1,1024]{{1,0:T(1,128)}} bitcast(%n)
  %zero = s32[]{{:T(128)}} constant(0)
  %u = {BIG} dynamic-update-slice(%p.0, %v, %zero, %zero)
  ROOT %r = ({ROW}, {BIG}) tuple(%n, %u)
}}
"""
        found = program(
            f"%x = {ROW} parameter(0)",
            f"%a = {BIG} fusion(%x), kind=kLoop, calls=%f",
            f"%b = ({ROW}, {BIG}) fusion(%a, %x), kind=kLoop, calls=%into, backend_config="
            '{"aliasing_operands":{"lists":[{"indices":["0","3"]}]}}',
            f"%b.0 = {ROW} get-tuple-element(%b), index=0",
            f"%b.1 = {BIG} get-tuple-element(%b), index=1",
            f"ROOT %c = {ROW} fusion(%b.0, %b.1), kind=kLoop, calls=%f",
            before=before,
        )
        self.assertEqual(
            accesses(found.ops[1], found),
            [("a", "update", "slow"), ("x", "read", "slow"), ("b{0}", "write", "slow")],
        )
        self.assertEqual(found.ops[1].accesses[0].size, 4096)

    def test_copies_are_updated_if_asked(self):
        text = module(
            *EVICTED,
            f"%u = {BIG} dynamic-update-slice(%d, %n, %i, %i)",
            f"ROOT %e = {ROW} fusion(%u), kind=kLoop, calls=%f",
        )
        for all_parts, count in [(False, 6), (True, 5)]:
            found = read_schedule(parse_module(text), all_parts=all_parts)
            self.assertEqual(len(found.buffers), count)

    def test_scatters_update_if_placements_fit_only_so(self):
        alias = 'backend_config={"aliasing_operands":{"lists":[{"indices":["0","3"]}]}}'
        before = f"""
%inner (p: {BIG}, i: s32[8], q: {ROW}) -> {BIG} {{
  %p = {BIG} parameter(0)
  %i = s32[8]{{0:T(1024)}} parameter(1)
  %q = {ROW} parameter(2)
  ROOT %s = {BIG} scatter(%p, %i, %q), to_apply=%add
}}

%into (p.1: {BIG}, i.1: s32[8], q.1: {ROW}) -> {BIG} {{
  %p.1 = {BIG} parameter(0)
  %i.1 = s32[8]{{0:T(1024)}} parameter(1)
  %q.1 = {ROW} parameter(2)
  ROOT %t = {BIG} fusion(%p.1, %i.1, %q.1), kind=kCustom, calls=%inner
}}
"""
        text = module(
            f"%x = {ROW} parameter(0)",
            "%i.2 = s32[8]{0:T(1024)} parameter(1)",
            f"%a = {BIG_FAST} fusion(%x), kind=kLoop, calls=%f",
            f"%b = {BIG_FAST} fusion(%a, %i.2, %x), kind=kCustom, calls=%into, {alias}",
            f"ROOT %c = {ROW} fusion(%b), kind=kLoop, calls=%f",
            before=before,
        )
        table = 1 << 20
        roomy = harvest_text(text, capacity=2 * table)
        self.assertEqual(roomy.problem.num_buffers, 5)
        tight = harvest_text(text, capacity=2 * table - 512)
        self.assertEqual(tight.problem.num_buffers, 4)
        self.assertEqual(tight.notes, [])
        self.assertEqual(tight.solution.peak_bytes[0], table)
        scatter = tight.problem.to_dict()["ops"][1]["accesses"]
        self.assertIn({"buffer": 2, "mode": "update", "bytes": 4096}, scatter)

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
        # A result that does not exist.
        other = harvest_text(text.replace('"0","2"', '"0","3"'), merge_updates=True)
        self.assertEqual(other.problem.num_buffers, 4)

    def test_fusions_update_if_placements_fit_only_so(self):
        alias = 'backend_config={"aliasing_operands":{"lists":[{"indices":["0","2"]}]}}'
        lines = (
            f"%x = {ROW} parameter(0)",
            f"%a = {FAST} negate(%x)",
            f"%b = {FAST} fusion(%a, %x), kind=kLoop, calls=%f, {alias}",
            f"ROOT %c = {ROW} negate(%b)",
        )
        text, row = module(*lines), 4096
        self.assertEqual(harvest_text(text, capacity=2 * row).problem.num_buffers, 4)
        tight = harvest_text(text, capacity=2 * row - 512)
        self.assertEqual(tight.problem.num_buffers, 3)
        self.assertEqual(tight.notes, [])
        self.assertEqual(tight.solution.peak_bytes[0], row)
        # Only if each text has the alias.
        off = text.replace(FAST, ROW)
        ends = text.replace(f"%c = {ROW}", f"%c = {FAST}")
        apart = text.replace(f"%b = {FAST}", f"%b = {ROW}")
        for more, count in ((), 3), ((Text(apart, "apart"),), 4):
            found = harvest_text(
                text,
                calibration=[Text(off, "off"), Text(ends, "ends"), *more],
                capacity=2 * row - 512,
            )
            self.assertEqual(found.problem.num_buffers, count)


if __name__ == "__main__":
    unittest.main()
