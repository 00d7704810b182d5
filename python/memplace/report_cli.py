"""memplace-report: draws placements, packings or snapshots as a page, a figure or a
trace."""

import argparse
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from memplace import __version__
from memplace.command_line import check_outputs, parse_bytes, run_tool_main
from memplace.errors import MissingPartError
from memplace.extras import install_command
from memplace.tools import write_files

if TYPE_CHECKING:
    from memplace.report import PackingReport, Report

EPILOG = f"""\
The page is self-contained and fetches nothing, so it can be mailed. The page needs the
package plotly, figures need matplotlib: {install_command('report')}. Traces need
neither.

All times are simulated. An illegal solution is an error, which names the broken rule.
If FILE is -, the output goes to standard output.

A snapshot of torch.cuda.memory (.pickle, .pkl) needs no file to write: tables on
standard output show the allocations live at the peak, the reserved bytes, and what
memplace's packing of the same allocations takes. No code of the pickle runs.

exit codes:
  0  the files are written
  1  bad input, or a missing package: one error on standard error, nothing written
  2  bad command line

examples:
  memplace-report net.problem.json greedy.json search.json -o net.html
  memplace-report net.problem.json search.json --svg occupancy.svg --tier cmem
  memplace-report net.problem.json search.json --trace net.trace.json
  memplace-report packed.csv --capacity 1048576 -o packed.html
  memplace-report snapshot.pickle -o packed.html
"""

# By option that names a file: the option's argparse name, and the kind of file.
FILES = {
    "-o": ("output", ".html"),
    "--trace": ("trace", ".json"),
    "--svg": ("svg", ".svg"),
    "--png": ("png", ".png"),
    "--pdf": ("pdf", ".pdf"),
}

# Options to which --tier applies.
FIGURES = ("--svg", "--png", "--pdf")
# Options of placements only.
PLACEMENT_OPTIONS = ("trace", "tier", "locations", "cuts")


