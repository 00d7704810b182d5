// RUN: memplace-opt %s --memplace-cut="target=toy cut=2" -split-input-file -verify-diagnostics | FileCheck %s

// Whole ops and buffers, with the reasons.

// A buffer pinned to one tier: the ops are cut, the buffer is not.
// CHECK-LABEL: func.func @pinned(
// CHECK: memref.alloc() {memplace.pin = #memplace.tier<"slow">} : memref<8x16xf32>
// CHECK-NOT: memref.alloc
func.func @pinned(%x: memref<8x16xf32>, %y: memref<8x16xf32>) {
  %a = memref.alloc() {memplace.pin = #memplace.tier<"slow">} : memref<8x16xf32>
  linalg.exp {memplace.cut = #memplace.cut<dim = 0, pieces = 2>} ins(%x : memref<8x16xf32>) outs(%a : memref<8x16xf32>)
  linalg.log {memplace.cut = #memplace.cut<dim = 0, pieces = 2>} ins(%a : memref<8x16xf32>) outs(%y : memref<8x16xf32>)
  return
}

// -----

// Dynamic dimensions.
// CHECK-LABEL: func.func @dynamic(
// CHECK-NOT: subview
func.func @dynamic(%x: memref<?x16xf32>, %y: memref<?x16xf32>) {
  // expected-remark @below {{is left whole along its dynamic dimensions}}
  linalg.exp ins(%x : memref<?x16xf32>) outs(%y : memref<?x16xf32>)
  return
}

// -----

// Buffers used by a loop of loads, by an uncut op, or returned.
// CHECK-LABEL: func.func @other_uses(
// CHECK: memref.alloc() : memref<8xf32>
// CHECK: linalg.exp ins({{.*}} : memref<4xf32, strided<[1]>>)
// CHECK: memref.alloc() : memref<8xf32>
// CHECK: linalg.log ins({{.*}} : memref<4xf32, strided<[1]>>)
// CHECK: linalg.exp ins({{.*}} : memref<4xf32, strided<[1], offset: 4>>)
// CHECK: linalg.log ins({{.*}} : memref<4xf32, strided<[1], offset: 4>>)
func.func @other_uses(%x: memref<8xf32>, %y: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %a = memref.alloc() : memref<8xf32>
  %b = memref.alloc() : memref<8xf32>
  linalg.exp {memplace.cut = #memplace.cut<dim = 0, pieces = 2>} ins(%x : memref<8xf32>) outs(%a : memref<8xf32>)
  linalg.log {memplace.cut = #memplace.cut<dim = 0, pieces = 2>} ins(%x : memref<8xf32>) outs(%b : memref<8xf32>)
  scf.for %i = %c0 to %c8 step %c1 {
    %e = memref.load %a[%i] : memref<8xf32>
    memref.store %e, %y[%i] : memref<8xf32>
  }
  linalg.exp ins(%b : memref<8xf32>) outs(%y : memref<8xf32>)
  return
}

// -----

// A result of a step must exist before its use: pieces do not alternate then.
// CHECK-LABEL: func.func @result(
// CHECK-COUNT-2: linalg.exp
// CHECK: memref.load
// CHECK-COUNT-2: linalg.fill
func.func @result(%x: memref<8xf32>, %s: memref<f32>, %y: memref<8xf32>, %z: memref<8xf32>) {
  linalg.exp {memplace.cut = #memplace.cut<dim = 0, pieces = 2>} ins(%x : memref<8xf32>) outs(%y : memref<8xf32>)
  %e = memref.load %s[] : memref<f32>
  linalg.fill {memplace.cut = #memplace.cut<dim = 0, pieces = 2>} ins(%e : f32) outs(%x : memref<8xf32>)
  linalg.exp ins(%x : memref<8xf32>) outs(%z : memref<8xf32>)
  return
}

// -----

// Ops are not moved across accesses to storage outside of buffers.
// CHECK-LABEL: func.func @unknown_storage(
// CHECK-COUNT-2: linalg.exp
// CHECK: memref.copy
// CHECK-COUNT-2: linalg.log
func.func @unknown_storage(%x: memref<8xf32>, %n: index, %y: memref<8xf32>, %z: memref<?xf32>) {
  linalg.exp {memplace.cut = #memplace.cut<dim = 0, pieces = 2>} ins(%x : memref<8xf32>) outs(%y : memref<8xf32>)
  %d = memref.alloc(%n) : memref<?xf32>
  memref.copy %d, %z : memref<?xf32> to memref<?xf32>
  linalg.log {memplace.cut = #memplace.cut<dim = 0, pieces = 2>} ins(%y : memref<8xf32>) outs(%x : memref<8xf32>)
  return
}

// -----

// Elements of another type than that of the storage.
// CHECK-LABEL: func.func @bytes(
// CHECK: memref.alloc() : memref<32xi8>
func.func @bytes(%x: memref<8xf32>, %y: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %a = memref.alloc() : memref<32xi8>
  %v = memref.view %a[%c0][] : memref<32xi8> to memref<8xf32>
  linalg.exp {memplace.cut = #memplace.cut<dim = 0, pieces = 2>} ins(%x : memref<8xf32>) outs(%v : memref<8xf32>)
  linalg.log {memplace.cut = #memplace.cut<dim = 0, pieces = 2>} ins(%v : memref<8xf32>) outs(%y : memref<8xf32>)
  return
}
