# ===- written_part.py - The part of a page that a script writes ----------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Reads and replaces the part of a page that a script writes; people write the rest. It
is between two lines that name the script."""

from dataclasses import dataclass
from pathlib import Path

from support.placements import BenchmarkError


@dataclass(frozen=True)
class WrittenPart:
    """A page in three parts."""

    page: Path
    before: str  # With the line that begins what is written.
    text: str  # Without the blank lines around it.
    after: str  # With the line that ends it.

    @staticmethod
    def read(page: Path, script: str) -> "WrittenPart":
        """Returns `page` as it is; a BenchmarkError if it has no place for what
        `script`, a path in benchmarks/, writes, or two."""
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
        """Writes the page, with `text` for the part."""
        text = text.strip("\n")
        self.page.write_text(f"{self.before}\n{text}\n\n{self.after}", encoding="utf-8")
