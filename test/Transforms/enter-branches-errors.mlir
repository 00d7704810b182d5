// RUN: memplace-opt %s --split-input-file --verify-diagnostics --memplace-place-buffers=target=toy -o /dev/null
// RUN: not memplace-opt %s --split-input-file --memplace-enter-branches=branches=some 2>&1 | FileCheck %s --check-prefix=OPTION
// RUN: not memplace-opt %s --split-input-file "--memplace-enter-branches=branches=auto target=toy solver=none" 2>&1 | FileCheck %s --check-prefix=SOLVER
// RUN: not memplace-opt %s --split-input-file "--memplace-enter-branches=branches=auto target=toy time-limit=-1" 2>&1 | FileCheck %s --check-prefix=LIMIT
// RUN: not memplace-opt %s --split-input-file --memplace-enter-branches=branches=auto 2>&1 | FileCheck %s --check-prefix=TARGET
// RUN: not memplace-opt %s --split-input-file --memplace-default="target=toy branches=no" 2>&1 | FileCheck %s --check-prefix=DEFAULT

// OPTION: error: 'branches' must be 'auto', 'arms' or 'step', got 'some'
// SOLVER: error: {{.*}}'none'
// LIMIT: error: 'time-limit' must be 0, for none, or seconds, got -1
// TARGET: error: {{.*}}target
// DEFAULT: error: 'branches' must be 'auto', 'arms' or 'step', got 'no'

func.func @two_arms(%c: i1, %x: memref<8xf32>, %y: memref<8xf32>) {
  // expected-error @+2 {{cannot enter 'scf.if': 2 of its arms touch memory}}
  // expected-note @+1 {{split the branch with 'memplace-enter-branches', or remove 'memplace.enter_arm' to make it one step}}
  scf.if %c {
    memplace.enter_arm
    linalg.exp ins(%x : memref<8xf32>) outs(%y : memref<8xf32>)
  } else {
    linalg.log ins(%x : memref<8xf32>) outs(%y : memref<8xf32>)
  }
  return
}
