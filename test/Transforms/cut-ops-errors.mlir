// RUN: memplace-opt %s --memplace-cut=target=toy -split-input-file -verify-diagnostics
// RUN: not memplace-opt %S/Inputs/matmul.mlir --memplace-cut="target=toy cut=9" 2>&1 | FileCheck %s --check-prefix=MOST
// RUN: not memplace-opt %S/Inputs/matmul.mlir --memplace-cut="target=toy cut=1" 2>&1 | FileCheck %s --check-prefix=NUMBER
// RUN: not memplace-opt %S/Inputs/matmul.mlir --memplace-cut="target=toy budget=0" 2>&1 | FileCheck %s --check-prefix=BUDGET
// RUN: not memplace-opt %S/Inputs/matmul.mlir --memplace-cut="target=toy time-limit=-1" 2>&1 | FileCheck %s --check-prefix=TIME
// RUN: not memplace-opt %S/Inputs/matmul.mlir --memplace-cut="target=toy solver=gredy" 2>&1 | FileCheck %s --check-prefix=SOLVER
// MOST: error: problem 'f' has no op that can be cut in 9 pieces; the most is 8
// NUMBER: error: 'cut' must be none, auto, or a number of pieces, at least 2, got '1'
// BUDGET: error: the number of cut problems to try must be at least 1, got 0
// TIME: error: 'time-limit' must be 0, for none, or seconds, got -1
// SOLVER: error: {{.*}}'gredy'{{.*}}'greedy'

func.func @more_than_indices(%x: memref<8xf32>, %y: memref<8xf32>) {
  // expected-error @below {{can't be cut in 9 pieces along dimension 0, which has 8 indices}}
  linalg.exp {memplace.cut = #memplace.cut<dim = 0, pieces = 9>} ins(%x : memref<8xf32>) outs(%y : memref<8xf32>)
  return
}

// -----

func.func @reduction(%a: memref<4x8xf32>, %b: memref<8x4xf32>, %c: memref<4x4xf32>) {
  // expected-error @below {{can't be cut along dimension 2, a sum of floats: roundings may change; to allow that, set 'float-sums' of memplace-cut or 'cut-float-sums' of memplace-default}}
  linalg.matmul {memplace.cut = #memplace.cut<dim = 2, pieces = 2>}
    ins(%a, %b : memref<4x8xf32>, memref<8x4xf32>) outs(%c : memref<4x4xf32>)
  return
}

// -----

// A sum without overflow in one order may overflow in another.
func.func @sum_that_must_not_overflow(%x: memref<8x4xi32>, %y: memref<4xi32>) {
  // expected-error @below {{can't be cut along dimension 1; its model allows 0}}
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i)>],
                  iterator_types = ["parallel", "reduction"], memplace.cut = #memplace.cut<dim = 1, pieces = 2>}
      ins(%x : memref<8x4xi32>) outs(%y : memref<4xi32>) {
  ^bb0(%a: i32, %o: i32):
    %s = arith.addi %a, %o overflow<nsw> : i32
    linalg.yield %s : i32
  }
  return
}

// -----

// Combined reductions are not cut either.
func.func @sum_and_more(%x: memref<8x4xi32>, %y: memref<4xi32>) {
  // expected-error @below {{can't be cut along dimension 1; its model allows 0}}
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i)>],
                  iterator_types = ["parallel", "reduction"], memplace.cut = #memplace.cut<dim = 1, pieces = 2>}
      ins(%x : memref<8x4xi32>) outs(%y : memref<4xi32>) {
  ^bb0(%a: i32, %o: i32):
    %d = arith.muli %o, %o : i32
    %s = arith.addi %a, %d : i32
    linalg.yield %s : i32
  }
  return
}

// -----

func.func @no_model(%x: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  // expected-error @below {{can't be cut along dimension 0; its model allows no cut along any dimension}}
  %e = memref.load %x[%c0] {memplace.cut = #memplace.cut<dim = 0, pieces = 2>} : memref<8xf32>
  return
}

// -----

func.func @no_step(%x: memref<8xf32>) {
  // expected-error @below {{can't be cut: it is not a step of the schedule}}
  %c0 = arith.constant {memplace.cut = #memplace.cut<dim = 0, pieces = 2>} 0 : index
  return
}

// -----

// A transpose in place: pieces would overwrite elements that other pieces still read.
func.func @in_place(%x: memref<4x4xf32>) {
  // expected-error @below {{can't be cut along dimension 0: by its model, a piece would write bytes that another piece accesses}}
  linalg.transpose ins(%x : memref<4x4xf32>) outs(%x : memref<4x4xf32>) permutation = [1, 0]
    {memplace.cut = #memplace.cut<dim = 0, pieces = 2>}
  return
}

// -----

// Written windows overlap.
func.func @halo(%x: memref<4x2xf32>, %y: memref<5xf32>) {
  // expected-error @below {{can't be cut along dimension 0: by its model, a piece would write bytes that another piece accesses}}
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i + j)>],
                  iterator_types = ["parallel", "parallel"], memplace.cut = #memplace.cut<dim = 0, pieces = 2>}
      ins(%x : memref<4x2xf32>) outs(%y : memref<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  }
  return
}

// -----

func.func @one_piece(%x: memref<8xf32>, %y: memref<8xf32>) {
  // expected-error @below {{'pieces' must be at least 2, got 1}}
  linalg.exp {memplace.cut = #memplace.cut<dim = 0, pieces = 1>} ins(%x : memref<8xf32>) outs(%y : memref<8xf32>)
  return
}

// -----

func.func @negative(%x: memref<8xf32>, %y: memref<8xf32>) {
  // expected-error @below {{'dim' must be at least 0, got -1}}
  linalg.exp {memplace.cut = #memplace.cut<dim = -1, pieces = 2>} ins(%x : memref<8xf32>) outs(%y : memref<8xf32>)
  return
}

// -----

func.func @no_cut(%x: memref<8xf32>, %y: memref<8xf32>) {
  // expected-error @below {{'memplace.cut' must be a #memplace.cut, got 2}}
  linalg.exp {memplace.cut = 2} ins(%x : memref<8xf32>) outs(%y : memref<8xf32>)
  return
}

// -----

func.func @no_unit(%x: memref<8xf32>) {
  // expected-error @below {{'memplace.piece' must be a unit attribute, got 1}}
  %p = memref.reinterpret_cast %x to offset: [4], sizes: [4], strides: [1] {memplace.piece = 1} : memref<8xf32> to memref<4xf32, strided<[1], offset: 4>>
  return
}

// -----

func.func @dynamic(%x: memref<?x16xf32>, %y: memref<?x16xf32>) {
  // expected-error @below {{can't be cut along dimension 0, which is dynamic; give it a static size, or remove 'memplace.cut'}}
  linalg.exp {memplace.cut = #memplace.cut<dim = 0, pieces = 2>} ins(%x : memref<?x16xf32>) outs(%y : memref<?x16xf32>)
  return
}
