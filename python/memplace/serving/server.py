"""Serves calls of a model with weights in files, in limited memory."""

import hashlib
import json
import os
import statistics
import tempfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import compress
from pathlib import Path
from typing import Any

from memplace.errors import MemplaceError
from memplace.execution import (
    RunOptions,
    find_memplace_opt,
    list_arguments,
    lower_program,
)
from memplace.placement import simulate, without_claims
from memplace.serving import DEFAULT_BUDGET
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
    assumed_target,
    measure_target,
    speed_of,
    use_in_memory_only,
    with_speeds,
)
from memplace.serving.model import Model
from memplace.serving.placing import FILE, CallPlacer
from memplace.serving.planning import Plan, Planner
from memplace.serving.program import (
    SESSION_PASSES,
    cut_weights,
    home_pass,
    match_weights,
)
from memplace.serving.session import Call, ReadOptions, Session
from memplace.serving.skews import round_up
from memplace.serving.weights import Weight, read_layout
from memplace.stages import stage
from memplace.tools import run_tool

# With fewer bytes read per call, the file's speed is the target's.
MIN_MEASURED_BYTES = 64 << 20
# Assumed overhead of the process beside its buffers, before the first session measures
# it. More than in any model seen: VGG-16 takes 114 MB, for windows of its convolutions
# and OpenBLAS's own memory. With less, the first session could exceed its limit.
GUESSED_OVERHEAD = 160 << 20
# Bytes beside its buffers that any process has. A memory that is too small with these is
# refused before the process is measured.
LEAST_OVERHEAD = 8 << 20
# Bytes of a memory cgroup left by the first session, for the process.
RESERVE = 32 << 20
# Parts of messages if a memory cgroup is too small: of the runtime, or of the kernel's
# signal if not even compiling fits.
NO_ROOM = ("more than the process may have", "signal 9")
# Names of the memory in messages about too little memory.
SMALLEST = "smallest that works"
SURELY = "smallest that surely works, before the process is measured,"
# Smallest piece of a weight in bytes, and approximate number of pieces.
MIN_PIECE_BYTES = 4 << 20
MAX_PIECES = 256
# Variation of a session's heap beyond that of the first session, bytes.
SPARE_OVERHEAD = 4 << 20


@dataclass(frozen=True)
class ServeOptions:
    """Options for planning and running."""

    memory: int | None
    """Limit in bytes; None: no limit, with all weights kept."""
    target: dict[str, Any] | None
    """Target with the tiers `ram` and `file`, as written by `memplace-calibrate`; None:
    this machine is measured."""
    costs: str | None = None
    """File of measured op costs; None: in the user's cache."""
    budget: int = DEFAULT_BUDGET
    seed: int = 0
    piece_bytes: int | None = None
    """Approximate size of the pieces of larger weights; None: depends on weights and
    memory, 0: no cuts."""
    choose: Callable[[Planner], Plan] | None = None
    """Makes the plan instead of the search, for comparisons."""
    run: RunOptions = RunOptions(optimisation=2)
    reads: ReadOptions = ReadOptions()
    scratch: str | None = None
    """Folder of the scratch file for activations; None: no scratch file."""
    launcher: tuple[str, ...] = ()
    """Command prefix for the session's command, to start it elsewhere."""


@dataclass
class Measured:
    """Measurements of a session's calls."""

    runs: list[list[float]]
    """Seconds of ops, by call."""
    speeds: dict[int, tuple[int, list[float]]]
    """By kind of transfer: bytes moved per call, and measured bytes per second."""
    bytes_beside: int = 0
    """Bytes of the process beside its buffers."""


