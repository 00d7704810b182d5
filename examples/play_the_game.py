# %% [markdown]
# # Placement as a game, next to solvers
#
# In mallocGame each move says how one use of a buffer is served: from its home, from
# where it is already, or by a copy to a faster memory. Any agent for Gymnasium's
# environments can play it. Run this in the repository's root, as a script, or cell by
# cell in an editor that knows `# %%`:
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
# A policy is given the environment and the mask of legal moves. The rewards of a game
# add up to the share of the makespan that is saved.
# %%
Policy = Callable[[gymnasium.Env, np.ndarray], int]


def at_random(env: gymnasium.Env, mask: np.ndarray) -> int:
    """Any legal move."""
    return int(env.action_space.sample(mask=mask))


def best_now(env: gymnasium.Env, mask: np.ndarray) -> int:
    """The legal move that earns most by itself, whatever comes after it."""
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
    # Whatever was played is a legal placement.
    assert memplace.verify(problem, env.unwrapped.game.solution()) == []
    return total, info["makespan"]


# %%
env.action_space.seed(0)
makespans = {}
for policy in (at_random, best_now):
    saved, makespans[policy.__name__] = play(policy)
    print(f"{policy.__name__} saves {saved:.1%}")

# %% [markdown]
# And what memplace's solvers find. `exact-placement`, with a proof, is for programs
# of a few ops.
# %%
for solver in ("default-tier", "first-fit", "greedy", "msa", "search"):
    makespans[solver] = memplace.solve(problem, solver).makespan
for name, makespan in sorted(makespans.items(), key=lambda item: item[1]):
    print(f"{name:>12}: {makespan * 1e3:.4f} ms")
