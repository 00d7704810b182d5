// RUN: memplace-opt %s --allow-unregistered-dialect --memplace-default=target=%S/Inputs/three-memories.json -split-input-file -verify-diagnostics

// Contradictions between `memplace.access`, the target, pins, and models.

func.func @f(%a: memref<8xf32>) {
  // expected-error@+2 {{target 'npu' has no tier 'cmem', which 'memplace.access' of 'npu.f' names}}
  // expected-note@+1 {{its tiers are 'sram', 'weights', 'ddr'}}
  "npu.f"(%a) {memplace.access = [#memplace.access<read, tiers = ["cmem"]>]} : (memref<8xf32>) -> ()
  return
}

// -----

func.func @f(%a: memref<8xf32>) {
  // expected-error@+1 {{'npu.f' can access buffer 'arg0' in no tier: its uses in 'memplace.access' have no tier in common}}
  "npu.f"(%a, %a) {memplace.access = [#memplace.access<read, tiers = ["sram"]>, #memplace.access<read, tiers = ["weights"]>]} : (memref<8xf32>, memref<8xf32>) -> ()
  return
}

// -----

func.func @f(%a: memref<8xf32> {memplace.pin = #memplace.tier<"weights">}) {
  // expected-error@+1 {{'npu.f' can access buffer 'arg0' only in 'sram', but the buffer is pinned to 'weights'}}
  "npu.f"(%a) {memplace.access = [#memplace.access<read, tiers = ["sram"]>]} : (memref<8xf32>) -> ()
  return
}

// -----

func.func private @keeps(memref<8xf32>)
func.func @f(%a: memref<8xf32>) {
  // expected-error@+1 {{'npu.f' can access buffer 'arg0' only in 'sram', but the buffer stays in 'ddr': it may be kept by function 'keeps', which has no body; 'llvm.nocapture' on the argument rules that out}}
  "npu.f"(%a) {memplace.access = [#memplace.access<read, tiers = ["sram"]>]} : (memref<8xf32>) -> ()
  call @keeps(%a) : (memref<8xf32>) -> ()
  return
}

// -----

func.func @f(%a: memref<8xf32>, %b: memref<8xf32>) {
  // expected-error@+1 {{'memplace.access' of 'linalg.exp' leaves out an access: by its model the op makes an access "write" to an operand of type 'memref<8xf32>'}}
  linalg.exp {memplace.access = ["read", "read"]} ins(%a : memref<8xf32>) outs(%b : memref<8xf32>)
  return
}

// -----

func.func @f(%a: memref<8xf32>, %b: memref<8xf32>) {
  // expected-error@+1 {{'memplace.cut_dims' is for ops without a model; the model of 'linalg.exp' states its cuts}}
  linalg.exp {memplace.cut_dims = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>]} ins(%a : memref<8xf32>) outs(%b : memref<8xf32>)
  return
}

// -----

func.func @f(%a: memref<8xf32>) {
  %zero = arith.constant 0.0 : f32
  // expected-error@+1 {{'memplace.access' belongs on an op that accesses memory, but 'affine.for' is of kind "region"}}
  affine.for %i = 0 to 8 {
    linalg.fill ins(%zero : f32) outs(%a : memref<8xf32>)
  } {memplace.access = []}
  return
}

// -----

func.func @f(%a: memref<8xf32>) {
  // expected-error@+2 {{cannot tell what 'npu.view' does to memory: it does not implement MemoryOpInterface, and 'memplace.access' does not tell where its memref results are}}
  // expected-note@+1 {{state its accesses by 'memplace.access', attach a model of the interface to the op, or set 'allow-unknown-ops' to treat it as a barrier}}
  %b = "npu.view"(%a) {memplace.access = ["read"]} : (memref<8xf32>) -> memref<8xf32>
  return
}

// -----

// The type of an allocation is a pin.
func.func @f(%a: memref<8xf32>) {
  // expected-error@+1 {{buffer 'alloc0' has the type 'memref<8xf32, #memplace.tier<"ddr">>', but ops cannot access tier 'ddr' ('ops' is false); leave out the memory space, and memplace chooses the tier}}
  %t = memref.alloc() : memref<8xf32, #memplace.tier<"ddr">>
  linalg.exp ins(%a : memref<8xf32>) outs(%t : memref<8xf32, #memplace.tier<"ddr">>)
  return
}

// -----

func.func private @reads(memref<8xf32> {llvm.readonly}, memref<8xf32>) attributes {memplace.access = ["write", "write"]}

func.func @f(%a: memref<8xf32>, %b: memref<8xf32>) {
  // expected-error@+1 {{'memplace.access' states the access "write" to operand 0, but the attributes of this argument of function 'reads' state "read"; remove one of them}}
  call @reads(%a, %b) : (memref<8xf32>, memref<8xf32>) -> ()
  return
}

// -----

func.func private @writes(memref<8xf32>, memref<8xf32> {bufferization.access = "write"})

func.func @f(%a: memref<8xf32>, %b: memref<8xf32>) {
  // expected-error@+1 {{'memplace.access' states the access "update" to operand 1, but the attributes of this argument of function 'writes' state "write"; remove one of them}}
  call @writes(%a, %b) {memplace.access = ["read", "update"]} : (memref<8xf32>, memref<8xf32>) -> ()
  return
}
