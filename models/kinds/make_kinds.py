#!/usr/bin/env python3
"""Writes the StableHLO texts of this folder again, with the pinned JAX.

    .venv/bin/python models/kinds/make_kinds.py [NAME ...] [--output-dir DIR]

The programs have what straight-line inference in float32 has not: loops, updates in
place, branches, training, int8, weights that are larger than the machine's memory.
Each maker takes its sizes, so that a test can run a small one. Weights come first
among the arguments, and by their shapes only.
"""

import os
import re
import sys
from functools import partial
from pathlib import Path

HERE = Path(__file__).parent
os.environ.setdefault("JAX_PLATFORMS", "cpu")
sys.path[:0] = [str(HERE), str(HERE.parent)]

from kinds_networks import (
    encoder_int8,
    lstm,
    mobilenet_int8,
    resnet8_int8,
    resnet50_int8,
    unet,
)
from kinds_transformers import (
    kv_decode,
    mixture,
    mlp_train,
    offload_decode,
    offload_train,
    transformer_rolled,
    transformer_train,
    transformer_train_rolled,
    transformer_unrolled,
)
from make_models import text_of, write_texts

PROGRAMS = {
    maker.__name__: maker
    for maker in (
        transformer_unrolled,
        transformer_rolled,
        transformer_train,
        transformer_train_rolled,
        mlp_train,
        kv_decode,
        offload_decode,
        offload_train,
        mixture,
        unet,
        lstm,
        mobilenet_int8,
        resnet8_int8,
        resnet50_int8,
        encoder_int8,
    )
}


def named_text(name: str) -> str:
    """Returns the text of a program, a module of its name."""
    return re.sub(r"^module @\w+", f"module @{name}", text_of(PROGRAMS[name]))


def main() -> int:
    """Writes the texts asked for; returns the exit code."""
    texts = {name: partial(named_text, name) for name in PROGRAMS}
    return write_texts(texts, __doc__, HERE)


if __name__ == "__main__":
    sys.exit(main())
