// A loop that takes slices at positions known only at run time streams them where channels are `indexed`. Elsewhere the
// slices stay at home, and a placement that moves them is illegal.

// RUN: sed 's/2048/4096/' %S/Inputs/indexed.json > %t.indexed.json
// RUN: sed 's/, "indexed": true//' %t.indexed.json > %t.fixed.json
// RUN: memplace-opt %s --memplace-default="target=%t.indexed.json pipeline-loops=stream" -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: memplace-opt %t.mlir --memplace-verify-placement -o /dev/null
// RUN: memplace-opt %s --memplace-default="target=%t.fixed.json pipeline-loops=stream" 2> %t.err | FileCheck %s --check-prefix=FIXED
// RUN: FileCheck %s --check-prefix=REMARK < %t.err
// RUN: memplace-opt %s --memplace-default="target=%t.fixed.json pipeline-loops=stream" 2> /dev/null | memplace-opt --memplace-verify-placement -o /dev/null
// RUN: sed 's/, indexed = true//g' %t.mlir > %t.fixed.mlir
// RUN: not memplace-opt %t.fixed.mlir --memplace-verify-placement -o /dev/null 2>&1 | FileCheck %s --check-prefix=ILLEGAL

// CHECK-LABEL: func.func @experts(
// CHECK-COUNT-2: memplace.window %arg0
// CHECK-NOT: memplace.window

// FIXED-LABEL: func.func @experts(
// FIXED: memplace.window %arg1
// FIXED-NOT: memplace.window %arg0

// REMARK: remark: op 'memref.copy' accesses the 16384 bytes of buffer 'arg0' in their home 'ddr'

// ILLEGAL: error: moves rows at an address known only at run time, but channel 'load' of target 'npu' is not "indexed"
func.func @experts(%experts: memref<64x8x8xf32>, %inputs: memref<64x8x8xf32>, %which: memref<8xindex>, %y: memref<1x8x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %e = memref.load %which[%i] : memref<8xindex>
    %w = memref.subview %experts[%e, 0, 0] [1, 8, 8] [1, 1, 1]
      : memref<64x8x8xf32> to memref<1x8x8xf32, strided<[64, 8, 1], offset: ?>>
    %x = memref.subview %inputs[%i, 0, 0] [1, 8, 8] [1, 1, 1]
      : memref<64x8x8xf32> to memref<1x8x8xf32, strided<[64, 8, 1], offset: ?>>
    linalg.batch_matmul ins(%x, %w : memref<1x8x8xf32, strided<[64, 8, 1], offset: ?>>, memref<1x8x8xf32, strided<[64, 8, 1], offset: ?>>)
      outs(%y : memref<1x8x8xf32>)
  }
  return
}

// The number of trips is loaded, too, but it only tells where the loop ends.
// CHECK-LABEL: func.func @rows(
// CHECK-COUNT-2: memplace.window %arg0
// FIXED-LABEL: func.func @rows(
// FIXED-COUNT-2: memplace.window %arg0
func.func @rows(%inputs: memref<64x8x8xf32>, %trips: memref<index>, %y: memref<1x8x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.load %trips[] : memref<index>
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.subview %inputs[%i, 0, 0] [1, 8, 8] [1, 1, 1]
      : memref<64x8x8xf32> to memref<1x8x8xf32, strided<[64, 8, 1], offset: ?>>
    linalg.batch_matmul ins(%x, %x : memref<1x8x8xf32, strided<[64, 8, 1], offset: ?>>, memref<1x8x8xf32, strided<[64, 8, 1], offset: ?>>)
      outs(%y : memref<1x8x8xf32>)
  }
  return
}
