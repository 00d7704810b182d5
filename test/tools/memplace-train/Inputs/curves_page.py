"""Checks the page of curves of a run: curves_page.py PAGE METRICS"""

import json
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "python" / "Inputs"))
from chromium import Chromium

METRICS, PAGE = Path(sys.argv.pop()), Path(sys.argv.pop())


class CurvesTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = Chromium(800, 900)
        cls.addClassCleanup(cls.browser.close)
        cls.browser.open(PAGE)

    def text(self, selector):
        return self.browser.evaluate(f"document.querySelector('{selector}').innerText")

    def test_every_number_has_a_curve(self):
        last = json.loads(METRICS.read_text().splitlines()[-1])
        names = set(last) - {"round", "episodes"}
        headings = "[...document.querySelectorAll('h3')].map((h) => h.textContent)"
        self.assertEqual(set(self.browser.evaluate(headings)), names)
        self.assertIn(f"2 rounds, {last['episodes']} episodes", self.text("#subtitle"))
        loss = "panels.find((panel) => panel.name === 'policy_loss')"
        shown = self.browser.evaluate(f"{loss}.value.textContent")
        self.assertAlmostEqual(float(shown), last["policy_loss"], delta=1e-3)

    def test_the_cursor_reads_all_of_them(self):
        rounds = "panels.map((panel) => panel.when.textContent)"
        self.browser.evaluate("panels[0].svg.focus()")
        for expected in ("at round 2", "at round 1", "at round 1"):
            self.browser.press("ArrowLeft", 37)
            self.assertEqual(set(self.browser.evaluate(rounds)), {expected})
        self.browser.evaluate("panels[0].svg.blur()")
        self.assertNotIn("at round 1", self.browser.evaluate(rounds))

    def test_it_can_be_dark(self):
        paper = "getComputedStyle(document.body).backgroundColor"
        light = self.browser.evaluate(paper)
        self.browser.evaluate("document.querySelector('#theme [value=dark]').click()")
        self.assertNotEqual(self.browser.evaluate(paper), light)

    def test_nobody_is_asked_for_anything(self):
        self.browser.evaluate("1")  # Waits for reports of earlier events.
        self.assertEqual(self.browser.complaints, [])
        elsewhere = [u for u in self.browser.requests if not u.startswith("data:")]
        self.assertEqual(elsewhere, [PAGE.resolve().as_uri()])


if __name__ == "__main__":
    unittest.main()
