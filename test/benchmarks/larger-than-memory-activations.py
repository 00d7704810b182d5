# benchmarks/larger-than-memory/activations.py measures small networks: all contenders
# compute the same bits, ours within its limit, and the page is made of what it wrote.
# Where no cgroup can be made, processes run without one.
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

# First: it says where JAX computes.
from serving_cases import TARGET

# isort: split
import activations
from activations_page import activations_section
from memplace.serving.machine import with_writes
from support.placements import BenchmarkError


class NoGroup:
    """What takes the place of a cgroup."""

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
    """Returns what the benchmark writes to its store."""
    files, store = Path(folder, "files"), Path(folder, "store")
    files.mkdir(exist_ok=True)
    command = ["activations.py", "--tiny", "--calls", "2", "--limits", "150"]
    command += ["--folder", str(files), "--store", str(store), *more]
    # Not measured, which writes and reads files of 256 MB.
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
            # In a cgroup, what is no memory of ours may be too much of it.
            assert len(row["seconds"]) == 2 or "reason" in row, (name, row)
        ours, whole = rows[activations.OURS], rows[activations.IN_MEMORY]
        assert len(ours["seconds"]) == len(whole["seconds"]) == 2, (name, rows)
        assert ours["high_water_bytes"] <= ours["limit"], (name, ours)
        assert whole["read_bytes"] == 0, (name, whole)
    page = activations_section(path)
    assert page.count("| 150 %, ") == 3 + 5, page
    assert "## unet" in page and "## int8" in page, page

    # What is not measured again stays.
    again = json.loads(
        measure(folder, "--networks", "int8", "--calls", "3").read_text()
    )
    assert again["networks"]["unet"] == content["networks"]["unet"]
    assert again["networks"]["int8"]["calls"] == 3
