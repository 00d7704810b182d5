"""Measures this machine's memory and a file, as a target with the tiers `ram` and
`file`."""

import ctypes
import datetime
import os
import platform
import statistics
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from memplace.errors import InputError, MemplaceError
from memplace.execution import RunOptions, find_memplace_opt, find_runtime
from memplace.serving.target import with_writes

# Bytes of the scratch file: more than a disk's own cache.
SCRATCH_BYTES = 256 << 20
BLOCKS = (64 << 10, 256 << 10, 1 << 20, 2 << 20, 4 << 20)
DEPTHS = (1, 2, 4)
MEMORY_BYTES = 256 << 20
# Bytes per read and reads in flight of the runtime's sessions.
USED = (2 << 20, 2)
USED_ON_GPU = (2 << 20, 4)
LATENCY_BLOCK = 4096
WORKS = {"read": 0, "write": 1, "copy": 2}
PICOSECONDS = 10**12


@dataclass(frozen=True)
class Measured:
    """Repeated measurements of a quantity."""

    values: tuple[float, ...]

    @property
    def median(self) -> float:
        """Median of the measurements."""
        return statistics.median(self.values)

    def describe(self, unit: str, scale: float) -> str:
        """Returns median, minimum and maximum as text, in units of `scale`.

        >>> Measured((1e9, 2e9, 3e9)).describe("GB/s", 1e9)
        'median 2.00 of 1.00 to 3.00 GB/s, 3 times'
        """
        low, high = min(self.values) / scale, max(self.values) / scale
        return (
            f"median {self.median / scale:.2f} of {low:.2f} to {high:.2f} {unit}, "
            f"{len(self.values)} times"
        )


class Machine:
    """Measurements by the runtime library."""

    def __init__(self, runtime: str | None = None) -> None:
        """Loads the runtime library. Raises MemplaceError if loading fails."""
        options = RunOptions(runtime=runtime)
        path = runtime or find_runtime(options, find_memplace_opt(options))
        try:
            self.library = ctypes.CDLL(path)
        except OSError as error:
            raise MemplaceError(f"cannot load '{path}': {error}") from error
        self.library.memplace_rt_measure_read.restype = ctypes.c_double
        self.library.memplace_rt_measure_write.restype = ctypes.c_double
        self.library.memplace_rt_measure_memory.restype = ctypes.c_double
        self.library.memplace_rt_measure_device.restype = ctypes.c_double

    def _rate(self, total: int, measure: Callable[..., Any], *arguments: Any) -> float:
        """Returns the bytes per second of a measurement of `total` bytes. The last two
        arguments of `measure` are a buffer for an error's text and its size."""
        error = ctypes.create_string_buffer(1024)
        seconds = float(measure(*arguments, error, ctypes.c_int64(len(error))))
        if seconds <= 0:
            raise MemplaceError(error.value.decode("utf-8", "replace"))
        return total / seconds

    def read(
        self, path: str, offset: int, total: int, block: int, depth: int, readers: int
    ) -> float:
        """Returns the bytes per second of reading a part of a file past the page cache.
        """
        return self._rate(
            total,
            self.library.memplace_rt_measure_read,
            os.fsencode(path),
            ctypes.c_int64(offset),
            ctypes.c_int64(total),
            ctypes.c_int64(block),
            ctypes.c_int32(depth),
            ctypes.c_int32(readers),
        )

    def write(self, path: str, total: int, block: int, depth: int) -> float:
        """Returns the bytes per second of writing an existing file past the page cache.
        """
        return self._rate(
            total,
            self.library.memplace_rt_measure_write,
            os.fsencode(path),
            ctypes.c_int64(total),
            ctypes.c_int64(block),
            ctypes.c_int32(depth),
        )

    def memory(self, work: str, size: int) -> float:
        """Returns the bytes per second of reading, writing or copying memory."""
        seconds = float(
            self.library.memplace_rt_measure_memory(
                ctypes.c_int32(WORKS[work]), ctypes.c_int64(size)
            )
        )
        if seconds <= 0:
            raise MemplaceError(f"there is no memory of {size} bytes to measure")
        return size / seconds

    def device(self, total: int, block: int, depth: int) -> float:
        """Returns the bytes per second of copies from pinned memory to the first GPU;
        with depth 0, of copies inside the GPU's memory."""
        return self._rate(
            total,
            self.library.memplace_rt_measure_device,
            ctypes.c_int64(total),
            ctypes.c_int64(block),
            ctypes.c_int32(depth),
        )


def repeat(times: int, measure: Callable[[], float]) -> Measured:
    """Repeats a measurement."""
    return Measured(tuple(measure() for _ in range(times)))


@dataclass(frozen=True)
class FileSpeed:
    """Read speed of a file."""

    by_size: dict[tuple[int, int], Measured]
    """Bytes per second by (bytes per read, reads in flight)."""
    two_readers: Measured
    """Bytes per second of two readers together, each reading as sessions do."""
    latency: Measured
    """Seconds of a single small read."""


