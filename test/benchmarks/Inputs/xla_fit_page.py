"""Checks that the sentences about the fit in benchmarks/xla/times.md follow from the lines of
its tables, that the tables of the problems' README follow from facts.csv, and that the README
states the same error."""

import re
import sys
from pathlib import Path

BENCHMARKS = Path(__file__).resolve().parents[3] / "benchmarks"
sys.path[:0] = [str(BENCHMARKS), str(BENCHMARKS / "xla")]

from support.placements import PROBLEMS, ROOT
from support.written_part import WrittenPart
from xla_harvest import PARTS, all_rows
from xla_harvest_page import (
    ProgramFit,
    fit_part,
    merged_ops,
    problems_part,
    read_fits,
    verdict,
)

for is_of_others, part in PARTS.items():
    problems = all_rows(is_of_others)
    fit = WrittenPart.read(ROOT / "benchmarks" / "xla" / "times.md", part).text
    rows, ops = read_fits(fit)
    if is_of_others:
        programs = {row.name for row in problems}
    else:
        programs = {row.name.partition(".")[0] for row in problems}
    assert {row.program for row in rows} == programs
    assert fit_part([], problems, (rows, ops)) == fit
    # A refitted program keeps no line of an op.
    again = ops[0].split(" ")[1]
    kept = [line for line in ops if f"| {again} |" not in line]
    new = ProgramFit(again, (), (), ())
    assert merged_ops([new], ops) == kept and kept != ops
    readme = WrittenPart.read(PROBLEMS / "README.md", part).text
    assert problems_part(problems) == readme
    if not is_of_others:
        said = verdict(rows)
        front = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
        median = re.search(r"off by (\S+ %)", said)
        worst = re.search(r"at worst by \+?(-?\S+ %)", said)
        assert median and worst
        assert (
            f"it is off by {median[1]} in the median and by {worst[1]} at worst"
            in front
        )
print("the pages follow")
