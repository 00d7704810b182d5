// Tiers listed slow before fast get a warning, once per run, in the compiler
// and in the solver's tool.

// RUN: memplace-opt %s --memplace-default -o /dev/null 2>&1 | FileCheck %s --implicit-check-not="comes before"
// RUN: memplace-opt %s --memplace-extract-problem=file=%t.json -o /dev/null
// RUN: memplace-solve %t.json -o %t.solution.json 2>&1 | FileCheck %s --implicit-check-not="comes before"
// CHECK: warning: tier 'ddr' (100 bytes/s) comes before 'sram' (1000 bytes/s) in target 'swapped', but solvers fill the first tier; list the fastest first

#swapped = #memplace.target<"swapped",
  tiers = [#memplace.tier_spec<"ddr", capacity = 4096, alignment = 1, read = 1.0e2, write = 1.0e2>,
           #memplace.tier_spec<"sram", capacity = 160, alignment = 1, read = 1.0e3, write = 1.0e3>],
  default_tier = "ddr",
  channels = [#memplace.channel_spec<"in", "ddr" to "sram", bytes_per_second = 1.0e2, latency_ps = 0>],
  combine = sum, flops_per_second = {default = 1.0e6}, launch_ps = 0>
module attributes {memplace.target = #swapped} {
  func.func @main(%x: memref<4xf32>, %y: memref<4xf32>) {
    memref.copy %x, %y : memref<4xf32> to memref<4xf32>
    return
  }
}
