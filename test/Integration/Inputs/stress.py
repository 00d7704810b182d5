"""Compares random programs before and after placement, bit for bit.

  stress.py --memplace-opt=PATH --runtime=PATH [--seeds=FIRST:END] [--count=N]
            [--solvers=A,B] [--targets=FILE,...] [--keep=FOLDER] [--drop-wait] [--cuts]
            [--loops[=any]] [--branches] [--mixed] [--calls] [--fit] [--rows] [--tiles]

Each seed is one module of `count` functions, placed by every solver for one of the
targets in turn, and run by the checked runtime. Prints failures and exits with 1. --drop-wait removes
the first wait of each placed module, which must cause a failure. --mixed adds the steps
of program_bodies.py and varies the passes by seed, and user annotations must hold
(expectations.py); a function whose pins memplace refuses loses its pins. --fit places one network a seed
(fit_programs.py) for targets whose ops see only a scratchpad; refusals must be true.
--rows accesses rows of large arrays at run-time positions (row_programs.py). --tiles
places ops on matrices that the author tiled, or that memplace must tile (tile_programs.py).
"""

import argparse
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
import tile_programs  # noqa: E402

from memplace import execution, harness, worker  # noqa: E402

ENTRY = "main"

# Without the inliner's canonicalization, which drops annotations.
INLINE = ["--memplace-keep-attributes", "--inline=default-pipeline="]


class Failure(Exception):
    """A tool failed; the message has its output."""


def run(command: list[str], program: bytes, variables: dict[str, str] = {}) -> bytes:
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
        # Each function that completed has printed its number.
        done = sum(b"," not in line for line in result.stdout.splitlines())
        where = f" in @f{done}" if "mlir-runner" in command[0] else ""
        text = "\n".join((errors or lines)[:3])
        raise Failure(f"{Path(command[0]).name} ended with {result.returncode}{where}\n{text}")
    return result.stdout


def add_main(text: str, count: int) -> str:
    """Appends a @main that calls @f0, @f1, ... with arguments of its own. It prints the
    number of each function after its return; the last number shows where a run stopped."""
    arguments, calls = [], []
    for number in range(count):
        types = [buffer.text for buffer in harness.parse_arguments(text, f"f{number}")]
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
    """A program that truly does not fit."""


class Tools:
    def __init__(self, options: argparse.Namespace, seed: int):
        self.seed = seed
        self.drops_wait = options.drop_wait
        self.cuts = options.cuts
        self.loops = options.loops
        self.branches = options.branches
        self.mixed = options.mixed
        self.refused = 0  # Functions refused for their pins.
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
        # On few cores, MLIR's threads cost more than they bring.
        return run([self.memplace_opt, "--mlir-disable-threading", *passes], text.encode())

    def execute(self, text: str, count: int) -> str:
        text = add_main(text, count)
        passes = "convert-memplace-to-llvm{checked},memplace-add-session,memplace-to-llvm{checked}"
        pipeline = f"--pass-pipeline=builtin.module({passes})"
        lowered = self.rewrite([pipeline, "--emit-bytecode"], text)
        command = [self.runner, "-O0", *execution.QUICK_COMPILE, "-e", execution.ENTRY_POINT]
        command.append("--entry-point-result=void")
        command.append(f"--shared-libs={self.libraries}")
        session = harness.random_session(harness.parse_arguments(text, ENTRY), seed=0)
        with tempfile.NamedTemporaryFile("w") as file:
            file.write(session)
            file.flush()
            return run(command, lowered, {worker.SESSION_FILE: file.name}).decode()

    def mixed_passes(self, options: str, target: str) -> list[str]:
        """Runs all rewriting passes, in a variant chosen by the seed."""
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
        ]
        return ways[self.seed % len(ways)]

    def passes(self, options: str, target: str) -> list[str]:
        """Runs the pipeline in a variant chosen by the seed."""
        if self.mixed:
            return self.mixed_passes(options, target)
        if self.loops:
            kind = "always" if self.loops == "some" else "stream"
            options += f" pipeline-loops={kind}"
        enter = ["--memplace-enter-branches"] if self.branches else []
        default = f"--memplace-default={options}"
        if self.branches:
            default += " branches=arms"
        if self.cuts:
            return [
                "--convert-bufferization-to-memref",
                *enter,
                f"--test-memplace-ask-for-cuts=target={target} seed={self.seed}",
                f"--memplace-cut=target={target}",
                default,
            ]
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
        """Raises Refusal if it is true that the program does not fit."""
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
        """Removes pins of functions until placement succeeds."""
        tiers = [tier["name"] for tier in json.loads(Path(target).read_text())["tiers"]]
        ends = [tiers[0], tiers[-1]]
        text = text.replace("PIN0", ends[0]).replace("PIN1", ends[1])
        # Placement itself refuses most pins quickly.
        quick = [*INLINE, "--memplace-canonicalize", f"--memplace-place-buffers=target={target}"]
        text, _ = self.place_what_can_be(text, quick)
        text, placed = self.place_what_can_be(text, passes)
        if message := expectations.check(text, placed, ends[1]):
            raise Failure(message)
        return placed


