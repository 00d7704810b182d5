// RUN: memplace-opt %s --memplace-lower-to-offsets --split-input-file | FileCheck %s
// A second run changes nothing.
// RUN: memplace-opt %s --memplace-lower-to-offsets --split-input-file -o %t.once.mlir
// RUN: memplace-opt %t.once.mlir --memplace-lower-to-offsets --split-input-file -o %t.twice.mlir
// RUN: cmp %t.once.mlir %t.twice.mlir

#fast = #memplace.tier<"fast">
#slow = #memplace.tier<"slow">

// One arena per tier, as large as the highest end and as aligned as the most
// aligned of its residencies, which become slots at their offsets with their
// names and residencies. The arena is released before the function returns.
// CHECK-LABEL: func.func @two_tiers(
// CHECK-SAME: %[[IN:.*]]: memref<4xf32>) {
// CHECK-NEXT: %[[FAST:.*]] = memplace.arena {alignment = 16 : i64} : memref<48xi8, #memplace.tier<"fast">>
// CHECK-NEXT: %[[SLOW:.*]] = memplace.arena {alignment = 64 : i64} : memref<80xi8, #memplace.tier<"slow">>
// CHECK-NEXT: %[[A:.*]] = memplace.slot %[[FAST]][32] for "a" {memplace.residency = #memplace.residency<"fast", offset = 32, steps = 0 to 2>} : memref<48xi8, #memplace.tier<"fast">> to memref<4xf32, #memplace.tier<"fast">>
// CHECK-NEXT: %[[B:.*]] = memplace.slot %[[SLOW]][64] for "b" {memplace.residency = #memplace.residency<"slow", offset = 64, steps = 1 to 2>}
// CHECK-NEXT: %[[A2:.*]] = memplace.slot %[[FAST]][0] for "a"
// CHECK-NEXT: memplace.acquire %[[A]] :
// CHECK-NEXT: memref.copy %[[IN]], %[[A]]
// CHECK: memplace.release %[[B]]
// CHECK-NEXT: memplace.free_arena %[[SLOW]] : memref<80xi8, #memplace.tier<"slow">>
// CHECK-NEXT: memplace.free_arena %[[FAST]] : memref<48xi8, #memplace.tier<"fast">>
// CHECK-NEXT: return
func.func @two_tiers(%in: memref<4xf32>) {
  %a = memref.alloc() {alignment = 8 : i64, memplace.buffer = "a", memplace.residency = #memplace.residency<"fast", offset = 32, steps = 0 to 2>} : memref<4xf32, #fast>
  %b = memref.alloc() {alignment = 64 : i64, memplace.buffer = "b", memplace.residency = #memplace.residency<"slow", offset = 64, steps = 1 to 2>} : memref<4xf32, #slow>
  %a2 = memref.alloc() {alignment = 16 : i64, memplace.buffer = "a", memplace.residency = #memplace.residency<"fast", offset = 0, steps = 2 to 3>} : memref<4xf32, #fast>
  memplace.acquire %a : memref<4xf32, #fast>
  memref.copy %in, %a : memref<4xf32> to memref<4xf32, #fast>
  memplace.acquire %b : memref<4xf32, #slow>
  memref.copy %in, %b : memref<4xf32> to memref<4xf32, #slow>
  memplace.release %a : memref<4xf32, #fast>
  memplace.acquire %a2 : memref<4xf32, #fast>
  memref.copy %b, %a2 : memref<4xf32, #slow> to memref<4xf32, #fast>
  memplace.release %a2 : memref<4xf32, #fast>
  memplace.release %b : memref<4xf32, #slow>
  return
}

// The arena belongs to the invocation, so that the function may call itself or
// run twice concurrently: no arena is made outside.
// CHECK-NOT: memref.global
// CHECK-LABEL: func.func @recursive(
// CHECK-NEXT: %[[FAST:.*]] = memplace.arena
// CHECK: call @recursive
// CHECK: memplace.free_arena %[[FAST]]
// CHECK-NEXT: return
func.func @recursive(%in: memref<4xf32>, %n: index) {
  %a = memref.alloc() {alignment = 8 : i64, memplace.buffer = "a", memplace.residency = #memplace.residency<"fast", offset = 0, steps = 0 to 1>} : memref<4xf32, #fast>
  memplace.acquire %a : memref<4xf32, #fast>
  func.call @recursive(%in, %n) : (memref<4xf32>, index) -> ()
  memplace.release %a : memref<4xf32, #fast>
  return
}

// The default alignment is 1: the offset suffices.
// CHECK-LABEL: func.func @unaligned(
// CHECK-NEXT: memplace.arena {alignment = 1 : i64} : memref<5xi8, #memplace.tier<"fast">>
func.func @unaligned() {
  %a = memref.alloc() {memplace.buffer = "a", memplace.residency = #memplace.residency<"fast", offset = 2, steps = 0 to 1>} : memref<3xi8, #fast>
  return
}

// Released before each return.
// CHECK-LABEL: func.func @two_returns(
// CHECK: memplace.arena
// CHECK: ^bb1:
// CHECK-NEXT: memplace.free_arena
// CHECK-NEXT: return
// CHECK: ^bb2:
// CHECK-NEXT: memplace.free_arena
// CHECK-NEXT: return
func.func @two_returns(%c: i1) {
  %a = memref.alloc() {memplace.buffer = "a", memplace.residency = #memplace.residency<"fast", offset = 0, steps = 0 to 1>} : memref<4xf32, #fast>
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  return
^bb2:
  return
}

// Other allocations stay, and a function without a residency needs no
// arena.
// CHECK-LABEL: func.func @others(
// CHECK-NEXT: memref.alloc() : memref<4xf32, #memplace.tier<"fast">>
// CHECK-NEXT: memref.alloc() {memplace.residencies
// CHECK-NEXT: return
func.func @others() {
  %a = memref.alloc() : memref<4xf32, #fast>
  %b = memref.alloc() {memplace.residencies = [#memplace.residency<"fast", offset = 0, steps = 0 to 1>]} : memref<4xf32>
  return
}

// CHECK-LABEL: func.func private @external()
func.func private @external()

// -----

// The size follows the data layout.
// CHECK-LABEL: func.func @index_of_four_bytes(
// CHECK-NEXT: memplace.arena {{.*}} : memref<20xi8, #memplace.tier<"fast">>
module attributes {dlti.dl_spec = #dlti.dl_spec<#dlti.dl_entry<index, 32>>} {
  func.func @index_of_four_bytes() {
    %a = memref.alloc() {memplace.buffer = "a", memplace.residency = #memplace.residency<"fast", offset = 4, steps = 0 to 1>} : memref<4xindex, #memplace.tier<"fast">>
    return
  }
}
