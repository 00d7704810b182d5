"""The driver of a run: gives tasks to actors, stores their episodes, calls the learner."""

import logging
import math
import os
import socket
import sys
import time
from dataclasses import dataclass, field
from typing import Any

import ray
from ray.util import get_node_ip_address
from ray.util.placement_group import PlacementGroup, placement_group
from ray.util.scheduling_strategies import PlacementGroupSchedulingStrategy

from memplace.distributed.runfolder import RunFolder, batch_name
from memplace.distributed.settings import Settings
from memplace.distributed.workers import Instances, Learner, Played, SelfPlay, ToolDied
from memplace.errors import MemplaceError

MAX_RAY_STARTS = 3
"""Attempts to start a local Ray; each attempt waits 30 seconds."""


def read_problems(settings: Settings) -> dict[str, bytes]:
    """Returns the problem files by name. Raises MemplaceError if there are none."""
    if settings.program:
        files = [settings.program]
    else:
        assert settings.instances
        files = sorted(
            path
            for pattern in ("*.problem.json", "*.problem.json.gz")
            for path in settings.instances.glob(pattern)
        )
    if not files:
        raise MemplaceError(
            f"{settings.instances}: has no *.problem.json or *.problem.json.gz"
        )
    try:
        return {path.name: path.read_bytes() for path in files}
    except OSError as error:
        raise MemplaceError(
            f"cannot read '{error.filename}': {error.strerror}"
        ) from error


def first_line(error: Exception) -> str:
    """Returns the first line of an error, without Ray's logs after it."""
    return (str(error).strip().splitlines() or [type(error).__name__])[0].rstrip(".")


def start_local_ray(**arguments: Any) -> None:
    """Starts Ray on this machine. Ray's own timeout of 30 seconds is too short on a
    busy machine, so several attempts are made. Raises MemplaceError if all fail."""
    for attempts_left in reversed(range(MAX_RAY_STARTS)):
        try:
            ray.init("local", **arguments)
            return
        # Ray raises a plain Exception if its processes start too slowly.
        except Exception as error:
            ray.shutdown()
            what = f"Ray does not start on this machine: {first_line(error)}"
            if attempts_left == 0:
                raise MemplaceError(
                    f"{what}; if the machine is busy, ask for less by --actors and "
                    "--object-store, or run 'ray start --head' and pass --address=auto"
                ) from error
            print(f"{what}; trying again", file=sys.stderr, flush=True)


def start_ray(settings: Settings) -> None:
    """Joins the cluster, or starts a local cluster for the duration of this process."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.ERROR}
    if settings.address is None:
        actors = settings.actors * settings.actor_cpus
        gpus = settings.actors * settings.actor_gpus + settings.learner_gpus
        start_local_ray(
            num_cpus=math.ceil(actors + settings.learner_threads),
            num_gpus=math.ceil(gpus),
            object_store_memory=settings.object_store,
            include_dashboard=False,
            **quiet,
        )
        return
    try:
        host, colon, port = settings.address.rpartition(":")
        if colon and port.isdecimal():
            # Ray itself would retry for minutes.
            socket.create_connection((host.strip("[]"), int(port)), timeout=10).close()
        ray.init(settings.address, **quiet)
    except (OSError, OverflowError, RuntimeError, ValueError) as error:
        raise MemplaceError(
            f"cannot join the Ray cluster at '{settings.address}': {error}; start one "
            "with 'ray start --head', or leave --address out"
        ) from error
    has = ray.cluster_resources().get("CPU", 0)
    needs = settings.actors * settings.actor_cpus + settings.learner_threads
    if has < needs:
        print(
            f"the cluster has {has:g} CPUs, {settings.actors} actors and the learner "
            f"need {needs:g}: some begin when more machines join",
            file=sys.stderr,
        )


def reserve_for_learner(settings: Settings) -> PlacementGroup:
    """Reserves cores of this machine, which has the folder, for the learner. Actors
    can't take these cores, not even during a restart of the learner."""
    # Ray has a resource for each machine.
    bundle = {
        "CPU": float(settings.learner_threads),
        f"node:{get_node_ip_address()}": 0.001,
    }
    if settings.learner_gpus > 0:
        bundle["GPU"] = settings.learner_gpus
    group: PlacementGroup = placement_group([bundle])
    while not group.wait(timeout_seconds=30):
        print(
            f"waiting for {settings.learner_threads} cores of this machine for the "
            "learner; 'ray status' lists the processes that hold them",
            file=sys.stderr,
            flush=True,
        )
    return group


@dataclass
class Count:
    """Counts since the report of the last round."""

    since: float = field(default_factory=time.monotonic)
    episodes: int = 0
    replaced: int = 0