class Server:
    """A served model, with a plan and a running session. Made by `make_server`."""

    def __init__(self, model: Model, options: ServeOptions) -> None:
        """Checks the program, the file of costs and the memory. `begin` follows."""
        self.model = model
        self.options = options
        self.cache = CostCache(options.costs or default_cache())
        self.folder = tempfile.TemporaryDirectory(prefix="memplace-")
        self.session: Session | None = None
        try:
            self._extract(assumed_target(options.target, options.scratch))
            if not self.is_measured:
                self.cache.check_place()
            check_memory(self)
        except BaseException:
            self.close()
            raise

    def _extract(self, target: dict[str, Any]) -> None:
        """Extracts the problem of a call for a target."""
        model, options = self.model, self.options
        self.target = target
        target_file = Path(self.folder.name, "target.json")
        target_file.write_text(json.dumps(target), encoding="utf-8")
        model.extract(target_file, options.run)
        model.check()
        run = options.run
        setting = f"-O{run.optimisation} kernels={run.kernels} {processor_setting()}"
        setting += " cuda" if self.is_on_gpu else ""
        self.keys = keys_of_ops(model.op_texts, setting)
        digest = hashlib.sha256(model.memref.encode()).hexdigest()[:24]
        self.program_key = f"{digest} {setting}"
        if options.scratch is not None:
            self.program_key += " scratch"
            model.fields = use_in_memory_only(model.fields, model.gathered)

    def begin(self) -> None:
        """Measures the machine and the ops as far as unknown, plans, and starts the
        session."""
        options = self.options
        target = measure_target(
            options.target, self.model.place, options.scratch, options.reads.device
        )
        if target != self.target:
            self._extract(target)
        if not self.is_measured:
            self._profile()
        self.fields = self.known_fields()
        self.overhead = self.cache.overheads[self.program_key] + self.spare
        self.plan = self._find_plan(self.fields, self.overhead)
        self.session = self.start(self.plan)

    @property
    def is_on_gpu(self) -> bool:
        """True if the limited memory is a GPU's."""
        return self.options.reads.device == "cuda"

    @property
    def is_measured(self) -> bool:
        """True if the ops and the process were measured before."""
        return self.cache.knows(self.keys) and self.program_key in self.cache.overheads

    @property
    def spare(self) -> int:
        """Bytes for the variation of a session's heap; 0 on a GPU."""
        return 0 if self.is_on_gpu else SPARE_OVERHEAD

    @property
    def speed_keys(self) -> tuple[str, str]:
        """Keys of the read and write speeds in the file of costs. The program is a part
        of the key, since programs read the same file in pieces of different size."""
        source = "pinned memory" if self.is_on_gpu else self.model.files_key
        program = self.program_key
        return f"{program} {source}", f"{program} scratch {self.options.scratch}"

    def _measured_fields(
        self, read: float | None, write: float | None, slowdown: float = 1.0
    ) -> Any:
        """Returns the problem with measured times of ops, times `slowdown`, and with these
        speeds of the file."""
        fields = with_speeds(self.model.fields, read, write)
        seconds = {key: slowdown * found for key, found in self.cache.seconds.items()}
        return apply_costs(fields, self.keys, seconds, self.model.gathered)

    def known_fields(self) -> Any:
        """Returns the problem with all measurements so far."""
        return self._measured_fields(*map(self.cache.speeds.get, self.speed_keys))

    def predict(self, speed: float, slowdown: float = 1.0) -> float:
        """Returns the predicted seconds of a call if reads run at `speed` bytes per
        second and ops take `slowdown` times their measured seconds, e.g. because of other
        work on the machine."""
        write = self.cache.speeds.get(self.speed_keys[1])
        fields = self._measured_fields(speed, write, slowdown)
        planner = self.planner(fields, self.overhead, slowdown)
        steady = planner.steady_state(self.plan.kept, self.plan.call)
        return float(simulate(steady.problem, steady).makespan)

    def pace_of(self, call: Call) -> float:
        """Returns the ratio of the ops' total time in a call to their measured time.
        Ops that read rows chosen by the program do not count, since the rows may be in
        memory or in the file."""
        planner = self.planner(self.fields, self.overhead)
        took = seconds_of_steps(call, self.model.op_texts)
        steps = [step for step, key in enumerate(self.keys) if key]
        total = known = 0.0
        for step, seconds in zip(steps, took, strict=True):
            accesses = self.fields["ops"][step].get("accesses", [])
            if any(access["buffer"] in self.model.gathered for access in accesses):
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

    def least_seconds(self, speed: float, slowdown: float = 1.0) -> tuple[float, float]:
        """Returns two lower bounds in seconds, with arguments as in `predict`: for calls
        in this memory without reads before the call starts, and for calls with all
        weights in memory, where only ops take time."""
        fields = self._measured_fields(speed, None, slowdown)
        model = self.model
        if fields.get("loops") or self.options.scratch is not None:
            # The other bound covers neither loops nor activations in a scratch file.
            return slowdown * self.plan.bound, slowdown * self.plan.bound
        beside = self.overhead - self.spare
        room = self.planner(fields, beside).placer.room
        weights = set(model.weights) - model.gathered
        return (
            least_seconds(fields, weights, room),
            least_seconds(fields, weights, sum(map(model.size, weights))),
        )

    def planner(
        self, fields: dict[str, Any], overhead: int, slowdown: float = 1.0
    ) -> Planner:
        """Returns a planner for the memory beside an overhead."""
        total = self.options.memory
        if total is None:
            total = int(self.target["tiers"][0]["capacity"])
        model = self.model
        room = total - overhead - model.caller_bytes()
        weights, gathered = sorted(model.weights), model.gathered
        known = self.cache.seconds
        kept_seconds = {
            step: slowdown * known[kept_key(key)]
            for step, key in enumerate(self.keys)
            if kept_key(key) in known
        }
        seed = self.options.seed
        placer = CallPlacer(fields, weights, room, seed, gathered, model.skews)
        return Planner(placer, kept_seconds)

    @stage("planning the reads of weights")
    def _find_plan(self, fields: dict[str, Any], overhead: int) -> Plan:
        """Returns a plan. Raises MemplaceError, with the smallest sufficient memory, if
        there is too little memory."""
        planner = self.planner(fields, overhead)
        placer = planner.placer
        if self.options.memory is None:
            return planner.make_plan(frozenset(placer.weights))
        if placer.room < placer.smallest_room():
            raise too_few(self, placer, overhead, SMALLEST)
        if self.options.choose is not None:
            return self.options.choose(planner)
        return planner.plan(self.options.budget)

    @stage("measuring ops")
    def _profile(self) -> None:
        """Measures the ops, and the process's overhead beside its buffers, with as few
        weights kept as possible."""
        memory = self.options.memory
        planner = self.planner(
            self.model.fields, 0 if self.is_on_gpu else GUESSED_OVERHEAD
        )
        placer = planner.placer
        if memory is not None:
            # With more room, reads would run further ahead than in any plan with kept
            # weights. The guessed overhead may be too large for the memory; see the
            # error below.
            smallest = placer.smallest_room()
            placer.room = max(smallest, min(placer.room, smallest + placer.window))
        kept: frozenset[int] = frozenset()
        if memory is None:
            kept = frozenset(placer.weights)
        placed = placer.place_call(kept)
        if placed is None:
            raise MemplaceError("no placement of a call was found in the memory")
        plan = planner.plan_of(kept, placed)
        try:
            done = self._measure(plan, 0 if memory is None else RESERVE)
        except MemplaceError as error:
            if memory is None or not any(word in str(error) for word in NO_ROOM):
                raise
            raise too_few(self, placer, GUESSED_OVERHEAD, SURELY) from error
        self.cache.add(self.keys, done.runs)
        # Resident memory does not include a GPU's.
        beside = 0
        if not self.is_on_gpu:
            beside = done.bytes_beside
        self.cache.overheads[self.program_key] = max(beside, 0)
        for key, (moved, speeds) in zip(self.speed_keys, done.speeds.values()):
            if moved >= MIN_MEASURED_BYTES:
                self.cache.speeds[key] = statistics.median(speeds)
        if memory is not None and not self.is_on_gpu:
            self._profile_kept(beside + SPARE_OVERHEAD)
        self.cache.save()

    def _profile_kept(self, overhead: int) -> None:
        """Measures ops with kept weights, as many as there is room for."""
        planner = self.planner(self.model.fields, overhead)
        placer = planner.placer
        kept = placer.fill(placer.smallest_room() + placer.window)
        kept -= placer.gathered
        if placer.kept_bytes(kept) < MIN_MEASURED_BYTES:
            # Such weights may be in the processor's caches, too.
            return
        placed = placer.place_call(kept)
        if placed is None:
            return
        runs = self._measure(planner.plan_of(kept, placed)).runs
        steps = [step for step, key in enumerate(self.keys) if key]
        of_kept = [planner.uses_kept(step, kept) for step in steps]
        keys = [kept_key(self.keys[step]) for step in compress(steps, of_kept)]
        self.cache.add(keys, [list(compress(run, of_kept)) for run in runs])

    def _measure(self, plan: Plan, reserve: int = 0) -> "Measured":
        """Calls the program by a plan until the times of calls agree. `reserve`: see
        `start`."""
        # Times of ops depend on the values: tanh of 0 is faster.
        inputs = self.model.random_inputs(self.options.seed)
        moved = {READ: plan.read_bytes, WRITE: plan.write_bytes}
        done = Measured([], {kind: (count, []) for kind, count in moved.items()})
        with self.start(plan, reserve) as session:
            check_room(self, session.call(inputs))
            seconds: list[float] = []
            while not is_settled(seconds):
                call = session.call(inputs, with_events=True)
                seconds.append(call.statistics["call_ns"] / 1e9)
                done.runs.append(seconds_of_steps(call, self.model.op_texts))
                for kind, (count, speeds) in done.speeds.items():
                    speeds.append(speed_of(call, kind, count))
        done.bytes_beside = bytes_beside(call)
        return done

    def serve_by(self, plan: Plan) -> None:
        """Switches to another plan, in a new session, if its kept weights differ."""
        if plan.kept == self.plan.kept:
            return
        if self.session is not None:
            self.session.close()
        self.plan = plan
        self.session = self.start(plan)

    @stage("compiling")
    def start(self, plan: Plan, reserve: int = 0) -> Session:
        """Compiles the program for a plan and starts its session, which leaves
        `reserve` bytes of its memory cgroup free."""
        model, options = self.model, self.options
        homes = home_pass(set(model.weights) - plan.kept, model.gathered)
        solution = Path(self.folder.name, "solution.json")
        # The program has no measured costs, so the plan's claimed times do not hold
        # there.
        call = without_claims(plan.call)
        solution.write_text(json.dumps(call), encoding="utf-8")
        target = Path(self.folder.name, "call-target.json")
        target.write_text(json.dumps(plan.call.problem.target), encoding="utf-8")
        place = f"--memplace-default=target={target} solution={solution}"
        tool = find_memplace_opt(options.run)
        command = [tool, *homes, place, "--memplace-time-steps"]
        placed = run_tool(command, model.memref, model.name)
        lowered, command = lower_program(
            placed, model.name, options.run, after=SESSION_PASSES
        )
        # If there is a thread for each core, ops need the reader's core, too.
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
        """Returns the record of a call for output, sizes in bytes and times in seconds.
        """
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
        """Returns random bytes for all inputs, as arguments of `call`."""
        return self.model.random_inputs(seed)

    def close(self) -> None:
        """Ends the session's process, also during a call of another thread."""
        if self.session is not None:
            self.session.close()
            self.session = None
        self.folder.cleanup()

    def __enter__(self) -> "Server":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def check_memory(server: Server) -> None:
    """Raises MemplaceError if the memory is too small, however small the process. A
    process that was never measured has an unknown size."""
    if server.options.memory is None:
        return
    measured = server.cache.overheads.get(server.program_key)
    overhead, least, what = GUESSED_OVERHEAD, LEAST_OVERHEAD, SURELY
    if measured is not None or server.is_on_gpu:
        overhead = least = (measured or 0) + server.spare
        what = SMALLEST
    placer = server.planner(server.known_fields(), least).placer
    if placer.room < placer.smallest_room():
        raise too_few(server, placer, overhead, what)


