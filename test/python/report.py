# memplace-report and memplace.Report, without a browser: the contents of the page.
# report-files.py tests the files.
#
# REQUIRES: python-bindings
# RUN: rm -rf %t && mkdir %t
# RUN: %core_python %s %t

import base64
import hashlib
import sys
import unittest
from pathlib import Path
from xml.etree import ElementTree

sys.path.insert(0, str(Path(__file__).parent / "Inputs"))
import cases
import report_cases
from report_runs import FOLDER, LSTM_PLAN, Page, run, save

import memplace
from memplace.report.figure import highest
from memplace.report.units import format_bytes, is_binary


class FactsTest(unittest.TestCase):
    def test_a_page_holds_what_the_simulator_says(self):
        problem = memplace.Problem.load(cases.LSTM)
        plan = memplace.Solution.load(problem, LSTM_PLAN)
        page = Page(memplace.Report(problem, plan).html())
        facts = page.facts()["plans"][0]
        simulation = memplace.simulate(problem, plan)
        self.assertEqual(facts["makespan"], simulation.makespan)
        self.assertEqual(facts["stall_seconds"], simulation.stall_seconds)
        self.assertEqual(facts["ops"]["start"], simulation.op_start.tolist())
        self.assertEqual(facts["stalls"]["step"], simulation.stall_step.tolist())
        arrived = simulation.transfer_arrived.tolist()
        self.assertEqual(facts["transfers"]["arrived"], arrived)
        self.assertEqual(facts["peak"], plan.peak_bytes.tolist())
        self.assertEqual(sum(facts["channel_bytes"]), simulation.bytes_transferred)
        self.assertEqual(sum(facts["channel_transfers"]), len(plan.transfers))
        offsets = plan.residencies[:, 2].tolist()
        self.assertEqual(facts["residencies"]["offset"], offsets)
        # A claim verified by verify beats the quick bound.
        bound = page.facts()["problem"]["bound"]
        self.assertGreaterEqual(bound, memplace.lower_bound(problem))

    def test_what_decides_how_long_an_op_takes(self):
        problem = cases.problem_dict()
        problem["target"]["channels"][0]["order"] = "deadline"
        problem["ops"][0]["overlap"] = 0.5
        problem["ops"][2].update(compute_ps=10**11, overlap=0.25)
        problem["ops"][2]["accesses"] = [
            {"buffer": 0, "mode": "read", "bytes": 50, "efficiency": 0.5},
            {"buffer": 0, "mode": "read", "bytes": 10},
        ]
        hand, lazy = report_cases.legal_plan(problem), report_cases.slow_plan(problem)
        hand["served"][2], lazy["served"][2] = [1, 0], [0, 0]
        for combine, expected in (("sum", [0.2, 1.1]), ("max", [0.1, 1.1])):
            problem["target"]["combine"] = combine
            facts = memplace.Report(problem, hand, lazy).facts
            shared = facts["problem"]
            self.assertEqual(shared["ops"]["overlap"], [0.5, 1, 0.25])
            accesses = [[], [], [[0, 0, 50, 0.5], [0, 0, 10, 1]]]
            self.assertEqual(shared["ops"]["accesses"], accesses)
            self.assertEqual(shared["channels"][0]["order"], "deadline")
            for plan, memory in zip(facts["plans"], expected):
                self.assertAlmostEqual(plan["ops"]["memory"][2], memory)
                # The simulator shares no code with the report.
                longer, shorter = max(0.1, memory), min(0.1, memory)
                duration = longer + 0.75 * shorter
                self.assertAlmostEqual(plan["ops"]["duration"][2], duration)

    def test_why_a_residency_is_there(self):
        problem = cases.problem_dict()
        facts = memplace.Report(problem, report_cases.legal_plan(problem)).facts
        residencies = facts["plans"][0]["residencies"]
        # 50 bytes take 0.5 s from `slow` and 0.05 s from `fast`; the copy flows during
        # the second of `B`.
        self.assertEqual(
            residencies["why"],
            [
                "the caller's own place, where its contents are at the start; copied "
                "from here over 'in' (transfer 0)",
                "serves 1 read (50 B); saves 450 ms over 'slow'; filled over 'in' "
                "(transfer 0), no stall",
            ],
        )
        self.assertAlmostEqual(residencies["saved"][1], 0.45)
        late = report_cases.legal_plan(problem)
        late["transfers"][0]["start"] = 2
        facts = memplace.Report(problem, late).facts
        self.assertIn("stalls 500 ms", facts["plans"][0]["residencies"]["why"][1])

    def test_labels_tell_plans_apart(self):
        problem = cases.problem_dict()
        hand, lazy = report_cases.legal_plan(problem), report_cases.slow_plan(problem)

        def labels(*plans, **options):
            plans = memplace.Report(problem, *plans, **options).plans
            return [label for label, _ in plans]

        self.assertEqual(labels(hand, lazy), ["hand", "lazy"])
        self.assertEqual(labels(hand, hand), ["hand", "hand #2"])
        first, second = save("first.solution.json", hand), save("second.json", hand)
        self.assertEqual(labels(first, second), ["hand (first)", "hand (second)"])
        del hand["solver"]
        self.assertEqual(labels(save("third.json", hand)), ["third"])
        self.assertEqual(labels(hand, lazy, labels=["a", "b"]), ["a", "b"])
        self.assertEqual(labels(hand, lazy, labels=[1, 2.5]), ["1", "2.5"])

    def test_hostile_names_stay_names(self):
        problem, plan = report_cases.hostile_problem()
        text = memplace.Report(problem, plan).html()
        page = Page(text)
        self.assertEqual(page.text["title"], f"{problem['name']}: placement report")
        self.assertEqual(page.text["h1"], f"{problem['name']}: placement report")
        names = page.facts()["problem"]["buffers"]["name"]
        self.assertEqual(names, report_cases.HOSTILE_NAMES)
        # The same number of elements as in a page with harmless names.
        problem = cases.problem_dict()
        harmless = Page(
            memplace.Report(problem, report_cases.slow_plan(problem)).html()
        )
        self.assertEqual(page.tags, harmless.tags)
        self.assertNotIn("alert", page.policy)

    def test_only_the_scripts_of_the_page_may_run(self):
        problem = cases.problem_dict()
        page = Page(memplace.Report(problem, report_cases.slow_plan(problem)).html())
        self.assertEqual(len(page.scripts), 3)
        for script in page.scripts[1:]:
            digest = hashlib.sha256(script.encode()).digest()
            self.assertIn(f"'sha256-{base64.b64encode(digest).decode()}'", page.policy)
        self.assertIn("default-src 'none'", page.policy)
        self.assertNotRegex(page.policy, "https?:|unsafe-eval|script-src[^;]*unsafe")

    def test_everything_at_home(self):
        problem = cases.problem_dict()
        plan = report_cases.legal_plan(problem)
        home = memplace.Report(problem, plan).facts["problem"]["home"]
        # A and B compute for a second each, C reads 50 bytes at 100 a second.
        self.assertAlmostEqual(home["makespan"], 2.5)
        self.assertEqual((home["tier"], home["elsewhere"]), (1, 0))
        # One byte above the capacity of the home tier has no place there.
        problem["target"]["tiers"][1]["capacity"] = 49
        problem["buffers"][0].update(live_in=False, external=False)
        problem["ops"][0]["accesses"] = [{"buffer": 0, "mode": "write", "bytes": 50}]
        plan.update(transfers=[], served=[[0], [], [0]])
        plan["residencies"] = [
            {"buffer": 0, "tier": "fast", "offset": 0, "begin": 0, "end": 3}
        ]
        home = memplace.Report(problem, plan).facts["problem"]["home"]
        self.assertEqual(home["elsewhere"], 1)

    def test_units_are_those_of_the_target(self):
        for capacity, text in (
            (128 * 2**20, "128 MiB"),
            (125 * 2**20, "125 MiB"),
            (384 * 2**10, "384 KiB"),
            (141 * 10**9, "141 GB"),
            (16 * 10**9, "16 GB"),
            (10**6, "1 MB"),
            (100, "100 B"),
        ):
            self.assertEqual(format_bytes(capacity, is_binary(capacity)), text)

    def test_where_buffers_and_ops_are_in_the_source(self):
        problem = cases.problem_dict()
        plan = report_cases.legal_plan(problem)
        fields = {
            "format": "memplace-locations", "version": 1, "problem": "hand",
            "buffers": ["model.py:1:1"], "ops": ["model.py:2:1", "", "<script>"],
        }  # fmt: skip
        path = save("locations.json", fields)
        report = memplace.Report(problem, plan, locations=path)
        locations = Page(report.html()).facts()["problem"]["locations"]
        self.assertEqual(locations["ops"], fields["ops"])
        for change, pattern in (
            ({"ops": ["a"]}, "has 1 ops, the problem has 3"),
            ({"buffers": [1]}, "'buffers' must be a list of strings"),
            ({"problem": "other"}, "about problem 'other', not 'hand'"),
            ({"version": 2}, "version must be 1, is 2"),
            ({"format": "x"}, "is not a file of locations"),
        ):
            path = save("bad.json", {**fields, **change})
            with self.assertRaisesRegex(memplace.InputError, pattern):
                memplace.Report(problem, plan, locations=path)

    def test_what_was_cut(self):
        problem = cases.problem_dict()
        plan = report_cases.legal_plan(problem)
        cut = {
            "op": "<script>", "step": 3, "dimension": 1, "extent": 8, "pieces": 4,
            "launch_ps": 5, "repeated_bytes": 6, "halo_bytes": 7,
        }  # fmt: skip
        whole = {"makespan_ps": 53, "uncut_makespan_ps": 102}
        for fields, buffers in (
            ({**whole, "cuts": [{**cut, "again_ps": 9}]}, None),
            ({"functions": [{"function": "f", "cuts": {**whole, "buffers": 3, "ops": [cut]}}]}, 3),
        ):  # fmt: skip
            report = memplace.Report(problem, plan, cuts=save("cuts.json", fields))
            page = Page(report.html())
            cuts = page.facts()["problem"]["cuts"]
            self.assertEqual([cuts["cut_ps"], cuts["uncut_ps"]], [53, 102])
            self.assertEqual(cuts["buffers"], buffers)
            self.assertEqual({**cuts["ops"][0], **cut}, cuts["ops"][0])
        for fields, pattern in (
            ({"makespan_ps": 1}, "has no cuts"),
            ([1], "has no cuts"),
            ({"cuts": [{"step": 1}]}, "an op of 'cuts' is not understood"),
            ({"functions": [{"function": "f"}, {"function": "g"}]}, "has no cuts of function 'hand'"),
        ):  # fmt: skip
            path = save("bad.json", fields)
            with self.assertRaisesRegex(memplace.InputError, pattern):
                memplace.Report(problem, plan, cuts=path)
        self.assertIsNone(memplace.Report(problem, plan).facts["problem"]["cuts"])


