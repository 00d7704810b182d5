#!/usr/bin/env python3
# ===- cut.py - What cutting ops and buffers in pieces brings ---------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Solves problems with and without cuts and writes benchmarks/placement/pieces.md. Each result
becomes a line of benchmarks/placement/cut.jsonl at once. Existing results are kept, unless
they come from fewer cut problems, or from a search for cuts that placed each cut problem anew.
"""

import argparse
import csv
import json
import sys
import tempfile
import textwrap
import time
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path
from statistics import median, quantiles
from typing import Any

sys.path.append(str(Path(__file__).resolve().parents[1]))  # benchmarks/

import loops
from support.command_line import page_parser, run_main
from support.pieces import (
    ESTIMATED_PS,
    median_cost,
    piece_costs,
    piece_ps_of,
    read_words,
    told_by_target,
)
from support.placements import (
    BENCHMARKS,
    BenchmarkError,
    Tools,
    read_facts,
    read_json,
    target_of,
)
from support.tables import geometric_mean, table

STORE = BENCHMARKS / "placement" / "cut.jsonl"
CLOCKED_STORE = BENCHMARKS / "placement" / "cut_seconds.json"
# Problems with a measured time of cutting, and the number of runs; each by `greedy`,
# for the whole command.
CLOCKED = ("tpu/bert_base_b1.cmem8M", "tpu/resnet50_b1.cmem8M")
CLOCKED_RUNS = 9

# Problem -> makespan with pieces / without, in a probe that cut every large buffer into
# equal pieces, left ops whole, and charged no cost for cuts. None: not in the probe.
PROBE: dict[str, float | None] = {
    "kinds/resnet50_int8": 0.41,
    "kinds/encoder_int8": 0.48,
    "kinds/mobilenet_int8": 0.71,
    "kinds/mlp_train": 0.94,
    "kinds/unet": 0.97,
    "kinds/resnet8_int8": 0.97,
    "tpu/lstm_unrolled16.cmem8M": 0.62,
    "tpu/alexnet_b32.cmem32M": 0.87,
    "tpu/gpt2_b1.cmem32M": 0.89,
    "tpu/densenet121_b8.cmem32M": 0.93,
    "tpu/bert_base_b1.cmem8M": 0.93,
    "tpu/resnet50_train_b8.cmem32M": 0.97,
}
# The goal, a share of the probe's logarithmic gain.
GOAL = 2 / 3
# The goal of the geometric mean over kinds of int8.
INT8_GOAL = 0.75
# The target with measured costs of pieces.
MEASURED = "h200-offload"
# Latency of a transfer at scale 1 if the target has none, picoseconds: an estimate.
LATENCY_PS = 500_000
# Scales of both costs in the table of sensitivity.
SCALES = (0.0, 0.5, 1.0, 2.0)
# Steps of improvement of strong bounds.
BOUND_ITERATIONS = 1000
SOLVER = ("--solver=search", "--option=budget=2000")

EPILOG = """\
exit codes:
  0  all is done
  1  a placement is illegal; a tool is missing or fails
  2  bad command line
"""


@dataclass(frozen=True)
class Result:
    """The result for a problem; makespans and bounds in picoseconds."""

    problem: str
    scale: float  # Of costs of pieces and transfers; -1: pieces are free, transfers as in the problem.
    cut_budget: int
    uncut_ps: int
    cut_ps: int
    # A bound over all cuts; at scale 1 over cuts that keep uncut ops in place.
    pieces_bound_ps: int
    strong_bound_ps: int  # Without cuts; 0: not computed.
    ops: int
    cut_ops: int
    buffers: int
    cut_buffers: int
    keeps: bool = False  # The search for cuts keeps placements of other ops.
    piece_ps: int = 0  # Of each piece of an op after the first.

    @property
    def least_ratio(self) -> float:
        """Returns the proven lower bound on `ratio` over all cuts."""
        return self.pieces_bound_ps / self.uncut_ps

    @property
    def ratio(self) -> float:
        """Returns the makespan with pieces divided by that without."""
        return self.cut_ps / self.uncut_ps


def load_results(store: Path) -> dict[tuple[str, float], Result]:
    """Returns the stored results, by problem and scale."""
    if not store.exists():
        return {}
    lines = store.read_text(encoding="utf-8").splitlines()
    results = [Result(**json.loads(line)) for line in lines]
    return {(result.problem, result.scale): result for result in results}


def line_of(result: Result) -> dict[str, Any]:
    """Returns the store's form of a result."""
    line = asdict(result)
    if not result.keeps:
        del line["keeps"]
    if not result.piece_ps:
        del line["piece_ps"]
    return line


