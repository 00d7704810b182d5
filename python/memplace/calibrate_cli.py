"""memplace-calibrate: measure this machine's memory and file, as a target."""

import argparse
import json
import sys
from collections.abc import Sequence

from memplace import __version__
from memplace.command_line import (
    add_output_option,
    check_outputs,
    run_tool_main,
)
from memplace.execution import DEVICES
from memplace.serving.calibrate import calibrate, calibrate_gpu, summary
from memplace.stages import stage
from memplace.tools import write_text

EPILOG = """\
The target has two tiers, `ram` for the operands of ops, and `file`, and a channel from `file`
to `ram`. With --scratch, `file` is writable, too. All numbers are medians of five
measurements; "sources" has their spreads, the date and the processor. Reads bypass the page
cache (O_DIRECT).

exit codes:
  0  the target is written
  1  a measurement is impossible: one error on standard error, nothing written
  2  bad command line

examples:
  memplace-calibrate -o here.target.json --file weights.safetensors
  memplace-calibrate -o here.target.json --file /mnt/disk     # a temporary file of 256 MiB
"""


def make_parser() -> argparse.ArgumentParser:
    """Returns the parser of the command line."""
    parser = argparse.ArgumentParser(
        prog="memplace-calibrate",
        description="Measure the speed of this machine's memory and of reading a "
        "file, and write both as a target for memplace-serve.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"memplace {__version__}")
    add_output_option(parser)
    parser.add_argument(
        "--file",
        default=".",
        metavar="PATH",
        help="file that will be read, or a folder on its disk (default: the current "
        "folder)",
    )
    parser.add_argument(
        "--device",
        choices=tuple(DEVICES),
        default="cpu",
        help="device to measure; cuda: memory of the first GPU, and copies from "
        "pinned main memory (default: cpu)",
    )
    parser.add_argument(
        "--scratch",
        metavar="DIR",
        help="folder for scratch files of memplace-serve; also measures the speed of "
        "writing there",
    )
    parser.add_argument(
        "--runtime",
        metavar="PATH",
        help="libmemplace_runtime.so to measure with",
    )
    return parser


@stage("measuring memory and file")
def write_target(options: argparse.Namespace) -> None:
    """Measures this machine, and writes the target that the command line asks for."""
    check_outputs([options.file], {"-o": options.output})
    if options.device == "cuda":
        target = calibrate_gpu(runtime=options.runtime)
    else:
        target = calibrate(
            options.file, runtime=options.runtime, scratch=options.scratch
        )
    write_text(options.output, json.dumps(target, indent=1, ensure_ascii=False) + "\n")
    if options.output != "-":
        print("\n".join(summary(target)))


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the tool; returns its exit code."""
    return run_tool_main(
        "memplace-calibrate", lambda: write_target(make_parser().parse_args(argv))
    )


if __name__ == "__main__":
    sys.exit(main())
