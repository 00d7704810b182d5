"""Machines for plans of memory: the device's memory, the host's, and the link between.
"""

from dataclasses import dataclass
from typing import Any

from memplace.errors import InputError
from memplace.placement import Problem
from memplace.placement import target as catalogue_target

# Tiers of the problems of these machines.
DEVICE, HOST = "device", "host"
# Bytes of a memory without a limit.
_UNLIMITED = 2**60


@dataclass(frozen=True)
class _HostLink:
    """The host's memory, for targets of the catalogue without a host.

    capacity: bytes of the host's memory for each device.
    bytes_per_second: bandwidth from the host's memory to the device's.
    latency_ps: picoseconds from the issue of a copy until its first byte flows.
    """

    capacity: int
    bytes_per_second: float
    latency_ps: int


# A TPU v5e machine of one chip has 48 GB (from memory). "How to Scale Your Model" uses
# 1.5e10 B/s for PCIe. The latency is a guess: an H200 takes 2.6 µs for each of many
# copies in a row, and 9 µs for a single copy.
_V5E_HOST = _HostLink(48_000_000_000, 1.5e10, 8_000_000)


@dataclass(frozen=True)
class Machine:
    """A target of offloading.

    fields: a target (docs/reference/problem.md) with the two tiers "device" and "host"
        and the channel "in". No channel leads to the host.
    platform: JAX's name of the platform for which a function is lowered.
    """

    fields: dict[str, Any]
    platform: str

    @property
    def device_bytes(self) -> int:
        """Bytes of the device's memory."""
        return int(self.fields["tiers"][0]["capacity"])

    @property
    def host_bytes(self) -> int:
        """Bytes of the host's memory."""
        return int(self.fields["tiers"][1]["capacity"])

    @property
    def alignment(self) -> int:
        """Alignment of offsets in the device's memory, bytes."""
        return int(self.fields["tiers"][0]["alignment"])

    def flops_per_second(self, element_type: str) -> float:
        """Returns operations per second on elements of an MLIR type, such as "bf16"."""
        rates = self.fields["compute"]["flops_per_second"]
        return float(rates.get(element_type, rates["default"]))

    def seconds_of(self, flops: dict[str, float], size: int) -> float:
        """Returns the seconds of a kernel without its launch: the longer of compute and
        memory time. `flops` has operations by MLIR element type, `size` is the bytes
        read and written in the device's memory."""
        compute = sum(n / self.flops_per_second(kind) for kind, n in flops.items())
        memory = size / float(self.fields["tiers"][0]["read_bytes_per_second"])
        return max(compute, memory)

    def copy_seconds(self, size: int) -> float:
        """Returns the seconds of a copy of `size` bytes from the host's memory. Copies to
        the host count the same."""
        (channel,) = self.fields["channels"]
        latency = float(channel["latency_ps"]) * 1e-12
        return latency + size / float(channel["bytes_per_second"])

    @property
    def launch_ps(self) -> int:
        """Picoseconds to launch an op."""
        return int(self.fields["compute"].get("launch_ps", 0))

    def scheduling_problem(
        self, buffers: list[dict[str, Any]], ops: list[dict[str, Any]]
    ) -> Problem:
        """Returns a problem for the schedule search. The device's memory has no limit
        there, because the search lowers the peak."""
        return Problem.from_dict(
            {
                "format": "memplace-problem",
                "version": 1,
                "name": "step",
                "target": self.with_capacity(_UNLIMITED),
                "buffers": buffers,
                "ops": ops,
            }
        )

    def with_capacity(self, capacity: int) -> dict[str, Any]:
        """Returns the target with `capacity` bytes of the device's memory."""
        device, host = self.fields["tiers"]
        return {**self.fields, "tiers": [{**device, "capacity": capacity}, host]}


def _machine(name: str, device_tier: str, link: _HostLink | None) -> dict[str, Any]:
    """Returns the target `name` of the catalogue as a device and its host. Tier
    `device_tier` becomes the device's memory. If `link` is None, the catalogue's target
    must have a tier "host" and a channel from there."""
    fields = catalogue_target(name)
    tiers = {tier["name"]: tier for tier in fields["tiers"]}
    if link is None:
        host = tiers[HOST]
        (channel,) = (c for c in fields["channels"] if c["from"] == HOST)
        link = _HostLink(
            host["capacity"], channel["bytes_per_second"], channel["latency_ps"]
        )
    device = {**tiers[device_tier], "name": DEVICE}
    host = {
        "name": HOST,
        "capacity": link.capacity,
        "alignment": device["alignment"],
        "read_bytes_per_second": link.bytes_per_second,
        "write_bytes_per_second": link.bytes_per_second,
    }
    channel = {
        "name": "in",
        "from": HOST,
        "to": DEVICE,
        "bytes_per_second": link.bytes_per_second,
        "latency_ps": link.latency_ps,
    }
    return {
        "format": "memplace-target",
        "version": 1,
        "name": f"{name} with its host",
        "tiers": [device, host],
        "default_tier": DEVICE,
        "channels": [channel],
        "combine": fields["combine"],
        "compute": fields["compute"],
    }


# Name -> device's tier in the catalogue, link to the host (None: as in the catalogue),
# JAX's name of the platform.
_KNOWN: dict[str, tuple[str, _HostLink | None, str]] = {
    "h200-offload": ("hbm", None, "cuda"),
    "tpu-v5e": ("hbm", _V5E_HOST, "tpu"),
}
TARGETS = tuple(_KNOWN)


def find_machine(name: str) -> Machine:
    """Returns the machine named `name`. Raises InputError if the name is unknown."""
    if not isinstance(name, str) or name not in _KNOWN:
        raise InputError(
            f"no target {name!r} to offload from, use one of {', '.join(TARGETS)}"
        )
    tier, link, platform = _KNOWN[name]
    return Machine(_machine(name, tier, link), platform)
