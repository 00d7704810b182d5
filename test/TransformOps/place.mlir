// RUN: memplace-opt %s --transform-interpreter --split-input-file --verify-diagnostics | FileCheck %s

// A script pins, places, and makes the placement explicit.
module attributes {transform.with_named_sequence} {
  // CHECK-LABEL: module @pinned
  // CHECK-SAME: memplace.target = #memplace.target<"toy">
  module @pinned attributes {transform.target_tag = "payload"} {
    // CHECK: func @main
    // CHECK: %[[SLOW:.*]] = memplace.arena {{.*}} #memplace.tier<"slow">
    // CHECK: memplace.slot %[[SLOW]][{{[0-9]+}}] for "alloc0"
    // CHECK-NOT: memref.alloc()
    // CHECK: transform.named_sequence
    func.func @main(%x: memref<8xf32>, %y: memref<8xf32>) {
      %a = memref.alloc() : memref<8xf32>
      linalg.exp ins(%x : memref<8xf32>) outs(%a : memref<8xf32>)
      linalg.exp ins(%a : memref<8xf32>) outs(%y : memref<8xf32>)
      return
    }
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %module = transform.structured.match ops{["builtin.module"]} attributes {transform.target_tag = "payload"} in %root : (!transform.any_op) -> !transform.any_op
    %allocs = transform.structured.match ops{["memref.alloc"]} in %module : (!transform.any_op) -> !transform.any_op
    transform.memplace.pin %allocs to "slow" : !transform.any_op
    %placed = transform.memplace.place %module {target = "toy", solver = "greedy"} : (!transform.any_op) -> !transform.any_op
    transform.memplace.verify %placed : !transform.any_op
    %lowered = transform.memplace.lower %placed : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// Without a pin greedy uses the fast tier; only_transfers keeps allocations.
module attributes {transform.with_named_sequence} {
  // CHECK-LABEL: module @free
  module @free attributes {transform.target_tag = "payload"} {
    // CHECK: func @main(%{{.*}}: memref<8xf32> {memplace.pin = #memplace.tier<"slow">}
    // CHECK-NOT: memplace.arena
    // CHECK: memref.alloc() {{.*}} : memref<8xf32, #memplace.tier<"fast">>
    func.func @main(%x: memref<8xf32>, %y: memref<8xf32>) {
      %a = memref.alloc() : memref<8xf32>
      linalg.exp ins(%x : memref<8xf32>) outs(%a : memref<8xf32>)
      linalg.exp ins(%a : memref<8xf32>) outs(%y : memref<8xf32>)
      return
    }
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %module = transform.structured.match ops{["builtin.module"]} attributes {transform.target_tag = "payload"} in %root : (!transform.any_op) -> !transform.any_op
    %function = transform.structured.match ops{["func.func"]} in %module : (!transform.any_op) -> !transform.any_op
    transform.memplace.pin %function to "slow" {argument = 0 : i64} : !transform.any_op
    %placed = transform.memplace.place %module {target = "toy"} : (!transform.any_op) -> !transform.any_op
    %lowered = transform.memplace.lower %placed {only_transfers} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// The first alternative finds no placement: 4000 bytes are pinned to 512. The second succeeds.
module attributes {transform.with_named_sequence} {
  // CHECK-LABEL: module @alternatives
  // CHECK-SAME: memplace.target = #memplace.target<"tpu-v4i">
  module @alternatives attributes {transform.target_tag = "payload"} {
    // CHECK: memplace.residencies
    func.func @main(%x: memref<1000xf32>, %y: memref<1000xf32>) {
      %a = memref.alloc() {memplace.pin = #memplace.tier<"cmem">} : memref<1000xf32>
      linalg.exp ins(%x : memref<1000xf32>) outs(%a : memref<1000xf32>)
      linalg.exp ins(%a : memref<1000xf32>) outs(%y : memref<1000xf32>)
      return
    }
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %module = transform.structured.match ops{["builtin.module"]} attributes {transform.target_tag = "payload"} in %root : (!transform.any_op) -> !transform.any_op
    transform.alternatives %module : !transform.any_op {
    ^bb0(%scope: !transform.any_op):
      %placed = transform.memplace.place %scope {target = "toy"} : (!transform.any_op) -> !transform.any_op
    }, {
    ^bb0(%scope: !transform.any_op):
      %placed = transform.memplace.place %scope {target = "tpu-v4i"} : (!transform.any_op) -> !transform.any_op
    }
    transform.yield
  }
}
