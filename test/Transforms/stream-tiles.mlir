// Loops over tiles of matrices, written by the user, take their tiles through windows.

// RUN: memplace-opt %s --memplace-pipeline-loops="target=%S/Inputs/tiles.json remarks=true" -o %t.mlir 2> %t.remarks
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: memplace-opt %s --memplace-default="target=%S/Inputs/tiles.json" -o %t.placed.mlir
// RUN: FileCheck %s --check-prefix=PLACED --input-file=%t.placed.mlir
// RUN: memplace-opt %s --memplace-pipeline-loops="target=%S/Inputs/tiles.json loops=stream" | FileCheck %s --check-prefix=STREAM
// RUN: memplace-opt %s --memplace-default="target=%S/Inputs/tiles.json pipeline-loops=stream" | FileCheck %s --check-prefix=BOTH
// RUN: memplace-opt %t.placed.mlir --memplace-verify-placement -o /dev/null
// RUN: memplace-opt %t.placed.mlir --convert-memplace-to-memref-dma -o /dev/null

// REMARK: remark: 2 loops of function 'product' take their slices through 5 windows; makespan {{[0-9]+}} ps, modelled; without, no placement was found

// A window is a tile, and its copy has no gaps. The product's accumulator stays during the loop over its terms; the next
// tile of each operand arrives during the product of the tiles before.
// CHECK-LABEL: func.func @product(
// CHECK-DAG: %[[C:.*]] = memplace.window %{{.*}} : memref<128x96xf32> to memref<32x32xf32, strided<[96, 1], offset: ?>>
// CHECK-DAG: %[[A:.*]] = memplace.window %{{.*}} : memref<128x160xf32> to memref<32x32xf32, strided<[160, 1], offset: ?>>
// CHECK-DAG: %[[B:.*]] = memplace.window %{{.*}} : memref<160x96xf32> to memref<32x32xf32, strided<[96, 1], offset: ?>>
// CHECK: scf.for
// PLACED-LABEL: func.func @product(
// PLACED: memplace.start_transfer %{{.*}} to %{{.*}} on "load" : memref<32x32xf32, strided<[96, 1], offset: ?>> to memref<32x32xf32, #memplace.tier<"scratchpad">>
// PLACED: linalg.matmul ins(%{{.*}}, %{{.*}} : memref<32x32xf32, #memplace.tier<"scratchpad">>, memref<32x32xf32, #memplace.tier<"scratchpad">>) outs(%{{.*}} : memref<32x32xf32, #memplace.tier<"scratchpad">>)
// PLACED: memplace.start_transfer %{{.*}} to %{{.*}} on "store" : memref<32x32xf32, #memplace.tier<"scratchpad">> to memref<32x32xf32, strided<[96, 1], offset: ?>>
func.func @product(%a: memref<128x160xf32>, %b: memref<160x96xf32>, %c: memref<128x96xf32>) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %c96 = arith.constant 96 : index
  %c128 = arith.constant 128 : index
  %c160 = arith.constant 160 : index
  scf.for %i = %c0 to %c128 step %c32 {
    scf.for %j = %c0 to %c96 step %c32 {
      scf.for %k = %c0 to %c160 step %c32 {
        %p = memref.subview %a[%i, %k] [32, 32] [1, 1]
          : memref<128x160xf32> to memref<32x32xf32, strided<[160, 1], offset: ?>>
        %q = memref.subview %b[%k, %j] [32, 32] [1, 1]
          : memref<160x96xf32> to memref<32x32xf32, strided<[96, 1], offset: ?>>
        %r = memref.subview %c[%i, %j] [32, 32] [1, 1]
          : memref<128x96xf32> to memref<32x32xf32, strided<[96, 1], offset: ?>>
        linalg.matmul ins(%p, %q : memref<32x32xf32, strided<[160, 1], offset: ?>>, memref<32x32xf32, strided<[96, 1], offset: ?>>)
          outs(%r : memref<32x32xf32, strided<[96, 1], offset: ?>>)
      }
    }
  }
  return
}

