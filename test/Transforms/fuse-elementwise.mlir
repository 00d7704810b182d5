// Operands that a reduction reads once, and ops that only move elements, are
// fused into the reduction; operands read repeatedly, and branches, are not.
//
// RUN: memplace-opt %s --split-input-file --memplace-fuse-elementwise | FileCheck %s
// RUN: memplace-opt %s --split-input-file --memplace-fuse-elementwise=repeats | FileCheck %s --check-prefix=ALL

#vector = affine_map<(d0) -> (d0)>
#rows = affine_map<(d0, d1) -> (d0, d1)>
#in_row = affine_map<(d0, d1) -> (d1)>
#of_row = affine_map<(d0, d1) -> (d0)>

// Each root would be computed 256 times.
// CHECK-LABEL: @product
// CHECK: math.rsqrt
// CHECK: linalg.generic
// CHECK-NOT: math.rsqrt
// CHECK: return
// ALL-LABEL: @product
// ALL-COUNT-1: linalg.generic
// ALL: math.rsqrt
// ALL-NEXT: arith.mulf
func.func @product(%x: tensor<64xf32>, %w: tensor<256x64xf32>, %e: tensor<64xf32>, %z: tensor<256xf32>) -> tensor<256xf32> {
  %s = linalg.generic {indexing_maps = [#vector, #vector], iterator_types = ["parallel"]}
      ins(%x : tensor<64xf32>) outs(%e : tensor<64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = math.rsqrt %a : f32
    linalg.yield %r : f32
  } -> tensor<64xf32>
  %y = linalg.generic {indexing_maps = [#rows, #in_row, #of_row], iterator_types = ["parallel", "reduction"]}
      ins(%w, %s : tensor<256x64xf32>, tensor<64xf32>) outs(%z : tensor<256xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.mulf %a, %b : f32
    %t = arith.addf %o, %m : f32
    linalg.yield %t : f32
  } -> tensor<256xf32>
  return %y : tensor<256xf32>
}

// -----

#rows = affine_map<(d0, d1) -> (d0, d1)>
#of_row = affine_map<(d0, d1) -> (d0)>

// CHECK-LABEL: @sum
// CHECK: linalg.generic
// CHECK: math.exp
// CHECK-NEXT: arith.addf
func.func @sum(%x: tensor<256x64xf32>, %e: tensor<256x64xf32>, %z: tensor<256xf32>) -> tensor<256xf32> {
  %s = linalg.generic {indexing_maps = [#rows, #rows], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<256x64xf32>) outs(%e : tensor<256x64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = math.exp %a : f32
    linalg.yield %r : f32
  } -> tensor<256x64xf32>
  %y = linalg.generic {indexing_maps = [#rows, #of_row], iterator_types = ["parallel", "reduction"]}
      ins(%s : tensor<256x64xf32>) outs(%z : tensor<256xf32>) {
  ^bb0(%a: f32, %o: f32):
    %t = arith.addf %o, %a : f32
    linalg.yield %t : f32
  } -> tensor<256xf32>
  return %y : tensor<256xf32>
}

// -----

#rows = affine_map<(d0, d1) -> (d0, d1)>
#columns = affine_map<(d0, d1) -> (d1, d0)>
#in_row = affine_map<(d0, d1) -> (d1)>
#of_row = affine_map<(d0, d1) -> (d0)>

// A transpose costs no work, however often it is read.
// CHECK-LABEL: @transpose
// CHECK-COUNT-1: linalg.generic
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @transpose(%w: tensor<64x256xf32>, %x: tensor<64xf32>, %e: tensor<256x64xf32>, %z: tensor<256xf32>) -> tensor<256xf32> {
  %s = linalg.generic {indexing_maps = [#columns, #rows], iterator_types = ["parallel", "parallel"]}
      ins(%w : tensor<64x256xf32>) outs(%e : tensor<256x64xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<256x64xf32>
  %y = linalg.generic {indexing_maps = [#rows, #in_row, #of_row], iterator_types = ["parallel", "reduction"]}
      ins(%s, %x : tensor<256x64xf32>, tensor<64xf32>) outs(%z : tensor<256xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.mulf %a, %b : f32
    %t = arith.addf %o, %m : f32
    linalg.yield %t : f32
  } -> tensor<256xf32>
  return %y : tensor<256xf32>
}

// -----

#rows = affine_map<(d0, d1) -> (d0, d1)>
#in_row = affine_map<(d0, d1) -> (d1)>
#of_row = affine_map<(d0, d1) -> (d0)>

// Each element is read once, but by a branch in the inner loop.
// CHECK-LABEL: @joined
// CHECK: scf.if
// CHECK: linalg.generic
// CHECK-NOT: scf.if
// CHECK: return
func.func @joined(%a: tensor<192x64xf32>, %b: tensor<64x64xf32>, %x: tensor<64xf32>, %e: tensor<256x64xf32>, %z: tensor<256xf32>) -> tensor<256xf32> {
  %c192 = arith.constant 192 : index
  %s = linalg.generic {indexing_maps = [#rows], iterator_types = ["parallel", "parallel"]}
      outs(%e : tensor<256x64xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %first = arith.cmpi ult, %i, %c192 : index
    %r = scf.if %first -> f32 {
      %t = tensor.extract %a[%i, %j] : tensor<192x64xf32>
      scf.yield %t : f32
    } else {
      %k = arith.subi %i, %c192 : index
      %t = tensor.extract %b[%k, %j] : tensor<64x64xf32>
      scf.yield %t : f32
    }
    linalg.yield %r : f32
  } -> tensor<256x64xf32>
  %y = linalg.generic {indexing_maps = [#rows, #in_row, #of_row], iterator_types = ["parallel", "reduction"]}
      ins(%s, %x : tensor<256x64xf32>, tensor<64xf32>) outs(%z : tensor<256xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %m = arith.mulf %p, %q : f32
    %t = arith.addf %o, %m : f32
    linalg.yield %t : f32
  } -> tensor<256xf32>
  return %y : tensor<256xf32>
}

// -----

#vector = affine_map<(d0) -> (d0)>
#rows = affine_map<(d0, d1) -> (d0, d1)>
#in_row = affine_map<(d0, d1) -> (d1)>
#of_row = affine_map<(d0, d1) -> (d0)>

// The number of reads is unknown.
// CHECK-LABEL: @dynamic
// CHECK: math.rsqrt
// CHECK: linalg.generic
// CHECK: return
func.func @dynamic(%x: tensor<?xf32>, %w: tensor<?x?xf32>, %e: tensor<?xf32>, %z: tensor<?xf32>) -> tensor<?xf32> {
  %s = linalg.generic {indexing_maps = [#vector, #vector], iterator_types = ["parallel"]}
      ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = math.rsqrt %a : f32
    linalg.yield %r : f32
  } -> tensor<?xf32>
  %y = linalg.generic {indexing_maps = [#rows, #in_row, #of_row], iterator_types = ["parallel", "reduction"]}
      ins(%w, %s : tensor<?x?xf32>, tensor<?xf32>) outs(%z : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.mulf %a, %b : f32
    %t = arith.addf %o, %m : f32
    linalg.yield %t : f32
  } -> tensor<?xf32>
  return %y : tensor<?xf32>
}

// -----

// The producer adds to its output, here 0. A fused op would add once for each %l.
#ik = affine_map<(i, k) -> (i, k)>
#ikl = affine_map<(i, k, l) -> (i, k)>
#kl = affine_map<(i, k, l) -> (k, l)>
#il = affine_map<(i, k, l) -> (i, l)>
// CHECK-LABEL: @adds_to_its_output
// CHECK-COUNT-2: linalg.generic
// ALL-LABEL: @adds_to_its_output
// ALL-COUNT-2: linalg.generic
func.func @adds_to_its_output(%a: tensor<3x2xf32>, %b: tensor<3x2xf32>, %w: tensor<2x5xf32>) -> tensor<3x5xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x2xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<3x2xf32>) -> tensor<3x2xf32>
  %p = linalg.generic {indexing_maps = [#ik, #ik, #ik], iterator_types = ["parallel", "parallel"]} ins(%a, %b : tensor<3x2xf32>, tensor<3x2xf32>) outs(%f : tensor<3x2xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %0 = arith.mulf %x, %y : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<3x2xf32>
  %e2 = tensor.empty() : tensor<3x5xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<3x5xf32>) -> tensor<3x5xf32>
  %r = linalg.generic {indexing_maps = [#ikl, #kl, #il], iterator_types = ["parallel", "reduction", "parallel"]} ins(%p, %w : tensor<3x2xf32>, tensor<2x5xf32>) outs(%f2 : tensor<3x5xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %0 = arith.mulf %x, %y : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<3x5xf32>
  return %r : tensor<3x5xf32>
}
