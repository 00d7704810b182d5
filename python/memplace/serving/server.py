"""Serves calls of a model whose weights are in files, in limited memory."""

import hashlib
import json
import os
import statistics
import tempfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import compress
from pathlib import Path
from typing import Any

from memplace.errors import MemplaceError
from memplace.execution import RunOptions, find_memplace_opt, lower_program
from memplace.importers.arguments import names_of_buffers
from memplace.placement import simulate, without_claims
from memplace.serving.bounds import least_seconds
from memplace.serving.costs import (
    CostCache,
    apply_costs,
    default_cache,
    is_settled,
    kept_key,
    keys_of_ops,
    seconds_of_steps,
)
from memplace.serving.machine import (
    READ,
    WRITE,
    speed_of,
    use_in_memory_only,
    with_speeds,
)
from memplace.serving.model import Model, is_input
from memplace.serving.planning import DEFAULT_BUDGET, FILE, Plan, Planner
from memplace.serving.program import (
    SESSION_PASSES,
    add_session,
    cut_weights,
    match_weights,
    set_tiers,
)
from memplace.serving.session import Call, ReadOptions, Session
from memplace.serving.skews import round_up
from memplace.serving.weights import Weight, read_layout
from memplace.tools import run_tool

# With less read in a call, the target says how fast the file is.
LEAST_MEASURED_BYTES = 64 << 20
# Of the process beside its buffers, until the first session has shown how much it is:
# more than any that was seen (VGG-16 takes 114 MB, for windows of its convolutions and
# OpenBLAS's own), since with less the first session would pass its limit.
GUESSED_OVERHEAD = 160 << 20
# What the first session leaves of a memory cgroup, for the process.
RESERVE = 32 << 20
# What is said where a memory cgroup has too little, by the runtime or, where that is too
# little to compile the program, of the process that the kernel has ended.
NO_ROOM = ("more than the process may have", "signal 9")
# Weights are cut in pieces of no less, bytes, and in about so many.
SMALLEST_PIECE = 4 << 20
MOST_PIECES = 256
# What a session may take beyond what the first one took: its heap is never the same.
SPARE_OVERHEAD = 4 << 20


@dataclass(frozen=True)
class ServeOptions:
    """How to plan and run."""

    memory: int | None
    """Bytes; None: as many as there are, with all weights kept."""
    target: dict[str, Any]
    """With the tiers `ram` and `file`, as `memplace-calibrate` writes it."""
    costs: str | None = None
    """File of measured op costs; None: in the user's cache."""
    budget: int = DEFAULT_BUDGET
    seed: int = 0
    piece_bytes: int | None = None
    """Larger weights are cut in pieces of about so many; None: as the weights and the
    memory are, 0: none is cut."""
    choose: Callable[[Planner], Plan] | None = None
    """Makes the plan instead of the search, to compare with."""
    run: RunOptions = RunOptions(optimisation=2)
    reads: ReadOptions = ReadOptions()
    scratch: str | None = None
    """Folder of the scratch file, for activations; None: there is none."""
    launcher: tuple[str, ...] = ()
    """What the session's command is an argument of, to start it elsewhere."""


@dataclass
class Measured:
    """What calls of a session took."""

    runs: list[list[float]]
    """Seconds of ops, by call."""
    speeds: dict[int, tuple[int, list[float]]]
    """Bytes that a call moves and how many a second, by kind of transfer."""
    bytes_beside: int = 0
    """Of the process, beside buffers."""


