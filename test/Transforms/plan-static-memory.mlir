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
// CHECK-COUNT-6: memref.alloc
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
  // expected-remark @+1 {{not packed: it has no deallocation of its own, or several}}
  %c = memref.alloc() : memref<8xf32>
  // expected-remark @+1 {{not packed: its deallocation is in another block}}
  %d = memref.alloc() : memref<8xf32>
  scf.if %cond {
    memref.dealloc %d : memref<8xf32>
  }
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

// An empty allocation, and a declaration.
// CHECK-LABEL: func @none
// CHECK: memref.view {{.*}} to memref<0xf32>
func.func @none() {
  %a = memref.alloc() : memref<0xf32>
  memref.dealloc %a : memref<0xf32>
  return
}
func.func private @elsewhere()
