# ===- __init__.py - Models for XLA programs of real sizes ------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Models for xla_programs_large.py, by kind. Each is a function of a source of weights
and of its inputs, as in xla_programs.py."""
