//===- CutPasses.td - Passes that cut ops and buffers -*- tablegen -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_TRANSFORMS_CUTPASSES_TD
#define MEMPLACE_TRANSFORMS_CUTPASSES_TD

include "memplace/Pass/PassOptions.td"

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
    MemPlace_SeedOption<"the search and the solver">,
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
    - If the program only takes rows at computed indices (an embedding, the experts of a mixture), at most 512 and at
      most half of the rows, the program copies the rows to separate memory, regardless of `bytes`. The argument is
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
                           "::mlir::linalg::LinalgDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
  let options = [
    Option<"function", "function", "std::string", /*default=*/"\"main\"", "Function with the arguments">,
    ListOption<"arguments", "arguments", "int64_t", "Numbers of the arguments to cut">,
    Option<"bytes", "bytes", "::memplace::ByteSize", /*default=*/"4194304",
           "Size of a part; larger if equal results require it">,
    Option<"maxSteps", "max-steps", "int64_t", /*default=*/"4000",
           "Maximum number of steps of the function after unrolling">,
  ];
}

#endif // MEMPLACE_TRANSFORMS_CUTPASSES_TD
