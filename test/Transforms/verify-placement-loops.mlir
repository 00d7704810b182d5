// Passes after placement may dissolve loops: a loop of one trip is inlined or
// peeled, a loop of no trips disappears, and so may the last call of a
// function. A correct program stays correct.

// RUN: split-file %s %t
// RUN: memplace-opt %t/trips.mlir --memplace-place-buffers=solver=greedy --memplace-insert-transfers -o %t/placed.mlir
// RUN: FileCheck %s --check-prefix=PLACED --input-file=%t/placed.mlir
// RUN: memplace-opt %t/placed.mlir --memplace-verify-placement -o /dev/null
// RUN: memplace-opt %t/placed.mlir --canonicalize --memplace-verify-placement | FileCheck %s --check-prefix=INLINED
// RUN: memplace-opt %t/placed.mlir --scf-for-loop-peeling=peel-front=true --canonicalize --memplace-verify-placement -o /dev/null
// RUN: memplace-opt %t/placed.mlir --scf-for-loop-peeling --canonicalize --memplace-verify-placement -o /dev/null
// RUN: memplace-opt %t/placed.mlir --memplace-lower-to-offsets --canonicalize --cse --memplace-verify-placement -o /dev/null

// The residencies of %y in the loop and after the loop are one.
// PLACED-LABEL: func.func @one_trip
// PLACED: scf.for
// PLACED: memplace.release %[[Y:.*]] : memref<4xf32, #memplace.tier<"fast">>
// PLACED-NEXT: }
// PLACED-NEXT: memplace.acquire %[[Y]] keep_contents

// INLINED-LABEL: func.func @one_trip
// INLINED-NOT: scf.for
// INLINED: memplace.release %[[Y:.*]] : memref<4xf32, #memplace.tier<"fast">>
// INLINED-NEXT: memplace.acquire %[[Y]] keep_contents

// If another buffer owns the bytes in between, the contents are lost.
// RUN: not memplace-opt %t/taken.mlir --memplace-verify-placement -o /dev/null 2>&1 | FileCheck %s --check-prefix=TAKEN
// TAKEN: error: the placement of function 'taken' breaks rule R3: {{.*}}'x'{{.*}}'y'

// A residency does not continue across computation.
// RUN: not memplace-opt %t/used.mlir --memplace-verify-placement -o /dev/null 2>&1 | FileCheck %s --check-prefix=USED
// USED: error: the placement of function 'used' breaks rule R6: {{.*}}'x'

// RUN: memplace-opt %t/calls.mlir --memplace-place-buffers=solver=greedy --memplace-insert-transfers -o %t/calls.placed.mlir 2> /dev/null
// RUN: memplace-opt %t/calls.placed.mlir --canonicalize --memplace-verify-placement --memplace-report=file=%t/report.json | FileCheck %s --check-prefix=CALLED
// CALLED: func.func @callee({{.*}} attributes {memplace.called}
// CALLED-NOT: call @callee

// Placed again without the call, the function is an ordinary function.
// RUN: memplace-opt %t/calls.mlir --memplace-place-buffers=solver=greedy --canonicalize --memplace-place-buffers=solver=greedy 2> /dev/null | FileCheck %s --check-prefix=AGAIN
// AGAIN: func.func @callee
// AGAIN-SAME: memplace.transfers
// AGAIN-NOT: memplace.called

// A placement lost in another way is still an error.
// RUN: sed 's/attributes {memplace.called} //' %t/calls.placed.mlir > %t/unmarked.mlir
// RUN: not memplace-opt %t/unmarked.mlir --canonicalize --memplace-verify-placement 2>&1 | FileCheck %s --check-prefix=UNMARKED
// UNMARKED: error: function 'callee' has no placement

// A residency of an inner loop's body may reach from and to the ends of the
// outer loop, if no op in between shows the ends.
// RUN: memplace-opt %t/nested.mlir --canonicalize --memplace-verify-placement | FileCheck %s --check-prefix=NESTED
// NESTED-LABEL: func.func @begins_and_ends_inside
// NESTED: scf.for
// NESTED-NEXT: scf.for
// NESTED-NEXT: memplace.acquire
// NESTED: memplace.release
// NESTED-NEXT: }
// NESTED-NEXT: }

