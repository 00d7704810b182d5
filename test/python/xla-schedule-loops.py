# memplace.xla: loops of a scheduled text.
#
# REQUIRES: python-bindings
# RUN: %core_python -W error %s

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "Inputs"))
import memplace
from memplace.xla import harvest_text
from memplace.xla.hlo import parse_module
from memplace.xla.values import trip_count
from xla_cases import BIG, BIG_FAST, FAST, FLAG, ROW, cycles, module, read


def loop_text(limit="constant(10)", direction="LT", step="constant(2)"):
    """A loop with an invariant and a carried array in fast memory."""
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
        # The carried array is one buffer, written in each trip.
        carried = next(b for b in fields["buffers"] if b["name"] == "v.0")
        self.assertEqual((carried["begin"], carried["end"]), (0, 8))
        self.assertNotIn("new", found.problem.buffer_names)
        # The prefetch precedes the loop and lasts through the loop.
        transfer = found.solution.to_dict()["transfers"][0]
        self.assertEqual((transfer["start"], transfer["done"]), (0, 2))

    def test_a_loop_of_unknown_trips_is_one_op(self):
        found = harvest_text(loop_text(direction="GT"))
        self.assertIn("loop", found.problem.op_names)
        self.assertEqual(found.problem.to_dict()["loops"], [])
        self.assertIn("loop 'loop' is one op with the cycles of one trip: its number of trips is unknown", found.notes[0])
        self.assertEqual(memplace.verify(found.problem, found.solution), [])

    def test_a_loop_that_returns_copies_is_one_op(self):
        # A copy in the other memory; a copy of the same, still live buffer.
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
            note = "XLA's placement of a loop has no counterpart"
            self.assertEqual(note in str(found.notes), num_loops == 0)
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
        # The buffer is external; the loop gets a copy.
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
        found = harvest_text(read("scan.on"))
        self.assertEqual(memplace.verify(found.problem, found.solution), [])
        loops = found.problem.to_dict()["loops"]
        self.assertEqual([each["trip_count"] for each in loops], [8])
        run = memplace.simulate(found.problem, found.solution)
        self.assertAlmostEqual(run.op_seconds / found.baseline.seconds, 1, places=3)


if __name__ == "__main__":
    unittest.main()
