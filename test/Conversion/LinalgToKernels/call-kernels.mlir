// RUN: memplace-opt %s --split-input-file --memplace-call-kernels --canonicalize --cse | FileCheck %s

// Sizes, addresses and strides of an ordinary product.
// CHECK: llvm.func @memplace_kernels_gemm_f32(i64, i64, i64, !llvm.ptr, i64, i64, !llvm.ptr, i64, i64, !llvm.ptr, i64, i64)
// CHECK-LABEL: func.func @matmul
// CHECK-SAME: %[[A:.*]]: memref<64x32xf32>, %[[B:.*]]: memref<32x16xf32>, %[[C:.*]]: memref<64x16xf32>
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : i64
// CHECK-DAG: %[[C16:.*]] = arith.constant 16 : i64
// CHECK-DAG: %[[C32:.*]] = arith.constant 32 : i64
// CHECK-DAG: %[[C64:.*]] = arith.constant 64 : i64
// CHECK-DAG: memref.extract_aligned_pointer_as_index %[[A]]
// CHECK-DAG: memref.extract_aligned_pointer_as_index %[[B]]
// CHECK-DAG: memref.extract_aligned_pointer_as_index %[[C]]
// CHECK: llvm.call @memplace_kernels_gemm_f32(%[[C64]], %[[C16]], %[[C32]], %{{.*}}, %[[C32]], %[[C1]], %{{.*}}, %[[C16]], %[[C1]], %{{.*}}, %[[C16]], %[[C1]])
// CHECK-NOT: linalg
func.func @matmul(%a: memref<64x32xf32>, %b: memref<32x16xf32>, %c: memref<64x16xf32>) {
  linalg.matmul ins(%a, %b : memref<64x32xf32>, memref<32x16xf32>) outs(%c : memref<64x16xf32>)
  return
}

// -----

// A transposed factor has swapped strides; f64 has a kernel, too.
// CHECK-LABEL: func.func @transposed
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : i64
// CHECK-DAG: %[[C64:.*]] = arith.constant 64 : i64
// CHECK: llvm.call @memplace_kernels_gemm_f64(%{{[^,]*}}, %{{[^,]*}}, %{{[^,]*}}, %{{[^,]*}}, %[[C1]], %[[C64]],
func.func @transposed(%a: memref<32x64xf64>, %b: memref<32x16xf64>, %c: memref<64x16xf64>) {
  linalg.matmul
    indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%a, %b : memref<32x64xf64>, memref<32x16xf64>) outs(%c : memref<64x16xf64>)
  return
}

// -----

// A batch is a loop of calls; a batch of one is a single call.
// CHECK-LABEL: func.func @batches
// CHECK: scf.for %{{.*}} = %{{.*}} to %{{.*}} step
// CHECK:   llvm.call @memplace_kernels_gemm_f32
// CHECK: }
// CHECK-NOT: scf.for
// CHECK: llvm.call @memplace_kernels_gemm_f32
// CHECK-NOT: linalg
func.func @batches(%a: memref<5x8x8xf32>, %b: memref<5x8x8xf32>, %c: memref<5x8x8xf32>,
                   %d: memref<1x8x8xf32>, %e: memref<1x8x8xf32>, %f: memref<1x8x8xf32>) {
  linalg.batch_matmul ins(%a, %b : memref<5x8x8xf32>, memref<5x8x8xf32>) outs(%c : memref<5x8x8xf32>)
  linalg.batch_matmul ins(%d, %e : memref<1x8x8xf32>, memref<1x8x8xf32>) outs(%f : memref<1x8x8xf32>)
  return
}

// -----

