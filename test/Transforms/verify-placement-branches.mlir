// RUN: split-file %s %t

// Split arms may be merged again; each arm is still a loop of at most one trip,
// even if its contents were a single step before.
// RUN: memplace-opt %t/arms.mlir --memplace-default="target=toy branches=arms" -o %t/placed.mlir
// RUN: FileCheck %s --check-prefix=MERGED --input-file=%t/placed.mlir
// RUN: memplace-opt %t/placed.mlir --memplace-verify-placement --canonicalize --cse --memplace-verify-placement -o /dev/null
// MERGED: scf.if
// MERGED-NEXT: memplace.enter_arm "then"
// MERGED: } else {
// MERGED-NEXT: memplace.enter_arm "else"

// Before placement, too; then the arms are split again.
// RUN: memplace-opt %t/arms.mlir --memplace-enter-branches --canonicalize | FileCheck %s --check-prefix=MERGED
// RUN: memplace-opt %t/arms.mlir --memplace-enter-branches --canonicalize --memplace-default="target=toy" | FileCheck %s --check-prefix=MERGED
// RUN: memplace-opt %t/arms.mlir --memplace-enter-branches --canonicalize --memplace-enter-branches | FileCheck %s --check-prefix=APART
// RUN: not memplace-opt %t/arms.mlir --memplace-enter-branches --canonicalize --memplace-place-buffers=target=toy -o /dev/null 2>&1 | FileCheck %s --check-prefix=SEVERAL
// APART: scf.if
// APART-NEXT: memplace.enter_arm "then"
// APART-NOT: else {
// APART: scf.if
// APART-NEXT: memplace.enter_arm "else"
// SEVERAL: error: cannot enter 'scf.if': 2 of its arms touch memory

// A buffer fetched in an arm is absent if the arm is skipped.
// RUN: not memplace-opt %t/relied.mlir --memplace-verify-placement -o /dev/null 2>&1 | FileCheck %s --check-prefix=RELIED
// RELIED: error: the placement of function 'relied' breaks rule R10: {{.*}}'x'

// An arm does not wait for a transfer from before the arm.
// RUN: not memplace-opt %t/awaited.mlir --memplace-verify-placement -o /dev/null 2>&1 | FileCheck %s --check-prefix=AWAITED
// AWAITED: error: starts a transfer that is waited for only in a loop or arm that may be skipped

// A place acquired in an arm is released in the arm.
// RUN: not memplace-opt %t/unreleased.mlir --memplace-verify-placement -o /dev/null 2>&1 | FileCheck %s --check-prefix=UNRELEASED
// UNRELEASED: error: acquires a residency that its block does not release

// Without its mark, and without other evidence inside, an arm is one step.
// RUN: sed '/enter_arm/d' %t/fetched.mlir > %t/unmarked.mlir
// RUN: memplace-opt %t/fetched.mlir --memplace-verify-placement -o /dev/null
// RUN: not memplace-opt %t/unmarked.mlir --memplace-verify-placement -o /dev/null 2>&1 | FileCheck %s --check-prefix=UNMARKED
// UNMARKED: error:

//--- arms.mlir
func.func @arms(%c: i1, %x: memref<8xf32>, %y: memref<8xf32>) {
  scf.if %c {
    linalg.exp ins(%x : memref<8xf32>) outs(%y : memref<8xf32>)
  } else {
    linalg.log ins(%x : memref<8xf32>) outs(%y : memref<8xf32>)
  }
  return
}

//--- relied.mlir
module attributes {memplace.target = #memplace.target<"toy">} {
func.func @relied(%c: i1, %x: memref<4xf32>, %y: memref<4xf32>) {
  %fast = memref.alloc() {memplace.buffer = "x", memplace.residency = #memplace.residency<"fast", offset = 0, steps = 0 to 1>} : memref<4xf32, #memplace.tier<"fast">>
  scf.if %c {
    memplace.enter_arm
    memplace.acquire %fast : memref<4xf32, #memplace.tier<"fast">>
    %t = memplace.start_transfer %x to %fast on "in" : memref<4xf32> to memref<4xf32, #memplace.tier<"fast">>
    memplace.wait %t
    memref.copy %fast, %y : memref<4xf32, #memplace.tier<"fast">> to memref<4xf32>
    memplace.release %fast : memref<4xf32, #memplace.tier<"fast">>
  }
  memplace.acquire %fast keep_contents : memref<4xf32, #memplace.tier<"fast">>
  memref.copy %fast, %y : memref<4xf32, #memplace.tier<"fast">> to memref<4xf32>
  memplace.release %fast : memref<4xf32, #memplace.tier<"fast">>
  return
}
}

//--- fetched.mlir
module attributes {memplace.target = #memplace.target<"toy">} {
func.func @fetched(%c: i1, %x: memref<4xf32>, %y: memref<4xf32>) {
  %fast = memref.alloc() {memplace.buffer = "x", memplace.residency = #memplace.residency<"fast", offset = 0, steps = 0 to 1>} : memref<4xf32, #memplace.tier<"fast">>
  scf.if %c {
    memplace.enter_arm
    memplace.acquire %fast : memref<4xf32, #memplace.tier<"fast">>
    %t = memplace.start_transfer %x to %fast on "in" : memref<4xf32> to memref<4xf32, #memplace.tier<"fast">>
    memplace.wait %t
    memref.copy %fast, %y : memref<4xf32, #memplace.tier<"fast">> to memref<4xf32>
    memplace.release %fast : memref<4xf32, #memplace.tier<"fast">>
  }
  return
}
}

//--- awaited.mlir
module attributes {memplace.target = #memplace.target<"toy">} {
func.func @awaited(%c: i1, %x: memref<4xf32>, %y: memref<4xf32>) {
  %fast = memref.alloc() {memplace.buffer = "x", memplace.residency = #memplace.residency<"fast", offset = 0, steps = 0 to 1>} : memref<4xf32, #memplace.tier<"fast">>
  memplace.acquire %fast : memref<4xf32, #memplace.tier<"fast">>
  %t = memplace.start_transfer %x to %fast on "in" : memref<4xf32> to memref<4xf32, #memplace.tier<"fast">>
  scf.if %c {
    memplace.enter_arm
    memplace.wait %t
    memref.copy %fast, %y : memref<4xf32, #memplace.tier<"fast">> to memref<4xf32>
  }
  memplace.release %fast : memref<4xf32, #memplace.tier<"fast">>
  return
}
}

//--- unreleased.mlir
module attributes {memplace.target = #memplace.target<"toy">} {
func.func @unreleased(%c: i1, %x: memref<4xf32>, %y: memref<4xf32>) {
  %fast = memref.alloc() {memplace.buffer = "x", memplace.residency = #memplace.residency<"fast", offset = 0, steps = 0 to 1>} : memref<4xf32, #memplace.tier<"fast">>
  scf.if %c {
    memplace.enter_arm
    memplace.acquire %fast : memref<4xf32, #memplace.tier<"fast">>
    %t = memplace.start_transfer %x to %fast on "in" : memref<4xf32> to memref<4xf32, #memplace.tier<"fast">>
    memplace.wait %t
    memref.copy %fast, %y : memref<4xf32, #memplace.tier<"fast">> to memref<4xf32>
  }
  memplace.release %fast : memref<4xf32, #memplace.tier<"fast">>
  return
}
}
