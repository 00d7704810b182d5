//===- Passes.td - Passes that place buffers -*- tablegen -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_TRANSFORMS_PASSES_TD
#define MEMPLACE_TRANSFORMS_PASSES_TD

include "memplace/Pass/MemPlacePass.td"

class MemPlace_TargetOption<string what = "the module's `memplace.target` or DLTI spec">
  : Option<"target", "target", "std::string", /*default=*/"\"\"",
           "Built-in target or target file; empty: " # what>;

def MemPlace_AllowUnknownOpsOption
  : Option<"allowUnknownOps", "allow-unknown-ops", "bool", /*default=*/"false",
           "Treat ops without a model as barriers, not as errors">;

/// Options of the passes that run a solver to compare placements.
class MemPlace_SolverOption<string description = "Solver for the comparison (docs/guide/solvers.md)">
  : Option<"solver", "solver", "std::string", /*default=*/"\"greedy\"", description>;

def MemPlace_SolverOptionsOption
  : Option<"solverOptions", "solver-options", "std::string", /*default=*/"\"\"",
           "Options of the solver, NAME=VALUE,NAME=VALUE">;

def MemPlace_TimeLimitOption
  : Option<"timeLimit", "time-limit", "double", /*default=*/"0.0",
           "Wall-clock limit per function and solve, seconds; 0: limited by budgets only">;

def MemPlace_SeedOption
  : Option<"seed", "seed", "uint64_t", /*default=*/"0", "Seed of the solver">;

def MemPlace_SlotAlignmentOption
  : Option<"slotAlignment", "slot-alignment", "int64_t", /*default=*/"1",
           "Minimum alignment of offsets in every tier, bytes">;

def MemPlace_StrictOption
  : Option<"strict", "strict", "bool", /*default=*/"false",
           "Fail if storage or a function cannot be placed, instead of a remark or a warning">;

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
    Option<"opExtents", "op-extents", "bool", /*default=*/"false",
           "Append loop extents to the names of linalg ops, for EGRL's graph">,
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