// Vectors are matrices of one row or column; sizes and strides may be dynamic.
// CHECK-LABEL: func.func @vectors
// CHECK-COUNT-4: llvm.call @memplace_kernels_gemm_f32
// CHECK-NOT: linalg
func.func @vectors(%a: memref<?x?xf32, strided<[?, ?], offset: ?>>, %x: memref<?xf32>, %y: memref<?xf32>, %s: memref<f32>, %b: memref<?x?xf32>) {
  linalg.matvec ins(%a, %x : memref<?x?xf32, strided<[?, ?], offset: ?>>, memref<?xf32>) outs(%y : memref<?xf32>)
  linalg.vecmat ins(%x, %a : memref<?xf32>, memref<?x?xf32, strided<[?, ?], offset: ?>>) outs(%y : memref<?xf32>)
  linalg.matmul ins(%a, %a : memref<?x?xf32, strided<[?, ?], offset: ?>>, memref<?x?xf32, strided<[?, ?], offset: ?>>) outs(%b : memref<?x?xf32>)
  linalg.dot ins(%x, %y : memref<?xf32>, memref<?xf32>) outs(%s : memref<f32>)
  return
}

// -----

// An operand computed inside the product is computed once, into temporary memory.
// CHECK-DAG: #[[IDENTITY:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[BIAS:.*]] = affine_map<(d0, d1) -> (d1)>
// CHECK-LABEL: func.func @fused
// CHECK-SAME: %[[X:.*]]: memref<64x32xf32>, %[[BIAS_ARG:.*]]: memref<32xf32>,
// CHECK: %[[PACKED:.*]] = memref.alloc() {alignment = 64 : i64} : memref<64x32xf32>
// CHECK: linalg.generic {indexing_maps = [#[[IDENTITY]], #[[BIAS]], #[[IDENTITY]]], iterator_types = ["parallel", "parallel"]} ins(%[[X]], %[[BIAS_ARG]] : {{.*}}) outs(%[[PACKED]]
// CHECK:   arith.addf
// CHECK:   math.tanh
// CHECK: llvm.call @memplace_kernels_gemm_f32
// CHECK: memref.dealloc %[[PACKED]]
// CHECK-NOT: linalg
#x = affine_map<(m, n, k) -> (m, k)>
#bias = affine_map<(m, n, k) -> (k)>
#w = affine_map<(m, n, k) -> (k, n)>
#y = affine_map<(m, n, k) -> (m, n)>
func.func @fused(%x: memref<64x32xf32>, %bias: memref<32xf32>, %w: memref<32x16xf32>, %y: memref<64x16xf32>) {
  linalg.generic {indexing_maps = [#x, #bias, #w, #y], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %bias, %w : memref<64x32xf32>, memref<32xf32>, memref<32x16xf32>) outs(%y : memref<64x16xf32>) {
  ^bb0(%e: f32, %b: f32, %f: f32, %before: f32):
    %sum = arith.addf %e, %b : f32
    %g = math.tanh %sum : f32
    %product = arith.mulf %f, %g : f32
    %after = arith.addf %product, %before : f32
    linalg.yield %after : f32
  }
  return
}

// -----

// Narrow factors are widened first.
// CHECK-LABEL: func.func @widened
// CHECK-COUNT-2: arith.extf
// CHECK: llvm.call @memplace_kernels_gemm_f32
func.func @widened(%a: memref<64x32xbf16>, %b: memref<32x16xbf16>, %c: memref<64x16xf32>) {
  linalg.matmul ins(%a, %b : memref<64x32xbf16>, memref<32x16xbf16>) outs(%c : memref<64x16xf32>)
  return
}

// -----

// Even if each is read once: loops would round each sum, and convert slowly.
// CHECK-LABEL: func.func @widened_row
// CHECK: llvm.call @memplace_kernels_gemm_f32
func.func @widened_row(%a: memref<1x32xbf16>, %b: memref<32x16xbf16>, %c: memref<1x16xbf16>) {
  linalg.matmul ins(%a, %b : memref<1x32xbf16>, memref<32x16xbf16>) outs(%c : memref<1x16xbf16>)
  return
}

// -----

// A convolution's windows are packed, its filter is a matrix: 25 * 25 rows, 3 * 3 * 16 terms, 8 columns.
// CHECK-DAG: #[[WINDOWS:.*]] = affine_map<(d0, d1, d2, d3, d4) -> (0, d0 * 2 + d2, d1 * 2 + d3, d4)>
// CHECK-LABEL: func.func @conv_nhwc
// CHECK: memref.alloc() {alignment = 64 : i64} : memref<25x25x3x3x16xf32>
// CHECK: linalg.generic {indexing_maps = [#[[WINDOWS]],
// CHECK-NOT: scf.for
// CHECK: llvm.call @memplace_kernels_gemm_f32(
// CHECK-NOT: linalg
func.func @conv_nhwc(%x: memref<1x51x51x16xf32>, %w: memref<3x3x16x8xf32>, %y: memref<1x25x25x8xf32>) {
  linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
    ins(%x, %w : memref<1x51x51x16xf32>, memref<3x3x16x8xf32>) outs(%y : memref<1x25x25x8xf32>)
  return
}

// -----

// With channels first, pixels stay innermost, and images of a batch become a loop.
// CHECK-LABEL: func.func @conv_nchw
// CHECK: memref.alloc() {alignment = 64 : i64} : memref<16x3x3x2x25x25xf32>
// CHECK: scf.for
// CHECK:   llvm.call @memplace_kernels_gemm_f32
func.func @conv_nchw(%x: memref<2x16x29x29xf32>, %w: memref<8x16x3x3xf32>, %y: memref<2x8x25x25xf32>) {
  linalg.conv_2d_nchw_fchw {strides = dense<1> : tensor<2xi64>, dilations = dense<2> : tensor<2xi64>}
    ins(%x, %w : memref<2x16x29x29xf32>, memref<8x16x3x3xf32>) outs(%y : memref<2x8x25x25xf32>)
  return
}

// -----

// A filter of one pixel needs no windows.
// CHECK-LABEL: func.func @conv_one_pixel
// CHECK-NOT: memref.alloc
// CHECK: llvm.call @memplace_kernels_gemm_f32
func.func @conv_one_pixel(%x: memref<1x25x25x16xf32>, %w: memref<1x1x16x8xf32>, %y: memref<1x25x25x8xf32>) {
  linalg.conv_2d_nhwc_hwcf ins(%x, %w : memref<1x25x25x16xf32>, memref<1x1x16x8xf32>) outs(%y : memref<1x25x25x8xf32>)
  return
}

// -----

// Views of one arena are separate places: places in use at the same time do not overlap.
// CHECK-LABEL: func.func @slots
// CHECK: llvm.call @memplace_kernels_gemm_f32
func.func @slots(%arena: memref<4096xi8>) {
  %c0 = arith.constant 0 : index
  %c1024 = arith.constant 1024 : index
  %a = memref.view %arena[%c0][] : memref<4096xi8> to memref<16x16xf32>
  %c = memref.view %arena[%c1024][] : memref<4096xi8> to memref<16x16xf32>
  linalg.matmul ins(%a, %a : memref<16x16xf32>, memref<16x16xf32>) outs(%c : memref<16x16xf32>)
  return
}

// -----

// A strided window ends before its input; only its part is packed.
// CHECK-LABEL: func.func @one_window
// CHECK-SAME: %[[X:[^:]*]]:
// CHECK: %[[PART:.*]] = memref.subview %[[X]][0, 0, 0, 0] [1, 3, 3, 256] [1, 1, 1, 1]
// CHECK: linalg.generic {{.*}} ins(%[[PART]] :
// CHECK: llvm.call @memplace_kernels_gemm_f32
func.func @one_window(%x: memref<1x4x4x256xf32>, %w: memref<3x3x256x64xf32>, %y: memref<1x1x1x64xf32>) {
  linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>}
      ins(%x, %w : memref<1x4x4x256xf32>, memref<3x3x256x64xf32>) outs(%y : memref<1x1x1x64xf32>)
  return
}

