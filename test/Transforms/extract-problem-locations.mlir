// Source locations of buffers and ops: for a call the callee's, for a fusion
// the first; a name without a file, or a missing location, is allowed.
// RUN: memplace-opt %s --memplace-extract-problem="target=toy file=%t.problem.json locations=%t.json" -o /dev/null
// RUN: FileCheck %s --input-file=%t.json

// CHECK:      "format": "memplace-locations",
// CHECK-NEXT: "version": 1,
// CHECK-NEXT: "problem": "places",
// CHECK-NEXT: "buffers": [
// CHECK-NEXT: "x (model.py:3:7)",
// CHECK-NEXT: "layer.py:1:2",
// CHECK-NEXT: "only a name"
// CHECK-NEXT: ],
// CHECK-NEXT: "ops": [
// CHECK-NEXT: "exp (layer.py:9:1)",
// CHECK-NEXT: "first.py:5:5"
// CHECK-NEXT: ]
func.func @places(%x: memref<4xf32> loc("x"("model.py":3:7))) {
  %a = memref.alloc() : memref<4xf32> loc("layer.py":1:2)
  %b = memref.alloc() : memref<4xf32> loc("only a name")
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>) loc("exp"(callsite("layer.py":9:1 at "model.py":7:1)))
  linalg.exp ins(%a : memref<4xf32>) outs(%b : memref<4xf32>) loc(fused["first.py":5:5, "second.py":6:6])
  return
}

// An unwritable file is an error.
// RUN: not memplace-opt %s --memplace-extract-problem="target=toy file=%t.again.json locations=%t.none/l.json" -o /dev/null 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: {{.*}}l.json{{.*}}No such file
