#!/usr/bin/env python3
"""Places a JAX function on a custom machine, and runs it.

    .venv/bin/python examples/place_jax_function.py

microcontroller.json, beside this file, describes the machine: 64 KiB of fast
memory, 8 MiB of slow memory, and a DMA engine each way.
"""

import subprocess
import tempfile
from pathlib import Path

import jax
import jax.numpy as jnp

from memplace.execution import RunOptions, find_memplace_opt, run_program
from memplace.importers import from_jax

TARGET = Path(__file__).parent / "microcontroller.json"


def attention(q: jax.Array, k: jax.Array, v: jax.Array) -> jax.Array:
    """Returns softmax(q kT / sqrt(d)) v."""
    scores = q @ k.T / jnp.sqrt(q.shape[-1])
    return jax.nn.softmax(scores, axis=-1) @ v


def place(program: str) -> str:
    """Returns the placed memref program, and prints a report of the gain."""
    pipeline = f"--memplace-default=target={TARGET} report=- report-format=table"
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder) / "placed.mlir"
        command = [find_memplace_opt(RunOptions()), pipeline, "-o", str(output)]
        subprocess.run(command, input=program, text=True, check=True)
        return output.read_text(encoding="utf-8")


def main() -> None:
    """Imports, places and runs the function, before and after placement."""
    matrix = jax.ShapeDtypeStruct((64, 32), jnp.float32)
    program = from_jax(attention, matrix, matrix, matrix)
    placed = place(program)
    before, after = run_program(program), run_program(placed)
    print("bit-identical" if before == after else "DIFFERENT")


if __name__ == "__main__":
    main()
