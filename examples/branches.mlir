// Two large results, each with a small use: `memplace-schedule` runs each use right after its result, so that the two
// large buffers are never live at the same time (docs/guide/scheduling.md).

func.func @branches(%x: memref<4xf32>, %y: memref<4xf32>, %z: memref<4xf32>) {
  %a = memref.alloc() : memref<1024xf32>
  %b = memref.alloc() : memref<1024xf32>
  "npu.make"(%x, %a) {memplace.access = ["read", "write"]} : (memref<4xf32>, memref<1024xf32>) -> ()
  "npu.make"(%x, %b) {memplace.access = ["read", "write"]} : (memref<4xf32>, memref<1024xf32>) -> ()
  "npu.sum"(%a, %y) {memplace.access = ["read", "write"]} : (memref<1024xf32>, memref<4xf32>) -> ()
  "npu.sum"(%b, %z) {memplace.access = ["read", "write"]} : (memref<1024xf32>, memref<4xf32>) -> ()
  return
}
