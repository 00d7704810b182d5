# ===- activations_page.py - What activations.py measured, in words -------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""The part of docs/measurements/larger-than-memory.md about activations and int8."""

from pathlib import Path
from typing import Any

from page_parts import ratio, read_measured, spread

WORDS = {
    "unet": """\
## unet

A U-Net as diffusion has them, of 384 x 384 numbers in 32 channels: {weights:.1f} MB of weights, {arena:.1f} MB of
activations at a time; what each block of the first half makes waits for its counterpart in the second. Limits are parts
of what the process takes in memory ({total:.1f} MB). **memplace** writes activations to a scratch file and reads them
back; **in memory, in the limit** is the same program without that, in a cgroup of the limit: where the kernel has no
swap, it ends the process, but a cgroup does not count code that others have in memory, too.""",
    "int8": """\
## int8

Layers of int8 with a scale for each column, widened by the program itself, for 8 rows: {weights:.1f} MB of weights,
four times as much in f32. Limits are parts of what the process takes in memory ({total:.1f} MB, with a copy in f32 of a
whole weight). **memplace** widens a piece of a weight at a time.""",
}
HEAD = """\
| limit | by | median, s | least | largest | / in memory | predicted, s | read, MB | written, MB | high-water mark, MB |
|---|---|--:|--:|--:|--:|--:|--:|--:|--:|"""


def table_row(percent: str, row: dict[str, Any], own: list[float]) -> str:
    """Returns a line of the table."""
    first = f"| {percent} %, {(row['limit'] or 0) / 1e6:.1f} MB | {row['name']} "
    if "reason" in row:
        is_killed = "signal 9" in row["reason"]
        words = "killed by the kernel" if is_killed else "does not fit"
        return f"{first}| {words} {'| ' * 7}|"
    is_planned = row["name"] != "mmap"
    predicted = f"{row['predicted_seconds']:.3f}" if is_planned else ""
    read = f"{row['read_bytes'] / 1e6:.1f}" if is_planned else ""
    return (
        f"{first}| {spread(row['seconds'])} "
        f"| {ratio(row['seconds'], own)} | {predicted} | {read} | {row['write_bytes'] / 1e6:.1f} "
        f"| {row['high_water_bytes'] / 1e6:.1f} |"
    )


def activations_section(path: Path) -> str:
    """Returns the part of the page from activations.py; empty without measurements."""
    content = read_measured(path)
    if not content:
        return ""
    parts = []
    for name, found in content["networks"].items():
        words = WORDS[name].format(
            weights=found["weight_bytes"] / 1e6,
            arena=found["arena_bytes"] / 1e6,
            total=found["total_bytes"] / 1e6,
        )
        lines = [HEAD]
        for percent, rows in found["limits"].items():
            own = rows[0]["seconds"]
            lines += [table_row(percent, row, own) for row in rows]
        table = "\n".join(lines)
        parts.append(
            f"{words}\n\nBy `benchmarks/larger-than-memory/activations.py`, "
            f"{found['calls']} calls each; {found['machine']};\none thread. The "
            f"scratch file is written with {found['write_speed'] / 1e9:.2f} GB/s.\n\n"
            f"{table}"
        )
    return "\n\n".join(parts)
