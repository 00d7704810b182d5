"""Runs random programs before and after placement, and compares their results bit for bit.

  stress.py --memplace-opt=PATH --runtime=PATH --targets=FILE,... [--seeds=FIRST:END]
            [--count=N] [--programs=FILE] [--solvers=A,B,...] [--keep=FOLDER] [--drop-wait]
            [--cuts] [--schedules] [--networks] [--loops[=any]] [--branches] [--mixed]
            [--calls] [--fit] [--rows] [--tiles]

Each seed from FIRST to END - 1 makes one module of N functions. Every solver places the
module for one of the targets, which take turns. The runtime runs the module with its
checks enabled. Prints a line for each failure, then a summary. Exits with 1 after failures.

Without further options, random_programs.py writes the modules. Options for other programs:

  --programs  the functions @f0, @f1, ... in FILE
  --cuts      cuts random ops before placement
  --schedules puts ops in a random order and repeats some before placement; solver `none`
              leaves out the placement
  --networks  networks with skip connections (schedule_programs.py)
  --loops     adds loops over slices of arrays, with known trip counts; --loops=any: also
              with unknown ones
  --branches  adds many branches, whose arms are separate steps of the schedule
  --mixed     adds unusual accesses and annotations of the user (program_bodies.py), and
              varies the passes by seed. The annotations, e.g. pins, must hold after placement
              (expectations.py). If memplace refuses the pins of a function, the test removes
              these pins.
  --calls     call graphs whose callees keep, free or return memrefs (call_graphs.py)
  --fit       one network per seed, for targets whose ops access scratchpads only
              (fit_programs.py). If memplace refuses the network, the error message must be
              true.
  --rows      one program per seed that accesses rows of large arrays at run-time positions
              (row_programs.py)
  --tiles     one program per seed on matrices that do not fit into a scratchpad: loops over
              tiles, and ops that memplace must tile (tile_programs.py)

--keep saves failing modules before and after placement. --drop-wait tests the comparison
itself: it removes the first wait for a transfer from each placed module, so the run must
fail.
"""

import argparse
import itertools
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "python"))
sys.path.insert(0, str(Path(__file__).resolve().parent))

import expectations  # noqa: E402
import call_graphs  # noqa: E402
import fit_programs  # noqa: E402
import random_programs  # noqa: E402
import row_programs  # noqa: E402
import schedule_programs  # noqa: E402
import tile_programs  # noqa: E402

from memplace import execution, harness, worker  # noqa: E402

ENTRY = "main"

# Inlines calls. The inliner's default canonicalization would drop annotations of the user.
INLINE = ["--memplace-keep-attributes", "--inline=default-pipeline="]


class Failure(Exception):
    """A tool exited with an error. The message quotes its first error lines."""


def run(command: list[str], program: bytes, variables: dict[str, str] = {}) -> bytes:
    """Runs a command with `program` as standard input, and returns its standard output.

    `variables` are added to the environment. Raises Failure if the command exits with an
    error, and subprocess.TimeoutExpired after 300 seconds.
    """
    result = subprocess.run(
        command,
        input=program,
        capture_output=True,
        timeout=300,
        env={**os.environ, **variables},
    )
    if result.returncode != 0:
        lines = result.stderr.decode().splitlines()
        errors = [
            line
            for line in lines
            if "error:" in line or "Assert" in line or "memplace runtime" in line
        ]
        # Only the number of a completed function is a line without a comma (`add_main`).
        # Their count is therefore the number of the function that failed.
        done = sum(b"," not in line for line in result.stdout.splitlines())
        where = f" in @f{done}" if "mlir-runner" in command[0] else ""
        text = "\n".join((errors or lines)[:3])
        raise Failure(f"{Path(command[0]).name} ended with {result.returncode}{where}\n{text}")
    return result.stdout


