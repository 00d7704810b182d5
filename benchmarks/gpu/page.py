#!/usr/bin/env python3
# ===- page.py - docs/measurements/gpu.md ----------------------------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Writes docs/measurements/gpu.md and results.md beside this file from the output of
measure_machine.py, jax_plans.py and xla_schedules.py in benchmarks/gpu/measured."""

import json
import re
import statistics
import sys
import textwrap
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parents[1]))  # benchmarks/

from support.command_line import add_page, plain_parser, run_main
from support.tables import geometric_mean, table

EPILOG = """\
exit codes:
  0  the page is written
  1  a measurement is missing
  2  bad command line
"""
MEASURED = Path(__file__).with_name("measured")
TITLE = """\
# On a GPU, by a clock

<!-- Written by benchmarks/gpu/page.py; do not edit. -->
"""
DETAILS_TITLE = """\
# On a GPU: all rows

<!-- Written by benchmarks/gpu/page.py; do not edit. -->

The measurements behind [On a GPU](../../docs/measurements/gpu.md), on the same machine.
"""
ALL_KEPT = "all on the device"
OURS = "memplace"
BY_HAND = ["prefix kept", "prefix kept, double buffer"]
# Versions of memplace that made the measured plans, oldest first.
PLANS = {
    "greedy": "by solver greedy",
    "in-order": "in the order of use, as early as there is room",
}
# Larger products of bf16 reach the power limit if they follow each other.
PIECES_BELOW = 8192
LAUNCH_SECONDS = 1.9e-6
BYTES_PER_SECOND, FLOPS_PER_SECOND = 4.33e12, 6.8e14
Entry = dict[str, Any]


def read_lines(path: Path) -> list[Entry]:
    """Returns the entries of a store."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def wrap(text: str) -> str:
    """Returns paragraphs and lists in lines of 120 columns."""
    parts = [
        textwrap.fill(
            " ".join(part.split()),
            120,
            subsequent_indent="  " if part.lstrip().startswith("* ") else "",
            break_long_words=False,
            break_on_hyphens=False,
        )
        for part in text.strip().split("\n\n")
    ]
    return "\n\n".join(parts) + "\n"


def seconds_of(entry: Entry) -> float:
    """Returns the median of the calls."""
    return statistics.median(entry["seconds"])


def ms(seconds: float) -> str:
    """Returns milliseconds."""
    return f"{seconds * 1e3:.2f}"


def gb(size: float) -> str:
    """Returns gigabytes."""
    return f"{size / 1e9:.2f}"


def error_of(entry: Entry) -> float:
    """Returns the predicted time over the measured one, less 1."""
    return float(entry["predicted"]) / seconds_of(entry) - 1


def percent(part: float) -> str:
    """Returns a signed percentage."""
    return f"{100 * part:+.1f}"


def copies_section(found: Entry) -> str:
    """Times of copies and accesses."""
    copies, memory = found["copies"], found["memory"]

    def rate(name: str, size: int, which: str = "one of many") -> float:
        return float(size / copies[f"{name} {size}"][which]["median"] / 1e9)

    def extra(name: str, size: int) -> float:
        large = 256 << 20
        by_size = size / (large / copies[f"{name} {large}"]["one of many"]["median"])
        return float(copies[f"{name} {size}"]["one of many"]["median"] - by_size) * 1e6

    size = 256 << 20
    both = f"both {1 << 30}"
    strided = {k: (64 << 20) / v["median"] / 1e9 for k, v in found["strided"].items()}
    lines = [
        [
            "copies in, of 256 MiB, GB/s",
            f"{rate('in', size):.1f}",
            f"{rate('out', size):.1f} out; each {(1 << 30) / copies[both]['one']['median'] / 1e9:.1f} both at once",
        ],
        [
            "one of many copies of 1 MiB takes beyond its bytes, µs",
            f"{extra('in', 1 << 20):.1f}",
            f"{extra('out', 1 << 20):.1f} out",
        ],
        [
            "rows of 256 B to 64 KiB, every fourth, GB/s",
            f"{min(strided.values()):.1f}",
            f"to {max(strided.values()):.1f}",
        ],
        [
            "HBM read, TB/s",
            f"{memory['bytes'] / memory['read']['median'] / 1e12:.2f}",
            f"{memory['bytes'] / memory['write']['median'] / 1e12:.2f} written; "
            f"{2 * memory['bytes'] / memory['copy']['median'] / 1e12:.2f} both, in a copy; 4.8 in the datasheet",
        ],
        [
            "the host's memory read by a kernel, GB/s",
            f"{memory['host bytes'] / memory['kernel reads host']['median'] / 1e9:.1f}",
            f"{memory['host bytes'] / memory['kernel writes host']['median'] / 1e9:.1f} written",
        ],
        [
            "a small kernel more in a graph, µs",
            f"{found['launches']['graph']['median'] * 1e6:.1f}",
            "of one element",
        ],
        *(
            [
                f"a product of 8192³ by itself, {kind}, TFLOP/s",
                f"{2 * 8192**3 / found['products'][kind]['median'] / 1e12:.0f}",
                "",
            ]
            for kind in ("f32", "tf32", "f16", "bf16")
        ),
    ]
    return table(["", "measured", "and"], lines)


