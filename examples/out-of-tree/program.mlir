// The live ranges of %a and %b do not overlap: `default-tier` gives both the
// same place, while `stack` puts %b above %a.
module attributes {memplace.target = #memplace.target<"toy">} {
  func.func @scale(%x: memref<4xf32>, %y: memref<4xf32>, %z: memref<4xf32>) {
    %a = memref.alloc() : memref<4xf32>
    accel.scale %x to %a by 2.0 : memref<4xf32>, memref<4xf32>
    accel.scale %a to %y by 3.0 : memref<4xf32>, memref<4xf32>
    %b = memref.alloc() : memref<4xf32>
    accel.scale %x to %b by 4.0 : memref<4xf32>, memref<4xf32>
    accel.scale %b to %z by 5.0 : memref<4xf32>, memref<4xf32>
    return
  }
}
