// A structured op and the equivalent loop nest have the same traffic and work,
// although the first is analysed by indexing maps and the second by addresses.
//
// RUN: memplace-opt %s -test-memplace-print-op-cost -o /dev/null \
// RUN:   | sed 's/^[a-z_.0-9]*: /op: /' | sort > %t.structured
// RUN: memplace-opt %s --pass-pipeline='builtin.module(func.func(convert-linalg-to-loops),test-memplace-print-op-cost)' -o /dev/null \
// RUN:   | sed 's/^[a-z_.0-9]*: /op: /' | sort > %t.scf
// RUN: memplace-opt %s --pass-pipeline='builtin.module(func.func(convert-linalg-to-affine-loops),test-memplace-print-op-cost)' -o /dev/null \
// RUN:   | sed 's/^[a-z_.0-9]*: /op: /' | sort > %t.affine
// RUN: diff %t.structured %t.scf
// RUN: diff %t.structured %t.affine
// RUN: grep -c '^op: ' %t.structured | grep -x 9

#id = affine_map<(d0, d1) -> (d0, d1)>
#transposed = affine_map<(d0, d1) -> (d1, d0)>
#row = affine_map<(d0, d1) -> (d1)>
#col = affine_map<(d0, d1) -> (d0)>

func.func @all(%a: memref<15x10xf32>, %b: memref<10x50xf32>, %c: memref<15x50xf32>,
    %image: memref<1x9x9x3xf32>, %kernel: memref<3x3x3x8xf32>, %out: memref<1x4x4x8xf32>,
    %x: memref<16x4xf32>, %y: memref<16x4xf32>, %z: memref<4x16xf32>, %bias: memref<4xf32>,
    %sum: memref<16xf32>, %window: memref<2x2xf32>, %pooled: memref<1x8x8x3xf32>,
    %table: memref<1000x4xf32>, %rows: memref<16xindex>, %zero: f32) {
  linalg.fill ins(%zero : f32) outs(%c : memref<15x50xf32>)
  linalg.matmul ins(%a, %b : memref<15x10xf32>, memref<10x50xf32>) outs(%c : memref<15x50xf32>)
  linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>}
    ins(%image, %kernel : memref<1x9x9x3xf32>, memref<3x3x3x8xf32>) outs(%out : memref<1x4x4x8xf32>)
  linalg.pooling_nhwc_max
    ins(%image, %window : memref<1x9x9x3xf32>, memref<2x2xf32>) outs(%pooled : memref<1x8x8x3xf32>)
  linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
    ins(%x, %bias : memref<16x4xf32>, memref<4xf32>) outs(%y : memref<16x4xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %0 = arith.addf %p, %q : f32
      %1 = math.tanh %0 : f32
      linalg.yield %1 : f32
  }
  linalg.generic {indexing_maps = [#id, #transposed], iterator_types = ["parallel", "parallel"]}
    ins(%x : memref<16x4xf32>) outs(%z : memref<4x16xf32>) {
    ^bb0(%p: f32, %o: f32):
      linalg.yield %p : f32
  }
  linalg.generic {indexing_maps = [#id, #col], iterator_types = ["parallel", "reduction"]}
    ins(%x : memref<16x4xf32>) outs(%sum : memref<16xf32>) {
    ^bb0(%p: f32, %o: f32):
      %0 = arith.addf %p, %o : f32
      linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]}
    outs(%y : memref<16x4xf32>) {
    ^bb0(%o: f32):
      %i = linalg.index 0 : index
      %j = linalg.index 1 : index
      %r = memref.load %rows[%i] : memref<16xindex>
      %v = memref.load %table[%r, %j] : memref<1000x4xf32>
      linalg.yield %v : f32
  }
  linalg.copy ins(%x : memref<16x4xf32>) outs(%y : memref<16x4xf32>)
  return
}
