// RUN: memplace-opt %s --memplace-insert-transfers --memplace-verify-placement | FileCheck %s

// A loop-carried buffer was in the fast tier while the loop ran. Afterwards its
// result, and a view of the result, refer to the buffer's current place.
#machine = #memplace.target<"machine",
  tiers = [#memplace.tier_spec<"fast", capacity = 128, alignment = 8, read = 1.0e2, write = 1.0e2>,
           #memplace.tier_spec<"home", capacity = 1024, alignment = 8, read = 1.0e2, write = 1.0e2>],
  default_tier = "home",
  channels = [#memplace.channel_spec<"in", "home" to "fast", bytes_per_second = 1.0e2, latency_ps = 0>,
              #memplace.channel_spec<"out", "fast" to "home", bytes_per_second = 1.0e2, latency_ps = 0>],
  combine = sum, flops_per_second = {default = 1.0e3}, launch_ps = 0>
module attributes {memplace.target = #machine} {
  // CHECK-LABEL: func.func @after_loop(
  // CHECK-SAME: %[[X:.*]]: memref<8xi32>, %[[Y:.*]]: memref<8xi32>, %[[Z:.*]]: memref<4xi32>)
  // CHECK: memplace.start_transfer %[[X]] to %[[SLOT:.*]] on "in"
  // CHECK: %[[CAST:.*]] = memref.memory_space_cast %[[SLOT]]
  // CHECK: scf.for {{.*}} iter_args(%{{.*}} = %[[CAST]])
  // CHECK: memplace.start_transfer %[[SLOT]] to %[[X]] on "out"
  // CHECK: memref.copy %[[X]], %[[Y]]
  // CHECK: %[[VIEW:.*]] = memref.subview %[[X]][4] [4] [1]
  // CHECK: memref.copy %[[VIEW]], %[[Z]]
  func.func @after_loop(
      %x: memref<8xi32> {memplace.residencies = [#memplace.residency<"home", steps = 0 to 3>, #memplace.residency<"fast", offset = 0, steps = 0 to 1>]},
      %y: memref<8xi32> {memplace.residencies = [#memplace.residency<"home", steps = 0 to 3>]},
      %z: memref<4xi32> {memplace.residencies = [#memplace.residency<"home", steps = 0 to 3>]})
      attributes {memplace.transfers = [#memplace.transfer<0 to 1, channel = "in", start = 0, done = 0>,
                                        #memplace.transfer<1 to 0, channel = "out", start = 1, done = 1>]} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %end = scf.for %i = %c0 to %c8 step %c1 iter_args(%m = %x) -> (memref<8xi32>) {
      %e = memref.load %m[%i] : memref<8xi32>
      %d = arith.addi %e, %e : i32
      memref.store %d, %m[%i] : memref<8xi32>
      scf.yield %m : memref<8xi32>
    } {memplace.step = 0, memplace.served = array<i64: 1>}
    memref.copy %end, %y {memplace.step = 1, memplace.served = array<i64: 0, 0>} : memref<8xi32> to memref<8xi32>
    %v = memref.subview %end[4] [4] [1] : memref<8xi32> to memref<4xi32, strided<[1], offset: 4>>
    memref.copy %v, %z {memplace.step = 2, memplace.served = array<i64: 0, 0>} : memref<4xi32, strided<[1], offset: 4>> to memref<4xi32>
    return
  }
}
