// RUN: memplace-opt %s --memplace-verify-placement=target=toy -split-input-file -verify-diagnostics -o /dev/null

// The accesses of a cut program are in bounds.

#id = affine_map<(d0) -> (d0)>
#made = #memplace.cuts_made<buffers = 0, makespan_ps = 0, uncut_makespan_ps = 0, ops = [<"linalg.generic", step = 0, dim = 0, extent = 16, pieces = 2, launch_ps = 0, repeated_bytes = 0, halo_bytes = 0>]>

// The index of the whole that a piece reads.
func.func @by_loop(%w: memref<16xf32>, %y: memref<8xf32>) attributes {memplace.placed, memplace.cuts_made = #made} {
  %c15 = arith.constant 15 : index
  %c16 = arith.constant 16 : index
  %part = memref.subview %w[8] [8] [1] : memref<16xf32> to memref<8xf32, strided<[1], offset: 8>>
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%y : memref<8xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %k = arith.addi %i, %c15 : index
    %l = arith.remui %k, %c16 : index
    // expected-error @below {{accesses index 15 of axis 0 of a memref that has 8 there}}
    %v = memref.load %part[%l] : memref<8xf32, strided<[1], offset: 8>>
    linalg.yield %v : f32
  }
  return
}

// -----

#id = affine_map<(d0) -> (d0)>
#made = #memplace.cuts_made<buffers = 0, makespan_ps = 0, uncut_makespan_ps = 0, ops = [<"linalg.generic", step = 0, dim = 0, extent = 16, pieces = 2, launch_ps = 0, repeated_bytes = 0, halo_bytes = 0>]>

// Data clamped to the whole.
func.func @by_data(%w: memref<16xf32>, %at: memref<8xi32>, %y: memref<8xf32>) attributes {memplace.placed, memplace.cuts_made = #made} {
  %c0 = arith.constant 0 : i32
  %c15 = arith.constant 15 : i32
  %part = memref.subview %w[8] [8] [1] : memref<16xf32> to memref<8xf32, strided<[1], offset: 8>>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%at : memref<8xi32>) outs(%y : memref<8xf32>) {
  ^bb0(%k: i32, %o: f32):
    %low = arith.maxsi %k, %c0 : i32
    %high = arith.minsi %low, %c15 : i32
    %i = arith.index_cast %high : i32 to index
    // expected-error @below {{accesses index 15 of axis 0 of a memref that has 8 there}}
    %v = memref.load %part[%i] : memref<8xf32, strided<[1], offset: 8>>
    linalg.yield %v : f32
  }
  return
}

// -----

#made = #memplace.cuts_made<buffers = 0, makespan_ps = 0, uncut_makespan_ps = 0, ops = [<"linalg.generic", step = 0, dim = 0, extent = 16, pieces = 2, launch_ps = 0, repeated_bytes = 0, halo_bytes = 0>]>

func.func @view(%w: memref<16xf32>, %y: memref<8xf32>) attributes {memplace.placed, memplace.cuts_made = #made} {
  // expected-error @below {{ends at element 16 of a memref that has 16}}
  %part = memref.reinterpret_cast %w to offset: [9], sizes: [8], strides: [1] : memref<16xf32> to memref<8xf32, strided<[1], offset: 9>>
  memref.copy %part, %y : memref<8xf32, strided<[1], offset: 9>> to memref<8xf32>
  return
}

// -----

#id = affine_map<(d0) -> (d0)>
#made = #memplace.cuts_made<buffers = 0, makespan_ps = 0, uncut_makespan_ps = 0, ops = [<"linalg.generic", step = 0, dim = 0, extent = 16, pieces = 2, launch_ps = 0, repeated_bytes = 0, halo_bytes = 0>]>

// Accesses guarded by a branch, and accesses that depend on data, are unknown.
func.func @not_known(%w: memref<8xf32>, %at: memref<8xindex>, %y: memref<8xf32>) attributes {memplace.placed, memplace.cuts_made = #made} {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%at : memref<8xindex>) outs(%y : memref<8xf32>) {
  ^bb0(%k: index, %o: f32):
    %i = linalg.index 0 : index
    %before = arith.subi %i, %c1 : index
    %is_first = arith.cmpi eq, %i, %c1 : index
    %v = scf.if %is_first -> f32 {
      scf.yield %zero : f32
    } else {
      %inner = memref.load %w[%before] : memref<8xf32>
      scf.yield %inner : f32
    }
    %other = memref.load %w[%k] : memref<8xf32>
    %s = arith.addf %v, %other : f32
    linalg.yield %s : f32
  }
  return
}
