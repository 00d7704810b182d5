#!/usr/bin/env python3
# ===- distributed_rates.py - Measures what distributed_model.py needs -----------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Measures on this machine the times of an actor and of the learner of python -m
memplace.distributed, the sizes of their messages, and Ray's overhead for these; writes
benchmarks/agent/distributed_rates.json, the input of distributed_model.py. Needs Ray:
.venv/bin/python."""

import argparse
import datetime
import json
import logging
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parents[1]))  # benchmarks/

from support.command_line import run_main, tools_parser
from support.measuring import describe_machine, run_once
from support.placements import BENCHMARKS, PROBLEMS, ROOT, BenchmarkError

EPILOG = """\
exit codes:
  0  measured
  1  a tool or Ray is missing or fails
  2  bad command line
"""
FILE = BENCHMARKS / "agent" / "distributed_rates.json"
CHECKPOINT = ROOT / "agent" / "checkpoints" / "network.checkpoint"


class Measuring:
    """Runs memplace-train in a folder."""

    def __init__(
        self, tool: Path, folder: Path, instances: Path, episodes: int
    ) -> None:
        self.folder = folder
        self.episodes = episodes
        self.base: list[str | Path] = [tool, f"--instances={instances}"]
        (folder / "inbox").mkdir()
        (folder / "run").mkdir()
        (folder / "run" / "network.checkpoint").write_bytes(CHECKPOINT.read_bytes())

    def learn(self, batches: int, steps: int) -> float:
        """Returns CPU seconds of a learner's call with this many new batches."""
        for name in (
            "batches.jsonl",
            "metrics.jsonl",
            "replay.jsonl",
            "incumbents.jsonl",
        ):
            (self.folder / "run" / name).unlink(missing_ok=True)
        inbox = self.folder / f"inbox-{batches}"
        if not inbox.exists():
            inbox.mkdir()
            for number in range(batches):
                (inbox / f"{number}.jsonl").symlink_to(self.batch(number))
        options = [f"--learn-only={inbox}", f"--steps={steps}", "--evaluate-every=0"]
        run = f"--out={self.folder / 'run'}"
        return run_once([*self.base, run, *options, "--cold-start"]).cpu

    def batch(self, number: int) -> Path:
        """The file of a batch."""
        return self.folder / "inbox" / f"{number}.jsonl"

    def play(self, number: int, episodes: int) -> float:
        """Returns CPU seconds of an actor's call."""
        run = self.folder / "run"
        return run_once(
            [
                *self.base,
                f"--play-only={self.batch(number)}",
                f"--from={run / 'play.checkpoint'}",
                f"--known={run / 'known.json'}",
                f"--episodes={episodes}",
                f"--games={episodes}",
                f"--seed={number}",
            ]
        ).cpu


def measure_training(measuring: Measuring, batches: int) -> dict[str, Any]:
    """Measures memplace-train."""
    # The least of several, since the work is not random.
    start = min(measuring.learn(0, 1) for _ in range(2))
    play = []
    for number in range(batches):
        play.append(measuring.play(number, measuring.episodes))
        print(f"batch {number}: {play[-1]:.2f} s", file=sys.stderr, flush=True)
    few = min(measuring.learn(1, 1) for _ in range(2))
    many = min(measuring.learn(batches, 1) for _ in range(2))
    steps = 64
    stepped = min(measuring.learn(batches, steps) for _ in range(2))
    run = measuring.folder / "run"
    print("the learner is measured", file=sys.stderr, flush=True)
    return {
        "play_seconds": [round(seconds, 3) for seconds in play],
        "learner_start_seconds": round(start, 3),
        "learner_episode_seconds": round(
            max(0, many - few) / max(1, (batches - 1) * measuring.episodes), 5
        ),
        "learner_step_seconds": round((stepped - many) / (steps - 1), 5),
        "batch_bytes": round(
            statistics.mean(
                measuring.batch(number).stat().st_size for number in range(batches)
            )
        ),
        "weights_bytes": sum(
            (run / name).stat().st_size for name in ("play.checkpoint", "known.json")
        ),
    }


def measure_ray(weights: int, batch: int, store: Path) -> dict[str, float]:
    """Measures Ray on this machine alone: least wall times, because of other load."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray
    except ImportError as error:
        raise BenchmarkError(
            f"Ray is not there ({error}); run .venv/bin/python"
        ) from error

    @ray.remote
    class Actor:
        def answer(self, blob: bytes, size: int) -> bytes:
            return bytes(size)

    ray.init(
        "local",
        num_cpus=1,
        include_dashboard=False,
        object_store_memory=100 << 20,
        log_to_driver=False,
        logging_level=logging.ERROR,
    )
    try:
        actor = Actor.remote()
        ray.get(actor.answer.remote(b"", 0))
        tasks, stores = [], []
        for number in range(50):
            reference = ray.put(os.urandom(weights))
            begin = time.perf_counter()
            played = ray.get(actor.answer.remote(reference, batch))
            tasks.append(time.perf_counter() - begin)
            begin = time.perf_counter()
            partial = store / f".{number}"
            partial.write_bytes(played)
            partial.replace(store / str(number))
            stores.append(time.perf_counter() - begin)
        return {
            "task_seconds": round(min(tasks), 5),
            "store_seconds": round(min(stores), 5),
        }
    finally:
        ray.shutdown()


def make_parser() -> argparse.ArgumentParser:
    """Returns the parser of the command line."""
    parser = tools_parser(__doc__, EPILOG)
    parser.add_argument(
        "-o", dest="output", type=Path, default=FILE, help=f"(default: {FILE.name})"
    )
    parser.add_argument(
        "--instances", type=Path, default=PROBLEMS, help="what is played"
    )
    parser.add_argument("--batches", type=int, default=12, help="that are played")
    parser.add_argument("--episodes", type=int, default=16, help="of a batch")
    return parser


def main() -> int:
    parser = make_parser()
    arguments = parser.parse_args()
    if arguments.batches < 2 or arguments.episodes < 1:
        parser.error("--batches must be at least 2, --episodes at least 1")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        measuring = Measuring(
            arguments.bin / "memplace-train",
            folder,
            arguments.instances,
            arguments.episodes,
        )
        rates: dict[str, Any] = {
            "machine": describe_machine().replace("1 cores of", "one core of an"),
            "date": datetime.date.today().isoformat(),
            "episodes": arguments.episodes,
            **measure_training(measuring, arguments.batches),
        }
        rates |= measure_ray(rates["weights_bytes"], rates["batch_bytes"], folder)
    text = json.dumps(rates, indent=2)
    arguments.output.write_text(text + "\n", encoding="utf-8")
    print(f"wrote {arguments.output}; now run distributed_model.py")
    return 0


if __name__ == "__main__":
    run_main(main)
