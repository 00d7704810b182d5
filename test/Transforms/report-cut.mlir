// The baseline of a cut program is the program as it was written: pieces that
// read the weights again do not make it slower.

// RUN: memplace-opt %s --memplace-default="target=toy report=%t.cut.json" -o /dev/null
// RUN: sed 's/{memplace.cut[^}]*}//' %s > %t.uncut.mlir
// RUN: memplace-opt %t.uncut.mlir --memplace-default="target=toy report=%t.uncut.json" -o /dev/null
// RUN: grep home_makespan_ps %t.cut.json > %t.cut
// RUN: grep home_makespan_ps %t.uncut.json > %t.uncut
// RUN: diff %t.cut %t.uncut
// RUN: FileCheck %s --input-file=%t.cut.json
// CHECK: "home_makespan_ps": [[HOME:[0-9]+]]
// CHECK: "repeated_bytes": 768

// The attribute has the baseline.
// RUN: memplace-opt %s --memplace-cut=target=toy | FileCheck %s --check-prefix=MADE
// MADE: uncut_makespan_ps = 0, home_makespan_ps = {{[0-9]+}}, ops =

func.func @main(%x: memref<8x8xf32>, %w: memref<8x8xf32>, %y: memref<8x8xf32>) {
  linalg.matmul {memplace.cut = #memplace.cut<dim = 0, pieces = 4>} ins(%x, %w : memref<8x8xf32>, memref<8x8xf32>) outs(%y : memref<8x8xf32>)
  return
}
