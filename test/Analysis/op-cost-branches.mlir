// RUN: memplace-opt %s -test-memplace-print-op-cost -o /dev/null \
// RUN:   | FileCheck %s

// Branches: the union of the arms' accesses, and the work of the more expensive arm.

// x: 64 bytes in the first arm, 32 in the second. y: the second arm reads 64 and
// writes 32; z: both overwrite it. A missing arm writes nothing: an update.
// CHECK-LABEL: function arms{{$}}
// CHECK-NEXT: scf.if: 8 ps
// CHECK-NEXT:   read %arg1: 64 bytes
// CHECK-NEXT:   update %arg2: 32 bytes
// CHECK-NEXT:   read %arg2: 32 bytes
// CHECK-NEXT:   write %arg3: 32 bytes
// CHECK-NEXT:   8 flops of f32
// CHECK-NEXT: scf.if: 0 ps
// CHECK-NEXT:   read %arg1: 32 bytes
// CHECK-NEXT:   update %arg2: 32 bytes
// CHECK-NOT: {{.}}
func.func @arms(%c: i1, %x: memref<8xf32>, %y: memref<8xf32>, %z: memref<8xf32>) {
  scf.if %c {
    memref.copy %x, %y : memref<8xf32> to memref<8xf32>
    memref.copy %x, %z : memref<8xf32> to memref<8xf32>
  } else {
    linalg.add ins(%y, %x : memref<8xf32>, memref<8xf32>) outs(%y : memref<8xf32>)
    memref.copy %y, %z : memref<8xf32> to memref<8xf32>
  }
  scf.if %c {
    memref.copy %x, %y : memref<8xf32> to memref<8xf32>
  }
  return
}
