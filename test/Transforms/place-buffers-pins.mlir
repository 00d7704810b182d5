// RUN: memplace-opt %s --memplace-place-buffers="target=toy solver=greedy" | FileCheck %s
// RUN: memplace-opt %s --memplace-place-buffers="target=toy solver=first-fit" | FileCheck %s
// RUN: memplace-opt %s --memplace-place-buffers="target=toy solver=default-tier" | FileCheck %s
// RUN: memplace-opt %s --memplace-place-buffers="target=toy" --memplace-insert-transfers -o %t.explicit.mlir
// RUN: FileCheck %s --check-prefix=EXPLICIT < %t.explicit.mlir
// RUN: memplace-opt %t.explicit.mlir --memplace-verify-placement -o /dev/null
// RUN: memplace-opt %s --memplace-default="target=toy" | FileCheck %s --check-prefix=OFFSETS

// Every solver honours a pin.

// The pins stay in all forms, so that each form can be checked.
// EXPLICIT-LABEL: func.func @allocations(
// EXPLICIT: memref.alloc() {{{.*}}memplace.pin = #memplace.tier<"slow">{{.*}}} : memref<4xf32, #memplace.tier<"slow">>
// EXPLICIT: memref.alloc() {{{.*}}memplace.pin = #memplace.tier<"fast">{{.*}}} : memref<4xf32, #memplace.tier<"fast">>
// EXPLICIT-LABEL: func.func @arguments(
// EXPLICIT-SAME: %{{[^:]*}}: memref<4xf32> {memplace.pin = #memplace.tier<"fast">}
// OFFSETS-LABEL: func.func @allocations(
// OFFSETS: memplace.slot {{.*}}memplace.pin = #memplace.tier<"slow">{{.*}} to memref<4xf32, #memplace.tier<"slow">>
// OFFSETS: memplace.slot {{.*}}memplace.pin = #memplace.tier<"fast">{{.*}} to memref<4xf32, #memplace.tier<"fast">>
// CHECK-LABEL: func.func @allocations(
// CHECK: memref.alloc() {memplace.pin = #memplace.tier<"slow">, memplace.residencies = [#memplace.residency<"slow", offset = 0, steps = 0 to 2>]}
// CHECK: memref.alloc() {memplace.pin = #memplace.tier<"fast">, memplace.residencies = [#memplace.residency<"fast", offset = 0, steps = 1 to 3>]}
func.func @allocations(%in: memref<4xf32>, %out: memref<4xf32>) {
  %a = memref.alloc() {memplace.pin = #memplace.tier<"slow">} : memref<4xf32>
  %b = memref.alloc() {memplace.pin = #memplace.tier<"fast">} : memref<4xf32>
  memref.copy %in, %a : memref<4xf32> to memref<4xf32>
  memref.copy %a, %b : memref<4xf32> to memref<4xf32>
  memref.copy %b, %out : memref<4xf32> to memref<4xf32>
  return
}

// The external memref is at home; every access uses the copy in the pin's tier.
// CHECK-LABEL: func.func @arguments(
// CHECK-SAME: %{{[^:]*}}: memref<4xf32> {memplace.pin = #memplace.tier<"fast">, memplace.residencies = [#memplace.residency<"slow", steps = 0 to 1>, #memplace.residency<"fast", offset = {{[0-9]+}}, steps = 0 to 1>]}
// CHECK-SAME: %{{[^:]*}}: memref<4xf32> {memplace.pin = #memplace.tier<"fast">, memplace.residencies = [#memplace.residency<"slow", steps = 0 to 1>, #memplace.residency<"fast", offset = {{[0-9]+}}, steps = 0 to 1>]}
// CHECK-SAME: #memplace.transfer<0 to 1, channel = "in", start = 0, done = 0>
// CHECK-SAME: #memplace.transfer<3 to 2, channel = "out", start = 1, done = 1>
// CHECK: memplace.served = array<i64: 1, 1>
func.func @arguments(%in: memref<4xf32> {memplace.pin = #memplace.tier<"fast">}, %out: memref<4xf32> {memplace.pin = #memplace.tier<"fast">}) {
  memref.copy %in, %out : memref<4xf32> to memref<4xf32>
  return
}

// A memory space acts like a pin.
// CHECK-LABEL: func.func @memory_space(
// CHECK: memref.alloc() {memplace.residencies = [#memplace.residency<"fast", offset = 0, steps = 0 to 2>]}
func.func @memory_space(%in: memref<4xf32>, %out: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32, #memplace.tier<"fast">>
  memref.copy %in, %a : memref<4xf32> to memref<4xf32, #memplace.tier<"fast">>
  memref.copy %a, %out : memref<4xf32, #memplace.tier<"fast">> to memref<4xf32>
  return
}
