// Ops are named by their locations: a name, a line of a Python program, or both. The copy of a result is named by the
// copied value. Ops of memplace and ops without such a location keep their own names.
// RUN: memplace-opt %s --memplace-extract-problem="target=tpu-v4i file=%t.json" -o /dev/null
// RUN: FileCheck %s --input-file=%t.json
// RUN: memplace-solve %t.json -o %t.solution.json
// RUN: memplace-simulate %t.json %t.solution.json --timeline --trace=%t.trace.json | FileCheck %s --check-prefix=TIMELINE
// RUN: FileCheck %s --check-prefix=TRACE --input-file=%t.trace.json
// RUN: memplace-opt %s -o %t.placed.mlir --mlir-print-debuginfo --memplace-default=target=tpu-v4i
// RUN: memplace-opt %t.placed.mlir --memplace-extract-problem="target=tpu-v4i file=%t.placed.json" -o /dev/null
// RUN: FileCheck %s --check-prefix=PLACED --input-file=%t.placed.json

// CHECK: {"name": "layer0/dot_general model.py:8", "size": 262144
// CHECK: {"name": "a b", "size": 262144
// CHECK: {"name": "layer0/dot_general_1 model.py:8", "size": 262144
// CHECK: "ops":
// CHECK-NEXT: {"name": "layer0/dot_general model.py:8"
// CHECK-NEXT: {"name": "layer0/dot_general model.py:8"
// CHECK-NEXT: {"name": "relu/max model.py:9"
// CHECK-NEXT: {"name": "linalg.exp model.py:10"
// CHECK-NEXT: {"name": "a b"
// CHECK-NEXT: {"name": "memref.copy"
// CHECK-NEXT: {"name": "layer0/dot_general model.py:8"
// TIMELINE: op 2 "relu/max model.py:9"
// TRACE: "cat": "op", "name": "relu/max model.py:9"
// PLACED: {"name": "layer0/dot_general model.py:8"
// PLACED: {"name": "memplace.start_transfer"
func.func @main(%x: memref<256x256xf32>, %w: memref<256x256xf32> {memplace.buffer = "w"}, %y: memref<256x256xf32>) {
  %zero = arith.constant 0.0 : f32
  %h = memref.alloc() : memref<256x256xf32> loc(#dot)
  linalg.fill ins(%zero : f32) outs(%h : memref<256x256xf32>) loc(#dot)
  linalg.matmul ins(%x, %w : memref<256x256xf32>, memref<256x256xf32>) outs(%h : memref<256x256xf32>) loc(#dot)
  linalg.exp ins(%h : memref<256x256xf32>) outs(%y : memref<256x256xf32>) loc(callsite("max"("relu.mlir":3:1) at "jit(f)/jit(relu)"("/home/user/model.py":9:4)))
  linalg.exp ins(%y : memref<256x256xf32>) outs(%y : memref<256x256xf32>) loc("/home/user/model.py":10:4)
  %a = memref.alloc() : memref<256x256xf32> loc("a\0Ab")
  %b = memref.alloc() : memref<256x256xf32> loc(#dot)
  linalg.exp ins(%y : memref<256x256xf32>) outs(%a : memref<256x256xf32>) loc("a\00b")
  memref.copy %a, %b : memref<256x256xf32> to memref<256x256xf32>
  memref.copy %b, %y : memref<256x256xf32> to memref<256x256xf32> loc("jit(f)")
  return loc("jit(f)")
}
#dot = loc("jit(f)/layer0/dot_general"(callsite("/usr/lib/site-packages/nn.py":3:1 at "/home/user/model.py":8:4)))
