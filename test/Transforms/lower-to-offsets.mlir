// RUN: memplace-opt %s --memplace-lower-to-offsets | FileCheck %s

// CHECK-LABEL: func.func @one(
func.func @one(%in: memref<4xf32>) {
  // CHECK-NEXT: %[[ARENA:.*]] = memplace.arena {alignment = 8 : i64} : memref<24xi8, #memplace.tier<"fast">>
  // CHECK-NEXT: %[[A:.*]] = memplace.slot %[[ARENA]][8] for "a"
  %a = memref.alloc() {alignment = 8 : i64, memplace.buffer = "a", memplace.residency = #memplace.residency<"fast", offset = 8, steps = 0 to 1>} : memref<4xf32, #memplace.tier<"fast">>
  memplace.acquire %a : memref<4xf32, #memplace.tier<"fast">>
  memref.copy %in, %a : memref<4xf32> to memref<4xf32, #memplace.tier<"fast">>
  // CHECK: memplace.release %[[A]]
  // CHECK-NEXT: memplace.free_arena %[[ARENA]]
  // CHECK-NEXT: return
  memplace.release %a : memref<4xf32, #memplace.tier<"fast">>
  return
}
