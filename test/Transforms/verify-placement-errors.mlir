// RUN: memplace-opt %s --split-input-file --verify-diagnostics --memplace-verify-placement=target=toy -o /dev/null

// expected-error@+2 {{function 'unplaced' has no placement}}
// expected-note@+1 {{'memplace-place-buffers' makes one}}
func.func @unplaced(%in: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  memref.copy %in, %a : memref<4xf32> to memref<4xf32>
  return
}

// Each bad function is reported.
// expected-error@+2 {{function 'unplaced_too' has no placement}}
// expected-note@+1 {{'memplace-place-buffers' makes one}}
func.func @unplaced_too(%in: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  memref.copy %in, %a : memref<4xf32> to memref<4xf32>
  return
}

// -----

// By the annotations the second op reads a copy that was never made.
// expected-error@+1 {{the placement of function 'forgets' breaks rule R6: }}
func.func @forgets(%x: memref<4xf32> {memplace.residencies = [#memplace.residency<"slow", steps = 0 to 2>]})
    attributes {memplace.transfers = []} {
  %a = memref.alloc() {memplace.residencies = [#memplace.residency<"fast", offset = 8, steps = 0 to 1>,
                                               #memplace.residency<"slow", offset = 8, steps = 1 to 2>]} : memref<4xf32>
  memref.copy %x, %a {memplace.step = 0, memplace.served = array<i64: 0, 0>} : memref<4xf32> to memref<4xf32>
  memref.copy %a, %x {memplace.step = 1, memplace.served = array<i64: 1, 0>} : memref<4xf32> to memref<4xf32>
  return
}

// -----

// The second write comes one step after the release.
// expected-error@+1 {{the placement of function 'too_late' breaks rule R5: }}
func.func @too_late(%x: memref<4xf32>) {
  %fast = memplace.arena : memref<16xi8, #memplace.tier<"fast">>
  %a = memplace.slot %fast[0] for "a" : memref<16xi8, #memplace.tier<"fast">> to memref<4xf32, #memplace.tier<"fast">>
  memplace.acquire %a : memref<4xf32, #memplace.tier<"fast">>
  memref.copy %x, %a : memref<4xf32> to memref<4xf32, #memplace.tier<"fast">>
  memplace.release %a : memref<4xf32, #memplace.tier<"fast">>
  memref.copy %x, %a : memref<4xf32> to memref<4xf32, #memplace.tier<"fast">>
  memplace.free_arena %fast : memref<16xi8, #memplace.tier<"fast">>
  return
}

// -----

// A pin holds in the explicit form, too, at any op.
// expected-error@+1 {{the placement of function 'pinned_allocation' breaks rule R1: residency 1 of buffer 'a' in tier 'fast', [0, 2): the buffer may not be in that tier}}
func.func @pinned_allocation(%x: memref<4xf32>) {
  %a = memref.alloc() {memplace.buffer = "a", memplace.pin = #memplace.tier<"slow">, memplace.residency = #memplace.residency<"fast", offset = 0, steps = 0 to 1>} : memref<4xf32, #memplace.tier<"fast">>
  memplace.acquire %a : memref<4xf32, #memplace.tier<"fast">>
  memref.copy %x, %a : memref<4xf32> to memref<4xf32, #memplace.tier<"fast">>
  memplace.release %a : memref<4xf32, #memplace.tier<"fast">>
  return
}

// -----

// expected-error@+1 {{the placement of function 'pinned_slot' breaks rule R1: residency 2 of buffer 'a' in tier 'slow', [3, 5): the buffer may not be in that tier}}
func.func @pinned_slot(%x: memref<4xf32>) {
  %fast = memplace.arena : memref<16xi8, #memplace.tier<"fast">>
  %slow = memplace.arena : memref<16xi8, #memplace.tier<"slow">>
  %a = memplace.slot %fast[0] for "a" : memref<16xi8, #memplace.tier<"fast">> to memref<4xf32, #memplace.tier<"fast">>
  %b = memplace.slot %slow[0] for "a" {memplace.pin = #memplace.tier<"fast">} : memref<16xi8, #memplace.tier<"slow">> to memref<4xf32, #memplace.tier<"slow">>
  memplace.acquire %a : memref<4xf32, #memplace.tier<"fast">>
  memref.copy %x, %a : memref<4xf32> to memref<4xf32, #memplace.tier<"fast">>
  memplace.release %a : memref<4xf32, #memplace.tier<"fast">>
  memplace.acquire %b : memref<4xf32, #memplace.tier<"slow">>
  memref.copy %x, %b : memref<4xf32> to memref<4xf32, #memplace.tier<"slow">>
  memplace.release %b : memref<4xf32, #memplace.tier<"slow">>
  memplace.free_arena %slow : memref<16xi8, #memplace.tier<"slow">>
  memplace.free_arena %fast : memref<16xi8, #memplace.tier<"fast">>
  return
}

// -----

// The external memref may be at home, but must not be used there.
// expected-error@+1 {{the placement of function 'pinned_argument' breaks rule R5: access 0 of op 1 'memref.copy' to buffer 'arg0' is served by residency 0 of buffer 'arg0' in tier 'slow', [0, 2), a tier that the access does not allow}}
func.func @pinned_argument(%x: memref<4xf32> {memplace.pin = #memplace.tier<"fast">}) {
  %a = memref.alloc() {memplace.buffer = "a", memplace.residency = #memplace.residency<"slow", offset = 0, steps = 0 to 1>} : memref<4xf32, #memplace.tier<"slow">>
  memplace.acquire %a : memref<4xf32, #memplace.tier<"slow">>
  memref.copy %x, %a : memref<4xf32> to memref<4xf32, #memplace.tier<"slow">>
  memplace.release %a : memref<4xf32, #memplace.tier<"slow">>
  return
}

// -----

// The slot of an argument or a global gets its contents by a transfer.
// expected-error-re@+1 {{the placement of function 'no_load' breaks rule R6: op {{.*}} reads residency {{.*}} of buffer 'w' in tier 'fast'}}
func.func @no_load(%x: memref<4xf32> {memplace.buffer = "w"}, %y: memref<4xf32>) {
  %fast = memplace.arena : memref<16xi8, #memplace.tier<"fast">>
  %w = memplace.slot %fast[0] for "w" : memref<16xi8, #memplace.tier<"fast">> to memref<4xf32, #memplace.tier<"fast">>
  memplace.acquire %w : memref<4xf32, #memplace.tier<"fast">>
  memref.copy %w, %y : memref<4xf32, #memplace.tier<"fast">> to memref<4xf32>
  memplace.release %w : memref<4xf32, #memplace.tier<"fast">>
  memplace.free_arena %fast : memref<16xi8, #memplace.tier<"fast">>
  return
}

// -----

// A result must reach its place.
// expected-error@+1 {{the placement of function 'no_store' breaks rule R9: no residency of live-out buffer 'arg1' in its home tier}}
func.func @no_store(%x: memref<4xf32>, %y: memref<4xf32>) {
  %fast = memplace.arena : memref<16xi8, #memplace.tier<"fast">>
  %a = memplace.slot %fast[0] for "arg1" : memref<16xi8, #memplace.tier<"fast">> to memref<4xf32, #memplace.tier<"fast">>
  memplace.acquire %a : memref<4xf32, #memplace.tier<"fast">>
  memref.copy %x, %a : memref<4xf32> to memref<4xf32, #memplace.tier<"fast">>
  memplace.release %a : memref<4xf32, #memplace.tier<"fast">>
  memplace.free_arena %fast : memref<16xi8, #memplace.tier<"fast">>
  return
}

// -----

memref.global "private" constant @c : memref<4xf32> = dense<1.0>
// expected-error-re@+1 {{the placement of function 'no_load_of_global' breaks rule R6: op {{.*}} reads residency {{.*}} of buffer 'c' in tier 'fast'}}
func.func @no_load_of_global(%y: memref<4xf32>) {
  %fast = memplace.arena : memref<16xi8, #memplace.tier<"fast">>
  %w = memplace.slot %fast[0] for "c" : memref<16xi8, #memplace.tier<"fast">> to memref<4xf32, #memplace.tier<"fast">>
  %c = memref.get_global @c : memref<4xf32>
  memplace.acquire %w : memref<4xf32, #memplace.tier<"fast">>
  memref.copy %w, %y : memref<4xf32, #memplace.tier<"fast">> to memref<4xf32>
  memplace.release %w : memref<4xf32, #memplace.tier<"fast">>
  memplace.free_arena %fast : memref<16xi8, #memplace.tier<"fast">>
  return
}
