//===- PlacedPasses.td - Passes for placed programs -*- tablegen -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_TRANSFORMS_PLACEDPASSES_TD
#define MEMPLACE_TRANSFORMS_PLACEDPASSES_TD

include "memplace/Pass/PassOptions.td"

def InsertTransfersPass : MemPlacePass<"memplace-insert-transfers"> {
  let summary = "Make residencies and transfers explicit";
  let description = [{
    Gives each recorded residency an allocation in the memory space of its tier, recreates the buffer's views there,
    redirects each access to its serving residency, and adds transfers, waits, acquires and releases. Deallocations of
    placed buffers disappear. Functions without a recorded placement stay unchanged. docs/guide/placed-programs.md shows
    an example.

    The pass fails and leaves the module unchanged if the recorded placement is stale or illegal, or if an access needs
    a copy of a buffer, but the accessed part of the buffer is known only at run time.
  }];
  let dependentDialects = ["::memplace::MemPlaceDialect", "::mlir::memref::MemRefDialect"];
}

def LowerToOffsetsPass : MemPlacePass<"memplace-lower-to-offsets"> {
  let summary = "Assign residencies to slots in one arena per tier";
  let description = [{
    Each invocation of a function gets one arena per used tier, as large as the peak, and frees it at the end. The
    allocation of each residency becomes a slot at its offset in the arena.

    The pass fails and leaves the module unchanged if an allocation contradicts its attributes.
  }];
  let dependentDialects = ["::memplace::MemPlaceDialect", "::mlir::memref::MemRefDialect"];
}

def TimeStepsPass : MemPlacePass<"memplace-time-steps"> {
  let summary = "Report the start and end of each step to the runtime";
  let description = [{
    For programs in a session (`memplace/Runtime/Session.h`): calls `memplace_rt_step_begin` before and
    `memplace_rt_step_end` after each step of a placed program, in the form with offsets, just before lowering. Steps
    are numbered from 0 in program order. Boundaries of loops and ops of memplace (transfers, waits, acquires, releases)
    are not counted, so step k is the k-th op of the placement problem, without its boundaries of loops.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::func::FuncDialect"];
}

def AddSessionPass : MemPlacePass<"memplace-add-session"> {
  let summary = "Add a main function that lets the runtime call a program";
  let description = [{
    Adds a function `memplace_session_main`, which serves calls of `function` as a session
    (`memplace/Runtime/Session.h`): the runtime allocates the arguments, reads their contents from files or from
    standard input, and calls `memplace_session_call` for each request. `memplace-run`, `memplace-serve` and the
    functions `compile` and `tune` of Python run programs this way. The pass runs after `convert-memplace-to-llvm`, when
    types have no tiers. It makes `function` private, so that an inlined copy replaces the function.

    The pass fails if the module has no such function with a body, if the function has results, if an argument is
    neither a scalar nor a memref of static shape and identity layout, or if a name is taken.

    Before:
    ```mlir
    func.func @main(%x: memref<4xf32>, %n: index) {
    ```
    After (constants omitted):
    ```mlir
    func.func private @memplace_session_call() {
      %b0 = call @memplace_rt_argument(%zero) : (i64) -> memref<?xi8>
      %x = memref.view %b0[%c0][] : memref<?xi8> to memref<4xf32>
      %b1 = call @memplace_rt_argument(%one) : (i64) -> memref<?xi8>
      %stored = memref.view %b1[%c0][] : memref<?xi8> to memref<index>
      %n = memref.load %stored[] : memref<index>
      call @main(%x, %n) : (memref<4xf32>, index) -> ()
      return
    }
    func.func @memplace_session_main() {
      %call = constant @memplace_session_call : () -> ()
      call @memplace_rt_serve(%call) : (() -> ()) -> ()
      return
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
                           "::mlir::memref::MemRefDialect"];
  let options = [
    Option<"function", "function", "std::string", /*default=*/"\"main\"", "Function to call">,
  ];
}

def VerifyPlacementPass : MemPlacePass<"memplace-verify-placement"> {
  let summary = "Check a placed program by rules R1 to R11";
  let description = [{
    Extracts the problem again from the IR, in any of its three forms, reads the placement, and checks rules R1 to R11
    of docs/reference/problem.md. The pass fails if a function has no placement, if a buffer or one of its pieces is
    outside the tier of its `memplace.pin`, or if an op of a cut function accesses an element outside of its memref
    (checked for data-independent indices).
  }];
  let options = [MemPlace_TargetOption<>, MemPlace_AllowUnknownOpsOption];
}

def ReportPass : MemPlacePass<"memplace-report"> {
  let summary = "Report where buffers are placed, the gain, and stalls";
  let description = [{
    Reports the makespan with everything in the default tier and as placed, the lower bound and the gap, peak bytes per
    tier, bytes moved, stalls with their causes, and the residencies of each buffer, as JSON, as a table or as remarks.
    The program may be in any of its three placed forms. The pass fails if a function has no placement or an illegal
    one.
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

#endif // MEMPLACE_TRANSFORMS_PLACEDPASSES_TD
