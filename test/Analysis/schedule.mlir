// RUN: memplace-opt %s --test-memplace-print-schedule -o /dev/null | FileCheck %s

// Outermost ops that access memory are steps; views, constants, allocations and
// deallocations are not.
// CHECK-LABEL: {{^}}function steps{{$}}
// CHECK-NEXT:   step 0: linalg.copy, loop -1
// CHECK-NEXT:   step 1: memref.load, loop -1
// CHECK-NEXT:   step 2: memref.store, loop -1
func.func @steps(%a: memref<4xf32>, %b: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %x = memref.alloc() : memref<4xf32>
  linalg.copy ins(%a : memref<4xf32>) outs(%x : memref<4xf32>)
  %part = memref.subview %x[0] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1]>>
  %v = memref.load %part[%c0] : memref<2xf32, strided<[1]>>
  memref.store %v, %b[%c0] : memref<4xf32>
  memref.dealloc %x : memref<4xf32>
  return
}

// A nest of scalar loads and stores is one step, even with branches inside.
// CHECK-LABEL: {{^}}function scalar_nests{{$}}
// CHECK-NEXT:   step 0: scf.for, loop -1
// CHECK-NEXT:   step 1: affine.for, loop -1
// CHECK-NEXT:   step 2: scf.for, loop -1
// CHECK-NEXT:   step 3: scf.for, loop -1
func.func @scalar_nests(%a: memref<4xf32>, %b: memref<4xf32>, %c: i1, %mask: vector<4xi1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c4 step %c1 {
      %v = memref.load %a[%i] : memref<4xf32>
      memref.store %v, %b[%j] : memref<4xf32>
    }
    scf.if %c {
      %v = memref.load %a[%i] : memref<4xf32>
      memref.store %v, %b[%i] : memref<4xf32>
    }
  }
  affine.for %i = 0 to 4 {
    %v = affine.load %a[%i] : memref<4xf32>
    affine.store %v, %b[%i] : memref<4xf32>
  }
  %pad = arith.constant 0.0 : f32
  scf.for %i = %c0 to %c4 step %c1 {
    %v = vector.transfer_read %a[%i], %pad : memref<4xf32>, vector<4xf32>
    vector.transfer_write %v, %b[%i] : vector<4xf32>, memref<4xf32>
  }
  scf.for %i = %c0 to %c4 step %c1 {
    %v = vector.mask %mask { vector.transfer_read %a[%i], %pad : memref<4xf32>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
    %u = vector.maskedload %a[%i], %mask, %v : memref<4xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
    vector.store %u, %b[%i] : memref<4xf32>, vector<4xf32>
    %w = memref.generic_atomic_rmw %b[%i] : memref<4xf32> {
    ^bb0(%old: f32):
      %new = arith.addf %old, %pad : f32
      memref.atomic_yield %new : f32
    }
    %x = memref.atomic_rmw addf %w, %b[%i] : (f32, memref<4xf32>) -> f32
  }
  return
}

// Loops over whole buffers have steps inside: boundaries precede them and end
// each trip.
// CHECK-LABEL: {{^}}function loops{{$}}
// CHECK-NEXT:   step 0: boundary, loop -1
// CHECK-NEXT:   step 1: memref.copy, loop 0
// CHECK-NEXT:   step 2: boundary, loop 0
// CHECK-NEXT:   step 3: boundary, loop 1
// CHECK-NEXT:   step 4: memref.copy, loop 2
// CHECK-NEXT:   step 5: boundary, loop 2
// CHECK-NEXT:   step 6: boundary, loop 1
// CHECK-NEXT:   step 7: memref.load, loop 0
// CHECK-NEXT:   step 8: boundary, loop 0
// CHECK-NEXT:   step 9: boundary, loop -1
// CHECK-NEXT:   step 10: scf.if, loop 3
// CHECK-NEXT:   step 11: boundary, loop 3
// CHECK-NEXT:   loop 0: [1, 9), trips 4
// CHECK-NEXT:   loop 1: [3, 7), trips unknown, 1, may skip
// CHECK-NEXT:   loop 2: [4, 6), trips 7, may skip
// CHECK-NEXT:   loop 3: [10, 12), trips 1
func.func @loops(%n: index, %a: memref<4xf32>, %b: memref<4xf32>, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    memref.copy %a, %b : memref<4xf32> to memref<4xf32>
    // Only the innermost loop has work.
    scf.for %j = %c0 to %n step %c1 {
      scf.for %k = %c0 to %n step %c1 {
        memref.copy %b, %a : memref<4xf32> to memref<4xf32>
      } {memplace.trip_count = 7}
    }
    %v = memref.load %a[%i] : memref<4xf32>
  }
  scf.for %i = %c0 to %c1 step %c1 {
    scf.if %c {
      memref.copy %a, %b : memref<4xf32> to memref<4xf32>
    }
  }
  return
}

