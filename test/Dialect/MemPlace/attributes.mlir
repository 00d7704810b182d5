// Every attribute survives text, generic form and bytecode.
// RUN: memplace-opt %s --split-input-file | memplace-opt --split-input-file | FileCheck %s
// RUN: memplace-opt %s --split-input-file --mlir-print-op-generic | memplace-opt --split-input-file | FileCheck %s
// RUN: split-file %s %t
// RUN: memplace-opt %t/annotated.mlir --emit-bytecode | memplace-opt | FileCheck %s --check-prefix=BYTECODE

//--- annotated.mlir
// BYTECODE: memplace.target = #memplace.target<"toy", tiers = [
// CHECK: memplace.target = #memplace.target<"toy",
// CHECK-SAME: tiers = [#memplace.tier_spec<"fast", capacity = 128, alignment = 8, read = 1.000000e+03, write = 1.000000e+03>,
// CHECK-SAME: #memplace.tier_spec<"slow", capacity = 1000000, alignment = 8, read = 1.000000e+02, write = 123.45678909999999>],
// CHECK-SAME: default_tier = "slow",
// CHECK-SAME: channels = [#memplace.channel_spec<"in", "slow" to "fast", bytes_per_second = 1.000000e+02, latency_ps = 0>,
// CHECK-SAME: #memplace.channel_spec<"out", "fast" to "slow", bytes_per_second = 1.000000e+02, latency_ps = 7>],
// CHECK-SAME: combine = max, flops_per_second = {bf16 = 2.000000e+03, default = 1.000000e+03, i8 = 4.000000e+03}, launch_ps = 5>
module attributes {memplace.target = #memplace.target<"toy",
    tiers = [#memplace.tier_spec<"fast", capacity = 128, alignment = 8, read = 1.0e3, write = 1000>,
             #memplace.tier_spec<"slow", capacity = 1000000, alignment = 8, read = 1.0e2, write = 123.4567891>],
    default_tier = "slow",
    channels = [#memplace.channel_spec<"in", "slow" to "fast", bytes_per_second = 1.0e2, latency_ps = 0>,
                #memplace.channel_spec<"out", "fast" to "slow", bytes_per_second = 1.0e2, latency_ps = 7>],
    combine = max, flops_per_second = {default = 1.0e3, bf16 = 2.0e3, i8 = 4.0e3}, launch_ps = 5>} {

memref.global "private" constant @weights : memref<8xf32> = dense<1.0>

// CHECK-LABEL: func @annotated(
// CHECK-SAME: memplace.pin = #memplace.tier<"slow">
// CHECK-SAME: memplace.residencies = [#memplace.residency<"slow", steps = 0 to 3>, #memplace.residency<"fast", offset = 64, steps = 1 to 3>]
// CHECK-SAME: memplace.transfers = [#memplace.transfer<0 to 1, channel = "in", start = 0, done = 1>, #memplace.transfer<2 to 3, channel = "out", start = 2, done = 2>]
// BYTECODE-LABEL: func @annotated(
// BYTECODE-SAME: memplace.transfers = [#memplace.transfer<0 to 1,
func.func @annotated(
    %arg0: memref<8xf32> {memplace.pin = #memplace.tier<"slow">,
                          memplace.residencies = [#memplace.residency<"slow", steps = 0 to 3>,
                                                  #memplace.residency<"fast", offset = 64, steps = 1 to 3>]})
    attributes {memplace.transfers = [#memplace.transfer<0 to 1, channel = "in", start = 0, done = 1>,
                                      #memplace.transfer<2 to 3, channel = "out", start = 2, done = 2>]} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  // CHECK: memref.get_global @weights {{.*}}memplace.residencies = [#memplace.residency<"slow", steps = 0 to 3>]
  %w = memref.get_global @weights : memref<8xf32> {memplace.residencies = [#memplace.residency<"slow", steps = 0 to 3>]}
  // CHECK: memref.alloc() {memplace.pin = #memplace.tier<"fast">, memplace.residencies = []}
  %a = memref.alloc() {memplace.pin = #memplace.tier<"fast">, memplace.residencies = []} : memref<8xf32>
  // CHECK: memref.alloc() {memplace.buffer = "a", memplace.residency = #memplace.residency<"fast", offset = 0, steps = 0 to 1>}
  %b = memref.alloc() {memplace.buffer = "a", memplace.residency = #memplace.residency<"fast", offset = 0, steps = 0 to 1>}
    : memref<8xf32, #memplace.tier<"fast">>
  // CHECK: memref.copy {{.*}} {memplace.cost = #memplace.cost<compute_ps = 1200, bytes = [1024, 0]>, memplace.served = array<i64: 0, 1>, memplace.step = 0 : i64}
  memref.copy %arg0, %a {memplace.cost = #memplace.cost<compute_ps = 1200, bytes = [1024, 0]>,
                         memplace.served = array<i64: 0, 1>, memplace.step = 0 : i64}
    : memref<8xf32> to memref<8xf32>
  // CHECK: memref.copy {{.*}} {memplace.cost = #memplace.cost<compute_ps = 0>}
  memref.copy %arg0, %a {memplace.cost = #memplace.cost<compute_ps = 0>} : memref<8xf32> to memref<8xf32>
  scf.for %i = %c0 to %c4 step %c1 {
  // CHECK: {memplace.trip_count = 4 : i64}
  } {memplace.trip_count = 4 : i64}
  return
}
}

//--- by_name.mlir
// -----
// CHECK: func private @signs(memref<8xi8> {memplace.unsigned}) -> (tensor<8xi32> {memplace.unsigned})
func.func private @signs(memref<8xi8> {memplace.unsigned}) -> (tensor<8xi32> {memplace.unsigned})

// -----
// CHECK: memplace.target = #memplace.target<"tpu-v4i">
module attributes {memplace.target = #memplace.target<"tpu-v4i">} {
  // Without an inline target, any tier name is valid.
  // CHECK: memref<8xf32, #memplace.tier<"any">>
  func.func private @f(memref<8xf32, #memplace.tier<"any">>)
}

// -----
// A number without a short decimal form is printed as bits, and parses as a float again.
// CHECK: #memplace.tier_spec<"a", capacity = 8, alignment = 8, read = 0x412E848200000000, write = 0x412E848200000000, ops = false>
// CHECK-SAME: #memplace.channel_spec<"c", "b" to "a", bytes_per_second = 1.000000e+00, latency_ps = 0, indexed = true, outstanding = 8>
// CHECK-SAME: flops_per_second = {default = 0x41F0000000000000 : f64}
module attributes {memplace.target = #memplace.target<"bits",
    tiers = [#memplace.tier_spec<"a", capacity = 8, alignment = 8, read = 1000001, write = 1000001.0, ops = false>,
             #memplace.tier_spec<"b", capacity = 8, alignment = 8, read = 1.0, write = 1.0, ops = true>],
    default_tier = "a", channels = [#memplace.channel_spec<"c", "b" to "a", bytes_per_second = 1.0, latency_ps = 0, indexed = true, outstanding = 8>], combine = sum, flops_per_second = {default = 4294967296.0}, launch_ps = 0>} {
}
