// RUN: memplace-opt %s -test-memplace-print-op-cost -o /dev/null \
// RUN:   | FileCheck %s

// memplace.cost overrides the estimate.

// Bytes of y, x and y as written. In a loop, profiled and estimated times add up:
// 10 · 77 + 10 · 8 ps. On a loop, it is the time of the whole loop.
// CHECK-LABEL: function profile{{$}}
// CHECK-NEXT: linalg.add: 77 ps
// CHECK-NEXT:   update %arg1: 5 bytes
// CHECK-NEXT:   read %arg0: 4 bytes
// CHECK-NEXT:   77 ps profiled
// CHECK-NEXT: affine.for: 850 ps
// CHECK-NEXT:   update %arg1: 640 bytes
// CHECK-NEXT:   read %arg0: 640 bytes
// CHECK-NEXT:   80 flops of f32
// CHECK-NEXT:   770 ps profiled
// CHECK-NEXT: affine.for: 99 ps
// CHECK-NEXT:   update %arg1: 320 bytes
// CHECK-NEXT:   read %arg0: 320 bytes
// CHECK-NEXT:   99 ps profiled
// CHECK-NOT: {{.}}
func.func @profile(%x: memref<8xf32>, %y: memref<8xf32>) {
  linalg.add {memplace.cost = #memplace.cost<compute_ps = 77, bytes = [3, 4, 5]>} ins(%y, %x : memref<8xf32>, memref<8xf32>) outs(%y : memref<8xf32>)
  affine.for %i = 0 to 10 {
    linalg.add {memplace.cost = #memplace.cost<compute_ps = 77>} ins(%y, %x : memref<8xf32>, memref<8xf32>) outs(%y : memref<8xf32>)
    linalg.add ins(%y, %x : memref<8xf32>, memref<8xf32>) outs(%y : memref<8xf32>)
  }
  affine.for %i = 0 to 10 {
    linalg.add ins(%y, %x : memref<8xf32>, memref<8xf32>) outs(%y : memref<8xf32>)
  } {memplace.cost = #memplace.cost<compute_ps = 99>}
  return
}
