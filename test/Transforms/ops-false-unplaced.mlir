// Storage of unknown size stays in its tier, as do buffers whose address a callee may keep. An op that accesses storage of
// unknown size, and a call that may keep an operand, is an error where ops cannot access this tier: the placed program
// could not run. The host reads single elements from any tier.
//
// RUN: memplace-opt %s --allow-unregistered-dialect --memplace-default="target=%S/Inputs/tiles.json" -verify-diagnostics -split-input-file -o /dev/null
// RUN: memplace-opt %s --allow-unregistered-dialect --memplace-place-buffers="target=toy" -split-input-file 2>&1 | FileCheck %s
// CHECK: remark: buffer 'arg0' is not placed: has no static size

// expected-remark@+1 {{buffer 'arg0' is not placed: has no static size}}
func.func @dynamic(%x: memref<?x64xf32>, %y: memref<16x64xf32>) {
  // expected-error@+1 {{op 'npu.act' accesses buffer 'arg0' in tier 'ddr', but ops cannot access this tier ('ops' is false); the storage stays there: has no static size; give it a static shape, or split the op into ops on static shapes}}
  "npu.act"(%x, %y) {memplace.access = ["read", "write"]} : (memref<?x64xf32>, memref<16x64xf32>) -> ()
  return
}

// -----

// expected-remark@+1 {{buffer 'arg0' is not placed: has no static size}}
func.func @elements(%trips: memref<?xindex>, %x: memref<16xf32>, %y: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.load %trips[%c0] : memref<?xindex>
  // expected-remark@+1 {{the trip count of this loop is not known}}
  scf.for %i = %c0 to %n step %c1 {
    linalg.exp ins(%x : memref<16xf32>) outs(%y : memref<16xf32>)
  }
  return
}

// -----

func.func private @get() -> memref<16xf32>
func.func @unknown(%y: memref<16xf32>) {
  // expected-remark@+1 {{buffer 'result of func.call' is not placed: is unknown storage}}
  %x = func.call @get() : () -> memref<16xf32>
  // expected-error@+1 {{op 'linalg.exp' accesses unknown storage in tier 'ddr', but ops cannot access this tier ('ops' is false); the storage stays there: is neither an argument nor an allocation nor a global of the function}}
  linalg.exp ins(%x : memref<16xf32>) outs(%y : memref<16xf32>)
  return
}

// -----

func.func private @vendor(memref<16xf32>)
// expected-remark@+1 {{buffer 'arg0' stays in its home tier: may be kept by function 'vendor', which has no body; 'llvm.nocapture' on the argument rules that out}}
func.func @kept(%x: memref<16xf32>) {
  // expected-remark@+1 {{is not placed: may be kept by function 'vendor'}}
  %a = memref.alloc() : memref<16xf32>
  // expected-error@+1 {{op 'linalg.exp' accesses buffer 'arg0' in tier 'ddr', but ops cannot access this tier}}
  linalg.exp ins(%x : memref<16xf32>) outs(%a : memref<16xf32>)
  // expected-error@+1 {{op 'func.call' accesses buffer 'alloc0' in tier 'ddr', but ops cannot access this tier ('ops' is false); the storage stays there: may be kept by function 'vendor', which has no body; 'llvm.nocapture' on the argument rules that out}}
  func.call @vendor(%a) : (memref<16xf32>) -> ()
  // expected-error@+1 {{op 'func.call' accesses buffer 'arg0' in tier 'ddr'}}
  func.call @vendor(%x) : (memref<16xf32>) -> ()
  return
}

// -----

// An allocation without bytes is no access.
func.func @empty(%x: memref<16xf32>, %y: memref<16xf32>) {
  // expected-remark@+1 {{is not placed: has no bytes}}
  %a = memref.alloc() : memref<0xf32>
  "npu.act"(%a, %y) {memplace.access = ["read", "write"]} : (memref<0xf32>, memref<16xf32>) -> ()
  linalg.exp ins(%x : memref<16xf32>) outs(%y : memref<16xf32>)
  return
}

// -----

// A value that may be one of two buffers keeps both at home.
// expected-remark@+1 {{stays in its home tier: a value may be this buffer or 'alloc0'}}
func.func @either(%x: memref<16xf32>, %c: i1, %y: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  // expected-remark@+1 {{stays in its home tier: a value may be this buffer or 'arg0'}}
  %a = memref.alloc() : memref<16xf32>
  // expected-error@+1 {{op 'linalg.exp' accesses buffer 'arg0' in tier 'ddr'}}
  linalg.exp ins(%x : memref<16xf32>) outs(%a : memref<16xf32>)
  // expected-error@+1 {{op 'scf.if' accesses buffer 'alloc0' in tier 'ddr'}}
  %either = scf.if %c -> memref<16xf32> {
    memref.store %one, %a[%c0] : memref<16xf32>
    scf.yield %a : memref<16xf32>
  } else {
    scf.yield %x : memref<16xf32>
  }
  // expected-error@+1 {{op 'linalg.exp' accesses buffer 'arg0' in tier 'ddr', but ops cannot access this tier ('ops' is false); the storage stays there: a value may be this buffer or 'alloc0'; let each op use one buffer, e.g. by a copy in each branch}}
  linalg.exp ins(%either : memref<16xf32>) outs(%y : memref<16xf32>)
  return
}

// -----

// A trip reads what the trip before has allocated.
func.func @carried(%x: memref<16xf32>, %y: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  // expected-remark@+1 {{is not placed: is freed together with storage that can't be placed}}
  %first = memref.alloc() : memref<16xf32>
  // expected-error@+1 {{op 'linalg.exp' accesses buffer 'alloc0' in tier 'ddr', but ops cannot access this tier ('ops' is false); the storage stays there: is freed together with storage that can't be placed}}
  linalg.exp ins(%x : memref<16xf32>) outs(%first : memref<16xf32>)
  %last = scf.for %i = %c0 to %c3 step %c1 iter_args(%before = %first) -> memref<16xf32> {
    // expected-remark@+1 {{is not placed: is allocated in a region that it leaves}}
    %now = memref.alloc() : memref<16xf32>
    // expected-error@+1 {{op 'linalg.exp' accesses buffer 'alloc0' in tier 'ddr'}}
    linalg.exp ins(%before : memref<16xf32>) outs(%now : memref<16xf32>)
    memref.dealloc %before : memref<16xf32>
    scf.yield %now : memref<16xf32>
  }
  // expected-error@+1 {{op 'linalg.exp' accesses buffer 'alloc0' in tier 'ddr'}}
  linalg.exp ins(%last : memref<16xf32>) outs(%y : memref<16xf32>)
  memref.dealloc %last : memref<16xf32>
  return
}
