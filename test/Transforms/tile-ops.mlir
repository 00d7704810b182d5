// Ops that do not fit become loops over tiles where cuts are impossible or would make too many ops.

// RUN: memplace-opt %s --allow-unregistered-dialect --memplace-pipeline-loops="target=%S/Inputs/tiles.json remarks=true" -o %t.mlir 2> %t.remarks
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: sed "/^.. A sum/,$ d" %s | memplace-opt --allow-unregistered-dialect --memplace-default="target=%S/Inputs/tiles.json" -o %t.placed.mlir
// RUN: FileCheck %s --input-file=%t.placed.mlir --check-prefix=DEFAULT
// RUN: memplace-opt %t.placed.mlir --allow-unregistered-dialect --memplace-verify-placement -o /dev/null

// REMARK: remark: 1 ops of function 'conv' are loops over tiles; {{[0-9]+}} loops take their slices through {{[0-9]+}} windows; makespan {{[0-9]+}} ps, modelled; without, no placement was found
// REMARK: remark: 3 ops of function 'padded' are loops over tiles;
// REMARK: remark: 1 ops of function 'reversed' are loops over tiles;
// REMARK: remark: 1 ops of function 'merged' are loops over tiles;
// REMARK: remark: 1 ops of function 'dilated' are loops over tiles;
// REMARK: remark: 2 ops of function 'chain' are loops over tiles; {{.*}} makespan {{[0-9]+}} ps, modelled{{$}}

// The input's tiles overlap by the rows that the filter's window needs.
// CHECK-LABEL: func.func @conv(
// CHECK: memplace.window %arg0 : memref<1x66x34x8xf32> to memref<1x{{[0-9]+}}x{{[0-9]+}}x8xf32, strided<[17952, 272, 8, 1], offset: ?>>
// CHECK: linalg.conv_2d_nhwc_hwcf
func.func @conv(%x: memref<1x66x34x8xf32>, %w: memref<3x3x8x8xf32>, %y: memref<1x64x32x8xf32>) {
  linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
    ins(%x, %w : memref<1x66x34x8xf32>, memref<3x3x8x8xf32>) outs(%y : memref<1x64x32x8xf32>)
  return
}

// A copy to a part of an allocation, and the ops on all of it, use the same allocation at home.
// CHECK-LABEL: func.func @padded(
// CHECK: %[[P:.*]] = memref.alloc() : memref<1x66x34x8xf32>
// CHECK-DAG: memplace.window %[[P]] : memref<1x66x34x8xf32>
// CHECK: linalg.fill
// CHECK-NOT: memref.copy
// CHECK: linalg.conv_2d_nhwc_hwcf
func.func @padded(%x: memref<1x64x32x8xf32>, %w: memref<3x3x8x8xf32>, %y: memref<1x64x32x8xf32>, %zero: f32) {
  %p = memref.alloc() : memref<1x66x34x8xf32>
  linalg.fill ins(%zero : f32) outs(%p : memref<1x66x34x8xf32>)
  %inner = memref.subview %p[0, 1, 1, 0] [1, 64, 32, 8] [1, 1, 1, 1]
    : memref<1x66x34x8xf32> to memref<1x64x32x8xf32, strided<[17952, 272, 8, 1], offset: 280>>
  memref.copy %x, %inner : memref<1x64x32x8xf32> to memref<1x64x32x8xf32, strided<[17952, 272, 8, 1], offset: 280>>
  linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
    ins(%p, %w : memref<1x66x34x8xf32>, memref<3x3x8x8xf32>) outs(%y : memref<1x64x32x8xf32>)
  memref.dealloc %p : memref<1x66x34x8xf32>
  return
}

// Rows in reverse order stay whole. Columns are tiled.
// CHECK-LABEL: func.func @reversed(
// CHECK: memplace.window %arg0 : memref<3x131072xf32> to memref<3x{{[0-9]+}}xf32, strided<[131072, 1], offset: ?>>
func.func @reversed(%x: memref<3x131072xf32>, %y: memref<3x131072xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (2 - d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>],
                  iterator_types = ["parallel", "parallel"]} ins(%x : memref<3x131072xf32>) outs(%y : memref<3x131072xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  }
  return
}

