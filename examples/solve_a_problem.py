# %% [markdown]
# # Solve a problem and look at the plan
#
# A problem is a program and a machine. This problem ships with memplace: an LSTM on a
# TPU v4i, whose 128 MiB of CMEM are faster than its HBM. Run this file in the
# repository's root, as a script, or cell by cell in an editor that supports `# %%`:
#
#     .venv/bin/python examples/solve_a_problem.py
# %%
from pathlib import Path

import memplace

problem = memplace.Problem.load("benchmarks/problems/kinds/lstm.problem.json.gz")
print(problem)
for name, capacity in zip(problem.tier_names, problem.tier_capacities):
    print(f"  {name}: {capacity / 2**20:.0f} MiB")

# %% [markdown]
# `search` improves a placement until its budget is used up. With a time limit,
# `time_limit=5`, the result depends on the machine; with a budget, the result is the
# same everywhere. `progress=True` shows a bar, which needs the package tqdm.
# %%
result = memplace.solve(problem, "search", budget=2000, progress=True)
simple = memplace.solve(problem, "default-tier")
print(f"everything in {problem.target['default_tier']}: {simple.makespan * 1e3:.3f} ms")
print(f"placed: {result.makespan * 1e3:.3f} ms")
print(f"no placement is faster than {result.bound * 1e3:.3f} ms: gap {result.gap:.1%}")

# %% [markdown]
# The plan is a set of residencies (buffer, tier, offset, steps) and of transfers
# between residencies. The verifier shares no code with the solvers; an empty list means
# no violation.
# %%
print("violations:", memplace.verify(problem, result.solution))
for buffer, tier, offset, begin, end in result.solution.residencies:
    if offset >= 0 and tier == 0:
        print(
            f"  steps {begin:2} to {end:2}: '{problem.buffer_names[buffer]}' at "
            f"{offset} of {problem.tier_names[tier]}"
        )

# %% [markdown]
# The simulator reports the start of each op and the stalls. The plan is saved in the
# folder `build`, which git ignores.
# %%
run = memplace.simulate(problem, result.solution)
print(f"ops {run.op_seconds * 1e3:.3f} ms, waiting {run.stall_seconds * 1e3:.3f} ms")
print("bytes moved:", run.bytes_transferred)
folder = Path("build")
folder.mkdir(exist_ok=True)
result.solution.save(folder / "lstm.solution.json")
print(f"saved: {folder / 'lstm.solution.json'}")
# In a notebook, this draws the plan below the cell: result.show(simple)
