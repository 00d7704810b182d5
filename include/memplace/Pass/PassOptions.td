//===- PassOptions.td - Options of several passes -*- tablegen -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_PASS_PASSOPTIONS_TD
#define MEMPLACE_PASS_PASSOPTIONS_TD

include "memplace/Pass/MemPlacePass.td"

class MemPlace_TargetOption<string what = "the module's `memplace.target` or DLTI spec">
  : Option<"target", "target", "std::string", /*default=*/"\"\"",
           "Target or its file; empty: " # what>;

def MemPlace_AllowUnknownOpsOption
  : Option<"allowUnknownOps", "allow-unknown-ops", "bool", /*default=*/"false",
           "Ops without a model are barriers, not errors">;

/// Options of the passes that run a solver to compare placements.
class MemPlace_SolverOption<string description = "Solver for the comparison (docs/guide/solvers.md)",
                            string solver = "greedy">
  : Option<"solver", "solver", "std::string", /*default=*/"\"" # solver # "\"", description>;

def MemPlace_SolverOptionsOption
  : Option<"solverOptions", "solver-options", "std::string", /*default=*/"\"\"",
           "Options of the solver, NAME=VALUE,NAME=VALUE">;

def MemPlace_TimeLimitOption
  : Option<"timeLimit", "time-limit", "double", /*default=*/"0.0",
           "Seconds per function and solve; 0: no limit">;

class MemPlace_SeedOption<string user = "the solver">
  : Option<"seed", "seed", "uint64_t", /*default=*/"0", "Seed of " # user>;

def MemPlace_SlotAlignmentOption
  : Option<"slotAlignment", "slot-alignment", "int64_t", /*default=*/"1",
           "Minimum alignment of offsets, bytes">;

def MemPlace_StrictOption
  : Option<"strict", "strict", "bool", /*default=*/"false",
           "Fail if storage or a function cannot be placed, instead of a remark or a warning">;

#endif // MEMPLACE_PASS_PASSOPTIONS_TD