// An arm with steps of its own is a loop that may be skipped. A different arm that accesses memory
// also makes the branch a single step, e.g. after branches were merged.
// CHECK-LABEL: {{^}}function arms{{$}}
// CHECK-NEXT:   step 0: boundary, loop -1
// CHECK-NEXT:   step 1: memref.copy, loop 0
// CHECK-NEXT:   step 2: scf.if, loop 0
// CHECK-NEXT:   step 3: boundary, loop 0
// CHECK-NEXT:   step 4: boundary, loop -1
// CHECK-NEXT:   step 5: memref.load, loop 1
// CHECK-NEXT:   step 6: boundary, loop 1
// CHECK-NEXT:   step 7: boundary, loop -1
// CHECK-NEXT:   step 8: memref.copy, loop 2
// CHECK-NEXT:   step 9: boundary, loop 2
// CHECK-NEXT:   step 10: memref.copy, loop -1
// CHECK-NEXT:   loop 0: [1, 4), trips 1, may skip
// CHECK-NEXT:   loop 1: [5, 7), trips 1, may skip
// CHECK-NEXT:   loop 2: [8, 10), trips 1, may skip
func.func @arms(%c: i1, %n: index, %a: memref<4xf32>, %b: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  scf.if %c {
    memplace.enter_arm "then"
    memref.copy %a, %b : memref<4xf32> to memref<4xf32>
    scf.if %c {
      memref.copy %b, %a : memref<4xf32> to memref<4xf32>
    }
  } else {
    %v = memref.load %a[%c0] : memref<4xf32>
  }
  scf.index_switch %n
  case 3 {
    memplace.enter_arm
    memref.copy %a, %b : memref<4xf32> to memref<4xf32>
    scf.yield
  }
  default {
  }
  // Outside a branch the attribute has no effect.
  memplace.enter_arm
  memref.copy %a, %b : memref<4xf32> to memref<4xf32>
  return
}

// A loop that never runs has no steps of its own.
// CHECK-LABEL: {{^}}function never{{$}}
// CHECK-NEXT:   step 0: scf.for, loop -1
func.func @never(%a: memref<4xf32>, %b: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c1 to %c0 step %c1 {
    memref.copy %a, %b : memref<4xf32> to memref<4xf32>
  }
  return
}

// Branches and parallel loops are one step, for any contents.
// CHECK-LABEL: {{^}}function region_ops{{$}}
// CHECK-NEXT:   step 0: scf.if, loop -1
// CHECK-NEXT:   step 1: scf.parallel, loop -1
// CHECK-NEXT:   step 2: scf.forall, loop -1
// CHECK-NEXT:   step 3: scf.execute_region, loop -1
// CHECK-NEXT:   step 4: scf.index_switch, loop -1
// CHECK-NEXT:   step 5: affine.for, loop -1
func.func @region_ops(%a: memref<4xf32>, %b: memref<4xf32>, %c: i1, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.if %c {
    memref.copy %a, %b : memref<4xf32> to memref<4xf32>
    memref.copy %b, %a : memref<4xf32> to memref<4xf32>
  }
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    memref.copy %a, %b : memref<4xf32> to memref<4xf32>
    scf.reduce
  }
  scf.forall (%i) in (4) {
    memref.copy %a, %b : memref<4xf32> to memref<4xf32>
  }
  scf.execute_region {
    memref.copy %a, %b : memref<4xf32> to memref<4xf32>
    scf.yield
  }
  scf.index_switch %k
  case 0 {
    memref.copy %a, %b : memref<4xf32> to memref<4xf32>
    scf.yield
  }
  default {
    scf.yield
  }
  affine.for %i = 0 to 4 {
    memref.copy %a, %b : memref<4xf32> to memref<4xf32>
  }
  // No op accesses memory here.
  scf.if %c {
    %x = arith.addi %k, %c1 : index
  }
  return
}

