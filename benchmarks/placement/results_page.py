# ===- results_page.py - results.md: rendering and reading it back ---------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Renders benchmarks/placement/results.md and its summary, docs/measurements/results.md,
and reads the measured numbers back.

Both pages are a function of the printed rows, the ablation, the options and two
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
# Results: all problems

<!-- Written by benchmarks/placement/run.py; do not edit. -->

Makespans of every problem and placement behind [Results](../../docs/measurements/results.md), in microseconds;
all times are modelled, and every placement, XLA's included, has passed `memplace-verify`.

* The {count} [problems](../problems/tpu/README.md) come from {programs} programs compiled for a TPU v4i with 128 MiB of
  fast memory (CMEM) beside HBM. The smaller programs are compiled again with 32 or 8 MiB (*capped*: `.cmem32M`,
  `.cmem8M`).
* **All in HBM** is solver `default-tier`: CMEM stays empty.
* **XLA at its best** and **XLA's other** are the two placements of XLA's compiler: by default it reserves fast memory
  for the first weights of the next run (*cross-program prefetch*); the second compilation has this switched off. The
  better one has fewer cycles and stalls by XLA's own account. It is the denominator of each *ratio*: a ratio below 1 is
  faster than XLA.
* **`greedy`**, **`msa`** and **`search`** are [solvers](../../docs/guide/solvers.md) with default options, except for
  `--option=budget=20000` (a number of placements, not a time) of `search`. `msa` rebuilds XLA's algorithm; *0 repacks*
  is `--option=max-repacks=0`. No solver reads XLA's placements.
* **Bound** is a proven [lower bound](../../docs/reference/bounds.md), with {iterations} iterations, or {more_iterations} where `search`
  is more than {close:g} % above the bound. The number in parentheses after each makespan is its gap,
  (makespan - bound) / bound, in percent.
* **Agreement** is the share of accessed bytes that both placements serve from the same tier, summed over all accesses.
  The agreement of *all in HBM* with XLA is the baseline.
* **Contended**: XLA at its best is at least 2 % above the strong bound. `benchmarks/facts.csv`, written by
  `benchmarks/xla/xla_harvest.py`, has the list.
* **Fit** is the difference between the modelled time of the ops with XLA's placement and XLA's own cycles of the same
  compilation. A problem is *well fitted* if the difference is at most 1 %.
"""

SUMMARY = """\
# Results

<!-- Written by benchmarks/placement/run.py; do not edit. -->

**`search` places {contended} contended TPU programs in {search:.3f} of the time of XLA's best placement, and no placement can be
below {bound:.3f}.** All times are modelled from XLA's cycle estimates; nothing ran on a TPU.

Geometric means of the makespan divided by the makespan of XLA at its best; arithmetic means of the agreement:

{table}
Contended problems, a shorter bar is faster:

```text
{bars}
```

{observations}
* XLA's compiler can be made to [follow the placements](../guide/xla.md#xla-made-to-follow-a-placement) of `search`. By
  XLA's own estimate its programs then take {placed_ratio} of the time of XLA at its best.

## Columns

* The {count} problems are {programs} programs compiled for a TPU v4i with 128 MiB of fast memory (CMEM); the smaller programs
  are compiled again with 32 or 8 MiB (*capped*). *Contended*: XLA at its best is at least 2 % above the bound.
* *XLA at its best* is the better of XLA's two placements by XLA's own estimates, with or without cross-program
  prefetch. *All in HBM* leaves CMEM empty. [Solvers](../guide/solvers.md) have default options; `search` tries 20,000 placements. The *bound* is
  [proven](../reference/bounds.md). *Agreement* is the share of accessed bytes in the same memory as in XLA's placement.

[All problems](../../benchmarks/placement/results.md) has every makespan, the definitions, the reasons where `msa` differs
from XLA, and `msa` without each of its mechanisms. [Search](../../benchmarks/placement/search.md) has `search` by time,
and [ablation](../../benchmarks/placement/ablation.md) without each of its moves.

## Accuracy of the model

