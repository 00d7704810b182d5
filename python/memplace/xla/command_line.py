"""The command line of python -m memplace.xla."""

import argparse
import gzip
import json
import os
import re
import sys
from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from memplace.command_line import run_tool_main
from memplace.errors import InputError, MemplaceError
from memplace.inputs import read_gzip_text, read_text
from memplace.tools import write_files, write_text
from memplace.xla.options import (
    PROG,
    check_follow,
    check_harvest,
    check_tune,
    make_parser,
)

if TYPE_CHECKING:
    from memplace.xla.baseline import Baseline
    from memplace.xla.following import Estimate
    from memplace.xla.harvest import Harvest
    from memplace.xla.texts import Text
    from memplace.xla.validation import Errors


def read_hlo(path: str) -> "Text":
    """Reads a text, also gzipped. Raises MemplaceError."""
    from memplace.xla.texts import Text

    if not path.endswith(".gz"):
        return Text(read_text(path), path)
    return Text(read_gzip_text(path), path)


def default_name(options: argparse.Namespace) -> str:
    """Returns the default name of the problem."""
    name: str
    if options.name:
        name = options.name
    elif options.model:
        name = options.model.rpartition(":")[2].rpartition(".")[2]
    else:
        name = re.sub(r"(\.hlo)?(\.txt)?(\.gz)?$", "", os.path.basename(options.hlo))
    if not name or "/" in name or name.startswith("."):
        raise InputError(f"'{name}' can't be a file's name; give --name")
    if options.capacity is None or options.name:
        return name
    from memplace.xla.compiler import capacity_tag

    return f"{name}.{capacity_tag(options.capacity)}"


def harvest_options(options: argparse.Namespace) -> tuple[str, float]:
    """Returns target and clock. Raises InputError if these are unknown."""
    from memplace.xla.compiler import CHIPS, DEFAULT_TOPOLOGY, chip_of

    topology = options.topology or DEFAULT_TOPOLOGY
    chip = chip_of(topology)
    if chip is None and not (options.target and options.clock):
        raise InputError(
            f"unknown chip of topology '{topology}'; give --target and --clock (known "
            f"are {', '.join(sorted(CHIPS))})"
        )
    return (
        options.target or (chip.target if chip else ""),
        options.clock or (chip.clock if chip else 0.0),
    )


def harvest_now(
    options: argparse.Namespace, name: str
) -> tuple["Harvest", dict[str, "Text"]]:
    """Compiles, or reads texts; returns the harvest and the texts to keep."""
    from memplace.placement import target
    from memplace.xla.compiler import (
        DEFAULT_TOPOLOGY,
        capacity_tag,
        compile_model,
        parse_options,
    )
    from memplace.xla.following import COPY_SPEEDS
    from memplace.xla.harvest import harvest_text
    from memplace.xla.rounds import harvest_in_rounds
    from memplace.xla.tiers import with_capacity

    target_name, clock = harvest_options(options)
    # Check before compiling, which is slow.
    with_capacity(target(target_name), options.capacity)
    kept: dict[str, Text] = {}
    topology = options.topology or DEFAULT_TOPOLOGY

    def tell(line: str) -> None:
        print(f"{PROG}: {line}", file=sys.stderr)

    def compiled(
        more: dict[str, str],
        tags: list[str] | None,
        progress: Callable[[str], object] | None = None,
    ) -> "dict[str, Text]":
        return compile_model(
            options.model,
            arguments=options.arg,
            topology=topology,
            capacity=options.capacity,
            options=parse_options(options.xla_option) | more,
            tags=tags,
            progress=progress,
        )

    if options.hlo:
        first = read_hlo(options.hlo)
        other = read_hlo(options.other_hlo) if options.other_hlo else None
        calibration = [read_hlo(path) for path in options.calibration_hlo]
    else:
        kept = compiled({}, None, tell)
        first, other, *calibration = kept.values()

    def made(more: "list[Text]") -> "Harvest":
        return harvest_text(
            first,
            other=other,
            calibration=[*calibration, *more],
            target_name=target_name,
            clock=clock,
            capacity=options.capacity,
            name=name,
            unseen=options.unseen,
            validate=True,
        )

    if options.hlo:
        return made([]), kept if options.save_hlo else {}
    alone = f"{capacity_tag(options.capacity)}.noxp"
    most = len(kept) + options.rounds * len(COPY_SPEEDS)
    numbers = count(len(kept) + 1)

    def following(more: dict[str, str]) -> "Text":
        tell(f"compilation {next(numbers)} of at most {most}: to follow search")
        return compiled(more, [alone])[alone]

    found = harvest_in_rounds(made, following, options.rounds, topology)
    for estimate in found.estimates:
        tell(
            "note: modelled times of the compilation that follows search were off by "
            f"{100 * estimate.xla_error:+.2f} %; the final fit includes this compilation"
        )
    for note in found.notes:
        tell(f"note: {note}")
    kept |= {text.tag.rpartition(".")[2]: text for text in found.texts}
    return found.harvest, kept if options.save_hlo else {}