PIN = r'(?:memplace\.buffer = "\w*", )?memplace\.pin = #memplace\.tier<"\w*">'


def without_pins(text: str, error: str) -> str:
    """Returns the program without the pins of the function named in the error, if pins
    may be the cause."""
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
        # The pin of a callee's argument cannot hold for the buffers of some caller, or of
        # the callee itself, which is placed if it has no callers.
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


def first_difference(text: str, expected: str, actual: str) -> str:
    """Describes the first line that differs. Lines of buffers have the number of the
    argument of @main; earlier functions have the first arguments."""
    for before, after in zip(expected.splitlines(), actual.splitlines()):
        if before == after:
            continue
        function, left = 0, int(before.partition(",")[0])
        while (size := len(harness.parse_arguments(text, f"f{function}"))) <= left:
            function, left = function + 1, left - size
        return f"@f{function}: '{before}' became '{after}'"
    return "the outputs have different lengths"


def check_seed(tools: Tools, options: argparse.Namespace, seed: int) -> int:
    """Returns the number of failures. Cut programs and programs with branches as steps
    run each condition with both values."""
    if options.programs:
        return check_text(tools, options, seed, Path(options.programs).read_text())
    if options.calls:
        return check_text(tools, options, seed, call_graphs.make_module(seed, options.count))
    if options.fit:
        target = json.loads(Path(options.targets[seed % len(options.targets)]).read_text())
        return check_text(tools, options, seed, fit_programs.make_module(seed, target))
    if options.rows:
        return check_text(tools, options, seed, row_programs.make_module(seed))
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
            message = first_difference(text, expected, actual)
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
    parser.add_argument("--mlir-libraries", default="", help="default: beside mlir-runner")
    parser.add_argument("--seeds", default="0:1")
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--programs", default="")
    parser.add_argument("--solvers", default="default-tier,first-fit,greedy")
    parser.add_argument("--targets", required=True)
    parser.add_argument("--keep", default="")
    parser.add_argument("--drop-wait", action="store_true")
    parser.add_argument("--cuts", action="store_true", help="cut ops at random first")
    parser.add_argument(
        "--loops",
        nargs="?",
        const="some",
        default="",
        choices=["some", "any"],
        help="loops over slices, which become buffers; of `any` number of trips: windows",
    )
    parser.add_argument(
        "--branches", action="store_true", help="many branches, whose arms are entered"
    )
    parser.add_argument(
        "--mixed", action="store_true", help="all kinds of ops, and pins, through all passes"
    )
    parser.add_argument(
        "--calls", action="store_true", help="callees that keep, free and return memrefs"
    )
    parser.add_argument(
        "--fit", action="store_true", help="one network a seed, cut to fit a scratchpad"
    )
    parser.add_argument(
        "--rows", action="store_true", help="one program a seed, with run-time positions"
    )
    parser.add_argument(
        "--tiles", action="store_true", help="one program a seed, with loops over tiles"
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
