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