def measure_file(machine: Machine, path: str, times: int) -> FileSpeed:
    """Measures a file of at least 1 MiB. Raises InputError for a smaller file."""
    try:
        size = os.path.getsize(path) // LATENCY_BLOCK * LATENCY_BLOCK
    except OSError as error:
        raise MemplaceError(f"cannot read '{path}': {error.strerror}") from error
    if size < 1 << 20:
        raise InputError(
            f"'{path}' has {size} bytes, too few to measure; take one of 1 MiB or more"
        )
    total = min(size, SCRATCH_BYTES)
    settings = [(block, depth) for block in BLOCKS for depth in DEPTHS]
    # In turns, so that other work on the machine affects all settings alike.
    values: dict[tuple[int, int], list[float]] = {key: [] for key in settings}
    for _ in range(times):
        for block, depth in settings:
            values[block, depth].append(
                machine.read(path, 0, total, block, depth, readers=1)
            )
    by_size = {key: Measured(tuple(found)) for key, found in values.items()}
    block, depth = USED
    two = repeat(times, lambda: machine.read(path, 0, total, block, depth, readers=2))
    span = min(total, 256 * LATENCY_BLOCK)
    latency = repeat(
        times,
        lambda: LATENCY_BLOCK / machine.read(path, 0, span, LATENCY_BLOCK, 1, 1),
    )
    return FileSpeed(by_size, two, latency)


def scratch_file(folder: str) -> str:
    """Writes a file of random bytes to a folder; returns its path."""
    path = None
    try:
        handle, path = tempfile.mkstemp(prefix=".memplace-calibrate-", dir=folder)
        with os.fdopen(handle, "wb") as file:
            for _ in range(SCRATCH_BYTES >> 20):
                file.write(os.urandom(1 << 20))
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        if path is not None:
            os.unlink(path)
        raise MemplaceError(
            f"cannot write {SCRATCH_BYTES} bytes to '{folder}' to measure it: "
            f"{error.strerror}"
        ) from error
    return path


def measure_writes(folder: str, times: int, runtime: str | None = None) -> Measured:
    """Measures the write speed of a scratch file in a folder, bytes per second."""
    machine = Machine(runtime)
    path = scratch_file(folder)
    try:
        return repeat(times, lambda: machine.write(path, SCRATCH_BYTES, *USED))
    finally:
        os.unlink(path)


def measure_at(machine: Machine, place: str, times: int) -> tuple[FileSpeed, str]:
    """Measures a file, or for a folder a temporary file there. Returns the speed, and a
    description of the file."""
    if not os.path.isdir(place):
        return measure_file(machine, place, times), f"'{os.path.basename(place)}'"
    path = scratch_file(place)
    try:
        return measure_file(machine, path, times), f"a file of {SCRATCH_BYTES} bytes"
    finally:
        os.unlink(path)


def total_memory() -> int:
    """Returns the bytes of main memory."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def processor_name() -> str:
    """Returns the processor's name by the kernel, or the machine type."""
    for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.machine()


def make_target(
    memory: dict[str, Measured], file: FileSpeed, what: str
) -> dict[str, Any]:
    """Returns the target: ops use `ram`, and the channel copies from `file`."""
    today = datetime.date.today().isoformat()
    block, depth = USED
    speed = file.by_size[block, depth]
    where = f"{today}, {os.cpu_count()} cores of {processor_name()}"
    sizes = "; ".join(
        f"{key[0] >> 10} KiB x {key[1]}: {value.describe('GB/s', 1e9)}"
        for key, value in file.by_size.items()
    )

    def measured(text: str) -> dict[str, str]:
        return {"status": "measured", "source": f"{text}; {where}"}

    reads = f"{what}, O_DIRECT, {block >> 10} KiB a read, {depth} in flight"
    sources = {
        "tiers[0].capacity": measured("main memory, which --memory limits"),
        "tiers[0].read_bytes_per_second": measured(
            "one thread: " + memory["read"].describe("GB/s", 1e9)
        ),
        "tiers[0].write_bytes_per_second": measured(
            f"one thread: {memory['write'].describe('GB/s', 1e9)} (copy: "
            f"{memory['copy'].describe('GB/s', 1e9)})"
        ),
        "tiers[1].read_bytes_per_second": measured(
            f"{reads}, two readers together: {file.two_readers.describe('GB/s', 1e9)}"
        ),
        "channels[0].bytes_per_second": measured(
            f"{reads}: {speed.describe('GB/s', 1e9)}; by size and reads in flight: {sizes}"
        ),
        "channels[0].latency_ps": measured(
            f"a read of 4 KiB by itself: {file.latency.describe('µs', 1e-6)}"
        ),
        "compute.flops_per_second.default": {
            "status": "estimate",
            "source": "memplace-serve measures each op instead",
        },
    }
    two = max(speed.median, file.two_readers.median)
    fields = two_tiers(total_memory(), memory["read"], memory["write"], speed, two)
    fields["channels"][0]["latency_ps"] = int(file.latency.median * PICOSECONDS)
    return {**fields, "sources": sources}


