// RUN: memplace-opt %s --split-input-file --verify-diagnostics --memplace-place-buffers=target=toy -o /dev/null
// A failure changes nothing.
// RUN: not memplace-opt %s --split-input-file --memplace-place-buffers=target=toy --mlir-print-ir-after-failure -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=memplace.step --implicit-check-not=memplace.residencies --implicit-check-not=memplace.transfers

// CHECK: func.func @blocks()
// expected-error@+2 {{cannot place the buffers of a function of 2 blocks}}
// expected-note@+1 {{place before control flow is lowered to branches}}
func.func @blocks() {
  cf.br ^bb1
^bb1:
  return
}

// -----

// An explicit program cannot be placed again: in the second form ...
// CHECK: func.func @is_explicit
// expected-error@+2 {{function 'is_explicit' is placed already}}
// expected-note@+1 {{place the original program instead}}
func.func @is_explicit(%in: memref<4xf32>) {
  %a = memref.alloc() {memplace.buffer = "a", memplace.residency = #memplace.residency<"fast", offset = 0, steps = 0 to 1>} : memref<4xf32, #memplace.tier<"fast">>
  memplace.acquire %a : memref<4xf32, #memplace.tier<"fast">>
  memref.copy %in, %a : memref<4xf32> to memref<4xf32, #memplace.tier<"fast">>
  memplace.release %a : memref<4xf32, #memplace.tier<"fast">>
  return
}

// -----

// ... and in the third.
// CHECK: func.func @has_offsets
// expected-error@+2 {{function 'has_offsets' is placed already}}
// expected-note@+1 {{place the original program instead}}
func.func @has_offsets(%in: memref<4xf32>) {
  %fast = memplace.arena : memref<16xi8, #memplace.tier<"fast">>
  %a = memplace.slot %fast[0] for "a" : memref<16xi8, #memplace.tier<"fast">> to memref<4xf32, #memplace.tier<"fast">>
  memplace.acquire %a : memref<4xf32, #memplace.tier<"fast">>
  memref.copy %in, %a : memref<4xf32> to memref<4xf32, #memplace.tier<"fast">>
  memplace.release %a : memref<4xf32, #memplace.tier<"fast">>
  memplace.free_arena %fast : memref<16xi8, #memplace.tier<"fast">>
  return
}

// -----

// 2 × 80 bytes in the only allowed tier, of 128 bytes.
// CHECK: func.func @no_room
func.func @no_room(%in: memref<20xf32>) {
  %a = memref.alloc() {memplace.pin = #memplace.tier<"fast">} : memref<20xf32>
  %b = memref.alloc() {memplace.pin = #memplace.tier<"fast">} : memref<20xf32>
  memref.copy %in, %a : memref<20xf32> to memref<20xf32>
  // expected-error@+1 {{solver 'greedy' found no placement of 3 buffers: op 'memref.copy' (step 1) needs 160 bytes in 'fast' at once, which has 128}}
  memref.copy %a, %b : memref<20xf32> to memref<20xf32>
  return
}

// -----

// The good function is not placed without the bad one, and each bad function is
// reported.
// CHECK: func.func @good
// CHECK: func.func @bad
module {
  func.func @good(%in: memref<4xf32>) {
    %a = memref.alloc() : memref<4xf32>
    memref.copy %in, %a : memref<4xf32> to memref<4xf32>
    return
  }
  func.func @bad(%in: memref<129xi8>) {
    // expected-error@+1 {{buffer 'alloc0' is pinned to tier 'fast', but its 129 bytes are more than the tier's 128}}
    %a = memref.alloc() {memplace.pin = #memplace.tier<"fast">} : memref<129xi8>
    memref.copy %in, %a : memref<129xi8> to memref<129xi8>
    return
  }
  func.func @bad_too(%in: memref<4xf32>) {
    // expected-error@+2 {{target 'toy' has no tier 'quick', which 'memplace.pin' of buffer 'alloc0' names}}
    // expected-note@+1 {{its tiers are 'fast', 'slow'}}
    %a = memref.alloc() {memplace.pin = #memplace.tier<"quick">} : memref<4xf32>
    memref.copy %in, %a : memref<4xf32> to memref<4xf32>
    return
  }
}
