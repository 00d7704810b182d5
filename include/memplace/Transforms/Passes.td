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
           "Built-in target's name, or a target file; empty: " # what>;

def MemPlace_AllowUnknownOpsOption
  : Option<"allowUnknownOps", "allow-unknown-ops", "bool", /*default=*/"false",
           "Treat ops without a model of MemoryOpInterface as barriers, not as errors">;

def MemPlace_StrictOption
  : Option<"strict", "strict", "bool", /*default=*/"false",
           "Fail where storage or every function can't be placed, instead of leaving it with a remark or a warning">;

def ExtractProblemPass : MemPlacePass<"memplace-extract-problem"> {
  let summary = "Write each function as a placement problem";
  let description = [{
    Writes the placement problem of the module's functions as JSON (docs/reference/problem.md). The IR is not changed.

    The problem is that of the program as `memplace-default` places it: with calls inlined and simplified, done here to
    a copy, so that a placement of this problem is one that `memplace-default=solution=` takes. For
    `memplace-place-buffers`, which takes the IR as it is, switch both off.

    With one function the file is `file` itself; with several, `-<function>` goes before the suffix. Likewise `locations`,
    which gets a JSON file that `memplace-report --locations` reads, and `op-texts`, by which those who measure ops know
    which are alike.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
                           "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"];
  let options = [
    MemPlace_TargetOption<>,
    Option<"file", "file", "std::string", /*default=*/"\"-\"",
           "File to write, `.gz` compresses; `-` is standard output">,
    Option<"locations", "locations", "std::string", /*default=*/"\"\"",
           "Write here where buffers and ops are in the source, for memplace-report">,
    Option<"opTexts", "op-texts", "std::string", /*default=*/"\"\"",
           "Write here each op as text, a JSON array by step">,
    Option<"opExtents", "op-extents", "bool", /*default=*/"false",
           "Add the extents of linalg ops to their names, which EGRL's graph reads">,
    Option<"function", "function", "std::string", /*default=*/"\"\"",
           "Only this function">,
    Option<"inlineCalls", "inline", "bool", /*default=*/"true",
           "Inline calls first, as `memplace-default` does">,
    Option<"simplify", "simplify", "bool", /*default=*/"true",
           "Canonicalize first, as `memplace-default` does">,
    Option<"slotAlignment", "slot-alignment", "int64_t", /*default=*/"1",
           "Least alignment of offsets in every tier, bytes">,
    Option<"pipelineLoops", "pipeline-loops", "std::string", /*default=*/"\"none\"",
           "Make slices in loops buffers first, as `memplace-default` does with this and no other of its options">,
    Option<"branches", "branches", "std::string", /*default=*/"\"step\"",
           "Enter branches first, as `memplace-default` does with this and no other of its options">,
    Option<"cut", "cut", "std::string", /*default=*/"\"none\"",
           "Cut ops and buffers first, as `memplace-default` does with this `cut` and no other of its options">,
    Option<"cuts", "cuts", "bool", /*default=*/"false",
           "Also write how ops can be cut, for `memplace-solve --cut`">,
    Option<"cutFloatSums", "cut-float-sums", "bool", /*default=*/"false",
           "With `cut` and `cuts`: also along loops that sum floats, which rounds otherwise">,
    MemPlace_AllowUnknownOpsOption,
    MemPlace_StrictOption,
  ];
}

def CutOpsPass : MemPlacePass<"memplace-cut"> {
  let summary = "Cut ops and buffers into pieces, before they are placed";
  let description = [{
    Cuts ops that say how they can be cut (linalg ops along parallel loops, `memref.copy` along axes; user dialects by
    `getCuts` of MemoryOpInterface) into ops on parts of their operands. A buffer that all of its users cut alike becomes
    pieces that are placed each by itself: several allocations, or, of an argument or global, casts of it with a
    `memplace.piece`. Ops that are cut along the same rows take turns, so that a piece goes through several of them while
    it is in fast memory. The program computes the same bits: reductions are not cut. docs/guide/cutting.md tells more.

    With `cut=auto` or `cut=N` the solver of docs/guide/solvers.md#cutting-ops-and-buffers-in-pieces decides what to cut.
    The cut program is then placed by `solver` and compared with the program as it was: what is not faster is not cut.
    Functions that have ops with a `memplace.cut` are cut as those ask, whatever `cut` says.

    Before:
    ```mlir
    linalg.exp {memplace.cut = #memplace.cut<dim = 0, pieces = 2>}
      ins(%x : memref<8xf32>) outs(%a : memref<8xf32>)
    ```
    After:
    ```mlir
    %x0 = memref.subview %x[0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1]>>
    %a0 = memref.subview %a[0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1]>>
    linalg.exp ins(%x0 : memref<4xf32, strided<[1]>>) outs(%a0 : memref<4xf32, strided<[1]>>)
    %x1 = memref.subview %x[4] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 4>>
    %a1 = memref.subview %a[4] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 4>>
    linalg.exp ins(%x1 : memref<4xf32, strided<[1], offset: 4>>) outs(%a1 : memref<4xf32, strided<[1], offset: 4>>)
    ```

    Where a piece costs more than a launch by the target's `piece_ps`, a `memplace.launch_overhead` stands before each
    after the first, so that the cut program's makespan has it.

    Not cut are dynamic dimensions (with a remark), buffers that are pinned to one tier, buffers that are used otherwise
    than by ops that can be cut, columns of arguments and globals whose rows are short, if nothing says what moving
    them costs, and buffers of which a piece of an op needs two pieces, as of a convolution with a halo: there the op is cut and its input stays whole.
    Nothing passes ops that touch storage which is no buffer.

    The pass fails, and leaves the function as it was, if a `memplace.cut` asks for what is not possible, if no op has as
    many indices as `cut=N` asks for pieces, or if the model of an op tells of a cut that makes no valid op.
  }];
  let dependentDialects = ["::memplace::MemPlaceDialect", "::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect"];
  let options = [
    MemPlace_TargetOption<>,
    Option<"cut", "cut", "std::string", /*default=*/"\"none\"",
           "`auto`: where it makes the program faster; a number: likewise, in so many pieces; `none`: only what ops ask for">,
    Option<"budget", "budget", "int64_t", /*default=*/"300", "Cut problems that are tried for each function">,
    Option<"floatSums", "float-sums", "bool", /*default=*/"false",
           "Also cut along loops that sum floats: pieces add up in the same order, but round otherwise where they are computed in blocks">,
    Option<"solver", "solver", "std::string", /*default=*/"\"greedy\"",
           "Name of the solver that compares, one of those listed in docs/guide/solvers.md">,
    Option<"solverOptions", "solver-options", "std::string", /*default=*/"\"\"",
           "Options of the solver, NAME=VALUE,NAME=VALUE; docs/guide/solvers.md lists them">,
    Option<"timeLimit", "time-limit", "double", /*default=*/"0.0",
           "Wall-clock limit, seconds, for each function and solve; 0: none but the budgets">,
    Option<"seed", "seed", "uint64_t", /*default=*/"0", "Seed of the search and the solver">,
    Option<"slotAlignment", "slot-alignment", "int64_t", /*default=*/"1",
           "Least alignment of offsets in every tier, bytes">,
    Option<"remarks", "remarks", "bool", /*default=*/"false",
           "Emit a remark at each op that is cut, and one for each function">,
    MemPlace_AllowUnknownOpsOption,
  ];
}

def CutArgumentsPass : MemPlacePass<"memplace-cut-arguments"> {
  let summary = "Make arguments of a function several, for their rows";
  let description = [{
    Replaces each of the named `arguments` of `function` that is larger than `bytes` by arguments for parts of its rows,
    of about `bytes` each, one after another in memory, and the linalg ops that read it by ops on these parts. What is in
    a file then comes into memory a part at a time, and each part may stay there or not.

    The program computes the same bits, if kernels compute its products: columns of a product are cut in multiples of
    MEMPLACE_KERNELS_SIDE_BLOCK, and sums, of f32 and f64, of MEMPLACE_KERNELS_SUM_BLOCK, in which kernels compute anyway. Where
    rows are not multiples of 4096 bytes, pieces are, as far as that does not make them twice as large.

    An op that only makes a copy of the argument, element by element, as a program
    does that widens and scales weights of int8, is cut with all that reads the copy:
    each piece of it is made where it is used, and there is never a copy of all. That
    is so if nothing else has the copy and nothing that it is made of changes before
    its uses.

    An argument of which a loop takes a row in each trip, as `lax.scan` does of stacked weights, becomes arguments for
    its rows, which are then cut likewise: such loops are unrolled, as far as the function has at most `max-steps`
    steps then.

    Where the program only takes rows of an argument at indices that it computes (an embedding, the experts of a
    mixture), at most 512 and less than half of them, it copies these to memory of their own instead, whatever `bytes`
    is: the argument is then called `NAME.picked 1/1`. If it has 64 rows or fewer, each becomes an argument
    `NAME.picked I/N`, and `scf.index_switch` chooses among their copies. Such a copy is all that reads the argument,
    which may stay in a file: `memplace_rt_copy` reads there what is needed.

    An argument is left whole, without a word, if its shape or layout is not static, if something else than linalg ops
    on memrefs, or on views with the same rows, reads it, or as something else than its rows one by one (a convolution's
    window, `linalg.index`), or if the rows are terms of a sum that has another loop, or of another type, or if a reader
    says what it costs or how it is cut.

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
    Option<"function", "function", "std::string", /*default=*/"\"main\"", "Whose arguments">,
    ListOption<"arguments", "arguments", "int64_t", "Numbers of the arguments that may be cut">,
    Option<"bytes", "bytes", "int64_t", /*default=*/"4194304",
           "How large pieces are to be; larger where the same bits ask for that">,
    Option<"maxSteps", "max-steps", "int64_t", /*default=*/"4000",
           "Steps that the function may have after loops are unrolled">,
  ];
}

def KeepAttributesPass : MemPlacePass<"memplace-keep-attributes"> {
  let summary = "Say at lasting places what inlining would drop";
  let description = [{
    Inlining drops what a call and the arguments of its callee say. So this pass pins what a call hands to a pinned
    argument of its callee, and lets no call be inlined that says by `memplace.cost` what all of it costs. It is an error
    if a buffer has two pins then, or if only a run tells what buffer a pinned argument gets; and if a
    `bufferization.clone`, which becomes two ops, has an attribute of memplace. `memplace-default` runs it first.

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
    The patterns of MLIR's `canonicalize`. An op that takes the place of another one of its kind gets its attributes of
    memplace; a loop or branch that says by `memplace.cost` what all of it costs stays.

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
  let summary = "Make the ops in arms of branches steps of their own";
  let description = [{
    An `scf.if` or `scf.index_switch` is one step of a placement: what its arms need is there before it begins, and
    nothing is fetched or freed in it. This pass puts `memplace.enter_arm` into arms that work on whole buffers, so that
    their ops are steps. Then an arm is a loop of at most one trip: what is fetched in it is fetched only if it runs.
    Of a branch with several arms that touch memory each becomes an `scf.if` of its own, one after the other.

    The model counts every arm as if it ran; of a branch that is one step it counts the dearer arm, and lets all of its
    traffic overlap with all of its work. With `branches=auto` the function is placed by `solver` as it was, with all
    branches entered, and with those that have one arm. The placement with branches as steps is counted once more with
    each op of an arm as a step, where it can be said so, and what is fastest then stays. `branches=arms` does not ask,
    `branches=step` only takes apart what is marked in several arms, as after canonicalization.

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

    One step stay branches of which only elements are used, those with a `memplace.cost`, those inside of what is one
    step itself, and those with several arms whose memrefs, allocated inside, leave it and can't become one allocation
    before it.
  }];
  let dependentDialects = ["::memplace::MemPlaceDialect", "::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
  let options = [
    MemPlace_TargetOption<>,
    Option<"branches", "branches", "std::string", /*default=*/"\"arms\"",
           "`auto`: where it makes the program faster; `arms`; `step`: nowhere">,
    Option<"solver", "solver", "std::string", /*default=*/"\"greedy\"",
           "Name of the solver that compares, one of those listed in docs/guide/solvers.md">,
    Option<"solverOptions", "solver-options", "std::string", /*default=*/"\"\"",
           "Options of the solver, NAME=VALUE,NAME=VALUE; docs/guide/solvers.md lists them">,
    Option<"timeLimit", "time-limit", "double", /*default=*/"0.0",
           "Wall-clock limit, seconds, for each function and solve; 0: none but the budgets">,
    Option<"seed", "seed", "uint64_t", /*default=*/"0", "Seed of the solver">,
    Option<"slotAlignment", "slot-alignment", "int64_t", /*default=*/"1",
           "Least alignment of offsets in every tier, bytes">,
    Option<"remarks", "remarks", "bool", /*default=*/"false",
           "Emit a remark for each function with branches that work on whole buffers, and at each that is left">,
    MemPlace_AllowUnknownOpsOption,
  ];
}

def PipelineLoopsPass : MemPlacePass<"memplace-pipeline-loops"> {
  let summary = "Make the slices that loops take of stacked arrays buffers of their own";
  let description = [{
    A loop over layers or steps of time, as `lax.scan` makes it, takes one slice of each stacked argument per trip and
    leaves one in each stacked result. As one buffer, a stack is in fast memory for all of the loop or not at all. This
    pass unrolls such loops, those inside of others first, as far as the function has at most `max-steps` steps then,
    and makes each slice a buffer: a cast with a `memplace.piece` of an argument's, an allocation of an allocation's.
    Then the slice of the next trip is fetched while this one computes, and what the last one left is written back. Ops
    that go over a whole stack, row by row, become one op for each slice. docs/guide/cutting.md tells more.

    With `loops=auto` the program is placed by `solver` before and after, and stays as it was if it is not faster by the
    model; with `cut`, both are cut for that. `loops=always` does not ask.

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

    Loops that are too long for that, or whose number of trips is not known, stay loops: two trips become one, and each
    slice is a `memplace.window`, of which there are two that take turns. While a trip uses one of them, the other one
    moves on to the slice of the next trip:
    ```mlir
    %even = memplace.window %w : memref<9x8xf32> to memref<1x8xf32, strided<[8, 1], offset: ?>>
    %odd = memplace.window %w : memref<9x8xf32> to memref<1x8xf32, strided<[8, 1], offset: ?>>
    memplace.move %even to %c0 : memref<1x8xf32, strided<[8, 1], offset: ?>>
    scf.for %i = %c0 to %c8 step %c2 {
      memplace.move %odd to %next : memref<1x8xf32, strided<[8, 1], offset: ?>>
      "use"(%even)
      memplace.move %even to %nextButOne : memref<1x8xf32, strided<[8, 1], offset: ?>>
      "use"(%odd)
    }
    "use"(%even)
    ```

    Not split are stacks with a pin, and those with other uses: in the function if it is unrolled, in the loop if it
    stays. Windows also need that no two trips write one slice. Results have the same bits.
  }];
  let dependentDialects = ["::memplace::MemPlaceDialect", "::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect"];
  let options = [
    MemPlace_TargetOption<>,
    Option<"loops", "loops", "std::string", /*default=*/"\"none\"",
           "`auto`: where it makes the program faster; `always`; `stream`: likewise, but no loop is unrolled; `none`">,
    Option<"maxSteps", "max-steps", "int64_t", /*default=*/"4000",
           "Steps that a function may have after loops are unrolled">,
    Option<"cut", "cut", "std::string", /*default=*/"\"none\"",
           "With `loops=auto`: ops and buffers are cut afterwards, as `memplace-cut` does with this option, and that counts">,
    Option<"cutBudget", "cut-budget", "int64_t", /*default=*/"300", "Cut problems that are tried each time">,
    Option<"cutFloatSums", "cut-float-sums", "bool", /*default=*/"false", "As `float-sums` of `memplace-cut`">,
    Option<"solver", "solver", "std::string", /*default=*/"\"greedy\"",
           "Name of the solver that compares, one of those listed in docs/guide/solvers.md">,
    Option<"solverOptions", "solver-options", "std::string", /*default=*/"\"\"",
           "Options of the solver, NAME=VALUE,NAME=VALUE; docs/guide/solvers.md lists them">,
    Option<"timeLimit", "time-limit", "double", /*default=*/"0.0",
           "Wall-clock limit, seconds, for each function and solve; 0: none but the budgets">,
    Option<"seed", "seed", "uint64_t", /*default=*/"0", "Seed of the solver">,
    Option<"slotAlignment", "slot-alignment", "int64_t", /*default=*/"1",
           "Least alignment of offsets in every tier, bytes">,
    Option<"remarks", "remarks", "bool", /*default=*/"false",
           "Emit a remark for each function whose slices became buffers">,
    MemPlace_AllowUnknownOpsOption,
  ];
}

def FuseElementwisePass : MemPlacePass<"memplace-fuse-elementwise"> {
  let summary = "Fuse element-wise ops on tensors where nothing is computed again";
  let description = [{
    Fuses `linalg.generic` ops on tensors as upstream's `linalg-fuse-elementwise-ops` does, but into a reduction (a
    matrix product, say) only what it reads no more often than there are elements, and what has no branches: the rest
    would be computed each time that it is read. Upstream's pass saves a buffer there, which is what counts where an
    accelerator fuses anyway; a CPU computes a square root for each number of a weight instead of one of a row, and a
    library's product can't be called. What only moves elements (transposes, broadcasts) is fused.

    Before:
    ```mlir
    %scaled = linalg.generic … ins(%x : tensor<64xf32>) { math.rsqrt … }
    %y = linalg.generic … iterator_types = ["parallel", "reduction"] ins(%w, %scaled : tensor<256x64xf32>, tensor<64xf32>)
    ```
    After: the same, where upstream's pass makes one op of it, with 256 times as many roots.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect", "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect", "::mlir::tensor::TensorDialect"];
}

def WideSumsPass : MemPlacePass<"memplace-wide-sums"> {
  let summary = "Accumulate sums of narrow floats in 32 bits";
  let description = [{
    Lets each `linalg` op on tensors that accumulates a sum or product of floats of less than 32 bits (a reduction, a
    matrix product, a convolution, a pooling) do so in `f32`, and rounds its result once, as frameworks do. The sum of
    1024 ones in `bf16` is 256 otherwise. Ops keep their names. `memplace-import` runs this pass before fusion.

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
    Splits each `linalg` op on tensors that adds more than 8192 numbers of `f32` one after the other, in an order that
    loses digits: the sum of 2^25 ones is 2^24. Partial sums of about the square root as many numbers are summed first,
    then these; again, if they are too many. Shorter sums keep their bits. Matrix products stay whole: their sums are
    seldom that long, and kernels split them; only those of less than 64 results and more than 65536 terms are split.
    `memplace-import` runs this pass before fusion.

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
  let summary = "Say which tensors share a place before bufferization";
  let description = [{
    Makes programs on tensors ones that bufferization turns into programs that can be placed:

    - An argument of a public function is only read, unless it has the attribute `bufferization.writable`.
    - Each value that a loop (`scf.for`, `scf.while`) carries stays in one place: what a trip yields is put where the
      value of the trip before is, unless ops that write to their operands have put it there. Values that swap
      places are copied.

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
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect"];
}

def PlaceBuffersPass : MemPlacePass<"memplace-place-buffers"> {
  let summary = "Choose tier, offset and steps of every buffer";
  let description = [{
    Extracts each function's problem, solves it with the solver named by `solver`, verifies the
    solution, and records it as attributes. No operation is created or erased; `memplace-insert-transfers` does
    that. The module's `memplace.target` becomes the target that was placed for.

    With `solution` the placement comes from a file, which is checked likewise: with one function to place it is
    the file itself; with several, `-<function>` goes before the suffix. It is a placement of the problem that
    `memplace-extract-problem` writes of the same IR, with `inline=false simplify=false` where this pass runs alone.

    Storage that can't be placed (dynamic size, escapes) stays an allocation of its own, with a remark. What a user
    pins by `memplace.pin` is in that tier or nowhere. A function that others call is no placement of its own: it
    runs inside of their steps.

    The pass fails, and leaves the module as it was, if there is no such solver, option or target, or if any function
    finds no legal placement. What kept the solver from doing all it can is a remark.

    Before:
    ```mlir
    %a = memref.alloc() : memref<8xf32>
    linalg.exp ins(%x : memref<8xf32>) outs(%a : memref<8xf32>)
    ```
    After:
    ```mlir
    %a = memref.alloc() {memplace.residencies = [#memplace.residency<"fast", offset = 0, steps = 0 to 3>]}
      : memref<8xf32>
    linalg.exp {memplace.served = array<i64: 0, 0>, memplace.step = 0 : i64}
      ins(%x : memref<8xf32>) outs(%a : memref<8xf32>)
    ```
  }];
  let dependentDialects = ["::memplace::MemPlaceDialect"];
  let options = [
    MemPlace_TargetOption<>,
    Option<"solver", "solver", "std::string", /*default=*/"\"greedy\"",
           "Name of the solver, one of those listed in docs/guide/solvers.md">,
    Option<"solverOptions", "solver-options", "std::string", /*default=*/"\"\"",
           "Options of the solver, NAME=VALUE,NAME=VALUE; docs/guide/solvers.md lists them">,
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

def PlanStaticMemoryPass : MemPlacePass<"memplace-plan-static-memory", "::mlir::func::FuncOp"> {
  let summary = "Pack allocations into one arena, without tiers and transfers";
  let description = [{
    Takes what upstream's static memory planner takes, pairs of `memref.alloc` and `memref.dealloc` of static shape
    in one block (as `ownership-based-buffer-deallocation` and `bufferization-lower-deallocations` leave them;
    `optimize-allocation-liveness` after these brings a deallocation to the last use), and hands back what it hands back: an arena of bytes, and a `memref.view` at a constant offset for each
    allocation. The offsets are those of memplace's packing (docs/guide/packing.md). An allocation may share its bytes with
    others that are dead while it lives, also in bodies of `scf` and `affine` loops and branches. It is aligned to its
    `alignment`, or else to its element type.

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

    With `arena-mode=arg` the arena is the function's first argument, a `memref<?xi8>` or one with enough bytes; a
    remark says how many it needs, aligned to what. Each memory space has an arena of its own (`arg`: only that of
    the argument).

    What can't be packed stays as it is, with a remark: dynamic shapes, layouts other than the identity, no
    deallocation or several or one elsewhere, allocations in parallel loops or unknown regions.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect"];
  let options = [
    Option<"arenaMode", "arena-mode", "std::string", /*default=*/"\"allocate\"",
           "`allocate` the arena, or take it as `arg`, the first argument">,
    Option<"nodes", "nodes", "int64_t", /*default=*/"200000",
           "How long to look for a smaller arena: nodes and steps of the packing's search">,
  ];
}

def JoinSwappedBuffersPass : MemPlacePass<"memplace-join-swapped-buffers", "::mlir::func::FuncOp"> {
  let summary = "Make allocations that a loop swaps parts of one";
  let description = [{
    Of a value that is now one allocation, now another, as in a double-buffered loop written by hand, no step of the
    schedule tells which; so `memplace-place-buffers` leaves all of these at home. This pass makes them one allocation,
    which is placed, moved and pinned as a whole; `scf` and `affine` ops and `arith.select` then carry how many bytes
    into it a memref begins. `memplace-default` runs it first, unless `simplify=false`.

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

    The allocations must have one static type and be made in one block, freed there or nowhere, and pinned to one tier
    if at all. Arguments, which belong to the caller, and views that a loop carries stay what they are.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect"];
}

def InsertTransfersPass : MemPlacePass<"memplace-insert-transfers"> {
  let summary = "Make residencies and transfers explicit";
  let description = [{
    Gives each recorded residency an allocation of its own in its tier's memory space, re-creates the views
    of the buffer on it, serves each access from it, and adds transfers, waits, acquires and releases.
    Deallocations of placed buffers disappear. Functions without a recorded placement stay as they are;
    docs/guide/placed-programs.md tells what happens in which order, and in loops.

    Before:
    ```mlir
    func.func @f(%w: memref<8xf32> {memplace.residencies = [#memplace.residency<"slow", steps = 0 to 2>,
                   #memplace.residency<"fast", offset = 32, steps = 0 to 2>]}, ...)
        attributes {memplace.transfers = [#memplace.transfer<0 to 1, channel = "in", start = 0, done = 1>]} {
      "step 0"
      linalg.exp {memplace.served = array<i64: 1, 0>, memplace.step = 1 : i64}
        ins(%w : memref<8xf32>) outs(%y : memref<8xf32>)
    ```
    After:
    ```mlir
    func.func @f(%w: memref<8xf32>, ...) {
      %fast = memref.alloc() {memplace.buffer = "arg0",
          memplace.residency = #memplace.residency<"fast", offset = 32, steps = 0 to 2>}
        : memref<8xf32, #memplace.tier<"fast">>
      memplace.acquire %fast : memref<8xf32, #memplace.tier<"fast">>
      %t = memplace.start_transfer %w to %fast on "in"
        : memref<8xf32> to memref<8xf32, #memplace.tier<"fast">>
      "step 0"
      memplace.wait %t
      linalg.exp ins(%fast : memref<8xf32, #memplace.tier<"fast">>) outs(%y : memref<8xf32>)
      memplace.release %fast : memref<8xf32, #memplace.tier<"fast">>
    ```

    The pass fails, and leaves the module as it was, if the recorded placement is out of date or not legal, or if an
    access would need a place of a buffer of which only a run tells which part it is.
  }];
  let dependentDialects = ["::memplace::MemPlaceDialect", "::mlir::memref::MemRefDialect"];
}

def LowerToOffsetsPass : MemPlacePass<"memplace-lower-to-offsets"> {
  let summary = "One arena per tier, residencies as slots in it";
  let description = [{
    Replaces the allocation of each residency by a slot at its offset in an arena that each invocation gets
    for each tier it uses, as large as the peak, and gives back at the end.

    Before:
    ```mlir
    %a = memref.alloc() {memplace.buffer = "a",
        memplace.residency = #memplace.residency<"fast", offset = 32, steps = 0 to 2>}
      : memref<8xf32, #memplace.tier<"fast">>
    ```
    After:
    ```mlir
    %fast = memplace.arena {alignment = 8 : i64} : memref<64xi8, #memplace.tier<"fast">>
    %a = memplace.slot %fast[32] for "a"
        {memplace.residency = #memplace.residency<"fast", offset = 32, steps = 0 to 2>}
      : memref<64xi8, #memplace.tier<"fast">> to memref<8xf32, #memplace.tier<"fast">>
    ```

    The pass fails, and leaves the module as it was, if an allocation can't be what its attributes say.
  }];
  let dependentDialects = ["::memplace::MemPlaceDialect", "::mlir::memref::MemRefDialect"];
}

def TimeStepsPass : MemPlacePass<"memplace-time-steps"> {
  let summary = "Let a placed program tell the runtime when each step begins and ends";
  let description = [{
    Puts a call of `memplace_rt_step_begin` before each step of a placed program, and one of `memplace_rt_step_end` after
    it (`memplace/Runtime/Session.h`), for programs that run in a session. Steps are counted from 0 in the order of the
    program; those of memplace (transfers, waits, acquires, releases) are not, and neither are boundaries of loops, so
    that the k-th is the k-th op of the problem that the program was placed by, of those that are ops. For the form with
    offsets, just before it is lowered.

    Before:
    ```mlir
    linalg.exp ins(%a : memref<16xf32>) outs(%b : memref<16xf32>)
    ```
    After:
    ```mlir
    func.call @memplace_rt_step_begin(%c0_i64) : (i64) -> ()
    linalg.exp ins(%a : memref<16xf32>) outs(%b : memref<16xf32>)
    func.call @memplace_rt_step_end(%c0_i64) : (i64) -> ()
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::func::FuncDialect"];
}

def VerifyPlacementPass : MemPlacePass<"memplace-verify-placement"> {
  let summary = "Check by the rules what the IR now says";
  let description = [{
    Extracts the problem again from the IR as it is, in any of its three forms, reads the placement it says,
    and checks it by rules R1 to R10 of docs/reference/problem.md. Fails if a function has no placement, if a buffer is
    not where a `memplace.pin` says, of an argument also each piece of it, and if an op of a function that was cut
    accesses what its memref does not have, as far as that does not depend on data.
  }];
  let options = [MemPlace_TargetOption<>, MemPlace_AllowUnknownOpsOption];
}

def ReportPass : MemPlacePass<"memplace-report"> {
  let summary = "Say what was placed where, what it gains, and why not";
  let description = [{
    Makespan with everything in the default tier and as placed, proven bound and gap, peak bytes per tier, bytes moved,
    stalls with their causes, and each buffer's residencies, as JSON, as a table or as remarks. Works on any form
    of a placed program. Fails if a function has no placement, or one that is not legal.
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
