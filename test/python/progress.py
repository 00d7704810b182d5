# progress=True shows a bar, on standard error and by tqdm.
#
# REQUIRES: python-bindings
# RUN: %core_python -W error %s
#
# All else works without tqdm.
# RUN: not %core_python -c "import sys; sys.modules['tqdm'] = None; import memplace; p = '%problems/kinds/lstm.problem.json.gz'; memplace.solve(p, progress=False); memplace.solve(p, progress=True)" 2>&1 | FileCheck %s
# CHECK: MissingPartError: progress=True needs the package tqdm ({{.*}}); install the extra: pip install '{{[^']*}}/python[progress]', or pass a function of your own

import contextlib
import io
import sys
import unittest
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent / "Inputs"))
import cases

import memplace
from memplace.progress import ProgressBar, format_seconds


def printed(**arguments):
    """Solves; returns the result and standard error."""
    with contextlib.redirect_stderr(io.StringIO()) as stream:
        result = memplace.solve(cases.LSTM, "search", budget=300, **arguments)
    return result, stream.getvalue()


class SolveTest(unittest.TestCase):
    def test_true_shows_a_bar_that_is_full_at_the_end(self):
        result, text = printed(progress=True)
        self.assertEqual(result.solution, printed()[0].solution)
        lines = text.rstrip("\n").split("\r")
        self.assertRegex(lines[1], r"^search on lstm/main:   0%\|")
        self.assertRegex(lines[-1], r"^search on lstm/main: 100%\|[#█]+\|.*, best 3\.2\d* ms$")
        self.assertTrue(text.endswith("\n"))

    def test_false_and_none_show_nothing(self):
        for nothing in (False, None, np.False_):
            self.assertEqual(printed(progress=nothing)[1], "")
        self.assertIn("100%", printed(progress=np.True_)[1])

    def test_other_values_are_refused(self):
        for wrong in (1, "yes"):
            with self.assertRaisesRegex(memplace.InputError, "progress must be call"):
                memplace.solve(cases.LSTM, progress=wrong)

    def test_a_bad_option_is_an_error_before_there_is_a_bar(self):
        with contextlib.redirect_stderr(io.StringIO()) as stream:
            with self.assertRaisesRegex(memplace.InputError, "time_limit"):
                memplace.solve(cases.LSTM, time_limit=-1, progress=True)
        self.assertEqual(stream.getvalue(), "")


class BarTest(unittest.TestCase):
    def test_the_fraction_is_that_of_work_or_time_and_never_goes_back(self):
        with ProgressBar("it", time_limit=10, file=io.StringIO()) as bar:
            fractions = []
            for call in ((1, None, 0.5), (6, 2.0, 0.1), (7, 1.0, 0.2), (99, 1.0, 7)):
                bar(*call)
                fractions.append(bar.fraction)
            self.assertEqual(fractions, [0.5, 0.6, 0.7, 1.0])
            self.assertEqual(bar.text, "best 1 s")

    def test_without_a_time_limit_time_does_not_count(self):
        with ProgressBar("it", file=io.StringIO()) as bar:
            bar(1000, None, 0.25)
            self.assertEqual((bar.fraction, bar.text), (0.25, ""))

    def test_after_an_error_it_stays_where_it_is(self):
        stream = io.StringIO()
        with self.assertRaises(ZeroDivisionError):
            with ProgressBar("it", file=stream) as bar:
                bar(1, 3e-3, 0.25)
                raise ZeroDivisionError
        self.assertRegex(stream.getvalue().split("\r")[-1], "^it:  25%.*best 3 ms\n$")

    def test_times_are_in_the_unit_that_fits(self):
        times = (0, 9.9994e-10, 1e-9, 1e-6, 0.001, 0.5, 1, 12345.6)
        self.assertEqual(
            [format_seconds(time) for time in times],
            [
                "0 ps",
                "999.9 ps",
                "1 ns",
                "1 µs",
                "1 ms",
                "500 ms",
                "1 s",
                "1.235e+04 s",
            ],
        )


if __name__ == "__main__":
    unittest.main()
