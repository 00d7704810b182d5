"""Options of the command line of python -m memplace.xla."""

import argparse
import re
from functools import partial

from memplace.extras import install_command

PROG = "python -m memplace.xla"
EPILOG = """\
See docs/guide/xla.md.

exit codes:
  0  success; all output is written
  1  bad input, a missing package, or the compiler failed: one error on standard
     error, nothing written
  2  bad command line
"""
HARVEST_EPILOG = f"""\
MODEL is MODULE:FUNCTION, where MODULE is a module's name or a .py file. The function
is called without arguments and returns a pair: a function that JAX can trace, and the
tuple of its arguments (arrays or jax.ShapeDtypeStructs). With --arg, once for each
argument, the function itself is compiled.

Compiling needs the package libtpu ({install_command('xla')}), which is under the
Google Cloud Platform Terms of Service; no TPU is needed. The program is compiled nine or
ten times, so that the operands of each op are in different memories, and three times in
each round; op times are fitted to XLA's estimates. With --hlo, nothing is compiled: give the text of Compiled.as_text() from
earlier compilations, plain or gzipped. The file's name identifies the kind of compilation,
e.g. net.cmem8M.noxp.hlo.txt.gz.

The command writes DIR/NAME.problem.json.gz, DIR/NAME.xla.solution.json.gz (the faster of
XLA's placements with and without cross-program prefetches) and
DIR/NAME.xla-other.solution.json.gz (the slower one), either all files or none, and prints
a line of JSON with a summary.

examples:
  python -m memplace.xla harvest benchmarks/xla/xla_programs.py:gpt2_block_b1 -o out
  python -m memplace.xla harvest jax.numpy:tanh --arg='f32[1024,1024]' -o out
  python -m memplace.xla harvest --hlo=net.on.hlo.txt --other-hlo=net.on.noxp.hlo.txt \
      --calibration-hlo=net.off.hlo.txt --calibration-hlo=net.mask1.hlo.txt -o out
"""
COMPARE_EPILOG = """\
"XLA cycles" and "XLA stalls" are XLA's own estimate of its placement and the simulated
waits for copies; other columns are times in the problem.

example:
  python -m memplace.xla compare out/net.problem.json.gz out/net.xla.solution.json.gz
"""
FOLLOW_EPILOG = """\
PROBLEM is a problem made by harvest, and SOLUTION a placement of PROBLEM, e.g. by
memplace-solve. Without MODEL or --hlo, the command only writes XLA's options, as a JSON
object for JAX:

  jax.jit(f).lower(*arguments).compile(compiler_options=json.load(open("options.json")))

XLA's instructions have numbers, which depend on the version of JAX and on the call: lower
the function just like this. With MODEL or --hlo, the options have the names of that
program, and a note tells if the problem has others. Options given at harvest are included.

The options keep buffers in the slow memory that SOLUTION never has in the fast memory, and
give all other buffers the first choice. XLA decides when copies start, and drops copies
that it expects to arrive too late. With MODEL (as for harvest), the program is therefore
compiled with these options three times: "following", and "followingx3" and "followingx10"
if XLA assumes copies three and ten times as fast. The program is also compiled as XLA
places it, with and without cross-program prefetches. The options of the "fastest" are
written. With --hlo, the command reads the text of a program compiled with the options.

A line of JSON has, for each compilation:
  xla_cycles_ps  time of the ops by XLA's estimated cycles
  xla_stalls_ps  simulated waits for copies at their real speed
  agreement      share of the operands' bytes in the same memory as in SOLUTION
  known          share of the time of SOLUTION in ops with all operands in the same memory
  error          modelled time of these ops over XLA's, minus 1
  own_error      the same for all ops, with operands in the memories that XLA chose

examples:
  memplace-solve out/net.problem.json.gz -o ours.json
  python -m memplace.xla follow out/net.problem.json.gz ours.json -o options.json
  python -m memplace.xla follow out/net.problem.json.gz ours.json net.py:net
"""
TUNE_EPILOG = """\
The command tries sets of compiler options and writes those with which XLA places MODEL
best by XLA's own estimate: estimated cycles of the ops, and simulated stalls. First come
public options that name no buffer ("best flags"), then hints on memories of buffers and
starts of copies ("hints"), from the placement of memplace's solver. "stock" is XLA
without options. A compilation of a try ends once its placement is known; the best are
compiled to the end. Options that crash the compiler, or let it hang, are dropped.

Use the options, and confirm the gain with a clock, on a machine with a TPU:

  jax.jit(f).lower(*arguments).compile(compiler_options=json.load(open("options.json")))

Without --problem, the program is harvested first, which takes ten compilations. After
Ctrl-C, the command writes the best options so far.

examples:
  python -m memplace.xla tune benchmarks/xla/xla_programs.py:gpt2_block_b1 \
      --capacity=8M -o options.json
  python -m memplace.xla tune net.py:net --problem=out/net.problem.json.gz -o options.json
"""
_SIZES = {"": 1, "K": 2**10, "M": 2**20, "G": 2**30}


