# memplace-report and memplace.Report, without a browser: what the page holds, what a
# figure and a trace are, and that bad input leaves no file behind.
#
# REQUIRES: python-bindings
# RUN: rm -rf %t && mkdir %t
# RUN: %core_python %s %t

import base64
import contextlib
import hashlib
import io
import json
import os
import re
import subprocess
import sys
import unittest
import webbrowser
from html.parser import HTMLParser
from pathlib import Path
from unittest import mock
from xml.etree import ElementTree

sys.path.insert(0, str(Path(__file__).parent / "Inputs"))
import cases
import report_cases

import memplace
from memplace.report import output as report_output
from memplace.report.figure import highest
from memplace.report.units import format_bytes, is_binary
from memplace.report_cli import main

FOLDER = Path(sys.argv.pop())
LSTM_PLAN = cases.PROBLEMS / "kinds" / "lstm.best.solution.json.gz"
PNG = b"\x89PNG\r\n\x1a\n"


class Page(HTMLParser):
    """The scripts of a page, by their attributes, and its tags."""

    def __init__(self, text):
        super().__init__()
        self.scripts, self.tags, self.text = [], [], {}
        self.policy = None
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.tags.append(tag)
        if tag == "script":
            self.scripts.append("")
        if attributes.get("http-equiv") == "Content-Security-Policy":
            self.policy = attributes["content"]

    def handle_endtag(self, tag):
        self.tags.append(f"/{tag}")

    def handle_data(self, data):
        if self.tags and self.tags[-1] == "script":
            self.scripts[-1] += data
        self.text.setdefault(self.tags[-1] if self.tags else "", data)

    def facts(self):
        return json.loads(self.scripts[0])


def run(*arguments):
    """Runs the tool; returns its exit code and what it says on standard error."""
    errors = io.StringIO()
    with contextlib.redirect_stderr(errors):
        try:
            code = main([str(argument) for argument in arguments])
        except SystemExit as stop:
            code = stop.code
    return code, errors.getvalue()


def save(name, fields):
    path = FOLDER / name
    path.write_text(json.dumps(fields))
    return path


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
        # A claim of the file that verify has checked beats the quick bound.
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
        # 50 bytes take 0.5 s from `slow` and 0.05 s from `fast`; the copy flows while
        # `B` takes its second.
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
        # As many elements as in a page with harmless names.
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
        # A byte more than what the home tier holds has no place there.
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
            (384 * 2**10, "384 KiB"),
            (141 * 10**9, "141 GB"),
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
            ({"format": "x"}, "no file of locations"),
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
            ({"makespan_ps": 1}, "says nothing of cuts"),
            ([1], "says nothing of cuts"),
            ({"cuts": [{"step": 1}]}, "an op of 'cuts' is not understood"),
            ({"functions": [{"function": "f"}, {"function": "g"}]}, "says nothing of function 'hand'"),
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
        # `a` is two rectangles: it is dead in its gap.
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
        # The axis ends at the peak, or at the capacity if that is near.
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
            (["--arena=x:y"], "expected bytes, at least 1, got 'y'"),
            (["--arena=x", "--capacity=1"], "--capacity is for a single memory"),
        ):
            code, errors = run(good, "-o", out, *options)
            self.assertEqual(code, 2)
            self.assertRegex(errors, pattern)
        self.assertFalse(out.exists())


