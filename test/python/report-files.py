# memplace-report and memplace.Report, without a browser: figures and traces, no files
# after bad input, and the display of a report.
#
# REQUIRES: python-bindings
# RUN: rm -rf %t && mkdir %t
# RUN: %core_python %s %t

import contextlib
import io
import json
import os
import re
import subprocess
import sys
import unittest
import webbrowser
from pathlib import Path
from unittest import mock
from xml.etree import ElementTree

sys.path.insert(0, str(Path(__file__).parent / "Inputs"))
import cases
import report_cases
from report_runs import FOLDER, Page, run, save

import memplace
from memplace.report import output as report_output

PNG = b"\x89PNG\r\n\x1a\n"


class FileTest(unittest.TestCase):
    def setUp(self):
        problem = cases.problem_dict()
        self.problem = save("hand.problem.json", problem)
        self.plan = save("hand.json", report_cases.legal_plan(problem))
        self.lazy = save("lazy.json", report_cases.slow_plan(problem))

    def fails(self, pattern, *arguments, code=1):
        """Expects the tool's error, and no written file."""
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
        # The default shows the tiers with chosen offsets.
        self.assertEqual(len(report.figure().axes), 2)

    def test_tiers_are_for_figures_only(self):
        report = memplace.Report(self.problem, self.plan)
        for name in ("tiers.html", "tiers.HTM", "tiers.trace.json"):
            with self.assertRaisesRegex(
                memplace.InputError, r"'tiers'.*\.svg.*; leave it out for '\.[a-z]+'$"
            ):
                report.save(FOLDER / name, tiers=["fast"])
            self.assertFalse((FOLDER / name).exists())
        with self.assertRaisesRegex(memplace.InputError, "no format '.tex'"):
            report.save(FOLDER / "tiers.tex", tiers=["fast"])
        report.save(FOLDER / "tiers.svg", tiers=["fast"])
        # The tool passes --tier to the figures among its files.
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
        # The first file is correct, the second is not.
        self.fails("overlap.json", two, apart, overlap, "-o", out)
        claim = save("claim.json", {**plan, "makespan_ps": 1})
        self.fails("claim: makespan_ps", two, claim, "-o", out)

    def test_what_does_not_fit_together_is_refused(self):
        out = FOLDER / "never.html"
        self.fails("hand.json: .*'hand'", cases.LSTM, self.plan, "-o", out)
        self.fails("no-such-file", FOLDER / "no-such-file", self.plan, "-o", out)
        self.fails("no-such-file", self.problem, FOLDER / "no-such-file", "-o", out)
        self.fails("hand.json: is a solution, not a problem", self.plan, self.problem, "-o", out)
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
        # The page could be written, but the figure cannot: neither is written.
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
        # Only a single file is allowed.
        self.fails(
            "--svg would overwrite '-'",
            self.problem, self.plan, "--trace", "-", "--svg", "-",
        )  # fmt: skip

    def test_what_is_not_utf8_on_the_command_line_is_replaced(self):
        out = FOLDER / "latin.html"
        arguments = (self.problem, self.plan, "-o", out, "--trace", FOLDER / "l.json")
        latin = "caf\udce9"  # Python's form of the byte 0xe9.
        self.assertEqual(run(*arguments, "--title", latin, "--label", latin), (0, ""))
        page = Page(out.read_text(encoding="utf-8"))
        self.assertEqual(page.text["title"], "caf?")
        self.assertEqual(page.facts()["plans"][0]["label"], "caf?")
        self.assertIn('"caf?"', (FOLDER / "l.json").read_text(encoding="utf-8"))

    def test_bad_command_lines(self):
        self.fails("give a file to write: -o", self.problem, self.plan, code=2)
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
            pattern = rf"^memplace-report: error: .*{package}.*pip install '[^']*/python\[report\]'"
            self.assertRegex(result.stderr, pattern)
            self.assertEqual(result.stderr.count("\n"), 1)
            self.assertFalse(out.exists())
        self.check_old_plotly()
        # A trace needs neither.
        code = code.replace("sys.modules", "sys.modules['plotly'] = sys.modules")
        arguments = [self.problem, self.plan, "--trace", FOLDER / "b.json"]
        subprocess.run([sys.executable, "-c", code, *arguments], check=True)

    def check_old_plotly(self):
        """A version whose script violates the page's policy is refused."""
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
        self.assertEqual(page.tags, [])  # All tags are escaped.
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