def size(text: str) -> int:
    """Parses bytes for argparse, also as 8M."""
    match = re.fullmatch(r"(\d+)\s*([KMG]?)(?:i?B)?", text.strip(), re.IGNORECASE)
    if not match or not int(match[1]):
        raise argparse.ArgumentTypeError(f"must be bytes, such as 8M, got '{text}'")
    return int(match[1]) * _SIZES[match[2].upper()]


def positive(text: str) -> float:
    """Parses a number above 0 for argparse."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"must be above 0, got '{text}'")
    return value


def count(text: str, least: int = 0) -> int:
    """Parses a whole number for argparse, at least `least`."""
    if not text.isdecimal() or int(text) < least:
        raise argparse.ArgumentTypeError(f"must be {least} or more, got '{text}'")
    return int(text)


def add_compiling(parser: argparse.ArgumentParser) -> argparse._ArgumentGroup:
    """Adds the options for compiling; returns their group."""
    compiling = parser.add_argument_group("compiling")
    compiling.add_argument(
        "--topology",
        default=None,
        metavar="NAME:SHAPE",
        help="topology, as named by JAX (default: 'v4 lite:1x1', a TPUv4i); with --hlo, "
        "the topology of the text",
    )
    compiling.add_argument(
        "--arg",
        action="append",
        metavar="TYPE",
        help="type of an argument, such as 'f32[8,128]'",
    )
    compiling.add_argument(
        "--xla-option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="option of the compiler (repeatable)",
    )
    return compiling


def add_harvest(commands: argparse._SubParsersAction) -> None:  # type: ignore[type-arg]
    """Adds the command harvest with its options."""
    parser = commands.add_parser(
        "harvest",
        help="a compiled program as a problem, with XLA's own placement",
        description="Make a placement problem, and XLA's own solution of it, of a program "
        "that XLA compiled for a TPU.",
        epilog=HARVEST_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("model", nargs="?", metavar="MODEL", help="function to compile")
    parser.add_argument(
        "-o", "--output", metavar="DIR", required=True, help="folder to write to"
    )
    parser.add_argument("--name", help="name of the problem (default: FUNCTION)")
    parser.add_argument(
        "--capacity",
        type=size,
        metavar="BYTES",
        help="fast memory that XLA may use, e.g. 8M",
    )
    parser.add_argument(
        "--target",
        metavar="NAME",
        help="memplace's target (default: the target of the topology's chip)",
    )
    parser.add_argument(
        "--clock",
        type=positive,
        metavar="HZ",
        help="cycles per second (default: the clock of the topology's chip)",
    )
    parser.add_argument(
        "--unseen",
        choices=("expect", "charge"),
        default="expect",
        help="time of ops with operands in memories that no compilation show: the "
        "expected time, or this time plus its uncertainty (default: expect)",
    )
    compiling = add_compiling(parser)
    compiling.add_argument(
        "--rounds",
        type=count,
        default=2,
        metavar="N",
        help="largest number of compilations in which XLA follows the placement of "
        "search, so that times are accurate for this placement (default: 2)",
    )
    compiling.add_argument(
        "--save-hlo", action="store_true", help="also write the compiler's texts to DIR"
    )
    texts = parser.add_argument_group("texts of an earlier compilation")
    texts.add_argument("--hlo", metavar="FILE", help="with memory space assignment")
    texts.add_argument(
        "--other-hlo",
        metavar="FILE",
        help="the same without cross-program prefetches",
    )
    texts.add_argument(
        "--calibration-hlo",
        metavar="FILE",
        action="append",
        default=[],
        help="text of another compilation, to fit times: without memory space assignment, "
        "for less fast memory, or with buffers kept in the slow memory (repeatable)",
    )


def add_compare(commands: argparse._SubParsersAction) -> None:  # type: ignore[type-arg]
    """Adds the command compare with its options."""
    parser = commands.add_parser(
        "compare",
        help="XLA's placement beside memplace's",
        description="Print makespan, stalls, peak and bytes moved of XLA's placement, of "
        "memplace's re-implementation of XLA's algorithm, and of memplace's own.",
        epilog=COMPARE_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("problem", metavar="PROBLEM", help="a problem file")
    parser.add_argument("solution", metavar="XLA_SOLUTION", help="XLA's placement")
    parser.add_argument(
        "--solver",
        action="append",
        metavar="NAME",
        help="memplace's solver (default: search; repeatable)",
    )
    parser.add_argument(
        "--time-limit",
        type=positive,
        default=10.0,
        metavar="SECONDS",
        help="for each solver (default: 10)",
    )
    parser.add_argument(
        "--budget",
        type=int,
        metavar="N",
        help="placements to simulate, instead of a time limit; solvers such as search "
        "then find the same placement on every machine",
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="(default: 0)")
    parser.add_argument(
        "--json",
        metavar="FILE",
        help="also write the numbers as JSON; '-': print JSON instead of the table",
    )


def add_follow(commands: argparse._SubParsersAction) -> None:  # type: ignore[type-arg]
    """Adds the command follow with its options."""
    parser = commands.add_parser(
        "follow",
        help="XLA's options to follow a solution, and XLA's estimates",
        description="Write compiler options with which XLA's placement resembles a "
        "solution, and print XLA's estimates of the compiled program.",
        epilog=FOLLOW_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("problem", metavar="PROBLEM", help="a problem file")
    parser.add_argument("solution", metavar="SOLUTION", help="a placement of PROBLEM")
    parser.add_argument("model", nargs="?", metavar="MODEL", help="function to compile")
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help="file for the options, '-' for standard output (default without MODEL and "
        "--hlo: '-')",
    )
    add_compiling(parser)
    parser.add_argument(
        "--hlo", metavar="FILE", help="text of the program compiled with the options"
    )
    parser.add_argument(
        "--copy-speed",
        type=partial(count, least=1),
        metavar="N",
        help="let XLA assume copies N times as fast as they are, so that XLA copies "
        "more of the buffers of SOLUTION to the fast memory (default: 1; with MODEL: "
        "1, 3 and 10)",
    )


def add_tune(commands: argparse._SubParsersAction) -> None:  # type: ignore[type-arg]
    """Adds the command tune with its options."""
    parser = commands.add_parser(
        "tune",
        help="compiler options with which XLA places a program better",
        description="Find compiler options with which XLA's own placement of a program "
        "is faster by XLA's own estimate.",
        epilog=TUNE_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("model", metavar="MODEL", help="function to compile")
    parser.add_argument(
        "-o", "--output", metavar="FILE", required=True, help="file for the options"
    )
    parser.add_argument(
        "--problem", metavar="FILE", help="the problem of MODEL, made by harvest"
    )
    parser.add_argument(
        "--capacity",
        type=size,
        metavar="BYTES",
        help="fast memory that XLA may use, e.g. 8M",
    )
    add_compiling(parser)
    parser.add_argument(
        "--time-limit",
        type=positive,
        default=300.0,
        metavar="SECONDS",
        help="for the whole run (default: 300); compilations of stock, of the flags and "
        "for the problem are always made",
    )
    parser.add_argument(
        "--budget",
        type=partial(count, least=1),
        metavar="N",
        help="hints to try, instead of a time limit; the result is then the same on "
        "every machine",
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="(default: 0)")


def make_parser() -> argparse.ArgumentParser:
    """Returns the parser of the command line."""
    parser = argparse.ArgumentParser(
        prog=PROG,
        description="XLA as a baseline: its programs as problems, with its placements.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    add_harvest(commands)
    add_compare(commands)
    add_follow(commands)
    add_tune(commands)
    return parser


def check_harvest(parser: argparse.ArgumentParser, options: argparse.Namespace) -> None:
    """Ends with a usage error if options of harvest do not go together."""
    if bool(options.model) == bool(options.hlo):
        parser.error("give either MODEL or --hlo")
    if options.model and (options.other_hlo or options.calibration_hlo):
        parser.error("--other-hlo and --calibration-hlo go with --hlo")
    if options.hlo and (options.arg or options.xla_option or options.save_hlo):
        parser.error("--arg, --xla-option and --save-hlo go with MODEL")


def check_follow(parser: argparse.ArgumentParser, options: argparse.Namespace) -> None:
    """Ends with a usage error if options of follow do not go together."""
    if options.model and options.hlo:
        parser.error("give either MODEL or --hlo")
    if not options.model and (options.arg or options.xla_option):
        parser.error("--arg and --xla-option go with MODEL")
    if options.output == "-" and (options.model or options.hlo):
        parser.error("with MODEL or --hlo, -o needs a file's name")


def check_tune(parser: argparse.ArgumentParser, options: argparse.Namespace) -> None:
    """Ends with a usage error if options of tune do not go together."""
    if options.problem and options.capacity is not None:
        parser.error("the problem has a capacity; give either --problem or --capacity")
    if options.output == "-":
        parser.error("-o needs a file's name; standard output has the table")