// A window of every other row has the rows between, too.
// CHECK-LABEL: func.func @merged(
// CHECK-DAG: memplace.window %arg0 : memref<4096x64xf32> to memref<{{[0-9]*[13579]}}x64xf32, strided<[64, 1], offset: ?>>
// CHECK: memref.subview %{{.*}}[0, 0] [[[ROWS:[0-9]+]], 64] [2, 1] : memref<{{[0-9]*[13579]}}x64xf32, strided<[64, 1], offset: ?>> to memref<[[ROWS]]x64xf32, strided<[128, 1], offset: ?>>
func.func @merged(%x: memref<4096x64xf32>, %y: memref<2048x64xf32>) {
  %odd = memref.subview %x[1, 0] [2048, 64] [2, 1] : memref<4096x64xf32> to memref<2048x64xf32, strided<[128, 1], offset: 64>>
  linalg.add ins(%odd, %y : memref<2048x64xf32, strided<[128, 1], offset: 64>>, memref<2048x64xf32>) outs(%y : memref<2048x64xf32>)
  return
}

// Tiles of every fourth row would share the rows between, which the op does not write. Columns are tiled.
// CHECK-LABEL: func.func @dilated(
// CHECK-DAG: memplace.window %arg1 : memref<32x8192xf32> to memref<29x{{[0-9]+}}xf32, strided<[8192, 1], offset: ?>>
func.func @dilated(%x: memref<8x8192xf32>, %y: memref<32x8192xf32>) {
  %fourth = memref.subview %y[0, 0] [8, 8192] [4, 1] : memref<32x8192xf32> to memref<8x8192xf32, strided<[32768, 1]>>
  linalg.exp ins(%x : memref<8x8192xf32>) outs(%fourth : memref<8x8192xf32, strided<[32768, 1]>>)
  return
}

// The fill of a result is done tile by tile, so the result never arrives from home. The input fits, but it has windows
// where tiles of it are written, so it has a window also where all of it is used.
// CHECK-LABEL: func.func @chain(
// CHECK: %[[H:.*]] = memref.alloc() : memref<16x64xf32>
// CHECK-DAG: memplace.window %[[H]] : memref<16x64xf32> to memref<16x64xf32,
// CHECK: scf.for
// CHECK: linalg.fill ins(%{{.*}} : f32) outs(%{{.*}} : memref<[[TILE:[0-9x]+]]xf32, strided<[64, 1], offset: ?>>)
// CHECK-NEXT: linalg.matmul ins(%{{.*}}) outs(%{{.*}} : memref<[[TILE]]xf32, strided<[64, 1], offset: ?>>)
func.func @chain(%x: memref<16x1024xf32>, %w: memref<1024x64xf32>, %v: memref<64x512xf32>, %y: memref<16x512xf32>,
                 %zero: f32) {
  %h = memref.alloc() : memref<16x64xf32>
  linalg.fill ins(%zero : f32) outs(%h : memref<16x64xf32>)
  linalg.matmul ins(%x, %w : memref<16x1024xf32>, memref<1024x64xf32>) outs(%h : memref<16x64xf32>)
  linalg.fill ins(%zero : f32) outs(%y : memref<16x512xf32>)
  linalg.matmul ins(%h, %v : memref<16x64xf32>, memref<64x512xf32>) outs(%y : memref<16x512xf32>)
  memref.dealloc %h : memref<16x64xf32>
  return
}

