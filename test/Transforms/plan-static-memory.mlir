// RUN: memplace-opt %s --memplace-plan-static-memory --split-input-file --verify-diagnostics --allow-unregistered-dialect | FileCheck %s

// Of three allocations, the first and the last are never live together.
// CHECK-LABEL: func @chain
// CHECK: %[[ARENA:.*]] = memref.alloc() {alignment = 4 : i64} : memref<160xi8>
// CHECK-DAG: %[[A:.*]] = memref.view %[[ARENA]][%[[A_AT:.*]]][] : memref<160xi8> to memref<8xf32>
// CHECK-DAG: %[[A_AT]] = arith.constant [[SHARED:[0-9]+]] : index
// CHECK-DAG: %[[B:.*]] = memref.view %[[ARENA]][%{{.*}}][] : memref<160xi8> to memref<32xf32>
// CHECK: "use"(%[[A]], %[[B]])
// CHECK: %[[C_AT:.*]] = arith.constant [[SHARED]] : index
// CHECK: %[[C:.*]] = memref.view %[[ARENA]][%[[C_AT]]][] : memref<160xi8> to memref<8xf32>
// CHECK: "use"(%[[B]], %[[C]])
// CHECK: memref.dealloc %[[ARENA]]
// CHECK-NEXT: return
func.func @chain() {
  %a = memref.alloc() : memref<8xf32>
  %b = memref.alloc() : memref<32xf32>
  "use"(%a, %b) : (memref<8xf32>, memref<32xf32>) -> ()
  memref.dealloc %a : memref<8xf32>
  %c = memref.alloc() : memref<8xf32>
  "use"(%b, %c) : (memref<32xf32>, memref<8xf32>) -> ()
  memref.dealloc %b : memref<32xf32>
  memref.dealloc %c : memref<8xf32>
  return
}

// -----

// The body of a loop has separate bytes while `a`, which it reads, is live.
// Buffers of one branch share bytes with the other branch.
// CHECK-LABEL: func @regions
// CHECK: memref.alloc() {{.*}} : memref<64xi8>
// CHECK-NOT: memref.alloc
func.func @regions(%n: index, %cond: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<32xi8>
  scf.for %i = %c0 to %n step %c1 {
    %b = memref.alloc() : memref<32xi8>
    "use"(%a, %b) : (memref<32xi8>, memref<32xi8>) -> ()
    memref.dealloc %b : memref<32xi8>
  }
  scf.if %cond {
    %c = memref.alloc() : memref<32xi8>
    "use"(%a, %c) : (memref<32xi8>, memref<32xi8>) -> ()
    memref.dealloc %c : memref<32xi8>
  } else {
    %d = memref.alloc() : memref<32xi8>
    "use"(%d) : (memref<32xi8>) -> ()
    memref.dealloc %d : memref<32xi8>
  }
  memref.dealloc %a : memref<32xi8>
  return
}

// -----

// Each of the two returns frees the arena. Alignment: the attribute's, and the element's.
// CHECK-LABEL: func @blocks
// CHECK: %[[ARENA:.*]] = memref.alloc() {alignment = 64 : i64} : memref<72xi8>
// CHECK: cf.cond_br
// CHECK: memref.dealloc %[[ARENA]]
// CHECK-NEXT: return
// CHECK: memref.dealloc %[[ARENA]]
// CHECK-NEXT: return
func.func @blocks(%cond: i1) {
  %a = memref.alloc() {alignment = 64 : i64} : memref<64xi8>
  %b = memref.alloc() : memref<1xf64>
  "use"(%a, %b) : (memref<64xi8>, memref<1xf64>) -> ()
  memref.dealloc %b : memref<1xf64>
  memref.dealloc %a : memref<64xi8>
  cf.cond_br %cond, ^left, ^right
^left:
  return
^right:
  return
}

// -----

