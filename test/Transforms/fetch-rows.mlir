// Rows at run-time addresses of buffers that do not fit go through windows.
//
// RUN: memplace-opt %s --memplace-fetch-rows=target=%S/Inputs/indexed.json | FileCheck %s
// RUN: sed 's/"indexed": true/"indexed": false/' %S/Inputs/indexed.json > %t.json
// RUN: memplace-opt %s --memplace-fetch-rows=target=%t.json | FileCheck %s --check-prefix=NONE
// NONE-NOT: memplace.window

#row = affine_map<(d0, d1) -> (d0)>
#all = affine_map<(d0, d1) -> (d0, d1)>

// A gather with the indices as an input. The loop takes turns with two windows, and moves each a trip ahead.
// CHECK-LABEL: func.func @gather(
// CHECK-SAME: %[[TABLE:.*]]: memref<100x8xi32>, %[[IDS:.*]]: memref<6xindex>, %[[OUT:.*]]: memref<6x8xi32>
// CHECK-DAG: %[[EVEN:.*]] = memplace.window %[[TABLE]] : memref<100x8xi32> to memref<1x8xi32, strided<[8, 1], offset: ?>>
// CHECK-DAG: %[[ODD:.*]] = memplace.window %[[TABLE]]
// CHECK: memplace.move %[[EVEN:.*]] to
// CHECK: scf.for %[[I:.*]] = %c0{{.*}} to %c4{{.*}} step %c2
// CHECK: %[[NEXT:.*]] = arith.addi %[[I]], %c1
// CHECK: memref.subview %[[IDS]][%[[NEXT]]] [1] [1]
// CHECK: %[[ROW:.*]] = memref.load
// CHECK: %[[FIRST:.*]] = arith.muli %[[ROW]], %c8
// CHECK: memplace.move %[[ODD]] to %[[FIRST]]
// CHECK: %[[VIEW:.*]] = memref.subview %[[EVEN]][0, 0] [1, 8] [1, 1]
// The op no longer reads the indices.
// CHECK: linalg.generic {{.*}}["parallel", "parallel"]} outs(
// CHECK: memref.load %[[VIEW]][%c0{{.*}}, %{{.*}}]
// CHECK: memplace.move %[[EVEN]] to
// CHECK: memref.subview %[[ODD]][0, 0]
// CHECK: linalg.generic
func.func @gather(%table: memref<100x8xi32>, %ids: memref<6xindex>, %out: memref<6x8xi32>) {
  linalg.generic {indexing_maps = [#row, #all], iterator_types = ["parallel", "parallel"]} ins(%ids : memref<6xindex>) outs(%out : memref<6x8xi32>) {
  ^bb0(%id: index, %o: i32):
    %j = linalg.index 1 : index
    %0 = memref.load %table[%id, %j] : memref<100x8xi32>
    linalg.yield %0 : i32
  }
  return
}

// A view that is read needs one move; a view that is written moves away after its last use, so that the contents are
// back.
// CHECK-LABEL: func.func @views(
// CHECK-SAME: %[[CACHE:.*]]: memref<100x8xi32>
// CHECK: memplace.move %[[W:.*]] to
// CHECK: memref.copy %{{.*}}, %
// CHECK: memplace.move %[[W]] to %c0
// CHECK: memplace.move %[[R:.*]] to
// CHECK: memref.copy
// CHECK-NOT: memplace.move
// CHECK: return
func.func @views(%cache: memref<100x8xi32>, %at: index, %new: memref<2x8xi32>, %out: memref<2x8xi32>) {
  %write = memref.subview %cache[%at, 0] [2, 8] [1, 1] : memref<100x8xi32> to memref<2x8xi32, strided<[8, 1], offset: ?>>
  memref.copy %new, %write : memref<2x8xi32> to memref<2x8xi32, strided<[8, 1], offset: ?>>
  %read = memref.subview %cache[%at, 0] [2, 8] [1, 1] : memref<100x8xi32> to memref<2x8xi32, strided<[8, 1], offset: ?>>
  memref.copy %read, %out : memref<2x8xi32, strided<[8, 1], offset: ?>> to memref<2x8xi32>
  return
}

// An op on a whole array that cannot be cut, since an access at a run-time position uses it, becomes a loop over runs of
// rows: here of ten, since 2048 bytes hold six runs. A second such op on the other operands has the same rows.
// CHECK-LABEL: func.func @whole(
// CHECK: scf.for %{{.*}} step %{{.*}} {
// CHECK: memplace.move
// CHECK: linalg.copy ins(%{{.*}} : memref<10x8xi32, {{.*}}>) outs(%{{.*}} : memref<10x8xi32, {{.*}}>)
// CHECK: scf.for
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : memref<10x8xi32, {{.*}}>, memref<8xi32{{.*}}>) outs(%{{.*}} : memref<10x8xi32, {{.*}}>)
func.func @whole(%table: memref<100x8xi32>, %at: index, %new: memref<2x8xi32>, %bias: memref<8xi32>, %out: memref<100x8xi32>) {
  %copy = memref.alloc() : memref<100x8xi32>
  memref.copy %table, %copy : memref<100x8xi32> to memref<100x8xi32>
  %write = memref.subview %copy[%at, 0] [2, 8] [1, 1] : memref<100x8xi32> to memref<2x8xi32, strided<[8, 1], offset: ?>>
  memref.copy %new, %write : memref<2x8xi32> to memref<2x8xi32, strided<[8, 1], offset: ?>>
  linalg.generic {indexing_maps = [#all, affine_map<(d0, d1) -> (d1)>, #all], iterator_types = ["parallel", "parallel"]} ins(%copy, %bias : memref<100x8xi32>, memref<8xi32>) outs(%out : memref<100x8xi32>) {
  ^bb0(%x: i32, %b: i32, %o: i32):
    %0 = arith.addi %x, %b : i32
    linalg.yield %0 : i32
  }
  return
}

// Sums over the rows, columns before rows, and rows larger than the scratchpad's share stay as they are.
// CHECK-LABEL: func.func @no_rows(
// CHECK-NOT: linalg.{{.*}}memref<10x8
// CHECK: return
func.func @no_rows(%table: memref<100x8xi32>, %at: index, %new: memref<2x8xi32>, %sums: memref<8xi32>, %turned: memref<8x100xi32>) {
  %write = memref.subview %table[%at, 0] [2, 8] [1, 1] : memref<100x8xi32> to memref<2x8xi32, strided<[8, 1], offset: ?>>
  memref.copy %new, %write : memref<2x8xi32> to memref<2x8xi32, strided<[8, 1], offset: ?>>
  linalg.reduce ins(%table : memref<100x8xi32>) outs(%sums : memref<8xi32>) dimensions = [0]
    (%x: i32, %sum: i32) {
      %0 = arith.addi %x, %sum : i32
      linalg.yield %0 : i32
    }
  linalg.transpose ins(%table : memref<100x8xi32>) outs(%turned : memref<8x100xi32>) permutation = [1, 0]
  return
}

// Windows do not see each other, so a view stays at home if another access in its time conflicts.
// CHECK-LABEL: func.func @overlapping_views(
// CHECK: %[[READ:.*]] = memref.subview %arg0[%arg1, 0]
// CHECK: memplace.move
// CHECK: memref.copy %arg3
// CHECK: memref.copy %[[READ]]
func.func @overlapping_views(%cache: memref<100x8xi32>, %at: index, %other: index, %new: memref<2x8xi32>, %out: memref<2x8xi32>) {
  %read = memref.subview %cache[%at, 0] [2, 8] [1, 1] : memref<100x8xi32> to memref<2x8xi32, strided<[8, 1], offset: ?>>
  %write = memref.subview %cache[%other, 0] [2, 8] [1, 1] : memref<100x8xi32> to memref<2x8xi32, strided<[8, 1], offset: ?>>
  memref.copy %new, %write : memref<2x8xi32> to memref<2x8xi32, strided<[8, 1], offset: ?>>
  memref.copy %read, %out : memref<2x8xi32, strided<[8, 1], offset: ?>> to memref<2x8xi32>
  return
}

// The same within one op, whose rows may be the same one: `%from` is read again.
// CHECK-LABEL: func.func @row_to_row(
// CHECK: %[[FROM:.*]] = memref.subview %arg0[%arg1, 0]
// CHECK: linalg.exp ins(%[[FROM]]
// CHECK: linalg.tanh ins(%[[FROM]]
func.func @row_to_row(%cache: memref<100x8xf32>, %at: index, %other: index, %out: memref<1x8xf32>) {
  %from = memref.subview %cache[%at, 0] [1, 8] [1, 1] : memref<100x8xf32> to memref<1x8xf32, strided<[8, 1], offset: ?>>
  %to = memref.subview %cache[%other, 0] [1, 8] [1, 1] : memref<100x8xf32> to memref<1x8xf32, strided<[8, 1], offset: ?>>
  linalg.exp ins(%from : memref<1x8xf32, strided<[8, 1], offset: ?>>) outs(%to : memref<1x8xf32, strided<[8, 1], offset: ?>>)
  linalg.tanh ins(%from : memref<1x8xf32, strided<[8, 1], offset: ?>>) outs(%out : memref<1x8xf32>)
  return
}

// A loop that is one step has no place for moves.
// CHECK-LABEL: func.func @parallel(
// CHECK-NOT: memplace.move
// CHECK: return
func.func @parallel(%cache: memref<100x8xf32>, %ids: memref<6xindex>, %out: memref<6x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  scf.parallel (%i) = (%c0) to (%c6) step (%c1) {
    %id = memref.load %ids[%i] : memref<6xindex>
    %row = memref.subview %cache[%id, 0] [1, 8] [1, 1] : memref<100x8xf32> to memref<1x8xf32, strided<[8, 1], offset: ?>>
    %to = memref.subview %out[%i, 0] [1, 8] [1, 1] : memref<6x8xf32> to memref<1x8xf32, strided<[8, 1], offset: ?>>
    linalg.tanh ins(%row : memref<1x8xf32, strided<[8, 1], offset: ?>>) outs(%to : memref<1x8xf32, strided<[8, 1], offset: ?>>)
    scf.reduce
  }
  return
}

// A scatter updates a row at a time. The row's position is moved into the array, since a condition guards the access.
// CHECK-LABEL: func.func @scatter(
// CHECK: %[[W:.*]] = memplace.window %arg0
// CHECK: scf.for
// CHECK: %[[ID:.*]] = memref.load %arg1
// CHECK: %[[LOW:.*]] = arith.maxsi %[[ID]], %c0
// CHECK: %[[AT:.*]] = arith.minsi %[[LOW]], %c99
// CHECK: arith.muli %[[AT]], %c8
// CHECK: memplace.move %[[W]] to
// CHECK: %[[ROW:.*]] = memref.subview %[[W]]
// CHECK: scf.if
// CHECK: scf.for %[[J:.*]] =
// CHECK: memref.load %[[ROW]][%c0{{.*}}, %[[J]]]
// CHECK: memref.store %{{.*}}, %[[ROW]][%c0{{.*}}, %[[J]]]
// CHECK: memplace.move %[[W]] to %c0
func.func @scatter(%cache: memref<100x8xi32>, %ids: memref<6xindex>, %new: memref<6x8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %c8 = arith.constant 8 : index
  %c100 = arith.constant 100 : index
  scf.for %i = %c0 to %c6 step %c1 {
    %id = memref.load %ids[%i] : memref<6xindex>
    %inside = arith.cmpi ult, %id, %c100 : index
    scf.if %inside {
      scf.for %j = %c0 to %c8 step %c1 {
        %old = memref.load %cache[%id, %j] : memref<100x8xi32>
        %add = memref.load %new[%i, %j] : memref<6x8xi32>
        %sum = arith.addi %old, %add : i32
        memref.store %sum, %cache[%id, %j] : memref<100x8xi32>
      }
    }
  }
  return
}

// Left as they are: columns, which are no run of bytes; a row selected under a condition; and a table that fits.
// CHECK-LABEL: func.func @others(
// CHECK-NOT: memplace.window
// CHECK: return
func.func @others(%cache: memref<100x8xi32>, %small: memref<10x8xi32>, %ids: memref<6xindex>, %at: index,
                  %column: memref<100x1xi32>, %out: memref<6x8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %seven = arith.constant 7 : i32
  %view = memref.subview %cache[0, %at] [100, 1] [1, 1] : memref<100x8xi32> to memref<100x1xi32, strided<[8, 1], offset: ?>>
  memref.copy %view, %column : memref<100x1xi32, strided<[8, 1], offset: ?>> to memref<100x1xi32>
  scf.for %i = %c0 to %c6 step %c1 {
    %id = memref.load %ids[%i] : memref<6xindex>
    %inside = arith.cmpi ult, %id, %c6 : index
    scf.if %inside {
      %row = memref.load %ids[%id] : memref<6xindex>
      memref.store %seven, %cache[%row, %c0] : memref<100x8xi32>
    }
  }
  linalg.generic {indexing_maps = [#row, #all], iterator_types = ["parallel", "parallel"]} ins(%ids : memref<6xindex>) outs(%out : memref<6x8xi32>) {
  ^bb0(%id: index, %o: i32):
    %inside = arith.cmpi slt, %id, %c6 : index
    %0 = scf.if %inside -> i32 {
      %1 = memref.load %cache[%id, %c0] : memref<100x8xi32>
      scf.yield %1 : i32
    } else {
      scf.yield %seven : i32
    }
    linalg.yield %0 : i32
  }
  linalg.generic {indexing_maps = [#row, #all], iterator_types = ["parallel", "parallel"]} ins(%ids : memref<6xindex>) outs(%out : memref<6x8xi32>) {
  ^bb0(%id: index, %o: i32):
    %j = linalg.index 1 : index
    %0 = memref.load %small[%id, %j] : memref<10x8xi32>
    linalg.yield %0 : i32
  }
  return
}
