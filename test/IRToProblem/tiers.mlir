// RUN: memplace-opt %s --memplace-extract-problem=target=toy -o /dev/null 2>&1 | FileCheck %s

// A pinned allocation may be in its tier only. An argument starts at home, but
// its pinned tier serves the accesses.
// CHECK-LABEL: "name": "pins"
// CHECK:   "buffers": [
// CHECK-NEXT:     {"name": "arg0", "size": 16, "alignment": 4, "begin": 0, "end": 1, "live_in": true, "tiers": ["fast", "slow"]},
// CHECK-NEXT:     {"name": "arg1", "size": 16, "alignment": 4, "begin": 0, "end": 3, "live_out": true, "tiers": ["slow"]},
// CHECK-NEXT:     {"name": "alloc0", "size": 16, "alignment": 4, "begin": 0, "end": 2, "tiers": ["fast"]},
// CHECK-NEXT:     {"name": "alloc1", "size": 16, "alignment": 4, "begin": 1, "end": 3, "tiers": ["slow"]}
// CHECK:   "ops": [
// CHECK-NEXT:     {"name": "memref.copy", "compute_ps": 0, "accesses": [{"buffer": 0, "mode": "read", "bytes": 16, "tiers": ["fast"]}, {"buffer": 2, "mode": "write", "bytes": 16}]},
// CHECK-NEXT:     {"name": "memref.copy", "compute_ps": 0, "accesses": [{"buffer": 2, "mode": "read", "bytes": 16}, {"buffer": 3, "mode": "write", "bytes": 16}]},
// CHECK-NEXT:     {"name": "memref.copy", "compute_ps": 0, "accesses": [{"buffer": 3, "mode": "read", "bytes": 16}, {"buffer": 1, "mode": "write", "bytes": 16}]}
// CHECK:   "loops": []
func.func @pins(%in: memref<4xf32> {memplace.pin = #memplace.tier<"fast">},
                %home: memref<4xf32> {memplace.pin = #memplace.tier<"slow">}) {
  %a = memref.alloc() {memplace.pin = #memplace.tier<"fast">} : memref<4xf32>
  %b = memref.alloc() {memplace.pin = #memplace.tier<"slow">} : memref<4xf32>
  memref.copy %in, %a : memref<4xf32> to memref<4xf32>
  memref.copy %a, %b : memref<4xf32> to memref<4xf32>
  memref.copy %b, %home : memref<4xf32> to memref<4xf32>
  return
}

// Memrefs with a memory space are there already: an argument at home, an
// allocation permanently.
// CHECK-LABEL: "name": "memory_spaces"
// CHECK:   "buffers": [
// CHECK-NEXT:     {"name": "arg0", "size": 16, "alignment": 4, "begin": 0, "end": 1, "live_in": true, "home": "fast"},
// CHECK-NEXT:     {"name": "arg1", "size": 16, "alignment": 4, "begin": 0, "end": 3, "live_out": true},
// CHECK-NEXT:     {"name": "arg2", "size": 16, "alignment": 4, "begin": 0, "end": 3, "live_out": true, "tiers": ["slow"]},
// CHECK-NEXT:     {"name": "alloc0", "size": 16, "alignment": 4, "begin": 0, "end": 3, "tiers": ["fast"], "home": "fast"}
// CHECK:   "ops": [
// CHECK-NEXT:     {"name": "memref.copy", "compute_ps": 0, "accesses": [{"buffer": 0, "mode": "read", "bytes": 16}, {"buffer": 3, "mode": "write", "bytes": 16}]},
// CHECK-NEXT:     {"name": "memref.copy", "compute_ps": 0, "accesses": [{"buffer": 3, "mode": "read", "bytes": 16}, {"buffer": 1, "mode": "write", "bytes": 16}]},
// CHECK-NEXT:     {"name": "memref.copy", "compute_ps": 0, "accesses": [{"buffer": 3, "mode": "read", "bytes": 16}, {"buffer": 2, "mode": "write", "bytes": 16}]}
// CHECK:   "loops": []
func.func @memory_spaces(%in: memref<4xf32, #memplace.tier<"fast">>, %slow: memref<4xf32, #memplace.tier<"slow">>,
                         %other: memref<4xf32, 3>) {
  %a = memref.alloc() : memref<4xf32, #memplace.tier<"fast">>
  memref.copy %in, %a : memref<4xf32, #memplace.tier<"fast">> to memref<4xf32, #memplace.tier<"fast">>
  memref.copy %a, %slow : memref<4xf32, #memplace.tier<"fast">> to memref<4xf32, #memplace.tier<"slow">>
  memref.copy %a, %other : memref<4xf32, #memplace.tier<"fast">> to memref<4xf32, 3>
  return
}

// An argument of dynamic size is left out; an argument with gaps stays at home.
// CHECK-LABEL: "name": "layouts"
// CHECK:   "buffers": [
// CHECK-NEXT:     {"name": "arg1", "size": 24, "alignment": 4, "begin": 0, "end": 1, "live_out": true, "tiers": ["slow"]}
// CHECK:   "ops": [
// CHECK-NEXT:     {"name": "memref.copy", "compute_ps": 0, "accesses": [{"buffer": 0, "mode": "write", "bytes": 16}]}
// CHECK:   "loops": []
func.func @layouts(%dynamic: memref<?xf32>, %gaps: memref<2x2xf32, strided<[4, 1]>>) {
  %0 = memref.cast %dynamic : memref<?xf32> to memref<4xf32>
  %1 = memref.expand_shape %0 [[0, 1]] output_shape [2, 2] : memref<4xf32> into memref<2x2xf32>
  memref.copy %1, %gaps : memref<2x2xf32> to memref<2x2xf32, strided<[4, 1]>>
  return
}
