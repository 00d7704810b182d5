"""memplace-score: compare a folder of placements with a benchmark set."""

import argparse
import sys
from collections.abc import Sequence

from memplace import __version__
from memplace.benchmark_sets import read_set
from memplace.command_line import run_tool_main
from memplace.scoring import DEFAULT_TIER, Row, folder_of, leaderboard, score

EPILOG = """\
Each placement is verified first. Beside yours, the leaderboard has the placements that lie
beside the problems for all of them, such as XLA's, and all buffers in the default tier. A
problem without a legal placement counts as the latter. Times are simulated.

exit codes:
  0  the scores are printed
  1  a folder has no problems or solutions, or a problem was changed: one error on
     standard error
  2  bad command line

examples:
  memplace-score mine benchmarks/problems/kinds     # mine/NAME.solution.json[.gz]
"""


def make_parser() -> argparse.ArgumentParser:
    """Returns the parser of the command line."""
    parser = argparse.ArgumentParser(
        prog="memplace-score",
        description="Score placements of the problems of a benchmark set.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"memplace {__version__}")
    parser.add_argument(
        "solutions", metavar="FOLDER", help="folder with NAME.solution.json[.gz]"
    )
    parser.add_argument(
        "problems",
        metavar="PROBLEMS",
        nargs="?",
        help="folder with NAME.problem.json[.gz] (default: benchmarks/problems/tpu of the "
        "repository)",
    )
    return parser


def _line(row: Row, entry: str) -> str:
    """Returns the line of a problem: makespan, relative to the default tier, to the best
    other placement, and to the bound."""
    found = row.scores[entry]
    if found.makespan is None:
        return f"{row.name:<40} {found.reason}"
    others = [row.makespan(other) for other in row.scores if other != entry]
    ratios = [found.makespan / t for t in (row.makespan(DEFAULT_TIER), min(others), row.bound)]
    numbers = "".join(f" {ratio:>12.4f}" for ratio in ratios)
    return f"{row.name:<40} {found.makespan * 1e6:>12.3f}{numbers}"


def _print_scores(options: argparse.Namespace) -> None:
    """Prints a line for each problem, then the leaderboard."""
    rows = score(options.solutions, options.problems)
    entry = list(rows[0].scores)[-1]
    heads = ("us, modelled", "/ default", "/ best other", "/ bound")
    print(f"{'problem':<40}" + "".join(f" {head:>12}" for head in heads))
    for row in rows:
        print(_line(row, entry))
    print(f"\n{'entry':<40} {'/ bound':>12} {'fastest':>12} {'lost':>12}")
    for name, mean, wins, lost in leaderboard(rows):
        print(f"{name:<40} {mean:>12.4f} {wins:>12} {lost:>12}")
    if listed := read_set(folder_of(options.problems)):
        print(f"\nproblems: {listed.name}, version {listed.version}")


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the tool; returns its exit code."""
    return run_tool_main(
        "memplace-score", lambda: _print_scores(make_parser().parse_args(argv))
    )


if __name__ == "__main__":
    sys.exit(main())
