// A buffer that fits into no tier that serves ops is accessed in its home at addresses that are known only at run time.
//
// RUN: sed 's/"indexed": true/"indexed": false/' %S/../Transforms/Inputs/indexed.json > %t.json
// RUN: memplace-opt %s --memplace-extract-problem=target=%t.json -o /dev/null | FileCheck %s
// RUN: memplace-opt %s --memplace-default="target=%t.json report=- report-format=table" -o %t.mlir 2> %t.err | FileCheck %s --check-prefix=TABLE
// RUN: FileCheck %s --check-prefix=REMARK < %t.err
// RUN: memplace-opt %s --memplace-default="target=%t.json report=-" -o /dev/null 2> /dev/null | FileCheck %s --check-prefix=REPORT

#row = affine_map<(d0, d1) -> (d0)>
#all = affine_map<(d0, d1) -> (d0, d1)>

// `small` fits, so the scratchpad serves it.
// CHECK: "name": "gather model.py:1", {{.*}}{"buffer": 0, "mode": "read", "bytes": 192, "tiers": ["ddr"]}]
// CHECK: "name": "gather_small model.py:2", {{.*}}{"buffer": 2, "mode": "read", "bytes": 192}]
// A copy takes the slice to an allocation of its own.
// CHECK: "name": "view model.py:3", {{.*}}[{"buffer": 0, "mode": "read", "bytes": 192, "tiers": ["ddr"]}, {"buffer": [[ROW:[0-9]+]], "mode": "write", "bytes": 192}]
// CHECK: "name": "slice model.py:3", {{.*}}[{"buffer": [[ROW]], "mode": "read", "bytes": 192}, {{.*}}]
// A copy of a buffer that cannot be cut stays at home, too; another copy does not.
// CHECK: "name": "copy model.py:4", {{.*}}[{"buffer": 4, "mode": "read", "bytes": 3200, "tiers": ["ddr"]}, {"buffer": 0, "mode": "write", "bytes": 3200, "tiers": ["ddr"]}]
// CHECK: "name": "copy model.py:5", {{.*}}[{"buffer": 4, "mode": "read", "bytes": 3200}, {"buffer": 5, "mode": "write", "bytes": 3200}]

// REMARK: model.py:1:1: remark: op 'gather model.py:1' accesses the 3200 bytes of buffer 'table' in their home 'ddr': its operands do not fit elsewhere at once, and accesses at run-time addresses prevent a cut
// REMARK: model.py:3:1: remark: op 'view model.py:3' accesses the 3200 bytes of buffer 'table' in their home 'ddr'

// TABLE: 'table' is accessed in its home 'ddr': 7 ops, 3.5 KiB

// REPORT: "accesses_at_home": [
// REPORT-NEXT: {
// REPORT-NEXT: "op": "gather model.py:1",
// REPORT-NEXT: "step": 0,
// REPORT-NEXT: "buffer": "table",
// REPORT-NEXT: "bytes": 192
// REPORT: "op": "view model.py:3",
func.func @f(%table: memref<100x8xi32> {memplace.buffer = "table"}, %ids: memref<6xindex> {memplace.buffer = "ids"},
             %small: memref<10x8xi32> {memplace.buffer = "small"}, %out: memref<6x8xi32> {memplace.buffer = "out"},
             %at: index, %new: memref<100x8xi32> {memplace.buffer = "new"}, %same: memref<100x8xi32>) {
  linalg.generic {indexing_maps = [#row, #all], iterator_types = ["parallel", "parallel"]} ins(%ids : memref<6xindex>) outs(%out : memref<6x8xi32>) {
  ^bb0(%id: index, %o: i32):
    %j = linalg.index 1 : index
    %0 = memref.load %table[%id, %j] : memref<100x8xi32>
    linalg.yield %0 : i32
  } loc("gather"("model.py":1:1))
  linalg.generic {indexing_maps = [#row, #all], iterator_types = ["parallel", "parallel"]} ins(%ids : memref<6xindex>) outs(%out : memref<6x8xi32>) {
  ^bb0(%id: index, %o: i32):
    %j = linalg.index 1 : index
    %0 = memref.load %small[%id, %j] : memref<10x8xi32>
    linalg.yield %0 : i32
  } loc("gather_small"("model.py":2:1))
  %view = memref.subview %table[%at, 0] [6, 8] [1, 1] : memref<100x8xi32> to memref<6x8xi32, strided<[8, 1], offset: ?>> loc("view"("model.py":3:1))
  linalg.add ins(%view, %out : memref<6x8xi32, strided<[8, 1], offset: ?>>, memref<6x8xi32>) outs(%out : memref<6x8xi32>) loc("slice"("model.py":3:1))
  memref.copy %new, %table : memref<100x8xi32> to memref<100x8xi32> loc("copy"("model.py":4:1))
  memref.copy %new, %same : memref<100x8xi32> to memref<100x8xi32> loc("copy"("model.py":5:1))
  return
}
