// A function whose only allocation stays separate is marked as placed: if
// another pass makes the allocation placeable, the placement remains valid, and
// is not made a second time.
// RUN: memplace-opt %s --memplace-place-buffers="target=toy solver=default-tier" --memplace-insert-transfers 2>/dev/null | FileCheck %s
// RUN: memplace-opt %s --memplace-place-buffers="target=toy solver=default-tier" --memplace-insert-transfers --canonicalize --memplace-lower-to-offsets --memplace-verify-placement 2>/dev/null | FileCheck %s --check-prefix=SIMPLER
// RUN: memplace-opt %s --memplace-place-buffers="target=toy solver=default-tier" --memplace-insert-transfers -o %t.mlir 2>/dev/null
// RUN: not memplace-opt %t.mlir --memplace-place-buffers 2>&1 | FileCheck %s --check-prefix=AGAIN
// RUN: memplace-opt %t.mlir --convert-memplace-to-llvm | FileCheck %s --check-prefix=LOWERED

// CHECK: func.func @trip({{.*}} attributes {memplace.placed} {
// CHECK: scf.for
// CHECK: memref.alloc() : memref<4xf32>

// SIMPLER: func.func @trip({{.*}} attributes {memplace.placed} {
// SIMPLER-NOT: scf.for
// SIMPLER: memref.alloc() : memref<4xf32>

// AGAIN: error: function 'trip' is placed already

// LOWERED-NOT: memplace.placed
func.func @trip(%x: memref<4xf32>, %y: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f = arith.constant 1.0 : f32
  %last = scf.for %i = %c0 to %c1 step %c1 iter_args(%now = %x) -> (memref<4xf32>) {
    %next = memref.alloc() : memref<4xf32>
    linalg.fill ins(%f : f32) outs(%next : memref<4xf32>)
    scf.yield %next : memref<4xf32>
  }
  memref.copy %last, %y : memref<4xf32> to memref<4xf32>
  return
}