def save_result(store: Path, result: Result) -> None:
    """Adds a line, or replaces the line of the same problem and scale."""
    results = load_results(store) | {(result.problem, result.scale): result}
    lines = [json.dumps(line_of(each)) + "\n" for each in results.values()]
    store.write_text("".join(lines), encoding="utf-8")


@cache
def target_name(name: str) -> str:
    """Returns the name of a problem's target."""
    target = read_json(BENCHMARKS / "problems" / f"{name}.problem.json.gz")["target"]
    return str(target["name"] if isinstance(target, dict) else target)


@cache
def strong_bounds() -> dict[str, int]:
    """Returns the proven bounds of benchmarks/facts.csv, picoseconds."""
    with open(BENCHMARKS / "facts.csv", encoding="utf-8", newline="") as file:
        return {
            f"tpu/{line['problem']}": round(float(line["bound_us"]) * 1e6)
            for line in csv.DictReader(file)
        }


def contended() -> list[str]:
    """Returns the names of the contended problems."""
    facts = read_facts().values()
    return [f"tpu/{each.name}" for each in facts if each.is_contended]


def costs_of(name: str, scale: float) -> int:
    """Returns the cost of each piece of an op after the first at a scale, picoseconds."""
    return round(scale * piece_ps_of(target_name(name))) if scale > 0 else 0


def scaled(problem: dict[str, Any], scale: float, piece_ps: int) -> dict[str, Any]:
    """Returns the problem on a machine with costs of pieces and transfers; with a scale
    of -1 pieces are free, and transfers cost as in the problem."""
    target = target_of(problem)
    target["compute"]["piece_ps"] = piece_ps
    for channel in target["channels"] if scale >= 0 else ():
        channel["latency_ps"] = round(scale * (channel["latency_ps"] or LATENCY_PS))
    return {**problem, "target": target}


def measure(tools: Tools, name: str, scale: float, cut_budget: int) -> Result:
    """Solves a problem with and without cuts, and verifies the placement."""
    path = BENCHMARKS / "problems" / f"{name}.problem.json.gz"
    piece_ps = costs_of(name, scale)
    problem = scaled(read_json(path), scale, piece_ps)
    with tempfile.TemporaryDirectory() as folder:
        given, cut = Path(folder) / "given.json", Path(folder) / "cut.json"
        placed = Path(folder) / "placed.json"
        given.write_text(json.dumps(problem), encoding="utf-8")
        cutting = ("--cut=auto", f"--cut-budget={cut_budget}", f"--cut-problem={cut}")
        line = tools.run("memplace-solve", given, "-o", placed, *SOLVER, *cutting)
        tools.run("memplace-verify", "--quiet", cut, placed)
        found, pieces = json.loads(line), read_json(cut)
    return Result(
        problem=name,
        scale=scale,
        cut_budget=cut_budget,
        uncut_ps=int(found["uncut_makespan_ps"]),
        cut_ps=int(found["makespan_ps"]),
        pieces_bound_ps=pieces_bound(tools, name, scale),
        strong_bound_ps=strong_bound(tools, name, scale),
        ops=len(problem["ops"]),
        cut_ops=len(pieces["ops"]),
        buffers=len(problem["buffers"]),
        cut_buffers=len(pieces["buffers"]),
        keeps=True,
        piece_ps=piece_ps,
    )