//--- nested.mlir
module attributes {memplace.target = #memplace.target<"toy">} {
  func.func @ends_inside(%in: memref<4xf32>, %out: memref<4xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %arena = memplace.arena : memref<16xi8, #memplace.tier<"fast">>
    %x = memplace.slot %arena[0] for "x" : memref<16xi8, #memplace.tier<"fast">> to memref<4xf32, #memplace.tier<"fast">>
    memplace.acquire %x : memref<4xf32, #memplace.tier<"fast">>
    memref.copy %in, %x : memref<4xf32> to memref<4xf32, #memplace.tier<"fast">>
    memplace.release %x : memref<4xf32, #memplace.tier<"fast">>
    scf.for %i = %c0 to %c2 step %c1 {
      memplace.acquire %x keep_contents : memref<4xf32, #memplace.tier<"fast">>
      linalg.add ins(%x, %in : memref<4xf32, #memplace.tier<"fast">>, memref<4xf32>) outs(%out : memref<4xf32>)
      memplace.release %x : memref<4xf32, #memplace.tier<"fast">>
      scf.for %j = %c0 to %c2 step %c1 {
        memplace.acquire %x keep_contents : memref<4xf32, #memplace.tier<"fast">>
        linalg.add ins(%x, %in : memref<4xf32, #memplace.tier<"fast">>, memref<4xf32>) outs(%x : memref<4xf32, #memplace.tier<"fast">>)
        memplace.release %x : memref<4xf32, #memplace.tier<"fast">>
      }
      memplace.acquire %x keep_contents : memref<4xf32, #memplace.tier<"fast">>
      memplace.release %x : memref<4xf32, #memplace.tier<"fast">>
    }
    memplace.free_arena %arena : memref<16xi8, #memplace.tier<"fast">>
    return
  }
  func.func @begins_and_ends_inside(%in: memref<4xf32>, %out: memref<4xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %arena = memplace.arena : memref<16xi8, #memplace.tier<"fast">>
    %x = memplace.slot %arena[0] for "x" : memref<16xi8, #memplace.tier<"fast">> to memref<4xf32, #memplace.tier<"fast">>
    memplace.acquire %x : memref<4xf32, #memplace.tier<"fast">>
    memref.copy %in, %x : memref<4xf32> to memref<4xf32, #memplace.tier<"fast">>
    memplace.release %x : memref<4xf32, #memplace.tier<"fast">>
    scf.for %i = %c0 to %c2 step %c1 {
      memplace.acquire %x keep_contents : memref<4xf32, #memplace.tier<"fast">>
      memplace.release %x : memref<4xf32, #memplace.tier<"fast">>
      scf.for %j = %c0 to %c2 step %c1 {
        memplace.acquire %x keep_contents : memref<4xf32, #memplace.tier<"fast">>
        linalg.add ins(%x, %in : memref<4xf32, #memplace.tier<"fast">>, memref<4xf32>) outs(%x : memref<4xf32, #memplace.tier<"fast">>)
        memplace.release %x : memref<4xf32, #memplace.tier<"fast">>
      }
      memplace.acquire %x keep_contents : memref<4xf32, #memplace.tier<"fast">>
      memplace.release %x : memref<4xf32, #memplace.tier<"fast">>
    }
    memplace.free_arena %arena : memref<16xi8, #memplace.tier<"fast">>
    return
  }
}
// The copy of a window may exist from the end of a loop on, before the first
// use of its source.
// RUN: memplace-opt %t/window.mlir --memplace-verify-placement | FileCheck %s --check-prefix=WINDOW
// WINDOW: memplace.window

//--- trips.mlir
module attributes {memplace.target = #memplace.target<"toy">} {
  func.func @one_trip(%x: memref<4xf32>, %y: memref<4xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %a = memref.alloc() : memref<4xf32>
    memref.copy %x, %a : memref<4xf32> to memref<4xf32>
    scf.for %i = %c0 to %c1 step %c1 {
      linalg.add ins(%a, %x : memref<4xf32>, memref<4xf32>) outs(%y : memref<4xf32>)
      linalg.add ins(%a, %y : memref<4xf32>, memref<4xf32>) outs(%a : memref<4xf32>)
    }
    linalg.add ins(%a, %y : memref<4xf32>, memref<4xf32>) outs(%x : memref<4xf32>)
    return
  }
  func.func @three_trips(%x: memref<4xf32>, %y: memref<4xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c5 = arith.constant 5 : index
    %a = memref.alloc() : memref<4xf32>
    memref.copy %x, %a : memref<4xf32> to memref<4xf32>
    scf.for %i = %c0 to %c5 step %c2 {
      linalg.add ins(%a, %x : memref<4xf32>, memref<4xf32>) outs(%y : memref<4xf32>)
      linalg.add ins(%a, %y : memref<4xf32>, memref<4xf32>) outs(%a : memref<4xf32>)
    }
    linalg.add ins(%a, %y : memref<4xf32>, memref<4xf32>) outs(%x : memref<4xf32>)
    return
  }
}
//--- taken.mlir
module attributes {memplace.target = #memplace.target<"toy">} {
  func.func @taken(%in: memref<4xf32>, %out: memref<4xf32>) {
    %arena = memplace.arena : memref<16xi8, #memplace.tier<"fast">>
    %x = memplace.slot %arena[0] for "x" : memref<16xi8, #memplace.tier<"fast">> to memref<4xf32, #memplace.tier<"fast">>
    %y = memplace.slot %arena[0] for "y" : memref<16xi8, #memplace.tier<"fast">> to memref<4xf32, #memplace.tier<"fast">>
    memplace.acquire %x : memref<4xf32, #memplace.tier<"fast">>
    memref.copy %in, %x : memref<4xf32> to memref<4xf32, #memplace.tier<"fast">>
    memplace.release %x : memref<4xf32, #memplace.tier<"fast">>
    memplace.acquire %y : memref<4xf32, #memplace.tier<"fast">>
    %t = memplace.start_transfer %in to %y on "in" : memref<4xf32> to memref<4xf32, #memplace.tier<"fast">>
    memplace.wait %t
    memplace.release %y : memref<4xf32, #memplace.tier<"fast">>
    memplace.acquire %x keep_contents : memref<4xf32, #memplace.tier<"fast">>
    memref.copy %x, %out : memref<4xf32, #memplace.tier<"fast">> to memref<4xf32>
    memplace.release %x : memref<4xf32, #memplace.tier<"fast">>
    memplace.free_arena %arena : memref<16xi8, #memplace.tier<"fast">>
    return
  }
}
//--- used.mlir
module attributes {memplace.target = #memplace.target<"toy">} {
  func.func @used(%in: memref<4xf32>, %out: memref<4xf32>) {
    %arena = memplace.arena : memref<16xi8, #memplace.tier<"fast">>
    %x = memplace.slot %arena[0] for "x" : memref<16xi8, #memplace.tier<"fast">> to memref<4xf32, #memplace.tier<"fast">>
    memplace.acquire %x : memref<4xf32, #memplace.tier<"fast">>
    memref.copy %in, %x : memref<4xf32> to memref<4xf32, #memplace.tier<"fast">>
    memplace.release %x : memref<4xf32, #memplace.tier<"fast">>
    memref.copy %in, %out : memref<4xf32> to memref<4xf32>
    memplace.acquire %x keep_contents : memref<4xf32, #memplace.tier<"fast">>
    memref.copy %x, %out : memref<4xf32, #memplace.tier<"fast">> to memref<4xf32>
    memplace.release %x : memref<4xf32, #memplace.tier<"fast">>
    memplace.free_arena %arena : memref<16xi8, #memplace.tier<"fast">>
    return
  }
}
//--- calls.mlir
module attributes {memplace.target = #memplace.target<"toy">} {
  func.func @callee(%y: memref<4xf32>) {
    %f = arith.constant 1.0 : f32
    %a = memref.alloc() : memref<4xf32>
    linalg.fill ins(%f : f32) outs(%a : memref<4xf32>)
    memref.copy %a, %y : memref<4xf32> to memref<4xf32>
    return
  }
  func.func @no_trips(%x: memref<4xf32>, %y: memref<4xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    memref.copy %x, %y : memref<4xf32> to memref<4xf32>
    scf.for %i = %c0 to %c0 step %c1 {
      func.call @callee(%y) : (memref<4xf32>) -> ()
    }
    return
  }
}

//--- window.mlir
module attributes {memplace.target = #memplace.target<"toy">} {
  func.func @before_its_source(%x: memref<4xf32>) attributes {memplace.placed} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %zero = arith.constant 0.0 : f32
    %stack = memref.alloc() : memref<2x4xf32>
    %window = memplace.window %stack : memref<2x4xf32> to memref<1x4xf32, strided<[4, 1], offset: ?>>
    %copy = memref.alloc() {memplace.buffer = "w", memplace.residency = #memplace.residency<"fast", offset = 0, steps = 3 to 7>} : memref<1x4xf32, #memplace.tier<"fast">>
    %other = memref.alloc() {memplace.buffer = "y", memplace.residency = #memplace.residency<"fast", offset = 16, steps = 3 to 7>} : memref<1x4xf32, #memplace.tier<"fast">>
    scf.for %i = %c0 to %c3 step %c1 {
      linalg.fill ins(%zero : f32) outs(%x : memref<4xf32>)
    }
    memplace.acquire %other : memref<1x4xf32, #memplace.tier<"fast">>
    memplace.acquire %copy : memref<1x4xf32, #memplace.tier<"fast">>
    linalg.fill ins(%zero : f32) outs(%stack : memref<2x4xf32>)
    memplace.move %window to %c0 : memref<1x4xf32, strided<[4, 1], offset: ?>>
    %t = memplace.start_transfer %window to %copy on "in" : memref<1x4xf32, strided<[4, 1], offset: ?>> to memref<1x4xf32, #memplace.tier<"fast">>
    memplace.wait %t
    %row = memref.subview %copy[0, 0] [1, 4] [1, 1] : memref<1x4xf32, #memplace.tier<"fast">> to memref<4xf32, strided<[1]>, #memplace.tier<"fast">>
    linalg.exp ins(%row : memref<4xf32, strided<[1]>, #memplace.tier<"fast">>) outs(%x : memref<4xf32>)
    memplace.release %copy : memref<1x4xf32, #memplace.tier<"fast">>
    memplace.release %other : memref<1x4xf32, #memplace.tier<"fast">>
    return
  }
}
