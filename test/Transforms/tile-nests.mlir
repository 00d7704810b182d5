// Nests of loops over elements that do not fit become loops over tiles, too.

// RUN: memplace-opt %s --memplace-pipeline-loops="target=%S/Inputs/tiles.json remarks=true" -o %t.mlir 2> %t.remarks
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: sed "/^.. Not tiled/,$ d" %s | memplace-opt --memplace-default="target=%S/Inputs/tiles.json" -o %t.placed.mlir
// RUN: memplace-opt %t.placed.mlir --memplace-verify-placement -o /dev/null

// REMARK: remark: 1 ops of function 'conv' are loops over tiles;
// REMARK: remark: 2 ops of function 'chain' are loops over tiles;
// REMARK: remark: {{[0-9]}} ops of function 'full' are loops over tiles;
// REMARK: remark: 1 ops of function 'pool_gradient' are loops over tiles;
// REMARK: remark: 1 ops of function 'padded_gradient' are loops over tiles;
// REMARK: remark: 1 ops of function 'scattered' are loops over tiles;
// REMARK: remark: {{[0-9]}} ops of function 'scattered_chain' are loops over tiles;
// REMARK-NOT: 'carried'

// A convolution with padding. Tiles of the input overlap, and the first and the last are cut off at the bounds. Rows of
// the result are overwritten, so their windows are not fetched.
// CHECK-LABEL: func.func @conv(
// CHECK-DAG: memplace.window %arg0 : memref<64x64x8xi8> to memref<[[ROWS:[0-9]+]]x64x8xi8, strided<[512, 8, 1], offset: ?>>
// CHECK-DAG: memplace.window %arg2 : memref<64x64x8xi8> to memref<{{[0-9]+}}x64x8xi8, strided<[512, 8, 1], offset: ?>>
// CHECK: scf.for
// CHECK: memref.load %{{.*}} : memref<[[ROWS]]x64x8xi8, strided<[512, 8, 1], offset: ?>>
// CHECK: memref.store
func.func @conv(%x: memref<64x64x8xi8>, %w: memref<8x3x3x8xi8>, %y: memref<64x64x8xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0 : i8
  scf.for %i = %c0 to %c64 step %c1 {
    scf.for %j = %c0 to %c64 step %c1 {
      scf.for %c = %c0 to %c8 step %c1 {
        %sum = scf.for %k = %c0 to %c3 step %c1 iter_args(%s = %zero) -> (i8) {
          %row1 = arith.addi %i, %k : index
          %row = arith.subi %row1, %c1 : index
          %inner = scf.for %l = %c0 to %c3 step %c1 iter_args(%t = %s) -> (i8) {
            %col1 = arith.addi %j, %l : index
            %col = arith.subi %col1, %c1 : index
            %isRow = arith.cmpi ult, %row, %c64 : index
            %isCol = arith.cmpi ult, %col, %c64 : index
            %isInside = arith.andi %isRow, %isCol : i1
            %added = scf.if %isInside -> (i8) {
              %all = scf.for %d = %c0 to %c8 step %c1 iter_args(%u = %t) -> (i8) {
                %a = memref.load %x[%row, %col, %d] : memref<64x64x8xi8>
                %b = memref.load %w[%c, %k, %l, %d] : memref<8x3x3x8xi8>
                %p = arith.muli %a, %b : i8
                %q = arith.addi %u, %p : i8
                scf.yield %q : i8
              }
              scf.yield %all : i8
            } else {
              scf.yield %t : i8
            }
            scf.yield %added : i8
          }
          scf.yield %inner : i8
        }
        memref.store %sum, %y[%i, %j, %c] : memref<64x64x8xi8>
      }
    }
  }
  return
}

