# benchmarks/larger-than-memory/activations.py measures small networks: all contenders
# compute the same bits, ours within its limit, and the page follows from the results.
# Without cgroups, processes run unrestricted.
#
# REQUIRES: kernels, venv
# RUN: %venv_python %s %src_root

import json
import sys
import tempfile
from pathlib import Path
from unittest import mock

sys.path.insert(0, sys.argv[1] + "/test/python/Inputs")
sys.path.insert(0, sys.argv[1] + "/benchmarks")
sys.path.insert(0, sys.argv[1] + "/benchmarks/larger-than-memory")

# First, since the import sets JAX's platform.
from serving_cases import TARGET

# isort: split
import activations
from activations_page import activations_section
from memplace.serving.target import with_writes
from support.placements import BenchmarkError


class NoGroup:
    """Stands in for a cgroup."""

    def __init__(self, name, limit):
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name)

    def close(self):
        self.folder.cleanup()


try:
    activations.MemoryGroup("probe", 1 << 30).close()
    group = activations.MemoryGroup
except BenchmarkError:
    group = NoGroup


def measure(folder, *more):
    """Returns the results in the benchmark's store."""
    files, store = Path(folder, "files"), Path(folder, "store")
    files.mkdir(exist_ok=True)
    command = ["activations.py", "--tiny", "--calls", "2", "--limits", "150"]
    command += ["--folder", str(files), "--store", str(store), *more]
    # Calibration is skipped, since it writes and reads files of 256 MB.
    target = with_writes(TARGET, 1e9)
    with (
        mock.patch.object(activations, "calibrate", lambda *_, **__: target),
        mock.patch.object(activations, "MemoryGroup", group),
        mock.patch.object(sys, "argv", command),
    ):
        assert activations.main() == 0
    return store / "activations.json"


with tempfile.TemporaryDirectory() as folder:
    path = measure(folder)
    content = json.loads(path.read_text())
    assert list(content["networks"]) == ["unet", "int8"]
    for name, network in content["networks"].items():
        assert network["calls"] == 2, name
        rows = {row["name"]: row for row in network["limits"]["150"]}
        assert list(rows)[0] == activations.IN_MEMORY, rows
        for row in rows.values():
            # In a real cgroup, memory of others may exceed the limit.
            assert len(row["seconds"]) == 2 or "reason" in row, (name, row)
        ours, whole = rows[activations.OURS], rows[activations.IN_MEMORY]
        assert len(ours["seconds"]) == len(whole["seconds"]) == 2, (name, rows)
        assert ours["high_water_bytes"] <= ours["limit"], (name, ours)
        assert whole["read_bytes"] == 0, (name, whole)
    page = activations_section(path)
    assert page.count("| 150 %, ") == 3 + 5, page
    assert "## unet" in page and "## int8" in page, page

    # Results without a new measurement stay.
    again = json.loads(
        measure(folder, "--networks", "int8", "--calls", "3").read_text()
    )
    assert again["networks"]["unet"] == content["networks"]["unet"]
    assert again["networks"]["int8"]["calls"] == 3