class Server:
    """A model that is served: a plan and a running session. Made by `make_server`."""

    def __init__(self, model: Model, options: ServeOptions) -> None:
        """Measures what is not known, plans, and starts the session."""
        self.model = model
        self.options = options
        self.cache = CostCache(options.costs or default_cache())
        self.folder = tempfile.TemporaryDirectory(prefix="memplace-")
        self.session: Session | None = None
        try:
            self._prepare()
        except BaseException:
            self.close()
            raise

    def _prepare(self) -> None:
        """Does what the constructor says."""
        model, options = self.model, self.options
        self.target_file = Path(self.folder.name, "target.json")
        self.target_file.write_text(json.dumps(options.target), encoding="utf-8")
        model.extract(self.target_file, options.run)
        model.check()
        run = options.run
        setting = f"-O{run.optimisation} kernels={run.kernels} {processor_setting()}"
        setting += " cuda" if self.is_on_gpu else ""
        self.keys = keys_of_ops(model.op_texts, setting)
        digest = hashlib.sha256(model.memref.encode()).hexdigest()[:24]
        self.program_key = f"{digest} {setting}"
        if options.scratch is not None:
            self.program_key += " scratch"
            model.fields = use_in_memory_only(model.fields, model.picked)
        known = self.cache.knows(self.keys)
        if not (known and self.program_key in self.cache.overheads):
            self._profile()
        self.fields = self._measured_fields(
            *map(self.cache.speeds.get, self.speed_keys)
        )
        self.overhead = self.cache.overheads[self.program_key]
        self.overhead += 0 if self.is_on_gpu else SPARE_OVERHEAD
        self.plan = self._find_plan(self.fields, self.overhead)
        self.session = self.start(self.plan)

    @property
    def is_on_gpu(self) -> bool:
        """Whether the memory that is limited is a GPU's."""
        return self.options.reads.device == "cuda"

    @property
    def speed_keys(self) -> tuple[str, str]:
        """What the speeds of reads and writes are called in the file of costs: another
        program reads the same file in longer or shorter pieces."""
        source = "pinned memory" if self.is_on_gpu else self.model.files_key
        program = self.program_key
        return f"{program} {source}", f"{program} scratch {self.options.scratch}"

    def _measured_fields(
        self, read: float | None, write: float | None, pace: float = 1.0
    ) -> Any:
        """Returns the problem with measured times of ops, which take `pace` times as
        long, in a file of these speeds."""
        fields = with_speeds(self.model.fields, read, write)
        seconds = {key: pace * found for key, found in self.cache.seconds.items()}
        return apply_costs(fields, self.keys, seconds, self.model.picked)

    def predict(self, speed: float, pace: float = 1.0) -> float:
        """Returns how long a call of the plan takes where the file is read at so many
        bytes a second, and ops take `pace` times as long as they did when they were
        measured: others use the machine, too, now more, now less."""
        write = self.cache.speeds.get(self.speed_keys[1])
        fields = self._measured_fields(speed, write, pace)
        planner = self.planner(fields, self.overhead, pace)
        steady = planner.steady_state(self.plan.kept, self.plan.call)
        return float(simulate(steady.problem, steady).makespan)

    def pace_of(self, call: Call) -> float:
        """Returns how many times as long ops took in a call, together, as when they were
        measured. Those that read rows which the program chooses don't count: these are in
        memory or in the file."""
        planner = self.planner(self.fields, self.overhead)
        took = seconds_of_steps(call, self.model.op_texts)
        steps = [step for step, key in enumerate(self.keys) if key]
        total = known = 0.0
        for step, seconds in zip(steps, took, strict=True):
            accesses = self.fields["ops"][step].get("accesses", [])
            if any(access["buffer"] in self.model.picked for access in accesses):
                continue
            is_kept = step in planner.kept_seconds and planner.uses_kept(
                step, self.plan.kept
            )
            total += seconds
            known += (
                planner.kept_seconds[step]
                if is_kept
                else self.cache.seconds[self.keys[step]]
            )
        return total / known if known else 1.0

    def least_seconds(self, speed: float, pace: float = 1.0) -> tuple[float, float]:
        """Returns a bound of calls in this memory, with `speed` and `pace` as `predict`
        has them: no plan is faster that reads nothing before a call begins. And how long
        ops take, the least that it can be."""
        fields = self._measured_fields(speed, None, pace)
        model = self.model
        if fields.get("loops") or self.options.scratch is not None:
            # Trips and activations are not in the other one.
            return pace * self.plan.bound, pace * self.plan.bound
        beside = self.overhead - (0 if self.is_on_gpu else SPARE_OVERHEAD)
        room = self.planner(fields, beside).room
        weights = set(model.weights) - model.picked
        return (
            least_seconds(fields, weights, room),
            least_seconds(fields, weights, sum(map(model.size, weights))),
        )

    def planner(
        self, fields: dict[str, Any], overhead: int, pace: float = 1.0
    ) -> Planner:
        """Returns a planner for the memory that is left beside an overhead."""
        total = self.options.memory
        if total is None:
            total = int(self.options.target["tiers"][0]["capacity"])
        model = self.model
        room = total - overhead - model.caller_bytes()
        weights, picked = sorted(model.weights), model.picked
        known = self.cache.seconds
        kept_seconds = {
            step: pace * known[kept_key(key)]
            for step, key in enumerate(self.keys)
            if kept_key(key) in known
        }
        seed = self.options.seed
        return Planner(fields, weights, room, seed, picked, model.skews, kept_seconds)

    def _find_plan(self, fields: dict[str, Any], overhead: int) -> Plan:
        """Returns a plan. Raises MemplaceError, with the smallest memory that is
        enough, if there is not enough."""
        planner = self.planner(fields, overhead)
        everything = frozenset(planner.weights)
        if self.options.memory is None:
            return planner.make_plan(everything)
        if planner.room < planner.smallest_room():
            raise self._too_few(planner, overhead, "smallest that works")
        if self.options.choose is not None:
            return self.options.choose(planner)
        return planner.plan(self.options.budget)

    def _too_few(self, planner: Planner, overhead: int, what: str) -> MemplaceError:
        """Returns an error that names a memory which is enough."""
        smallest, model = planner.smallest_room(), self.model
        least = smallest + overhead + model.caller_bytes()
        return MemplaceError(
            f"{model.name}: {self.options.memory} bytes of memory are too few; the {what} "
            f"is --memory={least}: {smallest} for what one op needs at once, {overhead} "
            f"for the process, {model.caller_bytes()} for inputs and outputs"
            f"{self._advice(planner)}"
        )

    def _advice(self, planner: Planner) -> str:
        """Returns what else can be done where the memory is too small."""
        stream = planner.stream
        if self.options.scratch is not None or stream is None:
            return ""
        return "; --scratch may need less" if stream.may_spill else ""

    def _profile(self) -> None:
        """Measures the ops, and what the process takes beside its buffers, with as few
        weights kept as can be."""
        memory = self.options.memory
        planner = self.planner(
            self.model.fields, 0 if self.is_on_gpu else GUESSED_OVERHEAD
        )
        if memory is not None:
            # With more, reads would be as far ahead as they are in no plan that keeps
            # weights. It may be too much for what is only a guess: that is seen below.
            smallest = planner.smallest_room()
            planner.room = max(smallest, min(planner.room, smallest + planner.window))
        kept: frozenset[int] = frozenset()
        if memory is None:
            kept = frozenset(planner.weights)
        placed = planner.place_call(kept)
        if placed is None:
            raise MemplaceError("no placement of a call was found in the memory")
        plan = planner.plan_of(kept, placed)
        try:
            done = self._measure(plan, 0 if memory is None else RESERVE)
        except MemplaceError as error:
            if memory is None or not any(word in str(error) for word in NO_ROOM):
                raise
            what = "smallest that surely works, before the process was measured,"
            raise self._too_few(planner, GUESSED_OVERHEAD, what) from error
        self.cache.add(self.keys, done.runs)
        beside = 0  # Of a GPU's memory, which is not resident memory.
        if not self.is_on_gpu:
            beside = done.bytes_beside
        self.cache.overheads[self.program_key] = max(beside, 0)
        for key, (moved, speeds) in zip(self.speed_keys, done.speeds.values()):
            if moved >= LEAST_MEASURED_BYTES:
                self.cache.speeds[key] = statistics.median(speeds)
        if memory is not None and not self.is_on_gpu:
            self._profile_kept(beside + SPARE_OVERHEAD)
        self.cache.save()

    def _profile_kept(self, overhead: int) -> None:
        """Measures ops whose weights stay, as many as there is room for."""
        planner = self.planner(self.model.fields, overhead)
        kept = planner.fill(planner.spread, planner.smallest_room() + planner.window)
        kept -= planner.picked
        if planner.kept_bytes(kept) < LEAST_MEASURED_BYTES:
            return  # They may be in the processor's caches as well.
        placed = planner.place_call(kept)
        if placed is None:
            return
        runs = self._measure(planner.plan_of(kept, placed)).runs
        steps = [step for step, key in enumerate(self.keys) if key]
        of_kept = [planner.uses_kept(step, kept) for step in steps]
        keys = [kept_key(self.keys[step]) for step in compress(steps, of_kept)]
        self.cache.add(keys, [list(compress(run, of_kept)) for run in runs])

    def _measure(self, plan: Plan, reserve: int = 0) -> "Measured":
        """Calls the program by a plan until calls agree. `reserve` is that of `start`."""
        # What ops take depends on the numbers: tanh of 0 is done at once.
        inputs = self.model.random_inputs(self.options.seed)
        moved = {READ: plan.read_bytes, WRITE: plan.write_bytes}
        done = Measured([], {kind: (count, []) for kind, count in moved.items()})
        with self.start(plan, reserve) as session:
            session.call(inputs)
            seconds: list[float] = []
            while not is_settled(seconds):
                call = session.call(inputs, with_events=True)
                seconds.append(call.statistics["call_ns"] / 1e9)
                done.runs.append(seconds_of_steps(call, self.model.op_texts))
                for kind, (count, speeds) in done.speeds.items():
                    speeds.append(speed_of(call, kind, count))
        numbers = call.statistics
        buffers = ("arena_bytes", "kept_bytes", "caller_bytes")
        done.bytes_beside = numbers["high_water_bytes"]
        done.bytes_beside -= sum(numbers[name] for name in buffers)
        return done

    def serve_by(self, plan: Plan) -> None:
        """Goes on with another plan, in a session of its own, if it keeps others."""
        if plan.kept == self.plan.kept:
            return
        if self.session is not None:
            self.session.close()
        self.plan = plan
        self.session = self.start(plan)

    def start(self, plan: Plan, reserve: int = 0) -> Session:
        """Compiles the program for a plan and starts its session, which leaves `reserve`
        bytes of its memory cgroup free."""
        model, options = self.model, self.options
        streamed = sorted(set(model.weights) - plan.kept)
        text = set_tiers(model.memref, streamed, model.name, model.picked)
        solution = Path(self.folder.name, "solution.json")
        # Measured costs are not in the program: by it, times are others.
        call = without_claims(plan.call)
        solution.write_text(json.dumps(call), encoding="utf-8")
        target = Path(self.folder.name, "call-target.json")
        target.write_text(json.dumps(plan.call.problem.target), encoding="utf-8")
        place = f"--memplace-default=target={target} solution={solution}"
        command = [find_memplace_opt(options.run), place, "--memplace-time-steps"]
        placed = run_tool(command, text, model.name)
        lowered, command = lower_program(
            add_session(placed), model.name, options.run, SESSION_PASSES
        )
        # With a thread for each core, ops need the reader's as well.
        leaves = threads_of_kernels() < len(os.sched_getaffinity(0))
        reads = replace(options.reads, reserve_bytes=reserve, leaves_core=leaves)
        if options.scratch is not None:
            count = round_up(int(plan.call.peak_bytes[FILE]))
            reads = replace(reads, scratch=options.scratch, scratch_bytes=count)
        return Session(
            lowered,
            [*options.launcher, *command],
            model.arguments(plan.kept),
            model.name,
            reads,
        )

    def call(
        self, inputs: Sequence[bytes | memoryview], with_events: bool = False
    ) -> Call:
        """Runs the model once on the bytes of its inputs, in order."""
        if self.session is None:
            raise MemplaceError(f"{self.model.name}: the server is closed")
        return self.session.call(inputs, with_events)

    def record(self, call: Call) -> dict[str, Any]:
        """Returns what is to be said of a call, sizes in bytes and times in seconds."""
        numbers = call.statistics
        buffers = ("arena_bytes", "kept_bytes", "caller_bytes")
        on_gpu = sum(numbers[name] for name in buffers) if self.is_on_gpu else 0
        return {
            "seconds": call.seconds,
            "predicted_seconds": self.plan.seconds,
            "prediction_error": self.plan.seconds / call.seconds - 1,
            "stall_seconds": numbers["stall_ns"] / 1e9,
            "read_bytes": numbers["read_bytes"] - numbers["prime_bytes"],
            "write_bytes": numbers["write_bytes"],
            "scratch_bytes": numbers["scratch_bytes"],
            "prime_seconds": numbers["prime_ns"] / 1e9,
            "prime_bytes": numbers["prime_bytes"],
            "kept_bytes": numbers["kept_bytes"],
            "arena_bytes": numbers["arena_bytes"],
            "caller_bytes": numbers["caller_bytes"],
            "high_water_bytes": numbers["high_water_bytes"],
            "anonymous_bytes": numbers["anonymous_bytes"],
            "compiler_bytes": numbers["compiler_bytes"],
            "device_bytes": on_gpu,
            "pinned_bytes": numbers["pinned_bytes"],
            "memory_bytes": self.options.memory,
            "copied_bytes": numbers["copied_bytes"],
            "backend": numbers["backend"],
            "is_direct": numbers["is_direct"],
        }

    def random_inputs(self, seed: int) -> list[bytes]:
        """Returns bytes for all inputs, as `call` takes them."""
        return self.model.random_inputs(seed)

    @cached_property
    def inputs(self) -> list[int]:
        """Numbers of the arguments that a call takes."""
        arguments = self.model.arguments(self.plan.kept)
        return [n for n, argument in enumerate(arguments) if is_input(argument)]

    @cached_property
    def outputs(self) -> list[int]:
        """Numbers of the arguments that a call gives."""
        arguments = self.model.arguments(self.plan.kept)
        return [
            number
            for number, argument in enumerate(arguments)
            if argument.weight is None and argument.direction != "in"
        ]

    def close(self) -> None:
        """Ends the session's process, also in the middle of a call of another thread."""
        if self.session is not None:
            self.session.close()
            self.session = None
        self.folder.cleanup()

    def __enter__(self) -> "Server":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def threads_of_kernels() -> int:
    """Returns how many threads compute products of matrices."""
    named = os.environ.get("OPENBLAS_NUM_THREADS", "")
    return int(named) if named.isdigit() else os.cpu_count() or 1


