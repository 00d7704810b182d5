// `memplace.buffer` names an allocation, whole or in pieces; two buffers of one name get different names.
// RUN: memplace-opt %s --memplace-extract-problem="target=toy file=%t.json" -o /dev/null
// RUN: FileCheck %s --input-file=%t.json
// RUN: memplace-opt %s --memplace-extract-problem="target=toy cut=2 file=%t.cut.json" -o /dev/null
// RUN: FileCheck %s --check-prefix=CUT --input-file=%t.cut.json
// RUN: memplace-opt %s --memplace-default=target=toy | FileCheck %s --check-prefix=PLACED

// CHECK: {"name": "hidden", "size": 256
// CHECK: {"name": "hidden_1", "size": 256
// CUT-DAG: {"name": "hidden.piece 1/2", "size": 128
// CUT-DAG: {"name": "hidden.piece 2/2", "size": 128
// PLACED-LABEL: func.func @main
func.func @main(%x: memref<8x8xf32>, %y: memref<8x8xf32>) {
  %h = memref.alloc() {memplace.buffer = "hidden"} : memref<8x8xf32>
  %g = memref.alloc() {memplace.buffer = "hidden"} : memref<8x8xf32>
  linalg.exp ins(%x : memref<8x8xf32>) outs(%h : memref<8x8xf32>)
  linalg.log ins(%h : memref<8x8xf32>) outs(%g : memref<8x8xf32>)
  linalg.exp ins(%g : memref<8x8xf32>) outs(%y : memref<8x8xf32>)
  return
}
