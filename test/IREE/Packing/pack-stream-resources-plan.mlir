// A report is also a plan: the same offsets result without a search. Every
// other plan is checked.
//
// RUN: split-file %s %t
// RUN: memplace-opt %S/Inputs/mlp.mlir --allow-unregistered-dialect --memplace-pack-stream-resources=report=%t/plan.json -o %t/solved.mlir
// RUN: FileCheck %s --check-prefix=JSON < %t/plan.json
// RUN: memplace-opt %S/Inputs/mlp.mlir --allow-unregistered-dialect --memplace-pack-stream-resources="plan=%t/plan.json report=%t/again.json" -o %t/planned.mlir
// RUN: cmp %t/solved.mlir %t/planned.mlir
// RUN: sed 's/"packer": ".*"/"packer": "plan"/' %t/plan.json | diff - %t/again.json

// JSON:      "format": "memplace-stream-packs",
// JSON-NEXT: "version": 1,
// JSON-NEXT: "packs": [
// JSON:      "function": "main",
// JSON-NEXT: "dynamic_slices": 0,
// JSON-NEXT: "offset_alignment": 64,
// JSON-NEXT: "range_alignment": 64,
// JSON-NEXT: "stock": 8192,
// JSON-NEXT: "size": 8192,
// JSON-NEXT: "bound": 8192,
// JSON-NEXT: "proven": true,
// JSON-NEXT: "packer": "
// JSON-NEXT: "slices": [
// JSON:      "slice": 0,
// JSON-NEXT: "begin": 0,
// JSON-NEXT: "end": 2,
// JSON-NEXT: "size": 4096,
// JSON-NEXT: "offset": 0

// Text written by IREE returns unchanged except for the packed op.
// RUN: memplace-opt %S/Inputs/mlp.mlir --allow-unregistered-dialect | grep -vE 'resource.pack|arith.constant' | sed -E 's/%[0-9a-z_#]+/%/g' > %t/before
// RUN: grep -vE 'arith.constant' %t/solved.mlir | sed -E 's/%[0-9a-z_#]+/%/g' | diff %t/before -

// RUN: sed 's/"offset": 4096/"offset": 64/' %t/plan.json > %t/overlapping.json
// RUN: not memplace-opt %S/Inputs/mlp.mlir --allow-unregistered-dialect --memplace-pack-stream-resources=plan=%t/overlapping.json -o %t/none.mlir 2>&1 | FileCheck %s --check-prefix=OVERLAP
// RUN: not ls %t/none.mlir
// OVERLAP: error: 'stream.resource.pack' op is not packed legally: P5: buffer 'slice 1' in bytes [64, 4160) overlaps buffer 'slice 0' in bytes [0, 4096)

// RUN: sed 's/"offset": 4096/"offset": 4128/' %t/plan.json > %t/crooked.json
// RUN: not memplace-opt %S/Inputs/mlp.mlir --allow-unregistered-dialect --memplace-pack-stream-resources=plan=%t/crooked.json 2>&1 | FileCheck %s --check-prefix=CROOKED
// CROOKED: error: 'stream.resource.pack' op is not packed legally: {{.*}}4128{{.*}}64

// RUN: sed 's/"size": 320/"size": 321/' %t/plan.json > %t/other-size.json
// RUN: not memplace-opt %S/Inputs/mlp.mlir --allow-unregistered-dialect --memplace-pack-stream-resources=plan=%t/other-size.json 2>&1 | FileCheck %s --check-prefix=SIZE
// SIZE: error: '{{.*}}other-size.json': packs[0].slices[2]: the slice of the op lives in [2, 4) and has 320 bytes, which is not what 'begin', 'end' and 'size' say; the file is of another program

// RUN: not memplace-opt %S/Inputs/mlp.mlir --allow-unregistered-dialect --memplace-pack-stream-resources=plan=%t/no-packs.json 2>&1 | FileCheck %s --check-prefix=PACKS
// PACKS: error: '{{.*}}no-packs.json': has 0 packs, the module has 1 ops to pack; the file is of another program
// RUN: not memplace-opt %S/Inputs/mlp.mlir --allow-unregistered-dialect --memplace-pack-stream-resources=plan=%t/fewer.json 2>&1 | FileCheck %s --check-prefix=FEWER
// FEWER: error: '{{.*}}fewer.json': packs[0]: has 1 slices, the op has 3 of constant size; the file is of another program
// RUN: not memplace-opt %S/Inputs/mlp.mlir --allow-unregistered-dialect --memplace-pack-stream-resources=plan=%t/other.json 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: error: '{{.*}}other.json': needs "format": "memplace-stream-packs" and "version": 1, as the option 'report' writes
// RUN: not memplace-opt %S/Inputs/mlp.mlir --allow-unregistered-dialect --memplace-pack-stream-resources=plan=%t/broken.json 2>&1 | FileCheck %s --check-prefix=BROKEN
// BROKEN: error: '{{.*}}broken.json': {{.*}}
// RUN: not memplace-opt %S/Inputs/mlp.mlir --allow-unregistered-dialect --memplace-pack-stream-resources=plan=%t/no-such-file 2>&1 | FileCheck %s --check-prefix=FILE
// FILE: error: {{.*}}no-such-file: cannot open: No such file or directory

// RUN: not memplace-opt %S/Inputs/mlp.mlir --allow-unregistered-dialect --memplace-pack-stream-resources=plan=%t/no-array.json 2>&1 | FileCheck %s --check-prefix=ARRAY
// ARRAY: error: '{{.*}}no-array.json': needs an array 'packs'

//--- no-array.json
{"format": "memplace-stream-packs", "version": 1, "packs": 1}
//--- no-packs.json
{"format": "memplace-stream-packs", "version": 1, "packs": []}
//--- fewer.json
{"format": "memplace-stream-packs", "version": 1, "packs": [{"slices": [{"offset": 0}]}]}
//--- other.json
{"format": "memplace-stream-packs", "version": 2, "packs": []}
//--- broken.json
{"format":
