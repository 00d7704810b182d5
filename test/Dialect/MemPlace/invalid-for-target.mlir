// Names in operations and attributes must exist in the target, if the module has an inline target.
// RUN: memplace-opt %s --split-input-file --verify-diagnostics

module attributes {memplace.target = #memplace.target<"toy",
    tiers = [#memplace.tier_spec<"fast", capacity = 128, alignment = 8, read = 1.0, write = 1.0>,
             #memplace.tier_spec<"slow", capacity = 1000, alignment = 8, read = 1.0, write = 1.0>],
    default_tier = "slow",
    channels = [#memplace.channel_spec<"in", "slow" to "fast", bytes_per_second = 1.0, latency_ps = 0>,
                #memplace.channel_spec<"out", "fast" to "slow", bytes_per_second = 1.0, latency_ps = 0>],
    combine = sum, flops_per_second = {default = 1.0}, launch_ps = 0>} {

func.func @legal(%arg0: memref<8xf32>) {
  %a = memplace.arena : memref<128xi8, #memplace.tier<"fast">>
  %s = memplace.slot %a[0] for "b" : memref<128xi8, #memplace.tier<"fast">> to memref<8xf32, #memplace.tier<"fast">>
  %t = memplace.start_transfer %arg0 to %s on "in" : memref<8xf32> to memref<8xf32, #memplace.tier<"fast">>
  memplace.wait %t
  return
}

func.func @arena_in_unknown_tier() {
  // expected-error@+1 {{'memplace.arena' op memory space names the tier 'hbm', which the target 'toy' does not have; it has 'fast', 'slow'}}
  %a = memplace.arena : memref<8xi8, #memplace.tier<"hbm">>
  return
}

func.func @arena_one_byte_too_large() {
  // expected-error@+1 {{takes 129 bytes of the tier 'fast', which has 128}}
  %a = memplace.arena : memref<129xi8, #memplace.tier<"fast">>
  return
}

func.func @unknown_channel(%arg0: memref<8xf32>, %arg1: memref<8xf32>) {
  // expected-error@+1 {{uses the channel 'up', which the target 'toy' does not have; it has 'in', 'out'}}
  %t = memplace.start_transfer %arg0 to %arg1 on "up" : memref<8xf32> to memref<8xf32>
  return
}

func.func @channel_that_starts_elsewhere(%arg0: memref<8xf32, #memplace.tier<"fast">>, %arg1: memref<8xf32>) {
  // expected-error@+1 {{uses the channel 'in', which is from 'slow' to 'fast'}}
  %t = memplace.start_transfer %arg0 to %arg1 on "in" : memref<8xf32, #memplace.tier<"fast">> to memref<8xf32>
  return
}

func.func @channel_that_ends_elsewhere(%arg0: memref<8xf32>, %arg1: memref<8xf32, #memplace.tier<"fast">>) {
  // expected-error@+1 {{uses the channel 'out', which is from 'fast' to 'slow'}}
  %t = memplace.start_transfer %arg0 to %arg1 on "out" : memref<8xf32> to memref<8xf32, #memplace.tier<"fast">>
  return
}

func.func @residencies() {
  // expected-error@+1 {{'memplace.residencies' names the tier 'hbm'}}
  %a = memref.alloc() {memplace.residencies = [#memplace.residency<"hbm", steps = 0 to 1>]} : memref<8xf32>
  return
}

func.func @residency() {
  // expected-error@+1 {{'memplace.residency' names the tier 'hbm'}}
  %a = memref.alloc() {memplace.residency = #memplace.residency<"hbm", offset = 0, steps = 0 to 1>} : memref<8xf32>
  return
}

func.func @pin() {
  // expected-error@+1 {{'memplace.pin' names the tier 'hbm'}}
  %a = memref.alloc() {memplace.pin = #memplace.tier<"hbm">} : memref<8xf32>
  return
}

// expected-error@+1 {{'memplace.pin' names the tier 'hbm'}}
func.func @pinned_argument(%arg0: memref<8xf32> {memplace.pin = #memplace.tier<"hbm">}) {
  return
}
}
