#!/usr/bin/env python3
# ===- run.py - Writes results.md, or checks it ----------------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Places the problems of benchmarks/problems/tpu with memplace's solvers, compares the
results with XLA's own placements, and writes benchmarks/placement/results.md and its
summary, docs/measurements/results.md."""

import argparse
import re
import sys
import tomllib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))  # benchmarks/

from results_page import (
    ABLATIONS,
    Page,
    ablation_line,
    msa_ratios,
    parse,
    render,
    render_summary,
)
from support.command_line import (
    add_checked_problems,
    add_jobs,
    add_keep,
    page_parser,
    parse_checked_problems,
    run_main,
    tell_checked,
)
from support.placements import (
    BENCHMARKS,
    CLOSE_TO_BOUND,
    PLACEMENTS,
    ROOT,
    BenchmarkError,
    Facts,
    Row,
    Tools,
    chip_of,
    read_all_facts,
)
from support.written_part import WrittenPart

# Small problems of different programs, easy and hard, for --check.
CHECKED = [
    "alexnet_b1.cmem8M",
    "alexnet_b1.v6e",
    "bilinear49_2048.cmem8M",
    "gpt2_block_b1.cmem8M",
    "lstm_unrolled16",
    "resnet50_b1.cmem8M",
]

# Tolerance of the bound against the page, relative: proofs improve now and then, and
# benchmarks/placement/bounds.py checks that they do not get worse.
BOUND_TOLERANCE = 2e-3

EPILOG = """\
exit codes:
  0  the pages are written; with --check: they are up to date
  1  they are not; a placement is illegal; a tool is missing; or the hand-written
     reasons do not fit the results (the message names the problems)
  2  bad command line
"""


def read_reasons(path: Path) -> dict[str, str]:
    """Returns the reasons for differences between msa and XLA, by problem."""
    try:
        return {
            name: str(reason)
            for name, reason in tomllib.loads(path.read_text(encoding="utf-8")).items()
        }
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise BenchmarkError(f"{path}: {error}") from error


# A number of benchmarks/xla/times.md: the script that writes it there, and the text around it.
TOLD = {
    "cycle_error": ("harvest", r"cycles of a whole program are off by ([0-9.]+) %"),
    "placed_ratio": ("follow", r"its program takes ([0-9.]+) of what XLA at its best takes"),
}


def read_told() -> dict[str, str]:
    """Returns the numbers of benchmarks/xla/times.md that the summary has."""
    page = ROOT / "benchmarks/xla/times.md"
    numbers = {}
    for name, (script, pattern) in TOLD.items():
        found = re.search(pattern, WrittenPart.read(page, f"xla/xla_{script}.py").text)
        if not found:
            raise BenchmarkError(f"{page} has no number like '{pattern}'")
        numbers[name] = found[1]
    return numbers


def ablate(
    tools: Tools, rows: list[Row], facts: dict[str, Facts], jobs: int
) -> dict[str, tuple[float, float, int]]:
    """Returns the table of msa with all mechanisms, then with each mechanism disabled."""
    without = [(row, option) for option in ABLATIONS for row in rows]
    with ThreadPoolExecutor(jobs) as pool:
        makespans = pool.map(
            lambda run: tools.makespan(run[0].name, ("msa", run[1])), without
        )
        ratios = {"": msa_ratios(rows)}
        for (row, option), makespan in zip(without, makespans):
            by_name = ratios.setdefault(option, {})
            by_name[row.name] = makespan / row.makespans["xla"]
    return {option: ablation_line(ratio, facts) for option, ratio in ratios.items()}


def list_options(tools: Tools) -> str:
    """Returns the options of msa with their defaults."""
    return tools.run("memplace-solve", "--solver=msa", "--list-options")


def measure(tools: Tools, facts: dict[str, Facts], jobs: int, kept: list[Row]) -> Page:
    """Returns the contents of the page. kept: rows that are not measured again."""
    known = {row.name: row for row in kept}
    with ThreadPoolExecutor(jobs) as pool:
        rows = list(pool.map(lambda name: known.get(name) or tools.row(name), facts))
    mine = [row for row in rows if not chip_of(row.name)]
    others = [row for row in rows if chip_of(row.name)]
    ablation = ablate(tools, mine, facts, jobs)
    return Page(mine, others, ablation, list_options(tools))


def bound_again(tools: Tools, page: Page, jobs: int) -> Page:
    """Returns the contents of `page` with today's bounds for problems on which search
    is not close to the page's bound. Earlier proven bounds still hold, whatever today's
    ascent finds."""

    def bound(row: Row) -> Row:
        if row.gap("search") <= 100 * CLOSE_TO_BOUND:
            return row
        return replace(row, bound=max(row.bound, round(tools.bound(row.name), 2)))

    with ThreadPoolExecutor(jobs) as pool:
        return replace(
            page,
            rows=list(pool.map(bound, page.rows)),
            others=list(pool.map(bound, page.others)),
        )


def search_again(tools: Tools, page: Page, jobs: int) -> Page:
    """Returns the contents of `page` with today's results of search."""

    def place(row: Row) -> Row:
        makespan = round(tools.makespan(row.name, PLACEMENTS["search"]), 2)
        return replace(row, makespans={**row.makespans, "search": makespan})

    with ThreadPoolExecutor(jobs) as pool:
        return replace(
            page,
            rows=list(pool.map(place, page.rows)),
            others=list(pool.map(place, page.others)),
        )


