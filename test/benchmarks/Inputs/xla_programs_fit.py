"""Checks that the programs of xla_programs.py have as many arguments, of the same sizes,
as the shipped problems have buffers that are the caller's (besides constants)."""

import os
import sys
from pathlib import Path

os.environ["JAX_PLATFORMS"] = "cpu"
BENCHMARKS = Path(__file__).resolve().parents[3] / "benchmarks"
sys.path.insert(0, str(BENCHMARKS))

import jax
import xla_programs

import memplace

shipped = {
    path.name.partition(".")[0] for path in (BENCHMARKS / "problems/tpu").glob("*.gz")
}
assert shipped == set(xla_programs.PROGRAMS), shipped ^ set(xla_programs.PROGRAMS)
for name, make in xla_programs.PROGRAMS.items():
    assert getattr(xla_programs, name) is make
    _, arguments = make()
    sizes = [each.size * each.dtype.itemsize for each in jax.tree.leaves(arguments)]
    path = BENCHMARKS / "problems" / "tpu" / f"{name}.problem.json.gz"
    buffers = memplace.Problem.load(path).to_dict()["buffers"]
    given = [each for each in buffers if each.get("live_in")]
    given = [each["size"] for each in given if "constant" not in each["name"]]
    # An argument that nobody reads is none of the problem's; layouts are padded.
    assert len(given) <= len(sizes) and len(sizes) - len(given) <= 2, name
    assert sum(sizes) <= sum(given) + 2 * max(sizes, default=0), name
print("the programs fit")
