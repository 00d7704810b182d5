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

// An attribute has the baseline.
// RUN: memplace-opt %s --memplace-cut=target=toy | FileCheck %s --check-prefix=MADE
// MADE: attributes {memplace.baseline = #memplace.baseline<{{[1-9][0-9]*}}>, memplace.cuts_made =

// So it does for loops whose slices become buffers.
// RUN: memplace-opt %S/pipeline-loops-baseline.mlir --memplace-default="target=toy report=%t.loop.json pipeline-loops=always" -o /dev/null
// RUN: memplace-opt %S/pipeline-loops-baseline.mlir --memplace-default="target=toy report=%t.whole.json pipeline-loops=none" -o /dev/null
// RUN: grep home_makespan_ps %t.loop.json > %t.loop
// RUN: grep home_makespan_ps %t.whole.json | diff - %t.loop

func.func @main(%x: memref<8x8xf32>, %w: memref<8x8xf32>, %y: memref<8x8xf32>) {
  linalg.matmul {memplace.cut = #memplace.cut<dim = 0, pieces = 4>} ins(%x, %w : memref<8x8xf32>, memref<8x8xf32>) outs(%y : memref<8x8xf32>)
  return
}
