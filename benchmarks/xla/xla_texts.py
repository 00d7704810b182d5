# ===- xla_texts.py - The compiler's texts of the programs in problems/tpu --------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Texts of XLA's compiler for programs, in a folder: PROGRAM.TAG.hlo.txt.gz, or without ".gz". The
tag names the compiler's options (memplace.xla.compiler): "on", "off", "cmem8M.noxp", "mask1". Texts
for another chip than v4i are in a subfolder, "v5e".
"""

import gzip
import sys
from pathlib import Path

from memplace.xla import Text, Requested, compile_model
from memplace.xla.compiler import DEFAULT_TOPOLOGY, Chip, capacity_tag, chip_of
from memplace.xla.masks import MASKS

from support.placements import BENCHMARKS, ROOT
from support.placements import chip_of as chip_of_problem

_ENDING = ".hlo.txt.gz"
# Tag of a compilation without cross-program prefetches, and the phrase of a text that
# shows such prefetches.
_ALONE = ".noxp"
_CROSS_PROGRAM = "cross_program_prefetch"
# Compilations of each program; some are missing if the compiler takes too long.
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
# Programs whose fitted compilations, with a third held out, move large operands only
# together, so that their costs cannot be separated: more masks, and the starts of
# MORE_ROUNDS.
MORE_TAGS = {
    "bilinear49_2048": ("cmem12M.noxp", "cmem16M"),
    "gpt2_block_b1": ("mask5", "mask6", "mask7", "mask8"),
    "gpt2_block_b1.v5e": ("mask9", "mask10", "mask11", "mask12"),
    "resnet50_b1.v5e": ("mask9", "mask10", "mask11", "mask12"),
    "resnet50_b1.v6e": ("mask9", "mask10", "mask11", "mask12"),
}
# Programs harvested in rounds (xla_rounds.py) with other capacities than those of their
# problems; of bilinear49_2048 with 8 MiB, all texts of rounds are held out.
MORE_ROUNDS = ("bilinear49_2048.cmem12M", "bilinear49_2048.cmem16M")
# Compilations for other chips, whose fast memory no option limits: fewer concurrent
# copies give other placements.
VMEM_TAGS = ("on", "on.noxp", "off", "prefetch2", "prefetch4", *MASKS)
VMEM_TAGS += ("mask5", "mask6", "mask7", "mask8")


def tags_of(program: str, chip: str | None = None) -> tuple[str, ...]:
    """Returns the compilations of a program for a chip; None: v4i."""
    name, tags = (f"{program}.{chip}", VMEM_TAGS) if chip else (program, TAGS)
    return (*tags, *MORE_TAGS.get(name, ()))


def split_name(problem: str) -> tuple[str, int | None]:
    """Returns program and capacity of "resnet50_b1.cmem8M", and of "resnet50_b1.v5e"."""
    program, _, cap = problem.partition(".")
    has_cap = cap and not chip_of_problem(problem)
    return program, int(cap[4:-1]) << 20 if has_cap else None


def model_of(program: str) -> str:
    """Returns the function that makes a program, MODULE:FUNCTION."""
    import xla_programs  # Needs JAX, as compiling does.

    is_large = not hasattr(xla_programs, program)
    module = "xla_programs_large.py" if is_large else "xla_programs.py"
    return f"{BENCHMARKS / 'xla' / module}:{program}"


class Texts:
    """A folder of texts for one chip; None: v4i."""

    def __init__(self, folder: Path, chip_name: str | None = None):
        self.folder = folder / chip_name if chip_name else folder
        self.chip_name = chip_name
        self.topology = f"{chip_name}:1x1" if chip_name else DEFAULT_TOPOLOGY

    @property
    def chip(self) -> Chip:
        """Chip of the texts."""
        found = chip_of(self.topology)
        assert found is not None
        return found

    @property
    def target(self) -> str:
        """Name of the target; for another chip its file, so that problems include the
        whole target."""
        name = self.chip.target
        folder = ROOT / "lib" / "Target" / "Catalogue"
        return str(folder / f"{name}.json") if self.chip_name else name

    def programs(self) -> set[str]:
        """Returns the programs with a text."""
        return {path.name.partition(".")[0] for path in self.folder.glob("*.hlo.txt*")}

    def path(self, program: str, tag: str) -> Path:
        """Returns the path of a text."""
        return self.folder / f"{program}.{tag}{_ENDING}"

    def read(self, program: str, tag: str) -> Text | None:
        """Returns a text; None if it is missing. If the compiler makes no cross-program
        prefetch on its own, its text also stands for a compilation without them: both
        were equal wherever both were compiled."""
        found = self._read_file(program, tag)
        base = tag.removesuffix(_ALONE)
        if found is None and base != tag:
            other = self._read_file(program, base)
            if other is not None and _CROSS_PROGRAM not in other.text:
                return Text(other.text, f"{program}.{tag}")
        return found

    def _tags(self, program: str) -> set[str]:
        """Returns the tags of all texts of a program."""
        names = (path.name for path in self.folder.glob(f"{program}.*.hlo.txt*"))
        return {name.partition(".")[2].partition(".hlo.txt")[0] for name in names}

    def _read_file(self, program: str, tag: str) -> Text | None:
        path, name = self.path(program, tag), f"{program}.{tag}"
        if path.exists():
            return Text(gzip.decompress(path.read_bytes()).decode(), name)
        plain = path.with_suffix("")
        return Text(plain.read_text(), name) if plain.exists() else None

    def requested(self, name: str) -> Requested | None:
        """Returns the placements of a problem; None if one of the two texts is missing."""
        program, capacity = split_name(name)
        tag = capacity_tag(capacity)
        first, other = self.read(program, tag), self.read(program, f"{tag}.noxp")
        if first is None or other is None:
            return None
        return Requested(first, other, capacity, name)

    def calibration(self, program: str, followed: bool = True) -> list[Text]:
        """Returns all texts of a program; followed: including compilations in which XLA
        follows a placement (xla_rounds.py)."""
        tags = list(tags_of(program, self.chip_name))
        if followed:
            tags += sorted(tag for tag in self._tags(program) if "following" in tag)
        found = (self._read_file(program, tag) for tag in tags)
        return [text for text in found if text is not None]

    def others(self, program: str, known: set[str]) -> list[Text]:
        """Returns all texts of a program except those with these tags, by tag."""
        tags = sorted(self._tags(program) - known)
        found = (self._read_file(program, tag) for tag in tags)
        return [text for text in found if text is not None]

    def compile(self, program: str) -> None:
        """Compiles missing texts."""
        self.folder.mkdir(parents=True, exist_ok=True)
        tags = tags_of(program, self.chip_name)
        missing = [tag for tag in tags if self.read(program, tag) is None]
        if not missing:
            return
        print(f"compiling {program}: {', '.join(missing)}", file=sys.stderr)
        texts = compile_model(model_of(program), topology=self.topology, tags=missing)
        for text in texts.values():
            self.write(program, text)

    def write(self, program: str, text: Text) -> None:
        """Keeps a text of a program under its tag."""
        data = gzip.compress(text.text.encode(), mtime=0)
        self.path(program, text.tag).write_bytes(data)
