// RUN: memplace-opt %s --memplace-default=target=toy -split-input-file -verify-diagnostics -o /dev/null

// Two pins of one buffer.
func.func private @f(%x: memref<8xf32> {memplace.pin = #memplace.tier<"fast">}) {
  linalg.exp ins(%x : memref<8xf32>) outs(%x : memref<8xf32>)
  return
}
func.func @two_pins(%y: memref<8xf32> {memplace.pin = #memplace.tier<"slow">}) {
  // expected-error @below {{buffer 'arg0' is pinned to #memplace.tier<"fast"> here and to #memplace.tier<"slow"> elsewhere}}
  call @f(%y) : (memref<8xf32>) -> ()
  return
}

// -----

func.func private @f(%x: memref<8xf32> {memplace.pin = #memplace.tier<"fast">}) {
  linalg.exp ins(%x : memref<8xf32>) outs(%x : memref<8xf32>)
  return
}
func.func @known_at_run_time(%c: i1, %x: memref<8xf32>, %y: memref<8xf32>) {
  %z = arith.select %c, %x, %y : memref<8xf32>
  // expected-error @below {{passes argument 0 of 'f', which is pinned to #memplace.tier<"fast">, a memref whose buffer is known only at run time}}
  call @f(%z) : (memref<8xf32>) -> ()
  return
}

// -----

// A pin in a function that is not part of a placement.
// expected-remark @below {{function 'f' is not placed}}
func.func private @f(%x: memref<8xf32>) attributes {no_inline} {
  // expected-error @below {{has a 'memplace.pin', but function 'f' is not placed: it runs inside of its caller's step}}
  %a = memref.alloc() {memplace.pin = #memplace.tier<"fast">} : memref<8xf32>
  memref.copy %x, %a : memref<8xf32> to memref<8xf32>
  // expected-error @below {{has a 'memplace.cut', but function 'f' is not placed}}
  linalg.exp {memplace.cut = #memplace.cut<dim = 0, pieces = 2>} ins(%a : memref<8xf32>) outs(%x : memref<8xf32>)
  return
}
func.func @caller(%x: memref<8xf32>) {
  // expected-note @below {{called here}}
  call @f(%x) : (memref<8xf32>) -> ()
  return
}

// -----

func.func @view(%x: memref<8xf32>) {
  // expected-error @below {{has a 'memplace.pin' but does not define a buffer; pin the allocation, the argument or the global}}
  %v = memref.subview %x[0] [4] [1] {memplace.pin = #memplace.tier<"fast">} : memref<8xf32> to memref<4xf32, strided<[1]>>
  linalg.exp ins(%v : memref<4xf32, strided<[1]>>) outs(%v : memref<4xf32, strided<[1]>>)
  return
}

// -----

func.func @clone(%x: memref<8xf32>, %y: memref<8xf32>) {
  // expected-error @below {{becomes an allocation and a copy, so 'memplace.pin' would be lost; write 'memref.alloc' and 'memref.copy'}}
  %a = bufferization.clone %x {memplace.pin = #memplace.tier<"fast">} : memref<8xf32> to memref<8xf32>
  linalg.exp ins(%a : memref<8xf32>) outs(%y : memref<8xf32>)
  return
}