def strong_bound(tools: Tools, name: str, scale: float) -> int:
    """Returns the strong bound of the uncut problem, picoseconds. With costs, returns 0
    for problems without a bound in facts.csv, since no column shows the bound."""
    if name in strong_bounds():
        return strong_bounds()[name]
    if scale >= 0:
        return 0
    path = BENCHMARKS / "problems" / f"{name}.problem.json.gz"
    bound = ("--bound=strong", f"--bound-iterations={BOUND_ITERATIONS}")
    line = tools.run("memplace-solve", path, *SOLVER, *bound)
    return int(json.loads(line)["lower_bound_ps"])


def pieces_bound(tools: Tools, name: str, scale: float) -> int:
    """Returns today's bound over all cuts, picoseconds; with costs, over cuts that keep
    uncut ops in place."""
    path = BENCHMARKS / "problems" / f"{name}.problem.json.gz"
    with tempfile.TemporaryDirectory() as folder:
        given = Path(folder) / "given.json"
        problem = scaled(read_json(path), scale, costs_of(name, scale))
        given.write_text(json.dumps(problem), encoding="utf-8")
        flags = ["--solver=greedy", "--cut=auto", "--cut-budget=1"]
        if scale == 1:
            flags += ["--bound=strong", f"--bound-iterations={BOUND_ITERATIONS}"]
        line = tools.run("memplace-solve", given, *flags)
    return int(json.loads(line)["pieces_bound_ps"])


def renew_bounds(tools: Tools) -> None:
    """Computes the bounds of all results again."""
    for key in load_results(STORE):
        bounds = {
            "pieces_bound_ps": pieces_bound(tools, *key),
            "strong_bound_ps": strong_bound(tools, *key),
        }
        result = load_results(STORE)[key]  # Other processes may have written meanwhile.
        if replace(result, **bounds) != result:
            save_result(STORE, replace(result, **bounds))


INTRODUCTION = """\
# Pieces

<!-- Written by benchmarks/placement/cut.py; do not edit. -->

Results of `memplace-solve --cut=auto` ([solvers.md](../../docs/guide/solvers.md#cutting-ops-and-buffers-in-pieces)) on problems
whose ops say how they can be [cut](../../docs/reference/problem.md#cuts). **All times are modelled, none is measured on a
machine**; each placement has passed `memplace-verify` on its cut problem. Both makespans are those of `search` with
`--option=budget=2000`, in microseconds.

* **With / without**: the makespan of the cut problem, divided by that of the problem as it is, if a piece of an op costs
  nothing but what it computes and reads again, halos included. That is too little.
* **With costs**: the same ratio on a machine on which each piece of an op after the first takes longer: on a TPU v4i by
  {told:.2f} µs, what [XLA's compiler says of pieces](#what-xla-says-of-pieces) in the median (`piece_ps` of target
  `tpu-v4i`), elsewhere by {piece:g} µs, an estimate; and each transfer waits for {latency:g} µs, an estimate
  ([what it depends on](#what-it-depends-on)). **This is the number to believe.**
* **At best, with costs**: no way to cut has a lower ratio with costs if what is not cut keeps its place in the order of
  ops, proven ([bounds.md](../../docs/reference/bounds.md#the-strong-bound-with-pieces)).
* **Probe**: the same ratio in a probe which cut each large buffer into equal pieces and left ops whole, and counted no
  cost of cutting. **Goal**: two thirds of its gain, in logarithm.
* **Strong bound**: proven for the problem as it is. **Bound with pieces**: proven for every way to cut
  ([bounds.md](../../docs/reference/bounds.md#the-bound-with-pieces)).
* **Ops**, **buffers**: of the problem and of the cut one.
"""

CONTENDED = """\
## Contended TPU problems

The {count} problems on which XLA at its best is at least 2 % above the strong bound ([results.md](../../docs/measurements/results.md)); {done} were
measured. The goal is a geometric mean of 0.97. The strong bounds are those of `benchmarks/facts.csv`.
"""