def harvest_command(options: argparse.Namespace) -> None:
    """Writes a problem and its solutions, all or none. Raises MemplaceError."""
    from memplace.xla.compiler import DEFAULT_TOPOLOGY, parse_options
    from memplace.xla.origin import Origin, with_origin, words_of

    name = default_name(options)
    folder = Path(options.output)
    if folder.exists() and not folder.is_dir():
        raise MemplaceError(f"cannot write to '{folder}': it is not a folder")
    harvest, kept = harvest_now(options, name)
    baselines = [each for each in (harvest.baseline, harvest.other) if each]
    topology = options.topology or DEFAULT_TOPOLOGY
    origin = Origin(topology, parse_options(options.xla_option), words_of(baselines))
    files = {
        folder
        / f"{name}.problem.json.gz": with_origin(harvest.problem, origin).to_json(),
        folder / f"{name}.xla.solution.json.gz": harvest.solution.to_json(),
    }
    if harvest.other:
        other = folder / f"{name}.xla-other.solution.json.gz"
        files[other] = harvest.other.solution.to_json()
    for tag, text in kept.items():
        files[folder / f"{name}.{tag}.hlo.txt.gz"] = text.text
    write_zipped(folder, files)
    for note in harvest.notes:
        print(f"{PROG}: note: {note}", file=sys.stderr)
    print(json.dumps(summary(harvest)))


def write_zipped(folder: Path, files: dict[Path, str]) -> None:
    """Writes gzipped files, all or none. Raises MemplaceError."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise MemplaceError(f"cannot make '{folder}': {error.strerror}") from error
    # No time stamps: the same input gives the same files.
    write_files(
        [
            (str(path), gzip.compress(text.encode(), mtime=0))
            for path, text in files.items()
        ]
    )


def baseline_summary(baseline: "Baseline") -> dict[str, object]:
    """Returns the summary of XLA's placement in a compilation: in the problem, and by
    XLA's cycles and simulated stalls."""
    fields = baseline.solution.to_dict()
    cycles = baseline.seconds
    return {
        "solver": baseline.solution.solver,
        "transfers": len(baseline.solution.transfers),
        "makespan_ps": fields["makespan_ps"],
        "xla_cycles_ps": None if cycles is None else round(cycles * 1e12),
        "xla_stalls_ps": round(baseline.stall_seconds * 1e12),
    }


def error_summary(errors: "list[Errors]") -> dict[str, float]:
    """Returns modelled time over the compiler's, minus 1, by compilation."""
    from memplace.xla.texts import Text

    return {Text("", each.name).tag: round(each.total, 6) for each in errors}


def summary(harvest: "Harvest") -> dict[str, object]:
    """Returns the summary that harvest prints."""
    return {
        "problem": harvest.problem.name,
        "ops": harvest.problem.num_ops,
        "buffers": harvest.problem.num_buffers,
        "peak_bytes": int(harvest.solution.peak_bytes[0]),
        "times": harvest.how,
        "xla": baseline_summary(harvest.baseline),
        "xla_other": baseline_summary(harvest.other) if harvest.other else None,
        "fit": error_summary(harvest.fit),
        "held_out": error_summary(harvest.held_out),
    }


def compare_command(options: argparse.Namespace) -> None:
    """Prints a table, or JSON. Raises MemplaceError."""
    from memplace.xla.comparison import compare

    solvers = ["msa", *(options.solver or ["search"])]
    result = compare(
        options.problem,
        options.solution,
        solvers=solvers,
        time_limit=None if options.budget else options.time_limit,
        budget=options.budget,
        seed=options.seed,
    )
    if options.json:
        write_text(options.json, json.dumps(result.to_dict(), indent=1) + "\n")
    if options.json != "-":
        print(result)