// Tiles of views are tiles of their storage: a part of an argument, rows that became heads, and a row of stacked
// weights. An allocation in a loop moves out, since it has windows.
// CHECK-LABEL: func.func @views(
// CHECK-DAG: memplace.window %arg0 : memref<64x768xf32> to memref<{{[0-9]+}}x{{[0-9]+}}xf32, strided<[768, 1], offset: ?>>
// CHECK-DAG: memplace.window %arg1 : memref<3x256x256xf32> to memref<1x{{[0-9]+}}x{{[0-9]+}}xf32, strided<[65536, 256, 1], offset: ?>>
// CHECK-DAG: %[[Q:.*]] = memref.alloc() : memref<64x256xf32>
// CHECK-DAG: memplace.window %[[Q]] : memref<64x256xf32>
// CHECK: scf.for
func.func @views(%x: memref<64x768xf32>, %w: memref<3x256x256xf32>, %y: memref<64x4x64xf32>, %zero: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  scf.for %layer = %c0 to %c3 step %c1 {
    %part = memref.subview %x[0, 256] [64, 256] [1, 1]
      : memref<64x768xf32> to memref<64x256xf32, strided<[768, 1], offset: 256>>
    %row = memref.subview %w[%layer, 0, 0] [1, 256, 256] [1, 1, 1]
      : memref<3x256x256xf32> to memref<1x256x256xf32, strided<[65536, 256, 1], offset: ?>>
    %weights = memref.collapse_shape %row [[0, 1], [2]]
      : memref<1x256x256xf32, strided<[65536, 256, 1], offset: ?>> into memref<256x256xf32, strided<[256, 1], offset: ?>>
    %q = memref.alloc() : memref<64x256xf32>
    linalg.fill ins(%zero : f32) outs(%q : memref<64x256xf32>)
    linalg.matmul ins(%part, %weights : memref<64x256xf32, strided<[768, 1], offset: 256>>,
                                        memref<256x256xf32, strided<[256, 1], offset: ?>>) outs(%q : memref<64x256xf32>)
    %heads = memref.expand_shape %q [[0], [1, 2]] output_shape [64, 4, 64] : memref<64x256xf32> into memref<64x4x64xf32>
    linalg.exp ins(%heads : memref<64x4x64xf32>) outs(%y : memref<64x4x64xf32>)
    memref.dealloc %q : memref<64x256xf32>
  }
  return
}

// Rows at run-time addresses come from the home of an allocation with tiles. The op that reads them is tiled, too.
// CHECK-LABEL: func.func @gathered(
// CHECK: %[[T:.*]] = memref.alloc() : memref<256x64xf32>
// CHECK: memplace.window %[[T]]
// CHECK: memref.load %[[T]]
func.func @gathered(%x: memref<256x64xf32>, %ids: memref<256xi32>, %y: memref<256x64xf32>) {
  %c0 = arith.constant 0 : index
  %c255 = arith.constant 255 : index
  %table = memref.alloc() : memref<256x64xf32>
  linalg.exp ins(%x : memref<256x64xf32>) outs(%table : memref<256x64xf32>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>],
                  iterator_types = ["parallel", "parallel"]}
    ins(%ids : memref<256xi32>) outs(%y : memref<256x64xf32>) {
  ^bb0(%id: i32, %out: f32):
    %index = arith.index_cast %id : i32 to index
    %low = arith.maxsi %index, %c0 : index
    %row = arith.minsi %low, %c255 : index
    %column = linalg.index 1 : index
    %value = memref.load %table[%row, %column] : memref<256x64xf32>
    linalg.yield %value : f32
  }
  memref.dealloc %table : memref<256x64xf32>
  return
}

// Computed positions, which only the body loads, get no windows: the body needs all of them.
// CHECK-LABEL: func.func @computed_positions(
// CHECK: %[[IDS:.*]] = memref.alloc() : memref<256xi32>
// CHECK-NOT: memplace.window %[[IDS]]
// CHECK: linalg.generic {{.*}} outs(%[[IDS]] : memref<256xi32>)
// CHECK: memref.load %[[IDS]]
func.func @computed_positions(%x: memref<256x64xf32>, %ids: memref<256xi32>, %y: memref<256x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : i32
  %c255 = arith.constant 255 : index
  %next = memref.alloc() : memref<256xi32>
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
                  iterator_types = ["parallel"]} ins(%ids : memref<256xi32>) outs(%next : memref<256xi32>) {
  ^bb0(%id: i32, %out: i32):
    %sum = arith.addi %id, %c1 : i32
    linalg.yield %sum : i32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
    outs(%y : memref<256x64xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %id = memref.load %next[%i] : memref<256xi32>
    %at = arith.index_cast %id : i32 to index
    %low = arith.maxsi %at, %c0 : index
    %row = arith.minsi %low, %c255 : index
    %value = memref.load %x[%row, %j] : memref<256x64xf32>
    linalg.yield %value : f32
  }
  memref.dealloc %next : memref<256xi32>
  return
}