// An arena for each memory space.
// CHECK-LABEL: func @spaces
// CHECK-DAG: memref.alloc() {alignment = 1 : i64} : memref<16xi8>
// CHECK-DAG: memref.alloc() {alignment = 1 : i64} : memref<8xi8, 1>
// CHECK: memref.view {{.*}} : memref<8xi8, 1> to memref<8xi8, 1>
func.func @spaces() {
  %a = memref.alloc() : memref<16xi8>
  %b = memref.alloc() : memref<8xi8, 1>
  "use"(%a, %b) : (memref<16xi8>, memref<8xi8, 1>) -> ()
  memref.dealloc %a : memref<16xi8>
  memref.dealloc %b : memref<8xi8, 1>
  return
}

// -----

// Allocations that stay, with the reasons.
// CHECK-LABEL: func @left
// CHECK-COUNT-5: memref.alloc
// CHECK-NOT: memref.view
func.func @left(%n: index, %cond: i1) -> memref<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark @+1 {{not packed: its shape is dynamic}}
  %a = memref.alloc(%n) : memref<?xf32>
  memref.dealloc %a : memref<?xf32>
  // expected-remark @+1 {{not packed: its layout is not the identity}}
  %b = memref.alloc() : memref<8xf32, strided<[2]>>
  memref.dealloc %b : memref<8xf32, strided<[2]>>
  // expected-remark @+1 {{not packed: 'func.return' may keep it or its alias}}
  %c = memref.alloc() : memref<8xf32>
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    // expected-remark @+1 {{not packed: it is in a region that may run side by side with others}}
    %e = memref.alloc() : memref<8xf32>
    memref.dealloc %e : memref<8xf32>
  }
  // expected-remark @+1 {{not packed: its size is unknown or above 2^62 bytes}}
  %f = memref.alloc() : memref<4611686018427387904x2xi8>
  memref.dealloc %f : memref<4611686018427387904x2xi8>
  return %c : memref<8xf32>
}

// -----

// Deallocations in branches. `a` shares no byte with `b`, which is live until the end of the branch.
// CHECK-LABEL: func @branches
// CHECK: memref.alloc() {{.*}} : memref<64xi8>
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.dealloc
// CHECK: memref.dealloc
// CHECK-NEXT: return
func.func @branches(%cond: i1, %v: i8, %i: index) {
  %a = memref.alloc() : memref<32xi8>
  memref.store %v, %a[%i] : memref<32xi8>
  scf.if %cond {
    memref.dealloc %a : memref<32xi8>
    %b = memref.alloc() : memref<32xi8>
    memref.store %v, %b[%i] : memref<32xi8>
    memref.dealloc %b : memref<32xi8>
  } else {
    memref.dealloc %a : memref<32xi8>
  }
  %c = memref.alloc() : memref<64xi8>
  memref.store %v, %c[%i] : memref<64xi8>
  memref.dealloc %c : memref<64xi8>
  return
}

// -----

// Each allocation is freed by one of two selections; only the arena remains to be freed.
// CHECK-LABEL: func @selected
// CHECK: memref.alloc() {{.*}} : memref<64xi8>
// CHECK: arith.select
// CHECK: arith.select
// CHECK-NOT: memref.dealloc
// CHECK: memref.load
// CHECK-NEXT: memref.dealloc %{{.*}} : memref<64xi8>
// CHECK-NEXT: return
func.func @selected(%cond: i1, %i: index) -> i8 {
  %a = memref.alloc() : memref<32xi8>
  %b = memref.alloc() : memref<32xi8>
  %first = arith.select %cond, %a, %b : memref<32xi8>
  %second = arith.select %cond, %b, %a : memref<32xi8>
  memref.dealloc %first : memref<32xi8>
  %v = memref.load %second[%i] : memref<32xi8>
  memref.dealloc %second : memref<32xi8>
  return %v : i8
}

// -----

