# ===- xla_texts.py - The compiler's texts of the programs in problems/tpu --------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""What XLA's compiler says of programs, in a folder: PROGRAM.TAG.hlo.txt.gz, where the
tag tells how it was compiled (memplace.xla.compiler): "on", "off", "cmem8M.noxp", "mask1"."""

import gzip
import sys
from collections.abc import Iterable
from pathlib import Path

from memplace.xla import Text, Wanted, compile_model
from memplace.xla.compiler import capacity_tag
from placements import HERE

_ENDING = ".hlo.txt.gz"


def split_name(problem: str) -> tuple[str, int | None]:
    """Program and capacity of "resnet50_b1.cmem8M"."""
    program, _, cap = problem.partition(".")
    return program, int(cap[4:-1]) << 20 if cap else None


class Texts:
    """A folder of texts."""

    def __init__(self, folder: Path):
        self.folder = folder

    def path(self, program: str, tag: str) -> Path:
        """Of a text."""
        return self.folder / f"{program}.{tag}{_ENDING}"

    def read(self, program: str, tag: str) -> Text | None:
        """A text; None if it is not there."""
        path = self.path(program, tag)
        if not path.exists():
            return None
        return Text(gzip.decompress(path.read_bytes()).decode(), f"{program}.{tag}")

    def tags(self, program: str) -> list[str]:
        """Of all texts of a program, for the chip of the problems: no other is named."""
        found = []
        for path in sorted(self.folder.glob(f"{program}.*{_ENDING}")):
            tag = path.name.removeprefix(f"{program}.").removesuffix(_ENDING)
            if tag.startswith(("on", "off", "cmem", "mask")):
                found.append(tag)
        return found

    def wanted(self, name: str) -> Wanted | None:
        """The placements of a problem; None if one of the two texts is not there."""
        program, capacity = split_name(name)
        tag = capacity_tag(capacity)
        first, other = self.read(program, tag), self.read(program, f"{tag}.noxp")
        if first is None or other is None:
            return None
        return Wanted(first, other, capacity, name)

    def calibration(self, program: str) -> list[Text]:
        """All texts of a program."""
        found = (self.read(program, tag) for tag in self.tags(program))
        return [text for text in found if text is not None]

    def compile(self, program: str, capacities: Iterable[int | None]) -> None:
        """Compiles what is missing for these capacities, and masks."""
        self.folder.mkdir(parents=True, exist_ok=True)
        model = f"{HERE / 'xla_programs.py'}:{program}"
        for capacity in capacities:
            tag = capacity_tag(capacity)
            if self.path(program, f"{tag}.noxp").exists():
                continue
            has_masks = self.path(program, "mask1").exists()
            print(f"compiling {program}, {tag}", file=sys.stderr)
            texts = compile_model(
                model, capacity=capacity, **({"masks": ()} if has_masks else {})
            )
            for each, text in texts.items():
                data = gzip.compress(text.text.encode(), mtime=0)
                self.path(program, each).write_bytes(data)
