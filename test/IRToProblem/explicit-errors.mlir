// RUN: memplace-opt %s --split-input-file --verify-diagnostics --memplace-verify-placement=target=toy -o /dev/null

// Slots, transfers, acquires and releases are checked by the rules, from any
// producer.

func.func @legal(%in: memref<4xf32>, %out: memref<4xf32>) {
  %arena = memplace.arena : memref<16xi8, #memplace.tier<"fast">>
  %x = memplace.slot %arena[0] for "x" : memref<16xi8, #memplace.tier<"fast">> to memref<4xf32, #memplace.tier<"fast">>
  memplace.acquire %x : memref<4xf32, #memplace.tier<"fast">>
  %t = memplace.start_transfer %in to %x on "in" : memref<4xf32> to memref<4xf32, #memplace.tier<"fast">>
  memplace.wait %t
  memref.copy %x, %out : memref<4xf32, #memplace.tier<"fast">> to memref<4xf32>
  memplace.release %x : memref<4xf32, #memplace.tier<"fast">>
  memplace.free_arena %arena : memref<16xi8, #memplace.tier<"fast">>
  return
}

// -----

// Read during its fill.
// expected-error@+1 {{breaks rule R7}}
func.func @wait_too_late(%in: memref<4xf32>, %out: memref<4xf32>) {
  %arena = memplace.arena : memref<16xi8, #memplace.tier<"fast">>
  %x = memplace.slot %arena[0] for "x" : memref<16xi8, #memplace.tier<"fast">> to memref<4xf32, #memplace.tier<"fast">>
  memplace.acquire %x : memref<4xf32, #memplace.tier<"fast">>
  %t = memplace.start_transfer %in to %x on "in" : memref<4xf32> to memref<4xf32, #memplace.tier<"fast">>
  memref.copy %x, %out : memref<4xf32, #memplace.tier<"fast">> to memref<4xf32>
  memplace.wait %t
  memplace.release %x : memref<4xf32, #memplace.tier<"fast">>
  return
}

// -----

// Filled before the argument was written.
// expected-error@+1 {{breaks rule R6}}
func.func @stale(%in: memref<4xf32>, %out: memref<4xf32>) {
  %arena = memplace.arena : memref<16xi8, #memplace.tier<"fast">>
  %x = memplace.slot %arena[0] for "x" : memref<16xi8, #memplace.tier<"fast">> to memref<4xf32, #memplace.tier<"fast">>
  memplace.acquire %x : memref<4xf32, #memplace.tier<"fast">>
  %t = memplace.start_transfer %in to %x on "in" : memref<4xf32> to memref<4xf32, #memplace.tier<"fast">>
  memplace.wait %t
  memref.copy %out, %in : memref<4xf32> to memref<4xf32>
  memref.copy %x, %out : memref<4xf32, #memplace.tier<"fast">> to memref<4xf32>
  memplace.release %x : memref<4xf32, #memplace.tier<"fast">>
  return
}

// -----

// 16 bytes each, 8 bytes apart.
// expected-error@+1 {{breaks rule R3}}
func.func @overlap(%in: memref<4xf32>, %out: memref<4xf32>) {
  %arena = memplace.arena : memref<24xi8, #memplace.tier<"fast">>
  %x = memplace.slot %arena[0] for "x" : memref<24xi8, #memplace.tier<"fast">> to memref<4xf32, #memplace.tier<"fast">>
  %y = memplace.slot %arena[8] for "y" : memref<24xi8, #memplace.tier<"fast">> to memref<4xf32, #memplace.tier<"fast">>
  memplace.acquire %x : memref<4xf32, #memplace.tier<"fast">>
  memplace.acquire %y : memref<4xf32, #memplace.tier<"fast">>
  memref.copy %in, %x : memref<4xf32> to memref<4xf32, #memplace.tier<"fast">>
  memref.copy %x, %y : memref<4xf32, #memplace.tier<"fast">> to memref<4xf32, #memplace.tier<"fast">>
  memplace.release %x : memref<4xf32, #memplace.tier<"fast">>
  memref.copy %y, %out : memref<4xf32, #memplace.tier<"fast">> to memref<4xf32>
  memplace.release %y : memref<4xf32, #memplace.tier<"fast">>
  return
}

// -----

// In succession in the same bytes.
func.func @reuse(%in: memref<4xf32>, %out: memref<4xf32>) {
  %arena = memplace.arena : memref<16xi8, #memplace.tier<"fast">>
  %x = memplace.slot %arena[0] for "x" : memref<16xi8, #memplace.tier<"fast">> to memref<4xf32, #memplace.tier<"fast">>
  %y = memplace.slot %arena[0] for "y" : memref<16xi8, #memplace.tier<"fast">> to memref<4xf32, #memplace.tier<"fast">>
  memplace.acquire %x : memref<4xf32, #memplace.tier<"fast">>
  memref.copy %in, %x : memref<4xf32> to memref<4xf32, #memplace.tier<"fast">>
  memplace.release %x : memref<4xf32, #memplace.tier<"fast">>
  memplace.acquire %y : memref<4xf32, #memplace.tier<"fast">>
  memref.copy %in, %y : memref<4xf32> to memref<4xf32, #memplace.tier<"fast">>
  memplace.release %y : memref<4xf32, #memplace.tier<"fast">>
  return
}