def add_main(text: str, functions: list[list[harness.ProgramArgument]]) -> str:
    """Adds a function @main that calls @f0, @f1, ..., whose arguments are `functions`.

    The arguments of @main are those of @f0, then those of @f1, and so on. @main prints
    the number of each function after its return. If a run stops early, the last number
    shows where.
    """
    arguments, calls = [], []
    for number, function in enumerate(functions):
        types = [argument.type for argument in function]
        names = [f"%f{number}_{index}" for index in range(len(types))]
        arguments += [f"{name}: {kind}" for name, kind in zip(names, types)]
        calls.append(f"  call @f{number}({', '.join(names)}) : ({', '.join(types)}) -> ()")
        calls.append(f"  %m{number} = arith.constant {number} : i64")
        calls.append(f"  call @printU64(%m{number}) : (i64) -> ()")
        calls.append("  call @printNewline() : () -> ()")
    extra = (
        "func.func private @printU64(i64)\nfunc.func private @printNewline()\n"
        + f"func.func @{ENTRY}({', '.join(arguments)}) {{\n"
        + "\n".join(calls)
        + "\n  return\n}\n"
    )
    if text.lstrip().startswith(("module", "#")) and "\nmodule" in "\n" + text:
        end = text.rindex("}")
        return text[:end] + extra + text[end:]
    return text + extra


class Refusal(Exception):
    """A true refusal of memplace: the program does not fit."""


