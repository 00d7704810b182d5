// Ops of different trips are cut together, so that a piece of weights is read
// once for all: the later cuts decide whether slices pay.

// RUN: memplace-opt %s --memplace-default="target=%S/Inputs/slow-and-small.json pipeline-loops=auto cut=auto report-remarks=true" -o %t.mlir 2> %t.remarks
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: memplace-opt %s --memplace-pipeline-loops="target=%S/Inputs/slow-and-small.json loops=auto cut=auto remarks=true" -o %t.loops.mlir 2> %t.loops.remarks
// RUN: FileCheck %s --check-prefix=WHOLE --input-file=%t.loops.mlir
// RUN: FileCheck %s --check-prefix=LOOPS < %t.loops.remarks

// RUN: not memplace-opt %s --memplace-pipeline-loops="target=toy loops=auto cut=1" 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: not memplace-opt %s --memplace-pipeline-loops="target=toy loops=auto cut=auto cut-budget=0" 2>&1 | FileCheck %s --check-prefix=BUDGET
// ONE: error: 'cut' must be none, auto, or a number of pieces, at least 2, got '1'
// BUDGET: error: the number of cut problems to try must be at least 1, got 0

// REMARK: remark: 1 loops of function 'batches' are unrolled, and 4 slices are separate buffers; makespan [[CUT:[0-9]+]] ps, without 17685080 ps, both modelled
// REMARK: remark: 'linalg.matmul' is cut in [[N:[0-9]+]] pieces along dimension 1, of 64 indices
// REMARK: remark: 'linalg.matmul' is cut in [[N]] pieces along dimension 1, of 64 indices
// REMARK: remark: {{[0-9]+}} ops and {{[0-9]+}} buffers of function 'batches' are cut; makespan [[CUT]] ps, without cuts 17152000 ps, both modelled

// Cuts made for the comparison are undone, without a report.
// LOOPS-NOT: is cut in
// LOOPS: remark: 1 loops of function 'batches' are unrolled, and 4 slices are separate buffers; makespan {{[0-9]+}} ps, without 17685080 ps, both modelled
// LOOPS-NOT: is cut in
// WHOLE: func.func @batches(
// WHOLE-NOT: memplace.cuts_made
// WHOLE-COUNT-2: linalg.matmul
// WHOLE-NOT: linalg.matmul

// Each piece of the weights is fetched, and used by both trips.
// CHECK: func.func @batches(
// CHECK-SAME: memplace.cuts_made
// CHECK-NOT: scf.for
// CHECK: linalg.matmul ins(%{{[^,]+}}, %[[PIECE:[^ ]+]] :
// CHECK: linalg.matmul ins(%{{[^,]+}}, %[[PIECE]] :
func.func @batches(%x: memref<2x1x32xf32>, %w: memref<32x64xf32>, %y: memref<2x1x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %c2 step %c1 {
    %from = memref.subview %x[%i, 0, 0] [1, 1, 32] [1, 1, 1] : memref<2x1x32xf32> to memref<1x32xf32, strided<[32, 1], offset: ?>>
    %to = memref.subview %y[%i, 0, 0] [1, 1, 64] [1, 1, 1] : memref<2x1x64xf32> to memref<1x64xf32, strided<[64, 1], offset: ?>>
    %sum = memref.alloc() : memref<1x64xf32>
    linalg.fill ins(%zero : f32) outs(%sum : memref<1x64xf32>)
    linalg.matmul ins(%from, %w : memref<1x32xf32, strided<[32, 1], offset: ?>>, memref<32x64xf32>) outs(%sum : memref<1x64xf32>)
    linalg.exp ins(%sum : memref<1x64xf32>) outs(%to : memref<1x64xf32, strided<[64, 1], offset: ?>>)
    memref.dealloc %sum : memref<1x64xf32>
  }
  return
}