MISSING = """\
## What is missing

* `resnet8_int8` gains by one cut: of the convolution that reads 147 KB of flash, along its input channels, a sum of
  integers. The last piece is shorter than the others: its weights are fetched before the op begins, all others are read
  where they are, and while it computes, the flash has nothing else to do. Transfers cannot use the time of an op
  that keeps the SRAM busy. Pieces of weights along output features have rows of less than 128 bytes, and each row would wait for
  the flash.
* `lstm_unrolled16.cmem8M`: `greedy`, by which cuts are chosen, is much slower there than `search`, so chance decides
  much.
* `cut=auto` is incremental in its last third only: where most ops are as in the best so far, what is placed of their
  buffers is kept ([cutting.md](../../docs/guide/cutting.md)). The problem itself is made anew, and so is its bound.
* `gpt2_b1`: by XLA's word its attention is slower if the scores (48 MB a layer) are written to CMEM, so the scores go to HBM, and
  pieces come back from there while other pieces are computed. The op that makes the scores is cut along queries only, since
  a small result of this op has 8 heads in each tile; along heads its pieces would compute nothing again.
* What pieces compute again is an estimate, and counts ([xla.md](../../docs/guide/xla.md#cuts-of-ops)). A piece of an op may
  read two pieces of a buffer, at the border of windows: XLA's ops would have to be made to do that.
* Not cut are gathers, branches, and whatever sums floats.
* The search for cuts tried {budgets} cut problems; `--cut-budget` is 300 by default. The search depends
  much on where it goes first, so `search` places several of its cuts, of two to four searches with different seeds.
{old}"""

CLOCKED_TEXT = """\
## How long it takes

`memplace-solve --solver=greedy --cut=auto`, from its start to its end: the search for cuts with 300 cut problems, and
both placements. Seconds by the clock, medians of {runs} runs on one core of a machine on which nothing else ran, measured.
The goal for BERT and ResNet-50 is less than a second.

"""

SENSITIVITY = """\
## What it depends on

Most targets say that a piece costs nothing beyond the launch of an op, and that a transfer has no latency. Here each
piece of an op after the first takes longer, on a TPU v4i by {told:.2f} µs ([what XLA says](#what-xla-says-of-pieces)), on
an H200 by {measured:g} µs with its launch of {launch:g} µs ([measured](../../docs/reference/targets.md#notes)), elsewhere by {piece:g} µs, an
estimate, in which nothing of the op hides it; and each transfer waits for the target's latency, or {latency:g} µs where it
says none, an estimate. Both are multiplied by 0, 0.5, 1 and 2; launches are not, and a piece takes no less. The columns
are makespans with pieces divided by those without, each of the same machine.
"""

WORDS = """\
## What XLA says of pieces

XLA makes no pieces, so nothing in its plans confirms what a cut problem says that they take. But it compiles a piece
as a program of its own: `benchmarks/xla/xla_pieces.py` compiles {kinds} ops as the programs here have them, whole and in
2 to 8 equal pieces, for three TPUs, harvests the whole op, and compares what its problem says of pieces with XLA's
estimated cycles of them, in microseconds. No TPU was used.

**The model flattered pieces**: on a TPU v4i, in {above} of {count} cases they take longer than it says, in the median by
**{median:.2f} µs for each piece after the first**: mostly, a piece fills and drains its pipeline, and nothing computes
while its first tile comes and its last one goes. Before, this page estimated 1 µs. Where a piece reads a large operand
again from HBM the model is too slow instead: XLA hides that, which one efficiency for all bytes of an operand doesn't
know. Of {none} a harvest doesn't say how to cut. The medians are what
targets say (`piece_ps`):

{chips}
On a TPU v4i:

* **Operands**: the operands in CMEM when the function is called; results are in HBM. **Whole**, **pieces**: the op,
  and all of its pieces together, as XLA estimates them and by the problem, if a piece costs nothing more. (A problem
  can't say that an op is slower with an operand in CMEM, as XLA says of two ops here.)
* **A piece**: what XLA says that pieces add, less what the model says, for each piece after the first.
"""


def cost_texts() -> dict[str, float]:
    """Returns the costs of pieces and transfers at scale 1, microseconds."""
    return {
        "told": told_median(),
        "piece": ESTIMATED_PS * 1e-6,
        "measured": told_by_target(MEASURED) * 1e-6,
        "launch": target_of({"target": MEASURED})["compute"]["launch_ps"] * 1e-6,
        "latency": LATENCY_PS * 1e-6,
    }


