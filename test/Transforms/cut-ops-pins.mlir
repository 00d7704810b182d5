// RUN: memplace-opt %s --memplace-cut=target=toy | FileCheck %s
// RUN: memplace-opt %s --memplace-default=target=toy -o %t.placed.mlir
// RUN: FileCheck %s --check-prefix=PLACED < %t.placed.mlir
// A use outside the argument's pinned tier is detected.
// RUN: sed 's/memplace.pin = #memplace.tier<"fast">/memplace.pin = #memplace.tier<"slow">/' %t.placed.mlir | not memplace-opt --memplace-verify-placement -o /dev/null 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: breaks rule

// Pieces inherit the pin of the argument, the allocation or the global.

memref.global "private" constant @table : memref<8x4xf32> = dense<1.0> {alignment = 64}

// CHECK-LABEL: func.func @argument(
// CHECK-SAME: %[[W:.*]]: memref<8x4xf32> {memplace.buffer = "w", memplace.pin = #memplace.tier<"fast">}
// CHECK-COUNT-2: memref.reinterpret_cast %[[W]] {{.*}} {memplace.piece}
// PLACED-LABEL: func.func @argument(
// PLACED-SAME: memplace.pin = #memplace.tier<"fast">
// PLACED: memplace.slot {{.*}} for "w.piece 1/2" {{.*}}memplace.pin = #memplace.tier<"fast">
// PLACED: memplace.slot {{.*}} for "w.piece 2/2" {{.*}}memplace.pin = #memplace.tier<"fast">
func.func @argument(%w: memref<8x4xf32> {memplace.buffer = "w", memplace.pin = #memplace.tier<"fast">}, %y: memref<8x4xf32>) {
  linalg.exp {memplace.cut = #memplace.cut<dim = 0, pieces = 2>} ins(%w : memref<8x4xf32>) outs(%y : memref<8x4xf32>)
  return
}

// CHECK-LABEL: func.func @allocation(
// CHECK: memref.alloc() {memplace.pin = #memplace.tier<"fast">} : memref<8x4xf32>
func.func @allocation(%x: memref<8x4xf32>, %y: memref<8x4xf32>) {
  %a = memref.alloc() {memplace.pin = #memplace.tier<"fast">} : memref<8x4xf32>
  linalg.exp {memplace.cut = #memplace.cut<dim = 0, pieces = 2>} ins(%x : memref<8x4xf32>) outs(%a : memref<8x4xf32>)
  linalg.log {memplace.cut = #memplace.cut<dim = 0, pieces = 2>} ins(%a : memref<8x4xf32>) outs(%y : memref<8x4xf32>)
  return
}

// A pin on one of two mentions of a global is inherited, too. An alignment is kept, too.
// PLACED-LABEL: func.func @global(
// PLACED: memplace.arena {alignment = 64 : i64} {{.*}}"fast"
// PLACED: memplace.slot {{.*}} for "table.piece 1/2" {{.*}}memplace.pin = #memplace.tier<"fast">
func.func @global(%y: memref<8x4xf32>) {
  %w = memref.get_global @table : memref<8x4xf32>
  linalg.exp {memplace.cut = #memplace.cut<dim = 0, pieces = 2>} ins(%w : memref<8x4xf32>) outs(%y : memref<8x4xf32>)
  %v = memref.get_global @table : memref<8x4xf32> {memplace.pin = #memplace.tier<"fast">}
  linalg.log {memplace.cut = #memplace.cut<dim = 0, pieces = 2>} ins(%v : memref<8x4xf32>) outs(%y : memref<8x4xf32>)
  return
}
