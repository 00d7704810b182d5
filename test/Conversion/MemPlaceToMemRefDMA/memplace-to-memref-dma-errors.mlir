// RUN: memplace-opt %s --convert-memplace-to-memref-dma=tier-spaces=a:1,b:1,home:0 --split-input-file --verify-diagnostics
// RUN: split-file %s %t
// RUN: not memplace-opt %t/empty.mlir --convert-memplace-to-memref-dma=tier-spaces=a 2>&1 | FileCheck %s --check-prefix=FORM --implicit-check-not="see current operation"
// RUN: not memplace-opt %t/empty.mlir --convert-memplace-to-memref-dma=tier-spaces=a:-1 2>&1 | FileCheck %s --check-prefix=NEGATIVE --implicit-check-not="see current operation"
// RUN: not memplace-opt %t/empty.mlir --convert-memplace-to-memref-dma=tier-spaces=a:1,a:2 2>&1 | FileCheck %s --check-prefix=TWICE --implicit-check-not="see current operation"
// RUN: not memplace-opt %t/target.mlir --convert-memplace-to-memref-dma=tier-spaces=cmem:1,hmb:0 2>&1 | FileCheck %s --check-prefix=UNKNOWN --implicit-check-not="see current operation"
// RUN: memplace-opt %t/target.mlir --convert-memplace-to-memref-dma=tier-spaces=cmem:1,hbm:0
// FORM: error: 'tier-spaces' must be of the form tier:number, got 'a'
// NEGATIVE: error: 'tier-spaces' must be of the form tier:number, got 'a:-1'
// TWICE: error: 'tier-spaces' names the tier 'a' twice
// UNKNOWN: error: 'tier-spaces' names the tier 'hmb', which the target 'tpu-v4i' does not have; it has 'cmem', 'hbm'

func.func @two_tiers_in_one_space(%arg0: memref<8xf32, #memplace.tier<"a">>, %arg1: memref<8xf32, #memplace.tier<"b">>) {
  // expected-error@+2 {{is within one memory space, from 'memref<8xf32, #memplace.tier<"a">>' to 'memref<8xf32, #memplace.tier<"b">>'}}
  // expected-note@+1 {{memref.dma_start needs two; see 'tier-spaces'}}
  %t = memplace.start_transfer %arg0 to %arg1 on "c" : memref<8xf32, #memplace.tier<"a">> to memref<8xf32, #memplace.tier<"b">>
  return
}

// -----

func.func @home_is_the_default_space(%arg0: memref<8xf32>, %arg1: memref<8xf32, #memplace.tier<"home">>) {
  // expected-error@+2 {{is within one memory space}}
  // expected-note@+1 {{memref.dma_start needs two}}
  %t = memplace.start_transfer %arg0 to %arg1 on "c" : memref<8xf32> to memref<8xf32, #memplace.tier<"home">>
  return
}

// -----

func.func @two_waits(%arg0: memref<8xf32>, %arg1: memref<8xf32, #memplace.tier<"a">>) {
  %t = memplace.start_transfer %arg0 to %arg1 on "c" : memref<8xf32> to memref<8xf32, #memplace.tier<"a">>
  // expected-error@+1 {{is not the only wait for its transfer; memref.dma_wait may run only once}}
  memplace.wait %t
  memplace.wait %t
  return
}

// -----

func.func @waits_twice_through_a_branch(%arg0: memref<8xf32>, %arg1: memref<8xf32, #memplace.tier<"a">>, %cond: i1) {
  %x = scf.if %cond -> !memplace.token {
    %t = memplace.start_transfer %arg0 to %arg1 on "c" : memref<8xf32> to memref<8xf32, #memplace.tier<"a">>
    // expected-error@+1 {{is not the only wait for its transfer}}
    memplace.wait %t
    scf.yield %t : !memplace.token
  } else {
    %t = memplace.start_transfer %arg0 to %arg1 on "c" : memref<8xf32> to memref<8xf32, #memplace.tier<"a">>
    scf.yield %t : !memplace.token
  }
  memplace.wait %x
  return
}

// -----

func.func @waits_in_each_trip(%arg0: memref<8xf32>, %arg1: memref<8xf32, #memplace.tier<"a">>, %n: index) {
  %t = memplace.start_transfer %arg0 to %arg1 on "c" : memref<8xf32> to memref<8xf32, #memplace.tier<"a">>
  scf.for %i = %n to %n step %n {
    // expected-error@+1 {{waits in each trip of a loop for a transfer started before the loop}}
    memplace.wait %t
  }
  return
}