// Two loops write tiles of one matrix, and an op reads all of it in between.
// STREAM-LABEL: func.func @shared(
// STREAM-COUNT-4: memplace.window %arg0
// BOTH-LABEL: func.func @shared(
// BOTH: linalg.exp ins(%{{.*}} : memref<64x32xf32, #memplace.tier<"scratchpad">>)
func.func @shared(%x: memref<64x32xf32>, %y: memref<64x32xf32>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %c64 step %c16 {
    %s = memref.subview %x[%i, 0] [16, 16] [1, 1] : memref<64x32xf32> to memref<16x16xf32, strided<[32, 1], offset: ?>>
    linalg.exp ins(%s : memref<16x16xf32, strided<[32, 1], offset: ?>>) outs(%s : memref<16x16xf32, strided<[32, 1], offset: ?>>)
  }
  linalg.exp ins(%x : memref<64x32xf32>) outs(%y : memref<64x32xf32>)
  scf.for %j = %c0 to %c32 step %c16 {
    %s = memref.subview %x[0, %j] [64, 16] [1, 1] : memref<64x32xf32> to memref<64x16xf32, strided<[32, 1], offset: ?>>
    linalg.exp ins(%s : memref<64x16xf32, strided<[32, 1], offset: ?>>) outs(%s : memref<64x16xf32, strided<[32, 1], offset: ?>>)
  }
  return
}

// Left alone: trips that write overlapping tiles.
// STREAM-LABEL: func.func @overlapping(
// STREAM-NOT: memplace.window
func.func @overlapping(%x: memref<32x32xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c24 = arith.constant 24 : index
  scf.for %i = %c0 to %c24 step %c8 {
    %s = memref.subview %x[%i, 0] [16, 16] [1, 1] : memref<32x32xf32> to memref<16x16xf32, strided<[32, 1], offset: ?>>
    linalg.exp ins(%s : memref<16x16xf32, strided<[32, 1], offset: ?>>) outs(%s : memref<16x16xf32, strided<[32, 1], offset: ?>>)
  }
  return
}

// Tiles need not begin at 0. With an unknown number of trips they must: a window without a next tile moves to the first
// tile of the stack, which overlaps the tile from 1 to 17.
// STREAM-LABEL: func.func @shifted(
// STREAM: memplace.window %arg0
// STREAM-NOT: memplace.window %arg1
// STREAM: return
func.func @shifted(%x: memref<65x32xf32>, %y: memref<65x32xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %c64 step %c16 {
    %at = arith.addi %i, %c1 : index
    %s = memref.subview %x[%at, 0] [16, 32] [1, 1] : memref<65x32xf32> to memref<16x32xf32, strided<[32, 1], offset: ?>>
    linalg.exp ins(%s : memref<16x32xf32, strided<[32, 1], offset: ?>>) outs(%s : memref<16x32xf32, strided<[32, 1], offset: ?>>)
  }
  scf.for %i = %c0 to %n step %c16 {
    %at = arith.addi %i, %c1 : index
    %s = memref.subview %y[%at, 0] [16, 32] [1, 1] : memref<65x32xf32> to memref<16x32xf32, strided<[32, 1], offset: ?>>
    linalg.exp ins(%s : memref<16x32xf32, strided<[32, 1], offset: ?>>) outs(%s : memref<16x32xf32, strided<[32, 1], offset: ?>>)
  }
  return
}

// The last tile is smaller: its trip is peeled, with a window of its own.
// STREAM-LABEL: func.func @partial(
// STREAM-DAG: memplace.window %arg0 : memref<100x32xf32> to memref<16x16xf32, strided<[32, 1], offset: ?>>
// STREAM-DAG: memplace.window %arg0 : memref<100x32xf32> to memref<4x16xf32, strided<[32, 1], offset: ?>>
// STREAM-NOT: affine.min
// BOTH-LABEL: func.func @partial(
// BOTH: linalg.exp ins(%[[LAST:.*]] : memref<4x16xf32, #memplace.tier<"scratchpad">>) outs(%[[LAST]] :
func.func @partial(%x: memref<100x32xf32>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c100 = arith.constant 100 : index
  scf.for %i = %c0 to %c100 step %c16 {
    %n = affine.min affine_map<(d0) -> (-d0 + 100, 16)>(%i)
    %s = memref.subview %x[%i, 8] [%n, 16] [1, 1] : memref<100x32xf32> to memref<?x16xf32, strided<[32, 1], offset: ?>>
    linalg.exp ins(%s : memref<?x16xf32, strided<[32, 1], offset: ?>>) outs(%s : memref<?x16xf32, strided<[32, 1], offset: ?>>)
  }
  return
}