// A while loop has steps inside if an attribute states its trip count and its
// condition reads no memory.
// CHECK-LABEL: {{^}}function whiles{{$}}
// CHECK-NEXT:   step 0: boundary, loop -1
// CHECK-NEXT:   step 1: memref.copy, loop 0
// CHECK-NEXT:   step 2: boundary, loop 0
// CHECK-NEXT:   step 3: scf.while, loop -1
// CHECK-NEXT:   step 4: scf.while, loop -1
// CHECK-NEXT:   loop 0: [1, 3), trips 3, may skip
func.func @whiles(%n: index, %a: memref<4xf32>, %b: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  scf.while (%i = %c0) : (index) -> index {
    %more = arith.cmpi slt, %i, %n : index
    scf.condition(%more) %i : index
  } do {
  ^bb0(%i: index):
    memref.copy %a, %b : memref<4xf32> to memref<4xf32>
    %next = arith.addi %i, %c1 : index
    scf.yield %next : index
  } attributes {memplace.trip_count = 3}
  scf.while (%i = %c0) : (index) -> index {
    %more = arith.cmpi slt, %i, %n : index
    scf.condition(%more) %i : index
  } do {
  ^bb0(%i: index):
    memref.copy %a, %b : memref<4xf32> to memref<4xf32>
    %next = arith.addi %i, %c1 : index
    scf.yield %next : index
  }
  scf.while (%i = %c0) : (index) -> index {
    %v = memref.load %a[%i] : memref<4xf32>
    %more = arith.cmpf olt, %v, %zero : f32
    scf.condition(%more) %i : index
  } do {
  ^bb0(%i: index):
    memref.copy %a, %b : memref<4xf32> to memref<4xf32>
    %next = arith.addi %i, %c1 : index
    scf.yield %next : index
  } attributes {memplace.trip_count = 3}
  return
}

func.func private @callee(memref<4xf32>)

// A call is one step.
// CHECK-LABEL: {{^}}function calls{{$}}
// CHECK-NEXT:   step 0: func.call, loop -1
// CHECK-NEXT:   step 1: boundary, loop -1
// CHECK-NEXT:   step 2: func.call, loop 0
// CHECK-NEXT:   step 3: boundary, loop 0
// CHECK-NEXT:   loop 0: [2, 4), trips unknown, 1, may skip
func.func @calls(%a: memref<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  func.call @callee(%a) : (memref<4xf32>) -> ()
  scf.for %i = %c0 to %n step %c1 {
    func.call @callee(%a) : (memref<4xf32>) -> ()
  }
  return
}

// In a placed program each boundary event is a step.
// CHECK-LABEL: {{^}}function placed{{$}}
// CHECK-NEXT:   step 0: memplace.acquire, loop -1
// CHECK-NEXT:   step 1: memplace.start_transfer, loop -1
// CHECK-NEXT:   step 2: memplace.wait, loop -1
// CHECK-NEXT:   step 3: memplace.release, loop -1
func.func @placed(%a: memref<4xf32>) {
  %arena = memplace.arena : memref<16xi8, #memplace.tier<"fast">>
  %x = memplace.slot %arena[0] for "a" : memref<16xi8, #memplace.tier<"fast">> to memref<4xf32, #memplace.tier<"fast">>
  memplace.acquire %x : memref<4xf32, #memplace.tier<"fast">>
  %t = memplace.start_transfer %a to %x on "in" : memref<4xf32> to memref<4xf32, #memplace.tier<"fast">>
  memplace.wait %t
  memplace.release %x : memref<4xf32, #memplace.tier<"fast">>
  memplace.free_arena %arena : memref<16xi8, #memplace.tier<"fast">>
  return
}

// CHECK-LABEL: {{^}}function nothing{{$}}
func.func @nothing() {
  return
}