// The second nest fits. It takes the result of the first, which stays at home, through a window of everything, and its
// own result stays in the scratchpad.
// CHECK-LABEL: func.func @chain(
// CHECK: %[[H:.*]] = memref.alloc() : memref<32xf32>
// CHECK-DAG: memplace.window %[[H]] : memref<32xf32> to memref<32xf32, strided<[1], offset: ?>>
// CHECK-DAG: memplace.window %arg0 : memref<32x2048xf32> to memref<{{[0-9]+}}x2048xf32, strided<[2048, 1], offset: ?>>
// CHECK: %[[R:.*]] = memref.alloc() : memref<32xf32>
// CHECK: memref.store %{{.*}}, %[[R]]
func.func @chain(%x: memref<32x2048xf32>, %y: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c2048 = arith.constant 2048 : index
  %zero = arith.constant 0.0 : f32
  %h = memref.alloc() : memref<32xf32>
  scf.for %i = %c0 to %c32 step %c1 {
    %sum = scf.for %j = %c0 to %c2048 step %c1 iter_args(%s = %zero) -> (f32) {
      %a = memref.load %x[%i, %j] : memref<32x2048xf32>
      %t = arith.addf %s, %a : f32
      scf.yield %t : f32
    }
    memref.store %sum, %h[%i] : memref<32xf32>
  }
  %r = memref.alloc() : memref<32xf32>
  scf.for %i = %c0 to %c32 step %c1 {
    %a = memref.load %h[%i] : memref<32xf32>
    %b = math.exp %a : f32
    memref.store %b, %r[%i] : memref<32xf32>
  }
  memref.copy %r, %y : memref<32xf32> to memref<32xf32>
  memref.dealloc %h : memref<32xf32>
  memref.dealloc %r : memref<32xf32>
  return
}

// Each nest fits, but the second fills the scratchpad, which leaves no room for its operands while the first runs. Its
// tiles take less.
// CHECK-LABEL: func.func @full(
// CHECK: memplace.window %arg2 : memref<128x32xf32>
func.func @full(%x: memref<128x32xf32>, %y: memref<64x32xf32>, %z: memref<128x32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  scf.for %i = %c0 to %c64 step %c1 {
    scf.for %j = %c0 to %c32 step %c1 {
      %even = arith.muli %i, %c2 : index
      %value = memref.load %x[%even, %j] : memref<128x32xf32>
      memref.store %value, %y[%i, %j] : memref<64x32xf32>
    }
  }
  scf.for %i = %c0 to %c128 step %c1 {
    scf.for %j = %c0 to %c32 step %c1 {
      %value = memref.load %x[%i, %j] : memref<128x32xf32>
      %twice = arith.addf %value, %value : f32
      memref.store %twice, %z[%i, %j] : memref<128x32xf32>
    }
  }
  return
}

