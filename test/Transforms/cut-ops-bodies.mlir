// RUN: memplace-opt %s --memplace-cut=target=toy -split-input-file | FileCheck %s
// RUN: memplace-opt %s --memplace-default=target=toy -split-input-file -o /dev/null

// Pieces of ops that access other elements than their own.

#id = affine_map<(d0) -> (d0)>

// The body of a piece loads from the whole operand, although the piece has only a part.
// CHECK-LABEL: func.func @captured(
// CHECK-SAME: %[[W:.*]]: memref<16xf32>, %{{.*}}: memref<16xf32>)
// CHECK: %[[PART:.*]] = memref.subview %[[W]][8] [8] [1]
// CHECK: linalg.generic {{.*}} ins(%[[PART]] :
// CHECK: memref.load %[[W]][
func.func @captured(%w: memref<16xf32>, %out: memref<16xf32>) {
  %c7 = arith.constant 7 : index
  %c16 = arith.constant 16 : index
  linalg.generic {memplace.cut = #memplace.cut<dim = 0, pieces = 2>, indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%w : memref<16xf32>) outs(%out : memref<16xf32>) {
  ^bb0(%a: f32, %o: f32):
    %i = linalg.index 0 : index
    %k = arith.addi %i, %c7 : index
    %l = arith.remui %k, %c16 : index
    %v = memref.load %w[%l] : memref<16xf32>
    %s = arith.addf %a, %v : f32
    linalg.yield %s : f32
  }
  return
}

// -----

// Two operands are one memref: a piece has a part of the first and all of the second.
// CHECK-LABEL: func.func @gram(
// CHECK-SAME: %[[X:.*]]: memref<8x4xf32>,
// CHECK: %[[PART:.*]] = memref.subview %[[X]][4, 0] [4, 4] [1, 1]
// CHECK: linalg.generic {{.*}} ins(%[[PART]], %[[X]] :
func.func @gram(%x: memref<8x4xf32>, %y: memref<8x8xf32>) {
  linalg.generic {memplace.cut = #memplace.cut<dim = 0, pieces = 2>, indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %x : memref<8x4xf32>, memref<8x4xf32>) outs(%y : memref<8x8xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.mulf %a, %b : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  }
  return
}

// -----

// A part begins at the start of the loop, for any offset in the map.
// CHECK-LABEL: func.func @shifted(
// CHECK: memref.subview %{{.*}}[8] [10] [1]
// CHECK: ins(%{{.*}} : memref<10xf32,
func.func @shifted(%x: memref<18xf32>, %y: memref<16xf32>) {
  linalg.generic {memplace.cut = #memplace.cut<dim = 0, pieces = 2>, indexing_maps = [affine_map<(d0) -> (d0 + 2)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : memref<18xf32>) outs(%y : memref<16xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  }
  return
}