// Tiles unrolled by the user: their parts of large arguments need no loop of their own.
// CHECK-LABEL: func.func @unrolled(
// CHECK-DAG: memplace.window %arg0 : memref<64x256xf32>
// CHECK-DAG: memplace.window %arg1 : memref<64x256xf32>
func.func @unrolled(%x: memref<64x256xf32>, %y: memref<64x256xf32>) {
  %a = memref.subview %x[0, 0] [8, 256] [1, 1] : memref<64x256xf32> to memref<8x256xf32, strided<[256, 1]>>
  %b = memref.subview %y[0, 0] [8, 256] [1, 1] : memref<64x256xf32> to memref<8x256xf32, strided<[256, 1]>>
  linalg.exp ins(%a : memref<8x256xf32, strided<[256, 1]>>) outs(%b : memref<8x256xf32, strided<[256, 1]>>)
  %c = memref.subview %x[8, 0] [8, 256] [1, 1] : memref<64x256xf32> to memref<8x256xf32, strided<[256, 1], offset: 2048>>
  %d = memref.subview %y[8, 0] [8, 256] [1, 1] : memref<64x256xf32> to memref<8x256xf32, strided<[256, 1], offset: 2048>>
  linalg.exp ins(%c : memref<8x256xf32, strided<[256, 1], offset: 2048>>) outs(%d : memref<8x256xf32, strided<[256, 1], offset: 2048>>)
  return
}

