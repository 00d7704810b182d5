// Large arguments become arguments for their rows; ops on them become ops on
// parts, which compute the same bits.
//
// RUN: memplace-opt %s --split-input-file --memplace-cut-arguments="arguments=1,2 bytes=1024" | FileCheck %s
// RUN: memplace-opt %s --split-input-file --memplace-cut-arguments="arguments=1,2 bytes=1000000" | FileCheck %s --check-prefix=WHOLE
// WHOLE-NOT: .piece

// RUN: not memplace-opt %s --split-input-file --memplace-cut-arguments="arguments=9" 2>&1 | FileCheck %s --check-prefix=NINTH
// NINTH: error: cannot cut argument 9: the function has 4 arguments
// RUN: not memplace-opt %s --split-input-file --memplace-cut-arguments="function=f arguments=1" 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: needs a function 'f' with a body

// Rows are terms of a sum: parts of 256, the kernels' block. The last part has
// at least two rows, since one row would be no sum.
// CHECK-LABEL: func.func @main
// CHECK-SAME: %[[X:.*]]: memref<4x513xf32>, %[[A:.*]]: memref<256x1xf32> {memplace.buffer = "w.piece 1/2"}, %[[B:.*]]: memref<257x1xf32> {memplace.buffer = "w.piece 2/2"}, %{{.*}}: memref<4xf32>, %[[Y:.*]]: memref<4x1xf32>
func.func @main(%x: memref<4x513xf32>, %w: memref<513x1xf32> {memplace.buffer = "w"}, %small: memref<4xf32>, %y: memref<4x1xf32>) {
  // CHECK: %[[XA:.*]] = memref.subview %[[X]][0, 0] [4, 256] [1, 1]
  // CHECK-NEXT: linalg.matmul ins(%[[XA]], %[[A]] : {{.*}}) outs(%[[Y]] :
  // CHECK-NEXT: %[[XB:.*]] = memref.subview %[[X]][0, 256] [4, 257] [1, 1]
  // CHECK-NEXT: linalg.matmul ins(%[[XB]], %[[B]] : {{.*}}) outs(%[[Y]] :
  // CHECK-NEXT: return
  linalg.matmul ins(%x, %w : memref<4x513xf32>, memref<513x1xf32>) outs(%y : memref<4x1xf32>)
  return
}

// -----

