"""Numbers as people read them."""

BYTE_UNITS = (("GiB", 2**30), ("MiB", 2**20), ("KiB", 2**10))
SECOND_UNITS = (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6), ("ns", 1e-9))


def format_bytes(count: float) -> str:
    """`count` bytes: "1.5 MiB", "20 B"."""
    for unit, size in BYTE_UNITS:
        if abs(count) >= size:
            return f"{count / size:.4g} {unit}"
    return f"{count:.4g} B"


def format_seconds(seconds: float) -> str:
    """`seconds` in the unit that suits: "1.68 s", "959.5 µs"."""
    for unit, size in SECOND_UNITS:
        if abs(seconds) >= size:
            return f"{seconds / size:.4g} {unit}"
    return f"{seconds / 1e-12:.4g} ps" if seconds else "0 s"


def byte_unit(largest: float) -> tuple[str, int]:
    """The unit for an axis of bytes that ends at `largest`, and its size."""
    for unit, size in BYTE_UNITS:
        if largest >= size:
            return unit, size
    return "B", 1


def counted(count: int, noun: str) -> str:
    """`count` and the noun: "1 read", "2 reads"."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