// -----

// Used after its end.
// expected-error@+1 {{breaks rule R5}}
func.func @used_after_release(%in: memref<4xf32>, %out: memref<4xf32>) {
  %arena = memplace.arena : memref<16xi8, #memplace.tier<"fast">>
  %x = memplace.slot %arena[0] for "x" : memref<16xi8, #memplace.tier<"fast">> to memref<4xf32, #memplace.tier<"fast">>
  memplace.acquire %x : memref<4xf32, #memplace.tier<"fast">>
  memref.copy %in, %x : memref<4xf32> to memref<4xf32, #memplace.tier<"fast">>
  memplace.release %x : memref<4xf32, #memplace.tier<"fast">>
  memref.copy %x, %out : memref<4xf32, #memplace.tier<"fast">> to memref<4xf32>
  return
}

// -----

// Contents written elsewhere must return home.
// expected-error@+1 {{breaks rule R9}}
func.func @not_brought_home(%in: memref<4xf32>, %out: memref<4xf32>) {
  %arena = memplace.arena : memref<16xi8, #memplace.tier<"fast">>
  %x = memplace.slot %arena[0] for "x" : memref<16xi8, #memplace.tier<"fast">> to memref<4xf32, #memplace.tier<"fast">>
  memplace.acquire %x : memref<4xf32, #memplace.tier<"fast">>
  %t = memplace.start_transfer %out to %x on "in" : memref<4xf32> to memref<4xf32, #memplace.tier<"fast">>
  memplace.wait %t
  memref.copy %in, %x : memref<4xf32> to memref<4xf32, #memplace.tier<"fast">>
  memplace.release %x : memref<4xf32, #memplace.tier<"fast">>
  return
}

// -----

// The channel has the opposite direction.
// expected-error@+1 {{breaks rule R8}}
func.func @wrong_channel(%in: memref<4xf32>, %out: memref<4xf32>) {
  %arena = memplace.arena : memref<16xi8, #memplace.tier<"fast">>
  %x = memplace.slot %arena[0] for "x" : memref<16xi8, #memplace.tier<"fast">> to memref<4xf32, #memplace.tier<"fast">>
  memplace.acquire %x : memref<4xf32, #memplace.tier<"fast">>
  %t = memplace.start_transfer %in to %x on "out" : memref<4xf32> to memref<4xf32, #memplace.tier<"fast">>
  memplace.wait %t
  memref.copy %x, %out : memref<4xf32, #memplace.tier<"fast">> to memref<4xf32>
  memplace.release %x : memref<4xf32, #memplace.tier<"fast">>
  return
}

// -----

func.func @unknown_channel(%in: memref<4xf32>, %out: memref<4xf32>) {
  %arena = memplace.arena : memref<16xi8, #memplace.tier<"fast">>
  %x = memplace.slot %arena[0] for "x" : memref<16xi8, #memplace.tier<"fast">> to memref<4xf32, #memplace.tier<"fast">>
  memplace.acquire %x : memref<4xf32, #memplace.tier<"fast">>
  // expected-error@+1 {{target 'toy' has no channel 'other'}}
  %t = memplace.start_transfer %in to %x on "other" : memref<4xf32> to memref<4xf32, #memplace.tier<"fast">>
  memplace.wait %t
  memplace.release %x : memref<4xf32, #memplace.tier<"fast">>
  return
}

// -----

func.func @never_waited_for(%in: memref<4xf32>, %out: memref<4xf32>) {
  %arena = memplace.arena : memref<16xi8, #memplace.tier<"fast">>
  %x = memplace.slot %arena[0] for "x" : memref<16xi8, #memplace.tier<"fast">> to memref<4xf32, #memplace.tier<"fast">>
  memplace.acquire %x : memref<4xf32, #memplace.tier<"fast">>
  // expected-error@+1 {{starts a transfer that is never waited for}}
  %t = memplace.start_transfer %in to %x on "in" : memref<4xf32> to memref<4xf32, #memplace.tier<"fast">>
  memref.copy %x, %out : memref<4xf32, #memplace.tier<"fast">> to memref<4xf32>
  memplace.release %x : memref<4xf32, #memplace.tier<"fast">>
  return
}

// -----

func.func @acquired_twice(%in: memref<4xf32>) {
  %arena = memplace.arena : memref<16xi8, #memplace.tier<"fast">>
  %x = memplace.slot %arena[0] for "x" : memref<16xi8, #memplace.tier<"fast">> to memref<4xf32, #memplace.tier<"fast">>
  memplace.acquire %x : memref<4xf32, #memplace.tier<"fast">>
  // expected-error@+1 {{acquires a residency that is already acquired}}
  memplace.acquire %x : memref<4xf32, #memplace.tier<"fast">>
  memplace.release %x : memref<4xf32, #memplace.tier<"fast">>
  return
}

