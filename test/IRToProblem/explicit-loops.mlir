// RUN: memplace-opt %s --split-input-file --verify-diagnostics --memplace-verify-placement -o /dev/null

module attributes {memplace.target = #memplace.target<"toy">} {

// Each trip has its own storage: no place keeps contents from the previous
// trip, although one place lasts from the first to the last step of the body.
func.func @fresh_in_each_trip(%out: memref<4xf32>, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %slow = memref.alloc() {memplace.buffer = "a", memplace.residency = #memplace.residency<"slow", offset = 0, steps = 0 to 1>} : memref<4xf32, #memplace.tier<"slow">>
  %fast = memref.alloc() {memplace.buffer = "a", memplace.residency = #memplace.residency<"fast", offset = 0, steps = 0 to 1>} : memref<4xf32, #memplace.tier<"fast">>
  scf.for %i = %c0 to %c3 step %c1 {
    memplace.acquire %slow : memref<4xf32, #memplace.tier<"slow">>
    %left = memref.subview %slow[0] [2] [1] : memref<4xf32, #memplace.tier<"slow">> to memref<2xf32, strided<[1]>, #memplace.tier<"slow">>
    linalg.fill ins(%f : f32) outs(%left : memref<2xf32, strided<[1]>, #memplace.tier<"slow">>)
    %right = memref.subview %slow[2] [2] [1] : memref<4xf32, #memplace.tier<"slow">> to memref<2xf32, strided<[1], offset: 2>, #memplace.tier<"slow">>
    linalg.fill ins(%f : f32) outs(%right : memref<2xf32, strided<[1], offset: 2>, #memplace.tier<"slow">>)
    memplace.acquire %fast : memref<4xf32, #memplace.tier<"fast">>
    %t = memplace.start_transfer %slow to %fast on "in" : memref<4xf32, #memplace.tier<"slow">> to memref<4xf32, #memplace.tier<"fast">>
    memplace.wait %t
    memplace.release %slow : memref<4xf32, #memplace.tier<"slow">>
    memref.copy %fast, %out : memref<4xf32, #memplace.tier<"fast">> to memref<4xf32>
    memplace.release %fast : memref<4xf32, #memplace.tier<"fast">>
  }
  return
}

}

// -----

module attributes {memplace.target = #memplace.target<"toy">} {

// With kept contents the storage is the same in each trip, and the end of the
// body leaves the buffer elsewhere.
// expected-error@+1 {{the placement of function 'kept_from_the_trip_before' breaks rule R10}}
func.func @kept_from_the_trip_before(%out: memref<4xf32>, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %slow = memref.alloc() {memplace.buffer = "a", memplace.residency = #memplace.residency<"slow", offset = 0, steps = 0 to 1>} : memref<4xf32, #memplace.tier<"slow">>
  %fast = memref.alloc() {memplace.buffer = "a", memplace.residency = #memplace.residency<"fast", offset = 0, steps = 0 to 1>} : memref<4xf32, #memplace.tier<"fast">>
  scf.for %i = %c0 to %c3 step %c1 {
    memplace.acquire %slow keep_contents : memref<4xf32, #memplace.tier<"slow">>
    %left = memref.subview %slow[0] [2] [1] : memref<4xf32, #memplace.tier<"slow">> to memref<2xf32, strided<[1]>, #memplace.tier<"slow">>
    linalg.fill ins(%f : f32) outs(%left : memref<2xf32, strided<[1]>, #memplace.tier<"slow">>)
    memplace.acquire %fast : memref<4xf32, #memplace.tier<"fast">>
    %t = memplace.start_transfer %slow to %fast on "in" : memref<4xf32, #memplace.tier<"slow">> to memref<4xf32, #memplace.tier<"fast">>
    memplace.wait %t
    memplace.release %slow : memref<4xf32, #memplace.tier<"slow">>
    memref.copy %fast, %out : memref<4xf32, #memplace.tier<"fast">> to memref<4xf32>
    memplace.release %fast : memref<4xf32, #memplace.tier<"fast">>
  }
  return
}

}
