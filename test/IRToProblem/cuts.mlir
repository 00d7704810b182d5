// RUN: memplace-opt %s --memplace-extract-problem="target=toy cuts=true inline=false simplify=false" -o /dev/null | FileCheck %s
// RUN: memplace-opt %s --memplace-extract-problem="target=toy inline=false simplify=false" -o /dev/null | FileCheck %s --check-prefix=NONE

// Cuts of ops, in bytes of their buffers.
// NONE-NOT: "cuts"

// Rows of the first operand with rows of the result, columns of the second
// operand with columns; the reduction is not cut.
// CHECK-LABEL: "name": "matmul"
// CHECK: "cuts": [{"extent": 4, "accesses": [{"access": 0, "stride": 32}, {"access": 2, "stride": 64}]},
// CHECK-SAME: {"extent": 16, "accesses": [{"access": 1, "stride": 4, "period": 64}, {"access": 2, "stride": 4, "period": 64}]}]}
func.func @matmul(%a: memref<4x8xf32>, %b: memref<8x16xf32>, %c: memref<4x16xf32>) {
  linalg.matmul ins(%a, %b : memref<4x8xf32>, memref<8x16xf32>) outs(%c : memref<4x16xf32>)
  return
}

// Windows of 3 that advance by 2.
// CHECK-LABEL: "name": "convolution"
// CHECK: "cuts": [{"extent": 4, "accesses": [{"access": 0, "stride": 8, "width": 12}, {"access": 2, "stride": 4}]}]}
#in = affine_map<(o, k) -> (2 * o + k)>
func.func @convolution(%in: memref<9xf32>, %weights: memref<3xf32>, %out: memref<4xf32>) {
  linalg.generic {indexing_maps = [#in, affine_map<(o, k) -> (k)>, affine_map<(o, k) -> (o)>],
                  iterator_types = ["parallel", "reduction"]}
      ins(%in, %weights : memref<9xf32>, memref<3xf32>) outs(%out : memref<4xf32>) {
  ^bb0(%x: f32, %w: f32, %sum: f32):
    %0 = arith.mulf %x, %w : f32
    %1 = arith.addf %sum, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// Into the inside of a padded array: rows 1 to 4 of 6, columns 1 to 2 of 4.
// CHECK-LABEL: "name": "padding"
// CHECK: "cuts": [{"extent": 4, "accesses": [{"access": 0, "stride": 8}, {"access": 1, "stride": 16, "first": 16}]},
// CHECK-SAME: {"extent": 2, "accesses": [{"access": 0, "stride": 4, "period": 8}, {"access": 1, "stride": 4, "first": 4, "period": 16}]}]}
func.func @padding(%in: memref<4x2xf32>, %out: memref<6x4xf32>) {
  %inside = memref.subview %out[1, 1] [4, 2] [1, 1]
    : memref<6x4xf32> to memref<4x2xf32, strided<[4, 1], offset: 5>>
  memref.copy %in, %inside : memref<4x2xf32> to memref<4x2xf32, strided<[4, 1], offset: 5>>
  return
}

// Each row of the result reads a row of one operand and a column of the other,
// which are the same buffer: the whole buffer. A buffer read at other indices
// than written is not cut.
// CHECK-LABEL: "name": "transposed"
// CHECK: {"name": "linalg.generic", {{.*}}, "cuts": [{"extent": 4, "accesses": [{"access": 1, "stride": 16}]}, {"extent": 4, "accesses": [{"access": 1, "stride": 4, "period": 16}]}]},
// CHECK-NEXT: {"name": "linalg.transpose", {{.*}}"update", "bytes": 64}]}
#id = affine_map<(i, j) -> (i, j)>
func.func @transposed(%a: memref<4x4xf32>, %c: memref<4x4xf32>) {
  linalg.generic {indexing_maps = [#id, affine_map<(i, j) -> (j, i)>, #id],
                  iterator_types = ["parallel", "parallel"]}
      ins(%a, %a : memref<4x4xf32>, memref<4x4xf32>) outs(%c : memref<4x4xf32>) {
  ^bb0(%x: f32, %y: f32, %old: f32):
    %0 = arith.addf %x, %y : f32
    linalg.yield %0 : f32
  }
  linalg.transpose ins(%c : memref<4x4xf32>) outs(%c : memref<4x4xf32>) permutation = [1, 0]
  return
}

// The same operand twice, by rows and as a whole: the whole buffer.
// CHECK-LABEL: "name": "squared"
// CHECK: "cuts": [{"extent": 4, "accesses": [{"access": 1, "stride": 16}]}, {"extent": 4, "accesses": [{"access": 1, "stride": 4, "period": 16}]}]}
func.func @squared(%a: memref<4x4xf32>, %c: memref<4x4xf32>) {
  linalg.matmul ins(%a, %a : memref<4x4xf32>, memref<4x4xf32>) outs(%c : memref<4x4xf32>)
  return
}

// The type of a view omits skipped bytes: positions are unknown.
// CHECK-LABEL: "name": "second_half"
// CHECK: {"name": "linalg.exp", {{.*}}, "cuts": [{"extent": 4, "accesses": [{"access": 1, "stride": 4}]}]},
// CHECK-NEXT: {"name": "linalg.exp", {{.*}}, "cuts": [{"extent": 4, "accesses": [{"access": 0, "stride": 4}, {"access": 1, "stride": 4}]}]}
func.func @second_half(%a: memref<32xi8>, %b: memref<4xf32>, %c: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %half = memref.view %a[%c16][] : memref<32xi8> to memref<4xf32>
  linalg.exp ins(%half : memref<4xf32>) outs(%b : memref<4xf32>)
  %other = memref.view %a[%c0][] : memref<32xi8> to memref<4xf32>
  linalg.exp ins(%other : memref<4xf32>) outs(%c : memref<4xf32>)
  return
}

// The rows of the first view begin within a row of its strides, so that row 3 ends in the bytes of row 4. Pieces read
// all of it. Those of the second view begin at such a row.
// CHECK-LABEL: "name": "straddle"
// CHECK: "name": "linalg.copy", {{.*}}"cuts": [{"extent": 6, "accesses": [{"access": 1, "stride": 16}]}, {"extent": 4, "accesses": [{"access": 1, "stride": 4, "period": 16}]}]}
// CHECK: "name": "linalg.copy", {{.*}}"cuts": [{"extent": 6, "accesses": [{"access": 0, "stride": 28, "first": 28}, {"access": 1, "stride": 16}]}
func.func @straddle(%m: memref<64xi32>, %r: memref<6x4xi32>) {
  %v = memref.reinterpret_cast %m to offset: [5], sizes: [6, 4], strides: [7, 2] : memref<64xi32> to memref<6x4xi32, strided<[7, 2], offset: 5>>
  linalg.copy ins(%v : memref<6x4xi32, strided<[7, 2], offset: 5>>) outs(%r : memref<6x4xi32>)
  %w = memref.reinterpret_cast %m to offset: [7], sizes: [6, 4], strides: [7, 2] : memref<64xi32> to memref<6x4xi32, strided<[7, 2], offset: 7>>
  linalg.copy ins(%w : memref<6x4xi32, strided<[7, 2], offset: 7>>) outs(%r : memref<6x4xi32>)
  return
}
