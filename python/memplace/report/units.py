"""Formats numbers with units."""

BINARY_UNITS = (("GiB", 2**30), ("MiB", 2**20), ("KiB", 2**10))
DECIMAL_UNITS = (("TB", 10**12), ("GB", 10**9), ("MB", 10**6), ("kB", 10**3))
SECOND_UNITS = (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6), ("ns", 1e-9))


def is_binary(capacity: int) -> bool:
    """Returns true if a capacity, in bytes, is the shorter number in powers of 1024:
    125 MiB are 131,072 kB, and 16 GB are 15,625,000 KiB.

    >>> [is_binary(capacity) for capacity in (128 << 20, 125 << 20, 16 * 10**9, 10**6)]
    [True, True, False, False]
    """
    return mantissa(capacity, 1024) <= mantissa(capacity, 1000)


def mantissa(count: int, factor: int) -> int:
    """Returns `count` divided by the largest power of `factor` that divides `count`."""
    while count and count % factor == 0:
        count //= factor
    return count


def byte_units(binary: bool) -> tuple[tuple[str, int], ...]:
    """Returns names and sizes of the units, the largest first."""
    return BINARY_UNITS if binary else DECIMAL_UNITS


def format_bytes(count: float, binary: bool = True) -> str:
    """Returns `count` bytes as text: "1.5 MiB", "1.573 MB" or "20 B"."""
    for unit, size in byte_units(binary):
        if abs(count) >= size:
            return f"{count / size:.4g} {unit}"
    return f"{count:.4g} B"


def format_seconds(seconds: float) -> str:
    """Returns `seconds` in a suitable unit: "1.68 s", "959.5 µs"."""
    for unit, size in SECOND_UNITS:
        if abs(seconds) >= size:
            return f"{seconds / size:.4g} {unit}"
    return f"{seconds / 1e-12:.4g} ps" if seconds else "0 s"


def byte_unit(largest: float, binary: bool = True) -> tuple[str, int]:
    """Returns the unit, and its size, for an axis of bytes up to `largest`."""
    for unit, size in byte_units(binary):
        if largest >= size:
            return unit, size
    return "B", 1


def counted(count: int, noun: str) -> str:
    """Returns `count` and the noun: "1 read", "2 reads"."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
