# ===- pieces.py - What pieces of ops take ----------------------------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""The store of benchmarks/xla/xla_pieces.py, and what targets say of pieces."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median

from support.placements import BENCHMARKS, ROOT, read_json

PIECES_STORE = BENCHMARKS / "xla" / "xla_pieces.jsonl"
# What each piece of an op after the first costs, picoseconds: an estimate, of machines of
# which no compiler and no measurement says more.
ESTIMATED_PS = 1_000_000


@dataclass(frozen=True)
class PieceWord:
    """An op of a TPU in equal pieces, in seconds.

    tiers: whether its operands are in the fast memory, its result last.
    whole, cut: what XLA estimates of the op, and of all pieces together.
    model_whole, model_cut: what the problem says that is harvested from the whole op, if
        a piece costs nothing beyond what it computes and reads again. None: the problem
        does not say how to cut the op so.
    """

    kind: str
    along: str
    pieces: int
    tiers: tuple[bool, ...]
    whole: float
    cut: float
    model_whole: float
    model_cut: float | None
    chip: str = "v4i"

    @property
    def piece_cost(self) -> float | None:
        """What each piece after the first takes that the model does not know, seconds:
        what pieces add by XLA's word, less what they add by the model."""
        if self.model_cut is None:
            return None
        unknown = (self.cut - self.whole) - (self.model_cut - self.model_whole)
        return unknown / (self.pieces - 1)


def read_words(chip: str | None = None) -> list[PieceWord]:
    """What was measured of a chip; None: of all."""
    with open(PIECES_STORE, encoding="utf-8") as file:
        words = [PieceWord(**json.loads(line)) for line in file]
    return [each for each in words if chip in (None, each.chip)]


def piece_costs(words: Iterable[PieceWord]) -> list[float]:
    """What a piece costs that the model does not know, seconds, where that is known."""
    return [cost for one in words if (cost := one.piece_cost) is not None]


def median_cost(words: Iterable[PieceWord]) -> float:
    """The median of that."""
    return median(piece_costs(words))


def told_by_target(target: str) -> int:
    """What the built-in target called so says of it, picoseconds; 0: nothing, or there is
    no such target."""
    file = ROOT / "lib" / "Target" / "Catalogue" / f"{target}.json"
    return int(read_json(file)["compute"].get("piece_ps", 0)) if file.exists() else 0


def piece_ps_of(target: str) -> int:
    """What each piece of an op after the first costs on a target, picoseconds."""
    for chip in {each.chip for each in read_words()}:
        if target.startswith(f"tpu-{chip}"):
            return round(1e12 * median_cost(read_words(chip)))
    return told_by_target(target) or ESTIMATED_PS