def two_tiers(
    capacity: int, read: Measured, write: Measured, copy: Measured, home: float
) -> dict[str, Any]:
    """Returns the fields of a target without sources. Ops use `ram` with `capacity`
    bytes. The channel copies from `file`, which delivers at most `home` bytes per
    second."""
    return {
        "format": "memplace-target",
        "version": 1,
        "name": "here",
        "tiers": [
            {
                "name": "ram",
                "capacity": capacity,
                "alignment": 4096,
                "read_bytes_per_second": int(read.median),
                "write_bytes_per_second": int(write.median),
            },
            {
                "name": "file",
                "capacity": 1 << 50,
                "alignment": 1,
                "read_bytes_per_second": int(home),
                "write_bytes_per_second": 0,
            },
        ],
        "default_tier": "ram",
        "channels": [
            {
                "name": "read",
                "from": "file",
                "to": "ram",
                "bytes_per_second": int(copy.median),
                "latency_ps": 0,
            }
        ],
        "combine": "max",
        "compute": {"flops_per_second": {"default": 20_000_000_000}, "launch_ps": 0},
    }


def add_writes(target: dict[str, Any], speed: Measured) -> dict[str, Any]:
    """Returns a target with a writable file, at the measured speed."""
    block, depth = USED
    source = {
        "status": "measured",
        "source": f"O_DIRECT, {block >> 10} KiB a write, {depth} in flight: "
        f"{speed.describe('GB/s', 1e9)}; {datetime.date.today().isoformat()}",
    }
    changed = with_writes(target, speed.median)
    changed["sources"] = {
        **target["sources"],
        "tiers[1].write_bytes_per_second": source,
        "channels[1].bytes_per_second": source,
    }
    return changed


def calibrate(
    place: str = ".",
    *,
    times: int = 5,
    runtime: str | None = None,
    scratch: str | None = None,
) -> dict[str, Any]:
    """Measures this machine. Returns the fields of a target, for `memplace.serve` and
    all tools.

    place: the file to read later, or a folder on its disk. In a folder, 256 MiB are
        written and then removed.
    times: number of measurements of each quantity; the median counts.
    runtime: libmemplace_runtime.so, if not found automatically.
    scratch: folder for scratch files; their write speed is measured, too.

    Raises MemplaceError if direct reads of the file fail.

    >>> [tier["name"] for tier in calibrate(file, times=1)["tiers"]]
    ['ram', 'file']
    """
    if times < 1:
        raise InputError(f"times must be at least 1, got {times}")
    machine = Machine(runtime)
    memory = {
        work: repeat(times, lambda work=work: machine.memory(work, MEMORY_BYTES))  # type: ignore[misc]
        for work in WORKS
    }
    file, what = measure_at(machine, place, times)
    target = make_target(memory, file, what)
    if scratch is None:
        return target
    return add_writes(target, measure_writes(scratch, times, runtime))


def calibrate_gpu(*, times: int = 5, runtime: str | None = None) -> dict[str, Any]:
    """Measures the first GPU. Returns the fields of a target, as `calibrate` does. Tier
    `ram` is the GPU's memory, tier `file` pinned main memory.

    times: number of measurements of each quantity; the median counts.
    runtime: libmemplace_runtime.so, if not found automatically.

    Raises MemplaceError if there is no GPU.
    """
    if times < 1:
        raise InputError(f"times must be at least 1, got {times}")
    machine = Machine(runtime)
    block, depth = USED_ON_GPU
    copies = repeat(times, lambda: machine.device(SCRATCH_BYTES, block, depth))
    # A copy inside the GPU's memory reads and writes each byte.
    inside = repeat(times, lambda: machine.device(SCRATCH_BYTES, SCRATCH_BYTES, 0))
    fields = two_tiers(1 << 50, inside, inside, copies, copies.median)
    today = datetime.date.today().isoformat()

    def measured(what: str, value: Measured) -> dict[str, str]:
        source = f"{what}: {value.describe('GB/s', 1e9)}; {today}, the first GPU"
        return {"status": "measured", "source": source}

    inside_text = f"a copy of {SCRATCH_BYTES >> 20} MiB inside the GPU's memory"
    copies_text = f"pinned memory to the GPU, {block >> 10} KiB x {depth}"
    estimate = {"status": "estimate"}
    fields["sources"] = {
        "tiers[0].capacity": {**estimate, "source": "--memory says how much there is"},
        "tiers[0].read_bytes_per_second": measured(inside_text, inside),
        "tiers[0].write_bytes_per_second": measured(inside_text, inside),
        "tiers[1].read_bytes_per_second": measured(copies_text, copies),
        "channels[0].bytes_per_second": measured(copies_text, copies),
        "channels[0].latency_ps": {**estimate, "source": "it is in the bandwidth"},
        "compute.flops_per_second.default": {
            **estimate,
            "source": "memplace-serve measures each op instead",
        },
    }
    return fields


def summary(target: dict[str, Any]) -> Sequence[str]:
    """Returns a line for each measured quantity."""
    return [
        f"{place}: {entry['source']}"
        for place, entry in target["sources"].items()
        if entry["status"] == "measured"
    ]