// Tiles of a constant part, a constant part that a single tile takes, and tiles of a constant global.
// CHECK-LABEL: func.func @shared(
// CHECK-DAG: memplace.window %arg1 : memref<512x32xf32> to memref<128x16xf32, strided<[32, 1], offset: ?>>
// CHECK-DAG: memplace.window %arg1 : memref<512x32xf32> to memref<16x32xf32, strided<[32, 1], offset: ?>>
// CHECK-DAG: %[[G:.*]] = memref.get_global @table
// CHECK-DAG: memplace.window %[[G]] : memref<64x512xf32>
// CHECK: linalg.matmul
memref.global "private" constant @table : memref<64x512xf32> = dense<0.5>
func.func @shared(%x: memref<16x128xf32>, %w: memref<512x32xf32>, %y: memref<16x32xf32>, %z: memref<64x512xf32>,
                  %v: memref<16xf32>, %zero: f32) {
  %part = memref.subview %w[384, 0] [128, 32] [1, 1] : memref<512x32xf32> to memref<128x32xf32, strided<[32, 1], offset: 12288>>
  linalg.fill ins(%zero : f32) outs(%y : memref<16x32xf32>)
  linalg.matmul ins(%x, %part : memref<16x128xf32>, memref<128x32xf32, strided<[32, 1], offset: 12288>>)
    outs(%y : memref<16x32xf32>)
  %few = memref.subview %w[8, 0] [16, 32] [1, 1] : memref<512x32xf32> to memref<16x32xf32, strided<[32, 1], offset: 256>>
  linalg.generic {indexing_maps = [affine_map<(d0) -> (0, 0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
    ins(%few : memref<16x32xf32, strided<[32, 1], offset: 256>>) outs(%v : memref<16xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  %table = memref.get_global @table : memref<64x512xf32>
  linalg.exp ins(%table : memref<64x512xf32>) outs(%z : memref<64x512xf32>)
  return
}

// Ops of other dialects on constant parts take the parts, and everything of an allocation with windows.
// CHECK-LABEL: func.func @opaque(
// CHECK-DAG: memplace.window %arg0 : memref<64x256xf32> to memref<8x256xf32,
// CHECK-DAG: memplace.window %arg1 : memref<64x256xf32> to memref<8x256xf32,
// CHECK-DAG: %[[H:.*]] = memref.alloc() : memref<16x64xf32>
// CHECK-DAG: memplace.window %[[H]] : memref<16x64xf32> to memref<4x64xf32,
// CHECK-DAG: memplace.window %[[H]] : memref<16x64xf32> to memref<16x64xf32,
// CHECK: "npu.pack"(%{{.*}}, %{{.*}}) {memplace.access = ["read", "write"]} : (memref<8x256xf32, strided<[256, 1], offset: ?>>, memref<4x64xf32, strided<[64, 1], offset: ?>>)
// CHECK: "npu.unpack"(%{{.*}}, %{{.*}}) {memplace.access = ["read", "write"]} : (memref<16x64xf32, strided<[64, 1], offset: ?>>, memref<4x2x256xf32, strided<[512, 256, 1], offset: ?>>)
func.func @opaque(%x: memref<64x256xf32>, %y: memref<64x256xf32>) {
  %h = memref.alloc() : memref<16x64xf32>
  %a = memref.subview %x[24, 0] [8, 256] [1, 1] : memref<64x256xf32> to memref<8x256xf32, strided<[256, 1], offset: 6144>>
  %part = memref.subview %h[4, 0] [4, 64] [1, 1] : memref<16x64xf32> to memref<4x64xf32, strided<[64, 1], offset: 256>>
  "npu.pack"(%a, %part) {memplace.access = ["read", "write"]}
    : (memref<8x256xf32, strided<[256, 1], offset: 6144>>, memref<4x64xf32, strided<[64, 1], offset: 256>>) -> ()
  %b = memref.subview %y[8, 0] [8, 256] [1, 1] : memref<64x256xf32> to memref<8x256xf32, strided<[256, 1], offset: 2048>>
  %rows = memref.expand_shape %b [[0, 1], [2]] output_shape [4, 2, 256]
    : memref<8x256xf32, strided<[256, 1], offset: 2048>> into memref<4x2x256xf32, strided<[512, 256, 1], offset: 2048>>
  "npu.unpack"(%h, %rows) {memplace.access = ["read", "write"]}
    : (memref<16x64xf32>, memref<4x2x256xf32, strided<[512, 256, 1], offset: 2048>>) -> ()
  memref.dealloc %h : memref<16x64xf32>
  return
}

// A part of an argument, seen as heads, is a part of the argument seen as heads.
// CHECK-LABEL: func.func @heads(
// CHECK: %[[H:.*]] = memref.expand_shape %arg0 {{.*}} : memref<64x768xf32> into memref<64x12x64xf32>
// CHECK: memplace.window %[[H]] : memref<64x12x64xf32> to memref<64x4x2xf32, strided<[768, 64, 1], offset: ?>>
func.func @heads(%x: memref<64x768xf32>, %y: memref<64x4x64xf32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c64 = arith.constant 64 : index
  %part = memref.subview %x[0, 256] [64, 256] [1, 1]
    : memref<64x768xf32> to memref<64x256xf32, strided<[768, 1], offset: 256>>
  %heads = memref.expand_shape %part [[0], [1, 2]] output_shape [64, 4, 64]
    : memref<64x256xf32, strided<[768, 1], offset: 256>> into memref<64x4x64xf32, strided<[768, 64, 1], offset: 256>>
  scf.for %i = %c0 to %c64 step %c2 {
    %from = memref.subview %heads[0, 0, %i] [64, 4, 2] [1, 1, 1]
      : memref<64x4x64xf32, strided<[768, 64, 1], offset: 256>> to memref<64x4x2xf32, strided<[768, 64, 1], offset: ?>>
    %to = memref.subview %y[0, 0, %i] [64, 4, 2] [1, 1, 1]
      : memref<64x4x64xf32> to memref<64x4x2xf32, strided<[256, 64, 1], offset: ?>>
    "npu.exp"(%from, %to) {memplace.access = ["read", "write"]}
      : (memref<64x4x2xf32, strided<[768, 64, 1], offset: ?>>, memref<64x4x2xf32, strided<[256, 64, 1], offset: ?>>) -> ()
  }
  return
}

// A dimension without tiles is taken as a whole, also the last indices that strides skip: 31 rows of 128 would fit.
// CHECK-LABEL: func.func @strided(
// CHECK: memplace.window %arg0 : memref<34x16384xf32> to memref<34x64xf32
func.func @strided(%x: memref<34x16384xf32>, %w: memref<16xf32>, %y: memref<16384xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1 * 2, d0)>, affine_map<(d0, d1) -> (d1)>,
                                   affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
    ins(%x, %w : memref<34x16384xf32>, memref<16xf32>) outs(%y : memref<16384xf32>) {
  ^bb0(%in: f32, %weight: f32, %out: f32):
    %product = arith.mulf %in, %weight : f32
    %sum = arith.addf %out, %product : f32
    linalg.yield %sum : f32
  }
  return
}

// Two rows and a column do not fit, so each operand has one window.
// CHECK-LABEL: func.func @serial(
// CHECK-DAG: memplace.window %arg0 : memref<64x3072xf32> to memref<1x3072xf32
// CHECK-DAG: memplace.window %arg1 : memref<3072x64xf32> to memref<3072x1xf32
// CHECK-DAG: memplace.window %arg2
// CHECK-NOT: memplace.window
// CHECK: linalg.matmul
// CHECK-NOT: linalg.matmul
func.func @serial(%x: memref<64x3072xf32>, %w: memref<3072x64xf32>, %y: memref<64x64xf32>) {
  linalg.matmul ins(%x, %w : memref<64x3072xf32>, memref<3072x64xf32>) outs(%y : memref<64x64xf32>)
  return
}

// Batches and heads may have tiles besides three other dimensions.
// CHECK-LABEL: func.func @batches(
// CHECK: memplace.window %arg0 : memref<8x8x64x512xf32> to memref<1x1x{{[0-9]+}}x512xf32
func.func @batches(%p: memref<8x8x64x512xf32>, %v: memref<8x8x512x64xf32>, %y: memref<8x8x64x64xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>,
                                   affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4, d3)>,
                                   affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>],
                  iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
    ins(%p, %v : memref<8x8x64x512xf32>, memref<8x8x512x64xf32>) outs(%y : memref<8x8x64x64xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %product = arith.mulf %a, %b : f32
    %sum = arith.addf %out, %product : f32
    linalg.yield %sum : f32
  }
  return
}

// An allocation in an arm of a branch moves out, since it has windows.
// DEFAULT-LABEL: func.func @branch(
// DEFAULT: %[[A:.*]] = memref.alloc() : memref<2048x256xf32>
// DEFAULT: memplace.window %[[A]] : memref<2048x256xf32>
// DEFAULT: scf.if
func.func @branch(%test: i1, %x: memref<2048x256xf32>, %y: memref<2048x256xf32>) {
  scf.if %test {
    %a = memref.alloc() : memref<2048x256xf32>
    linalg.exp ins(%x : memref<2048x256xf32>) outs(%a : memref<2048x256xf32>)
    linalg.tanh ins(%a : memref<2048x256xf32>) outs(%y : memref<2048x256xf32>)
    memref.dealloc %a : memref<2048x256xf32>
  }
  return
}

// A small concatenation of results of ops with tiles: each part becomes an op with operands, since its body cannot
// load from allocations with windows.
// CHECK-LABEL: func.func @joined(
// CHECK-NOT: memref.load
// CHECK: return
func.func @joined(%x: memref<256x64xf32>, %y: memref<256x64xf32>, %z: memref<128xf32>) {
  %zero = arith.constant 0.0 : f32
  %c64 = arith.constant 64 : index
  %a = memref.alloc() : memref<64xf32>
  %b = memref.alloc() : memref<64xf32>
  linalg.fill ins(%zero : f32) outs(%a : memref<64xf32>)
  linalg.reduce {arith.maximumf} ins(%x : memref<256x64xf32>) outs(%a : memref<64xf32>) dimensions = [0]
  linalg.fill ins(%zero : f32) outs(%b : memref<64xf32>)
  linalg.reduce {arith.maximumf} ins(%y : memref<256x64xf32>) outs(%b : memref<64xf32>) dimensions = [0]
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%z : memref<128xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %isFirst = arith.cmpi ult, %i, %c64 : index
    %value = scf.if %isFirst -> (f32) {
      %first = memref.load %a[%i] : memref<64xf32>
      scf.yield %first : f32
    } else {
      %at = arith.subi %i, %c64 : index
      %second = memref.load %b[%at] : memref<64xf32>
      scf.yield %second : f32
    }
    linalg.yield %value : f32
  }
  memref.dealloc %a : memref<64xf32>
  memref.dealloc %b : memref<64xf32>
  return
}