def CutOpsPass : MemPlacePass<"memplace-cut"> {
  let summary = "Cut ops and buffers into pieces before placement";
  let description = [{
    Cuts ops into ops on parts of their operands, and buffers into separately placed pieces (docs/guide/cutting.md).
    Linalg ops are cut along parallel loops, `memref.copy` along axes, ops of other dialects by `getCuts` of
    MemoryOpInterface. A buffer cut alike by all its users becomes several allocations; an argument or global becomes
    casts with `memplace.piece`. Results have the same bits unless `float-sums` is set.

    With `cut=auto` or `cut=N`, a search (docs/guide/solvers.md#cutting-ops-and-buffers-in-pieces) chooses the cuts.
    `solver` then places the cut and the original program, and the faster version is kept. A function with
    `memplace.cut` attributes is cut exactly as the attributes ask.

    If the target's `piece_ps` exceeds the cost of a launch, a `memplace.launch_overhead` precedes each piece after the
    first.

    Not cut: dynamic dimensions (with a remark), buffers with a pin, buffers with uncuttable users, arguments and
    globals along columns with short rows (unless the target gives the cost of moving rows), and buffers with
    overlapping pieces, e.g. the input of a convolution with a halo.

    The pass fails and leaves the function unchanged if a `memplace.cut` is impossible, if no op has enough indices for
    `cut=N`, or if an op's model describes a cut with invalid pieces.
  }];
  let dependentDialects = ["::memplace::MemPlaceDialect", "::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect"];
  let options = [
    MemPlace_TargetOption<>,
    Option<"cut", "cut", "std::string", /*default=*/"",
           "`auto`: cut if that is faster, or if ops do not fit otherwise; a number: the same, with that many pieces; "
           "`none`: only ops with `memplace.cut`; default: `auto` if a tier serves no ops, else `none`">,
    Option<"budget", "budget", "int64_t", /*default=*/"300", "Number of cut problems to try per function">,
    Option<"floatSums", "float-sums", "bool", /*default=*/"false",
           "Also cut along loops that sum floats; results round differently where sums are computed in blocks">,
    MemPlace_SolverOption<>,
    MemPlace_SolverOptionsOption,
    MemPlace_TimeLimitOption,
    Option<"seed", "seed", "uint64_t", /*default=*/"0", "Seed of the search and the solver">,
    MemPlace_SlotAlignmentOption,
    Option<"remarks", "remarks", "bool", /*default=*/"false",
           "Emit a remark at each cut op and for each function">,
    MemPlace_AllowUnknownOpsOption,
  ];
}

def CutArgumentsPass : MemPlacePass<"memplace-cut-arguments"> {
  let summary = "Split arguments of a function by rows";
  let description = [{
    Replaces each of the `arguments` of `function` larger than `bytes` by arguments for parts of its rows, of about
    `bytes` each and consecutive in memory. Linalg ops on the argument become ops on the parts. A weight in a file can
    then be read, and kept or evicted, part by part (docs/guide/serving.md).

    Results have the same bits if kernels compute the products: cuts respect the kernels' blocks
    (MEMPLACE_KERNELS_SIDE_BLOCK, MEMPLACE_KERNELS_SUM_BLOCK). The size of a part is a multiple of 4096 bytes, unless
    the rounding would double the part.

    - An element-wise copy of the argument, e.g. widened and scaled int8 weights, is cut with its readers.
    - If a loop takes a row of the argument per trip, as `lax.scan` does with stacked weights, the loop is unrolled
      within `max-steps`. The rows become arguments, which are cut in turn.
    - If the program only takes rows at computed indices (an embedding, the experts of a mixture), at most 512 and fewer
      than half of the rows, the program copies the rows to separate memory, regardless of `bytes`. The argument is
      renamed to `NAME.picked 1/1`; with at most 64 rows, each row becomes an argument `NAME.picked I/N`.

    An argument stays whole, without a remark, if its layout is dynamic, if a reader is not a linalg op or does not go
    row by row (a convolution's window, `linalg.index`), or if a reader has a `memplace.cost` or `memplace.cut`. An
    argument with a sum over its rows also stays whole if the sum has a second loop, or another type than f32 and f64.

    Before, with `arguments=1 bytes=1024`:
    ```mlir
    func.func @main(%x: memref<4x512xf32>, %w: memref<512x1xf32>, %y: memref<4x1xf32>) {
      linalg.matmul ins(%x, %w : memref<4x512xf32>, memref<512x1xf32>) outs(%y : memref<4x1xf32>)
    ```
    After:
    ```mlir
    func.func @main(%x: memref<4x512xf32>, %w0: memref<256x1xf32> {memplace.buffer = "arg1.piece 1/2"},
                    %w1: memref<256x1xf32> {memplace.buffer = "arg1.piece 2/2"}, %y: memref<4x1xf32>) {
      %x0 = memref.subview %x[0, 0] [4, 256] [1, 1]
        : memref<4x512xf32> to memref<4x256xf32, strided<[512, 1]>>
      linalg.matmul ins(%x0, %w0 : memref<4x256xf32, strided<[512, 1]>>, memref<256x1xf32>)
        outs(%y : memref<4x1xf32>)
      %x1 = memref.subview %x[0, 256] [4, 256] [1, 1]
        : memref<4x512xf32> to memref<4x256xf32, strided<[512, 1], offset: 256>>
      linalg.matmul ins(%x1, %w1 : memref<4x256xf32, strided<[512, 1], offset: 256>>, memref<256x1xf32>)
        outs(%y : memref<4x1xf32>)
    ```
  }];
  let dependentDialects = ["::memplace::MemPlaceDialect", "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"];
  let options = [
    Option<"function", "function", "std::string", /*default=*/"\"main\"", "Function with the arguments">,
    ListOption<"arguments", "arguments", "int64_t", "Numbers of the arguments to cut">,
    Option<"bytes", "bytes", "int64_t", /*default=*/"4194304",
           "Size of a part; larger if equal results require it">,
    Option<"maxSteps", "max-steps", "int64_t", /*default=*/"4000",
           "Maximum number of steps of the function after unrolling">,
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

def KeepAttributesPass : MemPlacePass<"memplace-keep-attributes"> {
  let summary = "Keep attributes that inlining would drop";
  let description = [{
    Inlining drops attributes of calls and of the callee's arguments. This pass copies the pin of an argument to the
    buffers passed by calls, and protects calls with a `memplace.cost` from inlining. `memplace-default` runs this pass
    first.

    The pass fails if a buffer would get two pins, if the buffer passed to a pinned argument is known only at run time,
    or if a `bufferization.clone`, which becomes two ops, has an attribute of memplace.

    Before:
    ```mlir
    func.func private @f(%x: memref<8xf32> {memplace.pin = #memplace.tier<"sram">}) { ... }
    %a = memref.alloc() : memref<8xf32>
    call @f(%a) : (memref<8xf32>) -> ()
    ```
    After:
    ```mlir
    %a = memref.alloc() {memplace.pin = #memplace.tier<"sram">} : memref<8xf32>
    call @f(%a) : (memref<8xf32>) -> ()
    ```
  }];
}

def CanonicalizePass : MemPlacePass<"memplace-canonicalize", "::mlir::func::FuncOp"> {
  let summary = "Canonicalize and keep the attributes of memplace";
  let description = [{
    Applies the patterns of MLIR's `canonicalize`. An op that replaces an op of its kind takes over the attributes of
    memplace. Loops and branches with a `memplace.cost` stay.

    Before:
    ```mlir
    %c8 = arith.constant 8 : index
    %a = memref.alloc(%c8) {memplace.pin = #memplace.tier<"sram">} : memref<?xf32>
    ```
    After:
    ```mlir
    %a = memref.alloc() {memplace.pin = #memplace.tier<"sram">} : memref<8xf32>
    %b = memref.cast %a : memref<8xf32> to memref<?xf32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"];
}

def EnterBranchesPass : MemPlacePass<"memplace-enter-branches"> {
  let summary = "Turn ops in arms of branches into steps";
  let description = [{
    By default, an `scf.if` or `scf.index_switch` is a single step of a placement, and nothing is fetched or freed
    inside. This pass puts `memplace.enter_arm` into arms on whole buffers, which makes their ops steps
    (docs/guide/placed-programs.md). If several arms touch memory, each becomes a separate `scf.if`.

    With `branches=auto`, `solver` places the function unchanged, with all branches entered, and with only single-arm
    branches entered, and the fastest version is kept. `branches=arms` enters all branches without a comparison.
    `branches=step` only splits branches with several marked arms, e.g. after canonicalization.

    Before:
    ```mlir
    scf.if %c {
      linalg.exp ins(%x : memref<8xf32>) outs(%y : memref<8xf32>)
    } else {
      linalg.log ins(%x : memref<8xf32>) outs(%y : memref<8xf32>)
    }
    ```
    After:
    ```mlir
    %not = arith.xori %c, %true : i1
    scf.if %c {
      memplace.enter_arm "then"
      linalg.exp ins(%x : memref<8xf32>) outs(%y : memref<8xf32>)
    }
    scf.if %not {
      memplace.enter_arm "else"
      linalg.log ins(%x : memref<8xf32>) outs(%y : memref<8xf32>)
    }
    ```

    A branch with a `memplace.cost` remains a single step. So does a branch inside another step, a branch with accesses
    to individual elements only, and a branch with several arms and a result allocated inside, unless the allocation can
    precede the branch.
  }];
  let dependentDialects = ["::memplace::MemPlaceDialect", "::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
  let options = [
    MemPlace_TargetOption<>,
    Option<"branches", "branches", "std::string", /*default=*/"\"arms\"",
           "`auto`: enter arms if that is faster; `arms`: enter all; `step`: enter none">,
    MemPlace_SolverOption<>,
    MemPlace_SolverOptionsOption,
    MemPlace_TimeLimitOption,
    MemPlace_SeedOption,
    MemPlace_SlotAlignmentOption,
    Option<"remarks", "remarks", "bool", /*default=*/"false",
           "Emit a remark for each function with branches on whole buffers, and at each branch not entered">,
    MemPlace_AllowUnknownOpsOption,
  ];
}

def FetchRowsPass : MemPlacePass<"memplace-fetch-rows"> {
  let summary = "Fetch rows at run-time addresses by transfers";
  let description = [{
    A gather, or an access to a slice at a run-time position, needs a few rows of a buffer. If the buffer fits into no
    tier that serves ops, but all channels there are `indexed`, this pass takes the rows through `memplace.window`s, so
    that transfers with run-time addresses fetch them and write them back. A gather becomes a loop over its rows. Such a
    buffer cannot be cut, so a copy of it, or another op on all of it, becomes a loop over runs of rows.

    Before:
    ```mlir
    linalg.generic {…} ins(%ids : memref<32xindex>) outs(%out : memref<32x64xf32>) {
    ^bb0(%id: index, %unused: f32):
      %j = linalg.index 1 : index
      %0 = memref.load %table[%id, %j] : memref<30000x64xf32>
      linalg.yield %0 : f32
    }
    ```
    After, without the second window:
    ```mlir
    %w = memplace.window %table : memref<30000x64xf32> to memref<1x64xf32, strided<[64, 1], offset: ?>>
    scf.for %i = %c0 to %c32 step %c1 {
      %id = memref.load %ids[%i] : memref<32xindex>
      %offset = arith.muli %id, %c64 : index
      memplace.move %w to %offset : memref<1x64xf32, strided<[64, 1], offset: ?>>
      linalg.generic {…} outs(%row_of_out : …) { … memref.load %w[%c0, %j] … }
    }
    ```

    The function stays as it is if `greedy` finds no placement with the rows. Other accesses at run-time addresses
    remain, served by the buffer's home: rows that are not contiguous, rows selected under a condition, and views that
    overlap other accesses in time. So do copies; other ops on all of the buffer then have no placement.
  }];
  let dependentDialects = ["::memplace::MemPlaceDialect", "::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"];
  let options = [
    MemPlace_TargetOption<>,
    MemPlace_SlotAlignmentOption,
    MemPlace_AllowUnknownOpsOption,
  ];
}

def PipelineLoopsPass : MemPlacePass<"memplace-pipeline-loops"> {
  let summary = "Turn slices of stacked arrays into buffers";
  let description = [{
    A stack of slices, one per trip of a loop over layers or time steps, is in fast memory during the whole loop or
    never. This pass unrolls such loops, innermost first, within `max-steps`, and makes each slice a buffer: a cast with
    `memplace.piece` of an argument, or an allocation. The slice of the next trip can then be fetched during the current
    trip, while the previous result is written back (docs/guide/cutting.md).

    With `loops=auto`, `solver` places the program before and after, both cut if `cut` is set, and the faster version is
    kept. This is the default if a tier serves no ops; otherwise `none` is.

    Before:
    ```mlir
    scf.for %i = %c0 to %c2 step %c1 {
      %s = memref.subview %w[%i, 0] [1, 8] [1, 1] : memref<2x8xf32> to memref<1x8xf32, strided<[8, 1], offset: ?>>
      "use"(%s)
    }
    ```
    After:
    ```mlir
    %w0 = memref.reinterpret_cast %w to offset: [0], sizes: [1, 8], strides: [8, 1] {memplace.piece} : ...
    %w1 = memref.reinterpret_cast %w to offset: [8], sizes: [1, 8], strides: [8, 1] {memplace.piece} : ...
    "use"(%w0)
    "use"(%w1)
    ```

    A loop with too many steps or an unknown trip count remains a loop, with two trips per iteration. Two
    `memplace.window`s per slice take turns: while a trip uses a window, the second window moves to the slice of the
    next trip.

    Stacks with a pin or with other uses are not split. Windows also require trips to write different slices. Results
    have the same bits.
  }];
  let dependentDialects = ["::memplace::MemPlaceDialect", "::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect"];
  let options = [
    MemPlace_TargetOption<>,
    Option<"loops", "loops", "std::string", /*default=*/"",
           "`auto`: if that is faster; `always`; `stream`: as `always`, without unrolling; `none`; default: `auto` if a "
           "tier serves no ops, else `none`">,
    Option<"maxSteps", "max-steps", "int64_t", /*default=*/"4000",
           "Maximum number of steps of a function after unrolling">,
    Option<"cut", "cut", "std::string", /*default=*/"",
           "With `loops=auto`: compare the programs after `memplace-cut` with this option">,
    Option<"cutBudget", "cut-budget", "int64_t", /*default=*/"300", "Number of cut problems to try each time">,
    Option<"cutFloatSums", "cut-float-sums", "bool", /*default=*/"false", "Same as `float-sums` of `memplace-cut`">,
    MemPlace_SolverOption<>,
    MemPlace_SolverOptionsOption,
    MemPlace_TimeLimitOption,
    MemPlace_SeedOption,
    MemPlace_SlotAlignmentOption,
    Option<"remarks", "remarks", "bool", /*default=*/"false",
           "Emit a remark for each function with slices turned into buffers">,
    MemPlace_AllowUnknownOpsOption,
  ];
}

def FuseElementwisePass : MemPlacePass<"memplace-fuse-elementwise"> {
  let summary = "Fuse element-wise ops on tensors without repeated computation";
  let description = [{
    Fuses `linalg.generic` ops on tensors as upstream's `linalg-fuse-elementwise-ops` does, with an exception. A
    reduction, such as a matrix product, absorbs only ops without branches and with at most a single read per element,
    and ops that move elements (transposes, broadcasts). Any other op would be computed again at each read, and the
    product could no longer be a library call.

    A producer that reads its output, as one that adds to it, is not fused into an op that visits its elements several
    times: the fused op would add again at each visit. Upstream's pass does fuse it, which gives wrong results. With
    `repeats`, all other producers are fused as upstream does.
  }];
  let options = [
    Option<"repeats", "repeats", "bool", /*default=*/"false", "Also fuse where values are then computed more than once">,
  ];
  let dependentDialects = ["::mlir::affine::AffineDialect", "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect", "::mlir::tensor::TensorDialect"];
}

def WideSumsPass : MemPlacePass<"memplace-wide-sums"> {
  let summary = "Accumulate sums of narrow floats in 32 bits";
  let description = [{
    Makes `linalg` ops on tensors (reductions, matrix products, convolutions, pooling) accumulate floats narrower than
    32 bits in `f32` and round once, as frameworks do. In `bf16`, the sum of 1024 ones would be 256. Ops keep their
    names. `memplace-import` runs this pass before fusion.

    Before:
    ```mlir
    %sum = linalg.dot ins(%x, %y : tensor<1024xbf16>, tensor<1024xbf16>) outs(%zero : tensor<bf16>) -> tensor<bf16>
    ```
    After:
    ```mlir
    %wide = linalg.dot ins(%x, %y : tensor<1024xbf16>, tensor<1024xbf16>) outs(%zero : tensor<f32>) -> tensor<f32>
    %sum = linalg.generic … ins(%wide : tensor<f32>) { arith.truncf … }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def SplitSumsPass : MemPlacePass<"memplace-split-sums"> {
  let summary = "Sum long sums of floats in blocks";
  let description = [{
    Splits `linalg` ops on tensors that add more than 8192 `f32` numbers in sequence. Such a sum loses digits: 2^25 ones
    would add up to 2^24. Blocks of about the square root of the length are summed first, then the partial sums,
    recursively if needed. Shorter sums keep their bits. Matrix products are split only if they have fewer than 64
    results and more than 65536 terms; kernels split other products. `memplace-import` runs this pass before fusion.

    Before:
    ```mlir
    %sum = linalg.generic … ins(%x : tensor<1048576xf32>) outs(%zero : tensor<f32>) { arith.addf … }
    ```
    After:
    ```mlir
    %blocks = tensor.expand_shape %x … : tensor<1048576xf32> into tensor<1024x1024xf32>
    %partial = linalg.generic … ins(%blocks : tensor<1024x1024xf32>) outs(%zeros : tensor<1024xf32>) { arith.addf … }
    %sum = linalg.generic … ins(%partial : tensor<1024xf32>) outs(%zero : tensor<f32>) { arith.addf … }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def PrepareBufferizationPass : MemPlacePass<"memplace-prepare-bufferization"> {
  let summary = "Prepare tensors for bufferization into a program that can be placed";
  let description = [{
    - Arguments of public functions become read-only, except those with the attribute `bufferization.writable`. These
      are marked as `bufferize.donated`, for `memplace-drop-results-in-place`.
    - A tensor that a public function returns more than once is copied: two out-params cannot share a buffer. Views of
      one tensor (`tensor.expand_shape`, `tensor.cast` and their like) count as the same tensor.
    - Each value carried by a loop (`scf.for`, `scf.while`) stays in place: the yielded value is written over the value
      of the previous trip, unless the ops in the loop already do so. Values that swap places are copied.
    - A loop whose result belongs into a donated argument begins with the argument itself, or, if the argument is read
      later, with a tensor of its own.

    Before:
    ```mlir
    %r = scf.for … iter_args(%h = %x) -> tensor<16xf32> {
      %t = linalg.tanh ins(%h : tensor<16xf32>) outs(%e : tensor<16xf32>) -> tensor<16xf32>
      scf.yield %t : tensor<16xf32>
    }
    ```
    After:
    ```mlir
    %r = scf.for … iter_args(%h = %x) -> tensor<16xf32> {
      %t = linalg.tanh ins(%h : tensor<16xf32>) outs(%e : tensor<16xf32>) -> tensor<16xf32>
      %next = bufferization.materialize_in_destination %t in %h : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
      scf.yield %next : tensor<16xf32>
    }
    ```
  }];
  let options = [
    Option<"copies", "copies", "bool", /*default=*/"false",
           "Copy every carried value and every result before it is written to its place: for programs that bufferization "
           "refuses otherwise">,
  ];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect"];
}

def DropResultsInPlacePass : MemPlacePass<"memplace-drop-results-in-place"> {
  let summary = "Drop out-params for results that are in donated arguments";
  let description = [{
    Removes an out-param (`bufferize.result`) if its only use is a copy of a `bufferize.donated` argument to it at the
    end of the function: the result is then in the argument. An argument holds at most one result. Upstream's
    `buffer-results-to-out-params` makes such copies, because it keeps the results of public functions. Functions with
    callers in the module remain as they are.

    Before:
    ```mlir
    func.func @main(%x: memref<4xf32> {bufferize.donated}, %r: memref<4xf32> {bufferize.result}) {
      linalg.exp ins(%x : memref<4xf32>) outs(%x : memref<4xf32>)
      memref.copy %x, %r : memref<4xf32> to memref<4xf32>
    ```
    After:
    ```mlir
    func.func @main(%x: memref<4xf32>) {
      linalg.exp ins(%x : memref<4xf32>) outs(%x : memref<4xf32>)
    ```
  }];
}

def PlaceBuffersPass : MemPlacePass<"memplace-place-buffers"> {
  let summary = "Choose tier, offset and steps of every buffer";
  let description = [{
    Extracts the problem of each function, solves the problem with `solver`, verifies the solution, and records the
    solution as attributes. The target becomes the module's `memplace.target`. No op is created or erased.

    With `solution`, the placement comes from a file, and is verified too. With several functions, `-<function>` goes
    before the suffix. The file must solve the problem that `memplace-extract-problem` writes for the same IR, with
    `inline=false simplify=false` if this pass runs alone.

    Unplaceable storage (dynamic size, escapes) stays a separate allocation, with a remark. A buffer with a
    `memplace.pin` is placed in the given tier only. A function with callers is not placed, but runs inside its callers'
    steps.

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
    MemPlace_SeedOption,
    Option<"solution", "solution", "std::string", /*default=*/"\"\"",
           "Read the placement from this file instead of solving">,
    MemPlace_SlotAlignmentOption,
    MemPlace_AllowUnknownOpsOption,
    MemPlace_StrictOption,
  ];
}

def PlanStaticMemoryPass : MemPlacePass<"memplace-plan-static-memory", "::mlir::func::FuncOp"> {
  let summary = "Pack allocations into one arena, without tiers and transfers";
  let description = [{
    A replacement for upstream's static memory planner. Pairs of `memref.alloc` and `memref.dealloc` with static shapes
    in one block become `memref.view`s of one arena, at constant offsets chosen by the packing solvers
    (docs/guide/packing.md). `ownership-based-buffer-deallocation` and `bufferization-lower-deallocations` make such
    pairs; run `optimize-allocation-liveness` afterwards. Offsets respect an allocation's `alignment`, by default the
    alignment of its element type.

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
    space.

    Not packed, with a remark: dynamic shapes, layouts other than the identity, allocations without exactly one
    deallocation in the same block, and allocations in parallel loops or unknown regions.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect"];
  let options = [
    Option<"arenaMode", "arena-mode", "std::string", /*default=*/"\"allocate\"",
           "`allocate` the arena, or `arg`: the first argument is the arena">,
    Option<"nodes", "nodes", "int64_t", /*default=*/"200000",
           "Limit of the search for a smaller arena: nodes and steps">,
  ];
}

def JoinSwappedBuffersPass : MemPlacePass<"memplace-join-swapped-buffers", "::mlir::func::FuncOp"> {
  let summary = "Merge allocations that a loop swaps";
  let description = [{
    In a double-buffered loop written by hand, a value alternates between two allocations, and no schedule step
    determines the current allocation. `memplace-place-buffers` therefore leaves both at home. This pass merges both
    allocations, and the result is placed, moved and pinned as a whole; `scf` and `affine` ops and `arith.select` then
    carry byte offsets instead of memrefs. `memplace-default` runs this pass after inlining and canonicalization, unless `simplify=false`.

    Before:
    ```mlir
    %a = memref.alloc() : memref<8xf32>
    %b = memref.alloc() : memref<8xf32>
    %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %b) -> (memref<8xf32>, memref<8xf32>) {
      linalg.exp ins(%x : memref<8xf32>) outs(%y : memref<8xf32>)
      scf.yield %y, %x : memref<8xf32>, memref<8xf32>
    }
    ```
    After:
    ```mlir
    %both = memref.alloc() {alignment = 4 : i64} : memref<64xi8>
    %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%xi = %c0, %yi = %c32) -> (index, index) {
      %x = memref.view %both[%xi][] : memref<64xi8> to memref<8xf32>
      %y = memref.view %both[%yi][] : memref<64xi8> to memref<8xf32>
      linalg.exp ins(%x : memref<8xf32>) outs(%y : memref<8xf32>)
      scf.yield %yi, %xi : index, index
    }
    ```

    The allocations must have the same static type and the same pin, if any, lie in the same block, and be freed in this
    block or nowhere. Loop-carried arguments and views are not merged.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect"];
}

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
  let summary = "Report the begin and end of each step to the runtime";
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

#endif // MEMPLACE_TRANSFORMS_PASSES_TD
