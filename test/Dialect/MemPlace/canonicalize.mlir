// RUN: memplace-opt %s --canonicalize --split-input-file | FileCheck %s

#t = #memplace.tier<"t">

// CHECK-LABEL: func @unused_arena
// CHECK-NEXT: return
func.func @unused_arena() {
  %a = memplace.arena : memref<64xi8, #t>
  memplace.free_arena %a : memref<64xi8, #t>
  return
}

// CHECK-LABEL: func @unused_slot
// CHECK-NEXT: return
func.func @unused_slot() {
  %a = memplace.arena : memref<64xi8, #t>
  %s = memplace.slot %a[0] for "b" : memref<64xi8, #t> to memref<4xf32, #t>
  memplace.free_arena %a : memref<64xi8, #t>
  return
}

// The arena of a used slot stays.
// CHECK-LABEL: func @used_arena
func.func @used_arena(%i: index) -> f32 {
  // CHECK: memplace.arena
  %a = memplace.arena : memref<64xi8, #t>
  %s = memplace.slot %a[0] for "b" : memref<64xi8, #t> to memref<4xf32, #t>
  %v = memref.load %s[%i] : memref<4xf32, #t>
  // CHECK: memplace.free_arena
  memplace.free_arena %a : memref<64xi8, #t>
  return %v : f32
}

// A copy without readers is removed, with everything made for the copy.
// CHECK-LABEL: func @dead_transfer_to_slot
// CHECK-NEXT: return
func.func @dead_transfer_to_slot(%arg0: memref<4xf32>) {
  %a = memplace.arena : memref<64xi8, #t>
  %s = memplace.slot %a[0] for "b" : memref<64xi8, #t> to memref<4xf32, #t>
  memplace.acquire %s : memref<4xf32, #t>
  %x = memplace.start_transfer %arg0 to %s on "c" : memref<4xf32> to memref<4xf32, #t>
  memplace.wait %x
  memplace.release %s : memref<4xf32, #t>
  memplace.free_arena %a : memref<64xi8, #t>
  return
}

// CHECK-LABEL: func @dead_transfer_to_allocation
// CHECK-NEXT: return
func.func @dead_transfer_to_allocation(%arg0: memref<4xf32>) {
  %s = memref.alloc() : memref<4xf32, #t>
  memplace.acquire %s : memref<4xf32, #t>
  %x = memplace.start_transfer %arg0 to %s on "c" : memref<4xf32> to memref<4xf32, #t>
  memplace.wait %x
  memplace.release %s : memref<4xf32, #t>
  memref.dealloc %s : memref<4xf32, #t>
  return
}

// A slot of another buffer in the same bytes has separate contents.
// CHECK-LABEL: func @other_buffer_in_the_same_bytes
// CHECK-NOT: start_transfer
// CHECK: return
func.func @other_buffer_in_the_same_bytes(%arg0: memref<4xf32>, %i: index, %v: f32) {
  %a = memplace.arena : memref<64xi8, #t>
  %s = memplace.slot %a[0] for "b" : memref<64xi8, #t> to memref<4xf32, #t>
  %o = memplace.slot %a[0] for "other" : memref<64xi8, #t> to memref<4xf32, #t>
  memplace.acquire %s : memref<4xf32, #t>
  %x = memplace.start_transfer %arg0 to %s on "c" : memref<4xf32> to memref<4xf32, #t>
  memplace.wait %x
  memplace.release %s : memref<4xf32, #t>
  memplace.acquire %o : memref<4xf32, #t>
  memref.store %v, %o[%i] : memref<4xf32, #t>
  memplace.release %o : memref<4xf32, #t>
  memplace.free_arena %a : memref<64xi8, #t>
  return
}

