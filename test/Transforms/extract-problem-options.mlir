// RUN: rm -rf %t && split-file %s %t

// The target: from the module, from the option, which takes precedence, or from a file.
// RUN: memplace-opt %t/two.mlir --memplace-extract-problem=function=f -o /dev/null | FileCheck %s --check-prefix=TOY
// RUN: memplace-opt %t/two.mlir --memplace-extract-problem="function=f target=tpu-v4i" -o /dev/null | FileCheck %s --check-prefix=TPU
// RUN: memplace-opt %t/two.mlir --memplace-extract-problem="function=f target=%t/mine.json" -o /dev/null | FileCheck %s --check-prefix=MINE
// TOY: "target": "toy",
// TPU: "target": "tpu-v4i",
// MINE: "target": {
// MINE: "name": "mine"

// An empty name is an error, and no file "-f" is written.
// RUN: mkdir %t/empty && cd %t/empty && not memplace-opt %t/two.mlir --memplace-extract-problem="file=" -o /dev/null 2>&1 | FileCheck %s --check-prefix=EMPTY
// RUN: ls %t/empty | count 0
// EMPTY: two.mlir:1:1: error: 'file' must name a file, or be '-' for standard output

// Several functions: all on standard output, or one file each, whose placement
// can be read.
// RUN: memplace-opt %t/two.mlir --memplace-extract-problem=file=- -o /dev/null | FileCheck %s --check-prefix=BOTH
// BOTH: "name": "f",
// BOTH: "name": "g",
// RUN: memplace-opt %t/two.mlir --memplace-extract-problem=file=%t/p.json -o /dev/null | count 0
// RUN: memplace-solve %t/p-f.json -o %t/s-f.json --solver=first-fit
// RUN: memplace-solve %t/p-g.json -o %t/s-g.json --solver=default-tier
// RUN: memplace-opt %t/two.mlir --memplace-place-buffers=solution=%t/s.json | FileCheck %s --check-prefix=PLACED
// PLACED: func.func @f(
// PLACED: memref.alloc() {memplace.residencies = [#memplace.residency<"fast", offset = 0, steps = 0 to 1>]}
// PLACED: func.func @g(
// PLACED: memref.alloc() {memplace.residencies = [#memplace.residency<"slow", offset = 0, steps = 0 to 1>]}

// A placed program can be extracted again, from each of its forms, with the
// same buffers.
// RUN: memplace-opt %t/two.mlir --memplace-place-buffers --memplace-extract-problem=function=f -o /dev/null | cmp - %t/p-f.json
// RUN: memplace-opt %t/two.mlir --memplace-default --memplace-extract-problem=function=f -o /dev/null | FileCheck %s --check-prefix=AGAIN
// AGAIN: {"name": "alloc0", "size": 16,

//--- two.mlir
module attributes {memplace.target = #memplace.target<"toy">} {
func.func @f(%x: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  memref.copy %x, %a : memref<4xf32> to memref<4xf32>
  return
}
func.func @g(%x: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  memref.copy %x, %a : memref<4xf32> to memref<4xf32>
  return
}
}

//--- mine.json
{"format": "memplace-target", "version": 1, "name": "mine",
 "tiers": [{"name": "only", "capacity": 64, "alignment": 16, "read_bytes_per_second": 1000, "write_bytes_per_second": 1000}],
 "default_tier": "only", "channels": [], "combine": "sum",
 "compute": {"flops_per_second": {"default": 1000}, "launch_ps": 0}}
