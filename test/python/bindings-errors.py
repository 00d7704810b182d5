# Bad input to the bindings is an exception with one sentence, never a crash.
#
# REQUIRES: python-bindings
# RUN: rm -rf %t && mkdir %t
# RUN: %core_python %s %t

import math
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "Inputs"))
import cases

import memplace
from memplace.game import MallocGame

FOLDER = Path(sys.argv.pop())


class ErrorTest(unittest.TestCase):
    def refuses(self, pattern, function, *arguments, **options):
        with self.assertRaisesRegex(memplace.InputError, pattern) as caught:
            function(*arguments, **options)
        # Both kinds of handlers work.
        self.assertIsInstance(caught.exception, memplace.MemplaceError)
        self.assertIsInstance(caught.exception, ValueError)

    def test_problems(self):
        load = memplace.Problem.load
        self.refuses("no-such-file", load, FOLDER / "no-such-file")
        (FOLDER / "broken.json").write_text('{"format": "memplace-problem",')
        self.refuses("broken.json: ", load, FOLDER / "broken.json")
        (FOLDER / "bytes.json").write_bytes(b"\xff\xfe{\x00")
        self.refuses("bytes.json: ", load, FOLDER / "bytes.json")
        self.refuses("zero byte", load, "a\0b")
        self.refuses("is a directory|[Ii]s a directory", load, FOLDER)
        data = cases.problem_dict()
        data["ops"][2]["accesses"][0]["buffer"] = 7
        self.refuses(r"<dict>: .*ops\[2\]", memplace.Problem.from_dict, data)
        data = cases.problem_dict()
        data["buffers"][0]["size"] = math.nan
        self.refuses("JSON", memplace.Problem.from_dict, data)
        data["buffers"][0]["size"] = object()
        self.refuses("object has no JSON form", memplace.Problem.from_dict, data)
        data["buffers"] = data
        self.refuses("JSON", memplace.Problem.from_dict, data)
        self.refuses("mine.json: ", memplace.Problem.from_json, "[]", "mine.json")
        self.refuses("not a int", memplace.solve, 3)
        self.refuses("not a list", memplace.verify, cases.LSTM, [])
        problem = memplace.Problem.from_dict(cases.problem_dict())
        self.refuses("cannot|can't", problem.save, FOLDER / "none" / "file.json")
        self.refuses(
            "format must be 'memplace-solution'",
            memplace.verify,
            problem,
            {"format": "x"},
        )
        with self.assertRaises(TypeError):
            load(3)
        with self.assertRaises(TypeError):
            memplace.Problem()

    def test_solve(self):
        def solve(*arguments, **options):
            return memplace.solve(cases.problem_dict(), *arguments, **options)

        endless = cases.problem_dict()
        endless["ops"][0]["compute_ps"] = 9_210_000_000_000_000_000
        self.refuses(r"takes 9.21e\+06 s", memplace.solve, endless)
        self.refuses("no solver 'best', use one of .*'greedy'", solve, "best")
        self.refuses("solver must be a name", solve, None)
        self.refuses("has no option 'x'", solve, "search", options={"x": 1})
        self.refuses("'budget' .*got '?-1", solve, "search", options={"budget": -1})
        self.refuses("has no option 'budget'", solve, "greedy", budget=3)
        self.refuses("options must be a dict", solve, options="a=b")
        for limit in (0, -1, math.nan, math.inf, "soon"):
            self.refuses("time_limit must be", solve, time_limit=limit)
        self.refuses(
            "budget is given twice", solve, "search", budget=3, options={"budget": 4}
        )
        for seed in (-1, 2**64, 0.5):
            self.refuses("seed must be", solve, seed=seed)
        self.refuses("budget must be", solve, "search", budget=2**63)
        self.refuses("bound_iterations must be", solve, bound_iterations=-1)
        self.refuses("progress must be callable", solve, progress=3)
        self.refuses("no solver 'x'", memplace.solver_options, "x")
        self.refuses(
            "target must be above 0", memplace.lower_bound, cases.LSTM, target=math.nan
        )
        self.refuses(
            "target must be seconds", memplace.lower_bound, cases.LSTM, target="soon"
        )
        self.refuses("no built-in target 'x'", memplace.target, "x")
        self.refuses(
            "not a SolveResult; pass its `solution`$",
            memplace.verify,
            cases.LSTM,
            memplace.solve(cases.LSTM),
        )

    def test_pack(self):
        def pack(lower=(0, 1), upper=(1, 2), size=(4, 4), **options):
            return memplace.pack(lower, upper, size, **options)

        self.assertEqual(pack().peak, 4)
        self.refuses(
            r"lower must have shape \(2,\).* not \(3,\)", pack, lower=(0, 1, 2)
        )
        self.refuses(
            r"size must have shape \(n,\), not \(2, 2\)", pack, size=[(1, 2), (3, 4)]
        )
        self.refuses("size is not an array", pack, size=[(1, 2), (3,)])
        self.refuses("size must hold integers, got nan", pack, size=(math.nan, 4))
        self.refuses("size must hold integers, got 0.5", pack, size=(0.5, 4))
        self.refuses("size must hold integers, not", pack, size=("4", "4"))
        self.refuses(r"upper must be from -2\^62", pack, upper=(1, 2**63))
        self.refuses("size must be from 1 to", pack, size=(0, 4))
        self.refuses(r"live range \[0, 0\) must not be empty", pack, upper=(0, 2))
        self.refuses("alignment must be from 1", pack, alignment=0)
        self.refuses(r"alignment must have shape", pack, alignment=[1, 1, 1])
        self.refuses(r"gaps must have shape \(n, 3\)", pack, gaps=[(0, 1)])
        self.refuses("gaps name buffer 2, but there are 2", pack, gaps=[(2, 0, 1)])
        self.refuses("fixed offsets name buffer -1", pack, fixed=[(-1, 0)])
        self.refuses("gap .* must be inside", pack, gaps=[(0, 0, 5)])
        self.refuses("capacity must be from 1", pack, capacity=0)
        self.refuses("nodes must be from 0", pack, nodes=-1)
        self.refuses("time_limit must be", pack, time_limit=0)
        self.refuses("no packer 'x', use one of", pack, packer="x")
        self.refuses("packer must be a name", pack, packer="")

    def test_game(self):
        data = cases.problem_dict()
        data["buffers"][0].update(size=1001, external=False)
        self.refuses("1001 bytes", MallocGame, data)
        game = MallocGame(cases.problem_dict())
        self.refuses("no action to take back", game.undo)
        for action in (-1, 3, 2**40):
            self.refuses("there is no action", game.step, action)
        self.refuses("action must be", game.step, 2**70)
        self.refuses("action must be an integer", game.step, 0.0)
        self.refuses("known at the end", game.final_reward)
        # No transfer has brought `w` to the faster tier.
        self.refuses(
            r"action 1 \(NoCopy\) is not legal for buffer 'w' at step 2", game.step, 1
        )
        self.assertEqual(game.num_decisions, 0)
        other = memplace.solve(cases.LSTM).solution
        self.refuses("differs", game.replay, other)
        game.step(0)
        self.assertTrue(game.is_over)
        for asked in (game.legal_mask, game.action_rewards, game.observation):
            self.refuses("the game is over", asked)
        self.refuses("the game is over", game.step, 0)
        self.refuses("from the start", game.replay, game.solution())

    def test_a_game_of_too_many_tiers_is_played_but_not_observed(self):
        data = cases.problem_dict()
        tiers = data["target"]["tiers"]
        tiers[1:1] = [cases.tier(f"middle{i}", 100, 500) for i in range(4)]
        game = MallocGame(data)
        self.assertEqual(game.num_actions, 7)
        self.refuses("7 actions can't be observed", game.observation)


if __name__ == "__main__":
    unittest.main()
