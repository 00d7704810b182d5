# ===- pieces.py - What pieces of ops take ----------------------------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Reads the store of benchmarks/xla/xla_pieces.py, and the costs of pieces of targets."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median

from support.placements import BENCHMARKS, ROOT, read_json

PIECES_STORE = BENCHMARKS / "xla" / "xla_pieces.jsonl"
# Cost of each piece of an op after the first, picoseconds: an estimate for machines
# without a compiler or measurement to consult.
ESTIMATED_PS = 1_000_000


@dataclass(frozen=True)
class PieceWord:
    """An op of a TPU in equal pieces, in seconds.

    tiers: True for each operand in fast memory; the result is last.
    whole, cut: XLA's estimates for the op, and for all pieces together.
    model_whole, model_cut: the model's times by the problem harvested from the whole op, if
        pieces cost only their computation and repeated reads. None: the problem has no
        such cut of the op.
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
        """Returns the time of each piece after the first that the model does not
        include, seconds: the additional time of pieces by XLA, less the additional time
        by the model."""
        if self.model_cut is None:
            return None
        unknown = (self.cut - self.whole) - (self.model_cut - self.model_whole)
        return unknown / (self.pieces - 1)


def read_words(chip: str | None = None) -> list[PieceWord]:
    """Returns the measurements of a chip; None: of all chips."""
    with open(PIECES_STORE, encoding="utf-8") as file:
        words = [PieceWord(**json.loads(line)) for line in file]
    return [each for each in words if chip in (None, each.chip)]


def piece_costs(words: Iterable[PieceWord]) -> list[float]:
    """Returns the costs of pieces that the model does not include, seconds, as far as
    known."""
    return [cost for one in words if (cost := one.piece_cost) is not None]


def median_cost(words: Iterable[PieceWord]) -> float:
    """Returns the median of the costs."""
    return median(piece_costs(words))


def told_by_target(target: str) -> int:
    """Returns the cost of pieces in the built-in target of this name, picoseconds; 0 if
    there is none."""
    file = ROOT / "lib" / "Target" / "Catalogue" / f"{target}.json"
    return int(read_json(file)["compute"].get("piece_ps", 0)) if file.exists() else 0


def piece_ps_of(target: str) -> int:
    """Returns the cost of each piece of an op after the first on a target, picoseconds."""
    for chip in {each.chip for each in read_words()}:
        if target.startswith(f"tpu-{chip}"):
            return round(1e12 * median_cost(read_words(chip)))
    return told_by_target(target) or ESTIMATED_PS
