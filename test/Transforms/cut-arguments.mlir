// Large arguments become arguments for their rows; ops on them become ops on
// parts, which compute the same bits.
//
// RUN: memplace-opt %s --split-input-file --memplace-cut-arguments="arguments=1,2 bytes=1024" | FileCheck %s
// RUN: memplace-opt %s --split-input-file --memplace-cut-arguments="arguments=1,2 bytes=1000000" | FileCheck %s --check-prefix=WHOLE
// WHOLE-NOT: .piece

// RUN: not memplace-opt %s --split-input-file --memplace-cut-arguments="arguments=9" 2>&1 | FileCheck %s --check-prefix=NINTH
// NINTH: error: there is no argument 9; the function has 4
// RUN: not memplace-opt %s --split-input-file --memplace-cut-arguments="function=f arguments=1" 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: there is no function 'f' with a body to cut arguments of

// Rows are terms of a sum: parts of 256, the kernels' block. The last part is
// never one row, which would be no sum.
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

// Rows are columns of the result: a multiple of 512. Both
// ops that read the argument are cut alike.
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

// Left whole: a sum that is rounded to bf16 in the end, and an argument that
// something else reads, too.
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

// Weights that the program widens and scales: each piece of the copy is made
// where it is used, so that there is never a copy of all.
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

// What the copy is made of changes before it is used: the copy is made at once, in
// parts, and the product left whole.
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
