// RUN: not memplace-opt %s --memplace-schedule="target=toy objective=time" 2>&1 | FileCheck %s --check-prefix=OBJECTIVE
// OBJECTIVE: error: 'objective' must be peak or makespan ('schedule' of memplace-default: auto, peak or none), not 'time'
// RUN: not memplace-opt %s --memplace-schedule="target=toy recompute=-1" 2>&1 | FileCheck %s --check-prefix=PERCENT
// PERCENT: error: 'recompute' must be from 0 to 10000 percent, got -1
// RUN: not memplace-opt %s --memplace-default="target=toy schedule=sometimes" 2>&1 | FileCheck %s --check-prefix=VALUE
// VALUE: error: 'objective' must be peak or makespan ('schedule' of memplace-default: auto, peak or none), not 'sometimes'
// RUN: not memplace-opt %s --memplace-schedule 2>&1 | FileCheck %s --check-prefix=TARGET
// TARGET: error: {{.*}}target

func.func @main(%x: memref<4xf32>) {
  return
}
