# ===- cut_page.py - The page of cut.py ------------------------------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Writes benchmarks/placement/pieces.md from the results of cut.py."""

import textwrap
from statistics import quantiles

import loops
from cut_results import (
    CLOCKED_RUNS,
    CLOCKED_STORE,
    LATENCY_PS,
    MEASURED,
    PROBE,
    SCALES,
    Result,
    contended,
    target_name,
)
from support.pieces import (
    ESTIMATED_PS,
    median_cost,
    piece_costs,
    read_words,
    told_by_target,
)
from support.placements import read_json, target_of
from support.tables import geometric_mean, table

# The goal, a share of the probe's logarithmic gain.
GOAL = 2 / 3
# The goal of the geometric mean over kinds of int8.
INT8_GOAL = 0.75

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
