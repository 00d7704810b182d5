# ===- results_page.py - results.md: rendering and reading it back ---------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Renders docs/measurements/results.md, and reads its measured numbers back.

The page is a function of the printed rows, the ablation, the options and two
hand-written files, so `render(parse(page))` must reproduce the page. This check finds
edited pages, and pages older than facts.csv or reasons.toml, without solving anything.
"""

import re
from dataclasses import dataclass

from support.placements import (
    BOUND_ITERATIONS,
    CLOSE_TO_BOUND,
    MORE_BOUND_ITERATIONS,
    PLACEMENTS,
    BenchmarkError,
    Facts,
    Row,
    chip_of,
)
from support.tables import cells_of, geometric_mean, table

# Options of msa that disable one mechanism -> the disabled mechanism.
ABLATIONS = {
    "keep=false": "leaving a buffer where it is between two uses",
    "prefetch=false": "copying in ahead of the use",
    "evict=false": "copying back to the home tier",
    "cross-program=0": "copying an input in at the start of the program",
    "copy-resource=false": "sharing the time of ops among the copies they hide",
    "picker=count": "timing copies by seconds; by steps instead",
    "forced-evict=false": "an eviction beyond the bandwidth in the last retry",
    "max-repacks=0": "packing anew when room runs out",
    "best-fit=false": "the smallest gap that fits; the lowest instead",
    "look-ahead=false": "offsets that stay free for later uses",
    "size-penalty=none": "dividing the benefit by the root of the size",
}

CAPTIONS = {
    "hbm": "all in HBM",
    "other": "XLA's other",
    "xla": "XLA at its best",
    "greedy": "`greedy`",
    "msa0": "`msa`, 0 repacks",
    "msa": "`msa`",
    "search": "`search`",
}

INTRODUCTION = """\
# Results

<!-- Written by benchmarks/placement/run.py; do not edit. -->

