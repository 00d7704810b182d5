// A symbol with the name of a kernel is something else.
// RUN: memplace-opt %s --memplace-call-kernels --verify-diagnostics

// expected-error@+1 {{'memplace_kernels_gemm_f32' is a kernel of memplace of type}}
func.func private @memplace_kernels_gemm_f32(f32)