* Op times are fitted to XLA's cycle estimates of 8 to 28 compilations of each program. On held-out compilations the
  modelled cycles of a whole program are off by {cycle_error} % in the median ([Times of XLA's ops](../../benchmarks/xla/times.md)).
  The model knows XLA's estimate of an op, not the time of the op on a chip. {num_fitted} problems are well fitted: within 1 %.
* The comparison favors `greedy` and `search`, because the same simulator guides and judges them. XLA plans with its own
  cost model. XLA also copies in slices; a sliced copy is one transfer here and waits for all of its room. If XLA's
  placements never waited for copies, `search` would be at {unstalled:.3f}.
* The constants of `greedy` and `search` were chosen on these problems.

{other_chips}## Reproduce

`benchmarks/placement/run.py` writes both pages in some minutes ([Benchmarks](../../benchmarks/README.md)). The numbers
depend neither on chance nor on the speed of the machine. A test computes some rows again
(`benchmarks/placement/run.py --check`).
"""

# Characters of a bar of length 1.
BAR_LENGTH = 48


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


def groups_of(rows: list[Row], facts: dict[str, Facts]) -> dict[str, list[Row]]:
    """Returns the groups of problems with a line in the summary."""
    contended = [row for row in rows if facts[row.name].is_contended]
    groups = {
        "all": rows,
        "all of 128 MiB": [row for row in rows if not row.is_capped],
        "capped": [row for row in rows if row.is_capped],
        "contended": contended,
        "contended, all of 128 MiB": [row for row in contended if not row.is_capped],
        "contended, capped": [row for row in contended if row.is_capped],
        "well fitted": [row for row in rows if facts[row.name].is_well_fitted],
        "well fitted and contended": [
            row for row in contended if facts[row.name].is_well_fitted
        ],
    }
    return {caption: members for caption, members in groups.items() if members}


def bars(rows: list[Row]) -> str:
    """Returns a bar chart of geometric means over `rows`, relative to XLA at its best."""
    means = {
        CAPTIONS[column].strip("`"): geometric_mean(row.ratio(column) for row in rows)
        for column in PLACEMENTS
        if column != "msa0"
    }
    means["bound"] = geometric_mean(row.bound / row.makespans["xla"] for row in rows)
    return "\n".join(
        f"{caption:<16} {mean:.3f} {'█' * round(mean * BAR_LENGTH)}"
        for caption, mean in means.items()
    )


def observations(rows: list[Row]) -> str:
    """Returns the facts that the table of means does not show, in words."""
    within = sum(row.is_within for row in rows)
    slower = {
        column: sum(row.ratio(column) > 1.001 for row in rows)
        for column in ("greedy", "msa", "search")
    }
    closed = sum(row.gap("search") < 0.05 for row in rows)
    return f"""\
* `search` is less than 0.05 % above the bound, hence practically optimal, on {closed} of {len(rows)} problems.
* Problems slower than XLA at its best by more than 0.1 %: {slower["msa"]} with `msa`, {slower["greedy"]} with `greedy`, {slower["search"]} with
  `search`. `msa` is within 5 % of XLA on {within}."""


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
    """Returns the means of the problems of other chips; empty if there is none."""
    if not page.others:
        return ""
    contended = [row for row in page.others if facts[row.name].is_contended]
    groups = {"all": page.others, "contended": contended}
    return f"""\
## Other chips

Programs compiled for v5e and v6e, whose fast memory is VMEM, with the targets `tpu-v5e-xla` and `tpu-v6e-xla`. No table
above contains these programs, and no constant of a solver was chosen on them. [XLA](../guide/xla.md#other-chips) says
how accurate their times are.

{summary_table({caption: rows for caption, rows in groups.items() if rows})}
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


def render(page: Page, facts: dict[str, Facts], reasons: dict[str, str]) -> str:
    """Returns the text of the page with all problems."""
    fitted = [row for row in page.rows if facts[row.name].is_well_fitted]
    introduction = INTRODUCTION.format(
        count=len(page.rows),
        programs=len({row.name.split(".")[0] for row in page.rows}),
        iterations=BOUND_ITERATIONS,
        more_iterations=MORE_BOUND_ITERATIONS,
        close=100 * CLOSE_TO_BOUND,
    )
    others = ""
    if page.others:
        others = f"## Other chips\n\n{row_table(page.others, facts)}\n"
    return f"""\
{introduction}
## Well-fitted problems

{row_table(fitted, facts)}
## Problems that the model fits less well

{row_table([row for row in page.rows if row not in fitted], facts)}
{others}## Where `msa` differs from XLA by more than 5 %

{reasons_section(page, reasons)}
## `msa` with a mechanism switched off

Geometric means of the ratio to XLA at its best, and the number of problems within 5 %. A ratio below the first line
means that `msa` finds faster placements without the mechanism, by this model and on these programs.

{ablation_table(page)}
## Options of `msa`

The options of all results above, as `memplace-solve --solver=msa --list-options` prints them:

```text
{page.options.strip()}
```
"""


def render_summary(page: Page, facts: dict[str, Facts], told: dict[str, str]) -> str:
    """Returns the text of the summary. told: numbers of benchmarks/xla/times.md, by name:
    "cycle_error", the median error of modelled cycles in percent, and "placed_ratio", the
    time of XLA's programs with memplace's placements, relative to XLA's own."""
    contended = [row for row in page.rows if facts[row.name].is_contended]
    return SUMMARY.format(
        count=len(page.rows),
        programs=len({row.name.split(".")[0] for row in page.rows}),
        num_fitted=sum(facts[row.name].is_well_fitted for row in page.rows),
        contended=len(contended),
        search=geometric_mean(row.ratio("search") for row in contended),
        bound=geometric_mean(row.bound / row.makespans["xla"] for row in contended),
        unstalled=geometric_mean(
            row.ratio("search") / (1 - facts[row.name].stall_percent / 100)
            for row in contended
        ),
        table=summary_table(groups_of(page.rows, facts)),
        bars=bars(contended),
        observations=observations(page.rows),
        other_chips=other_chips(page, facts),
        **told,
    )


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
            "benchmarks/placement/results.md is not as benchmarks/placement/run.py writes it; run it again"
        ) from error
    ordered = [rows[name] for name in facts if name in rows]
    others = [row for row in ordered if chip_of(row.name)]
    mine = [row for row in ordered if not chip_of(row.name)]
    return Page(mine, others, ablation, options)
