//===- BufferizationPasses.td - Passes around bufferization -*- tablegen -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_TRANSFORMS_BUFFERIZATIONPASSES_TD
#define MEMPLACE_TRANSFORMS_BUFFERIZATIONPASSES_TD

include "memplace/Pass/MemPlacePass.td"

def FuseElementwisePass : MemPlacePass<"memplace-fuse-elementwise"> {
  let summary = "Fuse element-wise ops on tensors without repeated computation";
  let description = [{
    Fuses `linalg.generic` ops on tensors as upstream's `linalg-fuse-elementwise-ops` does, with an exception. A
    reduction, such as a matrix product, absorbs only ops without branches and with at most a single read per element,
    and ops that move elements (transposes, broadcasts). Any other op would be computed again at each read, and the
    product could no longer be a library call.

    Some producers read their output, e.g. to add to it. Such a producer is not fused into an op that visits its
    elements several times, because the fused op would add again at each visit. Upstream's pass does fuse it, which
    gives wrong results. With `repeats`, all other producers are fused as upstream does.
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

#endif // MEMPLACE_TRANSFORMS_BUFFERIZATIONPASSES_TD