def piece_extra(case: Entry) -> float:
    """Returns the seconds of each piece after the first in excess of a launch and repeated
    reads."""
    rows, terms, columns = case["shape"]
    count = case["pieces"]
    again = 2 * terms * (columns if case["along"] == "rows" else rows)
    whole_bytes = 2 * (rows * terms + terms * columns + rows * columns)
    compute = 2 * rows * terms * columns / FLOPS_PER_SECOND

    def model(size: float) -> float:
        return max(compute, size / BYTES_PER_SECOND)

    longer = case["cut"]["median"] - case["whole"]["median"]
    more = model(whole_bytes + (count - 1) * again) - model(whole_bytes)
    return float((longer - more) / (count - 1) - LAUNCH_SECONDS)


def pieces_section(found: Entry) -> str:
    """Returns the costs of pieces of ops."""
    lines, extras = [], []
    for case in found["pieces"]:
        is_product = len(case["shape"]) == 3
        each = (case["cut"]["median"] - case["whole"]["median"]) / (case["pieces"] - 1)
        extra = ""
        if is_product and case["shape"][0] < PIECES_BELOW:
            extras.append(piece_extra(case))
            extra = f"{extras[-1] * 1e6:.1f}"
        lines.append(
            [
                " × ".join(map(str, case["shape"])),
                case["along"],
                str(case["pieces"]),
                f"{case['whole']['median'] * 1e6:.1f}",
                f"{case['cut']['median'] * 1e6:.1f}",
                f"{each * 1e6:.1f}",
                extra,
            ]
        )
    head = "op|along|pieces|whole, µs|cut, µs|each more, µs|beyond the model, µs"
    median = statistics.median(extras) * 1e6
    text = wrap(f"""
Products of bf16 and `tanh`, whole and cut into kernels of one graph. *Each more* is the time of each piece after the
first. *Beyond the model* subtracts a launch (1.9 µs, the cost of a piece of `tanh`) and the time of repeated reads. The
median of {len(extras)} cases is **{median:.1f} µs**, from {min(extras) * 1e6:.1f} to {max(extras) * 1e6:.1f}; with a launch, the `piece_ps` of the
target.
Products of 8192³ are left out, because they reach the power limit, whole or cut.
""") + "\n"
    return text + table(head.split("|"), lines)


def errors_of(entries: Iterable[Entry]) -> str:
    """Returns the median and the worst error, in words."""
    errors = sorted((error_of(entry) for entry in entries), key=abs)
    return (
        f"{100 * abs(errors[len(errors) // 2]):.1f} % in the median, "
        f"{percent(errors[-1])} % at worst"
    )


def predicted_section(plans: list[Entry], schedules: list[Entry]) -> str:
    """Predicted and measured times."""
    early = {(e["plans"], e["model"], e["percent"]): e for e in schedules}
    kept = [e for e in plans if e["by"] == ALL_KEPT and e["plans"] == "in-order"]
    text = wrap(f"""
With everything on the device, predictions are off by {errors_of(kept)}. *Each of eight* is the time per call of eight
calls issued together.
""") + "\n"
    lines = [
        [e["model"], gb(e["weight_bytes"]), ms(e["predicted"]), ms(seconds_of(e))]
        + [percent(error_of(e)), ms(e["together"])]
        for e in kept
    ]
    head = "model|weights, GB|predicted, ms|measured, ms|error, %|each of eight, ms"
    text += table(head.split("|"), lines)
    for key, words in PLANS.items():
        ours = [e for e in plans if e["by"] == OURS and e["plans"] == key]
        text += f"\nPlans {words}: off by {errors_of(ours)}:\n\n"
        lines = [
            [e["model"], f"{e['percent']} %", gb(e["transferred"])]
            + [ms(e["predicted"]), ms(seconds_of(e)), percent(error_of(e))]
            + [gb(e["limit"]), gb(e["device_bytes"])]
            + ["{early} of {copies}".format(**early[key, e["model"], e["percent"]])]
            for e in ours
        ]
        head = "model|limit|copied, GB|predicted, ms|measured, ms|error, %|limit, GB|"
        head += "XLA took, GB|copies awaited early"
        text += table(head.split("|"), lines)
    text += "\n" + wrap("""
*Awaited early*: in XLA's schedule of the plan, the wait for a copy comes before kernels that do not read the copy.
""")
    return text