// -----

func.func @released_twice(%in: memref<4xf32>) {
  %arena = memplace.arena : memref<16xi8, #memplace.tier<"fast">>
  %x = memplace.slot %arena[0] for "x" : memref<16xi8, #memplace.tier<"fast">> to memref<4xf32, #memplace.tier<"fast">>
  memplace.acquire %x : memref<4xf32, #memplace.tier<"fast">>
  memplace.release %x : memref<4xf32, #memplace.tier<"fast">>
  // expected-error@+1 {{releases a residency that is not acquired}}
  memplace.release %x : memref<4xf32, #memplace.tier<"fast">>
  return
}

// -----

// Released in the first of two trips only.
func.func @released_in_a_loop(%in: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %arena = memplace.arena : memref<16xi8, #memplace.tier<"fast">>
  %x = memplace.slot %arena[0] for "x" : memref<16xi8, #memplace.tier<"fast">> to memref<4xf32, #memplace.tier<"fast">>
  // expected-error@+1 {{acquires a residency that its block does not release}}
  memplace.acquire %x : memref<4xf32, #memplace.tier<"fast">>
  scf.for %i = %c0 to %c2 step %c1 {
    memref.copy %in, %x : memref<4xf32> to memref<4xf32, #memplace.tier<"fast">>
    memplace.release %x : memref<4xf32, #memplace.tier<"fast">>
  }
  return
}

// -----

func.func @never_acquired(%in: memref<4xf32>) {
  %arena = memplace.arena : memref<16xi8, #memplace.tier<"fast">>
  %x = memplace.slot %arena[0] for "x" : memref<16xi8, #memplace.tier<"fast">> to memref<4xf32, #memplace.tier<"fast">>
  // expected-error@+1 {{uses buffer 'x' in a place that is never acquired}}
  memref.copy %in, %x : memref<4xf32> to memref<4xf32, #memplace.tier<"fast">>
  return
}

// -----

func.func @no_place(%in: memref<4xf32>) {
  // expected-error@+1 {{expects a slot or an allocation with 'memplace.residency' in the memory space of a tier}}
  memplace.acquire %in : memref<4xf32>
  memplace.release %in : memref<4xf32>
  return
}

// -----

func.func @unknown_tier(%in: memref<4xf32>) {
  %arena = memplace.arena : memref<16xi8, #memplace.tier<"other">>
  %x = memplace.slot %arena[0] for "x" : memref<16xi8, #memplace.tier<"other">> to memref<4xf32, #memplace.tier<"other">>
  // expected-error@+1 {{target 'toy' has no tier 'other'}}
  memplace.acquire %x : memref<4xf32, #memplace.tier<"other">>
  memplace.release %x : memref<4xf32, #memplace.tier<"other">>
  return
}

// -----

// The copy that an op uses must be known.
func.func @either_copy(%in: memref<4xf32>, %c: i1) {
  %arena = memplace.arena : memref<32xi8, #memplace.tier<"fast">>
  %x = memplace.slot %arena[0] for "x" : memref<32xi8, #memplace.tier<"fast">> to memref<4xf32, #memplace.tier<"fast">>
  %y = memplace.slot %arena[16] for "x" : memref<32xi8, #memplace.tier<"fast">> to memref<4xf32, #memplace.tier<"fast">>
  memplace.acquire %x : memref<4xf32, #memplace.tier<"fast">>
  memplace.acquire %y : memref<4xf32, #memplace.tier<"fast">>
  %z = arith.select %c, %x, %y : memref<4xf32, #memplace.tier<"fast">>
  // expected-error@+1 {{uses a copy of buffer 'x' that is known only at run time}}
  memref.copy %in, %z : memref<4xf32> to memref<4xf32, #memplace.tier<"fast">>
  memplace.release %x : memref<4xf32, #memplace.tier<"fast">>
  memplace.release %y : memref<4xf32, #memplace.tier<"fast">>
  return
}

// -----

// One argument's contents must not go to another argument's place.
func.func @between_buffers(%in: memref<4xf32>, %other: memref<4xf32>, %out: memref<4xf32>) {
  %arena = memplace.arena : memref<16xi8, #memplace.tier<"fast">>
  %x = memplace.slot %arena[0] for "x" : memref<16xi8, #memplace.tier<"fast">> to memref<4xf32, #memplace.tier<"fast">>
  memplace.acquire %x : memref<4xf32, #memplace.tier<"fast">>
  %t = memplace.start_transfer %in to %x on "in" : memref<4xf32> to memref<4xf32, #memplace.tier<"fast">>
  memplace.wait %t
  // expected-error@+1 {{must copy between two residencies of one buffer}}
  %u = memplace.start_transfer %x to %other on "out" : memref<4xf32, #memplace.tier<"fast">> to memref<4xf32>
  memplace.wait %u
  memplace.release %x : memref<4xf32, #memplace.tier<"fast">>
  return
}