// -----

func.func @in_flight_into_a_loop(%arg0: memref<8xf32>, %arg1: memref<8xf32, #memplace.tier<"a">>, %n: index) {
  // expected-error@+1 {{is still in flight when a trip of a loop ends; the tag of memref.dma_start is for one transfer}}
  %t = memplace.start_transfer %arg0 to %arg1 on "c" : memref<8xf32> to memref<8xf32, #memplace.tier<"a">>
  scf.for %i = %n to %n step %n iter_args(%u = %t) -> !memplace.token {
    scf.yield %u : !memplace.token
  }
  return
}

// -----

func.func @in_flight_into_the_next_trip(%arg0: memref<8xf32>, %arg1: memref<8xf32, #memplace.tier<"a">>, %n: index, %first: !memplace.token) {
  scf.for %i = %n to %n step %n iter_args(%u = %first) -> !memplace.token {
    // expected-error@+1 {{is still in flight when a trip of a loop ends}}
    %t = memplace.start_transfer %arg0 to %arg1 on "c" : memref<8xf32> to memref<8xf32, #memplace.tier<"a">>
    scf.yield %t : !memplace.token
  }
  return
}

// -----

func.func @token_that_leaves(%arg0: memref<8xf32>, %arg1: memref<8xf32, #memplace.tier<"a">>) -> !memplace.token {
  // expected-error@+1 {{passes its token to 'func.return'; only ops of the same function can wait for memref.dma_start}}
  %t = memplace.start_transfer %arg0 to %arg1 on "c" : memref<8xf32> to memref<8xf32, #memplace.tier<"a">>
  return %t : !memplace.token
}

// -----

func.func @token_from_elsewhere(%t: !memplace.token) {
  // expected-error@+1 {{may wait for transfers of different sizes or of another function; memref.dma_wait needs the number of elements}}
  memplace.wait %t
  return
}

// -----

func.func @different_sizes(%arg0: memref<8xf32>, %arg1: memref<8xf32, #memplace.tier<"a">>, %arg2: memref<4xf32>, %arg3: memref<4xf32, #memplace.tier<"a">>, %cond: i1) {
  %x = scf.if %cond -> !memplace.token {
    %t = memplace.start_transfer %arg0 to %arg1 on "c" : memref<8xf32> to memref<8xf32, #memplace.tier<"a">>
    scf.yield %t : !memplace.token
  } else {
    %t = memplace.start_transfer %arg2 to %arg3 on "c" : memref<4xf32> to memref<4xf32, #memplace.tier<"a">>
    scf.yield %t : !memplace.token
  }
  // expected-error@+1 {{may wait for transfers of different sizes or of another function}}
  memplace.wait %x
  return
}

// -----

%from = memref.alloc() : memref<8xf32>
%to = memref.alloc() : memref<8xf32, #memplace.tier<"a">>
// expected-error@+1 {{is outside of a function, which would hold its tag}}
%t = memplace.start_transfer %from to %to on "c" : memref<8xf32> to memref<8xf32, #memplace.tier<"a">>

//--- empty.mlir
// -----
func.func private @nothing()

//--- target.mlir
// -----
// expected-error@+1 {{'tier-spaces' names the tier 'a', which the target 'tpu-v4i' does not have}}
module attributes {memplace.target = #memplace.target<"tpu-v4i">} {}

//--- target-from-dlti.mlir
// -----
// expected-error@+1 {{'tier-spaces' names the tier 'a', which the target 'toy' does not have; it has 'fast', 'slow'}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "fast" = #dlti.target_device_spec<"memplace.capacity" = 128,
      "memplace.read_bytes_per_second" = 1.0e3, "memplace.write_bytes_per_second" = 2.0e3>,
    "slow" = #dlti.target_device_spec<"memplace.capacity" = 1000000,
      "memplace.read_bytes_per_second" = 1.0e2, "memplace.write_bytes_per_second" = 0.0>,
    "toy" = #dlti.target_device_spec<"memplace.default_tier" = "slow",
      "memplace.flops_per_second.default" = 1.0e3>>} {}

//--- broken-dlti.mlir
// -----
// expected-error@+1 {{device 'fast' of 'dlti.target_system_spec': 'memplace.read_bytes_per_second' is missing}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "fast" = #dlti.target_device_spec<"memplace.capacity" = 128>>} {}
