// A decoding step writes a row of each cache at a run-time position, then reads the whole caches. The first product can
// loop over rows of its cache. The second sums over the rows, and a loop over rows would need them outermost; it is tiled.

// RUN: sed 's/2048/65536/; s/"latency_ps": 500000/"latency_ps": 500000, "dimensions": 2/' %S/Inputs/indexed.json > %t.json
// RUN: memplace-opt %s --memplace-default="target=%t.json" -o %t.mlir 2> %t.remarks
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: FileCheck %s --check-prefix=HOME --input-file=%t.remarks --allow-empty
// RUN: memplace-opt %t.mlir --memplace-verify-placement -o /dev/null

// HOME-NOT: linalg.generic

// CHECK-LABEL: func.func @decode(
// CHECK-DAG: memplace.window %arg4 : memref<512x4x64xf32> to memref<1x{{[0-9]+}}x64xf32,
// CHECK-DAG: memplace.window %arg5 : memref<512x4x64xf32> to memref<1x{{[0-9]+}}x64xf32,
#query = affine_map<(h, t, d) -> (h, d)>
#cache = affine_map<(h, t, d) -> (t, h, d)>
#score = affine_map<(h, t, d) -> (h, t)>
func.func @decode(%pos: memref<1xi32>, %q: memref<4x64xf32>, %k: memref<1x4x64xf32>, %v: memref<1x4x64xf32>,
                  %ks: memref<512x4x64xf32>, %vs: memref<512x4x64xf32>, %y: memref<4x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c511 = arith.constant 511 : index
  %p = memref.load %pos[%c0] : memref<1xi32>
  %index = arith.index_cast %p : i32 to index
  %row = arith.minui %index, %c511 : index
  %key = memref.subview %ks[%row, 0, 0] [1, 4, 64] [1, 1, 1]
    : memref<512x4x64xf32> to memref<1x4x64xf32, strided<[256, 64, 1], offset: ?>>
  memref.copy %k, %key : memref<1x4x64xf32> to memref<1x4x64xf32, strided<[256, 64, 1], offset: ?>>
  %value = memref.subview %vs[%row, 0, 0] [1, 4, 64] [1, 1, 1]
    : memref<512x4x64xf32> to memref<1x4x64xf32, strided<[256, 64, 1], offset: ?>>
  memref.copy %v, %value : memref<1x4x64xf32> to memref<1x4x64xf32, strided<[256, 64, 1], offset: ?>>
  %scores = memref.alloc() : memref<4x512xf32>
  linalg.fill ins(%zero : f32) outs(%scores : memref<4x512xf32>)
  linalg.generic {indexing_maps = [#query, #cache, #score], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%q, %ks : memref<4x64xf32>, memref<512x4x64xf32>) outs(%scores : memref<4x512xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %product = arith.mulf %a, %b : f32
    %next = arith.addf %product, %sum : f32
    linalg.yield %next : f32
  }
  linalg.fill ins(%zero : f32) outs(%y : memref<4x64xf32>)
  linalg.generic {indexing_maps = [#score, #cache, #query], iterator_types = ["parallel", "reduction", "parallel"]}
    ins(%scores, %vs : memref<4x512xf32>, memref<512x4x64xf32>) outs(%y : memref<4x64xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %product = arith.mulf %a, %b : f32
    %next = arith.addf %product, %sum : f32
    linalg.yield %next : f32
  }
  memref.dealloc %scores : memref<4x512xf32>
  return
}
