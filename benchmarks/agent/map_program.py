# ===- map_program.py - What a program says about its whole-life maps -------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Allowed whole-life tiers of a problem's buffers, the copies of buffers, and the
durations of ops that follow: the input of the mixed-integer program in egrl_bound.py.
Microseconds and MiB, so that HiGHS meets no tiny numbers."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

MIB = 1 << 20
Ends = tuple[int, int]  # Tiers at both ends of a transfer.


@dataclass
class Copy:
    """A buffer in a tier to which a map copies the buffer: its uses there, and the
    flows."""

    buffer: int
    home: int
    tier: int
    size: float
    first: int  # Steps of the first use, last use and last write.
    last: int
    last_write: int
    comes: bool  # The contents are copied in before the first use.
    returns: bool  # The contents are copied back after the last write.


@dataclass
class MapProgram:
    """A problem and its target, with derived facts."""

    problem: dict[str, Any]
    target: dict[str, Any]

    @property
    def buffers(self) -> list[dict[str, Any]]:
        """Buffers of the problem."""
        return self.problem["buffers"]

    @cached_property
    def steps(self) -> int:
        """Number of steps."""
        return len(self.problem["ops"])

    @cached_property
    def names(self) -> list[str]:
        """Names of tiers."""
        return [tier["name"] for tier in self.target["tiers"]]

    @cached_property
    def homes(self) -> list[int]:
        """Returns the tier of each external buffer, if any."""
        default = self.target["default_tier"]
        return [
            self.names.index(buffer.get("home", default)) for buffer in self.buffers
        ]

    @cached_property
    def uses(self) -> list[list[tuple[int, dict[str, Any]]]]:
        """Returns for each buffer the steps that use the buffer, with the accesses."""
        uses: list[list[tuple[int, dict[str, Any]]]] = [[] for _ in self.buffers]
        for step, op in enumerate(self.problem["ops"]):
            for access in op["accesses"]:
                uses[access["buffer"]].append((step, access))
        return uses

    @cached_property
    def trips(self) -> list[int]:
        """Returns the number of executions of each op."""
        trips = [1] * self.steps
        for loop in self.problem.get("loops", []):
            for step in range(loop["begin"], loop["end"]):
                trips[step] *= loop["trip_count"]
        return trips

    def is_owned(self, number: int) -> bool:
        """Returns True if a buffer is live-in or live-out."""
        buffer = self.buffers[number]
        is_live = buffer.get("live_in") or buffer.get("live_out")
        return bool(is_live or buffer.get("external"))

    def is_copied(self, number: int) -> bool:
        """Returns True if a map must copy a buffer between its home and another tier:
        all external buffers except weights of a cyclic program."""
        buffer = self.buffers[number]
        stays = (
            self.problem.get("cyclic")
            and buffer.get("live_in")
            and buffer["end"] == self.steps
            and all(access["mode"] == "read" for _, access in self.uses[number])
        )
        return self.is_owned(number) and not stays

    def copy_to(self, number: int, tier: int) -> Copy | None:
        """Returns the copies of a map with a buffer in this tier."""
        buffer, uses, home = self.buffers[number], self.uses[number], self.homes[number]
        if tier == home or not uses or not self.is_copied(number):
            return None
        writes = [step for step, access in uses if access["mode"] != "read"]
        return Copy(
            number,
            home,
            tier,
            buffer["size"] / MIB,
            first=uses[0][0],
            last=uses[-1][0],
            last_write=writes[-1] if writes else -1,
            comes=bool(buffer.get("live_in")) and uses[0][1]["mode"] != "write",
            returns=bool(buffer.get("live_out")) and bool(writes),
        )

    def room(self, number: int, tier: int) -> range:
        """Returns the steps in which a buffer in this tier certainly occupies room
        besides external memory, for any times of copies."""
        if self.is_owned(number) and tier == self.homes[number]:
            return range(0)
        copy = self.copy_to(number, tier)
        if copy:
            return range(copy.first, copy.last + 1)
        if self.is_copied(number):
            return range(0)  # An unused buffer.
        buffer = self.buffers[number]
        return range(buffer["begin"], buffer["end"])

    def serves(self, number: int, tier: int) -> bool:
        """Returns True if a buffer may be in a tier that may serve all accesses."""
        if self.names[tier] not in self.buffers[number].get("tiers", self.names):
            return False
        return all(
            self.names[tier] in access.get("tiers", self.names)
            and math.isfinite(self.per_mib(tier, access["mode"]))
            for _, access in self.uses[number]
        )

    def choices(self, number: int, copies: bool) -> list[int]:
        """Returns the possible whole-life tiers of a buffer; empty if maps do not
        decide the buffer. With `copies`, includes tiers reached by copies."""
        home = self.homes[number]
        if self.is_owned(number) and not self.serves(number, home):
            return []
        return [
            tier
            for tier, memory in enumerate(self.target["tiers"])
            if (
                self.buffers[number]["size"] <= memory["capacity"]
                or (self.is_owned(number) and tier == home)
            )
            and self.serves(number, tier)
            and (copies or tier == home or not self.is_copied(number))
        ]

    def per_mib(self, tier: int, mode: str) -> float:
        """Returns microseconds of an access per MiB; infinite if impossible."""
        memory = self.target["tiers"][tier]
        rates = [memory["read_bytes_per_second"]] if mode != "write" else []
        rates += [memory["write_bytes_per_second"]] if mode != "read" else []
        return sum(1e6 * MIB / rate if rate else math.inf for rate in rates)

    def rates(self, op: dict[str, Any]) -> tuple[float, float, float]:
        """Returns launch and compute of an op, and the unhidden share of the shorter of
        compute and memory."""
        launch = self.target.get("compute", {}).get("launch_ps", 0) / 1e6
        compute = op["compute_ps"] / 1e6
        is_null = not compute and not any(one["bytes"] for one in op["accesses"])
        return 0.0 if is_null else launch, compute, 1.0 - op.get("overlap", 1.0)

    def busy(self, access: dict[str, Any], tier: int) -> float:
        """Returns the busy time of a tier for an access."""
        return self.per_mib(tier, access["mode"]) * access["bytes"] / MIB

    def times(
        self, op: dict[str, Any], tiers: dict[int, int]
    ) -> tuple[float, list[float]]:
        """Returns the duration of an op and the busy times of tiers, by tiers of
        buffers."""
        busy = [0.0] * len(self.names)
        memory = [0.0] * len(self.names)
        for access in op["accesses"]:
            tier = tiers[access["buffer"]]
            each = self.busy(access, tier)
            busy[tier] += each
            memory[tier] += each / access.get("efficiency", 1.0)
        launch, compute, alone = self.rates(op)
        most = sum(memory) if self.target["combine"] == "sum" else max(memory)
        longer, shorter = max(compute, most), min(compute, most)
        return launch + longer + alone * shorter, busy

    def patterns(
        self, op: dict[str, Any], choices: list[list[int]], limit: int
    ) -> Iterator[dict[int, int]]:
        """Returns all tier choices for the buffers of an op; empty if there are more
        than `limit`, or if maps do not decide one of the buffers."""
        numbers = list(dict.fromkeys(access["buffer"] for access in op["accesses"]))
        if 0 < math.prod(len(choices[number]) for number in numbers) <= limit:
            for tiers in itertools.product(*(choices[number] for number in numbers)):
                yield dict(zip(numbers, tiers, strict=True))

    @cached_property
    def channels(self) -> dict[Ends, float]:
        """Returns microseconds per MiB from one tier to another by all channels
        together."""
        rates: dict[Ends, float] = {}
        for channel in self.target.get("channels", []):
            ends = self.names.index(channel["from"]), self.names.index(channel["to"])
            rates[ends] = rates.get(ends, 0.0) + channel["bytes_per_second"]
        return {ends: 1e6 * MIB / rate for ends, rate in rates.items()}

    def per_flow(self, ends: Ends, tier: int) -> float:
        """Returns microseconds of a tier's time per MiB of a flow."""
        each = 0.0
        for end, mode in zip(ends, ("read", "write"), strict=True):
            if end == tier and math.isfinite(self.per_mib(tier, mode)):
                each += self.per_mib(tier, mode)
        return each

    def most_flow(self, ends: Ends, duration: float, busy: list[float]) -> float:
        """Returns the MiB that can flow during an op from one tier to another without
        other flows."""
        most = duration / self.channels[ends]
        for tier, taken in enumerate(busy):
            each = self.per_flow(ends, tier)
            if each:
                most = min(most, max(duration - taken, 0.0) / each)
        return most
