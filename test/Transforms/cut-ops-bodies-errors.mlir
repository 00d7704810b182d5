// RUN: memplace-opt %s --memplace-cut=target=toy -split-input-file -verify-diagnostics

// Ops whose pieces would compute something else are not cut.

#id = affine_map<(d0) -> (d0)>

// From the end to the start: a piece of the loop would start at the end again.
func.func @turned(%x: memref<16xf32>, %y: memref<16xf32>) {
  // expected-error @below {{can't be cut along dimension 0; its model allows no cut along any dimension}}
  linalg.generic {memplace.cut = #memplace.cut<dim = 0, pieces = 2>, indexing_maps = [affine_map<(d0) -> (-d0 + 15)>, #id], iterator_types = ["parallel"]} ins(%x : memref<16xf32>) outs(%y : memref<16xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  }
  return
}

// -----

// Each element twice.
func.func @halved(%x: memref<8xf32>, %y: memref<16xf32>) {
  // expected-error @below {{can't be cut along dimension 0; its model allows no cut along any dimension}}
  linalg.generic {memplace.cut = #memplace.cut<dim = 0, pieces = 2>, indexing_maps = [affine_map<(d0) -> (d0 floordiv 2)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : memref<8xf32>) outs(%y : memref<16xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  }
  return
}

// -----

// The body reads the op's result.
func.func @reads_result(%i: memref<8xindex>, %y: memref<8xf32>) {
  // expected-error @below {{can't be cut along dimension 0: by its model}}
  linalg.generic {memplace.cut = #memplace.cut<dim = 0, pieces = 2>, indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%i : memref<8xindex>) outs(%y : memref<8xf32>) {
  ^bb0(%k: index, %o: f32):
    %v = memref.load %y[%k] : memref<8xf32>
    linalg.yield %v : f32
  }
  return
}