class Tools:
    """Places and runs the module of one seed, by memplace-opt and mlir-runner."""

    def __init__(self, options: argparse.Namespace, seed: int):
        self.seed = seed
        self.drops_wait = options.drop_wait
        self.cuts = options.cuts
        self.schedules = options.schedules
        self.loops = options.loops
        self.branches = options.branches
        self.mixed = options.mixed
        # With `mixed`: functions that lost their pins. With `fits`: true refusals.
        self.refused = 0
        self.calls = options.calls
        self.fits = options.fit
        self.rows = options.rows
        self.tiles = options.tiles
        self.memplace_opt = options.memplace_opt
        self.runner = options.mlir_runner
        libraries = Path(options.mlir_libraries)
        self.libraries = ",".join(
            [options.runtime, str(libraries / "libmlir_c_runner_utils.so")]
        )

    def rewrite(self, passes: list[str], text: str) -> bytes:
        # With few cores, MLIR's threads cost more time than they save.
        return run([self.memplace_opt, "--mlir-disable-threading", *passes], text.encode())

    def arguments(self, text: str, count: int) -> list[list[harness.ProgramArgument]]:
        """Returns the arguments of @f0, @f1, ..., `count` functions of a module."""
        listed = json.loads(self.rewrite(["--memplace-list-arguments", "-o", os.devnull], text))
        functions = {function["function"]: function["arguments"] for function in listed}
        return [
            [harness.parse_argument(fields, i) for i, fields in enumerate(functions[f"f{number}"])]
            for number in range(count)
        ]

    def execute(self, text: str, count: int) -> str:
        """Runs the functions of a module on random arguments, and returns the output.

        The output has a line per argument, with hashes of its contents before and after
        the run (memplace.harness). All runs of a module get the same arguments.
        """
        functions = self.arguments(text, count)
        text = add_main(text, functions)
        passes = "convert-memplace-to-llvm{checked},memplace-add-session,memplace-to-llvm{checked}"
        pipeline = f"--pass-pipeline=builtin.module({passes})"
        lowered = self.rewrite([pipeline, "--emit-bytecode"], text)
        command = [self.runner, "-O0", *execution.QUICK_COMPILE, "-e", execution.ENTRY_POINT]
        command.append("--entry-point-result=void")
        command.append(f"--shared-libs={self.libraries}")
        session = harness.random_session(list(itertools.chain(*functions)), seed=0)
        with tempfile.NamedTemporaryFile("w") as file:
            file.write(session)
            file.flush()
            # Freed memory loses its contents.
            variables = {worker.SESSION_FILE: file.name, "MALLOC_PERTURB_": "165"}
            return run(command, lowered, variables).decode()

    def mixed_passes(self, options: str, target: str) -> list[str]:
        """Returns one of twelve pipelines, chosen by the seed, as arguments of memplace-opt.
        Together, they run the passes that rewrite programs."""
        default = f"--memplace-default={options}"
        cuts = [
            f"--test-memplace-ask-for-cuts=target={target} seed={self.seed}",
            f"--memplace-cut=target={target}",
        ]
        inline = [*INLINE, "--convert-bufferization-to-memref"]
        lower = [
            *[f"--memplace-place-buffers={options}", "--memplace-insert-transfers"],
            *["--memplace-lower-to-offsets", "--memplace-verify-placement"],
        ]
        loops = f"--memplace-pipeline-loops=loops=always target={target}"
        ways = [
            [f"{default} cut=auto cut-budget=4"],
            [*inline, *cuts, default],
            [f"{default} pipeline-loops=always"],
            [f"{default} pipeline-loops=stream simplify=false"],
            [f"{default} branches=arms cut=2"],
            [f"{default} inline=false"],
            [*inline, "--memplace-canonicalize", "--memplace-enter-branches", *cuts, *lower],
            [*inline, loops, *cuts, *lower],
            [*inline, "--memplace-join-swapped-buffers", *lower, "--memplace-canonicalize", "--cse"],
            [*inline, "--memplace-plan-static-memory", *lower],
            [*inline, f"--test-memplace-random-schedule=target={target} seed={self.seed}", default],
            [f"{default} schedule={['auto', 'peak'][self.seed // 12 % 2]}"],
        ]
        return ways[self.seed % len(ways)]

    def passes(self, options: str, target: str) -> list[str]:
        """Returns the pipeline, in a variant chosen by the seed, as arguments of
        memplace-opt."""
        if self.mixed:
            return self.mixed_passes(options, target)
        if self.loops:
            kind = "always" if self.loops == "some" else "stream"
            options += f" pipeline-loops={kind}"
        enter = ["--memplace-enter-branches"] if self.branches else []
        default = f"--memplace-default={options}"
        if self.branches:
            default += " branches=arms"
        reorder = f"--test-memplace-random-schedule=target={target} seed={self.seed}"
        if self.cuts:
            return [
                "--convert-bufferization-to-memref",
                *enter,
                f"--test-memplace-ask-for-cuts=target={target} seed={self.seed}",
                f"--memplace-cut=target={target}",
                *([reorder] if self.schedules else []),
                default,
            ]
        if self.schedules:
            scheduled = [
                *[*INLINE, "--convert-bufferization-to-memref", *enter],
                *([] if not self.loops else [f"--memplace-pipeline-loops=loops=always target={target}"]),
                reorder,
            ]
            return scheduled if options.startswith("solver=none ") else [*scheduled, default]
        if self.tiles:
            kind = ["stream", "auto"][self.seed % 2]
            return [f"{default} cut-budget=4 pipeline-loops={kind}"]
        if self.fits or self.rows:
            return [f"{default} cut-budget=4"]
        if self.seed % 3 == 0 or (self.loops and self.seed % 3 == 2):
            return [default]
        if self.seed % 3 == 1:
            return [f"{default} simplify=false"]
        tidy = ["--canonicalize", "--cse", "--loop-invariant-code-motion"]
        return [
            *["--inline", "--canonicalize", *enter, f"--memplace-place-buffers={options}"],
            *["--memplace-insert-transfers", *tidy, "--memplace-verify-placement"],
            *["--memplace-lower-to-offsets", *tidy, "--memplace-verify-placement"],
        ]

    def place(self, text: str, solver: str, target: str) -> str:
        """Returns the placed module. Raises Failure if memplace-opt fails, or Refusal
        if it refuses a program that does not fit."""
        options = (
            f"solver={solver} target={target} slot-alignment=4096 time-limit=5 "
            f"seed={self.seed}"
        )
        if self.mixed:
            return self.place_mixed(text, self.passes(options, target), target)
        hidden = ""
        if self.calls:
            text, hidden = call_graphs.hide(text)
        try:
            placed = self.rewrite(self.passes(options, target), text).decode()
        except Failure as failure:
            if self.fits:
                self.judge(text, target, str(failure))
            raise
        if self.calls:
            placed = call_graphs.reveal(placed, hidden)
        if self.drops_wait:
            placed = re.sub(r"^ *memplace\.wait .*\n", "", placed, 1, re.MULTILINE)
        return placed

    def judge(self, text: str, target: str, message: str) -> None:
        """Checks the error message of a refused program.

        Raises Refusal if the message is true: the program does not fit. Raises Failure,
        with the contradiction, if the message is false.
        """
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "problem.json")
            options = f"target={target} slot-alignment=4096 cuts=true file={file}"
            self.rewrite([f"--memplace-extract-problem={options}"], text)
            problem = json.loads(file.read_text())
        if lie := fit_programs.find_lie(problem, message):
            raise Failure(lie)
        self.refused += 1
        raise Refusal

    def place_what_can_be(self, text: str, passes: list[str]) -> tuple[str, str]:
        """Runs `passes` until they succeed. After an error, removes the pins that caused it.

        Returns the program without these pins, and the output of the passes. Raises
        Failure for an error that no pin caused.
        """
        while True:
            try:
                return text, self.rewrite(passes, text).decode()
            except Failure as failure:
                without = text
                for error in str(failure).splitlines():
                    without = without_pins(without, error)
                if without == text:
                    raise
                self.refused += 1
                text = without

    def place_mixed(self, text: str, passes: list[str], target: str) -> str:
        """Returns the placed module, without the pins that memplace refuses. Raises
        Failure if an annotation of the user does not hold."""
        tiers = [tier["name"] for tier in json.loads(Path(target).read_text())["tiers"]]
        ends = [tiers[0], tiers[-1]]
        text = text.replace("PIN0", ends[0]).replace("PIN1", ends[1])
        # Most refusals come from memplace-place-buffers, which runs faster alone.
        quick = [*INLINE, "--memplace-canonicalize", f"--memplace-place-buffers=target={target}"]
        text, _ = self.place_what_can_be(text, quick)
        text, placed = self.place_what_can_be(text, passes)
        if message := expectations.check(text, placed, ends[1]):
            raise Failure(message)
        return placed