def told_median() -> float:
    """Returns XLA's cost of a piece, microseconds."""
    return 1e6 * median_cost(read_words("v4i"))


def chips_table() -> str:
    """Returns XLA's numbers for each chip."""
    rows = []
    for chip in dict.fromkeys(each.chip for each in read_words()):
        costs = piece_costs(read_words(chip))
        numbers = [f"{1e6 * quarter:.2f}" for quarter in quantiles(costs, n=4)]
        longer = f"{sum(cost > 0 for cost in costs)} of {len(costs)}"
        rows.append([chip, longer, numbers[1], numbers[0], numbers[2]])
    header = ["TPU", "longer than the model says", "median, µs"]
    return table([*header, "a quarter below, µs", "a quarter above, µs"], rows)


def words_section() -> str:
    """Returns XLA's estimates of pieces, beside the model."""
    words = read_words("v4i")
    unknown = {(each.kind, each.along) for each in words if each.model_cut is None}
    costs = piece_costs(words)
    text = WORDS.format(
        kinds=len({each.kind for each in words}),
        above=sum(cost > 0 for cost in costs),
        count=len(costs),
        median=told_median(),
        none=", ".join(
            f"{kind.replace('_', ' ')} along {along}" for kind, along in sorted(unknown)
        ),
        chips=chips_table(),
    )
    rows = []
    for each in words:
        places = ["CMEM" if fast else "HBM" for fast in each.tiers[:-1]]
        model, cost = each.model_cut, each.piece_cost
        rows.append(
            [
                each.kind.replace("_", " "),
                each.along,
                ", ".join(places) if len(set(places)) > 1 else f"all {places[0]}",
                str(each.pieces),
                f"{1e6 * each.whole:.2f}",
                f"{1e6 * each.cut:.2f}",
                f"{1e6 * each.model_whole:.2f}",
                "" if model is None else f"{1e6 * model:.2f}",
                "" if cost is None else f"{1e6 * cost:.2f}",
            ]
        )
    header = ["op", "along", "operands", "pieces", "whole", "pieces, XLA"]
    header += ["whole, model", "pieces, model", "a piece"]
    return f"{text}\n" + table(header, rows).replace(
        "| --- | --: | --: |", "| --- | --- | --- |", 1
    )


def clock(tools: Tools) -> dict[str, float]:
    """Returns the median seconds of cutting and placing, by problem."""
    found = {}
    for name in CLOCKED:
        path = BENCHMARKS / "problems" / f"{name}.problem.json.gz"
        seconds = []
        for _ in range(CLOCKED_RUNS):
            begin = time.perf_counter()
            tools.run("memplace-solve", path, "--solver=greedy", "--cut=auto")
            seconds.append(time.perf_counter() - begin)
        found[name] = median(seconds)
    return found


def clocked_section() -> str:
    """Returns the section of measured times; empty if there are none."""
    if not CLOCKED_STORE.exists():
        return ""
    seconds = read_json(CLOCKED_STORE)
    rows = [[name.split("/")[1], f"{value:.2f}"] for name, value in seconds.items()]
    return CLOCKED_TEXT.format(runs=CLOCKED_RUNS) + table(["problem", "s"], rows)


def microseconds(picoseconds: int) -> str:
    """Returns a time for a table."""
    return f"{picoseconds * 1e-6:.2f}"


def main_row(result: Result, costly: Result | None) -> list[str]:
    """Returns the cells of a problem; costly: with estimated costs of pieces."""
    probe = PROBE.get(result.problem)
    return [
        result.problem.split("/")[1],
        microseconds(result.uncut_ps),
        microseconds(result.cut_ps),
        f"{result.ratio:.3f}",
        f"{costly.ratio:.3f}" if costly else "",
        f"{costly.least_ratio:.3f}" if costly else "",
        "" if probe is None else f"{probe:.2f}",
        "" if probe is None else f"{probe ** GOAL:.3f}",
        microseconds(result.strong_bound_ps),
        microseconds(result.pieces_bound_ps),
        f"{result.ops} → {result.cut_ops}",
        f"{result.buffers} → {result.cut_buffers}",
    ]


