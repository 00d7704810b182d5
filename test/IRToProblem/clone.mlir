// RUN: memplace-opt %s --memplace-extract-problem="target=toy inline=false simplify=false" -o /dev/null 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: memplace-opt %s --memplace-place-buffers=target=tpu-v4i --memplace-insert-transfers --memplace-lower-to-offsets --memplace-verify-placement 2>/dev/null | FileCheck %s --check-prefix=PLACED

// An op that writes its own allocation is a step in the life of its result, and
// the allocation stays: a place for the result would not be written.
// CHECK:      {"name": "arg0",
// CHECK-NEXT: {"name": "arg1",
// CHECK-NEXT: {"name": "alloc0", "size": 16, "alignment": 4, "begin": 0, "end": 2, "live_out": true, "tiers": ["slow"]}
// CHECK:      {"name": "bufferization.clone", "compute_ps": 0, "accesses": [{"buffer": 0, "mode": "read", "bytes": 16}, {"buffer": 2, "mode": "write", "bytes": 16}]}
// REMARK: remark: buffer 'alloc0' is not placed: is allocated and accessed by the same op, 'bufferization.clone'
// PLACED: bufferization.clone
func.func @clone(%in: memref<4xf32>, %out: memref<4xf32>) {
  %copy = bufferization.clone %in : memref<4xf32> to memref<4xf32>
  linalg.add ins(%in, %copy : memref<4xf32>, memref<4xf32>) outs(%out : memref<4xf32>)
  return
}