def other_chips_again(
    tools: Tools, page: Page, facts: dict[str, Facts], jobs: int
) -> Page:
    """Returns the contents of `page` with today's rows of other chips' problems."""
    with ThreadPoolExecutor(jobs) as pool:
        return replace(page, others=list(pool.map(tools.row, filter(chip_of, facts))))


def check(
    tools: Tools,
    names: list[str],
    arguments: argparse.Namespace,
    facts: dict[str, Facts],
    reasons: dict[str, str],
) -> list[str]:
    """Returns the outdated parts of the pages: rows of the problems `names`, and
    everything that follows from numbers on the page."""
    text = arguments.page.read_text(encoding="utf-8")
    page = parse(text, facts)
    complaints = [
        f"{name}: the page does not have it"
        for name in facts
        if name not in {row.name for row in (*page.rows, *page.others)}
    ]
    if complaints:
        return complaints
    if set(page.ablation) != {"", *ABLATIONS}:
        complaints.append("the mechanisms that are switched off are others now")
    elif page.ablation[""] != ablation_line(msa_ratios(page.rows), facts):
        complaints.append("the ratio with nothing switched off is not that of its rows")
    if page.options.strip() != list_options(tools).strip():
        complaints.append("the options of msa are others now")
    for row in (*page.rows, *page.others):
        if row.name not in names:
            continue
        before = row.numbers()
        complaints += [
            f"{row.name}: {what} is {number:.2f} now, the page says {before[what]:.2f}"
            for what, number in tools.row(row.name).numbers().items()
            if abs(number - before[what])
            > (BOUND_TOLERANCE * number if what == "bound" else 0)
        ]
    if not complaints and render(page, facts, reasons) != text:
        complaints.append("its words or means do not follow from its rows")
    summary = arguments.summary.read_text(encoding="utf-8")
    if not complaints and render_summary(page, facts, read_told()) != summary:
        complaints.append(f"{arguments.summary.name} does not follow from its rows")
    return complaints


def make_parser() -> argparse.ArgumentParser:
    """Returns the parser of the command line."""
    parser = page_parser(__doc__, EPILOG, "benchmarks/placement/results.md")
    parser.add_argument(
        "--summary",
        type=Path,
        default=ROOT / "docs" / "measurements" / "results.md",
        help="page of the means (default: docs/measurements/results.md)",
    )
    add_checked_problems(parser, CHECKED)
    parser.add_argument(
        "--reasons",
        type=Path,
        default=BENCHMARKS / "placement" / "reasons.toml",
        help="why msa differs from XLA (default: benchmarks/placement/reasons.toml)",
    )
    add_jobs(parser)
    only = parser.add_mutually_exclusive_group()
    add_keep(only)
    only.add_argument(
        "--bounds",
        action="store_true",
        help="compute only the bounds again that search is not close to (if nothing else changed and they got better)",
    )
    only.add_argument(
        "--search",
        action="store_true",
        help="place only by search again (if no other solver and no bound changed)",
    )
    only.add_argument(
        "--other-chips",
        action="store_true",
        help="place only the problems of other chips than v4i (if only they changed)",
    )
    return parser


def page_now(
    tools: Tools, facts: dict[str, Facts], arguments: argparse.Namespace
) -> Page:
    """Returns the contents of the page, measured again as far as the options request."""
    page, jobs = Page([], [], {}, ""), arguments.jobs
    parts = (arguments.bounds, arguments.search, arguments.other_chips)
    if arguments.keep or any(parts):
        page = parse(arguments.page.read_text(encoding="utf-8"), facts)
    if arguments.bounds:
        return bound_again(tools, page, jobs)
    if arguments.search:
        return search_again(tools, page, jobs)
    if arguments.other_chips:
        return other_chips_again(tools, page, facts, jobs)
    return measure(tools, facts, jobs, [*page.rows, *page.others])


def main() -> int:
    facts = read_all_facts()
    arguments = parse_checked_problems(make_parser(), facts)
    reasons = read_reasons(arguments.reasons)
    tools = Tools(arguments.bin)
    if not arguments.check:
        page = page_now(tools, facts, arguments)
        arguments.page.write_text(render(page, facts, reasons), encoding="utf-8")
        arguments.summary.write_text(
            render_summary(page, facts, read_told()), encoding="utf-8"
        )
        print(f"wrote {arguments.page} and {arguments.summary}")
        return 0
    names = arguments.problems or CHECKED
    complaints = check(tools, names, arguments, facts, reasons)
    return tell_checked("placement/run.py", arguments.page, complaints)


if __name__ == "__main__":
    run_main(main)
