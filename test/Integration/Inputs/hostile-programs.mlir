// Hand-written programs made to break alias analysis, schedules and placements.
// @f0, @f1, ... are run before and after placement by stress.py --programs.

// Views of views.
func.func @f0(%a: memref<64xi32>, %r: memref<64xi32>) {
  %m = memref.alloc() : memref<64xi32>
  memref.copy %a, %m : memref<64xi32> to memref<64xi32>
  %s1 = memref.subview %m[8][48][1] : memref<64xi32> to memref<48xi32, strided<[1], offset: 8>>
  %s2 = memref.subview %s1[4][20][2] : memref<48xi32, strided<[1], offset: 8>> to memref<20xi32, strided<[2], offset: 12>>
  %s3 = memref.subview %s2[3][10][1] : memref<20xi32, strided<[2], offset: 12>> to memref<10xi32, strided<[2], offset: 18>>
  %s4 = memref.subview %m[19][10][2] : memref<64xi32> to memref<10xi32, strided<[2], offset: 19>>
  linalg.add ins(%s3, %s4 : memref<10xi32, strided<[2], offset: 18>>, memref<10xi32, strided<[2], offset: 19>>) outs(%s4 : memref<10xi32, strided<[2], offset: 19>>)
  linalg.add ins(%m, %a : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
  return
}

// Reinterpret whole.
func.func @f1(%a: memref<64xi32>, %r: memref<8x8xi32>) {
  %m = memref.alloc() : memref<64xi32>
  memref.copy %a, %m : memref<64xi32> to memref<64xi32>
  %v = memref.reinterpret_cast %m to offset: [0], sizes: [8, 8], strides: [1, 8] : memref<64xi32> to memref<8x8xi32, strided<[1, 8]>>
  %w = memref.reinterpret_cast %v to offset: [0], sizes: [8, 8], strides: [8, 1] : memref<8x8xi32, strided<[1, 8]>> to memref<8x8xi32>
  linalg.add ins(%v, %w : memref<8x8xi32, strided<[1, 8]>>, memref<8x8xi32>) outs(%r : memref<8x8xi32>)
  return
}

// Reinterpret zero stride.
func.func @f2(%a: memref<8xi32>, %r: memref<8xi32>) {
  %m = memref.alloc() : memref<8xi32>
  memref.copy %a, %m : memref<8xi32> to memref<8xi32>
  %v = memref.reinterpret_cast %m to offset: [3], sizes: [8], strides: [0] : memref<8xi32> to memref<8xi32, strided<[0], offset: 3>>
  linalg.add ins(%v, %m : memref<8xi32, strided<[0], offset: 3>>, memref<8xi32>) outs(%r : memref<8xi32>)
  return
}

// Zero stride write. Element 0 is written 8 times: the view has as many
// elements as the storage but does not cover it.
func.func @f3(%a: memref<8xi32>, %r: memref<8xi32>) {
  %c = arith.constant 5 : i32
  %m = memref.alloc() : memref<8xi32>
  memref.copy %a, %m : memref<8xi32> to memref<8xi32>
  %v = memref.reinterpret_cast %m to offset: [0], sizes: [8], strides: [0] : memref<8xi32> to memref<8xi32, strided<[0]>>
  linalg.fill ins(%c : i32) outs(%v : memref<8xi32, strided<[0]>>)
  memref.copy %m, %r : memref<8xi32> to memref<8xi32>
  return
}

// Overlap same step.
func.func @f4(%a: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c60 = arith.constant 60 : index
  %m = memref.alloc() : memref<64xi32>
  memref.copy %a, %m : memref<64xi32> to memref<64xi32>
  %lo = memref.subview %m[0][60][1] : memref<64xi32> to memref<60xi32, strided<[1]>>
  %hi = memref.subview %m[4][60][1] : memref<64xi32> to memref<60xi32, strided<[1], offset: 4>>
  scf.for %i = %c0 to %c60 step %c1 {
    %x = memref.load %lo[%i] : memref<60xi32, strided<[1]>>
    %y = memref.load %hi[%i] : memref<60xi32, strided<[1], offset: 4>>
    %z = arith.addi %x, %y : i32
    memref.store %z, %hi[%i] : memref<60xi32, strided<[1], offset: 4>>
  }
  memref.copy %m, %a : memref<64xi32> to memref<64xi32>
  return
}

// Inplace ins outs.
func.func @f5(%a: memref<64xi32>, %r: memref<64xi32>) {
  %m = memref.alloc() : memref<64xi32>
  memref.copy %a, %m : memref<64xi32> to memref<64xi32>
  linalg.add ins(%m, %m : memref<64xi32>, memref<64xi32>) outs(%m : memref<64xi32>)
  linalg.mul ins(%m, %a : memref<64xi32>, memref<64xi32>) outs(%m : memref<64xi32>)
  memref.copy %m, %r : memref<64xi32> to memref<64xi32>
  return
}

// Partial outs. The map of the output skips the odd
// columns.
#e_6 = affine_map<(i, j) -> (i, j * 2)>
#d_6 = affine_map<(i, j) -> (i, j)>
func.func @f6(%a: memref<8x4xi32>, %b: memref<8x8xi32>, %r: memref<8x8xi32>) {
  %m = memref.alloc() : memref<8x8xi32>
  memref.copy %b, %m : memref<8x8xi32> to memref<8x8xi32>
  linalg.generic {indexing_maps = [#d_6, #e_6], iterator_types = ["parallel", "parallel"]} ins(%a : memref<8x4xi32>) outs(%m : memref<8x8xi32>) {
  ^bb0(%x: i32, %y: i32):
    linalg.yield %x : i32
  }
  memref.copy %m, %r : memref<8x8xi32> to memref<8x8xi32>
  return
}

// Broadcast outs. The output's map drops a dimension without reduction: the
// last trip wins.
#d2_7 = affine_map<(i, j) -> (i, j)>
#d1_7 = affine_map<(i, j) -> (i)>
func.func @f7(%a: memref<8x4xi32>, %r: memref<8xi32>) {
  %m = memref.alloc() : memref<8xi32>
  linalg.generic {indexing_maps = [#d2_7, #d1_7], iterator_types = ["parallel", "reduction"]} ins(%a : memref<8x4xi32>) outs(%m : memref<8xi32>) {
  ^bb0(%x: i32, %y: i32):
    linalg.yield %x : i32
  }
  memref.copy %m, %r : memref<8xi32> to memref<8xi32>
  return
}

// Constant index out.
#in_8 = affine_map<(i) -> (i)>
#out_8 = affine_map<(i) -> (i, 3)>
func.func @f8(%a: memref<8xi32>, %b: memref<8x8xi32>, %r: memref<8x8xi32>) {
  %m = memref.alloc() : memref<8x8xi32>
  memref.copy %b, %m : memref<8x8xi32> to memref<8x8xi32>
  linalg.generic {indexing_maps = [#in_8, #out_8], iterator_types = ["parallel"]} ins(%a : memref<8xi32>) outs(%m : memref<8x8xi32>) {
  ^bb0(%x: i32, %y: i32):
    linalg.yield %x : i32
  }
  memref.copy %m, %r : memref<8x8xi32> to memref<8x8xi32>
  return
}

// Zero trip const.
func.func @f9(%a: memref<64xi32>, %r: memref<64xi32>) {
  %c4 = arith.constant 4 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 9 : i32
  %m = memref.alloc() : memref<64xi32>
  memref.copy %a, %m : memref<64xi32> to memref<64xi32>
  scf.for %i = %c4 to %c4 step %c1 {
    linalg.fill ins(%z : i32) outs(%m : memref<64xi32>)
    linalg.fill ins(%z : i32) outs(%r : memref<64xi32>)
  }
  linalg.add ins(%m, %a : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
  return
}

// Zero trip dynamic.
func.func @f10(%a: memref<64xi32>, %n: memref<1xi32>, %r: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = memref.load %n[%c0] : memref<1xi32>
  %xz = arith.xori %x, %x : i32
  %end = arith.index_cast %xz : i32 to index
  %m = memref.alloc() : memref<64xi32>
  %z = arith.constant 9 : i32
  memref.copy %a, %m : memref<64xi32> to memref<64xi32>
  linalg.add ins(%m, %a : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
  scf.for %i = %c0 to %end step %c1 {
    linalg.fill ins(%z : i32) outs(%m : memref<64xi32>)
    linalg.fill ins(%z : i32) outs(%r : memref<64xi32>)
  }
  linalg.add ins(%m, %r : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
  return
}

// Arg written only in dynamic loop.
func.func @f11(%a: memref<64xi32>, %n: memref<1xi32>, %r: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = memref.load %n[%c0] : memref<1xi32>
  %xz = arith.xori %x, %x : i32
  %end = arith.index_cast %xz : i32 to index
  scf.for %i = %c0 to %end step %c1 {
    %m = memref.alloc() : memref<64xi32>
    linalg.add ins(%a, %a : memref<64xi32>, memref<64xi32>) outs(%m : memref<64xi32>)
    linalg.add ins(%m, %a : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
  }
  return
}

// One trip.
func.func @f12(%a: memref<64xi32>, %r: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.alloc() : memref<64xi32>
  scf.for %i = %c0 to %c1 step %c1 {
    linalg.add ins(%a, %a : memref<64xi32>, memref<64xi32>) outs(%m : memref<64xi32>)
    linalg.add ins(%m, %a : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
  }
  linalg.add ins(%m, %r : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
  return
}

// Swap carried.
func.func @f13(%a: memref<64xi32>, %r: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %m = memref.alloc() : memref<64xi32>
  %n = memref.alloc() : memref<64xi32>
  memref.copy %a, %m : memref<64xi32> to memref<64xi32>
  memref.copy %a, %n : memref<64xi32> to memref<64xi32>
  %p:2 = scf.for %i = %c0 to %c5 step %c1 iter_args(%x = %m, %y = %n) -> (memref<64xi32>, memref<64xi32>) {
    linalg.add ins(%x, %a : memref<64xi32>, memref<64xi32>) outs(%y : memref<64xi32>)
    scf.yield %y, %x : memref<64xi32>, memref<64xi32>
  }
  linalg.sub ins(%p#0, %p#1 : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
  return
}

// Carried views.
func.func @f14(%a: memref<64xi32>, %r: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %m = memref.alloc() : memref<64xi32>
  memref.copy %a, %m : memref<64xi32> to memref<64xi32>
  %s = memref.subview %m[0][32][1] : memref<64xi32> to memref<32xi32, strided<[1], offset: 0>>
  %s1 = memref.cast %s : memref<32xi32, strided<[1], offset: 0>> to memref<32xi32, strided<[1], offset: ?>>
  %p = scf.for %i = %c0 to %c5 step %c1 iter_args(%x = %s1) -> (memref<32xi32, strided<[1], offset: ?>>) {
    %q = memref.subview %m[%i][32][1] : memref<64xi32> to memref<32xi32, strided<[1], offset: ?>>
    linalg.add ins(%x, %q : memref<32xi32, strided<[1], offset: ?>>, memref<32xi32, strided<[1], offset: ?>>) outs(%x : memref<32xi32, strided<[1], offset: ?>>)
    scf.yield %q : memref<32xi32, strided<[1], offset: ?>>
  }
  linalg.add ins(%m, %a : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
  %rr = memref.subview %r[0][32][1] : memref<64xi32> to memref<32xi32, strided<[1], offset: 0>>
  linalg.add ins(%p, %p : memref<32xi32, strided<[1], offset: ?>>, memref<32xi32, strided<[1], offset: ?>>) outs(%rr : memref<32xi32, strided<[1], offset: 0>>)
  return
}

// Carried same via cast.
func.func @f15(%a: memref<64xi32>, %r: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %m = memref.alloc() : memref<64xi32>
  memref.copy %a, %m : memref<64xi32> to memref<64xi32>
  %d = memref.cast %m : memref<64xi32> to memref<?xi32>
  %p = scf.for %i = %c0 to %c5 step %c1 iter_args(%x = %d) -> (memref<?xi32>) {
    %q = memref.cast %x : memref<?xi32> to memref<64xi32>
    linalg.add ins(%q, %a : memref<64xi32>, memref<64xi32>) outs(%q : memref<64xi32>)
    %z = memref.cast %q : memref<64xi32> to memref<?xi32>
    scf.yield %z : memref<?xi32>
  }
  %q2 = memref.cast %p : memref<?xi32> to memref<64xi32>
  linalg.add ins(%q2, %a : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
  return
}

// Inner to outer carried.
func.func @f16(%a: memref<64xi32>, %r: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %m = memref.alloc() : memref<64xi32>
  %n = memref.alloc() : memref<64xi32>
  memref.copy %a, %m : memref<64xi32> to memref<64xi32>
  memref.copy %a, %n : memref<64xi32> to memref<64xi32>
  %p = scf.for %i = %c0 to %c3 step %c1 iter_args(%x = %m) -> (memref<64xi32>) {
    %q = scf.for %j = %c0 to %c3 step %c1 iter_args(%y = %x) -> (memref<64xi32>) {
      linalg.add ins(%y, %n : memref<64xi32>, memref<64xi32>) outs(%y : memref<64xi32>)
      scf.yield %y : memref<64xi32>
    }
    linalg.add ins(%q, %n : memref<64xi32>, memref<64xi32>) outs(%n : memref<64xi32>)
    scf.yield %q : memref<64xi32>
  }
  linalg.add ins(%p, %n : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
  return
}

// Inner swap outer.
func.func @f17(%a: memref<64xi32>, %r: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %m = memref.alloc() : memref<64xi32>
  %n = memref.alloc() : memref<64xi32>
  memref.copy %a, %m : memref<64xi32> to memref<64xi32>
  memref.copy %a, %n : memref<64xi32> to memref<64xi32>
  %p:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%x = %m, %x2 = %n) -> (memref<64xi32>, memref<64xi32>) {
    %q:2 = scf.for %j = %c0 to %c3 step %c1 iter_args(%y = %x, %y2 = %x2) -> (memref<64xi32>, memref<64xi32>) {
      linalg.add ins(%y, %y2 : memref<64xi32>, memref<64xi32>) outs(%y : memref<64xi32>)
      scf.yield %y2, %y : memref<64xi32>, memref<64xi32>
    }
    scf.yield %q#1, %q#0 : memref<64xi32>, memref<64xi32>
  }
  linalg.sub ins(%p#0, %p#1 : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
  return
}

// Nested live combos.
func.func @f18(%a: memref<64xi32>, %r: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %k = arith.constant 7 : i32
  %b1 = memref.alloc() : memref<64xi32>
  %b2 = memref.alloc() : memref<64xi32>
  %b3 = memref.alloc() : memref<64xi32>
  %b4 = memref.alloc() : memref<64xi32>
  linalg.fill ins(%k : i32) outs(%b1 : memref<64xi32>)
  linalg.fill ins(%k : i32) outs(%r : memref<64xi32>)
  scf.for %i = %c0 to %c3 step %c1 {
    linalg.add ins(%b1, %a : memref<64xi32>, memref<64xi32>) outs(%b2 : memref<64xi32>)
    scf.for %j = %c0 to %c3 step %c1 {
      linalg.add ins(%b2, %a : memref<64xi32>, memref<64xi32>) outs(%b3 : memref<64xi32>)
      linalg.add ins(%b3, %r : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
      linalg.add ins(%b1, %r : memref<64xi32>, memref<64xi32>) outs(%b1 : memref<64xi32>)
    }
    linalg.add ins(%b3, %b2 : memref<64xi32>, memref<64xi32>) outs(%b4 : memref<64xi32>)
    scf.for %j = %c0 to %c3 step %c1 {
      linalg.add ins(%b4, %r : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
    }
  }
  linalg.add ins(%b4, %r : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
  linalg.add ins(%b1, %r : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
  return
}

// First write in if.
func.func @f19(%a: memref<64xi32>, %r: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %k = arith.constant 7 : i32
  %x = memref.load %a[%c0] : memref<64xi32>
  %p = arith.cmpi sgt, %x, %k : i32
  %m = memref.alloc() : memref<64xi32>
  scf.if %p {
    linalg.add ins(%a, %a : memref<64xi32>, memref<64xi32>) outs(%m : memref<64xi32>)
  } else {
    linalg.fill ins(%k : i32) outs(%m : memref<64xi32>)
  }
  linalg.add ins(%m, %a : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
  return
}

// First write in one arm.
func.func @f20(%a: memref<64xi32>, %r: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %k = arith.constant -1 : i32
  %x = memref.load %a[%c0] : memref<64xi32>
  %p = arith.cmpi sgt, %x, %k : i32
  %m = memref.alloc() : memref<64xi32>
  scf.if %p {
    linalg.add ins(%a, %a : memref<64xi32>, memref<64xi32>) outs(%m : memref<64xi32>)
  }
  linalg.add ins(%m, %a : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
  return
}

// First iteration uninitialized, then kept. Reads the contents of the previous
// trip, except in trip 0.
func.func @f21(%a: memref<64xi32>, %r: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %k = arith.constant 7 : i32
  linalg.fill ins(%k : i32) outs(%r : memref<64xi32>)
  %m = memref.alloc() : memref<64xi32>
  %t = memref.alloc() : memref<64xi32>
  scf.for %i = %c0 to %c4 step %c1 {
    %p = arith.cmpi eq, %i, %c0 : index
    scf.if %p {
      linalg.fill ins(%k : i32) outs(%t : memref<64xi32>)
    } else {
      linalg.add ins(%m, %a : memref<64xi32>, memref<64xi32>) outs(%t : memref<64xi32>)
    }
    linalg.add ins(%t, %r : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
    linalg.add ins(%t, %a : memref<64xi32>, memref<64xi32>) outs(%m : memref<64xi32>)
  }
  return
}

// Accumulate update.
func.func @f22(%a: memref<8x8xi32>, %b: memref<8x8xi32>, %r: memref<8x8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %z = arith.constant 0 : i32
  %m = memref.alloc() : memref<8x8xi32>
  linalg.fill ins(%z : i32) outs(%m : memref<8x8xi32>)
  scf.for %i = %c0 to %c4 step %c1 {
    linalg.matmul ins(%a, %b : memref<8x8xi32>, memref<8x8xi32>) outs(%m : memref<8x8xi32>)
  }
  memref.copy %m, %r : memref<8x8xi32> to memref<8x8xi32>
  return
}

// Accumulate args.
func.func @f23(%a: memref<8x8xi32>, %b: memref<8x8xi32>, %r: memref<8x8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    linalg.matmul ins(%a, %b : memref<8x8xi32>, memref<8x8xi32>) outs(%r : memref<8x8xi32>)
    linalg.add ins(%r, %b : memref<8x8xi32>, memref<8x8xi32>) outs(%b : memref<8x8xi32>)
  }
  return
}

// Alloc in loop.
func.func @f24(%a: memref<64xi32>, %r: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %m = memref.alloc() : memref<64xi32>
    %n = memref.alloc() : memref<64xi32>
    linalg.add ins(%a, %a : memref<64xi32>, memref<64xi32>) outs(%m : memref<64xi32>)
    linalg.add ins(%m, %a : memref<64xi32>, memref<64xi32>) outs(%n : memref<64xi32>)
    linalg.add ins(%m, %n : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
    memref.dealloc %m : memref<64xi32>
    linalg.add ins(%r, %n : memref<64xi32>, memref<64xi32>) outs(%a : memref<64xi32>)
    memref.dealloc %n : memref<64xi32>
  }
  return
}

// Alloc escapes loop.
func.func @f25(%a: memref<64xi32>, %r: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %i0 = memref.alloc() : memref<64xi32>
  memref.copy %a, %i0 : memref<64xi32> to memref<64xi32>
  %z = scf.for %i = %c0 to %c4 step %c1 iter_args(%x = %i0) -> (memref<64xi32>) {
    %m = memref.alloc() : memref<64xi32>
    linalg.add ins(%x, %a : memref<64xi32>, memref<64xi32>) outs(%m : memref<64xi32>)
    scf.yield %m : memref<64xi32>
  }
  memref.copy %z, %r : memref<64xi32> to memref<64xi32>
  return
}

// Alloc escapes loop view.
func.func @f26(%a: memref<64xi32>, %r: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %i0 = memref.alloc() : memref<8x8xi32>
  %i1 = memref.collapse_shape %i0 [[0, 1]] : memref<8x8xi32> into memref<64xi32>
  memref.copy %a, %i1 : memref<64xi32> to memref<64xi32>
  %z = scf.for %i = %c0 to %c4 step %c1 iter_args(%x = %i1) -> (memref<64xi32>) {
    %m = memref.alloc() : memref<8x8xi32>
    %m1 = memref.collapse_shape %m [[0, 1]] : memref<8x8xi32> into memref<64xi32>
    linalg.add ins(%x, %a : memref<64xi32>, memref<64xi32>) outs(%m1 : memref<64xi32>)
    scf.yield %m1 : memref<64xi32>
  }
  memref.copy %z, %r : memref<64xi32> to memref<64xi32>
  return
}

// Alloc in arms.
func.func @f27(%a: memref<64xi32>, %r: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %k = arith.constant 7 : i32
  %x = memref.load %a[%c0] : memref<64xi32>
  %p = arith.cmpi sgt, %x, %k : i32
  scf.if %p {
    %m = memref.alloc() : memref<64xi32>
    linalg.add ins(%a, %a : memref<64xi32>, memref<64xi32>) outs(%m : memref<64xi32>)
    linalg.add ins(%m, %a : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
  } else {
    %m = memref.alloc() : memref<64xi32>
    %n = memref.alloc() : memref<64xi32>
    linalg.fill ins(%k : i32) outs(%m : memref<64xi32>)
    linalg.fill ins(%k : i32) outs(%n : memref<64xi32>)
    linalg.sub ins(%m, %a : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
    linalg.sub ins(%r, %n : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
  }
  return
}

// Alloc in arms escape.
func.func @f28(%a: memref<64xi32>, %r: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %k = arith.constant 7 : i32
  %x = memref.load %a[%c0] : memref<64xi32>
  %p = arith.cmpi sgt, %x, %k : i32
  %q = scf.if %p -> (memref<64xi32>) {
    %m = memref.alloc() : memref<64xi32>
    linalg.add ins(%a, %a : memref<64xi32>, memref<64xi32>) outs(%m : memref<64xi32>)
    scf.yield %m : memref<64xi32>
  } else {
    %m = memref.alloc() : memref<64xi32>
    linalg.fill ins(%k : i32) outs(%m : memref<64xi32>)
    scf.yield %m : memref<64xi32>
  }
  linalg.add ins(%q, %a : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
  memref.dealloc %q : memref<64xi32>
  return
}

// While trip count.
func.func @f29(%a: memref<64xi32>, %r: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %m = memref.alloc() : memref<64xi32>
  memref.copy %a, %m : memref<64xi32> to memref<64xi32>
  %x:2 = scf.while (%i = %c0, %b = %m) : (index, memref<64xi32>) -> (index, memref<64xi32>) {
    %t = arith.cmpi slt, %i, %c3 : index
    scf.condition(%t) %i, %b : index, memref<64xi32>
  } do {
  ^bb0(%j: index, %b: memref<64xi32>):
    linalg.add ins(%b, %a : memref<64xi32>, memref<64xi32>) outs(%b : memref<64xi32>)
    linalg.add ins(%b, %a : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
    %n = arith.addi %j, %c1 : index
    scf.yield %n, %b : index, memref<64xi32>
  } attributes {memplace.trip_count = 3 : i64}
  linalg.add ins(%x#1, %r : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
  return
}

// While unknown.
func.func @f30(%a: memref<64xi32>, %r: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %m = memref.alloc() : memref<64xi32>
  memref.copy %a, %m : memref<64xi32> to memref<64xi32>
  %x:2 = scf.while (%i = %c0, %b = %m) : (index, memref<64xi32>) -> (index, memref<64xi32>) {
    %t = arith.cmpi slt, %i, %c3 : index
    scf.condition(%t) %i, %b : index, memref<64xi32>
  } do {
  ^bb0(%j: index, %b: memref<64xi32>):
    linalg.add ins(%b, %a : memref<64xi32>, memref<64xi32>) outs(%b : memref<64xi32>)
    linalg.add ins(%b, %a : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
    %n = arith.addi %j, %c1 : index
    scf.yield %n, %b : index, memref<64xi32>
  }
  linalg.add ins(%x#1, %r : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
  return
}

// While cond reads.
func.func @f31(%a: memref<64xi32>, %r: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : i32
  %lim = arith.constant 40 : i32
  %m = memref.alloc() : memref<64xi32>
  %one = memref.alloc() : memref<64xi32>
  linalg.fill ins(%c1 : i32) outs(%one : memref<64xi32>)
  linalg.fill ins(%c1 : i32) outs(%m : memref<64xi32>)
  scf.while : () -> () {
    %v = memref.load %m[%c0] : memref<64xi32>
    %t = arith.cmpi slt, %v, %lim : i32
    scf.condition(%t)
  } do {
    linalg.add ins(%m, %one : memref<64xi32>, memref<64xi32>) outs(%m : memref<64xi32>)
    scf.yield
  } attributes {memplace.trip_count = 39 : i64}
  linalg.add ins(%m, %a : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
  return
}

// Dealloc early.
func.func @f32(%a: memref<64xi32>, %r: memref<64xi32>) {
  %m = memref.alloc() : memref<64xi32>
  %n = memref.alloc() : memref<64xi32>
  linalg.add ins(%a, %a : memref<64xi32>, memref<64xi32>) outs(%m : memref<64xi32>)
  linalg.add ins(%m, %a : memref<64xi32>, memref<64xi32>) outs(%n : memref<64xi32>)
  memref.dealloc %m : memref<64xi32>
  %o = memref.alloc() : memref<64xi32>
  linalg.add ins(%n, %a : memref<64xi32>, memref<64xi32>) outs(%o : memref<64xi32>)
  memref.dealloc %n : memref<64xi32>
  linalg.add ins(%o, %a : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
  memref.dealloc %o : memref<64xi32>
  return
}

// Dealloc cond.
func.func @f33(%a: memref<64xi32>, %r: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %k = arith.constant 7 : i32
  %x = memref.load %a[%c0] : memref<64xi32>
  %p = arith.cmpi sgt, %x, %k : i32
  %m = memref.alloc() : memref<64xi32>
  linalg.add ins(%a, %a : memref<64xi32>, memref<64xi32>) outs(%m : memref<64xi32>)
  linalg.add ins(%m, %a : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
  scf.if %p {
    memref.dealloc %m : memref<64xi32>
  } else {
    memref.dealloc %m : memref<64xi32>
  }
  return
}

// Double view arg.
func.func @f34(%a: memref<64xi32>, %r: memref<64xi32>) {
  %v = memref.expand_shape %a [[0, 1]] output_shape [8, 8] : memref<64xi32> into memref<8x8xi32>
  %w = memref.transpose %v (i, j) -> (j, i) : memref<8x8xi32> to memref<8x8xi32, strided<[1, 8]>>
  %m = memref.alloc() : memref<8x8xi32>
  %rv = memref.expand_shape %r [[0, 1]] output_shape [8, 8] : memref<64xi32> into memref<8x8xi32>
  linalg.add ins(%v, %w : memref<8x8xi32>, memref<8x8xi32, strided<[1, 8]>>) outs(%m : memref<8x8xi32>)
  linalg.add ins(%m, %w : memref<8x8xi32>, memref<8x8xi32, strided<[1, 8]>>) outs(%rv : memref<8x8xi32>)
  return
}

// Arg twice call.
func.func private @callee35(%x: memref<64xi32>, %y: memref<64xi32>) attributes {no_inline} {
  linalg.add ins(%x, %y : memref<64xi32>, memref<64xi32>) outs(%y : memref<64xi32>)
  return
}
func.func @f35(%a: memref<64xi32>, %r: memref<64xi32>) {
  %m = memref.alloc() : memref<64xi32>
  memref.copy %a, %m : memref<64xi32> to memref<64xi32>
  call @callee35(%m, %m) : (memref<64xi32>, memref<64xi32>) -> ()
  call @callee35(%m, %a) : (memref<64xi32>, memref<64xi32>) -> ()
  call @callee35(%a, %r) : (memref<64xi32>, memref<64xi32>) -> ()
  return
}

// Arg twice inlined.
func.func private @callee36(%x: memref<64xi32>, %y: memref<64xi32>) {
  %t = memref.alloc() : memref<64xi32>
  linalg.add ins(%x, %y : memref<64xi32>, memref<64xi32>) outs(%t : memref<64xi32>)
  linalg.add ins(%x, %t : memref<64xi32>, memref<64xi32>) outs(%y : memref<64xi32>)
  return
}
func.func @f36(%a: memref<64xi32>, %r: memref<64xi32>) {
  %m = memref.alloc() : memref<64xi32>
  memref.copy %a, %m : memref<64xi32> to memref<64xi32>
  call @callee36(%m, %m) : (memref<64xi32>, memref<64xi32>) -> ()
  call @callee36(%m, %r) : (memref<64xi32>, memref<64xi32>) -> ()
  return
}

// Global written.
memref.global "private" @g37 : memref<64xi32> = dense<3>
func.func @f37(%a: memref<64xi32>, %r: memref<64xi32>) {
  %g = memref.get_global @g37 : memref<64xi32>
  %g2 = memref.get_global @g37 : memref<64xi32>
  linalg.add ins(%a, %g : memref<64xi32>, memref<64xi32>) outs(%g2 : memref<64xi32>)
  linalg.add ins(%g, %a : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
  return
}

// Global in loops.
memref.global "private" constant @g38 : memref<64xi32> = dense<3>
func.func @f38(%a: memref<64xi32>, %r: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %k = arith.constant 3 : i32
  linalg.fill ins(%k : i32) outs(%r : memref<64xi32>)
  scf.for %i = %c0 to %c3 step %c1 {
    %g = memref.get_global @g38 : memref<64xi32>
    linalg.add ins(%r, %g : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
    scf.for %j = %c0 to %c3 step %c1 {
      %g2 = memref.get_global @g38 : memref<64xi32>
      linalg.add ins(%r, %g2 : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
    }
  }
  return
}

// Copy self.
func.func @f39(%a: memref<64xi32>, %r: memref<64xi32>) {
  %m = memref.alloc() : memref<64xi32>
  memref.copy %a, %m : memref<64xi32> to memref<64xi32>
  memref.copy %m, %m : memref<64xi32> to memref<64xi32>
  memref.copy %a, %a : memref<64xi32> to memref<64xi32>
  linalg.copy ins(%m : memref<64xi32>) outs(%m : memref<64xi32>)
  memref.copy %m, %r : memref<64xi32> to memref<64xi32>
  return
}

// Rank0.
func.func @f40(%a: memref<i32>, %r: memref<64xi32>, %s: memref<i32>) {
  %m = memref.alloc() : memref<i32>
  memref.copy %a, %m : memref<i32> to memref<i32>
  linalg.add ins(%m, %a : memref<i32>, memref<i32>) outs(%m : memref<i32>)
  linalg.generic {indexing_maps = [affine_map<(i) -> ()>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%m : memref<i32>) outs(%r : memref<64xi32>) {
  ^bb0(%x: i32, %y: i32):
    linalg.yield %x : i32
  }
  %v = memref.load %m[] : memref<i32>
  memref.store %v, %s[] : memref<i32>
  return
}

// I1 elements.
func.func @f41(%a: memref<64xi32>, %r: memref<64xi32>) {
  %k = arith.constant 20 : i32
  %z = arith.constant 0 : i32
  %m = memref.alloc() : memref<64xi1>
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a : memref<64xi32>) outs(%m : memref<64xi1>) {
  ^bb0(%x: i32, %y: i1):
    %p = arith.cmpi sgt, %x, %k : i32
    linalg.yield %p : i1
  }
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%m, %a : memref<64xi1>, memref<64xi32>) outs(%r : memref<64xi32>) {
  ^bb0(%p: i1, %x: i32, %y: i32):
    %v = arith.select %p, %x, %z : i32
    linalg.yield %v : i32
  }
  return
}

// I4 elements.
func.func @f42(%a: memref<64xi32>, %r: memref<64xi32>) {
  %m = memref.alloc() : memref<64xi4>
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a : memref<64xi32>) outs(%m : memref<64xi4>) {
  ^bb0(%x: i32, %y: i4):
    %p = arith.trunci %x : i32 to i4
    linalg.yield %p : i4
  }
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%m : memref<64xi4>) outs(%r : memref<64xi32>) {
  ^bb0(%p: i4, %y: i32):
    %v = arith.extsi %p : i4 to i32
    linalg.yield %v : i32
  }
  return
}

// Index elements.
func.func @f43(%a: memref<64xi32>, %r: memref<64xi32>) {
  %m = memref.alloc() : memref<64xindex>
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a : memref<64xi32>) outs(%m : memref<64xindex>) {
  ^bb0(%x: i32, %y: index):
    %p = arith.index_cast %x : i32 to index
    linalg.yield %p : index
  }
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%m : memref<64xindex>) outs(%r : memref<64xi32>) {
  ^bb0(%p: index, %y: i32):
    %l = memref.load %a[%p] : memref<64xi32>
    linalg.yield %l : i32
  }
  return
}

// Zero size.
func.func @f44(%a: memref<64xi32>, %r: memref<64xi32>) {
  %k = arith.constant 20 : i32
  %m = memref.alloc() : memref<0xi32>
  %m2 = memref.alloc() : memref<4x0x4xi32>
  linalg.fill ins(%k : i32) outs(%m : memref<0xi32>)
  linalg.fill ins(%k : i32) outs(%m2 : memref<4x0x4xi32>)
  linalg.add ins(%m, %m : memref<0xi32>, memref<0xi32>) outs(%m : memref<0xi32>)
  linalg.add ins(%a, %a : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
  return
}

// Zero size subview.
func.func @f45(%a: memref<64xi32>, %r: memref<64xi32>) {
  %k = arith.constant 20 : i32
  %m = memref.alloc() : memref<64xi32>
  memref.copy %a, %m : memref<64xi32> to memref<64xi32>
  %s = memref.subview %m[3][0][1] : memref<64xi32> to memref<0xi32, strided<[1], offset: 3>>
  linalg.fill ins(%k : i32) outs(%s : memref<0xi32, strided<[1], offset: 3>>)
  memref.copy %m, %r : memref<64xi32> to memref<64xi32>
  return
}

// Dynamic mixed.
func.func @f46(%a: memref<64xi32>, %r: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %x = memref.load %a[%c0] : memref<64xi32>
  %i = arith.index_cast %x : i32 to index
  %n = arith.addi %i, %c64 : index
  %d = memref.alloc(%n) : memref<?xi32>
  %m = memref.alloc() : memref<64xi32>
  %s = memref.subview %d[%i][64][1] : memref<?xi32> to memref<64xi32, strided<[1], offset: ?>>
  memref.copy %a, %s : memref<64xi32> to memref<64xi32, strided<[1], offset: ?>>
  linalg.add ins(%s, %a : memref<64xi32, strided<[1], offset: ?>>, memref<64xi32>) outs(%m : memref<64xi32>)
  linalg.add ins(%s, %m : memref<64xi32, strided<[1], offset: ?>>, memref<64xi32>) outs(%s : memref<64xi32, strided<[1], offset: ?>>)
  linalg.add ins(%s, %m : memref<64xi32, strided<[1], offset: ?>>, memref<64xi32>) outs(%r : memref<64xi32>)
  memref.dealloc %d : memref<?xi32>
  return
}

// Cast dynamic back.
func.func @f47(%a: memref<64xi32>, %r: memref<64xi32>) {
  %m = memref.alloc() : memref<64xi32>
  memref.copy %a, %m : memref<64xi32> to memref<64xi32>
  %d = memref.cast %m : memref<64xi32> to memref<?xi32>
  %c0 = arith.constant 0 : index
  %n = memref.dim %d, %c0 : memref<?xi32>
  %e = memref.subview %d[0][%n][1] : memref<?xi32> to memref<?xi32, strided<[1]>>
  linalg.add ins(%d, %e : memref<?xi32>, memref<?xi32, strided<[1]>>) outs(%d : memref<?xi32>)
  %b = memref.cast %d : memref<?xi32> to memref<64xi32>
  linalg.add ins(%b, %a : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
  return
}

// Unranked.
func.func private @id48(%x: memref<*xi32>) -> index attributes {no_inline} {
  %r = memref.rank %x : memref<*xi32>
  return %r : index
}
func.func @f48(%a: memref<64xi32>, %r: memref<64xi32>) {
  %m = memref.alloc() : memref<64xi32>
  memref.copy %a, %m : memref<64xi32> to memref<64xi32>
  %u = memref.cast %m : memref<64xi32> to memref<*xi32>
  %rank = call @id48(%u) : (memref<*xi32>) -> index
  %b = memref.cast %u : memref<*xi32> to memref<64xi32>
  linalg.add ins(%b, %a : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
  %i = arith.index_cast %rank : index to i32
  memref.store %i, %r[%rank] : memref<64xi32>
  return
}

// Unranked copy.
func.func @f49(%a: memref<64xi32>, %r: memref<64xi32>) {
  %m = memref.alloc() : memref<64xi32>
  %u = memref.cast %m : memref<64xi32> to memref<*xi32>
  %v = memref.cast %a : memref<64xi32> to memref<*xi32>
  memref.copy %v, %u : memref<*xi32> to memref<*xi32>
  linalg.add ins(%m, %a : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
  return
}

// Parallel.
func.func @f50(%a: memref<64xi32>, %r: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %m = memref.alloc() : memref<64xi32>
  memref.copy %a, %m : memref<64xi32> to memref<64xi32>
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    %o = arith.muli %i, %c8 : index
    %t = memref.alloc() : memref<8xi32>
    %s = memref.subview %m[%o][8][1] : memref<64xi32> to memref<8xi32, strided<[1], offset: ?>>
    %q = memref.subview %r[%o][8][1] : memref<64xi32> to memref<8xi32, strided<[1], offset: ?>>
    linalg.add ins(%s, %s : memref<8xi32, strided<[1], offset: ?>>, memref<8xi32, strided<[1], offset: ?>>) outs(%t : memref<8xi32>)
    linalg.add ins(%s, %t : memref<8xi32, strided<[1], offset: ?>>, memref<8xi32>) outs(%q : memref<8xi32, strided<[1], offset: ?>>)
  }
  return
}

// Forall.
func.func @f51(%a: memref<64xi32>, %r: memref<64xi32>) {
  %m = memref.alloc() : memref<64xi32>
  memref.copy %a, %m : memref<64xi32> to memref<64xi32>
  scf.forall (%i) = (0) to (64) step (8) {
    %s = memref.subview %m[%i][8][1] : memref<64xi32> to memref<8xi32, strided<[1], offset: ?>>
    %q = memref.subview %r[%i][8][1] : memref<64xi32> to memref<8xi32, strided<[1], offset: ?>>
    linalg.add ins(%s, %s : memref<8xi32, strided<[1], offset: ?>>, memref<8xi32, strided<[1], offset: ?>>) outs(%q : memref<8xi32, strided<[1], offset: ?>>)
  }
  linalg.add ins(%m, %r : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
  return
}

// Execute region.
func.func @f52(%a: memref<64xi32>, %r: memref<64xi32>) {
  %m = memref.alloc() : memref<64xi32>
  memref.copy %a, %m : memref<64xi32> to memref<64xi32>
  %q = scf.execute_region -> memref<64xi32> no_inline {
    %t = memref.alloc() : memref<64xi32>
    linalg.add ins(%m, %a : memref<64xi32>, memref<64xi32>) outs(%t : memref<64xi32>)
    linalg.add ins(%m, %t : memref<64xi32>, memref<64xi32>) outs(%m : memref<64xi32>)
    scf.yield %m : memref<64xi32>
  }
  linalg.add ins(%q, %m : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
  return
}

// Index switch.
func.func @f53(%a: memref<64xi32>, %r: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %m = memref.alloc() : memref<64xi32>
  %n = memref.alloc() : memref<64xi32>
  memref.copy %a, %m : memref<64xi32> to memref<64xi32>
  memref.copy %a, %n : memref<64xi32> to memref<64xi32>
  %x = memref.load %a[%c0] : memref<64xi32>
  %i = arith.index_cast %x : i32 to index
  %q = scf.index_switch %i -> memref<64xi32>
  case 2 {
    linalg.add ins(%m, %a : memref<64xi32>, memref<64xi32>) outs(%m : memref<64xi32>)
    scf.yield %m : memref<64xi32>
  }
  case 5 {
    scf.yield %n : memref<64xi32>
  }
  default {
    linalg.add ins(%n, %a : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
    scf.yield %n : memref<64xi32>
  }
  linalg.add ins(%q, %m : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
  return
}

// Affine nest.
func.func @f54(%a: memref<8x8xi32>, %r: memref<8x8xi32>) {
  %m = memref.alloc() : memref<8x8xi32>
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      %v = affine.load %a[%i, %j] : memref<8x8xi32>
      affine.if affine_set<(i, j) : (i - j >= 0)>(%i, %j) {
        affine.store %v, %m[%i, %j] : memref<8x8xi32>
      } else {
        affine.store %v, %m[7 - %j, %i] : memref<8x8xi32>
        affine.store %v, %m[%i, %j] : memref<8x8xi32>
      }
    }
  }
  affine.for %i = 0 to 4 {
    linalg.add ins(%m, %a : memref<8x8xi32>, memref<8x8xi32>) outs(%m : memref<8x8xi32>)
  }
  linalg.add ins(%m, %a : memref<8x8xi32>, memref<8x8xi32>) outs(%r : memref<8x8xi32>)
  return
}

// Affine iter args.
func.func @f55(%a: memref<64xi32>, %r: memref<64xi32>) {
  %m = memref.alloc() : memref<64xi32>
  %n = memref.alloc() : memref<64xi32>
  memref.copy %a, %m : memref<64xi32> to memref<64xi32>
  memref.copy %a, %n : memref<64xi32> to memref<64xi32>
  %p:2 = affine.for %i = 0 to 5 iter_args(%x = %m, %y = %n) -> (memref<64xi32>, memref<64xi32>) {
    linalg.add ins(%x, %a : memref<64xi32>, memref<64xi32>) outs(%y : memref<64xi32>)
    affine.yield %y, %x : memref<64xi32>, memref<64xi32>
  }
  linalg.sub ins(%p#0, %p#1 : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
  return
}

// Several public.
func.func @other56(%a: memref<64xi32>, %r: memref<64xi32>) {
  %m = memref.alloc() : memref<64xi32>
  linalg.add ins(%a, %a : memref<64xi32>, memref<64xi32>) outs(%m : memref<64xi32>)
  linalg.add ins(%m, %a : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
  return
}
func.func @other256(%a: memref<64xi32>, %r: memref<64xi32>) attributes {no_inline} {
  %m = memref.alloc() : memref<64xi32>
  linalg.add ins(%a, %a : memref<64xi32>, memref<64xi32>) outs(%m : memref<64xi32>)
  linalg.add ins(%m, %a : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
  return
}
func.func @f56(%a: memref<64xi32>, %r: memref<64xi32>) {
  %m = memref.alloc() : memref<64xi32>
  call @other56(%a, %m) : (memref<64xi32>, memref<64xi32>) -> ()
  call @other56(%m, %r) : (memref<64xi32>, memref<64xi32>) -> ()
  call @other256(%m, %r) : (memref<64xi32>, memref<64xi32>) -> ()
  return
}

// Unused alloc.
func.func @f57(%a: memref<64xi32>, %r: memref<64xi32>) {
  %m = memref.alloc() : memref<64xi32>
  %n = memref.alloc() : memref<64xi32>
  memref.dealloc %n : memref<64xi32>
  %s = memref.subview %m[3][4][1] : memref<64xi32> to memref<4xi32, strided<[1], offset: 3>>
  linalg.add ins(%a, %a : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
  return
}

// Dead writes.
func.func @f58(%a: memref<64xi32>, %r: memref<64xi32>) {
  %k = arith.constant 3 : i32
  %m = memref.alloc() : memref<64xi32>
  linalg.fill ins(%k : i32) outs(%m : memref<64xi32>)
  linalg.fill ins(%k : i32) outs(%r : memref<64xi32>)
  linalg.add ins(%a, %a : memref<64xi32>, memref<64xi32>) outs(%m : memref<64xi32>)
  linalg.fill ins(%k : i32) outs(%m : memref<64xi32>)
  return
}

// If condition reads.
func.func @f59(%a: memref<64xi32>, %r: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %k = arith.constant 60 : i32
  %m = memref.alloc() : memref<64xi32>
  memref.copy %a, %m : memref<64xi32> to memref<64xi32>
  scf.for %i = %c0 to %c5 step %c1 {
    %x = memref.load %m[%i] : memref<64xi32>
    %p = arith.cmpi sgt, %x, %k : i32
    scf.if %p {
      linalg.add ins(%m, %a : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
    } else {
      linalg.add ins(%m, %a : memref<64xi32>, memref<64xi32>) outs(%m : memref<64xi32>)
    }
  }
  linalg.add ins(%m, %r : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
  return
}

// Select.
func.func @f60(%a: memref<64xi32>, %r: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %k = arith.constant 20 : i32
  %x = memref.load %a[%c0] : memref<64xi32>
  %p = arith.cmpi sgt, %x, %k : i32
  %m = memref.alloc() : memref<64xi32>
  %n = memref.alloc() : memref<64xi32>
  linalg.fill ins(%k : i32) outs(%m : memref<64xi32>)
  linalg.add ins(%a, %m : memref<64xi32>, memref<64xi32>) outs(%n : memref<64xi32>)
  %s = arith.select %p, %m, %n : memref<64xi32>
  linalg.add ins(%a, %s : memref<64xi32>, memref<64xi32>) outs(%s : memref<64xi32>)
  linalg.sub ins(%m, %n : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
  return
}

// Select same.
func.func @f61(%a: memref<64xi32>, %r: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %k = arith.constant 20 : i32
  %x = memref.load %a[%c0] : memref<64xi32>
  %p = arith.cmpi sgt, %x, %k : i32
  %m = memref.alloc() : memref<64xi32>
  memref.copy %a, %m : memref<64xi32> to memref<64xi32>
  %v = memref.cast %m : memref<64xi32> to memref<?xi32>
  %w = memref.cast %m : memref<64xi32> to memref<?xi32>
  %s = arith.select %p, %v, %w : memref<?xi32>
  %q = memref.cast %s : memref<?xi32> to memref<64xi32>
  linalg.add ins(%a, %q : memref<64xi32>, memref<64xi32>) outs(%q : memref<64xi32>)
  linalg.add ins(%m, %a : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
  return
}

// Select parts.
func.func @f62(%a: memref<64xi32>, %r: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %k = arith.constant 20 : i32
  %x = memref.load %a[%c0] : memref<64xi32>
  %p = arith.cmpi sgt, %x, %k : i32
  %m = memref.alloc() : memref<64xi32>
  memref.copy %a, %m : memref<64xi32> to memref<64xi32>
  %v0 = memref.subview %m[0][32][1] : memref<64xi32> to memref<32xi32, strided<[1]>>
  %v = memref.cast %v0 : memref<32xi32, strided<[1]>> to memref<32xi32, strided<[1], offset: ?>>
  %w0 = memref.subview %m[32][32][1] : memref<64xi32> to memref<32xi32, strided<[1], offset: 32>>
  %w = memref.cast %w0 : memref<32xi32, strided<[1], offset: 32>> to memref<32xi32, strided<[1], offset: ?>>
  %s = arith.select %p, %v, %w : memref<32xi32, strided<[1], offset: ?>>
  linalg.add ins(%v, %w : memref<32xi32, strided<[1], offset: ?>>, memref<32xi32, strided<[1], offset: ?>>) outs(%s : memref<32xi32, strided<[1], offset: ?>>)
  linalg.add ins(%m, %a : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
  return
}

// Select args.
func.func @f63(%a: memref<64xi32>, %b: memref<64xi32>, %r: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %k = arith.constant 20 : i32
  %x = memref.load %a[%c0] : memref<64xi32>
  %p = arith.cmpi sgt, %x, %k : i32
  %m = memref.alloc() : memref<64xi32>
  memref.copy %a, %m : memref<64xi32> to memref<64xi32>
  %s = arith.select %p, %a, %m : memref<64xi32>
  linalg.add ins(%b, %s : memref<64xi32>, memref<64xi32>) outs(%s : memref<64xi32>)
  linalg.add ins(%b, %s : memref<64xi32>, memref<64xi32>) outs(%s : memref<64xi32>)
  linalg.add ins(%a, %m : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
  return
}

// Extract metadata.
func.func @f64(%a: memref<64xi32>, %r: memref<64xi32>) {
  %m = memref.alloc() : memref<64xi32>
  memref.copy %a, %m : memref<64xi32> to memref<64xi32>
  %b, %o, %s, %st = memref.extract_strided_metadata %m : memref<64xi32> -> memref<i32>, index, index, index
  %v = memref.reinterpret_cast %b to offset: [%o], sizes: [%s], strides: [%st] : memref<i32> to memref<?xi32, strided<[?], offset: ?>>
  linalg.add ins(%v, %a : memref<?xi32, strided<[?], offset: ?>>, memref<64xi32>) outs(%v : memref<?xi32, strided<[?], offset: ?>>)
  linalg.add ins(%m, %a : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
  return
}

// Memref reshape.
func.func @f65(%a: memref<64xi32>, %r: memref<8x8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %sh = memref.alloc() : memref<2xindex>
  memref.store %c8, %sh[%c0] : memref<2xindex>
  memref.store %c8, %sh[%c1] : memref<2xindex>
  %m = memref.alloc() : memref<64xi32>
  memref.copy %a, %m : memref<64xi32> to memref<64xi32>
  %v = memref.reshape %m(%sh) : (memref<64xi32>, memref<2xindex>) -> memref<8x8xi32>
  linalg.add ins(%v, %v : memref<8x8xi32>, memref<8x8xi32>) outs(%r : memref<8x8xi32>)
  return
}

// Memref view.
func.func @f66(%a: memref<64xi32>, %r: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c256 = arith.constant 256 : index
  %raw = memref.alloc() : memref<512xi8>
  %v = memref.view %raw[%c0][] : memref<512xi8> to memref<64xi32>
  %w = memref.view %raw[%c256][] : memref<512xi8> to memref<64xi32>
  memref.copy %a, %v : memref<64xi32> to memref<64xi32>
  linalg.add ins(%v, %a : memref<64xi32>, memref<64xi32>) outs(%w : memref<64xi32>)
  linalg.add ins(%v, %w : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
  return
}

// Gather inside.
func.func @f67(%t: memref<64x4xi32>, %i: memref<8xi32>, %r: memref<8x4xi32>) {
  %m = memref.alloc() : memref<64x4xi32>
  memref.copy %t, %m : memref<64x4xi32> to memref<64x4xi32>
  linalg.generic {indexing_maps = [affine_map<(a, b) -> (a)>, affine_map<(a, b) -> (a, b)>], iterator_types = ["parallel", "parallel"]} ins(%i : memref<8xi32>) outs(%r : memref<8x4xi32>) {
  ^bb0(%x: i32, %y: i32):
    %j = arith.index_cast %x : i32 to index
    %c = linalg.index 1 : index
    %v = memref.load %m[%j, %c] : memref<64x4xi32>
    linalg.yield %v : i32
  }
  return
}

// Store inside generic.
func.func @f68(%t: memref<64xi32>, %r: memref<64xi32>, %q: memref<64xi32>) {
  %m = memref.alloc() : memref<64xi32>
  memref.copy %t, %m : memref<64xi32> to memref<64xi32>
  linalg.generic {indexing_maps = [affine_map<(a) -> (a)>, affine_map<(a) -> (a)>], iterator_types = ["parallel"]} ins(%t : memref<64xi32>) outs(%r : memref<64xi32>) {
  ^bb0(%x: i32, %y: i32):
    %c = linalg.index 0 : index
    %z = arith.addi %x, %x : i32
    memref.store %z, %m[%c] : memref<64xi32>
    linalg.yield %x : i32
  }
  linalg.add ins(%m, %r : memref<64xi32>, memref<64xi32>) outs(%q : memref<64xi32>)
  return
}

// Loop yields outer.
func.func @f69(%a: memref<64xi32>, %r: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %m = memref.alloc() : memref<64xi32>
  %n = memref.alloc() : memref<64xi32>
  memref.copy %a, %m : memref<64xi32> to memref<64xi32>
  memref.copy %a, %n : memref<64xi32> to memref<64xi32>
  %q = scf.for %i = %c0 to %c3 step %c1 iter_args(%x = %m) -> (memref<64xi32>) {
    linalg.add ins(%x, %a : memref<64xi32>, memref<64xi32>) outs(%n : memref<64xi32>)
    scf.yield %n : memref<64xi32>
  }
  linalg.add ins(%q, %m : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
  return
}

// Duplicate names.
func.func @f70(%a: memref<64xi32>, %r: memref<64xi32>) {
  %m = memref.alloc() : memref<64xi32> loc("x")
  %n = memref.alloc() : memref<64xi32> loc("x")
  %o = memref.alloc() : memref<64xi32> loc("a\22b\0Ac")
  linalg.add ins(%a, %a : memref<64xi32>, memref<64xi32>) outs(%m : memref<64xi32>)
  linalg.add ins(%m, %a : memref<64xi32>, memref<64xi32>) outs(%n : memref<64xi32>)
  linalg.add ins(%n, %m : memref<64xi32>, memref<64xi32>) outs(%o : memref<64xi32>)
  linalg.add ins(%n, %o : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
  return
}

// Unsigned loop.
func.func @f71(%a: memref<64xi32>, %r: memref<64xi32>) {
  %c0 = arith.constant 0 : i8
  %c1 = arith.constant 1 : i8
  %c200 = arith.constant 200 : i8
  %m = memref.alloc() : memref<64xi32>
  linalg.add ins(%a, %a : memref<64xi32>, memref<64xi32>) outs(%m : memref<64xi32>)
  scf.for unsigned %i = %c0 to %c200 step %c1 : i8 {
    linalg.add ins(%m, %a : memref<64xi32>, memref<64xi32>) outs(%m : memref<64xi32>)
  }
  linalg.add ins(%m, %a : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
  return
}

// Signed i8 loop. As a signed i8, 200 is -56, so the loop does not
// run.
func.func @f72(%a: memref<64xi32>, %r: memref<64xi32>) {
  %c0 = arith.constant 0 : i8
  %c1 = arith.constant 1 : i8
  %c200 = arith.constant 200 : i8
  %m = memref.alloc() : memref<64xi32>
  linalg.add ins(%a, %a : memref<64xi32>, memref<64xi32>) outs(%m : memref<64xi32>)
  scf.for %i = %c0 to %c200 step %c1 : i8 {
    linalg.add ins(%m, %a : memref<64xi32>, memref<64xi32>) outs(%m : memref<64xi32>)
  }
  linalg.add ins(%m, %a : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
  return
}

// If result views.
func.func @f73(%a: memref<64xi32>, %r: memref<32xi32>) {
  %c0 = arith.constant 0 : index
  %k = arith.constant 20 : i32
  %x = memref.load %a[%c0] : memref<64xi32>
  %p = arith.cmpi sgt, %x, %k : i32
  %m = memref.alloc() : memref<64xi32>
  memref.copy %a, %m : memref<64xi32> to memref<64xi32>
  %q = scf.if %p -> (memref<32xi32, strided<[2], offset: ?>>) {
    %s = memref.subview %m[0][32][2] : memref<64xi32> to memref<32xi32, strided<[2]>>
    %t = memref.cast %s : memref<32xi32, strided<[2]>> to memref<32xi32, strided<[2], offset: ?>>
    scf.yield %t : memref<32xi32, strided<[2], offset: ?>>
  } else {
    %s = memref.subview %m[1][32][2] : memref<64xi32> to memref<32xi32, strided<[2], offset: 1>>
    %t = memref.cast %s : memref<32xi32, strided<[2], offset: 1>> to memref<32xi32, strided<[2], offset: ?>>
    linalg.add ins(%t, %t : memref<32xi32, strided<[2], offset: ?>>, memref<32xi32, strided<[2], offset: ?>>) outs(%t : memref<32xi32, strided<[2], offset: ?>>)
    scf.yield %t : memref<32xi32, strided<[2], offset: ?>>
  }
  linalg.add ins(%q, %q : memref<32xi32, strided<[2], offset: ?>>, memref<32xi32, strided<[2], offset: ?>>) outs(%q : memref<32xi32, strided<[2], offset: ?>>)
  %lo = memref.subview %m[0][32][1] : memref<64xi32> to memref<32xi32, strided<[1]>>
  %hi = memref.subview %m[32][32][1] : memref<64xi32> to memref<32xi32, strided<[1], offset: 32>>
  linalg.add ins(%lo, %hi : memref<32xi32, strided<[1]>>, memref<32xi32, strided<[1], offset: 32>>) outs(%r : memref<32xi32>)
  return
}

// Index from memory view. The offset of a view is loaded from memory that is
// overwritten before the use of the view.
func.func @f74(%a: memref<64xi32>, %r: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c7 = arith.constant 7 : index
  %k = arith.constant 3 : i32
  %m = memref.alloc() : memref<64xi32>
  %o = memref.alloc() : memref<1xi32>
  memref.store %k, %o[%c0] : memref<1xi32>
  memref.copy %a, %m : memref<64xi32> to memref<64xi32>
  %x = memref.load %o[%c0] : memref<1xi32>
  %i = arith.index_cast %x : i32 to index
  linalg.fill ins(%x : i32) outs(%o : memref<1xi32>)
  %s = memref.subview %m[%i][8][%i] : memref<64xi32> to memref<8xi32, strided<[?], offset: ?>>
  memref.store %x, %m[%i] : memref<64xi32>
  linalg.fill ins(%k : i32) outs(%s : memref<8xi32, strided<[?], offset: ?>>)
  linalg.add ins(%m, %a : memref<64xi32>, memref<64xi32>) outs(%m : memref<64xi32>)
  linalg.add ins(%s, %s : memref<8xi32, strided<[?], offset: ?>>, memref<8xi32, strided<[?], offset: ?>>) outs(%r : memref<8xi32>)
  return
}

// Dyn while result index.
func.func @f75(%a: memref<64xi32>, %r: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %m = memref.alloc() : memref<64xi32>
  memref.copy %a, %m : memref<64xi32> to memref<64xi32>
  %i, %v = scf.while (%x = %c0, %w = %m) : (index, memref<64xi32>) -> (index, memref<64xi32>) {
    linalg.add ins(%w, %a : memref<64xi32>, memref<64xi32>) outs(%w : memref<64xi32>)
    %t = arith.cmpi slt, %x, %c9 : index
    scf.condition(%t) %x, %w : index, memref<64xi32>
  } do {
  ^bb0(%j: index, %w: memref<64xi32>):
    %s = memref.subview %w[%j][8][1] : memref<64xi32> to memref<8xi32, strided<[1], offset: ?>>
    linalg.add ins(%s, %s : memref<8xi32, strided<[1], offset: ?>>, memref<8xi32, strided<[1], offset: ?>>) outs(%s : memref<8xi32, strided<[1], offset: ?>>)
    %n = arith.addi %j, %c1 : index
    scf.yield %n, %w : index, memref<64xi32>
  }
  %s = memref.subview %v[%i][8][1] : memref<64xi32> to memref<8xi32, strided<[1], offset: ?>>
  linalg.add ins(%s, %s : memref<8xi32, strided<[1], offset: ?>>, memref<8xi32, strided<[1], offset: ?>>) outs(%r : memref<8xi32>)
  return
}

// Loop in if in loop.
func.func @f76(%a: memref<64xi32>, %r: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %k = arith.constant 20 : i32
  %m = memref.alloc() : memref<64xi32>
  %n = memref.alloc() : memref<64xi32>
  linalg.fill ins(%k : i32) outs(%n : memref<64xi32>)
  linalg.fill ins(%k : i32) outs(%r : memref<64xi32>)
  scf.for %i = %c0 to %c3 step %c1 {
    %x = memref.load %a[%i] : memref<64xi32>
    %p = arith.cmpi sgt, %x, %k : i32
    scf.if %p {
      scf.for %j = %c0 to %c3 step %c1 {
        %t = memref.alloc() : memref<64xi32>
        linalg.add ins(%a, %n : memref<64xi32>, memref<64xi32>) outs(%t : memref<64xi32>)
        linalg.add ins(%t, %n : memref<64xi32>, memref<64xi32>) outs(%n : memref<64xi32>)
        memref.dealloc %t : memref<64xi32>
      }
    } else {
      linalg.add ins(%a, %n : memref<64xi32>, memref<64xi32>) outs(%m : memref<64xi32>)
      linalg.add ins(%m, %n : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
    }
    linalg.add ins(%r, %n : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
  }
  memref.dealloc %m : memref<64xi32>
  memref.dealloc %n : memref<64xi32>
  return
}

// Three deep.
func.func @f77(%a: memref<64xi32>, %b: memref<64xi32>, %r: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %k = arith.constant 2 : i32
  %w = memref.alloc() : memref<64xi32>
  linalg.fill ins(%k : i32) outs(%r : memref<64xi32>)
  scf.for %i = %c0 to %c2 step %c1 {
    scf.for %j = %c0 to %c2 step %c1 {
      scf.for %l = %c0 to %c2 step %c1 {
        linalg.add ins(%r, %b : memref<64xi32>, memref<64xi32>) outs(%w : memref<64xi32>)
        linalg.add ins(%w, %b : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
      }
      scf.for %l = %c0 to %c2 step %c1 {
        linalg.add ins(%w, %a : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
        linalg.add ins(%r, %b : memref<64xi32>, memref<64xi32>) outs(%b : memref<64xi32>)
      }
    }
    linalg.add ins(%w, %a : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
  }
  return
}

// Dyn zero trip nest.
func.func @f78(%a: memref<64xi32>, %b: memref<64xi32>, %r: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %k = arith.constant 2 : i32
  %x = memref.load %a[%c0] : memref<64xi32>
  %xz = arith.xori %x, %x : i32
  %z = arith.index_cast %xz : i32 to index
  %two = arith.addi %z, %c2 : index
  %w = memref.alloc() : memref<64xi32>
  %u = memref.alloc() : memref<64xi32>
  linalg.fill ins(%k : i32) outs(%w : memref<64xi32>)
  linalg.fill ins(%k : i32) outs(%u : memref<64xi32>)
  linalg.fill ins(%k : i32) outs(%r : memref<64xi32>)
  scf.for %i = %c0 to %two step %c1 {
    linalg.add ins(%w, %b : memref<64xi32>, memref<64xi32>) outs(%u : memref<64xi32>)
    scf.for %j = %c0 to %z step %c1 {
      linalg.add ins(%a, %b : memref<64xi32>, memref<64xi32>) outs(%w : memref<64xi32>)
      linalg.add ins(%w, %u : memref<64xi32>, memref<64xi32>) outs(%u : memref<64xi32>)
      linalg.add ins(%u, %u : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
    }
    linalg.add ins(%w, %u : memref<64xi32>, memref<64xi32>) outs(%u : memref<64xi32>)
    scf.for %j = %c0 to %two step %c1 {
      linalg.add ins(%r, %u : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
    }
  }
  linalg.add ins(%w, %r : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
  return
}

// Alloc between loops.
func.func @f79(%a: memref<64xi32>, %r: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %c2 step %c1 {
    %m = memref.alloc() : memref<64xi32>
    scf.for %j = %c0 to %c2 step %c1 {
      linalg.add ins(%a, %a : memref<64xi32>, memref<64xi32>) outs(%m : memref<64xi32>)
      %n = memref.alloc() : memref<64xi32>
      linalg.add ins(%m, %a : memref<64xi32>, memref<64xi32>) outs(%n : memref<64xi32>)
      linalg.add ins(%n, %a : memref<64xi32>, memref<64xi32>) outs(%m : memref<64xi32>)
    }
    scf.for %j = %c0 to %c2 step %c1 {
      linalg.add ins(%m, %a : memref<64xi32>, memref<64xi32>) outs(%a : memref<64xi32>)
    }
    linalg.add ins(%m, %a : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
  }
  return
}

// Pool and conv.
func.func @f80(%a: memref<1x6x6x2xi32>, %f: memref<3x3x2x2xi32>, %r: memref<1x2x2x2xi32>) {
  %k = arith.constant 0 : i32
  %c = memref.alloc() : memref<1x4x4x2xi32>
  %w = memref.alloc() : memref<2x2xi32>
  linalg.fill ins(%k : i32) outs(%c : memref<1x4x4x2xi32>)
  linalg.fill ins(%k : i32) outs(%r : memref<1x2x2x2xi32>)
  linalg.conv_2d_nhwc_hwcf ins(%a, %f : memref<1x6x6x2xi32>, memref<3x3x2x2xi32>) outs(%c : memref<1x4x4x2xi32>)
  linalg.pooling_nhwc_max {strides = dense<2> : tensor<2xi64>} ins(%c, %w : memref<1x4x4x2xi32>, memref<2x2xi32>) outs(%r : memref<1x2x2x2xi32>)
  return
}

// Transpose broadcast map.
func.func @f81(%a: memref<8x4xi32>, %r: memref<4x8xi32>, %q: memref<4x8xi32>) {
  %m = memref.alloc() : memref<4x8xi32>
  %n = memref.alloc() : memref<4x8x2xi32>
  %k = arith.constant 0 : i32
  linalg.fill ins(%k : i32) outs(%q : memref<4x8xi32>)
  linalg.transpose ins(%a : memref<8x4xi32>) outs(%m : memref<4x8xi32>) permutation = [1, 0]
  linalg.broadcast ins(%m : memref<4x8xi32>) outs(%n : memref<4x8x2xi32>) dimensions = [2]
  linalg.map { arith.addi } ins(%m, %m : memref<4x8xi32>, memref<4x8xi32>) outs(%r : memref<4x8xi32>)
  linalg.reduce { arith.addi } ins(%n : memref<4x8x2xi32>) outs(%q : memref<4x8xi32>) dimensions = [2]
  return
}

// Reversed map.
#rev_82 = affine_map<(i) -> (63 - i)>
#id_82 = affine_map<(i) -> (i)>
func.func @f82(%a: memref<64xi32>, %r: memref<64xi32>) {
  %m = memref.alloc() : memref<64xi32>
  linalg.generic {indexing_maps = [#id_82, #rev_82], iterator_types = ["parallel"]} ins(%a : memref<64xi32>) outs(%m : memref<64xi32>) {
  ^bb0(%x: i32, %y: i32):
    linalg.yield %x : i32
  }
  linalg.add ins(%m, %a : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
  return
}

// Partial mod map.
#mod_83 = affine_map<(i) -> (i mod 4)>
#id_83 = affine_map<(i) -> (i)>
func.func @f83(%a: memref<64xi32>, %b: memref<64xi32>, %r: memref<64xi32>) {
  %m = memref.alloc() : memref<64xi32>
  memref.copy %b, %m : memref<64xi32> to memref<64xi32>
  linalg.generic {indexing_maps = [#id_83, #mod_83], iterator_types = ["reduction"]} ins(%a : memref<64xi32>) outs(%m : memref<64xi32>) {
  ^bb0(%x: i32, %y: i32):
    linalg.yield %x : i32
  }
  linalg.add ins(%m, %a : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
  return
}

// Dim only use.
func.func @f84(%a: memref<64xi32>, %r: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.alloc() : memref<64xi32>
  %d = memref.cast %m : memref<64xi32> to memref<?xi32>
  linalg.add ins(%a, %a : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
  %n = memref.dim %d, %c0 : memref<?xi32>
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %r[%i] : memref<64xi32>
    %y = arith.addi %x, %x : i32
    memref.store %y, %r[%i] : memref<64xi32>
  }
  return
}

// Carried unused result.
func.func @f85(%a: memref<64xi32>, %r: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %m = memref.alloc() : memref<64xi32>
  memref.copy %a, %m : memref<64xi32> to memref<64xi32>
  %z:3 = scf.for %i = %c0 to %c4 step %c1 iter_args(%x = %m, %s = %c0, %y = %m) -> (memref<64xi32>, index, memref<64xi32>) {
    %v = memref.subview %y[%s][8][1] : memref<64xi32> to memref<8xi32, strided<[1], offset: ?>>
    linalg.add ins(%v, %v : memref<8xi32, strided<[1], offset: ?>>, memref<8xi32, strided<[1], offset: ?>>) outs(%v : memref<8xi32, strided<[1], offset: ?>>)
    linalg.add ins(%x, %a : memref<64xi32>, memref<64xi32>) outs(%x : memref<64xi32>)
    %n = arith.addi %s, %c4 : index
    scf.yield %y, %n, %x : memref<64xi32>, index, memref<64xi32>
  }
  memref.copy %z#2, %r : memref<64xi32> to memref<64xi32>
  return
}

// Copy noncontig overlap.
func.func @f86(%a: memref<64xi32>, %r: memref<64xi32>) {
  %m = memref.alloc() : memref<64xi32>
  memref.copy %a, %m : memref<64xi32> to memref<64xi32>
  %e = memref.subview %m[0][32][2] : memref<64xi32> to memref<32xi32, strided<[2]>>
  %o = memref.subview %m[1][32][2] : memref<64xi32> to memref<32xi32, strided<[2], offset: 1>>
  memref.copy %e, %o : memref<32xi32, strided<[2]>> to memref<32xi32, strided<[2], offset: 1>>
  memref.copy %m, %r : memref<64xi32> to memref<64xi32>
  return
}

// Prefetch and atomics.
func.func @f87(%a: memref<64xi32>, %r: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %m = memref.alloc() : memref<64xi32>
  memref.copy %a, %m : memref<64xi32> to memref<64xi32>
  memref.prefetch %m[%c0], read, locality<3>, data : memref<64xi32>
  %k = arith.constant 20 : i32
  %y = memref.atomic_rmw addi %k, %m[%c0] : (i32, memref<64xi32>) -> i32
  linalg.add ins(%m, %m : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
  return
}

// Call results.
func.func private @pick88(%x: memref<64xi32>, %y: memref<64xi32>, %p: i1) -> memref<64xi32> attributes {no_inline} {
  %s = arith.select %p, %x, %y : memref<64xi32>
  return %s : memref<64xi32>
}
func.func @f88(%a: memref<64xi32>, %r: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %k = arith.constant 20 : i32
  %x = memref.load %a[%c0] : memref<64xi32>
  %p = arith.cmpi sgt, %x, %k : i32
  %m = memref.alloc() : memref<64xi32>
  %n = memref.alloc() : memref<64xi32>
  memref.copy %a, %m : memref<64xi32> to memref<64xi32>
  linalg.add ins(%m, %m : memref<64xi32>, memref<64xi32>) outs(%n : memref<64xi32>)
  %q = call @pick88(%m, %n, %p) : (memref<64xi32>, memref<64xi32>, i1) -> memref<64xi32>
  linalg.add ins(%q, %a : memref<64xi32>, memref<64xi32>) outs(%q : memref<64xi32>)
  linalg.sub ins(%m, %n : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
  return
}

// Call results inlined.
func.func private @pick89(%x: memref<64xi32>, %y: memref<64xi32>, %p: i1) -> memref<64xi32> {
  %s = arith.select %p, %x, %y : memref<64xi32>
  return %s : memref<64xi32>
}
func.func private @make89(%x: memref<64xi32>) -> memref<64xi32> {
  %n = memref.alloc() : memref<64xi32>
  linalg.add ins(%x, %x : memref<64xi32>, memref<64xi32>) outs(%n : memref<64xi32>)
  return %n : memref<64xi32>
}
func.func @f89(%a: memref<64xi32>, %r: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %k = arith.constant 20 : i32
  %x = memref.load %a[%c0] : memref<64xi32>
  %p = arith.cmpi sgt, %x, %k : i32
  %m = call @make89(%a) : (memref<64xi32>) -> memref<64xi32>
  %n = call @make89(%m) : (memref<64xi32>) -> memref<64xi32>
  %q = call @pick89(%m, %n, %p) : (memref<64xi32>, memref<64xi32>, i1) -> memref<64xi32>
  linalg.add ins(%q, %a : memref<64xi32>, memref<64xi32>) outs(%q : memref<64xi32>)
  linalg.sub ins(%m, %n : memref<64xi32>, memref<64xi32>) outs(%r : memref<64xi32>)
  return
}
