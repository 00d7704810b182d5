// RUN: memplace-opt %s --inline | FileCheck %s

#t = #memplace.tier<"t">

func.func private @callee(%arg0: memref<4xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %a = memplace.arena : memref<64xi8, #t>
  %s = memplace.slot %a[0] for "b" : memref<64xi8, #t> to memref<4xf32, #t>
  memplace.acquire %s : memref<4xf32, #t>
  %x = memplace.start_transfer %arg0 to %s on "c" : memref<4xf32> to memref<4xf32, #t>
  memplace.wait %x
  %v = memref.load %s[%c0] : memref<4xf32, #t>
  memplace.release %s : memref<4xf32, #t>
  memplace.free_arena %a : memref<64xi8, #t>
  return %v : f32
}

// Each inlined call has its own arena.
// CHECK-LABEL: func @caller
func.func @caller(%arg0: memref<4xf32>) -> f32 {
  // CHECK: memplace.arena
  // CHECK: memplace.slot
  // CHECK: memplace.acquire
  // CHECK: memplace.start_transfer
  // CHECK: memplace.wait
  // CHECK: memplace.release
  // CHECK: memplace.free_arena
  // CHECK: memplace.arena
  // CHECK: memplace.free_arena
  // CHECK-NOT: call
  %u = call @callee(%arg0) : (memref<4xf32>) -> f32
  %v = call @callee(%arg0) : (memref<4xf32>) -> f32
  %sum = arith.addf %u, %v : f32
  return %sum : f32
}
