"""Problems shared by the tests of the bindings."""

from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[3]
PROBLEMS = REPOSITORY / "benchmarks" / "problems"
LSTM = PROBLEMS / "kinds" / "lstm.problem.json.gz"


def tier(name: str, capacity: int, speed: int) -> dict:
    return {
        "name": name,
        "capacity": capacity,
        "alignment": 1,
        "read_bytes_per_second": speed,
        "write_bytes_per_second": speed,
    }


def channel(name: str, source: str, to: str) -> dict:
    return {
        "name": name,
        "from": source,
        "to": to,
        "bytes_per_second": 1000,
        "latency_ps": 0,
    }


def problem_dict() -> dict:
    """Weights `w` of 50 bytes are read by the last of three ops; the first two take a
    second each. All buffers in `slow`: 1 + 1 + 0.5 s; with `w` prefetched to `fast`: 1
    + 1 + 0.05 s."""
    return {
        "format": "memplace-problem",
        "version": 1,
        "name": "hand",
        "target": {
            "format": "memplace-target",
            "version": 1,
            "name": "two",
            "tiers": [tier("fast", 100, 1000), tier("slow", 1000, 100)],
            "default_tier": "slow",
            "channels": [channel("in", "slow", "fast"), channel("out", "fast", "slow")],
            "combine": "sum",
            "compute": {"flops_per_second": {"default": 1}, "launch_ps": 0},
        },
        "buffers": [
            {"name": "w", "size": 50, "begin": 0, "end": 3, "live_in": True},
        ],
        "ops": [
            {"name": "A", "compute_ps": 10**12, "accesses": []},
            {"name": "B", "compute_ps": 10**12, "accesses": []},
            {
                "name": "C",
                "compute_ps": 0,
                "accesses": [{"buffer": 0, "mode": "read", "bytes": 50}],
            },
        ],
    }
