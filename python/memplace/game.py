"""mallocGame: placement as a game for one player (docs/guide/agent.md)."""

import numpy as np
from numpy.typing import NDArray

from memplace import arguments
from memplace.compiled import core
from memplace.errors import InputError
from memplace.placement import ProblemLike, SolutionLike, as_problem, as_solution

DROP = 0
"""Action: serve the use from the buffer's home."""
NO_COPY = 1
"""Action: serve the use from the copy that served the previous use."""
FIRST_COPY = 2
"""Action, plus k: copy to the k-th fastest tier besides the home, and serve from
there."""

_LAYOUT = core.observation_layout()

OBSERVATION_VERSION: int = _LAYOUT["version"]
"""Version of the meaning of observations. Store it with observations, and with networks
that read observations."""
OBSERVATION_SIZE: int = _LAYOUT["size"]
"""Number of elements of an observation."""
OBSERVED_ACTIONS: int = _LAYOUT["actions"]
"""Largest number of actions in an observation; missing actions of a game are never
legal."""
PICTURE_SHAPE: tuple[int, int, int] = _LAYOUT["picture"]
"""Channels, schedule steps, shares of a tier; see `split_observation`."""
VECTOR_SIZE: int = _LAYOUT["vector"][0]
"""Number of elements of an observation's vector."""
LIST_SHAPE: tuple[int, int] = _LAYOUT["list"]
"""Uses, features of each use; see `split_observation`."""


def split_observation(
    observation: NDArray[np.float32],
) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]:
    """Returns the three parts of observations of shape [..., OBSERVATION_SIZE], as
    views.

    picture: [..., 3, 16, 32], the best tier that the current buffer could be copied to.
        Rows are schedule steps, from 12 steps before the current step on. Columns are
        equal shares of the tier's bytes, lowest offsets first. Channel 0: fraction of
        the bytes in use; 1: the same, each byte weighted by how soon its buffer is used
        next; 2: the current buffer only.
    vector: [..., VECTOR_SIZE], the current use and its op, channel time by row of
        the picture, and for each action its legality and estimated reward.
    list: [..., 16, 11], the next uses.

    agent/Game/Features.h defines all features, which are roughly in [-1, 1].
    Raises InputError for another shape.

    >>> picture, vector, ahead = split_observation(MallocGame(problem).observation())
    >>> picture.shape, ahead.shape
    ((3, 16, 32), (16, 11))
    """
    if observation.ndim == 0 or observation.shape[-1] != OBSERVATION_SIZE:
        raise InputError(
            f"an observation has {OBSERVATION_SIZE} numbers in its last dimension, "
            f"this has shape {observation.shape}"
        )
    outer = observation.shape[:-1]
    end = int(np.prod(PICTURE_SHAPE))
    picture = observation[..., :end].reshape(*outer, *PICTURE_SHAPE)
    vector = observation[..., end : end + VECTOR_SIZE]
    ahead = observation[..., end + VECTOR_SIZE :].reshape(*outer, *LIST_SHAPE)
    return picture, vector, ahead


class MallocGame:
    """The game on one problem: each step decides how one use of a buffer is served.

    Actions: `DROP`, serve from the buffer's home; `NO_COPY`, serve from the copy that
    served the previous use, and keep it; `FIRST_COPY` + k, copy to the k-th fastest
    tier besides the home. The environment chooses the transfers and the offset. `DROP`
    is always legal, and each state is a legal placement.

    problem: a `memplace.Problem`, a path, or a dict. Raises InputError if it is
        not well formed or has no initial placement.

    >>> game = MallocGame(problem)
    >>> while not game.is_over:
    ...     best = np.where(game.legal_mask(), game.action_rewards(), -np.inf)
    ...     step_reward = game.step(int(best.argmax()))
    >>> reward = game.reward_so_far + game.final_reward()
    >>> seconds_saved = reward * game.baseline
    >>> bool(np.isclose(seconds_saved, game.baseline - game.makespan()))
    True
    >>> memplace.verify(problem, game.solution())
    []
    """

    __slots__ = ("_game", "_problem")

    def __init__(self, problem: ProblemLike) -> None:
        self._problem = as_problem(problem)
        self._game = core.Game(self._problem)

    def __repr__(self) -> str:
        return (
            f"<memplace.game.MallocGame on '{self._problem.name}': use "
            f"{self.position} of {len(self.units)}>"
        )

    @property
    def problem(self) -> core.Problem:
        """The problem being played."""
        return self._problem

    @property
    def num_actions(self) -> int:
        """Number of actions: Drop, NoCopy, and a Copy for each tier except the home."""
        return self._game.num_actions

    @property
    def units(self) -> NDArray[np.int64]:
        """[units, 3]: (buffer, step, number of the use of this buffer, from 0), in the
        order of play."""
        return self._game.units

    @property
    def position(self) -> int:
        """Row of `units` to be decided next; the number of rows at the end."""
        return self._game.position

    @property
    def is_over(self) -> bool:
        """Whether all uses are decided."""
        return self._game.is_over

    @property
    def num_decisions(self) -> int:
        """Number of game steps so far."""
        return self._game.num_decisions

    @property
    def baseline(self) -> float:
        """Makespan with everything at home, seconds."""
        return self._game.baseline

    @property
    def reward_so_far(self) -> float:
        """Sum of the rewards of the steps so far."""
        return self._game.reward_so_far

    @property
    def hash(self) -> int:
        """Hash of the decisions so far, 64 bits; equal decisions have equal hashes."""
        return self._game.hash

    def legal_mask(self) -> NDArray[np.bool_]:
        """[num_actions]: whether each action is legal now.

        Raises InputError at the end.
        """
        return self._game.legal_mask()

    def action_rewards(self) -> NDArray[np.float64]:
        """[num_actions]: estimated reward of each legal action; 0 for other actions.

        Raises InputError at the end.
        """
        return self._game.action_rewards()

    def observation(self) -> NDArray[np.float32]:
        """[OBSERVATION_SIZE], see `split_observation`.

        Raises InputError at the end, and for games with more than OBSERVED_ACTIONS
        actions.
        """
        return self._game.observation()

    def step(self, action: int) -> float:
        """Takes an action; returns its reward.

        The reward is the estimated time saved, divided by the baseline. An illegal
        action raises InputError and changes nothing.
        """
        number = arguments.integer("action", action, -(2**63), 2**63 - 1)
        return self._game.step(number)[0]

    def undo(self) -> None:
        """Undoes the last action exactly. Raises InputError at the start."""
        self._game.undo()

    def reset(self) -> None:
        """Undoes all actions."""
        while self._game.num_decisions:
            self._game.undo()

    def makespan(self) -> float:
        """Simulates the current placement; returns its makespan in seconds."""
        return self._game.makespan()

    def final_reward(self) -> float:
        """Returns the correction of the estimated rewards.

        With the correction, rewards add up to exactly (baseline - makespan) / baseline,
        by the simulator. Raises InputError before the end.
        """
        return self._game.final_reward()

    def solution(self) -> core.Solution:
        """Returns the current placement, which is legal at any time.

        Undecided uses are served from home.
        """
        return self._game.solution()

    def replay(self, solution: SolutionLike) -> list[int]:
        """Plays to the end, following a placement of the same problem.

        The game may not be able to follow exactly. Returns the actions. Raises
        InputError after the first action, and for an illegal placement.
        """
        return self._game.replay(as_solution(self._problem, solution))
