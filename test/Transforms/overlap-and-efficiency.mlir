// RUN: rm -rf %t && split-file %s %t

// All passes keep overlap and efficiency of ops and targets: the same times are
// read back from each of the three forms. The target comes from a file; its
// defaults for ops enter the module, but not a problem.
// RUN: memplace-opt %t/in.mlir --memplace-extract-problem=target=%t/target.json -o /dev/null | FileCheck %s --implicit-check-not=op_defaults
// RUN: memplace-opt %t/in.mlir --memplace-place-buffers=target=%t/target.json -o %t/1.mlir
// RUN: FileCheck %s --check-prefix=TARGET < %t/1.mlir
// RUN: memplace-opt %t/1.mlir --memplace-extract-problem -o /dev/null | FileCheck %s --implicit-check-not=op_defaults
// RUN: memplace-opt %t/1.mlir --memplace-insert-transfers -o %t/2.mlir
// RUN: memplace-opt %t/2.mlir --memplace-extract-problem -o /dev/null | FileCheck %s --implicit-check-not=op_defaults
// RUN: memplace-opt %t/2.mlir --memplace-lower-to-offsets -o %t/3.mlir
// RUN: memplace-opt %t/3.mlir --memplace-extract-problem -o /dev/null | FileCheck %s --implicit-check-not=op_defaults
// RUN: memplace-opt %t/3.mlir --canonicalize --cse --memplace-verify-placement --memplace-extract-problem -o /dev/null | FileCheck %s --implicit-check-not=op_defaults
// CHECK: "order": "deadline"
// CHECK: {"name": "memref.copy", "compute_ps": 1000, "overlap": 0.25, "accesses": [{"buffer": {{.}}, "mode": "read", "bytes": 16, "efficiency": 0.5}, {"buffer": {{.}}, "mode": "write", "bytes": 16}]}
// CHECK: {"name": "linalg.exp", "compute_ps": 4000000000, "overlap": 0.5, "accesses": [{"buffer": {{.}}, "mode": "update", "bytes": 16, "efficiency": 0.75}]}
// CHECK: {"name": "linalg.add", "compute_ps": 7, "overlap": 0, "accesses": [{"buffer": {{.}}, "mode": "read", "bytes": 32, "efficiency": 0.4}, {"buffer": {{.}}, "mode": "write", "bytes": 16}]}
// TARGET: order = deadline
// TARGET-SAME: overlap = 5.000000e-01, efficiency = 7.500000e-01>
// TARGET: "fast", offset =

// The report's times are of these ops. With everything in the slow tier:
// memref.copy   0.16 / 0.5 + 0.16 + 0.75 · 1e-9 s
// linalg.exp    (0.16 + 0.16) / 0.75 + 0.5 · 0.004 s
// linalg.add    0.32 / 0.4 + 0.16 + 7e-12 s
// RUN: memplace-opt %t/1.mlir --memplace-report="file=- format=json" -o /dev/null | FileCheck %s --check-prefix=REPORT
// REPORT: "home_makespan_ps": 1868666667424,

//--- target.json
{"format": "memplace-target", "version": 1, "name": "mine",
 "tiers": [
  {"name": "fast", "capacity": 128, "alignment": 8, "read_bytes_per_second": 1000, "write_bytes_per_second": 1000},
  {"name": "slow", "capacity": 1000000, "alignment": 8, "read_bytes_per_second": 100, "write_bytes_per_second": 100}],
 "default_tier": "slow",
 "channels": [
  {"name": "in", "from": "slow", "to": "fast", "bytes_per_second": 100, "latency_ps": 0, "order": "deadline"},
  {"name": "out", "from": "fast", "to": "slow", "bytes_per_second": 100, "latency_ps": 0}],
 "combine": "sum",
 "compute": {"flops_per_second": {"default": 1000}, "launch_ps": 0},
 "op_defaults": {"overlap": 0.5, "efficiency": 0.75}}

//--- in.mlir
func.func @f(%x: memref<4xf32>, %y: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  memref.copy %x, %a {memplace.cost = #memplace.cost<compute_ps = 1000, overlap = 0.25, efficiency = [0.5, 1]>}
    : memref<4xf32> to memref<4xf32>
  linalg.exp ins(%a : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.add {memplace.cost = #memplace.cost<compute_ps = 7, overlap = 0, efficiency = [1, 0.25, 1]>}
    ins(%a, %a : memref<4xf32>, memref<4xf32>) outs(%y : memref<4xf32>)
  return
}
