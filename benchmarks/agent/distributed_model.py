#!/usr/bin/env python3
# ===- distributed_model.py - Simulates training on 1 to 256 actors --------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Simulates python -m memplace.distributed as a queueing model (SimPy) with the rates of
benchmarks/agent/distributed_rates.json, and writes the tables of benchmarks/agent/distributed.md.
Deterministic: nothing is measured here. Needs SimPy: .venv/bin/python."""

import argparse
import json
import math
import random
import sys
from collections.abc import Generator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parents[1]))  # benchmarks/

import simpy

from support.command_line import page_parser, run_main, tell_checked
from support.placements import BENCHMARKS, BenchmarkError
from support.tables import table
from support.written_part import WrittenPart

RATES = BENCHMARKS / "agent" / "distributed_rates.json"
CHECK = "write nothing; simulate again and compare with the page"

EPILOG = """\
exit codes:
  0  the tables are written; with --check: they are up to date
  1  they are not; the rates cannot be read, or the page has no place for the tables
  2  bad command line
"""

ACTORS = (1, 2, 4, 8, 16, 32, 64, 128, 256)
# Average seconds between two deaths of an actor; infinite: no deaths.
LIFETIMES = (float("inf"), 3600, 600, 60)
LIFETIME_NAMES = ("never", "an hour", "ten minutes", "a minute")
MORTAL = 16  # Number of actors that die.

# Assumptions, not measured.
BANDWIDTH = 1.25e9  # Bytes per second of the head machine's only link: 10 Gbit/s.
RESTART = 5.0  # Seconds until a dead worker has restarted.
WARM_UP, HORIZON = 1800.0, 3600.0  # Seconds; the warm-up does not count.


@dataclass(frozen=True)
class Rates:
    """Measured rates; see benchmarks/agent/distributed_rates.py. Seconds and bytes."""

    machine: str
    date: str
    episodes: int  # Per batch.
    play_seconds: tuple[float, ...]
    learner_start_seconds: float
    learner_episode_seconds: float
    learner_step_seconds: float
    batch_bytes: int
    weights_bytes: int
    task_seconds: float
    store_seconds: float


@dataclass(frozen=True)
class Cluster:
    """A simulated cluster."""

    actors: int
    steps: int = 256  # Per round: the default.
    lifetime: float = float("inf")
    seed: int = 0


@dataclass
class Counts:
    """Events after the warm-up."""

    episodes: int = 0  # Episodes learned from.
    rounds: int = 0
    playing: float = 0  # Seconds of all actors, without lost work.
    learning: float = 0  # Seconds.
    sending: float = 0  # Seconds of a busy link.
    age: float = 0  # Sum over batches: rounds between the network and learning.
    batches: int = 0
    deaths: int = 0


class Simulation:
    """A model of the driver's rules (python/memplace/distributed/driver.py)."""

    def __init__(self, cluster: Cluster, rates: Rates) -> None:
        self.cluster, self.rates = cluster, rates
        self.environment = simpy.Environment()
        self.link = simpy.Resource(self.environment)
        self.driver = simpy.Resource(self.environment)
        self.arrived = simpy.Store(self.environment)
        self.room = self.environment.event()  # Fires once the inbox has room again.
        self.waiting: list[int] = []  # For each batch, the round of its network.
        self.round = 0
        self.counts = Counts()
        self.replay = max(2000, 4 * cluster.actors * rates.episodes)

    def now(self) -> bool:
        """True after the warm-up."""
        return self.environment.now >= WARM_UP

    def send(self, size: int) -> Generator[Any, Any, None]:
        """Sends over the link, one transfer at a time."""
        seconds = size / BANDWIDTH
        with self.link.request() as turn:
            yield turn
            yield self.environment.timeout(seconds)
        self.counts.sending += seconds * self.now()

    def draw_lifetime(self, draw: random.Random) -> float:
        """Seconds until an actor dies."""
        if self.cluster.lifetime == float("inf"):
            return self.cluster.lifetime
        return draw.expovariate(1 / self.cluster.lifetime)

    def actor(self, number: int) -> Generator[Any, Any, None]:
        """Plays batch after batch."""
        draw = random.Random(f"{self.cluster.seed} {number}")
        rates, seen = self.rates, -1
        dies_in = self.draw_lifetime(draw)
        while True:
            while len(self.waiting) * rates.episodes >= self.replay:
                yield self.room
            version = self.round
            if version != seen:
                yield from self.send(rates.weights_bytes)
                seen = version
            yield self.environment.timeout(rates.task_seconds)
            seconds = draw.choice(rates.play_seconds)
            while dies_in < seconds:
                # The whole batch is repeated.
                yield self.environment.timeout(dies_in + RESTART)
                self.counts.deaths += self.now()
                dies_in = self.draw_lifetime(draw)
                yield from self.send(rates.weights_bytes)
            dies_in -= seconds
            yield self.environment.timeout(seconds)
            self.counts.playing += seconds * self.now()
            yield from self.send(rates.batch_bytes)
            with self.driver.request() as turn:
                yield turn
                yield self.environment.timeout(rates.store_seconds)
            self.waiting.append(version)
            yield self.arrived.put(None)

    def learner(self) -> Generator[Any, Any, None]:
        """Learns, once there is a batch for each actor."""
        rates = self.rates
        while True:
            while len(self.waiting) < self.cluster.actors:
                yield self.arrived.get()
            room = max(1, self.replay // rates.episodes)
            taken, self.waiting = self.waiting[:room], self.waiting[room:]
            count = len(taken) * rates.episodes
            seconds = (
                rates.learner_start_seconds
                + rates.learner_episode_seconds * count
                + rates.learner_step_seconds * self.cluster.steps
            )
            yield self.environment.timeout(seconds)
            if self.now():
                self.counts.episodes += count
                self.counts.rounds += 1
                self.counts.learning += seconds
                self.counts.batches += len(taken)
                self.counts.age += sum(self.round - version for version in taken)
            self.round += 1
            room, self.room = self.room, self.environment.event()
            room.succeed()

    def run(self) -> Counts:
        """Simulates; returns the events."""
        for number in range(self.cluster.actors):
            self.environment.process(self.actor(number))
        self.environment.process(self.learner())
        self.environment.run(until=WARM_UP + HORIZON)
        return self.counts


def simulate(cluster: Cluster, rates: Rates) -> Counts:
    """Returns the events of HORIZON seconds."""
    return Simulation(cluster, rates).run()


def percent(share: float) -> str:
    """Returns a share in percent; clipping at the ends of the time can make it 101."""
    return f"{100 * min(1.0, share):.0f}"


def scaling_table(rates: Rates) -> str:
    """Returns the table by number of actors."""
    lines, one = [], 0.0
    for actors in ACTORS:
        counts = simulate(Cluster(actors), rates)
        rate = counts.episodes / HORIZON
        one = one or rate
        lines.append(
            [
                str(actors),
                f"{rate:.1f}",
                f"{rate / one:.1f}",
                percent(counts.playing / HORIZON / actors),
                percent(counts.learning / HORIZON),
                f"{HORIZON / counts.rounds:.1f}",
                f"{counts.rounds * 256 / counts.episodes:.2f}",
                f"{counts.age / counts.batches:.1f}",
                f"{100 * counts.sending / HORIZON:.2f}",
            ]
        )
    head = ["actors", "episodes/s", "times one actor", "actors at work, %"]
    head += ["learner at work, %", "seconds a round", "steps an episode"]
    return table([*head, "age of networks, rounds", "link busy, %"], lines)


def observations(rates: Rates) -> str:
    """Returns the bottleneck in words."""
    steps = 1 / rates.learner_step_seconds
    rate = rates.episodes * len(rates.play_seconds) / sum(rates.play_seconds)
    return f"""\
So **the learner is the limit**, not Ray and not the link. On a single thread the learner makes {steps:.0f} steps a second while an actor plays {rate:.1f} episodes. With
{math.ceil(steps / rate)} actors the learner has less than a step per episode, compared to 16 of `memplace-train` alone. The learner checks and stores at most
{1 / rates.learner_episode_seconds:.0f} episodes a second; then actors pause. Give the learner `--learner-threads` or `--device=cuda` before you add more than a few actors."""


def deaths_table(rates: Rates) -> str:
    """Returns the table by frequency of deaths."""
    lines = []
    cluster = Cluster(MORTAL)
    whole = simulate(cluster, rates).episodes
    for lifetime, name in zip(LIFETIMES, LIFETIME_NAMES, strict=True):
        counts = simulate(replace(cluster, lifetime=lifetime), rates)
        lines.append(
            [
                name,
                f"{counts.deaths / HORIZON * 3600:.0f}",
                f"{counts.episodes / HORIZON:.1f}",
                f"{100 * counts.episodes / whole:.1f}",
            ]
        )
    head = [
        "an actor dies every",
        "deaths/h",
        "episodes/s",
        "of those without deaths, %",
    ]
    return table(head, lines)


def measured_table(rates: Rates) -> str:
    """Returns the measured rates in words."""
    play = rates.play_seconds
    lines = [
        [
            f"an actor, {rates.episodes} episodes with its start, CPU",
            f"{min(play):.1f} to {max(play):.1f} s, mean {sum(play) / len(play):.1f} s",
        ],
        [
            "the learner, its start and writing, CPU",
            f"{rates.learner_start_seconds:.2f} s",
        ],
        [
            "the learner, each new episode, CPU",
            f"{1e3 * rates.learner_episode_seconds:.2f} ms",
        ],
        ["the learner, each step, CPU", f"{1e3 * rates.learner_step_seconds:.1f} ms"],
        ["a network and the makespans known", f"{rates.weights_bytes / 1e6:.2f} MB"],
        [f"{rates.episodes} episodes", f"{rates.batch_bytes / 1e6:.3f} MB"],
        ["Ray: a task with both, on one machine", f"{1e3 * rates.task_seconds:.1f} ms"],
        ["the driver, writing a batch down", f"{1e3 * rates.store_seconds:.2f} ms"],
    ]
    return table(["what", "measured"], lines)


def render(rates: Rates) -> str:
    """Returns the written part of the page."""
    limit = f"{BANDWIDTH * 8 / 1e9:g} Gbit/s"
    return f"""\
## Measured

On {rates.date}: {rates.machine}, by `benchmarks/agent/distributed_rates.py`, with `benchmarks/problems/tpu`, the network that ships,
8 simulations a move, and steps of 128 states on one thread.

{measured_table(rates)}
## Simulated: 1 to 256 actors

**Nothing below was run on a cluster.** The times of actors are drawn from the measured times (seed 0), {HORIZON / 60:g} minutes after {WARM_UP / 60:g} uncounted
minutes. Assumed, not measured: every actor has a core and fetches each network, all over a single link of {limit} at the head; a dead worker is
back after {RESTART:g} s. Each round begins when a batch for each actor is there, and makes 256 steps (the defaults).

{scaling_table(rates)}
{observations(rates)}

{MORTAL} actors that die, and play the lost batch again:

{deaths_table(rates)}"""


def read_rates(path: Path) -> Rates:
    """Reads the measured rates."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        content["play_seconds"] = tuple(float(each) for each in content["play_seconds"])
        rates = Rates(**content)
    except (ValueError, KeyError, TypeError) as error:
        raise BenchmarkError(
            f"{path}: not as benchmarks/agent/distributed_rates.py writes it: {error}"
        ) from error
    if not rates.play_seconds or min(rates.play_seconds) <= 0 or rates.episodes < 1:
        raise BenchmarkError(f"{path}: no episode takes no time")
    return rates


def make_parser() -> argparse.ArgumentParser:
    """Returns the parser of the command line."""
    parser = page_parser(__doc__, EPILOG, "benchmarks/agent/distributed.md", CHECK)
    parser.add_argument(
        "--rates", type=Path, default=RATES, help=f"(default: {RATES.name})"
    )
    return parser


def main() -> int:
    arguments = make_parser().parse_args()
    part = WrittenPart.read(arguments.page, "agent/distributed_model.py")
    text = render(read_rates(arguments.rates))
    if arguments.check:
        is_same = part.text == text.strip("\n")
        complaints = [] if is_same else ["its tables are not those of the rates"]
        return tell_checked("agent/distributed_model.py", arguments.page, complaints)
    part.replace(text)
    print(f"wrote {arguments.page}")
    return 0


if __name__ == "__main__":
    run_main(main)
