# %% [markdown]
# # From a JAX function to a plan and a report
#
# How much would a function gain from a machine's fast memory? Run this file in the
# repository's root, as a script, or cell by cell in an editor that supports `# %%`:
#
#     .venv/bin/python examples/report_on_jax_function.py
# %%
from pathlib import Path

import jax
import jax.numpy as jnp

import memplace

# %% [markdown]
# A function that JAX can trace. Shapes are enough; nothing runs. Weights passed as
# arguments are the caller's buffers, so the plan can prefetch each weight before its
# use.
# %%


def two_layers(x: jax.Array, first: jax.Array, second: jax.Array) -> jax.Array:
    """Returns a perceptron's output."""
    return jax.nn.relu(x @ first) @ second


def floats(*shape: int) -> jax.ShapeDtypeStruct:
    """Returns the shape and type of an array, without data."""
    return jax.ShapeDtypeStruct(shape, jnp.float32)


arguments = floats(64, 256), floats(256, 1024), floats(1024, 256)

# %% [markdown]
# Any machine will do: `memplace.targets()` lists the built-in ones, and a dict
# describes a custom machine. This example uses a TPU v4i with only 2 MiB of fast
# memory.
# %%
machine = memplace.target("tpu-v4i")
machine["name"] = "small-tpu"
machine["tiers"][0]["capacity"] = 2**21
problem = memplace.problem_from_jax(two_layers, *arguments, target=machine)
print(problem)
for name, size in zip(problem.buffer_names, problem.buffer_sizes):
    print(f"  {name}: {size} bytes")

# %%
plans = {}
for solver in ("default-tier", "greedy", "search"):
    result = memplace.solve(problem, solver)
    plans[solver] = result.solution
    print(
        f"{solver}: {result.makespan * 1e6:.2f} µs, peak {result.peak_bytes[0]} bytes"
    )

# %% [markdown]
# A self-contained page compares the plans side by side, in the folder `build`, which
# git ignores. For a figure, use `report.save("plans.svg")`.
# %%
report = memplace.Report(problem, *plans.values(), labels=list(plans))
page = Path("build") / "plans.html"
page.parent.mkdir(exist_ok=True)
report.save(page)
print(f"{page}: {page.stat().st_size >> 10} KiB")
