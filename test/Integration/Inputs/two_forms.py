"""Places programs for scratchpads, as linalg ops and as ops of an unregistered dialect:

    two_forms.py TARGET FOLDER [--capacities KIB,KIB] [--no-run]

TARGET is a target file whose scratchpad has 64 KiB. Both forms of a program of
accelerator_programs.py have to be placed alike, or refused with the same numbers. The
linalg form has to compute the bits of the original in checked mode. Prints a line per
program and capacity.
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path

from memplace import import_cli

SOURCE = Path(__file__).parent / "accelerator_programs.py"
REFUSAL = re.compile(r"op '[^']+'.* needs at least \d+ bytes in 'scratchpad' at once|no cuts were found")


def run(*command: object) -> str:
    """Returns stdout and stderr; an unknown failure ends the test."""
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode not in (0, 1):
        sys.exit(f"{command}: exit code {done.returncode}\n{done.stderr}")
    return done.stdout + done.stderr


def place(program: Path, target: Path, out: Path) -> str:
    """Returns the placement as text, or the reason why there is none."""
    out.unlink(missing_ok=True)
    options = f"--memplace-default=target={target} slot-alignment=4096 cut-budget=4"
    message = run("memplace-opt", program, "--allow-unregistered-dialect", options, "-o", out)
    if not out.exists():
        return message.partition("\n")[0].partition("error: ")[2].replace("opaque.", "linalg.")
    lines = out.read_text().splitlines()
    own = re.compile(r"(?<![#.\"])memplace\.(slot|start_transfer|wait|acquire|release)\b")
    # Constants, which only one form folds, change the numbers of views.
    return re.sub(
        r"%reinterpret_cast\w*", "%view", "\n".join(line for line in lines if own.search(line))
    )


def make_forms(name: str, folder: Path) -> tuple[Path, Path, Path]:
    """Returns the program, the same with a cost for each op, and the opaque form."""
    program, known, opaque = (folder / f"{name}{end}.mlir" for end in ("", ".known", ".opaque"))
    # In this process, which loads JAX only once.
    if import_cli.main(["--jax", f"{SOURCE}:{name}", "-o", str(program)]):
        sys.exit(f"{name}: not imported")
    for out, options in ((known, "{replace=false}"), (opaque, "")):
        passes = f"builtin.module(func.func(test-memplace-make-opaque-ops{options}))"
        arguments = ["--allow-unregistered-dialect", f"--pass-pipeline={passes}"]
        run("memplace-opt", program, *arguments, "-o", out)
    return program, known, opaque


def check_program(name: str, targets: dict[str, Path], folder: Path, runs: bool) -> None:
    program, known, opaque = make_forms(name, folder)
    if "linalg." in opaque.read_text():
        sys.exit(f"{name}: an op has no opaque form")
    placed = []
    for capacity, target in targets.items():
        out = folder / f"{name}.{capacity}.mlir"
        here = place(known, target, out)
        there = place(opaque, target, folder / f"{name}.opaque.{capacity}.mlir")
        if here != there:
            sys.exit(f"{name}, {capacity} KiB: the forms differ\n{here}\n{there}")
        if out.exists():
            placed.append(out)
            print(f"{name}, {capacity} KiB: placed, {len(here.splitlines())} lines")
        elif REFUSAL.match(here):
            print(f"{name}, {capacity} KiB: {here}")
        else:
            sys.exit(f"{name}, {capacity} KiB: {here}")
    if runs and placed:
        results = run("memplace-run", "--checked", program, *placed)
        if "bit-identical" not in results:
            sys.exit(f"{name}: {results}")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("target", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--capacities", default="512,256,128")
    parser.add_argument("--no-run", action="store_true")
    options = parser.parse_args()
    targets = {}
    for capacity in options.capacities.split(","):
        text = options.target.read_text().replace("65536", str(int(capacity) << 10))
        targets[capacity] = options.folder / f"{capacity}.json"
        targets[capacity].write_text(text)
    for name in re.findall(r"^def (\w+)\(\):", SOURCE.read_text(), re.MULTILINE):
        check_program(name, targets, options.folder, not options.no_run)


if __name__ == "__main__":
    main()
