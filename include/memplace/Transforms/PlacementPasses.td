//===- PlacementPasses.td - Passes that find a placement -*- tablegen -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_TRANSFORMS_PLACEMENTPASSES_TD
#define MEMPLACE_TRANSFORMS_PLACEMENTPASSES_TD

include "memplace/Pass/PassOptions.td"

def ExtractProblemPass : MemPlacePass<"memplace-extract-problem"> {
  let summary = "Write each function as a placement problem";
  let description = [{
    Writes the placement problem of each function as JSON (docs/reference/problem.md). The IR is not changed.

    The problem describes the program as `memplace-default` places it, after inlining and simplification of a copy. A
    solution is therefore valid input of `memplace-default=solution=`. For `memplace-place-buffers`, which takes the IR
    unchanged, set `inline=false simplify=false`.

    With several functions, `-<function>` goes before the suffix of `file`, `locations` and `op-texts`. `locations` is
    input of `memplace-report --locations`; equal entries of `op-texts` are equal ops, which need a single measurement.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
                           "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"];
  let options = [
    MemPlace_TargetOption<>,
    Option<"file", "file", "std::string", /*default=*/"\"-\"",
           "File to write, `.gz` compresses; `-` is standard output">,
    Option<"locations", "locations", "std::string", /*default=*/"\"\"",
           "File for the source locations of buffers and ops, input of memplace-report">,
    Option<"opTexts", "op-texts", "std::string", /*default=*/"\"\"",
           "File for the text of each op, a JSON array by step">,
    Option<"opShapes", "op-shapes", "bool", /*default=*/"false",
           "Also write the extents of linalg ops, for EGRL's graph">,
    Option<"function", "function", "std::string", /*default=*/"\"\"",
           "Extract only this function">,
    Option<"inlineCalls", "inline", "bool", /*default=*/"true",
           "Inline calls first, as `memplace-default` does">,
    Option<"simplify", "simplify", "bool", /*default=*/"true",
           "Canonicalize first, as `memplace-default` does">,
    MemPlace_SlotAlignmentOption,
    Option<"pipelineLoops", "pipeline-loops", "std::string", /*default=*/"\"none\"",
           "Turn slices in loops into buffers first, as the same option of `memplace-default` does">,
    Option<"branches", "branches", "std::string", /*default=*/"\"step\"",
           "Enter branches first, as the same option of `memplace-default` does">,
    Option<"cut", "cut", "std::string", /*default=*/"\"none\"",
           "Cut ops and buffers first, as the same option of `memplace-default` does">,
    Option<"cuts", "cuts", "bool", /*default=*/"false",
           "Also write the possible cuts of ops, for `memplace-solve --cut`">,
    Option<"cutFloatSums", "cut-float-sums", "bool", /*default=*/"false",
           "With `cut` and `cuts`: also along loops that sum floats, which changes roundings">,
    MemPlace_AllowUnknownOpsOption,
    MemPlace_StrictOption,
  ];
}

def ScheduleOpsPass : MemPlacePass<"memplace-schedule"> {
  let summary = "Choose the order of ops, and which ops to run again";
  let description = [{
    Puts the ops of each function in an order in which the allocations pack into fewer bytes (`objective=peak`), or the
    placed program is faster (`objective=makespan`). With `recompute=PERCENT`, cheap ops may run again instead of keeping
    their results; their time is at most PERCENT of the program's. See docs/guide/scheduling.md.

    Loops and branches move as a whole; their bodies are ordered, too. No op moves across a call of an unknown function,
    input, output, or an op on storage of unknown size or place. Arguments must not overlap. Every op computes bitwise the
    same results. The rewritten function is extracted anew and compared with the written one; a function without a better
    order, or with several blocks, stays as it is.
  }];
  let dependentDialects = ["::memplace::MemPlaceDialect", "::mlir::memref::MemRefDialect"];
  let options = [
    MemPlace_TargetOption<>,
    Option<"objective", "objective", "std::string", /*default=*/"\"peak\"",
           "`peak`: the bytes of the packed allocations; `makespan`: the modelled time when placed">,
    Option<"recompute", "recompute", "double", /*default=*/"0.0",
           "Time that repeated ops may take, percent of the time of the program with all operands at home">,
    MemPlace_SolverOption<"Solver whose placement must be faster, for `objective=makespan`">,
    MemPlace_SolverOptionsOption,
    MemPlace_TimeLimitOption,
    MemPlace_SeedOption<"the search and the solver">,
    MemPlace_SlotAlignmentOption,
    Option<"remarks", "remarks", "bool", /*default=*/"false",
           "Emit a remark at each moved or repeated op and for each function">,
    MemPlace_AllowUnknownOpsOption,
  ];
}

def ListArgumentsPass : MemPlacePass<"memplace-list-arguments"> {
  let summary = "Write the arguments of each function as JSON";
  let description = [{
    For callers of programs, such as `memplace-run`. The IR is not changed. Fields of an argument: `name`
    (`memplace.buffer`), `type`, `element` and `shape` (of a static memref with the identity layout; a scalar has no
    shape), `unsigned`, `result` (an out-param), and `read`. The latter is false if the function does not use the
    argument, or writes it before it reads any of it.
  }];
  let options = [
    Option<"file", "file", "std::string", /*default=*/"\"-\"", "File to write; `-` is standard output">,
  ];
}

def SetHomesPass : MemPlacePass<"memplace-set-homes"> {
  let summary = "Set home tiers and pins of arguments";
  let description = [{
    Puts the memory space of a tier into the types of arguments; users of an argument see the old type through a cast.
    The tier is then the home of the argument. A slice of arguments is as in Python: `flash=0:-1` is all but the last.

    The pass fails if the module has no such function, if a slice is empty, or if an argument with a new home is no
    memref or has a memory space.

    Before, with `homes=file=0:1 pins=ram=0:1`:
    ```mlir
    func.func @main(%w: memref<4xf32>, %x: memref<4xf32>) {
    ```
    After:
    ```mlir
    func.func @main(%arg0: memref<4xf32, #memplace.tier<"file">> {memplace.pin = #memplace.tier<"ram">},
                    %x: memref<4xf32>) {
      %w = memref.memory_space_cast %arg0 : memref<4xf32, #memplace.tier<"file">> to memref<4xf32>
    ```
  }];
  let dependentDialects = ["::memplace::MemPlaceDialect", "::mlir::memref::MemRefDialect"];
  let options = [
    Option<"function", "function", "std::string", /*default=*/"\"main\"", "Function with the arguments">,
    ListOption<"homes", "homes", "std::string", "Home tiers of arguments: TIER=FIRST:LAST,...">,
    ListOption<"pins", "pins", "std::string", "Tiers for `memplace.pin` of arguments: TIER=FIRST:LAST,...">,
  ];
}

def PlaceBuffersPass : MemPlacePass<"memplace-place-buffers"> {
  let summary = "Choose tier, offset and steps of every buffer";
  let description = [{
    Extracts the problem of each function, solves the problem with `solver`, verifies the solution, and records the
    solution as attributes. The target becomes the module's `memplace.target`. No op is created or erased.

    With `solution`, the placement comes from a file, and is verified too. With several functions, `-<function>` goes
    before the suffix. The file must solve the problem that `memplace-extract-problem` writes for the same IR, with
    `inline=false simplify=false` if this pass runs alone.

    Unplaceable storage (dynamic size, escapes) stays a separate allocation, with a remark. An allocation that the
    function returns is placed like an argument. A buffer with a `memplace.pin` is placed in the given tier only. A
    function with callers is not placed, but runs inside its callers' steps.

    The pass fails and leaves the module unchanged if the solver, an option or the target is unknown, or if a function
    gets no legal placement. Limitations reported by the solver become remarks.
  }];
  let dependentDialects = ["::memplace::MemPlaceDialect"];
  let options = [
    MemPlace_TargetOption<>,
    MemPlace_SolverOption<"Solver, by name (docs/guide/solvers.md)">,
    MemPlace_SolverOptionsOption,
    Option<"timeLimit", "time-limit", "double", /*default=*/"10.0",
           "Wall-clock limit of the solver per function, seconds">,
    MemPlace_SeedOption<>,
    Option<"solution", "solution", "std::string", /*default=*/"\"\"",
           "Read the placement from this file instead of solving">,
    MemPlace_SlotAlignmentOption,
    MemPlace_AllowUnknownOpsOption,
    MemPlace_StrictOption,
  ];
}

def PlanStaticMemoryPass : MemPlacePass<"memplace-plan-static-memory", ""> {
  let summary = "Pack allocations into one arena, without tiers and transfers";
  let description = [{
    A replacement for upstream's static memory planner. Pairs of `memref.alloc` and `memref.dealloc` with static shapes
    in one block become `memref.view`s of one arena, at constant offsets chosen by the packing solvers
    (docs/guide/packing.md). `ownership-based-buffer-deallocation` and `bufferization-lower-deallocations` make such
    pairs; run `optimize-allocation-liveness` afterwards. Offsets respect an allocation's `alignment`, by default the
    alignment of its element type. The pass runs on functions and on modules.

    Before:
    ```mlir
    %a = memref.alloc() : memref<8xf32>
    "use"(%a) : (memref<8xf32>) -> ()
    memref.dealloc %a : memref<8xf32>
    ```
    After:
    ```mlir
    %arena = memref.alloc() {alignment = 4 : i64} : memref<32xi8>
    %c0 = arith.constant 0 : index
    %a = memref.view %arena[%c0][] : memref<32xi8> to memref<8xf32>
    "use"(%a) : (memref<8xf32>) -> ()
    memref.dealloc %arena : memref<32xi8>
    ```

    With `arena-mode=arg`, the arena is the function's first argument, a `memref<?xi8>` or a memref with enough bytes. A
    remark gives the required size and alignment. Each memory space gets its own arena; `arg` packs only the argument's
    space. With `arena-mode=global`, the arenas are private `memref.global`s of the module; recursion, parallel calls
    and function pointers are then errors.

    `capacities=0:4KiB,1:65536` limits the arenas of memory spaces. The error of a larger arena names the least possible
    capacity.

    Deallocations in branches, or of results of `arith.select` and `scf.if`, are left out if an arena holds everything
    that they may free. Not packed, with a remark: dynamic shapes, layouts other than the identity, allocations that
    another op may keep, and allocations in parallel loops or unknown regions.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect"];
  let options = [
    Option<"arenaMode", "arena-mode", "std::string", /*default=*/"\"allocate\"",
           "`allocate` the arena; `arg`: the first argument is the arena; `global`: a `memref.global`">,
    ListOption<"capacities", "capacities", "std::string",
               "`SPACE:BYTES` of memory spaces, 0 for the default space; no limit for others">,
    Option<"nodes", "nodes", "int64_t", /*default=*/"200000",
           "Limit of the search for a smaller arena: nodes and steps">,
  ];
}

#endif // MEMPLACE_TRANSFORMS_PLACEMENTPASSES_TD