class FileTest(unittest.TestCase):
    def setUp(self):
        problem = cases.problem_dict()
        self.problem = save("hand.problem.json", problem)
        self.plan = save("hand.json", report_cases.legal_plan(problem))
        self.lazy = save("lazy.json", report_cases.slow_plan(problem))

    def fails(self, pattern, *arguments, code=1):
        """The tool says so, and writes nothing."""
        before = {
            path: path.read_bytes() for path in FOLDER.iterdir() if path.is_file()
        }
        result, errors = run(*arguments)
        self.assertRegex(errors, pattern)
        self.assertEqual(result, code)
        after = {path: path.read_bytes() for path in FOLDER.iterdir() if path.is_file()}
        self.assertEqual(before.keys(), after.keys())
        self.assertEqual(before, after)

    def test_all_kinds_of_files(self):
        names = {"-o": "a.html", "--trace": "a.trace.json", "--svg": "a.svg"}
        names |= {"--png": "a.png", "--pdf": "a.pdf"}
        options = [
            str(FOLDER / o) if o[0] != "-" else o for e in names.items() for o in e
        ]
        self.assertEqual(run(self.problem, self.plan, self.lazy, *options), (0, ""))
        self.assertTrue((FOLDER / "a.html").read_text().startswith("<!DOCTYPE html>"))
        self.assertTrue((FOLDER / "a.png").read_bytes().startswith(PNG))
        self.assertTrue((FOLDER / "a.pdf").read_bytes().startswith(b"%PDF-"))
        ElementTree.parse(FOLDER / "a.svg")
        trace = json.loads((FOLDER / "a.trace.json").read_text())["traceEvents"]
        names = [e["args"]["name"] for e in trace if e["name"] == "process_name"]
        self.assertEqual(names, ["hand", "lazy"])
        ops = [e for e in trace if e["ph"] == "X" and e["name"] == "C"]
        # 50 bytes from `fast` and from `slow`, microseconds.
        self.assertEqual([(e["pid"], e["dur"]) for e in ops], [(1, 5e4), (2, 5e5)])
        self.assertEqual(os.stat(FOLDER / "a.html").st_mode & 0o777, 0o666 & ~umask())

    def test_figures_are_the_same_each_time(self):
        report = memplace.Report(self.problem, self.plan, self.lazy)
        for suffix in (".svg", ".pdf", ".png"):
            self.assertEqual(report.rendered(suffix), report.rendered(suffix))
        both = report.rendered(".svg", ["fast", "slow"])
        self.assertNotEqual(report.rendered(".svg"), both)
        self.assertEqual(len(report.figure(["fast", "slow"]).axes), 4)
        # By default those in which an offset was chosen.
        self.assertEqual(len(report.figure().axes), 2)

    def test_tiers_are_for_figures_only(self):
        report = memplace.Report(self.problem, self.plan)
        for name in ("tiers.html", "tiers.HTM", "tiers.trace.json"):
            with self.assertRaisesRegex(
                memplace.InputError, r"'tiers'.*\.svg.*; leave it out for '\.[a-z]+'$"
            ):
                report.save(FOLDER / name, tiers=["fast"])
            self.assertFalse((FOLDER / name).exists())
        with self.assertRaisesRegex(memplace.InputError, "not written as '.tex'"):
            report.save(FOLDER / "tiers.tex", tiers=["fast"])
        report.save(FOLDER / "tiers.svg", tiers=["fast"])
        # The tool hands --tier to the figures among its files.
        page, svg = FOLDER / "tier.html", FOLDER / "tier.svg"
        self.assertEqual(
            run(self.problem, self.plan, "-o", page, "--svg", svg, "--tier=fast"),
            (0, ""),
        )
        self.assertEqual(svg.read_bytes(), (FOLDER / "tiers.svg").read_bytes())

    def test_figures_of_hostile_names(self):
        problem, plan = report_cases.hostile_problem()
        report = memplace.Report(problem, plan)
        with contextlib.redirect_stderr(io.StringIO()) as errors:
            svg = report.rendered(".svg")
            self.assertTrue(report.rendered(".png").startswith(PNG))
        self.assertEqual(errors.getvalue(), "")
        tags = {
            element.tag.split("}")[-1] for element in ElementTree.fromstring(svg).iter()
        }
        self.assertFalse(tags & {"script", "img", "image", "foreignObject"})

    def test_what_is_not_legal_is_refused(self):
        problem = cases.problem_dict()
        problem["buffers"].append({**problem["buffers"][0], "name": "v"})
        problem["ops"][2]["accesses"].append({"buffer": 1, "mode": "read", "bytes": 50})
        plan = report_cases.legal_plan(problem)
        plan["residencies"] += [{**r, "buffer": 1} for r in plan["residencies"]]
        plan["transfers"].append({**plan["transfers"][0], "from": 2, "to": 3})
        plan["served"][2] = [1, 3]
        two, overlap = save("two.problem.json", problem), save("overlap.json", plan)
        out = FOLDER / "never.html"
        self.fails(
            "memplace-report: error: '.*overlap.json' is not a legal placement: R3: .*"
            "'w'.*'v'|'v'.*'w'",
            two, overlap, "-o", out,
        )  # fmt: skip
        plan["residencies"][1]["offset"], plan["residencies"][3]["offset"] = 0, 50
        apart = save("apart.json", plan)
        self.assertEqual(run(two, apart, "-o", FOLDER / "apart.html")[0], 0)
        (FOLDER / "apart.html").unlink()
        # The first is fine, the second is not.
        self.fails("overlap.json", two, apart, overlap, "-o", out)
        claim = save("claim.json", {**plan, "makespan_ps": 1})
        self.fails("claim: makespan_ps", two, claim, "-o", out)

    def test_what_does_not_fit_together_is_refused(self):
        out = FOLDER / "never.html"
        self.fails("hand.json: .*'hand'", cases.LSTM, self.plan, "-o", out)
        self.fails("no-such-file", FOLDER / "no-such-file", self.plan, "-o", out)
        self.fails("no-such-file", self.problem, FOLDER / "no-such-file", "-o", out)
        self.fails("format", self.plan, self.problem, "-o", out)
        self.fails("problem.json", self.problem, self.problem, "-o", out)
        plan = memplace.Solution.load(memplace.Problem.load(self.problem), self.plan)
        with self.assertRaisesRegex(memplace.InputError, "differs"):
            memplace.Report(cases.LSTM, plan)
        for arguments, pattern in (
            ((self.problem,), "at least one solution"),
            ((self.problem, self.plan), "a label for each of the 1 solutions, got 2"),
        ):
            with self.assertRaisesRegex(memplace.InputError, pattern):
                memplace.Report(*arguments, labels=["a", "b"])

    def test_files_are_written_whole_or_not_at_all(self):
        out = FOLDER / "kept.html"
        out.write_text("kept")
        arguments = (self.problem, self.plan, "-o", out)
        self.fails("no tier 'x' in target 'two', use one of 'fast', 'slow'",
                   *arguments, "--svg", FOLDER / "never.svg", "--tier", "x")  # fmt: skip
        self.fails("cannot write '.*none/a.svg': No such file",
                   self.problem, self.plan, "--svg", FOLDER / "none" / "a.svg")  # fmt: skip
        # The page could be written, the figure can't: neither is.
        self.fails("cannot write '.*none/a.svg': No such file",
                   *arguments, "--svg", FOLDER / "none" / "a.svg")  # fmt: skip
        self.fails("cannot write '.*': Is a directory", *arguments, "--svg", FOLDER)
        self.assertEqual(out.read_text(), "kept")
        with mock.patch(
            "os.replace", side_effect=OSError(28, "No space left on device")
        ):
            self.fails("cannot write '.*kept.html': No space", *arguments)
        self.assertEqual(run(*arguments), (0, ""))
        self.assertIn("<!DOCTYPE html>", out.read_text())
        out.unlink()
        with self.assertRaisesRegex(memplace.InputError, "'.gif'; use .html"):
            memplace.Report(self.problem, self.plan).save(FOLDER / "a.gif")

    def test_inputs_and_other_outputs_are_not_overwritten(self):
        self.fails(
            "-o would overwrite '.*hand.json'", self.problem, self.plan, "-o", self.plan
        )
        out = FOLDER / "never.svg"
        self.fails(
            "--pdf would overwrite '.*never.svg', what --svg writes",
            self.problem,
            self.plan,
            "--svg",
            out,
            "--pdf",
            out,
        )
        self.assertEqual(
            run(self.problem, self.plan, "-o", "/dev/null", "--svg", "/dev/null")[0], 0
        )

    def test_a_file_named_minus_is_standard_output(self):
        command = [sys.executable, "-m", "memplace.report_cli", self.problem, self.plan]
        result = subprocess.run(
            [*command, "--trace", "-"], capture_output=True, cwd=FOLDER, check=True
        )
        self.assertIn("traceEvents", json.loads(result.stdout))
        self.assertFalse((FOLDER / "-").exists())
        # It can be one file only.
        self.fails(
            "--svg would overwrite '-'",
            self.problem, self.plan, "--trace", "-", "--svg", "-",
        )  # fmt: skip

    def test_what_is_not_utf8_on_the_command_line_is_replaced(self):
        out = FOLDER / "latin.html"
        arguments = (self.problem, self.plan, "-o", out, "--trace", FOLDER / "l.json")
        latin = "caf\udce9"  # What Python makes of the byte 0xe9.
        self.assertEqual(run(*arguments, "--title", latin, "--label", latin), (0, ""))
        page = Page(out.read_text(encoding="utf-8"))
        self.assertEqual(page.text["title"], "caf?")
        self.assertEqual(page.facts()["plans"][0]["label"], "caf?")
        self.assertIn('"caf?"', (FOLDER / "l.json").read_text(encoding="utf-8"))

    def test_bad_command_lines(self):
        self.fails("say what to write", self.problem, self.plan, code=2)
        self.fails("once for each solution or packing", self.problem, self.plan, "-o", "x.html",
                   "--label", "a", "--label", "b", code=2)  # fmt: skip
        self.fails(
            "--tier is for",
            self.problem,
            self.plan,
            "-o",
            "x.html",
            "--tier",
            "a",
            code=2,
        )
        self.fails("required: SOLUTION", self.problem, "-o", "x.html", code=2)
        self.fails("for packings", self.problem, self.plan, "-o", "x.html",
                   "--capacity=1", code=2)  # fmt: skip

    def test_a_missing_package_is_named_with_the_way_out(self):
        for package, option in (("plotly", "-o"), ("matplotlib", "--svg")):
            code = (
                f"import sys; sys.modules['{package}'] = None\n"
                "from memplace.report_cli import main; sys.exit(main())"
            )
            out = FOLDER / "never"
            result = subprocess.run(
                [sys.executable, "-c", code, self.problem, self.plan, option, out],
                capture_output=True, text=True, check=False,
            )  # fmt: skip
            self.assertEqual(result.returncode, 1)
            pattern = rf"^memplace-report: error: .*{package}.*pip install '\./python\[report\]'"
            self.assertRegex(result.stderr, pattern)
            self.assertEqual(result.stderr.count("\n"), 1)
            self.assertFalse(out.exists())
        self.check_old_plotly()
        # A trace needs neither.
        code = code.replace("sys.modules", "sys.modules['plotly'] = sys.modules")
        arguments = [self.problem, self.plan, "--trace", FOLDER / "b.json"]
        subprocess.run([sys.executable, "-c", code, *arguments], check=True)

    def check_old_plotly(self):
        """One whose script the page would not let run is refused."""
        package = FOLDER / "old" / "plotly"
        (package / "package_data").mkdir(parents=True)
        (package / "__init__.py").touch()
        script = package / "package_data" / "plotly.min.js"
        script.write_text("/**\n* plotly.js v1.58.4\n* Licensed under MIT\n*/")
        with mock.patch.object(sys, "path", [str(FOLDER / "old"), *sys.path]):
            self.fails(
                "needs plotly.js 2 or newer, the installed package plotly has "
                "plotly.js v1.58.4; install it by pip",
                self.problem, self.plan, "-o", FOLDER / "never.html",
            )  # fmt: skip
            script.write_text("/**\n* plotly.js v2.0.0\n*/")
            self.assertEqual(
                run(self.problem, self.plan, "-o", FOLDER / "new.html"), (0, "")
            )


