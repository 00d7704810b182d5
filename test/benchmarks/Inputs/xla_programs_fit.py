"""Checks that the programs of the shipped problems have as many arguments, of equal
sizes, as the problems have external buffers (besides constants). All programs of
xla_programs.py have a problem, and so do some of xla_programs_large.py."""

import gc
import os
import sys
from pathlib import Path

os.environ["JAX_PLATFORMS"] = "cpu"
BENCHMARKS = Path(__file__).resolve().parents[3] / "benchmarks"
sys.path.insert(0, str(BENCHMARKS / "xla"))

# Tracing the programs makes many objects, but hardly any garbage.
gc.disable()

import jax
import xla_programs
import xla_programs_large

import memplace

shipped = {
    path.name.partition(".")[0] for path in (BENCHMARKS / "problems/tpu").glob("*.gz")
}
programs = {**xla_programs_large.PROGRAMS, **xla_programs.PROGRAMS}
assert set(xla_programs.PROGRAMS) <= shipped <= set(programs), shipped ^ set(programs)
# As listed in benchmarks/xla/times.md.
page = (BENCHMARKS.parent / "benchmarks" / "xla" / "times.md").read_text(encoding="utf-8")
missing = set(programs) - shipped
assert (
    f"{len(missing)} programs of `xla_programs_large.py` are not problems" in page
), missing
for name, make in programs.items():
    module = xla_programs if name in xla_programs.PROGRAMS else xla_programs_large
    assert getattr(module, name) is make
    if name not in shipped:
        continue
    _, arguments = make()
    sizes = [each.size * each.dtype.itemsize for each in jax.tree.leaves(arguments)]
    path = BENCHMARKS / "problems" / "tpu" / f"{name}.problem.json.gz"
    buffers = memplace.Problem.load(path).to_dict()["buffers"]
    given = [each for each in buffers if each.get("live_in")]
    given = [each["size"] for each in given if "constant" not in each["name"]]
    # Unused arguments are not in the problem; layouts are padded.
    assert len(given) <= len(sizes) and len(sizes) - len(given) <= 2, name
    assert sum(sizes) <= sum(given) + 2 * max(sizes, default=0), name
print("the programs fit")
