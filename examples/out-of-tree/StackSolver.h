// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A custom solver.

#ifndef ACCEL_STACKSOLVER_H
#define ACCEL_STACKSOLVER_H

#include "memplace/Solver/Solver.h"

namespace accel {

/// Creates the solver `stack`: each buffer stays in its home tier for its whole
/// life, and no two buffers share a byte.
std::unique_ptr<memplace::Solver> createStackSolver();

} // namespace accel

#endif // ACCEL_STACKSOLVER_H
