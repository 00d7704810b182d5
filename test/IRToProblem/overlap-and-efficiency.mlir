// RUN: memplace-opt %s --memplace-extract-problem="inline=false simplify=false" -o /dev/null | FileCheck %s --implicit-check-not=op_defaults

// Overlap and efficiency of a problem's ops come from a cost, otherwise from
// the target's defaults. The target in the problem has no defaults.
module attributes {memplace.target = #memplace.target<"mine",
    tiers = [#memplace.tier_spec<"fast", capacity = 128, alignment = 8, read = 1.0e3, write = 1.0e3>,
             #memplace.tier_spec<"slow", capacity = 1000000, alignment = 8, read = 1.0e2, write = 1.0e2>],
    default_tier = "slow",
    channels = [#memplace.channel_spec<"in", "slow" to "fast", bytes_per_second = 1.0e2, latency_ps = 0, order = deadline>],
    combine = sum, flops_per_second = {default = 1.0e3}, launch_ps = 0, overlap = 0.5, efficiency = 0.75>} {

// For three operands, for none, and for a part of one: 1 is recorded, too.
// CHECK-LABEL: "name": "said"
// CHECK: "latency_ps": 0, "order": "deadline"}
// CHECK:   "ops": [
// CHECK-NEXT:     {"name": "memref.copy", "compute_ps": 7, "overlap": 0.25, "accesses": [{"buffer": 0, "mode": "read", "bytes": 16, "efficiency": 0.125}, {"buffer": 1, "mode": "write", "bytes": 16}]},
// CHECK-NEXT:     {"name": "memref.copy", "compute_ps": 0, "overlap": 0.5, "accesses": [{"buffer": 0, "mode": "read", "bytes": 16, "efficiency": 0.75}, {"buffer": 1, "mode": "write", "bytes": 16, "efficiency": 0.75}]},
// CHECK-NEXT:     {"name": "memref.copy", "compute_ps": 7, "accesses": [{"buffer": 0, "mode": "read", "bytes": 16, "efficiency": 0.75}, {"buffer": 1, "mode": "write", "bytes": 16, "efficiency": 0.75}]}
// CHECK:   "loops": []
func.func @said(%x: memref<4xf32>, %y: memref<4xf32>) {
  memref.copy %x, %y {memplace.cost = #memplace.cost<compute_ps = 7, overlap = 0.25, efficiency = [0.125, 1]>} : memref<4xf32> to memref<4xf32>
  memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  memref.copy %x, %y {memplace.cost = #memplace.cost<compute_ps = 7, overlap = 1>} : memref<4xf32> to memref<4xf32>
  return
}

// Merged accesses take as long as before: 16 / 1 + 16 / 0.25 = 32 / 0.4 and,
// for the update, 16 / 0.5 + 16 / 0.25 = 32 / 0.333.
// CHECK-LABEL: "name": "joined"
// CHECK:   "ops": [
// CHECK-NEXT:     {"name": "linalg.add", "compute_ps": 7, "overlap": 0, "accesses": [{"buffer": 0, "mode": "read", "bytes": 32, "efficiency": 0.4}, {"buffer": 1, "mode": "write", "bytes": 16}]},
// CHECK-NEXT:     {"name": "linalg.add", "compute_ps": 7, "overlap": 0.5, "accesses": [{"buffer": 0, "mode": "update", "bytes": 16, "efficiency": 0.3333333333333333}, {"buffer": 1, "mode": "read", "bytes": 16}]}
// CHECK:   "loops": []
func.func @joined(%x: memref<4xf32>, %y: memref<4xf32>) {
  linalg.add {memplace.cost = #memplace.cost<compute_ps = 7, overlap = 0, efficiency = [1, 0.25, 1]>}
    ins(%x, %x : memref<4xf32>, memref<4xf32>) outs(%y : memref<4xf32>)
  linalg.add {memplace.cost = #memplace.cost<compute_ps = 7, efficiency = [0.5, 1, 0.25]>}
    ins(%x, %y : memref<4xf32>, memref<4xf32>) outs(%x : memref<4xf32>)
  return
}

// Of several ops in a step, the least overlap counts; of arms, the least
// efficiency. A cost on the step's op replaces the overlaps inside.
// CHECK-LABEL: "name": "arms"
// CHECK:   "ops": [
// CHECK-NEXT:     {"name": "scf.if", "compute_ps": 9, "overlap": 0.75, "accesses": [{"buffer": 0, "mode": "read", "bytes": 16, "efficiency": 0.25}, {"buffer": 1, "mode": "write", "bytes": 16, "efficiency": 0.5}]},
// CHECK-NEXT:     {"name": "scf.if", "compute_ps": 3, "overlap": 0.9, "accesses": [{"buffer": 0, "mode": "read", "bytes": 16, "efficiency": 0.75}, {"buffer": 1, "mode": "update", "bytes": 16, "efficiency": 0.75}]}
// CHECK:   "loops": []
func.func @arms(%which: i1, %x: memref<4xf32>, %y: memref<4xf32>) {
  scf.if %which {
    memref.copy %x, %y {memplace.cost = #memplace.cost<compute_ps = 7, overlap = 0.75, efficiency = [0.5, 0.5]>} : memref<4xf32> to memref<4xf32>
  } else {
    memref.copy %x, %y {memplace.cost = #memplace.cost<compute_ps = 9, overlap = 0.9, efficiency = [0.25, 1]>} : memref<4xf32> to memref<4xf32>
  }
  scf.if %which {
    memref.copy %x, %y {memplace.cost = #memplace.cost<compute_ps = 7, overlap = 0.1>} : memref<4xf32> to memref<4xf32>
  } {memplace.cost = #memplace.cost<compute_ps = 3, overlap = 0.9>}
  return
}

// An access to either of two buffers: each gets its share of the bytes, at the same efficiency.
// Ops without time record nothing.
// CHECK-LABEL: "name": "either"
// CHECK:   "ops": [
// CHECK: {"name": "memref.copy", "compute_ps": 0, "overlap": 0.5, "accesses": [{"buffer": 0, "mode": "read", "bytes": 8, "efficiency": 0.75}, {"buffer": 1, "mode": "read", "bytes": 8, "efficiency": 0.75}, {"buffer": 2, "mode": "write", "bytes": 16, "efficiency": 0.75}]}
// CHECK:   "loops": []
func.func @either(%which: i1, %x: memref<4xf32>, %y: memref<4xf32>, %z: memref<4xf32>) {
  %one = arith.select %which, %x, %y : memref<4xf32>
  memref.copy %one, %z : memref<4xf32> to memref<4xf32>
  return
}
}
