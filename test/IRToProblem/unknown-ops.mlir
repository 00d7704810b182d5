// RUN: memplace-opt %s --allow-unregistered-dialect --memplace-extract-problem="target=toy allow-unknown-ops" -o /dev/null 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks

// An op without a model may access its operands in any way, now and later.
// CHECK-LABEL: "name": "unknown"
// CHECK:   "buffers": [
// CHECK-NEXT:     {"name": "arg0", "size": 16, "alignment": 4, "begin": 0, "end": 4, "live_in": true, "live_out": true, "tiers": ["slow"]},
// CHECK-NEXT:     {"name": "arg1", "size": 16, "alignment": 4, "begin": 0, "end": 4, "live_out": true},
// CHECK-NEXT:     {"name": "alloc0", "size": 16, "alignment": 4, "begin": 0, "end": 4, "live_out": true, "tiers": ["slow"]}
// CHECK:   "ops": [
// CHECK-NEXT:     {"name": "other.op", "compute_ps": 0, "accesses": [{"buffer": 0, "mode": "update", "bytes": 16}, {"buffer": 2, "mode": "update", "bytes": 16}], "once": true},
// CHECK-NEXT:     {"name": "memref.copy", "compute_ps": 0, "accesses": [{"buffer": 0, "mode": "read", "bytes": 8}, {"buffer": 2, "mode": "read", "bytes": 8}, {"buffer": 1, "mode": "write", "bytes": 16}]},
// CHECK-NEXT:     {"name": "other.make", "compute_ps": 0, "accesses": [], "once": true},
// CHECK-NEXT:     {"name": "memref.copy", "compute_ps": 0, "accesses": [{"buffer": 1, "mode": "write", "bytes": 16}], "once": true}
// CHECK:   "loops": []
func.func @unknown(%in: memref<4xf32>, %out: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  %0 = "other.op"(%in, %a) : (memref<4xf32>, memref<4xf32>) -> memref<4xf32>
  memref.copy %0, %out : memref<4xf32> to memref<4xf32>
  %1 = "other.make"() : () -> memref<4xf32>
  memref.copy %1, %out : memref<4xf32> to memref<4xf32>
  return
}

// REMARK: remark: buffer 'arg0' stays in its home tier: is used by 'other.op', which does not implement MemoryOpInterface
// REMARK: remark: buffer 'alloc0' is not placed: is used by 'other.op', which does not implement MemoryOpInterface
// REMARK: remark: buffer 'result of other.make' is not placed: is unknown storage
