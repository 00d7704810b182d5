// The baseline of a report is the program before its loops were pipelined: report-cut.mlir compares both.
// RUN: memplace-opt %s --memplace-pipeline-loops="target=toy loops=stream" | FileCheck %s
// CHECK: memplace.baseline = #memplace.baseline<{{[1-9][0-9]*}}>
func.func @main(%weights: memref<4x4x4xf32>, %out: memref<4x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %slice = memref.subview %weights[%i, 0, 0] [1, 4, 4] [1, 1, 1] : memref<4x4x4xf32> to memref<4x4xf32, strided<[4, 1], offset: ?>>
    linalg.add ins(%slice, %out : memref<4x4xf32, strided<[4, 1], offset: ?>>, memref<4x4xf32>) outs(%out : memref<4x4xf32>)
  }
  return
}
