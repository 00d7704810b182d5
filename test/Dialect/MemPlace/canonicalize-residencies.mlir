// RUN: memplace-opt %s --canonicalize | FileCheck %s

#fast = #memplace.tier<"fast">

// No op reads the second residency under its own name, but the first residency
// continues at its place, with the contents, in the next trip.
// CHECK-LABEL: func.func @another_residency_in_its_place(
// CHECK: scf.for
// CHECK: memplace.start_transfer %arg0 to %{{.*}} on "in"
// CHECK: memplace.wait
func.func @another_residency_in_its_place(%x: memref<4xf32>, %y: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %first = memref.alloc() {memplace.buffer = "arg0", memplace.residency = #memplace.residency<"fast", offset = 0, steps = 0 to 4>} : memref<4xf32, #fast>
  %last = memref.alloc() {memplace.buffer = "arg0", memplace.residency = #memplace.residency<"fast", offset = 0, steps = 5 to 6>} : memref<4xf32, #fast>
  memplace.acquire %first : memref<4xf32, #fast>
  %t = memplace.start_transfer %x to %first on "in" : memref<4xf32> to memref<4xf32, #fast>
  memplace.wait %t
  memplace.release %first : memref<4xf32, #fast>
  scf.for %i = %c0 to %c3 step %c1 {
    memplace.acquire %first keep_contents : memref<4xf32, #fast>
    memref.copy %first, %y : memref<4xf32, #fast> to memref<4xf32>
    memplace.release %first : memref<4xf32, #fast>
    linalg.add ins(%y, %x : memref<4xf32>, memref<4xf32>) outs(%x : memref<4xf32>)
    memplace.acquire %last : memref<4xf32, #fast>
    %u = memplace.start_transfer %x to %last on "in" : memref<4xf32> to memref<4xf32, #fast>
    memplace.wait %u
    memplace.release %last : memref<4xf32, #fast>
  }
  return
}

// CHECK-LABEL: func.func @the_only_residency(
// CHECK-NEXT: return
func.func @the_only_residency(%x: memref<4xf32>) {
  %a = memref.alloc() {memplace.buffer = "arg0", memplace.residency = #memplace.residency<"fast", offset = 0, steps = 0 to 4>} : memref<4xf32, #fast>
  memplace.acquire %a : memref<4xf32, #fast>
  %t = memplace.start_transfer %x to %a on "in" : memref<4xf32> to memref<4xf32, #fast>
  memplace.wait %t
  memplace.release %a : memref<4xf32, #fast>
  return
}