// Each window of two rows is written by a trip of its own, at a row that the data choose.
// CHECK-LABEL: func.func @pool_gradient(
// CHECK-DAG: memplace.window %arg0 : memref<64x128xf32> to memref<[[ROWS:[0-9]]]x128xf32
// CHECK-DAG: memplace.window %arg2 : memref<64x128xf32> to memref<[[ROWS]]x128xf32
func.func @pool_gradient(%x: memref<64x128xf32>, %dy: memref<32x128xf32>, %dx: memref<64x128xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c63 = arith.constant 63 : index
  %before = arith.constant 0 : index
  %rows = arith.constant 32 : index
  %columns = arith.constant 128 : index
  scf.for %i = %c0 to %rows step %c1 {
    scf.for %j = %c0 to %columns step %c1 {
      %scaled = arith.muli %i, %c2 : index
      %begin = arith.subi %scaled, %before : index
      %begin0 = arith.maxsi %begin, %c0 : index
      %first = arith.minsi %begin0, %c63 : index
      %a = memref.load %x[%first, %j] : memref<64x128xf32>
      %found:2 = scf.for %k = %c0 to %c2 step %c1 iter_args(%best = %a, %place = %first) -> (f32, index) {
        %moved = arith.addi %begin, %k : index
        %moved0 = arith.maxsi %moved, %c0 : index
        %at = arith.minsi %moved0, %c63 : index
        %b = memref.load %x[%at, %j] : memref<64x128xf32>
        %larger = arith.cmpf ogt, %b, %best : f32
        %value = arith.select %larger, %b, %best : f32
        %index = arith.select %larger, %at, %place : index
        scf.yield %value, %index : f32, index
      }
      %old = memref.load %dx[%found#1, %j] : memref<64x128xf32>
      %add = memref.load %dy[%i, %j] : memref<32x128xf32>
      %new = arith.addf %old, %add : f32
      memref.store %new, %dx[%found#1, %j] : memref<64x128xf32>
    }
  }
  return
}

// Windows that exceed the rows are cut off there, so two trips could write the same row. Columns are tiled.
// CHECK-LABEL: func.func @padded_gradient(
// CHECK-DAG: memplace.window %arg2 : memref<64x128xf32> to memref<64x{{[0-9]+}}xf32, strided<[128, 1], offset: ?>>
func.func @padded_gradient(%x: memref<64x128xf32>, %dy: memref<33x128xf32>, %dx: memref<64x128xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c63 = arith.constant 63 : index
  %before = arith.constant 1 : index
  %rows = arith.constant 33 : index
  %columns = arith.constant 128 : index
  scf.for %i = %c0 to %rows step %c1 {
    scf.for %j = %c0 to %columns step %c1 {
      %scaled = arith.muli %i, %c2 : index
      %begin = arith.subi %scaled, %before : index
      %begin0 = arith.maxsi %begin, %c0 : index
      %first = arith.minsi %begin0, %c63 : index
      %a = memref.load %x[%first, %j] : memref<64x128xf32>
      %found:2 = scf.for %k = %c0 to %c2 step %c1 iter_args(%best = %a, %place = %first) -> (f32, index) {
        %moved = arith.addi %begin, %k : index
        %moved0 = arith.maxsi %moved, %c0 : index
        %at = arith.minsi %moved0, %c63 : index
        %b = memref.load %x[%at, %j] : memref<64x128xf32>
        %larger = arith.cmpf ogt, %b, %best : f32
        %value = arith.select %larger, %b, %best : f32
        %index = arith.select %larger, %at, %place : index
        scf.yield %value, %index : f32, index
      }
      %old = memref.load %dx[%found#1, %j] : memref<64x128xf32>
      %add = memref.load %dy[%i, %j] : memref<33x128xf32>
      %new = arith.addf %old, %add : f32
      memref.store %new, %dx[%found#1, %j] : memref<64x128xf32>
    }
  }
  return
}

// Trips may write the same element, so the tiles run in order. The result does not fit and stays at home.
// CHECK-LABEL: func.func @scattered(
// CHECK-DAG: memplace.window %arg0 : memref<16384xf32> to memref<[[COUNT:[0-9]+]]xf32,
// CHECK-DAG: memplace.window %arg1 : memref<16384xi32> to memref<[[COUNT]]xi32,
// CHECK-NOT: memplace.window %arg2
// CHECK: memref.store %{{.*}}, %arg2[%{{.*}}] : memref<16384xf32>
func.func @scattered(%x: memref<16384xf32>, %at: memref<16384xi32>, %y: memref<16384xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16384 = arith.constant 16384 : index
  scf.for %i = %c0 to %c16384 step %c1 {
    %a = memref.load %x[%i] : memref<16384xf32>
    %k = memref.load %at[%i] : memref<16384xi32>
    %index = arith.index_cast %k : i32 to index
    memref.store %a, %y[%index] : memref<16384xf32>
  }
  return
}

// A result in an allocation is summed at home, in order, and other ops take its elements through windows.
// CHECK-LABEL: func.func @scattered_chain(
// CHECK: %[[SUMS:.*]] = memref.alloc() : memref<16384xf32>
// CHECK: memplace.window %[[SUMS]] : memref<16384xf32>
// CHECK: memref.store %{{.*}}, %[[SUMS]][%{{.*}}] : memref<16384xf32>
func.func @scattered_chain(%x: memref<16384xf32>, %at: memref<16384xi32>, %y: memref<16384xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16384 = arith.constant 16384 : index
  %zero = arith.constant 0.0 : f32
  %sums = memref.alloc() : memref<16384xf32>
  linalg.fill ins(%zero : f32) outs(%sums : memref<16384xf32>)
  scf.for %i = %c0 to %c16384 step %c1 {
    %k = memref.load %at[%i] : memref<16384xi32>
    %index = arith.index_cast %k : i32 to index
    %isIn = arith.cmpi ult, %index, %c16384 : index
    scf.if %isIn {
      %a = memref.load %x[%i] : memref<16384xf32>
      %b = memref.load %sums[%index] : memref<16384xf32>
      %sum = arith.addf %a, %b : f32
      memref.store %sum, %sums[%index] : memref<16384xf32>
    }
  }
  linalg.exp ins(%sums : memref<16384xf32>) outs(%y : memref<16384xf32>)
  memref.dealloc %sums : memref<16384xf32>
  return
}

// Not tiled: a trip reads the element that the trip before has written.
// CHECK-LABEL: func.func @carried(
// CHECK-NOT: memplace.window
func.func @carried(%x: memref<16385xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16384 = arith.constant 16384 : index
  scf.for %i = %c0 to %c16384 step %c1 {
    %a = memref.load %x[%i] : memref<16385xf32>
    %b = math.exp %a : f32
    %next = arith.addi %i, %c1 : index
    memref.store %b, %x[%next] : memref<16385xf32>
  }
  return
}
