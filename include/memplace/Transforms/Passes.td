//===- Passes.td - Passes that place buffers -*- tablegen -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_TRANSFORMS_PASSES_TD
#define MEMPLACE_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

class MemPlace_TargetOption<string what = "the module's `memplace.target` or DLTI spec">
  : Option<"target", "target", "std::string", /*default=*/"\"\"",
           "Built-in target's name, or a target file; empty: " # what>;

def MemPlace_AllowUnknownOpsOption
  : Option<"allowUnknownOps", "allow-unknown-ops", "bool", /*default=*/"false",
           "Treat ops without a model of MemoryOpInterface as barriers, not as errors">;

def MemPlace_StrictOption
  : Option<"strict", "strict", "bool", /*default=*/"false",
           "Fail where storage can't be placed, instead of leaving it with a remark">;

def ExtractProblemPass : Pass<"memplace-extract-problem", "mlir::ModuleOp"> {
  let summary = "Write each function as a placement problem";
  let description = [{
    Writes the placement problem of the module's functions as JSON (docs/problem.md). The IR is not changed.

    With one function the file is `file` itself; with several, `-<function>` goes before the suffix.
  }];
  let options = [
    MemPlace_TargetOption<>,
    Option<"file", "file", "std::string", /*default=*/"\"-\"",
           "File to write, `.gz` compresses; `-` is standard output">,
    Option<"function", "function", "std::string", /*default=*/"\"\"",
           "Only this function">,
    Option<"slotAlignment", "slot-alignment", "int64_t", /*default=*/"1",
           "Least alignment of offsets in every tier, bytes">,
    MemPlace_AllowUnknownOpsOption,
    MemPlace_StrictOption,
  ];
}

def PlaceBuffersPass : Pass<"memplace-place-buffers", "mlir::ModuleOp"> {
  let summary = "Choose tier, offset and steps of every buffer";
  let description = [{
    Extracts each function's problem, solves it with the solver named by `solver`, verifies the
    solution, and records it as attributes. No operation is created or erased; `memplace-insert-transfers` does
    that.
  }];
  let dependentDialects = ["::memplace::MemPlaceDialect"];
  let options = [
    MemPlace_TargetOption<>,
    Option<"solver", "solver", "std::string", /*default=*/"\"greedy\"",
           "Name of the solver, one of those listed in docs/solvers.md">,
    Option<"timeLimit", "time-limit", "double", /*default=*/"10.0",
           "Wall-clock limit of the solver, seconds, for each function">,
    Option<"seed", "seed", "uint64_t", /*default=*/"0", "Seed of the solver's randomness">,
    Option<"solution", "solution", "std::string", /*default=*/"\"\"",
           "Take the placement from this file instead of solving">,
    Option<"slotAlignment", "slot-alignment", "int64_t", /*default=*/"1",
           "Least alignment of offsets in every tier, bytes">,
    MemPlace_AllowUnknownOpsOption,
    MemPlace_StrictOption,
  ];
}

def InsertTransfersPass : Pass<"memplace-insert-transfers", "mlir::ModuleOp"> {
  let summary = "Make residencies and transfers explicit";
  let description = [{
    Gives each recorded residency an allocation of its own in its tier's memory space, re-creates the views
    of the buffer on it, serves each access from it, and adds transfers, waits, acquires and releases.
    Deallocations of placed buffers disappear.
  }];
  let dependentDialects = ["::memplace::MemPlaceDialect", "::mlir::memref::MemRefDialect"];
}

def LowerToOffsetsPass : Pass<"memplace-lower-to-offsets", "mlir::ModuleOp"> {
  let summary = "One arena per tier, residencies as slots in it";
  let description = [{
    Replaces the allocation of each residency by a slot at its offset in an arena that each invocation gets
    for each tier it uses, as large as the peak, and gives back at the end.
  }];
  let dependentDialects = ["::memplace::MemPlaceDialect", "::mlir::memref::MemRefDialect"];
}

def VerifyPlacementPass : Pass<"memplace-verify-placement", "mlir::ModuleOp"> {
  let summary = "Check by the rules what the IR now says";
  let description = [{
    Extracts the problem again from the IR as it is, in any of its three forms, reads the placement it says,
    and checks it by rules R1 to R10 of docs/problem.md. Fails if a function has no placement.
  }];
  let options = [MemPlace_TargetOption<>, MemPlace_AllowUnknownOpsOption];
}

def ReportPass : Pass<"memplace-report", "mlir::ModuleOp"> {
  let summary = "Say what was placed where, what it gains, and why not";
  let description = [{
    Makespan with everything in its home tier and as placed, proven bound and gap, peak bytes per tier, bytes moved,
    stalls with their causes, and each buffer's residencies, as JSON, as a table or as remarks.
  }];
  let options = [
    MemPlace_TargetOption<>,
    Option<"file", "file", "std::string", /*default=*/"\"\"",
           "Write the report to this file; `-` is standard output">,
    Option<"format", "format", "std::string", /*default=*/"\"json\"", "`json` or `table`">,
    Option<"remarks", "remarks", "bool", /*default=*/"false", "Emit a remark at each buffer">,
    MemPlace_AllowUnknownOpsOption,
  ];
}

#endif // MEMPLACE_TRANSFORMS_PASSES_TD