// -----

// Sums of narrow numbers are f32 sums in a dense copy of the output.
// CHECK-LABEL: func.func @narrow_sums
// CHECK-SAME: %[[A:[^:]*]]: memref<64x32xf16>, %[[B:[^:]*]]: memref<32x16xf16>, %[[C:[^:]*]]: memref<64x16xf16>
// CHECK-COUNT-2: arith.extf
// CHECK: %[[WIDE:.*]] = memref.alloc() {alignment = 64 : i64} : memref<64x16xf32>
// CHECK: arith.extf
// CHECK: llvm.call @memplace_kernels_gemm_f32
// CHECK: linalg.generic {{.*}} ins(%[[WIDE]] : {{.*}}) outs(%[[C]]
// CHECK:   arith.truncf
// CHECK-DAG: memref.dealloc %[[WIDE]]
func.func @narrow_sums(%a: memref<64x32xf16>, %b: memref<32x16xf16>, %c: memref<64x16xf16>) {
  linalg.matmul ins(%a, %b : memref<64x32xf16>, memref<32x16xf16>) outs(%c : memref<64x16xf16>)
  return
}

// -----

// Sums of a narrow output with gaps use a dense copy, too.
// CHECK-LABEL: func.func @narrow_part
// CHECK: memref.alloc() {{.*}} : memref<64x16xf32>
// CHECK: llvm.call @memplace_kernels_gemm_f32
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : memref<64x16xbf16, strided<[20, 1]>>)
func.func @narrow_part(%a: memref<64x32xbf16>, %b: memref<32x16xbf16>, %c: memref<64x16xbf16, strided<[20, 1]>>) {
  linalg.matmul ins(%a, %b : memref<64x32xbf16>, memref<32x16xbf16>) outs(%c : memref<64x16xbf16, strided<[20, 1]>>)
  return
}

