// RUN: memplace-opt %s --split-input-file --verify-diagnostics --memplace-verify-placement=target=toy -o /dev/null

// expected-error@+2 {{function 'unplaced' has no placement}}
// expected-note@+1 {{'memplace-place-buffers' makes one}}
func.func @unplaced(%in: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  memref.copy %in, %a : memref<4xf32> to memref<4xf32>
  return
}
