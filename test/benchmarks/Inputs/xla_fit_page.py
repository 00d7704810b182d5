"""Checks that what is said of the fit, in docs/guide/xla.md, follows from the lines of its
table, and the table of the problems' README from facts.csv."""

import sys
from pathlib import Path

BENCHMARKS = Path(__file__).resolve().parents[3] / "benchmarks"
sys.path[:0] = [str(BENCHMARKS), str(BENCHMARKS / "xla")]

from support.placements import PROBLEMS, ROOT
from support.written_part import WrittenPart
from xla_harvest import all_rows
from xla_harvest_page import fit_part, problems_part, read_fits

SCRIPT = "xla/xla_harvest.py"
fit = WrittenPart.read(ROOT / "docs" / "guide" / "xla.md", SCRIPT).text
rows, ops = read_fits(fit)
programs = {row.name.partition(".")[0] for row in all_rows()}
assert {row.program for row in rows} == programs
assert fit_part([], all_rows(), (rows, ops)) == fit
readme = WrittenPart.read(PROBLEMS / "README.md", SCRIPT).text
assert problems_part(all_rows()) == readme
print("the pages follow")
