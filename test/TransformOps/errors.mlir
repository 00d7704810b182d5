// RUN: memplace-opt %s --transform-interpreter --split-input-file --verify-diagnostics -o %t.mlir

module attributes {transform.with_named_sequence} {
  // expected-note @+1 {{no solver 'gredy'; did you mean 'greedy'?}}
  module attributes {transform.target_tag = "payload"} {
    func.func @main(%x: memref<8xf32>) {
      return
    }
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %module = transform.structured.match ops{["builtin.module"]} attributes {transform.target_tag = "payload"} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @+1 {{failed on a module}}
    %placed = transform.memplace.place %module {target = "toy", solver = "gredy"} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// No placement exists.
module attributes {transform.with_named_sequence} {
  module attributes {transform.target_tag = "payload", memplace.target = #memplace.target<"toy">} {
    // expected-note @+1 {{has no placement}}
    func.func @main(%x: memref<8xf32>) {
      %a = memref.alloc() : memref<8xf32>
      linalg.exp ins(%x : memref<8xf32>) outs(%a : memref<8xf32>)
      return
    }
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %module = transform.structured.match ops{["builtin.module"]} attributes {transform.target_tag = "payload"} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @+1 {{failed on a module}}
    transform.memplace.verify %module : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-note @+1 {{this op is not a module}}
  func.func @main(%x: memref<8xf32>) {
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %function = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @+1 {{expects modules}}
    %placed = transform.memplace.place %function : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    // expected-error @+1 {{cannot be applied to the module that holds the script}}
    %placed = transform.memplace.place %root : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-note @+1 {{this op}}
  func.func @main(%x: memref<8xf32>, %n: index) {
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %function = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @+1 {{there is no argument 2, the function has 2}}
    transform.memplace.pin %function to "fast" {argument = 2 : i64} : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-note @+1 {{this op}}
  func.func @main(%x: memref<8xf32>, %n: index) {
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %function = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @+1 {{argument 1 is no memref}}
    transform.memplace.pin %function to "fast" {argument = 1 : i64} : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-note @+1 {{this op}}
  func.func @main(%x: memref<8xf32>, %n: index) {
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %function = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @+1 {{expects ops that define a memref}}
    transform.memplace.pin %function to "fast" : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    // expected-error @+1 {{has no option 'timelimit', use one of 'allow_unknown_ops', 'seed', 'slot_alignment', 'solution', 'solver', 'solver_options', 'strict', 'target', 'time_limit'}}
    %placed = transform.memplace.place %root {timelimit = 3.0} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    // expected-error @+1 {{has no option 'only_transfer', use one of 'allow_unknown_ops', 'only_transfers'}}
    %lowered = transform.memplace.lower %root {only_transfer, test.note = "a dialect's own"} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    // expected-error @+1 {{has no option 'strict', use one of 'allow_unknown_ops'}}
    transform.memplace.verify %root {strict} : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    // expected-error @+1 {{needs the name of a tier, got ''}}
    transform.memplace.pin %root to "" : !transform.any_op
    transform.yield
  }
}

// -----

// An empty handle is allowed.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %none = transform.structured.match ops{["no.op"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.memplace.pin %none to "fast" : !transform.any_op
    %placed = transform.memplace.place %none {target = "toy"} : (!transform.any_op) -> !transform.any_op
    transform.memplace.verify %placed : !transform.any_op
    %lowered = transform.memplace.lower %placed : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
