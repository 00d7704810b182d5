// RUN: rm -rf %t && mkdir %t
// RUN: memplace-opt %s --pass-pipeline="builtin.module(func.func(test-memplace-make-opaque-ops{replace=false}))" -o %t/known.mlir
// RUN: memplace-opt %s --allow-unregistered-dialect --pass-pipeline="builtin.module(func.func(test-memplace-make-opaque-ops))" -o %t/opaque.mlir
// RUN: FileCheck %s --input-file=%t/opaque.mlir

// A program of unregistered ops gives the same problem, cuts included, as the structured ops that they replace, and is
// cut and placed alike.

// RUN: memplace-opt %t/known.mlir --memplace-extract-problem="target=tpu-v4i cuts=true file=%t/known.json" -o /dev/null
// RUN: memplace-opt %t/opaque.mlir --allow-unregistered-dialect --memplace-extract-problem="target=tpu-v4i cuts=true file=%t/opaque.json" -o /dev/null
// RUN: sed "s/opaque/linalg/" %t/opaque.json > %t/renamed.json
// RUN: diff %t/known.json %t/renamed.json
// RUN: FileCheck %s --input-file=%t/known.json --check-prefix=PROBLEM
// PROBLEM-COUNT-5: "cuts"

// Pieces add to a "sum", if roundings may change; they do not to an "update".
// RUN: memplace-opt %t/known.mlir --memplace-extract-problem="target=tpu-v4i cuts=true cut-float-sums file=%t/known-sums.json" -o /dev/null
// RUN: memplace-opt %t/opaque.mlir --allow-unregistered-dialect --memplace-extract-problem="target=tpu-v4i cuts=true cut-float-sums file=%t/sums.json" -o /dev/null
// RUN: sed "s/opaque/linalg/" %t/sums.json | diff %t/known-sums.json -
// RUN: not diff %t/known.json %t/known-sums.json
// RUN: sed 's/"sum"/"update"/' %t/opaque.mlir | memplace-opt --allow-unregistered-dialect --memplace-extract-problem="target=tpu-v4i cuts=true cut-float-sums file=%t/updates.json" -o /dev/null
// RUN: diff %t/opaque.json %t/updates.json

// RUN: memplace-opt %t/known.mlir --memplace-default=target=%S/Inputs/three-memories.json -o %t/known.placed.mlir
// RUN: memplace-opt %t/opaque.mlir --allow-unregistered-dialect --memplace-default=target=%S/Inputs/three-memories.json -o %t/opaque.placed.mlir
// RUN: grep "memplace\.[a-z_]* " %t/known.placed.mlir | grep -v linalg > %t/known.txt
// RUN: grep "memplace\.[a-z_]* " %t/opaque.placed.mlir | grep -v opaque > %t/opaque.txt
// RUN: diff %t/known.txt %t/opaque.txt
// RUN: FileCheck %s --input-file=%t/opaque.placed.mlir --check-prefix=PLACED
// PLACED: cuts_made
// PLACED-COUNT-4: opaque.exp

// CHECK-NOT: linalg
// CHECK: "opaque.fill"(%{{.*}}, %{{.*}}) {memplace.access = ["write"],
// CHECK: "opaque.conv_1d"({{.*}}) {memplace.access = ["read", "read", "sum"], memplace.cost = {{.*}}, memplace.cut_dims = [#map{{.*}}, #map{{.*}}, #map{{.*}}]}
// CHECK-NOT: linalg
func.func @main(%x: memref<80xf32>, %k: memref<5xf32>, %y: memref<76xf32>, %z: memref<76x4xf32>, %t: memref<4x76xf32>) {
  %zero = arith.constant 0.0 : f32
  %h = memref.alloc() : memref<76xf32>
  linalg.fill ins(%zero : f32) outs(%h : memref<76xf32>)
  linalg.conv_1d ins(%x, %k : memref<80xf32>, memref<5xf32>) outs(%h : memref<76xf32>)
  linalg.exp ins(%h : memref<76xf32>) outs(%y : memref<76xf32>)
  linalg.broadcast ins(%y : memref<76xf32>) outs(%z : memref<76x4xf32>) dimensions = [1]
  linalg.transpose ins(%z : memref<76x4xf32>) outs(%t : memref<4x76xf32>) permutation = [1, 0]
  return
}