// -----

// Windows are packed for some rows of the result at a time, in at most 4 MiB:
// blocks of 512 rows of the product, of two lines each, stay whole.
// CHECK-LABEL: func.func @large_windows
// CHECK-SAME: %[[X:[^:]*]]: memref<1x258x513x32xf32>
// CHECK-DAG: %[[TWO:.*]] = arith.constant 2 : index
// CHECK: scf.for %[[ROW:.*]] = %{{.*}} to %{{.*}} step %{{.*}} {
// CHECK:   %[[TOP:.*]] = arith.muli %[[ROW]], %[[TWO]]
// CHECK:   memref.subview %[[X]][0, %[[TOP]], 0, 0] [1, 34, 513, 32] [1, 1, 1, 1]
// CHECK:   memref.subview %{{.*}}[0, %[[ROW]], 0, 0] [1, 16, 256, 8] [1, 1, 1, 1]
// CHECK:   memref.alloc() {{.*}} : memref<16x256x2x3x32xf32>
// CHECK:   llvm.call @memplace_kernels_gemm_f32
// CHECK:   memref.dealloc
func.func @large_windows(%x: memref<1x258x513x32xf32>, %w: memref<2x3x32x8xf32>, %y: memref<1x128x256x8xf32>) {
  linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>}
      ins(%x, %w : memref<1x258x513x32xf32>, memref<2x3x32x8xf32>) outs(%y : memref<1x128x256x8xf32>)
  return
}

// -----