def make_parser() -> argparse.ArgumentParser:
    """Returns the parser of the command line."""
    parser = argparse.ArgumentParser(
        prog="memplace-report",
        usage="%(prog)s [options] PROBLEM SOLUTION [SOLUTION ...]\n"
        "       %(prog)s [options] PACKED.csv [PACKED.csv ...]\n"
        "       %(prog)s [options] SNAPSHOT.pickle",
        description="Draw placements of a problem (occupancy of each memory, "
        "transfers, stalls), or packings written by memplace-pack. Several placements "
        "or packings are drawn side by side. Or explain a memory snapshot of PyTorch.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"memplace {__version__}")
    parser.add_argument(
        "problem",
        metavar="PROBLEM",
        help="problem file, packing (.csv, .csv.gz), or snapshot (.pickle, .pkl)",
    )
    parser.add_argument(
        "solutions",
        nargs="*",
        metavar="SOLUTION",
        help="solutions of PROBLEM, or packings of the same buffers",
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
        help="tier to draw in figures (default: all tiers with chosen offsets) "
        "(repeatable)",
    )
    parser.add_argument(
        "--label",
        action="append",
        metavar="NAME",
        help="label of a solution or packing, given once for each in their order "
        "(default: the solver, or the name of the file)",
    )
    parser.add_argument(
        "--locations",
        metavar="FILE",
        help="source locations of buffers and ops, written by the pass "
        "memplace-extract-problem",
    )
    parser.add_argument(
        "--cuts",
        metavar="FILE",
        help="cuts of ops and buffers, as printed by memplace-solve --cut or reported "
        "by the passes (report-format=json)",
    )
    parser.add_argument(
        "--capacity",
        type=parse_bytes,
        metavar="BYTES",
        help="packings only: capacity to mark",
    )
    parser.add_argument(
        "--arena",
        action="append",
        type=arena_of,
        metavar="NAME[:BYTES]",
        help="packings only: a memory, in the order given to memplace-pack "
        "(repeatable)",
    )
    parser.add_argument(
        "--title",
        metavar="TEXT",
        help="title of the page (default: the name of the problem or of the packing's "
        "file)",
    )
    return parser


def arena_of(text: str) -> tuple[str, int | None]:
    """Parses a memory, NAME:BYTES or NAME, for argparse."""
    name, colon, capacity = text.partition(":")
    if not name or " " in name or "," in name:
        raise argparse.ArgumentTypeError(f"expected NAME:BYTES or NAME, got '{text}'")
    return name, parse_bytes(capacity) if colon else None


def is_packing(path: str) -> bool:
    """Says whether a file is a packing, by its name."""
    return path.lower().removesuffix(".gz").endswith(".csv")


def is_snapshot(path: str) -> bool:
    """Says whether a file is a memory snapshot of PyTorch, by its name."""
    return path.lower().endswith((".pickle", ".pkl"))


def load_report() -> "tuple[type[Report], type[PackingReport]]":
    """Imports and returns `memplace.Report` and `memplace.PackingReport`.

    The import is deferred, since the classes need the compiled part and NumPy, but
    --help does not. Raises MissingPartError without NumPy or the compiled part.
    """
    try:
        from memplace.report import PackingReport, Report
    except MissingPartError:
        raise
    except ImportError as error:
        raise MissingPartError(
            f"a report needs NumPy ({error}); install the extra: "
            f"{install_command('report')}"
        ) from error
    return Report, PackingReport


def asked_for(options: argparse.Namespace) -> dict[str, str]:
    """Returns the paths of the files to write, by option."""
    paths = {flag: getattr(options, name) for flag, (name, _) in FILES.items()}
    return {flag: path for flag, path in paths.items() if path}


def render_placements(options: argparse.Namespace) -> list[tuple[str, bytes]]:
    """Returns the files of a report on placements, each with its contents."""
    report = load_report()[0](
        options.problem,
        *options.solutions,
        labels=options.label,
        title=options.title,
        locations=options.locations,
        cuts=options.cuts,
    )
    return [
        (
            path,
            report.rendered(FILES[flag][1], options.tier if flag in FIGURES else None),
        )
        for flag, path in asked_for(options).items()
    ]


def render_packings(options: argparse.Namespace) -> list[tuple[str, bytes]]:
    """Returns the files of a report on packings, each with its contents."""
    arenas = options.arena or []
    report = load_report()[1](
        options.problem,
        *options.solutions,
        capacity=[size for _, size in arenas] if arenas else options.capacity,
        arenas=[name for name, _ in arenas],
        labels=options.label,
        title=options.title,
    )
    return [
        (path, report.rendered(FILES[flag][1]))
        for flag, path in asked_for(options).items()
    ]


def write_snapshot(options: argparse.Namespace) -> None:
    """Writes the files of a report on a snapshot, then prints the tables, unless a file
    goes to standard output."""
    load_report()
    from memplace.report.snapshot import SnapshotReport

    report = SnapshotReport(options.problem, title=options.title)
    files = asked_for(options)
    write_files(
        [(path, report.rendered(FILES[flag][1])) for flag, path in files.items()]
    )
    if "-" not in files.values():
        print(report.text(), end="")


def write_all(options: argparse.Namespace) -> None:
    """Renders everything first, then writes the files that the command line asks
    for."""
    inputs = [options.problem, *options.solutions]
    inputs += [path for path in (options.locations, options.cuts) if path]
    check_outputs(inputs, asked_for(options))
    if is_snapshot(options.problem):
        write_snapshot(options)
        return
    render = render_packings if is_packing(options.problem) else render_placements
    write_files(render(options))


def check_options(parser: argparse.ArgumentParser, options: argparse.Namespace) -> None:
    """Exits with an error for options that do not go together."""
    if is_snapshot(options.problem):
        check_snapshot_options(parser, options)
        return
    num_plans = len(options.solutions)
    if is_packing(options.problem):
        num_plans += 1
        for name in PLACEMENT_OPTIONS:
            if getattr(options, name):
                parser.error(f"--{name} is for placements, not for packings")
        if options.arena and options.capacity:
            parser.error("--capacity is for a single memory; use --arena NAME:BYTES")
    elif options.capacity or options.arena:
        parser.error("--capacity and --arena are for packings (.csv, .csv.gz)")
    elif not options.solutions:
        parser.error("the following arguments are required: SOLUTION")
    if not asked_for(options):
        parser.error("give a file to write: -o, --trace, --svg, --png or --pdf")
    if options.label and len(options.label) != num_plans:
        parser.error("give --label once for each solution or packing, or not at all")
    if options.tier and not any(flag in FIGURES for flag in asked_for(options)):
        parser.error("--tier is for --svg, --png and --pdf")


def check_snapshot_options(
    parser: argparse.ArgumentParser, options: argparse.Namespace
) -> None:
    """Exits with an error for options that do not go with a snapshot."""
    if options.solutions:
        parser.error(f"a snapshot is shown alone, without '{options.solutions[0]}'")
    for name in (*PLACEMENT_OPTIONS, "label", "capacity", "arena"):
        if getattr(options, name):
            parser.error(f"--{name} is not for snapshots")


def parse(argv: Sequence[str] | None) -> argparse.Namespace:
    """Returns the options of a command line; exits with 2 if it is wrong."""
    parser = make_parser()
    options = parser.parse_args(argv)
    check_options(parser, options)
    return options


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the tool; returns its exit code."""
    return run_tool_main("memplace-report", lambda: write_all(parse(argv)))


if __name__ == "__main__":
    sys.exit(main())