// A sum of floats stays whole unless asked for, and this one does not fit.
// CHECK-LABEL: func.func @sum(
// CHECK-NOT: scf.for
// CHECK: linalg.dot
// CHECK-NOT: scf.for
func.func @sum(%a: memref<20000xf32>, %b: memref<20000xf32>, %c: memref<f32>) {
  linalg.dot ins(%a, %b : memref<20000xf32>, memref<20000xf32>) outs(%c : memref<f32>)
  return
}

// Tiles would read what other tiles have overwritten.
// CHECK-LABEL: func.func @transposed_in_place(
// CHECK-NOT: scf.for
func.func @transposed_in_place(%a: memref<128x128xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>],
                  iterator_types = ["parallel", "parallel"]}
    ins(%a : memref<128x128xf32>) outs(%a : memref<128x128xf32>) {
  ^bb0(%in: f32, %out: f32):
    %sum = arith.addf %in, %out : f32
    linalg.yield %sum : f32
  }
  return
}

// A trip reads what the trip before has allocated, so the allocations cannot be one.
// CHECK-LABEL: func.func @carried(
// CHECK: scf.for
// CHECK: memref.alloc
func.func @carried(%x: memref<64x256xf32>, %y: memref<64x256xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %first = memref.alloc() : memref<64x256xf32>
  memref.copy %x, %first : memref<64x256xf32> to memref<64x256xf32>
  %last = scf.for %i = %c0 to %c3 step %c1 iter_args(%before = %first) -> memref<64x256xf32> {
    %now = memref.alloc() : memref<64x256xf32>
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, 0)>,
                                     affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%before, %before : memref<64x256xf32>, memref<64x256xf32>) outs(%now : memref<64x256xf32>) {
    ^bb0(%a: f32, %b: f32, %out: f32):
      %sum = arith.addf %a, %b : f32
      linalg.yield %sum : f32
    }
    memref.dealloc %before : memref<64x256xf32>
    scf.yield %now : memref<64x256xf32>
  }
  memref.copy %last, %y : memref<64x256xf32> to memref<64x256xf32>
  memref.dealloc %last : memref<64x256xf32>
  return
}

// An op that runs backward along each of its axes has a single tile, which takes the allocation whole.
// CHECK-LABEL: func.func @turned(
// CHECK: %[[T:.*]] = memref.alloc() : memref<40x64xf32>
// CHECK: memplace.window %[[T]] : memref<40x64xf32> to memref<40x64xf32, strided<[64, 1], offset: ?>>
func.func @turned(%x: memref<40x64x64xf32>, %y: memref<40x64xf32>) {
  %c79 = arith.constant 39 : index
  %c63 = arith.constant 63 : index
  %sum = memref.alloc() : memref<40x64xf32>
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%sum : memref<40x64xf32>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%x : memref<40x64x64xf32>) outs(%sum : memref<40x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %v = arith.addf %in, %out : f32
    linalg.yield %v : f32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
    outs(%y : memref<40x64xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %row = arith.subi %c79, %i : index
    %column = arith.subi %c63, %j : index
    %v = memref.load %sum[%row, %column] : memref<40x64xf32>
    linalg.yield %v : f32
  }
  return
}