def calm_of(plans: list[Entry], schedules: list[Entry]) -> list[Entry]:
    """Returns the plans in which no copy is awaited early."""
    early = {(e["plans"], e["model"], e["percent"]): e for e in schedules}
    return [
        e
        for e in plans
        if e["by"] == OURS and not early[e["plans"], e["model"], e["percent"]]["early"]
    ]


@dataclass(frozen=True)
class Comparison:
    """Plans of memplace in the order of use beside plans by hand."""

    table: str
    ratio: float  # Geometric mean of the time divided by the time of a plan by hand.
    ratio_fitting: float  # Beside plans by hand within the limit only.
    num_fitting: int
    num_all: int


def compare_by_hand(plans: list[Entry]) -> Comparison:
    """Returns times of plans of memplace and of plans by hand."""
    measured = {(e["plans"], e["model"], e["percent"], e["by"]): e for e in plans}
    lines, ratios, fitting = [], [], []
    for (key, model, part, by), ours in measured.items():
        if key != "in-order" or by != OURS:
            continue
        kept = measured[key, model, None, ALL_KEPT]
        cells = [model, f"{part} %", ms(seconds_of(kept)), ms(ours["predicted"])]
        hands = [measured.get((key, model, part, hand)) for hand in BY_HAND]
        for entry in (ours, *hands):
            if not entry:
                cells.append("")
                continue
            over = entry["device_bytes"] / entry["limit"] - 1
            cells.append(
                ms(seconds_of(entry)) + (f" ({percent(over)} %)" if over > 0.01 else "")
            )
        lines.append(cells)
        for entry in hands:
            if entry:
                ratios.append(seconds_of(ours) / seconds_of(entry))
                if entry["device_bytes"] <= entry["limit"] * 1.01:
                    fitting.append(ratios[-1])
    head = ["model", "limit", "all on the device", "predicted", "memplace", *BY_HAND]
    return Comparison(
        table(head, lines),
        geometric_mean(ratios),
        geometric_mean(fitting),
        len(fitting),
        len(ratios),
    )


def schedules_section(schedules: list[Entry]) -> str:
    """XLA's schedules of today's plans."""
    today = [e for e in schedules if e["plans"] == "today"]
    lines = [
        [e["model"], f"{e['percent']} %", ms(e["predicted"]), gb(e["transferred"])]
        + [gb(e["limit"]), gb(e["predicted_bytes"]), gb(e["device_bytes"])]
        + [f"{e['early']} of {e['copies']}", str(e["early_kernels"])]
        for e in today
    ]
    head = (
        "model|limit|predicted, ms|copied, GB|limit, GB|planned, GB|XLA takes, GB|"
        "copies awaited early|delayed kernels"
    )
    return wrap("""
Today's plans never have more than two copies in flight, because XLA waits for the oldest copy before
the start of a third. XLA compiled these plans ahead of time for this chip; the times are not measured.
""") + "\n" + table(head.split("|"), lines)


