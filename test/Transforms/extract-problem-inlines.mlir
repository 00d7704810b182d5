// memplace-default accepts a placement of the problem that
// memplace-extract-problem writes for a program with calls, if both inline and
// simplify or neither does; otherwise the error says so.

// RUN: rm -rf %t && mkdir %t
// RUN: memplace-opt %s --memplace-extract-problem="target=toy file=%t/p.json" -o /dev/null
// RUN: memplace-solve %t/p.json -o %t/s.json
// RUN: memplace-opt %s --memplace-default="target=toy solution=%t/s.json report=%t/r.json" | FileCheck %s --implicit-check-not=call --implicit-check-not=scf.for
// CHECK: func.func @caller
// CHECK: memplace.slot
// RUN: grep -o '"makespan_ps": [0-9]*' %t/s.json > %t/s.txt
// RUN: grep -o '"makespan_ps": [0-9]*' %t/r.json | cmp - %t/s.txt

// RUN: memplace-opt %s --memplace-extract-problem="target=toy inline=false simplify=false file=%t/calls.json" -o /dev/null
// RUN: memplace-solve %t/calls.json -o %t/calls-s.json
// RUN: memplace-opt %s --memplace-default="target=toy inline=false simplify=false solution=%t/calls-s.json" | FileCheck %s --check-prefix=CALLS
// RUN: memplace-opt %s --memplace-place-buffers="target=toy solution=%t/calls-s.json" | FileCheck %s --check-prefix=CALLS
// CALLS: func.func @caller
// CALLS: scf.for
// CALLS: func.call @callee

// RUN: not memplace-opt %s --memplace-default="target=toy solution=%t/calls-s.json" -o %t/out.mlir 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not memplace-opt %s --memplace-place-buffers="target=toy solution=%t/s.json" -o %t/out.mlir 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not ls %t/out.mlir
// OTHER: error: {{.*}}s.json
// OTHER: note: this function has {{[34]}} buffers and {{[0-9]}} steps; the placement must solve the problem that 'memplace-extract-problem' writes with the same 'inline' and 'simplify'

func.func private @callee(%in: memref<4xf32>, %a: memref<4xf32>) {
  %t = memref.alloc() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%t : memref<4xf32>)
  linalg.exp ins(%t : memref<4xf32>) outs(%a : memref<4xf32>)
  return
}
func.func @caller(%in: memref<4xf32>, %out: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<4xf32>
  scf.for %i = %c0 to %c1 step %c1 {
    func.call @callee(%in, %a) : (memref<4xf32>, memref<4xf32>) -> ()
  }
  memref.copy %a, %out : memref<4xf32> to memref<4xf32>
  return
}
