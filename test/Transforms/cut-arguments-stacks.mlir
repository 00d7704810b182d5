// A stack read row by row in a loop becomes arguments for the rows, and for parts of rows.

// RUN: memplace-opt %s --memplace-cut-arguments="arguments=1 bytes=600000" | FileCheck %s
// RUN: memplace-opt %s --memplace-cut-arguments="arguments=1 bytes=600000 max-steps=5" | FileCheck %s --check-prefix=LONG
// RUN: memplace-opt %s --memplace-cut-arguments="arguments=1 bytes=600000 function=kept" | FileCheck %s --check-prefix=KEPT
// RUN: memplace-opt %s --memplace-cut-arguments="arguments=1 bytes=600000 function=viewed" | FileCheck %s --check-prefix=VIEWED

// LONG: scf.for

// CHECK-LABEL: func.func @main(
// CHECK-SAME: memref<256x512xf32> {memplace.buffer = "ws.piece 1/4"}
// CHECK-SAME: memref<256x512xf32> {memplace.buffer = "ws.piece 4/4"}
// CHECK-NOT: scf.for
// CHECK-COUNT-2: linalg.matmul
// CHECK: linalg.tanh
// CHECK-COUNT-2: linalg.matmul
// CHECK: linalg.tanh
// CHECK-NOT: linalg
// CHECK: return
func.func @main(%x: memref<4x512xf32>, %w: memref<2x512x512xf32> {memplace.buffer = "ws"}, %y: memref<4x512xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %c2 step %c1 {
    %s = memref.subview %w[%i, 0, 0] [1, 512, 512] [1, 1, 1] : memref<2x512x512xf32> to memref<1x512x512xf32, strided<[262144, 512, 1], offset: ?>>
    %c = memref.collapse_shape %s [[0, 1], [2]] : memref<1x512x512xf32, strided<[262144, 512, 1], offset: ?>> into memref<512x512xf32, strided<[512, 1], offset: ?>>
    linalg.matmul ins(%x, %c : memref<4x512xf32>, memref<512x512xf32, strided<[512, 1], offset: ?>>) outs(%y : memref<4x512xf32>)
    linalg.tanh ins(%y : memref<4x512xf32>) outs(%x : memref<4x512xf32>)
  }
  return
}

// An op that needs the dimension of size one keeps the dimension.
// KEPT-LABEL: func.func @kept(
// KEPT-SAME: memref<1x256x512xf32> {memplace.buffer = "ws.piece 1/4"}
// KEPT-NOT: scf.for
// KEPT-COUNT-4: linalg.generic
#x = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>
#w = affine_map<(d0, d1, d2, d3) -> (d2, d3, d1)>
#y = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
func.func @kept(%x: memref<4x1x512xf32>, %w: memref<2x512x512xf32> {memplace.buffer = "ws"}, %y: memref<4x512xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %c2 step %c1 {
    %s = memref.subview %w[%i, 0, 0] [1, 512, 512] [1, 1, 1] : memref<2x512x512xf32> to memref<1x512x512xf32, strided<[262144, 512, 1], offset: ?>>
    linalg.generic {indexing_maps = [#x, #w, #y], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
        ins(%x, %s : memref<4x1x512xf32>, memref<1x512x512xf32, strided<[262144, 512, 1], offset: ?>>)
        outs(%y : memref<4x512xf32>) {
    ^bb0(%a: f32, %b: f32, %c: f32):
      %p = arith.mulf %a, %b : f32
      %q = arith.addf %c, %p : f32
      linalg.yield %q : f32
    }
  }
  return
}

// Views of views of a row have the layouts of a row argument.
// VIEWED-LABEL: func.func @viewed(
// VIEWED-SAME: memref<512x512xf32> {memplace.buffer = "ws.piece 1/2"}
// VIEWED-NOT: strided<
// VIEWED-COUNT-2: memref.expand_shape %{{.*}} : memref<512x512xf32> into memref<512x8x64xf32>
#x3 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>
#w3 = affine_map<(d0, d1, d2, d3) -> (d1, d2, d3)>
func.func @viewed(%x: memref<4x8x64xf32>, %w: memref<2x512x512xf32> {memplace.buffer = "ws"}, %y: memref<4x512xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %c2 step %c1 {
    %s = memref.subview %w[%i, 0, 0] [1, 512, 512] [1, 1, 1] : memref<2x512x512xf32> to memref<1x512x512xf32, strided<[262144, 512, 1], offset: ?>>
    %c = memref.collapse_shape %s [[0, 1], [2]] : memref<1x512x512xf32, strided<[262144, 512, 1], offset: ?>> into memref<512x512xf32, strided<[512, 1], offset: ?>>
    %e = memref.expand_shape %c [[0], [1, 2]] output_shape [512, 8, 64] : memref<512x512xf32, strided<[512, 1], offset: ?>> into memref<512x8x64xf32, strided<[512, 64, 1], offset: ?>>
    linalg.generic {indexing_maps = [#x3, #w3, #y], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
        ins(%x, %e : memref<4x8x64xf32>, memref<512x8x64xf32, strided<[512, 64, 1], offset: ?>>) outs(%y : memref<4x512xf32>) {
    ^bb0(%a: f32, %b: f32, %before: f32):
      %product = arith.mulf %a, %b : f32
      %sum = arith.addf %before, %product : f32
      linalg.yield %sum : f32
    }
  }
  return
}
