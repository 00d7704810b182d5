// RUN: memplace-opt %s --memplace-insert-transfers | FileCheck %s
// RUN: memplace-opt %s --memplace-insert-transfers --memplace-verify-placement -o /dev/null
// RUN: memplace-opt %s --memplace-insert-transfers --memplace-lower-to-offsets --memplace-verify-placement -o /dev/null
// RUN: memplace-opt %s --memplace-insert-transfers --memplace-lower-to-offsets | FileCheck %s --check-prefix=OFFSETS

// Three tiers with channels between neighbours only: a route is a chain. R6
// requires the residency over two boundaries.

#machine = #memplace.target<"three",
  tiers = [#memplace.tier_spec<"l1", capacity = 64, alignment = 8, read = 1.0e4, write = 1.0e4>,
           #memplace.tier_spec<"l2", capacity = 256, alignment = 16, read = 1.0e3, write = 1.0e3>,
           #memplace.tier_spec<"ddr", capacity = 65536, alignment = 32, read = 1.0e2, write = 1.0e2>],
  default_tier = "ddr",
  channels = [#memplace.channel_spec<"up2", "ddr" to "l2", bytes_per_second = 1.0e2, latency_ps = 0>,
              #memplace.channel_spec<"up1", "l2" to "l1", bytes_per_second = 1.0e3, latency_ps = 0>,
              #memplace.channel_spec<"down", "l1" to "l2", bytes_per_second = 1.0e3, latency_ps = 0>],
  combine = sum, flops_per_second = {default = 1.0e3}, launch_ps = 0>

module attributes {memplace.target = #machine} {

// CHECK-LABEL: func.func @chain(
// CHECK-SAME: %[[X:[^:]*]]: memref<4xf32>, %[[Y:[^:]*]]: memref<4xf32>, %[[F:[^:]*]]: f32)
// CHECK: %[[X2:.*]] = memref.alloc() {alignment = 16 : i64, memplace.buffer = "arg0", memplace.residency = #memplace.residency<"l2", offset = 16, steps = 0 to 2>} : memref<4xf32, #memplace.tier<"l2">>
// CHECK-NEXT: %[[X1:.*]] = memref.alloc() {alignment = 8 : i64, memplace.buffer = "arg0", memplace.residency = #memplace.residency<"l1", offset = 8, steps = 1 to 3>} : memref<4xf32, #memplace.tier<"l1">>
// CHECK-NEXT: %[[A1:.*]] = memref.alloc() {{.*}}"l1", offset = 24, steps = 0 to 3>
// CHECK-NEXT: %[[A2:.*]] = memref.alloc() {{.*}}"l2", offset = 32, steps = 3 to 4>
// CHECK-NEXT: memplace.acquire %[[X2]]
// CHECK-NEXT: memplace.acquire %[[A1]]
// CHECK-NEXT: %[[T0:.*]] = memplace.start_transfer %[[X]] to %[[X2]] on "up2"
// CHECK-NEXT: linalg.fill ins(%[[F]] : f32) outs(%[[A1]]
// CHECK-NEXT: memplace.wait %[[T0]]
// CHECK-NEXT: memplace.acquire %[[X1]]
// CHECK-NEXT: %[[T1:.*]] = memplace.start_transfer %[[X2]] to %[[X1]] on "up1" : memref<4xf32, #memplace.tier<"l2">> to memref<4xf32, #memplace.tier<"l1">>
// CHECK-NEXT: linalg.exp ins(%[[A1]] {{.*}} outs(%[[A1]]
// CHECK-NEXT: memplace.wait %[[T1]]
// CHECK-NEXT: memplace.release %[[X2]]
// CHECK-NEXT: linalg.add ins(%[[X1]], %[[A1]] {{.*}} outs(%[[A1]]
// CHECK-NEXT: memplace.release %[[X1]]
// CHECK-NEXT: memplace.acquire %[[A2]]
// CHECK-NEXT: %[[T2:.*]] = memplace.start_transfer %[[A1]] to %[[A2]] on "down"
// CHECK-NEXT: memplace.wait %[[T2]]
// CHECK-NEXT: memplace.release %[[A1]]
// CHECK-NEXT: memref.copy %[[A2]], %[[Y]]
// CHECK-NEXT: memplace.release %[[A2]]

// One arena per tier, as large as its peak; none for a tier with external buffers only.
// OFFSETS-LABEL: func.func @chain(
// OFFSETS-DAG: memplace.arena {alignment = 8 : i64} : memref<40xi8, #memplace.tier<"l1">>
// OFFSETS-DAG: memplace.arena {alignment = 16 : i64} : memref<48xi8, #memplace.tier<"l2">>
// OFFSETS-NOT: memplace.arena
// OFFSETS-LABEL: func.func @home_in_l2(
func.func @chain(
    %x: memref<4xf32> {memplace.residencies = [#memplace.residency<"ddr", steps = 0 to 3>,
                                               #memplace.residency<"l2", offset = 16, steps = 0 to 2>,
                                               #memplace.residency<"l1", offset = 8, steps = 1 to 3>]},
    %y: memref<4xf32> {memplace.residencies = [#memplace.residency<"ddr", steps = 0 to 4>]}, %f: f32)
    attributes {memplace.transfers = [#memplace.transfer<0 to 1, channel = "up2", start = 0, done = 1>,
                                      #memplace.transfer<1 to 2, channel = "up1", start = 1, done = 2>,
                                      #memplace.transfer<4 to 5, channel = "down", start = 3, done = 3>]} {
  %a = memref.alloc() {memplace.residencies = [#memplace.residency<"l1", offset = 24, steps = 0 to 3>,
                                               #memplace.residency<"l2", offset = 32, steps = 3 to 4>]} : memref<4xf32>
  linalg.fill {memplace.step = 0, memplace.served = array<i64: 0>} ins(%f : f32) outs(%a : memref<4xf32>)
  linalg.exp {memplace.step = 1, memplace.served = array<i64: 0>} ins(%a : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.add {memplace.step = 2, memplace.served = array<i64: 2, 0>} ins(%x, %a : memref<4xf32>, memref<4xf32>) outs(%a : memref<4xf32>)
  memref.copy %a, %y {memplace.step = 3, memplace.served = array<i64: 1, 0>} : memref<4xf32> to memref<4xf32>
  return
}

// External buffers in a faster tier stay there; other allocations may be in all
// tiers.
// CHECK-LABEL: func.func @home_in_l2(
// CHECK-SAME: %[[X:[^:]*]]: memref<4xf32, #memplace.tier<"l2">>)
// CHECK: %[[A:.*]] = memref.alloc() {{.*}} : memref<4xf32, #memplace.tier<"ddr">>
// CHECK: memref.copy %[[X]], %[[A]]
func.func @home_in_l2(%x: memref<4xf32, #memplace.tier<"l2">> {memplace.residencies = [#memplace.residency<"l2", steps = 0 to 1>]})
    attributes {memplace.transfers = []} {
  %a = memref.alloc() {memplace.residencies = [#memplace.residency<"ddr", offset = 32, steps = 0 to 1>]} : memref<4xf32>
  memref.copy %x, %a {memplace.step = 0, memplace.served = array<i64: 0, 0>} : memref<4xf32, #memplace.tier<"l2">> to memref<4xf32>
  return
}
}
