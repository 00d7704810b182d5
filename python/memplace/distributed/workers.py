"""The actors and the learner of a cluster: Ray actors around memplace-train."""

import fcntl
import hashlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import ray

from memplace.distributed.runfolder import last_round
from memplace.errors import MemplaceError


class ToolDied(Exception):
    """memplace-train was ended by a signal, perhaps for lack of memory. Another attempt
    may succeed."""


def find_tool(name: str) -> str:
    """Returns the path of memplace-train on this machine. Raises MemplaceError if
    missing."""
    if path := shutil.which(name):
        return path
    raise MemplaceError(
        f"'{name}' is not installed on {os.uname().nodename}; give its path, the same "
        "on each machine, with --train-tool=PATH"
    )


def run_train(
    command: Sequence[str],
    keep: Sequence[int] = (),
    started: Callable[[subprocess.Popen[str]], object] = lambda process: None,
) -> str:
    """Runs memplace-train; returns its standard error.

    keep: file descriptors to inherit.
    started: called with the process.

    memplace-train ends with this process, even if this process is killed. Raises
    ToolDied after a signal, and MemplaceError after a failure.
    """
    whole = [find_tool(command[0]), *command[1:]]
    if setpriv := shutil.which("setpriv"):
        whole = [setpriv, "--pdeathsig=KILL", "--", *whole]
    with subprocess.Popen(
        whole,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        pass_fds=keep,
    ) as process:
        started(process)
        _, said = process.communicate()
    where = f"memplace-train on {os.uname().nodename}"
    if process.returncode < 0:
        raise ToolDied(f"{where} was ended by signal {-process.returncode}")
    if process.returncode > 0:
        raise MemplaceError(f"{where} failed:", said)
    return said


def seed_of(seed: int, batch: str) -> int:
    """Returns a seed for a batch, from 0 to 2^64 - 1."""
    digest = hashlib.sha256(f"{seed}:{batch}".encode()).digest()
    return int.from_bytes(digest[:8], "little")


@dataclass(frozen=True)
class Played:
    """Result of an actor: lines of episodes, and the process that played these."""

    batch: str
    text: str
    # Machine and process id.
    worker: tuple[str, int]
    # True for the replacement of a dead worker.
    is_replacement: bool


@dataclass(frozen=True)
class Instances:
    """The problem files to play, by name. With `is_program` there is a single file, and
    none is held out."""

    files: Mapping[str, bytes]
    is_program: bool


@ray.remote(concurrency_groups={"closing": 1})
class SelfPlay:
    """Plays batches of episodes. The actor has no essential state, so a replacement can
    continue at any time."""

    def __init__(self, command: Sequence[str]) -> None:
        """`command`: memplace-train and its options."""
        # Named by the actor's id, so a replacement cleans up.
        name = f"memplace-{ray.get_runtime_context().get_actor_id()}"
        self.folder = Path(tempfile.gettempdir()) / name
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(mode=0o700)
        self.command = command
        # Option with the instances.
        self.instances_option: str | None = None
        self.process: subprocess.Popen[str] | None = None
        self.is_closing = False

    def unpack(self, instances: Instances) -> str:
        """Writes the instances to files; returns the option for memplace-train."""
        folder = self.folder / "instances"
        folder.mkdir(exist_ok=True)
        for name, content in instances.files.items():
            (folder / name).write_bytes(content)
        if instances.is_program:
            return f"--program={folder / name}"
        return f"--instances={folder}"

    def started(self, process: subprocess.Popen[str]) -> None:
        """Records the process, for `close`."""
        self.process = process
        if self.is_closing:
            process.kill()

    @ray.method(retry_exceptions=[ToolDied])
    def play(
        self,
        batch: str,
        seed: int,
        episodes: int,
        weights: bytes,
        known: bytes,
        instances: Sequence[ray.ObjectRef[Instances]],
    ) -> Played | None:
        """Plays a batch with the network `weights`; `known` has the best makespans, for
        scaling. `instances` holds a single reference, resolved in the first call.
        Returns None if the actor is closed."""
        if self.instances_option is None:
            self.instances_option = self.unpack(ray.get(instances[0]))
        checkpoint, makespans = self.folder / "checkpoint", self.folder / "known.json"
        checkpoint.write_bytes(weights)
        makespans.write_bytes(known)
        output = self.folder / "episodes.jsonl"
        options = [
            self.instances_option,
            f"--from={checkpoint}",
            f"--known={makespans}",
            f"--play-only={output}",
            f"--episodes={episodes}",
            f"--seed={seed_of(seed, batch)}",
        ]
        try:
            run_train([*self.command, *options], started=self.started)
            text = output.read_text(encoding="utf-8")
        except (ToolDied, OSError):
            if self.is_closing:
                return None
            raise
        worker = (os.uname().nodename, os.getpid())
        was_replaced = ray.get_runtime_context().was_current_actor_reconstructed
        return Played(batch, text, worker, was_replaced)

    @ray.method(concurrency_group="closing")
    def close(self) -> None:
        """Kills the running process, and removes the files."""
        self.is_closing = True
        if self.process:
            self.process.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


@ray.remote
class Learner:
    """Learns in the run's folder, which is on the learner's machine."""

    def __init__(self, folder: str, command: Sequence[str]) -> None:
        self.folder = Path(folder)
        self.command = [*command, f"--out={folder}"]
        # Waits for a memplace-train of an earlier learner: both would write the same
        # files. memplace-train inherits the lock; the lock ends with its last holder.
        self.lock = os.open(
            self.folder / ".learner.lock", os.O_RDWR | os.O_CREAT, 0o666
        )
        fcntl.flock(self.lock, fcntl.LOCK_EX)

    @ray.method(num_returns=3, retry_exceptions=[ToolDied])
    def learn(self, until: int) -> tuple[str, bytes, bytes]:
        """Learns a round from the inbox. If round `until` is already done, nothing is
        learned; this happens after the death of a learner. Returns memplace-train's
        standard error, the network, and the makespans for actors."""
        is_done = last_round(self.folder) >= until
        inbox = self.folder / (".nothing" if is_done else "inbox")
        inbox.mkdir(exist_ok=True)
        said = run_train([*self.command, f"--learn-only={inbox}"], keep=[self.lock])
        weights = (self.folder / "play.checkpoint").read_bytes()
        return said, weights, (self.folder / "known.json").read_bytes()
