// RUN: memplace-opt %s --split-input-file --verify-diagnostics --memplace-lower-to-offsets -o /dev/null

func.func @no_name() {
  // expected-error@+1 {{'memplace.residency' needs a static shape, an offset, the memory space of its tier and 'memplace.buffer'}}
  %a = memref.alloc() {memplace.residency = #memplace.residency<"fast", offset = 8, steps = 0 to 1>} : memref<4xf32, #memplace.tier<"fast">>
  return
}