MAIN_HEADER = [
    "problem",
    "without",
    "with",
    "with / without",
    "with costs",
    "at best, with costs",
    "probe",
    "goal",
    "strong bound",
    "bound with pieces",
    "ops",
    "buffers",
]


def rows_of(found: list[Result], results: dict[tuple[str, float], Result]) -> str:
    """Returns the table of the found results."""
    rows = [main_row(each, results.get((each.problem, 1.0))) for each in found]
    return table(MAIN_HEADER, rows)


def mean_of(
    found: list[Result], results: dict[tuple[str, float], Result], what: str
) -> str:
    """Returns a sentence with geometric means, with and without estimated costs."""
    if not found:
        return ""
    text = f"Geometric mean over {len(found)} of {what}: "
    text += f"{geometric_mean([each.ratio for each in found]):.3f}"
    keys = [(each.problem, 1.0) for each in found]
    costly = [results[key].ratio for key in keys if key in results]
    if costly:
        text += f"; with costs, over {len(costly)}: {geometric_mean(costly):.3f}"
    return text + ".\n"


def reached_section(
    named: list[Result], results: dict[tuple[str, float], Result]
) -> str:
    """Returns the number of probe problems that reach the goal, and the result of the
    goal of int8 kinds."""
    costly = [results[one.problem, 1.0] for one in named if (one.problem, 1.0) in results]
    reached = [
        sum(one.ratio <= (PROBE[one.problem] or 0) ** GOAL for one in group)
        for group in (named, costly)
    ]
    int8 = [one.ratio for one in named if one.problem.endswith("_int8")]
    proven = [
        f"`{one.problem.split('/')[1]}` ({one.least_ratio:.3f} at best)"
        for one in costly
        if one.least_ratio > (PROBE[one.problem] or 0) ** GOAL
    ]
    text = (
        f"Two thirds of the probe's gain are reached on {reached[0]} of {len(named)}, with "
        f"costs on {reached[1]} of {len(costly)}; they can't be, with costs "
        f"and what is not cut in its place, on "
        f"{', '.join(proven) or 'none'}. Over the {len(int8)} kinds of int8 the "
        f"geometric mean is {geometric_mean(int8):.3f} (goal: {INT8_GOAL})."
    )
    return textwrap.fill(text, 118) + "\n"


def budgets_of(results: dict[tuple[str, float], Result]) -> str:
    """Returns the range of numbers of tried cut problems."""
    budgets = sorted({result.cut_budget for result in results.values()})
    return " to ".join(str(budget) for budget in dict.fromkeys(budgets[:1] + budgets[-1:]))


def missing_section(results: dict[tuple[str, float], Result]) -> str:
    """Returns notes about missing results."""
    old = ""
    keeping = [one for one in results.values() if one.keeps]
    if len(keeping) < len(results):
        names = [f"`{one.problem.split('/')[1]}`" for one in keeping if one.scale < 0]
        costly = sum(one.scale >= 0 for one in keeping)
        old = (
            f"* Of the {len(results)} measurements {len(results) - len(keeping)} are of the "
            "search for cuts before it kept placements. Of today's are "
            f"{', '.join(names) or 'none'} without costs, and {costly} with."
        )
        old = textwrap.fill(old, 118, subsequent_indent="  ") + "\n"
    return MISSING.format(budgets=budgets_of(results), old=old)


def sensitivity_section(
    plain: list[Result], results: dict[tuple[str, float], Result]
) -> str:
    """Returns the dependence of gains on costs of pieces; empty if nothing is measured."""
    rows = []
    for name in dict.fromkeys(result.problem for result in plain):
        cells = [results.get((name, scale)) for scale in SCALES]
        if sum(cell is not None for cell in cells) > 1:
            shown = [f"{cell.ratio:.3f}" if cell else "" for cell in cells]
            rows.append([name.split("/")[1], target_name(name), *shown])
    if not rows:
        return ""
    rows.sort(key=lambda row: row[1])
    text = SENSITIVITY.format(**cost_texts())
    header = ["problem", "target", *(f"{scale:g} ×" for scale in SCALES)]
    return f"{text}\n" + table(header, rows).replace("| --: |", "| --- |", 1)


