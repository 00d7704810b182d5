# The Gymnasium environment: its checker accepts the environment, random episodes on
# shipped problems end in legal placements, and rewards add up. (A unit test plays all
# shipped problems.)
#
# REQUIRES: python-bindings
# RUN: %core_python -W error %s
#
# In either order of imports.
# RUN: %core_python -c "import memplace, gymnasium; gymnasium.spec('memplace/MallocGame-v0')"
# RUN: %core_python -c "import importlib.util, memplace; importlib.util.find_spec('gymnasium'); import gymnasium; gymnasium.spec('memplace/MallocGame-v0')"
# RUN: %core_python -c "import gymnasium, memplace; gymnasium.spec('memplace/MallocGame-v0')"
# RUN: %core_python -c "import memplace; memplace.envs.MallocGameEnv, memplace.game.MallocGame, memplace.importers.from_jax, memplace.execution.run_program"
# RUN: %core_python -c "import gymnasium; gymnasium.make('memplace:memplace/MallocGame-v0', problem='%problems/kinds/lstm.problem.json.gz')"
# Commands do not import Gymnasium.
# RUN: %core_python -c "import sys, memplace.import_cli, memplace.run_cli; sys.exit('gymnasium' in sys.modules)"
#
# All else works without Gymnasium.
# RUN: not %core_python -c "import sys; sys.modules['gymnasium'] = None; import memplace; memplace.solvers(); import memplace.envs" 2>&1 | FileCheck %s
# CHECK: MissingPartError: the environment needs the package gymnasium ({{.*}}); install the extra: pip install '{{[^']*}}/python[gym]'

import sys
import unittest
from pathlib import Path

import gymnasium
import numpy as np
from gymnasium.utils.env_checker import check_env

sys.path.insert(0, str(Path(__file__).parent / "Inputs"))
import cases

import memplace

NAME = "memplace/MallocGame-v0"


def episode(env, mask, **reset):
    """Plays random legal actions; returns the rewards and the last info."""
    observation, info = env.reset(**reset)
    rewards, is_over = [], False
    while not is_over:
        action = env.action_space.sample(mask=mask(info))
        observation, reward, is_over, truncated, info = env.step(action)
        assert env.observation_space.contains(observation) and not truncated
        rewards.append(reward)
    assert not observation.any() and not info["action_mask"].any()
    return rewards, info


