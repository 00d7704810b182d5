"""memplace-report: placements of a problem as a page, a figure or a trace."""

import argparse
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from memplace.command_line import check_outputs, run_tool_main
from memplace.errors import MissingPartError
from memplace.tools import write_files

if TYPE_CHECKING:
    from memplace.report import Report

EPILOG = """\
The page holds all it needs and fetches nothing: it can be mailed, or opened years
later. Its script is plotly.js, from the package plotly; figures need matplotlib:
pip install './python[report]'. Traces need neither.

Numbers are those of the simulator. A solution that is not legal is refused, with
the rule that it breaks. A FILE named - is standard output.

exit codes:
  0  the files are written
  1  bad input, or a missing package: one error on standard error, nothing written
  2  bad command line

examples:
  memplace-report net.problem.json greedy.json search.json -o net.html
  memplace-report net.problem.json search.json --svg occupancy.svg --tier cmem
  memplace-report net.problem.json search.json --trace net.trace.json
"""

# Options that name files: where argparse puts them, and what the file holds.
FILES = {
    "-o": ("output", ".html"),
    "--trace": ("trace", ".json"),
    "--svg": ("svg", ".svg"),
    "--png": ("png", ".png"),
    "--pdf": ("pdf", ".pdf"),
}

# Those for which --tier is.
FIGURES = ("--svg", "--png", "--pdf")


def make_parser() -> argparse.ArgumentParser:
    """Returns the parser of the command line."""
    parser = argparse.ArgumentParser(
        prog="memplace-report",
        description="Draw placements of a problem: what lies where and when, what "
        "moves, where time goes; several side by side.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("problem", metavar="PROBLEM", help="a problem file")
    parser.add_argument(
        "solutions", nargs="+", metavar="SOLUTION", help="solution files of it"
    )
    parser.add_argument("-o", "--output", metavar="FILE", help="write the page (HTML)")
    parser.add_argument(
        "--trace", metavar="FILE", help="write a trace for Perfetto (JSON)"
    )
    for kind in ("svg", "png", "pdf"):
        parser.add_argument(
            f"--{kind}",
            metavar="FILE",
            help=f"write the occupancy as a figure ({kind.upper()})",
        )
    parser.add_argument(
        "--tier",
        action="append",
        metavar="NAME",
        help="draw this tier in figures (default: all with chosen offsets); may be "
        "given more than once",
    )
    parser.add_argument(
        "--label",
        action="append",
        metavar="NAME",
        help="what to call a solution, in their order (default: the solver that found "
        "it, or its file)",
    )
    parser.add_argument(
        "--title",
        metavar="TEXT",
        help="title of the page (default: the problem's name)",
    )
    return parser


def load_report() -> "type[Report]":
    """Returns `memplace.Report`. Not before it is needed: it takes the compiled part
    and NumPy, and --help does not. Raises MissingPartError without them."""
    try:
        from memplace.report import Report
    except MissingPartError:
        raise
    except ImportError as error:
        raise MissingPartError(
            f"a report needs NumPy ({error}); pip install './python[report]' installs "
            "all that is needed"
        ) from error
    return Report


def asked_for(options: argparse.Namespace) -> dict[str, str]:
    """The files to write, by their options."""
    paths = {flag: getattr(options, name) for flag, (name, _) in FILES.items()}
    return {flag: path for flag, path in paths.items() if path}


def write_all(options: argparse.Namespace) -> None:
    """Writes what the command line asks for: all that can be drawn, then files."""
    outputs = asked_for(options)
    check_outputs((options.problem, *options.solutions), outputs)
    report = load_report()(
        options.problem, *options.solutions, labels=options.label, title=options.title
    )
    write_files(
        [
            (
                path,
                report.rendered(
                    FILES[flag][1], options.tier if flag in FIGURES else None
                ),
            )
            for flag, path in outputs.items()
        ]
    )


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the tool; returns its exit code."""
    parser = make_parser()
    options = parser.parse_args(argv)
    if not asked_for(options):
        parser.error("say what to write: -o, --trace, --svg, --png or --pdf")
    if options.label and len(options.label) != len(options.solutions):
        parser.error("give --label once for each solution, or not at all")
    if options.tier and not any(flag in FIGURES for flag in asked_for(options)):
        parser.error("--tier is for --svg, --png and --pdf")
    return run_tool_main("memplace-report", lambda: write_all(options))


if __name__ == "__main__":
    sys.exit(main())
