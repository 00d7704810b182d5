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

// The annotations say that the second op reads what was never copied.
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

// The second write is one step behind the release.
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
