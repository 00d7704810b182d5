// RUN: memplace-opt %s --allow-unregistered-dialect --memplace-default=target=%S/Inputs/two-banks.json -split-input-file -verify-diagnostics

func.func @f(%a: memref<8xf32>) {
  // expected-error@+1 {{'memplace.apart' must be an array of pairs, got 0 : i64}}
  "npu.f"(%a) {memplace.access = ["read"], memplace.apart = 0} : (memref<8xf32>) -> ()
  return
}

// -----

func.func @f(%a: memref<8xf32>) {
  // expected-error@+1 {{'memplace.together' must hold pairs of numbers, got [0]}}
  "npu.f"(%a) {memplace.access = ["read"], memplace.together = [[0]]} : (memref<8xf32>) -> ()
  return
}

// -----

func.func @f(%a: memref<8xf32>) {
  // expected-error@+1 {{'memplace.apart' names memref operand 1 of 1, counted from 0}}
  "npu.f"(%a) {memplace.access = ["read"], memplace.apart = [[0, 1]]} : (memref<8xf32>) -> ()
  return
}

// -----

func.func @f(%a: memref<8xf32>) {
  // expected-error@+1 {{'memplace.apart' pairs memref operand 0 with itself}}
  "npu.f"(%a) {memplace.access = ["read"], memplace.apart = [[0, 0]]} : (memref<8xf32>) -> ()
  return
}

// -----

func.func @f(%a: memref<8xf32>) {
  // expected-error@+1 {{'memplace.apart' of 'npu.f' names two operands in buffer 'arg0', which is in one tier}}
  "npu.f"(%a, %a) {memplace.access = ["read", "read"], memplace.apart = [[0, 1]]} : (memref<8xf32>, memref<8xf32>) -> ()
  return
}

// -----

func.func @f(%a: memref<8xf32>, %b: memref<8xf32>) {
  // expected-error@+1 {{op 'npu.f' (step 0) needs 'arg0' ('bank0') and 'arg1' ('bank0') in different tiers at once; no choice of tiers meets this}}
  "npu.f"(%a, %b) {memplace.access = [#memplace.access<read, tiers = ["bank0"]>, #memplace.access<read, tiers = ["bank0"]>], memplace.apart = [[0, 1]]} : (memref<8xf32>, memref<8xf32>) -> ()
  return
}

// -----

func.func @f(%a: memref<8xf32>, %b: memref<8xf32>) {
  // expected-error@+1 {{'memplace.apart' of 'npu.f' names buffers 'arg0' and 'arg1', which 'memplace.together' keeps in one tier}}
  "npu.f"(%a, %b) {memplace.access = ["read", "read"], memplace.apart = [[0, 1]], memplace.together = [[1, 0]]} : (memref<8xf32>, memref<8xf32>) -> ()
  return
}

// -----

func.func @f(%a: memref<8xf32>, %b: memref<8xf32>, %c: memref<8xf32>) {
  // expected-error@+1 {{'memplace.apart' of 'npu.f' names buffers 'arg0' and 'arg2', which 'memplace.together' keeps in one tier}}
  "npu.f"(%a, %b, %c) {memplace.access = ["read", "read", "read"], memplace.apart = [[0, 2]], memplace.together = [[1, 0], [1, 2]]} : (memref<8xf32>, memref<8xf32>, memref<8xf32>) -> ()
  return
}
