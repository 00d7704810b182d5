// RUN: memplace-opt %s --split-input-file --verify-diagnostics --memplace-insert-transfers -o /dev/null

// expected-error@+2 {{there is no target to place buffers for}}
// expected-note@+1 {{give the pass a 'target'}}
module {
  func.func @no_target(%in: memref<4xf32>) attributes {memplace.transfers = []} {
    return
  }
}