class Driver:
    """A run. State that must survive is in the folder; the rest is in this object."""

    def __init__(
        self, settings: Settings, folder: RunFolder, instances: Instances
    ) -> None:
        """Continues from the state of the folder."""
        self.settings = settings
        self.folder = folder
        self.number = folder.next_number()
        self.first_round = folder.round
        self.stop_at = (
            time.monotonic() + settings.time_limit if settings.time_limit else math.inf
        )
        self.weights: ray.ObjectRef[bytes] | None = None
        self.known: ray.ObjectRef[bytes] | None = None
        self.learning: ray.ObjectRef[str] | None = None
        # Index of the actor, by task.
        self.playing: dict[ray.ObjectRef[Played], int] = {}
        # Processes of actors.
        self.workers: set[tuple[str, int]] = set()
        self.count = Count()
        self.reported: set[str] = set()

        self.instances = ray.put(instances)
        self.tool = [settings.train_tool, *settings.both]
        self.actors: list[ray.actor.ActorHandle[Any]] = []
        instances_option = (
            f"--program={settings.program}"
            if instances.is_program
            else f"--instances={settings.instances}"
        )
        start = [f"--from={settings.start}"] if settings.start else []
        self.learner = Learner.options(
            num_cpus=settings.learner_threads,
            num_gpus=settings.learner_gpus,
            max_restarts=-1,
            max_task_retries=settings.retries,
            scheduling_strategy=PlacementGroupSchedulingStrategy(
                reserve_for_learner(settings)
            ),
        ).remote(
            str(folder.path),
            [*self.tool, *settings.for_learner, instances_option, *start],
        )

    def begin(self) -> None:
        """Waits for the learner's first network, then starts the actors."""
        self.learn()
        while not ray.wait([self.learning], timeout=60)[0]:
            print(
                "still waiting for the learner: it solves the instances first, or one "
                "of a run that was killed has not ended yet",
                file=sys.stderr,
                flush=True,
            )
        self.finish_learning()
        self.actors = [
            SelfPlay.options(
                num_cpus=self.settings.actor_cpus,
                num_gpus=self.settings.actor_gpus,
                max_restarts=-1,
                max_task_retries=self.settings.retries,
            ).remote([*self.tool, *self.settings.for_actors])
            for _ in range(self.settings.actors)
        ]

    def run(self) -> None:
        """Plays and learns until the limits of the settings."""
        self.begin()
        while not self.is_done():
            self.give_tasks()
            if self.learning is None and self.is_round_ready():
                self.learn()
            tasks: list[ray.ObjectRef[Any]] = list(self.playing)
            if self.learning is not None:
                tasks.append(self.learning)
            done, _ = ray.wait(tasks, num_returns=1, timeout=1)
            for task in done:
                if task == self.learning:
                    self.finish_learning()
                else:
                    self.store(task)

    def is_done(self) -> bool:
        """Returns true if the limit of rounds or of time is reached."""
        done = self.folder.round - self.first_round
        is_enough = self.settings.rounds > 0 and done >= self.settings.rounds
        return is_enough or time.monotonic() >= self.stop_at

    def is_round_ready(self) -> bool:
        """Returns true if enough batches have arrived for a round."""
        return len(self.folder.waiting) >= self.settings.batches

    # Self-play.

    def give_tasks(self) -> None:
        """Gives the newest network and a task to each idle actor, unless waiting
        batches would exceed the replay buffer."""
        behind = len(self.folder.waiting) * self.settings.episodes
        busy = set(self.playing.values())
        for index, actor in enumerate(self.actors):
            if index in busy or behind >= self.settings.replay:
                continue
            batch = batch_name(self.number)
            self.number += 1
            task: ray.ObjectRef[Played] = actor.play.remote(
                batch,
                self.settings.seed,
                self.settings.episodes,
                self.weights,
                self.known,
                [self.instances],
            )
            self.playing[task] = index

    def store(self, task: ray.ObjectRef[Played]) -> None:
        """Stores the episodes of a finished task."""
        del self.playing[task]
        played: Played = ray.get(task)
        self.folder.store(played.batch, played.text)
        self.count.episodes += played.text.count("\n")
        is_new = played.worker not in self.workers
        self.workers.add(played.worker)
        self.count.replaced += is_new and played.is_replacement

    # Learning.

    def learn(self) -> None:
        """Calls the learner, which uses the batches of the inbox if there are enough."""
        until = self.folder.round + self.is_round_ready()
        self.learning, self.weights_next, self.known_next = self.learner.learn.remote(
            until
        )

    def finish_learning(self) -> None:
        """Takes the new network; reports the round."""
        said = ray.get(self.learning)
        self.learning = None
        self.weights, self.known = self.weights_next, self.known_next
        self.folder.refresh()
        seconds = max(1e-9, time.monotonic() - self.count.since)
        for line in said.splitlines():
            # Lines that are the same in all rounds are printed once.
            if "nothing new to learn from" not in line and line not in self.reported:
                print(line, file=sys.stderr)
            if line.startswith("held out for evaluation: "):
                self.reported.add(line)
        if self.count.episodes:
            print(
                f"  {self.count.episodes} episodes from {len(self.actors)} actors, "
                f"{self.count.episodes / seconds:.2f} a second; "
                f"{self.count.replaced} actors were replaced",
                file=sys.stderr,
                flush=True,
            )
        self.count = Count()

    def close(self) -> None:
        """Makes the actors clean up; their current episodes are lost."""
        closing: list[Any] = [actor.close.remote() for actor in self.actors]
        if closing:
            ray.wait(closing, num_returns=len(closing), timeout=5)


def cause_of(error: Exception) -> MemplaceError:
    """Returns the error of a task as an error for the user."""
    cause = getattr(error, "cause", None)
    if isinstance(cause, MemplaceError | ToolDied):
        return MemplaceError(*cause.args)
    if isinstance(error, MemplaceError):
        return MemplaceError(*error.args)
    message, _, details = str(error).partition("\n")
    return MemplaceError(f"Ray gave up: {message}", details)


def check_start(settings: Settings) -> None:
    """Raises MemplaceError if the start checkpoint can't be read. The learner checks
    its contents."""
    try:
        if settings.start:
            with settings.start.open("rb"):
                pass
    except OSError as error:
        raise MemplaceError(
            f"cannot read '{settings.start}': {error.strerror}"
        ) from error


def run(settings: Settings) -> None:
    """Trains. Raises MemplaceError."""
    instances = Instances(read_problems(settings), settings.program is not None)
    check_start(settings)
    folder = RunFolder(settings.out)
    start_ray(settings)
    try:
        driver = Driver(settings, folder, instances)
        try:
            driver.run()
        finally:
            driver.close()
    except ray.exceptions.RayError as error:
        raise cause_of(error) from error
    finally:
        ray.shutdown()