def umask():
    mask = os.umask(0)
    os.umask(mask)
    return mask


class ShowTest(unittest.TestCase):
    def setUp(self):
        problem = memplace.Problem.from_dict(cases.problem_dict())
        self.plan, self.lazy = (
            memplace.Solution.from_dict(problem, make(cases.problem_dict()))
            for make in (report_cases.legal_plan, report_cases.slow_plan)
        )

    def test_without_a_notebook_a_browser_shows_it(self):
        opened = []
        with mock.patch.object(
            webbrowser, "open", lambda url: opened.append(url) or True
        ):
            self.plan.show(self.lazy)
        path = Path(opened[0].removeprefix("file://"))
        labels = [plan["label"] for plan in Page(path.read_text()).facts()["plans"]]
        self.assertEqual(labels, ["hand", "lazy"])
        path.unlink()
        output = io.StringIO()
        with mock.patch.object(webbrowser, "open", lambda url: False):
            with contextlib.redirect_stdout(output):
                memplace.Report(self.plan.problem, self.plan).show()
        path = re.fullmatch(
            "no web browser was found; the report is (.*)\n", output.getvalue()
        )
        Path(path[1]).unlink()

    def test_what_a_solver_found_is_shown_likewise(self):
        found = memplace.solve(self.plan.problem, "greedy")
        shown = []
        with mock.patch.object(
            memplace.Report, "show", lambda report: shown.append(report)
        ):
            found.show(self.lazy, found)
        self.assertEqual(
            [label for label, _ in shown[0].plans], ["greedy", "lazy", "greedy #2"]
        )
        data = cases.problem_dict()
        data["buffers"][0].update(size=1001, external=False)
        with self.assertRaisesRegex(memplace.InputError, "no placement to show"):
            memplace.solve(data).show()

    def test_in_a_notebook_it_is_below_the_cell(self):
        from IPython.core.interactiveshell import InteractiveShell
        from IPython.utils.capture import capture_output

        self.assertFalse(report_output.is_notebook())
        shell = InteractiveShell.instance()
        self.addCleanup(InteractiveShell.clear_instance)
        shell.user_ns.update(plan=self.plan, lazy=self.lazy)
        with capture_output() as captured:
            shell.run_cell("plan.show(lazy)")
        (output,) = captured.outputs
        frame = output.data["text/html"]
        page = Page(
            re.fullmatch('<iframe srcdoc="(.*)" style=.*</iframe>', frame, re.S)[1]
        )
        self.assertEqual(page.tags, [])  # All of it is escaped.
        self.assertIn("&lt;script&gt;", frame)

    def test_in_a_terminal_of_ipython_a_browser_shows_it(self):
        from IPython.terminal.interactiveshell import TerminalInteractiveShell

        shell = TerminalInteractiveShell.instance(simple_prompt=True)
        self.addCleanup(TerminalInteractiveShell.clear_instance)
        self.assertFalse(report_output.is_notebook())
        shell.user_ns.update(plan=self.plan)
        opened = []
        with mock.patch.object(
            webbrowser, "open", lambda url: opened.append(url) or True
        ):
            shell.run_cell("plan.show()")
        Path(opened[0].removeprefix("file://")).unlink()


if __name__ == "__main__":
    unittest.main()
