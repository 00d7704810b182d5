// Remaining loops access their slices through moving windows.

// RUN: memplace-opt %s --memplace-pipeline-loops="target=%S/Inputs/slow-and-small.json loops=stream remarks=true" -o %t.mlir 2> %t.remarks
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: memplace-opt %s --memplace-pipeline-loops="target=%S/Inputs/slow-and-small.json loops=always max-steps=40" | FileCheck %s --check-prefix=LONG
// RUN: memplace-opt %s --memplace-default="target=%S/Inputs/three-slices.json pipeline-loops=stream" -o %t.placed.mlir 2> /dev/null
// RUN: FileCheck %s --check-prefix=PLACED --input-file=%t.placed.mlir
// RUN: memplace-opt %t.placed.mlir --memplace-to-llvm -o /dev/null
// RUN: memplace-opt %t.placed.mlir --canonicalize --cse --loop-invariant-code-motion --memplace-verify-placement -o /dev/null

// REMARK: remark: 1 loops of function 'read' take their slices through 2 windows{{$}}
// REMARK: remark: 1 loops of function 'written' take their slices through 4 windows{{$}}
// REMARK: remark: 1 loops of function 'unknown' take their slices through 2 windows{{$}}

// The slice of the next trip is fetched during this trip, and is present at the next trip's start.
// PLACED-LABEL: func.func @read(
// PLACED: memplace.move %[[EVEN:[0-9]+]] to
// PLACED: scf.for
// PLACED: memplace.move %[[ODD:[0-9]+]] to
// PLACED: memplace.start_transfer %[[ODD]] to
// PLACED: linalg.exp
// PLACED: memplace.move %[[EVEN]] to
// PLACED: memplace.wait
// PLACED: memplace.start_transfer %[[EVEN]] to %[[PLACE:[0-9]+]]
// PLACED: linalg.exp
// PLACED: memplace.wait
// PLACED: memplace.release %[[PLACE]]
// PLACED-NEXT: }
// PLACED: linalg.exp

// Too long to unroll, or of unknown trip count.
// LONG-LABEL: func.func @read(
// LONG: memplace.window

// CHECK-LABEL: func.func @read(
// CHECK-SAME: %[[W:[a-z0-9]+]]: memref<9x16x16xf32>
// CHECK: %[[EVEN:.*]] = memplace.window %[[W]] : memref<9x16x16xf32> to memref<1x16x16xf32, strided<[256, 16, 1], offset: ?>>
// CHECK: %[[ODD:.*]] = memplace.window %[[W]]
// CHECK: memplace.move %[[EVEN]] to
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %c8{{.*}} step %c2
// CHECK: memplace.move %[[ODD]] to
// CHECK: memref.subview %[[EVEN]][0, 0, 0] [1, 16, 16]
// CHECK-COUNT-4: linalg.exp
// CHECK: memplace.move %[[EVEN]] to
// CHECK: memref.subview %[[ODD]][0, 0, 0] [1, 16, 16]
// CHECK-COUNT-4: linalg.exp
// CHECK: }
// CHECK-COUNT-4: linalg.exp
// CHECK-NOT: linalg.exp
// CHECK: return
func.func @read(%w: memref<9x16x16xf32>, %y: memref<16x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  scf.for %i = %c0 to %c9 step %c1 {
    %s = memref.subview %w[%i, 0, 0] [1, 16, 16] [1, 1, 1]
      : memref<9x16x16xf32> to memref<16x16xf32, strided<[16, 1], offset: ?>>
    linalg.exp ins(%s : memref<16x16xf32, strided<[16, 1], offset: ?>>) outs(%y : memref<16x16xf32>)
    linalg.exp ins(%y : memref<16x16xf32>) outs(%y : memref<16x16xf32>)
    linalg.exp ins(%y : memref<16x16xf32>) outs(%y : memref<16x16xf32>)
    linalg.exp ins(%y : memref<16x16xf32>) outs(%y : memref<16x16xf32>)
  }
  return
}

// A written stack has both windows in place before the loop, and its final contents after the loop.
// CHECK-LABEL: func.func @written(
// CHECK-COUNT-4: memplace.window
// CHECK-COUNT-3: memplace.move
// CHECK: scf.for
// CHECK: return
func.func @written(%w: memref<8x16x16xf32>, %y: memref<8x16x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %at = arith.subi %c7, %i : index
    %s = memref.subview %w[%i, 0, 0] [1, 16, 16] [1, 1, 1]
      : memref<8x16x16xf32> to memref<16x16xf32, strided<[16, 1], offset: ?>>
    %r = memref.subview %y[%at, 0, 0] [1, 16, 16] [1, 1, 1]
      : memref<8x16x16xf32> to memref<16x16xf32, strided<[16, 1], offset: ?>>
    linalg.exp ins(%s : memref<16x16xf32, strided<[16, 1], offset: ?>>)
      outs(%r : memref<16x16xf32, strided<[16, 1], offset: ?>>)
  }
  return
}

// CHECK-LABEL: func.func @unknown(
// CHECK: arith.divsi
// CHECK: scf.for
// CHECK: arith.select
// CHECK: scf.for
// CHECK: return
func.func @unknown(%w: memref<8x16x16xf32>, %y: memref<16x16xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %s = memref.subview %w[%i, 0, 0] [1, 16, 16] [1, 1, 1]
      : memref<8x16x16xf32> to memref<16x16xf32, strided<[16, 1], offset: ?>>
    linalg.exp ins(%s : memref<16x16xf32, strided<[16, 1], offset: ?>>) outs(%y : memref<16x16xf32>)
  }
  return
}

// Two trips leave no loop.
// CHECK-LABEL: func.func @two(
// CHECK-COUNT-2: memplace.window
// CHECK-NOT: scf.for
func.func @two(%w: memref<2x16xf32>, %y: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %c2 step %c1 {
    %s = memref.subview %w[%i, 0] [1, 16] [1, 1] : memref<2x16xf32> to memref<16xf32, strided<[1], offset: ?>>
    linalg.exp ins(%s : memref<16xf32, strided<[1], offset: ?>>) outs(%y : memref<16xf32>)
  }
  return
}
// Left alone: trips that write the same slice; a stack with other uses; a pin.
// CHECK-LABEL: func.func @same(
// CHECK-NOT: memplace.window
func.func @same(%w: memref<8x16xf32>, %y: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %at = arith.minsi %i, %c2 : index
    %s = memref.subview %w[%at, 0] [1, 16] [1, 1] : memref<8x16xf32> to memref<16xf32, strided<[1], offset: ?>>
    linalg.exp ins(%y : memref<16xf32>) outs(%s : memref<16xf32, strided<[1], offset: ?>>)
  }
  return
}
func.func @both(%w: memref<8x8xf32>, %v: memref<8x8xf32>, %y: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %s = memref.subview %w[%i, 0] [1, 8] [1, 1] : memref<8x8xf32> to memref<8xf32, strided<[1], offset: ?>>
    linalg.exp ins(%s : memref<8xf32, strided<[1], offset: ?>>) outs(%y : memref<8xf32>)
    linalg.exp ins(%w : memref<8x8xf32>) outs(%v : memref<8x8xf32>)
  }
  return
}
func.func @pinned(%w: memref<8x8xf32> {memplace.pin = #memplace.tier<"slow">}, %y: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %s = memref.subview %w[%i, 0] [1, 8] [1, 1] : memref<8x8xf32> to memref<8xf32, strided<[1], offset: ?>>
    linalg.exp ins(%s : memref<8xf32, strided<[1], offset: ?>>) outs(%y : memref<8xf32>)
  }
  return
}
