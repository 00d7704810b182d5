"""Checks the line of a program whose problem was made before there were texts to hold
out. Usage: xla_held_out.py TEXTS FOLDER."""

import sys
from pathlib import Path

BENCHMARKS = Path(__file__).resolve().parents[3] / "benchmarks"
sys.path[:0] = [str(BENCHMARKS), str(BENCHMARKS / "xla")]

import xla_harvest
from memplace.xla.validation import is_held_out
from support.placements import BenchmarkError
from xla_harvest import fit_of, fit_of_shipped, harvest_program, write_problem
from xla_harvest_page import fit_row
from xla_texts import Texts

PROGRAM = "gpt2_block_b1"
texts, folder = Texts(Path(sys.argv[1])), Path(sys.argv[2])
tags = [text.tag for text in texts.calibration(PROGRAM)]
xla_harvest.PROBLEMS = folder

# A problem that was fitted to all texts has no such line.
found = harvest_program(PROGRAM, [PROGRAM], texts)[0]
write_problem(found)
try:
    fit_of_shipped(PROGRAM, [PROGRAM], texts)
    sys.exit("taken for one that knows nothing of what is held out")
except BenchmarkError as error:
    assert "were not fitted to just the texts that are not held out" in str(error)

# One that was not is off by as much as the fit that it is of; it stays as it is.
write_problem(harvest_program(PROGRAM, [PROGRAM], texts, fitted_only=True)[0])
before = {file.name: file.read_bytes() for file in folder.iterdir()}
row = fit_row(fit_of_shipped(PROGRAM, [PROGRAM], texts))
usual = fit_row(fit_of(PROGRAM, found))
assert row.cells[:10] == usual.cells[:10], (row, usual)
assert row.cells[10:] != usual.cells[10:]
assert int(row.cells[3]) == sum(map(is_held_out, tags))
assert before == {file.name: file.read_bytes() for file in folder.iterdir()}
print("the line is of the shipped problem")
