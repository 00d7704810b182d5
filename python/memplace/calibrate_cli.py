"""memplace-calibrate: measure this machine's memory and file, as a target."""

import argparse
import json
import sys
from collections.abc import Sequence

from memplace.command_line import (
    add_output_option,
    check_outputs,
    run_tool_main,
)
from memplace.execution import DEVICES
from memplace.serving.calibrate import calibrate, calibrate_gpu, summary
from memplace.tools import write_text

EPILOG = """\
The target has two tiers, `ram`, where ops work, and `file`, which is read-only unless there
is a folder for scratch files, and a channel that reads. All numbers are medians; their spreads, the date and the processor
stand beside them, under "sources". Reads go past the page cache (O_DIRECT).

exit codes:
  0  the target is written
  1  something can't be measured: one error on standard error, nothing written
  2  bad command line

examples:
  memplace-calibrate -o here.target.json --file weights.safetensors
  memplace-calibrate -o here.target.json --file /mnt/disk     # 256 MiB, for a moment
"""


def make_parser() -> argparse.ArgumentParser:
    """Returns the parser of the command line."""
    parser = argparse.ArgumentParser(
        prog="memplace-calibrate",
        description="Measure how fast this machine's memory is and how fast a file is "
        "read, and write that as a target for memplace-serve.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_output_option(parser)
    parser.add_argument(
        "--file",
        default=".",
        metavar="PATH",
        help="the file that will be read, or a folder on its disk (default: here)",
    )
    parser.add_argument(
        "--device",
        choices=tuple(DEVICES),
        default="cpu",
        help="cuda: measure the first GPU's memory and copies from pinned main memory "
        "instead (default: cpu)",
    )
    parser.add_argument(
        "--times",
        type=int,
        default=5,
        metavar="N",
        help="measurements of each number (default: 5)",
    )
    parser.add_argument(
        "--scratch",
        metavar="DIR",
        help="folder for scratch files of memplace-serve: how fast it is written is "
        "measured, too",
    )
    parser.add_argument(
        "--runtime",
        metavar="PATH",
        help="libmemplace_runtime.so, which measures",
    )
    return parser


def write_target(options: argparse.Namespace) -> None:
    """Measures this machine, and writes the target that the command line asks for."""
    check_outputs([options.file], {"-o": options.output})
    if options.device == "cuda":
        target = calibrate_gpu(times=options.times, runtime=options.runtime)
    else:
        target = calibrate(
            options.file,
            times=options.times,
            runtime=options.runtime,
            scratch=options.scratch,
        )
    write_text(options.output, json.dumps(target, indent=1, ensure_ascii=False) + "\n")
    if options.output != "-":
        print("\n".join(summary(target)))


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the tool; returns its exit code."""
    options = make_parser().parse_args(argv)
    return run_tool_main("memplace-calibrate", lambda: write_target(options))


if __name__ == "__main__":
    sys.exit(main())
