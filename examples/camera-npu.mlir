// Three layers for examples/camera-npu.json. Each memref has 256 KiB, half the
// capacity of the fastest memory.
func.func @layers(%image: memref<256x256xf32>, %weights: memref<256x256xf32>, %out: memref<256x256xf32>) {
  %a = memref.alloc() : memref<256x256xf32>
  %b = memref.alloc() : memref<256x256xf32>
  linalg.exp ins(%image : memref<256x256xf32>) outs(%a : memref<256x256xf32>)
  linalg.mul ins(%a, %weights : memref<256x256xf32>, memref<256x256xf32>) outs(%b : memref<256x256xf32>)
  linalg.tanh ins(%b : memref<256x256xf32>) outs(%b : memref<256x256xf32>)
  linalg.mul ins(%b, %weights : memref<256x256xf32>, memref<256x256xf32>) outs(%b : memref<256x256xf32>)
  linalg.add ins(%a, %b : memref<256x256xf32>, memref<256x256xf32>) outs(%out : memref<256x256xf32>)
  return
}
