// RUN: memplace-opt %s --allow-unregistered-dialect --memplace-default=target=%S/Inputs/three-memories.json | FileCheck %s

// Each operand is in a tier that `memplace.access` names, whatever the op is: without a model, of a model, or a call. A
// buffer that a callee only reads is not copied back.

// CHECK-LABEL: func.func @ops
// CHECK: "npu.matmul"({{.*}}) {{.*}} : (memref<8x8xf32, #memplace.tier<"sram">>, memref<8x8xf32, #memplace.tier<"weights">>, memref<8x8xf32, #memplace.tier<"sram">>) -> ()
// CHECK: linalg.exp {{.*}} ins({{.*}} : memref<8x8xf32, #memplace.tier<"sram">>) outs({{.*}} : memref<8x8xf32, #memplace.tier<"weights">>)
// CHECK: memory_space_cast {{.*}} : memref<8x8xf32, #memplace.tier<"weights">> to memref<8x8xf32>
// CHECK: call @read(
// CHECK-NOT: memplace.start_transfer
func.func private @read(memref<8x8xf32>) attributes {memplace.access = [#memplace.access<read, tiers = ["weights"]>]}
func.func @ops(%x: memref<8x8xf32>, %w: memref<8x8xf32>) {
  %h = memref.alloc() : memref<8x8xf32>
  %g = memref.alloc() : memref<8x8xf32>
  "npu.matmul"(%x, %w, %h) {
    memplace.access = [#memplace.access<read, tiers = ["sram"]>, #memplace.access<read, tiers = ["weights"]>,
                       #memplace.access<write, tiers = ["sram"]>]
  } : (memref<8x8xf32>, memref<8x8xf32>, memref<8x8xf32>) -> ()
  linalg.exp {memplace.access = ["read", #memplace.access<write, tiers = ["weights"]>]} ins(%h : memref<8x8xf32>) outs(%g : memref<8x8xf32>)
  call @read(%g) : (memref<8x8xf32>) -> ()
  return
}

// The accesses of an op cover its regions, whose ops may be unknown. An op without operands can be known, too.
// CHECK-LABEL: func.func @kernel
// CHECK: %[[HIDDEN:.*]] = memplace.slot {{.*}} for "alloc0"
// CHECK: "npu.kernel"({{.*}}, %[[HIDDEN]]) ({
// CHECK: "npu.barrier"() {memplace.access = []} : () -> ()
// CHECK: "npu.kernel"(%[[HIDDEN]], {{.*}}) ({
func.func @kernel(%x: memref<8x8xf32>, %y: memref<8x8xf32>) {
  %h = memref.alloc() : memref<8x8xf32>
  "npu.kernel"(%x, %h) ({
  ^bb0(%a: memref<8x8xf32>, %b: memref<8x8xf32>):
    "npu.copy"(%a, %b) : (memref<8x8xf32>, memref<8x8xf32>) -> ()
    "npu.end"() : () -> ()
  }) {memplace.access = ["read", "write"]} : (memref<8x8xf32>, memref<8x8xf32>) -> ()
  "npu.barrier"() {memplace.access = []} : () -> ()
  "npu.kernel"(%h, %y) ({
    "npu.end"() : () -> ()
  }) {memplace.access = ["read", "write"]} : (memref<8x8xf32>, memref<8x8xf32>) -> ()
  return
}
