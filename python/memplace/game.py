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
"""Action: from the faster tier that served the use before."""
FIRST_COPY = 2
"""Action, with k added: from the k-th fastest tier besides the home, by a copy."""

_LAYOUT = core.observation_layout()

OBSERVATION_VERSION: int = _LAYOUT["version"]
"""Changes with the meaning of an observation's numbers. Whoever stores observations,
or a network that reads them, stores this too."""
OBSERVATION_SIZE: int = _LAYOUT["size"]
"""How many numbers an observation has."""
OBSERVED_ACTIONS: int = _LAYOUT["actions"]
"""The most actions that an observation has; a game with fewer has the rest as never
legal."""
PICTURE_SHAPE: tuple[int, int, int] = _LAYOUT["picture"]
"""Channels, schedule steps, shares of a tier: see `split_observation`."""
VECTOR_SIZE: int = _LAYOUT["vector"][0]
"""How many numbers the vector of an observation has."""
LIST_SHAPE: tuple[int, int] = _LAYOUT["list"]
"""Uses, numbers of each: see `split_observation`."""


def split_observation(
    observation: NDArray[np.float32],
) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]:
    """The three parts of observations of shape [..., OBSERVATION_SIZE], as views.

    picture: [..., 3, 16, 32], the tier that the current buffer would be copied to
        at best; rows are schedule steps, from 12 before the current one on, and
        columns equal shares of the tier's bytes, lowest offsets first. Channel 0:
        share of the bytes that is taken; 1: likewise, each byte weighed by how soon
        its buffer is used next; 2: of the current buffer only.
    vector: [..., VECTOR_SIZE], the current use and its op, channel time by row of
        the picture, and for each action whether it is legal and what it would earn.
    list: [..., 16, 11], the next uses.

    include/memplace/Game/Features.h says what each number means; all are about -1
    to 1. Raises InputError for another shape.

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

    Actions: `DROP`, from the buffer's home; `NO_COPY`, from the faster tier that
    served its use before, where it stays; `FIRST_COPY` + k, it comes to the k-th
    fastest tier besides its home. The environment finds the transfers and the
    offset. `DROP` is always legal, and each state is a legal placement.

    problem: a `memplace.Problem`, a path, or a dict. Raises InputError if it is
        not well formed or has no placement to start from.

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
        """The problem that is played."""
        return self._problem

    @property
    def num_actions(self) -> int:
        """Drop, NoCopy, and a Copy for each tier but the home."""
        return self._game.num_actions

    @property
    def units(self) -> NDArray[np.int64]:
        """[units, 3]: (buffer, step, which of the buffer's uses, from 0), in the
        order of play."""
        return self._game.units

    @property
    def position(self) -> int:
        """The row of `units` that is decided now; their number at the end."""
        return self._game.position

    @property
    def is_over(self) -> bool:
        """Whether all is decided."""
        return self._game.is_over

    @property
    def num_decisions(self) -> int:
        """Game steps so far."""
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
        """Of the decisions so far; equal only for the same ones. 64 bits."""
        return self._game.hash

    def legal_mask(self) -> NDArray[np.bool_]:
        """[num_actions]: whether each action is legal now. Not at the end."""
        return self._game.legal_mask()

    def action_rewards(self) -> NDArray[np.float64]:
        """[num_actions]: what each legal action would earn by estimate, 0 for
        others. Not at the end."""
        return self._game.action_rewards()

    def observation(self) -> NDArray[np.float32]:
        """[OBSERVATION_SIZE], see `split_observation`. Not at the end, and not of
        a game with more than OBSERVED_ACTIONS actions: InputError."""
        return self._game.observation()

    def step(self, action: int) -> float:
        """Takes an action. Returns the reward: the estimated seconds that it saves,
        over the baseline. InputError, and nothing changes, if it is not legal."""
        number = arguments.integer("action", action, -(2**63), 2**63 - 1)
        return self._game.step(number)[0]

    def undo(self) -> None:
        """Takes the last action back, to the last bit. InputError at the start."""
        self._game.undo()

    def reset(self) -> None:
        """Takes all actions back."""
        while self._game.num_decisions:
            self._game.undo()

    def makespan(self) -> float:
        """Simulates the placement as it is now: seconds."""
        return self._game.makespan()

    def final_reward(self) -> float:
        """At the end: what the rewards so far are off by. With it, their sum is
        exactly (baseline - makespan) / baseline, by the simulator."""
        return self._game.final_reward()

    def solution(self) -> core.Solution:
        """The placement as it is now, undecided uses at home: legal at any time."""
        return self._game.solution()

    def replay(self, solution: SolutionLike) -> list[int]:
        """Plays a new game to its end as a legal placement of the same problem has
        it, as far as the game can; returns the actions."""
        return self._game.replay(as_solution(self._problem, solution))
