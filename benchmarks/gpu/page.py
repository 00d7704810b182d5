#!/usr/bin/env python3
# ===- page.py - docs/measurements/gpu.md ----------------------------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Writes docs/measurements/gpu.md from the results of measure_machine.py, jax_plans.py
and xla_schedules.py in benchmarks/gpu/measured."""

import json
import re
import statistics
import sys
import textwrap
from collections.abc import Iterable
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
    """Costs of pieces of ops."""
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
Products of bf16 and `tanh`, whole and cut into kernels in a graph. *Each more* is what a piece after the first takes;
*beyond the model*, without a launch (1.9 µs, which is what a piece of `tanh` takes) and without reading again what it
reads again. In the median of {len(extras)} cases that is **{median:.1f} µs**, from {min(extras) * 1e6:.1f} to
{max(extras) * 1e6:.1f}: `piece_ps` of the target. Products of 8192³ are left out of that: they run into the power
limit, whole or cut.
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
    text = f"With everything on the device, times are off by {errors_of(kept)}:\n\n"
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
    calm = [
        e
        for e in plans
        if e["by"] == OURS and not early[e["plans"], e["model"], e["percent"]]["early"]
    ]
    text += "\n" + wrap(
        f"""*Awaited early*: kernels that do not read it run between the wait for a copy and
        the first one that does, in what XLA's compiler makes of the plan ahead of time.
        Where there is none, times are off by {errors_of(calm)} ({len(calm)} plans)."""
    )
    return text


def by_hand_section(plans: list[Entry]) -> str:
    """Times of plans written by hand."""
    measured = {(e["plans"], e["model"], e["percent"], e["by"]): e for e in plans}
    lines, ratios, fitting = [], [], []
    for (key, model, part, by), ours in measured.items():
        hands = [measured.get((key, model, part, hand)) for hand in BY_HAND]
        if key != "in-order" or by != OURS or None in hands:
            continue
        kept = measured[key, model, None, ALL_KEPT]
        cells = [model, f"{part} %", ms(seconds_of(kept))]
        for entry in (measured["greedy", model, part, OURS], ours, *hands):
            assert entry is not None
            over = entry["device_bytes"] / entry["limit"] - 1
            cells.append(
                ms(seconds_of(entry)) + (f" ({percent(over)} %)" if over > 0.01 else "")
            )
        lines.append(cells)
        for entry in hands:
            assert entry is not None
            ratios.append(seconds_of(ours) / seconds_of(entry))
            if entry["device_bytes"] <= entry["limit"] * 1.01:
                fitting.append(ratios[-1])
    head = (
        "model|limit|all on the device|memplace, greedy|memplace, in order|"
        + "|".join(BY_HAND)
    )
    return wrap(f"""
A call's milliseconds, and in parentheses by how much XLA's memory for it is above the limit. *Prefix kept* copies each
layer that does not stay where it is used, and leaves it to XLA when; *double buffer* when the layer before begins. Both
keep the first layers, as many as have room beside the two largest. In geometric mean, memplace's plans in order take
{geometric_mean(ratios):.3f} of what those by hand do, and {geometric_mean(fitting):.3f} of those that keep to the limit ({len(fitting)} of {len(ratios)}).
""") + "\n" + table(head.split("|"), lines)


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
        "copies awaited early|kernels that wait, too"
    )
    over = [e["device_bytes"] / e["limit"] - 1 for e in today]
    more = sum(x > 0.001 for x in over)
    return wrap(f"""
XLA takes up to {100 * max(over):.1f} % more than the limit, in {more} of {len(over)} cases: that
room has to be left.
""") + "\n" + table(head.split("|"), lines)


def write(found: Entry, plans: list[Entry], schedules: list[Entry]) -> str:
    """Returns the page."""
    ours = [e for e in plans if e["by"] == OURS]
    head = wrap(f"""
**Measured with a clock** on one {found["name"]} in a virtual machine, behind PCIe 5.0 with 16 lanes, on
{plans[0]["date"]}, by PyTorch {found["torch"]}, JAX {plans[0]["jax"]} and CUDA {found["cuda"]}. All other times of
`h200-offload` on other pages are modelled, with what this page says of the machine.

* The machine: `benchmarks/gpu/measure_machine.py`. It needs nothing of memplace.

* Plans of [memplace.jax](../guide/jax-offload.md): `benchmarks/gpu/jax_plans.py`. Ten calls each, one by one, after two.

* XLA's compiler for the same chip, which needs no GPU: `benchmarks/gpu/xla_schedules.py`.

In short:

* **Times of plans are off by {errors_of(ours)}**, of {len(ours)} plans. Operations a second of bf16 were taken from an
earlier run of the first of these models, with everything on the device: a product by itself runs at 796 TFLOP/s, but at
680 when products follow each other, which the target says now. The rest was predicted.

* **Where plans were off, XLA did not follow them**: it has two copies under way at most, and waits for the oldest before
it begins another, and so do the kernels behind it. Plans keep to that now ([below](#what-xla-makes-of-todays-plans));
that is not measured by a clock yet.
""")
    machine = wrap(
        """A product of 8192³ beside a copy in takes 1 % longer, or 4 % beside one out; the copy takes as long
as alone."""
    )
    models = wrap("""
`stack`: 32 layers of 8192 × 8192 of bf16, 8192 rows. `decode`: the same for 16 rows. `uneven`: 24 small layers, then four
with most of the bytes. `backward`: the derivative of 24 layers by their input, so that each is read twice. `transformer`:
16 layers in a scan, 4 × 2048 tokens. The limit is so many percent of the weights, beside what is needed otherwise. *Each of
eight* is a call of eight that are issued together.
""")
    same = sum(e["same_bits"] for e in ours)
    error = 100 * max(e["error"] for e in ours)
    bits = wrap(
        f"""Results are the same to the last bit as with everything on the device for {same} of
        {len(ours)} plans, and off by up to {error:.1f} % of the largest one otherwise: bf16 is rounded
        where XLA's kernels end, and a barrier can end one."""
    )
    today = wrap("""
Today's plans issue a copy when no more than two are under way. XLA compiled them for this chip ahead of time.
""")
    return "\n".join(
        [
            TITLE,
            re.sub(r"(?<=\n)(\* (?:[^\n]|\n(?!\n))*)\n\n(?=\* )", r"\1\n", head),
            f"## The machine\n\n{copies_section(found)}",
            machine,
            f"## What pieces take\n\n{pieces_section(found)}",
            f"## Predicted and measured\n\n{models}",
            predicted_section(plans, schedules),
            bits,
            f"## Beside plans by hand\n\n{by_hand_section(plans)}",
            f"## What XLA makes of today's plans\n\n{today}",
            schedules_section(schedules),
        ]
    )


def main() -> int:
    parser = plain_parser(__doc__, EPILOG)
    add_page(parser, "docs/measurements/gpu.md")
    options = parser.parse_args()
    found = json.loads((MEASURED / "machine.json").read_text(encoding="utf-8"))
    plans = read_lines(MEASURED / "jax_plans.jsonl")
    schedules = read_lines(MEASURED / "xla_schedules.jsonl")
    options.page.write_text(write(found, plans, schedules), encoding="utf-8")
    print(f"wrote {options.page}")
    return 0


if __name__ == "__main__":
    run_main(main)
