// An op model declares a cut that the op cannot perform: the pass fails, names
// the op, and writes no output.
// RUN: split-file %s %t
// RUN: rm -rf %t/out
// RUN: not memplace-opt %t/whole.mlir -o %t/out --memplace-cut=target=toy 2>&1 | FileCheck %t/whole.mlir
// RUN: not memplace-opt %t/halo.mlir -o %t/out --memplace-cut=target=toy 2>&1 | FileCheck %t/halo.mlir
// RUN: not memplace-opt %t/behind.mlir -o %t/out --memplace-cut=target=toy 2>&1 | FileCheck %t/behind.mlir
// RUN: not memplace-opt %t/axis.mlir -o %t/out --memplace-cut=target=toy 2>&1 | FileCheck %t/axis.mlir
// RUN: not memplace-opt %t/beyond.mlir -o %t/out --memplace-cut=target=toy 2>&1 | FileCheck %t/beyond.mlir
// RUN: not memplace-opt %t/twice.mlir -o %t/out --memplace-cut=target=toy 2>&1 | FileCheck %t/twice.mlir
// RUN: not memplace-opt %t/chosen.mlir -o %t/out --memplace-default="target=toy cut=auto" 2>&1 | FileCheck %t/chosen.mlir
// RUN: not ls %t/out

// Correct cuts are performed, also by the solver.
// RUN: memplace-opt %t/true.mlir --memplace-cut=target=toy | FileCheck %t/true.mlir
// RUN: sed 's/2, 0, 1, 0, 1>/1, 0, 1, 0, 1, 2, 0, 1, 0, 1>/' %t/chosen.mlir > %t/honest.mlir
// RUN: memplace-opt %t/honest.mlir --memplace-cut="target=toy cut=auto" | FileCheck %t/true.mlir --check-prefix=HONEST

//--- true.mlir
// CHECK-COUNT-2: memplace_test.map{{.*}}memref<4x8xf32
// HONEST-COUNT-4: memplace_test.map
func.func @f(%x: memref<8x8xf32>, %y: memref<8x8xf32>) {
  "memplace_test.map"(%x, %y) {extent = 8, parts = array<i64: 0, 0, 1, 0, 1, 1, 0, 1, 0, 1>,
      memplace.cut = #memplace.cut<dim = 0, pieces = 2>} : (memref<8x8xf32>, memref<8x8xf32>) -> ()
  return
}

//--- whole.mlir
// Claims that each piece may read all of %x.
// CHECK: error: 'memplace_test.map' op has a model that allows cuts along dimension 0, but the piece of indices 0 to 3 is not valid: 'memplace_test.map' op needs memrefs of one shape
func.func @f(%x: memref<8x8xf32>, %y: memref<8x8xf32>) {
  "memplace_test.map"(%x, %y) {extent = 8, parts = array<i64: 1, 0, 1, 0, 1>,
      memplace.cut = #memplace.cut<dim = 0, pieces = 2>} : (memref<8x8xf32>, memref<8x8xf32>) -> ()
  return
}

//--- halo.mlir
// Claims that each index reads two rows.
// CHECK: error: 'memplace_test.map' op has a model that allows cuts {{.*}} the piece of indices 0 to 3 is not valid: 'memplace_test.map' op needs memrefs of one shape
func.func @f(%x: memref<8x8xf32>, %y: memref<8x8xf32>) {
  "memplace_test.map"(%x, %y) {extent = 8, parts = array<i64: 0, 0, 1, 0, 2, 1, 0, 1, 0, 1>,
      memplace.cut = #memplace.cut<dim = 0, pieces = 2>} : (memref<8x8xf32>, memref<8x8xf32>) -> ()
  return
}

//--- behind.mlir
// Claims rows beyond the last.
// CHECK: error: 'memplace_test.map' op can't be cut along dimension 0: by its model, a piece would write bytes that another piece accesses, or exceed an operand
func.func @f(%x: memref<8x8xf32>, %y: memref<8x8xf32>) {
  "memplace_test.map"(%x, %y) {extent = 8, parts = array<i64: 0, 0, 1, 4, 1, 1, 0, 1, 0, 1>,
      memplace.cut = #memplace.cut<dim = 0, pieces = 2>} : (memref<8x8xf32>, memref<8x8xf32>) -> ()
  return
}

//--- axis.mlir
// Claims a third axis.
// CHECK: error: 'memplace_test.map' op has a model that allows cuts {{.*}} the piece of indices 0 to 3 is not valid: it would use indices 0 to 3 of axis 2 of an operand of type 'memref<8x8xf32>'
func.func @f(%x: memref<8x8xf32>, %y: memref<8x8xf32>) {
  "memplace_test.map"(%x, %y) {extent = 8, parts = array<i64: 0, 2, 1, 0, 1, 1, 0, 1, 0, 1>,
      memplace.cut = #memplace.cut<dim = 0, pieces = 2>} : (memref<8x8xf32>, memref<8x8xf32>) -> ()
  return
}

//--- beyond.mlir
// Claims more indices than the result has.
// CHECK: error: 'memplace_test.map' op can't be cut along dimension 0: by its model, a piece would write bytes that another piece accesses
func.func @f(%x: memref<8x8xf32>, %y: memref<8x8xf32>) {
  "memplace_test.map"(%x, %y) {extent = 16, parts = array<i64: 0, 0, 1, 0, 1, 1, 0, 1, 0, 1>,
      memplace.cut = #memplace.cut<dim = 0, pieces = 2>} : (memref<8x8xf32>, memref<8x8xf32>) -> ()
  return
}

//--- twice.mlir
// Claims that pieces write rows of other pieces.
// CHECK: error: 'memplace_test.map' op can't be cut along dimension 0: by its model, a piece would write bytes that another piece accesses
func.func @f(%x: memref<8x8xf32>, %y: memref<8x8xf32>) {
  "memplace_test.map"(%x, %y) {extent = 8, parts = array<i64: 0, 0, 1, 0, 1, 1, 0, 1, 0, 2>,
      memplace.cut = #memplace.cut<dim = 0, pieces = 2>} : (memref<8x8xf32>, memref<8x8xf32>) -> ()
  return
}

//--- chosen.mlir
// Chosen by the solver, which trusted that a piece reads all of %b.
// CHECK: error: 'memplace_test.map' op has a model that allows cuts along dimension 0, but the piece of indices 0 to {{[0-9]+}} is not valid: 'memplace_test.map' op needs memrefs of one shape
func.func @f(%x: memref<8x8xf32>, %b: memref<8xf32>, %y: memref<8x8xf32>) {
  %a = memref.alloc() : memref<8x8xf32>
  "memplace_test.map"(%x, %b, %a) {extent = 8, parts = array<i64: 0, 0, 1, 0, 1, 2, 0, 1, 0, 1>} : (memref<8x8xf32>, memref<8xf32>, memref<8x8xf32>) -> ()
  "memplace_test.map"(%a, %y) {extent = 8, parts = array<i64: 0, 0, 1, 0, 1, 1, 0, 1, 0, 1>} : (memref<8x8xf32>, memref<8x8xf32>) -> ()
  memref.dealloc %a : memref<8x8xf32>
  return
}
