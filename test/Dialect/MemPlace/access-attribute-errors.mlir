// RUN: memplace-opt %s --allow-unregistered-dialect -split-input-file -verify-diagnostics

// Errors in `memplace.access` and `memplace.cut_dims` that need no target.

func.func @f(%a: memref<8xf32>) {
  // expected-error@+1 {{'memplace.access' must be an array, got "read"}}
  "npu.f"(%a) {memplace.access = "read"} : (memref<8xf32>) -> ()
  return
}

// -----

func.func @f(%a: memref<8xf32>) {
  // expected-error@+1 {{'memplace.access' must hold "none", "read", "write", "update", "sum" or #memplace.access, got "reads"}}
  "npu.f"(%a) {memplace.access = ["reads"]} : (memref<8xf32>) -> ()
  return
}

// -----

func.func @f(%a: memref<8xf32>, %b: memref<8xf32>) {
  // expected-error@+1 {{'memplace.access' gives the accesses of 1 memref operands, but there are 2}}
  "npu.f"(%a, %b) {memplace.access = ["read"]} : (memref<8xf32>, memref<8xf32>) -> ()
  return
}

// -----

// expected-error@+1 {{'memplace.access' gives the accesses of 2 memref arguments, but there are 1}}
func.func private @f(memref<8xf32>, index) attributes {memplace.access = ["read", "read"]}

// -----

func.func @f(%a: memref<8xf32>) {
  // expected-error@+1 {{'tiers' names no tier; leave it out to allow all}}
  "npu.f"(%a) {memplace.access = [#memplace.access<read, tiers = []>]} : (memref<8xf32>) -> ()
  return
}

// -----

func.func @f(%a: memref<8xf32>) {
  // expected-error@+1 {{'tiers' must hold names of tiers, got 1 : i64}}
  "npu.f"(%a) {memplace.access = [#memplace.access<read, tiers = [1]>]} : (memref<8xf32>) -> ()
  return
}

// -----

module attributes {memplace.target = #memplace.target<"toy",
    tiers = [#memplace.tier_spec<"fast", capacity = 128, alignment = 8, read = 1.0e3, write = 1.0e3>],
    default_tier = "fast", channels = [], combine = sum, flops_per_second = {default = 1.0e3}, launch_ps = 0>} {
  func.func @f(%a: memref<8xf32>) {
    // expected-error@+1 {{'memplace.access' names the tier 'sram', which the target 'toy' does not have; it has 'fast'}}
    "npu.f"(%a) {memplace.access = [#memplace.access<read, tiers = ["sram"]>]} : (memref<8xf32>) -> ()
    return
  }
}

// -----

func.func @f(%a: memref<8xf32>) {
  // expected-error@+1 {{'memplace.cut_dims' must be an array of affine maps, got [0]}}
  "npu.f"(%a) {memplace.access = ["read"], memplace.cut_dims = [0]} : (memref<8xf32>) -> ()
  return
}

// -----

func.func @f(%a: memref<8xf32>) {
  // expected-error@+1 {{map 0 of 'memplace.cut_dims', affine_map<(d0, d1) -> (d0, d1)>, must have 1 results, one for each axis of 'memref<8xf32>', or none for all of it}}
  "npu.f"(%a) {memplace.cut_dims = [affine_map<(i, j) -> (i, j)>]} : (memref<8xf32>) -> ()
  return
}

// -----

func.func @f(%a: memref<8xf32>, %b: memref<9xf32>) {
  // expected-error@+1 {{map 1 of 'memplace.cut_dims', affine_map<(d0) -> (d0)>, gives dimension 0 9 indices, but it has 8 by the maps before}}
  "npu.f"(%a, %b) {memplace.cut_dims = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>]} : (memref<8xf32>, memref<9xf32>) -> ()
  return
}

// -----

func.func @f(%a: memref<8xf32>, %b: memref<8xf32>) {
  // expected-error@+1 {{map 1 of 'memplace.cut_dims', affine_map<(d0, d1) -> (d0)>, must have 1 dimensions, as the first, and no symbols}}
  "npu.f"(%a, %b) {memplace.cut_dims = [affine_map<(i) -> (i)>, affine_map<(i, j) -> (i)>]} : (memref<8xf32>, memref<8xf32>) -> ()
  return
}

// -----

func.func @f(%a: memref<*xf32>) {
  // expected-error@+1 {{map 0 of 'memplace.cut_dims', affine_map<(d0) -> (d0)>, must have no results, because 'memref<*xf32>' has no axes to name}}
  "npu.f"(%a) {memplace.cut_dims = [affine_map<(i) -> (i)>]} : (memref<*xf32>) -> ()
  return
}

// -----

func.func @window_too_long(%a: memref<200x256xf32>, %b: memref<129x256xf32>) {
  // expected-error@+1 {{reaches index 256 of axis 0, but 'memref<200x256xf32>' has 200 there}}
  "npu.f"(%a, %b) {memplace.cut_dims = [affine_map<(i, j, k) -> (2 * i + k, j)>, affine_map<(i, j, k) -> (i, j)>]} : (memref<200x256xf32>, memref<129x256xf32>) -> ()
  return
}

// -----

// expected-error@+1 {{'memplace.cut_dims' does not belong on a function or call, whose types are fixed}}
func.func private @f(memref<8xf32>) attributes {memplace.cut_dims = [affine_map<(i) -> (i)>]}
