# The cells of a notebook run in order, without Jupyter: a policy gets better, and a plot is
# drawn.
#
# REQUIRES: python-bindings
# UNSUPPORTED: sanitizer
# RUN: cd %src_root && %core_python %s

import json
import os
import sys
import unittest
from pathlib import Path

os.environ["MPLBACKEND"] = "Agg"
NOTEBOOK = Path("examples") / "train_a_policy.ipynb"


class NotebookTest(unittest.TestCase):
    def test_the_policy_learns_and_the_plot_shows_it(self):
        notebook = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
        self.assertEqual(notebook["nbformat"], 4)
        names = {}
        for number, cell in enumerate(notebook["cells"]):
            if cell["cell_type"] == "code":
                self.assertEqual(cell["outputs"], [], "the cell is stored with outputs")
                exec(compile("".join(cell["source"]), f"cell {number}", "exec"), names)
        self.assertLess(names["last"], 0.9 * names["first"])
        labels = [line.get_label() for line in names["axes"].get_lines()]
        self.assertIn("games of the policy", labels)
        self.assertIn("search", labels)


if __name__ == "__main__":
    unittest.main()
