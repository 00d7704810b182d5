# ===- written_part.py - The part of a page that a script writes ----------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Reads and replaces the generated part of a page; the rest is written by hand. Two
lines that name the script enclose the part."""

from dataclasses import dataclass
from pathlib import Path

from support.placements import BenchmarkError


@dataclass(frozen=True)
class WrittenPart:
    """A page in three parts."""

    page: Path
    before: str  # Includes the opening line.
    text: str  # Without surrounding blank lines.
    after: str  # Includes the closing line.

    @staticmethod
    def read(page: Path, script: str) -> "WrittenPart":
        """Reads `page`. Raises BenchmarkError unless the page has exactly one part for
        `script`, a path in benchmarks/."""
        begin = f"<!-- Written by benchmarks/{script}; do not edit. -->\n"
        end = f"<!-- The end of what benchmarks/{script} writes. -->\n"
        text = page.read_text(encoding="utf-8")
        if text.count(begin) != 1 or text.count(end) != 1:
            raise BenchmarkError(
                f"{page} does not have, once each, the lines '{begin.strip()}' and "
                f"'{end.strip()}'"
            )
        before, _, rest = text.partition(begin)
        between, found, after = rest.partition(end)
        if not found:
            raise BenchmarkError(f"{page} has '{end.strip()}' before the other line")
        return WrittenPart(page, before + begin, between.strip("\n"), end + after)

    def replace(self, text: str) -> None:
        """Writes the page with `text` as the part."""
        text = text.strip("\n")
        self.page.write_text(f"{self.before}\n{text}\n\n{self.after}", encoding="utf-8")
