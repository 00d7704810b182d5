# Ctrl-C ends a solve and a packing that would run for days, and so does the end of the
# interpreter.
#
# REQUIRES: python-bindings
# RUN: %core_python %s

import os
import signal
import subprocess
import sys
import threading
import unittest
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent / "Inputs"))
import cases

import memplace

# More than any machine completes in a minute; then the test has failed.
ENDLESS = {"budget": 10**12, "time_limit": 60}


class InterruptTest(unittest.TestCase):
    def setUp(self):
        # lit starts tests with SIGINT ignored.
        signal.signal(signal.SIGINT, signal.default_int_handler)

    def interrupted(self, function):
        timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        with self.assertRaises(KeyboardInterrupt):
            function()
        timer.join()

    def test_a_solve(self):
        for _ in range(2):
            self.interrupted(lambda: memplace.solve(cases.LSTM, "search", **ENDLESS))
        # The interrupted solve leaves nothing behind.
        self.assertEqual(
            memplace.solve(cases.LSTM, "search", budget=9).status, "solved"
        )

    def test_a_packing(self):
        random = np.random.default_rng(0)
        lower = random.integers(0, 50, 300)
        upper = lower + random.integers(1, 30, 300)
        size = random.integers(1, 10**6, 300)
        self.interrupted(
            lambda: memplace.pack(
                lower, upper, size, alignment=64, nodes=10**15, time_limit=60
            )
        )
        self.assertIsNotNone(memplace.pack(lower, upper, size, nodes=10).offsets)

    def test_a_handler_of_the_user_that_does_not_raise(self):
        seen = []
        signal.signal(signal.SIGINT, lambda *_: seen.append(1))
        threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
        result = memplace.solve(
            cases.LSTM, "search", **ENDLESS, progress=lambda *_: not seen
        )
        self.assertEqual((result.status, seen), ("solved", [1]))


AT_THE_END = """
import sys, threading, time
sys.path.insert(0, sys.argv[1])
import cases, memplace
options = {"budget": 10**12, "time_limit": 60}
if sys.argv[2] == "told":
    options["progress"] = lambda *_: True
solve = lambda: memplace.solve(cases.LSTM, "search", **options)
for _ in range(4):
    threading.Thread(target=solve, daemon=True).start()
time.sleep(0.3)
"""


class EndOfTheInterpreterTest(unittest.TestCase):
    # Without precautions the process would abort if a thread requested the lock.
    def test_solves_on_daemon_threads_end_with_it(self):
        folder = str(Path(__file__).parent / "Inputs")
        for way in ("quiet", "told"):
            process = subprocess.run(
                [sys.executable, "-c", AT_THE_END, folder, way],
                capture_output=True,
                text=True,
                check=False,
            )
            self.assertEqual((process.returncode, process.stderr), (0, ""), way)


if __name__ == "__main__":
    unittest.main()
