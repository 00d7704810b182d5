// RUN: memplace-opt %s --split-input-file --verify-diagnostics --memplace-extract-problem -o /dev/null

// The module's attribute names a built-in target or has an inline target. A
// program cannot make memplace read files; the option 'target' can.
// expected-error@+1 {{there is no built-in target './toy.json'; there are 'ethos-u55-deep',}}
module attributes {memplace.target = #memplace.target<"./toy.json">} {
  func.func @f(%a: memref<4xf32>) {
    return
  }
}

// -----

// expected-error@+1 {{there is no built-in target '/dev/zero'; there are}}
module attributes {memplace.target = #memplace.target<"/dev/zero">} {
  func.func @f(%a: memref<4xf32>) {
    return
  }
}

// -----

// A misspelt type of a rate.
// expected-error@+1 {{target 'm': 'flops_per_second' names 'int8', which is not a type; types are written as in MLIR, e.g. i8, bf16 or f32}}
module attributes {memplace.target = #memplace.target<"m",
  tiers = [#memplace.tier_spec<"ram", capacity = 128, alignment = 8, read = 1.0e3, write = 1.0e3>],
  default_tier = "ram", channels = [], combine = sum, flops_per_second = {default = 1.0e3, int8 = 2.0e3}, launch_ps = 0>} {
  func.func @f(%a: memref<4xf32>) {
    return
  }
}
