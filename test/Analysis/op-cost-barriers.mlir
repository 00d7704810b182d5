// RUN: memplace-opt %s --allow-unregistered-dialect -test-memplace-print-op-cost -o /dev/null \
// RUN:   | FileCheck %s

// Calls, ops without a model, refused ops, and regions that run once.

func.func private @ext(memref<8xf32>, index)

// An unknown op updates all memrefs it can reach. Any case of a switch may run,
// so both are updates.
// CHECK-LABEL: function barriers{{$}}
// CHECK-NEXT: func.call: 0 ps
// CHECK-NEXT:   update %arg0: 32 bytes
// CHECK-NEXT: scf.execute_region: 0 ps
// CHECK-NEXT:   read %arg0: 32 bytes
// CHECK-NEXT:   write %arg1: 32 bytes
// CHECK-NEXT:   refused: scf.execute_region, a region of it has several blocks, and a schedule is one block; run --lift-cf-to-scf first
// CHECK-NEXT: test.op: 0 ps
// CHECK-NEXT:   update %arg3: unknown bytes
// CHECK-NEXT:   unknown: test.op
// CHECK-NEXT: test.op: 0 ps
// CHECK-NEXT:   update %arg0: 32 bytes
// CHECK-NEXT:   update %arg1: 32 bytes
// CHECK-NEXT:   unknown: test.op
// CHECK-NEXT: async.execute: 0 ps
// CHECK-NEXT:   read %arg0: 32 bytes
// CHECK-NEXT:   write %arg1: 32 bytes
// CHECK-NEXT:   refused: async.execute, it is asynchronous, and a schedule has one op at a time
// CHECK-NEXT: scf.index_switch: 0 ps
// CHECK-NEXT:   update %arg1: 32 bytes
// CHECK-NEXT:   update %arg0: 32 bytes
// CHECK-NEXT: memref.alloca_scope: 0 ps
// CHECK-NEXT:   read %arg0: 32 bytes
// CHECK-NEXT:   write %arg1: 32 bytes
// CHECK-NEXT: bufferization.clone: 0 ps
// CHECK-NEXT:   read %arg0: 32 bytes
// CHECK-NEXT:   write %0: 32 bytes
// CHECK-NEXT: memref.realloc: 0 ps
// CHECK-NEXT:   refused: memref.realloc, its result may or may not be its operand's storage; run --expand-realloc first
// CHECK-NOT: {{.}}
func.func @barriers(%x: memref<8xf32>, %y: memref<8xf32>, %n: index, %u: memref<*xf32>) {
  call @ext(%x, %n) : (memref<8xf32>, index) -> ()
  scf.execute_region {
    cf.br ^bb1
  ^bb1:
    memref.copy %x, %y : memref<8xf32> to memref<8xf32>
    scf.yield
  }
  "test.op"(%u) : (memref<*xf32>) -> ()
  "test.op"() ({ memref.copy %x, %y : memref<8xf32> to memref<8xf32> }) : () -> ()
  %t = async.execute { memref.copy %x, %y : memref<8xf32> to memref<8xf32>
    async.yield }
  scf.index_switch %n case 2 { memref.copy %x, %y : memref<8xf32> to memref<8xf32>
    scf.yield }
   default { memref.copy %y, %x : memref<8xf32> to memref<8xf32>
    scf.yield }
  memref.alloca_scope { memref.copy %x, %y : memref<8xf32> to memref<8xf32> }
  %k = bufferization.clone %x : memref<8xf32> to memref<8xf32>
  %l = memref.realloc %k : memref<8xf32> to memref<16xf32>
  return
}