**By the cycles that XLA's compiler estimates; no TPU was used, and all times are modelled.** On the contended problems below `search` is at {search:.3f} of the
makespan of XLA at its best, `msa` at {msa:.3f}, and the bound proves that no placement is below {bound:.3f}, so that nothing could bring more than {left:.2f} % over `search`.
In the model XLA's placements wait for copies, since a copy in slices is one transfer that waits for all of its room; if they never waited at all, `search` would be at {unstalled:.3f} of them.
How far the model is from the compiler's own estimates in compilations that it was not fitted to ([xla.md](../guide/xla.md#times-of-ops)): {fit}
**What XLA's compiler says of placements of solvers**: it was made to follow those of `search` ([xla.md](../guide/xla.md#xla-made-to-follow-a-placement)). {followed}
Programs of contended problems are harvested in rounds: their times are fitted, too, to compilations in which XLA followed what `search` found before ([xla.md](../guide/xla.md#harvesting-in-rounds)). {rounds}

How good are the placements? This page compares them with those of XLA's TPU
compiler, on {count} problems made from real compilations
([benchmarks/problems/tpu](../../benchmarks/problems/tpu/README.md)): {programs} programs, compiled for
a TPU v4i with its 128 MiB of fast memory (CMEM) beside HBM, and the smaller ones again with 32
or 8 MiB of it (*capped*; a name without `.cmem` has all of it).

The [simulator](../reference/simulator.md) computes makespans from the problem. The times of each op in it are fitted to the cycles that XLA's
compiler estimates for it in eight to twenty-eight compilations each, with its operands in other memories. So the model knows what XLA thinks that an op costs, not what it
costs. *Fit* is how far the modelled time of the ops
with XLA's placement is from XLA's own cycles of the same compilation. {num_fitted} problems are well fitted, that is, within 1 %;
they have a table of their own.

* **All in HBM**: solver `default-tier`, no use of CMEM.
* **XLA at its best** and **XLA's other**: the placements that XLA's compiler chose with its default, to keep fast memory for the first weights of the next run
  (*cross-program prefetch*), and without, in our rules; the better one is that with fewer of XLA's own cycles and stalls. It is what others are divided by in
  each *ratio*; below 1 is faster than XLA's. It is at a disadvantage: it was made for XLA's cost
  model, while `greedy` and `search` are scored by the simulator that also judges them here, and what XLA copies
  in slices is one transfer here, which must wait for all of its room. No solver reads these files: they are
  only in `benchmarks/`, and a test compares what solvers find with and without them.
* **`greedy`**, **`msa`**, **`search`**: the [solvers](../guide/solvers.md), with one set of options for all
  problems: the defaults, but `search` with `--option=budget=20000`, which is a number of placements to try and
  not a time. `msa` rebuilds XLA's algorithm; *0 repacks* is `--option=max-repacks=0`. The constants inside
  `greedy` and `search` were chosen on these problems, so they may do less well on others.
  [search.md](../../benchmarks/placement/search.md) has more of `search`: by time, on other machines, without each of its parts.
* **Bound**: proven, no placement is faster ([bounds.md](../reference/bounds.md), with {iterations} iterations, or {more_iterations} where `search` is more than {close:g} % above
  that bound). In parentheses after each makespan is its gap,
  (makespan - bound) / bound, in percent.
* **Agreement**: of the bytes that the ops access, the part that both placements serve from the same
  tier (sum over all accesses of all ops, each access with its `bytes`, the same residency counted as often as it
  is used). That of *all in HBM* with XLA's is what agreement is worth when nothing is decided.
* **Contended**: XLA at its best is at least 2 % above the strong bound, so that there is something to
  gain. The list is in `benchmarks/facts.csv`, which `benchmarks/xla/xla_harvest.py` writes with the problems.

Each placement has passed `memplace-verify`, XLA's own too. Makespans are in microseconds.
"""


@dataclass(frozen=True)
class Page:
    """The measured numbers, as printed."""

    rows: list[Row]
    others: list[Row]  # Of problems of other chips.
    # By ABLATIONS: geometric mean of msa / XLA's own over all problems and over the
    # contended problems, and the number of problems within 5 %.
    ablation: dict[str, tuple[float, float, int]]
    options: str  # Output of memplace-solve --list-options for msa.


def summary_line(caption: str, rows: list[Row]) -> list[str]:
    """Returns the summary line of `rows`: geometric means relative to XLA at its best,
    and averages of agreement."""
    means = {
        column: f"{geometric_mean(row.ratio(column) for row in rows):.3f}"
        for column in PLACEMENTS
        if column != "xla"
    }
    bound = geometric_mean(row.bound / row.makespans["xla"] for row in rows)
    agreement = {
        column: f"{sum(row.agreements[column] for row in rows) / len(rows):.1f}"
        for column in ("msa", "hbm")
    }
    within = sum(row.is_within for row in rows)
    return [
        caption,
        str(len(rows)),
        *means.values(),
        f"{bound:.3f}",
        f"{within} ({100 * within / len(rows):.0f} %)",
        agreement["msa"],
        agreement["hbm"],
    ]


def summary_table(groups: dict[str, list[Row]]) -> str:
    """Returns the table of means over groups of problems."""
    head = ["problems", "number"]
    head += [CAPTIONS[column] for column in PLACEMENTS if column != "xla"]
    head += ["bound", "`msa` within 5 %", "agreement, `msa`, %", "agreement, HBM, %"]
    return table(head, [summary_line(*group) for group in groups.items()])


def summary(page: Page, facts: dict[str, Facts]) -> str:
    """Returns the section with the means."""
    contended = [row for row in page.rows if facts[row.name].is_contended]
    groups = {
        "all": page.rows,
        "all of 128 MiB": [row for row in page.rows if not row.is_capped],
        "capped": [row for row in page.rows if row.is_capped],
        "contended": contended,
        "contended, all of 128 MiB": [row for row in contended if not row.is_capped],
        "contended, capped": [row for row in contended if row.is_capped],
        "well fitted": [row for row in page.rows if facts[row.name].is_well_fitted],
        "well fitted and contended": [
            row for row in contended if facts[row.name].is_well_fitted
        ],
    }
    return f"""\
## Summary

Geometric means of the makespan divided by that of XLA at its best; arithmetic means of the
agreement.

{summary_table({caption: rows for caption, rows in groups.items() if rows})}
{observations(page.rows)}"""


def observations(rows: list[Row]) -> str:
    """Returns the facts that the table of means does not show, in words."""
    within = sum(row.is_within for row in rows)
    reached = 100 * within >= 80 * len(rows)
    slower = {
        column: sum(row.ratio(column) > 1.001 for row in rows)
        for column in ("greedy", "msa", "search")
    }
    behind = sum(row.makespans["greedy"] > 1.001 * row.makespans["msa"] for row in rows)
    closed = sum(row.gap("search") < 0.05 for row in rows)
    repacked = [row.makespans["msa"] - row.makespans["msa0"] for row in rows]
    return f"""\
* The ratio of `msa` is between 0.95 and 1.05 on {within} of {len(rows)} problems. The goal was
  80 %: {"reached" if reached else "**missed**"}.
* Slower than XLA at its best by more than 0.1 %: `msa` on {slower["msa"]} problems, `greedy` on {slower["greedy"]},
  `search` on {slower["search"]}. `greedy` is slower than `msa` by more than 0.1 % on {behind}.
* `search` is less than 0.05 % above the bound, so that nothing could be much faster, on {closed} of {len(rows)}.
* Packing anew makes `msa` faster on {sum(change < 0 for change in repacked)} problems and slower on {sum(change > 0 for change in repacked)}.
"""


def row_line(row: Row, facts: Facts) -> list[str]:
    """Returns the line of the table for one problem."""
    return [
        row.name,
        *(f"{row.makespans[c]:.2f} ({row.gap(c):.1f})" for c in PLACEMENTS),
        f"{row.bound:.2f}",
        f"{row.ratio('greedy'):.3f}",
        f"{row.ratio('msa'):.3f}" if row.is_within else f"**{row.ratio('msa'):.3f}**",
        f"{row.ratio('search'):.3f}",
        f"{row.agreements['msa']:.1f}",
        f"{row.agreements['hbm']:.1f}",
        "yes" if facts.is_contended else "no",
        f"{facts.fit_percent:+.1f}",
    ]


def row_table(rows: list[Row], facts: dict[str, Facts]) -> str:
    """Returns the table of some problems."""
    head = ["problem", *CAPTIONS.values(), "bound"]
    head += ["ratio, `greedy`", "ratio, `msa`", "ratio, `search`"]
    head += ["agreement, `msa`, %", "agreement, HBM, %", "contended", "fit, %"]
    return table(
        head,
        [row_line(row, facts[row.name]) for row in rows],
    )


def other_chips(page: Page, facts: dict[str, Facts]) -> str:
    """Returns the section of the problems of other chips; empty if there is none."""
    if not page.others:
        return ""
    contended = [row for row in page.others if facts[row.name].is_contended]
    groups = {"all": page.others, "contended": contended}
    return f"""\
## Other chips

Programs compiled for v5e and v6e (the end of the name), whose fast memory is VMEM. They are a group of their own: none of the numbers above has them,
nor have the other pages, and no constant of a solver was chosen on them. [xla.md](../guide/xla.md#other-chips) says how their times are fitted, and how far off they are.
The targets are `tpu-v5e-xla` and `tpu-v6e-xla`, whose VMEM is as fast as XLA's estimates of ops have it. *Fit* and all else as above.

{summary_table({caption: rows for caption, rows in groups.items() if rows})}
{row_table(page.others, facts)}
"""


def reasons_section(page: Page, reasons: dict[str, str]) -> str:
    """Returns the reasons for ratios outside 5 %. Raises BenchmarkError unless exactly
    these ratios have a reason."""
    outside = [row for row in page.rows if not row.is_within]
    missing = [row.name for row in outside if row.name not in reasons]
    superfluous = sorted(reasons.keys() - {row.name for row in outside})
    if missing:
        raise BenchmarkError(
            "msa differs by more than 5 % from XLA at its best on "
            f"{', '.join(missing)}; say why in benchmarks/placement/reasons.toml"
        )
    if superfluous:
        raise BenchmarkError(
            "msa is within 5 % of XLA at its best on "
            f"{', '.join(superfluous)}; remove them from benchmarks/placement/reasons.toml"
        )
    lines = [
        f"* **{row.name}**, {row.ratio('msa'):.3f}: {' '.join(reasons[row.name].split())}"
        for row in outside
    ]
    return "\n".join(lines or ["There is none."]) + "\n"


def msa_ratios(rows: list[Row]) -> dict[str, float]:
    """Returns msa's makespan divided by that of XLA at its best, by problem."""
    return {row.name: row.ratio("msa") for row in rows}


def ablation_line(
    ratios: dict[str, float], facts: dict[str, Facts]
) -> tuple[float, float, int]:
    """Returns the numbers of a line of the ablation; see Page."""
    contended = [ratio for name, ratio in ratios.items() if facts[name].is_contended]
    return (
        round(geometric_mean(ratios.values()), 4),
        round(geometric_mean(contended), 4),
        sum(0.95 <= ratio <= 1.05 for ratio in ratios.values()),
    )


def ablation_table(page: Page) -> str:
    """Returns the ablation: msa without each of its mechanisms."""
    lines = [
        [
            ABLATIONS[option] if option else "nothing, all as by default",
            f"`{option}`" if option else "",
            f"{everything:.4f}",
            f"{contended:.4f}",
            str(within),
        ]
        for option, (everything, contended, within) in page.ablation.items()
    ]
    head = ["what is missing", "option", "ratio, all", "ratio, contended"]
    return table([*head, "within 5 %"], lines)


def render(
    page: Page, facts: dict[str, Facts], reasons: dict[str, str], told: dict[str, str]
) -> str:
    """Returns the text of the page. told: sentences of benchmarks/xla/times.md about the error
    of modelled times, "fit", about XLA following placements, "followed", and about harvests in
    rounds, "rounds"."""
    programs = {row.name.split(".")[0] for row in page.rows}
    fitted = [row for row in page.rows if facts[row.name].is_well_fitted]
    contended = [row for row in page.rows if facts[row.name].is_contended]
    search = geometric_mean(row.ratio("search") for row in contended)
    bound = geometric_mean(row.bound / row.makespans["xla"] for row in contended)
    introduction = INTRODUCTION.format(
        count=len(page.rows),
        programs=len(programs),
        num_fitted=len(fitted),
        search=search,
        msa=geometric_mean(row.ratio("msa") for row in contended),
        **told,
        bound=bound,
        unstalled=geometric_mean(
            row.ratio("search") / (1 - facts[row.name].stall_percent / 100)
            for row in contended
        ),
        left=100 * (1 - bound / search),
        iterations=BOUND_ITERATIONS,
        more_iterations=MORE_BOUND_ITERATIONS,
        close=100 * CLOSE_TO_BOUND,
    )
    return f"""\
{introduction}
{summary(page, facts)}
## Well-fitted problems

{row_table(fitted, facts)}
## Problems that the model fits less well

{row_table([row for row in page.rows if row not in fitted], facts)}
{other_chips(page, facts)}## Where `msa` differs from XLA by more than 5 %

{reasons_section(page, reasons)}
## `msa` with a mechanism switched off

Geometric means of the ratio to the makespan of XLA at its best, and on how many problems it is within 5 %. A ratio
below that of the first line means that, in our model and on these programs, `msa` finds faster
placements without the mechanism than with it.

{ablation_table(page)}
## Options of `msa`

Those of all results above; `memplace-solve --solver=msa --list-options` lists them.

```text
{page.options.strip()}
```

## How to make this page

`benchmarks/placement/run.py` writes it, in some minutes; [benchmarks/README.md](../../benchmarks/README.md)
tells more. Nothing on it depends on chance or on how fast the machine is. The tests compute some rows again
(`benchmarks/placement/run.py --check`).
"""


def parse(text: str, facts: dict[str, Facts]) -> Page:
    """Returns the results on the page `text`. Raises BenchmarkError unless the page has
    the form of `render`."""
    rows, ablation = {}, {}
    try:
        for cells in cells_of(text):
            if cells[0] in facts:
                numbers = [float(cell.split()[0].strip("*")) for cell in cells[1:14]]
                makespans = dict(zip(PLACEMENTS, numbers))
                agreements = {"msa": numbers[11], "hbm": numbers[12]}
                rows[cells[0]] = Row(cells[0], makespans, numbers[7], agreements)
            option = cells[1].strip("`")
            if len(cells) == 5 and (option in ABLATIONS or not option):
                ablation[option] = (float(cells[2]), float(cells[3]), int(cells[4]))
        options = re.findall(r"^```text\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)[
            -1
        ]
    except (IndexError, ValueError) as error:
        raise BenchmarkError(
            "docs/measurements/results.md is not as benchmarks/placement/run.py writes it; run it again"
        ) from error
    ordered = [rows[name] for name in facts if name in rows]
    others = [row for row in ordered if chip_of(row.name)]
    mine = [row for row in ordered if not chip_of(row.name)]
    return Page(mine, others, ablation, options)
