# mallocGame from Python: observations, steps and undo, and the final placement.
#
# REQUIRES: python-bindings
# RUN: %core_python %s

import sys
import unittest
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent / "Inputs"))
import cases

import memplace
from memplace import game
from memplace.game import MallocGame


def play(played, random):
    while not played.is_over:
        played.step(random.choice(np.flatnonzero(played.legal_mask())))


class GameTest(unittest.TestCase):
    def test_the_one_use_of_the_hand_made_problem(self):
        played = MallocGame(cases.problem_dict())
        self.assertEqual(played.num_actions, 3)
        np.testing.assert_array_equal(played.units, [[0, 2, 0]])
        self.assertEqual((played.position, played.is_over), (0, False))
        self.assertAlmostEqual(played.baseline, 2.5, places=12)
        mask = played.legal_mask()
        self.assertEqual(mask.dtype, np.bool_)
        np.testing.assert_array_equal(mask, [True, False, True])
        rewards = played.action_rewards()
        np.testing.assert_allclose(rewards, [0, 0, 0.45 / 2.5])
        self.assertAlmostEqual(played.step(game.FIRST_COPY), 0.45 / 2.5, places=12)
        self.assertTrue(played.is_over)
        self.assertAlmostEqual(played.makespan(), 2.05, places=12)
        self.assertAlmostEqual(played.final_reward(), 0, places=12)
        self.assertEqual(memplace.verify(played.problem, played.solution()), [])

    def test_undo_and_reset_restore_all_that_can_be_seen(self):
        played = MallocGame(cases.LSTM)
        random = np.random.default_rng(1)
        start = (played.hash, played.observation().tobytes())
        seen = []
        while not played.is_over:
            seen.append(
                (played.hash, played.observation().tobytes(), played.reward_so_far)
            )
            played.step(random.choice(np.flatnonzero(played.legal_mask())))
        self.assertGreater(len(seen), 20)
        self.assertEqual(played.num_decisions, len(seen))
        for expected in reversed(seen):
            played.undo()
            now = (played.hash, played.observation().tobytes(), played.reward_so_far)
            self.assertEqual(now, expected)
        play(played, random)
        played.reset()
        self.assertEqual((played.hash, played.observation().tobytes()), start)
        self.assertEqual(played.position, 0)

    def test_rewards_add_up_and_placements_are_legal_at_any_time(self):
        played = MallocGame(cases.LSTM)
        random = np.random.default_rng(2)
        total = 0.0
        while not played.is_over:
            if played.num_decisions % 10 == 0:
                self.assertEqual(memplace.verify(cases.LSTM, played.solution()), [])
            total += played.step(random.choice(np.flatnonzero(played.legal_mask())))
        self.assertAlmostEqual(total, played.reward_so_far, places=12)
        seconds = (total + played.final_reward()) * played.baseline
        self.assertAlmostEqual(seconds, played.baseline - played.makespan(), places=15)

    def test_the_parts_of_an_observation_are_views_of_it(self):
        played = MallocGame(cases.LSTM)
        observation = played.observation()
        self.assertEqual(observation.shape, (game.OBSERVATION_SIZE,))
        self.assertEqual(observation.dtype, np.float32)
        picture, vector, ahead = game.split_observation(observation)
        self.assertEqual(picture.shape, game.PICTURE_SHAPE)
        self.assertEqual(vector.shape, (game.VECTOR_SIZE,))
        self.assertEqual(ahead.shape, game.LIST_SHAPE)
        self.assertEqual(picture.size + vector.size + ahead.size, observation.size)
        # The layout of the vector's end, by agent/Game/Features.h.
        legal = vector[-2 * game.OBSERVED_ACTIONS : -game.OBSERVED_ACTIONS]
        np.testing.assert_array_equal(legal[: played.num_actions], played.legal_mask())
        np.testing.assert_array_equal(legal[played.num_actions :], 0)
        # The next uses are observed.
        np.testing.assert_array_equal(ahead[:, 0], 1)
        batch = np.stack([observation] * 4).reshape(2, 2, -1)
        self.assertEqual(
            game.split_observation(batch)[0].shape, (2, 2, *game.PICTURE_SHAPE)
        )
        vector[0] = 5
        self.assertEqual(observation[picture.size], 5)
        with self.assertRaisesRegex(memplace.InputError, "last dimension"):
            game.split_observation(observation[1:])

    def test_replays_a_placement(self):
        result = memplace.solve(cases.LSTM, "search", budget=50)
        played = MallocGame(cases.LSTM)
        actions = played.replay(result.solution)
        self.assertTrue(played.is_over)
        self.assertEqual(len(actions), played.num_decisions)
        self.assertLess(played.makespan(), played.baseline)
        again = MallocGame(cases.LSTM)
        for action in actions:
            again.step(action)
        self.assertEqual(again.hash, played.hash)


if __name__ == "__main__":
    unittest.main()