def check_room(server: Server, call: Call) -> None:
    """Raises MemplaceError if the memory is too small by the size of the process in its
    first call. Later calls may take a little more."""
    if server.options.memory is None or server.is_on_gpu:
        return
    overhead = bytes_beside(call)
    placer = server.planner(server.model.fields, overhead).placer
    if placer.room < placer.smallest_room():
        raise too_few(server, placer, overhead + 2 * SPARE_OVERHEAD, SURELY)


def too_few(
    server: Server, placer: CallPlacer, overhead: int, what: str
) -> MemplaceError:
    """Returns an error that names a sufficient memory."""
    smallest, model, options = placer.smallest_room(), server.model, server.options
    least = smallest + overhead + model.caller_bytes()
    may_spill = options.scratch is None and placer.stream and placer.stream.may_spill
    advice = "; --scratch may need less" if may_spill else ""
    return MemplaceError(
        f"{model.name}: {options.memory} bytes of memory are too few; the {what} is "
        f"--memory={least}: {smallest} for what one op needs at once, {overhead} for the "
        f"process, {model.caller_bytes()} for inputs and outputs{advice}"
    )


def bytes_beside(call: Call) -> int:
    """Returns the bytes of a call's process beside its buffers."""
    numbers = call.statistics
    buffers = ("arena_bytes", "kept_bytes", "caller_bytes")
    return int(numbers["high_water_bytes"] - sum(numbers[name] for name in buffers))


