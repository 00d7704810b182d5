// RUN: memplace-opt %s --split-input-file --verify-diagnostics --memplace-lower-to-offsets -o /dev/null
// Nothing is changed, not even the function before.
// RUN: not memplace-opt %s --split-input-file --memplace-lower-to-offsets --mlir-print-ir-after-failure -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=memplace.arena --implicit-check-not=memplace.slot

#fast = #memplace.tier<"fast">

// CHECK: func.func @good
// CHECK: func.func @no_name
func.func @good() {
  %a = memref.alloc() {memplace.buffer = "a", memplace.residency = #memplace.residency<"fast", offset = 8, steps = 0 to 1>} : memref<4xf32, #fast>
  return
}
func.func @no_name() {
  // expected-error@+1 {{'memplace.residency' needs a static shape, an offset, the memory space of its tier and 'memplace.buffer'}}
  %a = memref.alloc() {memplace.residency = #memplace.residency<"fast", offset = 8, steps = 0 to 1>} : memref<4xf32, #memplace.tier<"fast">>
  return
}

// -----

// CHECK: func.func @no_offset
func.func @no_offset() {
  // expected-error@+1 {{'memplace.residency' needs a static shape, an offset,}}
  %a = memref.alloc() {memplace.buffer = "a", memplace.residency = #memplace.residency<"fast", steps = 0 to 1>} : memref<4xf32, #memplace.tier<"fast">>
  return
}

// -----

// CHECK: func.func @dynamic
func.func @dynamic(%n: index) {
  // expected-error@+1 {{'memplace.residency' needs a static shape, an offset,}}
  %a = memref.alloc(%n) {memplace.buffer = "a", memplace.residency = #memplace.residency<"fast", offset = 8, steps = 0 to 1>} : memref<?xf32, #memplace.tier<"fast">>
  return
}

// -----

// CHECK: func.func @no_space
func.func @no_space() {
  // expected-error@+1 {{'memplace.residency' needs a static shape, an offset, the memory space of its tier}}
  %a = memref.alloc() {memplace.buffer = "a", memplace.residency = #memplace.residency<"fast", offset = 8, steps = 0 to 1>} : memref<4xf32, 1>
  return
}