PIN = r'(?:memplace\.buffer = "\w*", )?memplace\.pin = #memplace\.tier<"\w*">'


def without_pins(text: str, error: str) -> str:
    """Returns the program without the pins of the function at fault.

    `error` is an error message, which names the function or a line. The program is
    unchanged if pins cannot be the cause.
    """
    if not any(words in error for words in ["pinned", "found no placement", "memplace.pin"]):
        return text
    lines = text.splitlines()
    starts = [i for i, one in enumerate(lines) if one.startswith("func.func")] + [len(lines)]
    begin = 0
    if name := re.search(r"pin_(f\d+)_", error):
        begin = next(i for i in starts if lines[i].startswith(f"func.func @{name[1]}("))
    elif line := re.search(r"<stdin>:(\d+):", error):
        begin = max(start for start in starts if start < int(line[1]))
    begins = [begin]
    if callee := re.match(r"func\.func private (@\w+\()", lines[begin]):
        # The callee pins an argument. The pin conflicts with a buffer of some caller, so
        # all callers lose their pins and call @inlined instead, which has no pin. A callee
        # without callers is itself at fault.
        begins = [
            max(start for start in starts if start <= i)
            for i, one in enumerate(lines)
            if f"call {callee[1]}" in one
        ] or [begin]
    for begin in begins:
        for i in range(begin, min(start for start in starts if start > begin)):
            lines[i] = re.sub(rf" ?\{{{PIN}\}}", "", lines[i])
            lines[i] = re.sub("// expect (pin|argument)", r"// was \1", lines[i])
            lines[i] = re.sub(r"call @pinned(_kept)?\(", "call @inlined(", lines[i])
    return "\n".join(lines) + "\n"


def first_difference(
    functions: list[list[harness.ProgramArgument]], expected: str, actual: str
) -> str:
    """Describes the first line that differs between two outputs.

    `functions` are the arguments of each function. A line begins with the number of an argument of @main. As @main has the arguments of
    @f0, then of @f1, and so on, the number identifies the function.
    """
    for before, after in zip(expected.splitlines(), actual.splitlines()):
        if before == after:
            continue
        function, left = 0, int(before.partition(",")[0])
        while len(functions[function]) <= left:
            function, left = function + 1, left - len(functions[function])
        return f"@f{function}: '{before}' became '{after}'"
    return "the outputs have different lengths"


def check_seed(tools: Tools, options: argparse.Namespace, seed: int) -> int:
    """Tests the module of a seed, and returns the number of failures.

    With cuts or branches, tests a second module, in which all conditions are negated. So
    both arms of each branch run.
    """
    if options.programs:
        return check_text(tools, options, seed, Path(options.programs).read_text())
    if options.calls:
        return check_text(tools, options, seed, call_graphs.make_module(seed, options.count))
    if options.fit:
        target = json.loads(Path(options.targets[seed % len(options.targets)]).read_text())
        return check_text(tools, options, seed, fit_programs.make_module(seed, target))
    if options.rows:
        return check_text(tools, options, seed, row_programs.make_module(seed))
    if options.networks:
        text = schedule_programs.make_module(seed, options.count)
        return check_text(tools, options, seed, text)
    if options.tiles:
        return check_text(tools, options, seed, tile_programs.make_module(seed))
    failures = 0
    if options.mixed:
        options.loops = ["", "some", "any"][seed % 3]
        options.branches = seed // 3 % 3 == 0
    for flipped in (False, True) if options.cuts or options.branches else (False,):
        text = random_programs.make_module(
            seed, options.count, options.loops, options.branches, flipped, options.mixed
        )
        failures += check_text(tools, options, seed, text)
    return failures


