// RUN: memplace-opt %s -test-memplace-print-op-cost -o /dev/null | FileCheck %s
// RUN: memplace-opt %s --memplace-default=target=tpu-v4i | FileCheck %s --check-prefix=PLACED

// Attributes of the callee's arguments state accesses, `memplace.flops` states the work, and casts do not hide sizes.

func.func private @declared(memref<?xf32> {bufferization.access = "read"}, memref<?xf32> {bufferization.access = "write"},
                            memref<?xf32> {bufferization.access = "read-write"})

// CHECK-LABEL: function calls{{$}}
// CHECK-NEXT: func.call: 275000000 ps
// CHECK-NEXT:   read %cast: 32 bytes
// CHECK-NEXT:   write %cast_0: 32 bytes
// CHECK-NEXT:   update %cast_1: 32 bytes
// CHECK-NEXT:   275000000 flops of f32
// CHECK-NEXT: func.call: 0 ps
// CHECK-NEXT:   read %cast: 32 bytes
// CHECK-NEXT:   update %cast_0: 32 bytes
// CHECK-NOT: {{.}}

// A buffer that a callee does not keep may be in fast memory.
// PLACED-LABEL: func.func @calls
// PLACED: memplace.slot {{.*}} for "alloc0"
// PLACED: call @declared
func.func @calls(%a: memref<8xf32>, %b: memref<8xf32>) {
  %x = memref.cast %a : memref<8xf32> to memref<?xf32>
  %new = memref.alloc() : memref<8xf32>
  %y = memref.cast %new : memref<8xf32> to memref<?xf32>
  %z = memref.cast %b : memref<8xf32> to memref<?xf32>
  call @declared(%x, %y, %z) {memplace.flops = 275000000 : i64} : (memref<?xf32>, memref<?xf32>, memref<?xf32>) -> ()
  call @declared(%x, %y, %y) : (memref<?xf32>, memref<?xf32>, memref<?xf32>) -> ()
  return
}
