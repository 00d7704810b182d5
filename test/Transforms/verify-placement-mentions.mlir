// RUN: memplace-opt %s --memplace-place-buffers=target=toy --memplace-insert-transfers --memplace-verify-placement \
// RUN:   --memplace-lower-to-offsets --memplace-verify-placement | FileCheck %s

// Two mentions of a global are one place. So the placement is known although the loop carries either the global or the
// argument.

// CHECK-LABEL: func.func @swap
// CHECK-COUNT-2: memref.get_global @table
// CHECK: memplace.free_arena
memref.global "private" constant @table : memref<4xf32> = dense<1.0>
func.func @swap(%x: memref<4xf32>, %y: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %one = memref.get_global @table : memref<4xf32>
  %other = memref.get_global @table : memref<4xf32>
  linalg.exp ins(%one : memref<4xf32>) outs(%y : memref<4xf32>)
  %end:2 = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %other, %b = %x) -> (memref<4xf32>, memref<4xf32>) {
    linalg.add ins(%a, %y : memref<4xf32>, memref<4xf32>) outs(%y : memref<4xf32>)
    scf.yield %b, %a : memref<4xf32>, memref<4xf32>
  }
  return
}
