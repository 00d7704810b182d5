// Slices that are read, written, and updated in place: in a loop with its trip
// count in memory, in a nested loop, and in a loop with a known trip count.
memref.global "private" constant @trips : memref<1xi32> = dense<5>
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @main(%w: memref<8x16x16xf32>, %y: memref<8x16x16xf32>, %u: memref<8x16x16xf32>,
                %v: memref<8x16x16xf32>, %x: memref<16x16xf32>, %z: memref<8x16x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %half = arith.constant 0.5 : f32
  %trips = memref.get_global @trips : memref<1xi32>
  %loaded = memref.load %trips[%c0] : memref<1xi32>
  %n = arith.index_cast %loaded : i32 to index
  %kept = memref.alloc() : memref<8x16x16xf32>
  linalg.fill ins(%half : f32) outs(%kept : memref<8x16x16xf32>)
  scf.for %i = %c0 to %n step %c1 {
    %s = memref.subview %w[%i, 0, 0] [1, 16, 16] [1, 1, 1]
      : memref<8x16x16xf32> to memref<16x16xf32, strided<[16, 1], offset: ?>>
    %r = memref.subview %y[%i, 0, 0] [1, 16, 16] [1, 1, 1]
      : memref<8x16x16xf32> to memref<16x16xf32, strided<[16, 1], offset: ?>>
    %k = memref.subview %kept[%i, 0, 0] [1, 16, 16] [1, 1, 1]
      : memref<8x16x16xf32> to memref<16x16xf32, strided<[16, 1], offset: ?>>
    linalg.add ins(%s, %x : memref<16x16xf32, strided<[16, 1], offset: ?>>, memref<16x16xf32>) outs(%x : memref<16x16xf32>)
    linalg.mul ins(%s, %x : memref<16x16xf32, strided<[16, 1], offset: ?>>, memref<16x16xf32>)
      outs(%r : memref<16x16xf32, strided<[16, 1], offset: ?>>)
    linalg.add ins(%k, %s : memref<16x16xf32, strided<[16, 1], offset: ?>>, memref<16x16xf32, strided<[16, 1], offset: ?>>)
      outs(%k : memref<16x16xf32, strided<[16, 1], offset: ?>>)
    linalg.tanh ins(%x : memref<16x16xf32>) outs(%x : memref<16x16xf32>)
  }
  scf.for %j = %c0 to %c2 step %c1 {
    scf.for %i = %c0 to %n step %c1 {
      %at = arith.subi %c7, %i : index
      %s = memref.subview %u[%at, 0, 0] [1, 16, 16] [1, 1, 1]
        : memref<8x16x16xf32> to memref<16x16xf32, strided<[16, 1], offset: ?>>
      %k = memref.subview %kept[%i, 0, 0] [1, 16, 16] [1, 1, 1]
        : memref<8x16x16xf32> to memref<16x16xf32, strided<[16, 1], offset: ?>>
      linalg.mul ins(%s, %k : memref<16x16xf32, strided<[16, 1], offset: ?>>, memref<16x16xf32, strided<[16, 1], offset: ?>>)
        outs(%s : memref<16x16xf32, strided<[16, 1], offset: ?>>)
      linalg.add ins(%s, %x : memref<16x16xf32, strided<[16, 1], offset: ?>>, memref<16x16xf32>) outs(%x : memref<16x16xf32>)
      linalg.tanh ins(%x : memref<16x16xf32>) outs(%x : memref<16x16xf32>)
    }
  }
  scf.for %i = %c0 to %c5 step %c1 {
    %s = memref.subview %v[%i, 0, 0] [1, 16, 16] [1, 1, 1]
      : memref<8x16x16xf32> to memref<16x16xf32, strided<[16, 1], offset: ?>>
    linalg.add ins(%s, %x : memref<16x16xf32, strided<[16, 1], offset: ?>>, memref<16x16xf32>)
      outs(%s : memref<16x16xf32, strided<[16, 1], offset: ?>>)
    linalg.mul ins(%s, %x : memref<16x16xf32, strided<[16, 1], offset: ?>>, memref<16x16xf32>) outs(%x : memref<16x16xf32>)
    linalg.tanh ins(%x : memref<16x16xf32>) outs(%x : memref<16x16xf32>)
  }
  memref.copy %kept, %z : memref<8x16x16xf32> to memref<8x16x16xf32>
  memref.dealloc %kept : memref<8x16x16xf32>
  return
}
