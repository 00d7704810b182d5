// RUN: memplace-opt %s --split-input-file --verify-diagnostics --memplace-lower-to-offsets -o /dev/null
// The IR is unchanged, even the function before.
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

// -----

// A slot would begin at another byte than its memref.
// CHECK: func.func @layout_offset
func.func @layout_offset() {
  // expected-error@+1 {{'memplace.residency' needs a layout that starts at its offset, got 'memref<4xf32, strided<[1], offset: 2>, #memplace.tier<"fast">>'}}
  %a = memref.alloc() {memplace.buffer = "a", memplace.residency = #memplace.residency<"fast", offset = 8, steps = 0 to 1>} : memref<4xf32, strided<[1], offset: 2>, #memplace.tier<"fast">>
  return
}

// -----

// CHECK: func.func @odd
func.func @odd() {
  // expected-error@+1 {{'memplace.residency' needs an offset that is a multiple of the 4 bytes to which the memref is aligned, got 6}}
  %a = memref.alloc() {memplace.buffer = "a", memplace.residency = #memplace.residency<"fast", offset = 6, steps = 0 to 1>} : memref<4xf32, #memplace.tier<"fast">>
  return
}

// -----

// CHECK: func.func @odd_alignment
func.func @odd_alignment() {
  // expected-error@+1 {{multiple of the 16 bytes to which the memref is aligned, got 8}}
  %a = memref.alloc() {alignment = 16, memplace.buffer = "a", memplace.residency = #memplace.residency<"fast", offset = 8, steps = 0 to 1>} : memref<4xf32, #memplace.tier<"fast">>
  return
}

// -----

// Offset plus size does not even fit in 64 bits.
// CHECK: func.func @overflows
func.func @overflows() {
  // expected-error@+1 {{'memplace.residency' takes 16 bytes from byte 9223372036854775800 on, which do not fit in the 4611686018427387904 bytes that can be addressed}}
  %a = memref.alloc() {memplace.buffer = "a", memplace.residency = #memplace.residency<"fast", offset = 9223372036854775800, steps = 0 to 1>} : memref<4xf32, #memplace.tier<"fast">>
  return
}

// -----

// CHECK: func.func @overflows_in_tier
module attributes {memplace.target = #memplace.target<"toy">} {
  func.func @overflows_in_tier() {
    // expected-error@+1 {{'memplace.residency' takes 16 bytes from byte 9223372036854775800 on, which do not fit in the 128 bytes of tier 'fast'}}
    %a = memref.alloc() {memplace.buffer = "a", memplace.residency = #memplace.residency<"fast", offset = 9223372036854775800, steps = 0 to 1>} : memref<4xf32, #memplace.tier<"fast">>
    return
  }
}

// -----

// The first slot ends with the tier, the second 4 bytes beyond.
// CHECK: func.func @too_large
module attributes {memplace.target = #memplace.target<"toy">} {
  func.func @too_large() {
    %a = memref.alloc() {memplace.buffer = "a", memplace.residency = #memplace.residency<"fast", offset = 112, steps = 0 to 1>} : memref<4xf32, #memplace.tier<"fast">>
    // expected-error@+1 {{'memplace.residency' takes 16 bytes from byte 116 on, which do not fit in the 128 bytes of tier 'fast'}}
    %b = memref.alloc() {memplace.buffer = "b", memplace.residency = #memplace.residency<"fast", offset = 116, steps = 0 to 1>} : memref<4xf32, #memplace.tier<"fast">>
    return
  }
}

// -----

// CHECK: func.func @no_such_tier
module attributes {memplace.target = #memplace.target<"toy">} {
  func.func @no_such_tier() {
    // expected-error@+1 {{target 'toy' has no tier 'cmem'}}
    %a = memref.alloc() {memplace.buffer = "a", memplace.residency = #memplace.residency<"cmem", offset = 0, steps = 0 to 1>} : memref<4xf32, #memplace.tier<"cmem">>
    return
  }
}
