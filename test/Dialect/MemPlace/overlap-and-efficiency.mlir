// Optional fields of a cost, a channel and a target survive text, generic form
// and bytecode. Defaults are not printed.
// RUN: memplace-opt %s | memplace-opt | FileCheck %s
// RUN: memplace-opt %s --mlir-print-op-generic | memplace-opt | FileCheck %s
// RUN: memplace-opt %s --emit-bytecode | memplace-opt | FileCheck %s

// CHECK: #memplace.channel_spec<"in", "slow" to "fast", bytes_per_second = 1.000000e+02, latency_ps = 0, order = deadline>
// CHECK-SAME: #memplace.channel_spec<"out", "fast" to "slow", bytes_per_second = 1.000000e+02, latency_ps = 7>]
// CHECK-SAME: launch_ps = 5, piece_ps = 9, overlap = 7.500000e-01, efficiency = 1.000000e-01>
module attributes {memplace.target = #memplace.target<"toy",
    tiers = [#memplace.tier_spec<"fast", capacity = 128, alignment = 8, read = 1.0e3, write = 1000>,
             #memplace.tier_spec<"slow", capacity = 1000000, alignment = 8, read = 1.0e2, write = 1.0e2>],
    default_tier = "slow",
    channels = [#memplace.channel_spec<"in", "slow" to "fast", bytes_per_second = 1.0e2, latency_ps = 0, order = deadline>,
                #memplace.channel_spec<"out", "fast" to "slow", bytes_per_second = 1.0e2, latency_ps = 7, order = fifo>],
    combine = max, flops_per_second = {default = 1.0e3}, launch_ps = 5, piece_ps = 9, overlap = 0.75, efficiency = 0.1>} {

// CHECK-LABEL: module @only_efficiency
// CHECK-SAME: launch_ps = 0, efficiency = 5.000000e-01>
module @only_efficiency attributes {memplace.target = #memplace.target<"toy",
    tiers = [#memplace.tier_spec<"fast", capacity = 128, alignment = 8, read = 1.0e3, write = 1000>],
    default_tier = "fast", channels = [], combine = max, flops_per_second = {default = 1.0e3}, launch_ps = 0,
    piece_ps = 0, overlap = 1, efficiency = 0.5>} {}

// CHECK-LABEL: func @costs(
func.func @costs(%a: memref<8xf32>, %b: memref<8xf32>) {
  // CHECK: #memplace.cost<compute_ps = 1, bytes = [1024, 0], overlap = 2.500000e-01, efficiency = [5.000000e-01, 1.000000e+00]>
  memref.copy %a, %b {memplace.cost = #memplace.cost<compute_ps = 1, bytes = [1024, 0], overlap = 0.25, efficiency = [0.5, 1]>}
    : memref<8xf32> to memref<8xf32>
  // The least and the greatest values.
  // CHECK: #memplace.cost<compute_ps = 2, overlap = 0.000000e+00>
  memref.copy %a, %b {memplace.cost = #memplace.cost<compute_ps = 2, overlap = 0>} : memref<8xf32> to memref<8xf32>
  // CHECK: #memplace.cost<compute_ps = 3, overlap = 1.000000e+00>
  memref.copy %a, %b {memplace.cost = #memplace.cost<compute_ps = 3, overlap = 1>} : memref<8xf32> to memref<8xf32>
  // CHECK: #memplace.cost<compute_ps = 4, efficiency = [{{.*}}, 1.000000e+00]>
  memref.copy %a, %b {memplace.cost = #memplace.cost<compute_ps = 4, efficiency = [1.0e-12, 1.0]>}
    : memref<8xf32> to memref<8xf32>
  return
}
}