// The result of `scf.if` is one of both allocations, by way of a cast. The other allocation has a deallocation of its
// own.
// CHECK-LABEL: func @yielded
// CHECK: memref.alloc() {{.*}} : memref<64xi8>
// CHECK-NOT: memref.alloc
// CHECK: memref.load
// CHECK-NEXT: memref.dealloc %{{.*}} : memref<64xi8>
func.func @yielded(%cond: i1, %i: index) -> i8 {
  %a = memref.alloc() : memref<32xi8>
  %c = memref.cast %a : memref<32xi8> to memref<?xi8>
  %r = scf.if %cond -> memref<?xi8> {
    scf.yield %c : memref<?xi8>
  } else {
    memref.dealloc %a : memref<32xi8>
    %b = memref.alloc() : memref<32xi8>
    %d = memref.cast %b : memref<32xi8> to memref<?xi8>
    scf.yield %d : memref<?xi8>
  }
  %v = memref.load %r[%i] : memref<?xi8>
  memref.dealloc %r : memref<?xi8>
  return %v : i8
}

// -----

// A deallocation that may free an argument, or a buffer of unknown size, stays. So do the allocations it may free.
// CHECK-LABEL: func @mixed
// CHECK-NOT: memref.view
// CHECK: memref.dealloc
// CHECK: memref.dealloc
func.func @mixed(%cond: i1, %n: index, %outer: memref<?xi8>) {
  // expected-remark @+1 {{not packed: its deallocation may free something outside of the arena}}
  %a = memref.alloc() : memref<32xi8>
  %c = memref.cast %a : memref<32xi8> to memref<?xi8>
  %r = arith.select %cond, %c, %outer : memref<?xi8>
  memref.dealloc %r : memref<?xi8>
  // expected-remark @+1 {{not packed: its deallocation may free something outside of the arena}}
  %b = memref.alloc() : memref<32xi8>
  // expected-remark @+1 {{not packed: its shape is dynamic}}
  %d = memref.alloc(%n) : memref<?xi8>
  %e = memref.cast %b : memref<32xi8> to memref<?xi8>
  %s = arith.select %cond, %d, %e : memref<?xi8>
  memref.dealloc %s : memref<?xi8>
  return
}

// -----

// Loops carry, and unknown ops may keep, what the pass cannot follow.
// CHECK-LABEL: func @kept
// CHECK-NOT: memref.view
func.func @kept(%cond: i1, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark @+1 {{not packed: 'scf.for' may keep it or its alias}}
  %a = memref.alloc() : memref<32xi8>
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> memref<32xi8> {
    memref.dealloc %x : memref<32xi8>
    // expected-remark @+1 {{not packed: 'scf.yield' may keep it or its alias}}
    %b = memref.alloc() : memref<32xi8>
    scf.yield %b : memref<32xi8>
  }
  memref.dealloc %last : memref<32xi8>
  // expected-remark @+1 {{not packed: 'use' may keep it or its alias}}
  %c = memref.alloc() : memref<32xi8>
  "use"(%c) : (memref<32xi8>) -> ()
  scf.if %cond {
    memref.dealloc %c : memref<32xi8>
  }
  // expected-remark @+1 {{not packed: it has no deallocation}}
  %d = memref.alloc() : memref<32xi8>
  cf.br ^next
^next:
  return
}

// -----

// A deallocation in another block of the function.
// CHECK-LABEL: func @jumps
// CHECK-NOT: memref.view
func.func @jumps() {
  // expected-remark @+1 {{not packed: its deallocation or another use is in another block}}
  %a = memref.alloc() : memref<32xi8>
  cf.br ^next
^next:
  memref.dealloc %a : memref<32xi8>
  return
}

// -----

// An empty allocation, and a declaration.
// CHECK-LABEL: func @none
// CHECK: memref.view {{.*}} to memref<0xf32>
func.func @none() {
  %a = memref.alloc() : memref<0xf32>
  memref.dealloc %a : memref<0xf32>
  return
}
func.func private @elsewhere()