def processor_setting() -> str:
    """Returns what else the times of ops depend on."""
    from memplace.serving.calibrate import processor_name

    return f"{processor_name()} x {threads_of_kernels()}"


def make_server(memref: str, name: str, weights: str, options: ServeOptions) -> Server:
    """Returns a server of a program in memref text, whose weights are in `weights`."""
    layout = read_layout(weights)
    server = plan_server(memref, name, layout, options)
    # The session finds out what changes from now on.
    if read_layout(weights) != layout:
        server.close()
        raise MemplaceError(f"'{weights}' has changed while calls were planned")
    return server


def plan_server(
    memref: str, name: str, layout: dict[str, Weight], options: ServeOptions
) -> Server:
    """Returns a server whose weights are where `layout` says."""
    found = match_weights(memref, layout, name)
    pieces = options.piece_bytes
    if pieces is None:
        pieces = choose_piece_bytes(found.values(), options.memory)
    if options.memory is None and not pieces:
        # All stay.
        places = list(range(len(names_of_buffers(memref))))
        return Server(Model(memref, name, found, places), options)
    cut = cut_weights(memref, found, pieces, name, options.run)
    return Server(Model(cut.memref, name, cut.weights, cut.origin, cut.picked), options)


def choose_piece_bytes(weights: Iterable[Weight], memory: int | None) -> int:
    """Returns how large pieces of weights are to be; 0 if all weights stay, so that
    none need be cut.

    Smaller ones leave less memory empty and more to choose from. Larger ones make fewer
    ops to plan; and a read of few megabytes is as fast as a longer one.

    >>> weight = Weight("file", 0, 1 << 30, "f32", (1 << 14, 1 << 14))
    >>> choose_piece_bytes([weight], None), choose_piece_bytes([weight], 1 << 29)
    (0, 4194304)
    """
    if memory is None:
        return 0
    total = sum(weight.bytes for weight in weights)
    smallest = SMALLEST_PIECE if memory >= 16 * SMALLEST_PIECE else 1 << 20
    return max(total // MOST_PIECES, smallest)
