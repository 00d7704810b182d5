// RUN: split-file %s %t
// A run that places no function reports so with a reason; `strict` turns the report into an error.
// RUN: memplace-opt %t/nested.mlir --memplace-default=target=toy -o /dev/null 2>&1 | FileCheck %s --check-prefixes=WARNING,NESTED
// RUN: not memplace-opt %t/nested.mlir --memplace-default="target=toy strict" -o /dev/null 2>&1 | FileCheck %s --check-prefixes=ERROR,NESTED
// RUN: not memplace-opt %t/nested.mlir --memplace-place-buffers="target=toy strict" -o /dev/null 2>&1 | FileCheck %s --check-prefixes=ERROR,NESTED
// RUN: memplace-opt %t/tensors.mlir --memplace-default=target=toy -o /dev/null 2>&1 | FileCheck %s --check-prefixes=WARNING,TENSORS
// RUN: not memplace-opt %t/tensors.mlir --memplace-default="target=toy strict" -o /dev/null 2>&1 | FileCheck %s --check-prefixes=ERROR,TENSORS
// RUN: memplace-opt %t/others.mlir --allow-unregistered-dialect --memplace-default=target=toy -o /dev/null 2>&1 | FileCheck %s --check-prefixes=WARNING,OTHERS
// RUN: not memplace-opt %t/others.mlir --allow-unregistered-dialect --memplace-default="target=toy strict" -o /dev/null 2>&1 | FileCheck %s --check-prefixes=ERROR,OTHERS

// No problem and no report is omitted silently.
// RUN: not memplace-opt %t/nested.mlir --memplace-extract-problem="target=toy file=%t/p.json" -o /dev/null 2>&1 | FileCheck %s --check-prefixes=ERROR,NESTED
// RUN: not memplace-opt %t/tensors.mlir --memplace-extract-problem="target=toy file=%t/p.json" -o /dev/null 2>&1 | FileCheck %s --check-prefixes=ERROR,TENSORS
// RUN: not memplace-opt %t/nested.mlir --memplace-default="target=toy report=%t/r.json" -o /dev/null 2>&1 | FileCheck %s --check-prefixes=WARNING
// RUN: not ls %t/p.json
// RUN: not ls %t/r.json

// The suggested way out.
// RUN: memplace-opt %t/nested.mlir --pass-pipeline="builtin.module(builtin.module(memplace-default{target=toy}))" | FileCheck %s --check-prefix=PLACED

// Passes requested by name that change nothing report so, too.
// RUN: memplace-opt %t/placeable.mlir --memplace-plan-static-memory -o /dev/null 2>&1 | FileCheck %s --check-prefix=PACKED
// RUN: memplace-opt %t/placeable.mlir --memplace-pack-stream-resources -o /dev/null 2>&1 | FileCheck %s --check-prefix=STREAM
// RUN: memplace-opt %t/placeable.mlir --memplace-pipeline-loops="target=toy loops=always" -o /dev/null 2>&1 | FileCheck %s --check-prefix=LOOPS

// If a function is placed, the others need no reason.
// RUN: memplace-opt %t/placeable.mlir --memplace-default="target=toy strict" -o /dev/null 2>&1 | count 0

// WARNING: warning: there is no function to place
// ERROR: error: there is no function to place
// NESTED: note: 'builtin.module' 'device' is a module in a module; run the passes on it, by 'builtin.module(builtin.module(...))'
// TENSORS: note: 'tosa.add' works on tensors, which have no storage yet; bufferize first
// OTHERS: note: 'gpu.module' 'kernels' is not a 'func.func'; other functions are not placed
// OTHERS: note: 'npu.func' 'main' is not a 'func.func'; other functions are not placed
// OTHERS: note: function 'declared' has no body
// OTHERS: note: function 'scalars' has no buffer to place
// PLACED: memplace.slot
// PACKED: remark: nothing is packed: function 'main' allocates nothing
// STREAM: remark: nothing is packed: the module has no 'stream.resource.pack'
// LOOPS: remark: no loop of function 'main' is pipelined

//--- nested.mlir
module {
  module @device {
    func.func @infer(%x: memref<4xf32>, %o: memref<4xf32>) {
      %a = memref.alloc() : memref<4xf32>
      linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
      linalg.tanh ins(%a : memref<4xf32>) outs(%o : memref<4xf32>)
      return
    }
  }
}

//--- tensors.mlir
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tosa.add %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

//--- others.mlir
gpu.module @kernels {
  gpu.func @kernel(%x: memref<4xf32>) kernel {
    gpu.return
  }
}
"npu.func"() ({
  "npu.return"() : () -> ()
}) {sym_name = "main"} : () -> ()
func.func private @declared(memref<4xf32>)
func.func @scalars(%x: f32) -> f32 {
  return %x : f32
}

//--- placeable.mlir
func.func @main(%x: memref<4xf32>, %o: memref<4xf32>) {
  linalg.exp ins(%x : memref<4xf32>) outs(%o : memref<4xf32>)
  return
}
func.func @scalars(%x: f32) -> f32 {
  return %x : f32
}
