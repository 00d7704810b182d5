// `memplace.buffer` names an allocation, whole or in pieces; two buffers of one name get different names.
// RUN: split-file %s %t.parts
// RUN: memplace-opt %t.parts/given.mlir --memplace-extract-problem="target=toy file=%t.json" -o /dev/null
// RUN: FileCheck %s --input-file=%t.json
// RUN: memplace-opt %t.parts/given.mlir --memplace-extract-problem="target=toy cut=2 file=%t.cut.json" -o /dev/null
// RUN: FileCheck %s --check-prefix=CUT --input-file=%t.cut.json
// RUN: memplace-opt %t.parts/given.mlir --memplace-default=target=toy | FileCheck %s --check-prefix=PLACED

// CHECK: {"name": "hidden", "size": 256
// CHECK: {"name": "hidden_1", "size": 256
// CUT-DAG: {"name": "hidden.piece 1/2", "size": 128
// CUT-DAG: {"name": "hidden.piece 2/2", "size": 128
// PLACED-LABEL: func.func @main
//--- given.mlir
func.func @main(%x: memref<8x8xf32>, %y: memref<8x8xf32>) {
  %h = memref.alloc() {memplace.buffer = "hidden"} : memref<8x8xf32>
  %g = memref.alloc() {memplace.buffer = "hidden"} : memref<8x8xf32>
  linalg.exp ins(%x : memref<8x8xf32>) outs(%h : memref<8x8xf32>)
  linalg.log ins(%h : memref<8x8xf32>) outs(%g : memref<8x8xf32>)
  linalg.exp ins(%g : memref<8x8xf32>) outs(%y : memref<8x8xf32>)
  return
}

// An allocation without a name of its own is named by the first op that writes it, preferably no fill; and by a number
// if this op has no source but a line of an MLIR file. Views and loops do not hide the op.
// RUN: memplace-opt %t.parts/sources.mlir --memplace-extract-problem="target=toy file=%t.json" -o /dev/null
// RUN: FileCheck %s --check-prefix=SOURCE --input-file=%t.json
// SOURCE: {"name": "linalg.exp model.cc:7", "size": 256
// SOURCE: {"name": "conv1 net.py:3", "size": 256
// SOURCE: {"name": "linalg.exp_1 model.cc:7", "size": 256
// SOURCE: {"name": "alloc3", "size": 256
//--- sources.mlir
func.func @sources(%x: memref<8x8xf32>, %y: memref<8x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %a = memref.alloc() : memref<8x8xf32>
  %b = memref.alloc() : memref<64xf32>
  %c = memref.alloc() : memref<8x8xf32>
  %d = memref.alloc() : memref<8x8xf32>
  linalg.fill ins(%zero : f32) outs(%a : memref<8x8xf32>) loc("model.cc":6:1)
  linalg.exp ins(%x : memref<8x8xf32>) outs(%a : memref<8x8xf32>) loc("/src/model.cc":7:1)
  %view = memref.expand_shape %b [[0, 1]] output_shape [8, 8] : memref<64xf32> into memref<8x8xf32>
  scf.for %i = %c0 to %c1 step %c1 {
    linalg.exp ins(%a : memref<8x8xf32>) outs(%view : memref<8x8xf32>) loc("conv1"(fused["lib.cc":1:1, "net.py":3:1]))
  }
  linalg.exp ins(%view : memref<8x8xf32>) outs(%c : memref<8x8xf32>) loc("/src/model.cc":7:9)
  linalg.exp ins(%c : memref<8x8xf32>) outs(%d : memref<8x8xf32>) loc("kernel.mlir":9:1)
  linalg.exp ins(%d : memref<8x8xf32>) outs(%y : memref<8x8xf32>)
  return
}