PACKED = """id,lower,upper,size,offset,gaps
a,0,6,4,0,2-4
b,1,3,8,4,
<script>alert(1)</script>,2,4,4,0,
"""


class PackingTest(unittest.TestCase):
    def write(self, name, text):
        path = FOLDER / name
        path.write_text(text)
        return path

    def test_a_page_holds_what_the_file_says(self):
        path = self.write("packed.csv", PACKED)
        out = FOLDER / "packed.html"
        self.assertEqual(run(path, "--capacity=16", "-o", out), (0, ""))
        page = Page(out.read_text())
        self.assertEqual(page.text["title"], "packed: packing report")
        facts = page.facts()
        (plan,) = facts["plans"]
        self.assertEqual(plan["peak"], [12])
        self.assertEqual(facts["problem"]["bound"], 12)
        self.assertEqual(facts["problem"]["tiers"][0]["capacity"], 16)
        # `a` has two rectangles, since it is dead in its gap.
        table = plan["residencies"]
        self.assertEqual(table["buffer"], [0, 0, 1, 2])
        self.assertEqual(table["begin"], [0, 4, 1, 2])
        self.assertEqual(table["end"], [2, 6, 3, 4])
        self.assertEqual(table["bytes"], [4, 4, 8, 4])

    def test_a_window_in_a_gap_is_a_part_of_the_buffer(self):
        path = self.write(
            "window.csv", PACKED.replace("2-4", "2-4@0:1").replace(",4,0,\n", ",3,1,\n")
        )
        table = memplace.PackingReport(path).facts["plans"][0]["residencies"]
        self.assertEqual(table["bytes"], [4, 1, 4, 8, 3])
        self.assertEqual(table["offset"], [0, 0, 0, 4, 1])

    def test_packings_of_the_same_buffers_in_another_order(self):
        first = self.write("first.csv", PACKED)
        lines = PACKED.replace("b,1,3,8,4,", "b,1,3,8,8,").splitlines()
        second = self.write("second.csv", "\n".join([lines[0], *lines[:0:-1]]))
        report = memplace.PackingReport(first, second)
        self.assertEqual(report.labels, ["first", "second"])
        plan = report.facts["plans"][1]
        self.assertEqual(plan["offsets"], [0, 8, 0])
        self.assertEqual(plan["residencies"]["begin"], [0, 4, 1, 2])

    def test_arenas_have_a_picture_each(self):
        path = self.write(
            "two.csv", "id,lower,upper,size,offset,arenas\na,0,1,4,0,x\nb,0,1,8,0,y\n"
        )
        out = FOLDER / "two.html"
        self.assertEqual(run(path, "--arena=x:100", "--arena=y", "-o", out), (0, ""))
        facts = Page(out.read_text()).facts()
        self.assertEqual(facts["plans"][0]["peak"], [4, 8])
        self.assertEqual(
            [t["capacity"] for t in facts["problem"]["tiers"]], [100, None]
        )

    def test_what_pack_found(self):
        arrays = [0, 1, 2], [2, 3, 4], [4, 8, 4]
        result = memplace.pack(*arrays)
        report = memplace.PackingReport.of(*arrays, result, names=["a", "b", "c"])
        self.assertEqual(report.facts["plans"][0]["peak"], [result.peak])
        self.assertIn("<iframe srcdoc=", report._repr_html_())
        self.assertIn("3 buffers", repr(report))
        # The axis ends at the peak, or at the capacity if that is close.
        self.assertEqual(highest(report.facts, 0), 12)
        for capacity, top in ((18, 18), (19, 12), (11, 12)):
            report = memplace.PackingReport.of(*arrays, result, capacity=capacity)
            self.assertEqual(highest(report.facts, 0), top)
        ElementTree.fromstring(report.rendered(".svg"))
        none = memplace.pack(*arrays, capacity=11)
        with self.assertRaisesRegex(memplace.InputError, "no packing to show"):
            memplace.PackingReport.of(*arrays, none)

    def test_what_is_no_packing_is_refused(self):
        out = FOLDER / "never.html"
        good = self.write("good.csv", PACKED)
        for text, pattern in (
            (PACKED.replace("8,4,", "8,3,"), "not a legal packing: P5"),
            (PACKED.replace("8,4,", "8,,"), "'b' has no offset; pack the file first"),
            (PACKED.replace("b,", "z,"), "only one has 'b'"),
            (PACKED.replace("b,1,3,8", "b,1,3,7"), "'size' of buffer 'b' is 7, not 8"),
            ("x", "bad.csv"),
        ):
            bad = self.write("bad.csv", text)
            code, errors = run(good, bad, "-o", out)
            self.assertEqual(code, 1)
            self.assertRegex(errors, pattern)
        for options, pattern in (
            (["--trace=x"], "--trace is for placements"),
            (["--arena=x:y"], "the value must be a positive size such as 4096, 500MB or 2GiB, got 'y'"),
            (["--arena=x", "--capacity=1"], "--capacity is for a single memory"),
        ):
            code, errors = run(good, "-o", out, *options)
            self.assertEqual(code, 2)
            self.assertRegex(errors, pattern)
        self.assertFalse(out.exists())


if __name__ == "__main__":
    unittest.main()
