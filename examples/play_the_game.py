# %% [markdown]
# # Placement as a game, compared with solvers
#
# In mallocGame each move decides how one use of a buffer is served: from the buffer's
# home, from its current place, or by a copy to a faster memory. Any agent for Gymnasium
# environments can play. Run this file in the repository's root, as a script, or cell by
# cell in an editor that supports `# %%`:
#
#     .venv/bin/python examples/play_the_game.py
# %%
from collections.abc import Callable

import gymnasium
import numpy as np

import memplace

problem = memplace.Problem.load("benchmarks/problems/kinds/lstm.problem.json.gz")
env = gymnasium.make("memplace/MallocGame-v0", problem=problem)
print(env.action_space, env.observation_space.shape)

# %% [markdown]
# A policy gets the environment and the mask of legal moves. The rewards of a game add
# up to the saved share of the makespan.
# %%
Policy = Callable[[gymnasium.Env, np.ndarray], int]


def at_random(env: gymnasium.Env, mask: np.ndarray) -> int:
    """Returns a random legal move."""
    return int(env.action_space.sample(mask=mask))


def best_now(env: gymnasium.Env, mask: np.ndarray) -> int:
    """Returns the legal move with the highest immediate reward."""
    game = env.unwrapped.game
    rewards = np.where(game.legal_mask(), game.action_rewards(), -np.inf)
    return int(rewards.argmax())


def play(policy: Policy) -> tuple[float, float]:
    """Plays one game. Returns the sum of rewards, and the makespan in seconds."""
    _, info = env.reset()
    total, is_over = 0.0, False
    while not is_over:
        action = policy(env, info["action_mask"])
        _, reward, is_over, _, info = env.step(action)
        total += reward
    # Every sequence of legal moves gives a legal placement.
    assert memplace.verify(problem, env.unwrapped.game.solution()) == []
    return total, info["makespan"]


# %%
env.action_space.seed(0)
makespans = {}
for policy in (at_random, best_now):
    saved, makespans[policy.__name__] = play(policy)
    print(f"{policy.__name__} saves {saved:.1%}")

# %% [markdown]
# The same problem, solved by memplace's solvers. `exact-placement` can prove optimality
# for programs of a few ops.
# %%
for solver in ("default-tier", "first-fit", "greedy", "msa", "search"):
    makespans[solver] = memplace.solve(problem, solver).makespan
for name, makespan in sorted(makespans.items(), key=lambda item: item[1]):
    print(f"{name:>12}: {makespan * 1e3:.4f} ms")
