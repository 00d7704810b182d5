"""What a run is asked to do."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Settings:
    """The options of the command line, checked."""

    out: Path
    instances: Path | None  # A folder; or
    program: Path | None  # one problem.
    start: Path | None  # A checkpoint.
    seed: int
    rounds: int  # 0: no limit.
    time_limit: float  # Seconds; 0: none.

    address: str | None  # None: a Ray of our own on this machine.
    object_store: int  # Of that, bytes.
    actors: int
    actor_cpus: float
    actor_gpus: float
    learner_threads: int
    learner_gpus: float
    retries: int  # Of a task whose process died.
    train_tool: str  # Name in PATH, or path, on each machine.

    episodes: int  # Of a task.
    batches: int  # Tasks that must be done for a round.
    replay: int  # Episodes.
    both: tuple[str, ...]  # Options of memplace-train for actors and learner,
    for_actors: tuple[str, ...]
    for_learner: tuple[str, ...]
