# ===- xla_texts.py - The compiler's texts of the programs in problems/tpu --------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""What XLA's compiler says of programs, in a folder: PROGRAM.TAG.hlo.txt.gz, or without
".gz", where the tag tells how it was compiled (memplace.xla.compiler): "on", "off", "cmem8M.noxp", "mask1".
"""

import gzip
import sys
from pathlib import Path

from memplace.xla import Text, Wanted, compile_model
from memplace.xla.compiler import capacity_tag
from memplace.xla.masks import MASKS

from support.placements import BENCHMARKS

_ENDING = ".hlo.txt.gz"
# Of the tag of a compilation without cross-program prefetches, and what of a text tells
# that there are some.
_ALONE = ".noxp"
_CROSS_PROGRAM = "cross_program_prefetch"
# How each program is compiled; where the compiler takes too long, not all are there.
TAGS = (
    "on",
    "on.noxp",
    "off",
    "cmem4M.noxp",
    "cmem8M",
    "cmem8M.noxp",
    "cmem12M",
    "cmem16M.noxp",
    "cmem24M",
    "cmem32M",
    "cmem32M.noxp",
    "cmem64M.noxp",
    *MASKS,
)
# Programs in which, of what is fitted when a third is held out, large operands move
# together only, so that what each costs is not told apart: more masks.
MORE_TAGS = {"gpt2_block_b1": ("mask5", "mask6", "mask7", "mask8")}


def tags_of(program: str) -> tuple[str, ...]:
    """How a program is compiled."""
    return (*TAGS, *MORE_TAGS.get(program, ()))


def split_name(problem: str) -> tuple[str, int | None]:
    """Program and capacity of "resnet50_b1.cmem8M"."""
    program, _, cap = problem.partition(".")
    return program, int(cap[4:-1]) << 20 if cap else None


class Texts:
    """A folder of texts."""

    def __init__(self, folder: Path):
        self.folder = folder

    def programs(self) -> set[str]:
        """Those of which there is a text."""
        return {path.name.partition(".")[0] for path in self.folder.glob("*.hlo.txt*")}

    def path(self, program: str, tag: str) -> Path:
        """Of a text."""
        return self.folder / f"{program}.{tag}{_ENDING}"

    def read(self, program: str, tag: str) -> Text | None:
        """A text; None if it is not there. Where the compiler makes no cross-program
        prefetch by itself, its text is also that of a compilation without them: they
        were the same to the letter wherever both were compiled."""
        found = self._read_file(program, tag)
        base = tag.removesuffix(_ALONE)
        if found is None and base != tag:
            other = self._read_file(program, base)
            if other is not None and _CROSS_PROGRAM not in other.text:
                return Text(other.text, f"{program}.{tag}")
        return found

    def _read_file(self, program: str, tag: str) -> Text | None:
        path, name = self.path(program, tag), f"{program}.{tag}"
        if path.exists():
            return Text(gzip.decompress(path.read_bytes()).decode(), name)
        plain = path.with_suffix("")
        return Text(plain.read_text(), name) if plain.exists() else None

    def wanted(self, name: str) -> Wanted | None:
        """The placements of a problem; None if one of the two texts is not there."""
        program, capacity = split_name(name)
        tag = capacity_tag(capacity)
        first, other = self.read(program, tag), self.read(program, f"{tag}.noxp")
        if first is None or other is None:
            return None
        return Wanted(first, other, capacity, name)

    def calibration(self, program: str) -> list[Text]:
        """All texts of a program that were compiled."""
        found = (self._read_file(program, tag) for tag in tags_of(program))
        return [text for text in found if text is not None]

    def compile(self, program: str) -> None:
        """Compiles what is missing."""
        self.folder.mkdir(parents=True, exist_ok=True)
        missing = [tag for tag in tags_of(program) if self.read(program, tag) is None]
        if not missing:
            return
        import xla_programs  # Needs JAX, as compiling does.

        is_large = not hasattr(xla_programs, program)
        module = "xla_programs_large.py" if is_large else "xla_programs.py"
        model = f"{BENCHMARKS / 'xla' / module}:{program}"
        print(f"compiling {program}: {', '.join(missing)}", file=sys.stderr)
        for tag, text in compile_model(model, tags=missing).items():
            data = gzip.compress(text.text.encode(), mtime=0)
            self.path(program, tag).write_bytes(data)
