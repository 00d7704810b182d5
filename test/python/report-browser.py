# The page of memplace-report in a real browser: drawing gives no errors and no
# requests; pointing, searching, clicking and zooming work.
#
# REQUIRES: python-bindings, chromium
# RUN: rm -rf %t && mkdir %t
# RUN: %core_python %s %t

import json
import sys
import unittest
from collections import Counter
from pathlib import Path

from PIL import Image

sys.path.insert(0, str(Path(__file__).parent / "Inputs"))
import cases
import report_cases
from chromium import Chromium

import memplace

FOLDER = Path(sys.argv.pop())
LSTM_PLAN = cases.PROBLEMS / "kinds" / "lstm.best.solution.json.gz"
# Scrolls to a box of a plot, and returns the middle of the box in the window.
PLACE_OF_BOX = """(() => {
  const plot = allPlots[%d], box = plot.boxes[%d], view = plot.view();
  plot.host.scrollIntoView({ block: "center", behavior: "instant" });
  const frame = plot.host.getBoundingClientRect();
  return [frame.left + view.left + view.x((box.x0 + box.x1) / 2), frame.top + view.top + view.y((box.y0 + box.y1) / 2)];
})()"""
# The colour of the canvas near the corner of a box, away from its name.
PIXEL_OF_BOX = """(() => {
  const plot = allPlots[%d], box = plot.boxes[%d], view = plot.view();
  const x = view.x(box.x0) + 5, y = Math.min(view.y(box.y0), view.y(box.y1)) + 5;
  const copy = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  copy.drawImage(plot.canvas, -x, -y);
  return [...copy.getImageData(0, 0, 1, 1).data];
})()"""
# The top right corner of a plot.
CORNER_OF = """(() => {
  const plot = allPlots[%d], view = plot.view(), frame = plot.host.getBoundingClientRect();
  return [frame.left + view.left + view.width - 6, frame.top + view.top + 4];
})()"""
CENTER_OF = """(() => {
  const frame = document.querySelector("%s").getBoundingClientRect();
  return [frame.left + frame.width / 2, frame.top + frame.height / 2];
})()"""
ENTER, ESCAPE = ("Enter", 13), ("Escape", 27)


class BrowserTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = Chromium()
        cls.addClassCleanup(cls.browser.close)

    def open(self, problem, *plans):
        """Draws a report of placements."""
        self.show(memplace.Report(problem, *plans))

    def show(self, report):
        """Draws a report. Complaints of the page fail the test at its end."""
        path = FOLDER / f"{self.id().rsplit('.', 1)[-1]}.html"
        report.save(path)
        self.browser.complaints.clear()
        self.browser.requests.clear()
        self.browser.open(path)
        self.addCleanup(self.check_peace, path)

    def check_peace(self, path):
        self.browser.evaluate("1")  # Waits for reports of earlier events.
        self.assertEqual(self.browser.complaints, [])
        elsewhere = [
            url for url in self.browser.requests if not url.startswith("data:")
        ]
        self.assertEqual(elsewhere, [path.as_uri()])

    def text(self, selector):
        return self.browser.evaluate(f"document.querySelector('{selector}').innerText")

    def find_box(self, plot, name):
        """Returns the index of the first box of that name."""
        names = self.browser.evaluate(f"allPlots[{plot}].boxes.map((box) => box.name)")
        return names.index(name)

    def pixel(self, plot, box):
        """Returns red, green and blue of the box's inside."""
        red, green, blue, opacity = self.browser.evaluate(PIXEL_OF_BOX % (plot, box))
        # The page behind the canvas is nearly white.
        share = opacity / 255
        return tuple(
            round(value * share + 252 * (1 - share)) for value in (red, green, blue)
        )

    def open_lstm(self):
        slower = memplace.solve(cases.LSTM, "msa").solution
        self.open(cases.LSTM, LSTM_PLAN, slower)

    def test_it_draws(self):
        self.open_lstm()
        self.assertIn("lstm/main", self.text("h1"))
        cards = self.text("#cards")
        self.assertIn("search", cards)
        self.assertIn("msa", cards)
        self.assertEqual(cards.count("fastest"), 1)
        self.assertIn("3.204 ms", cards)
        self.assertIn("everything at home\n23.19 ms modelled", cards)
        self.assertIn("7.237 times as fast as everything at home", cards)
        self.assertIn("capacity 128 MiB", self.text("#tier-0-plan-0"))
        self.assertIn("schedule step", self.text("#time-plan-1"))
        self.assertIn("waits for arg2 on in", self.text("#numbers"))
        self.choose("transfers", "hidden")
        path = FOLDER / "lstm.png"
        self.browser.screenshot(path, whole=True)
        colours = Counter(Image.open(path).convert("RGB").get_flattened_data())
        # Text, lines, and the boxes of the four large weights.
        self.assertGreater(len(colours), 100)
        for name in ("arg0", "arg2", "arg4", "arg6"):
            colour = self.pixel(0, self.find_box(0, name))
            self.assertGreater(colours[colour], 3000, name)

    def test_pointing_at_a_box_tells_about_it(self):
        self.open_lstm()
        self.assertTrue(self.browser.evaluate("tip.hidden"))
        for name, step in (("arg2", "steps 13 to 25"), ("arg4", "steps 4 to 38")):
            place = self.browser.evaluate(PLACE_OF_BOX % (0, self.find_box(0, name)))
            self.browser.move(*place)
            text = self.text("#tip")
            self.assertTrue(text.startswith(name), text)
            for part in (
                "size 50 MiB",
                f"here {step}",
                "tier cmem, offset",
                "saves 4.794 ms over 'hbm'",
            ):
                self.assertIn(part, text)
        transfer = self.find_box(2, "arg2")
        self.browser.move(*self.browser.evaluate(PLACE_OF_BOX % (2, transfer)))
        self.assertIn("channel in: hbm to cmem", self.text("#tip"))
        self.assertIn("needed before step 18", self.text("#tip"))
        stall = self.browser.evaluate(
            "allPlots[2].boxes.findIndex((box) => box.lines()[0] === 'stall')"
        )
        self.browser.move(*self.browser.evaluate(PLACE_OF_BOX % (2, stall)))
        self.assertRegex(
            self.text("#tip"),
            r"stall\nfor .* µs, modelled\nbefore step \d+, .*\nwaits for arg",
        )
        self.browser.move(2, 2)
        self.assertTrue(self.browser.evaluate("tip.hidden"))

    def test_pointing_at_an_op_tells_what_its_time_is_made_of(self):
        problem = cases.problem_dict()
        problem["target"]["channels"][0]["order"] = "deadline"
        problem["ops"][2].update(compute_ps=4 * 10**10, overlap=0.25)
        problem["ops"][2]["accesses"][0]["efficiency"] = 0.5
        self.open(problem, report_cases.legal_plan(problem))

        def lines(name, index=0):
            boxes = f"allPlots[1].boxes.filter((box) => box.name === '{name}')"
            return self.browser.evaluate(f"{boxes}[{index}].lines()")

        hidden, added = lines("A"), lines("C")
        self.assertIn(["bound by", "compute (memory 0 s)"], hidden)
        self.assertNotIn("overlap", [line[0] for line in hidden])
        # 50 bytes at half of 1000 B/s; a quarter of 40 ms is hidden.
        self.assertIn(["takes", "130 ms, modelled"], added)
        self.assertIn(["bound by", "memory (compute 40 ms)"], added)
        self.assertIn(["overlap", "25 % of the shorter: 30 ms is added"], added)
        self.assertIn(["reads", "w: 50 B in fast at 50 % of its bandwidth"], added)
        self.assertIn(["channel", "in: slow to fast, by deadline"], lines("w"))

    def test_searching_follows_a_buffer(self):
        self.open_lstm()
        chosen, other = self.find_box(0, "arg2"), self.find_box(0, "arg4")
        before = self.pixel(0, other)
        self.browser.click(*self.browser.evaluate(CENTER_OF % "#query"))
        self.browser.type("ARG")
        names = self.text("#matches").split("\n")[::2]
        self.assertEqual(names, [f"arg{index}" for index in range(10)])
        self.browser.type("2")
        self.browser.press(*ENTER)
        self.assertTrue(self.text("#selection h2").endswith("arg2"))
        self.assertIn("filled over 'in'", self.text("#selection"))
        self.assertEqual(self.text("tr.chosen td"), "arg2")
        colour = self.pixel(0, chosen)
        self.assertGreater(max(colour) - min(colour), 40)
        # The other boxes are faint now.
        faint = self.pixel(0, other)
        self.assertLess(max(faint) - min(faint), (max(before) - min(before)) / 2)
        self.browser.press(*ESCAPE)
        self.assertTrue(
            self.browser.evaluate("document.getElementById('selection').hidden")
        )
        self.assertEqual(self.pixel(0, other), before)
        self.browser.type("no such buffer")
        self.assertEqual(self.text("#matches"), "no buffer has this in its name")

    def test_clicking_and_zooming(self):
        self.open_lstm()
        place = self.browser.evaluate(PLACE_OF_BOX % (0, self.find_box(0, "arg6")))
        self.browser.click(*place)
        self.browser.wait_for("!document.getElementById('selection').hidden")
        self.assertTrue(self.text("#selection h2").endswith("arg6"))
        self.browser.evaluate("document.getElementById('clear').click()")
        # Dragging in one plan zooms both.
        x, y = self.browser.evaluate(PLACE_OF_BOX % (0, self.find_box(0, "arg2")))
        self.browser.drag(x - 60, y - 40, x + 60, y + 40)
        ranges = "allPlots.map((plot) => plot.host._fullLayout.xaxis.range)"
        self.browser.wait_for(f"{ranges}[1][1] < 40")
        first, *others = self.browser.evaluate(ranges)
        self.assertEqual(others, 3 * [first])  # Ops and transfers move along.
        self.assertGreater(first[0], 10)
        # The box is still at its pixels.
        place = self.browser.evaluate(PLACE_OF_BOX % (0, self.find_box(0, "arg2")))
        self.browser.move(*place)
        self.assertTrue(self.text("#tip").startswith("arg2"))
        # A double click resets the zoom. On a busy machine the double click is slow,
        # and a plot sets its limit for slow clicks when drawn. There is no box above
        # the capacity, which a click would select.
        self.browser.evaluate(
            "(() => { const host = allPlots[0].host; host._context.doubleClickDelay = 1e9;"
            "host._mouseDownTime = 0; return Plotly.redraw(host).then(() => true); })()"
        )
        corner = self.browser.evaluate(CORNER_OF % 0)
        self.browser.click(*corner)
        self.browser.click(*corner)
        self.browser.wait_for(f"{ranges}[0][0] === 0 && {ranges}[1][0] === 0")
        self.assertEqual(self.browser.evaluate(ranges), 4 * [[0, 53]])

    def choose(self, name, value):
        """Clicks one of the switches of the page."""
        place = f'#{name} input[value="{value}"] + span'
        self.browser.click(*self.browser.evaluate(CENTER_OF % place.replace('"', "'")))

    def test_the_same_plots_over_time(self):
        self.open_lstm()
        ranges = "allPlots.map((plot) => plot.host._fullLayout.xaxis.range)"
        self.choose("axis", "time")
        self.browser.wait_for(f"{ranges}.every((range) => range[1] > 300)")
        first, *others = self.browser.evaluate(ranges)
        self.assertEqual(others, 3 * [first])
        self.assertIn("modelled time, µs", self.text("#tier-0-plan-0"))
        # A buffer stays until its last op ends.
        end = "plans[0].ops.start[12] + plans[0].ops.duration[12]"
        box = self.find_box(0, "arg0")
        self.assertAlmostEqual(
            self.browser.evaluate(f"allPlots[0].boxes[{box}].x1"),
            self.browser.evaluate(f"({end}) * 1e6"),
        )
        # The contents arrive with the transfer.
        hatch = self.browser.evaluate(f"allPlots[0].boxes[{box}].hatches[0]")
        self.assertTrue(hatch["isArrival"])
        self.assertAlmostEqual(
            hatch["x1"], self.browser.evaluate("plans[0].transfers.arrived[0] * 1e6")
        )

    def test_the_memory_axis_ends_at_the_peak_until_asked_for_the_capacity(self):
        problem = cases.problem_dict()
        problem["target"]["tiers"][0]["capacity"] = 1024
        self.open(problem, report_cases.legal_plan(problem))
        top = "allPlots[0].host._fullLayout.yaxis.range[1]"
        self.assertAlmostEqual(self.browser.evaluate(top), 58 * 1.1)
        marked = "capacity 1 KiB is above"
        self.assertIn(marked, self.text("#tier-0-plan-0"))
        self.choose("memory-top", "capacity")
        self.browser.wait_for(f"{top} > 1 && {top} < 58")  # KiB now.
        self.assertAlmostEqual(self.browser.evaluate(top), 1.1)
        self.assertIn("capacity 1 KiB\n", f"{self.text('#tier-0-plan-0')}\n")

    def test_it_is_dark_where_the_system_is_and_where_asked(self):
        media = [{"name": "prefers-color-scheme", "value": "dark"}]
        self.browser.send("Emulation.setEmulatedMedia", features=media)
        self.addCleanup(self.browser.send, "Emulation.setEmulatedMedia", features=[])
        self.open_lstm()
        paper = "getComputedStyle(document.body).backgroundColor"
        font = "allPlots[0].host._fullLayout.font.color"
        dark = self.browser.evaluate(f"[{paper}, {font}]")
        self.choose("theme", "light")
        self.browser.wait_for(f"{font} !== '{dark[1]}'")
        self.assertNotEqual(self.browser.evaluate(paper), dark[0])
        self.choose("theme", "system")
        self.browser.wait_for(f"{font} === '{dark[1]}'")
        self.assertEqual(self.browser.evaluate(paper), dark[0])

    def test_names_are_cut_in_the_middle_or_not_written(self):
        self.open(cases.problem_dict(), report_cases.slow_plan(cases.problem_dict()))
        name = "transformer/layer_11/weights"
        short = (
            "(() => { const pen = document.createElement('canvas').getContext('2d');"
            f"pen.font = FONT; return RectanglePlot.shorten(pen, '{name}', %d); }})()"
        )
        self.assertEqual(self.browser.evaluate(short % 1000), name)
        cut = self.browser.evaluate(short % 80)
        head, tail = cut.split("…")
        self.assertTrue(name.startswith(head) and name.endswith(tail), cut)
        self.assertLessEqual(abs(len(head) - len(tail)), 1)
        self.assertGreaterEqual(len(head + tail), 6)
        self.assertEqual(self.browser.evaluate(short % 25), "")

    def test_what_changed_between_plans(self):
        problem = cases.problem_dict()
        plans = [
            make(problem) for make in (report_cases.legal_plan, report_cases.slow_plan)
        ]
        self.open(problem, *plans)
        changes = self.text("#changes")
        # 50 bytes at 100 instead of 1000 B/s.
        for part in (
            "lazy takes 450 ms (21.95 %) more than hand, modelled: ops +450 ms, stalls ±0",
            "Transfers −1, bytes moved −50 B",
            "w\t50 B\tfast 1–2\tslow only\t+450 ms\t−50 B",
            "2: C\t50 ms\t500 ms\t+450 ms",
        ):
            self.assertIn(part, changes)

    def test_what_was_cut_and_what_it_brought(self):
        problem = cases.problem_dict()
        plan = report_cases.legal_plan(problem)
        self.open(problem, plan)
        self.assertTrue(self.browser.evaluate("document.getElementById('cuts').hidden"))
        op = {"op": "conv", "step": 3, "dimension": 1, "extent": 8, "pieces": 4}
        op.update(launch_ps=5_000_000, repeated_bytes=6000, halo_bytes=0)
        fields = {"makespan_ps": 10**12, "uncut_makespan_ps": 2 * 10**12, "cuts": [op]}
        path = FOLDER / "cuts.json"
        path.write_text(json.dumps(fields))
        self.show(memplace.Report(problem, plan, cuts=path))
        cuts = self.text("#cuts")
        self.assertIn(
            "1 op cut in pieces. Makespan 1 s, without cuts 2 s: 50.0 % less, both modelled.",
            cuts,
        )
        self.assertIn("conv\t3\t4\t1\t8\t5 µs", cuts)

    def test_keys_go_through_rectangles(self):
        self.open_lstm()
        self.browser.evaluate("allPlots[0].host.focus()")
        self.browser.press("ArrowRight", 39)
        first = self.text("#tip b")
        self.browser.press("ArrowRight", 39)
        self.assertNotEqual(self.text("#tip b"), first)
        self.browser.press("ArrowLeft", 37)
        self.assertEqual(self.text("#tip b"), first)
        self.browser.press(*ENTER)
        self.assertTrue(self.text("#selection h2").endswith(first))
        self.browser.press(*ESCAPE)
        self.assertEqual(self.browser.evaluate("state.selected"), None)

    def test_colours_say_what_a_buffer_is(self):
        self.open_lstm()
        box = self.find_box(0, "arg2")
        before = self.pixel(0, box)
        for value, legend in (("kind", "argument"), ("saved", "4.794 ms")):
            self.browser.evaluate(
                f"(() => {{ const list = document.getElementById('colours'); list.value = '{value}';"
                "list.dispatchEvent(new Event('change')); })()"
            )
            self.assertIn(legend, self.text("#colour-legend"))
            self.assertNotEqual(self.pixel(0, box), before)
            before = self.pixel(0, box)

    def test_hostile_names_are_text(self):
        problem, plan = report_cases.hostile_problem()
        self.open(problem, plan)
        for index, name in enumerate(report_cases.HOSTILE_NAMES):
            place = self.browser.evaluate(PLACE_OF_BOX % (0, index))
            self.browser.move(*place)
            self.assertEqual(
                self.browser.evaluate("tip.querySelector('b').textContent"), name
            )
            self.browser.click(*place)
            self.assertEqual(
                self.browser.evaluate("panel.querySelector('h2').textContent"), name
            )
        self.browser.click(*self.browser.evaluate(CENTER_OF % "#query"))
        self.browser.type("<script>")
        self.assertIn("<script>alert(1)</script>", self.text("#matches"))
        inside = "document.querySelectorAll('main img, main script, header script, #tip *:not(b, div, span)').length"
        self.assertEqual(self.browser.evaluate(inside), 0)
        # The test needs no content security policy, but there is one.
        blocked = """(() => { const script = document.createElement("script");
          script.textContent = "window.hasRun = true"; document.body.append(script); return window.hasRun; })()"""
        self.assertIsNone(self.browser.evaluate(blocked))
        self.browser.evaluate("1")
        self.assertRegex(" ".join(self.browser.complaints), "Content Security Policy")
        self.browser.complaints.clear()

    def test_what_is_not_modelled_is_said(self):
        problem = cases.problem_dict()
        problem["target"]["compute"]["launch_ps"] = 0
        self.open(problem, report_cases.legal_plan(problem))
        self.assertIn("Not modelled: launch of an op", self.text("#subtitle"))
        problem["target"]["compute"]["launch_ps"] = 1000
        for channel in problem["target"]["channels"]:
            channel["latency_ps"] = 1000
        self.open(problem, report_cases.legal_plan(problem))
        self.assertIn("none is measured.", self.text("#subtitle"))
        self.assertNotIn("Not modelled", self.text("#subtitle"))

    def test_programs_that_run_again_and_again(self):
        self.open(*report_cases.cyclic_problem())
        self.assertIn("runs again and again", self.text("#subtitle"))
        # Issued before the start of the invocation.
        self.choose("axis", "time")
        self.browser.wait_for("allPlots.at(-1).host._fullLayout.xaxis.range[0] < -0.5")
        self.assertIn("1 transfer, 50 B moved", self.text("#cards"))

    def test_a_program_without_ops(self):
        problem = cases.problem_dict()
        problem.update(ops=[], buffers=[])
        plan = report_cases.slow_plan(problem)
        plan.update(residencies=[], served=[])
        self.open(problem, plan)
        self.assertIn("0 ops, 0 buffers", self.text("#subtitle"))
        times = self.browser.evaluate("allPlots.at(-1).host._fullLayout.xaxis.range")
        self.assertEqual(times, [0, 1])

    def test_a_packing(self):
        path = FOLDER / "packed.csv"
        path.write_text(
            "id,lower,upper,size,offset\nalpha,0,2,4096,0\nbeta,1,3,8192,4096\n<b>,2,4,4096,0\n"
        )
        self.show(memplace.PackingReport(path, capacity=16384))
        self.assertIn("12 KiB peak", self.text("#cards"))
        self.assertIn("equal to the proven bound", self.text("#cards"))
        self.assertIn("capacity 16 KiB", self.text("#arena-0-packing-0"))
        self.browser.move(*self.browser.evaluate(PLACE_OF_BOX % (0, 2)))
        self.assertTrue(self.text("#tip").startswith("<b>\nsize 4 KiB"))
        self.browser.click(*self.browser.evaluate(PLACE_OF_BOX % (0, 1)))
        self.assertIn("packed\t4096\t12288", self.text("#selection"))
        # Live bytes never exceed the bytes in use.
        live = self.browser.evaluate("liveBytes(plans[0], 0)")
        self.assertEqual(live, [[0, 1, 2, 3, 4], [4096, 12288, 12288, 4096, 0]])

    def test_five_thousand_buffers(self):
        problem = memplace.Problem.from_dict(report_cases.large_problem(5000))
        plans = [
            memplace.solve(problem, name).solution for name in ("greedy", "first-fit")
        ]
        self.open(problem, *plans)
        # As quick as with few buffers, since boxes are not elements of the page.
        self.assertLess(
            self.browser.evaluate("document.querySelectorAll('*').length"), 6000
        )
        boxes = self.browser.evaluate("allPlots.map((plot) => plot.boxes.length)")
        self.assertGreater(sum(boxes), 20000)
        plot = boxes.index(max(boxes[:4]))
        names = self.browser.evaluate(f"allPlots[{plot}].boxes.map((box) => box.name)")
        self.browser.click(*self.browser.evaluate(CENTER_OF % "#query"))
        self.browser.type(names[777])
        self.browser.press(*ENTER)
        self.browser.evaluate("document.getElementById('zoom').click()")
        self.browser.wait_for(
            f"allPlots[{plot}].host._fullLayout.xaxis.range[1] < 5000 || allPlots[{plot}].host._fullLayout.xaxis.range[0] > 0"
        )
        self.browser.move(*self.browser.evaluate(PLACE_OF_BOX % (plot, 777)))
        self.assertTrue(self.text("#tip").startswith(names[777]), self.text("#tip"))
        self.assertIn("show more (100 of 5000)", self.text("#buffer-table"))

    def test_a_hundred_thousand_buffers(self):
        count = 100_000
        rows = ["id,lower,upper,size,offset"]
        # Three are live at a time; a large one in the middle makes the peak.
        sizes = [100 + number % 7 for number in range(count)]
        sizes[count // 2] = 900
        for number, size in enumerate(sizes):
            rows.append(f"b{number},{number},{number + 3},{size},{number % 3 * 1000}")
        packed = FOLDER / "many.csv"
        packed.write_text("\n".join(rows) + "\n")
        self.show(memplace.PackingReport(packed))
        boxes, elements = self.browser.evaluate(
            "[allPlots[0].boxes.length, document.querySelectorAll('*').length]"
        )
        self.assertEqual(boxes, count)
        self.assertLess(elements, 3000)
        # Plotly takes seconds for a line of all points; the highest point remains.
        steps, levels = self.browser.evaluate("liveBytes(plans[0], 0)")
        self.assertTrue(5000 < len(steps) <= 10_002, len(steps))
        self.assertEqual(steps, sorted(steps))
        live = map(sum, zip(sizes, sizes[1:], sizes[2:]))
        self.assertEqual(max(levels), max(live))


if __name__ == "__main__":
    unittest.main()