// The innermost loop makes pairs of trips, whose halves compute the column of %b again. Their views are one slice.
// STREAM-LABEL: func.func @computed_inside(
// STREAM-DAG: memplace.window %arg1 : memref<64x256xf32> to memref<16x64xf32, strided<[256, 1], offset: ?>>
// STREAM-NOT: memplace.window %arg1 : memref<64x256xf32> to memref<16x256xf32
// STREAM: return
func.func @computed_inside(%a: memref<32x64xf32>, %b: memref<64x256xf32>, %c: memref<32x256xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  scf.for %h = %c0 to %c4 step %c1 {
    scf.for %k = %c0 to %c64 step %c16 {
      scf.for %i = %c0 to %c32 step %c4 {
        %column = affine.apply affine_map<(d0) -> (d0 * 64)>(%h)
        %p = memref.subview %a[%i, %k] [4, 16] [1, 1]
          : memref<32x64xf32> to memref<4x16xf32, strided<[64, 1], offset: ?>>
        %q = memref.subview %b[%k, %column] [16, 64] [1, 1]
          : memref<64x256xf32> to memref<16x64xf32, strided<[256, 1], offset: ?>>
        %r = memref.subview %c[%i, %column] [4, 64] [1, 1]
          : memref<32x256xf32> to memref<4x64xf32, strided<[256, 1], offset: ?>>
        linalg.matmul ins(%p, %q : memref<4x16xf32, strided<[64, 1], offset: ?>>, memref<16x64xf32, strided<[256, 1], offset: ?>>)
          outs(%r : memref<4x64xf32, strided<[256, 1], offset: ?>>)
      }
    }
  }
  return
}

// A part of an array, seen as heads, is a part of the array seen as heads, as an op behind the loop sees it.
// STREAM-LABEL: func.func @reshaped_later(
// STREAM: %[[H:.*]] = memref.expand_shape %arg0 {{.*}} : memref<16x96xf32> into memref<16x12x8xf32>
// STREAM: scf.for
// STREAM: memref.subview %[[H]][0, 4, %{{.*}}] [16, 4, 2] [1, 1, 1]
// STREAM-NOT: memref.expand_shape
// STREAM: linalg.exp ins(%[[H]] : memref<16x12x8xf32>)
func.func @reshaped_later(%x: memref<16x96xf32>, %y: memref<16x4x8xf32>, %z: memref<16x12x8xf32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %part = memref.subview %x[0, 32] [16, 32] [1, 1] : memref<16x96xf32> to memref<16x32xf32, strided<[96, 1], offset: 32>>
  %heads = memref.expand_shape %part [[0], [1, 2]] output_shape [16, 4, 8]
    : memref<16x32xf32, strided<[96, 1], offset: 32>> into memref<16x4x8xf32, strided<[96, 8, 1], offset: 32>>
  scf.for %i = %c0 to %c8 step %c2 {
    %from = memref.subview %heads[0, 0, %i] [16, 4, 2] [1, 1, 1]
      : memref<16x4x8xf32, strided<[96, 8, 1], offset: 32>> to memref<16x4x2xf32, strided<[96, 8, 1], offset: ?>>
    %to = memref.subview %y[0, 0, %i] [16, 4, 2] [1, 1, 1]
      : memref<16x4x8xf32> to memref<16x4x2xf32, strided<[32, 8, 1], offset: ?>>
    linalg.exp ins(%from : memref<16x4x2xf32, strided<[96, 8, 1], offset: ?>>)
      outs(%to : memref<16x4x2xf32, strided<[32, 8, 1], offset: ?>>)
  }
  %all = memref.expand_shape %x [[0], [1, 2]] output_shape [16, 12, 8] : memref<16x96xf32> into memref<16x12x8xf32>
  linalg.exp ins(%all : memref<16x12x8xf32>) outs(%z : memref<16x12x8xf32>)
  return
}
