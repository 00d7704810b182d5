"""The machines that `offload_plan` knows: a device's memory, the host's, the way in."""

from dataclasses import dataclass
from typing import Any

from memplace.errors import InputError
from memplace.placement import target as catalogue_target

DEVICE, HOST = "device", "host"  # The tiers of the problems that are made here.


@dataclass(frozen=True)
class _HostLink:
    """What a target of the catalogue without a host's memory lacks.

    capacity: bytes of the host's memory for each device.
    bytes_per_second: from the host's memory to the device's.
    latency_ps: from the issue of a copy until it flows, picoseconds.
    """

    capacity: int
    bytes_per_second: float
    latency_ps: int


# A TPU v5e machine of one chip has 48 GB (from memory). "How to Scale Your Model"
# reckons with 1.5e10 B/s over PCIe. The latency is a guess; an H200 takes 2.6 µs for
# each copy of many in a row, and 9 µs for one by itself.
_V5E_HOST = _HostLink(48_000_000_000, 1.5e10, 8_000_000)


@dataclass(frozen=True)
class Machine:
    """A target of offloading.

    fields: a target (docs/reference/problem.md) with the two tiers "device" and "host" and
        one channel, "in". Nothing is copied to the host.
    platform: what JAX calls it when it lowers a function.
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
        """Of offsets in the device's memory, bytes."""
        return int(self.fields["tiers"][0]["alignment"])

    def flops_per_second(self, element_type: str) -> float:
        """Operations a second on elements of an MLIR type, such as "bf16"."""
        rates = self.fields["compute"]["flops_per_second"]
        return float(rates.get(element_type, rates["default"]))

    def seconds_of(self, flops: dict[str, float], size: int) -> float:
        """Seconds of a kernel, without its launch: operations by MLIR element type, and
        bytes that it reads and writes in the device's memory."""
        compute = sum(n / self.flops_per_second(kind) for kind, n in flops.items())
        memory = size / float(self.fields["tiers"][0]["read_bytes_per_second"])
        return max(compute, memory)

    @property
    def launch_ps(self) -> int:
        """What it takes to launch an op, picoseconds."""
        return int(self.fields["compute"].get("launch_ps", 0))

    def with_capacity(self, capacity: int) -> dict[str, Any]:
        """The target with `capacity` bytes of the device's memory."""
        device, host = self.fields["tiers"]
        return {**self.fields, "tiers": [{**device, "capacity": capacity}, host]}


def _machine(name: str, device_tier: str, link: _HostLink | None) -> dict[str, Any]:
    """The target of the catalogue `name`, with its tier `device_tier` as the device's
    memory and `link` to the host's; without one it has a tier "host"."""
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


# Name -> device's tier in the catalogue, link to the host, JAX's platform.
_KNOWN: dict[str, tuple[str, _HostLink | None, str]] = {
    "h200-offload": ("hbm", None, "cuda"),
    "tpu-v5e": ("hbm", _V5E_HOST, "tpu"),
}
TARGETS = tuple(_KNOWN)


def find_machine(name: str) -> Machine:
    """Returns the machine of that name. Raises InputError if there is none."""
    if not isinstance(name, str) or name not in _KNOWN:
        raise InputError(
            f"no target {name!r} to offload from, use one of {', '.join(TARGETS)}"
        )
    tier, link, platform = _KNOWN[name]
    return Machine(_machine(name, tier, link), platform)