class EnvironmentTest(unittest.TestCase):
    def test_the_checker_of_gymnasium_finds_nothing(self):
        # Warnings are errors here.
        check_env(gymnasium.make(NAME, problem=cases.LSTM).unwrapped)
        check_env(gymnasium.make(NAME, problem=cases.problem_dict()).unwrapped)
        problem = memplace.Problem.load(cases.LSTM)
        check_env(
            gymnasium.make(NAME, problem=problem, reward_unit="seconds").unwrapped
        )

    def test_random_episodes_on_small_shipped_problems(self):
        env = gymnasium.make(NAME, problem=cases.LSTM, reward_unit="seconds")
        env.action_space.seed(1)
        paths = cases.PROBLEMS.glob("*/*.problem.json.gz")
        smallest = sorted(paths, key=lambda path: path.stat().st_size)[:20]
        self.assertEqual(len(smallest), 20)
        for path in smallest:
            with self.subTest(path.name):
                problem = memplace.Problem.load(path)
                rewards, info = episode(
                    env, lambda info: info["action_mask"], options={"problem": problem}
                )
                saved = info["baseline"] - info["makespan"]
                self.assertLess(abs(sum(rewards) - saved), 1e-12 * info["baseline"])
                game = env.unwrapped.game
                self.assertEqual(memplace.verify(problem, game.solution()), [])
                self.assertEqual(info["makespan"], game.makespan())

    def test_each_shipped_problem_has_an_environment(self):
        ids = {name for name in gymnasium.registry if name.startswith("memplace/")}
        paths = list(cases.PROBLEMS.glob("*/*.problem.json.gz"))
        names = {
            f"memplace/{path.parent.name}-{path.name.removesuffix('.problem.json.gz')}-v0"
            for path in paths
        }
        self.assertEqual(ids - {NAME}, names)
        # Large problems take a second each; a unit test plays these.
        small = [path for path in paths if path.stat().st_size < 10_000]
        self.assertGreater(len(small), len(paths) / 2)
        for path in small:
            name = path.name.removesuffix(".problem.json.gz")
            env = gymnasium.make(f"memplace/{path.parent.name}-{name}-v0")
            _, info = env.reset()
            env.step(int(info["action_mask"].argmax()))

    def test_rewards_are_shares_of_the_baseline_by_default(self):
        env = gymnasium.make(NAME, problem=cases.LSTM)
        env.action_space.seed(2)
        masks = lambda _: env.unwrapped.action_masks().astype(np.int8)
        rewards, info = episode(env, masks)
        share = (info["baseline"] - info["makespan"]) / info["baseline"]
        self.assertAlmostEqual(sum(rewards), share, places=12)

    def test_an_illegal_action_is_drop_and_says_so(self):
        env = gymnasium.make(NAME, problem=cases.problem_dict())
        for action in (1, 3, 5):
            _, info = env.reset()
            np.testing.assert_array_equal(info["action_mask"], [1, 0, 1, 0, 0, 0])
            self.assertFalse(info["illegal_action"])
            _, reward, is_over, _, info = env.step(action)
            self.assertEqual((reward, is_over, info["illegal_action"]), (0, True, True))
            self.assertEqual(info["makespan"], info["baseline"])
        env.reset()
        _, reward, _, _, info = env.step(2)
        self.assertFalse(info["illegal_action"])
        self.assertAlmostEqual(reward, 0.45 / 2.5, places=12)

    def test_bad_arguments_are_refused(self):
        strict = gymnasium.make(
            NAME, problem=cases.problem_dict(), illegal_action="raise"
        ).unwrapped
        strict.reset()
        for action, words in (
            (1, "not legal"),
            (3, "there is no action 3"),
            (6, "action must be from 0 to 5"),
            (-1, "action must be from"),
            (float("nan"), "must be an integer"),
            (None, "must be an integer"),
        ):
            with self.assertRaisesRegex(memplace.InputError, words):
                strict.step(action)
        strict.step(np.int64(2))
        with self.assertRaisesRegex(memplace.InputError, "episode is over"):
            strict.step(0)
        many = cases.problem_dict()
        many["target"]["tiers"][1:1] = [cases.tier(f"m{i}", 100, 500) for i in range(4)]
        no_uses = cases.problem_dict()
        for op in no_uses["ops"]:
            op["accesses"] = []
        for arguments, words in (
            ({"problem": "no-such-file"}, "no-such-file"),
            ({"problem": many}, "needs 7; use a target with fewer tiers"),
            ({"problem": no_uses}, "problem 'hand' has nothing to decide: no other"),
            ({"problem": cases.LSTM, "reward_unit": "x"}, "reward_unit must be"),
            ({"problem": cases.LSTM, "illegal_action": "x"}, "illegal_action must be"),
        ):
            with self.assertRaisesRegex(memplace.InputError, words):
                gymnasium.make(NAME, **arguments)
        with self.assertRaises(memplace.InputError):
            strict.reset(options={"problem": 3})

    def test_renders_a_line(self):
        env = gymnasium.make(NAME, problem=cases.problem_dict(), render_mode="ansi")
        env.reset()
        self.assertEqual(env.render(), "hand: use 0 of 1, buffer 'w' at step 2")
        env.step(2)
        self.assertEqual(env.render(), "hand: use 1 of 1, makespan 2.05 s")

    def test_several_at_a_time(self):
        envs = gymnasium.make_vec(
            NAME, 3, vectorization_mode="sync", problem=cases.LSTM
        )
        observations, infos = envs.reset(seed=0)
        self.assertEqual(observations.shape[0], 3)
        self.assertEqual(infos["action_mask"].shape, (3, 6))
        envs.step(np.zeros(3, np.int64))
        envs.close()


if __name__ == "__main__":
    unittest.main()
