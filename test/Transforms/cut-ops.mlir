// RUN: memplace-opt %s --memplace-cut=target=toy | FileCheck %s

// Ops become ops on parts of their operands.

// Each piece reads uncut operands in full; a number of indices that the pieces
// do not divide is shared as evenly as possible. Pieces of arguments are casts
// at the start of the function.
// CHECK-LABEL: func.func @matmul(
// CHECK-SAME: %[[A:.*]]: memref<5x8xf32>, %[[B:.*]]: memref<8x4xf32>, %[[C:.*]]: memref<5x4xf32>)
// CHECK-NEXT: %[[C0:.*]] = memref.reinterpret_cast %[[C]] to offset: [0], sizes: [3, 4], strides: [4, 1] {memplace.piece}
// CHECK-NEXT: %[[C1:.*]] = memref.reinterpret_cast %[[C]] to offset: [12], sizes: [2, 4], strides: [4, 1] {memplace.piece}
// CHECK-NEXT: %[[A0:.*]] = memref.reinterpret_cast %[[A]] to offset: [0], sizes: [3, 8], strides: [8, 1] {memplace.piece}
// CHECK-NEXT: %[[A1:.*]] = memref.reinterpret_cast %[[A]] to offset: [24], sizes: [2, 8], strides: [8, 1] {memplace.piece}
// CHECK-NEXT: linalg.matmul ins(%[[A0]], %[[B]] : memref<3x8xf32, strided<[8, 1]>>, memref<8x4xf32>) outs(%[[C0]] : memref<3x4xf32, strided<[4, 1]>>)
// CHECK-NEXT: linalg.matmul ins(%[[A1]], %[[B]] : memref<2x8xf32, strided<[8, 1], offset: 24>>, memref<8x4xf32>) outs(%[[C1]] : memref<2x4xf32, strided<[4, 1], offset: 12>>)
// CHECK-NEXT: return
func.func @matmul(%a: memref<5x8xf32>, %b: memref<8x4xf32>, %c: memref<5x4xf32>) {
  linalg.matmul {memplace.cut = #memplace.cut<dim = 0, pieces = 2>}
    ins(%a, %b : memref<5x8xf32>, memref<8x4xf32>) outs(%c : memref<5x4xf32>)
  return
}

// Columns of arguments stay whole if their rows are so short that transfers
// would take longer than their bytes suggest.
// CHECK-LABEL: func.func @columns(
// CHECK-NEXT: %[[B0:.*]] = memref.subview %{{.*}}[0, 0] [8, 2] [1, 1] : memref<8x4xf32> to memref<8x2xf32, strided<[4, 1]>>
// CHECK-NEXT: %[[C0:.*]] = memref.subview %{{.*}}[0, 0] [5, 2] [1, 1]
// CHECK-NEXT: linalg.matmul ins(%{{.*}}, %[[B0]] : memref<5x8xf32>, memref<8x2xf32, strided<[4, 1]>>) outs(%[[C0]]
// CHECK-NEXT: %[[B1:.*]] = memref.subview %{{.*}}[0, 2] [8, 2] [1, 1]
// CHECK-NEXT: %[[C1:.*]] = memref.subview %{{.*}}[0, 2] [5, 2] [1, 1]
// CHECK-NEXT: linalg.matmul ins(%{{.*}}, %[[B1]]
func.func @columns(%a: memref<5x8xf32>, %b: memref<8x4xf32>, %c: memref<5x4xf32>) {
  linalg.matmul {memplace.cut = #memplace.cut<dim = 1, pieces = 2>}
    ins(%a, %b : memref<5x8xf32>, memref<8x4xf32>) outs(%c : memref<5x4xf32>)
  return
}

// Longer columns are pieces like rows, with gaps if the caller's memref has gaps.
// CHECK-LABEL: func.func @long_columns(
// CHECK-DAG: %[[B0:.*]] = memref.reinterpret_cast %{{.*}} to offset: [0], sizes: [8, 16], strides: [32, 1] {memplace.piece} : memref<8x32xf32> to memref<8x16xf32, strided<[32, 1]>>
// CHECK-DAG: %[[B1:.*]] = memref.reinterpret_cast %{{.*}} to offset: [16], sizes: [8, 16], strides: [32, 1] {memplace.piece} : memref<8x32xf32> to memref<8x16xf32, strided<[32, 1], offset: 16>>
// CHECK: linalg.matmul ins(%{{.*}}, %[[B0]] : memref<5x8xf32>, memref<8x16xf32, strided<[32, 1]>>) outs(%{{.*}} : memref<5x16xf32, strided<[32, 1]>>)
// CHECK-NEXT: linalg.matmul ins(%{{.*}}, %[[B1]] :
func.func @long_columns(%a: memref<5x8xf32>, %b: memref<8x32xf32>, %c: memref<5x32xf32>) {
  linalg.matmul {memplace.cut = #memplace.cut<dim = 1, pieces = 2>}
    ins(%a, %b : memref<5x8xf32>, memref<8x32xf32>) outs(%c : memref<5x32xf32>)
  return
}

// A sum of integers has the same bits in any order: each piece adds to the
// whole result.
// CHECK-LABEL: func.func @sum(
// CHECK-SAME: %{{.*}}: memref<4x32xi8>, %[[B:.*]]: memref<32x16xi8>, %[[C:.*]]: memref<4x16xi32>)
// CHECK-NEXT: %[[B0:.*]] = memref.reinterpret_cast %[[B]] to offset: [0], sizes: [16, 16], strides: [16, 1] {memplace.piece}
// CHECK: linalg.matmul ins(%{{.*}}, %[[B0]] : memref<4x16xi8, {{.*}}>, memref<16x16xi8, {{.*}}>) outs(%[[C]] : memref<4x16xi32>)
// CHECK: linalg.matmul ins({{.*}}) outs(%[[C]] : memref<4x16xi32>)
// CHECK-NOT: linalg
func.func @sum(%a: memref<4x32xi8>, %b: memref<32x16xi8>, %c: memref<4x16xi32>) {
  linalg.matmul {memplace.cut = #memplace.cut<dim = 2, pieces = 2>}
    ins(%a, %b : memref<4x32xi8>, memref<32x16xi8>) outs(%c : memref<4x16xi32>)
  return
}

// CHECK-LABEL: func.func @batch_matmul(
// CHECK-COUNT-2: linalg.batch_matmul ins({{.*}} : memref<2x5x8xf32, strided<{{.*}}>>, memref<2x8x4xf32, strided<{{.*}}>>) outs({{.*}} : memref<2x5x4xf32, strided<{{.*}}>>)
// CHECK-NOT: linalg
func.func @batch_matmul(%a: memref<4x5x8xf32>, %b: memref<4x8x4xf32>, %c: memref<4x5x4xf32>) {
  linalg.batch_matmul {memplace.cut = #memplace.cut<dim = 0, pieces = 2>}
    ins(%a, %b : memref<4x5x8xf32>, memref<4x8x4xf32>) outs(%c : memref<4x5x4xf32>)
  return
}

// Ops cut along the same rows alternate, and buffers in between become separate
// allocations, each of which is freed.
// CHECK-LABEL: func.func @chain(
// CHECK-DAG: %[[A0:.*]] = memref.alloc() {alignment = 64 : i64} : memref<4x16xf32>
// CHECK-DAG: %[[A1:.*]] = memref.alloc() {alignment = 64 : i64} : memref<4x16xf32>
// CHECK-NOT: memref.alloc
// CHECK: linalg.exp ins(%[[X0:.*]] : {{.*}}) outs(%[[A0]] : memref<4x16xf32>)
// CHECK-NEXT: linalg.add ins(%[[A0]], %[[X0]] :
// CHECK: linalg.exp ins(%[[X1:.*]] : {{.*}}) outs(%[[A1]] : memref<4x16xf32>)
// CHECK-NEXT: linalg.add ins(%[[A1]], %[[X1]] :
// CHECK-NEXT: memref.dealloc %[[A0]]
// CHECK-NEXT: memref.dealloc %[[A1]]
// CHECK-NEXT: return
func.func @chain(%x: memref<8x16xf32>, %y: memref<8x16xf32>) {
  %a = memref.alloc() {alignment = 64 : i64} : memref<8x16xf32>
  linalg.exp {memplace.cut = #memplace.cut<dim = 0, pieces = 2>} ins(%x : memref<8x16xf32>) outs(%a : memref<8x16xf32>)
  linalg.add {memplace.cut = #memplace.cut<dim = 0, pieces = 2>}
    ins(%a, %x : memref<8x16xf32>, memref<8x16xf32>) outs(%y : memref<8x16xf32>)
  memref.dealloc %a : memref<8x16xf32>
  return
}

// Also through views that change the dimension. Middle rows of the first shape
// are 4 times as many rows of the second.
// CHECK-LABEL: func.func @views(
// CHECK-DAG: %[[A0:.*]] = memref.alloc() : memref<4x4x16xf32>
// CHECK-DAG: %[[A1:.*]] = memref.alloc() : memref<4x4x16xf32>
// CHECK: linalg.exp ins({{.*}}) outs(%[[A0]] : memref<4x4x16xf32>)
// CHECK: linalg.log ins(%[[A0]] :
// CHECK: linalg.exp ins({{.*}}) outs(%[[A1]] : memref<4x4x16xf32>)
// CHECK: linalg.log ins(%[[A1]] :
func.func @views(%x: memref<4x8x16xf32>, %y: memref<4x8x16xf32>) {
  %a = memref.alloc() : memref<32x16xf32>
  %b = memref.expand_shape %a [[0, 1], [2]] output_shape [4, 8, 16] : memref<32x16xf32> into memref<4x8x16xf32>
  linalg.exp {memplace.cut = #memplace.cut<dim = 1, pieces = 2>} ins(%x : memref<4x8x16xf32>) outs(%b : memref<4x8x16xf32>)
  %c = memref.collapse_shape %b [[0, 1], [2]] : memref<4x8x16xf32> into memref<32x16xf32>
  %d = memref.expand_shape %c [[0, 1], [2]] output_shape [4, 8, 16] : memref<32x16xf32> into memref<4x8x16xf32>
  linalg.log {memplace.cut = #memplace.cut<dim = 1, pieces = 2>} ins(%d : memref<4x8x16xf32>) outs(%y : memref<4x8x16xf32>)
  return
}

// A part of a piece, for an allocation and for an argument.
// CHECK-LABEL: func.func @part_of_piece(
// CHECK: %[[X0:.*]] = memref.reinterpret_cast %arg0 to offset: [0], sizes: [4, 16], strides: [16, 1] {memplace.piece}
// CHECK: %[[X1:.*]] = memref.reinterpret_cast %arg0 to offset: [64], sizes: [4, 16], strides: [16, 1] {memplace.piece}
// CHECK: %[[A0:.*]] = memref.alloc() : memref<4x16xf32>
// CHECK: linalg.exp ins(%[[X0]] : {{.*}}) outs(%[[A0]] :
// CHECK: linalg.add
// CHECK-NEXT: memref.subview %[[X0]][2, 0] [2, 16] [1, 1] : {{.*}} to memref<2x16xf32, strided<[16, 1], offset: 32>>
// CHECK-NEXT: memref.reinterpret_cast %[[A0]] to offset: [32], sizes: [2, 16], strides: [16, 1]
// CHECK: memref.subview %[[X1]][2, 0] [2, 16] [1, 1] : {{.*}} to memref<2x16xf32, strided<[16, 1], offset: 96>>
func.func @part_of_piece(%x: memref<8x16xf32>, %y: memref<8x16xf32>) {
  %a = memref.alloc() : memref<8x16xf32>
  linalg.exp {memplace.cut = #memplace.cut<dim = 0, pieces = 2>} ins(%x : memref<8x16xf32>) outs(%a : memref<8x16xf32>)
  linalg.add {memplace.cut = #memplace.cut<dim = 0, pieces = 4>}
    ins(%x, %a : memref<8x16xf32>, memref<8x16xf32>) outs(%y : memref<8x16xf32>)
  linalg.log {memplace.cut = #memplace.cut<dim = 0, pieces = 2>} ins(%a : memref<8x16xf32>) outs(%a : memref<8x16xf32>)
  return
}

// Columns of one are rows of the other; each piece reads a broadcast operand in full.
// CHECK-LABEL: func.func @transpose_and_broadcast(
// CHECK-SAME: memref<8x64xf32>, %[[B:.*]]: memref<8xf32>
// CHECK: %[[A0:.*]] = memref.alloc() : memref<8x32xf32>
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %[[B]] : memref<8x32xf32, strided<[64, 1]>>, memref<8xf32>) outs(%[[A0]]
// CHECK: linalg.transpose ins(%[[A0]] : memref<8x32xf32>) outs({{.*}} : memref<32x8xf32, strided<[8, 1]>>) permutation = [1, 0]
func.func @transpose_and_broadcast(%x: memref<8x64xf32>, %b: memref<8xf32>, %y: memref<64x8xf32>) {
  %a = memref.alloc() : memref<8x64xf32>
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
                  iterator_types = ["parallel", "parallel"], memplace.cut = #memplace.cut<dim = 1, pieces = 2>}
      ins(%x, %b : memref<8x64xf32>, memref<8xf32>) outs(%a : memref<8x64xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %s = arith.addf %p, %q : f32
    linalg.yield %s : f32
  }
  linalg.transpose ins(%a : memref<8x64xf32>) outs(%y : memref<64x8xf32>) permutation = [1, 0]
    {memplace.cut = #memplace.cut<dim = 0, pieces = 2>}
  return
}

// Indices count from the start of the whole op; a profiled time is shared.
// CHECK-LABEL: func.func @index(
// CHECK: linalg.generic {{.*}} attrs = {memplace.cost = #memplace.cost<compute_ps = 500, bytes = [80]>}
// CHECK: linalg.index 0
// CHECK-NEXT: arith.index_cast
// CHECK: linalg.generic
// CHECK: %[[I:.*]] = linalg.index 0
// CHECK-NEXT: %[[C5:.*]] = arith.constant 5
// CHECK-NEXT: %[[SUM:.*]] = arith.addi %[[I]], %[[C5]]
// CHECK-NEXT: arith.index_cast %[[SUM]]
func.func @index(%y: memref<10xi64>) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      outs(%y : memref<10xi64>) attrs = {memplace.cost = #memplace.cost<compute_ps = 1000, bytes = [160]>,
                                           memplace.cut = #memplace.cut<dim = 0, pieces = 2>} {
  ^bb0(%o: i64):
    %i = linalg.index 0 : index
    %v = arith.index_cast %i : index to i64
    linalg.yield %v : i64
  }
  return
}

// Windows overlap, so parts of the input overlap: the input stays whole.
// CHECK-LABEL: func.func @convolution(
// CHECK-SAME: %[[X:.*]]: memref<1x10x10x4xf32>, %[[W:.*]]: memref<3x3x4x8xf32>
// CHECK: %[[X0:.*]] = memref.subview %[[X]][0, 0, 0, 0] [1, 6, 10, 4] [1, 1, 1, 1]
// CHECK: linalg.conv_2d_nhwc_hwcf ins(%[[X0]], %[[W]] : {{.*}}) outs({{.*}} : memref<1x4x8x8xf32
// CHECK: %[[X1:.*]] = memref.subview %[[X]][0, 4, 0, 0] [1, 6, 10, 4] [1, 1, 1, 1]
// CHECK: linalg.conv_2d_nhwc_hwcf ins(%[[X1]], %[[W]] :
func.func @convolution(%x: memref<1x10x10x4xf32>, %w: memref<3x3x4x8xf32>, %y: memref<1x8x8x8xf32>) {
  linalg.conv_2d_nhwc_hwcf {memplace.cut = #memplace.cut<dim = 1, pieces = 2>}
    ins(%x, %w : memref<1x10x10x4xf32>, memref<3x3x4x8xf32>) outs(%y : memref<1x8x8x8xf32>)
  return
}

// Steps of 2 with windows of 3.
// CHECK-LABEL: func.func @pooling(
// CHECK: memref.subview %{{.*}}[0, 0, 0, 0] [1, 5, 9, 4] [1, 1, 1, 1]
// CHECK: linalg.pooling_nhwc_max
// CHECK: memref.subview %{{.*}}[0, 4, 0, 0] [1, 5, 9, 4] [1, 1, 1, 1]
// CHECK: linalg.pooling_nhwc_max
func.func @pooling(%x: memref<1x9x9x4xf32>, %window: memref<3x3xf32>, %y: memref<1x4x4x4xf32>) {
  linalg.pooling_nhwc_max {strides = dense<2> : tensor<2xi64>, memplace.cut = #memplace.cut<dim = 1, pieces = 2>}
    ins(%x, %window : memref<1x9x9x4xf32>, memref<3x3xf32>) outs(%y : memref<1x4x4x4xf32>)
  return
}

// In loops: pieces stay within their loop.
// CHECK-LABEL: func.func @loop(
// CHECK: scf.for
// CHECK-DAG: %[[B0:.*]] = memref.alloc() : memref<4x16xf32>
// CHECK-DAG: %[[B1:.*]] = memref.alloc() : memref<4x16xf32>
// CHECK: linalg.exp ins({{.*}}) outs(%[[B0]]
// CHECK: linalg.log ins(%[[B0]]
// CHECK: linalg.exp ins({{.*}}) outs(%[[B1]]
// CHECK: linalg.log ins(%[[B1]]
// CHECK: memref.dealloc %[[B0]]
// CHECK: memref.dealloc %[[B1]]
// CHECK-NEXT: }
// CHECK-COUNT-2: memref.copy
func.func @loop(%x: memref<8x16xf32>, %y: memref<8x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %b = memref.alloc() : memref<8x16xf32>
    linalg.exp {memplace.cut = #memplace.cut<dim = 0, pieces = 2>} ins(%x : memref<8x16xf32>) outs(%b : memref<8x16xf32>)
    linalg.log {memplace.cut = #memplace.cut<dim = 0, pieces = 2>} ins(%b : memref<8x16xf32>) outs(%x : memref<8x16xf32>)
    memref.dealloc %b : memref<8x16xf32>
  }
  memref.copy %x, %y {memplace.cut = #memplace.cut<dim = 0, pieces = 2>} : memref<8x16xf32> to memref<8x16xf32>
  return
}

// Pieces of a global, shared by two mentions.
memref.global "private" constant @weights : memref<8x16xf32> = dense<1.0>
// CHECK-LABEL: func.func @global(
// CHECK-NEXT: memref.get_global @weights
// CHECK-NEXT: memref.reinterpret_cast {{.*}} sizes: [4, 16], strides: [16, 1] {memplace.piece}
// CHECK-NEXT: memref.reinterpret_cast {{.*}} sizes: [4, 16], strides: [16, 1] {memplace.piece}
// CHECK-NOT: get_global
func.func @global(%y: memref<8x16xf32>, %z: memref<8x16xf32>) {
  %w = memref.get_global @weights : memref<8x16xf32>
  linalg.exp {memplace.cut = #memplace.cut<dim = 0, pieces = 2>} ins(%w : memref<8x16xf32>) outs(%y : memref<8x16xf32>)
  %v = memref.get_global @weights : memref<8x16xf32>
  linalg.log {memplace.cut = #memplace.cut<dim = 0, pieces = 2>} ins(%v : memref<8x16xf32>) outs(%z : memref<8x16xf32>)
  return
}
