# ===- scheduled_hlo.py - When XLA waits for copies, out of its text -------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Reads the HLO text of a scheduled module: copies, and the kernels that wait for copies."""

import re
from dataclasses import dataclass

KERNELS = ("fusion", "custom-call", "dot", "convert")
INSTRUCTION = re.compile(r"\s+(?:ROOT )?%([\w.\-]+) = .*? ([\w\-]+)\((.*)")
ATTRIBUTES = re.compile(
    r", (metadata|backend_config|calls|sharding|frontend_attributes).*"
)


@dataclass(frozen=True)
class Instruction:
    """An instruction of the entry computation, in order of issue."""

    name: str
    op: str
    operands: list[str]


def read_entry(text: str) -> list[Instruction]:
    """Returns the instructions of the entry computation of a scheduled HLO module.

    >>> read_entry("\\nENTRY %m {\\n  %a.1 = f32[2]{0} negate(%b)\\n}")
    [Instruction(name='a.1', op='negate', operands=['b'])]
    """
    found = []
    for line in text[text.index("\nENTRY") :].splitlines()[2:]:
        if match := INSTRUCTION.match(line):
            operands = re.findall(r"%([\w.\-]+)", ATTRIBUTES.sub("", match.group(3)))
            found.append(Instruction(match.group(1), match.group(2), operands))
    return found


def early_waits(entry: list[Instruction]) -> list[int]:
    """Returns for each copy the number of kernels between the wait for the copy and its
    first reader. These kernels wait, too."""
    before = [0]
    users: dict[str, list[int]] = {}
    for number, instruction in enumerate(entry):
        before.append(before[-1] + (instruction.op in KERNELS))
        for operand in instruction.operands:
            users.setdefault(operand, []).append(number)

    def first_reader(number: int) -> int:
        found = [
            user if entry[user].op in KERNELS else first_reader(user)
            for user in users.get(entry[number].name, [])
        ]
        return min(found, default=len(entry))

    return [
        before[first_reader(number)] - before[number]
        for number, instruction in enumerate(entry)
        if instruction.op == "copy-done"
    ]