def check_text(tools: Tools, options: argparse.Namespace, seed: int, text: str) -> int:
    """Tests a module with each solver. Prints the failures and returns their number."""
    failures = 0
    try:
        expected = tools.execute(text, options.count)
    except Failure as failure:
        print(f"seed {seed}, unplaced: {failure}", flush=True)
        return 1
    for index, solver in enumerate(options.solvers):
        turn = seed // 10 if options.mixed else seed + index
        target = options.targets[turn % len(options.targets)]
        name = f"seed {seed}, {solver}, {Path(target).name}"
        placed = ""
        try:
            placed = tools.place(text, solver, target)
            actual = tools.execute(placed, options.count)
            if actual == expected:
                continue
            functions = tools.arguments(text, options.count)
            message = first_difference(functions, expected, actual)
        except Refusal:
            continue
        except Failure as failure:
            message = str(failure)
        print(f"{name}: {message}", flush=True)
        failures += 1
        if options.keep:
            stem = f"{seed}-{solver}-{Path(target).stem}"
            Path(options.keep, f"{seed}.mlir").write_text(text)
            Path(options.keep, f"{stem}.placed.mlir").write_text(placed)
    return failures


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--memplace-opt", required=True)
    parser.add_argument("--runtime", required=True)
    parser.add_argument("--mlir-runner", default=shutil.which("mlir-runner"))
    parser.add_argument("--mlir-libraries", default="", help="default: lib/ of mlir-runner's LLVM")
    parser.add_argument("--seeds", default="0:1")
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--programs", default="")
    parser.add_argument("--solvers", default="default-tier,first-fit,greedy")
    parser.add_argument("--targets", required=True)
    parser.add_argument("--keep", default="")
    parser.add_argument("--drop-wait", action="store_true")
    parser.add_argument("--cuts", action="store_true", help="cut random ops before placement")
    parser.add_argument(
        "--schedules", action="store_true", help="put ops in a random order before placement"
    )
    parser.add_argument("--networks", action="store_true", help="networks with skips")
    parser.add_argument(
        "--loops",
        nargs="?",
        const="some",
        default="",
        choices=["some", "any"],
        help="add loops over slices of arrays; any: also with unknown trip counts",
    )
    parser.add_argument(
        "--branches", action="store_true", help="add branches, whose arms are separate steps"
    )
    parser.add_argument(
        "--mixed", action="store_true", help="add unusual accesses and pins; vary the passes"
    )
    parser.add_argument(
        "--calls", action="store_true", help="call graphs whose callees keep or free memrefs"
    )
    parser.add_argument(
        "--fit", action="store_true", help="one network per seed, cut to fit a scratchpad"
    )
    parser.add_argument(
        "--rows", action="store_true", help="one program per seed, with run-time positions"
    )
    parser.add_argument(
        "--tiles", action="store_true", help="one program per seed, with loops over tiles"
    )
    options = parser.parse_args()
    if not options.mlir_libraries:
        options.mlir_libraries = Path(options.mlir_runner).resolve().parent.parent / "lib"
    options.solvers = options.solvers.split(",")
    options.targets = options.targets.split(",")
    if options.fit or options.rows or options.tiles:
        options.count = 1
    if options.programs:
        functions = re.findall(r"func\.func @f\d+\(", Path(options.programs).read_text())
        options.count = len(functions)
    first, end = (int(number) for number in options.seeds.split(":"))
    failures = refused = 0
    for seed in range(first, end):
        tools = Tools(options, seed)
        failures += check_seed(tools, options, seed)
        refused += tools.refused
    if options.mixed:
        print(f"{refused} functions could not be placed as they are pinned")
    if options.fit:
        print(f"{refused} refusals were true")
    print(f"{end - first} seeds, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
