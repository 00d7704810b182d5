// RUN: memplace-opt %s --split-input-file --verify-diagnostics --memplace-place-buffers=target=toy -o /dev/null

// expected-error@+2 {{cannot place the buffers of a function of 2 blocks}}
// expected-note@+1 {{place before control flow is lowered to branches}}
func.func @blocks() {
  cf.br ^bb1
^bb1:
  return
}