def follow_command(options: argparse.Namespace) -> None:
    """Writes XLA's options, and prints XLA's estimates of a placement. Raises
    MemplaceError."""
    from memplace.placement import as_problem, as_solution
    from memplace.xla.baseline import SOLVER, SOLVER_ALONE
    from memplace.xla.compiler import DEFAULT_TOPOLOGY, chip_of, parse_options
    from memplace.xla.following import (
        COPY_SPEEDS,
        compile_following,
        estimate_of,
        following_tag,
        names_in,
        notes_on_names,
        ways_to_follow,
    )
    from memplace.xla.origin import origin_of

    problem = as_problem(options.problem)
    solution = as_solution(problem, options.solution)
    topology = options.topology or origin_of(problem).topology or DEFAULT_TOPOLOGY
    speeds = [options.copy_speed] if options.copy_speed else COPY_SPEEDS
    chip = chip_of(topology)
    first = following_tag("", speeds[0])
    # Check before compiling, which is slow.
    ways_to_follow(problem, solution, topology, speeds)
    texts: dict[str, Text] = {}
    if options.hlo:
        texts = {first: read_hlo(options.hlo)}
    elif options.model:
        texts = compile_following(
            options.model,
            problem,
            solution,
            arguments=options.arg,
            topology=topology,
            options=parse_options(options.xla_option),
            copy_speeds=speeds,
            progress=lambda line: print(f"{PROG}: {line}", file=sys.stderr),
        )
    given = parse_options(options.xla_option)
    text = next(iter(texts.values()), None)
    for note in notes_on_names(names_in(problem, text)) if text else ():
        print(f"{PROG}: note: {note}", file=sys.stderr)
    found = ways_to_follow(problem, solution, topology, speeds, text)
    ways = {following_tag("", speed): given | more for speed, more in found.items()}
    assert chip is not None
    solvers = {"xla": SOLVER, "xla_other": SOLVER_ALONE}
    estimates = {}
    for name, text in texts.items():
        given = {"solver": solvers[name]} if name in solvers else {}
        estimates[name] = estimate_of(problem, solution, text, chip.clock, **given)
    taken = {
        name: estimate.baseline.total_seconds
        for name, estimate in estimates.items()
        if name in ways
    }
    best = min(taken, key=taken.__getitem__, default=first)
    if options.output or not texts:
        write_text(options.output or "-", json.dumps(ways[best], indent=1) + "\n")
    if texts:
        summaries = {name: estimate_summary(each) for name, each in estimates.items()}
        print(json.dumps({"problem": problem.name, **summaries, "fastest": best}))


def estimate_summary(estimate: "Estimate") -> dict[str, object]:
    """Returns the summary of a compilation that follow prints."""
    found = baseline_summary(estimate.baseline)
    numbers = {
        "agreement": estimate.agreement,
        "known": estimate.known,
        "error": estimate.error,
        "own_error": estimate.xla_error,
    }
    for name, value in numbers.items():
        found[name] = None if value is None else round(value, 6)
    return found


def tune_command(options: argparse.Namespace) -> None:
    """Writes the fastest options of XLA's compiler, and prints a table. Raises
    MemplaceError."""
    from memplace.placement import Problem
    from memplace.xla.compiler import DEFAULT_TOPOLOGY, parse_options
    from memplace.xla.origin import origin_of
    from memplace.xla.tuned import STOCK
    from memplace.xla.tuner import Limits, tune

    if not Path(options.output).absolute().parent.is_dir():
        raise MemplaceError(f"cannot write '{options.output}': there is no such folder")
    problem = Problem.load(options.problem) if options.problem else None
    known = origin_of(problem).topology if problem else ""
    result = tune(
        options.model,
        problem=problem,
        arguments=options.arg,
        topology=options.topology or known or DEFAULT_TOPOLOGY,
        capacity=options.capacity,
        options=parse_options(options.xla_option),
        limits=Limits(options.time_limit, options.budget, options.seed),
        progress=lambda line: print(f"{PROG}: {line}", file=sys.stderr),
    )
    write_text(options.output, json.dumps(result.best.options, indent=1) + "\n")
    print(result)
    print(result.verdict)
    if result.best.name != STOCK:
        print(
            "to confirm with a clock, on a TPU: jax.jit(f).lower(*arguments).compile("
            f"compiler_options=json.load(open({options.output!r})))"
        )


def run(argv: Sequence[str] | None) -> None:
    """Runs the command that the command line names."""
    parser = make_parser()
    options = parser.parse_args(argv)
    if options.command == "compare":
        compare_command(options)
    elif options.command == "follow":
        check_follow(parser, options)
        follow_command(options)
    elif options.command == "tune":
        check_tune(parser, options)
        tune_command(options)
    else:
        check_harvest(parser, options)
        harvest_command(options)


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the tool; returns its exit code."""
    return run_tool_main(PROG, lambda: run(argv))
