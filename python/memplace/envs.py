"""mallocGame as a Gymnasium environment: "memplace/MallocGame-v0".

    import gymnasium
    import memplace

    env = gymnasium.make("memplace/MallocGame-v0", problem="model.problem.json.gz")

Each shipped problem has one of its own, e.g. "memplace/kinds-lstm-v0".

Needs the extra `gym`.
"""

from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from memplace import arguments, game
from memplace.benchmark_sets import SHIPPED, read_set
from memplace.errors import InputError, MissingPartError
from memplace.extras import install_command
from memplace.placement import ProblemLike, as_problem

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as error:
    raise MissingPartError(
        "the environment needs the package gymnasium "
        f"({error}); install the extra: {install_command('gym')}"
    ) from error

# Observations are roughly in [-1, 1]; values beyond this limit are clipped.
_OBSERVATION_LIMIT = 8.0


class MallocGameEnv(gymnasium.Env):
    """mallocGame on one problem (memplace.game.MallocGame).

    Action space: Discrete(6) for any problem, so that a single policy can play all
    problems: 0 Drop, 1 NoCopy, 2 and up Copy to the k-th fastest tier besides the
    buffer's home. `action_masks()` and info["action_mask"] tell which actions are
    legal.
    Observation space: Box of shape (OBSERVATION_SIZE,), float32; see
    memplace.game.split_observation. All 0 at the end.

    Reward: the share of the baseline's makespan that a decision saves. The rewards of
    an episode add up to (baseline - makespan) / baseline by the simulator. With
    reward_unit="seconds" rewards are in seconds, and add up to baseline - makespan. An
    episode is terminated after the last decision, and never truncated.

    info: "action_mask", int8 [6], in the form that `action_space.sample(mask)` takes;
    "illegal_action", whether the last action was replaced by Drop; at the end
    "makespan" and "baseline", seconds.

    problem: a memplace.Problem, a path, or a dict; reset(options={"problem": ...})
        changes it.
    illegal_action: "drop": an illegal action counts as Drop, which is always legal;
        "raise": an illegal action raises InputError. A number that is no action always
        raises InputError.

    Raises InputError for an invalid problem, for more than five tiers, and for a
    problem without decisions.

    >>> env = MallocGameEnv(problem, reward_unit="seconds")
    >>> observation, info = env.reset()
    >>> is_over, saved = False, 0.0
    >>> while not is_over:
    ...     action = env.action_space.sample(mask=info["action_mask"])
    ...     observation, reward, is_over, truncated, info = env.step(action)
    ...     saved += reward
    >>> bool(np.isclose(info["baseline"] - saved, info["makespan"]))
    True
    """

    # Gymnasium demands a frame rate even for text.
    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        problem: ProblemLike,
        *,
        reward_unit: Literal["share", "seconds"] = "share",
        illegal_action: Literal["drop", "raise"] = "drop",
        render_mode: str | None = None,
    ) -> None:
        if reward_unit not in ("share", "seconds"):
            raise InputError(
                f"reward_unit must be 'share' or 'seconds', got {reward_unit!r}"
            )
        if illegal_action not in ("drop", "raise"):
            raise InputError(
                f"illegal_action must be 'drop' or 'raise', got {illegal_action!r}"
            )
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise InputError(f"render_mode must be None or 'ansi', got {render_mode!r}")
        self.render_mode = render_mode
        self._reward_unit = reward_unit
        self._raises = illegal_action == "raise"
        self._game = _new_game(problem)
        self.action_space = spaces.Discrete(game.OBSERVED_ACTIONS)
        self.observation_space = spaces.Box(
            -_OBSERVATION_LIMIT,
            _OBSERVATION_LIMIT,
            (game.OBSERVATION_SIZE,),
            np.float32,
        )

    @property
    def game(self) -> game.MallocGame:
        """The underlying game, e.g. for its solution. Do not play it directly."""
        return self._game

    def action_masks(self) -> NDArray[np.bool_]:
        """[6]: whether each action is legal now; all False at the end."""
        mask = np.zeros(game.OBSERVED_ACTIONS, np.bool_)
        if not self._game.is_over:
            mask[: self._game.num_actions] = self._game.legal_mask()
        return mask

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Starts an episode; the game is deterministic, so `seed` has no effect.

        options={"problem": ...} switches to another problem.
        """
        super().reset(seed=seed)
        if options and options.get("problem") is not None:
            self._game = _new_game(options["problem"])
        self._game.reset()
        return self._observation(), self._info(False)

    def step(
        self, action: int
    ) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Decides one use.

        Raises InputError for a number that is no action, and at the end of the episode.
        """
        number = arguments.integer("action", action, 0, game.OBSERVED_ACTIONS - 1)
        if self._game.is_over:
            raise InputError("the episode is over; call reset()")
        is_illegal = not self.action_masks()[number]
        if is_illegal and not self._raises:
            number = game.DROP
        reward = self._game.step(number)
        is_over = self._game.is_over
        if is_over:
            reward += self._game.final_reward()
        if self._reward_unit == "seconds":
            reward *= self._game.baseline
        return self._observation(), reward, is_over, False, self._info(is_illegal)

    def render(self) -> str | None:
        """Returns a line about the state of the episode, with render_mode="ansi"."""
        if self.render_mode != "ansi":
            return None
        played = self._game
        where = f"{played.problem.name}: use {played.position} of {len(played.units)}"
        if played.is_over:
            return f"{where}, makespan {played.makespan():.6g} s"
        buffer, step, _ = played.units[played.position]
        name = played.problem.buffer_names[buffer]
        return f"{where}, buffer '{name}' at step {step}"

    def _observation(self) -> NDArray[np.float32]:
        if self._game.is_over:
            return np.zeros(game.OBSERVATION_SIZE, np.float32)
        observed = self._game.observation()
        return np.clip(observed, -_OBSERVATION_LIMIT, _OBSERVATION_LIMIT)

    def _info(self, is_illegal: bool) -> dict[str, Any]:
        info: dict[str, Any] = {
            "action_mask": self.action_masks().astype(np.int8),
            "illegal_action": is_illegal,
        }
        if self._game.is_over:
            info["makespan"] = self._game.makespan()
            info["baseline"] = self._game.baseline
        return info


def shipped_env(benchmark: str, file: str, **options: Any) -> MallocGameEnv:
    """Returns the environment of a problem of a shipped benchmark set. Raises InputError
    if the problem's file was changed.

    >>> gymnasium.make("memplace/kinds-lstm-v0").unwrapped.game.problem.num_ops
    53
    """
    listed = read_set(SHIPPED / benchmark)
    path = SHIPPED / benchmark / file
    if listed is not None:
        listed.check(path)
    return MallocGameEnv(str(path), **options)


def _new_game(problem: ProblemLike) -> game.MallocGame:
    made = game.MallocGame(as_problem(problem))
    if made.num_actions > game.OBSERVED_ACTIONS:
        raise InputError(
            f"the environment has {game.OBSERVED_ACTIONS} actions, this problem needs "
            f"{made.num_actions}; use a target with fewer tiers"
        )
    if made.is_over:  # An episode has at least one step.
        raise InputError(
            f"problem '{made.problem.name}' has nothing to decide: no other tier may "
            "serve any of its uses"
        )
    return made
