"""The command line of python -m memplace.distributed."""

import argparse
import math
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from memplace.command_line import run_tool_main
from memplace.distributed.settings import Settings
from memplace.errors import MissingPartError
from memplace.extras import install_command

PROG = "python -m memplace.distributed"

DESCRIPTION = """\
Train the agent on a Ray cluster, or on this machine: actors play, a learner learns.

The output folder is a run of memplace-train. If the folder already has a run, training
continues. A killed run loses only the episodes in progress. If an actor dies, Ray starts
another actor, which plays the same episodes again.
"""

EPILOG = """\
Each machine needs Python with memplace[distributed] and memplace-train, at the same place
(--train-tool). Instances, networks and episodes go through Ray; only this machine reads
--instances and writes --out.

exit codes:
  0  training is complete, or was stopped by Ctrl-C
  1  Ray or memplace-train is missing or failed, bad input, or the output can't be written
  2  bad command line

examples:
  python -m memplace.distributed --instances=benchmarks/problems/tpu --out=run --actors=4
  ray start --head      # and on other machines: ray start --address=HEAD:6379
  python -m memplace.distributed --instances=problems --out=run --actors=64 --address=auto
"""


def number(
    kind: Callable[[str], float], low: float, high: float = math.inf
) -> Callable[[str], float]:
    """Returns a type for argparse: a number from `low` to `high`."""

    def parse(text: str) -> float:
        try:
            value = kind(text)
        except ValueError:
            value = math.nan
        if not low <= value <= high or math.isinf(value):
            what = "an integer" if kind is int else "a number"
            limits = (
                f"at least {low:g}" if math.isinf(high) else f"from {low:g} to {high:g}"
            )
            raise argparse.ArgumentTypeError(f"must be {what}, {limits}, got '{text}'")
        return value

    return parse


def integer(low: int, high: float = math.inf) -> Callable[[str], float]:
    """Returns a type for argparse: an integer from `low` to `high`."""
    return number(int, low, high)


def add_run_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options for the input, the output and the duration of training."""
    group = parser.add_argument_group("run")
    what = group.add_mutually_exclusive_group(required=True)
    what.add_argument(
        "--instances",
        type=Path,
        metavar="DIR",
        help="folder of *.problem.json[.gz]; a third of the model families is held out",
    )
    what.add_argument(
        "--program", type=Path, metavar="FILE", help="train on this problem only"
    )
    group.add_argument(
        "--out", type=Path, metavar="DIR", required=True, help="folder of the run"
    )
    group.add_argument(
        "--from",
        dest="start",
        type=Path,
        metavar="FILE",
        help="checkpoint to start from, if the run has none",
    )
    group.add_argument(
        "--rounds",
        type=integer(0),
        default=0,
        metavar="N",
        help="stop after this many rounds (0: never)",
    )
    group.add_argument(
        "--time-limit",
        type=number(float, 0),
        default=0,
        metavar="SECONDS",
        help="stop after this time (0: never)",
    )
    group.add_argument(
        "--seed",
        type=integer(0, 2**64 - 1),
        default=0,
        metavar="N",
        help="random seed; the episodes of a round also depend on the speed of the actors",
    )


def add_cluster_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options for the cluster."""
    group = parser.add_argument_group("cluster")
    group.add_argument(
        "--address",
        metavar="ADDRESS",
        help="HOST:PORT of a Ray cluster that this machine has joined, or 'auto'; by "
        "default, Ray runs on this machine for the duration of the run",
    )
    group.add_argument(
        "--actors", type=integer(1), default=2, metavar="N", help="number of actors"
    )
    positive = number(float, 0)
    group.add_argument(
        "--actor-cpus",
        type=positive,
        default=1,
        metavar="N",
        help="cores that Ray reserves for each actor",
    )
    group.add_argument("--actor-gpus", type=positive, default=0, metavar="N")
    group.add_argument(
        "--learner-threads",
        type=integer(1),
        default=1,
        metavar="N",
        help="cores and threads of the learner",
    )
    group.add_argument("--learner-gpus", type=positive, default=0, metavar="N")
    group.add_argument(
        "--retries",
        type=integer(-1),
        default=10,
        metavar="N",
        help="retries of a task whose process or machine died (-1: without limit)",
    )
    group.add_argument(
        "--object-store",
        type=integer(75),
        default=256,
        metavar="MB",
        help="without --address: memory for data passed between processes",
    )
    group.add_argument(
        "--train-tool",
        default="memplace-train",
        metavar="PATH",
        help="memplace-train on each machine (default: found in PATH)",
    )


