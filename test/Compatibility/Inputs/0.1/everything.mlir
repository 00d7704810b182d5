module attributes {memplace.target = #memplace.target<"kept", tiers = [#memplace.tier_spec<"fast", capacity = 512, alignment = 8, read = 1.000000e+03, write = 1.000000e+03>, #memplace.tier_spec<"slow", capacity = 1000000, alignment = 8, read = 1.000000e+02, write = 1.235000e+02>], default_tier = "slow", channels = [#memplace.channel_spec<"in", "slow" to "fast", bytes_per_second = 1.000000e+02, latency_ps = 0>, #memplace.channel_spec<"out", "fast" to "slow", bytes_per_second = 1.000000e+02, latency_ps = 7>], combine = max, flops_per_second = {bf16 = 2.000000e+03, default = 1.000000e+03}, launch_ps = 5>} {
  func.func @every_attribute(%arg0: memref<8xf32> {memplace.pin = #memplace.tier<"slow">, memplace.residencies = [#memplace.residency<"slow", steps = 0 to 3>, #memplace.residency<"fast", offset = 64, steps = 1 to 3>]}) attributes {memplace.placed, memplace.transfers = [#memplace.transfer<0 to 1, channel = "in", start = 0, done = 1>]} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %alloc = memref.alloc() {memplace.pin = #memplace.tier<"fast">, memplace.residencies = []} : memref<8xf32>
    %alloc_0 = memref.alloc() {memplace.buffer = "a", memplace.residency = #memplace.residency<"fast", offset = 0, steps = 0 to 1>} : memref<8xf32, #memplace.tier<"fast">>
    memref.copy %arg0, %alloc {memplace.cost = #memplace.cost<compute_ps = 1200, bytes = [1024, 0]>, memplace.served = array<i64: 0, 1>, memplace.step = 0 : i64} : memref<8xf32> to memref<8xf32>
    scf.for %arg1 = %c0 to %c1 step %c1 {
    } {memplace.trip_count = 4 : i64}
    return
  }
  func.func @every_op(%arg0: memref<64xf32>, %arg1: !memplace.token) {
    %0 = memplace.arena : memref<256xi8, #memplace.tier<"fast">>
    %1 = memplace.arena {alignment = 512 : i64} : memref<512xi8, #memplace.tier<"fast">>
    %2 = memplace.slot %1[256] for "w" {memplace.residency = #memplace.residency<"fast", offset = 256, steps = 1 to 2>} : memref<512xi8, #memplace.tier<"fast">> to memref<64xf32, #memplace.tier<"fast">>
    memplace.acquire %2 : memref<64xf32, #memplace.tier<"fast">>
    %3 = memplace.start_transfer %arg0 to %2 on "in" : memref<64xf32> to memref<64xf32, #memplace.tier<"fast">>
    memplace.wait %3
    memplace.wait %arg1
    memplace.release %2 : memref<64xf32, #memplace.tier<"fast">>
    memplace.acquire %2 keep_contents : memref<64xf32, #memplace.tier<"fast">>
    memplace.free_arena %0 : memref<256xi8, #memplace.tier<"fast">>
    memplace.free_arena %1 : memref<512xi8, #memplace.tier<"fast">>
    return
  }
}

