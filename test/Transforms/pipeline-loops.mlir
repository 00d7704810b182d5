// The slices that a loop reads become separate buffers.

// RUN: memplace-opt %s --memplace-pipeline-loops="target=%S/Inputs/slow-and-small.json loops=always remarks=true" -o %t.split.mlir 2> %t.remarks
// RUN: FileCheck %s --input-file=%t.split.mlir
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: memplace-opt %s --memplace-pipeline-loops="target=%S/Inputs/slow-and-small.json loops=none" | FileCheck %s --check-prefix=NONE
// RUN: memplace-opt %s --memplace-default="target=%S/Inputs/slow-and-small.json pipeline-loops=always" -o %t.placed.mlir 2> /dev/null
// RUN: FileCheck %s --check-prefix=PLACED --input-file=%t.placed.mlir
// RUN: memplace-opt %s --memplace-extract-problem="target=%S/Inputs/slow-and-small.json pipeline-loops=auto function=layers" -o /dev/null | FileCheck %s --check-prefix=PROBLEM

// With room for one or two slices of 1024 bytes, the next slice arrives during the use of the current
// one. If fetching costs more than it gains, nothing changes: here, slices that do not fit at all.
// RUN: memplace-opt %s --memplace-pipeline-loops="target=%S/Inputs/slow-and-small.json loops=auto" | FileCheck %s --check-prefix=AUTO
// AUTO-LABEL: func.func @layers(
// AUTO-COUNT-3: {memplace.piece}
// AUTO-LABEL: func.func @once_each(
// AUTO: scf.for

// Passes in between may put the start of slices into their types.
// RUN: memplace-opt %t.split.mlir --canonicalize --cse --memplace-default="target=%S/Inputs/slow-and-small.json" -o /dev/null

// No additional step.
// RUN: memplace-opt %s --memplace-pipeline-loops="target=toy loops=always max-steps=3" | FileCheck %s --check-prefix=NONE

// RUN: not memplace-opt %s --memplace-pipeline-loops="target=toy loops=yes" 2>&1 | FileCheck %s --check-prefix=YES
// RUN: not memplace-opt %s --memplace-pipeline-loops="target=toy loops=auto max-steps=0" 2>&1 | FileCheck %s --check-prefix=STEPS
// RUN: not memplace-opt %s --memplace-pipeline-loops="target=toy loops=auto time-limit=-1" 2>&1 | FileCheck %s --check-prefix=TIME
// YES: error: 'loops' ('pipeline-loops' of memplace-default) must be 'none', 'auto', 'always' or 'stream', got 'yes'
// STEPS: error: 'max-steps' must be at least 1, got 0
// TIME: error: 'time-limit' must be 0, for none, or seconds, got -1

// REMARK: remark: 2 loops of function 'layers' are unrolled, and 6 slices are separate buffers{{$}}
// REMARK: remark: 1 loops of function 'once_each' are unrolled, and 2 slices are separate buffers{{$}}

// NONE-NOT: memplace.piece

// PLACED-LABEL: func.func @layers(
// PLACED: memplace.start_transfer %reinterpret_cast{{[_0-9]*}} to
// PROBLEM: {"name": "piece2", "size": 1024,

#id = affine_map<(d0, d1, d2) -> (d0, d1, d2)>

