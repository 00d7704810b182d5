// RUN: memplace-opt %s --split-input-file --verify-diagnostics --memplace-report=target=toy -o /dev/null

// An unknown format, an unwritable file, an unknown target.
// RUN: not memplace-opt %s --split-input-file --memplace-report="target=toy format=yaml file=%t.yaml" -o /dev/null 2>&1 | FileCheck %s --check-prefix=FORMAT
// RUN: not ls %t.yaml
// RUN: not memplace-opt %s --split-input-file --memplace-report="target=toy file=%t.nowhere/report" -o /dev/null 2>&1 | FileCheck %s --check-prefix=FILE
// RUN: not memplace-opt %s --split-input-file --memplace-report="target=tyo file=%t.report" -o /dev/null 2>&1 | FileCheck %s --check-prefix=TARGET
// RUN: not memplace-opt %s --split-input-file --memplace-report="file=%t.report" -o /dev/null 2>&1 | FileCheck %s --check-prefix=NO-TARGET
// FORMAT: error: 'format' ('report-format' of memplace-default) must be 'json' or 'table', got 'yaml'
// FILE: error: {{.*}}nowhere/report
// TARGET: error: {{.*}}'tyo'
// NO-TARGET: error: there is no target to place buffers for

// If one function has no placement, no function is reported.
// RUN: rm -f %t.report && not memplace-opt %s --split-input-file --memplace-report="target=toy file=%t.report" -o /dev/null 2> /dev/null && grep at_home %t.report && not grep before_unplaced %t.report

func.func @at_home(%x: memref<4xf32>, %y: memref<4xf32>) {
  memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  return
}

// -----

func.func @before_unplaced(%x: memref<4xf32>, %y: memref<4xf32>) {
  memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  return
}
// expected-error@+2 {{function 'unplaced' has no placement}}
// expected-note@+1 {{'memplace-place-buffers' makes one}}
func.func @unplaced(%in: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  memref.copy %in, %a : memref<4xf32> to memref<4xf32>
  return
}

// -----

// expected-error@+1 {{the placement of function 'too_high' breaks rule R2: }}
func.func @too_high(%x: memref<4xf32> {memplace.residencies = [#memplace.residency<"slow", steps = 0 to 1>]})
    attributes {memplace.transfers = []} {
  %a = memref.alloc() {memplace.residencies = [#memplace.residency<"fast", offset = 120, steps = 0 to 1>]} : memref<4xf32>
  memref.copy %x, %a {memplace.step = 0, memplace.served = array<i64: 0, 0>} : memref<4xf32> to memref<4xf32>
  return
}