// Rows are columns of the result: a multiple of 512. Both ops that read the
// argument are cut alike.
#x = affine_map<(m, n, k) -> (m, k)>
#w = affine_map<(m, n, k) -> (n, k)>
#y = affine_map<(m, n, k) -> (m, n)>
// CHECK-LABEL: func.func @main
// CHECK-SAME: %[[X:.*]]: memref<4x8xf32>, %[[A:.*]]: memref<512x8xf32> {memplace.buffer = "arg1.piece 1/3"}, %{{.*}}: memref<512x8xf32> {memplace.buffer = "arg1.piece 2/3"}, %[[C:.*]]: memref<26x8xf32> {memplace.buffer = "arg1.piece 3/3"}, %{{.*}}: memref<4xf32>, %[[Y:.*]]: memref<4x1050xf32>
func.func @main(%x: memref<4x8xf32>, %w: memref<1050x8xf32>, %small: memref<4xf32>, %y: memref<4x1050xf32>) {
  // CHECK: %[[YA:.*]] = memref.subview %[[Y]][0, 0] [4, 512] [1, 1]
  // CHECK-NEXT: linalg.generic {{.*}} ins(%[[X]], %[[A]] : {{.*}}) outs(%[[YA]] :
  // CHECK: %[[YC:.*]] = memref.subview %[[Y]][0, 1024] [4, 26] [1, 1]
  // CHECK-NEXT: linalg.generic {{.*}} ins(%[[X]], %[[C]] : {{.*}}) outs(%[[YC]] :
  linalg.generic {indexing_maps = [#x, #w, #y], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : memref<4x8xf32>, memref<1050x8xf32>) outs(%y : memref<4x1050xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  }
  // CHECK: linalg.exp ins(%[[A]] :
  // CHECK: linalg.exp ins(%[[C]] :
  %t = memref.alloc() : memref<1050x8xf32>
  linalg.exp ins(%w : memref<1050x8xf32>) outs(%t : memref<1050x8xf32>)
  memref.dealloc %t : memref<1050x8xf32>
  return
}

// -----

// Left whole: a sum that is rounded to bf16 at the end, and an argument with
// another reader.
// CHECK-LABEL: func.func @main
// CHECK-SAME: memref<1024x1xbf16>, %{{.*}}: memref<1024xf32>, %{{.*}}: memref<4x1xbf16>
func.func @main(%x: memref<4x1024xbf16>, %w: memref<1024x1xbf16>, %v: memref<1024xf32>, %y: memref<4x1xbf16>) -> f32 {
  linalg.matmul ins(%x, %w : memref<4x1024xbf16>, memref<1024x1xbf16>) outs(%y : memref<4x1xbf16>)
  %t = memref.alloc() : memref<1024xf32>
  linalg.exp ins(%v : memref<1024xf32>) outs(%t : memref<1024xf32>)
  memref.dealloc %t : memref<1024xf32>
  %zero = arith.constant 0 : index
  %first = memref.load %v[%zero] : memref<1024xf32>
  return %first : f32
}

// -----

// Rows chosen by the program are copied: an embedding stays one argument, and a
// stack of few rows becomes an argument per row.
#rows = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-LABEL: func.func @main
// CHECK-SAME: %[[T:.*]]: memref<2xi32>, %[[W:.*]]: memref<256x8xf32> {memplace.buffer = "words.picked 1/1"}, %[[E0:.*]]: memref<1x8x8xf32> {memplace.buffer = "arg2.picked 1/3"}, %[[E1:.*]]: memref<1x8x8xf32> {memplace.buffer = "arg2.picked 2/3"}, %[[E2:.*]]: memref<1x8x8xf32> {memplace.buffer = "arg2.picked 3/3"}
func.func @main(%t: memref<2xi32>, %words: memref<256x8xf32> {memplace.buffer = "words"}, %e: memref<3x8x8xf32>, %y: memref<2x8xf32>, %z: memref<1x8x8xf32>) {
  // CHECK: %[[COPY:.*]] = memref.alloc() : memref<2x8xf32>
  // CHECK: %[[I0:.*]] = arith.index_cast
  // CHECK: %[[TO0:.*]] = memref.subview %[[COPY]][0, 0] [1, 8] [1, 1]
  // CHECK: %[[FROM0:.*]] = memref.subview %[[W]][%[[I0]], 0] [1, 8] [1, 1]
  // CHECK: memref.copy %[[FROM0]], %[[TO0]]
  // CHECK: %[[I1:.*]] = arith.index_cast
  // CHECK: %[[TO1:.*]] = memref.subview %[[COPY]][1, 0] [1, 8] [1, 1]
  // CHECK: %[[FROM1:.*]] = memref.subview %[[W]][%[[I1]], 0] [1, 8] [1, 1]
  // CHECK: memref.copy %[[FROM1]], %[[TO1]]
  // CHECK: linalg.generic
  // CHECK: memref.load %[[COPY]][
  linalg.generic {indexing_maps = [#rows], iterator_types = ["parallel", "parallel"]} outs(%y : memref<2x8xf32>) {
  ^bb0(%out: f32):
    %0 = linalg.index 0 : index
    %1 = linalg.index 1 : index
    %2 = memref.load %t[%0] : memref<2xi32>
    %3 = arith.index_cast %2 : i32 to index
    %4 = memref.load %words[%3, %1] : memref<256x8xf32>
    linalg.yield %4 : f32
  }
  %c0 = arith.constant 0 : index
  %i = memref.load %t[%c0] : memref<2xi32>
  // CHECK: %[[J:.*]] = arith.index_cast
  %j = arith.index_cast %i : i32 to index
  // CHECK: %[[EXPERT:.*]] = memref.alloc() : memref<1x8x8xf32>
  // CHECK: scf.index_switch %[[J]]
  // CHECK: case 0 {
  // CHECK-NEXT: memref.copy %[[E0]], %[[EXPERT]]
  // CHECK: case 1 {
  // CHECK-NEXT: memref.copy %[[E1]], %[[EXPERT]]
  // CHECK: default {
  // CHECK-NEXT: memref.copy %[[E2]], %[[EXPERT]]
  // CHECK: %[[CAST:.*]] = memref.cast %[[EXPERT]]
  // CHECK: linalg.exp ins(%[[CAST]] :
  %v = memref.subview %e[%j, 0, 0] [1, 8, 8] [1, 1, 1] : memref<3x8x8xf32> to memref<1x8x8xf32, strided<[64, 8, 1], offset: ?>>
  linalg.exp ins(%v : memref<1x8x8xf32, strided<[64, 8, 1], offset: ?>>) outs(%z : memref<1x8x8xf32>)
  return
}

// -----

// At least half of the rows: the argument is read as a whole; so is an argument
// with other uses.
#rows = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-LABEL: func.func @main
// CHECK-SAME: %{{.*}}: memref<4xi32>, %{{.*}}: memref<6x8xf32>, %{{.*}}: memref<3x8x8xf32>
// CHECK-NOT: picked
func.func @main(%t: memref<4xi32>, %words: memref<6x8xf32>, %e: memref<3x8x8xf32>, %y: memref<4x8xf32>, %z: memref<3x8x8xf32>, %u: memref<1x8x8xf32>) {
  linalg.generic {indexing_maps = [#rows], iterator_types = ["parallel", "parallel"]} outs(%y : memref<4x8xf32>) {
  ^bb0(%out: f32):
    %0 = linalg.index 0 : index
    %1 = linalg.index 1 : index
    %2 = memref.load %t[%0] : memref<4xi32>
    %3 = arith.index_cast %2 : i32 to index
    %4 = memref.load %words[%3, %1] : memref<6x8xf32>
    linalg.yield %4 : f32
  }
  %c0 = arith.constant 0 : index
  %i = memref.load %t[%c0] : memref<4xi32>
  %j = arith.index_cast %i : i32 to index
  %v = memref.subview %e[%j, 0, 0] [1, 8, 8] [1, 1, 1] : memref<3x8x8xf32> to memref<1x8x8xf32, strided<[64, 8, 1], offset: ?>>
  linalg.exp ins(%v : memref<1x8x8xf32, strided<[64, 8, 1], offset: ?>>) outs(%u : memref<1x8x8xf32>)
  linalg.exp ins(%e : memref<3x8x8xf32>) outs(%z : memref<3x8x8xf32>)
  return
}

// -----

// Columns that are several axes of the op: the rows are cut nevertheless.
#x = affine_map<(m, n, k, l) -> (m, k, l)>
#w = affine_map<(m, n, k, l) -> (n, k, l)>
#y = affine_map<(m, n, k, l) -> (m, n)>
// CHECK-LABEL: func.func @main
// CHECK-SAME: %[[X:.*]]: memref<4x2x4xf32>, %[[A:.*]]: memref<512x8xf32> {memplace.buffer = "arg1.piece 1/2"}, %[[B:.*]]: memref<88x8xf32> {memplace.buffer = "arg1.piece 2/2"}
func.func @main(%x: memref<4x2x4xf32>, %w: memref<600x8xf32>, %small: memref<4xf32>, %y: memref<4x600xf32>) {
  // CHECK: %[[AS:.*]] = memref.expand_shape %[[A]] {{\[\[}}0], [1, 2]] output_shape [512, 2, 4]
  // CHECK: %[[BS:.*]] = memref.expand_shape %[[B]] {{\[\[}}0], [1, 2]] output_shape [88, 2, 4]
  // CHECK: linalg.generic {{.*}} ins(%[[X]], %[[AS]] :
  // CHECK: linalg.generic {{.*}} ins(%[[X]], %[[BS]] :
  %v = memref.expand_shape %w [[0], [1, 2]] output_shape [600, 2, 4] : memref<600x8xf32> into memref<600x2x4xf32>
  linalg.generic {indexing_maps = [#x, #w, #y], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%x, %v : memref<4x2x4xf32>, memref<600x2x4xf32>) outs(%y : memref<4x600xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  }
  return
}

// -----

// Weights that the program widens and scales: each piece of the copy is made at
// its use, so that no full copy exists.
#same = affine_map<(k, n) -> (k, n)>
#scale = affine_map<(k, n) -> (n)>
// CHECK-LABEL: func.func @main
// CHECK-SAME: %[[X:.*]]: memref<4x1536xf32>, %[[A:.*]]: memref<512x8xi8> {memplace.buffer = "arg1.piece 1/3"}, %[[B:.*]]: memref<512x8xi8> {memplace.buffer = "arg1.piece 2/3"}, %{{.*}}: memref<512x8xi8> {{.*}}, %[[S:.*]]: memref<8xf32>, %[[Y:.*]]: memref<4x8xf32>
func.func @main(%x: memref<4x1536xf32>, %w: memref<1536x8xi8>, %s: memref<8xf32>, %y: memref<4x8xf32>) {
  // CHECK-NEXT: %[[ZERO:.*]] = arith.constant
  // CHECK-NEXT: linalg.fill ins(%[[ZERO]]
  // CHECK-NEXT: %[[CA:.*]] = memref.alloc() {alignment = 64 : i64} : memref<512x8xf32>
  // CHECK-NEXT: linalg.generic {{.*}} ins(%[[A]], %[[S]] : {{.*}}) outs(%[[CA]] :
  // CHECK: %[[XA:.*]] = memref.subview %[[X]][0, 0] [4, 512] [1, 1]
  // CHECK-NEXT: linalg.matmul ins(%[[XA]], %[[CA]] : {{.*}}) outs(%[[Y]] :
  // CHECK-NEXT: %[[CB:.*]] = memref.alloc() {alignment = 64 : i64} : memref<512x8xf32>
  // CHECK-NEXT: linalg.generic {{.*}} ins(%[[B]], %[[S]] : {{.*}}) outs(%[[CB]] :
  // CHECK: linalg.matmul ins(%{{.*}}, %[[CB]] : {{.*}}) outs(%[[Y]] :
  // CHECK-COUNT-1: memref.alloc
  // CHECK-NOT: memref.alloc
  %zero = arith.constant 0.0 : f32
  %copy = memref.alloc() {alignment = 64 : i64} : memref<1536x8xf32>
  linalg.generic {indexing_maps = [#same, #scale, #same], iterator_types = ["parallel", "parallel"]}
      ins(%w, %s : memref<1536x8xi8>, memref<8xf32>) outs(%copy : memref<1536x8xf32>) {
  ^bb0(%a: i8, %b: f32, %c: f32):
    %wide = arith.sitofp %a : i8 to f32
    %p = arith.mulf %wide, %b : f32
    linalg.yield %p : f32
  }
  linalg.fill ins(%zero : f32) outs(%y : memref<4x8xf32>)
  linalg.matmul ins(%x, %copy : memref<4x1536xf32>, memref<1536x8xf32>) outs(%y : memref<4x8xf32>)
  return
}

// -----

// The source of the copy changes before the copy's use: the copy is made at
// once, in parts, and the product stays whole.
#same = affine_map<(k, n) -> (k, n)>
#scale = affine_map<(k, n) -> (n)>
// CHECK-LABEL: func.func @main
func.func @main(%x: memref<4x512xf32>, %w: memref<512x8xi8>, %s: memref<8xf32>, %y: memref<4x8xf32>) {
  // CHECK: %[[COPY:.*]] = memref.alloc() : memref<512x8xf32>
  // CHECK-COUNT-4: linalg.generic
  // CHECK: linalg.fill
  // CHECK-NEXT: linalg.matmul ins(%{{.*}}, %[[COPY]] :
  // CHECK-NEXT: return
  %zero = arith.constant 0.0 : f32
  %copy = memref.alloc() : memref<512x8xf32>
  linalg.generic {indexing_maps = [#same, #scale, #same], iterator_types = ["parallel", "parallel"]}
      ins(%w, %s : memref<512x8xi8>, memref<8xf32>) outs(%copy : memref<512x8xf32>) {
  ^bb0(%a: i8, %b: f32, %c: f32):
    %wide = arith.sitofp %a : i8 to f32
    %p = arith.mulf %wide, %b : f32
    linalg.yield %p : f32
  }
  linalg.fill ins(%zero : f32) outs(%s : memref<8xf32>)
  linalg.matmul ins(%x, %copy : memref<4x512xf32>, memref<512x8xf32>) outs(%y : memref<4x8xf32>)
  return
}
