// RUN: memplace-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect --memplace-extract-problem="target=toy inline=false simplify=false" -o /dev/null

// expected-error@+2 {{cannot place the buffers of a function of 2 blocks}}
// expected-note@+1 {{place before control flow is lowered to branches, or run --lift-cf-to-scf}}
func.func @blocks() {
  cf.br ^bb1
^bb1:
  return
}

// -----

func.func @asynchronous(%a: memref<4xf32>, %b: memref<4xf32>) {
  // expected-error@+1 {{cannot place buffers around 'async.execute': }}
  %token = async.execute {
    memref.copy %a, %b : memref<4xf32> to memref<4xf32>
    async.yield
  }
  return
}

// -----

func.func @kernel(%a: memref<4xf32>, %b: memref<4xf32>) {
  %c1 = arith.constant 1 : index
  // expected-error@+1 {{cannot place buffers around 'gpu.launch': }}
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    memref.copy %a, %b : memref<4xf32> to memref<4xf32>
    gpu.terminator
  }
  return
}

// -----

func.func @unknown(%a: memref<4xf32>) {
  // expected-error@+2 {{cannot tell what 'other.op' does to memory: it does not implement MemoryOpInterface}}
  // expected-note@+1 {{attach a model of the interface to the op, or set 'allow-unknown-ops' to treat it as a barrier}}
  "other.op"(%a) : (memref<4xf32>) -> ()
  return
}

// -----

// Also inside a step, and if the op only makes a memref.
func.func @unknown_inside(%c: i1) {
  scf.if %c {
    // expected-error@+2 {{cannot tell what 'other.make' does to memory}}
    // expected-note@+1 {{attach a model}}
    %0 = "other.make"() : () -> memref<4xf32>
  }
  return
}

// -----

func.func @contradicting_trips(%a: memref<4xf32>, %b: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  // expected-error@+1 {{'memplace.trip_count' is 5, but by its bounds the loop makes 4 trips; remove the attribute}}
  scf.for %i = %c0 to %c4 step %c1 {
    memref.copy %a, %b : memref<4xf32> to memref<4xf32>
  } {memplace.trip_count = 5}
  return
}

// -----

// One element too many: 2^62 bytes.
// expected-error@+1 {{cannot place buffer 'arg0': its size is 2^62 bytes or more}}
func.func @huge(%a: memref<4611686018427387904xi8>) {
  %c0 = arith.constant 0 : index
  %v = memref.load %a[%c0] : memref<4611686018427387904xi8>
  return
}

// -----

// expected-error@+2 {{target 'toy' has no tier 'nowhere', which 'memplace.pin' of buffer 'arg0' names}}
// expected-note@+1 {{its tiers are 'fast', 'slow'}}
func.func @pinned_nowhere(%a: memref<4xf32> {memplace.pin = #memplace.tier<"nowhere">}) {
  memref.copy %a, %a : memref<4xf32> to memref<4xf32>
  return
}

// -----

// expected-error@+2 {{target 'toy' has no tier 'nowhere', which the memory space of buffer 'arg0' names}}
// expected-note@+1 {{its tiers are 'fast', 'slow'}}
func.func @is_nowhere(%a: memref<4xf32, #memplace.tier<"nowhere">>) {
  memref.copy %a, %a : memref<4xf32, #memplace.tier<"nowhere">> to memref<4xf32, #memplace.tier<"nowhere">>
  return
}

// -----

// 129 bytes do not fit into 128.
func.func @pinned_too_large(%a: memref<129xi8>) {
  // expected-error@+1 {{buffer 'alloc0' is pinned to tier 'fast', but its 129 bytes are more than the tier's 128}}
  %0 = memref.alloc() {memplace.pin = #memplace.tier<"fast">} : memref<129xi8>
  memref.copy %a, %0 : memref<129xi8> to memref<129xi8>
  return
}

// -----

func.func @pinned_dynamic(%a: memref<?xi8>, %n: index) {
  // expected-error@+1 {{buffer 'alloc0' is pinned to a tier, but it can't be placed: it has no static size}}
  %0 = memref.alloc(%n) {memplace.pin = #memplace.tier<"fast">} : memref<?xi8>
  memref.copy %a, %0 : memref<?xi8> to memref<?xi8>
  return
}

// -----

func.func @pinned_escapes(%a: memref<4xi8>, %all: memref<2xmemref<4xi8>>, %i: index) {
  // expected-error@+1 {{buffer 'alloc0' is pinned to tier 'fast', but it can't be placed: it is stored in memory itself}}
  %0 = memref.alloc() {memplace.pin = #memplace.tier<"fast">} : memref<4xi8>
  memref.copy %a, %0 : memref<4xi8> to memref<4xi8>
  memref.store %0, %all[%i] : memref<2xmemref<4xi8>>
  return
}

// -----

func.func @pinned_ambiguous(%c: i1, %a: memref<4xi8>) {
  // expected-error@+1 {{buffer 'alloc0' is pinned to tier 'fast', but it has to stay in its home tier 'slow': a value may be this buffer or 'alloc1'}}
  %0 = memref.alloc() {memplace.pin = #memplace.tier<"fast">} : memref<4xi8>
  %1 = memref.alloc() : memref<4xi8>
  %2 = arith.select %c, %0, %1 : memref<4xi8>
  memref.copy %a, %2 : memref<4xi8> to memref<4xi8>
  return
}

// -----

func.func @pinned_elsewhere(%a: memref<4xi8>) {
  // expected-error@+1 {{buffer 'alloc0' is pinned to tier 'slow', but its memref type is in tier 'fast'}}
  %0 = memref.alloc() {memplace.pin = #memplace.tier<"slow">} : memref<4xi8, #memplace.tier<"fast">>
  memref.copy %a, %0 : memref<4xi8> to memref<4xi8, #memplace.tier<"fast">>
  return
}

// -----

memref.global "private" @weights : memref<4xi8> = dense<1>
func.func @pinned_twice(%a: memref<4xi8>) {
  %0 = memref.get_global @weights : memref<4xi8> {memplace.pin = #memplace.tier<"fast">}
  memref.copy %0, %a : memref<4xi8> to memref<4xi8>
  // expected-error@+1 {{buffer 'weights' is pinned to #memplace.tier<"slow"> here and to #memplace.tier<"fast"> elsewhere}}
  %1 = memref.get_global @weights : memref<4xi8> {memplace.pin = #memplace.tier<"slow">}
  memref.copy %1, %a : memref<4xi8> to memref<4xi8>
  return
}