def threads_of_kernels() -> int:
    """Returns the number of threads for products of matrices."""
    named = os.environ.get("OPENBLAS_NUM_THREADS", "")
    return int(named) if named.isdigit() else os.cpu_count() or 1


def processor_setting() -> str:
    """Returns the processor and threads, on which the times of ops depend."""
    from memplace.serving.calibrate import processor_name

    return f"{processor_name()} x {threads_of_kernels()}"


def make_server(
    memref: str,
    name: str,
    weights: str,
    options: ServeOptions,
    check: Callable[[Model], None] | None = None,
) -> Server:
    """Returns a server of a program in memref text, with weights in the file `weights`.
    Everything is checked before anything is measured; `check` is called in between.
    """
    layout = read_layout(weights)
    server = Server(read_model(memref, name, layout, options), options)
    try:
        if check is not None:
            check(server.model)
        server.begin()
        # From now on, the session detects changes of the files.
        if read_layout(weights) != layout:
            raise MemplaceError(f"'{weights}' has changed while calls were planned")
    except BaseException:
        server.close()
        raise
    return server


@stage("reading the program")
def read_model(
    memref: str, name: str, layout: dict[str, Weight], options: ServeOptions
) -> Model:
    """Returns the program with weights at the places in `layout`."""
    arguments = list_arguments(memref, options.run, name)
    found = match_weights(arguments, layout, name)
    pieces = options.piece_bytes
    if pieces is None:
        pieces = choose_piece_bytes(found.values(), options.memory)
    if options.memory is None and not pieces:
        # All weights stay.
        return Model(memref, name, arguments, found, list(range(len(arguments))))
    cut = cut_weights(memref, arguments, found, pieces, name, options.run)
    return Model(cut.memref, name, cut.buffers, cut.weights, cut.origin, cut.gathered)


def choose_piece_bytes(weights: Iterable[Weight], memory: int | None) -> int:
    """Returns the size of pieces of weights; 0 if all weights stay.

    Smaller pieces leave less memory empty and give more choices. Larger pieces mean
    fewer ops to plan; and reads of a few megabytes are as fast as longer reads.

    >>> weight = Weight("file", 0, 1 << 30, "f32", (1 << 14, 1 << 14))
    >>> choose_piece_bytes([weight], None), choose_piece_bytes([weight], 1 << 29)
    (0, 4194304)
    """
    if memory is None:
        return 0
    total = sum(weight.bytes for weight in weights)
    smallest = MIN_PIECE_BYTES if memory >= 16 * MIN_PIECE_BYTES else 1 << 20
    return max(total // MAX_PIECES, smallest)
