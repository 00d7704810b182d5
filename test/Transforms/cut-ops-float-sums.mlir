// Sums of floats round differently in another order, so only an option allows their cuts.

// RUN: memplace-opt %s --memplace-cut="target=toy cut=2" 2>/dev/null | FileCheck %s --check-prefix=EXACT
// RUN: sed 's/linalg.matmul/linalg.matmul {memplace.cut = #memplace.cut<dim = 2, pieces = 2>}/' %s > %t.asked.mlir
// RUN: memplace-opt %t.asked.mlir --memplace-default="target=toy cut-float-sums=true" -o /dev/null
// RUN: memplace-opt %t.asked.mlir --memplace-cut="target=toy float-sums=true" | FileCheck %s
// RUN: not memplace-opt %t.asked.mlir --memplace-cut="target=toy" 2>&1 | FileCheck %s --check-prefix=ASKED
// RUN: not memplace-opt %t.asked.mlir --memplace-default="target=toy" 2>&1 | FileCheck %s --check-prefix=ASKED
// ASKED: error: 'linalg.matmul' op can't be cut along dimension 2, a sum of floats

// Problems include these cuts, too.
// RUN: memplace-opt %s --memplace-extract-problem="target=toy cuts=true cut-float-sums=true" -o /dev/null | FileCheck %s --check-prefix=SUMS
// RUN: memplace-opt %s --memplace-extract-problem="target=toy cuts=true" -o /dev/null | FileCheck %s --check-prefix=NOSUMS
// SUMS: "cuts": [{{.*}}{"extent": 32, "accesses": [{"access": 0, "stride": 4, "period": 128}, {"access": 1, "stride": 8}]}]
// NOSUMS-NOT: "extent": 32

// Each piece adds to the whole result, in succession.
// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[C:[a-z0-9]+]]: memref<2x2xf32>) attributes {{.*}}memplace.cuts_made
// CHECK: linalg.matmul ins({{.*}} : memref<2x16xf32, {{.*}}>, memref<16x2xf32, {{.*}}>) outs(%[[C]] : memref<2x2xf32>)
// CHECK: linalg.matmul ins({{.*}} : memref<2x16xf32, {{.*}}>, memref<16x2xf32, {{.*}}>) outs(%[[C]] : memref<2x2xf32>)

// EXACT-NOT: dim = 2

func.func @main(%a: memref<2x32xf32>, %b: memref<32x2xf32>, %c: memref<2x2xf32>) {
  linalg.matmul ins(%a, %b : memref<2x32xf32>, memref<32x2xf32>) outs(%c : memref<2x2xf32>)
  return
}
