"""Settings of a run."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Settings:
    """The options of the command line, checked."""

    out: Path
    # Folder of instances, or None with `program`.
    instances: Path | None
    # A single problem, or None with `instances`.
    program: Path | None
    # Checkpoint to start from.
    start: Path | None
    seed: int
    rounds: int  # 0: no limit.
    time_limit: float  # Seconds; 0: no limit.

    address: str | None  # None: a local Ray.
    object_store: int  # Bytes, for a local Ray.
    actors: int
    actor_cpus: float
    actor_gpus: float
    learner_threads: int
    learner_gpus: float
    retries: int  # Of a task after the death of its process.
    train_tool: str  # Name in PATH, or path, on each machine.

    episodes: int  # Episodes per task.
    batches: int  # Tasks per round.
    replay: int  # Number of newest episodes to learn from.
    # Options of memplace-train: for actors and learner, for actors, and for the
    # learner.
    both: tuple[str, ...]
    for_actors: tuple[str, ...]
    for_learner: tuple[str, ...]