def write(found: Entry, plans: list[Entry], schedules: list[Entry]) -> str:
    """Returns the page."""
    ours = [e for e in plans if e["by"] == OURS]
    hand = compare_by_hand(plans)
    calm = calm_of(plans, schedules)
    today = [e["device_bytes"] / e["limit"] - 1 for e in schedules if e["plans"] == "today"]
    same = sum(e["same_bits"] for e in ours)
    error = 100 * max(e["error"] for e in ours)
    head = wrap(f"""
**Times of plans are off by {errors_of(ours)}, and plans of [memplace.jax](../guide/jax-offload.md) take
{hand.ratio_fitting:.3f} of the time of plans by hand that keep the limit ({hand.num_fitting} cases).** Measured with a clock on one
{found["name"]}.

Milliseconds of a call. Parentheses: XLA's memory for the call exceeds the limit by so many percent.
""")
    notes = wrap(f"""
* The limit is a share of the weights, on top of the memory for everything else. Plans of memplace issue copies in the
order of use, as early as there is room. *Prefix kept* keeps as many first layers as have room beside the two largest
layers, and copies each other layer where it is used; *double buffer* starts the copy one layer earlier. In geometric mean,
plans of memplace take {hand.ratio:.3f} of the time of all {hand.num_all} plans by hand.

* `stack` has 32 bf16 layers of 8192 × 8192 and 8192 rows; `decode` has the same layers and 16 rows. `uneven` has 24 small
layers and four layers with most of the bytes. `backward` is the derivative of 24 layers by their input, so each layer is
read twice. `transformer` has 16 layers in a scan, 4 × 2048 tokens.

* Predictions miss where XLA does not follow the plan: XLA has at most two copies in flight, and later kernels wait for the
oldest copy. Plans without such a wait are off by {errors_of(calm)} ({len(calm)} plans). Today's plans keep to two copies.

* XLA takes up to {100 * max(today):.1f} % more memory than the limit of today's plans, in {sum(x > 0.001 for x in today)} of {len(today)} cases. Leave that room.

* Results equal the results with everything on the device bit by bit in {same} of {len(ours)} plans. Otherwise they are off by
up to {error:.1f} % of the largest element, because bf16 is rounded where XLA's kernels end.

* The flop rate of bf16 was fitted to an earlier run of `stack`; everything else was predicted. A single product reaches
796 TFLOP/s, and consecutive products reach 680.
""")
    setup = wrap(f"""
One {found["name"]} in a virtual machine behind PCIe 5.0 with 16 lanes, {plans[0]["date"]}, PyTorch {found["torch"]}, JAX
{plans[0]["jax"]}, CUDA {found["cuda"]}. On all other pages, times of `h200-offload` are modelled with the numbers below.
""")
    machine = wrap("""
A copy in slows a simultaneous product of 8192³ by 1 %, and a copy out by 4 %; the product does not slow the copy.
""")
    scripts = wrap("""
`measure_machine.py` measures the machine without memplace, `jax_plans.py` runs the plans (ten calls each, after two), and
`xla_schedules.py` asks XLA's compiler, which needs no GPU; all are in `benchmarks/gpu`. [All
rows](../../benchmarks/gpu/results.md) has the plans of solver `greedy`, the costs of pieces, and XLA's schedules.
""")
    return "\n".join(
        [
            TITLE,
            head,
            hand.table,
            tight(notes),
            f"## The machine\n\n{setup}",
            copies_section(found),
            machine,
            f"## Reproduce\n\n{scripts}",
        ]
    ).rstrip() + "\n"


def tight(text: str) -> str:
    """Returns lists without blank lines between their items."""
    return re.sub(r"\n\n(?=\* )", "\n", text)


def write_details(found: Entry, plans: list[Entry], schedules: list[Entry]) -> str:
    """Returns the page of all rows."""
    return "\n".join(
        [
            DETAILS_TITLE,
            f"## Costs of pieces\n\n{pieces_section(found)}",
            f"## Predicted and measured\n\n{predicted_section(plans, schedules)}",
            f"## XLA's schedules of today's plans\n\n{schedules_section(schedules)}",
        ]
    ).rstrip() + "\n"


def main() -> int:
    parser = plain_parser(__doc__, EPILOG)
    add_page(parser, "docs/measurements/gpu.md")
    parser.add_argument(
        "--details",
        type=Path,
        default=Path(__file__).with_name("results.md"),
        help="page of all rows (default: benchmarks/gpu/results.md)",
    )
    options = parser.parse_args()
    found = json.loads((MEASURED / "machine.json").read_text(encoding="utf-8"))
    plans = read_lines(MEASURED / "jax_plans.jsonl")
    schedules = read_lines(MEASURED / "xla_schedules.jsonl")
    options.page.write_text(write(found, plans, schedules), encoding="utf-8")
    options.details.write_text(
        write_details(found, plans, schedules), encoding="utf-8"
    )
    print(f"wrote {options.page} and {options.details}")
    return 0


if __name__ == "__main__":
    run_main(main)
