// Later passes work inside arms, and problems name the arm.

// RUN: memplace-opt %s --memplace-enter-branches --memplace-cut=target=toy | FileCheck %s --check-prefix=CUT
// CUT-LABEL: func.func @cut(
// CUT: %[[Y0:.*]] = memref.reinterpret_cast %arg2 to offset: [0]
// CUT: %[[Y1:.*]] = memref.reinterpret_cast %arg2 to offset: [64]
// CUT: scf.if
// CUT: linalg.exp ins(%{{.*}} outs(%[[A:.*]] : memref<8x8xf32>)
// CUT-NEXT: linalg.log ins(%[[A]] : memref<8x8xf32>) outs(%[[Y0]] :
// CUT: linalg.log ins(%{{.*}} outs(%[[Y1]] :
// CUT: memplace.enter_arm "then"
// CUT-NEXT: }

// RUN: memplace-opt %s --memplace-enter-branches "--memplace-pipeline-loops=target=toy loops=always" | FileCheck %s --check-prefix=UNROLLED
// UNROLLED-LABEL: func.func @slices(
// UNROLLED-COUNT-8: {memplace.piece}
// UNROLLED: memplace.enter_arm "else"
// UNROLLED-NOT: scf.for
// UNROLLED-COUNT-4: linalg.exp

// RUN: memplace-opt %s --memplace-enter-branches "--memplace-pipeline-loops=target=toy loops=stream" | FileCheck %s --check-prefix=WINDOWS
// WINDOWS-LABEL: func.func @slices(
// WINDOWS-COUNT-4: memplace.window
// WINDOWS: memplace.enter_arm "else"
// WINDOWS: memplace.move
// WINDOWS: scf.for

// RUN: memplace-opt %s "--memplace-default=target=toy branches=arms pipeline-loops=stream" -o /dev/null
// RUN: memplace-opt %s "--memplace-default=target=toy branches=arms pipeline-loops=always cut=auto" -o /dev/null

// RUN: memplace-opt %s "--memplace-extract-problem=target=toy branches=arms function=slices file=%t.json" -o /dev/null
// RUN: FileCheck %s --check-prefix=PROBLEM --input-file=%t.json
// PROBLEM: "name": "boundary"
// PROBLEM: "name": "linalg.fill (else)"
// PROBLEM: "name": "linalg.exp (else)"
// PROBLEM: "loops":
// PROBLEM-NEXT: "trip_count": 1, "may_skip": true
// PROBLEM-NEXT: "trip_count": 4

// A placement of this problem is valid with the same options.
// RUN: memplace-solve %t.json --solver=search --option=budget=50 -o %t.solution.json
// RUN: sed -n '/^func.func @slices/,$p' %s > %t.slices.mlir
// RUN: memplace-opt %t.slices.mlir "--memplace-default=target=toy branches=arms solution=%t.solution.json report=- report-format=table" -o /dev/null | FileCheck %s --check-prefix=REPORT
// REPORT: slices
// RUN: not memplace-opt %t.slices.mlir "--memplace-default=target=toy solution=%t.solution.json" -o /dev/null 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: error:

func.func @cut(%c: i1, %x: memref<16x8xf32>, %y: memref<16x8xf32>) {
  scf.if %c {
    %a = memref.alloc() : memref<16x8xf32>
    linalg.exp {memplace.cut = #memplace.cut<dim = 0, pieces = 2>} ins(%x : memref<16x8xf32>) outs(%a : memref<16x8xf32>)
    linalg.log {memplace.cut = #memplace.cut<dim = 0, pieces = 2>} ins(%a : memref<16x8xf32>) outs(%y : memref<16x8xf32>)
  }
  return
}

func.func @slices(%c: i1, %x: memref<4x8xf32>, %y: memref<4x8xf32>, %z: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %f = arith.constant 0.0 : f32
  scf.if %c {
  } else {
    linalg.fill ins(%f : f32) outs(%z : memref<8xf32>)
    scf.for %i = %c0 to %c4 step %c1 {
      %v = memref.subview %x[%i, 0] [1, 8] [1, 1] : memref<4x8xf32> to memref<1x8xf32, strided<[8, 1], offset: ?>>
      %w = memref.subview %y[%i, 0] [1, 8] [1, 1] : memref<4x8xf32> to memref<1x8xf32, strided<[8, 1], offset: ?>>
      linalg.exp ins(%v : memref<1x8xf32, strided<[8, 1], offset: ?>>) outs(%w : memref<1x8xf32, strided<[8, 1], offset: ?>>)
    }
  }
  return
}