def add_round_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options for the rounds."""
    group = parser.add_argument_group("rounds")
    group.add_argument(
        "--episodes",
        type=integer(1),
        default=16,
        metavar="N",
        help="episodes per batch of an actor",
    )
    group.add_argument(
        "--games",
        type=integer(1),
        metavar="N",
        help="simultaneous games of an actor (default: --episodes)",
    )
    group.add_argument(
        "--batches",
        type=integer(1),
        metavar="N",
        help="batches of --episodes needed for a round (default: --actors)",
    )
    group.add_argument(
        "--replay",
        type=integer(1),
        metavar="N",
        help="latest episodes to learn from (default: four rounds, at least 2000)",
    )


def add_training_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options passed to memplace-train; memplace-train has the defaults."""
    group = parser.add_argument_group("as memplace-train's, with its defaults")
    share = number(float, 0, 1)
    add = group.add_argument
    add("--model", choices=["exact", "learned"])
    add("--simulations", type=integer(1), metavar="N")
    add("--network", choices=["small", "large"])
    add("--width", type=integer(1), metavar="N")
    add("--steps", type=integer(1), metavar="N")
    add("--batch", type=integer(1), metavar="N")
    add("--learning-rate", type=number(float, 0), metavar="X")
    add("--imitation", type=share, metavar="SHARE")
    add("--evaluate-every", type=integer(0), metavar="N")
    add("--device", choices=["cpu", "cuda"], help="device of the learner")
    add("--actor-device", choices=["cpu", "cuda"], help="device of the actors")
    add("--train-on-all", action="store_true")
    add("--cold-start", action="store_true")


def make_parser() -> argparse.ArgumentParser:
    """Returns the parser of the command line."""
    parser = argparse.ArgumentParser(
        prog=PROG,
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add_run_options(parser)
    add_cluster_options(parser)
    add_round_options(parser)
    add_training_options(parser)
    return parser


def passed_on(arguments: argparse.Namespace, names: Sequence[str]) -> tuple[str, ...]:
    """Returns the given options among `names`, as options of memplace-train."""
    options = []
    for name in names:
        value = getattr(arguments, name.replace("-", "_"))
        if value is True:
            options.append(f"--{name}")
        elif value is not None and value is not False:
            options.append(f"--{name}={value}")
    return tuple(options)


def parse(arguments: Sequence[str] | None) -> Settings:
    """Parses the command line; ends the program on errors."""
    parser = make_parser()
    given = parser.parse_args(arguments)
    batches = given.batches or given.actors
    replay = given.replay or max(2000, 4 * batches * given.episodes)
    if batches * given.episodes > replay:
        parser.error(
            f"--replay={replay} cannot hold a round of {batches} times {given.episodes} "
            "episodes (--batches, --episodes)"
        )
    if given.address is not None and given.address.startswith("ray://"):
        parser.error(
            "--address must be one of a cluster that this machine has joined, for the "
            f"run's folder is here; got '{given.address}'"
        )
    tool = given.train_tool
    device = () if given.actor_device is None else (f"--device={given.actor_device}",)
    return Settings(
        out=given.out.absolute(),
        instances=given.instances and given.instances.absolute(),
        program=given.program and given.program.absolute(),
        start=given.start and given.start.absolute(),
        seed=given.seed,
        rounds=given.rounds,
        time_limit=given.time_limit,
        address=given.address,
        object_store=given.object_store << 20,
        actors=given.actors,
        actor_cpus=given.actor_cpus,
        actor_gpus=given.actor_gpus,
        learner_threads=given.learner_threads,
        learner_gpus=given.learner_gpus,
        retries=given.retries,
        # Paths are relative to this machine's current folder; names are looked up in
        # PATH.
        train_tool=os.path.abspath(tool) if os.sep in tool else tool,
        episodes=given.episodes,
        batches=batches,
        replay=replay,
        both=passed_on(given, ["model", "simulations", "train-on-all"]),
        for_actors=(f"--games={given.games or given.episodes}", *device),
        for_learner=(
            f"--num-threads={given.learner_threads}",
            f"--replay={replay}",
            f"--seed={given.seed}",
            *passed_on(
                given,
                [
                    "network",
                    "width",
                    "steps",
                    "batch",
                    "learning-rate",
                    "imitation",
                    "evaluate-every",
                    "device",
                    "cold-start",
                ],
            ),
        ),
    )


def train(settings: Settings) -> None:
    """Trains by the settings. Raises MissingPartError without Ray."""
    try:
        from memplace.distributed.driver import run
    except ModuleNotFoundError as error:
        raise MissingPartError(
            f"training on many machines needs the package ray ({error}); install the "
            f"extra: {install_command('distributed')}"
        ) from error
    run(settings)


def train_until_stopped(settings: Settings) -> None:
    """Trains until done, or until Ctrl-C, which is no error."""
    try:
        train(settings)
    except KeyboardInterrupt:
        print("stopped; run it again to go on", file=sys.stderr)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the program; returns its exit code."""
    return run_tool_main(PROG, lambda: train_until_stopped(parse(arguments)))