// The same buffer in the same bytes may read the contents of the transfer.
// CHECK-LABEL: func @same_buffer_keeps_contents
// CHECK: start_transfer
// CHECK: wait
func.func @same_buffer_keeps_contents(%arg0: memref<4xf32>, %i: index) -> f32 {
  %a = memplace.arena : memref<64xi8, #t>
  %s = memplace.slot %a[0] for "b" {memplace.residency = #memplace.residency<"t", offset = 0, steps = 0 to 1>}
    : memref<64xi8, #t> to memref<4xf32, #t>
  %o = memplace.slot %a[0] for "b" {memplace.residency = #memplace.residency<"t", offset = 0, steps = 1 to 2>}
    : memref<64xi8, #t> to memref<4xf32, #t>
  memplace.acquire %s : memref<4xf32, #t>
  %x = memplace.start_transfer %arg0 to %s on "c" : memref<4xf32> to memref<4xf32, #t>
  memplace.wait %x
  memplace.release %s : memref<4xf32, #t>
  memplace.acquire %o keep_contents : memref<4xf32, #t>
  %v = memref.load %o[%i] : memref<4xf32, #t>
  memplace.release %o : memref<4xf32, #t>
  memplace.free_arena %a : memref<64xi8, #t>
  return %v : f32
}

// The arena belongs to the caller, which may have slots of the buffer.
// CHECK-LABEL: func @arena_from_elsewhere
// CHECK: start_transfer
func.func @arena_from_elsewhere(%arg0: memref<4xf32>, %a: memref<64xi8, #t>) {
  %s = memplace.slot %a[0] for "b" : memref<64xi8, #t> to memref<4xf32, #t>
  %x = memplace.start_transfer %arg0 to %s on "c" : memref<4xf32> to memref<4xf32, #t>
  memplace.wait %x
  return
}

// CHECK-LABEL: func @transfer_to_argument
// CHECK: start_transfer
func.func @transfer_to_argument(%arg0: memref<4xf32>, %arg1: memref<4xf32>) {
  %x = memplace.start_transfer %arg0 to %arg1 on "c" : memref<4xf32> to memref<4xf32>
  memplace.wait %x
  return
}

// CHECK-LABEL: func @transfer_that_is_read
// CHECK: start_transfer
func.func @transfer_that_is_read(%arg0: memref<4xf32>, %i: index) -> f32 {
  %s = memref.alloc() : memref<4xf32, #t>
  %x = memplace.start_transfer %arg0 to %s on "c" : memref<4xf32> to memref<4xf32, #t>
  memplace.wait %x
  %v = memref.load %s[%i] : memref<4xf32, #t>
  return %v : f32
}

// CHECK-LABEL: func @transfer_that_is_transferred_on
// CHECK-COUNT-2: start_transfer
func.func @transfer_that_is_transferred_on(%arg0: memref<4xf32>, %arg1: memref<4xf32>) {
  %s = memref.alloc() : memref<4xf32, #t>
  %x = memplace.start_transfer %arg0 to %s on "c" : memref<4xf32> to memref<4xf32, #t>
  memplace.wait %x
  %y = memplace.start_transfer %s to %arg1 on "d" : memref<4xf32, #t> to memref<4xf32>
  memplace.wait %y
  return
}

// CHECK-LABEL: func @token_that_is_returned
// CHECK: start_transfer
func.func @token_that_is_returned(%arg0: memref<4xf32>) -> !memplace.token {
  %s = memref.alloc() : memref<4xf32, #t>
  %x = memplace.start_transfer %arg0 to %s on "c" : memref<4xf32> to memref<4xf32, #t>
  return %x : !memplace.token
}

// CHECK-LABEL: func @second_wait
// CHECK-SAME: %[[T:.*]]: !memplace.token
// CHECK-NEXT: memplace.wait %[[T]]
// CHECK-NOT: memplace.wait
// CHECK: return
func.func @second_wait(%t: !memplace.token, %cond: i1, %a: memref<f32>, %v: f32) {
  memplace.wait %t
  memplace.wait %t
  scf.if %cond {
    memplace.wait %t
    memref.store %v, %a[] : memref<f32>
  }
  return
}

// A wait that may have been skipped does not count.
// CHECK-LABEL: func @wait_in_one_arm
// CHECK-COUNT-2: memplace.wait
// CHECK-NOT: memplace.wait
// CHECK: return
func.func @wait_in_one_arm(%t: !memplace.token, %cond: i1) {
  scf.if %cond {
    memplace.wait %t
  }
  memplace.wait %t
  return
}

// CHECK-LABEL: func @waits_for_two
// CHECK-COUNT-2: memplace.wait
func.func @waits_for_two(%t: !memplace.token, %u: !memplace.token) {
  memplace.wait %t
  memplace.wait %u
  return
}

// CHECK-LABEL: func @empty_residency
// CHECK-NEXT: return
func.func @empty_residency(%s: memref<4xf32, #t>) {
  memplace.acquire %s : memref<4xf32, #t>
  memplace.release %s : memref<4xf32, #t>
  return
}

// CHECK-LABEL: func @residencies_of_two
// CHECK: memplace.acquire
// CHECK-NEXT: memplace.release
func.func @residencies_of_two(%s: memref<4xf32, #t>, %u: memref<4xf32, #t>) {
  memplace.acquire %s : memref<4xf32, #t>
  memplace.release %u : memref<4xf32, #t>
  return
}

// CHECK-LABEL: func @unused_residency
// CHECK-NEXT: call @f
// CHECK-NEXT: return
func.func private @f()
func.func @unused_residency() {
  %s = memref.alloc() : memref<4xf32, #t>
  memplace.acquire %s : memref<4xf32, #t>
  call @f() : () -> ()
  memplace.release %s : memref<4xf32, #t>
  return
}
