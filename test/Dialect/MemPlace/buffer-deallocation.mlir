// Only memplace.free_arena frees arenas; slots are never freed, other buffers as usual.
// RUN: memplace-opt %s --buffer-deallocation-pipeline | FileCheck %s

#t = #memplace.tier<"t">

// CHECK-LABEL: func @placed
// CHECK: memplace.arena
// CHECK-NOT: dealloc
// CHECK: memplace.free_arena
// CHECK-NOT: dealloc
// CHECK: return
func.func @placed(%arg0: memref<4xf32>, %n: index, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memplace.arena : memref<64xi8, #t>
  %s = memplace.slot %a[0] for "b" : memref<64xi8, #t> to memref<4xf32, #t>
  memplace.acquire %s : memref<4xf32, #t>
  %x = memplace.start_transfer %arg0 to %s on "c" : memref<4xf32> to memref<4xf32, #t>
  memplace.wait %x
  scf.for %i = %c0 to %n step %c1 {
    memref.store %f, %s[%c0] : memref<4xf32, #t>
  }
  memplace.release %s : memref<4xf32, #t>
  memplace.free_arena %a : memref<64xi8, #t>
  return
}

// CHECK-LABEL: func @slot_through_a_branch
// CHECK-NOT: dealloc
// CHECK: return
func.func @slot_through_a_branch(%cond: i1, %f: f32) {
  %c0 = arith.constant 0 : index
  %a = memplace.arena : memref<64xi8, #t>
  %s = memplace.slot %a[0] for "b" : memref<64xi8, #t> to memref<4xf32, #t>
  %o = memplace.slot %a[32] for "c" : memref<64xi8, #t> to memref<4xf32, #t>
  %r = scf.if %cond -> memref<4xf32, #t> {
    scf.yield %s : memref<4xf32, #t>
  } else {
    scf.yield %o : memref<4xf32, #t>
  }
  memref.store %f, %r[%c0] : memref<4xf32, #t>
  memplace.free_arena %a : memref<64xi8, #t>
  return
}

// CHECK-LABEL: func @beside_an_allocation
// CHECK: %[[B:.*]] = memref.alloc
// CHECK: memplace.free_arena
// CHECK: memref.dealloc %[[B]]
// CHECK-NOT: dealloc
// CHECK: return
func.func @beside_an_allocation(%n: index, %f: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %a = memplace.arena : memref<64xi8, #t>
  %s = memplace.slot %a[0] for "b" : memref<64xi8, #t> to memref<4xf32, #t>
  %b = memref.alloc(%n) : memref<?xf32>
  memref.store %f, %s[%c0] : memref<4xf32, #t>
  memref.store %f, %b[%c0] : memref<?xf32>
  %v = memref.load %b[%n] : memref<?xf32>
  memplace.free_arena %a : memref<64xi8, #t>
  return %v : f32
}
