# ===- map_program.py - What a program says about its whole-life maps -------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Where the buffers of a problem can be for their whole lives, which of them are copied,
and how long its ops take then: what egrl_bound.py makes a mixed-integer program of.
Microseconds and MiB, so that HiGHS meets no tiny numbers."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

MIB = 1 << 20
Ends = tuple[int, int]  # The tiers where a transfer begins and ends.


@dataclass
class Copy:
    """A buffer in a tier to which a map copies it: when it is used there, and what has
    to flow."""

    buffer: int
    home: int
    tier: int
    size: float
    first: int  # The steps of its first use, of its last one, and of its last write.
    last: int
    last_write: int
    comes: bool  # Its contents are copied in before the first use.
    returns: bool  # They are copied back after the last write.


@dataclass
class MapProgram:
    """A problem and its target, and what follows from them."""

    problem: dict[str, Any]
    target: dict[str, Any]

    @property
    def buffers(self) -> list[dict[str, Any]]:
        """Of the problem."""
        return self.problem["buffers"]

    @cached_property
    def steps(self) -> int:
        """How many there are."""
        return len(self.problem["ops"])

    @cached_property
    def names(self) -> list[str]:
        """Of tiers."""
        return [tier["name"] for tier in self.target["tiers"]]

    @cached_property
    def homes(self) -> list[int]:
        """The tier where the caller has each buffer, if it has it."""
        default = self.target["default_tier"]
        return [
            self.names.index(buffer.get("home", default)) for buffer in self.buffers
        ]

    @cached_property
    def uses(self) -> list[list[tuple[int, dict[str, Any]]]]:
        """Of each buffer the steps that use it, and the accesses."""
        uses: list[list[tuple[int, dict[str, Any]]]] = [[] for _ in self.buffers]
        for step, op in enumerate(self.problem["ops"]):
            for access in op["accesses"]:
                uses[access["buffer"]].append((step, access))
        return uses

    @cached_property
    def trips(self) -> list[int]:
        """How often each op runs."""
        trips = [1] * self.steps
        for loop in self.problem.get("loops", []):
            for step in range(loop["begin"], loop["end"]):
                trips[step] *= loop["trip_count"]
        return trips

    def is_owned(self, number: int) -> bool:
        """Whether the caller has a buffer before or after the program."""
        buffer = self.buffers[number]
        is_live = buffer.get("live_in") or buffer.get("live_out")
        return bool(is_live or buffer.get("external"))

    def is_copied(self, number: int) -> bool:
        """Whether a buffer is copied where a map has it in another tier than its home:
        all that the caller has, but weights of a cyclic program."""
        buffer = self.buffers[number]
        stays = (
            self.problem.get("cyclic")
            and buffer.get("live_in")
            and buffer["end"] == self.steps
            and all(access["mode"] == "read" for _, access in self.uses[number])
        )
        return self.is_owned(number) and not stays

    def copy_to(self, number: int, tier: int) -> Copy | None:
        """What a map that has a buffer in this tier copies."""
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
        """The steps in which a buffer that a map has in this tier surely has room there
        that the caller does not give it, whatever copies do."""
        if self.is_owned(number) and tier == self.homes[number]:
            return range(0)
        copy = self.copy_to(number, tier)
        if copy:
            return range(copy.first, copy.last + 1)
        if self.is_copied(number):
            return range(0)  # Nothing uses it.
        buffer = self.buffers[number]
        return range(buffer["begin"], buffer["end"])

    def serves(self, number: int, tier: int) -> bool:
        """Whether a buffer may be in a tier, and all accesses be served from there."""
        if self.names[tier] not in self.buffers[number].get("tiers", self.names):
            return False
        return all(
            self.names[tier] in access.get("tiers", self.names)
            and math.isfinite(self.per_mib(tier, access["mode"]))
            for _, access in self.uses[number]
        )

    def choices(self, number: int, copies: bool) -> list[int]:
        """Tiers where a buffer can be all its life; none if no map decides that. With
        `copies` also those to which it is copied."""
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
        """Microseconds that an access of a MiB takes; infinite where there is none."""
        memory = self.target["tiers"][tier]
        rates = [memory["read_bytes_per_second"]] if mode != "write" else []
        rates += [memory["write_bytes_per_second"]] if mode != "read" else []
        return sum(1e6 * MIB / rate if rate else math.inf for rate in rates)

    def rates(self, op: dict[str, Any]) -> tuple[float, float, float]:
        """Launch and compute of an op, and which part of the shorter one of compute and
        memory the other does not hide."""
        launch = self.target.get("compute", {}).get("launch_ps", 0) / 1e6
        compute = op["compute_ps"] / 1e6
        is_null = not op["accesses"] and not compute
        return 0.0 if is_null else launch, compute, 1.0 - op.get("overlap", 1.0)

    def busy(self, access: dict[str, Any], tier: int) -> float:
        """How long an access keeps a tier busy."""
        return self.per_mib(tier, access["mode"]) * access["bytes"] / MIB

    def times(
        self, op: dict[str, Any], tiers: dict[int, int]
    ) -> tuple[float, list[float]]:
        """How long an op takes, and keeps each tier busy, by tiers of buffers."""
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
        """All ways to give the buffers of an op a tier; none if these are more than
        `limit`, or no map decides about one of them."""
        numbers = list(dict.fromkeys(access["buffer"] for access in op["accesses"]))
        if 0 < math.prod(len(choices[number]) for number in numbers) <= limit:
            for tiers in itertools.product(*(choices[number] for number in numbers)):
                yield dict(zip(numbers, tiers, strict=True))

    @cached_property
    def channels(self) -> dict[Ends, float]:
        """Microseconds that a MiB takes from one tier to another by all channels
        together."""
        rates: dict[Ends, float] = {}
        for channel in self.target.get("channels", []):
            ends = self.names.index(channel["from"]), self.names.index(channel["to"])
            rates[ends] = rates.get(ends, 0.0) + channel["bytes_per_second"]
        return {ends: 1e6 * MIB / rate for ends, rate in rates.items()}

    def per_flow(self, ends: Ends, tier: int) -> float:
        """Microseconds of a tier's time that a MiB takes which flows there."""
        each = 0.0
        for end, mode in zip(ends, ("read", "write"), strict=True):
            if end == tier and math.isfinite(self.per_mib(tier, mode)):
                each += self.per_mib(tier, mode)
        return each

    def most_flow(self, ends: Ends, duration: float, busy: list[float]) -> float:
        """MiB that flow during an op from one tier to another if nothing else does."""
        most = duration / self.channels[ends]
        for tier, taken in enumerate(busy):
            each = self.per_flow(ends, tier)
            if each:
                most = min(most, max(duration - taken, 0.0) / each)
        return most
