#!/usr/bin/env python3
# ===- minimalloc.py - Speaks MiniMalloc's command line -------------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Stands in for MiniMalloc: the options and files of its README. Packs by the program
in STAND_IN_PACKER, or writes an illegal packing if STAND_IN_LIES is set."""

import argparse
import os
import subprocess

parser = argparse.ArgumentParser(allow_abbrev=False)
parser.add_argument("--capacity", type=int, required=True)
parser.add_argument("--input", required=True)
parser.add_argument("--output", required=True)
options = parser.parse_args()
subprocess.run([os.environ["STAND_IN_PACKER"], options.input, "-o", options.output,
                f"--capacity={options.capacity}"], check=True, stdout=subprocess.DEVNULL)
if "STAND_IN_LIES" in os.environ:
    with open(options.output, encoding="ascii") as file:
        header, *rows = file.read().split()
    column = header.split(",").index("offset")
    with open(options.output, "w", encoding="ascii") as file:
        print(header, file=file)
        for row in rows:
            fields = row.split(",")
            fields[column] = "0"
            print(",".join(fields), file=file)