// A weight is widened for some columns at a time, too, if the only cost is
// widening the small other factor a few times.
// CHECK-LABEL: func.func @large_narrow_weight
// CHECK-SAME: %[[X:[^:]*]]: memref<1x2048xbf16>, %[[W:[^:]*]]: memref<5632x2048xbf16>
// CHECK: scf.for %[[COLUMN:.*]] = %{{.*}} to %{{.*}} step %{{.*}} {
// CHECK:   %[[PART:.*]] = memref.subview %[[W]][%[[COLUMN]], 0] [512, 2048] [1, 1]
// CHECK:   memref.alloc() {{.*}} : memref<512x2048xf32>
// CHECK:   linalg.generic {{.*}} ins(%[[PART]]
// CHECK:   llvm.call @memplace_kernels_gemm_f32
// CHECK:   memref.dealloc
func.func @large_narrow_weight(%x: memref<1x2048xbf16>, %w: memref<5632x2048xbf16>, %y: memref<1x5632xbf16>) {
  linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      ins(%x, %w : memref<1x2048xbf16>, memref<5632x2048xbf16>) outs(%y : memref<1x5632xbf16>)
  return
}

// -----

// The same for several rows, whose sums are in a copy of these columns; columns
// beyond a multiple of the kernel's 512 come last.
// CHECK-LABEL: func.func @large_narrow_rows
// CHECK-SAME: %[[X:[^:]*]]: memref<3x2048xbf16>, %[[W:[^:]*]]: memref<1300x2048xbf16>, %[[Y:[^:]*]]: memref<3x1300xbf16>
// CHECK: %[[END:.*]] = arith.constant 1024 : index
// CHECK: scf.for %[[COLUMN:.*]] = %{{.*}} to %[[END]] step %{{.*}} {
// CHECK-DAG:   %[[PART:.*]] = memref.subview %[[W]][%[[COLUMN]], 0] [512, 2048] [1, 1]
// CHECK-DAG:   %[[SUMS:.*]] = memref.subview %[[Y]][0, %[[COLUMN]]] [3, 512] [1, 1]
// CHECK:   memref.alloc() {{.*}} : memref<512x2048xf32>
// CHECK:   linalg.generic {{.*}} ins(%[[PART]]
// CHECK:   memref.alloc() {{.*}} : memref<3x512xf32>
// CHECK:   llvm.call @memplace_kernels_gemm_f32
// CHECK:   linalg.generic {{.*}} outs(%[[SUMS]]
// CHECK: }
// CHECK: memref.subview %[[W]][1024, 0] [276, 2048] [1, 1]
// CHECK: memref.alloc() {{.*}} : memref<276x2048xf32>
// CHECK: llvm.call @memplace_kernels_gemm_f32
func.func @large_narrow_rows(%x: memref<3x2048xbf16>, %w: memref<1300x2048xbf16>, %y: memref<3x1300xbf16>) {
  linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      ins(%x, %w : memref<3x2048xbf16>, memref<1300x2048xbf16>) outs(%y : memref<3x1300xbf16>)
  return
}

// -----

// A last part of fewer than 8 columns might not deserve a kernel, and would have other bits.
// CHECK-LABEL: func.func @few_columns_left
// CHECK-NOT: scf.for
// CHECK: memref.alloc() {{.*}} : memref<1031x2048xf32>
// CHECK: llvm.call @memplace_kernels_gemm_f32
func.func @few_columns_left(%x: memref<3x2048xbf16>, %w: memref<1031x2048xbf16>, %y: memref<3x1031xbf16>) {
  linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      ins(%x, %w : memref<3x2048xbf16>, memref<1031x2048xbf16>) outs(%y : memref<3x1031xbf16>)
  return
}

// -----

// Two large factors: one would be widened once for each part of the other.
// CHECK-LABEL: func.func @large_narrow_factors
// CHECK-NOT: scf.for
// CHECK: memref.alloc() {{.*}} : memref<2048x2048xf32>
func.func @large_narrow_factors(%x: memref<2048x2048xbf16>, %w: memref<2048x2048xbf16>, %y: memref<2048x2048xbf16>) {
  linalg.matmul ins(%x, %w : memref<2048x2048xbf16>, memref<2048x2048xbf16>) outs(%y : memref<2048x2048xbf16>)
  return
}
