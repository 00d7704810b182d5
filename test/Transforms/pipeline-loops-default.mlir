// RUN: memplace-opt %s --allow-unregistered-dialect --memplace-default=target=%S/Inputs/three-memories.json | FileCheck %s
// RUN: sed 's/, "ops": false//' %S/Inputs/three-memories.json > %t.json
// RUN: memplace-opt %s --allow-unregistered-dialect --memplace-default=target=%t.json | FileCheck %s --check-prefix=LOOP
// RUN: not memplace-opt %s --allow-unregistered-dialect --memplace-default="target=%S/Inputs/three-memories.json pipeline-loops=none" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NONE

// Where ops reach only small memories, the slices of a stack are buffers by default: the whole stack of 2048 bytes fits
// nowhere. Where ops reach all memories, the loop stays.

// CHECK-LABEL: func.func @layers
// CHECK-NOT: scf.for
// CHECK-COUNT-8: "npu.layer"({{.*}}) {{.*}} : (memref<8x8xf32, {{.*}}#memplace.tier<"{{sram|weights}}">>, memref<8x8xf32, #memplace.tier<"sram">>) -> ()
// LOOP-LABEL: func.func @layers
// LOOP: scf.for
// NONE: error: op 'npu.layer' (step 1) needs at least 2304 bytes in 'sram' at once, which has 1024
func.func @layers(%w: memref<8x8x8xf32>, %y: memref<8x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %slice = memref.subview %w[%i, 0, 0] [1, 8, 8] [1, 1, 1] : memref<8x8x8xf32> to memref<8x8xf32, strided<[8, 1], offset: ?>>
    "npu.layer"(%slice, %y) {
      memplace.access = ["read", #memplace.access<update, tiers = ["sram"]>], memplace.cost = #memplace.cost<compute_ps = 30000>
    } : (memref<8x8xf32, strided<[8, 1], offset: ?>>, memref<8x8xf32>) -> ()
  }
  return
}
