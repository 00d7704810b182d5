"""Exports a JAX function with its weights as constants, for IREE: writes NAME.mlirbc,
and a sample input and its output, NAME.in.npy and NAME.out.npy.

    python examples/export_with_weights.py NAME

docs/guide/iree.md shows the next steps.
"""

import os
import sys

os.environ.setdefault("JAX_PLATFORMS", "cpu")

import jax
import jax.numpy as jnp
import numpy as np
from jax import export

SIZES = (64, 256, 512, 128, 10)


def main(name: str) -> None:
    """Exports a network of four dense layers."""
    random = np.random.default_rng(0)
    weights = [
        random.normal(size=shape, scale=0.1).astype(np.float32)
        for shape in zip(SIZES, SIZES[1:])
    ]
    x = random.normal(size=(8, SIZES[0])).astype(np.float32)

    @jax.jit
    def network(x):
        # Weights that are not arguments become constants of the module.
        for weight in weights[:-1]:
            x = jnp.tanh(x @ weight)
        return x @ weights[-1]

    exported = export.export(network, platforms=["cpu"])(x)
    with open(f"{name}.mlirbc", "wb") as file:
        file.write(exported.mlir_module_serialized)
    np.save(f"{name}.in.npy", x)
    np.save(f"{name}.out.npy", network(x))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(f"usage: {sys.argv[0]} NAME")
    main(sys.argv[1])
