// RUN: memplace-opt %s --memplace-place-buffers="target=%S/../Integration/Inputs/flash.json" --memplace-insert-transfers --memplace-verify-placement | FileCheck %s
// RUN: memplace-opt %s --memplace-default="target=%S/../Integration/Inputs/flash.json" --memplace-verify-placement | FileCheck %s --check-prefix=OFFSETS

// A buffer with another home than the default tier stays at home there in the
// explicit form: weights in flash are fetched while the exponential computes.
// CHECK-LABEL: func.func @weights_in_flash(
// CHECK-SAME: %[[FLASH:[a-z0-9]+]]: memref<64x64xf32, #memplace.tier<"flash">>
// CHECK: %[[SRAM:.*]] = memref.alloc() {{.*}}memplace.buffer = "arg0"{{.*}} : memref<64x64xf32, #memplace.tier<"sram">>
// CHECK: memplace.start_transfer %[[FLASH]] to %[[SRAM]] on "in"
// CHECK: linalg.exp
// CHECK: memplace.wait
// CHECK: %[[CAST:.*]] = memref.memory_space_cast %[[SRAM]]
// CHECK: linalg.add ins(%[[CAST]],
// OFFSETS-LABEL: func.func @weights_in_flash(
// OFFSETS: memplace.slot {{.*}} for "arg0"
// OFFSETS: memplace.start_transfer
func.func @weights_in_flash(%w: memref<64x64xf32, #memplace.tier<"flash">>,
                            %x: memref<64x64xf32>, %y: memref<64x64xf32>) {
  %weights = memref.memory_space_cast %w : memref<64x64xf32, #memplace.tier<"flash">> to memref<64x64xf32>
  %a = memref.alloc() : memref<64x64xf32>
  linalg.exp {memplace.cost = #memplace.cost<compute_ps = 9000000000>}
    ins(%x : memref<64x64xf32>) outs(%a : memref<64x64xf32>)
  linalg.add ins(%weights, %a : memref<64x64xf32>, memref<64x64xf32>) outs(%y : memref<64x64xf32>)
  return
}
