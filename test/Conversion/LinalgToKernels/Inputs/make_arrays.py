"""Writes random arrays for the inputs of products.mlir: make_arrays.py FILE.npz"""

import sys

import numpy as np

SHAPES = {
    "a": (24, 40),
    "b": (40, 16),
    "batch": (3, 24, 40),
    "heads": (24, 3, 8),
    "keys": (20, 3, 8),
    "bias": (40,),
    "image": (2, 13, 11, 8),
    "filter": (3, 2, 8, 12),
    "planes": (2, 8, 13, 11),
    "filters": (12, 8, 3, 2),
    "double": (24, 40),
}
generator = np.random.default_rng(0)
arrays = {name: generator.uniform(-1, 1, shape) for name, shape in SHAPES.items()}
np.savez(
    sys.argv[1],
    **{n: x.astype("f8" if n == "double" else "f4") for n, x in arrays.items()},
)
