// RUN: memplace-opt %s -test-memplace-print-memory-ops -o /dev/null \
// RUN:   | FileCheck %s

// Structured ops include the work of their payload.

#id = affine_map<(d0, d1) -> (d0, d1)>
#col = affine_map<(d0, d1) -> (d0)>
// CHECK-LABEL: function payload{{$}}
// CHECK-NEXT: linalg.generic: access, owns regions
// CHECK-NEXT:   read %arg2: 40 bytes
// CHECK-NEXT:   update %arg3: 160 bytes
// CHECK-NEXT:   read %arg0: 160 bytes
// CHECK-NEXT:   update %arg1: 20 bytes
// CHECK-NEXT:   40 flops of f32
// CHECK-NEXT: linalg.index: none
// CHECK-NEXT: memref.load: access
// CHECK-NEXT:   read %arg0: 4 bytes at (%in, %0), plain
// CHECK-NEXT: arith.constant: none
// CHECK-NEXT: memref.store: access
// CHECK-NEXT:   write %arg1: 4 bytes at (%in), plain
// CHECK-NEXT: arith.addf: none
// CHECK-NEXT:   1 flops of f32
// CHECK-NEXT: linalg.yield: none
// CHECK-NEXT: func.return: none
// CHECK-NOT: {{.}}
func.func @payload(%table: memref<1000x8xf32>, %hits: memref<1000xi32>, %idx: memref<5xindex>, %y: memref<5x8xf32>) {
  linalg.generic {indexing_maps = [#col, #id], iterator_types = ["parallel", "parallel"]}
    ins(%idx: memref<5xindex>) outs(%y : memref<5x8xf32>) {
    ^bb0(%r: index, %o: f32):
      %c = linalg.index 1 : index
      %v = memref.load %table[%r, %c] : memref<1000x8xf32>
      %one = arith.constant 1 : i32
      memref.store %one, %hits[%r] : memref<1000xi32>
      %w = arith.addf %v, %o : f32
      linalg.yield %w : f32
  }
  return
}
// CHECK-LABEL: function tensors{{$}}
// CHECK-NEXT: linalg.add: refused, owns regions, it works on tensors, which have no storage yet; bufferize first
// CHECK-NEXT:   16 flops of f32
// CHECK-NEXT: arith.addf: none
// CHECK-NEXT:   1 flops of f32
// CHECK-NEXT: linalg.yield: none
// CHECK-NEXT: func.return: none
// CHECK-NOT: {{.}}
func.func @tensors(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = linalg.add ins(%a, %b : tensor<4x4xf32>, tensor<4x4xf32>) outs(%b : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
