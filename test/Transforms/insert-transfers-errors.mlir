// RUN: memplace-opt %s --split-input-file --verify-diagnostics --memplace-insert-transfers -o /dev/null
// Errors in a placement are found before any change.
// RUN: not memplace-opt %s --split-input-file --memplace-insert-transfers --mlir-print-ir-after-failure -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=memplace.acquire --implicit-check-not=memplace.buffer

// CHECK: func.func @no_target
// expected-error@+2 {{there is no target to place buffers for}}
// expected-note@+1 {{give the pass a 'target'}}
module {
  func.func @no_target(%in: memref<4xf32>) attributes {memplace.transfers = []} {
    return
  }
}

// -----

// CHECK: func.func @good
// CHECK: func.func @stale
module attributes {memplace.target = #memplace.target<"toy">} {
  func.func @good(%x: memref<4xf32> {memplace.residencies = [#memplace.residency<"slow", steps = 0 to 1>]})
      attributes {memplace.transfers = []} {
    %a = memref.alloc() {memplace.residencies = [#memplace.residency<"fast", offset = 8, steps = 0 to 1>]} : memref<4xf32>
    memref.copy %x, %a {memplace.step = 0, memplace.served = array<i64: 0, 0>} : memref<4xf32> to memref<4xf32>
    return
  }
  // An op was added afterwards.
  func.func @stale(%x: memref<4xf32> {memplace.residencies = [#memplace.residency<"slow", steps = 0 to 1>]})
      attributes {memplace.transfers = []} {
    %a = memref.alloc() {memplace.residencies = [#memplace.residency<"fast", offset = 8, steps = 0 to 1>]} : memref<4xf32>
    // expected-error@+2 {{the recorded placement is out of date: 'memref.copy' is step 0 and has no number}}
    // expected-note@+1 {{run memplace-place-buffers again}}
    memref.copy %x, %a : memref<4xf32> to memref<4xf32>
    memref.copy %x, %a {memplace.step = 0, memplace.served = array<i64: 0, 0>} : memref<4xf32> to memref<4xf32>
    return
  }
}

// -----

// An op was removed afterwards: the loads are the remaining steps.
// CHECK: func.func @erased
module attributes {memplace.target = #memplace.target<"toy">} {
  func.func @erased(%x: memref<4xf32> {memplace.residencies = [#memplace.residency<"slow", steps = 0 to 2>]}, %i: index)
      attributes {memplace.transfers = []} {
    // expected-error@+2 {{the recorded placement is out of date: 'memref.load' is step 0, and was step 1}}
    // expected-note@+1 {{run memplace-place-buffers again}}
    %e = memref.load %x[%i] {memplace.step = 1, memplace.served = array<i64: 0>} : memref<4xf32>
    return
  }
}

// -----

// Its bytes 120 to 135 exceed the tier's 128.
// CHECK: func.func @breaks_a_rule
module attributes {memplace.target = #memplace.target<"toy">} {
  // expected-error@+1 {{the placement of function 'breaks_a_rule' breaks rule R2: }}
  func.func @breaks_a_rule(%x: memref<4xf32> {memplace.residencies = [#memplace.residency<"slow", steps = 0 to 1>]})
      attributes {memplace.transfers = []} {
    %a = memref.alloc() {memplace.residencies = [#memplace.residency<"fast", offset = 120, steps = 0 to 1>]} : memref<4xf32>
    memref.copy %x, %a {memplace.step = 0, memplace.served = array<i64: 0, 0>} : memref<4xf32> to memref<4xf32>
    return
  }
}

// -----

// A buffer not overwritten between two residencies needs a transfer.
// CHECK: func.func @forgets
module attributes {memplace.target = #memplace.target<"toy">} {
  // expected-error@+1 {{the placement of function 'forgets' breaks rule R6: }}
  func.func @forgets(%x: memref<4xf32> {memplace.residencies = [#memplace.residency<"slow", steps = 0 to 2>]})
      attributes {memplace.transfers = []} {
    %a = memref.alloc() {memplace.residencies = [#memplace.residency<"fast", offset = 8, steps = 0 to 1>,
                                                 #memplace.residency<"slow", offset = 8, steps = 1 to 2>]} : memref<4xf32>
    memref.copy %x, %a {memplace.step = 0, memplace.served = array<i64: 0, 0>} : memref<4xf32> to memref<4xf32>
    memref.copy %a, %x {memplace.step = 1, memplace.served = array<i64: 1, 0>} : memref<4xf32> to memref<4xf32>
    return
  }
}
