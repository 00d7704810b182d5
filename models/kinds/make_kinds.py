#!/usr/bin/env python3
"""Writes the StableHLO texts of this folder again, with the pinned JAX.

    .venv/bin/python models/kinds/make_kinds.py [NAME ...] [--output-dir DIR]

The programs have what straight-line inference in float32 has not: loops, updates in
place, branches, training, int8, weights that are larger than the machine's memory.
Each maker takes its sizes, so that a test can run a small one. Weights come first
among the arguments, and by their shapes only.
"""

import argparse
import os
import re
import sys
from pathlib import Path

os.environ.setdefault("JAX_PLATFORMS", "cpu")
sys.path.insert(0, str(Path(__file__).parent))

import jax
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


def main() -> int:
    """Writes the texts asked for; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="default: all")
    parser.add_argument(
        "--output-dir", type=Path, default=Path(__file__).parent, metavar="DIR"
    )
    options = parser.parse_args()
    for name in options.names or PROGRAMS:
        if name not in PROGRAMS:
            parser.error(f"no program '{name}'; there are: {', '.join(PROGRAMS)}")
        function, arguments = PROGRAMS[name]()
        jitted = function if hasattr(function, "trace") else jax.jit(function)
        text = jitted.lower(*arguments).as_text()
        text = re.sub(r"^module @\w+", f"module @{name}", text)
        path = options.output_dir / f"{name}.stablehlo.mlir"
        path.write_text(text, encoding="utf-8")
        print(f"{path}: {len(text)} characters")
    return 0


if __name__ == "__main__":
    sys.exit(main())
