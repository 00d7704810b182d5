"""Explains each residency: accesses served, time saved and costs, as sentences."""

from collections import defaultdict
from typing import Any

import numpy as np
from numpy.typing import NDArray

from memplace.compiled import core
from memplace.placement import Simulation
from memplace.report.units import counted, format_bytes, format_seconds, is_binary

# Smaller differences are rounding errors.
MIN_SECONDS = 1e-15


class Reasons:
    """Explains each residency of a legal placement.

    solution: the placement; run: its simulation; uses: result of core.residency_uses.
    """

    def __init__(
        self,
        solution: core.Solution,
        run: Simulation,
        uses: dict[str, NDArray[Any]],
    ) -> None:
        problem = solution.problem
        fields = problem.to_dict()
        target = problem.target
        self.residencies = solution.residencies.tolist()
        self.transfers = solution.transfers.tolist()
        self.uses = uses
        self.num_ops = problem.num_ops
        self.buffers = fields["buffers"]
        self.tier_names = problem.tier_names
        self.binary = is_binary(target["tiers"][0]["capacity"])
        self.channel_names = [channel["name"] for channel in target["channels"]]
        self.homes = [
            self.tier_names.index(buffer.get("home", target["default_tier"]))
            for buffer in self.buffers
        ]
        self.stalls: dict[int, float] = defaultdict(float)
        for transfer, seconds, trips in zip(
            run.stall_transfer.tolist(),
            run.stall_duration.tolist(),
            run.stall_trips.tolist(),
        ):
            self.stalls[transfer] += seconds * trips
        self.filled_by: dict[int, list[int]] = defaultdict(list)
        self.source_of: dict[int, list[int]] = defaultdict(list)
        for index, (source, to, *_) in enumerate(self.transfers):
            self.source_of[source].append(index)
            self.filled_by[to].append(index)

    def bytes_text(self, count: float) -> str:
        """Returns `count` bytes as text, in units like those of the fastest tier."""
        return format_bytes(count, self.binary)

    def all(self) -> list[str]:
        """Returns a sentence for each residency, by its index."""
        return [self.of(index) for index in range(len(self.residencies))]

    def of(self, index: int) -> str:
        """Returns the reasons for residency `index`."""
        parts = [
            *self._by_rule(index),
            *self._by_use(index),
            *self._by_transfers(index),
        ]
        return "; ".join(parts) or "serves no access and no transfer"

    def _by_rule(self, index: int) -> list[str]:
        """Returns the problem's own requirements."""
        buffer, tier, offset, begin, end = self.residencies[index]
        if tier != self.homes[buffer]:
            return []
        fields = self.buffers[buffer]
        starts = bool(fields.get("live_in")) and begin == 0
        ends = bool(fields.get("live_out")) and end >= self.num_ops
        place = "the caller's own place" if offset < 0 else "its home"
        if starts and ends:
            return [f"{place}, from the start to the end"]
        if starts:
            return [f"{place}, where its contents are at the start"]
        if ends:
            return [f"{place}, where its contents must be at the end"]
        return [place] if offset < 0 else []

    def _by_use(self, index: int) -> list[str]:
        """Returns the reads and writes served, and the time saved by the tier."""
        reads, writes = int(self.uses["reads"][index]), int(self.uses["writes"][index])
        if not reads and not writes:
            return []
        kinds = [
            counted(n, noun) for n, noun in ((reads, "read"), (writes, "write")) if n
        ]
        traffic = self.uses["bytes_read"][index] + self.uses["bytes_written"][index]
        parts = [f"serves {' and '.join(kinds)} ({self.bytes_text(traffic)})"]
        buffer, tier = self.residencies[index][:2]
        home = self.homes[buffer]
        saved = float(self.uses["seconds_saved"][index])
        if tier != home:
            name = f"'{self.tier_names[home]}'"
            if saved > MIN_SECONDS:
                parts.append(f"saves {format_seconds(saved)} over {name}")
            elif saved < -MIN_SECONDS:
                parts.append(f"takes {format_seconds(-saved)} more than {name}")
            else:
                parts.append(f"by itself, no faster than {name}")
        return parts

    def _by_transfers(self, index: int) -> list[str]:
        """Returns the transfers that fill the residency or copy from it."""
        parts = []
        filled = self.filled_by[index]
        if filled:
            stalled = sum(self.stalls[transfer] for transfer in filled)
            wait = f"stalls {format_seconds(stalled)}" if stalled else "no stall"
            parts.append(f"{self._channels(filled, 'filled over')}, {wait}")
        if sources := self.source_of[index]:
            parts.append(self._channels(sources, "copied from here over"))
        return parts

    def _channels(self, transfers: list[int], verb: str) -> str:
        """Returns verb, channels, and index or number of the transfers."""
        names = sorted({self.channel_names[self.transfers[t][2]] for t in transfers})
        channels = " and ".join(f"'{name}'" for name in names)
        if len(transfers) == 1:
            return f"{verb} {channels} (transfer {transfers[0]})"
        return f"{verb} {channels} ({len(transfers)} transfers)"


def bytes_by_channel(
    solution: core.Solution, trips: NDArray[np.int64]
) -> tuple[list[int], list[float]]:
    """Returns, by channel, the number of transfers and the bytes moved, with trips of
    loops."""
    count = [0] * len(solution.problem.target["channels"])
    total = [0.0] * len(count)
    num_ops = len(trips)
    for _, _, channel, start, _, size in solution.transfers.tolist():
        count[channel] += 1
        total[channel] += size * float(trips[start] if start < num_ops else 1)
    return count, total