def render(results: dict[tuple[str, float], Result]) -> str:
    """Returns the page."""
    plain = [result for result in results.values() if result.scale < 0]
    plain.sort(key=lambda result: (result.problem not in PROBE, result.problem))
    named = [each for each in plain if each.problem in PROBE]
    text = [INTRODUCTION.format(**cost_texts()), rows_of(named, results)]
    for group in ("kinds", "tpu"):
        of_group = [each for each in named if each.problem.startswith(group)]
        text.append(mean_of(of_group, results, f"`problems/{group}`"))
    text.append(reached_section(named, results))
    names = contended()
    found = [each for each in plain if each.problem in names]
    text.append(CONTENDED.format(count=len(names), done=len(found)))
    text.append(rows_of(found, results))
    text.append(mean_of(found, results, "the contended problems"))
    text += [words_section(), sensitivity_section(plain, results), loops.section()]
    text.append(clocked_section())
    text.append(missing_section(results))
    text.append(
        "`benchmarks/placement/cut.py` writes this page, and goes on where it stopped; "
        "a problem takes some seconds\nto a minute for each column.\n"
    )
    return "\n".join(part for part in text if part)


def make_parser() -> argparse.ArgumentParser:
    """Returns the parser of the command line."""
    parser = page_parser(__doc__, EPILOG, "benchmarks/placement/pieces.md", "")
    parser.add_argument(
        "problems",
        nargs="*",
        help="such as kinds/unet or tpu/alexnet_b32 (default: those of the probe)",
    )
    parser.add_argument(
        "--contended",
        action="store_true",
        help="the contended problems of benchmarks/problems/tpu, too",
    )
    parser.add_argument(
        "--costs",
        action="store_true",
        help="also with what pieces and transfers are estimated to cost",
    )
    parser.add_argument(
        "--scales",
        action="store_true",
        help="also with costs of pieces and transfers scaled, for the second table",
    )
    parser.add_argument(
        "--cut-budget", type=int, default=300, help="cut problems to try (300)"
    )
    parser.add_argument(
        "--again",
        action="store_true",
        help="also what is there already, in place of it",
    )
    parser.add_argument(
        "--clock",
        action="store_true",
        help="clock how long cutting takes, and write the page; on a quiet machine",
    )
    parser.add_argument(
        "--bounds",
        action="store_true",
        help="compute the bounds of all rows anew, and nothing else",
    )
    parser.add_argument(
        "--page-only", action="store_true", help="compute nothing, write the page"
    )
    return parser


def compute(options: argparse.Namespace) -> None:
    """Computes the missing results, and stores each at once."""
    tools = Tools(options.bin)
    names = list(options.problems or PROBE)
    if options.contended:
        names += [name for name in contended() if name not in names]
    scales = (-1.0, *(SCALES if options.scales else (1.0,) if options.costs else ()))
    for scale in scales:
        for name in names:
            known = load_results(STORE).get((name, scale))
            is_old = (
                known is None
                or known.cut_budget < options.cut_budget
                or not known.keeps
                or known.piece_ps != costs_of(name, scale)
            )
            if not (is_old or options.again):
                continue
            result = measure(tools, name, scale, options.cut_budget)
            save_result(STORE, result)
            print(f"{name} {scale:g}: {result.ratio:.3f}", flush=True)


def main() -> int:
    """Runs the script; returns the exit code."""
    options = make_parser().parse_args()
    for name in options.problems:
        if not (BENCHMARKS / "problems" / f"{name}.problem.json.gz").exists():
            raise BenchmarkError(f"there is no problem '{name}'")
    if options.clock:
        seconds = clock(Tools(options.bin))
        CLOCKED_STORE.write_text(json.dumps(seconds) + "\n", encoding="utf-8")
    elif options.bounds:
        renew_bounds(Tools(options.bin))
    elif not options.page_only:
        compute(options)
    options.page.write_text(render(load_results(STORE)), encoding="utf-8")
    return 0


if __name__ == "__main__":
    run_main(main)
