// RUN: memplace-opt %s --split-input-file --verify-diagnostics --memplace-verify-placement=target=toy -o /dev/null

// Recorded attributes are checked against the current program.

// An op was erased afterwards: the former step 1 is step 0.
func.func @erased_step(%in: memref<4xf32> {memplace.residencies = [#memplace.residency<"slow", steps = 0 to 1>]})
    attributes {memplace.transfers = []} {
  %c0 = arith.constant 0 : index
  // expected-error@+2 {{the recorded placement is out of date: 'memref.load' is step 0, and was step 1}}
  // expected-note@+1 {{run memplace-place-buffers again}}
  %v = memref.load %in[%c0] {memplace.step = 1, memplace.served = array<i64: 0>} : memref<4xf32>
  return
}

// -----

func.func @new_step(%in: memref<4xf32> {memplace.residencies = [#memplace.residency<"slow", steps = 0 to 1>]})
    attributes {memplace.transfers = []} {
  %c0 = arith.constant 0 : index
  // expected-error@+2 {{out of date: 'memref.load' is step 0 and has no number}}
  // expected-note@+1 {{run memplace-place-buffers again}}
  %v = memref.load %in[%c0] : memref<4xf32>
  return
}

// -----

func.func @loop_without_a_number(%in: memref<4xf32> {memplace.residencies = [#memplace.residency<"slow", steps = 0 to 3>]})
    attributes {memplace.transfers = []} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error@+2 {{out of date: 'scf.for' is step 1, and was step 2}}
  // expected-note@+1 {{run memplace-place-buffers again}}
  scf.for %i = %c0 to %c1 step %c1 {
    memref.copy %in, %in {memplace.step = 1, memplace.served = array<i64: 0>} : memref<4xf32> to memref<4xf32>
  } {memplace.step = 2}
  return
}

// -----

// expected-error@+2 {{out of date: buffer 'arg0' has none}}
// expected-note@+1 {{run memplace-place-buffers again}}
func.func @no_residencies(%in: memref<4xf32>) attributes {memplace.transfers = []} {
  %c0 = arith.constant 0 : index
  %v = memref.load %in[%c0] {memplace.step = 0, memplace.served = array<i64: 0>} : memref<4xf32>
  return
}

// -----

// expected-error@+2 {{out of date: the function has no array 'memplace.transfers'}}
// expected-note@+1 {{run memplace-place-buffers again}}
func.func @no_transfers(%in: memref<4xf32> {memplace.residencies = [#memplace.residency<"slow", steps = 0 to 1>]}) {
  %c0 = arith.constant 0 : index
  %v = memref.load %in[%c0] {memplace.step = 0, memplace.served = array<i64: 0>} : memref<4xf32>
  return
}

// -----

func.func @not_used_any_more() attributes {memplace.transfers = []} {
  // expected-error@+2 {{out of date: 'alloc0' is no longer a buffer}}
  // expected-note@+1 {{run memplace-place-buffers again}}
  %a = memref.alloc() {memplace.residencies = [#memplace.residency<"slow", offset = 0, steps = 0 to 1>]} : memref<4xf32>
  return
}

// -----

// expected-error@+2 {{out of date: target 'toy' has no tier 'other'}}
// expected-note@+1 {{run memplace-place-buffers again}}
func.func @other_tier(%in: memref<4xf32> {memplace.residencies = [#memplace.residency<"other", steps = 0 to 1>]})
    attributes {memplace.transfers = []} {
  %c0 = arith.constant 0 : index
  %v = memref.load %in[%c0] {memplace.step = 0, memplace.served = array<i64: 0>} : memref<4xf32>
  return
}

// -----

// expected-error@+2 {{out of date: target 'toy' has no channel 'other'}}
// expected-note@+1 {{run memplace-place-buffers again}}
func.func @other_channel(%in: memref<4xf32> {memplace.residencies = [#memplace.residency<"slow", steps = 0 to 1>]})
    attributes {memplace.transfers = [#memplace.transfer<0 to 1, channel = "other", start = 0, done = 0>]} {
  %c0 = arith.constant 0 : index
  %v = memref.load %in[%c0] {memplace.step = 0, memplace.served = array<i64: 0>} : memref<4xf32>
  return
}

// -----

// Residency 1 of one: numbers count from 0.
// expected-error@+2 {{out of date: a transfer is from residency 0 to 1 of 1}}
// expected-note@+1 {{run memplace-place-buffers again}}
func.func @no_such_residency(%in: memref<4xf32> {memplace.residencies = [#memplace.residency<"slow", steps = 0 to 1>]})
    attributes {memplace.transfers = [#memplace.transfer<0 to 1, channel = "in", start = 0, done = 0>]} {
  %c0 = arith.constant 0 : index
  %v = memref.load %in[%c0] {memplace.step = 0, memplace.served = array<i64: 0>} : memref<4xf32>
  return
}

// -----

func.func @served_by_none(%in: memref<4xf32> {memplace.residencies = [#memplace.residency<"slow", steps = 0 to 1>]})
    attributes {memplace.transfers = []} {
  %c0 = arith.constant 0 : index
  // expected-error@+2 {{out of date: 'memplace.served' has 0 entries for 1 accesses}}
  // expected-note@+1 {{run memplace-place-buffers again}}
  %v = memref.load %in[%c0] {memplace.step = 0} : memref<4xf32>
  return
}

// -----

func.func @served_by_another(%in: memref<4xf32> {memplace.residencies = [#memplace.residency<"slow", steps = 0 to 1>]})
    attributes {memplace.transfers = []} {
  %c0 = arith.constant 0 : index
  // expected-error@+2 {{out of date: 'memplace.served' names residency 1 of the 1 of buffer 'arg0'}}
  // expected-note@+1 {{run memplace-place-buffers again}}
  %v = memref.load %in[%c0] {memplace.step = 0, memplace.served = array<i64: 1>} : memref<4xf32>
  return
}

// -----

// Only external storage: there is nothing to record at home.
func.func @nothing_to_say(%in: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %v = memref.load %in[%c0] : memref<4xf32>
  return
}
