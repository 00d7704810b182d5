// The cost of a piece beyond a launch is a separate step, in the program as in
// its problem, and in all reported makespans.

// DEFINE: %{costs} = target=%S/Inputs/costly-pieces.json
// RUN: memplace-opt %s --memplace-cut="%{costs}" | FileCheck %s
// RUN: memplace-opt %s --memplace-cut="%{costs}" | memplace-opt --memplace-extract-problem="%{costs} function=asked" -o /dev/null | FileCheck %s --check-prefix=PROBLEM

// A cut program has the same problem as a program to be cut, except for names of ops.
// RUN: memplace-opt %s --memplace-cut="%{costs} cut=4" --mlir-print-debuginfo -o %t.cut.mlir 2>/dev/null
// RUN: memplace-opt %t.cut.mlir --memplace-extract-problem="%{costs} function=chosen" -o /dev/null > %t.after.json
// RUN: memplace-opt %s --memplace-extract-problem="%{costs} cut=4 function=chosen" -o /dev/null > %t.before.json
// RUN: %python %S/Inputs/same-ops.py %t.before.json %t.after.json | FileCheck %s --check-prefix=SAME
// SAME: 14 ops, 6 without accesses

// A reported makespan includes the overheads, of cut and of placed programs.
// RUN: memplace-opt %s --memplace-default="%{costs} cut=4 report=%t.json" -o %t.placed.mlir 2>/dev/null
// RUN: FileCheck %s --check-prefix=REPORT < %t.json
// REPORT: "function": "chosen"
// REPORT: "makespan_ps": [[MAKESPAN:[0-9]+]]
// REPORT: "cuts": {
// REPORT-NEXT: "makespan_ps": [[MAKESPAN]]
// REPORT: "launch_ps": 750
// RUN: memplace-opt %t.placed.mlir --memplace-verify-placement -o /dev/null

// A running program has no overheads.
// RUN: memplace-opt %t.placed.mlir --convert-memplace-to-llvm | FileCheck %s --check-prefix=LOWERED
// RUN: memplace-opt %t.placed.mlir --convert-memplace-to-memref-dma | FileCheck %s --check-prefix=LOWERED
// LOWERED-NOT: launch_overhead

// CHECK-LABEL: func.func @asked(
// CHECK: linalg.exp ins
// CHECK-NEXT: memplace.launch_overhead 50
// CHECK-NEXT: linalg.exp ins
// CHECK-NEXT: return

// PROBLEM: "name": "linalg.exp"
// PROBLEM: "name": "memplace.launch_overhead", "compute_ps": 50
// PROBLEM: "name": "linalg.exp"
func.func @asked(%x: memref<16x64xf32>, %y: memref<16x64xf32>) {
  linalg.exp {memplace.cut = #memplace.cut<dim = 0, pieces = 2>}
    ins(%x : memref<16x64xf32>) outs(%y : memref<16x64xf32>)
  return
}

func.func @chosen(%x: memref<16x64xf32>, %y: memref<16x64xf32>) {
  %a = memref.alloc() : memref<16x64xf32>
  linalg.exp ins(%x : memref<16x64xf32>) outs(%a : memref<16x64xf32>)
  linalg.log ins(%a : memref<16x64xf32>) outs(%y : memref<16x64xf32>)
  memref.dealloc %a : memref<16x64xf32>
  return
}