// Slices of an argument, in either direction and through the clamps of lax.scan; a
// stack filled by trips and then traversed as a whole; a row dropped from the shape.
// CHECK-LABEL: func.func @layers(
// CHECK-SAME: %[[W:[a-z0-9]+]]: memref<3x16x16xf32>
// CHECK: memref.reinterpret_cast %[[W]] to offset: [0], sizes: [1, 16, 16], strides: [256, 16, 1] {memplace.piece}
// CHECK: memref.reinterpret_cast %[[W]] to offset: [256], sizes: [1, 16, 16], strides: [256, 16, 1] {memplace.piece}
// CHECK: memref.reinterpret_cast %[[W]] to offset: [512], sizes: [1, 16, 16], strides: [256, 16, 1] {memplace.piece}
// CHECK-NOT: scf.for
// CHECK-COUNT-3: memref.alloc() {alignment = 64 : i64} : memref<1x16x16xf32>
// CHECK-COUNT-3: linalg.fill
// CHECK-NOT: linalg.fill
// CHECK-COUNT-3: linalg.exp
// CHECK-COUNT-6: linalg.mul
// CHECK-COUNT-3: linalg.generic
// CHECK-NOT: linalg.generic
// CHECK-COUNT-3: memref.dealloc {{.*}} : memref<1x16x16xf32>
func.func @layers(%w: memref<3x16x16xf32>, %x: memref<1x16x16xf32>, %y: memref<3x16x16xf32>, %z: memref<16x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %f = arith.constant 0.0 : f32
  %kept = memref.alloc() {alignment = 64 : i64} : memref<3x16x16xf32>
  linalg.fill ins(%f : f32) outs(%kept : memref<3x16x16xf32>)
  scf.for %i = %c0 to %c3 step %c1 {
    %low = arith.maxsi %i, %c0 : index
    %at = arith.minsi %low, %c2 : index
    %s = memref.subview %w[%at, 0, 0] [1, 16, 16] [1, 1, 1]
      : memref<3x16x16xf32> to memref<1x16x16xf32, strided<[256, 16, 1], offset: ?>>
    %k = memref.subview %kept[%i, 0, 0] [1, 16, 16] [1, 1, 1]
      : memref<3x16x16xf32> to memref<1x16x16xf32, strided<[256, 16, 1], offset: ?>>
    linalg.exp ins(%s : memref<1x16x16xf32, strided<[256, 16, 1], offset: ?>>)
      outs(%k : memref<1x16x16xf32, strided<[256, 16, 1], offset: ?>>)
  }
  scf.for %i = %c0 to %c3 step %c1 {
    %at = arith.subi %c2, %i : index
    %s = memref.subview %w[%at, 0, 0] [1, 16, 16] [1, 1, 1]
      : memref<3x16x16xf32> to memref<16x16xf32, strided<[16, 1], offset: ?>>
    linalg.mul ins(%s, %z : memref<16x16xf32, strided<[16, 1], offset: ?>>, memref<16x16xf32>) outs(%z : memref<16x16xf32>)
    linalg.mul ins(%s, %z : memref<16x16xf32, strided<[16, 1], offset: ?>>, memref<16x16xf32>) outs(%z : memref<16x16xf32>)
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%kept : memref<3x16x16xf32>) outs(%y : memref<3x16x16xf32>) {
  ^bb0(%a: f32, %o: f32):
    %sum = arith.addf %a, %o : f32
    linalg.yield %sum : f32
  }
  memref.dealloc %kept : memref<3x16x16xf32>
  return
}

// Slices larger than fast memory stay in place.
// CHECK-LABEL: func.func @once_each(
// CHECK-COUNT-2: {memplace.piece}
func.func @once_each(%w: memref<2x64x64xf32>, %y: memref<1x64x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %c2 step %c1 {
    %s = memref.subview %w[%i, 0, 0] [1, 64, 64] [1, 1, 1]
      : memref<2x64x64xf32> to memref<1x64x64xf32, strided<[4096, 64, 1], offset: ?>>
    linalg.exp ins(%s : memref<1x64x64xf32, strided<[4096, 64, 1], offset: ?>>) outs(%y : memref<1x64x64xf32>)
  }
  return
}

// Not split: a stack with uses of columns; a pinned stack; slices of different
// numbers of rows; loops of unknown trip count. A loop that never runs disappears.
// CHECK-LABEL: func.func @columns(
// CHECK-NOT: memplace.piece
// CHECK-LABEL: func.func @pinned(
// CHECK-NOT: {memplace.piece}
func.func @columns(%w: memref<2x8xf32>, %v: memref<8x2xf32>, %y: memref<1x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  linalg.transpose ins(%w : memref<2x8xf32>) outs(%v : memref<8x2xf32>) permutation = [1, 0]
  scf.for %i = %c0 to %c2 step %c1 {
    %s = memref.subview %w[%i, 0] [1, 8] [1, 1] : memref<2x8xf32> to memref<1x8xf32, strided<[8, 1], offset: ?>>
    linalg.exp ins(%s : memref<1x8xf32, strided<[8, 1], offset: ?>>) outs(%y : memref<1x8xf32>)
  }
  return
}

func.func @pinned(%w: memref<2x8xf32> {memplace.pin = #memplace.tier<"slow">}, %y: memref<1x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %c2 step %c1 {
    %s = memref.subview %w[%i, 0] [1, 8] [1, 1] : memref<2x8xf32> to memref<1x8xf32, strided<[8, 1], offset: ?>>
    linalg.exp ins(%s : memref<1x8xf32, strided<[8, 1], offset: ?>>) outs(%y : memref<1x8xf32>)
  }
  return
}

// CHECK-LABEL: func.func @unknown_trips(
// CHECK-NOT: {memplace.piece}
func.func @unknown_trips(%w: memref<2x8xf32>, %y: memref<1x8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %s = memref.subview %w[%i, 0] [1, 8] [1, 1] : memref<2x8xf32> to memref<1x8xf32, strided<[8, 1], offset: ?>>
    linalg.exp ins(%s : memref<1x8xf32, strided<[8, 1], offset: ?>>) outs(%y : memref<1x8xf32>)
  }
  scf.for %i = %c0 to %c0 step %c1 {
    %s = memref.subview %w[%i, 0] [1, 8] [1, 1] : memref<2x8xf32> to memref<1x8xf32, strided<[8, 1], offset: ?>>
    linalg.exp ins(%s : memref<1x8xf32, strided<[8, 1], offset: ?>>) outs(%y : memref<1x8xf32>)
  }
  return
}
